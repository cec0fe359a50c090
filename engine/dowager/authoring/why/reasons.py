"""Why a rule does or does not make its call: its parts, what is in its way, its smallest cores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from dowager.auction import Call
from dowager.authoring.why.cores import AtomChange, Core, Cores, Structure
from dowager.backends.evaluate import hand_test, hand_value
from dowager.backends.text import describe, format_number
from dowager.cards import Hand, Suit, holding_name
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View
from dowager.language.compile import Candidate
from dowager.language.features import all_features, expand_bool
from dowager.language.tree import (
    FALSE,
    TRUE,
    And,
    Bool,
    Feature,
    Int,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    all_of,
    conjuncts,
    negation,
)


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """A part of a condition: one of several that must all hold.

    Attributes:
        node: the part.
        hand: the hand.
        holds: whether it is true of the hand.
        choices: if the part is alternatives that all fail, the parts of each; else none.
    """

    node: Bool
    hand: Hand
    holds: bool
    choices: tuple[tuple[ConditionPart, ...], ...]

    @property
    def text(self) -> str:
        """The part in words."""
        return spoken(self.node)

    @property
    def now(self) -> str:
        """What the hand has of what is asked for, such as `12`; empty if there is no short form."""
        return value_now(self.node, self.hand)


@dataclass(frozen=True, slots=True, eq=False)
class Blocker:
    """An earlier rule that fits the hand and makes another call, and the parts that make it fit."""

    rule: Candidate
    parts: tuple[ConditionPart, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RuleReason:
    """Why a rule of a position does or does not make its call for a hand.

    Attributes:
        rule: the rule.
        index: which of the position's rules it is, from 0.
        chosen: whether it is the rule that makes the hand's call.
        parts: the parts of its condition.
        blockers: the earlier rules for other calls that the hand fits, in order.
        cores: its smallest cores.
        catch_all: an earlier rule that takes every hand that comes so far; None without one.
    """

    rule: Candidate
    index: int
    chosen: bool
    parts: tuple[ConditionPart, ...]
    blockers: tuple[Blocker, ...]
    cores: Cores
    catch_all: Candidate | None

    @property
    def failing(self) -> tuple[ConditionPart, ...]:
        """The parts that the hand fails."""
        return tuple(part for part in self.parts if not part.holds)

    @property
    def size(self) -> int | None:
        """How many conditions must be otherwise at least; None when nothing helps."""
        return self.cores.size

    @property
    def distance(self) -> tuple[bool, int, int]:
        """What sorts rules, the nearest to making their call first."""
        return self.size is None, self.size or 0, self.index


@lru_cache(maxsize=8192)
def spoken(node: Bool) -> str:
    """Return a condition in words."""
    return describe(node)


class Reasons:
    """Gives the reasons of a position's rules for one hand.

    Args:
        view: what everybody knows.
        hand: the hand of the caller.
    """

    def __init__(self, view: View, hand: Hand) -> None:
        position = view.position  # once: a view that is released meanwhile makes its rules anew
        self.rules = tuple(position)
        self.chosen = position.chosen(hand)
        self._hand = hand
        self._structure = Structure(self.rules, hand)

    def of(self, index: int, *, alone: bool = False) -> RuleReason:
        """Return why a rule does or does not make its call.

        Args:
            index: which of the rules, from 0.
            alone: whether this very rule has to make the call, and no other rule for it will do.
        """
        rule = self.rules[index]
        earlier = [other for other in self.rules[:index] if alone or other.call != rule.call]
        return RuleReason(
            rule,
            index,
            rule is self.chosen,
            parts_of(rule.condition.node, self._hand),
            tuple(self._blocker(other) for other in earlier if self._fits(other)),
            _possible_first(self._structure.cores(index, alone=alone)),
            next((other for other in earlier if other.condition.node == TRUE), None),
        )

    def all(self) -> list[RuleReason]:
        """Return the reasons of every rule, in the order in which they are tried."""
        return [self.of(index) for index in range(len(self.rules))]

    def _fits(self, rule: Candidate) -> bool:
        return hand_test(rule.condition.node)(self._hand.holdings)

    def _blocker(self, rule: Candidate) -> Blocker:
        return Blocker(rule, parts_of(rule.condition.node, self._hand))


def _possible_first(cores: Cores) -> Cores:
    return replace(cores, smallest=tuple(sorted(cores.smallest, key=core_possible, reverse=True)))


def nearest(reasons: Iterable[RuleReason]) -> list[RuleReason]:
    """Return for each call the rule that is nearest to making it, the nearest call first."""
    by_call: dict[Call, RuleReason] = {}
    for reason in sorted(reasons, key=lambda reason: reason.distance):
        by_call.setdefault(reason.rule.call, reason)
    return list(by_call.values())


def parts_of(node: Bool, hand: Hand) -> tuple[ConditionPart, ...]:
    """Return the parts of a condition that must all hold; none of one that always holds."""
    return tuple(_part(part, hand) for part in conjuncts(node) if part != TRUE)


def _part(node: Bool, hand: Hand) -> ConditionPart:
    holds = hand_test(node)(hand.holdings)
    choices = () if holds else tuple(parts_of(choice, hand) for choice in _alternatives(node))
    return ConditionPart(node, hand, holds, choices)


def _alternatives(node: Bool) -> Sequence[Bool]:
    match node:
        case Or(args):
            return args
        case Not(And(args)):
            return [negation(arg) for arg in args]
        case _:
            return ()


def value_now(node: Bool, hand: Hand) -> str:
    """Return what a hand has of what a simple condition asks for: a number, a shape or cards."""
    match node:
        case Not(arg):
            return value_now(arg, hand)
        case Range(value):
            return _number_now(value, hand)
        case Shape():
            return _shape(hand)
        case Predicate(_, suits):
            by_shape = isinstance(expand_bool(node), Shape) or not suits
            return _shape(hand) if by_shape else " ".join(_holding(suit, hand) for suit in suits)
        case _:
            return ""


def _number_now(value: Int, hand: Hand) -> str:
    number = hand_value(value)(hand.holdings)
    if isinstance(value, Feature):
        return format_number(Fraction(number, all_features()[value.name].scale))
    return spoken(Range(value, number, number)).removeprefix("exactly ")


def _shape(hand: Hand) -> str:
    return "=".join(str(length) for length in reversed(hand.lengths))


def _holding(suit: Suit, hand: Hand) -> str:
    return f"{suit.symbol}{holding_name(hand.holdings[suit]) or '—'}"


# --- in words -------------------------------------------------------------------------------------


def rule_words(rule: Candidate) -> str:
    """Return a rule as reasons name it: `1NT (strong notrump)`."""
    return f"{rule.call} ({rule.rule.name or rule.rule.location})"


def core_possible(core: Core) -> bool:
    """Whether shape and HCP leave some hand that is all that a core asks for."""
    return bool(plain_space().masks(all_of(change.node for change in core)).may)


def core_words(core: Core, hand: Hand) -> str:
    """Return a core in one line: what must be otherwise, and why if not for the rule itself.

    Changes of one number for one purpose are put together, "15–17 HCP (now 12)". What only gets
    other rules out of the way is left out if it follows from the rest by shape and HCP.
    """
    groups: dict[tuple[Int | Bool, tuple[Candidate, ...]], list[AtomChange]] = {}
    for change in core:
        about = change.atom.value if isinstance(change.atom, Range) else change.atom
        groups.setdefault((about, change.frees), []).append(change)
    if not core_possible(core):
        words = "; ".join(_group_words(group, hand) for group in groups.values())
        return f"{words} (no hand is all of that)"
    return "; ".join(_group_words(group, hand) for group in _independent(list(groups.values())))


def _independent(groups: list[list[AtomChange]]) -> list[list[AtomChange]]:
    """Return the groups without those that the others make true; the rule's own ones all stay."""
    space = plain_space()
    for group in [group for group in groups if not any(change.own for change in group)]:
        others = [other for other in groups if other is not group]
        may = space.masks(all_of(change.node for other in others for change in other)).may
        if not may & ~space.masks(all_of(change.node for change in group)).sure:
            groups = others
    return groups


def _group_words(group: Sequence[AtomChange], hand: Hand) -> str:
    now = value_now(group[0].atom, hand)
    text = spoken(all_of(change.node for change in group)) + (f" (now {now})" if now else "")
    frees = group[0].frees
    if not frees:
        return text
    first = ", ".join(dict.fromkeys(map(rule_words, frees)))
    return f"{text}, else {first} {'comes' if len(frees) == 1 else 'come'} first"


def why_words(reason: RuleReason, hand: Hand) -> str:
    """Return in one line why a rule does not make its call, by its first core."""
    if reason.chosen:
        return "chosen"
    if not reason.cores.smallest:
        return _never_words(reason)
    core = reason.cores.smallest[0]
    if not core:
        return "it fits; an earlier rule for the same call comes first"
    fits = "it fits; " if not reason.failing else ""
    return f"{fits}needs {core_words(core, hand)}"


def _never_words(reason: RuleReason) -> str:
    if reason.rule.condition.node == FALSE:
        return "no hand: what is known already rules it out"
    if reason.catch_all is not None:
        return f"no hand: {rule_words(reason.catch_all)} before it takes all remaining hands"
    return "no hand: it fits only where an earlier rule for another call does"

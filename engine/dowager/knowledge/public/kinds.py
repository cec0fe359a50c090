"""The kinds of hand that a call can show: weak or strong, one suit or another.

Two kinds are really different when one set of ranges for both, of HCP and lengths, would allow at
least half as many hands again as the ranges of each, or HCP between theirs that neither has. Rules
of one name are meant alike: they must differ nearly twice as much. A rule with a choice between
really different hands is cut at its `or`; a rule that takes any hand, at the number that best
tells its hands apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise

from dowager.auction import Call
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.numbers import HCP, LENGTHS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import best_cut, cells_of, ranges_of
from dowager.knowledge.public.position import Position, condition_masks
from dowager.language.compile import Candidate
from dowager.language.features import expand_int
from dowager.language.tree import (
    TRUE,
    Bool,
    Feature,
    Int,
    Max,
    Or,
    Range,
    ShapeValue,
    all_of,
    any_of,
    conjuncts,
    negation,
)

MOST_KINDS = 6
"""The most that are told apart; of more, those most alike are joined."""

REALLY_DIFFERENT = 1.5
"""How many times the hands of two kinds their common ranges allow, if they are really different."""

_OF_ONE_NAME = 1.9
"""The same for kinds by different rules of one name."""

_DEEP = 3
"""How many choices within one another are looked at in a rule."""

_REAL_PART = 0.03
"""The least share of hands that a rule for any hand is cut for."""

_GAP = 100.0
"""What counts for that when no hand of either kind has some HCP between theirs."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands of one kind, of those that make a call.

    Attributes:
        rules: the rules that make the call with them, in order.
        nodes: their conditions, by these rules; a hand satisfies at least one.
        cells: where such hands lie that no earlier rule and no earlier kind takes.
    """

    rules: tuple[Candidate, ...]
    nodes: tuple[Bool, ...]
    cells: Masks

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rules that have one."""
        return tuple(dict.fromkeys(rule.rule.name for rule in self.rules if rule.rule.name))

    def joined(self, other: Kind) -> Kind:
        """Return both as one kind."""
        return Kind(
            tuple(dict.fromkeys((*self.rules, *other.rules))),
            tuple(dict.fromkeys((*self.nodes, *other.nodes))),
            Masks(self.cells.sure | other.cells.sure, self.cells.may | other.cells.may),
        )


@lru_cache(maxsize=128)
def kinds_of(position: Position, call: Call, before: Masks) -> tuple[Kind, ...]:
    """Return the kinds of hand that make a call, in the order of its rules; none without a hand.

    Args:
        position: the rules that apply.
        call: the call.
        before: what its seat had shown.
    """
    by_rule = list(_by_rule(position, call, before))
    whole = 0
    for kind in by_rule:
        whole |= kind.cells.may
    if not whole:
        return ()
    if _surely_alike(whole, before.may):
        return (_all_joined(by_rule),)
    parts = [part for kind in by_rule for part in cut(kind, before.may)]
    return tuple(merged(parts, before.may))


def kinds_of_rule(position: Position, rule: Candidate, before: Masks) -> list[Kind]:
    """Return the kinds of hand with which a rule makes its call; none without a hand.

    Args:
        position: the rules that apply.
        rule: one of them.
        before: what the seat had shown.
    """
    own = (kind for kind in _by_rule(position, rule.call, before) if kind.rules == (rule,))
    return [part for kind in own for part in cut(kind, before.may)]


def _by_rule(position: Position, call: Call, before: Masks) -> Iterator[Kind]:
    """Yield a kind for each rule of a call, with what the rules before it leave."""
    clean, untaken = before.sure, before.may
    for rule in position:
        masks = condition_masks(rule.condition)
        if rule.call == call and masks.may & untaken:
            cells = Masks(masks.sure & clean, masks.may & untaken)
            yield Kind((rule,), (rule.condition.node,), cells)
        clean &= ~masks.may
        untaken &= ~masks.sure
        if not untaken:
            return


def _all_joined(kinds: Sequence[Kind]) -> Kind:
    whole = kinds[0]
    for kind in kinds[1:]:
        whole = whole.joined(kind)
    return whole


def _surely_alike(cells: int, before: int) -> bool:
    """Whether cells fill their ranges so far that no two kinds in them can be really different."""
    space = plain_space()
    allowed = space.weight(cells_of(ranges_of(cells)) & before)
    return space.weight(cells) * REALLY_DIFFERENT > allowed and _at_gap(cells) is None


def _at_gap(cells: int) -> Bool | None:
    """Return the condition on HCP below the first gap: some that no hand of some cells has."""
    held = [hcp for hcp, level in plain_space().levels(HCP, greatest=False) if level & cells]
    gaps = (low for low, high in pairwise(held) if high > low + 1)
    return next((Range(HCP, None, low) for low in gaps), None)


# -- cutting a rule ----------------------------------------------------------------------------


def cut(kind: Kind, before: int, deep: int = _DEEP) -> list[Kind]:
    """Return the really different kinds among the choices that a kind's condition leaves.

    Args:
        kind: some hands of a rule.
        before: the cells that the seat had shown: hands outside do not count.
        deep: how many choices within one another are looked at.
    """
    if deep and not _surely_alike(kind.cells.may, before):
        for choices in _choices(kind, before):
            smaller = [cut(part, before, deep - 1) for part in _in_order(kind, choices)]
            parts = merged(list(chain.from_iterable(smaller)), before)
            if len(parts) > 1:
                return parts
    return [kind]


def _choices(kind: Kind, before: int) -> Iterator[list[Bool]]:
    """Yield each way in which a kind leaves a choice: conditions, at least one of which holds."""
    node = any_of(kind.nodes)
    if all(rule.condition.node == TRUE for rule in kind.rules):
        below = _at_gap(kind.cells.may) or best_cut(kind.cells.may, before)
        if below is not None and _both_real(kind.cells.may, below):
            yield [all_of([node, below]), all_of([node, negation(below)])]
        return
    parts = list(conjuncts(node))
    for index, part in enumerate(parts):
        others = [*parts[:index], *parts[index + 1 :]]
        choices = _alternatives(part)
        if len(choices) > 1:
            yield [all_of([*others, choice]) for choice in choices]


def _both_real(cells: int, condition: Bool) -> bool:
    """Whether a condition and its opposite both hold for a real part of the hands."""
    space = plain_space()
    inside = space.weight(cells & space.masks(condition).may)
    return _REAL_PART <= inside / space.weight(cells) <= 1 - _REAL_PART


def _alternatives(part: Bool) -> Sequence[Bool]:
    """Return what an `or` joins, or the suits of which the longest has at least so many cards."""
    match part:
        case Or(args):
            return args
        case Range(value, int(low)) if _of_lengths(value):
            suits = [Range(length, low, None) for length in LENGTHS]
            return [_both(part, suit) for suit in suits] if _implies(part, suits) else [part]
        case _:
            return [part]


def _both(part: Bool, suit: Bool) -> Bool:
    """Return that both hold, without the first where the second says it."""
    return suit if _implies(suit, [part]) else all_of([part, suit])


def _of_lengths(value: Int) -> bool:
    """Whether a number is the greatest of several, or looked up by the shape."""
    expanded = expand_int(value) if isinstance(value, Feature) else value
    return isinstance(expanded, Max | ShapeValue)


def _implies(condition: Bool, others: Sequence[Bool]) -> bool:
    """Whether each hand of a condition satisfies at least one of the others."""
    masks = plain_space().masks
    return not masks(condition).may & ~masks(any_of(others)).sure


def _in_order(kind: Kind, choices: Sequence[Bool]) -> Iterator[Kind]:
    """Yield the hands of a kind by the first of some choices that they satisfy."""
    clean, untaken = kind.cells
    for choice in choices:
        masks = plain_space().masks(choice)
        if masks.may & untaken:
            cells = Masks(masks.sure & clean, masks.may & untaken)
            yield Kind(kind.rules, (choice,), cells)
        clean &= ~masks.may
        untaken &= ~masks.sure


# -- joining what is alike ---------------------------------------------------------------------


def merged(kinds: list[Kind], before: int) -> list[Kind]:
    """Join kinds that are not really different, those most alike first.

    Args:
        kinds: the kinds.
        before: the cells that the seat had shown: hands outside do not count.
    """
    differences = {
        (first, second): _difference(kinds[first], kinds[second], before)
        for first, second in combinations(range(len(kinds)), 2)
    }
    numbered = dict(enumerate(kinds))
    while differences:
        first, second = min(differences, key=differences.__getitem__)
        if differences[first, second] >= REALLY_DIFFERENT and len(numbered) <= MOST_KINDS:
            break
        numbered[first] = numbered[first].joined(numbered.pop(second))
        differences = {
            pair: _difference(numbered[pair[0]], numbered[pair[1]], before)
            if first in pair
            else difference
            for pair, difference in differences.items()
            if second not in pair
        }
    return list(numbered.values())


def _difference(first: Kind, second: Kind, before: int) -> float:
    """Return how many times the hands of two kinds' own ranges their common ranges allow.

    For rules of one name it is in proportion less; for HCP that neither has it is more.
    """
    if _gap(first, second):
        return _GAP
    space, ranges = plain_space(), (ranges_of(first.cells.may), ranges_of(second.cells.may))
    own = (cells_of(ranges[0]) | cells_of(ranges[1])) & before
    common = cells_of(ranges[0].hull(ranges[1])) & before
    difference = space.weight(common) / space.weight(own)
    alike = first.names == second.names and not set(first.rules) & set(second.rules)
    return difference * REALLY_DIFFERENT / _OF_ONE_NAME if alike else difference


def _gap(first: Kind, second: Kind) -> bool:
    """Whether some HCP lie between those of two kinds, and belong to neither."""
    lower, higher = sorted(plain_space().span(HCP, kind.cells.may) for kind in (first, second))
    return higher[0] > lower[1] + 1

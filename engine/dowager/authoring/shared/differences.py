"""How two systems differ in one position: proved, or shown by a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from dowager.auction import Call
from dowager.authoring.shared.hand_search import comes_here, find_hand, shown_before
from dowager.cards import Hand, Suit
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import TriedRule, Trust, View
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate
from dowager.language.text import Force, Judgement
from dowager.language.tree import Bool, all_of, any_of, negation


class Aspect(Enum):
    """What two systems do differently with a hand."""

    CALL = "call"
    FORCE = "force"
    MEANING = "what the call is"
    ALERT = "alert"


_ASPECTS = {"forcing": Aspect.FORCE, "alert": Aspect.ALERT}
"""The keys of rules that are aspects of their own; the others are part of what the call is."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One position as two systems see it."""

    old: View
    new: View

    @property
    def within(self) -> int:
        """The cells of the hands that the caller can have in both systems."""
        return self.old.caller.shown.mask & self.new.caller.shown.mask

    @property
    def understood(self) -> bool:
        """Whether the caller's earlier calls have their full meaning in both systems.

        Where they have not, no hand makes all of them by the rules of one system.
        """
        steps = (*self.old.caller.shown.calls, *self.new.caller.shown.calls)
        return all(step.trust is Trust.FULL for step in steps)

    @property
    def relaxed(self) -> bool:
        """Whether the last call contradicts its seat's earlier calls in either system."""
        return any(record.relaxed for view in (self.old, self.new) for record in view.records[-1:])

    def after(self, call: Call) -> Pair:
        """Return the position after one more call."""
        return Pair(self.old.after(call), self.new.after(call))


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """Hands that two systems treat differently in a position.

    Attributes:
        aspect: what they do differently.
        old: the rule by which the old system calls; None for no rule.
        new: the rule by which the new system calls; None for no rule.
        node: the exact condition on such hands, among those that can come here.
        hand: one of them; None when the solver's time ran out.
    """

    aspect: Aspect
    old: Candidate | None
    new: Candidate | None
    node: Bool
    hand: Hand | None

    @property
    def keys(self) -> dict[str, tuple[str, str]]:
        """What the two rules say of the same call, by the keys in which they differ, in words."""
        if self.old is None or self.new is None or self.aspect is Aspect.CALL:
            return {}
        old, new = self.old.said(), self.new.said()
        return {
            key: (_said_words(old[key]), _said_words(new[key]))
            for key in old
            if old[key] != new[key]
        }


def _said_words(value: Any) -> str:
    """Return the value of a key as its rule writes it, its suits worked out."""
    match value:
        case Force() | Judgement():
            return value.word
        case bool():
            return "yes" if value else "no"
        case int():
            return Suit(value).letter
        case tuple():
            return ", ".join(map(_said_words, value)) or "none"
        case frozenset():
            return ", ".join(sorted(value)) or "none"
        case _:
            return str(value or "none")


def differences(pair: Pair) -> Iterator[Difference]:
    """Yield what differs in a position; nothing means it is proved the same for every hand.

    That is for every hand that comes there in both systems.
    """
    if not pair.understood:
        return
    old, new = (list(view.position.tried(pair.within)) for view in (pair.old, pair.new))
    if _alike(old, new):
        return
    different = False
    for difference in _other_calls(pair, old, new):
        different = True
        yield difference
    if not different:
        yield from _other_attributes(pair, old, new)


def _alike(old: Sequence[TriedRule], new: Sequence[TriedRule]) -> bool:
    return len(old) == len(new) and all(
        before.call == after.call
        and before.condition.node == after.condition.node
        and attributes(before) == attributes(after)
        for before, after in zip(_rules(old), _rules(new), strict=True)
    )


def _rules(tried: Sequence[TriedRule]) -> list[Candidate]:
    return [rule.candidate for rule in tried]


def attributes(candidate: Candidate) -> dict[Aspect, dict[str, object]]:
    """Return by aspect what a rule says of its call besides the hand, suits worked out."""
    by_aspect: dict[Aspect, dict[str, object]] = {aspect: {} for aspect in Aspect}
    for key, what in candidate.said().items():
        by_aspect[_ASPECTS.get(key, Aspect.MEANING)][key] = what
    return by_aspect


# -- other calls -----------------------------------------------------------------------------------


def _other_calls(
    pair: Pair, old: Sequence[TriedRule], new: Sequence[TriedRule]
) -> Iterator[Difference]:
    """Yield hands that make a call in the old system and not in the new one, or have no rule."""
    within = pair.within
    for call in dict.fromkeys(rule.call for rule in _rules(old)):
        sure = pair.new.position.meaning(call, within).sure
        cells = pair.old.position.meaning(call, within).may & ~sure
        if cells and (node := _leaving(pair, call, cells)) is not None:
            yield from _difference(pair, Aspect.CALL, node, cells)
    without_old, without_new = (rules[-1].rest if rules else within for rules in (old, new))
    if without_old:
        node = negation(any_of(rule.condition.node for rule in _rules(old)))
        if without_new:
            node = all_of([node, any_of(rule.condition.node for rule in _rules(new))])
        yield from _difference(pair, Aspect.CALL, node, without_old)


def _leaving(pair: Pair, call: Call, cells: int) -> Bool | None:
    """Return the condition on hands that make a call in the old system and not in the new."""
    space = plain_space()
    hull = space.hull(cells)
    wide = space.masks(hull).may  # outside of which the two conditions need not be right
    node = pair.old.position.node(call, wide)
    other = pair.new.position.node(call, wide)
    return None if node == other else all_of([hull, node, negation(other)])


def _difference(pair: Pair, aspect: Aspect, node: Bool, cells: int) -> Iterator[Difference]:
    """Yield a difference unless it is proved that no hand in some cells shows it."""
    search = find_hand(pair.old, all_of([node, shown_before(pair.new)]), cells)
    if search.proof is Proof.NO:
        return
    hand = search.hand
    if hand is None:
        yield Difference(aspect, None, None, node, None)
        return
    old, new = pair.old.position.chosen(hand), pair.new.position.chosen(hand)
    assert comes_here(pair.old, hand) and comes_here(pair.new, hand), "a false witness"
    assert _call(old) != _call(new) or aspect is not Aspect.CALL, "a false witness"
    yield Difference(aspect, old, new, node, hand)


def _call(candidate: Candidate | None) -> Call | None:
    return candidate.call if candidate else None


# -- the same calls that mean something else -------------------------------------------------------


def _other_attributes(
    pair: Pair, old: Sequence[TriedRule], new: Sequence[TriedRule]
) -> Iterator[Difference]:
    """Yield hands that make the same call by rules that say different things of it."""
    within = pair.within
    for before in old:
        for after in new:
            aspect = _other_aspect(before.candidate, after.candidate)
            cells = before.masks.may & after.masks.may & within
            if aspect is None or not cells:
                continue
            firsts = (
                pair.old.position.first_choice(before.candidate),
                pair.new.position.first_choice(after.candidate),
            )
            node = all_of(firsts)
            if plain_space().masks(node).may & within:
                yield from _difference(pair, aspect, node, cells)


def _other_aspect(old: Candidate, new: Candidate) -> Aspect | None:
    """Return the first aspect in which two rules for one call differ; None without one."""
    if old.call != new.call:
        return None
    before, after = attributes(old), attributes(new)
    return next((aspect for aspect in before if before[aspect] != after[aspect]), None)

"""Owns the difference between two systems in one position, proved or shown by a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from dowager.auction import Call
from dowager.authoring.shared.witness import (
    Search,
    comes_here,
    find_hand,
    first_choice,
    shown_before,
)
from dowager.cards import Hand
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate
from dowager.language.tree import Bool, all_of, any_of, negation


class Aspect(Enum):
    """In what two systems differ for a hand."""

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
    def known(self) -> int:
        """The cells of hands that its seat can have by both."""
        seat = self.old.caller_seat
        return self.old.players[seat].shown.mask & self.new.players[seat].shown.mask


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """Hands that two systems treat differently in a position.

    Attributes:
        aspect: in what they differ.
        old: the call of the old system, and the rule; None without a rule.
        new: the same of the new one.
        node: the exact condition on such hands, for hands that have come here.
        hand: one of them; None when the solver's time ran out.
    """

    aspect: Aspect
    old: Candidate | None
    new: Candidate | None
    node: Bool
    hand: Hand | None


def used(view: View, known: int) -> list[Candidate]:
    """Return the rules of a position in order, as far as hands in some cells may be left."""
    found: list[Candidate] = []
    for candidate in view.position:
        found.append(candidate)
        known &= ~condition_masks(candidate.condition).sure
        if not known:
            break
    return found


def differences(pair: Pair) -> Iterator[Difference]:
    """Yield what differs in a position; nothing means that it is proved the same for every hand."""
    known = pair.known
    old, new = used(pair.old, known), used(pair.new, known)
    if _alike(old, new):
        return
    found = False
    for difference in _calls(pair, old, new, known):
        found = True
        yield difference
    if not found:
        yield from _attributes(pair, old, new, known)


def _alike(old: Sequence[Candidate], new: Sequence[Candidate]) -> bool:
    return len(old) == len(new) and all(
        one.call == other.call
        and one.condition.node == other.condition.node
        and attributes(one) == attributes(other)
        for one, other in zip(old, new, strict=True)
    )


def attributes(candidate: Candidate) -> dict[Aspect, dict[str, object]]:
    """Return by aspect what a rule says of its call besides the hand, suits worked out."""
    found: dict[Aspect, dict[str, object]] = {aspect: {} for aspect in Aspect}
    for key, what in candidate.said().items():
        found[_ASPECTS.get(key, Aspect.MEANING)][key] = what
    return found


# -- other calls -----------------------------------------------------------------------------------


def _calls(
    pair: Pair, old: Sequence[Candidate], new: Sequence[Candidate], known: int
) -> Iterator[Difference]:
    before, after = _cells(old, known), _cells(new, known)
    for call in before:
        sure = after[call][1] if call in after else 0
        cells = before[call][0] & ~sure
        if cells and (node := _leaving(pair, call, cells)) is not None:
            yield from _difference(pair, Aspect.CALL, node, cells)
    rest_old, rest_new = _rest(old, known), _rest(new, known)
    if rest_old:  # hands without a rule in the old system that have one in the new
        node = negation(any_of(candidate.condition.node for candidate in old))
        if rest_new:
            node = all_of([node, any_of(candidate.condition.node for candidate in new)])
        yield from _difference(pair, Aspect.CALL, node, rest_old)


def _cells(candidates: Sequence[Candidate], known: int) -> dict[Call, tuple[int, int]]:
    """Return for each call the cells of hands that may make it, and of those that surely do."""
    found: dict[Call, tuple[int, int]] = {}
    sure_left = may_left = known
    touched: dict[Call, int] = {}
    for candidate in candidates:
        masks = condition_masks(candidate.condition)
        call = candidate.call
        may, sure = found.get(call, (0, 0))
        others = 0
        for other, cells in touched.items():
            if other != call:
                others |= cells
        found[call] = (may | masks.may & may_left, sure | masks.sure & sure_left & ~others)
        touched[call] = touched.get(call, 0) | masks.may & known
        may_left &= ~masks.sure
    return found


def _rest(candidates: Sequence[Candidate], known: int) -> int:
    for candidate in candidates:
        known &= ~condition_masks(candidate.condition).sure
    return known


def _leaving(pair: Pair, call: Call, cells: int) -> Bool | None:
    """Return the condition on hands that make a call in the old system and not in the new."""
    space = plain_space()
    hull = space.hull(cells)
    wide = space.masks(hull).may  # outside of which the two conditions need not be right
    node = pair.old.position.node(call, wide)
    other = pair.new.position.node(call, wide)
    return None if node == other else all_of([hull, node, negation(other)])


def _difference(pair: Pair, aspect: Aspect, node: Bool, cells: int) -> Iterator[Difference]:
    search = _find(pair, node, cells)
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


def _find(pair: Pair, node: Bool, cells: int) -> Search:
    return find_hand(pair.old, all_of([node, shown_before(pair.new)]), cells)


# -- the same calls that are something else --------------------------------------------------------


def _attributes(
    pair: Pair, old: Sequence[Candidate], new: Sequence[Candidate], known: int
) -> Iterator[Difference]:
    """Yield hands that make the same call by rules that say different things of it."""
    for place, one in enumerate(old):
        for other_place, other in enumerate(new):
            if one.call != other.call:
                continue
            aspect = _aspect(one, other)
            cells = condition_masks(one.condition).may & condition_masks(other.condition).may
            if aspect is None or not cells & known:
                continue
            node = all_of([first_choice(old, place), first_choice(new, other_place)])
            if plain_space().masks(node).may & known:
                yield from _difference(pair, aspect, node, cells & known)


def _aspect(one: Candidate, other: Candidate) -> Aspect | None:
    before, after = attributes(one), attributes(other)
    return next((aspect for aspect in before if before[aspect] != after[aspect]), None)

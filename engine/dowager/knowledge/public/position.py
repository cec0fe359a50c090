"""One position: the rules that apply, in order, and from them what each call means.

The meaning of a call is: one of its rules matches, and no earlier rule for another call does. So
it is exactly the set of hands for which `chosen` gives that call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from dowager.auction import Call
from dowager.backends.evaluate import hand_test
from dowager.cards import Hand, Holdings
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.partition import Partition
from dowager.knowledge.cells.space import plain_space
from dowager.language.compile import Candidate, Condition
from dowager.language.text import Layer
from dowager.language.tree import And, Bool, all_of, any_of, negation, shape_index


class Meaning(NamedTuple):
    """What a call shows: cells whose hands may make it, cells whose hands all do, and the rules.

    Each rule comes with the cells that it may contribute.
    """

    may: int
    sure: int
    rules: tuple[tuple[Candidate, int], ...]


def condition_masks(condition: Condition) -> Masks:
    """Return the masks of a condition in the plain space; worked out once for each condition."""
    masks = condition.masks
    if masks is None:
        masks = condition.masks = _masks(condition.node)
    assert isinstance(masks, Masks)
    return masks


def _masks(node: Bool) -> Masks:
    """Return the masks of a condition, one integer for both if shape and HCP decide it."""
    masks = plain_space().masks(node)
    return Masks(masks.may, masks.may) if masks.sure == masks.may else masks


class Reached:
    """The masks of a rule's condition, worked out part by part as far as hands may still fit.

    Attributes:
        sure: the cells that the parts so far all decide for.
        may: the cells that none of them decides against.
        tried: the parts so far.
    """

    __slots__ = ("_parts", "may", "sure", "tried")

    def __init__(self, candidate: Candidate) -> None:
        self._parts: Iterator[Condition] | None = candidate.parts()
        self.sure = self.may = plain_space().full
        self.tried: list[Condition] = []

    def within(self, cells: int) -> Reached:
        """Make the masks right in some cells: where they are empty, later parts may wait."""
        while self._parts is not None and self.may & cells:
            part = next(self._parts, None)
            if part is None:
                self._parts = None
            else:
                self._meet(part)
        return self

    def unsure(self, cells: int) -> Iterator[Condition]:
        """Yield the parts so far that some cells do not decide for."""
        return (part for part in self.tried if cells & ~condition_masks(part).sure)

    def undecided(self) -> set[Bool]:
        """Return what the parts ask that shape and HCP do not decide."""
        return {
            asked
            for part in self.tried
            if not _decided(condition_masks(part))
            for asked, masks in _conjuncts(part)
            if not _decided(masks)
        }

    def sure_given(self, known: set[Bool]) -> int:
        """Return the cells in which every hand fits of which something is known besides."""
        sure = plain_space().full
        for part in self.tried:
            masks = condition_masks(part)
            if _decided(masks):
                sure &= masks.sure
                continue
            for asked, each in _conjuncts(part):
                if asked not in known:
                    sure &= each.sure
        return sure

    def _meet(self, part: Condition) -> None:
        masks = condition_masks(part)
        self.tried.append(part)
        if masks.sure is masks.may and self.sure is self.may:
            self.sure = self.may = self.may & masks.may  # one integer for both
        else:
            self.may &= masks.may
            self.sure &= masks.sure


def _decided(masks: Masks) -> bool:
    """Whether shape and HCP decide a condition."""
    return masks.sure is masks.may


def _conjuncts(part: Condition) -> tuple[tuple[Bool, Masks], ...]:
    """Return what a part of a condition asks, one by one, with the masks of each."""
    conjuncts = part.conjuncts
    if conjuncts is None:
        nodes = part.node.args if isinstance(part.node, And) else (part.node,)
        conjuncts = part.conjuncts = tuple((node, _masks(node)) for node in nodes)
    assert isinstance(conjuncts, tuple)
    return conjuncts


def masks_within(candidate: Candidate, cells: int) -> Reached:
    """Return the cells that a rule's condition decides for and not against, right in some cells.

    No more of the condition is worked out than decides that no hand of these cells can fit.
    """
    reached = candidate.reached
    if reached is None:
        reached = candidate.reached = Reached(candidate)
    assert isinstance(reached, Reached)
    return reached.within(cells)


def cell_of(hand: Hand) -> int:
    """Return the number of the plain space's cell that a hand lies in."""
    clubs, diamonds, hearts, _ = hand.lengths
    return plain_space().cell(shape_index(clubs, diamonds, hearts), hand.hcp)


class TriedRule(NamedTuple):
    """A rule as it is tried: after all the rules before it.

    Attributes:
        candidate: the rule.
        masks: the cells in which its condition holds.
        untaken: the cells in which the rules before it may leave hands.
    """

    candidate: Candidate
    masks: Masks
    untaken: int

    @property
    def may(self) -> int:
        """The cells in which it may take hands."""
        return self.masks.may & self.untaken

    @property
    def rest(self) -> int:
        """The cells in which it may leave hands to the rules after it."""
        return self.untaken & ~self.masks.sure


class Position:
    """The rules that apply before a call, worked out as far as they are needed.

    Iterating yields the candidates in the order in which they are tried.
    """

    __slots__ = ("_candidates", "_source")

    def __init__(self, source: Iterator[Candidate]) -> None:
        self._source: Iterator[Candidate] | None = source
        self._candidates: list[Candidate] = []

    def __iter__(self) -> Iterator[Candidate]:
        index = 0
        while True:
            while index < len(self._candidates):
                yield self._candidates[index]
                index += 1
            if self._source is None:
                return
            following = next(self._source, None)
            if following is None:
                self._source = None
            else:
                self._candidates.append(following)

    def tried(self, within: int, *, to_end: bool = False) -> Iterator[TriedRule]:
        """Yield the rules in order, each with the cells that earlier ones leave; stop at none.

        Args:
            within: the cells of the hands that are asked about.
            to_end: whether to go on to the last rule in any case.
        """
        asked = within
        for candidate in self:
            masks = masks_within(candidate, asked)
            yield TriedRule(candidate, Masks(masks.sure, masks.may), within)
            within &= ~masks.sure
            if not within and not to_end:
                return

    def has(self, call: Call) -> bool:
        """Whether a rule leads to a call."""
        return any(candidate.call == call for candidate in self)

    def chosen(self, hand: Hand) -> Candidate | None:
        """Return the first rule that matches a hand, or None when no rule does."""
        bit = 1 << cell_of(hand)
        return next((rule for rule in self if matches(rule, hand, bit)), None)

    def includes(self, call: Call, hand: Hand) -> bool:
        """Whether the call's meaning includes a hand: whether that hand would make the call."""
        chosen = self.chosen(hand)
        return chosen is not None and chosen.call == call

    def meaning(self, call: Call, within: int) -> Meaning:
        """Return what a call shows, as cells of `within`; sound, and exact where cells decide."""
        may = sure = 0
        untaken = untouched = uncovered = within
        rules: list[tuple[Candidate, int]] = []
        earlier: list[Reached] = []
        for candidate in self:
            masks = masks_within(candidate, untaken)
            if candidate.call == call:
                part = masks.may & untaken
                if earlier and part:
                    part &= ~_taken(earlier, part, masks.undecided())
                if part:
                    may |= part
                    sure |= masks.sure & part & untouched
                    rules.append((candidate, part))
            else:
                untouched &= ~masks.may
            uncovered &= ~(masks.sure & untaken)
            if candidate.call != call:
                untaken &= ~masks.sure
                if masks.may & untaken:
                    earlier.append(masks)
            if not uncovered:
                break
        return Meaning(may, sure, tuple(rules))

    def positive(self, call: Call, within: int) -> Meaning:
        """Return what the call's own rules say, other rules apart."""
        may = sure = 0
        rules: list[tuple[Candidate, int]] = []
        for candidate in self.own(call):
            masks = masks_within(candidate, within)
            part = masks.may & within
            may |= part
            sure |= masks.sure & within
            if part:
                rules.append((candidate, part))
        return Meaning(may, sure, tuple(rules))

    def own(self, call: Call) -> list[Candidate]:
        """Return a call's own rules, in order.

        Where a system says what a call means that it has not agreed, only that counts: general
        rules and the last resort know nothing of this auction.
        """
        return self.unagreed(call) or [rule for rule in self if rule.call == call]

    def unagreed(self, call: Call) -> list[Candidate]:
        """Return the rules that say what a call means that the system has not agreed, in order."""
        return [rule for rule in self if rule.call == call and rule.layer is Layer.UNAGREED]

    def deciding(self, call: Call, within: int) -> list[Candidate]:
        """Return the rules that decide whether a hand of some cells makes a call, in order."""
        rules = [tried.candidate for tried in self.tried(within) if tried.may]
        while rules and rules[-1].call != call:
            rules.pop()
        return rules

    def refined(self, call: Call, space: Partition, positive: bool, within: int) -> int:
        """Return what a call shows as parts of another partition; all of them without a rule.

        Args:
            call: the call.
            space: the other partition.
            positive: whether only the call's own rules count, other rules apart.
            within: the cells of the hands that are asked about.
        """
        taken = may = 0
        if positive:
            rules = [rule for rule, _ in self.positive(call, within).rules]
        else:
            rules = self.deciding(call, within)
        for candidate in rules:
            node = candidate.condition.node
            if candidate.call == call:
                may |= space.masks(node).may & ~taken
            else:
                taken |= space.sure(node)
        return may if rules else space.full

    def decided(self, call: Call, within: int | None = None) -> bool:
        """Whether shape and HCP decide every rule that the call's meaning depends on.

        Args:
            call: the call.
            within: the cells of the hands that are asked about; None for all.
        """
        cells = plain_space().full if within is None else within
        decided = (masks_within(rule, cells) for rule in self.deciding(call, cells))
        return not any((masks.sure ^ masks.may) & cells for masks in decided)

    def parts(self, call: Call, within: int | None = None) -> Iterator[tuple[Candidate, Bool]]:
        """Yield each rule of a call with the exact condition on which a hand may call by it.

        Args:
            call: the call.
            within: if given, the conditions need only be right for hands in these cells; rules that
                match none of them are left out.
        """
        others: list[Bool] = []
        for candidate in self:
            if within is not None and not masks_within(candidate, within).may & within:
                continue
            node = candidate.condition.node
            if candidate.call == call:
                yield candidate, all_of([node, negation(any_of(others))])
            else:
                others.append(node)

    def node(self, call: Call, within: int | None = None) -> Bool:
        """Return the call's meaning as an exact condition; false for a call without a rule.

        Args:
            call: the call.
            within: if given, the condition need only be right for hands in these cells; rules that
                match none of them are left out.
        """
        return any_of(node for _, node in self.parts(call, within))

    def before(self, candidate: Candidate) -> list[Candidate]:
        """Return the rules that are tried before a rule of this position."""
        return list(takewhile(lambda other: other is not candidate, self))

    def first_choice(self, candidate: Candidate) -> Bool:
        """Return the exact condition on which a rule of this position is the first that matches."""
        earlier = any_of(other.condition.node for other in self.before(candidate))
        return all_of([candidate.condition.node, negation(earlier)])

    def first_among(self, chosen: Callable[[Candidate], bool], within: int | None = None) -> Bool:
        """Return the exact condition on which the first rule that matches is one of some rules.

        Args:
            chosen: whether a rule is one of them.
            within: if given, the condition need only be right for hands in these cells.
        """
        firsts: list[Bool] = []
        earlier: list[Bool] = []
        for candidate in self:
            if within is not None and not masks_within(candidate, within).may & within:
                continue
            node = candidate.condition.node
            if chosen(candidate):
                firsts.append(all_of([node, negation(any_of(earlier))]))
            else:
                earlier.append(node)
        return any_of(firsts)

    def positive_node(self, call: Call) -> Bool | None:
        """Return what the call's own rules say; None for a call without a rule."""
        nodes = [rule.condition.node for rule in self.own(call)]
        return any_of(nodes) if nodes else None

    def calls(self) -> tuple[Call, ...]:
        """Return the calls that have a rule, in the order in which they are first tried."""
        return tuple(dict.fromkeys(candidate.call for candidate in self))


def _taken(earlier: Sequence[Reached], cells: int, known: set[Bool]) -> int:
    """Return the cells in which earlier rules take every hand of which something is known.

    Where 3NT shows 14 HCP and a stopper, a hand of 14 HCP that shows a stopper by a later 2NT would
    have bid 3NT. Shape and HCP decide neither rule, and yet the range of the second ends at 13.
    """
    taken = 0
    if known:
        for rule in earlier:
            if rule.may & cells:
                taken |= rule.sure_given(known)
    return taken


def matches(candidate: Candidate, hand: Hand, bit: int) -> bool:
    """Whether a rule's condition holds for a hand; `bit` is the mask of the hand's cell."""
    return fits(candidate, bit, lambda: hand.holdings)


def fits(candidate: Candidate, bit: int, holdings: Callable[[], Holdings]) -> bool:
    """Whether a rule's condition holds for a hand, of which `holdings` is asked only if need be."""
    reached = masks_within(candidate, bit)
    if not reached.may & bit:
        return False
    if reached.sure & bit:
        return True
    held = holdings()
    return all(hand_test(part.node)(held) for part in reached.unsure(bit))

"""The smallest change of cards with which a hand makes a call: one card, two, or more.

A change swaps k cards: k leave the hand, k others of the pack come in. The changed hand has to make
the call and, at its earlier turns, the calls that were made. All changes of one card (507) and of
two (57,798) are tried, so that their failing is a proof; larger ones are left to the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.bidder import decide
from dowager.cards import (
    ALL_HOLDINGS,
    FULL_PACK,
    FULL_SUIT,
    LENGTH_OF,
    Hand,
    card_name,
    rank_of,
    suit_of,
)
from dowager.knowledge.cells import HCP_OF, plain_space
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Columns, Constraint, Fit
from dowager.language.compile import Candidate
from dowager.language.tree import Bool, all_of, any_of, negation

ENUMERATED = 2
"""Up to how many cards all changes are tried."""

_WORDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")

Bits = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A turn of the caller: what everybody knew before it, and the call that is wanted.

    Attributes:
        view: what everybody knew.
        call: the call.
        rule: the `file:line` of the rule that has to make it; any rule when empty.
    """

    view: View
    call: Call
    rule: str = ""

    def node(self) -> Bool:
        """Return the exact condition on which a hand makes the call here."""
        position = self.view.position
        if self.rule:
            return position.first_among(self._is_wanted)
        node = position.node(self.call)
        if self.call is not Call.PASS:
            return node
        # A hand that no rule fits passes, too.
        rules = any_of(candidate.condition.node for candidate in position)
        return any_of([node, negation(rules)])

    def _is_wanted(self, candidate: Candidate) -> bool:
        return candidate.rule.location == self.rule and candidate.call == self.call

    def made_by(self, hand: Hand) -> bool:
        """Whether a hand makes the call here, by bidding it."""
        decision = decide(self.view, hand)
        return decision.call == self.call and self.rule in ("", decision.location)


class NoHand(Enum):
    """Why no hand at all will do."""

    CALL = "no hand makes the call here"
    EARLIER = "no hand makes all the calls that this seat made before"
    TOGETHER = "no hand that makes the earlier calls makes this one"


@dataclass(frozen=True, slots=True)
class CardChange:
    """The smallest change of cards, or how far the search for it came.

    Attributes:
        hand: the changed hand; None when none was found.
        swaps: the cards as pairs: leaving, coming. Empty when the hand makes the calls as it is.
        rule: the rule by which the changed hand makes the call; None for a pass without one.
        not_with: no change of this many cards or fewer will do, which is proved; 13 when no hand at
            all will do, -1 when that was not asked.
        reason: why no hand at all will do; None when one will, or that is not known.
    """

    hand: Hand | None
    swaps: tuple[tuple[int, int], ...] = ()
    rule: Candidate | None = None
    not_with: int = -1
    reason: NoHand | None = None

    @property
    def proved(self) -> bool:
        """Whether the change is proved to be the smallest, or that there is none."""
        return self.reason is not None or (
            self.hand is not None and self.not_with == len(self.swaps) - 1
        )

    @property
    def words(self) -> str:
        """The swaps in words: "the king instead of the 4 of hearts; S2 for H5"."""
        return "; ".join(swap_words(*pair) for pair in self.swaps)


def swap_words(leaving: int, coming: int) -> str:
    """Return one swap in words: "the king instead of the 4 of hearts", "S2 for H5"."""
    if suit_of(leaving) != suit_of(coming):
        return f"{card_name(coming)} for {card_name(leaving)}"
    coming_rank, leaving_rank = (_WORDS[rank_of(card)] for card in (coming, leaving))
    return f"the {coming_rank} instead of the {leaving_rank} of {suit_of(coming).word}"


def wanted(turns: Sequence[Turn]) -> Bool:
    """Return the exact condition on which a hand makes the calls of all turns."""
    return all_of(turn.node() for turn in turns)


def confirmed_change(
    turns: Sequence[Turn], hand: Hand, changed: Hand, not_with: int | None = None
) -> CardChange:
    """Return a change, after bidding the changed hand at every turn.

    Args:
        turns: the caller's turns.
        hand: the hand as it is.
        changed: the hand as it has to be.
        not_with: how many cards are proved not to be enough; by default one fewer than are swapped.
    """
    assert all(turn.made_by(changed) for turn in turns), f"{changed} does not bid as was proved"
    pairs = swaps_between(hand, changed)
    rule = turns[-1].view.position.chosen(changed)
    return CardChange(changed, pairs, rule, len(pairs) - 1 if not_with is None else not_with)


def near_change(turns: Sequence[Turn], hand: Hand) -> CardChange | None:
    """Return the smallest change of at most `ENUMERATED` cards; None proves that there is none.

    Among changes of equally many cards that is the one that changes the HCP least, then the lengths
    of the suits least, then swaps the lowest cards.
    """
    if all(turn.made_by(hand) for turn in turns):
        return confirmed_change(turns, hand, hand)
    fit = Fit(Constraint(plain_space().full, wanted(turns)))
    if not fit.mask:
        return None
    for count in range(1, ENUMERATED + 1):
        hands = changed_hands(hand, count)
        fitting = hands[fit.fits(_columns(hands))]
        if len(fitting):
            return confirmed_change(turns, hand, _most_natural(hand, fitting))
    return None


def changed_hands(hand: Hand, count: int) -> Bits:
    """Return every hand that differs from a hand in exactly `count` cards, as 52-bit sets."""
    held, others = tuple(hand.cards()), tuple(Hand(FULL_PACK & ~hand.bits).cards())
    leaving, coming = _sets(held, count), _sets(others, count)
    return ((np.uint64(hand.bits) ^ leaving)[:, None] | coming[None, :]).ravel()


def _sets(cards: tuple[int, ...], count: int) -> Bits:
    powers: Bits = np.left_shift(np.uint64(1), np.array(cards, dtype=np.uint64))
    sets: Bits = powers[_combinations(len(cards), count)].sum(axis=1, dtype=np.uint64)
    return sets


@cache
def _combinations(size: int, count: int) -> NDArray[np.intp]:
    return np.array(list(combinations(range(size), count)), dtype=np.intp)


def _columns(hands: Bits) -> Columns:
    """Return the holdings of hands by suit, clubs first: `(4, n)`."""
    shifts = np.arange(4, dtype=np.uint64)[:, None] * np.uint64(13)
    columns: Columns = ((hands[None, :] >> shifts) & np.uint64(FULL_SUIT)).astype(np.uint16)
    return columns


def _most_natural(hand: Hand, hands: Bits) -> Hand:
    """Return the most natural of hands with equally many swaps; ties go by the cards."""
    columns = _columns(hands)
    mine = np.array(hand.holdings, dtype=np.uint16)[:, None]
    points = HCP_OF[columns].sum(axis=0) - HCP_OF[mine].sum()
    moved = np.abs(LENGTH_OF[columns].astype(np.int64) - LENGTH_OF[mine]).sum(axis=0)
    swapped = columns ^ mine
    ranks = _RANKS[swapped].sum(axis=0)
    return Hand(int(hands[np.lexsort((hands, ranks, moved, np.abs(points)))[0]]))


_RANKS: NDArray[np.int64] = np.array(
    [sum(rank for rank in range(13) if holding >> rank & 1) for holding in ALL_HOLDINGS.tolist()],
    dtype=np.int64,
)


def swaps_between(hand: Hand, changed: Hand) -> tuple[tuple[int, int], ...]:
    """Pair the cards that leave with those that come: within a suit first, the highest first."""
    leaving = sorted(Hand(hand.bits & ~changed.bits).cards(), key=rank_of, reverse=True)
    coming = sorted(Hand(changed.bits & ~hand.bits).cards(), key=rank_of, reverse=True)
    pairs: list[tuple[int, int]] = []
    for card in tuple(leaving):
        in_suit = next((other for other in coming if suit_of(other) == suit_of(card)), None)
        if in_suit is not None:
            pairs.append((card, in_suit))
            leaving.remove(card)
            coming.remove(in_suit)
    return (*pairs, *zip(leaving, coming, strict=True))

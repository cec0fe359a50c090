"""Owns the hidden hands: the deals that agree with what a player sees, the play and the auction.

What is seen and played are facts. A hidden hand holds the cards that it has played and, besides
them, nothing of a suit that it has shown out of. What the auction shows is a reading: strangers'
hands contradict it now and then, so it is given up by steps when nothing fits, and that is said.

Two hidden hands: either all ways to divide the free cards between them are listed, when they are
few, or hands are drawn uniformly from the exact table of those that hold one seat's cards and leave
both seats in cells that they have shown; what cells do not decide is tested on the cards. Three
hidden hands, before the opening lead: `knowledge.sampler`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from dowager.cards import FULL_PACK, FULL_SUIT, Hand, Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import Shown
from dowager.knowledge.sampling import Columns, Constraint, Fit, HandTable, Sampler, opposite_cells
from dowager.play.seen import Seen
from dowager.play.state import cards_of

FEW = 4_000
"""Divisions that are listed rather than drawn."""

_EFFORT = 40_000  # hands drawn at most for one reading of the auction
_BATCH = 4_096


class Reading(IntEnum):
    """How much of what a seat's calls show is believed."""

    FULL = 0
    POSITIVE = 1
    NOTHING = 2


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Deals that agree with what a player knows.

    Attributes:
        holdings: hands as they were dealt, shape `(deals, 4 seats, 4 suits)`, clubs first.
        complete: whether these are all deals that agree, once each; else they are independent and
            uniform over them.
        relaxed: what had to be given up for any deal to agree, in words; mostly nothing.
    """

    holdings: NDArray[np.uint16]
    complete: bool
    relaxed: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.holdings)


@dataclass(frozen=True, slots=True)
class _Division:
    """How the cards that are not seen can fall on two hands.

    Attributes:
        first: cards that the first seat holds, or has played, whatever the layout.
        second: the same of the second seat.
        free: the cards that either may hold.
    """

    seats: tuple[Seat, Seat]
    first: int
    second: int
    free: int

    @property
    def wanted(self) -> int:
        """How many of the free cards the first seat holds."""
        return 13 - self.first.bit_count()

    @property
    def possible(self) -> bool:
        """Whether both hands can be filled."""
        return 0 <= self.wanted <= self.free.bit_count()


def layouts(
    seen: Seen,
    generator: np.random.Generator,
    count: int,
    *,
    auction: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> Layouts:
    """Return deals that agree with what a player knows; there is always at least one.

    Args:
        seen: what the player knows.
        generator: the random source.
        count: how many deals are wanted, unless all can be listed.
        auction: whether what calls have shown counts.
        stop: asked between batches; True ends the search for more, not before there is one.
    """
    find = _two_hidden(seen) if len(seen.hidden) == 2 else _three_hidden(seen)
    for readings, relaxed in _ladder(seen) if auction else _deaf(seen):
        holdings, complete = find(readings, generator, count, stop)
        if len(holdings):
            return Layouts(holdings, complete, relaxed)
    raise AssertionError("no deal agrees with the cards played")


_Readings = Mapping[Seat, Reading]
_Found = tuple[NDArray[np.uint16], bool]
_Find = Callable[[_Readings, np.random.Generator, int, Callable[[], bool]], _Found]


def _ladder(seen: Seen) -> Iterator[tuple[_Readings, tuple[str, ...]]]:
    """Yield what to believe of each hidden seat, ever less; opponents' calls go first."""
    hidden = sorted(seen.hidden, key=lambda seat: seat is seen.seat.partner)
    yield dict.fromkeys(hidden, Reading.FULL), ()
    positive = dict.fromkeys(hidden, Reading.POSITIVE)
    yield positive, ("what calls deny",)
    for seat in hidden:
        yield positive | {seat: Reading.NOTHING}, ("what calls deny", f"{seat.word}'s calls")
    yield from _deaf(seen, ("the auction",))


def _deaf(seen: Seen, relaxed: tuple[str, ...] = ()) -> Iterator[tuple[_Readings, tuple[str, ...]]]:
    yield dict.fromkeys(seen.hidden, Reading.NOTHING), relaxed


def _shown(seen: Seen, seat: Seat) -> Shown:
    return seen.view.players[seat].shown


@lru_cache(maxsize=64)
def _fit(shown: Shown, reading: Reading) -> Fit:
    """Return the test of a reading; the play of a board asks for the same ones at every card."""
    return Fit(_constraint(shown, reading))


def _constraint(shown: Shown, reading: Reading) -> Constraint:
    if reading is Reading.NOTHING:
        return Constraint(plain_space().full)
    if reading is Reading.POSITIVE:
        shown = shown.positive()
    return Constraint(shown.mask, shown.node())


# --- three hidden hands --------------------------------------------------------------------------


def _three_hidden(seen: Seen) -> _Find:
    def find(
        readings: _Readings,
        generator: np.random.Generator,
        count: int,
        stop: Callable[[], bool],
    ) -> _Found:
        shown = {seat: _constraint(_shown(seen, seat), how) for seat, how in readings.items()}
        sampler = Sampler(shown, seen.known)
        found = sampler.sample(generator, min(count, 64), effort=_EFFORT, proof_seconds=0)
        if len(found) and not stop() and len(found) < count:
            rest = count - len(found)
            more = sampler.sample(generator, rest, effort=_EFFORT, stop=stop, proof_seconds=0)
            return np.concatenate([found.holdings, more.holdings]), False
        return found.holdings, False

    return find


# --- two hidden hands ----------------------------------------------------------------------------


def _two_hidden(seen: Seen) -> _Find:
    division = _divided(seen)
    few = comb(division.free.bit_count(), division.wanted) <= FEW
    every = _listed(division) if few else None

    def find(
        readings: _Readings,
        generator: np.random.Generator,
        count: int,
        stop: Callable[[], bool],
    ) -> _Found:
        first, second = (_fit(_shown(seen, seat), readings[seat]) for seat in division.seats)
        if every is not None:
            hands = _that_fit(every, division, first, second)
        else:
            hands = _drawn(division, first, second, generator, count, stop)
        return _seated(seen, division, hands), every is not None

    return find


def _divided(seen: Seen) -> _Division:
    """Return what the play leaves open; a seat that revoked may hold anything."""
    first, second = seen.hidden
    played = [seen.play.played_by(seat) for seat in (first, second)]
    unseen = FULL_PACK & ~sum(hand.bits for hand in seen.known.values())
    free = unseen & ~played[0] & ~played[1]
    denied = [free & _suits(seen, seat) for seat in (first, second)]
    if not denied[0] & denied[1]:
        open_cards = free & ~denied[0] & ~denied[1]
        division = _Division(
            (first, second), played[0] | denied[1], played[1] | denied[0], open_cards
        )
        if division.possible:
            return division
    return _Division((first, second), played[0], played[1], free)


def _suits(seen: Seen, seat: Seat) -> int:
    """Return all cards of the suits that a seat has shown out of."""
    return sum(FULL_SUIT << 13 * suit for suit in seen.play.voids(seat))


def _listed(division: _Division) -> Columns:
    """Return every hand that the first seat can have been dealt, as columns."""
    bits = np.array([1 << card for card in cards_of(division.free)], dtype=np.uint64)
    places = np.array(list(combinations(range(len(bits)), division.wanted)), dtype=np.intp)
    hands = bits[places].sum(axis=1, dtype=np.uint64) + np.uint64(division.first)
    return np.stack(
        [
            (hands >> np.uint64(13 * suit) & np.uint64(FULL_SUIT)).astype(np.uint16)
            for suit in range(4)
        ]
    )


def _drawn(
    division: _Division,
    first: Fit,
    second: Fit,
    generator: np.random.Generator,
    count: int,
    stop: Callable[[], bool],
) -> Columns:
    """Draw hands of the first seat, uniform over those that fit, as columns."""
    both = Hand(division.first | division.second | division.free)
    lengths = np.array(both.lengths)
    allowed = first.allowed & opposite_cells(second.allowed, lengths, both.hcp)
    cards = Hand(division.first | division.free).holdings
    table = HandTable(cards, allowed, Hand(division.first).holdings)
    found = np.empty((4, 0), dtype=np.uint16)
    if not table.total:
        return found
    drawn = 0
    while found.shape[1] < count and drawn < _EFFORT:
        size = min(_BATCH, max(64, 2 * (count - found.shape[1])))
        fitting = _that_fit(table.draw(generator, size), division, first, second)
        found = np.concatenate([found, fitting], axis=1)
        drawn += size
        if stop():
            break
    return found[:, :count]


def _that_fit(hands: Columns, division: _Division, first: Fit, second: Fit) -> Columns:
    """Return those of the first seat's hands with which both seats fit."""
    hands = hands[:, first.fits(hands)]
    return hands[:, second.fits(_others(hands, division))]


def _others(hands: Columns, division: _Division) -> Columns:
    both = Hand(division.first | division.second | division.free).holdings
    others: Columns = np.array(both, dtype=np.uint16)[:, None] ^ hands
    return others


def _seated(seen: Seen, division: _Division, hands: Columns) -> NDArray[np.uint16]:
    deals = np.empty((hands.shape[1], 4, 4), dtype=np.uint16)
    for seat, hand in seen.known.items():
        deals[:, seat] = hand.holdings
    first, second = division.seats
    deals[:, first] = hands.T
    deals[:, second] = _others(hands, division).T
    return deals

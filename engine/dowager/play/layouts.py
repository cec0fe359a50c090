"""Layouts of the hidden hands: the deals that agree with the auction, the play and what is seen.

What is seen and played are facts. A hidden hand holds the cards that it has played and, besides
them, nothing of a suit that it has shown out of. What the auction shows depends on how a side is
read. A reading that weighs hands excludes hardly any, and layouts have the weights of their hands.
A side that is read exactly may contradict itself all the same: its calls are then given up by
steps, and the result says so.

Two hidden hands: either all ways to divide the free cards between them are listed, when they are
few, or hands are drawn by weight from the exact table of those that hold one seat's cards and leave
both seats in cells that they have shown; what cells do not decide is tested on the cards. Three
hidden hands, before the opening lead: `knowledge.sampling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from dowager.cards import FULL_SUIT, Hand, Seat, cards_of, cards_outside
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import Shown, Trust
from dowager.knowledge.readings import EXACT, Reading
from dowager.knowledge.sampling import (
    Columns,
    Constraint,
    Fit,
    HandTable,
    Sampler,
    constraint_of,
    opposite_cells,
)
from dowager.play.player_view import PlayerView

FEW = 4_000
"""The most divisions that are listed rather than drawn."""

_EFFORT = 40_000  # hands drawn at most before the auction is trusted less
_BATCH = 4_096


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Deals that agree with what a player knows.

    Attributes:
        holdings: hands as they were dealt, shape `(deals, 4 seats, 4 suits)`, clubs first.
        complete: whether these are all deals that agree, once each; else they are independent, and
            each was drawn with the chance of its weight.
        relaxed: what had to be given up for any deal to agree, in words; usually nothing.
        weights: how likely each of all deals is by what is believed, up to a common factor, shape
            `(deals,)`; None if they are equally likely, or drawn.
    """

    holdings: NDArray[np.uint16]
    complete: bool
    relaxed: tuple[str, ...] = ()
    weights: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.holdings)


@dataclass(frozen=True, slots=True)
class _Division:
    """How the unseen cards can fall on two hands.

    Attributes:
        seats: the two seats.
        first: the cards that the first seat was dealt whatever the layout.
        second: those that the second seat was dealt.
        free: the cards that either may have been dealt.
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

    @property
    def both(self) -> Hand:
        """The cards of the two hands together."""
        return Hand(self.first | self.second | self.free)

    def rest_of(self, hands: Columns) -> Columns:
        """Return the second seat's hands, given the first seat's."""
        rest: Columns = np.array(self.both.holdings, dtype=np.uint16)[:, None] ^ hands
        return rest


def layouts(
    view: PlayerView,
    generator: np.random.Generator,
    count: int,
    *,
    auction: bool = True,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
    stop: Callable[[], bool] = lambda: False,
) -> Layouts:
    """Return deals that agree with what a player knows; there is always at least one.

    Args:
        view: what the player knows.
        generator: the random source.
        count: how many deals are wanted, if they are too many to list.
        auction: whether what calls have shown counts.
        readings: how far North-South's and East-West's calls are believed.
        stop: asked between batches; True ends the search for more, not before there is one.
    """
    draw = _two_hidden(view) if len(view.hidden) == 2 else _three_hidden(view)
    for beliefs, relaxed in _ladder(view, readings) if auction else _deaf(view):
        drawn = draw(beliefs, generator, count, stop)
        if len(drawn):
            return replace(drawn, relaxed=relaxed)
    raise AssertionError("no deal agrees with the cards played")


@dataclass(frozen=True, slots=True)
class _Belief:
    """What is believed of a hidden hand.

    Attributes:
        shown: what its calls have shown.
        reading: how its side is read.
        trust: how much of its calls counts, if they are read exactly; a reading that weighs hands
            keeps all of them, or gives up all.
    """

    shown: Shown
    reading: Reading = EXACT
    trust: Trust = Trust.FULL

    def constraint(self) -> Constraint:
        """Return what the hand must be like, or what it weighs."""
        if self.trust is Trust.NONE:
            return Constraint(plain_space().full)
        partly = self.trust is Trust.POSITIVE and self.reading.exact
        return constraint_of(self.shown.positive() if partly else self.shown, self.reading)


_Beliefs = Mapping[Seat, _Belief]
_Stop = Callable[[], bool]
_Draw = Callable[[_Beliefs, np.random.Generator, int, _Stop], Layouts]


def _ladder(
    view: PlayerView, readings: tuple[Reading, Reading]
) -> Iterator[tuple[_Beliefs, tuple[str, ...]]]:
    """Yield what to believe of each hidden seat, ever less; opponents' calls go first."""
    hidden = sorted(view.hidden, key=lambda seat: seat is view.seat.partner)
    full = {seat: _Belief(_shown(view, seat), readings[seat.side]) for seat in hidden}
    yield full, ()
    exact = [seat for seat in hidden if readings[seat.side].exact]
    if exact:
        positive = {seat: replace(full[seat], trust=Trust.POSITIVE) for seat in hidden}
        yield positive, ("what calls deny",)
        for seat in exact:
            nothing = {seat: replace(full[seat], trust=Trust.NONE)}
            yield positive | nothing, ("what calls deny", f"{seat.word}'s calls")
    yield from _deaf(view, ("the auction",))


def _deaf(
    view: PlayerView, relaxed: tuple[str, ...] = ()
) -> Iterator[tuple[_Beliefs, tuple[str, ...]]]:
    yield {seat: _Belief(_shown(view, seat), trust=Trust.NONE) for seat in view.hidden}, relaxed


def _shown(view: PlayerView, seat: Seat) -> Shown:
    return view.public.players[seat].shown


@lru_cache(maxsize=64)
def _fit(belief: _Belief) -> Fit:
    """Return the test of what is believed; the play of a board asks for the same at every card."""
    return Fit(belief.constraint())


# --- three hidden hands --------------------------------------------------------------------------


def _three_hidden(view: PlayerView) -> _Draw:
    def draw(beliefs: _Beliefs, generator: np.random.Generator, count: int, stop: _Stop) -> Layouts:
        shown = {seat: belief.constraint() for seat, belief in beliefs.items()}
        sampler = Sampler(shown, view.known)
        first = sampler.sample(generator, min(count, 64), effort=_EFFORT, proof_seconds=0)
        if len(first) and not stop() and len(first) < count:
            rest = count - len(first)
            more = sampler.sample(generator, rest, effort=_EFFORT, stop=stop, proof_seconds=0)
            return Layouts(np.concatenate([first.holdings, more.holdings]), False)
        return Layouts(first.holdings, False)

    return draw


# --- two hidden hands ----------------------------------------------------------------------------


def _two_hidden(view: PlayerView) -> _Draw:
    division = _divided(view)
    few = comb(division.free.bit_count(), division.wanted) <= FEW
    every = _listed(division) if few else None

    def draw(beliefs: _Beliefs, generator: np.random.Generator, count: int, stop: _Stop) -> Layouts:
        first, second = (_fit(beliefs[seat]) for seat in division.seats)
        if every is None:
            hands = _drawn(division, first, second, generator, count, stop)
            return Layouts(_seated(view, division, hands), False)
        hands = _that_fit(every, division, first, second)
        weights = _weights(hands, division, first, second)
        return Layouts(_seated(view, division, hands), True, weights=weights)

    return draw


def _divided(view: PlayerView) -> _Division:
    """Return what the play leaves open; a seat that revoked may hold anything."""
    first, second = view.hidden
    played = [view.play.played_by(seat) for seat in (first, second)]
    free = cards_outside(view.known.values()) & ~played[0] & ~played[1]
    denied = [free & _void_suits(view, seat) for seat in (first, second)]
    if not denied[0] & denied[1]:
        division = _Division(
            (first, second),
            played[0] | denied[1],
            played[1] | denied[0],
            free & ~denied[0] & ~denied[1],
        )
        if division.possible:
            return division
    return _Division((first, second), played[0], played[1], free)


def _void_suits(view: PlayerView, seat: Seat) -> int:
    """Return all cards of the suits that a seat has shown out of."""
    return sum(FULL_SUIT << 13 * suit for suit in view.play.voids(seat))


def _listed(division: _Division) -> Columns:
    """Return every hand that the first seat can have been dealt, as columns."""
    bits = np.array([1 << card for card in cards_of(division.free)], dtype=np.uint64)
    chosen = np.array(list(combinations(range(len(bits)), division.wanted)), dtype=np.intp)
    hands = bits[chosen].sum(axis=1, dtype=np.uint64) + np.uint64(division.first)
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
    stop: _Stop,
) -> Columns:
    """Draw hands of the first seat by weight, or uniform over those that fit, as columns."""
    allowed = first.allowed * opposite_cells(second.allowed, division.both)
    cards = Hand(division.first | division.free).holdings
    table = HandTable(cards, allowed, Hand(division.first).holdings)
    hands = np.empty((4, 0), dtype=np.uint16)
    if not table.total:
        return hands
    drawn = 0
    while hands.shape[1] < count and drawn < _EFFORT:
        size = min(_BATCH, max(64, 2 * (count - hands.shape[1])))
        fitting = _that_fit(table.draw(generator, size), division, first, second)
        hands = np.concatenate([hands, fitting], axis=1)
        drawn += size
        if stop():
            break
    return hands[:, :count]


def _that_fit(hands: Columns, division: _Division, first: Fit, second: Fit) -> Columns:
    """Return those of the first seat's hands with which both seats fit."""
    hands = hands[:, first.fits(hands)]
    return hands[:, second.fits(division.rest_of(hands))]


def _weights(
    hands: Columns, division: _Division, first: Fit, second: Fit
) -> NDArray[np.float64] | None:
    """Return what the first seat's hands weigh, and the second's with them; None if all alike."""
    if not (first.weighs or second.weighs):
        return None
    weights: NDArray[np.float64] = first.weights(hands) * second.weights(division.rest_of(hands))
    return weights


def _seated(view: PlayerView, division: _Division, hands: Columns) -> NDArray[np.uint16]:
    deals = np.empty((hands.shape[1], 4, 4), dtype=np.uint16)
    for seat, hand in view.known.items():
        deals[:, seat] = hand.holdings
    first, second = division.seats
    deals[:, first] = hands.T
    deals[:, second] = division.rest_of(hands).T
    return deals

"""How likely a layout makes the cards that defenders played: soft likelihoods, never zero.

Each card that a hidden defender has played is compared with what he would play in each layout:

- a first lead of a suit, with the card that the pair has agreed to lead from that holding;
- an honour played to a trick, with the honours equal to it: the more of them the seat held, the
  less likely it was to be this one (the principle of restricted choice; Reese 1958);
- the first small card in a suit, with the pair's signals: attitude when partner led the suit, count
  when declarer's side did.

Players err, deceive and have other ideas, so each comparison only shifts the odds. Declarer's cards
say nothing here: declarer plays equals as he likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.cards import FULL_SUIT, LENGTH_OF, Seat
from dowager.language.compile import Carding
from dowager.play.agreements import HONOURS, TEN, Cardings
from dowager.play.player_view import PlayerView

OFF_LEAD = 0.15
"""How likely a card other than the agreed one is led, against 1 for the agreed one."""

OFF_SIGNAL = 0.6
"""The same for a signal: defenders signal only when they can afford it."""

Likelihood = NDArray[np.float64]
_Held = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Card:
    """One card that a hidden defender played.

    Attributes:
        seat: who played it.
        card: the card.
        before: what the seat had played before.
        gone: the cards of earlier tricks.
        suit: the suit led; None when the card was the lead itself.
        partner: whether the seat's partner led the trick.
    """

    seat: Seat
    card: int
    before: int
    gone: int
    suit: int | None
    partner: bool


def likelihood(view: PlayerView, holdings: NDArray[np.uint16], cardings: Cardings) -> Likelihood:
    """Return how likely the hidden defenders' cards are in each layout, up to a common factor.

    Args:
        view: what the player knows.
        holdings: hands as they were dealt, shape `(deals, 4 seats, 4 suits)`.
        cardings: the agreements of both sides.

    Returns:
        Shape `(deals,)`; all positive.
    """
    total = np.ones(len(holdings))
    for event in _events(view):
        suit = event.card // 13
        earlier = event.before >> 13 * suit & FULL_SUIT
        held = holdings[:, event.seat, suit].astype(np.int64) & ~earlier
        total *= _likelihood(event, held, cardings[event.seat.side], view.play.trump is None)
    return total


def _events(view: PlayerView) -> Iterator[_Card]:
    """Yield the cards that hidden defenders have played, in order."""
    play = view.play
    watched = {seat for seat in view.hidden if seat is not play.declarer}
    owner = {card: seat for seat in Seat for card in play.cards if play.played_by(seat) >> card & 1}
    before = dict.fromkeys(Seat, 0)
    gone = 0
    for start in range(0, len(play.cards), 4):
        trick = play.cards[start : start + 4]
        leader = owner[trick[0]]
        for index, card in enumerate(trick):
            seat = owner[card]
            if seat in watched:
                suit = trick[0] // 13 if index else None
                yield _Card(seat, card, before[seat], gone, suit, leader is seat.partner)
            before[seat] |= 1 << card
        gone |= sum(1 << card for card in trick)


def _likelihood(event: _Card, held: _Held, carding: Carding | None, notrump: bool) -> Likelihood:
    suit, rank = divmod(event.card, 13)
    first = not event.before >> 13 * suit & FULL_SUIT
    if event.suit is None and first and carding is not None:
        agreed = carding.lead_table(notrump).take(held)
        return np.where(agreed == rank, 1.0, OFF_LEAD)
    if rank >= TEN:
        return 1 / _equals(held, rank, event.gone >> 13 * suit & FULL_SUIT)
    if first and carding is not None and event.suit == suit:
        return _signal(event, held, rank, carding)
    return np.ones(len(held))


def _equals(held: _Held, rank: int, gone: int) -> NDArray[np.int64]:
    """Return how many cards equal to a given one, itself included, each holding has."""
    count = np.ones(len(held), dtype=np.int64)
    for way in (1, -1):
        run = np.ones(len(held), dtype=np.int64)
        other = rank + way
        while 0 <= other < 13 and run.any():
            holds = held >> other & 1
            run &= holds | (gone >> other & 1)
            count += run & holds
            other += way
    return count


def _signal(event: _Card, held: _Held, rank: int, carding: Carding) -> Likelihood:
    """Compare the first small card in a suit that another seat led with the pair's signals."""
    lower = held & ((1 << rank) - 1)
    high = lower != 0
    if event.partner:
        wanted = ((held & HONOURS) != 0) == carding.attitude_high
    else:
        wanted = (LENGTH_OF.take(held) % 2 == 0) == carding.count_high_even
    choice = LENGTH_OF.take(held & ((1 << TEN) - 1)) > 1
    return np.where(choice & (high != wanted), OFF_SIGNAL, 1.0)

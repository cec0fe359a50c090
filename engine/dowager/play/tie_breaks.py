"""The choice between cards that cost the same: agreed leads, signals, the cheapest card.

Also the card that is played at once, when there is no time to think.
"""

from __future__ import annotations

from collections.abc import Sequence

from dowager.auction import Strain
from dowager.cards import FULL_SUIT, trick_winner
from dowager.language.compile import Carding
from dowager.play.agreements import HONOURS, TEN, agreed_lead
from dowager.play.player_view import PlayerView


def choose_between(view: PlayerView, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the card to play of some that cost the same.

    Args:
        view: what the player knows.
        cards: legal cards, at least one.
        carding: the agreements of the player's side; None for none.
    """
    if not view.defending:
        return _cheapest(view, cards)
    if not view.play.trick:
        return _lead(view, cards, carding)
    return _signal(view, cards, carding)


def _cheapest(view: PlayerView, cards: Sequence[int]) -> int:
    """Return the lowest card by rank, of equals from the longest suit; trumps come last."""
    lengths = view.mover.lengths
    return min(
        cards, key=lambda card: (card // 13 == view.play.trump, card % 13, -lengths[card // 13])
    )


def _lead(view: PlayerView, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the agreed card of the suits that may be led, the longest suit first."""
    unplayed = view.play.unplayed(view.mover)
    notrump = view.play.contract.strain is Strain.NOTRUMP

    def order(card: int) -> tuple[bool, bool, int, int]:
        suit, rank = divmod(card, 13)
        held = unplayed >> 13 * suit & FULL_SUIT
        agreed = agreed_lead(carding, held, notrump) == rank
        return agreed, suit != view.play.trump, held.bit_count(), -rank

    return max(cards, key=order)


def _signal(view: PlayerView, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the card that signals to partner, if the cards are small ones of the suit led."""
    led = view.play.trick[0] // 13
    small = [card for card in cards if card // 13 == led and card % 13 < TEN]
    before = view.play.played_by(view.seat) >> 13 * led & FULL_SUIT
    if carding is None or len(small) < 2 or before:
        return _cheapest(view, cards)
    held = view.hand.holdings[led]
    if view.play.leader is view.seat.partner:
        high = bool(held & HONOURS) == carding.attitude_high
    else:
        high = (held.bit_count() % 2 == 0) == carding.count_high_even
    return max(small) if high else min(small)


def at_once(view: PlayerView, carding: Carding | None) -> int:
    """Return a sensible legal card without looking at any layout.

    On lead, the agreed card of partner's suit or the longest; third and last hand win as cheaply as
    they can when partner is not winning; otherwise the lowest card.
    """
    legal = view.legal
    trick = view.play.trick
    if not trick:
        return _first_lead(view, legal, carding) if view.defending else _top(view, legal)
    winning = [card for card in legal if _wins(view, card)]
    partner_wins = len(trick) > 1 and _winner(view, trick) == len(trick) - 2
    if len(trick) > 1 and winning and not partner_wins:
        return _cheapest(view, winning)
    return _cheapest(view, legal)


def _first_lead(view: PlayerView, legal: Sequence[int], carding: Carding | None) -> int:
    partner = view.public.players[view.seat.partner]
    shown = partner.natural | partner.suits
    theirs = [card for card in legal if card // 13 in shown and card // 13 != view.play.trump]
    return _lead(view, theirs or legal, carding)


def _top(view: PlayerView, legal: Sequence[int]) -> int:
    """Return the highest card; of a suit other than trumps if there is one."""
    return max(legal, key=lambda card: (card // 13 != view.play.trump, card % 13))


def _wins(view: PlayerView, card: int) -> bool:
    trick = (*view.play.trick, card)
    return _winner(view, trick) == len(trick) - 1


def _winner(view: PlayerView, trick: Sequence[int]) -> int:
    """Return the index in the trick of the card that wins so far."""
    leader = view.play.leader
    return leader.steps_to(trick_winner(leader, trick, view.play.trump))

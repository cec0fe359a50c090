"""Owns the choice between cards that cost the same: agreed leads, signals, the cheapest card.

Also the card that is played without thinking, when there is no time.
"""

from __future__ import annotations

from collections.abc import Sequence

from dowager.auction import Strain
from dowager.cards import FULL_SUIT, trick_winner
from dowager.play.carding import Carding, agreed_lead
from dowager.play.seen import Seen

_TEN = 8
_HONOURS = 0b1110000000000  # queen, king and ace


def habit(seen: Seen, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the card to play of some that cost the same.

    Args:
        seen: what the player knows.
        cards: legal cards, at least one.
        carding: the agreements of the player's side; None for none.
    """
    if not seen.defending:
        return _cheapest(seen, cards)
    if not seen.play.trick:
        return _lead(seen, cards, carding)
    return _signal(seen, cards, carding)


def _cheapest(seen: Seen, cards: Sequence[int]) -> int:
    """Return the lowest card by rank; of a shorter suit last, and trumps last of all."""
    lengths = seen.mover.lengths
    return min(
        cards, key=lambda card: (card // 13 == seen.play.trump, card % 13, -lengths[card // 13])
    )


def _lead(seen: Seen, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the agreed card of the suits that may be led, the longest suit first."""
    left = seen.play.left(seen.mover)
    notrump = seen.play.contract.strain is Strain.NOTRUMP

    def order(card: int) -> tuple[bool, bool, int, int]:
        suit, rank = divmod(card, 13)
        held = left >> 13 * suit & FULL_SUIT
        agreed = agreed_lead(carding, held, notrump) == rank
        return agreed, suit != seen.play.trump, held.bit_count(), -rank

    return max(cards, key=order)


def _signal(seen: Seen, cards: Sequence[int], carding: Carding | None) -> int:
    """Return the card that tells partner something, if the cards are small ones of the suit led."""
    led = seen.play.trick[0] // 13
    small = [card for card in cards if card // 13 == led and card % 13 < _TEN]
    before = seen.play.played_by(seen.seat) >> 13 * led & FULL_SUIT
    if carding is None or len(small) < 2 or before:
        return _cheapest(seen, cards)
    held = seen.hand.holdings[led]
    if seen.play.leader is seen.seat.partner:
        high = bool(held & _HONOURS) == carding.attitude_high
    else:
        high = (held.bit_count() % 2 == 0) == carding.count_high_even
    return max(small) if high else min(small)


def at_once(seen: Seen, carding: Carding | None) -> int:
    """Return a sensible legal card without looking at any layout.

    On lead the agreed card, of partner's suit or the longest; third and last hand win as cheaply as
    they can when partner is not winning; otherwise the lowest card.
    """
    legal = seen.legal
    trick = seen.play.trick
    if not trick:
        return _first_lead(seen, legal, carding) if seen.defending else _top(seen, legal)
    winning = [card for card in legal if _wins(seen, card)]
    partner_wins = len(trick) > 1 and _winner(seen, trick) == len(trick) - 2
    if len(trick) > 1 and winning and not partner_wins:
        return _cheapest(seen, winning)
    return _cheapest(seen, legal)


def _first_lead(seen: Seen, legal: Sequence[int], carding: Carding | None) -> int:
    partner = seen.view.players[seen.seat.partner]
    shown = partner.natural | partner.suits
    theirs = [card for card in legal if card // 13 in shown and card // 13 != seen.play.trump]
    return _lead(seen, theirs or legal, carding)


def _top(seen: Seen, legal: Sequence[int]) -> int:
    """Return the highest card; of a suit other than trumps if there is one."""
    return max(legal, key=lambda card: (card // 13 != seen.play.trump, card % 13))


def _wins(seen: Seen, card: int) -> bool:
    trick = (*seen.play.trick, card)
    return _winner(seen, trick) == len(trick) - 1


def _winner(seen: Seen, trick: Sequence[int]) -> int:
    """Return the place in the trick of the card that wins so far."""
    leader = seen.play.leader
    return (trick_winner(leader, trick, seen.play.trump) - leader) % 4

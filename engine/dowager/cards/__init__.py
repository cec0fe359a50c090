"""Suits, seats, cards, hands and deals; dealing at random; who wins a trick.

`card` has the one encoding of a card, `seat` seats and sides, `hand` and `deal` what players hold,
`pack` all cards and all holdings of a suit, `dealing` random deals, `trick` who wins one.
"""

from dowager.cards.card import RANKS, Suit, card_name, make_card, parse_card, rank_of, suit_of
from dowager.cards.deal import Deal
from dowager.cards.dealing import holdings_of_deals, random_deal, shuffled_deals
from dowager.cards.hand import Hand, Holdings, holding_name, parse_holding
from dowager.cards.pack import ALL_HOLDINGS, CARDS, FULL_PACK, FULL_SUIT, LENGTH_OF
from dowager.cards.seat import Seat, Side
from dowager.cards.trick import trick_winner

__all__ = [
    "ALL_HOLDINGS",
    "CARDS",
    "FULL_PACK",
    "FULL_SUIT",
    "LENGTH_OF",
    "RANKS",
    "Deal",
    "Hand",
    "Holdings",
    "Seat",
    "Side",
    "Suit",
    "card_name",
    "holding_name",
    "holdings_of_deals",
    "make_card",
    "parse_card",
    "parse_holding",
    "random_deal",
    "rank_of",
    "shuffled_deals",
    "suit_of",
    "trick_winner",
]

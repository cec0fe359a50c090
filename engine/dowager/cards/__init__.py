"""Suits, seats, cards, hands and deals; random deals; who wins a trick.

`card` has the one encoding of a card, `seat` seats and sides, `hand` and `deal` what players hold,
`deal_key` names a deal in 13 bytes, `pack` is the whole pack and sets of cards, `dealing` deals at
random, `trick` says who wins one.
"""

from dowager.cards.card import RANKS, Suit, card_name, make_card, parse_card, rank_of, suit_of
from dowager.cards.deal import Deal
from dowager.cards.deal_key import deal_key
from dowager.cards.dealing import holdings_of_deals, random_deal, shuffled_deals
from dowager.cards.hand import Hand, Holdings, cards_outside, holding_name, parse_holding
from dowager.cards.pack import ALL_HOLDINGS, CARDS, FULL_PACK, FULL_SUIT, LENGTH_OF, cards_of
from dowager.cards.seat import Seat, Side, seat_words
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
    "cards_of",
    "cards_outside",
    "deal_key",
    "holding_name",
    "holdings_of_deals",
    "make_card",
    "parse_card",
    "parse_holding",
    "random_deal",
    "rank_of",
    "seat_words",
    "shuffled_deals",
    "suit_of",
    "trick_winner",
]

"""Owns suits, cards, hands, deals, dealing and tricks."""

from dowager.cards.card import RANKS, Seat, Suit, card_name, make_card, parse_card, rank_of, suit_of
from dowager.cards.deal import Deal
from dowager.cards.dealing import holdings_of_deals, random_deal, shuffled_deals
from dowager.cards.hand import Hand, Holdings, holding_name, parse_holding
from dowager.cards.trick import trick_winner

__all__ = [
    "RANKS",
    "Deal",
    "Hand",
    "Holdings",
    "Seat",
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

"""The card to lead or to play, as a JSON object."""

from __future__ import annotations

import time
from typing import Any

from dowager.api.card_choice import CardChoice, card_choice
from dowager.auction import Contract
from dowager.cards import Hand, parse_card
from dowager.errors import InputError
from dowager.knowledge.readings import parse_readings
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for
from dowager.services.requests import Request, number_field, read_request, text_field

MOST_THINKING = 20.0
"""Seconds for one card, at most."""
THINKING = 2.0
"""Seconds for one card where nobody says how many."""


def lead(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which card to lead; `system` is North-South's.

    Raises:
        InputError: a field is wrong, the board was passed out, or it is not that seat's lead.
    """
    return play({key: fields[key] for key in fields if key not in ("cards", "dummy")})


def play(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which card to play, from the hand or, for declarer, from dummy.

    Raises:
        InputError: a field is wrong, the board was passed out, or the play is over.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    dummy = text_field(fields, "dummy", "")
    seconds = number_field(fields, "seconds", THINKING, 0.0, MOST_THINKING)
    seen = Hand.parse(dummy) if dummy else None
    choice = _choice(request, request.hand, seen, cards_of(fields), seconds)
    return choice_object(choice)


def _choice(
    request: Request, hand: Hand, dummy: Hand | None, cards: list[int], seconds: float
) -> CardChoice:
    contract, auction = contract_of(request), request.auction
    if dummy is not None and dummy.bits & hand.bits:
        raise InputError("a card is in the hand and in dummy")
    leader = contract.declarer.plus(1)
    if not cards and request.seat not in (None, leader):
        raise InputError(f'"seat" is wrong: it is {leader.letter}\'s lead')
    view = bidder_for(request.system, request.opponents).view(auction)
    both = parse_readings(request.reading)
    return card_choice(view, hand, dummy, cards, seconds, time.monotonic, both)


def contract_of(request: Request) -> Contract:
    """Return the contract of an auction.

    Raises:
        InputError: the auction has not ended, or the board was passed out.
    """
    contract = request.auction.contract
    if not request.auction.ended or contract is None:
        raise InputError(f"there is nothing to play after: {request.auction}")
    return contract


def cards_of(fields: dict[str, Any]) -> list[int]:
    """Return the cards played so far.

    Raises:
        InputError: they are no cards.
    """
    cards = fields.get("cards", [])
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise InputError('"cards" takes a list of cards, such as ["HQ", "H2"]')
    return [parse_card(card) for card in cards]


def choice_object(choice: CardChoice) -> dict[str, Any]:
    """Return a card with what it was chosen from."""
    return {
        "card": choice.card,
        "considered": [
            {
                "card": each.card,
                "tricks": round(each.tricks, 3),
                "imps": round(each.imps, 3),
                "makes": round(each.makes, 3),
            }
            for each in choice.considered
        ],
        "layouts": choice.layouts,
    }

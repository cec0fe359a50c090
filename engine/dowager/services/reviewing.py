"""Was that good? A finished board: each call beside the engine's, each card double dummy."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from dowager.api import Table
from dowager.auction import Auction
from dowager.cards import Deal, Seat, card_name
from dowager.errors import InputError
from dowager.play import Play, card_tricks
from dowager.services.known_tables import DEFAULT_SYSTEM, table_for
from dowager.services.playing import cards_of
from dowager.services.requests import read_request


def review(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer how the calls and cards of some players compare with the engine's and with the best.

    Besides the fields that all questions share: `deal`, `cards`; `people`, the seats that are
    looked at, all without it. `system` is North-South's, `opponents` East-West's.

    Returns:
        `calls`, each with `index`, `seat`, `call`, and the rules' own call as `own`, with the
        `name`, `rule` and `text` of its rule; `cards`, each with `index`, `seat` (who chose it),
        `card`, the tricks that it `loses` when all four hands are open, and the cards that are
        `best`.

    Raises:
        InputError: a field is wrong.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.deal is None:
        raise InputError('"deal" is missing')
    seats = {Seat.parse(each) for each in fields.get("people") or [seat.letter for seat in Seat]}
    table = table_for(request.system, request.opponents)
    return {
        "calls": list(_calls(table, request.deal, request.auction, seats)),
        "cards": list(_cards(request.auction, cards_of(fields), request.deal, seats)),
    }


def _calls(
    table: Table, deal: Deal, auction: Auction, seats: Collection[Seat]
) -> Iterator[dict[str, Any]]:
    """Yield the calls of some seats, and what the rules would have called."""
    for index, call in enumerate(auction.calls):
        seat = auction.seat_of(index)
        if seat in seats:
            decision = table.bid(deal[seat], auction.before(index))
            yield {
                "index": index,
                "seat": seat.letter,
                "call": str(call),
                "own": str(decision.call),
                "name": decision.name,
                "rule": decision.rule,
                "text": decision.text,
            }


def _cards(
    auction: Auction, cards: list[int], deal: Deal, seats: Collection[Seat]
) -> Iterator[dict[str, Any]]:
    """Yield the cards that some seats chose, and what they cost if everybody plays best."""
    if not cards or auction.contract is None:
        return
    play = Play(auction.contract)
    for index, card in enumerate(cards):
        if play.player in seats and len(play.legal(deal[play.turn])) > 1:
            tricks = card_tricks(play, deal)
            most = max(tricks.values())
            yield {
                "index": index,
                "seat": play.player.letter,
                "card": card_name(card),
                "loses": most - tricks[card],
                "best": [card_name(each) for each, won in tricks.items() if won == most],
            }
        play = play.after(card, deal[play.turn])

"""A board that four robots bid and play: what somebody else's result is compared with."""

from __future__ import annotations

from typing import Any

from dowager.auction import Scoring, parse_call
from dowager.cards import Seat, card_name, parse_card
from dowager.errors import InputError
from dowager.formats import Board, known_hands
from dowager.services.known_tables import DEFAULT_SYSTEM
from dowager.services.requests import number_field, read_request
from dowager.services.seats import act
from dowager.table import LiveBoard, score_of


def robot_room(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what four robots make of a deal.

    Besides the fields that all questions share: `deal`; `seconds` for each card. `system` is
    North-South's, `opponents` East-West's.

    Returns:
        `calls`, `cards`, `contract`, `tricks`, and `score` for North-South.

    Raises:
        InputError: a field is wrong.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.deal is None:
        raise InputError('"deal" is missing')
    auction = request.auction
    hands = known_hands(request.deal.hands)
    board = LiveBoard(Board(auction.dealer, auction.vulnerability, 1, hands))
    seconds = number_field(fields, "seconds", 0.2, 0.0, 5.0)
    pair = request.system, request.opponents or request.system
    while (seat := board.actor) is not None:
        done = act(_question(board, seat, pair, seconds, auction.scoring))
        _do(board, done)
    return _result(board)


def _question(
    board: LiveBoard, seat: Seat, pair: tuple[str, str], seconds: float, scoring: Scoring
) -> dict[str, Any]:
    ours, theirs = pair[seat.side], pair[seat.side.other]
    question = seen_by(board, seat)
    return question | {
        "system": ours,
        "opponents": theirs,
        "seconds": seconds,
        "scoring": scoring.word,
    }


def seen_by(board: LiveBoard, seat: Seat) -> dict[str, Any]:
    """Return a board as one player sees it: fields of a question, with no other hidden card.

    Args:
        board: the board.
        seat: the player; declarer when it is dummy's turn.
    """
    auction, play = board.auction, board.play
    theirs = {
        str(index): text
        for index, text in board.alerts.items()
        if auction.seat_of(index).side is not seat.side
    }
    fields: dict[str, Any] = {
        "seat": seat.letter,
        "number": board.number,
        "hand": str(board.deal[seat]),
        "dealer": auction.dealer.letter,
        "vul": auction.vulnerability.word,
        "part_scores": list(auction.part_scores),
        "calls": [str(call) for call in auction.calls],
        "alerts": theirs,
    }
    if play is not None:
        fields["cards"] = [card_name(card) for card in play.cards]
        if play.cards:
            fields["dummy"] = str(board.deal[play.dummy])
    return fields


def _do(board: LiveBoard, done: dict[str, Any]) -> None:
    """Let the player whose turn it is do what it wants."""
    if "call" in done:
        board.call(parse_call(done["call"]), done["alert"])
    else:
        board.card(parse_card(done["card"]))


def _result(board: LiveBoard) -> dict[str, Any]:
    record = board.record()
    return {
        "calls": [str(call) for call in record.calls],
        "cards": [card_name(card) for card in record.play],
        "contract": str(record.contract) if record.contract else None,
        "tricks": record.tricks,
        "score": score_of(record),
    }

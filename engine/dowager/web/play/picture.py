"""What a browser is sent of a board: what its seat may see, and nothing else.

A player sees the own cards, dummy once the opening lead is made, all calls and cards, and the
opponents' alerts. When the board is over everything is open.
"""

from __future__ import annotations

from typing import Any

from dowager.auction import Auction
from dowager.cards import Hand, Seat, card_name, cards_of
from dowager.formats import Board
from dowager.play import Play
from dowager.table import LiveBoard, result_text, score_of

Object = dict[str, Any]
_LONG = ("calls", "hands", "cards", "leaders")
"""What a list of results leaves out of a board."""


def board_picture(board: LiveBoard, seat: Seat) -> Object:
    """Return a board in progress as a seat sees it."""
    auction, play = board.auction, board.play
    shown: Object = {
        "number": board.number,
        **_head(auction),
        "calls": _calls(auction, board.alerts, seat),
        "actions": len(board.makers),
        "hands": _hands(board, seat),
        "turn": None if board.over else (play.turn if play else auction.turn).letter,
        "yours": board.actor is seat,
        "legal": _legal(board) if board.actor is seat else [],
    }
    return shown | (_play(play) if play else {})


def finished_picture(board: Board) -> Object:
    """Return a board that is over, with all hands."""
    assert board.deal is not None
    auction = board.auction
    alerts = {alert.call: alert.text for alert in board.alerts}
    return {
        "number": board.number,
        **_head(auction),
        "calls": _calls(auction, alerts, None),
        "hands": {seat.letter: str(board.deal[seat]) for seat in Seat},
        "cards": [card_name(card) for card in board.play],
        "leaders": _leaders(board),
        "contract": str(board.contract) if board.contract else None,
        "declarer": board.contract.declarer.letter if board.contract else None,
        "tricks": board.tricks,
        "result": result_text(board),
        "score": score_of(board),
    }


def in_brief(board: Object) -> Object:
    """Return what a list of results needs of a finished board's picture."""
    return {key: value for key, value in board.items() if key not in _LONG}


def _leaders(board: Board) -> list[str]:
    """Return who led to each trick, the winner of the one before it; and who won the last."""
    if board.contract is None:
        return []
    ends = range(0, len(board.play) + 1, 4)
    return [Play(board.contract, board.play[:end]).turn.letter for end in ends]


def _head(auction: Auction) -> Object:
    return {
        "dealer": auction.dealer.letter,
        "vul": auction.vulnerability.word,
        "part_scores": list(auction.part_scores),
    }


def _calls(auction: Auction, alerts: dict[int, str], seat: Seat | None) -> list[Object]:
    """Return the calls; with the alerts of opponents, and of everybody for no seat."""
    calls = []
    for index, call in enumerate(auction.calls):
        caller = auction.seat_of(index)
        told = seat is None or caller.side is not seat.side
        alert = alerts.get(index) if told else None
        calls.append({"call": str(call), "seat": caller.letter, "alert": alert})
    return calls


def _hands(board: LiveBoard, seat: Seat) -> Object:
    """Return the cards that are left of each hand that a seat sees."""
    play, gone = board.play, board.play.played if board.play else 0
    seen = {seat}
    if play is not None and play.cards:
        seen.add(play.dummy)
    return {each.letter: _left(board.deal[each], gone) for each in Seat if each in seen}


def _left(hand: Hand, gone: int) -> list[str]:
    """Return the cards of a hand that have not been played, the highest spade first."""
    return [card_name(card) for card in reversed(cards_of(hand.bits & ~gone))]


def _legal(board: LiveBoard) -> list[str]:
    if board.play is None:
        return [str(call) for call in board.auction.legal_calls()]
    return [card_name(card) for card in board.play.legal(board.deal[board.play.turn])]


def _play(play: Play) -> Object:
    complete = len(play.cards) & ~3
    before = Play(play.contract, play.cards[: complete - 4]) if complete else None
    return {
        "contract": str(play.contract),
        "declarer": play.declarer.letter,
        "dummy": play.dummy.letter,
        "trick": _trick(play.leader, play.trick),
        "last": _trick(before.leader, play.cards[complete - 4 : complete]) if before else [],
        "won": play.tricks,
        "lost": complete // 4 - play.tricks,
    }


def _trick(leader: Seat, cards: tuple[int, ...]) -> list[Object]:
    return [
        {"seat": leader.plus(index).letter, "card": card_name(card)}
        for index, card in enumerate(cards)
    ]

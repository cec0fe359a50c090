"""Hand records to print: boards as plain text, and as an HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from dowager.auction import Auction
from dowager.authoring.practice.drills import Exercise
from dowager.cards import Deal, Hand, Seat, Suit
from dowager.formats import Alert, Board

_WIDE = 18
_ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_RED = (Suit.HEARTS, Suit.DIAMONDS)
_STYLE = """
  body { font: 11pt/1.35 Georgia, serif; margin: 1.5em; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(19em, 1fr)); gap: 1.2em; }
  section { border: 1px solid #999; padding: .6em .8em; break-inside: avoid; }
  h2 { font-size: 1em; margin: 0 0 .4em; }
  .hands { display: grid; grid-template-columns: 1fr 1fr 1fr; }
  .N, .S { grid-column: 2; } .W { grid-column: 1; } .E { grid-column: 3; }
  .hands div { white-space: nowrap; }
  .red { color: #c00; }
  table { border-collapse: collapse; margin-top: .6em; }
  th, td { text-align: left; padding: 0 1.1em 0 0; font-weight: normal; }
  th { border-bottom: 1px solid #999; }
"""


def board_of(exercise: Exercise, number: int, with_auction: bool = True) -> Board:
    """Return an exercise as a board of a file; the words of alerts go with the auction."""
    auction = exercise.auction
    board = Board(auction.dealer, auction.vulnerability, number, exercise.deal.hands)
    if not with_auction:
        return board
    words = (decision.alert for decision in exercise.decisions)
    alerts = tuple(Alert(index, text) for index, text in enumerate(words) if text)
    return replace(board, calls=auction.calls, alerts=alerts, contract=auction.contract)


def text_sheet(boards: Iterable[Board]) -> str:
    """Return boards with four hands as plain text: the hands, then the auction if there is one."""
    return "\n".join(_text_board(board) for board in boards)


def _text_board(board: Board) -> str:
    lines = [_head(board), "", *_compass(_deal(board))]
    if board.calls:
        lines += ["", *_text_auction(board.auction)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(board: Board) -> str:
    return f"Board {board.number}   dealer {board.dealer.word}   vul {board.vulnerability.word}"


def _deal(board: Board) -> Deal:
    assert board.deal is not None, "a sheet shows whole deals"
    return board.deal


def _suits(hand: Hand) -> list[tuple[Suit, str]]:
    parts = str(hand).split(".")
    return [(suit, part or "—") for suit, part in zip(reversed(Suit), parts, strict=True)]


def _lines(hand: Hand) -> list[str]:
    return [f"{suit.symbol} {cards}" for suit, cards in _suits(hand)]


def _compass(deal: Deal) -> list[str]:
    lines = [" " * _WIDE + line for line in _lines(deal[Seat.NORTH])]
    both = zip(_lines(deal[Seat.WEST]), _lines(deal[Seat.EAST]), strict=True)
    lines += [f"{west:<{2 * _WIDE}}{east}" for west, east in both]
    return lines + [" " * _WIDE + line for line in _lines(deal[Seat.SOUTH])]


def _rounds(auction: Auction) -> list[list[str]]:
    """Return the calls in rows of four, West first, with empty cells before the dealer's."""
    cells = [""] * _ORDER.index(auction.dealer) + [str(call) for call in auction.calls]
    return [cells[start : start + 4] for start in range(0, len(cells), 4)]


def _text_auction(auction: Auction) -> list[str]:
    rows = [[seat.word for seat in _ORDER], *_rounds(auction)]
    return ["".join(f"{cell:<8}" for cell in row) for row in rows]


def html_sheet(boards: Iterable[Board], title: str) -> str:
    """Return boards with four hands as one HTML page that prints well."""
    blocks = "\n".join(_html_board(board) for board in boards)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<main>\n{blocks}\n</main>\n</body>\n</html>\n"
    )


def _html_board(board: Board) -> str:
    deal = _deal(board)
    order = (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)
    hands = "\n".join(_html_hand(seat, deal[seat]) for seat in order)
    auction = _html_auction(_rounds(board.auction)) if board.calls else ""
    head = f"<h2>{escape(_head(board))}</h2>"
    return f'<section>\n{head}\n<div class="hands">\n{hands}\n</div>\n{auction}</section>'


def _html_hand(seat: Seat, hand: Hand) -> str:
    suits = "<br>".join(f"{_html_suit(suit)} {cards}" for suit, cards in _suits(hand))
    return f'<div class="{seat.letter}">{suits}</div>'


def _html_suit(suit: Suit) -> str:
    return f'<span class="{"red" if suit in _RED else "black"}">{suit.symbol}</span>'


def _html_auction(rounds: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th>{seat.word}</th>" for seat in _ORDER)
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rounds
    )
    return f"<table>\n<tr>{heads}</tr>\n{rows}</table>\n"

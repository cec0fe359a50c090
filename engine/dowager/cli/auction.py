"""Owns `dowager auction`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat, Suit, random_deal
from dowager.cli.boards import board_file
from dowager.cli.options import bidder_for, systems
from dowager.cli.tables import show_table, span
from dowager.errors import InputError
from dowager.formats import Board, write_pbn
from dowager.knowledge.answers import Ranges, ranges
from dowager.knowledge.public import View, call_alert, call_words

_EPILOG = """\b
Examples:
  dowager auction boards.pbn                    the auctions of a file's boards
  dowager auction boards.pbn --board 3 --show   board 3, with rules and what is known, call by call
  dowager auction --random 4 --seed 7           four random boards
  dowager auction boards.lin                    a LIN file's boards, by the file's ending
  dowager auction boards.pbn --pbn > bid.pbn    the boards with their auctions, as PBN
  dowager auction --random 1000 --json          a JSON line for each board
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Played:
    """A board that was bid."""

    board: Board
    deal: Deal
    auction: Auction


@click.command(epilog=_EPILOG)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@systems
@click.option("--random", "count", type=click.IntRange(1), help="Bid so many random boards.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random boards.")
@click.option("--board", "number", type=int, help="Only the board of this number.")
@click.option("--show", is_flag=True, help="Call by call: rule, words, what the table knows.")
@click.option("--pbn", "as_pbn", is_flag=True, help="Print PBN.")
@click.option("--json", "as_json", is_flag=True, help="A JSON line for each board.")
def command(
    file: Path | None,
    system: str,
    opponents: str | None,
    count: int | None,
    seed: int,
    number: int | None,
    show: bool,
    as_pbn: bool,
    as_json: bool,
) -> None:
    """Bid boards at all four seats: those of a PBN or LIN file, or random ones."""
    boards = _boards(file, count, seed)
    chosen = [board for board in boards if number in (None, board.number)]
    if not chosen:
        raise InputError(f"there is no board {'to bid' if number is None else number}")
    bidder = bidder_for(system, opponents)
    played = (_bid(bidder, board) for board in chosen)
    if as_pbn:
        click.echo(write_pbn([_with_auction(one) for one in played]), nl=False)
    elif as_json:
        for one in played:
            click.echo(json.dumps(_as_json(bidder, one)))
    else:
        for one in played:
            (_show if show else _print)(bidder, one)


def _boards(file: Path | None, count: int | None, seed: int) -> list[Board]:
    if (file is None) == (count is None):
        raise InputError("give a PBN or LIN file, or --random and a number of boards")
    if file is not None:
        return board_file(file)
    random = Random(seed)
    return [
        Board(
            number=number,
            dealer=dealer_of_board(number),
            vulnerability=Vulnerability.of_board(number),
            hands=random_deal(random).hands,
        )
        for number in range(1, (count or 0) + 1)
    ]


def _bid(bidder: Bidder, board: Board) -> _Played:
    if board.deal is None:
        raise InputError(f"board {board.number} has no complete deal")
    auction = bidder.bid(board.deal, Auction(board.dealer, board.vulnerability))
    return _Played(board, board.deal, auction)


def _with_auction(one: _Played) -> Board:
    board = one.board
    return Board(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        hands=one.deal.hands,
        calls=one.auction.calls,
        contract=one.auction.contract,
    )


def _views(bidder: Bidder, auction: Auction) -> Iterator[View]:
    for length in range(len(auction.calls) + 1):
        calls = auction.calls[:length]
        yield bidder.table.view(Auction(auction.dealer, auction.vulnerability, calls))


def _as_json(bidder: Bidder, one: _Played) -> dict[str, Any]:
    view = bidder.table.view(one.auction)
    contract = one.auction.contract
    return {
        "board": one.board.number,
        "deal": str(one.deal),
        "dealer": one.auction.dealer.letter,
        "vul": one.auction.vulnerability.word,
        "calls": [str(call) for call in one.auction.calls],
        "contract": str(contract) if contract else None,
        "rules": [record.rule.rule.location if record.rule else None for record in view.records],
    }


def _head(one: _Played) -> str:
    number = f"Board {one.board.number}" if one.board.number else "Board"
    return (
        f"{number}: dealer {one.auction.dealer.word}, vulnerable {one.auction.vulnerability.word}"
    )


def _diagram(deal: Deal) -> list[str]:
    def suits(seat: Seat) -> list[str]:
        parts = str(deal[seat]).split(".")
        names = zip(reversed(Suit), parts, strict=True)
        return [f"{suit.symbol} {part or '—'}" for suit, part in names]

    wide = 18
    lines = [" " * wide + line for line in suits(Seat.NORTH)]
    both = zip(suits(Seat.WEST), suits(Seat.EAST), strict=True)
    lines += [f"{west:<{2 * wide}}{east}" for west, east in both]
    return lines + [" " * wide + line for line in suits(Seat.SOUTH)]


def _print(bidder: Bidder, one: _Played) -> None:
    click.echo(_head(one))
    click.echo("\n".join(_diagram(one.deal)))
    _print_calls(one.auction)
    click.echo(f"Contract: {one.auction.contract or 'passed out'}\n")


def _print_calls(auction: Auction) -> None:
    order = [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    cells = [""] * order.index(auction.dealer) + [str(call) for call in auction.calls]
    click.echo("".join(f"{seat.word:<8}" for seat in order))
    for start in range(0, len(cells), 4):
        click.echo("".join(f"{cell:<8}" for cell in cells[start : start + 4]).rstrip())


def _show(bidder: Bidder, one: _Played) -> None:
    click.echo(_head(one))
    click.echo("\n".join(_diagram(one.deal)) + "\n")
    rows: list[tuple[str, ...]] = []
    for view in list(_views(bidder, one.auction))[1:]:
        record = view.records[-1]
        box = ranges(view)[record.seat]
        name = record.rule.rule.name if record.rule else "no rule"
        alert = call_alert(record)
        shows = call_words(record) + (f" [alert: {alert}]" if alert else "")
        place = record.rule.rule.location if record.rule else ""
        rows.append((record.seat.letter, str(record.call), f"{name}\n{place}", shows, _box(box)))
    show_table(("seat", "call", "rule", "shows", "now known of the hand"), rows)
    click.echo(f"\nContract: {one.auction.contract or 'passed out'}\n")


def _box(box: Ranges) -> str:
    suits = " ".join(f"{suit.symbol}{span(*box.lengths[suit])}" for suit in reversed(Suit))
    return f"{span(*box.hcp)} HCP\n{suits}"

"""`dowager auction`: whole boards, bid at all four seats."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import click

from dowager.api import Inference, Table
from dowager.api.arguments import as_deal
from dowager.api.files import read_boards
from dowager.auction import (
    Auction,
    BySide,
    Scoring,
    Vulnerability,
    dealer_of_board,
    part_scores_word,
)
from dowager.cards import Deal, Seat, Suit, random_deal
from dowager.cli.options import part_score_option, scoring_option, systems
from dowager.cli.printing import lengths_text, range_text, show_table
from dowager.errors import InputError
from dowager.formats import FORMAT_TITLES, Board, write_pbn
from dowager.knowledge.answers import Ranges
from dowager.services.auctions import auction_objects, bid_all, with_auction
from dowager.services.known_tables import system_named

_EPILOG = """\b
Examples:
  dowager auction boards.pbn                    the auctions of a file's boards
  dowager auction boards.pbn --board 3 --show   board 3 call by call: rules, and what is known
  dowager auction --random 4 --seed 7           four random boards
  dowager auction boards.lin                    the same for a LIN file
  dowager auction boards.pbn --part-score NS=60 the same, with 60 below the line in a rubber
  dowager auction boards.pbn --pbn > bid.pbn    the boards with their auctions, as PBN
  dowager auction --random 1000 --json          a JSON line for each board
  dowager auction boards.pbn --explain --json   the same with what each call shows, and its alert
"""


@click.command(epilog=_EPILOG)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@scoring_option
@part_score_option
@systems
@click.option("--random", "count", type=click.IntRange(1), metavar="N", help="Bid N random boards.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random boards.")
@click.option("--board", "number", type=int, help="Bid only the board with this number.")
@click.option(
    "--show",
    is_flag=True,
    help="Print each call with its rule, what it shows, and what is now known.",
)
@click.option("--pbn", "as_pbn", is_flag=True, help="Print the boards with their auctions, as PBN.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each board.")
@click.option("--explain", is_flag=True,
    help="With --json: add rule, words, alert and force of each call.")  # fmt: skip
def command(
    file: Path | None,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    count: int | None,
    seed: int,
    number: int | None,
    show: bool,
    as_pbn: bool,
    as_json: bool,
    explain: bool,
) -> None:
    """Bid whole boards at all four seats: from a file, or random."""
    if explain and not as_json:
        raise InputError("--explain goes with --json; --show prints the same for people")
    boards = _boards(file, count, seed)
    chosen = [
        board if not any(part_scores) else replace(board, part_scores=part_scores)
        for board in boards
        if number in (None, board.number)
    ]
    if not chosen:
        raise InputError(
            "there are no boards to bid" if number is None else f"there is no board {number}"
        )
    if scoring is Scoring.MATCHPOINTS and any(any(board.part_scores) for board in chosen):
        raise InputError("part scores belong to a rubber, which is not scored by matchpoints")
    pair = system_named(system), system_named(opponents or system)
    if as_pbn:
        bid = bid_all(pair, scoring, chosen)
        click.echo(write_pbn([with_auction(*pair) for pair in bid]), nl=False)
    elif as_json:
        for fields in auction_objects(pair, scoring, chosen, explain):
            click.echo(json.dumps(fields))
    elif show:
        table = Table(*pair, scoring=scoring)
        for board in chosen:
            _print_board(board, table.auction(board), table)
    else:
        for board, auction in bid_all(pair, scoring, chosen):
            _print_board(board, auction)


def _print_board(board: Board, auction: Auction, table: Table | None = None) -> None:
    """Print a board; with a table, what it understands of each call."""
    _print_head(board)
    if table is None:
        _print_calls(auction)
    else:
        _print_rules(table, auction)
    click.echo(f"Contract: {auction.contract or 'passed out'}\n")


def _boards(file: Path | None, count: int | None, seed: int) -> list[Board]:
    if (file is None) == (count is None):
        raise InputError(f"give a {FORMAT_TITLES} file, or a number of boards with --random")
    if file is not None:
        return read_boards(file)
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


def _print_head(board: Board) -> None:
    name = f"Board {board.number}" if board.number else "Board"
    below = part_scores_word(board.part_scores)
    words = f", below the line {below}" if below else ""
    click.echo(f"{name}: dealer {board.dealer.word}, vulnerable {board.vulnerability.word}{words}")
    click.echo("\n".join(_diagram(as_deal(board))))


def _diagram(deal: Deal) -> list[str]:
    def suits(seat: Seat) -> list[str]:
        holdings = zip(reversed(Suit), str(deal[seat]).split("."), strict=True)
        return [f"{suit.symbol} {holding or '—'}" for suit, holding in holdings]

    wide = 18
    lines = [" " * wide + line for line in suits(Seat.NORTH)]
    both = zip(suits(Seat.WEST), suits(Seat.EAST), strict=True)
    lines += [f"{west:<{2 * wide}}{east}" for west, east in both]
    return lines + [" " * wide + line for line in suits(Seat.SOUTH)]


def _print_calls(auction: Auction) -> None:
    order = [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    cells = [""] * order.index(auction.dealer) + [str(call) for call in auction.calls]
    click.echo("".join(f"{seat.word:<8}" for seat in order))
    for start in range(0, len(cells), 4):
        click.echo("".join(f"{cell:<8}" for cell in cells[start : start + 4]).rstrip())


def _print_rules(table: Table, auction: Auction) -> None:
    click.echo()
    inferences = [table.infer(part) for part in auction.prefixes()][1:]
    rows = [_row(inference) for inference in inferences]
    show_table(("seat", "call", "rule", "shows", "now known of the hand"), rows)
    click.echo()


def _row(inference: Inference) -> tuple[str, ...]:
    last = inference.calls[-1]
    shows = last.text + (f" [alert: {last.alert}]" if last.alert else "")
    rule = f"{last.name}\n{last.rule}" if last.rule else "no rule\n"
    return last.seat.letter, str(last.call), rule, shows, _ranges_text(inference[last.seat])


def _ranges_text(ranges: Ranges) -> str:
    return f"{range_text(*ranges.hcp)} HCP\n{lengths_text(ranges)}"

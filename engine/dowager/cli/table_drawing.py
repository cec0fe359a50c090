"""How tables look on a terminal: a box each for one or two of them, a line each for more."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dowager.auction import Call
from dowager.cards import RANKS, Seat, Side, Suit, rank_of, seat_words, suit_of
from dowager.table import BoardPicture, PlayerPicture, Presence, TablePicture

_WIDE = 112
"""Columns in which two tables stand side by side."""
_ROWS, _FEW = 8, 3
"""Rows of an auction that are shown, the last ones: of one table, and of each of two."""
_TEAM = 12
"""Columns of a team's name."""
_STUCK = 5
"""Seconds of waiting after which the last lines to and from a player are shown."""
_COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_RED = (Suit.DIAMONDS, Suit.HEARTS)
_STYLES = {Presence.EMPTY: "dim", Presence.GONE: "bold red"}


def drawing(
    tables: Mapping[str, TablePicture], score: str, width: int, height: int
) -> RenderableType:
    """Return what the operator of some tables sees.

    Args:
        tables: their pictures by name.
        score: the score so far.
        width: the columns of the terminal.
        height: its lines; where there are more tables, those with the longest waits are shown.
    """
    parts: list[RenderableType]
    if len(tables) > 2:
        parts = [_list(tables, max(1, height - 4))]
    elif len(tables) == 2 and width >= _WIDE:
        row = Table.grid(expand=True)
        for _ in tables:
            row.add_column(ratio=1)
        row.add_row(*(_box(name, table, _FEW) for name, table in tables.items()))
        parts = [row]
    else:
        rows = _ROWS if len(tables) == 1 else _FEW
        parts = [_box(name, table, rows) for name, table in tables.items()]
    return Group(*parts, Text(score, no_wrap=True, overflow="ellipsis")) if score else Group(*parts)


# -- a table in a box ------------------------------------------------------------------------------


def _box(name: str, table: TablePicture, rows: int) -> Panel:
    top = Table.grid(padding=(0, 2), expand=True)
    top.add_column(ratio=1)
    top.add_column()
    top.add_row(_players(table), _auction(table.board, rows) if table.board else "")
    lines = [_line(part) for part in (_play(table.board), _clocks(table), *_waiting(table))]
    head = f"{name}: {_board(table)}" if name else _board(table)
    return Panel(Group(top, *lines), title=_line(Text(head)), title_align="left")


def _line(text: Text) -> Text:
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def _board(table: TablePicture) -> str:
    if table.ended:
        return "all boards are over"
    if table.board is None:
        return "no board in progress"
    auction = table.board.auction
    vulnerable = ("nobody", "N-S", "E-W", "everybody")[auction.vulnerability]
    return f"board {table.board.number}, dealer {auction.dealer.word}, {vulnerable} vulnerable"


def _players(table: TablePicture) -> Table:
    rows = Table.grid(padding=(0, 1))
    for most in (5, _TEAM, 8):
        rows.add_column(max_width=most, no_wrap=True, overflow="ellipsis")
    for player in table.players:
        name = Text(player.seat.word, "bold" if player.task else "")
        state = Text(player.presence.value, _STYLES.get(player.presence, ""))
        rows.add_row(name, Text(player.team), state)
    return rows


def _auction(board: BoardPicture, most: int) -> Table:
    rows = Table.grid(padding=(0, 1))
    for _ in _COLUMNS:
        rows.add_column(min_width=5)
    rows.add_row(*(Text(seat.word, "dim") for seat in _COLUMNS))
    auction = board.auction
    cells = [Text("")] * _COLUMNS.index(auction.dealer)
    cells += [_call(call, index in board.alerted) for index, call in enumerate(auction.calls)]
    cells += [] if auction.ended else [Text("?", "bold")]
    lines = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    for line in lines[-most:]:
        rows.add_row(*line)
    return rows


def _call(call: Call, alerted: bool) -> Text:
    if call is Call.PASS:
        text = Text("pass")
    elif not call.is_bid:
        text = Text(str(call))
    elif call.suit is None:
        text = Text(f"{call.level}NT")
    else:
        text = Text.assemble(str(call.level), _suit(call.suit))
    return text.append("!" if alerted else "")


def _suit(suit: Suit) -> tuple[str, str]:
    return suit.symbol, "red" if suit in _RED else ""


def _play(board: BoardPicture | None) -> Text:
    """Return contract, tricks and the trick on the table."""
    if board is None or not board.auction.ended:
        return Text("")
    contract = board.auction.contract
    if contract is None or board.play is None:
        return Text("passed out")
    strain = contract.strain
    text = Text.assemble(str(contract.level), _suit(strain.suit) if strain.suit else "NT")
    text.append(f"{'X' * contract.doubled} by {contract.declarer.word}")
    text.append(f", N-S {board.tricks(Side.NORTH_SOUTH)}, E-W {board.tricks(Side.EAST_WEST)}")
    text.append(f", trick {board.trick_number}:")
    for seat, card in board.trick:
        text.append(f" {seat.letter}").append(*_suit(suit_of(card))).append(RANKS[rank_of(card)])
    return text


def _clocks(table: TablePicture) -> Text:
    sides = zip(("N-S", "E-W"), table.seconds, strict=True)
    clocks = (f"{side} {_time(board)}, total {_time(total)}" for side, (board, total) in sides)
    return Text(f"time {'; '.join(clocks)}", "dim")


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


def _waiting(table: TablePicture) -> list[Text]:
    """Return what the table waits for, and at which lines players are stuck."""
    stuck = chain.from_iterable(_stuck(p) for p in table.awaited if _is_stuck(p))
    return [_waits_for(table), *stuck]


def _waits_for(table: TablePicture) -> Text:
    """Return whom the table waits for, what for and since when; players with one task together."""
    if table.halt is not None:
        return Text(f"the table {table.halt.value}")
    seats: dict[str, list[PlayerPicture]] = {}
    for player in table.awaited:
        seats.setdefault(player.task, []).append(player)
    tasks = (
        f"{seat_words([p.seat for p in players])} {task} {_time(players[0].awaiting.seconds)}"
        for task, players in seats.items()
    )
    words = ", ".join(tasks)
    return Text(f"waiting for {words}" if words else "", "bold")


def _is_stuck(player: PlayerPicture) -> bool:
    return bool(player.awaiting.sent) and player.awaiting.seconds >= _STUCK


def _stuck(player: PlayerPicture) -> list[Text]:
    name, awaiting = player.seat.word, player.awaiting
    return [
        Text(f"{name} was last sent: {awaiting.sent}", "yellow"),
        Text(f"{name} last said: {awaiting.said}", "yellow"),
    ]


# -- many tables -----------------------------------------------------------------------------------


def _list(tables: Mapping[str, TablePicture], most: int) -> RenderableType:
    rows = Table(box=None, pad_edge=False, expand=True, header_style="dim")
    for head in ("table", "board", "contract", "trick", "tricks", "state"):
        rows.add_column(head, no_wrap=True, overflow="ellipsis")
    rows.columns[-1].ratio = 1
    longest = set(sorted(tables, key=lambda name: -_wait(tables[name]))[:most])
    for name, table in tables.items():
        if name in longest:
            rows.add_row(name, *_board_cells(table), _waits_for(table))
    hidden = len(tables) - len(longest)
    return Group(rows, Text(f"{hidden} more tables", "dim")) if hidden else rows


def _wait(table: TablePicture) -> int:
    return max((player.awaiting.seconds for player in table.awaited), default=0)


def _board_cells(table: TablePicture) -> tuple[str, str, str, str]:
    board = table.board
    if board is None:
        return "over" if table.ended else "", "", "", ""
    if board.play is None:
        return str(board.number), "passed out" if board.over else "auction", "", ""
    contract = str(board.auction.contract)
    tricks = f"{board.tricks(Side.NORTH_SOUTH)} : {board.tricks(Side.EAST_WEST)}"
    return str(board.number), contract, str(board.trick_number), tricks

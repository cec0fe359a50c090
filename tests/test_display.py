"""What the operator of a table sees: the picture, how it is drawn, and the terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from dowager.auction import Auction, Call
from dowager.cards import Seat, Side
from dowager.cli import display
from dowager.cli.table_drawing import drawing
from dowager.formats import read_pbn
from dowager.table import (
    Awaiting,
    Halt,
    Presence,
    TableOptions,
    TablePicture,
    picture_of,
)
from dowager.table.manager import AlertMode
from support.commands import started
from support.instant_clients import instant_players_at, play_instantly
from support.local_tables import Table, board_file, free_port, run_session
from support.peer_scripts import TEAMS, one_suit_each
from support.terminals import Terminal, fill, on_terminal, open_terminal
from support.wired_tables import NO_PAUSE, Steady, Wires, boards

NORTH, EAST, SOUTH, WEST = Seat


def picture(wires: Wires, awaiting: dict[Seat, Awaiting] | None = None) -> TablePicture:
    return picture_of(wires.manager.session, awaiting or {}, wires.now)


def until_cards(wires: Wires, cards: int) -> TablePicture:
    """Play until so many cards of a board are on the table; return the picture."""

    def enough() -> bool:
        board = wires.manager.session.board
        return bool(board and board.play and len(board.play.cards) == cards)

    wires.run(enough)
    assert enough()
    return picture(wires)


class Sevens(Wires):
    """North bids 7S at once, and everybody passes; cards are played at random."""

    def choose_call(self, client: object) -> tuple[Call, str | None]:
        first = not client.board.auction.calls  # type: ignore[attr-defined]
        return (Call.S7, "all of them") if first else (Call.PASS, None)


def sevens(options: TableOptions = NO_PAUSE) -> Sevens:
    wires = Sevens([one_suit_each()], options)
    wires.sit_all()
    return wires


# -- the picture -----------------------------------------------------------------------------------


def test_a_picture_knows_who_is_there_and_who_is_awaited() -> None:
    wires = Wires(boards(1))
    wires.sit(1, "Old", NORTH)
    wires.run()
    seen = picture(wires, {EAST: Awaiting(7, "", "")})
    assert [p.presence for p in seen.players] == [Presence.SEATED] + [Presence.EMPTY] * 3
    assert [p.team for p in seen.players] == ["Old", "", "Old", ""]
    assert [p.task for p in seen.players] == ["", *["to connect"] * 3]
    assert seen.awaited[0].seat is EAST and seen.awaited[0].awaiting.seconds == 7
    wires.drop(1)
    assert picture(wires).players[NORTH].presence is Presence.GONE
    wires.sit(2, "Old", NORTH)
    wires.run()
    assert picture(wires).players[NORTH].presence is Presence.SEATED


def test_a_picture_shows_the_board_in_progress() -> None:
    wires = sevens()
    seen = until_cards(wires, 5)
    board = seen.board
    assert board is not None and board.play is not None and not board.over
    assert str(board.auction.contract) == "7S-N" and board.alerted == {0}
    assert board.trick_number == 2
    assert [seat for seat, _ in board.trick] == [NORTH]  # who ruffed the first heart
    assert (board.tricks(Side.NORTH_SOUTH), board.tricks(Side.EAST_WEST)) == (1, 0)
    assert {p.presence for p in seen.players} == {Presence.PLAYING}


def test_the_last_trick_is_shown_until_the_next_lead() -> None:
    board = until_cards(sevens(), 4).board
    assert board is not None and board.trick_number == 1
    assert [seat for seat, _ in board.trick] == [EAST, SOUTH, WEST, NORTH]


def test_a_picture_says_why_nobody_is_to_act() -> None:
    wires = sevens(TableOptions(trick_pause=0, alert_mode=AlertMode.END))
    wires.run()
    assert picture(wires).halt is Halt.OPERATOR and not picture(wires).awaited
    assert picture(sevens()).halt is None


def test_the_clock_of_the_side_to_act_runs_in_a_picture() -> None:
    wires = sevens()
    wires.run(
        lambda: (
            bool(wires.manager.session.awaited().get(NORTH)) and bool(wires.manager.session.board)
        )
    )
    wires.run(lambda: wires.manager.session.board.makers)
    session = wires.manager.session
    (ours, _), (theirs, _) = picture_of(session, {}, wires.now).seconds
    (ours_later, _), (theirs_later, _) = picture_of(session, {}, wires.now + 90).seconds
    assert sorted([ours_later - ours, theirs_later - theirs]) == [0, 90]


def test_a_session_that_is_over_shows_no_board() -> None:
    wires = Steady(boards(1))
    wires.sit_all()
    wires.run()
    seen = picture(wires)
    assert wires.over and seen.ended and seen.board is None and not seen.awaited


async def _pictures() -> list[TablePicture]:
    """Play two boards while somebody looks."""
    seen: list[TablePicture] = []
    table = Table(boards(2), pictured=seen.append)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    await asyncio.gather(*(play_instantly(table.port, seat) for seat in Seat))
    assert await session == ""
    return seen


def test_the_owner_of_a_table_gets_a_last_picture() -> None:
    last = run_session(_pictures())[-1]
    assert last.ended
    for player in last.players:
        assert player.awaiting.sent and player.awaiting.said.startswith(player.seat.word)


# -- the drawing -----------------------------------------------------------------------------------


def drawn(
    tables: dict[str, TablePicture], score: str = "", width: int = 80, height: int = 24
) -> list[str]:
    out = StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(drawing(tables, score, width, height))
    return out.getvalue().splitlines()


def test_a_table_is_drawn_in_a_box() -> None:
    seen = until_cards(sevens(), 5)
    lines = drawn({"": seen}, "1 of 8 boards finished")
    text = "\n".join(lines)
    assert "board 1, dealer North, nobody vulnerable" in lines[0]
    assert "West  North East  South" in text and "7♠!" in text
    assert "7♠ by North, N-S 1, E-W 0, trick 2: N♠" in text
    assert lines[-1].strip() == "1 of 8 boards finished"
    assert all(len(line) == 80 for line in lines[:-1])
    for name in ("North Old", "East  Young", "South Old", "West  Young"):
        assert f"{name}" in text


def test_a_player_who_is_stuck_is_shown_with_its_last_lines() -> None:
    seen = until_cards(sevens(), 5)
    quick = replace(seen, players=tuple(_waiting(p, 4) for p in seen.players))
    slow = replace(seen, players=tuple(_waiting(p, 65) for p in seen.players))
    assert "last sent" not in "\n".join(drawn({"": quick}))
    text = "\n".join(drawn({"": slow}))
    assert "waiting for North, East, South and West to play 1:05" in text
    assert "East was last sent: a line to East" in text
    assert "East last said: a line from East" in text


def _waiting(player: object, seconds: int) -> object:
    name = player.seat.word  # type: ignore[attr-defined]
    said = Awaiting(seconds, f"a line to {name}", f"a line from {name}")
    return replace(player, task="to play", awaiting=said)  # type: ignore[type-var]


def test_two_tables_stand_side_by_side_where_there_is_room() -> None:
    seen = until_cards(sevens(), 5)
    rooms = {"Open room": seen, "Closed room": seen}
    (wide, *_), (narrow, *rest) = drawn(rooms, width=120), drawn(rooms, width=80)
    assert "Open room" in wide and "Closed room" in wide
    assert "Open room" in narrow and "Closed room" not in narrow
    assert any("Closed room" in line for line in rest)


@pytest.mark.parametrize("width", [80, 120])
def test_two_rooms_with_long_auctions_and_stuck_players_fit_a_terminal(width: int) -> None:
    seen = until_cards(sevens(), 5)
    assert seen.board is not None
    legal = [Call.bid(level, strain) for level in range(1, 8) for strain in range(5)]
    long = replace(seen.board, auction=Auction(NORTH, calls=tuple(legal)))
    players = (_waiting(seen.players[0], 50), *seen.players[1:])
    room = replace(seen, board=long, players=players)
    assert len(drawn({"Open room": room, "Closed room": room}, "0 : 0", width)) <= 24


def test_more_tables_have_a_line_each_and_those_that_wait_longest_are_shown() -> None:
    seen = until_cards(sevens(), 5)
    late = replace(seen, players=tuple(_waiting(p, 65) for p in seen.players))
    tables = {f"Table {number}": seen for number in range(1, 51)} | {"Table 44": late}
    lines = drawn(tables, "so far", height=24)
    assert len(lines) <= 24
    shown = [line.split()[1] for line in lines if line.startswith("Table ")]
    assert shown == sorted(shown, key=int) and "44" in shown
    assert f"{50 - len(shown)} more tables" in lines[-2]
    assert "7S-N" in lines[1] and "1 : 0" in lines[1]


# -- the terminal ----------------------------------------------------------------------------------


async def _play(port: int) -> None:
    """Play a session at a table as soon as it is open."""
    while not await _is_open(port):
        pass
    await asyncio.gather(*(play_instantly(port, seat) for seat in Seat))


async def _is_open(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionRefusedError:
        return False
    writer.close()
    return True


def play(port: int) -> None:
    run_session(_play(port))


def table_words(tmp_path: Path, number: int = 2) -> tuple[list[str | Path], int]:
    port = free_port()
    words = ["table", "--pbn", board_file(tmp_path, number), "--port", str(port), "--no-pause"]
    return [*words, "--results", tmp_path / "results.pbn"], port


HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
"""What makes a terminal hide its cursor, and show it again."""


def check_in_order(terminal: Terminal) -> None:
    assert terminal.raw.count(HIDE) and terminal.raw.rfind(SHOW) > terminal.raw.rfind(HIDE)


def test_a_terminal_shows_the_table_and_keeps_the_lines(tmp_path: Path) -> None:
    words, port = table_words(tmp_path)
    with on_terminal(*words) as terminal:
        terminal.read_to("waiting for North, East, South and West to connect")
        play(port)
        assert terminal.end() == 0
    check_in_order(terminal)
    assert "╭─" in terminal.text
    for line in (f"waiting for four programs on port {port}", 'North is "Old"', "Open board 2: "):
        assert terminal.text.count(line) == 1


@pytest.mark.parametrize("option", ["--plain", "--json"])
def test_lines_alone_are_printed_where_they_are_wanted(tmp_path: Path, option: str) -> None:
    words, port = table_words(tmp_path)
    with on_terminal(*words, option) as terminal:
        terminal.read_to("waiting for four programs")
        play(port)
        assert terminal.end() == 0
    assert "\x1b" not in terminal.raw and len(terminal.raw.splitlines()) == 7


def test_a_terminal_that_stands_still_holds_up_no_table(tmp_path: Path) -> None:
    words, port = table_words(tmp_path)
    with on_terminal(*words, full=True) as terminal:
        play(port)
        assert terminal.end_unread() == 0
    played = read_pbn((tmp_path / "results.pbn").read_text(), "results.pbn")
    assert [board.number for board in played] == [1, 2]


def test_a_terminal_that_stands_still_at_the_end_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    master, slave = open_terminal()
    terminal = os.fdopen(slave, "w", encoding="utf-8")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", terminal)
    shown = ""
    with display.Display(True) as open_display:
        take = open_display.pictured()
        assert take is not None
        take(until_cards(sevens(), 5))
        while "╰─" not in shown:
            shown += os.read(master, 65_536).decode(errors="replace")
        fill(slave)
        print("nobody reads this")
    os.close(master)
    terminal.close()


def test_ctrl_c_gives_the_terminal_back_in_order(tmp_path: Path) -> None:
    words, _ = table_words(tmp_path)
    with on_terminal(*words) as terminal:
        terminal.read_to("╰─")
        terminal.interrupt()
        assert terminal.end() == 1
    check_in_order(terminal)
    assert terminal.text.rstrip().endswith(
        "stopped by SIGINT; finished boards are kept, and --resume continues"
    )


async def _ask_and_play(port: int, terminal: Terminal) -> None:
    """Answer the operator's questions in a thread while the clients play."""
    players = [asyncio.create_task(play_instantly(port, seat)) for seat in Seat]
    await asyncio.to_thread(terminal.read_to, "or Enter to continue: ")
    terminal.type("")
    await asyncio.gather(*players)


def test_nothing_is_drawn_while_the_operator_is_asked(tmp_path: Path) -> None:
    words, port = table_words(tmp_path, number=1)
    with on_terminal(*words, "--alert-mode", "end") as terminal:
        terminal.read_to("╰─")
        run_session(_ask_and_play(port, terminal))
        assert terminal.end() == 0
    asked = terminal.raw.index("The auction has ended")
    before, after = terminal.raw[:asked], terminal.raw[asked:]
    assert before.rfind(SHOW) > before.rfind(HIDE)
    answer = after[: after.index("or Enter to continue: ")]
    assert "╭─" not in answer and "\x1b" not in answer
    assert "Open board 1: " in after
    check_in_order(terminal)


def test_a_match_shows_both_rooms_and_the_score(tmp_path: Path) -> None:
    """Both teams are programs that connect by themselves: the display is the same."""
    words = [
        "--pbn",
        board_file(tmp_path, 1),
        "--home",
        "Blue=external",
        "--away",
        "Green=external",
    ]
    port = free_port(2)
    quick = ["--port", str(port), "--results", tmp_path / "match.pbn", "--pause", "0.1"]
    with (
        on_terminal("match", *words, *quick, columns=120) as terminal,
        instant_players_at(port, teams=("Blue", "Green")),
        instant_players_at(port + 1, teams=("Green", "Blue")),
    ):
        assert terminal.end() == 0
    check_in_order(terminal)
    assert any("─ Open room" in line and "─ Closed room" in line
        for line in terminal.text.splitlines()), terminal.text  # fmt: skip
    assert "IMPs, 1 board" in terminal.text


def test_a_pipe_gets_lines_alone(tmp_path: Path) -> None:
    words, port = table_words(tmp_path)
    with started(*words, err_to_out=True) as table:
        first = table.line()
        play(port)
        end = table.rest()
    assert end.code == 0
    seats = [f'{seat.word} is "{TEAMS[seat.side]}"' for seat in Seat]
    assert [first, *sorted(end.out.splitlines()[:4])] == [
        f"waiting for four programs on port {port}", *sorted(seats)
    ]  # fmt: skip
    assert [line[:14] for line in end.out.splitlines()[4:]] == ["Open board 1: ", "Open board 2: "]


def test_a_bug_of_the_drawing_costs_no_lines(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    master, slave = pty.openpty()
    terminal = os.fdopen(slave, "w", encoding="utf-8")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(display, "drawing", broken)
    with display.Display(True):
        print("before")
        while sys.stdout is not terminal:
            pass  # until the display has given up
        print("after", flush=True)
    shown = ""
    while "after" not in shown:
        shown += os.read(master, 65_536).decode()
    terminal.close()
    os.close(master)
    assert shown.index("before") < shown.index("after") and shown.rfind(SHOW) > shown.rfind(HIDE)
    assert "the display has failed" in caplog.text

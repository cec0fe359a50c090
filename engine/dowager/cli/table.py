"""`dowager table`: a table manager, to which four programs connect."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click

from dowager.api.files import read_boards
from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.cli.brain_options import brain_options, brains_kept
from dowager.cli.client_options import line_and_time_options
from dowager.cli.display import Display
from dowager.cli.event import run_event
from dowager.cli.operator_alerts import ask_operator
from dowager.cli.protocol_options import TABLE_DIALECTS, protocol_option
from dowager.cli.session_output import keep, say
from dowager.cli.table_players import TablePlayers, seat_options, seat_players
from dowager.cli.websocket_host import door_options, secure_door
from dowager.errors import InputError
from dowager.formats import FORMAT_TITLES, Board
from dowager.net import (
    EventOptions,
    Handlers,
    Host,
    HostOptions,
    RobotCommand,
    WireLog,
    doors,
    on_signals,
)
from dowager.protocols import PROTOCOLS, without_passwords
from dowager.table import (
    AlertMode,
    BoardFinished,
    Convention,
    Results,
    SeatPlayer,
    TableManager,
    TableOptions,
    boards_to_play,
    result_json,
    result_text,
    rotated,
    score_of,
    team_name,
    with_names,
)
from dowager.table.event import Entrant, Sitting, same_boards

_SECONDS = 60.0
"""The seconds that a pair of robots has for a board."""
_EPILOG = """\b
Examples:
  dowager table --pbn boards.pbn                        four programs connect to port 2000
  dowager table --pbn boards.pbn --boards 1-16 --ns-team Blue --ew-team Green --log wire.log
  dowager table --pbn boards.pbn --resume               continue after a crash
  dowager table --pbn boards.pbn --room closed --port 2001
  dowager table --pbn boards.pbn --tables 4             ports 2000 to 2003, compared at the end
  dowager table --pbn boards.pbn --tables 2 --north "command ./brain.sh" --south "system mine"
  dowager table --pbn boards.pbn --dialect N=seated:plain,gap:200 --dialect S=bridge-env
  dowager table --pbn boards.pbn --north "command ./brain.sh" --east "system mine"
  dowager table --pbn boards.pbn --ns-team Blue --ew-team Green --epe321 3210

--north and the others start a player: "command WORDS" a brain, which speaks by standard input and
output (docs/reference/pipe-protocol.md), "system NAME" a robot. The other seats wait for programs.
With --epe321 players who connect by secure WebSockets (docs/reference/epe321.md) may take seats,
too: the first that is free. With --tables all of that is so at every table, and the ports follow on
one another.

Results go to a PBN file that is complete after every board: boards.results.pbn here, unless
--results names another. If that file exists, --resume is needed to continue from it. Exit codes: 0
all boards were played; 1 the table stopped early; 2 the input is wrong.
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--pbn",
    type=click.Path(path_type=Path),
    required=True,
    help=f"The file of boards, {FORMAT_TITLES}.",
)
@click.option(
    "--boards", "wanted", help="Which boards to play, such as 1-32 or 1,3,5-8. Default: all."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    "ports",
    type=click.IntRange(0, 65535),
    multiple=True,
    help="A port for all seats, or four for North, East, South, West; 0 picks one. Default: 2000.",
)
@click.option(
    "--tables", type=click.IntRange(1, 1000), default=1, show_default=True,
    help="How many tables play the boards, to be compared; their ports follow on one another.",
)  # fmt: skip
@click.option(
    "--scoring", default="matchpoints", show_default=True,
    callback=lambda context, option, value: Scoring.parse(value),
    help="How several tables are compared: matchpoints or imps.",
)  # fmt: skip
@protocol_option
@seat_options
@brain_options
@door_options
@click.option("--ns-team", default="", help="The team name that North-South must give.")
@click.option("--ew-team", default="", help="The team name that East-West must give.")
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    help="The file for the results. Default: BOARDS.results.pbn here.",
)
@click.option("--resume", is_flag=True, help="Continue from the results in the file.")
@click.option("--room", type=click.Choice(["open", "closed"]), default="open", show_default=True,
    help="The room that results are recorded for.")  # fmt: skip
@click.option(
    "--rotate", is_flag=True, help="Then play all boards again with the hands moved one seat."
)
@click.option("--no-pause", is_flag=True, help="Do not wait a second between tricks.")
@click.option(
    "--alert-mode",
    type=click.Choice([mode.value for mode in AlertMode]),
    default="auto",
    show_default=True,
    help="When to ask the operator about alerts.",
)
@click.option(
    "--convention",
    "conventions",
    type=click.Choice([convention.value for convention in Convention]),
    multiple=True,
    help="What is played: with --alert-mode every the operator is asked about it too.",
)
@click.option("--claims", is_flag=True, help="Accept claims, if the protocol has them.")
@click.option(
    "--dialect",
    "dialects",
    multiple=True,
    help=f"How to write lines to a seat: SEAT=DIALECT or all=DIALECT. {TABLE_DIALECTS}.",
)
@line_and_time_options
@click.option(
    "--connect-timeout", "connect", type=click.FloatRange(0.1),
    help="Seconds for programs to take all seats before the table stops. Default: no limit.",
)  # fmt: skip
@click.option(
    "--log", type=click.Path(path_type=Path), help="A file for every line that is sent or received."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each finished board.")
@click.option("--plain", is_flag=True, help="Print lines only, on a terminal too: no live display.")
def command(
    pbn: Path,
    wanted: str | None,
    host: str,
    ports: tuple[int, ...],
    tables: int,
    scoring: Scoring,
    protocol: str,
    north: str,
    east: str,
    south: str,
    west: str,
    brain_memory: float | None,
    brain_time: float | None,
    brain_folder: Path | None,
    secure_port: int | None,
    password: str,
    certificate: Path | None,
    key: Path | None,
    identity: Path | None,
    ns_team: str,
    ew_team: str,
    results: Path | None,
    resume: bool,
    room: str,
    rotate: bool,
    no_pause: bool,
    alert_mode: str,
    conventions: tuple[str, ...],
    claims: bool,
    dialects: tuple[str, ...],
    gap: int,
    act: float,
    ready: float,
    connect: float | None,
    log: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Manage a table at which four programs play boards."""
    if len(ports) not in (0, 1, 4):
        raise InputError("give --port once, or four times: for North, East, South and West")
    boards = boards_to_play(read_boards(pbn), wanted)
    players = seat_players((north, east, south, west))
    needed = any(player.command for player in players.values())
    teams = _team_names((ns_team, ew_team), players)
    options = TableOptions(
        teams=teams,
        trick_pause=0.0 if no_pause else 1.0,
        alert_mode=AlertMode(alert_mode),
        conventions=frozenset(map(Convention, conventions)),
        claims=claims,
    )
    file = results or Path(f"{pbn.stem}.results.pbn")
    if tables > 1:
        if rotate or room != "open" or alert_mode != AlertMode.AUTO.value or len(ports) == 4:
            no = "--rotate, --room, --alert-mode or four ports"
            raise InputError(f"--tables goes without {no}; start a table for each")
        first, known = ports[0] if ports else 2000, (password, certificate, key, identity)
        event = same_boards(tables, boards, first, scoring, _entrants(players, teams))
        kept_so = EventOptions(
            PROTOCOLS[protocol],
            options,
            host,
            gap,
            act,
            ready,
            connect,
            _dialects(dialects),
            claims,
            secure=[
                replace(secure_door(port, *known), only=_only_free(players))
                for port in _ports_of(secure_port, tables)
            ],
            log=partial(_log_of_table, log),
            shown=without_passwords,
        )
        with brains_kept(needed, act, brain_memory, brain_time, brain_folder) as brains:
            kept_so = replace(kept_so, brains=brains)
            run_event(event, kept_so, file, resume, plain, as_json)
        return
    spoken = PROTOCOLS[protocol]
    robots_speak = {seat: spoken.robots_table_dialect for seat, p in players.items() if p.system}
    new_conversation = spoken.table(robots_speak | _dialects(dialects))
    open_doors = doors(new_conversation, ports or (2000,))
    if secure_port is not None:
        secure_one = secure_door(secure_port, password, certificate, key, identity)
        open_doors += (replace(secure_one, only=_only_free(players)),)
    host_options = HostOptions(open_doors, host, gap, act, ready, connect)
    with Results(file, resume) as kept:
        session = _Session(boards, room.title(), rotate, kept, file, as_json)
        options = replace(options, teams=session.teams(options.teams))
        with (
            Display(bool(session.boards) and not (plain or as_json)) as display,
            brains_kept(needed, act, brain_memory, brain_time, brain_folder) as brains,
        ):
            robots = RobotCommand(spoken, host, _SECONDS, claims)
            secure = secure_port is not None
            crew = TablePlayers(players, options.teams, robots, brains, say, secure)
            fault = _play(session, options, host_options, log, display, crew)
    if not session.boards:
        say("all boards are finished")
    if fault:
        say(f"{fault}; finished boards are kept, and --resume continues", err=True)
        sys.exit(1)


def _only_free(players: Mapping[Seat, SeatPlayer]) -> Seat | None:
    """Return the only seat for which we start no player; None if there are others, or none.

    Players who ask for no seat get this one, and not that of a robot that is still to come.
    """
    free = [seat for seat in Seat if seat not in players]
    return free[0] if len(free) == 1 else None


def _ports_of(first: int | None, tables: int) -> list[int]:
    """Return a port for each of several tables; 0 takes free ones, and None gives none."""
    return [] if first is None else [first and first + table for table in range(tables)]


def _entrants(
    players: Mapping[Seat, SeatPlayer], teams: tuple[str, str]
) -> tuple[Entrant, Entrant]:
    """Return who plays at each of several tables: players that they start, and whoever comes."""
    by_seat = [players.get(seat, SeatPlayer()) for seat in Seat]
    return Entrant(teams[0], (by_seat[0], by_seat[2])), Entrant(teams[1], (by_seat[1], by_seat[3]))


def _log_of_table(log: Path | None, sitting: Sitting) -> Path | None:
    """Return the wire log of one of several tables: `wire.2.log` for `wire.log`."""
    return log and log.with_name(f"{log.stem}.{sitting.table}{log.suffix}")


def _play(
    session: _Session,
    options: TableOptions,
    host_options: HostOptions,
    log: Path | None,
    display: Display,
    players: TablePlayers,
) -> str:
    """Run the table; return what ended it early, or nothing."""
    if not session.boards:
        return ""
    manager = TableManager(session.boards, options)
    with WireLog(log, say, without_passwords) as wire:
        handlers = Handlers(
            say,
            lambda event: session.finish(players.finished(event), manager, display),
            display.asking(ask_operator),
            players.opened,
            players.joined,
            missed=lambda seat, why: players.crew.replace(seat, why),
            pictured=display.pictured(),
        )
        return asyncio.run(_kept(Host(manager, host_options, handlers, wire), players))


async def _kept(host: Host, players: TablePlayers) -> str:
    on_signals(players.stop)
    return await players.play(host)


def _team_names(given: tuple[str, str], players: Mapping[Seat, SeatPlayer]) -> tuple[str, str]:
    """Return the names of the sides: of one that we start a player for, its own if none is given.

    Raises:
        InputError: a name is none.
    """
    started = {seat.side for seat in players}
    north_south, east_west = (
        team_name(name) if name else side.word if side in started else ""
        for side, name in zip(Side, given, strict=True)
    )
    return north_south, east_west


class _Session:
    """The boards still to be played, and the room that each result belongs to."""

    def __init__(
        self,
        boards: Sequence[Board],
        room: str,
        rotate: bool,
        results: Results,
        file: Path,
        as_json: bool,
    ) -> None:
        self._results, self._file = results, file
        self._json = as_json
        self._score = 0  # of those who sit North-South, since the table was opened
        other = "Closed" if room == "Open" else "Open"
        rounds = [(room, 0)] + ([(other, 1)] if rotate else [])
        self._rounds = rounds
        unfinished = [
            (name, steps, board)
            for name, steps in rounds
            for board in results.unfinished(boards, name)
        ]
        self._rooms = deque((name, steps) for name, steps, _ in unfinished)
        self.boards = [rotated(board, steps) for _, steps, board in unfinished]

    def teams(self, teams: tuple[str, str]) -> tuple[str, str]:
        """Return the names that the players must give: those of the results, if there are any.

        Raises:
            InputError: others than these have played.
        """
        for room, steps in self._rounds:
            teams = _exchanged(self._results.check_teams(room, _exchanged(teams, steps)), steps)
        return teams

    def finish(self, event: BoardFinished, manager: TableManager, display: Display) -> None:
        """Keep a finished board as the cards were dealt, even if they were rotated."""
        room, steps = self._rooms.popleft()
        sides = zip(manager.session.teams, Side, strict=True)
        north_south, east_west = (team or side.word for team, side in sides)
        teams = _exchanged((north_south, east_west), steps)
        seconds = event.seconds if steps % 2 == 0 else event.seconds[::-1]
        today = date.today().strftime("%Y.%m.%d")
        board = with_names(rotated(event.board, -steps), teams, room, seconds, today, event.faults)
        keep(board, self._results, self._file)
        self._score += score_of(event.board)
        finished = len(self.boards) - len(self._rooms)
        of = f"{finished} of {len(self.boards)} boards finished"
        display.score = f"{of}, {north_south} {self._score:+}"
        if self._json:
            row: dict[str, Any] = {"room": room.lower(), "board": board.number}
            row["seconds"] = [round(used, 3) for used in seconds]
            say(json.dumps(row | result_json(board)))
        else:
            used = f"{seconds[0]:.1f} s, {seconds[1]:.1f} s"
            say(f"{room} board {board.number}: {result_text(board)} {score_of(board):+} ({used})")


def _exchanged(teams: tuple[str, str], steps: int) -> tuple[str, str]:
    """Return two teams as they are recorded when the cards were moved by some seats."""
    return (teams[1], teams[0]) if steps % 2 else teams


def _dialects(texts: Sequence[str]) -> dict[Seat, str]:
    """Return the dialects of the seats; what is given later for a seat overrides."""
    dialects: dict[Seat, str] = {}
    for text in texts:
        seats, equals, dialect = text.partition("=")
        if not equals:
            raise InputError(f"no dialect {text!r}; write SEAT=name:value, such as N=gap:200")
        for seat in Seat if seats.lower() == "all" else [Seat.parse(seats)]:
            dialects[seat] = f"{dialects[seat]},{dialect}" if seat in dialects else dialect
    return dialects

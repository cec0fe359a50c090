"""`dowager match`: a team match on this machine, in two rooms."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from dowager.api.files import read_boards
from dowager.auction import Auction, Scoring
from dowager.bidder import Bidder
from dowager.cli.brain_options import COMMAND, brain_options, brains_kept
from dowager.cli.display import Display
from dowager.cli.options import scoring_option, table_reading_option
from dowager.cli.printing import counted
from dowager.cli.protocol_options import protocol_option
from dowager.cli.session_output import keep, say
from dowager.cli.table_players import SYSTEM, seat_player
from dowager.errors import InputError
from dowager.formats import FORMAT_TITLES, Board
from dowager.language.compile import System
from dowager.net import ROOMS, Plan, StopError, Team, play_match
from dowager.play import contract_tricks
from dowager.protocols import PROTOCOLS
from dowager.services.known_tables import system_named
from dowager.table import (
    BoardFinished,
    Results,
    Row,
    SeatPlayer,
    boards_to_play,
    result_json,
    result_text,
    row_of,
    score_of,
    team_name,
    total,
    with_names,
)

_EXTERNAL = "external"
_EPILOG = """\b
Examples:
  dowager match --pbn boards.pbn --home ./mine --away ./theirs
  dowager match --pbn boards.pbn --home "Blue=./blue" --away "Green=./green" --seconds-per-board 20
  dowager match --pbn boards.pbn --home ./mine --away "Guests=external" --port 2000
  dowager match --pbn boards.pbn --home ./mine+external --away ./theirs --boards 1-16
  dowager match --pbn boards.pbn --home ./mine --away ./theirs --bidding-only
  dowager match --pbn boards.pbn --home ./mine --away ./theirs --resume
  dowager match --pbn boards.pbn --home "Mine=command ./brain.sh" --away ./mine --call-timeout 5
  dowager match --pbn boards.pbn --home "Mixed=./mine+command node brain.js" --away ./mine
  dowager match --pbn boards.pbn --home "Two=command ./a.sh+command ./b.sh" --away ./mine

A team is SYSTEM, NAME=SYSTEM, or SYSTEM+SYSTEM when its two players have different systems;
the first sits North or East. "external" stands for a program that you connect: to --port for the
open room, where the home team sits North-South, and to the next port for the closed room; "command
WORDS", up to the end or to a second player, "+command WORDS" or "+system NAME", for a brain that
the match starts (docs/reference/pipe-protocol.md). Exit codes: 0 the match was played; 1 it was not
finished; 2 the input is wrong.
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--pbn",
    type=click.Path(path_type=Path),
    required=True,
    help=f"The file of boards, {FORMAT_TITLES}.",
)
@click.option("--home", required=True, help="The home team: SYSTEM, NAME=SYSTEM, or external.")
@click.option("--away", required=True, help="The away team, written in the same way.")
@click.option(
    "--boards", "wanted", help="Which boards to play, such as 1-32 or 1,3,5-8. Default: all."
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    help="The file for the results of both rooms. Default: BOARDS.match.pbn here.",
)
@click.option("--resume", is_flag=True, help="Continue from the results in the file.")
@click.option(
    "--bidding-only",
    is_flag=True,
    help="Bid without playing, and score the contracts double dummy.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65534),
    default=0,
    help="The open room's port. Default: free ports.",
)
@protocol_option
@click.option(
    "--seconds-per-board",
    "seconds",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="Seconds that a pair has for a board.",
)
@click.option(
    "--pause", type=click.FloatRange(0), default=0.0, help="Seconds to wait between tricks."
)
@click.option(
    "--strangers", is_flag=True, help="Robots know the other side's system only from its alerts."
)
@table_reading_option
@scoring_option
@click.option("--judge", type=click.FloatRange(0.0), default=0.0, metavar="SECONDS",
    help="Robots judge calls by simulation, for so long at most.")  # fmt: skip
@click.option(
    "--claims", is_flag=True, help="Robots claim when the remaining tricks are proved to be theirs."
)
@click.option(
    "--call-timeout", "act", type=click.FloatRange(0.1), default=120.0, show_default=True,
    help="Seconds for a call or a card before a robot is replaced.",
)  # fmt: skip
@click.option(
    "--ready-timeout", "ready", type=click.FloatRange(0.1), default=60.0, show_default=True,
    help="Seconds for anything else that a robot has to do, such as sitting down.",
)  # fmt: skip
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    help="A folder for logs of every line that is sent or received.",
)
@brain_options
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON line for each board, and the total."
)
@click.option("--plain", is_flag=True, help="Print lines only, on a terminal too: no live display.")
def command(
    pbn: Path,
    home: str,
    away: str,
    wanted: str | None,
    results: Path | None,
    resume: bool,
    bidding_only: bool,
    host: str,
    port: int,
    protocol: str,
    seconds: float,
    pause: float,
    strangers: bool,
    reading: str,
    scoring: Scoring,
    judge: float,
    claims: bool,
    act: float,
    ready: float,
    logs: Path | None,
    brain_memory: float | None,
    brain_time: float | None,
    brain_folder: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Play a team match: the same boards in two rooms."""
    boards = boards_to_play(read_boards(pbn), wanted)
    teams = _teams(home, away)
    file = results or Path(f"{pbn.stem}.match.pbn")
    with Results(file, resume) as kept:
        names = (teams[0].name, teams[1].name)
        for room in ROOMS:
            kept.check_teams(room, names if room == "Open" else names[::-1])
        unfinished = {room: kept.unfinished(boards, room) for room in ROOMS}
        systems = [_one_system(team) for team in teams] if bidding_only else []
        plan = Plan(
            *teams,
            unfinished,
            PROTOCOLS[protocol],
            host,
            port,
            gap=10 if port else 0,
            seconds=seconds,
            trick_pause=pause,
            known=not strangers,
            claims=claims,
            judge=judge,
            scoring=scoring,
            reading=reading,
            act=act,
            ready=ready,
            logs=logs,
        )
        reads = "" if bidding_only else plan.reads()
        score = _Score(boards, teams, kept, file, as_json, reads, scoring)
        if bidding_only:
            _bid(unfinished, systems, score, scoring)
            score.end()
            faults = []
        else:
            if logs:
                logs.mkdir(parents=True, exist_ok=True)
            given = (
                any(player.command for team in teams for player in team.players),
                act,
                brain_memory,
                brain_time,
                brain_folder,
                True,
                scoring,
            )
            with brains_kept(*given) as brains:
                plan = replace(plan, brains=brains)
                faults = _play(plan, score, Display(not (plain or as_json)))
    if faults:
        text = "\n".join(faults)
        say(f"{text}; finished boards are kept, and --resume continues", err=True)
        sys.exit(1)


def _play(plan: Plan, score: _Score, display: Display) -> list[str]:
    """Play the match; return what ended it early. Nobody who stops it wants the total."""

    def finished(room: str, event: BoardFinished) -> None:
        score.finished(room, event)
        display.score = score.text

    display.score = score.text
    try:
        with display:
            faults = asyncio.run(play_match(plan, finished, score.report, display.pictured))
    except StopError as stopped:
        return [str(stopped)]
    score.end()
    return faults


def _teams(home: str, away: str) -> tuple[Team, Team]:
    first, second = _team(home), _team(away)
    if first.name.casefold() == second.name.casefold():
        first = replace(first, name=f"{first.name} home")
        second = replace(second, name=f"{second.name} away")
    return first, second


def _team(text: str) -> Team:
    before, _, _ = text.partition(COMMAND)
    name, equals, _ = before.partition("=")
    players = _split(text[len(name) + 1 :] if equals else text)
    if len(players) > 2 or not all(players) or (equals and not name.strip()):
        raise InputError(f"no team {text!r}; write SYSTEM, NAME=SYSTEM or NAME=SYSTEM+SYSTEM")
    first, last = _player(players[0]), _player(players[-1])
    called = first.command[0] if first.command else first.system or players[0]
    return Team(team_name(name if equals else Path(called).name or called), (first, last))


def _split(text: str) -> list[str]:
    """Return the players of a team; a command goes on up to the next `+command ` or `+system `."""
    before, comes, command = text.partition(COMMAND)
    first, *others = re.split(rf"\+(?={COMMAND}|{SYSTEM})", comes + command)
    return [each.strip() for each in [*(before + first).split("+", before.count("+")), *others]]


def _player(text: str) -> SeatPlayer:
    """Return a player; a system's faults are reported before anybody sits down."""
    if text == _EXTERNAL:
        return SeatPlayer()
    if f"{text} ".startswith((COMMAND, SYSTEM)):
        return seat_player(text)
    system_named(text)
    return SeatPlayer(system=text)


class _Score:
    """Keeps finished boards, and prints the table of boards as it grows."""

    def __init__(
        self,
        boards: Sequence[Board],
        teams: tuple[Team, Team],
        results: Results,
        file: Path,
        as_json: bool,
        reads: str,
        scoring: Scoring,
    ) -> None:
        self._boards, self._teams = boards, teams
        self._results, self._file = results, file
        self._json = as_json
        self._scoring = scoring
        self._head(reads)
        for board in boards:
            row = row_of(results, board.number or 0)
            if row:
                self._print(row)

    @property
    def _rows(self) -> list[Row]:
        rows = (row_of(self._results, board.number or 0) for board in self._boards)
        return [row for row in rows if row]

    def finished(self, room: str, event: BoardFinished) -> None:
        """Keep a board that a room has finished; print its row once both rooms have."""
        names = (self._teams[0].name, self._teams[1].name)
        teams = names if room == "Open" else names[::-1]
        today = date.today().strftime("%Y.%m.%d")
        board = with_names(event.board, teams, room, event.seconds, today, event.faults)
        keep(board, self._results, self._file)
        row = row_of(self._results, event.board.number or 0)
        if row:
            self._print(row)
        elif sys.stderr.isatty():
            say(f"{room} room: board {event.board.number} is over", err=True)

    def report(self, text: str) -> None:
        """Print a line for the operator, apart from the table."""
        say(text, err=True)

    def _head(self, reads: str) -> None:
        if not self._json:
            home, away = (team.name for team in self._teams)
            say(f"{home} against {away}: {counted(len(self._boards), 'board')}")
            if reads:
                say(f"how robots read calls: {reads}")
            say(f"{'board':>5}  {'open':<12}{'':>6}  {'closed':<12}{'':>6}  {self._unit:>4}  total")

    def _print(self, row: Row) -> None:
        won = total(self._rows, self._scoring)
        if self._json:
            say(json.dumps(_as_json(row, self._scoring)))
        else:
            results = [
                f"{result_text(board):<12}{score_of(board):>+6}"
                for board in (row.open_room, row.closed_room)
            ]
            sheet = "  ".join(results)
            say(f"{row.number:>5}  {sheet}  {self._gain(row):>4}  {won[0]} : {won[1]}")

    @property
    def _unit(self) -> str:
        return "IMPs" if self._scoring is Scoring.IMPS else "MP"

    def _gain(self, row: Row) -> str:
        """Return what the home team wins on a board."""
        return f"{row.imps:+}" if self._scoring is Scoring.IMPS else f"{row.won(self._scoring)[0]}"

    @property
    def text(self) -> str:
        """The total: `Blue 7, Green 0 IMPs, 2 boards`."""
        (first, second), rows = total(self._rows, self._scoring), self._rows
        home, away = (team.name for team in self._teams)
        return f"{home} {first}, {away} {second} {self._unit}, {counted(len(rows), 'board')}"

    def end(self) -> None:
        """Print the total."""
        if self._json:
            names = [team.name for team in self._teams]
            both = dict(zip(names, total(self._rows, self._scoring), strict=True))
            say(json.dumps({"boards": len(self._rows), _key(self._scoring): both}))
        else:
            say(self.text)


def _key(scoring: Scoring) -> str:
    """Return the name of what is won, for programs: `imps` or `matchpoints`."""
    return str(scoring).lower()


def _as_json(row: Row, scoring: Scoring) -> dict[str, Any]:
    rooms = {"open": result_json(row.open_room), "closed": result_json(row.closed_room)}
    won = row.imps if scoring is Scoring.IMPS else row.won(scoring)[0]
    return {"board": row.number, _key(scoring): won} | rooms


def _bid(
    unfinished: dict[str, list[Board]],
    systems: Sequence[System],
    score: _Score,
    scoring: Scoring,
) -> None:
    """Bid all boards in both rooms and score them double dummy."""
    bidders = {"Open": Bidder(systems[0], systems[1]), "Closed": Bidder(systems[1], systems[0])}
    numbers = sorted({board.number or 0 for boards in unfinished.values() for board in boards})
    for number in numbers:
        for room in ROOMS:
            for board in unfinished[room]:
                if board.number == number:
                    score.finished(room, _bid_board(bidders[room], board, scoring))


def _one_system(team: Team) -> System:
    first, second = team.systems
    if first is None or second is None or first != second:
        raise InputError(f"{team.name}: --bidding-only needs one system for both players")
    return system_named(first)


def _bid_board(bidder: Bidder, board: Board, scoring: Scoring) -> BoardFinished:
    assert board.deal is not None
    auction = bidder.bid(board.deal, Auction(board.dealer, board.vulnerability, (), scoring))
    contract = auction.contract
    tricks = contract_tricks(board.deal, contract) if contract else None
    done = replace(board, calls=auction.calls, contract=contract, tricks=tricks)
    return BoardFinished(done, (0.0, 0.0))

"""A team match on this machine: two rooms, their tables, and the robots that sit at them.

Both rooms play at the same time. A robot is a process of its own that connects like any program;
when it dies or is silent while its room plays, another one takes its seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.formats import Board
from dowager.net.brains import Brains
from dowager.net.doors import doors
from dowager.net.host import Host
from dowager.net.host_options import Handlers, HostOptions
from dowager.net.robot_command import RobotCommand
from dowager.net.robot_crew import RobotCrew
from dowager.net.signals import StopError, on_signals
from dowager.net.wire_log import WireLog, cannot_write
from dowager.table import (
    BoardFinished,
    Partners,
    SeatPlayer,
    TableManager,
    TableOptions,
    TablePicture,
    TableProtocol,
    TableReadings,
    at_our_table,
    in_words,
)

ROOMS = ("Open", "Closed")


@dataclass(frozen=True, slots=True)
class Team(Partners):
    """A team of a match.

    Attributes:
        name: its name at the table.
        players: its two players, the one who sits North or East first.
    """

    name: str
    players: tuple[SeatPlayer, SeatPlayer]


@dataclass(frozen=True, slots=True)
class Plan:
    """A match.

    Attributes:
        home: the team that sits North-South in the open room.
        away: the other team.
        boards: by room, the boards that are still to be played.
        protocol: what is spoken at the tables.
        host: the address to listen at.
        port: the open room's port; the closed room's is one higher. 0 takes free ports.
        gap: milliseconds between two lines to a client whose dialect does not say.
        seconds: the pair's time for a board.
        trick_pause: seconds between tricks.
        known: whether robots know which system the opponents play.
        claims: whether robots claim.
        judge: seconds in which robots judge a call; 0 for their rules' own calls.
        scoring: what boards are scored by.
        reading: how robots read calls, in place of what is known of the players; empty for that.
        act: seconds for a call or a card; a robot that needs more is replaced.
        ready: seconds for anything else, such as sitting down.
        logs: a folder for the wire logs and what the robots say; None for none.
        brains: how brains are kept; None if there are none.
    """

    home: Team
    away: Team
    boards: Mapping[str, Sequence[Board]]
    protocol: TableProtocol
    host: str = "127.0.0.1"
    port: int = 0
    gap: int = 0
    seconds: float = 60.0
    trick_pause: float = 0.0
    known: bool = True
    claims: bool = False
    judge: float = 0.0
    scoring: Scoring = Scoring.IMPS
    reading: str = ""
    act: float = 120.0
    ready: float = 60.0
    logs: Path | None = None
    brains: Brains | None = None

    def teams(self, room: str) -> tuple[Team, Team]:
        """Return North-South and East-West of a room."""
        return (self.home, self.away) if room == "Open" else (self.away, self.home)

    def readings(self, room: str, side: Side) -> TableReadings:
        """Return how the robots of a side read calls."""
        teams = self.teams(room)
        own, theirs = teams[side].systems, teams[side.other].systems
        readings = at_our_table(own, theirs, self.known)
        return (readings.judging() if self.judge > 0 else readings).changed(self.reading, side)

    def reads(self) -> str:
        """Return in words how robots read calls; empty if there are no robots."""
        return in_words(
            self.readings(room, side)
            for room in ROOMS
            for side in Side
            if any(self.teams(room)[side].systems)
        )


Finished = Callable[[str, BoardFinished], None]
Report = Callable[[str], None]
Pictured = Callable[[TablePicture], None]


async def play_match(
    plan: Plan,
    finished: Finished,
    report: Report,
    pictured: Callable[[str], Pictured | None] = lambda room: None,
) -> list[str]:
    """Play both rooms at the same time.

    Args:
        plan: the match.
        finished: takes each finished board with its room.
        report: takes lines for the operator.
        pictured: gives what takes the pictures of a room's table, as `Handlers` has it.

    Returns:
        Why, for each room that did not finish.

    Raises:
        InputError: a port is taken.
        StopError: SIGTERM or Ctrl-C has ended the match.
    """
    rooms = [
        _Room(plan, room, finished, report, pictured(f"{room} room"))
        for room in ROOMS
        if plan.boards[room]
    ]
    stops: list[str] = []

    def stop(why: str) -> None:
        stops.append(why)
        for room in rooms:
            room.stop(why)

    on_signals(stop)
    faults = [fault for fault in await asyncio.gather(*(room.play() for room in rooms)) if fault]
    if stops and faults:
        raise StopError(stops[0])
    return faults


class _Room:
    """One room: its table and its robots."""

    def __init__(
        self,
        plan: Plan,
        room: str,
        finished: Finished,
        report: Report,
        pictured: Pictured | None,
    ) -> None:
        self._plan = plan
        self._room = room
        self._finished = finished
        self._report = report
        self._pictured = pictured
        self._teams = plan.teams(room)
        self._crew = RobotCrew(self._say, self._fail)
        self._host: Host | None = None

    async def play(self) -> str:
        plan, room = self._plan, self._room
        names = (self._teams[0].name, self._teams[1].name)
        options = TableOptions(names, plan.trick_pause, claims=plan.claims)
        handlers = Handlers(
            self._say,
            self._finish,
            opened=self._opened,
            joined=self._joined,
            missed=self._replace,
            pictured=self._pictured,
        )
        file = plan.logs and plan.logs / f"{room.lower()}.wire.log"
        with WireLog(file, handlers.report) as log:
            manager = TableManager(plan.boards[room], options)
            self._host = Host(manager, self._host_options(), handlers, log)
            try:
                fault = await self._host.run()
            finally:
                await self._crew.send_home()
        return f"{room} room: {fault}" if fault else ""

    def stop(self, why: str) -> None:
        """Close the room before its time."""
        self._crew.leave()
        self._fail(why)

    def _fail(self, why: str) -> None:
        if self._host is not None:
            self._host.stop(why)

    def _say(self, text: str) -> None:
        self._report(f"{self._room} room: {text}")

    def _host_options(self) -> HostOptions:
        plan = self._plan
        robots = [seat for seat in Seat if self._system(seat) is not None]
        new_conversation = plan.protocol.table(
            dict.fromkeys(robots, plan.protocol.robots_table_dialect)
        )
        port = plan.port + 1 if plan.port and self._room == "Closed" else plan.port
        at = doors(new_conversation, (port,))
        return HostOptions(at, plan.host, plan.gap, plan.act, plan.ready, connect=plan.ready)

    def _system(self, seat: Seat) -> str | None:
        return self._teams[seat.side].players[seat // 2].system

    def _brain(self, seat: Seat) -> tuple[str, ...]:
        return self._teams[seat.side].players[seat // 2].command

    def _opened(self, ports: Sequence[int]) -> None:
        (port,) = ports
        for seat in Seat:
            if self._system(seat) is not None:
                self._crew.start(seat, partial(self._command, seat, port))
            elif command := self._brain(seat):
                self._start_brain(seat, command)
        if any(seat not in self._crew for seat in Seat):
            self._say(f"port {port}")

    def _start_brain(self, seat: Seat, command: Sequence[str]) -> None:
        plan = self._plan
        assert plan.brains is not None and self._host is not None
        own, theirs = self._teams[seat.side], self._teams[seat.side.other]
        known = theirs.system if plan.known else None
        terms = plan.brains.terms(seat, own.name, own.system, known)
        plan.brains.start(self._crew, self._host, terms, command, self._say, self._room.lower())

    def _finish(self, event: BoardFinished) -> None:
        self._finished(self._room, replace(event, faults=self._crew.finished_board()))

    def _joined(self, seat: Seat, team: str) -> None:
        """Report who has come, except whom we have started."""
        if seat not in self._crew:
            self._say(f'{seat.word} is "{team}"')

    def _replace(self, seat: Seat, why: str) -> bool:
        """Replace a robot that is silent or does not come; wait on for other programs."""
        self._crew.replace(seat, why)
        return True

    def _command(self, seat: Seat, port: int) -> list[str]:
        plan = self._plan
        team, system = self._teams[seat.side], self._system(seat)
        theirs = self._teams[seat.side.other].systems
        assert system is not None
        known = theirs[0] if plan.known and theirs[0] == theirs[1] else None
        robots = RobotCommand(
            plan.protocol, plan.host, plan.seconds, plan.claims, plan.judge, plan.scoring
        )
        readings, log = plan.readings(self._room, seat.side), self._robot_log(seat)
        return robots.words(seat, port, team.name, system, known, readings, log)

    def _robot_log(self, seat: Seat) -> Path | None:
        """Return the file for a robot's log; None where it can no longer be written."""
        if self._plan.logs is None:
            return None
        file = self._plan.logs / f"{self._room.lower()}-{seat.word.lower()}.wire.log"
        try:
            file.open("a").close()
        except OSError as error:
            self._say(cannot_write(file, error))
            return None
        return file

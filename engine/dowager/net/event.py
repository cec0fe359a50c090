"""An event in one process: many tables, to which players find their way by their teams' names.

A sitting begins when one of its pairs has nothing earlier to play. A pair whose sitting is over is
told `End of session`; when its programs connect again, they come to their next table, or, if that
plays, back to their seats. So no table waits for others than its own two pairs, and what goes wrong
at one stays there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from dowager.cards import Seat, Side
from dowager.errors import DowagerError, InputError
from dowager.formats import Board
from dowager.net.brains import Brains
from dowager.net.doors import Door, doors
from dowager.net.hall import Hall
from dowager.net.host import Host
from dowager.net.host_options import Handlers, HostOptions
from dowager.net.robot_command import RobotCommand
from dowager.net.robot_crew import RobotCrew
from dowager.net.signals import StopError, on_signals
from dowager.net.wire_log import WireLog, cannot_write
from dowager.table import (
    BoardFinished,
    SeatAsked,
    TableManager,
    TableOptions,
    TablePicture,
    TableProtocol,
)
from dowager.table.event import Event, Sitting

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventOptions:
    """How the tables of an event are kept.

    Attributes:
        protocol: what is spoken.
        table: how each table is run, but for its teams' names.
        host: the address to listen at.
        gap: milliseconds between two lines to a client that has not spoken in between, and whose
            dialect does not say.
        act: seconds for a call or a card.
        ready: seconds for anything else that a client has to say.
        connect: seconds in which a pair that has nothing else to play must come; None for no limit.
        dialects: how the tables speak to seats whose pair has no dialect of its own.
        claims: whether robots claim.
        brains: how brains are kept; None if there are none.
        secure: for each table a door for players who name no team, as well; empty for none.
        teams: the names that the sides of a sitting must have; empty for any.
        log: the wire log of a sitting; None for none.
        shown: returns lines as logs and pictures of tables may have them: without secrets.
    """

    protocol: TableProtocol
    table: TableOptions
    host: str = "127.0.0.1"
    gap: int = 10
    act: float = 120.0
    ready: float = 60.0
    connect: float | None = None
    dialects: Mapping[Seat, str] | None = None
    claims: bool = False
    brains: Brains | None = None
    secure: Sequence[Door] = ()
    teams: Callable[[Sitting], tuple[str, str]] = lambda sitting: sitting.names
    log: Callable[[Sitting], Path | None] = lambda sitting: None
    shown: Callable[[bytes], bytes] = lambda data: data


@dataclass(frozen=True, slots=True)
class EventHandlers:
    """What the owner of an event does about what happens at its tables.

    Attributes:
        report: takes a line for the operator.
        finished: takes a finished board, with the names of its sides; the table goes on when it
            returns.
        opened: takes the ports once they are open.
        pictured: gives what takes the pictures of a sitting's table, as `Handlers` has it.
    """

    report: Callable[[str], None]
    finished: Callable[[Sitting, tuple[str, str], BoardFinished], None]
    opened: Callable[[Sequence[int]], None] = lambda ports: None
    pictured: Callable[[Sitting], Callable[[TablePicture], None] | None] = lambda sitting: None


def door_to(sitting: Sitting, options: EventOptions) -> Door:
    """Return the door of a sitting, with the dialects of its seats.

    Raises:
        InputError: there is no such dialect.
    """
    dialects = dict(options.dialects or {})
    for seat in Seat:
        entrant = sitting.entrants[seat.side]
        if entrant.player(seat).system is not None:
            dialects[seat] = options.protocol.robots_table_dialect
        elif entrant.dialect:
            dialects[seat] = entrant.dialect
    return Door(options.protocol.table(dialects))


async def play_event(
    event: Event,
    boards: Callable[[Sitting], Sequence[Board]],
    options: EventOptions,
    handlers: EventHandlers,
) -> list[str]:
    """Play an event.

    Args:
        event: the event.
        boards: gives the boards that a sitting has still to play.
        options: how its tables are kept.
        handlers: what the owner does.

    Returns:
        Why, for each sitting that has not played all its boards.

    Raises:
        InputError: a port is taken.
        StopError: SIGTERM or Ctrl-C has ended the event.
    """
    tables = [
        _Table(sitting, boards(sitting), event, options, handlers) for sitting in event.sittings
    ]
    return await _House(event, tables, options, handlers).play()


class _House:
    """All tables of an event, and the doors to them."""

    def __init__(
        self,
        event: Event,
        tables: Sequence[_Table],
        options: EventOptions,
        handlers: EventHandlers,
    ) -> None:
        self._event, self._tables, self._handlers = event, tables, handlers
        self._stopped = ""
        number = event.tables if event.port_per_table else 1
        first = event.ports[0]
        ports = [first and first + index for index in range(number)]
        new_conversation = options.protocol.table({})
        self._doors = (
            [Door(new_conversation, port) for port in ports]
            if event.port_per_table
            else doors(new_conversation, event.ports)
        )
        self._secure = {len(self._doors) + table: door for table, door in enumerate(options.secure)}
        every = (*self._doors, *options.secure)
        self._hall = Hall(every, options.host, self._find, event.tables, handlers.report)

    async def play(self) -> list[str]:
        ports = await self._hall.open()
        self._handlers.opened(ports)
        if reads := self._event.reads():
            self._handlers.report(f"how robots read calls: {reads}")
        on_signals(self._stop)
        earlier: dict[tuple[str, int, int], list[_Table]] = {}
        for table in self._tables:
            before = tuple(earlier.setdefault(table.sitting.key_of(side), []) for side in Side)
            table.prepare(ports[: len(self._doors)], tuple(tuple(each) for each in before))
            for each in before:
                each.append(table)
        try:
            faults = await asyncio.gather(*(table.play() for table in self._tables))
        finally:
            self._hall.close()
        if self._stopped and any(faults):
            raise StopError(self._stopped)
        return [fault for fault in faults if fault]

    def _stop(self, why: str) -> None:
        self._stopped = self._stopped or why
        for table in self._tables:
            table.stop(why)

    def _find(self, door: int, asked: SeatAsked) -> tuple[Host, Door]:
        """Return the first table at which a client's pair has something to play."""
        secure, number = self._secure.get(door), door % self._event.tables + 1
        here = [
            table
            for table in self._tables
            if not self._event.port_per_table or table.sitting.table == number
        ]
        own = here if secure else [table for table in here if table.expects(asked)]
        if not own:
            raise InputError(f'nobody called "{asked.team}" plays here')
        for table in own:
            if not table.over:
                by = secure or replace(table.door, only=self._doors[door].only)
                return table.host, by
        raise InputError("the session is over")


class _Table:
    """A sitting: its table, and the players that it starts."""

    def __init__(
        self,
        sitting: Sitting,
        boards: Sequence[Board],
        event: Event,
        options: EventOptions,
        handlers: EventHandlers,
    ) -> None:
        self.sitting = sitting
        self.door = door_to(sitting, options)
        self._boards, self._event, self._options = boards, event, options
        self._handlers = handlers
        self._host: Host | None = None
        self._log = ExitStack()
        self._fault = ""
        self._ended, self._begun = asyncio.Event(), asyncio.Event()
        self._free: set[Side] = set()
        self._crew = RobotCrew(self._report, lambda why: self.host.stop(why))
        self._ports: Sequence[int] = ()
        self._earlier: tuple[tuple[_Table, ...], ...] = ((), ())

    @property
    def over(self) -> bool:
        """Whether nobody can sit down any more."""
        over = self._host is not None and self._host.over
        return over or self._ended.is_set() or not self._boards

    def expects(self, asked: SeatAsked) -> bool:
        """Whether a client may belong to a pair of the sitting."""
        name = asked.team.strip().casefold()
        names = [name.casefold() for name in self.sitting.names]
        if self.sitting.room and asked.seat is not None:
            names = [names[asked.seat.side]]
        return name in names or "" in names

    def prepare(self, ports: Sequence[int], earlier: tuple[tuple[_Table, ...], ...]) -> None:
        """Take the open ports, and for each side what its pair plays before this."""
        self._ports, self._earlier = ports, earlier

    async def play(self) -> str:
        """Play the boards; return what ended the sitting early, or nothing."""
        if not self._boards:
            self._ended.set()
            return ""
        bringing = [asyncio.create_task(self._bring(side)) for side in Side]
        try:
            await self._begun.wait()
            fault = self._fault or await self.host.run()
        except (DowagerError, OSError) as error:
            fault = str(error)
        except Exception as error:  # a bug of ours must not stop the other tables
            _logger.error("a table has failed", exc_info=error)
            fault = f"our own fault: {type(error).__name__}: {error}"
        finally:
            for task in bringing:
                task.cancel()
            await self._crew.send_home()
            self._log.close()
            self._ended.set()
        return f"{self._label}{fault}" if fault else ""

    def stop(self, why: str) -> None:
        """End the sitting before its time, or before it begins."""
        self._fault = why
        self._begun.set()
        self._crew.leave()
        if self._host is not None:
            self._host.stop(why)

    @property
    def host(self) -> Host:
        """The table; it is there as soon as somebody comes."""
        if self._host is None:
            self._host = self._new_host()
        return self._host

    def _new_host(self) -> Host:
        options = replace(self._options.table, teams=self._options.teams(self.sitting))
        manager = TableManager(self._boards, options)

        def finished(event: BoardFinished) -> None:
            event = replace(event, faults=self._crew.finished_board())
            first, second = manager.session.teams
            self._handlers.finished(self.sitting, (first, second), event)

        handlers = Handlers(
            self._report,
            finished,
            joined=self._joined,
            missed=self._missed,
            pictured=self._handlers.pictured(self.sitting),
        )
        return Host(manager, self._host_options(), handlers, self._opened_log())

    def _host_options(self) -> HostOptions:
        options = self._options
        ours = all(entrant.started for entrant in self.sitting.entrants)
        connect = options.ready if ours else options.connect
        return HostOptions((), options.host, options.gap, options.act, options.ready, connect)

    def _opened_log(self) -> WireLog:
        file = self._options.log(self.sitting)
        try:
            return self._log.enter_context(WireLog(file, self._report, self._options.shown))
        except OSError as error:
            self._report(cannot_write(file, error))
            return WireLog(None, shown=self._options.shown)

    @property
    def _label(self) -> str:
        number = f"round {self.sitting.round}, " if self._event.rounds > 1 else ""
        return f"{number}table {self.sitting.table}: "

    def _report(self, text: str) -> None:
        self._handlers.report(f"{self._label}{text}")

    # -- who plays ---------------------------------------------------------------------------------

    async def _bring(self, side: Side) -> None:
        """Wait until a pair has nothing earlier to play; start its players, if we start them."""
        for earlier in self._earlier[side]:
            await earlier._ended.wait()
        self._free.add(side)
        self._begun.set()
        if self._host is not None:
            self._host.wait_again(side)
        for seat in side.seats:
            player = self.sitting.entrants[side].player(seat)
            if player.system is not None:
                self._crew.start(seat, partial(self._command, seat, player.system))
            elif player.command:
                self._start_brain(seat, player.command)

    def _start_brain(self, seat: Seat, command: Sequence[str]) -> None:
        entrants, brains = self.sitting.entrants, self._options.brains
        assert brains is not None
        own, theirs = entrants[seat.side], entrants[seat.side.other]
        terms = brains.terms(seat, own.name, own.system, theirs.system)
        table = f"round-{self.sitting.round}-table-{self.sitting.table}"
        brains.start(self._crew, self.host, terms, command, self._report, table)

    def _command(self, seat: Seat, system: str) -> list[str]:
        options, entrants = self._options, self.sitting.entrants
        own, theirs = entrants[seat.side].name, entrants[seat.side.other].systems
        opponents = theirs[0] if theirs[0] == theirs[1] else None
        robots = RobotCommand(
            options.protocol,
            options.host,
            self._event.seconds,
            options.claims,
            self._event.judge,
            self._event.scoring,
        )
        readings = self._event.readings(self.sitting, seat.side)
        port = self._port(seat)
        return robots.words(seat, port, own, system, opponents, readings)

    def _port(self, seat: Seat) -> int:
        if self._event.port_per_table:
            return self._ports[self.sitting.table - 1]
        return self._ports[seat if len(self._ports) == 4 else 0]

    def _joined(self, seat: Seat, team: str) -> None:
        """Report who has come, except whom we have started."""
        if seat not in self._crew:
            self._report(f'{seat.word} is "{team}"')

    def _missed(self, seat: Seat, why: str) -> bool:
        """Replace a player of ours who is silent; wait for pairs that play elsewhere."""
        return self._crew.replace(seat, why) or seat.side not in self._free

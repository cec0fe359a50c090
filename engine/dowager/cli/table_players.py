"""The players that `dowager table` starts itself: `--north "command ./brain.sh"` and the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import click

from dowager.cards import Seat, Side
from dowager.cli.brain_options import COMMAND, brain_command
from dowager.cli.websocket_host import secure_address
from dowager.errors import InputError
from dowager.net import Brains, Host, RobotCommand, RobotCrew
from dowager.services.known_tables import system_named
from dowager.table import BoardFinished, SeatPlayer, at_our_table

_Function = TypeVar("_Function", bound=Callable[..., Any])
SYSTEM = "system "
"""What begins a player that is a robot: `system mine`."""


def seat_options(function: _Function) -> _Function:
    """Add `--north`, `--east`, `--south` and `--west`."""
    for seat in reversed(Seat):
        words = f"Start {seat.word}'s player."
        if seat is Seat.NORTH:
            words = 'Start North\'s player: "command WORDS" for a brain, "system NAME" for a robot.'
        function = click.option(f"--{seat.word.lower()}", default="", help=words)(function)
    return function


def seat_players(texts: Sequence[str]) -> dict[Seat, SeatPlayer]:
    """Return the players that `--north` and the others name; empty texts name none.

    Raises:
        InputError: one names no player, program or system.
    """
    return {seat: seat_player(text.strip()) for seat, text in zip(Seat, texts, strict=True) if text}


def seat_player(text: str) -> SeatPlayer:
    """Return the player that `command WORDS` or `system NAME` names.

    Raises:
        InputError: it names no player, program or system.
    """
    if text.startswith(COMMAND):
        return SeatPlayer(command=brain_command(text.removeprefix(COMMAND)))
    if text.startswith(SYSTEM):
        name = text.removeprefix(SYSTEM).strip()
        system_named(name)  # reports its faults before anybody sits down
        return SeatPlayer(system=name)
    raise InputError(f'no player {text!r}; write "command ./brain.sh" or "system mine"')


class TablePlayers:
    """Starts the players of one table.

    Args:
        players: who sits where.
        teams: the names of North-South and East-West.
        robots: how robots are started.
        brains: how brains are kept.
        report: takes lines for the operator.
        secure: whether the last port is for secure WebSockets.
    """

    def __init__(
        self,
        players: Mapping[Seat, SeatPlayer],
        teams: Sequence[str],
        robots: RobotCommand,
        brains: Brains,
        report: Callable[[str], None],
        secure: bool = False,
    ) -> None:
        self._players, self._teams, self._secure = players, teams, secure
        self._robots, self._brains, self._report = robots, brains, report
        self.crew = RobotCrew(report, self._fail)
        self._host: Host | None = None

    async def play(self, host: Host) -> str:
        """Keep a table to its end with these players; `opened` starts them."""
        self._host = host
        try:
            return await host.run()
        finally:
            await self.crew.send_home()

    def finished(self, event: BoardFinished) -> BoardFinished:
        """Return a finished board with what these players did wrong."""
        return replace(event, faults=self.crew.finished_board())

    def joined(self, seat: Seat, team: str) -> None:
        """Report who has come, except whom we have started."""
        if seat not in self.crew:
            self._report(f'{seat.word} is "{team}"')

    def opened(self, ports: Sequence[int]) -> None:
        """Start the players: the table listens, for the other seats."""
        if self._secure:
            *ports, secure = ports
        if free := len(Seat) - len(self._players):
            programs = ("one program", "two programs", "three programs", "four programs")[free - 1]
            self._report(f"waiting for {programs} on port {', '.join(map(str, ports))}")
            if self._secure:
                self._report(f"or at {secure_address(self._robots.host, secure)}, by EPE 321")
        for seat, player in self._players.items():
            if player.command:
                self._start_brain(seat, player.command)
            elif player.system is not None:
                port = ports[seat if len(ports) == 4 else 0]
                self.crew.start(seat, partial(self._words, seat, port, player.system))

    def stop(self, why: str) -> None:
        """End the table before its time."""
        self.crew.leave()
        self._fail(why)

    def _fail(self, why: str) -> None:
        if self._host is not None:
            self._host.stop(why)

    def _start_brain(self, seat: Seat, command: Sequence[str]) -> None:
        assert self._host is not None
        own, theirs = self._system(seat.side), self._system(seat.side.other)
        terms = self._brains.terms(seat, self._teams[seat.side], own, theirs)
        self._brains.start(self.crew, self._host, terms, command, self._report)

    def _words(self, seat: Seat, port: int, system: str) -> list[str]:
        """Return the words that start a robot."""
        readings = at_our_table(self._systems(seat.side), self._systems(seat.side.other), True)
        team, theirs = self._teams[seat.side], self._systems(seat.side.other)
        opponents = theirs[0] if theirs[0] == theirs[1] else None
        return self._robots.words(seat, port, team, system, opponents, readings)

    def _systems(self, side: Side) -> tuple[str | None, str | None]:
        first, second = (self._players.get(seat, SeatPlayer()).system for seat in side.seats)
        return first, second

    def _system(self, side: Side) -> str | None:
        """Return the only system that we know a side to play, if any."""
        known = set(self._systems(side)) - {None}
        return known.pop() if len(known) == 1 else None

"""Programs at a table: the doors at which they connect, and the brains that the server starts."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.net import (
    Brains,
    Door,
    Host,
    RobotCrew,
    accept_websockets,
    host_context,
    own_identity,
    require_websockets,
)
from dowager.protocols import EPE_321, PROTOCOLS
from dowager.web.play.room_plan import RoomPlan, Sitter
from dowager.web.serve_options import ServeOptions

_BLUE_CHIP = next(iter(PROTOCOLS.values()))
_SPEAKS = {Sitter.PROGRAM: _BLUE_CHIP, Sitter.EPE_321: EPE_321}
"""What is spoken by the programs that connect by themselves."""


@dataclass(frozen=True, slots=True)
class _Brain:
    """A brain of a table: how it is kept, its name, and the words that start it."""

    kept: Brains
    name: str
    command: Sequence[str]


class RoomPrograms:
    """The programs at a table.

    Args:
        options: how the server is run: which brains it has.
        number: the table's, for the folders of brains.
        plan: who sits where.
        report: takes lines for the operator.
        failed: takes why a brain cannot play at all.

    Attributes:
        doors: where programs connect.

    Raises:
        InputError: the server has no such brain, or secure WebSockets cannot be used.
    """

    def __init__(
        self,
        options: ServeOptions,
        number: str,
        plan: RoomPlan,
        report: Callable[[str], None],
        failed: Callable[[str], None],
    ) -> None:
        self._number, self._plan, self._report = number, plan, report
        self._ports: dict[Seat, int] = {}
        self._brains = {seat: _brain(options, name) for seat, name in plan.brains.items()}
        self._crew = RobotCrew(report, failed)
        self._guests = [seat for seat in Seat if plan.sitters[seat] in _SPEAKS]
        self.doors = tuple(_door(options, plan.sitters[seat], seat) for seat in self._guests)

    @property
    def brains(self) -> frozenset[Seat]:
        """The seats of brains."""
        return frozenset(self._brains)

    def opened(self, ports: Sequence[int]) -> None:
        """Take the ports of the doors."""
        self._ports = dict(zip(self._guests, ports, strict=True))

    def start(self, host: Host) -> None:
        """Start the brains at a table."""
        for seat, brain in self._brains.items():
            systems = self._plan.system(seat.side), self._plan.system(seat.side.other)
            kept = replace(brain.kept, scoring=self._plan.score.scoring)
            terms = replace(kept.terms(seat, "", *systems), player=f"{brain.name} {seat.letter}")
            kept.start(self._crew, host, terms, brain.command, self._report, self._number)

    def missed(self, seat: Seat, why: str) -> bool:
        """Start a brain again that was silent for too long."""
        return self._crew.replace(seat, why)

    def finished_board(self) -> tuple[str, ...]:
        """Let brains that were relieved try again; return what they did wrong in the board."""
        return self._crew.finished_board()

    def shown(self, seat: Seat, here: bool) -> dict[str, Any]:
        """Return what is shown of a program's seat; `here`: whether it is connected."""
        if seat in self._brains:
            return {"kind": "brain", "name": self._brains[seat].name, "here": here}
        speaks = _SPEAKS[self._plan.sitters[seat]]
        about = {"kind": "program", "protocol": speaks.name, "title": speaks.title}
        return {**about, "here": here, "port": self._ports.get(seat)}

    async def close(self) -> None:
        """Send the brains home, and remove the folders in which they have worked."""
        await self._crew.send_home()
        for brain in self._brains.values():
            folder = brain.kept.work / self._number
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _brain(options: ServeOptions, name: str) -> _Brain:
    if options.brains_kept is None or name not in options.brains:
        known = ", ".join(options.brains) or "none"
        raise InputError(f"this server has no brain {name!r}; it has {known}")
    return _Brain(options.brains_kept, name, options.brains[name])


def _door(options: ServeOptions, sitter: Sitter, seat: Seat) -> Door:
    """Return the door of a program that connects by itself."""
    door = partial(Door, _SPEAKS[sitter].table({}), 0, seat)
    if sitter is not Sitter.EPE_321:
        return door()
    require_websockets()
    if options.data is None:
        raise InputError("this server keeps no certificate, which secure WebSockets need")
    return door(accept_websockets(host_context(own_identity(options.data / "epe321"))))

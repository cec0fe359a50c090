"""All rooms: opened, found by number, and closed when nobody visits them any more."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence

from dowager.formats import Board
from dowager.web.play.room import Room
from dowager.web.play.room_plan import RoomPlan
from dowager.web.site import Site
from dowager.web.workers import BusyError

_UNVISITED = 45 * 60.0
"""Seconds without a visitor after which a room is closed."""
_LOOK = 30.0
_LEAVE = 3.0
"""Seconds in which rooms end when the server does."""

_log = logging.getLogger(__name__)


class Rooms:
    """All rooms of a server.

    Args:
        site: what thinks, and how many rooms there may be.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def get(self, number: str) -> Room | None:
        """Return the room of a number, or None."""
        return self._rooms.get(number)

    def open(self, plan: RoomPlan, chosen: Sequence[Board] | None) -> Room:
        """Open a room.

        Args:
            plan: what is played, and by whom.
            chosen: the boards; random ones when None.

        Raises:
            BusyError: there are too many.
        """
        self.close_unvisited(time.monotonic())
        if len(self._rooms) >= self._site.options.most_tables:
            raise BusyError("all tables are taken: try again later")
        number = secrets.token_urlsafe(6)
        room = Room(self._site, number, plan, chosen)
        self._rooms[number] = room
        self._tasks[number] = asyncio.create_task(self._run(room))
        return room

    async def _run(self, room: Room) -> None:
        try:
            await room.run()
        except Exception:  # a bug of ours must not end other rooms
            _log.exception("a room has failed")
        finally:
            self._rooms.pop(room.number, None)
            self._tasks.pop(room.number, None)

    def close_unvisited(self, now: float) -> None:
        """Close the rooms that nobody has visited for long."""
        for room in list(self._rooms.values()):
            if room.deserted and now - room.visited > _UNVISITED:
                room.close("nobody visits the room any more")

    async def keep(self) -> None:
        """Close rooms as they are left, until this is cancelled; then close all."""
        try:
            while True:
                await asyncio.sleep(_LOOK)
                self.close_unvisited(time.monotonic())
        finally:
            for room in list(self._rooms.values()):
                room.close("the server ends")
            await self._end(list(self._tasks.values()))

    async def _end(self, tasks: list[asyncio.Task[None]]) -> None:
        """Wait a moment for rooms to send their programs home."""
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_LEAVE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

"""The paths of rooms: opening one, joining it, what is asked there, and what a browser is sent."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from dowager.errors import DowagerError, InputError
from dowager.formats import write_pbn
from dowager.services.requests import read_object, text_field
from dowager.web.pages import Pages
from dowager.web.play.asking import answer_person
from dowager.web.play.choosing import chosen_boards
from dowager.web.play.room import Room
from dowager.web.play.room_plan import person_name, read_plan
from dowager.web.play.room_seat import RoomSeat
from dowager.web.play.rooms import Rooms
from dowager.web.site import Site, client_of

_MOST_WAITING = 100
"""Messages that wait for a browser."""
_PROBLEM = '{"problem"'
"""How a message begins that says what is wrong; all others are pictures."""
_MOST_SAID, _WITHIN = 100, 10.0
"""Messages that a browser may send in so many seconds."""


class _Paths:
    """Answers the requests about rooms."""

    def __init__(self, site: Site, pages: Pages, rooms: Rooms) -> None:
        self._site, self._pages, self._rooms = site, pages, rooms

    async def lobby(self, request: Request) -> Response:
        """Return the page on which a room is opened."""
        return self._pages.page("play", brains=tuple(self._site.options.brains))

    async def open(self, request: Request) -> Response:
        """Open a room, give the person who opens it a seat, and say where the room is."""
        fields = read_object(await request.body(), "the request")
        plan = read_plan(fields, self._site.options.system)
        for name in plan.systems:
            self._site.systems.resolve(name)
        name = person_name(text_field(fields, "name", ""))
        boards = await chosen_boards(self._site, plan, fields, client_of(request))
        room = self._rooms.open(plan, boards)
        try:
            seat = await room.join(text_field(fields, "seat", ""), name)
        except InputError:
            room.close("nobody has come")
            raise
        return _seated(room, seat, {"path": f"/play/{room.number}"})

    async def page(self, request: Request) -> Response:
        """Return the page of a room: its table, or who may still join it."""
        room = self._room(request)
        if room is None:
            return self._pages.missing("This table is no longer there", "It may have been left.")
        seat = room.seat_of(_token(request, room))
        free = [each for each in room.seats.values() if not each.taken]
        name = "room" if seat is not None else "join"
        return self._pages.page(name, here="play", room=room, free=[s.seat for s in free])

    async def join(self, request: Request) -> Response:
        """Give a person a seat."""
        room = self._known(request)
        if room.seat_of(_token(request, room)) is not None:
            raise InputError("you have a seat at this table already")
        fields = read_object(await request.body(), "the request")
        name = person_name(text_field(fields, "name", ""))
        seat = await room.join(text_field(fields, "seat", ""), name)
        return _seated(room, seat, {"seat": seat.seat.letter})

    async def ask(self, request: Request) -> Response:
        """Answer what a person asks about the board."""
        room = self._known(request)
        seat = _seat(request, room)
        fields = read_object(await request.body(), "the request")
        answer = await answer_person(self._site, room, seat, fields, client_of(request))
        return JSONResponse(answer)

    async def results(self, request: Request) -> Response:
        """Return the boards that are over, as PBN."""
        room = self._known(request)
        _seat(request, room)
        headers = {"Content-Disposition": 'attachment; filename="boards.pbn"'}
        return PlainTextResponse(write_pbn(room.records), headers=headers)

    async def live(self, socket: WebSocket) -> None:
        """Send a browser its pictures, and do what its person wants."""
        room = self._rooms.get(socket.path_params["number"])
        seat = None if room is None else room.seat_of(_token(socket, room))
        if room is None or seat is None:
            await socket.close(4404, "there is no seat of yours")
            return
        await socket.accept()
        await _Watching(socket, room, seat).run()

    def _room(self, request: HTTPConnection) -> Room | None:
        return self._rooms.get(request.path_params["number"])

    def _known(self, request: HTTPConnection) -> Room:
        room = self._room(request)
        if room is None:
            raise InputError("this table is no longer there")
        return room


class _Watching:
    """A browser that shows a room, from its connection to its end."""

    def __init__(self, socket: WebSocket, room: Room, seat: RoomSeat) -> None:
        self._socket, self._room, self._seat = socket, room, seat
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._said: deque[float] = deque(maxlen=_MOST_SAID)

    async def run(self) -> None:
        """Send and receive until either side ends it."""
        self._room.watch(self._seat, self._put)
        sending = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            self._room.unwatch(self._seat, self._put)

    def _put(self, text: str) -> None:
        """Let a message wait; for a browser that does not read, the oldest one goes."""
        if self._out.qsize() >= _MOST_WAITING:
            self._out.get_nowait()
        self._out.put_nowait(text)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                texts = [await self._out.get()]
                while not self._out.empty():
                    texts.append(self._out.get_nowait())
                for text in news(texts):
                    await self._socket.send_text(text)

    async def _receive(self) -> None:
        while True:
            text = await self._socket.receive_text()
            now = time.monotonic()
            if len(self._said) == _MOST_SAID and now - self._said[0] < _WITHIN:
                await self._socket.close(4429, "too many messages")
                return
            self._said.append(now)
            try:
                self._room.do(self._seat, read_object(text.encode(), "the message"))
            except DowagerError as error:
                self._put(json.dumps({"problem": str(error)}))


def news(texts: Sequence[str]) -> Iterator[str]:
    """Yield what of some messages is still news: every problem, and the last picture."""
    pictures = [text for text in texts if not text.startswith(_PROBLEM)]
    yield from (text for text in texts if text.startswith(_PROBLEM))
    yield from pictures[-1:]


def _cookie(room: Room) -> str:
    return f"seat-{room.number}"


def _token(request: HTTPConnection, room: Room) -> str:
    return request.cookies.get(_cookie(room), "")


def _seat(request: HTTPConnection, room: Room) -> RoomSeat:
    seat = room.seat_of(_token(request, room))
    if seat is None:
        raise InputError("you have no seat at this table")
    return seat


def _seated(room: Room, seat: RoomSeat, answer: dict[str, Any]) -> Response:
    """Return an answer with the token of a seat, which no script of a page can read."""
    response = JSONResponse(answer)
    path = f"/play/{room.number}"
    response.set_cookie(
        _cookie(room), seat.token, path=path, httponly=True, samesite="strict", max_age=7 * 86_400
    )
    return response


def routes(site: Site, pages: Pages, rooms: Rooms) -> list[BaseRoute]:
    """Return the paths of rooms.

    Args:
        site: what thinks.
        pages: writes pages.
        rooms: the rooms.
    """
    paths = _Paths(site, pages, rooms)
    return [
        Route("/play", paths.lobby, name="page play"),
        Route("/play/rooms", paths.open, methods=["POST"]),
        Route("/play/{number}", paths.page),
        Route("/play/{number}/join", paths.join, methods=["POST"]),
        Route("/play/{number}/ask", paths.ask, methods=["POST"]),
        Route("/play/{number}/boards.pbn", paths.results),
        WebSocketRoute("/play/{number}/live", paths.live),
    ]

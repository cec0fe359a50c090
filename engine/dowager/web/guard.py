"""What keeps harm from the server: whom it answers, how much it reads, what browsers may do.

A page of another site can make a browser send requests here. So the Host header must name this
server (otherwise a name of that site could lead to this address), what changes something is never
a GET, and where a browser says from which page a request comes, that page must be ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dowager.errors import DowagerError

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
_SECONDS_TO_READ = 30.0
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class TooLongError(DowagerError):
    """A request has more bytes than are read."""


class Guard:
    """Answers what may not pass, and lets the rest through to an application.

    Args:
        app: the application.
        names: the host names that requests may address; those of this machine are always known.
        most_bytes: of the body of a request.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], most_bytes: int) -> None:
        self._app = app
        self._names = _LOCAL | {name.lower() for name in names}
        self._most = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        status, why = self._refusal(scope, headers)
        if why:
            await _refuse(scope, receive, send, status, why)
            return
        await self._app(scope, self._measured(scope, receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return why a request may not pass, with its status; empty if it may."""
        host = headers.get("host", "")
        if _name_of(host) not in self._names:
            return 421, f"this server is not {host!r}; start it with --name to let it be"
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        origin = headers.get("origin")
        if changes and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "the request comes from a page of another site"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._most:
            return 413, self._too_long
        return 200, ""

    @property
    def _too_long(self) -> str:
        return f"a request has at most {self._most:,} bytes"

    def _measured(self, scope: Scope, receive: Receive) -> Receive:
        """Return what receives the parts of a request, as long as they are not too long or late."""
        if scope["type"] != "http":
            return receive
        read, done = 0, False

        async def receive_part() -> Message:
            nonlocal read, done
            if done:  # what comes now is that the client has gone, whenever it does
                return await receive()
            async with asyncio.timeout(_SECONDS_TO_READ):
                message = await receive()
            read += len(message.get("body", b""))
            done = not message.get("more_body", False)
            if read > self._most:
                raise TooLongError(self._too_long)
            return message

        return receive_part


def _name_of(host: str) -> str:
    """Return the name of a Host header, without the port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _with_headers(send: Send) -> Send:
    async def send_part(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_part


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why[:120]})
        return
    await JSONResponse({"error": why}, status)(scope, receive, send)

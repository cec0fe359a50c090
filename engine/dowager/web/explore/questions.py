"""What a system does in a position, by GET, so that an address says all that is asked.

What a running server answers about a shipped system never changes: browsers keep it, and only ask
whether it is still right. Of the owner's own systems nothing is kept.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import TypeVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager.errors import InputError
from dowager.services.registry import Fields
from dowager.web.site import Site, client_of

_SERVICES = {"position": "position", "call": "hands_of_call", "hand": "why_of_hand"}
"""The service that answers each path below `/explore`."""

_TEXTS = ("system", "opponents", "vul", "scoring", "call", "hand", "not")
_NUMBERS = ("n", "seed")
_LONGEST = 2000
_Answer = TypeVar("_Answer")


class GoneError(Exception):
    """Whoever asked has gone: the answer is of no use to anybody."""


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of questions about positions."""
    tag = f'"{token_hex(8)}"'
    return [_route(site, path, name, tag) for path, name in _SERVICES.items()]


def _route(site: Site, path: str, name: str, tag: str) -> Route:
    async def endpoint(request: Request) -> Response:
        fields = fields_of(request.query_params)
        headers = _headers(site, fields, tag)
        if headers.get("ETag") and request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        answer = site.ask(name, fields, client_of(request))
        try:
            found = await (unless_gone(request, answer) if "not" in fields else answer)
        except GoneError:
            return Response(status_code=204)
        return JSONResponse(found, headers=headers)

    return Route(f"/explore/{path}", endpoint, name=f"explore {path}")


def fields_of(query: QueryParams) -> Fields:
    """Return a question, its calls written as people do: `1NT (P) 2C`, `1nt,p,2c`.

    Raises:
        InputError: something is too long, or is no number.
    """
    if any(len(text) > _LONGEST for text in query.values()):
        raise InputError(f"a field has at most {_LONGEST:,} letters")
    fields: Fields = {key: query[key] for key in _TEXTS if query.get(key)}
    fields |= {key: _whole(key, query[key]) for key in _NUMBERS if query.get(key)}
    return fields | {"calls": re.findall(r"[^\s,;()]+", query.get("calls", ""))}


def _whole(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f'"{key}" takes a whole number, not {text[:20]!r}')
    return int(text)


def _headers(site: Site, fields: Fields, tag: str) -> dict[str, str]:
    """Return what browsers may keep: answers about shipped systems, as long as the server runs."""
    asked = (fields.get(key, "").partition("(")[0].strip() for key in ("system", "opponents"))
    names = {name or site.options.system.partition("(")[0] for name in asked}
    if names.isdisjoint(site.systems.folders):
        return {"ETag": tag, "Cache-Control": "private, no-cache"}
    return {"Cache-Control": "no-store"}


async def unless_gone(request: Request, answer: Awaitable[_Answer]) -> _Answer:
    """Return an answer, unless whoever asked goes away before: then the work on it ends.

    Raises:
        GoneError: the client has gone.
    """
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(_left(request.receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise GoneError
        return await working
    finally:
        working.cancel()
        leaving.cancel()


async def _left(receive: Callable[[], Awaitable[object]]) -> None:
    """Wait until the client has gone; the body of its request has been read."""
    while True:
        message = await receive()
        if isinstance(message, dict) and message.get("type") == "http.disconnect":
            return

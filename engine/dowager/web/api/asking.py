"""Paths of dialects: what they ask stands in the address, or in an object in JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route
from starlette.types import Scope

from dowager.cards import Seat
from dowager.errors import DowagerError
from dowager.web.api.dialect_words import Words
from dowager.web.api.reading import Fields, fields_of_address, fields_of_body
from dowager.web.site import Site, client_of
from dowager.web.workers import BusyError, FailedError, SlowError

Answer = dict[str, Any] | list[Any]

_CARD_SECONDS = 2.0


class Dialect:
    """Answers of a dialect.

    Args:
        site: what the server knows and can do.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._seconds = min(_CARD_SECONDS, site.options.most_thinking)


class _AskingRoute(Route):
    """A path that may be a page's as well: without fields the page is meant."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request has this path, and fields."""
        if not scope.get("query_string"):
            return Match.NONE, {}
        return super().matches(scope)


def asking_route(
    path: str, call: Callable[[Words, str], Awaitable[Answer]], prefix: str = ""
) -> Route:
    """Return the path of a question whose fields stand in the address.

    Args:
        path: the path.
        call: answers, given the fields and who asks.
        prefix: what the text of an error begins with.
    """

    async def ask(request: Request) -> Answer:
        return await call(fields_of_address(request), client_of(request))

    kind = _AskingRoute if path == "/play" else Route
    return kind(path, _endpoint(ask, prefix), methods=["GET"])


def posting_route(
    path: str, call: Callable[[Fields, str], Awaitable[Answer]], prefix: str = ""
) -> Route:
    """Return the path of a question that is an object in JSON, by POST; see `asking_route`."""

    async def ask(request: Request) -> Answer:
        return await call(await fields_of_body(request), client_of(request))

    return Route(path, _endpoint(ask, prefix), methods=["POST"])


def _endpoint(
    ask: Callable[[Request], Awaitable[Answer]], prefix: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request; what is wrong with the question is an error of the dialect."""

    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await ask(request))
        except (BusyError, SlowError, FailedError):
            raise
        except DowagerError as error:
            return JSONResponse({"error": f"{prefix}{error}"}, 400)

    return endpoint


def north_south(systems: tuple[str, str], seat: Seat) -> Fields:
    """Return the systems of North-South and East-West, given those of a seat's side and theirs."""
    ours, theirs = systems if seat.side is Seat.NORTH.side else systems[::-1]
    return {"system": ours, "opponents": theirs}

"""`/api/v1`: each question is a JSON object by POST, and so is its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager.services.catalogue import CHECK, QUESTIONS, SYSTEMS, USUAL_CHECKING
from dowager.services.questions import Question
from dowager.web.api.auction_stream import auction
from dowager.web.api.openapi import openapi_document
from dowager.web.api.reading import Fields, fields_of_body
from dowager.web.site import Site, client_of
from dowager.web.workers import BusyError

PREFIX = "/api/v1"
_SPECIAL = ("auction", "check", "systems")
_GONE = 499  # the status of an answer that nobody reads
_LOOK = 0.5  # seconds between looks whether the client is still there


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of the interface."""
    served = Version1(site)
    return [
        *(served.route(each) for name, each in QUESTIONS.items() if name not in _SPECIAL),
        Route(f"{PREFIX}/auction", served.auction, methods=["POST"]),
        Route(f"{PREFIX}/check", served.check, methods=["POST"]),
        Route(f"{PREFIX}/systems", served.systems, methods=["GET"]),
        Route(f"{PREFIX}/openapi.json", served.openapi, methods=["GET"]),
    ]


class Version1:
    """Answers of the interface.

    Args:
        site: what the server knows and can do.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._checking = asyncio.Lock()

    def route(self, question: Question) -> Route:
        """Return the path of a question that a service answers as it is."""
        limited = question.limited(self._site.options.most_thinking)

        async def endpoint(request: Request) -> Response:
            fields = await fields_of_body(request)
            limited.check(fields)
            asked = limited.completed(fields)
            return JSONResponse(await self._site.ask(question.name, asked, client_of(request)))

        return Route(f"{PREFIX}/{question.name}", endpoint, methods=["POST"], name=question.name)

    async def auction(self, request: Request) -> Response:
        """Answer how whole boards are bid."""
        return await auction(self._site, request)

    async def check(self, request: Request) -> Response:
        """Answer what is wrong with a system; one check at a time, so that others get answers.

        Raises:
            BusyError: another check runs.
        """
        fields = await fields_of_body(request)
        CHECK.check(fields)
        if self._checking.locked():
            raise BusyError("another check runs: ask again later")
        seconds = float(fields.pop("seconds", USUAL_CHECKING))
        async with self._checking:
            asked = self._site.ask("check", fields, client_of(request), seconds)
            answer = await _while_there(request, asked)
        return Response(status_code=_GONE) if answer is None else JSONResponse(answer)

    async def systems(self, request: Request) -> Response:
        """Answer which systems there are."""
        SYSTEMS.check(dict(request.query_params))
        named = {name: self._site.systems.resolve(name) for name in self._site.systems.names}
        found = await self._site.ask("systems", {"named": named}, client_of(request))
        return JSONResponse({**found, "system": self._site.options.system})

    async def openapi(self, request: Request) -> Response:
        """Answer what the interface is, as OpenAPI has it."""
        return JSONResponse(openapi_document(self._site.options.most_thinking))


async def _while_there(request: Request, asked: Coroutine[None, None, Fields]) -> Fields | None:
    """Return an answer; None, and the work is stopped, when the client has gone before it came."""
    work = asyncio.create_task(asked)
    try:
        while not work.done():
            await asyncio.wait({work}, timeout=_LOOK)
            if not work.done() and await request.is_disconnected():
                return None
        return work.result()
    finally:
        work.cancel()

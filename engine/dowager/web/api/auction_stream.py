"""Thousands of boards in one request: bid in parts by the workers, answered as they are done."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from dowager.errors import DowagerError, InputError
from dowager.services.catalogue import AUCTION
from dowager.web.api.reading import Fields, fields_of_address, fields_of_body
from dowager.web.site import Site, client_of
from dowager.web.workers import BusyError, SlowError

_FIRST, _MOST, _MOST_EXPLAINED = 32, 200, 100  # boards of a part: others wait for no more
_SHARE = 0.2  # of the time that a question may take: what a part is to take
_PATIENCE = 0.2  # seconds until a part is offered again to a server that is busy
_LINES, _PBN = "application/x-ndjson", "application/x-pbn"
_HEAD = "% PBN 2.1\n"


async def auction(site: Site, request: Request) -> Response:
    """Answer a request for the auctions of boards; what is wrong at once is an error.

    Raises:
        InputError: the request is wrong.
        BusyError: too many questions wait.
    """
    boards, fields = await _asked(site, request)
    as_pbn = "pbn" in request.headers.get("accept", "").lower()
    stream = AuctionStream(site, client_of(request), boards, fields, as_pbn)
    first = await stream.first()
    return StreamingResponse(stream.text(first), media_type=_PBN if as_pbn else _LINES)


async def _asked(site: Site, request: Request) -> tuple[list[Any], Fields]:
    """Return the boards of a request, and its other fields."""
    if "pbn" in request.headers.get("content-type", "").lower():
        fields: Fields = dict(fields_of_address(request))
        explain = fields.pop("explain", "false").lower()
        if explain not in ("true", "false"):
            raise InputError('"explain" takes true or false')
        text = (await request.body()).decode("utf-8", "replace")
        read = await site.ask("boards", {"pbn": text}, client_of(request))
        fields |= {"explain": explain == "true", "boards": read["boards"]}
    else:
        fields = await fields_of_body(request)
    AUCTION.check(fields)
    return fields.pop("boards"), fields


class AuctionStream:
    """The auctions of a request, asked for part by part.

    As many parts are under way as there are processes, so that memory stays flat however many
    boards there are. Parts are as large as the machine is fast at the time, and one that takes too
    long is asked again in halves. When the client goes, no further part is asked for.

    Args:
        site: answers.
        client: who asks.
        boards: the boards.
        fields: the other fields of the request.
        as_pbn: whether to answer as PBN.
    """

    def __init__(
        self, site: Site, client: str, boards: list[Any], fields: Fields, as_pbn: bool
    ) -> None:
        self._site = site
        self._client = client
        self._as_pbn = as_pbn
        self._fields = fields | {"form": "pbn" if as_pbn else "lines"}
        self._most = _MOST_EXPLAINED if fields.get("explain") else _MOST
        self._size = _FIRST
        self._parts = self._cut(boards)

    async def first(self) -> str:
        """Return the text of the first part.

        Raises:
            DowagerError: the request is wrong, or the server is busy.
        """
        return await self._text_of(next(self._parts))

    async def text(self, first: str) -> AsyncIterator[str]:
        """Yield the text of the answer, part by part; an error ends it, as its last line."""
        yield (_HEAD + first) if self._as_pbn else first
        under_way: deque[asyncio.Task[str]] = deque()
        try:
            for part in self._parts:
                task = asyncio.create_task(self._patiently(part))
                task.add_done_callback(_seen)
                under_way.append(task)
                if len(under_way) >= self._site.options.processes:
                    yield await under_way[0]
                    under_way.popleft()
            while under_way:
                yield await under_way[0]
                under_way.popleft()
        except DowagerError as error:
            yield self._last_line(str(error))
        finally:
            for task in under_way:
                task.cancel()

    def _cut(self, boards: list[Any]) -> Iterator[list[Any]]:
        """Yield boards in parts, a small one first, so that the answer begins soon."""
        start = 0
        while start < len(boards):
            size = self._size
            yield boards[start : start + size]
            start += size

    async def _text_of(self, part: list[Any]) -> str:
        """Return the text of a part, asked for in halves where it takes too long.

        Raises:
            DowagerError: as `Workers.ask`; a single board takes too long.
        """
        try:
            return await self._text_at_once(part)
        except SlowError:
            if len(part) == 1:
                raise
        middle = len(part) // 2
        self._size = middle
        return await self._patiently(part[:middle]) + await self._patiently(part[middle:])

    async def _text_at_once(self, part: list[Any]) -> str:
        began = time.monotonic()
        asked = self._site.ask("auction", self._fields | {"boards": part}, self._client)
        work = asyncio.ensure_future(asked)
        work.add_done_callback(_seen)
        answer = await asyncio.shield(work)  # a part that began is finished
        self._measure(len(part), time.monotonic() - began)
        text: str = answer["text"]
        return text

    def _measure(self, boards: int, seconds: float) -> None:
        """Set the size of the next part by how long one has taken; it doubles at most."""
        fitting = int(boards * _SHARE * self._site.options.seconds / max(seconds, 1e-3))
        self._size = max(1, min(fitting, 2 * boards, self._most))

    async def _patiently(self, part: list[Any]) -> str:
        """Return the text of a part, waiting while the server is busy with others."""
        while True:
            try:
                return await self._text_of(part)
            except BusyError:
                await asyncio.sleep(_PATIENCE)

    def _last_line(self, error: str) -> str:
        if self._as_pbn:
            return f"% {' '.join(error.split())}\n"
        return json.dumps({"board": None, "error": error}) + "\n"


def _seen(done: asyncio.Future[Any]) -> None:
    """Look at what came of a part, which nobody may wait for any more."""
    if not done.cancelled():
        done.exception()

"""Questions of assistants, by the Model Context Protocol on standard input and output.

A process beside the conversation thinks. One that does not answer in time is killed, and another
takes its place.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import signal
from collections.abc import Mapping
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from pebble import ProcessExpired, ProcessPool

from dowager import __version__
from dowager.errors import DowagerError
from dowager.language.files import system_names
from dowager.services.catalogue import BID, CHECK, DEALS, EXPLAIN, INFER, USUAL_CHECKING
from dowager.services.questions import Question
from dowager.services.registry import Fields, answer

_WORDS = (
    "Contract bridge: which call a bidding system makes and why, what calls show, deals that fit,"
    " and what is wrong with a system. Hands are S.H.D.C, spades first, such as KJ63.A74.52.Q973;"
    " calls are P, X, XX, 1C to 7NT, from the dealer on. `system` is a folder's path, or one of "
    + ", ".join(system_names())
)


TOOLS: Mapping[str, Question] = {each.name: each for each in (BID, EXPLAIN, INFER, DEALS, CHECK)}
"""The questions that assistants may ask."""

_THINKING = 0.7  # of a question's time; what is left is for all the rest
_ANY = "AQ52.KJ4.KT73.Q9"


def serve_assistant(system: str, seconds: float) -> None:
    """Answer an assistant until it closes standard input.

    Args:
        system: what is meant where a question names no system.
        seconds: how long a question may take; a check has its own field for that.
    """
    pool = ProcessPool(
        max_workers=1,
        initializer=_begin,
        initargs=(system,),
        context=multiprocessing.get_context("spawn"),
    )
    try:
        asyncio.run(_Assistant(system, seconds, pool).serve())
    finally:
        pool.stop()
        pool.join()


def _begin(system: str) -> None:
    """Load the system before the first question, and leave Ctrl-C to the conversation."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer("bid", {"hand": _ANY, "system": system})


class _Assistant:
    """Passes questions on to the process that thinks, which answers one after another."""

    def __init__(self, system: str, seconds: float, pool: ProcessPool) -> None:
        self._system, self._seconds, self._pool = system, seconds, pool
        self._tools = {name: each.limited(_THINKING * seconds) for name, each in TOOLS.items()}

    async def serve(self) -> None:
        """Speak until standard input ends."""
        server: Server[Any] = Server(
            "dowager",
            version=__version__,
            instructions=_WORDS,
            on_list_tools=self.tools,
            on_call_tool=self.call,
        )
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    async def tools(
        self, context: ServerRequestContext[Any], asked: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """Return what may be asked."""
        return types.ListToolsResult(tools=[_tool(each) for each in self._tools.values()])

    async def call(
        self, context: ServerRequestContext[Any], asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Return the answer to a question, or what is wrong with it."""
        question = self._tools.get(asked.name)
        if question is None:
            return _wrong(f"no tool {asked.name!r}; there are {', '.join(self._tools)}")
        given = {key: value for key, value in (asked.arguments or {}).items() if value is not None}
        try:
            question.check(given)
        except DowagerError as error:
            return _wrong(str(error))
        fields = {"system": self._system, **question.completed(given)}
        limit = self._seconds
        if question is self._tools[CHECK.name]:
            limit = float(fields.pop("seconds", USUAL_CHECKING))
        found = await self._answered(asked.name, fields, limit)
        if isinstance(found, str):
            return _wrong(found)
        return types.CallToolResult(content=[_text(json.dumps(found))], structured_content=found)

    async def _answered(self, name: str, fields: Fields, limit: float) -> Fields | str:
        """Return the answer to a question, or why there is none."""
        future = self._pool.schedule(answer, (name, fields), timeout=limit)
        try:
            found: Fields | str = await asyncio.wrap_future(future)
        except (FutureTimeout, TimeoutError):
            return f"no answer within {limit:g} s"
        except ProcessExpired:
            return "the process that was asked has ended"
        return found


def _tool(question: Question) -> types.Tool:
    return types.Tool(
        name=question.name,
        title=question.title,
        description=question.words,
        input_schema=question.schema,
        output_schema=question.answer_schema,
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _wrong(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[_text(words)], is_error=True)

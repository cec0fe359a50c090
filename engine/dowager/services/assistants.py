"""Questions of assistants, by the Model Context Protocol on standard input and output."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from dowager import __version__
from dowager.errors import DowagerError
from dowager.language.files import system_names
from dowager.services.catalogue import BID, CHECK, DEALS, EXPLAIN, INFER
from dowager.services.questions import Question
from dowager.services.registry import answer

_WORDS = (
    "Contract bridge: which call a bidding system makes and why, what calls show, deals that fit,"
    " and what is wrong with a system. Hands are S.H.D.C, spades first, such as KJ63.A74.52.Q973;"
    " calls are P, X, XX, 1C to 7NT, from the dealer on. `system` is a folder's path, or one of "
    + ", ".join(system_names())
)


def _without_seconds(question: Question) -> Question:
    """Return a question whose time nothing here could limit."""
    kept = tuple(field for field in question.fields if field.name != "seconds")
    return replace(question, fields=kept)


TOOLS: Mapping[str, Question] = {
    each.name: each for each in (BID, EXPLAIN, INFER, DEALS, _without_seconds(CHECK))
}
"""The questions that assistants may ask."""


def serve_assistant(system: str) -> None:
    """Answer an assistant until it closes standard input.

    Args:
        system: what is meant where a question names no system.
    """
    asyncio.run(_Assistant(system).serve())


class _Assistant:
    """Answers one question at a time, beside the conversation."""

    def __init__(self, system: str) -> None:
        self._system = system
        self._one = asyncio.Lock()

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
        return types.ListToolsResult(tools=[_tool(question) for question in TOOLS.values()])

    async def call(
        self, context: ServerRequestContext[Any], asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Return the answer to a question, or what is wrong with it."""
        question = TOOLS.get(asked.name)
        if question is None:
            return _wrong(f"no tool {asked.name!r}; there are {', '.join(TOOLS)}")
        given = {key: value for key, value in (asked.arguments or {}).items() if value is not None}
        try:
            question.check(given)
        except DowagerError as error:
            return _wrong(str(error))
        fields = {"system": self._system, **given}
        async with self._one:
            found = await asyncio.to_thread(answer, asked.name, fields)
        if isinstance(found, str):
            return _wrong(found)
        return types.CallToolResult(content=[_text(json.dumps(found))], structured_content=found)


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

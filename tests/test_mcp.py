"""`dowager mcp`, asked by the protocol's own client through the pipes of a real process."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from dowager.services.assistants import TOOLS
from dowager.services.registry import answer
from support.commands import DATA, ROOT, Dowager

HAND = "KJ63.A74.52.Q973"
SLOW = {"calls": ["2C", "X", "2H", "3D", "P", "4D"], "n": 1000}
"""A question that takes some seconds: few deals fit the auction."""
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("bid", {"hand": HAND, "calls": ["1NT", "P"], "why": True}),
    ("explain", {"hand": HAND, "calls": ["1NT", "P"], "call": "2H"}),
    ("infer", {"calls": ["1NT", "P", "2C"], "ask": ["N: aces >= 2"]}),
    ("deals", {"calls": ["1NT"], "n": 2, "seed": 5}),
    ("check", {"system": str(DATA / "tiny"), "boards": 5, "depth": 2}),
]


def with_client(talk: Callable[[Client], Awaitable[None]], *words: str) -> None:
    """Start the program and let a client talk with it."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "dowager", "mcp", *words],
        cwd=ROOT,
        env=dict(os.environ),
    )

    async def run() -> None:
        async with Client(stdio_client(command)) as client:
            await talk(client)

    asyncio.run(asyncio.wait_for(run(), 300))


def test_an_assistant_gets_the_answers_of_the_services() -> None:
    async def talk(client: Client) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == set(TOOLS) == {name for name, _ in QUESTIONS}
        assert listed["bid"].input_schema["required"] == ["hand"]
        for name, fields in QUESTIONS:
            found = await client.call_tool(name, fields)
            assert not found.is_error, found.content
            expected = json.loads(json.dumps(answer(name, fields)))
            told = dict(found.structured_content or {})
            for late in ("scanned",):  # how much was examined again
                told.pop(late, None)
                expected.pop(late, None)
            assert told == expected, name

    with_client(talk)


def test_what_is_wrong_is_said_and_the_next_question_is_answered() -> None:
    async def talk(client: Client) -> None:
        for fields, words in (
            ({"hnad": HAND}, "did you mean 'hand'?"),
            ({"hand": "AKQ"}, "write four"),
            ({"hand": HAND, "calls": ["7NT", "1C"]}, "not legal"),
            ({"hand": HAND, "system": "nowhere"}, "no system 'nowhere'"),
        ):
            wrong = await client.call_tool("bid", fields)
            assert wrong.is_error and words in wrong.content[0].text  # type: ignore[union-attr]
        right = await client.call_tool("bid", {"hand": HAND, "calls": []})
        told = right.structured_content or {}
        assert told["rule"].startswith("tests/data/tiny/")  # the system that it was started with

    with_client(talk, "--system", "tests/data/tiny")


def test_a_question_has_a_limit_of_time_and_those_that_come_with_it_are_answered() -> None:
    async def talk(client: Client) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        judging, _nothing = listed["bid"].input_schema["properties"]["judge"]["anyOf"]
        assert judging["maximum"] == 0.7  # less than the whole time of a question
        for name, fields in (
            ("deals", SLOW),
            ("check", {"system": "natural", "boards": 2500, "seconds": 1}),
        ):
            # The others come together with it, and those that wait lose none of their own time.
            slow = client.call_tool(name, fields)
            bid = {"hand": HAND, "calls": ["1NT", "P"]}
            late, *right = await asyncio.gather(
                slow, *(client.call_tool("bid", bid) for _ in range(3))
            )
            assert late.is_error
            assert late.content[0].text == "no answer within 1 s"
            assert [(each.structured_content or {})["call"] for each in right] == ["2C"] * 3

    with_client(talk, "--seconds", "1", "--system", "natural")


def test_a_system_that_is_not_there_is_said_at_once(run: Dowager) -> None:
    result = run("mcp", "--system", "nowhere")
    assert result.code == 2 and "no system 'nowhere'" in result.err


def test_without_its_package_it_says_what_to_install(
    run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dowager.cli import mcp

    monkeypatch.setattr(mcp, "find_spec", lambda name: None)
    result = run("mcp")
    assert result.code == 2 and "pip install 'dowager[mcp]'" in result.err

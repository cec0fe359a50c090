"""Spoilt messages over secure WebSockets: to a host of rubber bridge, and to a player at one."""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

from dowager.cards import Hand, Seat, Suit, random_deal
from dowager.net import client_context, host_context, own_identity
from fuzzed import DOWAGER, PATIENCE, SHARES, Report, Watched, drain, running
from pipe_fuzz import spoilt

_AGAIN = 0.05
"""Seconds after which a client says again what it may have said in vain."""
_CHATTER = 60
"""Spoilt messages that a client says with each good one, at most."""
_SESSION = 3_000
"""Messages that a host of nonsense says before it ends the session."""
_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    14,
    10**30,
    1.5,
    "",
    "H",
    "10",
    "é",
    "x" * 300,
    [],
    {},
    [[]],
)


def spoilt_message(message: dict[str, Any], random: Random) -> str | bytes:
    """Return a message with something wrong in it."""
    way, odd = random.randrange(6), random.choice(_ODD)
    if way == 0:
        return random.randbytes(random.randrange(200))
    if way == 1:
        return json.dumps([message, message])
    if way <= 3:
        changed = dict(message)
        changed[random.choice(list(message))] = odd
        return json.dumps(changed)
    return spoilt(json.dumps(message).encode(), random)[:30_000].decode("utf-8", "replace")


class _Client:
    """A client that acts when it is asked, and says nonsense besides."""

    def __init__(self, number: int, random: Random, report: Report, watched: Watched) -> None:
        self._number, self._random = number, random
        self._report, self._watched = report, watched
        self._cards: list[dict[str, str]] = []
        self._asked: dict[str, Any] = {}
        self._progress = time.monotonic()

    async def run(self, uri: str, folder: Path) -> None:
        """Play at a host until enough has been sent; come back whenever it has been sent away."""
        context = client_context(own_identity(folder).certificate)
        while self._watched.going:
            self._report.starts += 1
            with suppress(WebSocketException, OSError, TimeoutError):
                async with connect(uri, ssl=context, open_timeout=PATIENCE) as socket:
                    await self._play(socket)

    async def _play(self, socket: ClientConnection) -> None:
        share = self._random.choice(SHARES)
        alias = f"P{self._number}"
        await self._say(socket, {"Type": "CONNECT_REQUEST", "Id": 1, "Alias": alias}, 0.0)
        while self._watched.going:
            try:
                heard = await asyncio.wait_for(socket.recv(), _AGAIN)
            except TimeoutError:  # what we have said was of no use, or it is another's turn
                message = self._asked
                assert time.monotonic() - self._progress < PATIENCE, "the host is silent"
            else:
                self._report.answers += 1
                self._progress, message = time.monotonic(), json.loads(heard)
            for answer in self._answers(message):
                await self._say(socket, answer, share)
                for _ in range(self._random.randrange(_CHATTER)):
                    await self._say(socket, answer, 1.0)

    async def _say(self, socket: ClientConnection, message: dict[str, Any], share: float) -> None:
        bad = self._random.random() < share
        await socket.send(spoilt_message(message, self._random) if bad else json.dumps(message))
        self._report.lines += 1
        if self._report.lines % 200 == 0:
            self._watched.look()

    def _answers(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what a message asks for; where a card is not legal, it asks again for another."""
        if str(message.get("Type")).endswith("_REQUEST"):
            self._asked = message
        match message.get("Type"):
            case "BID_START":
                self._report.boards += self._number == 0
                self._cards = _cards_of(message["Cards"])
            case "PLAY_START":
                self._cards += _cards_of(message["DummyCards"])
            case "BID_REQUEST":
                bid = {"Suit": "PASS", "Rank": None}
                if self._random.random() < 0.1:
                    bid = {"Suit": self._random.choice(("C", "H", "NT")), "Rank": "1"}
                yield {"Type": "BID_SEND", "Id": 2, "Bid": bid}
            case "MOVE_REQUEST" if self._cards:
                yield {"Type": "MOVE_SEND", "Id": 3, "Move": self._random.choice(self._cards)}
            case "MOVE_UPDATE" if message["Move"] in self._cards:
                self._cards.remove(message["Move"])
            case "PING":
                yield {"Type": "PONG", "Id": 4}


def _cards_of(suits: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    return [{"Suit": each["Suit"], "Rank": rank} for each in suits for rank in each["Rank"]]


def fuzz_host(lines: int, seed: int) -> Report:
    """Let four clients of little sense play at a host.

    Raises:
        AssertionError: it did what it must not.
    """
    report, random = Report(), Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        quick = ("--system", "natural", "--seconds-per-board", "0", "--pause", "0")
        words = ("host", "--epe321", "--port", "0", "--identity", folder, "--rubbers", "100000")
        with running(*words, *quick, stderr=subprocess.STDOUT) as host:
            assert host.stdout is not None
            uri = host.stdout.readline().decode().split()[-1]
            threading.Thread(target=drain, args=(host.stdout,), daemon=True).start()
            watched = Watched(lambda: host.pid, lines, report)
            clients = [_Client(number, random, report, watched) for number in range(4)]
            asyncio.run(_together(client.run(uri, Path(folder)) for client in clients))
            assert host.poll() is None, f"the host has ended with code {host.returncode}"
            watched.look()
    return report


async def _together(work: Iterator[Any]) -> None:
    await asyncio.gather(*work)


class _NonsenseHost:
    """A host that begins boards, asks, and spoils much of what it says."""

    def __init__(self, random: Random, report: Report, watched: Watched) -> None:
        self._random, self._report, self._watched = random, report, watched
        self._answered = asyncio.Event()

    async def meet(self, socket: ServerConnection) -> None:
        """Talk to a client for a session."""
        with suppress(WebSocketException, OSError, TimeoutError):
            await asyncio.wait_for(socket.recv(), PATIENCE)
            await self._say(socket, {"Type": "CONNECT_SUCCESSFUL", "Position": "N"}, 0.0)
            hearing = asyncio.create_task(self._hear(socket))
            share, end = self._random.choice(SHARES), self._report.lines + _SESSION
            while self._watched.going and self._report.lines < end and not hearing.done():
                for message in self._board():
                    await self._say(socket, message, share)
                    if message["Type"].endswith("_REQUEST"):
                        await self._await_answer()
            hearing.cancel()

    async def _await_answer(self) -> None:
        """Give the client time to act, now and then: mostly it is disturbed at once."""
        self._answered.clear()
        with suppress(TimeoutError):
            patient = self._random.random() < 0.02
            await asyncio.wait_for(self._answered.wait(), 0.5 if patient else 0.001)

    async def _hear(self, socket: ServerConnection) -> None:
        with suppress(WebSocketException, OSError):
            async for _ in socket:
                self._report.answers += 1
                self._answered.set()

    async def _say(self, socket: ServerConnection, message: dict[str, Any], share: float) -> None:
        message = {"Id": self._report.lines, **message}
        bad = self._random.random() < share
        await socket.send(spoilt_message(message, self._random) if bad else json.dumps(message))
        self._report.lines += 1
        if self._report.lines % 200 == 0:
            self._watched.look()

    def _board(self) -> Iterator[dict[str, Any]]:
        """Yield the messages of a board in which everybody passes, or nobody is heard any more.

        There are a hundred such boards: a player that kept something of every message would grow
        all the same, while what it knows of positions stops growing.
        """
        random = Random(self._report.boards % 100)
        hand = random_deal(random)[Seat.NORTH]
        self._report.boards += 1
        yield {"Type": "BID_START", "Cards": _as_json(hand), "Dealer": "N"}
        for seat in Seat:
            if seat is Seat.NORTH:
                yield {"Type": "BID_REQUEST"}
            bid = {"Suit": "PASS", "Rank": None}
            if random.random() < 0.3:
                bid = {"Suit": "H", "Rank": str(random.randrange(1, 9))}
            yield {"Type": "BID_UPDATE", "Bid": bid, "Player": seat.letter}
        yield {"Type": "PLAY_START", "DummyCards": _as_json(hand)}
        for _ in range(random.randrange(6)):
            yield {"Type": "MOVE_REQUEST", "MoveDummy": False}
            move = {"Suit": "S", "Rank": random.choice("AKQJ98765432")}
            yield {"Type": "MOVE_UPDATE", "Move": move, "Player": random.choice("NESW")}


def _as_json(hand: Hand) -> list[dict[str, Any]]:
    named = zip(reversed(Suit), str(hand).split("."), strict=True)
    return [
        {"Suit": suit.letter, "Rank": ["10" if rank == "T" else rank for rank in ranks]}
        for suit, ranks in named
    ]


def fuzz_player(lines: int, seed: int) -> Report:
    """Let our player sit at a host that talks nonsense.

    Raises:
        AssertionError: it did what it must not.
    """
    return asyncio.run(_fuzz_player(lines, seed))


async def _fuzz_player(lines: int, seed: int) -> Report:
    report, running = Report(), [0]
    watched = Watched(lambda: running[0], lines, report)
    host = _NonsenseHost(Random(seed), report, watched)
    with tempfile.TemporaryDirectory() as folder:
        context = host_context(own_identity(Path(folder)))
        async with serve(host.meet, "127.0.0.1", 0, ssl=context, ping_interval=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            words = ["sit", "--epe321", f"wss://127.0.0.1:{port}", "--insecure", "--alias", "Ann"]
            words += ["--system", "natural", "--seconds-per-board", "0", "--quiet"]
            while watched.going:
                report.starts += 1
                async with _player(words) as player:
                    running[0] = player.pid
                    said = await _said_of(player, watched)
                    assert player.returncode in (None, 0, 1), f"code {player.returncode}: {said}"
                    assert "Traceback" not in said, said
    return report


async def _said_of(player: asyncio.subprocess.Process, watched: Watched) -> str:
    """Wait until a player ends, or has been told enough; return what it has said by then."""
    assert player.stderr is not None
    said, reading = b"", asyncio.create_task(player.stderr.read(65_536))
    while watched.going:
        done, _ = await asyncio.wait([reading], timeout=0.2)
        if done:
            data = reading.result()
            if not data:
                await player.wait()
                break
            said, reading = said + data, asyncio.create_task(player.stderr.read(65_536))
    reading.cancel()
    return said.decode("utf-8", "replace")


@asynccontextmanager
async def _player(words: Sequence[str]) -> AsyncIterator[asyncio.subprocess.Process]:
    pipe = asyncio.subprocess.PIPE
    player = await asyncio.create_subprocess_exec(
        *DOWAGER, *words, stdout=asyncio.subprocess.DEVNULL, stderr=pipe
    )
    try:
        yield player
    finally:
        with suppress(ProcessLookupError):
            player.kill()

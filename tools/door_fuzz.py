"""Sends spoilt lines and messages to programs of the engine, over real pipes and sockets.

    python tools/door_fuzz.py --lines 100000 [--only host] [--seed 1] [--json]

Four programs, one after another, each with so many lines:

    host     `dowager host --epe321`, to which four clients say nonsense by secure WebSockets
    player   `dowager sit --epe321`, whose host talks nonsense; it is started again when it ends
    table    `dowager table` with four brains that answer nonsense; each is this program
    brain    `dowager brain`, whose manager talks nonsense

Some of what is said makes sense, so that boards are played. A program must go on, or end with one
line and exit code 1 where it may; it must still answer in the end, and its memory must not grow. It
runs on Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import IO, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

from dowager.auction import dealer_of_board
from dowager.cards import Hand, Seat, Suit, random_deal
from dowager.formats import read_pbn, write_pbn
from dowager.net import client_context, host_context, own_identity
from pipe_fuzz import spoilt
from random_boards import random_boards

_DOWAGER = (sys.executable, "-m", "dowager")
_SHARES = (0.02, 0.1, 0.5)
"""Shares of lines that are spoilt: few let boards be played."""
_PATIENCE = 120.0
"""Seconds after which a program that says nothing hangs."""
_WARM = 20_000
"""Lines from which on memory has to stay: with fewer, what programs keep is still filling."""
_MOST_GROWTH = 24.0
"""MiB by which a program may grow from a quarter of the way to the end."""
_AGAIN = 0.05
"""Seconds after which a client says again what it may have said in vain."""
_CHATTER = 60
"""Spoilt messages that a client says with each good one, at most."""
_BOARDS = 6
"""Boards that a manager of nonsense says before it waits for the brain."""
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


@dataclass
class Report:
    """What was sent to a program, and what came of it.

    Attributes:
        lines: how many lines or messages were sent.
        answers: how many it has sent.
        boards: how many boards it has begun, or played.
        starts: how often it, or for `host` a client and for `table` a brain, had to start.
        seconds: how long it took.
        memory_mib: how much memory it used a quarter of the way, and in the end.
    """

    lines: int = 0
    answers: int = 0
    boards: int = 0
    starts: int = 0
    seconds: float = 0.0
    memory_mib: tuple[float, float] = (0.0, 0.0)


class Watched:
    """Looks at a program's memory while lines are sent to it.

    Args:
        pid: gives the program's number, which may change.
        lines: how many lines it gets.
        report: what is sent.
    """

    def __init__(self, pid: Callable[[], int], lines: int, report: Report) -> None:
        self._pid, self._lines, self._report = pid, lines, report
        self._early = self._last = 0.0

    @property
    def going(self) -> bool:
        """Whether there are lines still to be sent."""
        return self._report.lines < self._lines

    def look(self) -> None:
        """Take the memory of now."""
        self._last = _memory(self._pid()) or self._last
        if self._report.lines >= self._lines // 4:
            self._early = self._early or self._last
        self._report.memory_mib = (round(self._early, 1), round(self._last, 1))


def _memory(pid: int) -> float:
    """Return the memory of a process in MiB; 0 when it has ended."""
    with suppress(OSError, IndexError, ValueError):
        status = Path(f"/proc/{pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024
    return 0.0


@contextmanager
def _program(*words: str | Path, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run `dowager` beside us, and kill it in the end."""
    command = [*_DOWAGER, *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **how) as program:
        try:
            yield program
        finally:
            program.kill()


# -- EPE 321: messages -----------------------------------------------------------------------------


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
                async with connect(uri, ssl=context, open_timeout=_PATIENCE) as socket:
                    await self._play(socket)

    async def _play(self, socket: ClientConnection) -> None:
        share = self._random.choice(_SHARES)
        alias = f"P{self._number}"
        await self._say(socket, {"Type": "CONNECT_REQUEST", "Id": 1, "Alias": alias}, 0.0)
        while self._watched.going:
            try:
                heard = await asyncio.wait_for(socket.recv(), _AGAIN)
            except TimeoutError:  # what we have said was of no use, or it is another's turn
                message = self._asked
                assert time.monotonic() - self._progress < _PATIENCE, "the host is silent"
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
        with _program(*words, *quick, stderr=subprocess.STDOUT) as host:
            assert host.stdout is not None
            uri = host.stdout.readline().decode().split()[-1]
            threading.Thread(target=_drain, args=(host.stdout,), daemon=True).start()
            watched = Watched(lambda: host.pid, lines, report)
            clients = [_Client(number, random, report, watched) for number in range(4)]
            asyncio.run(_together(client.run(uri, Path(folder)) for client in clients))
            assert host.poll() is None, f"the host has ended with code {host.returncode}"
            watched.look()
    return report


async def _together(work: Iterator[Any]) -> None:
    await asyncio.gather(*work)


def _drain(said: IO[bytes]) -> None:
    """Read all that a program says, so that it never waits for us."""
    with suppress(ValueError):
        for _ in said:
            pass


class _NonsenseHost:
    """A host that begins boards, asks, and spoils much of what it says."""

    def __init__(self, random: Random, report: Report, watched: Watched) -> None:
        self._random, self._report, self._watched = random, report, watched
        self._answered = asyncio.Event()

    async def meet(self, socket: ServerConnection) -> None:
        """Talk to a client for a session."""
        with suppress(WebSocketException, OSError, TimeoutError):
            await asyncio.wait_for(socket.recv(), _PATIENCE)
            await self._say(socket, {"Type": "CONNECT_SUCCESSFUL", "Position": "N"}, 0.0)
            hearing = asyncio.create_task(self._hear(socket))
            share, end = self._random.choice(_SHARES), self._report.lines + _SESSION
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
            await asyncio.wait_for(self._answered.wait(), 5.0 if patient else 0.001)

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
        """Yield the messages of a board in which everybody passes, or nobody is heard any more."""
        hand = random_deal(self._random)[Seat.NORTH]
        self._report.boards += 1
        yield {"Type": "BID_START", "Cards": _as_json(hand), "Dealer": "N"}
        for seat in Seat:
            if seat is Seat.NORTH:
                yield {"Type": "BID_REQUEST"}
            bid = {"Suit": "PASS", "Rank": None}
            if self._random.random() < 0.3:
                bid = {"Suit": "H", "Rank": str(self._random.randrange(1, 9))}
            yield {"Type": "BID_UPDATE", "Bid": bid, "Player": seat.letter}
        yield {"Type": "PLAY_START", "DummyCards": _as_json(hand)}
        for _ in range(self._random.randrange(6)):
            yield {"Type": "MOVE_REQUEST", "MoveDummy": False}
            move = {"Suit": "S", "Rank": self._random.choice("AKQJ98765432")}
            yield {"Type": "MOVE_UPDATE", "Move": move, "Player": self._random.choice("NESW")}


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
        *_DOWAGER, *words, stdout=asyncio.subprocess.DEVNULL, stderr=pipe
    )
    try:
        yield player
    finally:
        with suppress(ProcessLookupError):
            player.kill()


# -- the pipe protocol -----------------------------------------------------------------------------


def fuzz_brain(lines: int, seed: int) -> Report:
    """Talk nonsense to our brain.

    Raises:
        AssertionError: it did what it must not.
    """
    report, random = Report(), Random(seed)
    with _program("brain", "--system", "natural", "--seconds-per-board", "0") as brain:
        assert brain.stdin is not None and brain.stdout is not None
        named = threading.Semaphore(0)
        threading.Thread(target=_hear, args=(brain.stdout, named, report), daemon=True).start()
        watched = Watched(lambda: brain.pid, lines, report)
        share, report.starts = 0.1, 1
        while watched.going:
            boards = (_manager_lines(random, report) for _ in range(_BOARDS))
            for line in chain.from_iterable(boards):
                bad = random.random() < share
                said = spoilt(line, random) if bad else line
                brain.stdin.write((said if said[:3].upper() != b"END" else b"") + b"\r\n")
                report.lines += 1
            share = random.choice(_SHARES)
            _await_about(brain, named)
            watched.look()
        brain.stdin.write(b"END\r\n")
        brain.stdin.close()
        assert brain.wait(_PATIENCE) == 0
    return report


def _await_about(brain: subprocess.Popen[bytes], named: threading.Semaphore) -> None:
    """Wait until the brain has dealt with all that was said to it, by asking for its name."""
    assert brain.stdin is not None
    while named.acquire(blocking=False):
        pass
    until = time.monotonic() + _PATIENCE
    while True:
        brain.stdin.write(b"\r\nDONE\r\nABOUT\r\n")
        brain.stdin.flush()
        if named.acquire(timeout=1.0):  # otherwise too many lines were waiting to take this one
            return
        assert time.monotonic() < until, f"the brain is silent (exit code {brain.poll()})"


def _hear(said: IO[bytes], named: threading.Semaphore, report: Report) -> None:
    """Count a brain's answers, and those that give its name."""
    for line in said:
        report.answers += 1
        if line.startswith(b"name="):
            named.release()


def _manager_lines(random: Random, report: Report) -> Iterator[bytes]:
    """Yield what a manager says in the auction of a board: our brain's seat deals."""
    report.boards += 1
    number, hand = random.randrange(1, 1000), random_deal(random)[Seat.NORTH]
    seat = dealer_of_board(number)
    yield f"START {number},{seat.letter},{seat.letter},none,{hand},any,any".encode()
    yield from (b"INFO timeout_turn 0", b"INFO time_left 100000", b"ABOUT")
    for _ in range(random.randrange(4)):
        yield b"BEGIN"
        for step in (1, 2, 3):
            call = random.choice(("P", "P", "X", f"{random.randrange(1, 8)}D", "3NT"))
            yield f"TURN {seat.plus(step).letter},{call}".encode()
    yield from (b"BOARD", f"{seat.letter},P".encode(), b"DONE", b"TAKEBACK N,P", b"RECTSTART 3,3")


def fuzz_table(lines: int, seed: int) -> Report:
    """Let four brains of little sense play at a table.

    Raises:
        AssertionError: it did what it must not.
    """
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards, results = folder / "boards.pbn", folder / "results.pbn"
        boards.write_text(write_pbn(random_boards(2_000, Random(seed))))
        count = folder / "lines"
        brain = f"command {sys.executable} {Path(__file__).absolute()} --be-brain {count} {seed}"
        seats = [word for seat in Seat for word in (f"--{seat.word.lower()}", brain)]
        words = ("--no-pause", "--port", "0", "--plain", "--results", results)
        said = (folder / "said").open("wb")
        with said, _program("table", "--pbn", boards, *words, *seats, stderr=said) as table:
            assert table.stdout is not None
            threading.Thread(target=_drain, args=(table.stdout,), daemon=True).start()
            watched = Watched(lambda: table.pid, lines, report)
            while watched.going:
                time.sleep(0.2)
                assert table.poll() is None, (folder / "said").read_text()[-500:]
                report.lines = count.stat().st_size if count.exists() else 0
                watched.look()
        played = read_pbn(results.read_text())
        report.boards, report.starts = len(played), count.with_suffix(".starts").stat().st_size
        report.answers = sum(len(board.calls) + len(board.play) for board in played)
        assert all(board.contract is None or len(board.play) == 52 for board in played)
    return report


def be_brain(count: Path, seed: int) -> None:
    """Be a brain that says nonsense, and now and then what is legal; count lines as bytes."""
    random, legal, share = Random(seed + os.getpid()), ["P"], 0.1
    with count.open("ab") as lines, count.with_suffix(".starts").open("ab") as starts:
        starts.write(b".")
        starts.flush()
        for line in sys.stdin.buffer:
            word, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            said: list[bytes] = []
            if word == "ABOUT":
                said = [b'name="nonsense"']
            elif word in ("START", "RESTART"):
                said, share = [b"OK"], random.choice(_SHARES)
            elif word == "INFO" and rest.startswith("legal "):
                legal = rest.removeprefix("legal ").split(",")
            elif word in ("BEGIN", "DONE"):
                chatter = (b"MESSAGE hello", b"DEBUG " + random.randbytes(20), b"SUGGEST P", b"")
                said = [random.choice(chatter) for _ in range(random.randrange(30))]
                said.append(random.choice(legal).encode())
            elif word == "END":
                return
            for each in said:
                bad = word in ("BEGIN", "DONE") and random.random() < share / 20
                sys.stdout.buffer.write((spoilt(each, random) if bad else each) + b"\n")
            sys.stdout.buffer.flush()
            lines.write(b"." * len(said))
            lines.flush()


# -- the program -----------------------------------------------------------------------------------

SIDES: dict[str, Callable[[int, int], Report]] = {
    "host": fuzz_host,
    "player": fuzz_player,
    "table": fuzz_table,
    "brain": fuzz_brain,
}


def fuzz(side: str, lines: int, seed: int) -> Report:
    """Send spoilt lines to one program.

    Raises:
        AssertionError: it did what it must not: it ended, hung, or its memory grew.
    """
    began = time.monotonic()
    report = SIDES[side](lines, seed)
    report.seconds = round(time.monotonic() - began, 1)
    early, last = report.memory_mib
    flat = lines < _WARM or last - early < _MOST_GROWTH
    assert flat, f"memory grew from {early} to {last} MiB"
    return report


def main() -> int:
    """Run the program; return its exit code."""
    if sys.argv[1:2] == ["--be-brain"]:
        be_brain(Path(sys.argv[2]), int(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=100_000, help="to each program")
    parser.add_argument("--only", choices=SIDES, help="only this program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # clients go on to speak when cut off
    for side in [given.only] if given.only else SIDES:
        report = fuzz(side, given.lines, given.seed)
        if given.json:
            print(json.dumps({"side": side, **asdict(report)}), flush=True)
            continue
        early, last = report.memory_mib
        counts = f"{report.lines} lines, {report.answers} answers, {report.boards} boards"
        print(f"{side:>7}: {counts}, {report.starts} starts in {report.seconds} s;"
              f" memory {early} MiB, in the end {last}", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())

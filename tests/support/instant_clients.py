"""Clients on sockets that answer at once; some lose lines, as two real programs do.

A test whose subject is the table, or the match, and not our robots, lets these sit at it: a robot
is a program, which costs seconds before its first call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from random import Random
from threading import Thread

from dowager.cards import Seat
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import Action, PlayerConversation
from support.commands import PATIENCE
from support.peer_scripts import TEAMS

GOODBYE = b"End of session\r\n"
"""The last line of a table that sends its players home."""


async def play_instantly(
    port: int,
    seat: Seat,
    forgetful: bool = False,
    last_words: bytes = b"",
    team: str = "",
) -> list[bytes]:
    """Play a session at a table, passing and playing at random, until the table closes it.

    Args:
        port: where the table listens.
        seat: where to sit.
        forgetful: whether the client drops all that it reads at once after the first line.
        last_words: what it says when the table says no more.
        team: its team's name; without it, the one of `TEAMS` for its side.

    Returns:
        What each read gave.
    """
    client, random = BLUE_CHIP.player("")(team or TEAMS[seat.side], seat), Random(seat)
    reader, writer = await _connected(port)
    reads: list[bytes] = []
    with closing(writer):
        _say(writer, client.take_lines())
        while data := await reader.read(65_536):
            reads.append(data)
            client.receive(data.splitlines(keepends=True)[0] if forgetful else data)
            _act(client, random)
            _say(writer, client.take_lines())
        _say(writer, [last_words])
    return reads


class InstantPlayers:
    """Clients that play in a thread, each until the table has sent it home.

    One that loses its connection otherwise comes back.
    """

    def __init__(self, port: int, seats: Iterable[Seat], teams: Sequence[str]) -> None:
        self._port, self._teams = port, teams
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self._ends: dict[Seat, Future[None]] = {
            seat: asyncio.run_coroutine_threadsafe(self._play(seat), self._loop) for seat in seats
        }

    def await_home(self) -> None:
        """Wait until a table has sent all of them home."""
        for end in self._ends.values():
            end.result(PATIENCE)

    def stop(self) -> None:
        """End those that still play."""
        asyncio.run_coroutine_threadsafe(self._cancel(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _play(self, seat: Seat) -> None:
        reads: list[bytes] = []
        while not b"".join(reads).endswith(GOODBYE):
            await asyncio.sleep(0.01)
            with suppress(OSError):
                reads = await play_instantly(self._port, seat, team=self._teams[seat.side])

    async def _cancel(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def instant_players_at(
    port: int, seats: Iterable[Seat] = Seat, teams: Sequence[str] = TEAMS
) -> Iterator[InstantPlayers]:
    """Let clients sit down, in this process, while a test goes on; they end with the block.

    Args:
        port: where the table listens, now or later.
        seats: where they sit.
        teams: the names of North-South and East-West.
    """
    players = InstantPlayers(port, seats, teams)
    try:
        yield players
    finally:
        players.stop()


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect as soon as the table listens."""
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.01)


def _say(writer: asyncio.StreamWriter, lines: Iterable[bytes]) -> None:
    for line in lines:
        writer.write(line)


def _act(client: PlayerConversation, random: Random) -> None:
    if client.wanted is Action.CALL:
        legal = client.board.auction.legal_calls()
        bid = random.random() < 0.4
        client.call(random.choice(legal) if bid else legal[0])
    elif client.wanted is Action.CARD:
        client.play_card(random.choice(client.board.playing.legal(client.board.hand_to_play)))

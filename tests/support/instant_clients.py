"""Clients on sockets that answer at once; some lose lines, as two real programs do.

A test whose subject is the table, or the match, and not our robots, lets these sit at it: a robot
is a program, which costs seconds before its first call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from functools import partial
from random import Random
from threading import Thread

from dowager.cards import Seat
from dowager.net import client_context, open_websocket
from dowager.net.streams import Reader, Writer
from dowager.protocols import epe321_player
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import Action, Ended, PlayerConversation
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
    client = BLUE_CHIP.player("")(team or TEAMS[seat.side], seat)
    reader, writer = await _connected(port)
    with closing(writer):
        reads, _ = await _play(client, Random(seat), reader, writer, forgetful)
        _say(writer, [last_words])
    return reads


async def play_rubbers_instantly(uri: str, alias: str, password: str = "") -> bool:
    """Play at a host of EPE 321 until it closes; return whether it has ended the session.

    Args:
        uri: where the host listens.
        alias: the client's name; it gets the next free seat.
        password: what it says.
    """
    host, _, port = uri.removeprefix("wss://").partition(":")
    connect = open_websocket(uri, client_context(insecure=True))
    reader, writer = await connect(host, int(port))
    with closing(writer):
        client = epe321_player(password)(alias, None)
        _, home = await _play(client, Random(alias), reader, writer)
    return home


async def _play(
    client: PlayerConversation,
    random: Random,
    reader: Reader,
    writer: Writer,
    forgetful: bool = False,
) -> tuple[list[bytes], bool]:
    """Play until the table closes; return what each read gave, and whether it sent us home."""
    reads: list[bytes] = []
    home = False
    _say(writer, client.take_lines())
    while data := await reader.read(65_536):
        reads.append(data)
        events = client.receive(data.splitlines(keepends=True)[0] if forgetful else data)
        home = home or Ended() in events
        _act(client, random)
        _say(writer, client.take_lines())
    return reads, home or Ended() in client.closed()


class InstantPlayers:
    """Clients that play in a thread, each until the table has sent it home.

    One that loses its connection otherwise comes back.

    Args:
        players: each plays until its connection is closed, and returns whether it was sent home.
    """

    def __init__(self, players: Iterable[Callable[[], Awaitable[bool]]]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self._ends: list[Future[None]] = [
            asyncio.run_coroutine_threadsafe(self._play(each), self._loop) for each in players
        ]

    def await_home(self) -> None:
        """Wait until a table has sent all of them home."""
        for end in self._ends:
            end.result(PATIENCE)

    def stop(self) -> None:
        """End those that still play."""
        asyncio.run_coroutine_threadsafe(self._cancel(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _play(self, player: Callable[[], Awaitable[bool]]) -> None:
        home = False
        while not home:
            with suppress(OSError):
                home = await player()
            await asyncio.sleep(0.01)

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

    async def play(seat: Seat) -> bool:
        reads = await play_instantly(port, seat, team=teams[seat.side])
        return b"".join(reads).endswith(GOODBYE)

    with _until_stopped(InstantPlayers(partial(play, seat) for seat in seats)) as players:
        yield players


@contextmanager
def instant_players_of_rubbers(
    uri: str, aliases: Iterable[str], password: str = ""
) -> Iterator[InstantPlayers]:
    """Let clients of `play_rubbers_instantly` play beside a test; they end with the block."""
    played = (partial(play_rubbers_instantly, uri, alias, password) for alias in aliases)
    with _until_stopped(InstantPlayers(played)) as players:
        yield players


@contextmanager
def _until_stopped(players: InstantPlayers) -> Iterator[InstantPlayers]:
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


def _say(writer: Writer, lines: Iterable[bytes]) -> None:
    for line in lines:
        writer.write(line)


def _act(client: PlayerConversation, random: Random) -> None:
    if client.wanted is Action.CALL:
        legal = client.board.auction.legal_calls()
        bid = random.random() < 0.4
        client.call(random.choice(legal) if bid else legal[0])
    elif client.wanted is Action.CARD:
        client.play_card(random.choice(client.board.playing.legal(client.board.hand_to_play)))

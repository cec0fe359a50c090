"""Clients on sockets that answer at once; some lose lines, as two real programs do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import closing
from random import Random

from dowager.cards import Seat
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import Action, PlayerConversation
from support.peer_scripts import TEAMS


async def play_instantly(
    port: int, seat: Seat, forgetful: bool = False, last_words: bytes = b""
) -> list[bytes]:
    """Play a session at a table, passing and playing at random, until the table closes it.

    Args:
        port: where the table listens.
        seat: where to sit.
        forgetful: whether the client drops all that it reads at once after the first line.
        last_words: what it says when the table says no more.

    Returns:
        What each read gave.
    """
    client, random = BLUE_CHIP.player("")(TEAMS[seat.side], seat), Random(seat)
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

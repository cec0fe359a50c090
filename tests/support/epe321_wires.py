"""EPE 321 without sockets: rubbers between four clients, and single conversations with a host."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from dowager.auction import Call, Rubber
from dowager.cards import Seat, random_deal
from dowager.protocols.epe321.player_side import Epe321Player
from dowager.protocols.epe321.protocol_sides import EPE_321, epe321_table
from dowager.table import PlayerConversation, Request, RubberBoards, TableManager
from support.wired_tables import NO_PAUSE, Cut, Wires, whole

ADDED = (
    *("Position", "Vulnerable", "PartScores", "Number"),
    *("Rubber", "Winner", "Reason", "SessionOver"),
)
"""The fields that our host adds to those of the text, at the top of messages."""


def without_added(data: bytes) -> Iterator[bytes]:
    """Give a host's messages as one would send them that knows the text only."""
    for line in data.splitlines():
        values = json.loads(line)
        if values["Type"] != "LOBBY_UPDATE":
            for name in ADDED:
                values.pop(name, None)
        yield json.dumps(values).encode() + b"\n"


class RubberWires(Wires):
    """Four clients and their host, for some rubbers; nothing leaves the process.

    Args:
        rubbers: how many.
        seed: of the deals, calls and cards.
        cut: how the bytes are cut.
        to_players: what becomes of a host's messages on their way.
    """

    def __init__(
        self,
        rubbers: int = 1,
        seed: int = 0,
        cut: Cut = whole,
        to_players: Cut = whole,
        deals: int = 400,
    ) -> None:
        super().__init__([], NO_PAUSE, seed, protocol=EPE_321)
        random = Random(seed)
        self.boards = RubberBoards((random_deal(random) for _ in range(deals)), rubbers)
        self.manager = TableManager(self.boards, NO_PAUSE, self.boards.score)
        self._cut = lambda data: (
            piece
            for part in (to_players(data) if b'"Id"' in data[:60] else whole(data))
            for piece in cut(part)
        )

    def sit_alias(self, connection: int, alias: str) -> PlayerConversation:
        return self.sit(connection, alias, None)

    def stand_in(self, connection: int, seat: Seat, password: str) -> Epe321Player:
        """Connect a robot that stands in at a seat."""
        client = self.clients[connection] = Epe321Player(f"robot {seat}", seat, password)
        made = epe321_table("", password)
        self._take(self.manager.connect(connection, made, self.now))
        return client

    def sit_all(self) -> None:
        """Connect four clients under names of their own."""
        for seat in Seat:
            self.sit_alias(seat, f"P{seat}")

    def choose_call(self, client: PlayerConversation) -> tuple[Call, str | None]:
        """Return a legal call; bids are low enough to be made now and then."""
        board = client.board
        assert board is not None
        bids = [call for call in board.auction.legal_calls() if 0 < call <= Call.C4]
        bid = bool(bids) and self._random.random() < 0.4
        return (self._random.choice(bids) if bid else Call.PASS), None

    def messages_to(self, connection: int) -> list[dict[str, Any]]:
        """Return what a client has been sent, in order."""
        head = f"<{connection} "
        lines = [line[len(head) :] for line in self.log if line.startswith(head)]
        return [json.loads(eval(line)) for line in lines]

    @property
    def rubbers(self) -> list[Rubber]:
        """The rubbers that have been played."""
        return [*self.boards.finished, self.boards.rubber]


class Desk:
    """A host's conversation with one client, and what the host has answered."""

    def __init__(self, password: str = "", stand_in: str = "") -> None:
        self.said: list[dict[str, Any]] = []
        send: Callable[[bytes], None] = lambda line: self.said.append(json.loads(line))  # noqa: E731
        self.conversation = epe321_table(password, stand_in)(send)

    def hear(self, text: str | bytes | dict[str, Any]) -> list[Request]:
        """Let the client say something; return what it asks for."""
        if isinstance(text, dict):
            text = json.dumps(text)
        data = text if isinstance(text, bytes) else text.encode()
        return list(self.conversation.receive(data + b"\n"))

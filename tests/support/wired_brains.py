"""Brains and their table joined by strings of bytes, without pipes, processes or a clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from dowager.auction import Call
from dowager.cards import Seat
from dowager.formats import Board
from dowager.protocols.pipe import BrainClient, BrainHandler
from dowager.table import (
    BoardBegun,
    BrainLimits,
    BrainTerms,
    LiveBoard,
    PlayerConversation,
    PlayerEvent,
    Request,
    TableProtocol,
)
from support.pages import DOCS, blocks_of
from support.peer_scripts import TEAMS
from support.wired_tables import Wires, boards

SPECIFICATION = DOCS / "reference" / "pipe-protocol.md"
HAND = "AQ5.KJ4.KT73.Q92"
ABOUT = 'name="Wired", version="1"'


@dataclass
class Keeper:
    """Keeps a list of what a `BrainKeeper` hears."""

    heard: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    time_left: float | None = None

    def asked(self) -> None:
        self.heard.append("asked")

    def answered(self) -> None:
        self.heard.append("answered")

    def introduced(self, text: str) -> None:
        self.heard.append(f"is {text}")

    def says(self, text: str) -> None:
        self.heard.append(text)

    def fault(self, text: str) -> None:
        self.faults.append(text)

    def let_go(self, fault: str = "") -> None:
        self.gone.append(fault)


class WiredBrains(Wires):
    """A table of Blue Chip clients and brains.

    Attributes:
        brains: the seats that have brains.
        keepers: by connection.
    """

    brains: frozenset[Seat] = frozenset(Seat)
    suggests = False

    def sit(
        self, connection: int, team: str, seat: Seat | None, protocol: TableProtocol | None = None
    ) -> PlayerConversation:
        self.keepers: dict[int, Keeper] = getattr(self, "keepers", {})
        if seat is None:
            seat = next(
                s for s, post in self.manager.session.posts.items() if post.connection is None
            )
        if seat not in self.brains:
            return super().sit(connection, team, seat, protocol)
        keeper = self.keepers[connection] = Keeper()
        terms = BrainTerms(seat, team)
        brain = self.clients[connection] = BrainClient(ABOUT, suggests=self.suggests)
        self._take(
            self.manager.connect(
                connection, lambda send: BrainHandler(terms, keeper, send), self.now, seat
            )
        )
        return brain

    def _handle(self, connection: int, events: list[PlayerEvent]) -> None:
        super()._handle(connection, events)
        brain = self.clients.get(connection)
        if isinstance(brain, BrainClient) and any(isinstance(e, BoardBegun) for e in events):
            self._handle(connection, brain.started())


class Manager:
    """A table's side of one brain, asked by hand.

    Args:
        seat: the brain's seat.
        limits: what it is told.
        system: what its side is to play.
    """

    def __init__(
        self,
        seat: Seat = Seat.SOUTH,
        limits: BrainLimits | None = None,
        system: str | None = None,
    ) -> None:
        self.keeper = Keeper()
        self.sent: list[str] = []
        terms = BrainTerms(seat, TEAMS[seat.side], limits or BrainLimits(), system=system)
        self.handler = BrainHandler(terms, self.keeper, self._take)
        self.seat = seat

    def _take(self, line: bytes) -> None:
        assert line.endswith(b"\r\n") and len(line) <= 4000
        self.sent.append(line.decode().removesuffix("\r\n"))

    def said(self, *lines: str | bytes) -> list[Request]:
        """Say lines as the brain, and return what they ask of the table."""
        data = b"".join(x if isinstance(x, bytes) else f"{x}\n".encode() for x in lines)
        return list(self.handler.receive(data))

    def lines(self) -> list[str]:
        """Return what was sent since this was last asked."""
        lines, self.sent = self.sent, []
        return lines

    def begin(self, board: Board | None = None, *calls: Call) -> LiveBoard:
        """Begin a board and answer START; the others' calls are told, and the brain is asked."""
        live = LiveBoard(board or boards(1)[0])
        if "ABOUT" in self.sent:
            self.said(ABOUT)
        self.handler.start_board()
        self.handler.send_deal(live)
        self.said("OK")
        self.handler.send_hand(live.deal[self.seat])
        for call in calls:
            self.called(live, call)
        if live.actor is self.seat:
            self.handler.ask(self.seat, leads=False)
        self.lines()
        return live

    def called(self, live: LiveBoard, call: Call) -> None:
        """Let the next seat, not the brain's, make a call."""
        seat = live.auction.turn
        live.call(call)
        self.handler.send_call(seat, call, None)


class Brain:
    """Our brain's side, asked by hand."""

    def __init__(self, memory: int = 0, suggests: bool = False) -> None:
        self.client = BrainClient(ABOUT, memory, suggests)

    def hear(self, *lines: str) -> list[str]:
        """Send lines, answer START and RESTART with OK, and return what the brain says."""
        for line in lines:
            for event in self.client.receive(f"{line}\r\n".encode()):
                if isinstance(event, BoardBegun):
                    self.client.started()
        return self.said()

    def said(self) -> list[str]:
        """Return what the brain has said since."""
        return [line.decode().removesuffix("\r\n") for line in self.client.take_lines()]


def session() -> list[tuple[str, str]]:
    """Return the session of the specification: `<` or `>`, and the line."""
    (block,) = (block for block in blocks_of(SPECIFICATION) if block.kind == "session")
    rows = [re.fullmatch(r"([<>]) (.*)", line) for line in block.text.splitlines()]
    return [(row[1], row[2]) for row in rows if row]


def until_asked(brain: Brain, act: Callable[[BrainClient], None], lines: list[str]) -> list[str]:
    """Send lines to a brain, let it act when it is asked, and return all that it says."""
    said = []
    for line in lines:
        said += brain.hear(line)
        if brain.client.wanted is not None:
            act(brain.client)
            said += brain.said()
    return said

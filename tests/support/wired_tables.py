"""A table manager and four clients joined by strings of bytes: no sockets, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from dowager.auction import Call, Vulnerability, dealer_of_board
from dowager.cards import Seat, random_deal
from dowager.formats import Board
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import (
    Action,
    BoardFinished,
    CallWanted,
    CardWanted,
    Close,
    Ended,
    Joined,
    PauseWanted,
    PlayerConversation,
    PlayerEvent,
    Reported,
    TableEvent,
    TableManager,
    TableOptions,
    TableProtocol,
)
from dowager.table.manager import Phase
from support.peer_scripts import TEAMS

Cut = Callable[[bytes], Iterator[bytes]]
NO_PAUSE = TableOptions(trick_pause=0)
TOLD = dict.fromkeys(Seat, "told:yes")
"""The dialects of a table that tells players who come back what they did themselves."""


def whole(data: bytes) -> Iterator[bytes]:
    """Give the bytes as they are."""
    yield data


def one_at_a_time(data: bytes) -> Iterator[bytes]:
    """Give the bytes one by one."""
    return (data[index : index + 1] for index in range(len(data)))


def boards(count: int, seed: int = 1) -> list[Board]:
    """Return random boards numbered from 1."""
    random = Random(seed)
    return [
        Board(
            dealer=dealer_of_board(number),
            vulnerability=Vulnerability.of_board(number),
            number=number,
            hands=random_deal(random).hands,
        )
        for number in range(1, count + 1)
    ]


class Wires:
    """Four clients, by the numbers of their connections, at one manager.

    Clients call and play at random, mostly passing, and always legally.

    Args:
        played: the boards.
        options: how the table is run.
        seed: of the clients' calls and cards.
        cut: how a segment of bytes is cut.
        glued: whether all lines that are ready go into one segment.
        dialects: how the table speaks, by seat.
        protocol: what is spoken; a seat may have another one when it sits down.
    """

    def __init__(
        self,
        played: Sequence[Board],
        options: TableOptions = NO_PAUSE,
        seed: int = 0,
        cut: Cut = whole,
        glued: bool = False,
        dialects: Mapping[Seat, str] | None = None,
        protocol: TableProtocol = BLUE_CHIP,
    ) -> None:
        self.manager = TableManager(played, options)
        self.clients: dict[int, PlayerConversation] = {}
        self.finished: list[BoardFinished] = []
        self.reports: list[str] = []
        self.ended: dict[int, str] = {}
        self.log: list[str] = []
        self.now = 0.0
        self._random = Random(seed)
        self._thinking: dict[int, int] = {}
        self._cut, self._glued = cut, glued
        self._dialects, self._protocol = dialects or {}, protocol

    def sit(
        self, connection: int, team: str, seat: Seat | None, protocol: TableProtocol | None = None
    ) -> PlayerConversation:
        """Connect a client."""
        protocol = protocol or self._protocol
        client = self.clients[connection] = protocol.player("")(team, seat)
        self._take(self.manager.connect(connection, protocol.table(self._dialects), self.now))
        return client

    def sit_all(self) -> None:
        """Connect four clients of two teams."""
        for seat in Seat:
            self.sit(seat, TEAMS[seat.side], seat)

    def run(self, until: Callable[[], bool] = lambda: False, turns: int = 100_000) -> None:
        """Carry bytes to and fro until nothing moves, or `until` says so."""
        for _ in range(turns):
            if until() or not self._turn():
                return
        raise AssertionError("the table never comes to rest")

    def drop(self, connection: int) -> None:
        """Cut a client's connection."""
        del self.clients[connection]
        self._thinking.pop(connection, None)
        self._take(self.manager.disconnect(connection, self.now))

    def _turn(self) -> bool:
        moved = False
        for connection, client in list(self.clients.items()):
            if connection not in self.clients:
                continue
            lines = client.take_lines()
            data = [b"".join(lines)] if self._glued and lines else lines
            for line in data:
                moved = True
                self.log.append(f"{connection}> {line!r}")
                for piece in self._cut(line):
                    self.now += 0.25
                    self._take(self.manager.receive(connection, piece, self.now))
        return self._to_clients() or moved or self._decide()

    def _decide(self) -> bool:
        """Let clients act whose turn it still is: they have had time to hear all there is."""
        thinking, self._thinking = self._thinking, {}
        for connection, epoch in thinking.items():
            client = self.clients.get(connection)
            if client is not None and client.epoch == epoch:
                self._act(connection, client)
        return bool(thinking)

    def _act(self, connection: int, client: PlayerConversation) -> None:
        if client.wanted is Action.CALL:
            self._handle(connection, client.call(*self.choose_call(client)))
        elif client.wanted is Action.CARD:
            self._handle(connection, client.play_card(self.choose_card(client)))

    def _to_clients(self) -> bool:
        lines = self.manager.take_lines()
        streams: dict[int, list[bytes]] = {}
        for connection, line in lines:
            self.log.append(f"<{connection} {line!r}")
            streams.setdefault(connection, []).append(line)
        for connection, stream in streams.items():
            client = self.clients.get(connection)
            for data in [b"".join(stream)] if self._glued else stream:
                for piece in self._cut(data) if client else ():
                    self._handle(connection, client.receive(piece))
        return bool(lines)

    def _take(self, events: list[TableEvent]) -> None:
        for event in events:
            match event:
                case BoardFinished():
                    self.finished.append(event)
                case Reported(text):
                    self.reports.append(text)
                case Joined(seat, team):
                    self.reports.append(f'{seat.word} is "{team}"')
                case PauseWanted(seconds):
                    self.now += seconds
                    self._take(self.manager.go_on(self.now))
                case Close(connection):
                    self._to_clients()
                    if connection in self.clients:
                        self._handle(connection, self.clients.pop(connection).closed())
                case _:
                    pass

    def _handle(self, connection: int, events: list[PlayerEvent]) -> None:
        client = self.clients.get(connection)
        for event in events:
            match event:
                case CallWanted() | CardWanted() if client:
                    self._thinking[connection] = client.epoch
                case Ended(fault):
                    self.ended[connection] = fault
                case _:
                    pass

    def choose_call(self, client: PlayerConversation) -> tuple[Call, str | None]:
        """Return a legal call, a pass most of the time, and sometimes an alert."""
        legal = client.board.auction.legal_calls()
        call = self._random.choice(legal) if self._random.random() < 0.4 else Call.PASS
        return call, self._random.choice([None, None, "", "5 cards in spades."])

    def choose_card(self, client: PlayerConversation) -> int:
        """Return a legal card."""
        return self._random.choice(client.board.playing.legal(client.board.hand_to_play))

    @property
    def over(self) -> bool:
        """Whether the session is over for everybody."""
        return self.manager.session.phase is Phase.ENDED and set(self.clients) <= set(self.ended)


class Steady(Wires):
    """Clients that do the same in the same position."""

    def choose_call(self, client: PlayerConversation) -> tuple[Call, str | None]:
        self._random = Random(f"{client.board.hand} {client.board.auction}")
        return super().choose_call(client)

    def choose_card(self, client: PlayerConversation) -> int:
        self._random = Random(f"{client.board.hand} {client.board.play}")
        return super().choose_card(client)


def after_turns(steps: int) -> Callable[[], bool]:
    """Return an end of a run: after some turns."""
    remaining = iter(range(steps))
    return lambda: next(remaining, None) is None


def play_interrupted(table: Wires, seed: int) -> int:
    """Play a session in which clients go and come back at random; return how many went."""
    random = Random(seed)
    table.sit_all()
    connection = 4
    seats = dict(enumerate(Seat))
    while not table.over and connection < 40:
        table.run(until=after_turns(random.randrange(400)))
        if table.over:
            break
        gone = random.choice(list(table.clients))
        seat = seats.pop(gone)
        table.drop(gone)
        if random.random() < 0.5:
            table.run()
        seats[connection] = seat
        table.sit(connection, TEAMS[seat.side], random.choice([seat, None]))
        connection += 1
    table.run()
    assert table.over, table.manager.session.awaited()
    return connection - 4

"""A table manager and four clients joined by strings of bytes: no sockets, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from dowager.auction import Call, Vulnerability, dealer_of_board
from dowager.cards import Seat, random_deal
from dowager.formats import Board
from dowager.protocols.bluechip.client import Client, State
from dowager.protocols.bluechip.events import CallWanted, CardWanted, ClientEvent, Ended
from dowager.protocols.bluechip.manager import Manager, Phase
from dowager.protocols.bluechip.outcomes import (
    BoardFinished,
    Close,
    Joined,
    ManagerEvent,
    PauseWanted,
    Reported,
)
from dowager.protocols.bluechip.relay import Options

Cut = Callable[[bytes], Iterator[bytes]]


def whole(data: bytes) -> Iterator[bytes]:
    """Give the bytes as they are."""
    yield data


def one_at_a_time(data: bytes) -> Iterator[bytes]:
    """Give the bytes one by one."""
    return (data[place : place + 1] for place in range(len(data)))


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
    """

    def __init__(
        self,
        played: Sequence[Board],
        options: Options | None = None,
        seed: int = 0,
        cut: Cut = whole,
        glued: bool = False,
    ) -> None:
        self.manager = Manager(played, options or Options(trick_pause=0))
        self.clients: dict[int, Client] = {}
        self.finished: list[BoardFinished] = []
        self.reports: list[str] = []
        self.ended: dict[int, str] = {}
        self.log: list[str] = []
        self.now = 0.0
        self._random = Random(seed)
        self._thinking: dict[int, int] = {}
        self._cut, self._glued = cut, glued

    def sit(self, connection: int, team: str, seat: Seat | None) -> Client:
        """Connect a client."""
        client = self.clients[connection] = Client(team, seat)
        self._take(self.manager.connect(connection, self.now))
        return client

    def sit_all(self) -> None:
        """Connect four clients of two teams."""
        for seat in Seat:
            self.sit(seat, ("Old", "Young")[seat % 2], seat)

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
            if client is None or client.epoch != epoch:
                continue
            if client.state is State.MY_CALL:
                self._handle(connection, client.call(*self.choose_call(client)))
            else:
                self._handle(connection, client.play_card(self.choose_card(client)))
        return bool(thinking)

    def _to_clients(self) -> bool:
        lines = self.manager.take_lines()
        streams: dict[int, list[bytes]] = {}
        for connection, line in lines:
            self.log.append(f"<{connection} {line!r}")
            streams.setdefault(connection, []).append(line)
        for connection, found in streams.items():
            client = self.clients.get(connection)
            for data in [b"".join(found)] if self._glued else found:
                for piece in self._cut(data) if client else ():
                    self._handle(connection, client.receive(piece))
        return bool(lines)

    def _take(self, events: list[ManagerEvent]) -> None:
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

    def _handle(self, connection: int, events: list[ClientEvent]) -> None:
        client = self.clients.get(connection)
        for event in events:
            match event:
                case CallWanted() | CardWanted() if client:
                    self._thinking[connection] = client.epoch
                case Ended(fault):
                    self.ended[connection] = fault
                case _:
                    pass

    def choose_call(self, client: Client) -> tuple[Call, str | None]:
        """Return a legal call, a pass most of the time, and sometimes an alert."""
        assert client.auction is not None
        legal = client.auction.legal_calls()
        call = self._random.choice(legal) if self._random.random() < 0.4 else Call.PASS
        return call, self._random.choice([None, None, "", "5 cards in spades."])

    def choose_card(self, client: Client) -> int:
        """Return a legal card."""
        assert client.play is not None
        return self._random.choice(client.play.legal(client.hand_to_play))

    @property
    def over(self) -> bool:
        """Whether the session is over for everybody."""
        ended = all(client.state is State.ENDED for client in self.clients.values())
        return self.manager.phase is Phase.ENDED and ended


def after_turns(steps: int) -> Callable[[], bool]:
    """Return an end of a run: after some turns."""
    left = iter(range(steps))
    return lambda: next(left, None) is None


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
        table.sit(connection, ("Old", "Young")[seat % 2], random.choice([seat, None]))
        connection += 1
    table.run()
    assert table.over, table.manager.awaited()
    return connection - 4

"""EPE 321 under very many spoilt messages on either side: no crash, no hang, no growth."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from dowager.cards import Seat, random_deal
from dowager.protocols.epe321.message_reader import LONGEST_ALIAS
from dowager.protocols.epe321.player_side import Epe321Player
from dowager.protocols.epe321.protocol_sides import epe321_table
from dowager.table import Action, BoardBegun, Close, Ended, RubberBoards, TableManager, TableOptions
from support.epe321_wires import RubberWires
from support.sweeps import sampled

MESSAGES = pytest.mark.parametrize("messages", sampled([25_000, 100_000], 2))
NUMBERS: list[Any] = [None, True, False, 0, -1, 14, 10**30, 1.5]
TEXTS: list[Any] = ["", "N", "H", "10", "é", "\ud800", "x" * 300]
ODD = [*NUMBERS, *TEXTS, [], {}, ["A"], {"Suit": "H", "Rank": "5"}, [[]] * 60, {"Suit": []}]


@cache
def recorded() -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """Return what one client is told in a rubber, and what all four say."""
    table = RubberWires(1, 4)
    table.sit_all()
    table.run()
    lines = [(line[:2], eval(line[line.index(" ") :])) for line in table.log]
    to_clients = tuple(line for head, line in lines if head == "<0")
    to_host = tuple(line for head, line in lines if head[0] != "<")
    return to_clients, to_host


def spoilt(line: bytes, random: Random) -> bytes:
    """Return a message with something wrong, or strange, about it; some are as they were."""
    way = random.randrange(8)
    if way == 0:
        return line
    if way <= 3:
        values = json.loads(line)
        name = random.choice(list(values))
        if way == 1:
            del values[name]
        elif way == 2:
            values[name] = random.choice(ODD)
        else:
            _spoil_within(values, random)
        return json.dumps(values).encode() + b"\n"
    at = random.randrange(len(line))
    if way == 4:
        return line[:at] + b"\n"
    if way == 5:
        return line[:at] + bytes([random.randrange(256)]) + line[at + 1 :]
    if way == 6:
        return line[:at] + random.randbytes(random.randrange(1, 20)) + line[at:]
    return line[: at // 2] + line[at:]


def _spoil_within(values: Any, random: Random) -> None:
    """Replace something deep in a value."""
    while True:
        keys = list(values) if isinstance(values, dict) else list(range(len(values)))
        if not keys:
            return
        key = random.choice(keys)
        if not isinstance(values[key], dict | list) or random.random() < 0.3:
            values[key] = random.choice(ODD)
            return
        values = values[key]


def stream(lines: tuple[bytes, ...], seed: int) -> Iterator[bytes]:
    """Yield spoilt messages, in stretches of a session."""
    random = Random(seed)
    while True:
        start = random.randrange(len(lines))
        wrong = random.random()  # so that some stretches are good enough for a board
        for line in lines[start : start + 100]:
            yield spoilt(line, random) if random.random() < wrong else line


def memory() -> int:
    """Return the most memory that this process has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def flat(work: Callable[[int], None], messages: int) -> None:
    """Do some work twice; the second time it must need no more memory than a few messages have."""
    work(messages // 2)
    before = memory()
    work(messages // 2)
    assert memory() - before < 8_000


class Hosted:
    """A host with four clients, who are replaced when they are sent away."""

    def __init__(self) -> None:
        random = Random(2)
        boards = RubberBoards((random_deal(random) for _ in iter(int, 1)), 10**6)
        self.manager = TableManager(boards, TableOptions(trick_pause=0), boards.score)
        self.connections = dict.fromkeys(Seat, -1)
        self.next = 0
        self.sent_away = 0
        for seat in Seat:
            self.connect(seat)

    def connect(self, seat: Seat) -> None:
        self.connections[seat] = self.next
        self.manager.connect(self.next, epe321_table(), 0.0)
        line = {"Type": "CONNECT_REQUEST", "Alias": f"P{seat}"}
        self.hear(seat, json.dumps(line).encode() + b"\n")
        self.next += 1

    def hear(self, seat: Seat, data: bytes) -> None:
        events = self.manager.receive(self.connections[seat], data, 0.0)
        self.manager.take_lines()
        gone = {event.connection for event in events if isinstance(event, Close)}
        if self.connections[seat] in gone:
            self.sent_away += 1
            self.connect(seat)


@MESSAGES
def test_a_host_that_hears_nothing_but_nonsense_goes_on(messages: int) -> None:
    host, said = Hosted(), stream(recorded()[1], 1)

    def work(number: int) -> None:
        for index, line in enumerate(islice(said, number)):
            host.hear(Seat(index % 4), line)

    flat(work, messages)
    board = host.manager.session.board
    assert board is not None and board.number > 1  # there were enough good ones to go on
    assert host.sent_away > 3


class Playing:
    """A player who acts whenever a host says that it is its turn; another one when it has ended."""

    def __init__(self) -> None:
        self.player = Epe321Player("P0", None)
        self.acted = self.boards = 0

    def hear(self, data: bytes) -> None:
        for event in self.player.receive(data):
            if isinstance(event, Ended):
                self.player = Epe321Player("P0", None)
                return
            self.boards += isinstance(event, BoardBegun)
        board = self.player.board
        if self.player.wanted is Action.CALL and board:
            self.player.call(board.auction.legal_calls()[0])
            self.acted += 1
        elif self.player.wanted is Action.CARD and board:
            self.player.play_card(board.playing.legal(board.hand_to_play)[0])
            self.acted += 1
        self.player.take_lines()


@MESSAGES
def test_a_player_whose_host_talks_nonsense_goes_on(messages: int) -> None:
    playing, said = Playing(), stream(recorded()[0], 3)

    def work(number: int) -> None:
        for line in islice(said, number):
            playing.hear(line)

    flat(work, messages)
    assert playing.acted > messages / 100 and playing.boards > messages / 1000


def test_random_bytes_do_no_harm() -> None:
    random, host, playing = Random(5), Hosted(), Playing()
    for _ in range(3000):
        data = random.randbytes(random.randrange(400))
        host.hear(random.choice(list(Seat)), data)
        playing.hear(data)
    assert host.manager.session.board is not None


def test_an_alias_has_a_greatest_length() -> None:
    """It is sent to four players each time that somebody comes."""
    host = Hosted()
    host.manager.connect(99, epe321_table(), 0.0)
    line = {"Type": "CONNECT_REQUEST", "Alias": "x" * (LONGEST_ALIAS + 1)}
    (closed,) = [
        event
        for event in host.manager.receive(99, json.dumps(line).encode() + b"\n", 0.0)
        if isinstance(event, Close)
    ]
    assert closed.connection == 99

"""The Blue Chip protocol under any bytes: what is written is read again, and nothing does harm."""

from __future__ import annotations

import ast
import string
import time
from collections.abc import Callable
from itertools import pairwise, product
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.auction import Auction, Call, Vulnerability
from dowager.cards import Hand, Seat
from dowager.formats import Board
from dowager.play import Play
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.protocols.bluechip import messages as m
from dowager.protocols.bluechip.client import Client, ClientState
from dowager.protocols.bluechip.dialect import Dialect, parse_dialect
from dowager.protocols.bluechip.line_reader import read_line
from dowager.protocols.bluechip.line_writer import line_of, write
from dowager.protocols.line_buffer import LONGEST, LineBuffer
from dowager.table import Step
from support.client_walk import Walk
from support.peer_scripts import TEAMS
from support.wired_tables import TOLD, Wires, boards

# -- what is written is read -----------------------------------------------------------------------

SEATS = st.sampled_from(list(Seat))
WHO = st.sampled_from([*Seat, m.DUMMY])
CARDS = st.integers(0, 51)
HANDS = st.permutations(range(52)).map(lambda cards: Hand.of_cards(cards[:13]))
WORDS = string.ascii_letters + string.digits
NAMES = st.lists(st.text(WORDS + "-_'/", min_size=1, max_size=8), min_size=1, max_size=3).map(
    " ".join
)
TEXTS = st.one_of(
    st.just(""),
    st.tuples(
        st.text(WORDS + "(*!<>=", min_size=1, max_size=3),
        st.text(string.printable.replace("`", "")),
    ).map(lambda parts: " ".join("".join(parts).split())),
)
BOARD_TIMES = st.integers(0, 9999 * 60 + 59)
TIMES = st.tuples(BOARD_TIMES, st.integers(0, 9999 * 3600))
KINDS: dict[type, st.SearchStrategy[m.Message]] = {
    m.Connecting: st.builds(m.Connecting, NAMES, st.one_of(SEATS, st.none()), st.integers(0, 999)),
    m.Seated: st.builds(m.Seated, SEATS, NAMES),
    m.ReadyForStep: st.builds(m.ReadyForStep, SEATS, st.sampled_from(list(Step))),
    m.Teams: st.builds(m.Teams, NAMES, NAMES),
    m.StartOfBoard: st.builds(m.StartOfBoard),
    m.DealInfo: st.builds(
        m.DealInfo, st.integers(0, 999_999_999), SEATS, st.sampled_from(list(Vulnerability))
    ),
    m.Cards: st.builds(m.Cards, WHO, HANDS),
    m.Bids: st.builds(m.Bids, SEATS, st.sampled_from(list(Call)), st.one_of(st.none(), TEXTS)),
    m.ReadyForBid: st.builds(m.ReadyForBid, SEATS, SEATS),
    m.ToLead: st.builds(m.ToLead, WHO),
    m.Plays: st.builds(m.Plays, WHO, CARDS),
    m.ReadyForCard: st.builds(m.ReadyForCard, SEATS, WHO, st.one_of(st.none(), st.integers(1, 13))),
    m.ReadyForDummy: st.builds(m.ReadyForDummy, SEATS),
    m.Timing: st.builds(m.Timing, TIMES, TIMES),
    m.Claims: st.builds(m.Claims, SEATS),
    m.AnswersClaim: st.builds(m.AnswersClaim, SEATS, SEATS, st.booleans()),
    m.ClaimEnds: st.builds(m.ClaimEnds, SEATS, st.booleans()),
    m.Illegal: st.builds(m.Illegal, st.sampled_from(["bid", "card"])),
    m.Refusal: st.builds(m.Refusal, NAMES),
    m.EndOfSession: st.builds(m.EndOfSession),
}
NEVER_SENT = {m.ReceivedDummy, m.Unknown}
DIALECTS = [
    parse_dialect(
        f"seated:{seated},teams:{teams},deal-stop:{deal},single-blanks:{blanks},eol:{eol}"
    )
    for seated, teams, deal, blanks, eol in product(
        ("brackets", "plain", "quotes"),
        ("plain", "text", "stops"),
        *[("yes", "no")] * 2,
        ("crlf", "lf"),
    )
]


def test_every_message_is_tried() -> None:
    assert set(KINDS) | NEVER_SENT == set(get_args(m.Message))


@settings(max_examples=1000, deadline=None)
@given(st.one_of(list(KINDS.values())), st.sampled_from(DIALECTS))
def test_what_is_written_is_read(message: m.Message, dialect: Dialect) -> None:
    (data,) = LineBuffer().feed(line_of(message, dialect))
    assert read_line(data) == [message]


@pytest.mark.parametrize("team", ["PASS", "Passell", "Double Dummies", "Bids 1C", "Play Boys"])
def test_a_team_may_be_called_as_calls_are(team: str) -> None:
    for dialect in DIALECTS:
        (data,) = LineBuffer().feed(line_of(m.Seated(Seat.EAST, team), dialect))
        assert read_line(data) == [m.Seated(Seat.EAST, team)]


def test_an_alert_may_say_that_somebody_is_seated() -> None:
    assert read_line(b"East passes Alert. is seated") == [m.Bids(Seat.EAST, Call.PASS, "is seated")]


@pytest.mark.parametrize("message", [m.ReceivedDummy(Seat.NORTH), m.Unknown("?")])
def test_what_is_never_sent_is_never_written(message: m.Message) -> None:
    with pytest.raises(ValueError, match="never sent"):
        write(message)


@settings(max_examples=300, deadline=None)
@given(st.text(), st.sampled_from(list(Seat)))
def test_an_alert_is_one_line_whatever_its_text(text: str, seat: Seat) -> None:
    line = write(m.Bids(seat, Call.D2, text)).encode()
    (read,) = read_line(line)
    assert len(LineBuffer().feed(line + b"\n")) == 1
    assert isinstance(read, m.Bids)
    assert (read.seat, read.call) == (seat, Call.D2)


# -- lines -----------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from([b"North", b"\r\n", b"\n", b"\r", b" ", b"\x00\xff", b"x" * 9000])),
    st.lists(st.integers(0, 100_000)),
)
def test_lines_do_not_depend_on_the_cuts(parts: list[bytes], cuts: list[int]) -> None:
    data = b"".join(parts)
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    lines, cut = LineBuffer(), []
    for start, end in pairwise(places):
        cut += lines.feed(data[start:end])
        assert len(lines.pending) <= LONGEST
    whole = LineBuffer()
    assert whole.feed(data) == cut
    assert whole.pending == lines.pending
    assert all(line and len(line) <= LONGEST for line in cut)


SLOW = [
    "teams n/s " + "." * LONGEST,
    "teams n/s " + ". " * LONGEST,
    "teams n/s " + ' e/w "' * LONGEST,
    "timing " + "1" * LONGEST,
    "timing " + "1." * LONGEST,
    "timing " + "1:" * LONGEST,
    "north " + "seated " * LONGEST,
    "north (" + '"' * LONGEST,
    "north bids 1c " + ". " * LONGEST,
    "north ready for south's card to trick " + "1" * LONGEST,
    "connecting " + " as north" * LONGEST,
    "error " + ": " * LONGEST,
]


@pytest.mark.parametrize("line", SLOW, ids=lambda line: line[:12])
def test_no_line_takes_long_to_read(line: str) -> None:
    """Patterns that backtrack took ten seconds for some of these, and a number raised."""
    start = time.process_time()
    read_line(line.encode()[:LONGEST])
    assert time.process_time() - start < 3


@pytest.mark.parametrize("line", ["ſouth passes", "Board number 1. Dealer North. n/ſ vulnerable"])
def test_letters_beyond_ascii_are_no_others(line: str) -> None:
    assert read_line(line.encode()) == [m.Unknown(line)]


@settings(max_examples=1000, deadline=None)
@given(st.binary(max_size=200))
def test_any_line_is_some_message(data: bytes) -> None:
    for message in read_line(data):
        assert isinstance(message, get_args(m.Message))


# -- garbage ---------------------------------------------------------------------------------------


def mutated(line: bytes, random: Random) -> bytes:
    """Return a line with something wrong, or right: without its end."""
    words = line.split()
    place = random.randrange(len(line) + 1)
    seats = [b"North", b"East", b"South", b"West", b"dummy", b"Dummy"]
    ways: list[Callable[[], bytes]] = [
        lambda: line,
        lambda: line[:place] + bytes([random.randrange(256)]) + line[place + 1 :],
        lambda: line[:place] + line[place + 1 :],
        lambda: line[:place],
        lambda: line.replace(random.choice(seats), random.choice(seats)),
        lambda: line + b" " + line,
        lambda: b" ".join(random.sample(words, len(words))),
        lambda: line.replace(b"trick 1", b"trick " + str(random.randrange(10**6)).encode()),
        lambda: line.swapcase() + b"." * random.randrange(3),
        lambda: random.randbytes(random.randrange(60)).replace(b"\n", b"").replace(b"\r", b""),
        lambda: line * random.choice([2, 30, 2000]) if random.random() < 0.05 else line,
        lambda: b"%s plays %s%s" % (
            random.choice(seats), random.choice([b"A", b"K", b"2", b"T"]),
            random.choice([b"S", b"H", b"D", b"C"])),
        lambda: b"%s bids %d%s" % (
            random.choice(seats), random.randrange(9), random.choice([b"NT", b"S", b"C", b"X"])),
    ]  # fmt: skip
    return random.choice(ways)()


def check_legal(board: Board) -> None:
    """Raise if a board has an illegal call or card."""
    assert board.deal is not None
    auction = Auction.of_calls(board.dealer, board.vulnerability, board.calls)
    assert auction.ended and auction.contract == board.contract
    if board.contract is not None:
        play = Play.of_cards(board.contract, board.play, board.deal)
        assert play.ended and play.tricks == board.tricks


class Spoiled(Wires):
    """Three clients of ours, and one seat from which comes what somebody thought of."""

    def __init__(self, seed: int, told: bool) -> None:
        super().__init__(boards(8, seed), seed=seed, dialects=TOLD if told else None)
        self.random = Random(seed)
        self.bad = self.random.choice(list(Seat))
        self.connection = int(self.bad)
        self.sent = 0

    def spoil(self, count: int) -> None:
        """Let the bad seat's client send so many lines, with a new client whenever it must."""
        own = [line for line in self._heard() if line]
        for _ in range(count):
            if self.connection not in self.manager._guests or self.random.random() < 0.001:
                self._come_back()
            kind = self.random.random()
            if kind < 0.1:
                self._help()
                continue
            data = mutated(self.random.choice(own), self.random) + b"\r\n"
            if kind < 0.15:
                data = data[:-2]
            self._give(data)
            if self.random.random() < 0.2:
                self.run(until=iter([False, False, True]).__next__)

    def _heard(self) -> list[bytes]:
        """Return valid lines of both sides."""
        lines = [line.split(" ", 1)[1] for line in self.log]
        return [ast.literal_eval(line).strip() for line in lines]

    def _give(self, data: bytes) -> None:
        self.sent += 1
        self._take(self.manager.receive(self.connection, data, self.now))
        assert len(self.manager._guests) <= 5
        for guest in self.manager._guests.values():
            assert len(guest.conversation._lines.pending) <= LONGEST
            assert len(guest.conversation._wants) <= 80

    def _come_back(self) -> None:
        self._take(self.manager.disconnect(self.connection, self.now))
        self.connection = 1000 + self.sent
        new_conversation = BLUE_CHIP.table(self._dialects)
        self._take(self.manager.connect(self.connection, new_conversation, self.now))
        seat, team = self.bad.word, TEAMS[self.bad.side]
        for line in (
            f'Connecting "{team}" as {seat} using protocol version 18',
            *(f"{seat} ready {what}" for what in ("for teams", "to start", "for deal")),
            f"{seat} ready for cards",
        ):
            self._give(line.encode() + b"\r\n")

    def _help(self) -> None:
        """Say what is right now, so that the boards go on."""
        board, seat = self.manager.session.board, self.bad
        lines = [f"{seat.word} ready for {what}" for what in ("deal", "cards", "dummy")]
        lines += [f"{seat.word} ready for {other.word}'s bid" for other in Seat]
        if board is not None and board.play is not None:
            lines += [
                f"{seat.word} ready for {other.word}'s card to trick {board.play.number}"
                for other in Seat
            ]
        if board is not None and board.actor is seat:
            if board.play is None:
                lines.append(f"{seat.word} passes")
            else:
                card = self.random.choice(board.play.legal(board.deal[board.play.turn]))
                lines.append(write(m.Plays(board.play.turn, card)))
        for line in lines:
            self._give(line.encode() + b"\n")


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_one_bad_client_harms_nobody_else(seed: int, told: bool) -> None:
    """Two and a half thousand lines for each of four: ten thousand."""
    table = Spoiled(seed, told)
    table.sit_all()
    table.run(until=lambda: len(table.finished) == 1)
    del table.clients[table.connection]
    table.spoil(2500)
    assert set(table.clients) == set(map(int, Seat)) - {int(table.bad)}
    assert not table.ended, "the other three are unharmed"
    bad = table.bad.word
    useless = [text for text in table.reports if text.startswith(f"{bad}:")]
    assert len(useless) <= 10 * (len(table.reports) - len(useless) + 1)
    table._take(table.manager.disconnect(table.connection, table.now))
    table.sit(99_999, TEAMS[table.bad.side], table.bad)
    table.run()
    assert table.over, table.manager.session.awaited()
    assert [event.board.number for event in table.finished] == list(range(1, 9))
    for event in table.finished:
        check_legal(event.board)


class Bad(Walk):
    """A table manager that says what somebody thought of, to one client."""

    def fuzz(self, count: int, said: list[bytes]) -> None:
        for _ in range(count):
            if self.client.state is ClientState.ENDED:
                self.client = Client("Old", self.seat)
            if self.random.random() < 0.4:
                self._act()
                self._check()
            if self.random.random() < 0.6:
                data = write(self._right()).encode() + b"\r\n"
            else:
                data = mutated(self.random.choice(said), self.random) + b"\r\n"
            self.client.receive(data if self.random.random() < 0.98 else data[:-2])
            if self.random.random() < 0.05:
                self.client.quiet()
            self._check()

    def _right(self) -> m.Message:
        deal = self.deal
        message = super()._right()
        board = self.client.board
        if self.deal is deal and board is not None and deal[self.seat] != board.hand:
            return m.StartOfBoard()  # a mutation has dealt us other cards
        return message

    def _check(self) -> None:
        client = self.client
        assert len(client._lines.pending) <= LONGEST
        board = client.board
        assert board is None or len(board.alerts) <= len(board.auction.calls)
        for line in client.take_lines():
            (message,) = read_line(line)
            match message:
                case m.Plays(who, card):
                    assert board is not None and isinstance(who, Seat)
                    assert who in (client.seat, board.playing.dummy)
                    assert card in board.hand_of(who)
                    assert board.playing.played_by(who) >> card & 1
                case m.Bids(seat, call, _):
                    assert board is not None
                    assert seat is client.seat and call in board.auction.calls
                case _:
                    assert not isinstance(message, m.Unknown), line


def test_a_bad_table_manager_does_no_harm() -> None:
    """Ten thousand lines to one client after another: no exception, no illegal action."""
    table = Wires(boards(2))
    table.sit_all()
    table.run()
    said = [ast.literal_eval(line.split(" ", 1)[1]).strip() for line in table.log if line[0] == "<"]
    for seed in range(20):
        Bad(seed).fuzz(500, said)

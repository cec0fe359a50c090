"""Players that read no more than the real programs do: what they share, BEN, bridge_env's client.

They say what the programs were recorded to say, and read with the expressions of the programs' own
sources. A line that the program could not read, that would end it or make it wait for ever, raises
`CannotReadError`. Of bridge they know what `PlayerBoard` knows; they call and play at random.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from random import Random
from typing import ClassVar, NoReturn, TypeAlias

from dowager.auction import Auction, Call, Vulnerability
from dowager.cards import Hand, Seat, card_name, parse_card
from dowager.table import Ended, PlayerBoard, PlayerEvent
from support.random_actions import random_call, random_card

VULNERABILITIES = {
    "Neither": Vulnerability.NONE,
    "N/S": Vulnerability.NS,
    "E/W": Vulnerability.EW,
    "Both": Vulnerability.BOTH,
}
CALLS = {"PASSES": Call.PASS, "DOUBLES": Call.DOUBLE, "REDOUBLES": Call.REDOUBLE}
BIDS = {str(call): call for call in Call if call.is_bid}


class CannotReadError(AssertionError):
    """A program got a line that ends it, or that makes it wait for ever."""


class StrictPlayer(ABC):
    """A program at one seat, as a `PlayerConversation` that acts by itself.

    Args:
        seat: the seat.
        team: its team's name.
        seed: of its calls and cards.
    """

    dialect: ClassVar[str | None] = None
    """The dialect that an operator has to give it; None where it needs none."""

    gap: ClassVar[int | None] = 0
    wanted: ClassVar[None] = None
    epoch: ClassVar[int] = 0

    def __init__(self, seat: Seat, team: str, seed: int) -> None:
        self.seat, self.team = seat, team
        self.boards: list[PlayerBoard] = []
        self.ended = False
        self._random = Random(f"{seed} {seat}")
        self._data = b""
        self._out: list[bytes] = []
        self._begin()

    @property
    def board(self) -> PlayerBoard:
        """The board in progress, or the last one."""
        return self.boards[-1]

    def receive(self, data: bytes) -> list[PlayerEvent]:
        """Take bytes from the table manager."""
        self._data += data
        for line in self._lines():
            if self.ended:
                self.refuse(line, "it has left")
            self._hear(line)
        return [Ended("")] if self.ended else []

    def closed(self) -> list[PlayerEvent]:
        """Take note that the connection has closed."""
        if not self.ended:
            self.refuse("", "the connection closes")
        return []

    def take_lines(self) -> list[bytes]:
        """Return what it says, and forget it."""
        lines, self._out = self._out, []
        return lines

    def say(self, text: str) -> None:
        """Say a line."""
        self._out.append(text.encode() + b"\r\n")

    def refuse(self, line: str, why: str) -> NoReturn:
        """Fail as the program would."""
        raise CannotReadError(f"{type(self).__name__} ({self.seat.word}): {why}: {line!r}")

    def match(self, pattern: str, line: str, flags: int = re.IGNORECASE) -> re.Match[str]:
        """Return how a line begins, as far as the program looks at it."""
        match = re.match(pattern, line, flags)
        return match or self.refuse(line, f"it expects {pattern!r}")

    @abstractmethod
    def _begin(self) -> None:
        """Say the first line."""

    @abstractmethod
    def _hear(self, line: str) -> None:
        """Hear a line."""

    def _lines(self) -> Iterator[str]:
        """Give the lines that are complete: up to a line feed, carriage returns dropped."""
        *lines, self._data = self._data.split(b"\n")
        for line in lines:
            yield line.replace(b"\r", b"").decode()

    # -- the board ---------------------------------------------------------------------------------

    def deal(self, number: str, dealer: str, vulnerability: str) -> None:
        auction = Auction(Seat.parse(dealer), VULNERABILITIES[vulnerability])
        self._auction, self._number = auction, int(number)

    def take(self, hand: Hand) -> None:
        self.boards.append(PlayerBoard(self.seat, self._number, hand, self._auction))

    def add_call(self, call: Call) -> None:
        self.boards[-1] = self.board.after_call(call)

    def add_card(self, card: int) -> None:
        self.boards[-1] = self.board.after_card(card)

    def see_dummy(self, hand: Hand) -> None:
        self.boards[-1] = self.board.with_dummy(hand)

    def call(self, name: str) -> Call:
        """Make a call, by the player of that name."""
        call = random_call(self._random, self.board)
        words = {Call.PASS: "passes", Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}
        self.say(f"{name} {words.get(call) or f'bids {call}'}{self._alert(call)}")
        return call

    def _alert(self, call: Call) -> str:
        return ""

    def card(self, name: str) -> int:
        """Play a card, by the hand of that name."""
        card = random_card(self._random, self.board)
        self.say(f"{name} plays {card_name(card)[::-1]}")
        return card

    def checked(self, hand: Seat, card: int, line: str) -> int:
        if not self.board.can_play(hand, card):
            self.refuse(line, "the card cannot be there")
        return card


Reading: TypeAlias = Generator[None, str, None]


class SequentialPlayer(StrictPlayer):
    """A program that waits for the next line, whatever it is, and must understand it."""

    def _begin(self) -> None:
        self._talk = self._session()
        next(self._talk)

    def _hear(self, line: str) -> None:
        try:
            self._talk.send(line)
        except StopIteration:
            self.ended = True

    def _session(self) -> Reading:
        name = self.seat.word
        self.say(f'Connecting "{self.team}" as {name} using protocol version 18')
        self.read_seated((yield))
        self.say(f"{name} ready for teams")
        self.read_teams((yield))
        self.say(f"{name} ready to start")
        line = yield
        while line != "End of session":
            self.match("start of board$", line)
            yield from self._one_board()
            yield from self.after_board()
            line = yield

    def _one_board(self) -> Reading:
        self.say(f"{self.seat.word} ready for deal")
        self.read_deal((yield))
        self.say(f"{self.seat.word} ready for cards")
        self.take(self.read_hand((yield), self.seat.word))
        while not self.board.auction.ended:
            yield from self._one_call(self.board.auction.turn)
        while self.board.play and not self.board.ended:
            yield from self._one_card(self.board.playing.turn)

    def _one_call(self, turn: Seat) -> Reading:
        if turn is self.seat:
            self.add_call(self.call(turn.word))
        else:
            self.say(f"{self.seat.word} ready for {turn.word}'s bid")
            line = yield
            call = self.read_call(line, turn)
            if not self.board.auction.is_legal(call):
                self.refuse(line, "the call is not legal")
            self.add_call(call)

    def _one_card(self, turn: Seat) -> Reading:
        play = self.board.playing
        name = "dummy" if turn is play.dummy else turn.word
        if self.board.our_turn:
            if not play.trick:
                self.read_prompt((yield), turn, name)
            self.add_card(self.card(turn.word))
        else:
            self.say(f"{self.seat.word} ready for {name}'s card to trick {play.number}")
            line = yield
            self.add_card(self.checked(turn, self.read_card(line, turn), line))
        if len(play.cards) == 0 and self.seat is not play.dummy:
            self.say(f"{self.seat.word} ready for dummy")
            self.see_dummy(self.read_hand((yield), "Dummy"))

    def after_board(self) -> Reading:
        """Hear what the program expects between two boards."""
        yield from ()

    def read_prompt(self, line: str, turn: Seat, name: str) -> None:
        """Read who is to lead."""
        if self.match("(.*) to lead", line)[1] not in (turn.word, name.capitalize()):
            self.refuse(line, f"{turn.word} is to lead")

    @abstractmethod
    def read_seated(self, line: str) -> None:
        """Read that it has its seat."""

    @abstractmethod
    def read_teams(self, line: str) -> None:
        """Read the teams."""

    @abstractmethod
    def read_deal(self, line: str) -> None:
        """Read the number of the board, the dealer and the vulnerability."""

    @abstractmethod
    def read_hand(self, line: str, name: str) -> Hand:
        """Read its cards, or dummy's."""

    @abstractmethod
    def read_call(self, line: str, turn: Seat) -> Call:
        """Read another's call."""

    @abstractmethod
    def read_card(self, line: str, turn: Seat) -> int:
        """Read another's card."""


class Ben(SequentialPlayer):
    """BEN 0.8.8.6: splits lines at blanks and stops; waits for a Timing line after each board."""

    def _alert(self, call: Call) -> str:
        return self._random.choice(("", "", " Alert. 15 to 17 total points.", " Infos. (?) 5+ !S"))

    def read_seated(self, line: str) -> None:
        """Take any line."""

    def read_teams(self, line: str) -> None:
        """Find both names, with a blank and nothing else between them."""
        names = re.findall(r'N/S : "([^"]+)" E/W : "([^"]+)"(?:.*?Playing (\w+))?', line)
        if not names or names[0][self.seat.side] != self.team:
            self.refuse(line, "no teams")

    def read_deal(self, line: str) -> None:
        """Look for the three, the last two with exactly these words."""
        number = re.search(r"Board number (\d+)\.", line)
        rest = re.search(r"(?P<dealer>[a-zA-Z]+?)\.\s(?P<vuln>.+?)\svulnerable", line)
        if not number or not rest or rest["vuln"] not in VULNERABILITIES:
            self.refuse(line, "no deal")
        self.deal(number[1], rest["dealer"], rest["vuln"])

    def read_hand(self, line: str, name: str) -> Hand:
        """Take what is between the colon and the last stop, without suits and blanks."""
        try:
            return Hand.parse(re.sub("[ SHDC-]", "", line[line.index(":") + 1 : line.rindex(".")]))
        except ValueError as error:
            self.refuse(line, str(error))

    def read_call(self, line: str, turn: Seat) -> Call:
        """Take the third word, or the second one when it is a call."""
        words = line.split()
        if words[0] != turn.word:
            self.refuse(line, f"a call by {turn.word} is expected")
        if words[1].upper() in CALLS:
            return CALLS[words[1].upper()]
        return BIDS.get(words[2].rstrip(".").upper()) or self.refuse(line, "no call")

    def read_card(self, line: str, turn: Seat) -> int:
        """Take the third word: a rank and a suit; dummy's card under the name of its seat."""
        words = line.split(".")[0].split()
        if words[0] != turn.word or len(words) < 3 or len(words[2]) != 2:
            self.refuse(line, f"a card of {turn.word} is expected")
        return parse_card(words[2][::-1].upper())

    def after_board(self) -> Reading:
        """Wait for Timing: whatever comes instead is taken for it, and lost."""
        self.match("Timing - ", (yield), 0)


class BridgeEnv(SequentialPlayer):
    """bridge_env's client: each line must match; it knows no Timing, and alerts of bids alone."""

    dialect = "bridge-env"

    def _lines(self) -> Iterator[str]:
        """Give the lines that end in a carriage return, which a line feed must follow."""
        while b"\r" in self._data[:-1]:
            line, _, rest = self._data.partition(b"\r")
            if not rest.startswith(b"\n"):
                self.refuse(repr(self._data), "a line feed must follow a carriage return")
            self._data = rest[1:]
            yield line.decode()

    def read_seated(self, line: str) -> None:
        """Compare the line with two forms, to the letter."""
        name = self.seat.word
        if line not in (f"{name} {self.team} seated", f'{name} ("{self.team}") seated'):
            self.refuse(line, "not seated")

    def read_teams(self, line: str) -> None:
        """Read both names, with one letter between them or none."""
        names = self.match(r'Teams : N/S : "(.*)".? E/W : "(.*)"', line)
        if names[1 + self.seat.side] != self.team:
            self.refuse(line, "another team")

    def read_deal(self, line: str) -> None:
        """Read the three, with the stop at the end."""
        match = self.match(r"Board number (\d+)\. Dealer (.*)\. (.*) vulnerable\.", line)
        if match[2] not in [seat.word for seat in Seat] or match[3] not in VULNERABILITIES:
            self.refuse(line, "no deal")
        self.deal(*match.groups())

    def read_hand(self, line: str, name: str) -> Hand:
        """Read the suits in their order, the ranks with one blank between them."""
        words = self.match(rf"{name}'s cards : (.*)", line)[1]
        suits = self.match(r"S (.*)\. H (.*)\. D (.*)\. C (.*)\.\s?", words).groups()
        if not all(re.fullmatch("-|[2-9TJQKA](?: [2-9TJQKA])*", suit) for suit in suits):
            self.refuse(line, "no hand")
        return Hand.parse(".".join(re.sub("[ -]", "", suit) for suit in suits))

    def read_call(self, line: str, turn: Seat) -> Call:
        """Read a bid, whatever follows; or another call, which nothing may follow."""
        bid = re.match(rf"{turn.word} bids (\d)(C|D|H|S|NT)", line, re.IGNORECASE)
        if bid:
            return BIDS[(bid[1] + bid[2]).upper()]
        words = self.match(rf"{turn.word} (.*)", line)[1].upper()
        return CALLS[words] if words in CALLS else self.refuse(line, "no call")

    def read_card(self, line: str, turn: Seat) -> int:
        """Read a suit and a rank, or a rank and a suit."""
        letters = self.match(rf"{turn.word} plays (.*)", line)[1].upper()
        return parse_card(letters[:2] if letters[0] in "SHDC" else letters[1::-1])

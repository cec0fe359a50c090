"""What table managers share that read no more than real ones do; `strict_servers` has them.

They are driven like a `TableManager`: bytes in, lines out. A client that they could not understand
raises `CannotReadError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NoReturn, TypeAlias

from dowager.auction import Call
from dowager.cards import Hand, Seat
from dowager.formats import Board
from dowager.table import LiveBoard
from support.strict_players import CannotReadError

VULNERABILITIES = ("Neither", "N/S", "E/W", "Both")
CALL_WORDS = {Call.PASS: "passes", Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}

Talk: TypeAlias = Generator[Callable[[], bool] | None, str, None]
"""What a table does for one client: it yields None for a line, or what it waits for."""


def hand_words(hand: Hand, suits: str = "SHDC") -> str:
    """Return the cards of a hand, suit by suit."""
    holdings = dict(zip("SHDC", str(hand).split("."), strict=True))
    return " ".join(f"{suit} {' '.join(holdings[suit]) or '-'}." for suit in suits)


@dataclass(eq=False)
class Chair:
    """One client: its seat and team, what it has said, and what it is to be sent."""

    seat: Seat
    team: str = ""
    data: bytes = b""
    heard: list[str] = field(default_factory=list)
    out: list[bytes] = field(default_factory=list)
    waits: Callable[[], bool] | None = None
    talk: Talk | None = None

    @property
    def name(self) -> str:
        """The name of its seat."""
        return self.seat.word

    def say(self, text: str, end: str = "\r\n") -> None:
        """Send a line."""
        self.out.append((text + end).encode())

    def refuse(self, line: str, why: str) -> NoReturn:
        """Fail as the program would."""
        raise CannotReadError(f"the table, of {self.name}: {why}: {line!r}")


class StrictTable(ABC):
    """A table manager with four clients.

    Args:
        played: the boards.
        glued: whether what one client is sent without a pause goes into one segment.
    """

    dialect: ClassVar[str] = ""
    """The dialect that an operator has to give our client."""

    def __init__(self, played: Sequence[Board], glued: bool = False) -> None:
        self.boards = [LiveBoard(self.own_board(board)) for board in played]
        self._said: list[list[str]] = [[] for _ in played]
        self._chairs: dict[int, Chair] = {}
        self._ready: Counter[object] = Counter()
        self._glued = glued

    def own_board(self, board: Board) -> Board:
        """Return a board as it is played here."""
        return board

    # -- driven like a table manager ---------------------------------------------------------------

    def connect(self, connection: int, *rest: object) -> list[object]:
        """A client connects."""
        chair = self._chairs[connection] = Chair(Seat(connection))
        chair.talk = self._session(chair)
        chair.waits = next(chair.talk)
        return []

    def receive(self, connection: int, data: bytes, now: float = 0.0) -> list[object]:
        """Take bytes from a client."""
        chair = self._chairs[connection]
        chair.data += data
        chair.heard += self.lines(chair)
        while any(self._moves(chair) for chair in self._chairs.values()):
            pass
        return []

    def take_lines(self) -> list[tuple[int, bytes]]:
        """Return what is to be sent to whom, and forget it."""
        sent = []
        for connection, chair in self._chairs.items():
            lines, chair.out = chair.out, []
            sent += [(connection, data) for data in ([b"".join(lines)] if self._glued else lines)]
        return [(connection, data) for connection, data in sent if data]

    def lines(self, chair: Chair) -> Iterator[str]:
        """Give the lines of a client that are complete."""
        *lines, chair.data = chair.data.split(b"\r\n")
        for line in lines:
            yield line.decode()

    def _moves(self, chair: Chair) -> bool:
        """Do for a client what can be done now; return whether anything could."""
        ready = chair.waits() if chair.waits else bool(chair.heard)
        if chair.talk is None or not ready:
            return False
        line = "" if chair.waits else chair.heard.pop(0)
        try:
            chair.waits = chair.talk.send(line)
        except StopIteration:
            chair.talk = None
        return True

    @property
    def over(self) -> bool:
        """Whether everybody has been served to the end."""
        return len(self._chairs) == 4 and not any(chair.talk for chair in self._chairs.values())

    # -- a session ---------------------------------------------------------------------------------

    def _session(self, chair: Chair) -> Talk:
        self.log_on(chair, (yield None))
        self.say_seated(chair)
        yield from self._hears(chair, "ready for teams")
        yield from self._all_are("seated")
        self.say_teams(chair, *(self._chairs[seat].team for seat in (Seat.NORTH, Seat.EAST)))
        yield from self._hears(chair, "ready to start")
        for live, said in zip(self.boards, self._said, strict=True):
            yield from self._one_board(chair, live, said)
            self.end_board(chair)
        self.end_session(chair)

    def _hears(self, chair: Chair, words: str) -> Talk:
        """Wait for a line of a client; return in what words it came."""
        line = yield None
        self.check(chair, line, words)
        return line

    def _all_are(self, ready: object) -> Talk:
        self._ready[ready] += 1
        yield lambda: self._ready[ready] == 4

    def _one_board(self, chair: Chair, live: LiveBoard, said: list[str]) -> Talk:
        self.start_board(chair)
        yield from self._hears(chair, "ready for deal")
        yield from self._all_are(("deal", live.number))
        self.say_deal(chair, live)
        yield from self._hears(chair, "ready for cards")
        yield from self._all_are(("cards", live.number))
        self.say_cards(chair, chair.name, live.deal[chair.seat])
        step = 0
        while step < len(said) or not live.over:
            yield from self._one_action(chair, live, said, step)
            step += 1

    def _one_action(self, chair: Chair, live: LiveBoard, said: list[str], step: int) -> Talk:
        done = step < len(said)
        maker = live.makers[step] if done else live.actor
        calling = step < live.calls or not live.auction.ended
        if maker is chair.seat:
            yield from self._takes(chair, live, said, calling)
        else:
            hand = live.hands[step] if done else maker if calling else live.play.turn
            line = yield from self._hears(chair, self._asked(live, hand, calling, step))
            yield lambda: len(said) > step
            self.relay(chair, live, step, line, said[step])
        if step == live.calls and live.play and chair.seat is not live.play.dummy:
            yield from self._hears(chair, "ready for dummy")
            self.say_cards(chair, "Dummy", live.deal[live.play.dummy])

    def _asked(self, live: LiveBoard, hand: Seat, calling: bool, step: int) -> str:
        if calling:
            return f"ready for {hand.word}'s bid"
        name = "dummy" if hand is live.play.dummy else hand.word
        return f"ready for {name}'s card to trick {(step - live.calls) // 4 + 1}"

    def _takes(self, chair: Chair, live: LiveBoard, said: list[str], calling: bool) -> Talk:
        if live.to_lead:
            self.prompt(chair, "Dummy" if live.play.turn is live.play.dummy else chair.name)
        line = yield None
        if calling:
            live.call(*self.read_call(chair, line))
        else:
            live.card(self.read_card(chair, live.play.turn, line))
        said.append(line)

    # -- what it reads -----------------------------------------------------------------------------

    @abstractmethod
    def log_on(self, chair: Chair, line: str) -> None:
        """Read who asks for a seat."""

    def check(self, chair: Chair, line: str, words: str) -> None:
        """Compare what a client is ready for with what it must be, to the letter."""
        if line != f"{chair.name} {words}":
            chair.refuse(line, f"{words!r} is expected")

    @abstractmethod
    def read_call(self, chair: Chair, line: str) -> tuple[Call, str | None]:
        """Read a call, and its alert."""

    @abstractmethod
    def read_card(self, chair: Chair, hand: Seat, line: str) -> int:
        """Read a card."""

    # -- what it says ------------------------------------------------------------------------------

    def say_seated(self, chair: Chair) -> None:
        """Give a client its seat."""
        chair.say(f'{chair.name} ("{chair.team}") seated')

    @abstractmethod
    def say_teams(self, chair: Chair, north_south: str, east_west: str) -> None:
        """Name the teams."""

    def start_board(self, chair: Chair) -> None:
        """Begin a board."""
        chair.say("Start of board")

    def say_deal(self, chair: Chair, live: LiveBoard) -> None:
        """Say number, dealer and vulnerability."""
        dealer, which = live.auction.dealer.word, VULNERABILITIES[live.auction.vulnerability]
        chair.say(f"Board number {live.number}. Dealer {dealer}. {which} vulnerable.")

    def say_cards(self, chair: Chair, name: str, hand: Hand) -> None:
        """Send a client its cards, or dummy's."""
        chair.say(f"{name}'s cards : {hand_words(hand)}")

    def prompt(self, chair: Chair, name: str) -> None:
        """Ask for a lead."""
        chair.say(f"{name} to lead")

    @abstractmethod
    def relay(self, chair: Chair, live: LiveBoard, step: int, asked: str, said: str) -> None:
        """Pass on a call or a card; `asked` is the line that asked for it, `said` what was said."""

    def end_board(self, chair: Chair) -> None:
        """Say nothing after a board: one program does."""
        return

    def end_session(self, chair: Chair) -> None:
        """Say that there are no more boards."""
        chair.say("End of session")

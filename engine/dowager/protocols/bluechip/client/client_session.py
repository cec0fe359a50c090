"""What a client knows and has to say: its state, its board, its lines and events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from dowager.auction import Call
from dowager.cards import Seat
from dowager.protocols.bluechip.dialect import Dialect
from dowager.protocols.bluechip.line_writer import line_of
from dowager.protocols.bluechip.messages import DealInfo, Message
from dowager.table import Ended, Noticed, PlayerBoard, PlayerEvent


class ClientState(Enum):
    """Where a client is."""

    CONNECTING = auto()  # has asked for a seat
    SEATED = auto()  # waits for the teams
    BETWEEN = auto()  # waits for a board
    BOARD = auto()  # waits for the deal
    DEALT = auto()  # waits for its cards
    MY_CALL = auto()
    THEIR_CALL = auto()
    LEAD = auto()  # is to lead, and waits to be asked
    MY_CARD = auto()
    THEIR_CARD = auto()
    DUMMY = auto()  # waits to see dummy
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class OwnCall:
    """Our own program calls."""

    call: Call
    alert: str | None


@dataclass(frozen=True, slots=True)
class OwnCard:
    """Our own program plays a card."""

    card: int


@dataclass(frozen=True, slots=True)
class OwnClaim:
    """Our own program claims the remaining tricks."""


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """Our own program answers a claim."""

    accepts: bool


@dataclass(slots=True, eq=False)
class ClientSession:
    """A client's conversation as far as it has come.

    Attributes:
        seat: the seat given, or asked for.
        dialect: how we speak.
        state: where the client is.
        epoch: how often the state has changed.
        deal: the board's number, dealer and vulnerability.
        board: the board, once we have our cards.
        doubt: what has come in place of what the client waits for, and cannot be used.
        prompted: whether a lead was asked for before its time.
        claimer: who has made a claim that is open.
        to_answer: whether that claim is for us to answer, and can be.
        lines: what is to be sent.
        events: what has happened.
    """

    seat: Seat | None
    dialect: Dialect
    state: ClientState = ClientState.CONNECTING
    epoch: int = 0
    deal: DealInfo | None = None
    board: PlayerBoard | None = None
    doubt: str = ""
    prompted: bool = False
    claimer: Seat | None = None
    to_answer: bool = False
    lines: list[bytes] = field(default_factory=list)
    events: list[PlayerEvent] = field(default_factory=list)

    @property
    def own_seat(self) -> Seat:
        """The seat, once we have one."""
        assert self.seat is not None
        return self.seat

    @property
    def our_board(self) -> PlayerBoard:
        """The board, once we have our cards."""
        assert self.board is not None
        return self.board

    def clear(self) -> None:
        """Forget the board."""
        self.deal, self.board, self.prompted = None, None, False
        self.claimer, self.to_answer = None, False

    def go(self, state: ClientState) -> None:
        """Change the state: decisions that were made for the old one are void."""
        self.state = state
        self.epoch += 1
        self.doubt = ""

    def send(self, message: Message) -> None:
        """Send a message."""
        self.lines.append(line_of(message, self.dialect))

    def notice(self, text: str) -> None:
        """Tell our owner something for its log."""
        self.events.append(Noticed(text))

    def cannot_use(self, what: str) -> None:
        """Notice what stands in the place of something that we need."""
        self.doubt = what
        self.notice(f"cannot use {what}")

    def finish(self, fault: str, cut_off: bool = False) -> None:
        """End the session."""
        self.go(ClientState.ENDED)
        self.events.append(Ended(fault, cut_off))

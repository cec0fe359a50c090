"""Owns a client's conversation: lines in, events and lines out, moved by the tables of `turns`."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.cards import Hand, Seat
from dowager.play import Play
from dowager.protocols.bluechip.dialect import Dialect
from dowager.protocols.bluechip.events import ClientEvent, Ended, Noticed
from dowager.protocols.bluechip.lines import Lines
from dowager.protocols.bluechip.messages import DealInfo, Message, Unknown
from dowager.protocols.bluechip.turns import ANYWHERE, TABLE, State
from dowager.protocols.bluechip.wire import read_line, write
from dowager.protocols.errors import LocalError


class Conversation:
    """What every part of a client needs: its state, its board so far, and how it speaks."""

    def __init__(self, seat: Seat | None, dialect: Dialect) -> None:
        self.seat = seat
        self.state = State.CONNECTING
        self.epoch = 0
        self._dialect = dialect
        self._lines = Lines()
        self._out: list[bytes] = []
        self._events: list[ClientEvent] = []
        self._clear()

    def _clear(self) -> None:
        self.deal: DealInfo | None = None
        self.hand: Hand | None = None
        self.auction: Auction | None = None
        self.alerts: dict[int, str] = {}
        self.play: Play | None = None
        self.dummy_hand: Hand | None = None
        self._prompted = False
        self._claimer: Seat | None = None
        self._to_answer = False

    def _line(self, line: bytes) -> None:
        for message in read_line(line):
            if self.state is State.ENDED:
                return
            self._input(type(message), message)

    def _own(self, kind: type, message: Message) -> None:
        if kind not in TABLE[self.state]:
            raise LocalError(f"it is not our turn ({self.state.name})")
        self._input(kind, message)

    def _input(self, kind: type, message: Message) -> None:
        move = TABLE[self.state].get(kind) or ANYWHERE.get(kind)
        if move is None:
            self._notice(f"ignored in state {self.state.name}: {shown(message)}")
            return
        before = self.state
        getattr(self, move.do)(message)
        assert self.state in move.to or self.state is before, (before, kind, self.state)

    def _go(self, state: State) -> None:
        self.state = state
        self.epoch += 1

    def _send(self, message: Message) -> None:
        self._out.append(write(message, self._dialect).encode() + self._dialect.line_end)

    def _tell(self, event: ClientEvent) -> None:
        self._events.append(event)

    def _notice(self, text: str) -> None:
        self._tell(Noticed(text))

    def _take_events(self) -> list[ClientEvent]:
        events, self._events = self._events, []
        return events

    def _finish(self, fault: str) -> None:
        self._go(State.ENDED)
        self._tell(Ended(fault))

    @property
    def _seat(self) -> Seat:
        assert self.seat is not None
        return self.seat

    def _ignore(self, message: Message) -> None:
        why = f" ({message.why})" if isinstance(message, Unknown) and message.why else ""
        self._notice(f"ignored: {shown(message)}{why}")


def shown(message: Message) -> str:
    """Return a message as a log shows it."""
    if isinstance(message, Unknown):
        return repr(message.text[:200])
    try:
        return repr(write(message))
    except ValueError:
        return type(message).__name__

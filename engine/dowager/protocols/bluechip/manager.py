"""Owns the table manager's side: bytes of four clients in, lines, reports and results out.

No sockets, no clock: connections are named by numbers, and every input comes with the time. What a
client's message does is in `places.TABLE`; `relay` has the board in progress. A client that comes
back starts its board at the first action, and catches up while the others wait only for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board
from dowager.protocols.bluechip.clocks import Clocks
from dowager.protocols.bluechip.dialect import PLAIN
from dowager.protocols.bluechip.lines import Lines
from dowager.protocols.bluechip.logon import seat_for
from dowager.protocols.bluechip.messages import (
    Bids,
    Cards,
    Connecting,
    DealInfo,
    EndOfSession,
    Message,
    Plays,
    Ready,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    ReceivedDummy,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Unknown,
)
from dowager.protocols.bluechip.outcomes import (
    BoardFinished,
    Close,
    Joined,
    ManagerEvent,
    Reported,
    SessionEnded,
)
from dowager.protocols.bluechip.phases import OPEN, PHASES, Phase
from dowager.protocols.bluechip.places import (
    ANYWHERE,
    EXPECTED,
    TABLE,
    Advance,
    At,
    BoardAgain,
    BoardOver,
    Leaves,
    Place,
    kind_of,
)
from dowager.protocols.bluechip.relay import Options, Relay
from dowager.protocols.bluechip.wire import read_line, write
from dowager.table.live import LiveBoard

__all__ = ["Manager", "Options", "Phase"]

_GARBAGE, _MOST = 500, 5000
"""Useless lines, and lines in all, of a client in one board after which its connection is closed.

The longest auction has 319 calls, and a client says one line to each action."""


_LATE = (Ready, ReadyForBid, ReadyForCard, ReadyForDummy, ReceivedDummy, Bids, Plays)
"""Messages that a client may send twice, or too early, without harm (25, 26)."""


class Manager:
    """The conversation of a table manager with four clients over some boards.

    Args:
        boards: the boards to play, each with its whole deal.
        options: how the table is run.

    Attributes:
        phase: how far the table has come.
        teams: the names of North-South and East-West as far as known.
        clocks: both sides' thinking time.
    """

    def __init__(self, boards: Iterable[Board], options: Options | None = None) -> None:
        self.options = options or Options()
        self.phase = Phase.LOGON
        self.teams = list(self.options.teams)
        self.clocks = Clocks()
        self._boards = deque(boards)
        self._relay: Relay | None = None
        self._recorded = False
        self._places = {
            seat: Place(seat, self.options.dialects.get(seat, PLAIN), self._queue) for seat in Seat
        }
        self._seat_of: dict[int, Seat] = {}
        self._only: dict[int, Seat | None] = {}
        self._lines: dict[int, Lines] = {}
        self._out: list[tuple[int, bytes]] = []
        self._events: list[ManagerEvent] = []

    # -- for the owner -----------------------------------------------------------------------------

    def connect(self, connection: int, now: float, only: Seat | None = None) -> list[ManagerEvent]:
        """Say that a client has connected, perhaps by a port that is for one seat only."""
        self._only[connection] = only
        self._lines[connection] = Lines()
        return self._after(now)

    def receive(self, connection: int, data: bytes, now: float) -> list[ManagerEvent]:
        """Take bytes from a client."""
        lines = self._lines.get(connection)
        for line in lines.feed(data) if lines else ():
            for message in read_line(line):
                if connection in self._lines:
                    self._message(connection, message)
                    self._advance(now)
        return self._after(now)

    def disconnect(self, connection: int, now: float) -> list[ManagerEvent]:
        """Say that a client has gone; its seat waits for it to come back."""
        seat = self._seat_of.get(connection)
        self._forget(connection)
        if seat is not None and self.phase is not Phase.ENDED:
            self._report(f"{seat.word} has gone; its seat is kept")
        return self._after(now)

    def go_on(self, now: float) -> list[ManagerEvent]:
        """Say that the pause between two tricks is over."""
        if self._relay:
            self._relay.go_on()
        return self._after(now)

    def operator(self, alert: str | None, now: float) -> list[ManagerEvent]:
        """Take the operator's word on the call in question: its alert, or None."""
        if self._relay:
            self._relay.operator(alert)
        return self._after(now)

    def restart(self, now: float, why: str = "the operator wants it") -> list[ManagerEvent]:
        """Start the board in progress again, for everybody."""
        if self._relay and not self._recorded:
            self._start_again(why, now)
        return self._after(now)

    def drop(self, seat: Seat, why: str, now: float) -> list[ManagerEvent]:
        """Close a client's connection, as for silence; it may come back."""
        connection = self._places[seat].connection
        if connection is not None:
            self._refuse(connection, why)
        return self._after(now)

    def take_lines(self) -> list[tuple[int, bytes]]:
        """Return the lines to send, by connection, each in a segment of its own."""
        lines, self._out = self._out, []
        return lines

    def gap(self, connection: int) -> int | None:
        """Return the milliseconds between two lines to a client; None when none were asked for."""
        seat = self._seat_of.get(connection)
        return None if seat is None else self._places[seat].dialect.gap

    def seat_at(self, connection: int) -> Seat | None:
        """Return the seat of a connection, or None."""
        return self._seat_of.get(connection)

    def awaited(self) -> dict[Seat, str]:
        """Return the seats that the table waits for, and what for; none while it pauses."""
        if self.phase is Phase.ENDED:
            return {}
        waiting = {
            place.seat: EXPECTED[place.at]
            for place in self._places.values()
            if place.at in EXPECTED
        }
        if waiting or self._relay is None or self.phase is not Phase.BOARD:
            return waiting
        return self._relay.awaited()

    @property
    def board(self) -> LiveBoard | None:
        """The board in progress, if any."""
        return self._relay.board if self._relay else None

    # -- events, lines, connections ----------------------------------------------------------------

    def _after(self, now: float) -> list[ManagerEvent]:
        self._advance(now)
        events, self._events = self._events, []
        return events

    def _tell(self, event: ManagerEvent) -> None:
        self._events.append(event)

    def _report(self, text: str) -> None:
        self._tell(Reported(text))

    def _queue(self, connection: int, line: bytes) -> None:
        self._out.append((connection, line))

    def _refuse(self, connection: int, why: str) -> None:
        seat = self._seat_of.get(connection)
        self._queue(connection, write(Refusal(why)).encode() + PLAIN.line_end)
        self._report(f"{seat.word if seat is not None else 'a client'} is sent away: {why}")
        self._tell(Close(connection))
        self._forget(connection)

    def _forget(self, connection: int) -> None:
        self._lines.pop(connection, None)
        self._only.pop(connection, None)
        seat = self._seat_of.pop(connection, None)
        if seat is None:
            return
        self._move(self._places[seat], Leaves)
        if self.phase is Phase.LOGON and self._places[seat.partner].at is At.FREE:
            self.teams[seat % 2] = self.options.teams[seat % 2]

    def _leave(self, place: Place, message: Message | None) -> None:
        place.connection = None
        if self._relay:
            self._relay.lost(place)
        place.clear()

    # -- what clients say --------------------------------------------------------------------------

    def _message(self, connection: int, message: Message) -> None:
        seat = self._seat_of.get(connection)
        if seat is None:
            self._log_on(connection, message)
            return
        place = self._places[seat]
        place.lines += 1
        named = getattr(message, "seat", seat)  # cards have none: declarer plays under two names
        if named is not seat or not self._move(place, kind_of(message), message):
            self._ignore(place, message)
        useless = place.garbage >= _GARBAGE or place.lines > _MOST
        if useless and place.connection is not None:
            self._refuse(place.connection, "too many lines that are of no use")

    def _move(self, place: Place, key: object, message: Message | None = None) -> bool:
        """Do what the table has for an input; return whether it has anything."""
        move = TABLE[place.at].get(key) or ANYWHERE.get(key)
        if move is None:
            return False
        (place.at,) = move.to
        getattr(self, move.do)(place, message)
        return True

    def _log_on(self, connection: int, message: Message) -> None:
        if self.phase is Phase.ENDED:
            self._refuse(connection, "the session is over")
            return
        if not isinstance(message, Connecting):
            self._refuse(connection, 'expected: Connecting "team" as North using protocol version')
            return
        free = [seat for seat, place in self._places.items() if place.at is At.FREE]
        try:
            seat = seat_for(message, free, self.teams, self._only[connection])
        except InputError as error:
            self._refuse(connection, str(error))
            return
        self._seat_of[connection] = seat
        self._places[seat].connection = connection
        self._move(self._places[seat], Connecting, message)

    def _sit(self, place: Place, message: Connecting) -> None:
        side = place.seat % 2
        self.teams[side] = self.teams[side] or message.team
        place.send(Seated(place.seat, self.teams[side]))
        self._tell(Joined(place.seat, self.teams[side]))

    def _ignore(self, place: Place, message: Message) -> None:
        if isinstance(message, _LATE) and getattr(message, "seat", place.seat) is place.seat:
            return
        if place.useless():
            text = message.text if isinstance(message, Unknown) else type(message).__name__
            self._report(f"{place.seat.word}: ignored {text[:120]!r}")

    def _step(self, place: Place, message: Message | None) -> None:
        """Take note that the place has come further: there is nothing to say."""

    def _act(self, place: Place, message: Message) -> None:
        assert self._relay is not None
        self._relay.act(place, message)

    # -- going on ----------------------------------------------------------------------------------

    def _advance(self, now: float) -> None:
        """Let everything happen that can: it ends, since each turn brings somebody further."""
        moved = True
        while moved and self.phase is not Phase.ENDED:
            moved = self._catch_up() or self._next_phase()
            if self._relay and self.phase is Phase.BOARD:
                self._relay.advance(now)
                moved = self._board_over(now) or moved

    def _catch_up(self) -> bool:
        """Let every place go on that waits for nobody."""
        waiting = [place for place in self._places.values() if self.phase in OPEN.get(place.at, ())]
        for place in waiting:
            self._move(place, Advance)
        return bool(waiting)

    def _next_phase(self) -> bool:
        if self.phase not in PHASES:
            return False
        goal, following = PHASES[self.phase]
        if any(place.at is not goal for place in self._places.values()):
            return False
        if self.phase is Phase.BETWEEN and not self._next_board():
            return False
        self.phase = following
        return True

    def _next_board(self) -> bool:
        """Take the next board; without one the session ends."""
        if not self._boards:
            self.phase = Phase.ENDED
            self._end()
            return False
        self._use(LiveBoard(self._boards.popleft()))
        return True

    def _use(self, board: LiveBoard) -> None:
        self._relay = Relay(board, self._places, self.options, self.clocks, self._tell)
        self._recorded = False
        self.clocks.next_board()

    def _end(self) -> None:
        for place in self._places.values():
            place.send(EndOfSession())
        self._tell(SessionEnded())

    def _teams(self, place: Place, message: Message | None) -> None:
        place.send(Teams(self.teams[0], self.teams[1]))

    def _start(self, place: Place, message: Message | None) -> None:
        place.clear()
        place.send(StartOfBoard())

    @property
    def _live(self) -> LiveBoard:
        assert self._relay is not None
        return self._relay.board

    def _deal(self, place: Place, message: Message | None) -> None:
        auction = self._live.auction
        place.send(DealInfo(self._live.number or 1, auction.dealer, auction.vulnerability))

    def _cards(self, place: Place, message: Message | None) -> None:
        place.returning = bool(self._live.makers)
        place.send(Cards(place.seat, self._live.deal[place.seat]))

    def _board_over(self, now: float) -> bool:
        """Record a board as soon as it is over, and go on when everybody knows."""
        assert self._relay is not None
        if self._relay.spoilt:
            self._start_again(self._relay.spoilt, now)
            return True
        if self._relay.complete and not self._recorded:
            self._recorded = True
            self.clocks.run(None, now)
            self._tell(BoardFinished(self._live.record(), self.clocks.board))
        if not self._relay.settled:
            return False
        for place in self._places.values():
            self._move(place, BoardOver)
        self._relay = None
        self.phase = Phase.BETWEEN
        return True

    def _over(self, place: Place, message: Message | None) -> None:
        if place.dialect.timing:
            place.send(self.clocks.timing())

    def _start_again(self, why: str, now: float) -> None:
        self._report(f"board {self._live.number} starts again: {why}")
        self.clocks.run(None, now)
        self._use(self._live.again())
        self.phase = Phase.DEAL
        for place in self._places.values():
            self._move(place, BoardAgain)

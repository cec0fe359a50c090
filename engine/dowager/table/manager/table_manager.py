"""A table manager: bytes of four players in, lines to them and events for its owner out.

No sockets, no clock: connections are named by numbers, and every input comes with the time. A
connection asks for a seat, and what it says from then on goes to the `session`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board
from dowager.table.manager.admission import seat_for, seat_without_team
from dowager.table.manager.post import Post
from dowager.table.manager.session import Scorer, TableSession, no_rubber
from dowager.table.manager.stages import Leaves, Phase, Stage
from dowager.table.manager.table_options import TableOptions
from dowager.table.port import NewTableConversation, TableConversation
from dowager.table.requests import (
    CallMade,
    CardPlayed,
    Handled,
    Ready,
    Request,
    SeatAsked,
    Unwelcome,
    Useless,
)
from dowager.table.table_events import Close, Reported, TableEvent

_MOST_USELESS, _MOST = 500, 5000
"""How many useless things, and how many things in all, a player may say in one board before its
connection is closed. The longest auction has 319 calls, and a client says one line to each action.
"""

_LATE = (Ready, Handled, CallMade, CardPlayed)
"""What a player may say twice, or too early, without harm."""


@dataclass(frozen=True, slots=True)
class _Guest:
    """A connection: its conversation, and the only seat that it may have, if any."""

    conversation: TableConversation
    only: Seat | None


class TableManager:
    """A table over some boards, for players of any protocols.

    Args:
        boards: the boards to play, each with its whole deal.
        options: how the table is run.
        score: takes each finished board before the next is taken from `boards`; gives the rubber
            that it belongs to, if any.

    Attributes:
        session: the players and the boards.
    """

    def __init__(
        self,
        boards: Iterable[Board],
        options: TableOptions | None = None,
        score: Scorer = no_rubber,
    ) -> None:
        self.session = TableSession(boards, options or TableOptions(), self._emit, score)
        self._guests: dict[int, _Guest] = {}
        self._seat_of: dict[int, Seat] = {}
        self._out: list[tuple[int, bytes]] = []
        self._events: list[TableEvent] = []

    # -- for the owner -----------------------------------------------------------------------------

    def connect(
        self,
        connection: int,
        new_conversation: NewTableConversation,
        now: float,
        only: Seat | None = None,
    ) -> list[TableEvent]:
        """Take a client that has connected, perhaps at a port for one seat only."""
        conversation = new_conversation(lambda line: self._out.append((connection, line)))
        self._guests[connection] = _Guest(conversation, only)
        return self._after(now)

    def receive(self, connection: int, data: bytes, now: float) -> list[TableEvent]:
        """Take bytes from a client."""
        guest = self._guests.get(connection)
        for request in guest.conversation.receive(data) if guest else ():
            if connection in self._guests:
                self._take(connection, request)
                self.session.advance(now)
        return self._take_events()

    def disconnect(self, connection: int, now: float) -> list[TableEvent]:
        """Take note that a client has gone; its seat waits for it to come back."""
        seat = self._seat_of.get(connection)
        self._forget(connection)
        if seat is not None and self.session.phase is not Phase.ENDED:
            self._report(f"{seat.word} has gone; its seat is kept")
        return self._after(now)

    def go_on(self, now: float) -> list[TableEvent]:
        """Take note that the pause between two tricks is over."""
        if self.session.board_manager:
            self.session.board_manager.go_on()
        return self._after(now)

    def operator(self, alerts: Mapping[int, str], now: float) -> list[TableEvent]:
        """Take the operator's word: the alerts of the calls in question, by index of the call."""
        if self.session.board_manager:
            self.session.board_manager.operator(alerts)
        return self._after(now)

    def restart(self, now: float, why: str = "the operator wants it") -> list[TableEvent]:
        """Start the board in progress again, for everybody."""
        self.session.restart(now, why)
        return self._after(now)

    def take_back(self, index: int, now: float) -> list[TableEvent]:
        """Take the actions of the board in progress from `index` on back, for everybody.

        Raises:
            InputError: there is no such action, or a player's program cannot be told of it.
        """
        self.session.take_back(index, now)
        return self._after(now)

    def drop(self, seat: Seat, why: str, now: float) -> list[TableEvent]:
        """Close a player's connection, as for silence; it may come back."""
        connection = self.session.posts[seat].connection
        if connection is not None:
            self._refuse(connection, why)
        return self._after(now)

    def note_silence(self, connection: int) -> None:
        """Take note that a client has said nothing for a while."""
        if connection in self._guests:
            self._guests[connection].conversation.note_silence()

    def take_lines(self) -> list[tuple[int, bytes]]:
        """Return the lines to send, by connection, each in a segment of its own."""
        lines, self._out = self._out, []
        return lines

    def gap(self, connection: int) -> int | None:
        """Return the milliseconds between two lines to a client; None when none were asked for."""
        guest = self._guests.get(connection)
        return guest.conversation.gap if guest else None

    def seat_at(self, connection: int) -> Seat | None:
        """Return the seat of a connection, or None."""
        return self._seat_of.get(connection)

    # -- events and connections --------------------------------------------------------------------

    def _after(self, now: float) -> list[TableEvent]:
        self.session.advance(now)
        return self._take_events()

    def _take_events(self) -> list[TableEvent]:
        events, self._events = self._events, []
        return events

    def _emit(self, event: TableEvent) -> None:
        self._events.append(event)

    def _report(self, text: str) -> None:
        self._emit(Reported(text))

    def _refuse_seat(self, connection: int, why: str) -> None:
        self._guests[connection].conversation.refuse_seat(why)
        self._send_away(connection, why)

    def _refuse(self, connection: int, why: str) -> None:
        self._guests[connection].conversation.refuse(why)
        self._send_away(connection, why)

    def _send_away(self, connection: int, why: str) -> None:
        seat = self._seat_of.get(connection)
        who = seat.word if seat is not None else "a client"
        self._emit(Reported(f"{who} is sent away: {why}", stranger=seat is None))
        self._emit(Close(connection))
        self._forget(connection)

    def _forget(self, connection: int) -> None:
        self._guests.pop(connection, None)
        seat = self._seat_of.pop(connection, None)
        if seat is not None:
            self.session.move(self.session.posts[seat], Leaves())

    # -- what players ask --------------------------------------------------------------------------

    def _take(self, connection: int, request: Request) -> None:
        seat = self._seat_of.get(connection)
        if seat is None:
            self._log_on(connection, request)
            return
        post = self.session.posts[seat]
        post.said += 1
        if not self.session.move(post, request):
            self._ignore(post, request)
        too_much = post.useless >= _MOST_USELESS or post.said > _MOST
        if too_much and post.connection is not None:
            self._refuse(post.connection, "too many lines that are of no use")

    def _log_on(self, connection: int, request: Request) -> None:
        if self.session.phase is Phase.ENDED:
            self._refuse(connection, "the session is over")
        elif isinstance(request, SeatAsked):
            self._seat(connection, request)
        elif isinstance(request, Unwelcome):
            self._refuse(connection, request.why)

    def _seat(self, connection: int, asked: SeatAsked) -> None:
        """Seat a client, or send it away.

        Once all four have sat down, a newer connection of the team that names a seat takes it over:
        the older one may be frozen, and its socket open for ever.
        """
        guest = self._guests[connection]
        if not asked.team:
            self._seat_without_team(connection, guest, asked)
            return
        named = asked.seat if asked.seat is not None else guest.only
        begun = self.session.phase is not Phase.LOGON
        free = [
            seat
            for seat, post in self.session.posts.items()
            if post.stage is Stage.FREE or (begun and seat is named)
        ]
        try:
            seat = seat_for(asked, free, self.session.teams, guest.only)
        except InputError as error:
            self._refuse_seat(connection, str(error))
            return
        self._sit(connection, guest, seat, asked)

    def _seat_without_team(self, connection: int, guest: _Guest, asked: SeatAsked) -> None:
        """Seat a client who has no team, or send it away; a robot that stands in makes room."""
        try:
            seat = seat_without_team(asked, self.session.posts, guest.only)
        except InputError as error:
            self._refuse_seat(connection, str(error))
            return
        self._sit(connection, guest, seat, asked)

    def _sit(self, connection: int, guest: _Guest, seat: Seat, asked: SeatAsked) -> None:
        """Give a client a seat, and send away whoever has it."""
        older = self.session.posts[seat].connection
        if older is not None:
            newer = "a newer connection of the team" if asked.team else "the player"
            self._refuse(older, f"{newer} has taken {seat.word}")
        self._seat_of[connection] = seat
        post = self.session.posts[seat]
        post.connection, post.conversation = connection, guest.conversation
        self.session.move(post, asked)

    def _ignore(self, post: Post, request: Request) -> None:
        if not isinstance(request, _LATE) and post.count_useless():
            text = request.text if isinstance(request, Useless) else type(request).__name__
            self._report(f"{post.seat.word}: ignored {text[:120]!r}")

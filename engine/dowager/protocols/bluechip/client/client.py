"""A Blue Chip client: bytes in, events and lines out. No sockets, no clock.

What each message does is in `client_moves`; a message without a row there is noticed and ignored.
"""

from __future__ import annotations

from dowager.auction import Call
from dowager.cards import Seat
from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.client.awaiting import awaited
from dowager.protocols.bluechip.client.client_moves import ANYWHERE, TABLE
from dowager.protocols.bluechip.client.client_session import (
    ClientSession,
    ClientState,
    OwnAnswer,
    OwnCall,
    OwnCard,
    OwnClaim,
)
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.line_reader import read_line
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import VERSION, Message
from dowager.protocols.line_buffer import LineBuffer
from dowager.table import Action, LocalError, PlayerBoard, PlayerEvent

_MAY_LACK_ITS_END = (msg.StartOfBoard, msg.ToLead, msg.EndOfSession)
_WANTED = {ClientState.MY_CALL: Action.CALL, ClientState.MY_CARD: Action.CARD}


class Client:
    """One seat's conversation with a Blue Chip table manager: a `PlayerConversation`.

    Args:
        team: the team's name, as `team_name` returns it.
        seat: the seat to ask for; None for any.
        dialect: how we speak; its forms of a table manager's lines are of no use here.

    Raises:
        LocalError: the team's name cannot be sent.
    """

    def __init__(self, team: str, seat: Seat | None, dialect: Dialect = PLAIN) -> None:
        if not team or '"' in team or not team.isascii() or not team.isprintable():
            raise LocalError(f"{team!r} cannot be sent as a team's name")
        self._lines = LineBuffer()
        self._session = ClientSession(seat, dialect)
        self._session.send(msg.Connecting(team, seat, VERSION))

    @property
    def state(self) -> ClientState:
        """Where the conversation is."""
        return self._session.state

    @property
    def seat(self) -> Seat | None:
        """The seat given, or asked for."""
        return self._session.seat

    @property
    def board(self) -> PlayerBoard | None:
        """The board in progress, or the last one."""
        return self._session.board

    @property
    def epoch(self) -> int:
        """How often the state has changed."""
        return self._session.epoch

    @property
    def gap(self) -> int | None:
        """The milliseconds to leave between two lines; None for the usual gap."""
        return self._session.dialect.gap

    @property
    def wanted(self) -> Action | None:
        """What we are to do now."""
        return _WANTED.get(self._session.state)

    @property
    def waits_for(self) -> str:
        """What we wait for, in words."""
        waited = awaited(self._session)
        return waited.words if waited else ""

    @property
    def doubt(self) -> str:
        """What has come in its place, and cannot be used."""
        return self._session.doubt

    @property
    def answers_claim(self) -> bool:
        """Whether a claim is for us to answer."""
        return self._session.to_answer

    def receive(self, data: bytes) -> list[PlayerEvent]:
        """Take bytes from the table manager and return what happened."""
        for line in self._lines.feed(data):
            for message in read_line(line):
                self._take(message)
        return self._events()

    def quiet(self) -> list[PlayerEvent]:
        """Take a line as ended that lacks its end, where servers are known to forget it.

        That is `Start of board`, `... to lead` and `End of session`.
        """
        pending = read_line(self._lines.pending)
        if pending and all(isinstance(message, _MAY_LACK_ITS_END) for message in pending):
            return self.receive(b"\n")
        return []

    def closed(self) -> list[PlayerEvent]:
        """Take note that the connection has closed; between boards that is how some servers end."""
        events = self.receive(b"\n")  # the last line may lack its end
        if self.state is not ClientState.ENDED:
            between = self.state is ClientState.BETWEEN
            fault = "" if between else "the table manager closed the connection"
            self._session.finish(fault, cut_off=True)
        return events + self._events()

    def take_lines(self) -> list[bytes]:
        """Return what is to be sent, each line in a segment of its own, and forget it."""
        lines, self._session.lines = self._session.lines, []
        return lines

    def call(self, call: Call, alert: str | None = None) -> list[PlayerEvent]:
        """Make our call."""
        return self._do(OwnCall(call, alert))

    def play_card(self, card: int) -> list[PlayerEvent]:
        """Play a card from our own hand, or from dummy."""
        return self._do(OwnCard(card))

    def claim(self) -> list[PlayerEvent]:
        """Claim the remaining tricks; most table managers do not know claims and never answer."""
        return self._do(OwnClaim())

    def answer_claim(self, accepts: bool) -> list[PlayerEvent]:
        """Accept or reject, once, the claim that `ClaimHeard` has announced."""
        if not self.answers_claim:
            raise LocalError("there is no claim for us to answer")
        return self._do(OwnAnswer(accepts))

    def _do(self, own: OwnCall | OwnCard | OwnClaim | OwnAnswer) -> list[PlayerEvent]:
        if type(own) not in TABLE[self.state]:
            raise LocalError(f"it is not our turn ({self.state.name})")
        self._take(own)
        return self._events()

    def _take(self, given: Message | OwnCall | OwnCard | OwnClaim | OwnAnswer) -> None:
        """Do what the table has for a message, or for what our own program does."""
        session, before = self._session, self._session.state
        move = TABLE[before].get(type(given)) or ANYWHERE.get(type(given))
        if move is not None and before is not ClientState.ENDED:
            move.do(session, given)
            assert session.state in move.to or session.state is before, (
                before,
                given,
                session.state,
            )
        elif before is not ClientState.ENDED:
            session.notice(f"ignored in state {before.name}: {quoted(given)}")

    def _events(self) -> list[PlayerEvent]:
        events, self._session.events = self._session.events, []
        return events

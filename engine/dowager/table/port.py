"""The port between tables and protocols: all that passes between them.

A protocol is a `TableProtocol`. It makes a `PlayerConversation` for a program of ours at somebody's
table, and a `TableConversation` for each client that connects to a table of ours. Neither has
sockets or a clock. A table does not care which protocols its players speak, so it can mix them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from dowager.auction import Call, Rubber
from dowager.cards import Hand, Seat
from dowager.errors import DowagerError
from dowager.table.live_board import LiveBoard
from dowager.table.player_board import PlayerBoard
from dowager.table.player_events import PlayerEvent
from dowager.table.requests import Action, Request


class LocalError(DowagerError):
    """Our own program did what the protocol does not allow now: a bug of ours."""


class PlayerConversation(Protocol):
    """A player's conversation with a table manager: bytes in, events and lines out.

    It never calls or plays illegally: its owner's mistakes raise `LocalError`. What the table
    manager does wrong becomes `Noticed`, or `Ended` when there is no way to go on.
    """

    @property
    def seat(self) -> Seat | None:
        """The seat given, or asked for."""

    @property
    def board(self) -> PlayerBoard | None:
        """The board in progress, or the last one; None until we have our cards."""

    @property
    def epoch(self) -> int:
        """Grows with every turn: a decision that was made for an older one is void."""

    @property
    def gap(self) -> int | None:
        """The milliseconds to leave between two lines; None for the usual gap."""

    @property
    def wanted(self) -> Action | None:
        """What we are to do now; None while it is not our turn."""

    @property
    def waits_for(self) -> str:
        """What we wait for, such as `West's call`; empty when it is our turn, or all is over."""

    @property
    def doubt(self) -> str:
        """What has come in place of what we wait for, and why it is of no use; else empty.

        It is empty again when `epoch` has grown.
        """

    @property
    def answers_claim(self) -> bool:
        """Whether a claim is for us to answer."""

    def receive(self, data: bytes) -> list[PlayerEvent]:
        """Take bytes from the table manager and return what happened."""

    def quiet(self) -> list[PlayerEvent]:
        """Take note that nothing has come for a while: an unfinished line may count as finished."""

    def closed(self) -> list[PlayerEvent]:
        """Take note that the connection has closed; return `Ended`, unless it came before."""

    def take_lines(self) -> list[bytes]:
        """Return what is to be sent, each line in a segment of its own, and forget it."""

    def call(self, call: Call, alert: str | None = None) -> list[PlayerEvent]:
        """Make our call.

        Raises:
            LocalError: it is not our turn, or the call is not legal.
        """

    def play_card(self, card: int) -> list[PlayerEvent]:
        """Play a card from the hand whose turn it is: our own, or dummy's.

        Raises:
            LocalError: it is not our turn, or the card is not legal.
        """

    def claim(self) -> list[PlayerEvent]:
        """Claim the remaining tricks; the play goes on until `ClaimEnded`.

        Raises:
            LocalError: we may not claim now, or the protocol has no claims.
        """

    def answer_claim(self, accepts: bool) -> list[PlayerEvent]:
        """Accept or reject, once, the claim that `ClaimHeard` has announced.

        Raises:
            LocalError: no claim is for us to answer.
        """


Times: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The whole seconds of North-South and of East-West, each for the board and in all."""


class TableConversation:
    """A table manager's conversation with one player: bytes and requests in, lines out.

    A protocol overrides the methods for which it has words. The class itself has none, and stands
    for a player who is not there. Any method may send what the protocol wants; the board is known
    from `send_deal` on.

    Attributes:
        gap: milliseconds to leave between two lines; None for the usual gap.
        says_ready: whether players say when they are ready for a `Step`; otherwise they always are.
        replays: whether a player who comes back can be sent its own calls and cards; otherwise it
            has to make them again.
        echoes: whether the player is sent its own calls and cards too, once they count.
        knows_claims: whether the player can see a claim, and answer it.
        rests: whether the player wants to look at the last board before there is another.
        peer: the program that the player is known to be by what it said, and to which we speak
            accordingly; else empty.
    """

    gap: int | None = None
    peer: str = ""
    says_ready: bool = False
    replays: bool = True
    echoes: bool = False
    knows_claims: bool = False
    rests: bool = False

    def receive(self, data: bytes) -> Iterable[Request]:
        """Take bytes from the player; yield each request after those before it have been met."""
        return ()

    # -- the session -------------------------------------------------------------------------------

    def refuse(self, why: str) -> None:
        """Say why the connection will be closed."""

    def refuse_seat(self, why: str) -> None:
        """Say that there is no seat, and that the connection will be closed."""
        self.refuse(why)

    def give_seat(self, seat: Seat, team: str) -> None:
        """Give the player its seat; `team` is its team's name as the table knows it."""

    def name_players(self, players: Mapping[Seat, str]) -> None:
        """Name those who have seats; somebody, perhaps this player, has just got his."""

    def lose_player(self, seat: Seat) -> None:
        """Announce that the player at a seat has gone."""

    def note_silence(self) -> None:
        """Take note that the player has said nothing for a while; nothing need be said."""

    def name_teams(self, north_south: str, east_west: str) -> None:
        """Name both teams."""

    def start_board(self) -> None:
        """Announce that a board starts, perhaps again: what was said of one before is void."""

    def send_deal(self, board: LiveBoard) -> None:
        """Send the board's number, dealer and vulnerability."""

    def send_hand(self, hand: Hand) -> None:
        """Send the player its cards."""

    def send_rubber(self, rubber: Rubber) -> None:
        """Send the score of the rubber: its last board is over, or it is broken off."""

    def end_board(self, times: Times) -> None:
        """Announce that the board is over; the player knows all calls and cards."""

    def end_session(self) -> None:
        """Announce that there are no more boards."""

    # -- the board ---------------------------------------------------------------------------------

    def ready_for_call(self, seat: Seat) -> bool:
        """Whether the player is ready for a seat's call; the answer yes uses up its readiness."""
        return True

    def ready_for_card(self, hand: Seat, trick: int) -> bool:
        """Whether the player is ready for a card from a hand; yes uses up its readiness."""
        return True

    def ready_for_dummy(self, sent: bool) -> bool:
        """Whether to send dummy's cards now, perhaps again; `sent`: whether they have been."""
        return not sent

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Send a call: another's, or the player's own when it has come back."""

    def explain_call(self, seat: Seat, call: Call, alert: str) -> None:
        """Send the alert of another's call that the player knows; the auction has ended."""

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Send a card that `player` has played from `hand`: another's, or its own as above."""

    def send_dummy(self, hand: Hand) -> None:
        """Send dummy's cards; never to dummy."""

    def ask(self, hand: Seat, leads: bool) -> None:
        """Ask the player to call, or to play from a hand; `leads`: to a new trick."""

    def refuse_action(self, action: Action) -> None:
        """Say that the player's call or card was illegal; it is still the player's turn."""

    def send_claim(self, claimer: Seat, hand: Hand) -> None:
        """Announce another's claim, with the claimer's hand."""

    def end_claim(self, claimer: Seat, accepted: bool) -> None:
        """Say what came of a claim; after an accepted one the board is over."""


NewPlayerConversation: TypeAlias = Callable[[str, Seat | None], PlayerConversation]
"""Makes a player's conversation from its team's name and the seat to ask for, None for any."""

NewTableConversation: TypeAlias = Callable[[Callable[[bytes], None]], TableConversation]
"""Makes a table's conversation with a player from what sends a line to that player."""


@dataclass(frozen=True, slots=True)
class TableProtocol:
    """A protocol, as tables, robots and the command line use it.

    Attributes:
        name: what the command line calls it.
        title: its name for people.
        player: reads a dialect, and makes players' conversations in it.
        table: reads dialects by seat, and makes a table's conversations in them.
        player_dialect: what `player` reads, for `--help`.
        table_dialect: what `table` reads, for `--help`.
        robots_player_dialect: the dialect in which our own robots speak to our own table.
        robots_table_dialect: the dialect in which our own table speaks to them.

    `player` and `table` raise `InputError` for a dialect that they cannot read.
    """

    name: str
    title: str
    player: Callable[[str], NewPlayerConversation]
    table: Callable[[Mapping[Seat, str]], NewTableConversation]
    player_dialect: str = ""
    table_dialect: str = ""
    robots_player_dialect: str = ""
    robots_table_dialect: str = ""

"""The port between tables and protocols: all that either side of a conversation is asked and told.

A protocol is a `TableProtocol`. It makes a `PlayerSide` for a program of ours that sits at
somebody's table, and a `TableSide` for each client that connects to a table of ours. Neither has
sockets or a clock. The table does not care which protocol its players speak, so that one table can
mix them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol, TypeAlias

from dowager.auction import Call
from dowager.cards import Hand, Seat
from dowager.errors import DowagerError
from dowager.table.live_board import LiveBoard
from dowager.table.player_board import PlayerBoard
from dowager.table.player_events import PlayerEvent
from dowager.table.requests import Request


class Action(Enum):
    """What a player does in turn."""

    CALL = auto()
    CARD = auto()


class LocalError(DowagerError):
    """Our own program did what the protocol does not allow now: a bug of ours."""


class PlayerSide(Protocol):
    """A player's side of a conversation with a table manager: bytes in, events and lines out.

    It never calls or plays illegally: its owner's mistakes raise `LocalError`. What the table
    manager does wrong is `Noticed`, or `Ended` when there is no going on.
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
    def answers_claim(self) -> bool:
        """Whether a claim is for us to answer."""

    def receive(self, data: bytes) -> list[PlayerEvent]:
        """Take bytes from the table manager and return what happened."""

    def quiet(self) -> list[PlayerEvent]:
        """Take note that nothing has come for a while: what lacks its end may count as ended."""

    def closed(self) -> list[PlayerEvent]:
        """Take note that the connection has closed: `Ended` follows unless it has been said."""

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
        """Accept or reject the claim that `ClaimHeard` has told of, once.

        Raises:
            LocalError: no claim is for us to answer.
        """


Times: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The whole seconds of North-South and of East-West, each for the board and in all."""


class TableSide:
    """The table manager's side of a conversation with one player: bytes in, lines out.

    The table asks whether its player is ready for something and then tells it. A protocol overrides
    what it has words for; this class itself has none, and stands for a player who is not there. A
    side may send whatever it likes at any of these; it knows the board since `show_deal`.

    Attributes:
        gap: milliseconds to leave between two lines; None for the usual gap.
        says_ready: whether players say when they are ready for a `Step`; else they always are.
        replays: whether a player who comes back can be told its own calls and cards; else it is to
            make them again.
        knows_claims: whether the player can be shown a claim, and answer it.
    """

    gap: int | None = None
    says_ready: bool = False
    replays: bool = True
    knows_claims: bool = False

    def receive(self, data: bytes) -> Iterable[Request]:
        """Take bytes from the player; give a request when those before it have been dealt with."""
        return ()

    # -- the session -------------------------------------------------------------------------------

    def refuse(self, why: str) -> None:
        """Say why the connection will be closed."""

    def give_seat(self, seat: Seat, team: str) -> None:
        """Tell the player its seat and its team's name as the table has it."""

    def name_teams(self, north_south: str, east_west: str) -> None:
        """Tell the names of both teams."""

    def start_board(self) -> None:
        """Tell that a board starts, or starts again: all that was said of one before is void."""

    def show_deal(self, board: LiveBoard) -> None:
        """Tell the board's number, dealer and vulnerability."""

    def show_hand(self, hand: Hand) -> None:
        """Tell the player its cards."""

    def end_board(self, times: Times) -> None:
        """Tell that the board is over; the player has been told all calls and cards."""

    def end_session(self) -> None:
        """Tell that there are no more boards."""

    # -- the board ---------------------------------------------------------------------------------

    def ready_for_call(self, seat: Seat) -> bool:
        """Whether the player is ready to be told a seat's call; yes uses its readiness up."""
        return True

    def ready_for_card(self, hand: Seat, trick: int) -> bool:
        """Whether the player is ready to be told a card from a hand; yes uses its readiness up."""
        return True

    def ready_for_dummy(self, shown: bool) -> bool:
        """Whether to show dummy now, perhaps again; yes uses the player's readiness up."""
        return not shown

    def show_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Tell a call: another's, or the player's own when it has come back."""

    def show_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Tell a card that `player` has played from `hand`: another's, or its own as above."""

    def show_dummy(self, hand: Hand) -> None:
        """Show dummy's cards; not to dummy."""

    def ask(self, hand: Seat, leads: bool) -> None:
        """Tell the player that it is to call, or to play from a hand; `leads`: to a new trick."""

    def refuse_action(self, action: Action) -> None:
        """Tell the player that its call or card was illegal; it is still to act."""

    def show_claim(self, claimer: Seat, hand: Hand) -> None:
        """Tell that another claims, and show the claimer's hand."""

    def end_claim(self, claimer: Seat, accepted: bool) -> None:
        """Tell what came of a claim; after an accepted one the board is over."""


NewPlayerSide: TypeAlias = Callable[[str, Seat | None], PlayerSide]
"""Makes a player's side from the name of its team and the seat to ask for, None for any."""

NewTableSide: TypeAlias = Callable[[Callable[[bytes], None]], TableSide]
"""Makes a table's side from what sends a line to its player."""


@dataclass(frozen=True, slots=True)
class TableProtocol:
    """A protocol, as tables, robots and the command line use it.

    Attributes:
        name: what the command line calls it.
        title: its name for people.
        player: reads a dialect, and makes players' sides that speak it.
        table: reads dialects by seat, and makes table's sides that speak them.
        player_dialect: what `player` reads, for `--help`.
        table_dialect: what `table` reads, for `--help`.
        robots_player_dialect: the dialect in which our own robots speak to our own table.
        robots_table_dialect: the dialect in which our own table speaks to them.

    `player` and `table` raise `InputError` for a dialect that they cannot read.
    """

    name: str
    title: str
    player: Callable[[str], NewPlayerSide]
    table: Callable[[Mapping[Seat, str]], NewTableSide]
    player_dialect: str = ""
    table_dialect: str = ""
    robots_player_dialect: str = ""
    robots_table_dialect: str = ""

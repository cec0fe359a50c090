"""A picture of a table: all that its operator sees of it at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from dowager.auction import Auction
from dowager.cards import Seat, Side
from dowager.play import Play
from dowager.table.live_board import LiveBoard
from dowager.table.manager.post import Post
from dowager.table.manager.session import TableSession
from dowager.table.manager.stages import Halt, Phase, Stage
from dowager.table.port import Times


class Presence(Enum):
    """Whether a seat has a player, and what it is about."""

    EMPTY = "empty"
    GONE = "gone"  # it had a player, and waits for it to come back
    SEATED = "sat down"  # has no cards yet, or no more
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Awaiting:
    """How long a player has been waited for, and what was last said, as its connection has it.

    Attributes:
        seconds: how many whole seconds the table has waited for it.
        sent: the last line to the player; empty if there is none.
        said: the last line from the player; empty if there is none.
    """

    seconds: int = 0
    sent: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """One seat.

    Attributes:
        seat: which.
        presence: whether there is a player.
        team: its team's name; empty while unknown.
        task: what the table waits for it to do, such as `to call`; empty while it does not wait.
        awaiting: since when, and what was last said.
    """

    seat: Seat
    presence: Presence
    team: str
    task: str
    awaiting: Awaiting


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board in progress.

    Attributes:
        number: its number.
        auction: dealer, vulnerability and calls.
        alerted: the indexes of the alerted calls.
        play: contract and cards; None before the auction has ended, and of a passed-out board.
        trick: the cards of the current trick, or of the last one before the next lead, by seat.
        over: whether it is passed out, played out or claimed.
    """

    number: int
    auction: Auction
    alerted: frozenset[int]
    play: Play | None
    trick: tuple[tuple[Seat, int], ...]
    over: bool

    @property
    def trick_number(self) -> int:
        """The number of that trick, from 1."""
        cards = len(self.play.cards) if self.play else 0
        return (cards + 3) // 4 or 1

    def tricks(self, side: Side) -> int:
        """Return the tricks that a side has won."""
        if self.play is None:
            return 0
        complete = 13 - self.play.incomplete
        declares = side is self.play.declarer.side
        return self.play.tricks if declares else complete - self.play.tricks


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table at one moment.

    Attributes:
        players: the four seats.
        board: the board in progress; None between boards.
        seconds: by side, the whole seconds of thinking time for the board and in all.
        halt: why nobody is to act; None while somebody is.
        ended: whether the session is over.
    """

    players: tuple[PlayerPicture, ...]
    board: BoardPicture | None
    seconds: Times
    halt: Halt | None
    ended: bool

    @property
    def awaited(self) -> list[PlayerPicture]:
        """The players whom the table waits for, the longest wait first."""
        players = [player for player in self.players if player.task]
        return sorted(players, key=lambda player: -player.awaiting.seconds)


def picture_of(
    session: TableSession, awaiting: Mapping[Seat, Awaiting], now: float
) -> TablePicture:
    """Return a picture of a table.

    Args:
        session: the table's session.
        awaiting: by seat, since when players are awaited, and what was last said.
        now: seconds by the clock that the session is run by.
    """
    manager, tasks = session.board_manager, session.awaited()
    return TablePicture(
        tuple(
            PlayerPicture(
                post.seat,
                _presence(post),
                session.teams[post.seat.side],
                tasks[post.seat].words if post.seat in tasks else "",
                awaiting.get(post.seat, Awaiting()),
            )
            for post in session.posts.values()
        ),
        _board(manager.board) if manager else None,
        session.clocks.running_times(now),
        manager.halt if manager else None,
        session.phase is Phase.ENDED,
    )


def _presence(post: Post) -> Presence:
    match post.stage:
        case Stage.FREE:
            return Presence.GONE if post.gone else Presence.EMPTY
        case Stage.LIVE:
            return Presence.PLAYING
        case _:
            return Presence.SEATED


def _board(board: LiveBoard) -> BoardPicture:
    cards = board.play.cards if board.play else ()
    begun = (len(cards) - 1) // 4 * 4 if cards else 0
    hands = board.hands[board.calls + begun :]
    trick = tuple(zip(hands, cards[begun:], strict=True)) if cards else ()
    alerted = frozenset(board.alerts)
    return BoardPicture(board.number, board.auction, alerted, board.play, trick, board.over)

"""What a table manager knows of the player at one seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from dowager.cards import Seat
from dowager.table.manager.stages import Stage
from dowager.table.port import TableConversation
from dowager.table.requests import CardPlayed

_REPORTED = 10
"""How many useless things that a player says in a board are reported one by one."""


@dataclass(slots=True, eq=False)
class Post:
    """One of the four seats of a table.

    Attributes:
        seat: which.
        connection: the player's connection, if there is a player.
        conversation: with the player; a mute one while there is no player.
        stage: how far the player has come.
        player: the name of the player, or of the team of one who has none.
        owner: the name of the player whose seat it is, also while a robot stands in; empty if there
            is none.
        stands_in: whether the player is a robot that stands in.
        gone: whether there was a player who has gone, and nobody has come since.
        known: how many actions of the board it knows.
        returning: whether it follows a board that was under way when it came.
        dummy_sent: whether it has seen dummy.
        asked: the action that it was last asked for; -1 for none.
        early: a card that it played before its time.
        useless: how much of what it said in this board was of no use.
        said: how much it said in this board.
    """

    seat: Seat
    connection: int | None = None
    conversation: TableConversation = field(default_factory=TableConversation)
    stage: Stage = Stage.FREE
    player: str = ""
    owner: str = ""
    stands_in: bool = False
    gone: bool = False
    known: int = 0
    returning: bool = False
    dummy_sent: bool = False
    asked: int = -1
    early: CardPlayed | None = None
    useless: int = 0
    said: int = 0

    @property
    def to_spare(self) -> bool:
        """Whether nobody has the seat, or only a robot that stands in."""
        return self.stage is Stage.FREE or self.stands_in

    @property
    def live(self) -> bool:
        """Whether the player follows the board."""
        return self.stage is Stage.LIVE

    def count_useless(self) -> bool:
        """Count something that was of no use; return whether it is worth reporting."""
        self.useless += 1
        return self.useless <= _REPORTED

    def clear(self) -> None:
        """Forget all that concerns a board."""
        self.known, self.returning, self.dummy_sent = 0, False, False
        self.asked, self.early = -1, None
        self.useless, self.said = 0, 0

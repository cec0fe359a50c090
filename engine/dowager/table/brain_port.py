"""The port for brains: programs that a table starts itself, and that speak by pipes.

A `BrainProtocol` makes the table's `TableConversation` with a brain that has been started, and the
`BrainConversation` of a program of ours that is one. Neither has pipes, processes or a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from dowager.auction import Scoring
from dowager.cards import Seat
from dowager.table.player_events import PlayerEvent
from dowager.table.port import NewTableConversation, PlayerConversation


@dataclass(frozen=True, slots=True)
class BrainLimits:
    """What brains may use.

    Attributes:
        turn: seconds for a call or a card; 0 asks for one at once.
        match: seconds for all its calls and cards together; None for no limit.
        memory: bytes of memory; None for no limit.
        files: bytes of files in its working folder.
        folder: where it may keep files for ever, in a subfolder of its name; None for nowhere.
    """

    turn: float = 120.0
    match: float | None = None
    memory: int | None = None
    files: int = 20_000_000
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class BrainTerms:
    """What a brain is told before its first board.

    Attributes:
        seat: its seat.
        team: its team's name; empty where players have no teams.
        limits: what it may use.
        tournament: whether it plays in a tournament or match.
        scoring: what boards are scored by.
        system: what its side is to play; None if it may choose.
        opponents: what the other side plays; None if that is not known.
        player: its own name, by which it comes back to its seat where there are no teams.
    """

    seat: Seat
    team: str
    limits: BrainLimits = BrainLimits()
    tournament: bool = False
    scoring: Scoring = Scoring.IMPS
    system: str | None = None
    opponents: str | None = None
    player: str = ""


class BrainKeeper(Protocol):
    """Who has started a brain: what its conversation tells and asks."""

    @property
    def time_left(self) -> float | None:
        """The seconds that the brain has left of the match; None for any number."""

    def asked(self) -> None:
        """Take note that the brain is to act: its clock runs."""

    def answered(self) -> None:
        """Take note that the brain has acted: its clock stands."""

    def introduced(self, text: str) -> None:
        """Take what the brain says about itself, with its first answer."""

    def says(self, text: str) -> None:
        """Take a line that the brain has for people."""

    def fault(self, text: str) -> None:
        """Record what the brain has done wrong; the board goes on."""

    def let_go(self, fault: str = "") -> None:
        """Let the brain go: it has been told to end, for a fault if there is one."""


NewBrainHandler: TypeAlias = Callable[[BrainTerms, BrainKeeper], NewTableConversation]
"""Makes the conversations of a table with a brain that its keeper has started."""


class BrainConversation(PlayerConversation, Protocol):
    """A brain's conversation with the manager that has started it.

    `BoardBegun` asks whether the board can be played: answer it by `started`. While an answer is
    awaited, lines that do not change it wait; `epoch` grows when one makes it void.
    """

    @property
    def system(self) -> str | None:
        """What our side is to play; None if we may choose."""

    @property
    def opponents(self) -> str | None:
        """What the other side plays; None if that is not known."""

    @property
    def scoring(self) -> Scoring:
        """What boards are scored by."""

    def started(self, refusal: str = "") -> list[PlayerEvent]:
        """Say that we are ready for the board's first turn, or why we cannot play it."""

    def seconds(self, usual: float) -> float:
        """Return the seconds that we may think now, as the limits are at this moment.

        Args:
            usual: what we should like to use.
        """

    @property
    def latest(self) -> float | None:
        """The seconds after which an action is late; None for no such limit."""

    def debug(self, text: str) -> None:
        """Say something to the brain's author, before the action that is wanted."""


@dataclass(frozen=True, slots=True)
class BrainProtocol:
    """A protocol that brains speak by pipes.

    Attributes:
        handler: makes a table's conversation with a brain.
        substitute: makes the conversation with who acts for a brain that cannot; its lines must
            come back to it as they are.
        brain: makes our own conversation as a brain, from what it says about itself, the least
            memory in bytes that it needs, and whether it suggests its actions first.
    """

    handler: NewBrainHandler
    substitute: Callable[[BrainTerms], NewTableConversation]
    brain: Callable[[str, int, bool], BrainConversation]

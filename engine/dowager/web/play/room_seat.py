"""A seat of a room: who has it, and the line to the table."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from dowager.cards import Seat
from dowager.net import Door
from dowager.web.play.local_seat import LocalSeat, SeatLine
from dowager.web.play.room_plan import Sitter

Show = Callable[[str], None]
"""Takes a picture for one browser, as JSON."""


@dataclass(eq=False)
class RoomSeat:
    """A seat of a room that a person or a robot of ours has.

    Attributes:
        seat: which.
        sitter: who has it.
        name: the person's name; empty while nobody has come.
        token: what proves that a browser is that person's.
        line: to the table, once somebody has the seat.
        conversation: the table's side of that line.
        shows: what shows pictures, one for each browser of the person.
        shown: the last picture.
        looks: whether the person looks at the last board and is not ready for the next.
        relieved: whether a robot plays until the person comes back.
        thinks_of: the position that a robot thinks about; None while it does not.
        claimed: the number of actions when the robot last claimed.
    """

    seat: Seat
    sitter: Sitter
    name: str = ""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    line: SeatLine | None = None
    conversation: LocalSeat | None = None
    shows: list[Show] = field(default_factory=list)
    shown: str = ""
    looks: bool = False
    relieved: bool = False
    thinks_of: object = None
    claimed: int = -1

    @property
    def by_robot(self) -> bool:
        """Whether a robot acts here now."""
        return self.sitter is Sitter.ROBOT or self.relieved

    @property
    def taken(self) -> bool:
        """Whether somebody has the seat, or is about to."""
        return self.line is not None or bool(self.name)

    def door(self) -> Door:
        """Return the door at which this seat connects to the table."""

        def conversation(send: Callable[[bytes], None]) -> LocalSeat:
            self.conversation = LocalSeat(send, self.sitter is Sitter.PERSON)
            return self.conversation

        return Door(conversation, only=self.seat)

    def get_ready(self) -> None:
        """Tell the table, if it waits for that, that the player is ready for the next board."""
        if self.conversation is not None and self.conversation.rests:
            self.say(ready=True)

    def say(self, **fields: object) -> None:
        """Say something to the table."""
        if self.line is not None:
            self.line.say(**fields)

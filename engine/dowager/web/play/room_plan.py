"""What is played in a room, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.services.requests import number_field, text_field

LONGEST_NAME = 40


class Sitter(Enum):
    """Who has a seat: a Blue Chip program is just a program; the server starts brains."""

    PERSON = "person"
    ROBOT = "robot"
    PROGRAM = "program"
    EPE_321 = "epe321"
    BRAIN = "brain"


class Score(Enum):
    """How boards are scored."""

    IMPS = "imps"
    MATCHPOINTS = "mp"
    RUBBER = "rubber"

    @property
    def scoring(self) -> Scoring:
        """What calls are chosen for."""
        return Scoring.MATCHPOINTS if self is Score.MATCHPOINTS else Scoring.IMPS


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """What is played in a room, and by whom.

    Attributes:
        sitters: who has each seat.
        systems: North-South's and East-West's, as people name them.
        score: how boards are scored.
        seconds: for a robot's card, at most.
        judge: seconds for judging a robot's call; 0 for the rules' own.
        pause: seconds between tricks.
        brains: the name of each seat's brain, where one plays.
    """

    sitters: Mapping[Seat, Sitter]
    systems: tuple[str, str]
    score: Score = Score.IMPS
    seconds: float = 1.0
    judge: float = 0.0
    pause: float = 1.2
    brains: Mapping[Seat, str] = field(default_factory=dict)

    def system(self, side: Side) -> str:
        """Return a side's system."""
        return self.systems[side]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have."""
        return tuple(seat for seat in Seat if self.sitters[seat] is Sitter.PERSON)


def read_plan(fields: dict[str, Any], system: str) -> RoomPlan:
    """Read a plan: `seats` by letter, `system`, `opponents`, `score`, `seconds`, `judge`,
    `pause`. A seat is a `Sitter`'s; a brain's name stands after the word, `brain First`.

    Args:
        fields: the request.
        system: what is meant where none is named.

    Raises:
        InputError: a field is wrong, or nobody plays.
    """
    seats = fields.get("seats", {})
    if not isinstance(seats, dict):
        raise InputError('"seats" takes who sits where, such as {"S": "person"}')
    sitters, brains = dict.fromkeys(Seat, Sitter.ROBOT), {}
    for letter, who in seats.items():
        kind, _, name = who.partition(" ") if isinstance(who, str) else (who, "", "")
        sitters[Seat.parse(letter)] = sitter = _member(Sitter, kind, "seats")
        if sitter is Sitter.BRAIN:
            brains[Seat.parse(letter)] = name
    first = text_field(fields, "system", "") or system
    plan = RoomPlan(
        sitters,
        (first, text_field(fields, "opponents", "") or first),
        _member(Score, fields.get("score", "imps"), "score"),
        number_field(fields, "seconds", 1.0, 0.1, 10.0),
        number_field(fields, "judge", 0.0, 0.0, 10.0),
        number_field(fields, "pause", 1.2, 0.0, 10.0),
        brains,
    )
    if not plan.people:
        raise InputError("somebody has to play: give a person a seat")
    return plan


def _member(kind: type[Any], value: object, key: str) -> Any:
    for member in kind:
        if member.value == value:
            return member
    known = ", ".join(member.value for member in kind)
    raise InputError(f'"{key}" takes {known}, not {value!r}')


def person_name(text: str) -> str:
    """Return a person's name as it is shown.

    Raises:
        InputError: it is too long, or cannot be shown.
    """
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"a name has at most {LONGEST_NAME} letters that can be shown")
    return name or "Guest"

"""What is played in a room, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.services.requests import number_field, text_field

LONGEST_NAME = 40


class Sitter(Enum):
    """Who has a seat."""

    PERSON = "person"
    ROBOT = "robot"
    PROGRAM = "program"


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
    """

    sitters: Mapping[Seat, Sitter]
    systems: tuple[str, str]
    score: Score = Score.IMPS
    seconds: float = 1.0
    judge: float = 0.0
    pause: float = 1.2

    def system(self, side: Side) -> str:
        """Return a side's system."""
        return self.systems[side]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have."""
        return tuple(seat for seat in Seat if self.sitters[seat] is Sitter.PERSON)


def read_plan(fields: dict[str, Any], system: str) -> RoomPlan:
    """Read a plan: `seats` by letter, `system`, `opponents`, `score`, `seconds`, `judge`,
    `pause`.

    Args:
        fields: the request.
        system: what is meant where none is named.

    Raises:
        InputError: a field is wrong, or nobody plays.
    """
    seats = fields.get("seats", {})
    if not isinstance(seats, dict):
        raise InputError('"seats" takes who sits where, such as {"S": "person"}')
    sitters = dict.fromkeys(Seat, Sitter.ROBOT)
    for letter, who in seats.items():
        sitters[Seat.parse(letter)] = _member(Sitter, who, "seats")
    first = text_field(fields, "system", "") or system
    plan = RoomPlan(
        sitters,
        (first, text_field(fields, "opponents", "") or first),
        _member(Score, fields.get("score", "imps"), "score"),
        number_field(fields, "seconds", 1.0, 0.1, 10.0),
        number_field(fields, "judge", 0.0, 0.0, 10.0),
        number_field(fields, "pause", 1.2, 0.0, 10.0),
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

"""How a robot reads the calls of its own side and of the other, by what is known of who plays.

Readings count in the play of the cards. The rules of the bidding ask what calls mean exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from dowager.cards import Side
from dowager.knowledge.readings import EXACT, READINGS, Reading, named_readings

Systems: TypeAlias = tuple[str | None, str | None]
"""What the two players of a side play; None for a program that is not a robot of ours."""

_ASKED = "as asked"


@dataclass(frozen=True, slots=True)
class SideReading:
    """How far the calls of a side are believed, and why, in words."""

    reading: Reading
    why: str

    def __str__(self) -> str:
        return f"{self.reading.name} ({self.why})"


@dataclass(frozen=True, slots=True)
class TableReadings:
    """How a robot reads its own side and the other."""

    us: SideReading
    them: SideReading

    @property
    def option(self) -> str:
        """The value of `--reading` that says the same."""
        return f"us={self.us.reading.name},them={self.them.reading.name}"

    def of_sides(self, side: Side) -> tuple[SideReading, SideReading]:
        """Return the readings of North-South and East-West, for a robot of a side."""
        return (self.us, self.them) if side is Side.NORTH_SOUTH else (self.them, self.us)

    def readings(self, side: Side) -> tuple[Reading, Reading]:
        """Return the same, without the words."""
        north_south, east_west = self.of_sides(side)
        return north_south.reading, east_west.reading

    def changed(self, text: str, side: Side) -> TableReadings:
        """Return the readings that an option changes, such as `them=tolerant`; "" changes none.

        Raises:
            InputError: see `named_readings`.
        """
        named = named_readings(text, side)
        us, them = named.get(side), named.get(side.other)
        return TableReadings(
            SideReading(us, _ASKED) if us else self.us,
            SideReading(them, _ASKED) if them else self.them,
        )

    def judging(self) -> TableReadings:
        """Return the readings among robots that judge: who is believed exactly may stray a little.

        Judgement leaves the rules by no more than the reading `judged` allows.
        """
        return TableReadings(_judging(self.us), _judging(self.them))

    def words(self, side: Side) -> str:
        """Return them in words: `North-South exact (our own system), East-West stranger (...)`."""
        both = zip(Side, self.of_sides(side), strict=True)
        return ", ".join(f"{each.word} {reading}" for each, reading in both)


def _judging(side: SideReading) -> SideReading:
    if not side.reading.exact or side.why == _ASKED:
        return side
    return SideReading(READINGS["judged"], f"{side.why}, with judgement")


def in_words(readings: Iterable[TableReadings]) -> str:
    """Return how several robots read calls, in words, each way once; empty without robots."""
    own, opponents = set(), set()
    for each in readings:
        own.add(str(each.us))
        opponents.add(str(each.them))
    if not own:
        return ""
    return f"their own side {' or '.join(sorted(own))}; opponents {' or '.join(sorted(opponents))}"


def among_strangers(opponents: str | None) -> TableReadings:
    """Return the readings at somebody else's table, where our partner plays our system.

    Args:
        opponents: the system that the other side is said to play; None if nobody knows.
    """
    us = SideReading(EXACT, "our own system")
    if opponents is None:
        return TableReadings(us, SideReading(READINGS["stranger"], "their system is not known"))
    them = SideReading(READINGS["tolerant"], f"{opponents}, in a style of their own")
    return TableReadings(us, them)


def at_our_table(own: Systems, theirs: Systems, known: bool = True) -> TableReadings:
    """Return the readings at a table where we know who is a robot of ours.

    Args:
        own: the systems of the robot's side.
        theirs: those of the other side.
        known: whether robots know each other's systems.
    """
    return TableReadings(_partner(own), _opponents(theirs, known))


def _partner(systems: Systems) -> SideReading:
    first, second = systems
    if first is None or second is None:
        return SideReading(READINGS["tolerant"], "partner is a program that is not ours")
    if first != second:
        return SideReading(READINGS["stranger"], "partner plays another system")
    return SideReading(EXACT, "both are robots of one system")


def _opponents(systems: Systems, known: bool) -> SideReading:
    first, second = systems
    if known and first is not None and first == second:
        return SideReading(EXACT, "robots whose system is known")
    return SideReading(READINGS["stranger"], "their system is not known")

"""What an event is: pairs or teams, and who plays which boards against whom at which table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import Scoring
from dowager.cards import Side
from dowager.formats import Board
from dowager.table.seat_player import Partners, SeatPlayer
from dowager.table.table_readings import TableReadings, at_our_table, in_words


@dataclass(frozen=True, slots=True)
class Entrant(Partners):
    """A pair or a team of an event.

    Attributes:
        name: its name at the tables; empty for whoever comes.
        players: its two players, the one who sits North or East first.
        dialect: how the tables speak to its programs; empty for the usual way.
    """

    name: str = ""
    players: tuple[SeatPlayer, SeatPlayer] = (SeatPlayer(), SeatPlayer())
    dialect: str = ""

    @classmethod
    def of_robots(cls, name: str, system: str) -> Entrant:
        """Return a pair or a team of robots that all play one system."""
        return cls(name, (SeatPlayer(system=system), SeatPlayer(system=system)))


@dataclass(frozen=True, slots=True)
class Sitting:
    """Two sides at a table for the boards of a round.

    Attributes:
        round: its round, from 1.
        table: its table, from 1.
        entrants: North-South and East-West.
        boards: the boards, in the order in which they are played.
        room: `Open` or `Closed` in a match of teams; else empty.
    """

    round: int
    table: int
    entrants: tuple[Entrant, Entrant]
    boards: tuple[Board, ...]
    room: str = ""

    def readings(self, side: Side, reading: str, judging: bool = False) -> TableReadings:
        """Return how a side's robots read calls.

        Args:
            side: the side.
            reading: how the event changes it; empty for no change.
            judging: whether robots judge calls.
        """
        own, theirs = self.entrants[side].systems, self.entrants[side.other].systems
        readings = at_our_table(own, theirs)
        return (readings.judging() if judging else readings).changed(reading, side)

    @property
    def names(self) -> tuple[str, str]:
        """The names of North-South and East-West."""
        return self.entrants[0].name, self.entrants[1].name

    def key_of(self, side: Side) -> tuple[str, int, int]:
        """Return what is the same for all sittings that the same programs play.

        A pair is one wherever it sits. A team has two: a pair that sits North-South, and one that
        sits East-West. Whoever comes is nobody that another sitting knows.
        """
        name = self.entrants[side].name.casefold()
        if not name:
            return "", self.table, side
        return name, 0, side if self.room else 0


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event.

    Attributes:
        name: its name.
        scoring: how it is scored.
        sittings: who plays what, in the order of rounds and tables.
        ports: one port for all, or four for North, East, South and West; with `port_per_table`
            the first table's, the others' follow. 0 takes free ones.
        port_per_table: whether each table has a port of its own.
        seconds: a robot pair's time for a board.
        reading: how robots read calls, such as `them=tolerant`; empty for what is known of those
            who play.
        judge: seconds in which robots judge a call; 0 for their rules' own calls.
    """

    name: str
    scoring: Scoring
    sittings: tuple[Sitting, ...]
    ports: tuple[int, ...] = (2000,)
    port_per_table: bool = False
    seconds: float = 60.0
    reading: str = ""
    judge: float = 0.0

    @property
    def of_teams(self) -> bool:
        """Whether teams play, each match in two rooms."""
        return any(sitting.room for sitting in self.sittings)

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return max(sitting.table for sitting in self.sittings)

    @property
    def has_brains(self) -> bool:
        """Whether the tables start any brain."""
        entrants = (entrant for sitting in self.sittings for entrant in sitting.entrants)
        return any(player.command for entrant in entrants for player in entrant.players)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return max(sitting.round for sitting in self.sittings)

    def readings(self, sitting: Sitting, side: Side) -> TableReadings:
        """Return how the robots of a side read calls at a table."""
        return sitting.readings(side, self.reading, self.judge > 0)

    def reads(self) -> str:
        """Return in words how robots read calls; empty if there are no robots."""
        return in_words(
            self.readings(sitting, side)
            for sitting in self.sittings
            for side in Side
            if any(sitting.entrants[side].systems)
        )


def same_boards(
    tables: int,
    boards: Sequence[Board],
    port: int,
    scoring: Scoring,
    entrants: tuple[Entrant, Entrant] = (Entrant(), Entrant()),
) -> Event:
    """Return the event of some tables that play the same boards.

    Args:
        tables: how many tables.
        boards: the boards.
        port: the first table's port; the others' follow. 0 takes free ones.
        scoring: how the tables are compared.
        entrants: who plays North-South and East-West at each of them; by default whoever comes.
    """
    sittings = (Sitting(1, table, entrants, tuple(boards)) for table in range(1, tables + 1))
    return Event("", scoring, tuple(sittings), (port,), port_per_table=True)

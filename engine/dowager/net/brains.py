"""How the brains of a table or a match are kept: what they are told, where they work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dowager.auction import Scoring
from dowager.cards import Seat
from dowager.net.brain_seat import BrainSeat
from dowager.net.host import Host
from dowager.net.robot_crew import RobotCrew
from dowager.table import BrainLimits, BrainProtocol, BrainTerms


@dataclass(frozen=True, slots=True)
class Brains:
    """How brains are kept.

    Attributes:
        protocol: what they speak.
        limits: what they may use.
        work: the folder in which each has its working folder; it goes when the table has gone.
        tournament: whether they play in a match.
        scoring: what boards are scored by.
    """

    protocol: BrainProtocol
    limits: BrainLimits
    work: Path
    tournament: bool = False
    scoring: Scoring = Scoring.IMPS

    def terms(self, seat: Seat, team: str, system: str | None, opponents: str | None) -> BrainTerms:
        """Return what a brain is told; the systems are None where we know none."""
        return BrainTerms(seat, team, self.limits, self.tournament, self.scoring, system, opponents)

    def start(
        self,
        crew: RobotCrew,
        host: Host,
        terms: BrainTerms,
        command: Sequence[str],
        report: Callable[[str], None],
        table: str = "",
    ) -> None:
        """Start a brain as a member of a crew.

        Args:
            crew: the players that its table starts.
            host: keeps the table.
            terms: what the brain is told.
            command: the words that start it.
            report: takes lines for the operator.
            table: which of several tables, for the name of its folder.
        """
        folder = self.work / table / terms.seat.word.lower()
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{terms.seat.word}'s brain"
        seat = BrainSeat(
            host, self.protocol, terms, command, folder, lambda text: report(f"{name} {text}")
        )
        crew.keep(terms.seat, name, seat)

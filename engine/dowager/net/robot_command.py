"""The command that starts a robot as a process, for a seat at a table of ours."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from dowager.auction import Scoring
from dowager.cards import Seat
from dowager.table import TableProtocol, TableReadings

_HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to connect to a table that listens at every address."""


def here(host: str) -> str:
    """Return where a robot on this machine connects to a table that listens at an address."""
    return _HERE.get(host, host)


@dataclass(frozen=True, slots=True)
class RobotCommand:
    """How robots are started.

    Attributes:
        protocol: what they speak.
        host: the address at which the table listens.
        seconds: the pair's time for a board.
        claims: whether they claim.
        judge: seconds for judging a call; 0 for the rules' own calls.
        scoring: what boards are scored by.
    """

    protocol: TableProtocol
    host: str
    seconds: float
    claims: bool
    judge: float = 0.0
    scoring: Scoring = Scoring.IMPS

    def words(
        self,
        seat: Seat,
        port: int,
        team: str,
        system: str,
        opponents: str | None,
        readings: TableReadings,
        log: Path | None = None,
    ) -> list[str]:
        """Return the words of a command.

        Args:
            seat: the robot's seat.
            port: the table's port.
            team: the robot's team.
            system: its system.
            opponents: the system that it knows the opponents to play; None for none.
            readings: how it reads calls.
            log: its wire log; None for none.
        """
        words = [sys.executable, "-m", "dowager", "sit", "--quiet", "--end-with-input"]
        words += ["--seat", seat.word]
        words += ["--host", here(self.host), "--port", str(port)]
        words += ["--protocol", self.protocol.name]
        words += ["--dialect", self.protocol.robots_player_dialect]
        words += ["--team", team, "--system", system]
        words += ["--seconds-per-board", str(self.seconds)]
        words += ["--reading", readings.option, "--judge", str(self.judge)]
        if opponents is not None:
            words += ["--opponents", opponents]
        if self.claims:
            words.append("--claims")
        if self.scoring is not Scoring.IMPS:
            words += ["--scoring", self.scoring.word]
        return words if log is None else [*words, "--log", str(log)]

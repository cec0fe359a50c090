"""How far the auctions of random boards are followed, and the boards themselves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dowager.auction import NO_PART_SCORES, BySide, Scoring, Vulnerability
from dowager.authoring.shared.situation import Situation, Terms
from dowager.bidder.bulk import Boards, random_boards


@dataclass(frozen=True, slots=True)
class Extent:
    """How far the auctions of random boards are followed.

    Attributes:
        boards: random boards at each vulnerability.
        depth: how many calls of an auction, from the dealer on.
        seed: of the boards.
        scoring: what the boards are scored by.
        part_scores: in a rubber, what each side has below the line; North deals.
    """

    boards: int = 2500
    depth: int = 8
    seed: int = 1
    scoring: Scoring = Scoring.IMPS
    part_scores: BySide = NO_PART_SCORES

    @property
    def decisions(self) -> int:
        """How many calls that is at most, all vulnerabilities together."""
        return len(Vulnerability) * self.boards * self.depth

    @property
    def terms(self) -> Terms:
        """What the boards are played for."""
        return Terms(self.scoring, self.part_scores)

    def start(self, vulnerability: Vulnerability) -> Situation:
        """Return the situation in which the boards of a vulnerability begin."""
        return Situation(vulnerability, (), self.scoring, self.part_scores)

    def deal(self, vulnerability: Vulnerability) -> Boards:
        """Return the boards that are bid at a vulnerability; the same ones each time."""
        generator = np.random.default_rng([self.seed, int(vulnerability)])
        return random_boards(generator, self.boards)

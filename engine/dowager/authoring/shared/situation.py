"""Situations: the auctions that findings and differences are shown after."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Call,
    Scoring,
    Vulnerability,
    part_scores_word,
)
from dowager.cards import Hand, Seat


@dataclass(frozen=True, slots=True)
class Terms:
    """What a board is played for, as rules may ask.

    Attributes:
        scoring: what it is scored by.
        part_scores: in a rubber, what each side has below the line; North deals.
    """

    scoring: Scoring = Scoring.IMPS
    part_scores: BySide = NO_PART_SCORES


DUPLICATE = Terms()
"""IMPs, and no part scores."""


@dataclass(frozen=True, slots=True)
class Situation:
    """An auction with North as dealer.

    Attributes:
        vulnerability: who is vulnerable.
        calls: the calls so far.
        scoring: what the board is scored by.
        part_scores: in a rubber, what each side has below the line.
    """

    vulnerability: Vulnerability
    calls: tuple[Call, ...]
    scoring: Scoring = Scoring.IMPS
    part_scores: BySide = NO_PART_SCORES

    @classmethod
    def of(cls, auction: Auction) -> Situation:
        """Return the situation of an auction, turned so that North is the dealer."""
        north_south, east_west = auction.part_scores
        turned = (east_west, north_south) if auction.dealer % 2 else auction.part_scores
        vulnerability = auction.vulnerability.turned(auction.dealer)
        return cls(vulnerability, auction.calls, auction.scoring, turned)

    @property
    def auction(self) -> Auction:
        """The auction."""
        return Auction(Seat.NORTH, self.vulnerability, self.calls, self.scoring, self.part_scores)

    def __str__(self) -> str:
        """Return `1NT P 2C P, vulnerable: NS, matchpoints`; `start` stands for no calls.

        Part scores come last: `1S P, below the line: ns=60`.
        """
        calls = " ".join(map(str, self.calls)) or "start"
        vulnerable = f", vulnerable: {self.vulnerability}" if self.vulnerability else ""
        scored = f", {self.scoring}" if self.scoring is not Scoring.IMPS else ""
        return f"{calls}{vulnerable}{scored}{self.below_the_line}"

    @property
    def below_the_line(self) -> str:
        """`, below the line: ns=60`; empty without part scores."""
        words = part_scores_word(self.part_scores)
        return f", below the line: {words}" if words else ""


@dataclass(frozen=True, slots=True)
class Witness:
    """A hand in a situation: one that a rule calls with, or that a quiz asks about."""

    situation: Situation
    hand: Hand

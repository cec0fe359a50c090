"""Situations: the auctions that findings and differences are shown after."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Auction, Call, Scoring, Vulnerability
from dowager.cards import Hand, Seat


@dataclass(frozen=True, slots=True)
class Situation:
    """An auction with North as dealer.

    Attributes:
        vulnerability: who is vulnerable.
        calls: the calls so far.
        scoring: what the board is scored by.
    """

    vulnerability: Vulnerability
    calls: tuple[Call, ...]
    scoring: Scoring = Scoring.IMPS

    @classmethod
    def of(cls, auction: Auction) -> Situation:
        """Return the situation of an auction, turned so that North is the dealer."""
        return cls(auction.vulnerability.turned(auction.dealer), auction.calls, auction.scoring)

    @property
    def auction(self) -> Auction:
        """The auction."""
        return Auction(Seat.NORTH, self.vulnerability, self.calls, self.scoring)

    def __str__(self) -> str:
        """Return `1NT P 2C P, vulnerable: NS, matchpoints`; `start` stands for no calls."""
        calls = " ".join(map(str, self.calls)) or "start"
        vulnerable = f", vulnerable: {self.vulnerability}" if self.vulnerability else ""
        scored = f", {self.scoring}" if self.scoring is not Scoring.IMPS else ""
        return f"{calls}{vulnerable}{scored}"


@dataclass(frozen=True, slots=True)
class Witness:
    """A hand in a situation: one that a rule calls with, or that a quiz asks about."""

    situation: Situation
    hand: Hand

"""Quizzes: a hand and its call, a call and the rule that explains it, a holding and its lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dowager.auction import Auction, Call, Scoring
from dowager.cards import Hand, holding_name
from dowager.errors import Span
from dowager.language.compile import Lead, Rule


@dataclass(frozen=True, slots=True)
class Heading:
    """What the quizzes of one list are about, and the book or page they are from."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Quiz:
    """A hand to bid after an auction, and the accepted calls, best first."""

    span: Span
    heading: Heading
    auction: Auction
    hand: Hand
    expected: tuple[Call, ...]

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return f"{self.hand} after {self.auction}{_scored(self.auction)}"


@dataclass(frozen=True, slots=True)
class ReadingQuiz:
    """A call to understand after an auction: whoever makes it, the named rule explains it."""

    span: Span
    heading: Heading
    auction: Auction
    call: Call
    expected: str

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return f"{self.call} after {self.auction}{_scored(self.auction)}"


@dataclass(frozen=True, slots=True)
class LeadQuiz:
    """A holding of one suit to lead from, and the rank of the card, 0 (two) to 12 (ace)."""

    span: Span
    heading: Heading
    notrump: bool
    holding: int
    expected: int

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        contract = "notrump" if self.notrump else "a suit contract"
        return f"{holding_name(self.holding)} against {contract}"


def _scored(auction: Auction) -> str:
    return f", {auction.scoring}" if auction.scoring is not Scoring.IMPS else ""


Question: TypeAlias = Quiz | ReadingQuiz | LeadQuiz


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What came of a quiz.

    Attributes:
        quiz: the quiz.
        answer: the call that the system bids, the name of the rule by which it reads one, or the
            rank letter of the card that it leads.
        location: the `file:line` of that rule or line of leads; empty without one.
        faults: what is wrong, in words; empty when all is right. They include faults of the hand's
            earlier calls, and earlier calls without a meaning.
        used: the rules that chose the hand's calls, earlier turns too, or that explain the call;
            or the line that chose the lead.
    """

    quiz: Question
    answer: str
    location: str
    faults: tuple[str, ...]
    used: tuple[Rule | Lead, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

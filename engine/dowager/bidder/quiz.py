"""Quizzes: a hand and its call, a call and the rule that explains it, a holding and its lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dowager.auction import Auction, Call, Scoring
from dowager.cards import Hand, holding_name
from dowager.errors import Span
from dowager.language.compile import Lead, Rule
from dowager.language.files import SystemFile
from dowager.language.text.system_file import Choices, with_choices


@dataclass(frozen=True, slots=True)
class Heading:
    """What the quizzes of one list have in common.

    Attributes:
        name: what they are about.
        source: the book or page they are from.
        choices: what is chosen of the system's options; other options are as it is asked.
    """

    name: str
    source: str
    choices: Choices = ()


@dataclass(frozen=True, slots=True)
class Quiz:
    """A hand to bid after an auction, and the accepted calls, best first.

    Attributes:
        span: where it stands.
        heading: what it is about.
        auction: the calls so far; the system that is asked is that of the seat to call.
        hand: the hand of that seat.
        expected: the accepted calls.
        opponents: the system of the other side; None if both sides play the one that is asked.
    """

    span: Span
    heading: Heading
    auction: Auction
    hand: Hand
    expected: tuple[Call, ...]
    opponents: SystemFile | None = None

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return f"{self.hand} after {_situation(self)}"


@dataclass(frozen=True, slots=True)
class ReadingQuiz:
    """A call to understand after an auction: whoever makes it, the named rule explains it.

    `opponents` is the system of the side that is not to call, None for the system that is asked.
    """

    span: Span
    heading: Heading
    auction: Auction
    call: Call
    expected: str
    opponents: SystemFile | None = None

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return f"{self.call} after {_situation(self)}"


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
        return f"{holding_name(self.holding)} against {contract}{_chosen(self.heading)}"


def _situation(quiz: Quiz | ReadingQuiz) -> str:
    auction, opponents = quiz.auction, quiz.opponents
    scored = f", {auction.scoring}" if auction.scoring is not Scoring.IMPS else ""
    against = f", against {opponents.name}" if opponents is not None else ""
    return f"{auction}{scored}{against}{_chosen(quiz.heading)}"


def _chosen(heading: Heading) -> str:
    return f", {with_choices('', heading.choices)[1:-1]}" if heading.choices else ""


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

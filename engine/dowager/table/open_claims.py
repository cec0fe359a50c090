"""A claim that has been made: who must answer it, and who has not yet.

Source: the proposal at the end of the Blue Chip protocol text, items 2 to 8.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dowager.cards import Seat
from dowager.play import Play


def judges_of(claimer: Seat, play: Play) -> set[Seat]:
    """Return the seats that must accept a claim: both defenders, or declarer alone."""
    declarer = play.declarer
    return {declarer.plus(1), declarer.plus(3)} if claimer is declarer else {declarer}


@dataclass(slots=True)
class Claim:
    """A claim that somebody has still to answer.

    Attributes:
        claimer: who has made it.
        unanswered: who has still to answer.
        parties: the claimer and all who were to answer.
    """

    claimer: Seat
    unanswered: set[Seat]
    parties: frozenset[Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.parties = frozenset((self.claimer, *self.unanswered))

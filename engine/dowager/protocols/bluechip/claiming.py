"""Owns a claim at a table manager's table: who has made it, and who has still to answer it.

Source: the proposal at the end of the protocol text, items 2 to 8.
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
    """A claim that has not been answered by everybody.

    Attributes:
        claimer: who has made it.
        left: who has still to answer.
        parties: the claimer and all who were to answer.
    """

    claimer: Seat
    left: set[Seat]
    parties: frozenset[Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.parties = frozenset((self.claimer, *self.left))

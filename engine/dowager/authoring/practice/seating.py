"""Who deals and who is vulnerable on boards for practice, and deals turned to fit.

Turned by some seats, with the vulnerability, a deal is the same for its players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.authoring.practice.drills import Drill, Exercise
from dowager.authoring.practice.rule_spots import BySide
from dowager.cards import Deal, Seat


@dataclass(frozen=True, slots=True)
class Seating:
    """Who deals and who is vulnerable.

    Attributes:
        dealer: the dealer, unless it goes round or follows from `seat`.
        vulnerability: who is vulnerable, unless it goes round.
        rotate: whether dealer and vulnerability go round with the boards (Law 2).
        seat: who makes the practised call; None for whoever's turn it is.
    """

    dealer: Seat
    vulnerability: Vulnerability
    rotate: bool = False
    seat: Seat | None = None

    def dealer_of(self, number: int, turn: int) -> Seat:
        """Return the dealer of a board on which call number `turn`, from 0, is practised."""
        if self.seat is not None:
            return self.seat.plus(-turn)
        return dealer_of_board(number) if self.rotate else self.dealer

    def by_side(self, number: int) -> BySide:
        """Return a board's vulnerability for deals of dealer North, by the side that practises."""
        here = Vulnerability.of_board(number) if self.rotate else self.vulnerability
        if self.seat is None:
            from_north = here.turned(self.dealer_of(number, 0))
            return from_north, from_north
        return here.turned(self.seat), here.turned(self.seat + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Practised:
    """An exercise with its board number: with North as dealer, and as it is seated."""

    number: int
    exercise: Exercise
    seated: Exercise


def practised(drill: Drill, seating: Seating, count: int) -> list[Practised]:
    """Return exercises for boards 1 to `count`, as many as can be found, by their numbers."""
    boards: dict[BySide, list[int]] = {}
    for number in range(1, count + 1):
        boards.setdefault(seating.by_side(number), []).append(number)
    exercises: list[Practised] = []
    for by_side, numbers in boards.items():
        for number, exercise in zip(numbers, drill.find(len(numbers), by_side), strict=False):
            dealer = seating.dealer_of(number, exercise.turn)
            exercises.append(Practised(number, exercise, seated(exercise, dealer)))
    return sorted(exercises, key=lambda exercise: exercise.number)


def seated(exercise: Exercise, dealer: Seat) -> Exercise:
    """Return an exercise of dealer North turned to another: hands and vulnerability with it."""
    deal = Deal.of_hands(*(exercise.deal[seat.plus(-dealer)] for seat in Seat))
    old = exercise.auction
    auction = Auction(dealer, old.vulnerability.turned(dealer), old.calls)
    return replace(exercise, deal=deal, auction=auction)

"""Owns who deals and who is vulnerable on boards for practice, and turning deals to that.

Turned by some seats, with the vulnerability, a deal is the same for its players.
"""

from __future__ import annotations

from dataclasses import dataclass

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
            canonical = _turned(here, self.dealer_of(number, 0))
            return canonical, canonical
        return _turned(here, self.seat), _turned(here, self.seat + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Practised:
    """An exercise with its board number: with dealer North, and as it is seated."""

    number: int
    exercise: Exercise
    seated: Exercise


def practised(drill: Drill, seating: Seating, count: int) -> list[Practised]:
    """Return exercises for boards 1 to `count`, as many as can be found, by their numbers."""
    boards: dict[BySide, list[int]] = {}
    for number in range(1, count + 1):
        boards.setdefault(seating.by_side(number), []).append(number)
    found: list[Practised] = []
    for by_side, numbers in boards.items():
        exercises = drill.find(len(numbers), by_side)
        for number, exercise in zip(numbers, exercises, strict=False):
            dealer = seating.dealer_of(number, exercise.turn)
            found.append(Practised(number, exercise, seated(exercise, dealer)))
    return sorted(found, key=lambda one: one.number)


def seated(exercise: Exercise, dealer: Seat) -> Exercise:
    """Return an exercise of dealer North turned to another: hands and vulnerability with it."""
    hands = {seat.plus(dealer): exercise.deal[seat] for seat in Seat}
    deal = Deal.of_hands(*(hands[seat] for seat in Seat))
    old = exercise.auction
    auction = Auction(dealer, _turned(old.vulnerability, dealer), old.calls)
    return Exercise(deal, auction, exercise.decisions, exercise.turn)


def _turned(vulnerability: Vulnerability, seats: int) -> Vulnerability:
    """Exchange the sides if turned by an odd number of seats."""
    exchanged = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
    return exchanged.get(vulnerability, vulnerability) if seats & 1 else vulnerability

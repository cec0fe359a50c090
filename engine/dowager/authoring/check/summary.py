"""Owns what the places of a walk add up to: coverage by length, and what is left of each rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from dowager.auction import Call, Vulnerability
from dowager.authoring.check.scan import State
from dowager.authoring.check.visit import Found, Place

_MOST_SEEN = 6
_MOST_FREQUENT = 80


@dataclass(slots=True)
class Reach:
    """How much of the probability of auctions has been looked at, for one number of calls.

    Attributes:
        positions: how many positions after so many calls were met.
        decisions: how many boards came to them.
        whole: how many of those to positions in which every hand is proved to have a rule.
        lone: how many to positions to which no other board came.
        unsure: how many of those to positions that only the walk proves whole.
    """

    positions: int = 0
    decisions: int = 0
    whole: int = 0
    lone: int = 0
    unsure: int = 0

    @property
    def coverage(self) -> float:
        """The probability that another board's position is one of these, by Good and Turing."""
        return 1 - self.lone / self.decisions if self.decisions else 1.0

    @property
    def proved(self) -> float:
        """The probability that another board's position is proved whole: one of these, or anyway.

        A position that a further board would be the first to come to is estimated by those to
        which one board alone has come.
        """
        bad = self.unsure + self.decisions - self.whole
        return 1 - bad / self.decisions if self.decisions else 1.0

    def add(self, other: Reach) -> None:
        """Add the counts of another walk."""
        self.positions += other.positions
        self.decisions += other.decisions
        self.whole += other.whole
        self.lone += other.lone
        self.unsure += other.unsure


@dataclass(frozen=True, slots=True)
class Seen:
    """A position in which a rule was tried and chosen by no board."""

    state: State
    boards: int
    vulnerability: Vulnerability
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Something found, and where."""

    found: Found
    boards: int
    vulnerability: Vulnerability
    calls: tuple[Call, ...]


@dataclass(slots=True)
class Summary:
    """What the walk of one vulnerability, or of several, came to.

    Attributes:
        reach: by number of calls.
        alive: the rules that some board's call was chosen by, with how often.
        seen: positions of other rules, the most frequent ones.
        told: everything found.
        left: the most frequent position of each rule that is mostly shadowed there.
        frequent: the positions to which most boards come.
        scanned: how many positions had to be scanned anew.
    """

    reach: dict[int, Reach] = field(default_factory=dict)
    alive: dict[int, int] = field(default_factory=dict)
    seen: dict[int, list[Seen]] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    left: dict[int, Seen] = field(default_factory=dict)
    frequent: list[Seen] = field(default_factory=list)
    scanned: int = 0

    @property
    def total(self) -> Reach:
        """The reach of all lengths together."""
        whole = Reach()
        for reach in self.reach.values():
            whole.add(reach)
        return whole

    def add(self, other: Summary) -> None:
        """Add another one."""
        for calls, reach in other.reach.items():
            self.reach.setdefault(calls, Reach()).add(reach)
        for rule, boards in other.alive.items():
            self.alive[rule] = self.alive.get(rule, 0) + boards
        for rule, seen in other.seen.items():
            self.seen[rule] = _first(self.seen.get(rule, []) + seen)
        self.told += other.told
        self.frequent = _most(self.frequent + other.frequent)
        for rule, one in other.left.items():
            _keep_most(self.left, rule, one)
        self.scanned += other.scanned


def _first(seen: Iterable[Seen]) -> list[Seen]:
    return sorted(seen, key=lambda one: (one.state, -one.boards, one.calls))[:_MOST_SEEN]


def summarised(root: Place, vulnerability: Vulnerability, scanned: int) -> Summary:
    """Return what one vulnerability's places come to."""
    found = Summary(scanned=scanned)
    places = list(root.walk())
    found.frequent = _most(
        Seen(State.ALIVE, len(place.boards), vulnerability, calls) for calls, place in places
    )
    for calls, place in places:
        reach = found.reach.setdefault(len(calls), Reach())
        boards = len(place.boards)
        reach.positions += 1
        reach.decisions += boards
        reach.whole += boards if place.whole else 0
        reach.lone += boards == 1
        reach.unsure += boards == 1 and place.whole and not place.anyway
        found.told += [Told(one, boards, vulnerability, calls) for one in place.found]
        for rule, _ in place.left:
            _keep_most(found.left, rule, Seen(State.ALIVE, boards, vulnerability, calls))
        for rule, state in _rules(place):
            if state is State.ALIVE:
                found.alive[rule] = found.alive.get(rule, 0) + 1
            elif rule not in found.alive:
                _note(found.seen.setdefault(rule, []), Seen(state, boards, vulnerability, calls))
    found.seen = {
        rule: _first(seen) for rule, seen in found.seen.items() if rule not in found.alive
    }
    return found


def _most(positions: Iterable[Seen]) -> list[Seen]:
    return nlargest(_MOST_FREQUENT, positions, key=lambda one: (one.boards, -len(one.calls)))


def _keep_most(left: dict[int, Seen], rule: int, seen: Seen) -> None:
    old = left.get(rule)
    if old is None or seen.boards > old.boards:
        left[rule] = seen


def _rules(place: Place) -> Iterator[tuple[int, State]]:
    yield from zip(place.rules.tolist(), map(State, place.states.tolist()), strict=True)


def _note(seen: list[Seen], one: Seen) -> None:
    seen.append(one)
    if len(seen) > 4 * _MOST_SEEN:
        seen[:] = _first(seen)

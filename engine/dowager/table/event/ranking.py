"""Comparing what several tables made of the same boards: matchpoints, cross-IMPs, matches.

Matchpoints are those of Law 78A of the Laws of Duplicate Bridge (2017): on each board a pair gets
two for each worse score of others with the same cards, and one for each equal score; its percentage
is what it has of what it could have. IMPs are those of Law 78B: in cross-IMPs the differences to
all other scores with the same cards, each in IMPs, averaged; in a match the difference between its
two rooms.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dowager.auction import Scoring, imps
from dowager.cards import Side


@dataclass(frozen=True, slots=True)
class Comparable:
    """A finished board at a table.

    Attributes:
        board: the board's number.
        names: North-South's and East-West's.
        score: the score for North-South.
    """

    board: int
    names: tuple[str, str]
    score: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a pair has done.

    Attributes:
        rank: from 1; equals share the better rank.
        name: its name.
        boards: how many of its boards others have played, too.
        won: matchpoints, or IMPs.
        of: the matchpoints that it could have won; 0 for IMPs.
    """

    rank: int
    name: str
    boards: int
    won: Fraction
    of: int = 0

    @property
    def percent(self) -> float:
        """The matchpoints in percent of those that could be won."""
        return float(100 * self.won / self.of) if self.of else 0.0


Ranking = tuple[Standing, ...]
"""Pairs, the best first."""


def rankings(played: Sequence[Comparable], scoring: Scoring) -> dict[str, Ranking]:
    """Return how pairs have done on the boards that several tables have played.

    Returns:
        One ranking, named by an empty text; or, when everybody always sat in the same direction,
        two: `North-South` and `East-West`.
    """
    north_south, east_west = ({result.names[side] for result in played} for side in Side)
    if north_south & east_west:
        return {"": _ranking(played, tuple(Side), scoring)}
    names = {Side.NORTH_SOUTH: "North-South", Side.EAST_WEST: "East-West"}
    return {name: _ranking(played, (side,), scoring) for side, name in names.items()}


def _ranking(played: Iterable[Comparable], sides: Sequence[Side], scoring: Scoring) -> Ranking:
    won: defaultdict[str, Fraction] = defaultdict(Fraction)
    boards, of = Counter[str](), Counter[str]()
    for side in sides:
        for name, points, most in _awards(played, side, scoring):
            won[name] += points
            of[name] += most
            boards[name] += most > 0
    by_share = scoring is Scoring.MATCHPOINTS
    merit = {name: won[name] / of[name] if by_share and of[name] else won[name] for name in won}
    most_of = of if by_share else Counter[str]()
    return tuple(
        Standing(rank, name, boards[name], won[name], most_of[name])
        for rank, name in _ranked(merit)
    )


def _awards(
    played: Iterable[Comparable], side: Side, scoring: Scoring
) -> Iterator[tuple[str, Fraction, int]]:
    """Give, for each board of each pair at a side, what it wins and the matchpoints to be won."""
    scores: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for result in played:
        own = result.score if side is Side.NORTH_SOUTH else -result.score
        scores[result.board].append((result.names[side], own))
    for results in scores.values():
        counts = Counter(score for _, score in results)
        others = len(results) - 1
        for name, own in results:
            yield name, _award(own, counts, others, scoring), 2 * others


def _award(own: int, scores: Mapping[int, int], others: int, scoring: Scoring) -> Fraction:
    """Return what a score wins against the others; `scores` are all, its own among them."""
    if scoring is Scoring.MATCHPOINTS:
        worse = sum(times for score, times in scores.items() if score < own)
        return Fraction(2 * worse + scores[own] - 1)
    total = sum(imps(own - score) * times for score, times in scores.items())
    return Fraction(total, others) if others else Fraction()


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match of teams: the boards that both rooms have finished, and the IMPs that each won.

    Attributes:
        round: its round.
        names: the home team, which sits North-South in the open room, and the other.
        boards: how many boards are compared.
        imps: what each has won.
    """

    round: int
    names: tuple[str, str]
    boards: int
    imps: tuple[int, int]


def match_score(
    number: int, names: tuple[str, str], opened: Mapping[int, int], closed: Mapping[int, int]
) -> MatchScore:
    """Return what came of a match.

    Args:
        number: its round.
        names: the home team and the other.
        opened: the open room's scores for North-South, by the boards' numbers.
        closed: the closed room's.
    """
    won = [imps(opened[board] - closed[board]) for board in opened.keys() & closed.keys()]
    home = sum(each for each in won if each > 0)
    return MatchScore(number, names, len(won), (home, home - sum(won)))


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """How a team has done in all its matches.

    Attributes:
        rank: from 1; equals share the better rank.
        name: its name.
        boards: how many boards are compared.
        won: the IMPs that it won.
        lost: the IMPs that the others won.
    """

    rank: int
    name: str
    boards: int
    won: int
    lost: int


def team_ranking(matches: Iterable[MatchScore]) -> tuple[TeamStanding, ...]:
    """Return how teams have done in all their matches, by the IMPs won less those lost."""
    won, lost, boards = Counter[str](), Counter[str](), Counter[str]()
    for match in matches:
        for index, name in enumerate(match.names):
            won[name] += match.imps[index]
            lost[name] += match.imps[1 - index]
            boards[name] += match.boards
    merit = {name: Fraction(won[name] - lost[name]) for name in boards}
    return tuple(
        TeamStanding(rank, name, boards[name], won[name], lost[name])
        for rank, name in _ranked(merit)
    )


def _ranked(merit: Mapping[str, Fraction]) -> Iterator[tuple[int, str]]:
    """Give ranks and names, the best first, equals by name."""
    for name in sorted(merit, key=lambda name: (-merit[name], name)):
        yield 1 + sum(other > merit[name] for other in merit.values()), name

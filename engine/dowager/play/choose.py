"""Owns choosing a card: layouts of the hidden hands, each solved double dummy, scored in IMPs.

The value of a card is the mean, over layouts, of the IMPs between the score that it leads to and
the best score that any card leads to in that layout: never above 0, and 0 for a card that is never
wrong. So a trick that makes or beats the contract counts what it is worth, doubled and vulnerable
or not. Cards of one value are told apart by tricks, and then by habit: agreements, signals, the
cheapest card.

The same player with the same cards, the same play and enough time chooses the same card: the random
source is seeded from the position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.auction import imps
from dowager.auction.scoring import score
from dowager.play.carding import Cardings, cardings_of
from dowager.play.evidence import likelihood
from dowager.play.habits import at_once, habit
from dowager.play.layouts import Layouts, layouts
from dowager.play.seen import Budget, Seen
from dowager.play.solver import layout_tricks

LAYOUTS = 60
"""Layouts that are solved for one card, unless the player is made with another number."""

_POOL = (
    4  # layouts found for each that is solved, so that likelihoods have something to choose from
)
_SAME_IMPS, _SAME_TRICKS = 1e-6, 1e-6

Real = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Considered:
    """A card that could be played: its value in IMPs, 0 at best, and its mean number of tricks.

    Tricks are those that declarer's side wins of thirteen.
    """

    card: int
    value: float
    tricks: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A card, and what it was chosen from.

    Attributes:
        card: the card.
        considered: all legal cards with their values, the best first; empty when the card was
            forced, or chosen at once because the time was up.
        layouts: how many layouts were solved.
        complete: whether these were all that agree with what the player sees.
        relaxed: what of the auction had to be given up, because no layout agreed with it.
    """

    card: int
    considered: tuple[Considered, ...] = ()
    layouts: int = 0
    complete: bool = False
    relaxed: tuple[str, ...] = ()


class Player:
    """Chooses cards for any seat.

    Args:
        cardings: the agreements of North-South and East-West; those of the systems in the view of
            the auction when None.
        wanted: how many layouts are solved when the time allows.
        auction: whether the player listens to the auction.
        threads: how many layouts are solved at once.
    """

    def __init__(
        self,
        cardings: Cardings | None = None,
        *,
        wanted: int = LAYOUTS,
        auction: bool = True,
        threads: int = 1,
    ) -> None:
        self._cardings = cardings
        self._wanted = wanted
        self._auction = auction
        self._threads = threads

    def choose(self, seen: Seen, budget: Budget) -> Choice:
        """Return the card to play.

        Args:
            seen: what the player knows.
            budget: the time; when it ends, what has been solved decides, and with nothing solved a
                sensible card is played at once.

        Raises:
            InputError: it is not this player's turn.
        """
        over = budget.begin()
        cardings = self._cardings or cardings_of(seen.view.systems)
        carding = cardings[seen.seat & 1]
        groups = seen.equals()
        if len(groups) == 1:
            return Choice(habit(seen, groups[0], carding))
        if over():
            return Choice(at_once(seen, carding))
        generator = np.random.default_rng(_seed(seen))
        wanted = self._wanted * _POOL
        found = layouts(seen, generator, wanted, auction=self._auction, stop=over)
        picked, weights = _picked(
            found, likelihood(seen, found.holdings, cardings), self._wanted, generator
        )
        tricks = self._solve(seen, picked, over)
        if not len(tricks):
            return Choice(at_once(seen, carding), relaxed=found.relaxed)
        considered = _valued(seen, tricks, weights[: len(tricks)])
        complete = found.complete and len(tricks) == len(found)
        card = habit(seen, _best(considered), carding)
        return Choice(card, considered, len(tricks), complete, found.relaxed)

    def _solve(
        self, seen: Seen, picked: NDArray[np.uint16], over: Callable[[], bool]
    ) -> NDArray[np.int8]:
        """Return the tricks of declarer's side for each layout and legal card, `(n, cards)`."""
        solved = []
        for tricks in layout_tricks(seen.play, picked.tolist(), self._threads):
            solved.append(tricks)
            if over():
                break
        legal = list(seen.legal)
        mine = np.array(solved, dtype=np.int8).reshape(-1, 52)[:, legal]
        left = 13 - len(seen.play.cards) // 4
        return seen.play.tricks + (left - mine if seen.defending else mine)


def _picked(
    found: Layouts, likely: Real, wanted: int, generator: np.random.Generator
) -> tuple[NDArray[np.uint16], Real]:
    """Return the layouts to solve, in random order, and their weights."""
    if len(found) <= wanted:
        order = generator.permutation(len(found))
        return found.holdings[order], likely[order]
    # Systematic resampling: each layout comes in as often as its share says, rounded up or down.
    steps = (np.arange(wanted) + generator.random()) * (likely.sum() / wanted)
    rows = np.minimum(np.searchsorted(np.cumsum(likely), steps, side="right"), len(found) - 1)
    rows, times = np.unique(rows, return_counts=True)
    order = generator.permutation(len(rows))
    return found.holdings[rows[order]], times[order].astype(np.float64)


def _valued(seen: Seen, tricks: NDArray[np.int8], weights: Real) -> tuple[Considered, ...]:
    """Return all legal cards with their means over the layouts, the best first."""
    points = _points(seen)
    best = tricks.min(axis=1) if seen.defending else tricks.max(axis=1)
    swing = _swings(points)[tricks, best[:, None]]
    share = weights / weights.sum()
    values, means = share @ swing, share @ tricks
    if seen.defending:
        values = -values
    cards = (
        Considered(card, float(value), float(mean))
        for card, value, mean in zip(seen.legal, values, means, strict=True)
    )
    sign = 1 if seen.defending else -1
    return tuple(sorted(cards, key=lambda each: (-each.value, sign * each.tricks)))


def _best(considered: Sequence[Considered]) -> tuple[int, ...]:
    """Return the cards that are as good as the best, which comes first."""
    first = considered[0]
    return tuple(
        each.card
        for each in considered
        if first.value - each.value <= _SAME_IMPS
        and abs(first.tricks - each.tricks) <= _SAME_TRICKS
    )


def _points(seen: Seen) -> tuple[int, ...]:
    """Return the score of declarer's side by its number of tricks."""
    contract, vulnerable = seen.play.contract, seen.vulnerable
    return tuple(score(contract, tricks, vulnerable) for tricks in range(14))


@cache
def _swings(points: tuple[int, ...]) -> NDArray[np.int8]:
    """Return the IMPs to declarer's side for the tricks won against other tricks, `(14, 14)`."""
    return np.array([[imps(one - other) for other in points] for one in points], dtype=np.int8)


def _seed(seen: Seen) -> list[int]:
    """Return whole numbers that belong to what the player sees, and to nothing else."""
    contract = seen.play.contract
    hands = [seen.hand.bits, seen.dummy.bits if seen.dummy else 0]
    words = [int(seen.seat), contract.level, int(contract.strain), int(contract.declarer)]
    return [*words, *hands, *seen.play.cards]

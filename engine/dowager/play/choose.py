"""Owns choosing a card: layouts of the hidden hands, each solved double dummy, scored in IMPs.

Cards of one value are told apart by tricks, and then by habit: agreements, signals, the cheapest
card. The same player with the same cards, the same play and enough time chooses the same card: the
random source is seeded from the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.play import foresight
from dowager.play.carding import Cardings, cardings_of
from dowager.play.evidence import likelihood
from dowager.play.habits import at_once, habit
from dowager.play.layouts import Layouts, layouts
from dowager.play.seen import Budget, Seen
from dowager.play.solver import layout_tricks
from dowager.play.value import FIRST, STEP, Considered, Real, Tricks, best, most, settled, valued

LAYOUTS = 64
"""Layouts solved for one card at most, unless the player is made with another number."""

_POOL = 4  # layouts found for each that is solved: likelihoods need something to choose from

_LEVEL = 1e-6  # IMPs: leads that are level are told apart by foresight
_FEWEST = 3  # layouts: the best cards of one or two are worth less than a habit


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


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """Layouts that have been solved, in random order, their weights and tricks by legal card."""

    holdings: NDArray[np.uint16]
    weights: Real
    tricks: Tricks


class Player:
    """Chooses cards for any seat.

    Args:
        cardings: the agreements of North-South and East-West; those of the systems in the view of
            the auction when None.
        wanted: how many layouts are solved at most.
        auction: whether the player listens to the auction.
        threads: how many layouts are solved at once.
        ahead: whether declarer's leads are looked at one trick ahead.
    """

    def __init__(
        self,
        cardings: Cardings | None = None,
        *,
        wanted: int = LAYOUTS,
        auction: bool = True,
        threads: int = 1,
        ahead: bool = True,
    ) -> None:
        self._cardings = cardings
        self._wanted = wanted
        self._auction = auction
        self._threads = threads
        self._ahead = ahead

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
        carding = cardings[seen.seat.side]
        groups = seen.equals()
        if len(groups) == 1:
            return Choice(habit(seen, groups[0], carding))
        if over():
            return Choice(at_once(seen, carding))
        found, solved = self._search(seen, cardings, over)
        complete = found.complete and len(solved.tricks) == len(found)
        if len(solved.tricks) < _FEWEST and not complete:
            return Choice(at_once(seen, carding), relaxed=found.relaxed)
        considered = valued(seen, solved.tricks, solved.weights)
        cards = best(seen, considered)
        if self._ahead and _leads(seen):
            cards = _foreseen(seen, considered, solved, over) or cards
        card = habit(seen, cards, carding)
        return Choice(card, considered, len(solved.tricks), complete, found.relaxed)

    def _search(
        self, seen: Seen, cardings: Cardings, over: Callable[[], bool]
    ) -> tuple[Layouts, _Solved]:
        """Find layouts, weigh them, and solve them until the choice is settled or time is up."""
        generator = np.random.default_rng(_seed(seen))
        pool = self._wanted * _POOL
        found = layouts(seen, generator, pool, auction=self._auction, stop=over)
        likely = likelihood(seen, found.holdings, cardings)
        holdings, weights = _picked(found, likely, self._wanted, generator)
        tricks = self._tricks(seen, holdings, weights, over)
        count = len(tricks)
        return found, _Solved(holdings[:count], weights[:count], tricks)

    def _tricks(
        self,
        seen: Seen,
        holdings: NDArray[np.uint16],
        weights: Real,
        over: Callable[[], bool],
    ) -> Tricks:
        legal = list(seen.legal)
        left = 13 - len(seen.play.cards) // 4
        tricks = np.empty((len(holdings), len(legal)), dtype=np.int8)
        number = 0
        for solved in layout_tricks(seen.play, holdings.tolist(), self._threads):
            mine = solved[legal]
            tricks[number] = seen.play.tricks + (left - mine if seen.defending else mine)
            number += 1
            looked = number >= FIRST and number % STEP == 0
            if over() or (looked and settled(seen, tricks[:number], weights[:number])):
                break
        return tricks[:number]


def _foreseen(
    seen: Seen,
    considered: tuple[Considered, ...],
    solved: _Solved,
    over: Callable[[], bool],
) -> tuple[int, ...]:
    """Return declarer's best leads, one trick ahead, if there is a choice and time to look."""
    level = [each.card for each in considered if considered[0].value - each.value <= _LEVEL]
    leads = [group[0] for group in seen.equals() if group[0] in level]
    if len(leads) == 1:
        return ()
    count = None if seen.play.number >= foresight.ALL_FROM_TRICK else foresight.SOME
    tricks = solved.tricks[:count]
    return foresight.foreseen(
        seen, leads, solved.holdings[:count], solved.weights[:count], most(seen, tricks), over
    )


def _leads(seen: Seen) -> bool:
    """Whether declarer leads to a trick late enough for foresight."""
    play = seen.play
    return not seen.defending and not play.trick and play.number >= foresight.FROM_TRICK


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


def _seed(seen: Seen) -> list[int]:
    """Return whole numbers that belong to what the player sees, and to nothing else."""
    contract = seen.play.contract
    hands = [seen.hand.bits, seen.dummy.bits if seen.dummy else 0]
    words = [int(seen.seat), contract.level, int(contract.strain), int(contract.declarer)]
    return [*words, *hands, *seen.play.cards]

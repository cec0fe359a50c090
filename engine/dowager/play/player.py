"""Choosing a card: layouts of the hidden hands, each solved double dummy and scored in IMPs.

Between cards of one value tricks decide, and then agreements, signals and the cheapest card. The
same player with the same cards, the same play and enough time chooses the same card: the random
source is seeded from the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.readings import EXACT, Reading
from dowager.play.agreements import Cardings, cardings_of
from dowager.play.card_values import (
    FIRST,
    STEP,
    Considered,
    Real,
    Tricks,
    best_cards,
    best_tricks,
    settled,
    valued,
)
from dowager.play.double_dummy import layout_tricks
from dowager.play.layout_likelihood import likelihood
from dowager.play.layouts import Layouts, layouts
from dowager.play.lookahead import ALL_FROM_TRICK, FROM_TRICK, SOME, best_leads
from dowager.play.player_view import Budget, PlayerView
from dowager.play.tie_breaks import at_once, choose_between

LAYOUTS = 64
"""The most layouts solved for one card, unless the player is made with another number."""

_POOL = 4  # layouts drawn for each that is solved: likelihoods need something to choose from
_LEVEL = 1e-6  # IMPs: between leads within it, looking ahead decides
_FEWEST = 3  # layouts: the best cards of one or two are worth less than general principles


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
        readings: how far the player believes North-South's and East-West's calls.
        threads: how many layouts are solved at once.
        ahead: whether declarer's leads are judged by looking one trick ahead.
    """

    def __init__(
        self,
        cardings: Cardings | None = None,
        *,
        wanted: int = LAYOUTS,
        auction: bool = True,
        readings: tuple[Reading, Reading] = (EXACT, EXACT),
        threads: int = 1,
        ahead: bool = True,
    ) -> None:
        self._cardings = cardings
        self._wanted = wanted
        self._auction = auction
        self._readings = readings
        self._threads = threads
        self._ahead = ahead

    def choose(self, view: PlayerView, budget: Budget) -> Choice:
        """Return the card to play.

        Args:
            view: what the player knows.
            budget: the time; when it ends, what has been solved decides, and with nothing solved a
                sensible card is played at once.

        Raises:
            InputError: it is not this player's turn.
        """
        over = budget.begin()
        cardings = self._cardings or cardings_of(view.public.systems)
        carding = cardings[view.seat.side]
        groups = view.equals()
        if len(groups) == 1:
            return Choice(choose_between(view, groups[0], carding))
        if over():
            return Choice(at_once(view, carding))
        drawn, solved = self._search(view, cardings, over)
        complete = drawn.complete and len(solved.tricks) == len(drawn)
        if self._draws(drawn, solved) < _FEWEST and not complete:
            return Choice(at_once(view, carding), relaxed=drawn.relaxed)
        considered = valued(view, solved.tricks, solved.weights)
        cards = best_cards(view, considered)
        if self._ahead and _leads(view):
            cards = _best_leads(view, considered, solved, over) or cards
        card = choose_between(view, cards, carding)
        return Choice(card, considered, len(solved.tricks), complete, drawn.relaxed)

    def _search(
        self, view: PlayerView, cardings: Cardings, over: Callable[[], bool]
    ) -> tuple[Layouts, _Solved]:
        """Draw layouts, weigh them, and solve them until the choice is settled or time is up."""
        generator = np.random.default_rng(_seed(view))
        pool = self._wanted * _POOL
        drawn = layouts(
            view, generator, pool, auction=self._auction, readings=self._readings, stop=over
        )
        likely = likelihood(view, drawn.holdings, cardings)
        if drawn.weights is not None:
            likely = likely * drawn.weights
        holdings, weights = _picked(drawn, likely, self._wanted, generator)
        tricks = self._tricks(view, holdings, weights, over)
        count = len(tricks)
        return drawn, _Solved(holdings[:count], weights[:count], tricks)

    def _draws(self, drawn: Layouts, solved: _Solved) -> float:
        """Return how many draws the solved layouts stand for: one may be likely enough for many."""
        picked = len(drawn) > self._wanted
        return float(solved.weights.sum()) if picked else len(solved.tricks)

    def _tricks(
        self,
        view: PlayerView,
        holdings: NDArray[np.uint16],
        weights: Real,
        over: Callable[[], bool],
    ) -> Tricks:
        """Return the tricks of declarer's side, by layout and legal card, of layouts solved."""
        play, legal = view.play, list(view.legal)
        tricks = np.empty((len(holdings), len(legal)), dtype=np.int8)
        count = 0
        for solved in layout_tricks(play, holdings.tolist(), self._threads):
            mine = solved[legal]
            tricks[count] = play.tricks + (play.incomplete - mine if view.defending else mine)
            count += 1
            due = count >= FIRST and count % STEP == 0
            if over() or (due and settled(view, tricks[:count], weights[:count])):
                break
        return tricks[:count]


def _best_leads(
    view: PlayerView,
    considered: tuple[Considered, ...],
    solved: _Solved,
    over: Callable[[], bool],
) -> tuple[int, ...]:
    """Return declarer's best leads, looking one trick ahead, if there is a choice and the time."""
    level = [each.card for each in considered if considered[0].value - each.value <= _LEVEL]
    leads = [group[0] for group in view.equals() if group[0] in level]
    if len(leads) == 1:
        return ()
    count = None if view.play.number >= ALL_FROM_TRICK else SOME
    best = best_tricks(view, solved.tricks[:count])
    holdings, weights = solved.holdings[:count], solved.weights[:count]
    return best_leads(view, leads, holdings, weights, best, over)


def _leads(view: PlayerView) -> bool:
    """Whether declarer leads to a trick late enough to look ahead."""
    play = view.play
    return not view.defending and not play.trick and play.number >= FROM_TRICK


def _picked(
    drawn: Layouts, likely: Real, wanted: int, generator: np.random.Generator
) -> tuple[NDArray[np.uint16], Real]:
    """Return the layouts to solve, in random order, and their weights."""
    if len(drawn) <= wanted:
        order = generator.permutation(len(drawn))
        if drawn.weights is not None:  # the likely first: they must not be missing when time is up
            order = np.argsort(generator.exponential(size=len(drawn)) / likely)
        return drawn.holdings[order], likely[order]
    # Systematic resampling: each layout comes in as often as its share says, rounded up or down.
    steps = (np.arange(wanted) + generator.random()) * (likely.sum() / wanted)
    rows = np.minimum(np.searchsorted(np.cumsum(likely), steps, side="right"), len(drawn) - 1)
    rows, times = np.unique(rows, return_counts=True)
    order = generator.permutation(len(rows))
    return drawn.holdings[rows[order]], times[order].astype(np.float64)


def _seed(view: PlayerView) -> list[int]:
    """Return whole numbers that belong to what the player sees, and to nothing else."""
    contract = view.play.contract
    hands = [view.hand.bits, view.dummy.bits if view.dummy else 0]
    words = [int(view.seat), contract.level, int(contract.strain), int(contract.declarer)]
    return [*words, *hands, *view.play.cards]

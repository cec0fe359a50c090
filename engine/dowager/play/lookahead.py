"""Looking one trick ahead as declarer: which leads make the third hand guess.

Double dummy, a lead towards a guess costs nothing: the guess is always right. At the table the hand
that plays third to the trick must choose one card for all layouts in which the defender before it
has played the same card. Looking ahead, a lead is worth what that choice leaves of it; a lead that
keeps the guess for later, or needs none, is then worth more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dowager.play.card_values import Real, Tricks, swings
from dowager.play.double_dummy import layout_tricks
from dowager.play.play import Play
from dowager.play.player_view import PlayerView

FROM_TRICK = 3
"""The first trick for which it is done: before that a layout takes too long to solve."""

ALL_FROM_TRICK, SOME = 8, 24
"""The first trick at which all solved layouts are looked at, and how many are before that."""

_SAME = 1e-6


def best_leads(
    view: PlayerView,
    leads: Sequence[int],
    holdings: NDArray[np.uint16],
    weights: Real,
    best: Tricks,
    over: Callable[[], bool],
) -> tuple[int, ...]:
    """Return those of declarer's leads that are worth most when the third hand has to guess.

    Args:
        view: what declarer knows, on lead to a trick.
        leads: cards that cost about the same, double dummy.
        holdings: layouts of the hidden hands, shape `(layouts, 4 seats, 4 suits)`.
        weights: of the layouts.
        best: the tricks of declarer's side with the best card of each layout.
        over: returns whether the time is over.

    Returns:
        The best leads; none if the time was over before all had been looked at.
    """
    values = {}
    for lead in leads:
        value = _value(view, lead, holdings, weights, best, over)
        if value is None:
            return ()
        values[lead] = value
    highest = max(values.values())
    return tuple(lead for lead, value in values.items() if highest - value <= _SAME)


def _value(
    view: PlayerView,
    lead: int,
    holdings: NDArray[np.uint16],
    weights: Real,
    best: Tricks,
    over: Callable[[], bool],
) -> float | None:
    """Return the mean IMPs of a lead when the third hand cannot see what is hidden.

    None if the time was over first.
    """
    play = view.play.then(lead)
    layouts = holdings.tolist()
    replies: defaultdict[int, list[int]] = defaultdict(list)
    for number, tricks in enumerate(layout_tricks(play, layouts)):
        replies[_reply(tricks)].append(number)
        if over():
            return None
    total = 0.0
    for reply, rows in replies.items():
        after = play.then(reply)
        tricks = _tricks(after, [layouts[row] for row in rows])
        total += float((weights[rows] @ swings(view, tricks, best[rows])).max())
    return total / float(weights.sum())


def _reply(tricks: Tricks) -> int:
    """Return the card of a defender who plays best, the lowest of the best ones."""
    cards = np.flatnonzero(tricks == tricks.max())
    return int(cards[(cards % 13).argmin()])


def _tricks(play: Play, layouts: Sequence[Sequence[Sequence[int]]]) -> Tricks:
    """Return the tricks of declarer's side by layout and card, declarer's side being to play."""
    solved = np.array(list(layout_tricks(play, layouts)), dtype=np.int8)
    return play.tricks + solved[:, solved[0] >= 0]

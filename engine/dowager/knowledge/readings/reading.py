"""Readings: how much a hand counts that lies at some distance from what a call means.

Source: `weights.yaml`, learned by `tools/readings.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import yaml
from numpy.typing import NDArray

from dowager.cards import Side
from dowager.errors import InputError
from dowager.knowledge.cells.space import Weights
from dowager.knowledge.readings.distances import MOST_CARDS, MOST_HCP, Distances

_FILE = Path(__file__).with_name("weights.yaml")


class Turn(Enum):
    """Which call of a seat it is: people stray in some more than in others."""

    FIRST_BID = "first_bid"
    LATER_BID = "later_bid"
    FIRST_PASS = "first_pass"
    LATER_PASS = "later_pass"

    @classmethod
    def of(cls, first: bool, passes: bool) -> Turn:
        """Return the turn of a seat's first or later call, a pass or another call."""
        if passes:
            return cls.FIRST_PASS if first else cls.LATER_PASS
        return cls.FIRST_BID if first else cls.LATER_BID


@dataclass(frozen=True, slots=True)
class Grade:
    """What a hand weighs that a call's meaning excludes; one that it includes weighs 1.

    Attributes:
        hcp: the factor for each HCP by which it lies outside.
        card: the factor for each card.
        floor: what it weighs at least, however far it is.
        unless: the factor when only other calls' rules exclude it: the call's own rules include it,
            but by the system another call was to be preferred.
        reach: how many HCP and cards a hand may lie outside at all, together; None for any number.
        cards: the factor when shape and HCP are right, but not the cards: the stopper, the aces or
            the suit quality that the call's own rules ask for.
    """

    hcp: float
    card: float
    floor: float
    unless: float
    reach: int | None = None
    cards: float = 1.0

    @property
    def strict(self) -> bool:
        """Whether calls that judgement may not touch are believed exactly: our own side's."""
        return self.reach is not None

    def weights(self, meant: Distances | None, own: Distances) -> Weights:
        """Return the weight of each cell.

        Args:
            meant: how far it lies from the call's meaning; None if the system has no hand for it.
            own: how far it lies from what the call's own rules say.
        """
        table = _table(self.hcp, self.card, self.reach)
        weights = self.unless * _graded(table, own)
        if meant is not None:
            np.maximum(weights, _graded(table, meant), out=weights)
        return np.maximum(weights, self.floor, out=weights)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """How one side's calls are read.

    Attributes:
        name: what commands call it.
        grades: by turn; empty for the exact reading, which excludes what a call excludes.
    """

    name: str
    grades: Mapping[Turn, Grade]

    @property
    def exact(self) -> bool:
        """Whether hands outside a call's meaning are impossible."""
        return not self.grades


EXACT = Reading("exact", MappingProxyType({}))
"""The truth about a side that bids by the system that it is read by."""


@lru_cache(maxsize=32)
def _table(hcp: float, card: float, reach: int | None) -> NDArray[np.float64]:
    """Return the weight by cards moved and HCP; what is further than counted weighs nothing."""
    points = np.array([hcp**step for step in range(MOST_HCP)] + [0.0])
    table: NDArray[np.float64] = points * np.array([[card**n] for n in range(MOST_CARDS + 1)])
    cards, steps = np.indices(table.shape)
    return table if reach is None else np.where(cards + steps <= reach, table, 0.0)


def _graded(table: NDArray[np.float64], far: Distances) -> Weights:
    weights: Weights = table[0].take(far[0])
    for cards in range(1, MOST_CARDS + 1):
        np.maximum(weights, table[cards].take(far[cards]), out=weights)
    return weights


@cache
def _shipped() -> Mapping[str, Reading]:
    readings = {EXACT.name: EXACT}
    for name, grades in yaml.safe_load(_FILE.read_text(encoding="utf-8")).items():
        by_turn = {turn: Grade(**grades[turn.value]) for turn in Turn}
        readings[name] = Reading(name, MappingProxyType(by_turn))
    return MappingProxyType(readings)


READINGS: Mapping[str, Reading] = _shipped()
"""The readings by name, `exact` first."""


def parse_readings(text: str) -> tuple[Reading, Reading]:
    """Return the readings of North-South and East-West: `tolerant`, or `ns=exact,ew=tolerant`.

    Raises:
        InputError: it names a reading or a side that there is not.
    """
    named = named_readings(text)
    return named.get(Side.NORTH_SOUTH, EXACT), named.get(Side.EAST_WEST, EXACT)


def named_readings(text: str, us: Side | None = None) -> dict[Side, Reading]:
    """Return the readings of those sides that a text names.

    Args:
        text: see `parse_readings`; it may be empty.
        us: our side, for `us=exact,them=tolerant`; None where neither side is ours.

    Raises:
        InputError: it names a reading or a side that there is not.
    """
    readings: dict[Side, Reading] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        side, equals, name = (part.strip() for part in word.rpartition("="))
        if name not in READINGS:
            raise InputError(f"no reading {name!r}; there are {', '.join(READINGS)}")
        readings |= dict.fromkeys([_side(side, us)] if equals else Side, READINGS[name])
    return readings


def _side(text: str, us: Side | None) -> Side:
    sides = {"ns": Side.NORTH_SOUTH, "ew": Side.EAST_WEST}
    write = "ns or ew, as in ns=exact,ew=tolerant"
    if us is not None:
        sides |= {"us": us, "them": us.other}
        write = "us, them, ns or ew, as in us=exact,them=tolerant"
    if text.lower() not in sides:
        raise InputError(f"no side {text!r}; write {write}")
    return sides[text.lower()]

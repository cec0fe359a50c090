"""The ledger of a run: which units are still to be done, and how many workers each has lost."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from dowager.authoring.workers.unit import Unit, WorkerError
from dowager.errors import InputError

MOST_LOSSES = 3
"""How many workers a unit may take with it before it is given up."""


class Ledger:
    """Hands out units, those that were lost first.

    Args:
        units: the units, all different; taken one by one as they are handed out.
    """

    def __init__(self, units: Iterable[Unit]) -> None:
        self._units = iter(units)
        self._again: deque[Unit] = deque()
        self._seen: set[Unit] = set()
        self._losses: Counter[Unit] = Counter()

    def take(self) -> Unit | None:
        """Return the next unit to be done; None when there is none at the moment.

        Raises:
            InputError: a unit was there before.
        """
        if self._again:
            return self._again.popleft()
        unit = next(self._units, None)
        if unit is not None and unit in self._seen:
            raise InputError(f"{unit} is there twice")
        if unit is not None:
            self._seen.add(unit)
        return unit

    def give_back(self, unit: Unit) -> None:
        """Take back a unit that was not begun."""
        self._again.append(unit)

    def lose(self, unit: Unit, how: str) -> None:
        """Take back a unit whose worker was lost while it was done.

        Raises:
            WorkerError: that has happened too often.
        """
        self._losses[unit] += 1
        if self._losses[unit] >= MOST_LOSSES:
            raise WorkerError(
                f"{unit}: {self._losses[unit]} workers were lost while they worked on this, "
                f"the last one {how}"
            )
        self._again.append(unit)

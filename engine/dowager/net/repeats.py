"""Reports to an operator that come again and again: the first at once, the others counted."""

from __future__ import annotations

from collections.abc import Callable

_SECONDS = 10.0


class Repeats:
    """Passes reports on, each text at most once in ten seconds.

    Args:
        report: takes a line for the operator.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._recent: dict[str, tuple[float, int]] = {}

    def take(self, text: str, now: float) -> None:
        """Pass a report on, or count it if it was passed on a moment ago."""
        if text in self._recent:
            since, number = self._recent[text]
            self._recent[text] = (since, number + 1)
        else:
            self._recent[text] = (now, 0)
            self._report(text)

    def look(self, now: float) -> None:
        """Say how often reports have come again, when their ten seconds are over."""
        over = [text for text, (since, _) in self._recent.items() if now - since >= _SECONDS]
        for text in over:
            _, number = self._recent.pop(text)
            if number:
                self._report(f"{text} ({number} more in {_SECONDS:g} s)")

    def flush(self) -> None:
        """Say how often reports have come again, now."""
        self.look(float("inf"))

"""Whom a table waits for, since when, and what its operator hears about long waits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from dowager.cards import Seat, seat_words
from dowager.table import Awaited, Duty

_SHARES = {Duty.CONNECT: 0.5, Duty.ACT: 0.25, Duty.SAY: 0.25}
"""The share of its limit after which a wait is long."""
_LEAST, _USUAL = 5.0, 30.0
"""Seconds before which no wait is long, and after which one without a limit is."""


@dataclass(frozen=True, slots=True)
class Wait:
    """How long a table has been waiting for a player.

    Attributes:
        seat: whose player.
        awaited: what it is to do.
        seconds: how long the table has waited.
        limit: how long it waits; None for ever.
    """

    seat: Seat
    awaited: Awaited
    seconds: float
    limit: float | None

    @property
    def over(self) -> bool:
        """Whether the player has had its time."""
        return self.limit is not None and self.seconds > self.limit

    @property
    def long(self) -> bool:
        """Whether the operator should hear of it: it has been long, and is not over."""
        if self.limit is None:
            return self.seconds > _USUAL
        share = _SHARES[self.awaited.duty]
        return max(_LEAST, share * self.limit) < self.seconds <= self.limit


@dataclass(slots=True, eq=False)
class _Kept:
    """What is kept of a wait; it is the same one while what is awaited and done stay as they are.

    Attributes:
        awaited: what the player is to do.
        progress: how many actions the board had.
        since: when it began.
        reported: whether it has been reported as long.
    """

    awaited: Awaited
    progress: int
    since: float
    reported: bool = False


class Waits:
    """The waits of a table.

    Args:
        limits: by duty, the seconds that players have for it; None for any number.
        unhurried: the seats that have any number for all of them.
    """

    def __init__(
        self, limits: Mapping[Duty, float | None], unhurried: Collection[Seat] = ()
    ) -> None:
        self._limits, self._unhurried = limits, unhurried
        self._kept: dict[Seat, _Kept] = {}

    def look(self, awaited: Mapping[Seat, Awaited], progress: int, now: float) -> None:
        """Take note of whom the table waits for; `progress` is how many actions there are."""
        before, self._kept = self._kept, {}
        for seat, what in awaited.items():
            old = before.get(seat)
            same = old is not None and (old.awaited, old.progress) == (what, progress)
            self._kept[seat] = old if old is not None and same else _Kept(what, progress, now)

    def forget(self, seat: Seat) -> None:
        """Count from now on how long the table waits for a seat."""
        self._kept.pop(seat, None)

    def at(self, now: float) -> list[Wait]:
        """Return all waits."""
        return [
            Wait(seat, kept.awaited, now - kept.since, self._limit(seat, kept.awaited.duty))
            for seat, kept in self._kept.items()
        ]

    def _limit(self, seat: Seat, duty: Duty) -> float | None:
        return None if seat in self._unhurried else self._limits[duty]

    def reports(self, now: float, sent_to: Callable[[Seat], str]) -> list[str]:
        """Return a line for each wait that has become long since this was last called.

        Seats that nobody has taken share a line.

        Args:
            now: the time.
            sent_to: gives the last line that a player was sent.
        """
        long = [wait for wait in self.at(now) if wait.long and not self._kept[wait.seat].reported]
        for wait in long:
            self._kept[wait.seat].reported = True
        absent = [wait for wait in long if wait.awaited.duty is Duty.CONNECT]
        lines = [_long_wait(seat_words([w.seat for w in absent]), absent[0])] if absent else []
        for wait in long:
            if wait not in absent:
                name = _long_wait(wait.seat.word, wait)
                lines.append(f"{name}; it was last sent {sent_to(wait.seat)!r}{_outlook(wait)}")
        return lines


def _long_wait(who: str, wait: Wait) -> str:
    return f"still waiting for {who} {wait.awaited.words} after {wait.seconds:.0f} s"


def _outlook(wait: Wait) -> str:
    if wait.limit is None:
        return ""
    return f", and will be sent away in {wait.limit - wait.seconds:.0f} s"

"""What INFO tells a brain, and what of it the brain cannot accept."""

from __future__ import annotations

from dowager.auction import Scoring

NO_LIMIT = 2_147_483_647
"""`time_left` of a match without a limit."""
_LARGEST = 1 << 63
_SHARE_OF_TURN, _SHARE_OF_MATCH = 0.7, 0.04
"""Of the time for a turn, and of what is left of the match, what one action may take."""
_LATE_SHARE = 0.9
"""Of the time for a turn, when a safe action must be given."""


class BrainInfo:
    """The limits and settings that a manager has sent; a later value replaces an earlier one.

    Args:
        memory: the least memory that the brain needs, in bytes.

    Attributes:
        rule: the sum of the values of `rule`.
    """

    def __init__(self, memory: int = 0) -> None:
        self._memory = memory
        self._refused: dict[str, str] = {}
        self._turn: int | None = None
        self._left: int | None = None
        self.rule = 0

    def take(self, text: str) -> None:
        """Take `key value`; keys that are not known are ignored, values that are wrong are kept."""
        key, _, value = text.partition(" ")
        known = _NUMBERS.get(key := key.lower())
        if known is None:
            return
        least, most, words = known
        number = _number(value.strip())
        if number is None or not least <= number <= most:
            self._refused[key] = f"{key} takes {words}, not {value.strip()[:40]!r}"
        else:
            self._refused.pop(key, None)
            self._set(key, number)

    def _set(self, key: str, number: int) -> None:
        match key:
            case "timeout_turn":
                self._turn = number
            case "time_left":
                self._left = None if number == NO_LIMIT else number
            case "rule":
                self.rule = number
            case "max_memory" if 0 < number < self._memory:
                self._refused[key] = f"max_memory {number}: {self._memory} bytes are needed"

    @property
    def refusal(self) -> str:
        """Why nothing can be played under what was sent; empty when all of it is acceptable."""
        return "; ".join(self._refused.values())

    @property
    def scoring(self) -> Scoring:
        """What boards are scored by; total points are bid for as IMPs."""
        return Scoring.MATCHPOINTS if self.rule & 1 else Scoring.IMPS

    def seconds(self, usual: float) -> float:
        """Return how long an action may take in seconds, at most the usual time; 0: at once."""
        limits = [usual]
        if self._turn is not None:
            limits.append(_SHARE_OF_TURN * self._turn / 1000)
        if self._left is not None:
            limits.append(_SHARE_OF_MATCH * self._left / 1000)
        return max(0.0, min(limits))

    @property
    def latest(self) -> float | None:
        """The seconds after which an action is late; None without a limit, or when it is 0."""
        return _LATE_SHARE * self._turn / 1000 if self._turn else None


_NUMBERS = {
    "timeout_turn": (0, _LARGEST, "milliseconds"),
    "timeout_match": (0, _LARGEST, "milliseconds"),
    "max_memory": (0, _LARGEST, "bytes"),
    "time_left": (-_LARGEST, _LARGEST, "milliseconds"),
    "game_type": (0, 3, "0 to 3"),
    "rule": (0, 3, "0 for IMPs, 1 for matchpoints, 2 for total points"),
}
"""The keys that are understood: the least and greatest value, and what they take."""


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 20:
        return None
    return int(text)

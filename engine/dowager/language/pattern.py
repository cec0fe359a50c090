"""Owns auction patterns: `1M (2x) 3M`, read into steps, and the tree that matches all at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from dowager.auction import Call
from dowager.auction.call import CALLS
from dowager.errors import Fault
from dowager.language import expression as ex
from dowager.language.calls import call_pattern
from dowager.language.source import Text
from dowager.language.tokens import Wrong, guarded

_PASS = ex.CallPattern(frozenset({int(Call.PASS)}))
_ITEM = re.compile(r"\s*(?:\(([^()]*)\)|([^\s()]+))")
_MAJORS, _MINORS, _ALL = (2, 3), (0, 1), (0, 1, 2, 3)
_T = TypeVar("_T")

_Steps: TypeAlias = tuple[ex.CallPattern, ...]


def suits_for(place: int) -> tuple[int, ...]:
    """Return the suits that a letter may stand for: M majors, m minors, others any suit."""
    return _MAJORS if place == 0 else _MINORS if place == 1 else _ALL


def read_pattern(text: Text, faults: list[Fault]) -> tuple[ex.CallPattern, ...]:
    """Read an auction pattern into one step for each call from the first bid on.

    Passes that the pattern leaves out are filled in, so that the steps end where it is our turn.
    A pattern that no auction can match is a fault, unless the arguments of a module made it so.
    """
    fallback: _Steps = ()
    strict = all(piece.moves for piece in text.pieces)
    return guarded(lambda: _steps(text.text, strict), fallback, text.at, faults)


def _steps(text: str, strict: bool) -> _Steps:
    if text.strip() == "start":
        return ()
    items = list(_items(text))
    if not items:
        raise Wrong(0, "the pattern is empty; write `start` for the opening, or such as 1NT (P)")
    steps: list[ex.CallPattern] = []
    lowest = int(Call.REDOUBLE)
    previous: bool | None = None
    for theirs, step, place in items:
        if previous is not None and theirs == previous:
            steps.append(_PASS)
        if strict or not steps:
            lowest = _lowest_after(step, lowest, place)
        steps.append(step)
        previous = theirs
    if previous is False:
        steps.append(_PASS)
    if strict and steps[-3:] == [_PASS] * 3:
        raise Wrong(items[-1][2], "after three passes the auction is over")
    return tuple(steps)


def _lowest_after(step: ex.CallPattern, lowest: int, place: int) -> int:
    """Return the lowest that the last bid can be after a step; `lowest` is the one before it.

    Raises:
        Wrong: no call of the step is legal after any bid, or before the first one.
    """
    opening = lowest < Call.C1
    bids = {5 * level - 2 + suit for level in step.levels for suit in _ALL} | step.calls
    higher = [bid for bid in bids if bid > lowest and bid >= Call.C1]
    if opening and not higher:
        if step == _PASS:
            raise Wrong(place, "passes before the first bid are implied; begin with the first bid")
        raise Wrong(place, "the first call of a pattern is a bid; double and redouble come later")
    if not higher and all(bid >= Call.C1 for bid in bids):
        raise Wrong(place, f"no such auction: this is not above the bid before it, {CALLS[lowest]}")
    return min(higher) if opening or all(bid >= Call.C1 for bid in bids) else lowest


def _items(text: str) -> Iterator[tuple[bool, ex.CallPattern, int]]:
    """Yield whether each call is the opponents', its pattern and its place."""
    place = 0
    while text[place:].strip():
        found = _ITEM.match(text, place)
        if not found:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise Wrong(place, "an opponents' call stands in brackets, such as (2C)")
        theirs = found.group(1) is not None
        inner, start = (
            (found.group(1), found.start(1)) if theirs else (found.group(2), found.start(2))
        )
        if not inner.strip():
            raise Wrong(start, "the brackets hold no call; write (P) for the opponents' pass")
        yield theirs, call_pattern(inner, start), start
        place = found.end()


@dataclass(slots=True, eq=False)
class PatternTree(Generic[_T]):
    """A tree of call patterns; what is stored at a node applies after the calls that lead there."""

    found: list[_T] = field(default_factory=list)
    _exact: dict[frozenset[int], PatternTree[_T]] = field(default_factory=dict)
    _lettered: dict[ex.CallPattern, PatternTree[_T]] = field(default_factory=dict)

    def add(self, steps: tuple[ex.CallPattern, ...], value: _T) -> None:
        """Store a value after some steps."""
        node = self
        for step in steps:
            if step.levels:
                node = node._lettered.setdefault(step, PatternTree())
            else:
                node = node._exact.setdefault(step.calls, PatternTree())
        node.found.append(value)

    @property
    def leads(self) -> bool:
        """Whether a further call may lead to something."""
        return bool(self._exact or self._lettered)

    @property
    def live(self) -> bool:
        """Whether something is stored here, or may be further on."""
        return bool(self.found) or self.leads

    def children(self) -> Iterator[PatternTree[_T]]:
        """Yield the nodes one call further on."""
        yield from self._exact.values()
        yield from self._lettered.values()

    def step(self, call: int, env: ex.Env) -> Iterator[tuple[PatternTree[_T], ex.Env]]:
        """Yield the nodes that one call leads to, each with the letters bound by then."""
        for calls, node in self._exact.items():
            if call in calls:
                yield node, env
        if call >= Call.C1:
            level, strain = (call + 2) // 5, (call + 2) % 5
            for pattern, node in self._lettered.items():
                bound = _bind(pattern, level, strain, env) if strain < 4 else None
                if bound is not None:
                    yield node, bound


def _bind(pattern: ex.CallPattern, level: int, suit: int, env: ex.Env) -> ex.Env | None:
    """Return the letters after a bid has matched a lettered pattern, None if it does not."""
    assert isinstance(pattern.strain, ex.SuitLetter)
    if level not in pattern.levels:
        return None
    place = pattern.strain.place
    if env[place] == suit:
        return env
    if env[place] >= 0 or suit in env or suit not in suits_for(place):
        return None
    return (*env[:place], suit, *env[place + 1 :])

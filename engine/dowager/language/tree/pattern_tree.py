"""The tree of auction patterns, which matches an auction against all of them call by call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from dowager.auction import Call
from dowager.language.tree import expression as ex

_MAJORS, _MINORS, _ALL = (2, 3), (0, 1), (0, 1, 2, 3)
_T = TypeVar("_T")


def suits_for(place: int) -> tuple[int, ...]:
    """Return the suits that a letter may stand for: M majors, m minors, others any suit."""
    return _MAJORS if place == 0 else _MINORS if place == 1 else _ALL


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

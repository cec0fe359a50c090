"""Auction patterns as a tree, and the frontier that an auction reaches in it.

All patterns of a system are matched at once: each call takes the frontier one step further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from dowager.auction import Call
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import UNBOUND, Env, suits_for, with_suit

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class PatternTree(Generic[_T]):
    """A tree of call patterns; what is stored at a node applies after the calls that lead there.

    Attributes:
        values: what is stored at this node.
    """

    values: list[_T] = field(default_factory=list)
    _exact: dict[frozenset[int], PatternTree[_T]] = field(default_factory=dict)
    _lettered: dict[ex.CallPattern, PatternTree[_T]] = field(default_factory=dict)

    def add(self, steps: ex.Steps, value: _T) -> None:
        """Store a value after some steps, the first of them the first bid."""
        node = self
        for step in steps:
            if step.levels:
                node = node._lettered.setdefault(step, PatternTree())
            else:
                node = node._exact.setdefault(step.calls, PatternTree())
        node.values.append(value)

    @property
    def leads(self) -> bool:
        """Whether a further call may lead to something."""
        return bool(self._exact or self._lettered)

    def children(self) -> Iterator[PatternTree[_T]]:
        """Yield the nodes one call further on."""
        yield from self._exact.values()
        yield from self._lettered.values()

    def step(self, call: Call, env: Env) -> Iterator[tuple[PatternTree[_T], Env]]:
        """Yield the nodes that one call leads to, each with the letters bound by then."""
        for calls, node in self._exact.items():
            if call in calls:
                yield node, env
        if self._lettered and call.suit is not None:
            for pattern, node in self._lettered.items():
                bound = _bind(pattern, call.level, call.suit, env)
                if bound is not None:
                    yield node, bound


def _bind(pattern: ex.CallPattern, level: int, suit: int, env: Env) -> Env | None:
    """Return the letters after a bid has matched a lettered pattern, None if it does not."""
    assert isinstance(pattern.strain, ex.SuitLetter)
    if level not in pattern.levels:
        return None
    slot = pattern.strain.slot
    if env[slot] == suit:
        return env
    if env[slot] >= 0 or suit in env or suit not in suits_for(slot):
        return None
    return with_suit(env, slot, suit)


@dataclass(frozen=True, slots=True)
class Frontier(Generic[_T]):
    """What the calls of an auction have led to in a tree of patterns.

    Patterns begin with the first bid, so passes before it leave the frontier where it is.

    Attributes:
        nodes: the nodes that the calls lead to, each with the letters bound on the way.
        opened: whether there has been a bid.
    """

    nodes: tuple[tuple[PatternTree[_T], Env], ...]
    opened: bool = False

    @classmethod
    def of(cls, tree: PatternTree[_T]) -> Frontier[_T]:
        """Return the frontier before the first call."""
        return cls(((tree, UNBOUND),))

    def after(self, *calls: Call) -> Frontier[_T]:
        """Return the frontier after further calls."""
        frontier = self
        for call in calls:
            if frontier.opened or call is not Call.PASS:
                steps = [step for node, env in frontier.nodes for step in node.step(call, env)]
                frontier = Frontier(tuple(steps), opened=True)
        return frontier

    def matches(self) -> Iterator[tuple[_T, Env]]:
        """Yield what applies after these calls, with the letters bound on the way."""
        for node, env in self.nodes:
            for value in node.values:
                yield value, env

    @property
    def matched(self) -> bool:
        """Whether anything applies after these calls."""
        return any(node.values for node, _ in self.nodes)

    @property
    def leads(self) -> bool:
        """Whether further calls may lead to more."""
        return any(node.leads for node, _ in self.nodes)

    @property
    def live(self) -> bool:
        """Whether anything applies here or may apply further on."""
        return self.matched or self.leads

    def ways(self, calls: Iterable[Call]) -> Iterator[tuple[Call, Frontier[_T]]]:
        """Yield each of some next calls that leads on, with the frontier after it.

        A pass before the first bid leads nowhere: it is left out.
        """
        for call in calls:
            if self.opened or call is not Call.PASS:
                frontier = self.after(call)
                if frontier.nodes:
                    yield call, frontier

    def apart(self) -> Iterator[Frontier[_T]]:
        """Yield each of the nodes as a frontier of its own."""
        for node in self.nodes:
            yield Frontier((node,), self.opened)

"""Auction patterns as a tree, and the frontier that an auction reaches in it.

All patterns of a system are matched at once: each call takes the frontier one step further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from dowager.auction import Call
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import UNBOUND, Env, suits_for, with_suit

_T = TypeVar("_T")


class HeardCall(Protocol):
    """A call as the table understands it, as far as patterns ask."""

    @property
    def artificial(self) -> bool:
        """Whether it is a bid that does not show its suit."""

    @property
    def strong(self) -> bool:
        """Whether its seat has at least 16 HCP on average."""

    @property
    def weak(self) -> bool:
        """Whether its seat has at most 10 HCP on average."""

    @property
    def like_a_suit(self) -> bool:
        """Whether opponents may treat it as its suit: natural, or neither strong nor another."""


@dataclass(slots=True, eq=False)
class PatternTree(Generic[_T]):
    """A tree of call patterns; what is stored at a node applies after the calls that lead there.

    Attributes:
        values: what is stored at this node.
    """

    values: list[_T] = field(default_factory=list)
    _exact: dict[ex.CallPattern, PatternTree[_T]] = field(default_factory=dict)
    _lettered: dict[ex.CallPattern, PatternTree[_T]] = field(default_factory=dict)

    def add(self, steps: ex.Steps, value: _T) -> None:
        """Store a value after some steps, the first of them the first bid."""
        node = self
        for step in steps:
            steps_on = node._lettered if step.levels else node._exact
            node = steps_on.setdefault(step, PatternTree())
        node.values.append(value)

    @property
    def leads(self) -> bool:
        """Whether a further call may lead to something."""
        return bool(self._exact or self._lettered)

    def children(self) -> Iterator[PatternTree[_T]]:
        """Yield the nodes one call further on."""
        yield from self._exact.values()
        yield from self._lettered.values()

    def step(
        self, call: Call, env: Env, heard: HeardCall | None
    ) -> Iterator[tuple[PatternTree[_T], Env]]:
        """Yield the nodes that one call leads to, each with the letters bound by then.

        Args:
            call: the call.
            env: the letters bound before.
            heard: how the table understands it; None for any way.
        """
        for pattern, node in self._exact.items():
            if call in pattern.calls and _is_meant(pattern, heard):
                yield node, env
        if self._lettered and call.suit is not None:
            for pattern, node in self._lettered.items():
                bound = _bind(pattern, call.level, call.suit, env)
                if bound is not None and _is_meant(pattern, heard):
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


def _is_meant(pattern: ex.CallPattern, heard: HeardCall | None) -> bool:
    """Whether a call that matches a pattern by its name is meant as the pattern asks.

    Args:
        pattern: the pattern.
        heard: the call as it is understood; None for any way.
    """
    return heard is None or all(_ASKED[sense](heard) for sense in pattern.senses)


_ASKED: dict[ex.Sense, Callable[[HeardCall], bool]] = {
    ex.Sense.NATURAL: lambda heard: not heard.artificial,
    ex.Sense.ARTIFICIAL: lambda heard: heard.artificial,
    ex.Sense.STRONG: lambda heard: heard.strong,
    ex.Sense.WEAK: lambda heard: heard.weak,
    ex.Sense.SUIT: lambda heard: heard.like_a_suit,
}


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
        """Return the frontier after further calls, whatever they mean."""
        frontier = self
        for call in calls:
            frontier = frontier.heard(call, None)
        return frontier

    def heard(self, call: Call, heard: HeardCall | None) -> Frontier[_T]:
        """Return the frontier after one more call, understood in one way; None for any way."""
        if not self.opened and call is Call.PASS:
            return self
        steps = [step for node, env in self.nodes for step in node.step(call, env, heard)]
        return Frontier(tuple(steps), opened=True)

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

    def ways(
        self, calls: Iterable[Call], hear: Callable[[Call], HeardCall] | None = None
    ) -> Iterator[tuple[Call, Frontier[_T]]]:
        """Yield each of some next calls that leads on, with the frontier after it.

        A pass before the first bid leads nowhere: it is left out.

        Args:
            calls: the calls.
            hear: says how the table understands a call; without it any way will do.
        """
        for call in calls:
            if self.opened or call is not Call.PASS:
                frontier = self.after(call)
                if frontier.nodes and hear is not None:
                    frontier = self.heard(call, hear(call))
                if frontier.nodes:
                    yield call, frontier

    def apart(self) -> Iterator[Frontier[_T]]:
        """Yield each of the nodes as a frontier of its own."""
        for node in self.nodes:
            yield Frontier((node,), self.opened)

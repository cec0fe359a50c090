"""Binding the suit letters that a pattern leaves free."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.language.compile.comparisons import PublicTest
from dowager.language.compile.conditions import PublicCondition, every_test
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env, assignments


class LetterBinder:
    """Binds free letters in stages, so that public conditions rule bindings out early.

    What the view's `state` decides comes first: `fitting` may be kept for each state.

    Args:
        bound: the slots of the letters that are bound before.
        wanted: the slots of the letters that must be bound in the end.
        conditions: what every binding must satisfy.

    Attributes:
        settled: whether the state decides all the conditions.
        holds: the test of whether a binding satisfies what the view's state does not decide.
    """

    __slots__ = ("_stages", "holds", "settled")

    def __init__(
        self, bound: frozenset[int], wanted: frozenset[int], conditions: Sequence[PublicCondition]
    ) -> None:
        stages: list[tuple[tuple[int, ...], PublicTest | None]] = []
        rest: list[PublicTest] = []
        done = set(bound)
        for condition in sorted(conditions, key=lambda each: len(each.letters - bound)):
            new = tuple(sorted(condition.letters - done))
            done |= condition.letters
            by_state, others = condition.parted()
            stages.append((new, by_state.test if by_state else None))
            if others:
                rest.append(others.test)
        free = tuple(sorted(wanted - done))
        if free:
            stages.append((free, None))
        self._stages = tuple(stages)
        self.holds = every_test(rest)
        self.settled = not rest

    def fitting(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the bindings that satisfy what the view's state decides."""
        envs: Sequence[Env] = (env,)
        for slots, test in self._stages:
            if slots:
                envs = [new for old in envs for new in assignments(old, slots)]
            if test is not None:
                envs = [new for new in envs if test(view, new)]
            if not envs:
                return ()
        return envs

    def satisfying(self, view: PublicView, envs: Sequence[Env]) -> Sequence[Env]:
        """Return those of the bindings that `fitting` left that satisfy every condition."""
        if self.settled or not envs:
            return envs
        return [env for env in envs if self.holds(view, env)]

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the bindings that satisfy every condition."""
        return self.satisfying(view, self.fitting(view, env))

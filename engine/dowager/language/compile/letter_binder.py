"""Binding the suit letters that a pattern leaves free."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.language.compile.comparisons import PublicTest
from dowager.language.compile.conditions import PublicCondition
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env, assignments


class LetterBinder:
    """Binds free letters in stages, so that public conditions rule bindings out early.

    Args:
        bound: the slots of the letters that are bound before.
        wanted: the slots of the letters that must be bound in the end.
        conditions: what every binding must satisfy.
    """

    __slots__ = ("_first", "_stages")

    def __init__(
        self, bound: frozenset[int], wanted: frozenset[int], conditions: Sequence[PublicCondition]
    ) -> None:
        self._first = tuple(each.test for each in conditions if each.letters <= bound)
        later = [each for each in conditions if not each.letters <= bound]
        stages: list[tuple[tuple[int, ...], tuple[PublicTest, ...]]] = []
        done = set(bound)
        for condition in sorted(later, key=lambda each: len(each.letters)):
            new = tuple(sorted(condition.letters - done))
            done |= condition.letters
            stages.append((new, (condition.test,)))
        free = tuple(sorted(wanted - done))
        if free:
            stages.append((free, ()))
        self._stages = tuple(stages)

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the bindings that satisfy every condition."""
        for test in self._first:
            if not test(view, env):
                return ()
        envs: Sequence[Env] = (env,)
        for slots, tests in self._stages:
            if slots:
                envs = [new for old in envs for new in assignments(old, slots)]
            envs = [new for new in envs if all(test(view, new) for test in tests)]
            if not envs:
                return ()
        return envs

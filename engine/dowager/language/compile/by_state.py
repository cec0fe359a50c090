"""What the state of an auction leaves of a system: its sections and rules, already half chosen.

Most public conditions ask for no more than the `state` of a view, which is the same in very many
positions: what it decides is worked out once for each state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dowager.language.compile.letter_binder import LetterBinder
from dowager.language.compile.rule import Candidate, ConditionCache, Rule
from dowager.language.compile.section import Instance, Section
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import UNBOUND, Env


class _RuleInState(NamedTuple):
    """A rule, with the ways to bind its letters that the state leaves, in the rule's order.

    Attributes:
        rule: the rule.
        instances: its calls and letters; None where the state does not decide the call.
        bindings: its letters.
        binder: what decides between them in a position.
    """

    rule: Rule
    instances: Sequence[Instance] | None
    bindings: Sequence[Env]
    binder: LetterBinder


class StateTable:
    """The sections and rules of a system that one state of an auction leaves.

    Args:
        general: the general sections of the system.
        view: a view with this state.
    """

    __slots__ = ("_bound", "_rules", "general")

    def __init__(self, general: Sequence[Section], view: PublicView) -> None:
        self._bound: dict[tuple[Section, Env], tuple[LetterBinder, Sequence[Env]]] = {}
        self._rules: dict[tuple[Section, Env], tuple[_RuleInState, ...]] = {}
        bound = [(section, *self._binding(section, view, UNBOUND)) for section in general]
        self.general = [(section, binder, envs) for section, binder, envs in bound if envs]

    def bound(
        self, section: Section, view: PublicView, env: Env
    ) -> tuple[Section, LetterBinder, Sequence[Env]]:
        """Return a section after a pattern, what binds its letters, and what the state leaves."""
        bound = self._bound.get((section, env))
        if bound is None:
            bound = self._bound[section, env] = self._binding(section, view, env)
        return section, *bound

    def _binding(
        self, section: Section, view: PublicView, env: Env
    ) -> tuple[LetterBinder, Sequence[Env]]:
        binder = section.binder(env)
        return binder, binder.fitting(view, env)

    def candidates(
        self, section: Section, view: PublicView, env: Env, cache: ConditionCache
    ) -> Iterator[Candidate]:
        """Yield the rules of a section in order, each with every way to bind its own letters."""
        rules = self._rules.get((section, env))
        if rules is None:
            rules = tuple(_rules_of(section, view, env))
            self._rules[section, env] = rules
        layer = section.layer
        for each in rules:
            for call, new in _instances(each, section, view, env):
                yield Candidate(each.rule, call, new, layer, view, cache)


def _rules_of(section: Section, view: PublicView, env: Env) -> Iterator[_RuleInState]:
    for rule in section.rules:
        binder = section.rule_binder(rule, env)
        bindings = binder.fitting(view, env)
        if not rule.call.by_state:
            yield _RuleInState(rule, None, bindings, binder)
            continue
        instances = section.instances(rule, view, env, bindings)
        if instances:
            yield _RuleInState(rule, instances, bindings, binder)


def _instances(
    each: _RuleInState, section: Section, view: PublicView, env: Env
) -> Sequence[Instance]:
    """Return the legal calls of a rule in a position, each with its letters, in order."""
    binder = each.binder
    if each.instances is None:
        bindings = binder.satisfying(view, each.bindings)
        return section.instances(each.rule, view, env, bindings)
    if binder.settled:
        return each.instances
    return [pair for pair in each.instances if binder.holds(view, pair[1])]

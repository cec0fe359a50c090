"""A section as compiled, ready to be asked in any position; its keys are declared here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeAlias

from dowager.auction import Call
from dowager.errors import Span
from dowager.language.compile.conditions import PublicCondition
from dowager.language.compile.letter_binder import LetterBinder
from dowager.language.compile.rule import Rule
from dowager.language.text.keys import (
    ABOUT,
    SOURCE,
    Judgement,
    KeyKind,
    Layer,
    Order,
    Role,
    key,
    keys_of,
)
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env, bound_slots

_Binders: TypeAlias = dict[frozenset[int], LetterBinder]
_RuleBinders: TypeAlias = dict[tuple[int, frozenset[int]], LetterBinder]
Instance: TypeAlias = tuple[Call, Env]
"""A call of a rule, with the letters that give it."""


@dataclass(slots=True, eq=False)
class Section:
    """A section. The fields from `name` to `rules` hold what its keys say.

    Attributes:
        number: its index in the order of loading.
        span: where it stands.
        general: whether it has no `after`, and public conditions alone decide where it applies.
        conditions: all public conditions under which it applies.
        rank: what orders sections: the layer first, then the number.
    """

    number: int
    span: Span
    general: bool
    name: str = key(KeyKind.WORDS, Role.WORDS, "What the section is about.")
    source: str = key(SOURCE.kind, Role.WORDS, SOURCE.about)
    about: str = key(ABOUT.kind, Role.WORDS, ABOUT.about)
    after: tuple[ex.Steps, ...] = key(
        KeyKind.PATTERNS, Role.CALL, "An auction pattern, or a list: `1M (2x)`, `start`."
    )
    when: tuple[PublicCondition, ...] = key(
        KeyKind.CONDITIONS, Role.CALL, "A condition that everybody at the table can check."
    )
    seat: tuple[PublicCondition, ...] = key(
        KeyKind.SEAT,
        Role.CALL,
        "Your seat, counted from the dealer: 1 to 4, or a range `1..2`.",
    )
    vul: tuple[PublicCondition, ...] = key(
        KeyKind.VULNERABLE, Role.CALL, "The vulnerability, or a list of them."
    )
    layer: Layer = key(
        KeyKind.LAYER,
        Role.CALL,
        "The layer; layers are tried in order. Without it, the layer of the file.",
    )
    closed: bool = key(
        KeyKind.FLAG, Role.CALL, "Whether nothing further down applies where this section does."
    )
    alternatives: bool = key(
        KeyKind.FLAG,
        Role.CALL,
        "Whether no hand is meant to fit two rules for different calls.",
    )
    judge: Judgement = key(
        KeyKind.JUDGEMENT,
        Role.CALL,
        "How far judgement may leave these rules; without it, as the file says, or `near`.",
    )
    rules: tuple[Rule, ...] = key(
        KeyKind.RULES,
        Role.HAND,
        "The rules, in the order in which they are tried.",
        required=True,
    )
    conditions: tuple[PublicCondition, ...] = field(init=False)
    rank: tuple[Layer, int] = field(init=False)
    _binders: _Binders = field(init=False, repr=False, default_factory=dict)
    _rule_binders: _RuleBinders = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.conditions = (*self.when, *self.seat, *self.vul)
        self.rank = self.layer, self.number

    @property
    def location(self) -> str:
        """`file:line`."""
        return self.span.location

    def binder(self, env: Env) -> LetterBinder:
        """Return what binds the section's letters after a pattern has bound some."""
        bound = bound_slots(env)
        binder = self._binders.get(bound)
        if binder is None:
            wanted = frozenset().union(*(each.letters for each in self.conditions))
            binder = self._binders[bound] = LetterBinder(bound, wanted, self.conditions)
        return binder

    def rule_binder(self, rule: Rule, env: Env) -> LetterBinder:
        """Return what binds a rule's letters after the section has bound its own."""
        number = (rule.number, bound_slots(env))
        binder = self._rule_binders.get(number)
        if binder is None:
            binder = self._rule_binders[number] = LetterBinder(number[1], rule.letters, rule.when)
        return binder

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the letters with which the section applies; empty when it does not."""
        return self.binder(env).bind(view, env)

    def instances(
        self, rule: Rule, view: PublicView, env: Env, bindings: Sequence[Env]
    ) -> list[Instance]:
        """Return the legal calls of a rule for some bindings of its letters, in the rule's order.

        Args:
            rule: the rule.
            view: the position.
            env: the letters that the section has bound.
            bindings: those that the rule has bound besides.
        """
        calls = [(rule.call(view, new), new) for new in bindings]
        instances = [(call, new) for call, new in calls if call is not None]
        if len(instances) > 1 and not rule.letters <= bound_slots(env):
            instances.sort(key=itemgetter(0), reverse=rule.order is Order.DOWN)
        return instances


SECTION_KEYS = keys_of(Section)
"""The keys of sections."""

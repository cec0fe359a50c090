"""A section as compiled, ready to be asked in any position; its keys are declared here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from dowager.auction import Call
from dowager.errors import Span
from dowager.language.compile.conditions import PublicCondition
from dowager.language.compile.letter_binder import LetterBinder
from dowager.language.compile.rule import Candidate, ConditionCache, Rule
from dowager.language.text.keys import ABOUT, SOURCE, KeyKind, Layer, Order, Role, key, keys_of
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import UNBOUND, Env, bound_slots

_Binders: TypeAlias = dict[frozenset[int], LetterBinder]
_RuleBinders: TypeAlias = dict[tuple[int, frozenset[int]], tuple[LetterBinder, bool]]


@dataclass(slots=True, eq=False)
class Section:
    """A section. The fields from `name` to `rules` hold what its keys say.

    Attributes:
        number: its index in the order of loading.
        span: where it stands.
        general: whether it has no `after`, and public conditions alone decide where it applies.
        conditions: all public conditions under which it applies.
        by_state: of a general section, those that the state of the auction decides, without letters.
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
    rules: tuple[Rule, ...] = key(
        KeyKind.RULES,
        Role.HAND,
        "The rules, in the order in which they are tried.",
        required=True,
    )
    conditions: tuple[PublicCondition, ...] = field(init=False)
    by_state: tuple[PublicCondition, ...] = field(init=False)
    rank: tuple[Layer, int] = field(init=False)
    _bound_by: tuple[PublicCondition, ...] = field(init=False, repr=False)
    _binders: _Binders = field(init=False, repr=False, default_factory=dict)
    _rule_binders: _RuleBinders = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.conditions = (*self.when, *self.seat, *self.vul)
        self.by_state, self._bound_by = self._parted() if self.general else ((), self.conditions)
        self.rank = self.layer, self.number

    def _parted(self) -> tuple[tuple[PublicCondition, ...], tuple[PublicCondition, ...]]:
        """Return the conditions that the state of the auction decides, and the others."""
        parts = [condition.parted() for condition in self.conditions]
        fixed = tuple(part for decided, _ in parts for part in decided)
        return fixed, tuple(part for _, rest in parts for part in rest)

    @property
    def location(self) -> str:
        """`file:line`."""
        return self.span.location

    def fits_state(self, view: PublicView) -> bool:
        """Whether the conditions hold that the state of the auction decides."""
        return all(condition.test(view, UNBOUND) for condition in self.by_state)

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the letters with which the section applies; empty when it does not."""
        return self.bind_fitting(view, env) if self.fits_state(view) else ()

    def bind_fitting(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return what `bind` returns, for views of which `fits_state` is known to hold."""
        bound = bound_slots(env)
        binder = self._binders.get(bound)
        if binder is None:
            wanted = frozenset().union(*(each.letters for each in self._bound_by))
            binder = self._binders[bound] = LetterBinder(bound, wanted, self._bound_by)
        return binder.bind(view, env)

    def candidates(self, view: PublicView, env: Env, cache: ConditionCache) -> Iterator[Candidate]:
        """Yield the section's rules in order, each with every way to bind its own letters."""
        bound = bound_slots(env)
        for rule in self.rules:
            for call, new in self._instances(rule, bound, view, env):
                yield Candidate(rule, call, new, self.layer, view, cache)

    def _instances(
        self, rule: Rule, bound: frozenset[int], view: PublicView, env: Env
    ) -> list[tuple[Call, Env]]:
        """Return the legal calls of a rule, each with its letters, in the rule's order."""
        binder, free = self._rule_binder(rule, bound)
        instances: list[tuple[Call, Env]] = []
        for new in binder.bind(view, env):
            call = rule.call(view, new)
            if call is not None:
                instances.append((call, new))
        if free and len(instances) > 1:
            instances.sort(key=lambda pair: pair[0], reverse=rule.order is Order.DOWN)
        return instances

    def _rule_binder(self, rule: Rule, bound: frozenset[int]) -> tuple[LetterBinder, bool]:
        """Return what binds a rule's letters, and whether it has any that are free."""
        number = (rule.number, bound)
        binder = self._rule_binders.get(number)
        if binder is None:
            free = not rule.letters <= bound
            binder = self._rule_binders[number] = LetterBinder(bound, rule.letters, rule.when), free
        return binder


SECTION_KEYS = keys_of(Section)
"""The keys of sections."""

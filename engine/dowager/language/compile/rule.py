"""A rule as compiled, and a rule in one position; the keys of rules are declared here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dowager.auction import Call
from dowager.errors import Span
from dowager.language.compile.calls import RuleCall
from dowager.language.compile.comparisons import Constants
from dowager.language.compile.conditions import (
    Condition,
    ConditionPart,
    HandCondition,
    PublicCondition,
)
from dowager.language.compile.suits import asked_in_words, suit_of
from dowager.language.text.keys import (
    ABOUT,
    SOURCE,
    Force,
    Judgement,
    KeyKind,
    Layer,
    Order,
    Role,
    content,
    key,
    keys_of,
)
from dowager.language.tree import Asked
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule. The fields from `call` on hold what its keys say.

    A new key is a field here; the reader goes by its kind, and digests, `dowager diff`, the schema
    and the book by its role.

    Attributes:
        number: its index in the order of loading.
        span: where it stands.
        written: its call, as written.
        letters: the slots of all its suit letters.
        asks_span: where it says what the call asks; where it stands, if it asks nothing.
        place: `file:line`; `file:line:column` of the call, if it is one of a list, which makes
            rules that stand in one place.
    """

    number: int
    span: Span
    written: str
    letters: frozenset[int]
    asks_span: Span
    place: str
    call: RuleCall = key(
        KeyKind.CALL,
        Role.CALL,
        "The call: 1NT, 2M, P, X, cheapest(x), jump(x), game(x) ...",
        required=True,
    )
    hand: HandCondition = key(
        KeyKind.CONDITION, Role.HAND, "The condition on your hand; without it, every hand."
    )
    when: tuple[PublicCondition, ...] = key(
        KeyKind.CONDITIONS, Role.CALL, "A public condition for this rule alone."
    )
    name: str = key(KeyKind.WORDS, Role.WORDS, "The usual name: limit raise, splinter.")
    forcing: Force = key(
        KeyKind.FORCE,
        Role.SAID,
        "Whether the call forces partner, promises a rebid or signs off; else `no`.",
    )
    artificial: bool = key(
        KeyKind.FLAG, Role.SAID, "Whether the call does not show the strain that it names."
    )
    to_play: bool = key(
        KeyKind.FLAG,
        Role.SAID,
        "Of a pass: it is meant, though partner's call forces or is artificial.",
    )
    alert: str | bool = key(
        KeyKind.ALERT, Role.SAID, "The words of the alert; true: the rule's own words."
    )
    means: str = key(
        KeyKind.WORDS,
        Role.SAID,
        "What the call shows, in words for people, where those made of `hand` are clumsy.",
    )
    shows: tuple[ex.SuitRef, ...] = key(
        KeyKind.SUITS, Role.SAID, "The suits that an artificial call shows."
    )
    agrees: ex.SuitRef | None = key(
        KeyKind.SUIT, Role.SAID, "The suit that the call agrees as trumps."
    )
    asks: Asked | None = key(
        KeyKind.ASKED,
        Role.SAID,
        "What the call asks for, such as aces or lead(H): later rules say `when: asked(aces)`.",
    )
    order: Order = key(
        KeyKind.ORDER, Role.CALL, "The order in which free suit letters are tried: up or down."
    )
    judge: Judgement = key(
        KeyKind.JUDGEMENT,
        Role.SAID,
        "`no`: a hand that the rule fits makes the call, and others only if a rule fits them.",
    )
    tags: frozenset[str] = key(
        KeyKind.WORD_LIST,
        Role.SAID,
        "Words for later sections to look for: `partner.tagged(transfer)`.",
    )
    about: str = key(ABOUT.kind, Role.WORDS, ABOUT.about)
    source: str = key(SOURCE.kind, Role.WORDS, SOURCE.about)

    @property
    def location(self) -> str:
        """`file:line`, as the line interfaces print it."""
        return self.span.location

    @property
    def places(self) -> tuple[str, str]:
        """How findings may name it: its place and its location, mostly the same."""
        return self.place, self.location

    @property
    def judged(self) -> bool:
        """Whether judgement may prefer the rule's call to another one, or another one to it."""
        return self.judge is not Judgement.NO


RULE_KEYS = keys_of(Rule)
"""The keys of rules."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A rule in a position: its call, its letters and its layer, and its condition there.

    Attributes:
        reached: what others worked out of the condition's parts, one after the other.
    """

    rule: Rule
    call: Call
    env: Env
    layer: Layer
    view: PublicView = field(repr=False)
    cache: ConditionCache = field(repr=False)
    reached: object = field(default=None, repr=False)
    _condition: Condition | None = field(default=None, repr=False)

    @property
    def condition(self) -> Condition:
        """The whole condition; its public parts are worked out when it is first asked for."""
        if self._condition is None:
            self._condition = self.cache.get(self.rule, self.env, self.view)
        return self._condition

    def parts(self) -> Iterator[Condition]:
        """Return the conditions that must all hold, each worked out when it is asked for."""
        return _conditions(self.rule.hand.parts, self.view, self.env)

    def with_rule(self, rule: Rule) -> Candidate:
        """Return the candidate that another rule would be here, with the same call and letters."""
        return Candidate(rule, self.call, self.env, self.layer, self.view, ConditionCache(1))

    def said(self) -> dict[str, object]:
        """Return what the rule says of its call besides the hand, by key; its suits as numbers."""
        return {name: self._bound(what) for name, what in content(self.rule, Role.SAID).items()}

    def _bound(self, what: Any) -> object:
        if isinstance(what, tuple):
            return tuple(self._bound(part) for part in what)
        if isinstance(what, Asked):
            return asked_in_words(what, self.env)
        return suit_of(what)(self.env) if isinstance(what, ex.SuitRef) else what


def _conditions(parts: Sequence[ConditionPart], view: PublicView, env: Env) -> Iterator[Condition]:
    """Yield what `Candidate.parts` promises; what keeps it does not keep the candidate alive."""
    for part in parts:
        yield part.condition(view, env)


class ConditionCache:
    """The conditions of a system's rules, by letters and public constants; the oldest are dropped.

    Args:
        limit: how many are kept.
    """

    def __init__(self, limit: int = 4000) -> None:
        self._limit = limit
        self._kept: OrderedDict[tuple[int, tuple[int, ...], Constants], Condition] = OrderedDict()

    def get(self, rule: Rule, env: Env, view: PublicView) -> Condition:
        """Return the condition of a rule in a position, building it when it is new."""
        constants = rule.hand.constants(view, env)
        letters = tuple([env[slot] for slot in rule.hand.letters])
        key = (rule.number, letters, constants)
        condition = self._kept.get(key)
        if condition is None:
            condition = self._kept[key] = Condition(rule.hand.build(env, constants))
            if len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return condition

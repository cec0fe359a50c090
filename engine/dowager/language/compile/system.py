"""Owns the compiled system: layers, sections and rules, ready to be asked at any position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from dowager.auction import Call
from dowager.errors import Span
from dowager.language.compile.carding import Carding
from dowager.language.compile.comparisons import Constants, PublicTest, check_factors
from dowager.language.compile.public_answers import CallOf, call_of
from dowager.language.compile.specialise import HandCondition, public_test
from dowager.language.text.keys import Force as Force
from dowager.language.text.keys import Layer as Layer
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import Bool
from dowager.language.tree.pattern_tree import PatternTree, suits_for
from dowager.language.tree.public_words import PublicView

Env: TypeAlias = ex.Env


@lru_cache(maxsize=65536)
def assignments(env: Env, places: tuple[int, ...]) -> tuple[Env, ...]:
    """Return every way to bind more letters; different letters are different suits."""
    found = [env]
    for place in places:
        found = [
            (*bound[:place], suit, *bound[place + 1 :])
            for bound in found
            for suit in suits_for(place)
            if suit not in bound
        ]
    return tuple(found)


@lru_cache(maxsize=4096)
def bound_places(env: Env) -> frozenset[int]:
    """Return the places of the letters that are bound."""
    return frozenset([place for place, suit in enumerate(env) if suit >= 0])


class PublicPart:
    """A public condition and the letters that it needs; compiled when it is first asked for."""

    __slots__ = ("_test", "_written", "letters")

    def __init__(self, written: ex.TruthExpr) -> None:
        """Take a public condition.

        Raises:
            Wrong: it can never be compiled.
        """
        check_factors(written)
        self._written = written
        self._test: PublicTest | None = None
        self.letters = ex.letters_of(written)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what a copy or a kept system needs: nothing that is compiled."""
        return None, {"letters": self.letters, "_written": self._written, "_test": None}

    @property
    def written(self) -> ex.TruthExpr:
        """The condition as written, definitions replaced."""
        return self._written

    @property
    def test(self) -> PublicTest:
        """The condition as a function of the view and the bound letters."""
        if self._test is None:
            self._test = public_test(self._written)
        return self._test


class CallPart:
    """The call of a rule and the letters that it needs; compiled when it is first asked for."""

    __slots__ = ("_call", "_written", "letters")

    def __init__(self, written: ex.CallExpr) -> None:
        self._written = written
        self._call: CallOf | None = None
        self.letters = ex.letters_of(written)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what a copy or a kept system needs: nothing that is compiled."""
        return None, {"letters": self.letters, "_written": self._written, "_call": None}

    @property
    def written(self) -> ex.CallExpr:
        """The call as written, definitions replaced."""
        return self._written

    def __call__(self, view: PublicView, env: Env) -> Call | None:
        """Return the call, or None when the position has no such legal call."""
        if self._call is None:
            self._call = call_of(self._written)
        return self._call(view, env)


class Binder:
    """Binds the letters that are still free, dropping what a public condition rules out early."""

    __slots__ = ("_first", "_stages")

    def __init__(
        self, bound: frozenset[int], wanted: frozenset[int], parts: Sequence[PublicPart]
    ) -> None:
        self._first = tuple(part.test for part in parts if part.letters <= bound)
        rest = [part for part in parts if not part.letters <= bound]
        stages: list[tuple[tuple[int, ...], tuple[PublicTest, ...]]] = []
        known = set(bound)
        for part in sorted(rest, key=lambda p: len(p.letters)):
            new = tuple(sorted(part.letters - known))
            known |= part.letters
            stages.append((new, (part.test,)))
        left = tuple(sorted(wanted - known))
        if left:
            stages.append((left, ()))
        self._stages = tuple(stages)

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the bindings that satisfy every condition."""
        for test in self._first:
            if not test(view, env):
                return ()
        found: Sequence[Env] = (env,)
        for places, tests in self._stages:
            if places:
                found = [new for old in found for new in assignments(old, places)]
            found = [new for new in found if all(test(view, new) for test in tests)]
            if not found:
                return ()
        return found


@dataclass(slots=True, eq=False)
class Condition:
    """The condition of one rule in one position: its node, and what others worked out from it."""

    node: Bool
    masks: object = field(default=None, repr=False)  # integers of thousands of digits


class ConditionCache:
    """Keeps the conditions of a system by rule, letters and public constants; bounded."""

    def __init__(self, limit: int = 12000) -> None:
        self._limit = limit
        self._found: OrderedDict[tuple[int, tuple[int, ...], Constants], Condition] = OrderedDict()

    def get(self, rule: Rule, env: Env, constants: Constants) -> Condition:
        """Return the condition of a rule for bound letters, building it when it is new."""
        key = (rule.number, tuple([env[place] for place in rule.condition.letters]), constants)
        condition = self._found.get(key)
        if condition is None:
            condition = Condition(rule.condition.build(env, constants))
            self._found[key] = condition
            if len(self._found) > self._limit:
                self._found.popitem(last=False)
        return condition


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule as compiled. `number` is its place in the system's order of loading."""

    number: int
    span: Span
    name: str
    written: str
    call: CallPart
    condition: HandCondition
    letters: frozenset[int]
    parts: tuple[PublicPart, ...]
    force: Force
    artificial: bool
    to_play: bool
    alert: str | bool
    shows: tuple[ex.SuitRef, ...]
    agrees: ex.SuitRef | None
    asks: str
    tags: frozenset[str]
    descending: bool
    source: str
    about: str

    @property
    def place(self) -> str:
        """`file:line`, as the line interfaces print it."""
        return f"{self.span.file}:{self.span.line}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule in a position: its call, its letters and its condition there."""

    rule: Rule
    call: Call
    env: Env
    condition: Condition


@dataclass(slots=True, eq=False)
class Section:
    """A section as compiled.

    Attributes:
        rank: what orders sections: layer first, then place.
        parts: the public conditions under which it applies.
        closed: whether nothing further down applies where it does.
        alternatives: whether its rules are meant to be alternatives.
        after: the auction patterns, each one step a call; empty when `parts` alone decide.
    """

    rank: tuple[int, int]
    span: Span
    name: str
    source: str
    parts: tuple[PublicPart, ...]
    closed: bool
    alternatives: bool
    after: tuple[tuple[ex.CallPattern, ...], ...]
    rules: tuple[Rule, ...]
    _binders: dict[frozenset[int], Binder] = field(default_factory=dict)
    _rule_binders: dict[tuple[int, frozenset[int]], tuple[Binder, tuple[int, ...]]] = field(
        default_factory=dict
    )

    def bind(self, view: PublicView, env: Env) -> Sequence[Env]:
        """Return the letters with which the section applies; empty when it does not."""
        bound = bound_places(env)
        binder = self._binders.get(bound)
        if binder is None:
            wanted = frozenset().union(*(part.letters for part in self.parts))
            binder = self._binders[bound] = Binder(bound, wanted, self.parts)
        return binder.bind(view, env)

    def candidates(self, view: PublicView, env: Env, cache: ConditionCache) -> Iterator[Candidate]:
        """Yield the section's rules in order, each with every way to bind its own letters."""
        bound = bound_places(env)
        for rule in self.rules:
            yield from self._instances(rule, bound, view, env, cache)

    def _instances(
        self, rule: Rule, bound: frozenset[int], view: PublicView, env: Env, cache: ConditionCache
    ) -> Iterator[Candidate]:
        key = (rule.number, bound)
        found = self._rule_binders.get(key)
        if found is None:
            free = tuple(sorted(rule.letters - bound))
            found = self._rule_binders[key] = (Binder(bound, rule.letters, rule.parts), free)
        binder, free = found
        instances: list[tuple[Call, Env]] = []
        for new in binder.bind(view, env):
            call = rule.call(view, new)
            if call is not None:
                instances.append((call, new))
        if free and len(instances) > 1:
            instances.sort(key=lambda pair: pair[0], reverse=rule.descending)
        for call, new in instances:
            constants = rule.condition.constants(view, new)
            yield Candidate(rule, call, new, cache.get(rule, new, constants))


_RANK = attrgetter("rank")
_NO_LETTERS = (ex.UNBOUND,)


@dataclass(slots=True, eq=False)
class System:
    """A bidding system, compiled.

    Attributes:
        name: its name, the folder under `systems/`.
        title: its name for people.
        source: the book or booklet.
        sections: every section, by rank.
        patterns: the sections that have an auction pattern, to be matched call by call.
        general: the sections that depend on public conditions alone, by rank.
        rules: every rule, by number.
        files: the files it was read from.
        default_file: the file of the system that explains calls for which this one has no rule.
        carding: leads and signals; None when the system says nothing of them.
    """

    name: str
    title: str
    source: str
    sections: tuple[Section, ...]
    patterns: PatternTree[Section]
    general: tuple[Section, ...]
    rules: tuple[Rule, ...]
    files: tuple[str, ...]
    default_file: Path | None
    carding: Carding | None = None
    cache: ConditionCache = field(default_factory=ConditionCache)
    _load_default: Callable[[], System] | None = None
    _default: System | None = None

    def set_default(self, load: Callable[[], System]) -> None:
        """Say how to load the system that explains calls for which this one has no rule."""
        self._load_default = load

    @property
    def default(self) -> System | None:
        """The system that explains calls this one has no rule for; loaded when first asked."""
        if self._default is None and self._load_default is not None:
            self._default = self._load_default()
        return self._default

    def candidates(
        self, view: PublicView, matched: Sequence[tuple[PatternTree[Section], Env]]
    ) -> Iterator[Candidate]:
        """Yield the rules that apply in a position, in the order in which they are tried.

        Args:
            view: what everybody knows.
            matched: the nodes of `patterns` that the auction so far leads to.
        """
        envs: dict[Section, list[Env]] = {}
        for node, env in matched:
            for section in node.found:
                envs.setdefault(section, []).append(env)
        # Both lists are sorted already or nearly so: sorting them together is quick.
        sections = sorted([*envs, *self.general], key=_RANK)
        closed_at: tuple[int, int] | None = None
        for section in sections:
            if closed_at is not None and section.rank > closed_at:
                return
            for env in envs.get(section, _NO_LETTERS):
                for bound in section.bind(view, env):
                    if section.closed:
                        closed_at = section.rank
                    yield from section.candidates(view, bound, self.cache)

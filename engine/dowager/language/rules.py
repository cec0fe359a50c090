"""Owns reading one rule: from its YAML to a compiled `Rule`."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.errors import Fault, Span
from dowager.language import expression as ex
from dowager.language.calls import raw_argument, read_call, read_strain
from dowager.language.definitions import Definitions
from dowager.language.grammar import closest, read_truth
from dowager.language.modules import check_keys, texts
from dowager.language.source import Entries, Items, Text, Value
from dowager.language.specialise import HandCondition, call_of, public_test, suit_of
from dowager.language.system import Force, PublicPart, Rule

_RULE_KEYS = (
    "call", "hand", "when", "name", "forcing", "artificial", "alert", "shows", "agrees", "asks",
    "tags", "order", "source", "about",
)  # fmt: skip
_FORCES = {force.word: force for force in Force} | {"false": Force.NO}


def public_parts(conditions: Sequence[ex.TruthExpr]) -> tuple[PublicPart, ...]:
    """Split public conditions at `and`, and compile each part."""
    flat = [part for condition in conditions for part in _conjuncts(condition)]
    return tuple(PublicPart(public_test(part), ex.letters_of(part)) for part in flat)


def _conjuncts(condition: ex.TruthExpr) -> list[ex.TruthExpr]:
    if isinstance(condition, ex.AllOf):
        return [part for arg in condition.args for part in _conjuncts(arg)]
    return [] if condition == ex.Literal(True) else [condition]


class RuleReader:
    """Reads the rules of sections, numbering them as they come."""

    def __init__(self, definitions: Definitions, faults: list[Fault]) -> None:
        self._definitions = definitions
        self._faults = faults
        self.rules: list[Rule] = []

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def read(self, section: Entries, source: str) -> tuple[Rule, ...]:
        """Read the rules of a section; the same rule twice is a fault."""
        value = section.get("rules")
        if not isinstance(value, Items):
            span = section.span if value is None else value.span
            self._fault(span, "a section needs `rules:`, a list of rules each with a `call`")
            return ()
        found: list[Rule] = []
        seen: dict[tuple[str, str, str], int] = {}
        for item in value.items:
            if not isinstance(item, Entries):
                self._fault(item.span, "a rule is a mapping with a `call`: {call: 2C, hand: ...}")
                continue
            self._note_twice(item, seen)
            rule = self._rule(item, source)
            self.rules.append(rule)
            found.append(rule)
        return tuple(found)

    def _note_twice(self, item: Entries, seen: dict[tuple[str, str, str], int]) -> None:
        key = (_plain(item, "call"), _plain(item, "hand"), _plain(item, "when"))
        if key in seen:
            self._fault(item.span, f"the same rule stands on line {seen[key]}; remove one")
        seen[key] = item.span.line

    def public_condition(self, text: Text) -> ex.TruthExpr:
        """Read a condition that may ask nothing of one's own hand."""
        written = read_truth(text.text, text.span, raw_argument, self._faults)
        condition = self._definitions.truth(written, text.span)
        if ex.is_public(condition):
            return condition
        self._fault(text.span, "`when` may only ask what everybody knows; move this into `hand`")
        return ex.Literal(True)

    def _rule(self, item: Entries, source: str) -> Rule:
        check_keys(item, _RULE_KEYS, self._faults)
        call = self._call(item)
        hand, when = self._conditions(item)
        shows = self._strains(item, "shows")
        agrees = self._strains(item, "agrees")
        condition = HandCondition(hand)
        return Rule(
            number=len(self.rules),
            span=item.span,
            name=self._words(item, "name"),
            written=_plain(item, "call"),
            call=call_of(call),
            condition=condition,
            letters=ex.letters_of(call, hand, *when, *shows, *agrees),
            parts=public_parts(when),
            force=self._force(item),
            artificial=self._flag(item, "artificial"),
            alert=self._alert(item),
            shows=tuple(suit_of(strain) for strain in shows),
            agrees=suit_of(agrees[0]) if agrees else None,
            asks=self._words(item, "asks"),
            tags=frozenset(text.text for text in texts(item.get("tags"), "tags", self._faults)),
            descending=self._descending(item),
            source=self._words(item, "source") or source,
            about=self._words(item, "about"),
        )

    def _call(self, item: Entries) -> ex.CallExpr:
        value = item.get("call")
        if isinstance(value, Text):
            return read_call(value.text, value.span, self._faults)
        span = item.span if value is None else value.span
        self._fault(span, "a rule needs `call:`, such as 1NT, 2M, P, X or cheapest(x)")
        return ex.FixedCall(0)

    def _conditions(self, item: Entries) -> tuple[ex.TruthExpr, list[ex.TruthExpr]]:
        """Return the condition on the hand, and the public ones; public conjuncts are moved."""
        when = [
            self.public_condition(text) for text in texts(item.get("when"), "when", self._faults)
        ]
        value = item.get("hand")
        if value is None:
            return ex.Literal(True), when
        if not isinstance(value, Text):
            self._fault(value.span, "`hand` takes one condition in words")
            return ex.Literal(True), when
        written = read_truth(value.text, value.span, raw_argument, self._faults)
        parts = _conjuncts(self._definitions.truth(written, value.span))
        when.extend(part for part in parts if ex.is_public(part))
        own = tuple(part for part in parts if not ex.is_public(part))
        return (ex.AllOf(own) if own else ex.Literal(True)), when

    def _strains(self, item: Entries, key: str) -> list[ex.SuitRef]:
        return [
            read_strain(text.text, text.span, self._faults)
            for text in texts(item.get(key), key, self._faults)
        ]

    def _force(self, item: Entries) -> Force:
        word = self._words(item, "forcing") or "no"
        if word not in _FORCES:
            value = item.get("forcing")
            assert value is not None
            self._fault(
                value.span,
                f"no force {word!r}{closest(word, _FORCES)}; write no, round, game or signoff",
            )
        return _FORCES.get(word, Force.NO)

    def _descending(self, item: Entries) -> bool:
        word = self._words(item, "order") or "up"
        if word not in ("up", "down"):
            value = item.get("order")
            assert value is not None
            self._fault(value.span, f"no order {word!r}; write up or down")
        return word == "down"

    def _alert(self, item: Entries) -> str | bool:
        words = self._words(item, "alert")
        return words == "true" if words in ("", "true", "false") else words

    def _flag(self, item: Entries, key: str) -> bool:
        word = self._words(item, key) or "false"
        if word not in ("true", "false"):
            value = item.get(key)
            assert value is not None
            self._fault(value.span, f"`{key}` takes true or false")
        return word == "true"

    def _words(self, item: Entries, key: str) -> str:
        value: Value | None = item.get(key)
        if value is None:
            return ""
        if isinstance(value, Text):
            return " ".join(value.text.split())
        self._fault(value.span, f"`{key}` takes words, not a list or a mapping")
        return ""


def _plain(item: Entries, key: str) -> str:
    value = item.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""

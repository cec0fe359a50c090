"""Owns reading one rule: from its YAML to a compiled `Rule`."""

from __future__ import annotations

import re

from dowager.auction import Call
from dowager.errors import Fault, Span
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.specialise import HandCondition
from dowager.language.compile.system import CallPart, PublicPart, Rule
from dowager.language.text.call_grammar import raw_argument, read_call, read_suit
from dowager.language.text.entries import check_keys, flag, texts, words
from dowager.language.text.grammar import read_truth
from dowager.language.text.keys import ORDERS, RULE_KEYS, Force
from dowager.language.text.tokens import guarded
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value
from dowager.language.tree import expression as ex

_FORCES = {force.word: force for force in Force} | {"false": Force.NO}
_ONE_WORD = re.compile(r"[A-Za-z_]\w*$", re.ASCII)
_PASS = ex.FixedCall(int(Call.PASS))
_EVERY_HAND = HandCondition(ex.Literal(True))


def _conjuncts(condition: ex.TruthExpr) -> list[ex.TruthExpr]:
    if isinstance(condition, ex.AllOf):
        return [part for arg in condition.args for part in _conjuncts(arg)]
    return [] if condition == ex.Literal(True) else [condition]


def _public_parts(parts: list[ex.TruthExpr]) -> tuple[PublicPart, ...]:
    return tuple([PublicPart(part) for part in parts])


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
            rule = self._rule(item, source)
            self._note_twice(item, seen)
            self.rules.append(rule)
            found.append(rule)
        return tuple(found)

    def _note_twice(self, item: Entries, seen: dict[tuple[str, str, str], int]) -> None:
        key = (_plain(item, "call"), _plain(item, "hand"), _plain(item, "when"))
        if key in seen:
            self._fault(item.span, f"the same rule stands on line {seen[key]}; remove one")
        seen[key] = item.span.line

    def public(self, entries: Entries, key: str) -> tuple[PublicPart, ...]:
        """Read conditions that may ask nothing of one's own hand, cut at `and`."""
        return tuple(
            part
            for text in texts(entries.get(key), key, self._faults)
            for part in self.public_parts(text)
        )

    def public_parts(self, text: Text) -> tuple[PublicPart, ...]:
        """Read one condition that may ask nothing of one's own hand, cut at `and`."""
        written = read_truth(text, raw_argument, self._faults)
        condition = self._definitions.truth(written, text)
        if not ex.is_public(condition):
            self._fault(
                text.span, "`when` may only ask what everybody knows; move this into `hand`"
            )
            return ()
        parts = _conjuncts(condition)
        return guarded(lambda: _public_parts(parts), (), text.at, self._faults)

    def _rule(self, item: Entries, source: str) -> Rule:
        check_keys(item, RULE_KEYS, self._faults)
        call = CallPart(self._call(item))
        condition, public = self._conditions(item)
        when = (*self.public(item, "when"), *public)
        shows = [read_suit(text, self._faults) for text in self._texts(item, "shows")]
        agrees = self._agrees(item)
        bound = call.letters | ex.letters_of(*shows, *((agrees,) if agrees else ()))
        return Rule(
            number=len(self.rules),
            span=item.span,
            name=words(item, "name", self._faults),
            written=_plain(item, "call"),
            call=call,
            condition=condition,
            letters=bound.union(condition.letters, *(part.letters for part in when)),
            parts=when,
            force=self._force(item),
            artificial=flag(item, "artificial", self._faults),
            to_play=self._to_play(item, call),
            alert=self._alert(item),
            shows=tuple(shows),
            agrees=agrees,
            asks=self._one_word(item.get("asks"), "asks"),
            tags=frozenset(self._one_word(text, "tags") for text in self._texts(item, "tags")),
            descending=self._descending(item),
            source=words(item, "source", self._faults) or source,
            about=words(item, "about", self._faults),
        )

    def _call(self, item: Entries) -> ex.CallExpr:
        value = item.get("call")
        if isinstance(value, Text):
            return self._definitions.call(read_call(value, self._faults), value)
        span = item.span if value is None else value.span
        self._fault(span, "a rule needs `call:`, such as 1NT, 2M, P, X or cheapest(x)")
        return ex.FixedCall(0)

    def _conditions(self, item: Entries) -> tuple[HandCondition, tuple[PublicPart, ...]]:
        """Return the condition on the hand; conjuncts of it that are public come apart."""
        value = item.get("hand")
        if value is None:
            return _EVERY_HAND, ()
        if not isinstance(value, Text):
            self._fault(value.span, "`hand` takes one condition in words")
            return _EVERY_HAND, ()
        written = read_truth(value, raw_argument, self._faults)
        parts = _conjuncts(self._definitions.truth(written, value))
        public = [part for part in parts if ex.is_public(part)]
        own = tuple([part for part in parts if part not in public] if public else parts)
        if not own:
            condition = _EVERY_HAND
        else:
            hand = own[0] if len(own) == 1 else ex.AllOf(own)
            condition = guarded(lambda: HandCondition(hand), _EVERY_HAND, value.at, self._faults)
        return condition, guarded(lambda: _public_parts(public), (), value.at, self._faults)

    def _texts(self, item: Entries, key: str) -> list[Text]:
        return texts(item.get(key), key, self._faults)

    def _agrees(self, item: Entries) -> ex.SuitRef | None:
        value = item.get("agrees")
        if value is None:
            return None
        if isinstance(value, Text):
            return read_suit(value, self._faults)
        self._fault(value.span, "`agrees` takes one suit")
        return None

    def _force(self, item: Entries) -> Force:
        word = words(item, "forcing", self._faults) or "no"
        if word not in _FORCES:
            self._fault(
                _span_of(item, "forcing"),
                f"no force {word!r}{closest(word, _FORCES)}; write no, round, game or signoff",
            )
        return _FORCES.get(word, Force.NO)

    def _to_play(self, item: Entries, call: CallPart) -> bool:
        wanted = flag(item, "to_play", self._faults)
        if wanted and call.written != _PASS:
            self._fault(_span_of(item, "to_play"), "`to_play` belongs to a pass")
        return wanted

    def _descending(self, item: Entries) -> bool:
        word = words(item, "order", self._faults) or ORDERS[0]
        if word not in ORDERS:
            self._fault(_span_of(item, "order"), f"no order {word!r}; write {' or '.join(ORDERS)}")
        return word == ORDERS[1]

    def _alert(self, item: Entries) -> str | bool:
        written = words(item, "alert", self._faults)
        return written == "true" if written in ("", "true", "false") else written

    def _one_word(self, value: Value | None, key: str) -> str:
        if value is None:
            return ""
        if isinstance(value, Text) and _ONE_WORD.match(value.text):
            return value.text
        self._fault(value.span, f"`{key}` takes single words, such as weak_two")
        return ""


def _span_of(item: Entries, key: str) -> Span:
    value = item.get(key)
    return item.span if value is None else value.span


def _plain(item: Entries, key: str) -> str:
    value = item.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""

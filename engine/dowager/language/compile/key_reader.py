"""Reading the keys of rules and sections, each by the kind of what it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, ClassVar, TypeVar

from dowager.auction import Call
from dowager.errors import Fault, Span
from dowager.language.compile.calls import RuleCall
from dowager.language.compile.conditions import HandCondition, PublicCondition
from dowager.language.compile.definitions import Definitions
from dowager.language.text.auction_patterns import read_pattern
from dowager.language.text.call_grammar import raw_argument, read_asked, read_call, read_suit
from dowager.language.text.entries import (
    check_keys,
    choice,
    flag,
    single_word,
    span_of,
    texts,
    words,
)
from dowager.language.text.grammar import read_truth
from dowager.language.text.keys import (
    VULNERABILITIES,
    Force,
    Judgement,
    KeyKind,
    Keys,
    Layer,
    Order,
)
from dowager.language.text.tokens import guarded
from dowager.language.text.yaml_values import Entries, Text, Value
from dowager.language.tree import Asked
from dowager.language.tree import expression as ex

_LAYERS = {layer.word: layer for layer in Layer}
_FORCES = {force.word: force for force in Force} | {"false": Force.NO}
_ORDERS = {order.word: order for order in Order}
_JUDGEMENTS = {each.word: each for each in Judgement} | {"false": Judgement.NO}
_SEATS = re.compile(r"([1-4])(?:\.\.([1-4]))?$")
_SPOKEN = ("name", "means")
"""Keys whose words are shown to people, so that they should be some."""
_TRUTHS = {"true": True, "True": True, "false": False, "False": False}
_NO_WORDS = ("yes", "no", "on", "off", "true", "false")
_A_NUMBER = re.compile(r"[-+]?[\d.]+$")
_EVERY_HAND = HandCondition(ex.Literal(True))
_NO_ENTRIES = Entries((), Span("", 1, 1))
_T = TypeVar("_T")


class KeyReader:
    """Reads what the keys of mappings hold; whatever is wrong becomes a fault.

    Args:
        keys: the keys; the one of kind `RULES` is not read here.
        definitions: the defined words.
        faults: where faults go.
        elsewhere: keys of another place, with what that is.
        gone: keys that are written as well, and are gone by now.
    """

    def __init__(
        self, keys: Keys, definitions: Definitions, faults: list[Fault],
        elsewhere: Mapping[str, str], gone: Keys,
    ) -> None:  # fmt: skip
        self._keys = keys
        self._elsewhere = {key: of for key, of in elsewhere.items() if key not in keys}
        self._gone = gone
        self._definitions = definitions
        self._faults = faults
        read = {name: key for name, key in keys.items() if key.kind is not KeyKind.RULES}
        self._readers = {name: self._READERS[key.kind] for name, key in read.items()}
        self._required = [name for name, key in read.items() if key.required]
        self._unsaid = {
            name: self._readers[name](self, _NO_ENTRIES, name)
            for name, key in read.items()
            if not key.required
        }

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def _values(self, entries: Entries) -> dict[str, Any]:
        """Return what a mapping says for each of the keys; most keys are not there."""
        check_keys(entries, self._keys, self._faults, self._elsewhere, self._gone)
        said: dict[str, Any] = dict(self._unsaid)
        for name in dict.fromkeys([*self._required, *(key.text for key, _ in entries)]):
            if name in self._readers:
                said[name] = self._readers[name](self, entries, name)
        return said

    # -- words and flags -------------------------------------------------------------------------

    def _words(self, entries: Entries, name: str) -> str:
        if name in _SPOKEN:
            self._check_words(entries.get(name), name, "leave the key away")
        return words(entries, name, self._faults)

    def _flag(self, entries: Entries, name: str) -> bool:
        return flag(entries, name, self._faults)

    def _alert(self, entries: Entries, name: str) -> str | bool:
        alert = words(entries, name, self._faults)
        if alert in _TRUTHS:
            return _TRUTHS[alert]
        right = "write true for the rule's own words, or false for none"
        self._check_words(entries.get(name), name, right)
        return alert or False

    def _check_words(self, value: Value | None, name: str, instead: str) -> None:
        """Note a fault if words for people are none: nothing at all, yes or no, or a number."""
        if not isinstance(value, Text):
            return
        said = value.text.strip()
        if value.null:
            self._fault(value.span, f"`{name}` is empty; {instead}")
        elif said.lower() in _NO_WORDS or _A_NUMBER.match(said):
            self._fault(value.span, f"`{name}` takes words, not {said!r}; {instead}")

    def _word_list(self, entries: Entries, name: str) -> frozenset[str]:
        written = self._texts(entries, name)
        return frozenset([single_word(text, name, self._faults) for text in written])

    def _asked(self, entries: Entries, name: str) -> Asked | None:
        value = entries.get(name)
        if value is None:
            return None
        if isinstance(value, Text):
            return read_asked(value, self._faults)
        self._fault(value.span, f"`{name}` takes one word, such as aces or lead(H)")
        return None

    def _force(self, entries: Entries, name: str) -> Force:
        return self._choice(entries, name, _FORCES, Force.NO)

    def _order(self, entries: Entries, name: str) -> Order:
        return self._choice(entries, name, _ORDERS, Order.UP)

    def _judgement(self, entries: Entries, name: str = "judge") -> Judgement | None:
        return choice(entries.get(name), name, _JUDGEMENTS, self._faults)

    def _layer(self, entries: Entries, name: str = "layer") -> Layer | None:
        return choice(entries.get(name), name, _LAYERS, self._faults)

    def _choice(self, entries: Entries, name: str, choices: dict[str, _T], default: _T) -> _T:
        """Return what a key's word stands for; the default without the key or without a word."""
        value = entries.get(name)
        if value is None or (isinstance(value, Text) and not value.text.strip()):
            return default
        chosen = choice(value, name, choices, self._faults)
        return default if chosen is None else chosen

    def _texts(self, entries: Entries, name: str) -> list[Text]:
        return texts(entries.get(name), name, self._faults)

    # -- calls, suits and patterns ---------------------------------------------------------------

    def _suit(self, entries: Entries, name: str) -> ex.SuitRef | None:
        value = entries.get(name)
        if value is None:
            return None
        if isinstance(value, Text):
            return read_suit(value, self._faults)
        self._fault(value.span, f"`{name}` takes one suit")
        return None

    def _suits(self, entries: Entries, name: str) -> tuple[ex.SuitRef, ...]:
        return tuple([read_suit(text, self._faults) for text in self._texts(entries, name)])

    def _call(self, entries: Entries, name: str) -> RuleCall:
        value = entries.get(name)
        if isinstance(value, Text):
            return RuleCall(self._definitions.call(read_call(value, self._faults), value))
        message = f"a rule needs `{name}:`, such as 1NT, 2M, P, X or cheapest(x)"
        self._fault(span_of(entries, name), message)
        return RuleCall(ex.FixedCall(int(Call.PASS)))

    def _patterns(self, entries: Entries, name: str) -> tuple[ex.Steps, ...]:
        return tuple([read_pattern(text, self._faults) for text in self._texts(entries, name)])

    # -- conditions ----------------------------------------------------------------------------

    def _hand(
        self, entries: Entries, name: str
    ) -> tuple[HandCondition, tuple[PublicCondition, ...]]:
        """Return the condition on the hand, and those of its conjuncts that everybody can check."""
        value = entries.get(name)
        if not isinstance(value, Text):
            if value is not None:
                self._fault(value.span, f"`{name}` takes one condition; join several with `and`")
            return _EVERY_HAND, ()
        written = read_truth(value, raw_argument, self._faults)
        parts = _conjuncts(self._definitions.truth(written, value))
        public = [part for part in parts if ex.is_public(part)]
        own = tuple([part for part in parts if part not in public]) if public else tuple(parts)
        return self._own(own, value), self._guarded_public(public, value)

    def _own(self, parts: tuple[ex.TruthExpr, ...], text: Text) -> HandCondition:
        if not parts:
            return _EVERY_HAND
        hand = parts[0] if len(parts) == 1 else ex.Conjunction(parts)
        return guarded(lambda: HandCondition(hand), _EVERY_HAND, text.at, self._faults)

    def _conditions(self, entries: Entries, name: str) -> tuple[PublicCondition, ...]:
        parts = [self._public(text, name) for text in self._texts(entries, name)]
        return tuple(chain.from_iterable(parts))

    def _public(self, text: Text, name: str) -> tuple[PublicCondition, ...]:
        """Read a condition that asks nothing of the caller's hand; each conjunct comes apart."""
        written = read_truth(text, raw_argument, self._faults)
        condition = self._definitions.truth(written, text)
        if not ex.is_public(condition):
            message = f"`{name}` may only ask what everybody knows; move this into `hand`"
            self._fault(text.span, message)
            return ()
        return self._guarded_public(_conjuncts(condition), text)

    def _guarded_public(self, parts: list[ex.TruthExpr], text: Text) -> tuple[PublicCondition, ...]:
        def read() -> tuple[PublicCondition, ...]:
            return tuple([PublicCondition(part) for part in parts])

        return guarded(read, (), text.at, self._faults)

    def _seat(self, entries: Entries, name: str) -> tuple[PublicCondition, ...]:
        value = entries.get(name)
        if value is None:
            return ()
        match = _SEATS.match(value.text.strip()) if isinstance(value, Text) else None
        low, high = (match.group(1), match.group(2) or match.group(1)) if match else ("4", "1")
        if low > high:
            self._fault(value.span, f"`{name}` takes 1 to 4, or a range such as 1..2")
            return ()
        return self._public(Text(f"seat in {low}..{high}", value.span), name)

    def _vulnerable(self, entries: Entries, name: str) -> tuple[PublicCondition, ...]:
        meanings = [
            choice(text, name, VULNERABILITIES, self._faults) for text in self._texts(entries, name)
        ]
        written = " or ".join(f"({meaning})" for meaning in meanings if meaning)
        return self._public(Text(written, span_of(entries, name)), name) if written else ()

    _READERS: ClassVar[Mapping[KeyKind, Callable[[KeyReader, Entries, str], object]]] = {
        KeyKind.WORDS: _words,
        KeyKind.FLAG: _flag,
        KeyKind.ALERT: _alert,
        KeyKind.WORD_LIST: _word_list,
        KeyKind.ASKED: _asked,
        KeyKind.FORCE: _force,
        KeyKind.ORDER: _order,
        KeyKind.JUDGEMENT: _judgement,
        KeyKind.LAYER: _layer,
        KeyKind.SUIT: _suit,
        KeyKind.SUITS: _suits,
        KeyKind.CALL: _call,
        KeyKind.PATTERNS: _patterns,
        KeyKind.CONDITION: _hand,
        KeyKind.CONDITIONS: _conditions,
        KeyKind.SEAT: _seat,
        KeyKind.VULNERABLE: _vulnerable,
    }
    """What reads the keys of each kind."""


def _conjuncts(condition: ex.TruthExpr) -> list[ex.TruthExpr]:
    if isinstance(condition, ex.Conjunction):
        return [part for arg in condition.args for part in _conjuncts(arg)]
    return [] if condition == ex.Literal(True) else [condition]

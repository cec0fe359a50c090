"""Reading `carding:`: from its YAML to a `Carding`, or to every fault in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dowager.cards import ALL_HOLDINGS, holding_name
from dowager.errors import Fault, Span
from dowager.language.compile.carding import Carding, Lead
from dowager.language.text.entries import check_keys, choice, texts, words
from dowager.language.text.holding_notation import decide, fitting, led_from, shortest, undecided
from dowager.language.text.keys import (
    CARDING_KEYS,
    CONTRACTS,
    HIGH_LOW,
    LEAD_KEYS,
    LEADS_KEYS,
    SIGNALS_KEYS,
    Keys,
)
from dowager.language.text.tokens import guarded
from dowager.language.text.used_file import UsedFile
from dowager.language.text.yaml_values import Entries, Items, Text, Value
from dowager.language.tree.holding_patterns import Mask

_EVERY_HOLDING = ALL_HOLDINGS > 0


def agreed_carding(parts: Sequence[UsedFile], faults: list[Fault]) -> Carding | None:
    """Return the carding of a system, None without any; every `carding:` is checked.

    A system's own file goes before its modules, and an extending system before the extended one;
    two modules of one system that agree on different things are a fault.
    """
    first: tuple[UsedFile, Carding] | None = None
    for part in sorted(parts, key=lambda part: (part.depth, not part.top)):
        carding = _carding(part.document, faults)
        if carding is None:
            continue
        if first is None:
            first = part, carding
        elif part.depth == first[0].depth and not first[0].top and carding != first[1]:
            other = _key(first[0].document).span
            message = f"this differs from {other}; remove one, or write it in the system's own file"
            faults.append(Fault(_key(part.document).span, message))
    return first[1] if first else None


def _key(document: Entries) -> Text:
    key = document.key("carding")
    assert key is not None
    return key


def _carding(document: Entries, faults: list[Fault]) -> Carding | None:
    """Read the carding of one file; None without one, or with a fault."""
    value = document.get("carding")
    if value is None:
        return None
    before = len(faults)
    entries = _mapping(value, "carding", CARDING_KEYS, faults)
    leads = _mapping(entries.get("leads"), "leads", LEADS_KEYS, faults)
    signals = _mapping(entries.get("signals"), "signals", SIGNALS_KEYS, faults)
    words(entries, "about", faults)
    source = words(entries, "source", faults) or words(document, "source", faults)
    suit, notrump = (_leads(leads, contract, faults) for contract in CONTRACTS)
    attitude, count = (_high(signals, signal, faults) for signal in ("attitude", "count"))
    return Carding(source, suit, notrump, attitude, count) if len(faults) == before else None


def _mapping(value: Value | None, name: str, keys: Keys, faults: list[Fault]) -> Entries:
    """Return the mapping that a key takes, its own keys checked; an empty one if it is none."""
    if isinstance(value, Entries):
        check_keys(value, keys, faults)
        for key, each in keys.items():
            if each.required and value.key(key) is None:
                faults.append(Fault(value.span, f"`{name}` needs `{key}:`: {each.about}"))
        return value
    if value is not None:
        wanted = " and ".join(f"`{key}`" for key, each in keys.items() if each.required)
        faults.append(Fault(value.span, f"`{name}` takes a mapping with {wanted}"))
    return Entries((), Span("", 1, 1))


def _high(signals: Entries, name: str, faults: list[Fault]) -> bool:
    words = {word: word == HIGH_LOW[0] for word in HIGH_LOW}
    return bool(choice(signals.get(name), name, words, faults))


def _leads(leads: Entries, contract: str, faults: list[Fault]) -> tuple[Lead, ...]:
    """Read the lines against one kind of contract."""
    key, value = leads.key(contract), leads.get(contract)
    if key is None or value is None:
        return ()
    if not isinstance(value, Items):
        message = f"`{contract}` takes a list of lines such as {{holding: KQx+, lead: K}}"
        faults.append(Fault(value.span, message))
        return ()
    return _LeadReader(faults).read(key, value)


class _LeadReader:
    """Reads a list of leads in order, noting which line decides each of the 8,192 holdings."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults
        self._deciding = undecided()
        self._file_lines: list[int] = []
        self._whole = True

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def read(self, key: Text, value: Items) -> tuple[Lead, ...]:
        """Read the list; holdings without a line are a fault, unless a line is broken."""
        leads: list[Lead] = []
        for item in value.items:
            self._file_lines.append(item.span.line)
            if isinstance(item, Entries):
                leads.append(self._lead(item))
            else:
                self._broken(item.span, "a lead is a mapping: {holding: KQx+, lead: K}")
        missing = _EVERY_HOLDING & (self._deciding < 0)
        if self._whole and missing.any():
            self._fault(
                key.span,
                f"no line says what to lead from {holding_name(shortest(missing))}, one of "
                f"{missing.sum()} such holdings; add lines that fit them",
            )
        return tuple(leads)

    def _broken(self, span: Span, message: str) -> None:
        """Note a fault after which it is not known which holdings have a line."""
        self._whole = False
        self._fault(span, message)

    def _lead(self, item: Entries) -> Lead:
        check_keys(item, LEAD_KEYS, self._faults)
        patterns = self._patterns(item)
        own = np.zeros_like(_EVERY_HOLDING)
        for pattern in patterns:
            own |= self._decided(pattern)
        name = words(item, "name", self._faults)
        card = self._card(item, own)
        return Lead(item.span, tuple(pattern.text for pattern in patterns), card, name)

    def _patterns(self, item: Entries) -> list[Text]:
        value = item.get("holding")
        if value is None or (isinstance(value, Items) and not value.items):
            span = item.span if value is None else value.span
            self._broken(span, "a lead needs `holding:`, such as KQx+ or [Hxx, Txx]")
        patterns = texts(value, "holding", self._faults)
        self._whole = self._whole and bool(patterns)
        return patterns

    def _decided(self, pattern: Text) -> Mask:
        """Return which holdings a pattern decides; that there are none is a fault."""
        before = len(self._faults)
        fits = guarded(lambda: fitting(pattern.text), ~_EVERY_HOLDING, pattern.at, self._faults)
        if len(self._faults) > before:
            self._whole = False
            return np.zeros_like(_EVERY_HOLDING)
        above = sorted({self._file_lines[line] for line in self._deciding[fits] if line >= 0})
        own = decide(self._deciding, fits, len(self._file_lines) - 1)
        if not own.any():
            lines = ", ".join(str(line) for line in above)
            self._fault(
                pattern.span,
                f"every {pattern.text!r} is decided already, on line {lines}; remove it or move it",
            )
        return own

    def _card(self, item: Entries, own: Mask) -> str:
        """Return the card that is led, which every holding that the line decides must have."""
        value = item.get("lead")
        if not isinstance(value, Text):
            span = item.span if value is None else value.span
            self._fault(span, "a lead needs `lead:`, a rank or a word such as top, 4th or low")
            return ""
        nothing = np.zeros(ALL_HOLDINGS.shape, dtype=np.int8)
        without = own & (guarded(lambda: led_from(value.text), nothing, value.at, self._faults) < 0)
        if without.any():
            witness = holding_name(shortest(without))
            self._fault(
                value.span,
                f"this line decides {witness}, which has no {_spoken(value.text)}; lead a card "
                "that all its holdings have, or split the line",
            )
        return value.text


def _spoken(card: str) -> str:
    return card if len(card) == 1 else f"{card} card"

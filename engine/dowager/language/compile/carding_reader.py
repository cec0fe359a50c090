"""Owns reading `carding:`: from its YAML to a `Carding`, or every fault of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dowager.cards import holding_name
from dowager.errors import Fault, Span
from dowager.language.compile.carding import Carding, Lead
from dowager.language.text.entries import check_keys, texts, words
from dowager.language.text.holding_notation import Mask, fitting, led_from, nobody, shortest, take
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
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value

_EVERY_HOLDING = np.arange(8192) > 0


def agreed_carding(parts: Sequence[UsedFile], faults: list[Fault]) -> Carding | None:
    """Return what a system agrees on, None when nothing says; every `carding:` is checked.

    A system's own file goes before its modules, and an extending system before the extended one;
    two modules of one system that agree on different things are a fault.
    """
    agreed: tuple[UsedFile, Carding] | None = None
    for part in sorted(parts, key=lambda part: (part.depth, not part.top)):
        found = _carding(part.document, faults)
        if found is None:
            continue
        if agreed is None:
            agreed = part, found
        elif part.depth == agreed[0].depth and not agreed[0].top and found != agreed[1]:
            where = _key(agreed[0].document).span
            message = f"agreed otherwise in {where}; remove one, or say it in the system's own file"
            faults.append(Fault(_key(part.document).span, message))
    return agreed[1] if agreed else None


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
    """Return the mapping that a key takes, its own keys checked; an empty one when it is none."""
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
    value = signals.get(name)
    given = value.text if isinstance(value, Text) else "this"
    if value is not None and given not in HIGH_LOW:
        hint = closest(given, HIGH_LOW)
        message = f"no `{name}` {given!r}{hint}; write {' or '.join(HIGH_LOW)}"
        faults.append(Fault(value.span, message))
    return given == HIGH_LOW[0]


def _leads(leads: Entries, contract: str, faults: list[Fault]) -> tuple[Lead, ...]:
    """Read the lines against one kind of contract."""
    key, value = leads.key(contract), leads.get(contract)
    if key is None or value is None:
        return ()
    if not isinstance(value, Items):
        message = f"`{contract}` takes a list of lines, each {{holding: KQx+, lead: K}}"
        faults.append(Fault(value.span, message))
        return ()
    return _LeadReader(faults).read(key, value)


class _LeadReader:
    """Reads a list of leads in order, keeping which line each of the 8,192 holdings falls to."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults
        self._owners = nobody()
        self._lines: list[int] = []
        self._whole = True

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def read(self, key: Text, value: Items) -> tuple[Lead, ...]:
        """Read the list; what stays undecided is a fault at its key, unless a line is broken."""
        found: list[Lead] = []
        for item in value.items:
            self._lines.append(item.span.line)
            if isinstance(item, Entries):
                found.append(self._lead(item))
            else:
                self._broken(item.span, "a lead is a mapping: {holding: KQx+, lead: K}")
        undecided = _EVERY_HOLDING & (self._owners < 0)
        if self._whole and undecided.any():
            self._fault(
                key.span,
                f"no line says what to lead from {holding_name(shortest(undecided))}, and so from "
                f"{undecided.sum()} holdings in all; add lines that fit them",
            )
        return tuple(found)

    def _broken(self, span: Span, message: str) -> None:
        """Note a fault after which it is not known which holdings are left."""
        self._whole = False
        self._fault(span, message)

    def _lead(self, item: Entries) -> Lead:
        check_keys(item, LEAD_KEYS, self._faults)
        patterns = self._patterns(item)
        taken = np.zeros(8192, dtype=bool)
        for pattern in patterns:
            taken |= self._taken(pattern)
        name = words(item, "name", self._faults)
        card = self._card(item, taken)
        return Lead(item.span, tuple(pattern.text for pattern in patterns), card, name)

    def _patterns(self, item: Entries) -> list[Text]:
        value = item.get("holding")
        if value is None or (isinstance(value, Items) and not value.items):
            span = item.span if value is None else value.span
            self._broken(span, "a lead needs `holding:`, such as KQx+ or [Hxx, Txx]")
        found = texts(value, "holding", self._faults)
        self._whole = self._whole and bool(found)
        return found

    def _taken(self, pattern: Text) -> Mask:
        """Return which holdings fall to a pattern; that there are none is a fault."""
        before = len(self._faults)
        fits = guarded(lambda: fitting(pattern.text), ~_EVERY_HOLDING, pattern.at, self._faults)
        if len(self._faults) > before:
            self._whole = False
            return np.zeros(8192, dtype=bool)
        above = sorted({self._lines[number] for number in self._owners[fits] if number >= 0})
        taken = take(self._owners, fits, len(self._lines) - 1)
        if not taken.any():
            lines = ", ".join(str(line) for line in above)
            self._fault(
                pattern.span,
                f"every {pattern.text!r} is decided before, on line {lines}; remove it or move it",
            )
        return taken

    def _card(self, item: Entries, taken: Mask) -> str:
        """Return the card that is led, which every holding that falls to the line must have."""
        value = item.get("lead")
        if not isinstance(value, Text):
            span = item.span if value is None else value.span
            self._fault(span, "a lead needs `lead:`, a rank or such as top, 4th, low")
            return ""
        nothing = np.zeros(8192, dtype=np.int8)
        without = taken & (
            guarded(lambda: led_from(value.text), nothing, value.at, self._faults) < 0
        )
        if without.any():
            witness = holding_name(shortest(without))
            self._fault(
                value.span,
                f"{witness} falls to this line and has no {_spoken(value.text)}; lead a card that "
                "every holding of the line has, or divide the line",
            )
        return value.text


def _spoken(card: str) -> str:
    return card if len(card) == 1 else f"{card} card"

"""Reading what the keys of a mapping hold: words, flags, choices, lists of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from dowager.errors import Fault, Span
from dowager.language.text.vocabulary import closest, guess
from dowager.language.text.yaml_values import Entries, Items, Text, Value

_ONE_WORD = re.compile(r"[A-Za-z_]\w*$", re.ASCII)
_T = TypeVar("_T")


def check_keys(
    entries: Entries,
    allowed: Collection[str],
    faults: list[Fault],
    elsewhere: Mapping[str, str] = MappingProxyType({}),
    also: Collection[str] = (),
) -> None:
    """Note every key that is not allowed.

    Args:
        entries: the mapping.
        allowed: its keys.
        faults: where faults go.
        elsewhere: keys that stand elsewhere, with what they are keys of.
        also: keys that may be written there as well, though none is left.
    """
    for key, value in entries:
        if key.text in elsewhere:
            faults.append(Fault(key.span, f"`{key.text}` is a key {elsewhere[key.text]}"))
        elif key.text.partition(":")[0] in allowed and ":" in key.text:
            right = key.text.replace(":", ": ", 1)
            faults.append(Fault(key.span, f"a space follows the colon of a key: `{right}`"))
        elif key.text not in allowed:
            written = [*allowed, *also]
            known = guess(key.text, written, f"the keys here are {', '.join(written)}")
            message = f"unknown key {key.text!r}{known}"
            if isinstance(value, Text) and value.null and known.startswith(";"):
                message += '; quote words that hold a comma: name: "weak, strong"'
            faults.append(Fault(key.span, message))


def span_of(entries: Entries, key: str) -> Span:
    """Return where a key's value stands; where the mapping stands when it has no such key."""
    value = entries.get(key)
    return entries.span if value is None else value.span


def texts(value: Value | None, what: str, faults: list[Fault]) -> list[Text]:
    """Return the scalars of a list, or the one that stands alone; none for a missing value."""
    if value is None:
        return []
    items = value.items if isinstance(value, Items) else (value,)
    message = f"`{what}` takes a word or a list of words"
    faults.extend(Fault(item.span, message) for item in items if not isinstance(item, Text))
    return [item for item in items if isinstance(item, Text)]


def words(entries: Entries, key: str, faults: list[Fault]) -> str:
    """Return the words of a key; empty without it."""
    value = entries.get(key)
    if value is None:
        return ""
    if isinstance(value, Text):
        return " ".join(value.text.split())
    faults.append(Fault(value.span, f"`{key}` takes words, not a list or a mapping"))
    return ""


def flag(entries: Entries, key: str, faults: list[Fault]) -> bool:
    """Return whether a key says `true`; false without it."""
    value = entries.get(key)
    if value is None:
        return False
    if not isinstance(value, Text) or value.text not in ("true", "false"):
        faults.append(Fault(value.span, f"`{key}` takes true or false"))
        return False
    return value.text == "true"


def single_word(value: Value | None, key: str, faults: list[Fault]) -> str:
    """Return a value that must be a single word; empty without one."""
    if value is None:
        return ""
    if isinstance(value, Text) and _ONE_WORD.match(value.text):
        return value.text
    faults.append(Fault(value.span, f"`{key}` takes single words, such as weak_two"))
    return ""


def choice(
    value: Value | None, key: str, choices: Mapping[str, _T], faults: list[Fault]
) -> _T | None:
    """Return what a value that must be one of some words stands for; None without one.

    Faults name the words but for those that mean the same as one before.
    """
    if value is None:
        return None
    given = " ".join(value.text.split()) if isinstance(value, Text) else None
    if given is not None and given in choices:
        return choices[given]
    meanings = list(choices.values())
    *others, last = (word for i, word in enumerate(choices) if meanings[i] not in meanings[:i])
    wrong = "" if given is None else f", not {given!r}{closest(given, choices)}"
    known = f"{', '.join(others)} or {last}" if others else last
    faults.append(Fault(value.span, f"`{key}` takes {known}{wrong}"))
    return None

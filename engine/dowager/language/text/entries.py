"""Reading what the keys of a mapping hold: words, lists of words, truths; unknown keys."""

from __future__ import annotations

from collections.abc import Collection

from dowager.errors import Fault
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value


def check_keys(entries: Entries, allowed: Collection[str], faults: list[Fault]) -> None:
    """Note every key that is not allowed."""
    for key, _ in entries:
        if key.text not in allowed:
            faults.append(
                Fault(
                    key.span,
                    f"unknown key {key.text!r}{closest(key.text, allowed)}; "
                    f"keys here are {', '.join(allowed)}",
                )
            )


def texts(value: Value | None, what: str, faults: list[Fault]) -> list[Text]:
    """Return the words of a scalar or a list of scalars; nothing for a missing value."""
    if value is None:
        return []
    found: list[Text] = []
    for item in value.items if isinstance(value, Items) else (value,):
        if isinstance(item, Text):
            found.append(item)
        else:
            faults.append(Fault(item.span, f"`{what}` takes a word or a list of words"))
    return found


def words(entries: Entries, key: str, faults: list[Fault]) -> str:
    """Return the words of a key, an empty text without it."""
    value = entries.get(key)
    if value is None:
        return ""
    if isinstance(value, Text):
        return " ".join(value.text.split())
    faults.append(Fault(value.span, f"`{key}` takes words, not a list or a mapping"))
    return ""


def flag(entries: Entries, key: str, faults: list[Fault]) -> bool:
    """Return the truth of a key, false without it."""
    value = entries.get(key)
    if value is None:
        return False
    if not isinstance(value, Text) or value.text not in ("true", "false"):
        faults.append(Fault(value.span, f"`{key}` takes true or false"))
        return False
    return value.text == "true"

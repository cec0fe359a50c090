"""Words that a system's own file defines, nothing uses, and another of its files spells nearly so.

Such a word is meant to redefine the other one, and would never take effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from dowager.errors import Fault
from dowager.language.text.yaml_values import Entries, Text, within

_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NEARLY = 0.85
"""How alike two words are, as difflib counts, when one of them is a slip of the pen."""


def note_misspelt_words(own: Entries, written: Iterable[Entries], faults: list[Fault]) -> None:
    """Note each word of a system's own file that nothing uses and that is nearly one of another's.

    Args:
        own: the system's own file, as it is written, whatever is chosen of its options.
        written: all its files as they are written.
        faults: where faults go.
    """
    files = list(written)
    others = {name for file in files if file is not own for name in _named(file, "define", "needs")}
    mine = _named(own, "define")
    if mine.keys() <= others:
        return
    used = {word for file in files for text in _texts(file) for word in _WORD.findall(text.text)}
    for name in mine.keys() - others - used:
        near = get_close_matches(name, others, 1, _NEARLY)
        if near:
            message = f"nothing uses {name!r}; did you mean {near[0]!r}?"
            faults.append(Fault(mine[name].span, message))


def _named(file: Entries, *keys: str) -> dict[str, Text]:
    """Return the words that keys of a file name, each with where it stands."""
    named = [value for value in map(file.get, keys) if isinstance(value, Entries)]
    heads = [head for value in named for head, _ in value]
    return {match.group(): head for head in heads if (match := _WORD.match(head.text.strip()))}


def _texts(file: Entries) -> Iterator[Text]:
    return (value for value in within(file) if isinstance(value, Text))

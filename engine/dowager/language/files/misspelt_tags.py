"""Tags that a system's own files ask for and no rule has, though one has a tag like it.

A module that serves several systems may ask for a tag that only some of them give, so a tag that no
rule has is no fault by itself. In a system's own folder a word that is nearly a tag is a slip of
the pen, and the rule that asks for it would never apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from dowager.errors import Fault
from dowager.language.text.entries import texts
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Text, within

_ASKED = re.compile(r"\b(?:me|partner)\.(?:ever_)?tagged\(\s*(\w+)\s*\)", re.ASCII)
_TAGS = "tags"


def note_misspelt_tags(
    parts: Sequence[UsedFile], written: Iterable[Entries], faults: list[Fault]
) -> None:
    """Note each tag asked of oneself or partner that is nearly one which a rule has.

    Args:
        parts: the files that the system is made of.
        written: the same files as they are written, whatever is chosen of their options.
        faults: where faults go.
    """
    own = next((part.document for part in parts if part.top), None)
    if own is None:
        return
    documents = [part.document for part in parts]
    given = {tag for document in (*written, *documents) for tag in _given(document)}
    folder = PurePath(own.span.file).parent
    noted = set()
    for document in documents:
        beside = PurePath(document.span.file).parent == folder
        for text in _texts(document) if beside else ():
            for match in _ASKED.finditer(text.text):
                tag, span = match[1], text.at(match.start(1))
                hint = "" if tag in given else closest(tag, given)
                if hint and span not in noted:
                    noted.add(span)
                    faults.append(Fault(span, f"no rule has the tag {tag!r}{hint}"))


def _texts(document: Entries) -> Iterator[Text]:
    return (value for value in within(document) if isinstance(value, Text))


def _given(document: Entries) -> Iterator[str]:
    """Yield the tags that the rules within a file have."""
    for value in within(document):
        if isinstance(value, Entries):
            yield from (text.text for text in texts(value.get(_TAGS), _TAGS, []))

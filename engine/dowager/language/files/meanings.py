"""Definitions with several meanings: which of them holds under what is chosen.

A word may be defined as a list of meanings, each with the choices under which it is the word's.
Exactly one must hold, whatever is chosen: in a system that is tried for all choices at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from dowager.errors import Fault
from dowager.language.files.options import IF, Chooser
from dowager.language.text.entries import check_keys, texts
from dowager.language.text.keys import MEANING_KEYS
from dowager.language.text.yaml_values import Entries, Items, Text, Value

_IS = "is"
_MOST_NAMED = 3


def with_meanings(document: Entries, chooser: Chooser) -> Entries:
    """Return a file's document with one meaning of each word that it defines.

    Args:
        document: the file.
        chooser: knows what is chosen; faults go where its own go.
    """
    pairs = (
        (key, _chosen(value, chooser) if key.text == "define" else value) for key, value in document
    )
    return Entries(tuple(pairs), document.span)


def _chosen(define: Value, chooser: Chooser) -> Value:
    if not isinstance(define, Entries):
        return define
    pairs = ((head, _meaning(head, body, chooser)) for head, body in define)
    return Entries(tuple((head, body) for head, body in pairs if body is not None), define.span)


def _meaning(head: Text, body: Value, chooser: Chooser) -> Value | None:
    """Return what a word means, any meaning when it is at fault; None when it has none at all."""
    if not isinstance(body, Items):
        return body
    before = len(chooser.faults)
    meanings = [item for item in body.items if isinstance(item, Entries)]
    for item in body.items:
        _check(item, chooser.faults)
    holding = [each for each in meanings if chooser.holds(each)]
    if len(chooser.faults) == before:
        chooser.faults.extend(Fault(head.span, words) for words in _wrong(head, meanings, chooser))
    return next((each.get(_IS) for each in (*holding, *meanings) if each.get(_IS)), None)


def _check(item: Value, faults: list[Fault]) -> None:
    """Note what is wrong with an item of a list of meanings."""
    if isinstance(item, Entries):
        check_keys(item, MEANING_KEYS, faults)
    if not isinstance(item, Entries) or item.get(_IS) is None or item.get(IF) is None:
        right = "write each meaning as {is: hcp in 12..14, if: notrump=weak}"
        faults.append(Fault(item.span, f"{right}; a word with one meaning has no list"))


def _wrong(head: Text, meanings: Sequence[Entries], chooser: Chooser) -> Iterator[str]:
    """Yield in words under which choices no meaning holds, and under which several do."""
    word = head.text.partition("(")[0].strip()
    counted = list(_counted(meanings, chooser))
    for many, holds in ((False, "no meaning of {} holds"), (True, "several meanings of {} hold")):
        with_these = [words for words, count in counted if count != 1 and (count > 1) is many]
        if with_these:
            more = ", ..." if len(with_these) > _MOST_NAMED else ""
            named = " or ".join(with_these[:_MOST_NAMED])
            yield f"{holds.format(repr(word))} with {named}{more}; exactly one should"


def _counted(meanings: Sequence[Entries], chooser: Chooser) -> Iterator[tuple[str, int]]:
    """Yield all that may be chosen, in words, each with how many meanings hold then."""
    if chooser.declared is None:
        tests = [text.text for each in meanings for text in texts(each.get(IF), IF, [])]
        words = f"these arguments, which make it {', '.join(dict.fromkeys(tests))}"
        yield words, sum(map(chooser.holds, meanings))
        return
    asked = dict.fromkeys(name for each in meanings for name in chooser.asked(each))
    for values in product(*(chooser.declared[name] for name in asked)):
        chosen: Mapping[str, str] = dict(zip(asked, values, strict=True))
        other = Chooser(chooser.declared, chosen, [])
        words = ", ".join(f"{name}={value}" for name, value in chosen.items())
        yield words, sum(map(other.holds, meanings))

"""Faults in modules that come of how an author's file uses them, told as one at the author's line.

An argument that does not fit, or a module left out that others need, makes faults wherever it
matters, in files that are right. Which of them come of it is found by trying: they are gone when
the file is read without that argument, or with that module.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from dowager.errors import Fault, Span
from dowager.language.files.options import IF
from dowager.language.text.yaml_values import Entries, Items, Text, Value

if TYPE_CHECKING:
    from dowager.language.files.gather import Gatherer

_MOST_TRIED = 12
"""How many causes are tried: each takes some seconds in a system of many sections."""

_OF_A_BASE = ("no option ", "no rule has the tag ")
"""How faults begin that may come of an extended system that is not there, as unknown words do."""
_NEEDS = "needs words that the system does not define"

_Read = Callable[[Path, str, list[Fault]], Value | None]
_Again = Callable[[_Read, Container[str] | None], Sequence[Fault]]


@dataclass(frozen=True, slots=True)
class _Cause:
    """What may be the cause of faults in other files.

    Attributes:
        written: what is read as if it were not there: the place of a key or of an item.
        span: where a fault stands.
        module: the module that is used, or left out.
        words: what is wrong, if it is the cause.
    """

    written: Span
    span: Span
    module: str
    words: str


def told_at_their_causes(
    faults: Sequence[Fault],
    documents: Sequence[Entries],
    read: _Read,
    again: _Again,
) -> list[Fault]:
    """Return the faults of a system, those that come of one argument or module left out as one.

    Args:
        faults: all faults.
        documents: the files read, the system's own first.
        read: reads a file.
        again: loads the system with other readings of its files, and returns its faults; of the
            sections it reads only those in the files named, or all for None.
    """
    left = list(dict.fromkeys(faults))
    folded: list[Fault] = []
    tried = 0
    for cause in _likely_first(_causes(documents), left):
        if tried < _MOST_TRIED and any(_elsewhere(fault, cause) for fault in left):
            tried += 1
            caused = _caused(cause, left, read, again)
            if any(_elsewhere(fault, cause) for fault in caused):
                left = [fault for fault in left if fault not in caused]
                folded.append(_folded(cause, caused))
    return [*left, *folded]


def _caused(cause: _Cause, faults: Sequence[Fault], read: _Read, again: _Again) -> list[Fault]:
    """Return the faults that come of a cause.

    Most causes are none, and the sections that have faults show that soon. Other sections may
    bring about faults too, in the definitions that they use, so a cause has to stand with all.
    """
    without = _reading_without(cause.written, read)
    caused = list(faults)
    for files in ({fault.span.file for fault in faults}, None):
        if any(_elsewhere(fault, cause) for fault in caused):
            standing = set(again(without, files))
            caused = [fault for fault in caused if fault not in standing]
    return caused


def without_echoes(faults: Sequence[Fault], gatherer: Gatherer) -> list[Fault]:
    """Return faults without those that another one has brought about, whatever else is right.

    Args:
        faults: all faults, in the order in which they were noted.
        gatherer: what gathered the files.
    """
    unfit = {fault.span for fault in faults if fault.message.startswith("$")}
    gathered = set(faults[: gatherer.noted])
    return [
        fault
        for fault in faults
        if not (_lacks_an_argument(fault, gathered, gatherer) or _lacks_a_file(fault, gatherer))
        and (fault.span not in unfit or fault.message.startswith("$"))
    ]


def _lacks_an_argument(fault: Fault, gathered: Container[Fault], gatherer: Gatherer) -> bool:
    """Whether a fault is one of a module without an argument that it needs."""
    filled = fault.span.file not in gatherer.unfilled
    return not filled and (fault not in gathered or fault.message.startswith("$"))


def _lacks_a_file(fault: Fault, gatherer: Gatherer) -> bool:
    """Whether a fault may come of a system or a module that is not there."""
    undefined = fault.message.startswith("unknown word ") or _NEEDS in fault.message
    if gatherer.baseless:
        return undefined or fault.message.startswith(_OF_A_BASE)
    return gatherer.moduleless and undefined and "did you mean" not in fault.message


def _elsewhere(fault: Fault, cause: _Cause) -> bool:
    return fault.span.file != cause.span.file


def _folded(cause: _Cause, caused: Sequence[Fault]) -> Fault:
    """Return one fault for all that come of a cause."""
    first = min(caused, key=lambda fault: (fault.span != cause.span, fault))
    text = first.message if first.span == cause.span else str(first)
    more = f"; and {len(caused) - 1} more" if len(caused) > 1 else ""
    return Fault(cause.span, f"{cause.words}: {text}{more}")


def _likely_first(causes: Iterator[_Cause], faults: Sequence[Fault]) -> list[_Cause]:
    """Return the causes in order: those in lines with faults, then those of modules with some."""
    lines = {(fault.span.file, fault.span.line) for fault in faults}
    names = {PurePath(fault.span.file).stem for fault in faults}

    def unlikely(cause: _Cause) -> tuple[bool, bool]:
        line = cause.span.file, cause.span.line
        return line not in lines, PurePath(cause.module).name not in names

    return sorted(causes, key=unlikely)


def _causes(documents: Sequence[Entries]) -> Iterator[_Cause]:
    """Yield the arguments and the modules left out in the files of a system's own folder."""
    folder = PurePath(documents[0].span.file).parent if documents else None
    for document in documents:
        if PurePath(document.span.file).parent == folder:
            for key in ("use", "words"):
                yield from _arguments(document.get(key))
            yield from _left_out(document)


def _arguments(uses: Value | None) -> Iterator[_Cause]:
    for item in uses.items if isinstance(uses, Items) else (uses,):
        for module, arguments in item if isinstance(item, Entries) else ():
            for key, value in arguments if isinstance(arguments, Entries) else ():
                if key.text != IF:
                    words = f"the argument {key.text!r} of module {module.text!r} leads to faults"
                    yield _Cause(key.span, value.span, module.text, words)


def _left_out(document: Entries) -> Iterator[_Cause]:
    key, value = document.key("without"), document.get("without")
    names = value.items if isinstance(value, Items) else (value,)
    for name in names:
        if key is not None and isinstance(name, Text):
            written = key.span if name is value else name.span
            words = f"what stays needs module {name.text!r}"
            yield _Cause(written, name.span, name.text, words)


def _reading_without(written: Span, read: _Read) -> _Read:
    """Return what reads files as another reads them, but for one key or item."""

    def reading(path: Path, shown: str, faults: list[Fault]) -> Value | None:
        value = read(path, shown, faults)
        return _without(value, written) if value is not None and shown == written.file else value

    return reading


def _without(value: Value, written: Span) -> Value:
    match value:
        case Entries(pairs, span):
            left = ((key, part) for key, part in pairs if key.span != written)
            return Entries(tuple((key, _without(part, written)) for key, part in left), span)
        case Items(items, span):
            kept = (item for item in items if item.span != written)
            return Items(tuple(_without(item, written) for item in kept), span)
        case Text():
            return value

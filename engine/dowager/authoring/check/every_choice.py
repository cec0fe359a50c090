"""Whether a system loads whatever is chosen of its options; faults that the usual choices hide.

Each value is chosen alone, the other options being as they are; where an `if` asks for more than
one of them, so much is chosen that it holds. That all went well is kept until a file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dowager.authoring.check.kept_walks import (
    KeptFiles,
    digests_of,
    keep,
    kept_file,
    read_files,
)
from dowager.errors import Fault, SystemFaults
from dowager.language.compile import System
from dowager.language.files import Gatherer, SystemFile, load_file, load_read, program_digest
from dowager.language.files.options import (
    Settings,
    asked_options,
    conditions_within,
    values_left,
)
from dowager.language.text.yaml_values import Entries, Value, read_yaml

_Choice = dict[str, str]
_MOST_NAMED = 3


def _quietly(share: float) -> None:
    """Take no note of progress."""


def load_with_every_choice(
    file: SystemFile, progress: Callable[[float], None] = _quietly, inherited: bool = True
) -> System:
    """Load a system, and make sure that it loads with other choices, too.

    Args:
        file: its file, with what is chosen.
        progress: called with the share of the other choices that is done.
        inherited: whether changes of rules are made with every value of inherited options, too.

    Raises:
        SystemFaults: something is wrong in its files; a fault that is there with other choices
            alone says with which.
    """
    faults: list[Fault] = []
    try:
        system = load_file(file)
    except SystemFaults as error:
        faults += error.faults
    faults += faults_of_choices(file, faults, progress, inherited)
    if faults:
        raise SystemFaults(faults)
    return system


def faults_of_choices(
    file: SystemFile, known: Sequence[Fault], progress: Callable[[float], None] = _quietly,
    inherited: bool = True,
) -> list[Fault]:  # fmt: skip
    """Return the faults that a system has with other choices than those of a file.

    Args:
        file: its file, with what is chosen.
        known: the faults that it has as it is.
        progress: called with the share that is done.
        inherited: whether changes of rules are made with every value of inherited options, too.
    """
    kept = kept_file(file, f"every choice {inherited} {program_digest()}")
    sound = read_files(kept).digests
    if sound and sound == digests_of(sound):
        return []
    documents = _Documents()
    gatherer = Gatherer([], documents.read)
    gatherer.gather(file)
    own = next(iter(gatherer.written), None)
    choices = list(_choices(own, gatherer.settings, inherited)) if own else []
    found: dict[Fault, list[_Choice]] = {}
    for done, (choice, whole) in enumerate(choices, start=1):
        chosen = SystemFile(file.path, (*file.choices, *choice.items()))
        for fault in set(documents.faults(chosen, whole)).difference(known):
            earlier = found.setdefault(fault, [])
            if not any(one.items() <= choice.items() for one in earlier):
                earlier.append(choice)
        progress(done / len(choices))
    if not found and not known:
        keep(kept, KeptFiles(digests_of(map(str, documents.paths))))
    return [
        Fault(fault.span, f"{_with(choices)}: {fault.message}") for fault, choices in found.items()
    ]


class _Documents:
    """Reads each file once, for all choices."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[Value | None, list[Fault]]] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files read so far."""
        return tuple(self._read)

    def read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        """Read a file as `read_yaml` does."""
        if path not in self._read:
            noted: list[Fault] = []
            self._read[path] = (read_yaml(path, shown, noted), noted)
        value, noted = self._read[path]
        faults += noted
        return value

    def faults(self, file: SystemFile, whole: bool) -> Sequence[Fault]:
        """Return the faults of a system; if it is not wanted whole, those of its parts alone."""
        faults: list[Fault] = []
        try:
            if whole:
                load_read(file, self.read)
            else:
                Gatherer(faults, self.read).gather(file)
        except SystemFaults as error:
            faults += error.faults
        return faults


def _choices(own: Entries, settings: Settings, inherited: bool) -> Iterator[tuple[_Choice, bool]]:
    """Yield what to choose besides what is chosen already, so that all of a file is there once.

    With it comes whether the system is to be compiled: of inherited options that the file asks
    nothing of, only its changes of rules may depend.
    """
    asked = asked_options(own, settings.declared)
    tried: list[_Choice] = [{}]
    for name in settings.declared if inherited and own.get("change") else asked:
        others = (value for value in settings.declared[name] if value != settings.chosen[name])
        tried += ({name: value} for value in others)
    tried += _together(own, settings, tried)
    yield from ((choice, choice.keys() <= set(asked)) for choice in tried[1:])


def _together(own: Entries, settings: Settings, tried: Sequence[_Choice]) -> Iterator[_Choice]:
    """Yield choices of several options without which something of a file is not there."""
    usual = settings.chosen
    together = [{**usual, **choice} for choice in tried]
    for tests in conditions_within(own):
        left = values_left(tests, settings.declared)
        possible = {test.name for test in tests} <= usual.keys() and all(left.values())
        if possible and not any(all(t.holds(each[t.name]) for t in tests) for each in together):
            choice = {n: values[0] for n, values in left.items() if usual[n] not in values}
            together.append({**usual, **choice})
            yield choice


def _with(choices: Sequence[_Choice]) -> str:
    """Return in words with which choices a fault is there."""
    words = [", ".join(f"{n}={v}" for n, v in choice.items()) for choice in choices]
    more = ", ..." if len(words) > _MOST_NAMED else ""
    return f"with {' or '.join(words[:_MOST_NAMED])}{more}"

"""A system that is being edited: what is wrong in its files, and what an edit has changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dowager.authoring.diff import Extent, compare, comparison_object, difference_rows
from dowager.authoring.watch.rounds import ReadSystem, read_system
from dowager.bidder import Bidder, Outcome, ask
from dowager.errors import Fault, InputError
from dowager.language.compile import System
from dowager.language.files import SystemFile, load_file, load_read, system_file
from dowager.language.files.finder import Finder
from dowager.language.files.library import module_file
from dowager.language.text import Value
from dowager.language.text.yaml_values import parse_yaml, read_yaml
from dowager.services.known_tables import DEFAULT_SYSTEM
from dowager.services.requests import text_field, whole_field
from dowager.services.rule_texts import place_of

Object = dict[str, Any]

_BOARDS, _MOST_BOARDS = 40, 2000
_ROWS = 12
_MOST_FILES = 50


def faults_of_system(fields: Object) -> Object:
    """Answer what is wrong in the files of `system`, and which of its quizzes fail.

    Quizzes are asked only of a system without faults.

    Raises:
        InputError: a field is wrong, or there is no such system.
    """
    file = system_file(text_field(fields, "system", DEFAULT_SYSTEM))
    read = read_system(file)
    folder = file.path.resolve().parent
    failed = [] if read.faults else [each for each in _outcomes(read) if not each.passed]
    return {
        "faults": [_fault_object(fault, folder) for fault in read.faults],
        "asked": 0 if read.faults else len(read.questions),
        "failed": [_outcome_object(outcome, folder) for outcome in failed],
    }


def changes_of_edit(fields: Object) -> Object:
    """Answer how `system` differs from what it was before an edit, the main differences first.

    `before` has the former text of each file that was edited, by its name in the system's folder:
    null for a file that was not there. A file that has been deleted since counts as edited.
    `boards` says how many random boards are walked at each vulnerability.

    Raises:
        InputError: a field is wrong, or the system has faults, now or before.
    """
    file = system_file(text_field(fields, "system", DEFAULT_SYSTEM)).resolve()
    boards = whole_field(fields, "boards", _BOARDS, 1, _MOST_BOARDS) or _BOARDS
    old, new = _as_before(file, _former_texts(fields, file)), load_file(file)
    comparison = compare(old, new, Extent(boards))
    rows = difference_rows(comparison, False, boards)
    return {**comparison_object(comparison, rows[:_ROWS]), "rows": len(rows), "boards": boards}


def _former_texts(fields: Object, file: SystemFile) -> dict[Path, str | None]:
    texts = fields.get("before")
    if (
        not isinstance(texts, dict)
        or not 0 < len(texts) <= _MOST_FILES
        or not all(text is None or isinstance(text, str) for text in texts.values())
    ):
        raise InputError('"before" takes an object: the former text of each edited file')
    return {file.path.parent / name: text for name, text in texts.items()}


def _as_before(file: SystemFile, texts: Mapping[Path, str | None]) -> System:
    """Return a system as it was when some of its files had other texts, or were not there."""

    def read(path: Path, shown: str, faults: list[Fault]) -> Value | None:
        text = texts.get(path)
        return read_yaml(path, shown, faults) if text is None else parse_yaml(text, shown, faults)

    def there(path: Path) -> bool:
        known = path.resolve()
        return texts[known] is not None if known in texts else path.is_file()

    def module(name: str, beside: Path) -> Path | None:
        return module_file(name, beside, there)

    return load_read(file, read, Finder(module=module))


def _outcomes(read: ReadSystem) -> list[Outcome]:
    assert read.system is not None, "a system without faults is loaded"
    bidder = Bidder(read.system)
    return [ask(bidder, question) for question in read.questions]


def _fault_object(fault: Fault, folder: Path) -> Object:
    return {**place_of(fault.span, folder), "message": fault.message}


def _outcome_object(outcome: Outcome, folder: Path) -> Object:
    quiz = outcome.quiz
    return {
        **place_of(quiz.span, folder),
        "about": quiz.heading.name,
        "asked": quiz.asked,
        "faults": list(outcome.faults),
    }

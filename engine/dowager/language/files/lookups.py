"""What compiling a system asks of the disk: noted, and asked again before the result is reused.

A system is what its files say, and which files these are depends on what else is there: a module
that appears nearer by takes the place of one further away. So each question is kept with its
answer. As long as all answers are the same, compiling would lead to the same system.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from dowager.language.files.finder import ON_DISK, Finder

if TYPE_CHECKING:
    from dowager.errors import Fault
    from dowager.language.text.yaml_values import Value

_Question = tuple[str, str, str]
"""What is asked, the name that is looked for, and the file or folder that it is asked of."""


class Lookups:
    """Reads and finds files on this disk, and notes what it was asked and what it answered."""

    def __init__(self) -> None:
        self._answers: dict[_Question, str | None] = {}
        self.finder = Finder(self._base, self._module, self._shown)

    def read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        """Read a YAML file as `read_yaml` does."""
        from dowager.language.text.yaml_values import read_yaml

        self._answer("content", "", path)
        return read_yaml(path, shown, faults)

    def to_bytes(self) -> bytes:
        """Return all questions with their answers, as `hold` takes them."""
        rows = [(*question, answer) for question, answer in self._answers.items()]
        return json.dumps(rows).encode()

    def _base(self, name: str, extending: Path) -> Path | None:
        return _path(self._answer("base", name, extending))

    def _module(self, name: str, beside: Path) -> Path | None:
        return _path(self._answer("module", name, beside))

    def _shown(self, path: Path) -> str:
        return self._answer("shown", "", path) or ""

    def _answer(self, kind: str, name: str, path: Path) -> str | None:
        question = kind, name, str(path)
        if question not in self._answers:
            self._answers[question] = _answered(*question)
        return self._answers[question]


def hold(lookups: bytes) -> bool:
    """Whether all questions, as `Lookups.to_bytes` wrote them, still have the same answers."""
    return all(_answered(*question) == answer for *question, answer in json.loads(lookups))


def _answered(kind: str, name: str, path: str) -> str | None:
    file = Path(path)
    match kind:
        case "base":
            return _text(ON_DISK.base(name, file))
        case "module":
            return _text(ON_DISK.module(name, file))
        case "shown":
            return ON_DISK.shown(file)
        case _:
            return _digest(file)


def _digest(file: Path) -> str | None:
    """Return a digest of a file's content; None when it cannot be read."""
    try:
        return blake2b(file.read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return None


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)

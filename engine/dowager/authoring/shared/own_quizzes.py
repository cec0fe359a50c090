"""The quizzes that belong to a system, and the hands they ask about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from dowager.authoring.shared.situation import Situation, Witness
from dowager.bidder import Quiz, quiz_files, read_quizzes
from dowager.language.files import data_folder

_PATTERNS = ("quizzes*.yaml", "quizzes/*.yaml")


def is_quiz_file(name: str) -> bool:
    """Whether a file has quizzes, by its name in the folder of a system that is not shipped."""
    path = PurePosixPath(name)
    return any(path.match(each) and each.count("/") == name.count("/") for each in _PATTERNS)


def own_quizzes(file: Path) -> list[Path]:
    """Return the quiz files of a system by its file.

    Those of a shipped system are in `quizzes/`; those of any other system are `quizzes*.yaml` and
    `quizzes/*.yaml` beside its file.
    """
    folder = file.resolve().parent
    if folder.is_relative_to(data_folder("systems").resolve()):
        return quiz_files(folder.name)
    return [file for pattern in _PATTERNS for file in sorted(folder.glob(pattern))]


def quizzed(file: Path) -> Iterator[Witness]:
    """Yield the auctions and hands that a system's quizzes ask about.

    Those against the system of other opponents, or with other options, are left out.

    Raises:
        SystemFaults: a quiz file has faults.
    """
    for quiz in read_quizzes(own_quizzes(file)):
        if isinstance(quiz, Quiz) and quiz.opponents is None and not quiz.heading.choices:
            yield Witness(Situation.of(quiz.auction), quiz.hand)

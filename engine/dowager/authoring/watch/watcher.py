"""Watching a system: a round at each save of a file that it is read from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from dowager.authoring.check import Extent, Progress
from dowager.authoring.shared.own_quizzes import own_quizzes
from dowager.authoring.watch.news import Diary, News
from dowager.authoring.watch.rounds import ReadSystem, look, read_system
from dowager.authoring.watch.saves import Saves
from dowager.language.compile import System
from dowager.language.files import SystemFile, data_folder

Clock = Callable[[], float]
"""Gives the time in seconds, from any start."""

Stages = Callable[[], AbstractContextManager[Progress]]
"""Gives, for each round, what is called as the work goes on."""


class _Overtaken(Exception):  # noqa: N818 - it ends a round that a save has overtaken, no error
    """A file was saved while the system was being looked at."""


def watch_system(
    file: SystemFile, extent: Extent, tell: Callable[[News], None], stages: Stages, clock: Clock,
    once: bool = False,
) -> None:  # fmt: skip
    """Look at a system, and again each time one of its files is saved, until interrupted.

    Files are read afresh in each round. A round that a save overtakes is dropped.

    Args:
        file: the system's file.
        extent: how far the check goes.
        tell: called with the news of each round.
        stages: gives what is called during a round.
        clock: times the rounds.
        once: whether one round is enough.
    """
    diary = Diary()
    files = WatchedFiles(file.path)
    with Saves(files) as saves:
        while True:
            saves.forget()
            start = clock()
            read = read_system(file)
            if not once and saves.follow(files.learn(read)):
                continue  # what was saved in a folder before it was followed has to be read
            try:
                with stages() as progress:
                    latest = look(read, extent, _until_saved(progress, saves))
            except _Overtaken:
                continue
            tell(diary.news(replace(latest, seconds=clock() - start)))
            if once:
                return
            saves.wait()


def _until_saved(progress: Progress, saves: Saves) -> Progress:
    def until_saved(what: str, share: float) -> None:
        if saves.happened:
            raise _Overtaken
        progress(what, share)

    return until_saved


class WatchedFiles:
    """Knows the files that a system is read from, and those that it might be read from next.

    Args:
        file: the system's file.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.absolute().parent
        self._beside = {self._folder, self._folder.resolve()}
        self._known: set[Path] = set()
        self._any = False

    def learn(self, read: ReadSystem) -> set[Path]:
        """Take note of the files of a system, and return the folders to watch.

        A system that cannot be loaded does not say which files it is read from: then any rule file
        counts in the folders known so far, such as a module that was missing.
        """
        self._any = read.system is None
        if read.system is not None:
            self._known = {path.resolve() for path in _files(read.system)}
        quizzes = {path.parent for path in own_quizzes(read.file.path)} | {self._folder / "quizzes"}
        self._beside |= quizzes
        return {self._folder.parent, *self._beside, *(path.parent for path in self._known)}

    def __call__(self, path: Path) -> bool:
        """Whether a save of a file counts."""
        if path in self._beside:
            return True  # a folder of rules or quizzes is new, or gone
        if path.suffix != ".yaml":
            return False
        return self._any or path.parent in self._beside or path.resolve() in self._known


def _files(system: System) -> Iterator[Path]:
    """Yield the files that a system is read from; faults and rules show them by shorter names."""
    default = system.default
    for shown in (*system.files, *(default.files if default else ())):
        yield Path(shown)
        yield data_folder("systems").parent / shown

"""Owns looking at a system again and again while it is edited, and what is news each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias, assert_never

from dowager.authoring.check.findings import Finding
from dowager.authoring.check.report import Progress, Report, check_loaded, own_quizzes
from dowager.authoring.check.walker import Extent
from dowager.authoring.watch.saves import Saves
from dowager.bidder import Bidder
from dowager.bidder.quiz import Outcome, Question, ask, read_quizzes
from dowager.errors import Fault, SystemFaults
from dowager.language.compile import System
from dowager.language.files import data_folder, load_file

Trouble: TypeAlias = Fault | Outcome | Finding
"""What a round may find: a fault of a file, a quiz that fails, a finding of the check."""

Clock = Callable[[], float]
"""Tells the time in seconds, from any start."""

Stages = Callable[[], AbstractContextManager[Progress]]
"""Gives, for each round, what is to be told how far it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A system as read from its files just now.

    Attributes:
        file: the system's file.
        system: what was loaded; None when its files have faults.
        questions: its quizzes.
        faults: what is wrong in its files and in those of its quizzes.
    """

    file: Path
    system: System | None
    questions: tuple[Question, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """What one look at a system came to.

    Attributes:
        name: the system's name.
        faults: what keeps it from being loaded; then nothing else was looked at.
        asked: how many quizzes were asked.
        failed: the quizzes that failed.
        report: what the check came to; None when the system was not loaded.
        seconds: how long it took.
    """

    name: str
    faults: tuple[Fault, ...]
    asked: int
    failed: tuple[Outcome, ...]
    report: Report | None
    seconds: float = 0.0

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """All that is wrong or odd, in the order in which it is told."""
        return (*self.faults, *self.failed, *(self.report.findings if self.report else ()))


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """A round beside what was known before it.

    Attributes:
        number: which round this is, from 1.
        round: the round.
        fresh: what was not there the last time it was looked for; all of it in the first round.
        mended: what was there and is gone. Failing quizzes and findings are not known to be gone
            as long as the system cannot be loaded.
        standing: what was there and still is.
    """

    number: int
    round: Round
    fresh: tuple[Trouble, ...]
    mended: tuple[Trouble, ...]
    standing: tuple[Trouble, ...]


class _Overtaken(Exception):  # noqa: N818 - it ends a round that a save has overtaken, no error
    """A file was saved while the system was being looked at."""


def watch_system(
    file: Path, extent: Extent, tell: Callable[[News], None], stages: Stages, clock: Clock,
    once: bool = False,
) -> None:  # fmt: skip
    """Look at a system, and again each time one of its files is saved, for ever.

    Files are read anew in each round. A round that a save overtakes is not told.

    Args:
        file: the system's file.
        extent: how far the check goes.
        tell: told of each round.
        stages: gives what is told how far a round is.
        clock: tells how long a round takes.
        once: whether one round is enough.
    """
    diary = _Diary()
    matters = _Matters(file)
    with Saves(matters) as saves:
        while True:
            saves.forget()
            start = clock()
            source = read_source(file)
            if not once and saves.follow(matters.learn(source)):
                continue  # what was saved there before it listened has to be read
            try:
                with stages() as progress:
                    found = look(source, extent, _stopping(progress, saves))
            except _Overtaken:
                continue
            tell(diary.news(replace(found, seconds=clock() - start)))
            if once:
                return
            saves.wait()


def _stopping(progress: Progress, saves: Saves) -> Progress:
    def stopping(what: str, share: float) -> None:
        if saves.happened:
            raise _Overtaken
        progress(what, share)

    return stopping


# -- one round -------------------------------------------------------------------------------------


def read_source(file: Path) -> Source:
    """Read a system and its quizzes from their files; all faults of all files are gathered."""
    faults: list[Fault] = []
    system = None
    questions: Sequence[Question] = ()
    try:
        system = load_file(file)
    except SystemFaults as error:
        faults += error.faults
    try:
        questions = read_quizzes(own_quizzes(file))
    except SystemFaults as error:
        faults += error.faults
    return Source(file, system, tuple(questions), tuple(faults))


def look(source: Source, extent: Extent, progress: Progress) -> Round:
    """Ask a system its quizzes and check it, unless its files have faults.

    Args:
        source: the system and its quizzes.
        extent: how far the check goes.
        progress: told how far it is.
    """
    system, file = source.system, source.file
    if source.faults or system is None:
        return Round(file.resolve().parent.name, source.faults, 0, (), None)
    outcomes = _asked(system, source.questions, progress)
    failed = tuple(outcome for outcome in outcomes if not outcome.passed)
    report = check_loaded(file, system, extent, 1, progress, only_own=True)
    return Round(system.name, (), len(outcomes), failed, report)


def _asked(system: System, questions: Sequence[Question], progress: Progress) -> list[Outcome]:
    bidder = Bidder(system)
    outcomes: list[Outcome] = []
    for question in questions:
        outcomes.append(ask(bidder, question))
        progress("quizzes", len(outcomes) / len(questions))
    return outcomes


# -- which files matter ----------------------------------------------------------------------------


class _Matters:
    """Knows the files that a system is read from, and those that it might be read from next.

    Args:
        file: the system's file.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.absolute().parent
        self._beside = {self._folder, self._folder.resolve()}
        self._known: set[Path] = set()
        self._any = False

    def learn(self, source: Source) -> set[Path]:
        """Take note of the files of a system, and return the folders to watch.

        A system that cannot be loaded does not say which files it is read from: then any rule file
        matters in the folders known so far, such as a module that was missing.
        """
        self._any = source.system is None
        if source.system is not None:
            self._known = {path.resolve() for path in _files(source.system)}
        quizzes = {path.parent for path in own_quizzes(source.file)} | {self._folder / "quizzes"}
        self._beside |= quizzes
        return {self._folder.parent, *self._beside, *(path.parent for path in self._known)}

    def __call__(self, path: Path) -> bool:
        """Whether a save of a file matters."""
        if path in self._beside:
            return True  # a folder of rules or quizzes is new, or gone
        if path.suffix != ".yaml":
            return False
        return self._any or path.parent in self._beside or path.resolve() in self._known


def _files(system: System) -> Iterable[Path]:
    """Yield the files that a system is read from; faults and rules show them by shorter names."""
    default = system.default
    for shown in (*system.files, *(default.files if default else ())):
        yield Path(shown)
        yield data_folder("systems").parent / shown


# -- news ------------------------------------------------------------------------------------------


class _Diary:
    """Remembers what the last rounds found, and tells what is news."""

    def __init__(self) -> None:
        self._rounds = 0
        self._loading: tuple[Trouble, ...] = ()
        self._looking: tuple[Trouble, ...] = ()

    def news(self, found: Round) -> News:
        """Return what is news in a round, and remember it."""
        before = self._loading if found.report is None else (*self._loading, *self._looking)
        fresh, mended, standing = _compared(before, found.troubles)
        self._rounds += 1
        self._loading = found.faults
        if found.report is not None:
            self._looking = found.troubles
        return News(self._rounds, found, fresh, mended, standing)


_Troubles = tuple[Trouble, ...]


def _compared(
    before: Sequence[Trouble], now: Sequence[Trouble]
) -> tuple[_Troubles, _Troubles, _Troubles]:
    """Return what is new, what is gone and what stays, whatever lines things have moved to."""
    old, fresh = list(before), list(now)
    standing: list[Trouble] = []
    for key in (_exactly, _about):
        for one in list(fresh):
            same = next((other for other in old if key(other) == key(one)), None)
            if same is not None:
                old.remove(same)
                fresh.remove(one)
                standing.append(one)
    return tuple(fresh), tuple(old), tuple(one for one in now if one in standing)


def _exactly(one: Trouble) -> object:
    """Return what a trouble and the place that shows it are about."""
    shown = one.situation if isinstance(one, Finding) else None
    return _about(one), shown


def _about(one: Trouble) -> object:
    """Return what a trouble is about, without its line."""
    match one:
        case Fault():
            return one.span.file, one.message
        case Outcome():
            quiz = one.quiz
            return quiz.span.file, quiz.asked, str(quiz.position)
        case Finding():
            return one.kind, one.place.rpartition(":")[0], one.name
        case _:
            assert_never(one)

"""The survey: the walks of all vulnerabilities, in several processes where that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.queues import Queue
from queue import Empty

from dowager.auction import Vulnerability, part_scores_word
from dowager.authoring.check.changes import outlines
from dowager.authoring.check.kept_walks import KeptWalk, frame_of, keep, kept_file, read_walk
from dowager.authoring.check.summary import Summary, summarised
from dowager.authoring.check.visit import Visit
from dowager.authoring.check.walker import Walker
from dowager.authoring.shared.digests import default_digest, face_digest, section_digest
from dowager.authoring.shared.extent import Extent
from dowager.cards import Side
from dowager.language.compile import System
from dowager.language.files import SystemFile, load_file

_SMALL = 250
"""Rules up to which a second process costs more than it brings."""

_STEP = 500  # decisions after which another process reports progress


@dataclass(frozen=True, slots=True)
class WalkTask:
    """A walk: of a system, at one vulnerability, against itself or as one side against another.

    Attributes:
        file: the system's file.
        vulnerability: of all boards.
        extent: how far.
        against: the opponents' system; None for the system itself.
        side: the side of the system.
    """

    file: SystemFile
    vulnerability: Vulnerability
    extent: Extent
    against: SystemFile | None = None
    side: Side = Side.NORTH_SOUTH

    @property
    def words(self) -> str:
        """What the walk depends on besides systems."""
        extent = self.extent
        words = f"{self.vulnerability.name} {extent.boards} {extent.depth} {extent.seed}"
        words += f" {extent.scoring.word} {part_scores_word(extent.part_scores)}"
        return words if self.against is None else f"{words} {self.side} {self.against.resolve()}"


def survey(
    file: SystemFile, system: System, extent: Extent, jobs: int, progress: Callable[[float], None],
    opponents: Sequence[SystemFile] = (),
) -> Summary:  # fmt: skip
    """Walk the auctions of random boards at all vulnerabilities.

    Args:
        file: the system's file.
        system: the system as loaded from it.
        extent: how far.
        jobs: how many processes at most.
        progress: called with the share of the work that is done, 0 to 1.
        opponents: the systems against which it is walked besides itself, with half of the boards
            as the dealer's side and half as the other.
    """
    tasks = [WalkTask(file, vulnerability, extent) for vulnerability in Vulnerability]
    half = replace(extent, boards=max(extent.boards // 2, 1))
    tasks += [
        WalkTask(file, vulnerability, half, against, side)
        for against in opponents
        for vulnerability in Vulnerability
        for side in Side
    ]
    done, decisions = 0, sum(task.extent.boards * extent.depth for task in tasks)

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done / decisions, 1.0))

    whole = Summary()
    if jobs < 2 or len(system.rules) < _SMALL:
        for task in tasks:
            whole.add(_walk(system, task, advance))
    else:
        for summary in _apart(tasks, jobs, advance):
            whole.add(summary)
    return whole


def _walk(system: System, task: WalkTask, progress: Callable[[int], None]) -> Summary:
    root, scanned = walked(system, task, progress)
    start = task.extent.start(task.vulnerability)
    return summarised(root, start, system, scanned, task.against)


def walked(system: System, task: WalkTask, progress: Callable[[int], None]) -> tuple[Visit, int]:
    """Return the visits of a walk, and how many had to be scanned."""
    other = system if task.against is None else load_file(task.against)
    north_south = task.side is Side.NORTH_SOUTH
    systems = (system, other) if north_south else (other, system)
    kept = kept_file(task.file, task.words)
    frame = [default_digest(system), task.words.encode()]
    if other is not system:
        frame += [default_digest(other), *map(section_digest, other.sections)]
        frame += map(face_digest, other.sections)
    sections = outlines(system)
    old, edit = read_walk(kept, frame_of(*frame), sections)
    boards = task.extent.deal(task.vulnerability)
    start = task.extent.start(task.vulnerability).auction
    walker = Walker(systems, system, start, boards, task.extent.depth, edit, progress)
    root = walker.walk(old)
    if walker.scanned or old is None:
        keep(kept, KeptWalk(frame_of(*frame), sections, root))
    return root, walker.scanned


# -- in other processes ----------------------------------------------------------------------------


def _apart(tasks: list[WalkTask], jobs: int, progress: Callable[[int], None]) -> Iterator[Summary]:
    context = get_context("spawn")
    decisions: Queue[int] = context.Queue()
    with ProcessPoolExecutor(
        min(jobs, len(tasks)), mp_context=context, initializer=_prepare, initargs=(decisions,)
    ) as pool:
        try:
            running: set[Future[Summary]] = {pool.submit(_run, task) for task in tasks}
            while running:
                finished, running = wait(running, timeout=0.2)
                _pass_on(decisions, progress)
                for future in finished:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _pass_on(decisions: Queue[int], progress: Callable[[int], None]) -> None:
    while True:
        try:
            progress(decisions.get_nowait())
        except Empty:
            return


_decisions: Queue[int] | None = None


def _prepare(decisions: Queue[int]) -> None:
    global _decisions
    _decisions = decisions


def _run(task: WalkTask) -> Summary:
    waiting = 0

    def progress(decisions: int) -> None:
        nonlocal waiting
        waiting += decisions
        if waiting >= _STEP and _decisions is not None:
            _decisions.put(waiting)
            waiting = 0

    return _walk(load_file(task.file), task, progress)

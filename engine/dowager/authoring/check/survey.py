"""The survey: the walks of all vulnerabilities, in several processes where that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.queues import Queue
from queue import Empty

from dowager.auction import Vulnerability, part_scores_word
from dowager.authoring.check.changes import outlines
from dowager.authoring.check.kept_walks import KeptWalk, frame_of, keep, kept_file, read_walk
from dowager.authoring.check.summary import Summary, summarised
from dowager.authoring.check.visit import Visit
from dowager.authoring.check.walker import Walker
from dowager.authoring.shared.digests import default_digest
from dowager.authoring.shared.extent import Extent
from dowager.language.compile import System
from dowager.language.files import SystemFile, load_file

_SMALL = 250
"""Rules up to which a second process costs more than it brings."""

_STEP = 500  # decisions after which another process reports progress


@dataclass(frozen=True, slots=True)
class _Task:
    file: SystemFile
    vulnerability: Vulnerability
    extent: Extent


def survey(
    file: SystemFile, system: System, extent: Extent, jobs: int, progress: Callable[[float], None]
) -> Summary:
    """Walk the auctions of random boards at all vulnerabilities.

    Args:
        file: the system's file.
        system: the system as loaded from it.
        extent: how far.
        jobs: how many processes at most.
        progress: called with the share of the work that is done, 0 to 1.
    """
    tasks = [_Task(file, vulnerability, extent) for vulnerability in Vulnerability]
    done = 0

    def advance(decisions: int) -> None:
        nonlocal done
        done += decisions
        progress(min(done / extent.decisions, 1.0))

    whole = Summary()
    if jobs < 2 or len(system.rules) < _SMALL:
        for task in tasks:
            whole.add(_walk(system, task, advance))
    else:
        for summary in _apart(tasks, jobs, advance):
            whole.add(summary)
    return whole


def _walk(system: System, task: _Task, progress: Callable[[int], None]) -> Summary:
    root, scanned = walked(task.file, system, task.vulnerability, task.extent, progress)
    start = task.extent.start(task.vulnerability)
    return summarised(root, start, system, scanned)


def walked(
    file: SystemFile, system: System, vulnerability: Vulnerability, extent: Extent,
    progress: Callable[[int], None],
) -> tuple[Visit, int]:  # fmt: skip
    """Return the visits of one vulnerability's walk, and how many had to be scanned."""
    words = f"{vulnerability.name} {extent.boards} {extent.depth} {extent.seed}"
    words += f" {extent.scoring.word} {part_scores_word(extent.part_scores)}"
    kept = kept_file(file, words)
    frame, sections = frame_of(default_digest(system), words.encode()), outlines(system)
    old, edit = read_walk(kept, frame, sections)
    boards = extent.deal(vulnerability)
    start = extent.start(vulnerability).auction
    walker = Walker(system, start, boards, extent.depth, edit, progress)
    root = walker.walk(old)
    if walker.scanned or old is None:
        keep(kept, KeptWalk(frame, sections, root))
    return root, walker.scanned


# -- in other processes ----------------------------------------------------------------------------


def _apart(tasks: list[_Task], jobs: int, progress: Callable[[int], None]) -> Iterator[Summary]:
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


def _run(task: _Task) -> Summary:
    waiting = 0

    def progress(decisions: int) -> None:
        nonlocal waiting
        waiting += decisions
        if waiting >= _STEP and _decisions is not None:
            _decisions.put(waiting)
            waiting = 0

    return _walk(load_file(task.file), task, progress)

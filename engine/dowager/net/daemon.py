"""Work in threads that the end of the program does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import TypeVar

_Answer = TypeVar("_Answer")


def start_daemon(work: Callable[[], _Answer]) -> Future[_Answer]:
    """Start some work, and return what will have its answer, or the exception that it raises."""
    answer: Future[_Answer] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # whoever waits for it raises it again
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return answer


async def in_daemon(work: Callable[[], _Answer]) -> _Answer:
    """Return what some work gives, or raise what it raises; the loop goes on meanwhile.

    When nobody waits any more, the thread is left to itself, even as the program ends.
    """
    return await asyncio.wrap_future(start_daemon(work))


class Latest:
    """Does some work in a thread, again if it has been asked for since it began.

    Args:
        work: the work; when it raises, that is the end of it.
        failed: takes what it has raised, in that thread.
    """

    def __init__(self, work: Callable[[], object], failed: Callable[[Exception], None]) -> None:
        self._work, self._failed = work, failed
        self._wanted = Event()
        Thread(target=self._run, daemon=True).start()

    def ask(self) -> None:
        """Ask for the work; return at once."""
        self._wanted.set()

    def _run(self) -> None:
        while self._wanted.wait():
            self._wanted.clear()
            try:
                self._work()
            except Exception as error:
                self._failed(error)
                return

"""Work in threads that the end of the program does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
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

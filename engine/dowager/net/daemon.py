"""Work in threads that the end of the program does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

_Answer = TypeVar("_Answer")


async def in_daemon(work: Callable[[], _Answer]) -> _Answer:
    """Return what some work gives, or raise what it raises; the loop goes on meanwhile.

    When nobody waits any more, the thread is left to itself, even as the program ends.
    """
    answer: Future[_Answer] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            answer.set_result(work())
        except Exception as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(answer)

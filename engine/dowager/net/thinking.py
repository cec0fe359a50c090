"""Thinking beside a connection: in a thread, within a time, with a safe answer if it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

_GRACE, _LEAST = 1.5, 5.0
"""A decision is given up after half as long again as its time, and five seconds."""

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")


class Thinker:
    """Makes decisions, one after another, in a thread of its own.

    Args:
        report: takes what went wrong.
        least: seconds that a decision gets in any case before it is given up.
    """

    def __init__(self, report: Callable[[str], None], least: float = _LEAST) -> None:
        self._report = report
        self._least = least
        self._pool = ThreadPoolExecutor(1)

    def begin(self, work: Callable[[], _Answer]) -> Future[_Answer]:
        """Begin some work before the next decision; return what will have its answer."""
        return self._pool.submit(work)

    async def decide(
        self,
        seconds: float,
        decide: Callable[[], _Answer],
        safe: _Answer,
        latest: float | None = None,
    ) -> _Answer:
        """Return a decision; the safe one when thinking fails or does not end in time.

        Args:
            seconds: the time that the decision should take.
            decide: thinks.
            safe: what is always right, if not good.
            latest: the seconds after which a decision is given up; None for the usual grace.
        """
        limit = _GRACE * seconds + self._least if latest is None else latest
        try:
            thought = asyncio.get_running_loop().run_in_executor(self._pool, decide)
            async with asyncio.timeout(limit):
                return await thought
        except TimeoutError:
            self._report(f"no decision within {limit:.1f} s: playing safe")
            self._pool = ThreadPoolExecutor(1)  # the old thread is still busy
        except Exception as error:  # a bug of ours must not end a session
            self._report(f"our own fault: {type(error).__name__}: {error}; playing safe")
            _log.exception("a decision failed")
        return safe

    def close(self) -> None:
        """Stop, without waiting for a decision that is being taken."""
        self._pool.shutdown(wait=False, cancel_futures=True)

"""Processes that think: a question goes to one of them and has a limit of time.

A process that does not answer in time is killed, and another takes its place: no question can hold
the server up. Each loads the server's system before its first question, so that no question's time
goes to that.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager

from pebble import ProcessExpired, ProcessPool

from dowager.errors import DowagerError, InputError
from dowager.services.registry import Fields, answer
from dowager.web.serve_options import ServeOptions


class BusyError(DowagerError):
    """There are too many questions; the same one may be answered later."""


class SlowError(DowagerError):
    """A question took more time than it has."""


class FailedError(DowagerError):
    """The process that was asked has failed: a fault of ours."""


class Workers:
    """The processes of a server.

    Args:
        options: how many there are, how long they may take, how many questions may wait.
        system: what they load when they start.
    """

    def __init__(self, options: ServeOptions, system: str) -> None:
        self._options = options
        self._pool = ProcessPool(
            max_workers=options.processes,
            initializer=_begin,
            initargs=(system,),
            context=multiprocessing.get_context("spawn"),
        )
        self._asked: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many questions wait, or are being answered."""
        return self._asked.total()

    def start(self) -> None:
        """Start the processes before the first question; return at once."""
        self._pool.schedule(_begun)

    async def ask(
        self, name: str, fields: Fields, client: str = "", seconds: float | None = None
    ) -> Fields:
        """Return a service's answer.

        Args:
            name: of the service.
            fields: the question.
            client: who asks; a client can only crowd itself out.
            seconds: how long it may take; the server's limit when None.

        Raises:
            InputError: something is wrong with the question.
            BusyError: too many questions wait.
            SlowError: it has taken too long.
            FailedError: the process has ended, or failed.
        """
        with self._counted(client):
            limit = self._options.seconds if seconds is None else seconds
            future = self._pool.schedule(answer, (name, fields), timeout=limit)
            try:
                found = await asyncio.wrap_future(future)
            except (FutureTimeout, TimeoutError) as error:
                raise SlowError(f"no answer within {limit:g} s") from error
            except ProcessExpired as error:
                raise FailedError("the process that was asked has ended") from error
            except CancelledError:
                raise
            except Exception as error:
                raise FailedError(f"our own fault: {type(error).__name__}: {error}") from error
        if isinstance(found, str):
            raise InputError(found)
        return found

    @contextmanager
    def _counted(self, client: str) -> Iterator[None]:
        """Count a question while it is being answered.

        Raises:
            BusyError: there are too many.
        """
        if self.waiting >= self._options.most_waiting:
            raise BusyError("the server is busy: ask again later")
        if self._asked[client] >= self._options.most_of_a_client:
            raise BusyError("too many of your questions are being answered: wait for one")
        self._asked[client] += 1
        try:
            yield
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    def close(self) -> None:
        """End all processes at once."""
        self._pool.stop()
        self._pool.join()


_ANY = "AQ52.KJ4.KT73.Q9"


def _begin(system: str) -> None:
    """Leave Ctrl-C to the server, which ends its processes, and load a system."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer("bid", {"hand": _ANY, "system": system})


def _begun() -> None:
    """Do nothing: a process that answers this has begun."""

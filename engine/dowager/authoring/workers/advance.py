"""How far the unit in hand has come: said by work that takes long, heard by whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

Listener = Callable[[int], None]
"""Takes how many boards of a unit are done."""

_SECONDS = 0.5
_listener: ContextVar[Listener | None] = ContextVar("_listener", default=None)


def advanced(boards: int) -> None:
    """Say how many boards of the unit in hand are done so far. Nobody may be listening."""
    listener = _listener.get()
    if listener is not None:
        listener(boards)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Have a listener called with what `advanced` says, twice a second at most."""
    heard = 0.0

    def listen(boards: int) -> None:
        nonlocal heard
        now = monotonic()
        if now - heard >= _SECONDS:
            heard = now
            listener(boards)

    before = _listener.set(listen)
    try:
        yield
    finally:
        _listener.reset(before)

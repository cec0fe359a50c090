"""The garbage collector, kept away from what stays for the whole run."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hidden_from_collector() -> Iterator[None]:
    """Hide from the garbage collector what is made meanwhile: modules, or a system.

    They live as long as the process, and tracing them on every collection costs milliseconds.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()

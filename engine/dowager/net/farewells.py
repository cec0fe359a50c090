"""Clients that are sent away, while they are still heard: not too many of them at a time."""

from __future__ import annotations

from dowager.net.outbox import Outbox

_MOST = 64


class Farewells:
    """Closes connections after their clients; the oldest at once when there are too many."""

    def __init__(self) -> None:
        self._leaving: dict[Outbox, None] = {}

    async def close(self, outbox: Outbox) -> None:
        """Close a connection after its client; see `Outbox.close_after_peer`."""
        if len(self._leaving) >= _MOST:
            oldest = next(iter(self._leaving))
            del self._leaving[oldest]
            oldest.abort()
        self._leaving[outbox] = None
        try:
            await outbox.close_after_peer()
        finally:
            self._leaving.pop(outbox, None)

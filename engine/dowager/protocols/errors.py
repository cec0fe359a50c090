"""Owns the two kinds of error at a table: ours, and the peer's."""

from __future__ import annotations

from dowager.errors import DowagerError


class LocalError(DowagerError):
    """Our own program asked for what the protocol does not allow now; a bug of ours."""


class PeerError(DowagerError):
    """The peer did what the protocol does not allow; the text says what and where."""

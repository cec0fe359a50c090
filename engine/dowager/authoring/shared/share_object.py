"""Shares for programs, as JSON states them."""

from __future__ import annotations

from typing import Any

from dowager.knowledge.sampling import Share


def share_object(share: Share) -> dict[str, Any]:
    """Return a share for programs; `hands` is null when it was sampled."""
    return {
        "share": share.value,
        "error": share.error,
        "hands": share.hands,
        "of": share.of,
        "exact": share.exact,
    }

"""What subcommands print of shares: percentages with their errors, bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dowager.cli.printing import show_table
from dowager.knowledge.sampling import Share

_BAR = 40


def percent(share: Share) -> str:
    """Return a share as `7.83%`, with two standard errors if it was sampled."""
    value = _figures(100 * share.value)
    return f"{value}%" if share.exact else f"{value}% ± {100 * share.error:.2g}"


def _figures(value: float) -> str:
    """Write three figures: `23.4`, `5.10`, `0.0135`."""
    if value == 0:
        return "0"
    if value < 0.001:
        return f"{value:.1e}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:#.3g}"


def number(hands: int | None) -> str:
    """Return a number of hands as `30,897,212,184`; empty when they were not counted."""
    return "" if hands is None else f"{hands:,}"


def bars(head: str, rows: Iterable[tuple[str, Share]]) -> None:
    """Print a histogram: a bar for each share, in proportion to the greatest."""
    shares: Sequence[tuple[str, Share]] = list(rows)
    greatest = max((share.value for _, share in shares), default=0.0) or 1.0
    lines = [
        (word, percent(share), "█" * round(_BAR * share.value / greatest)) for word, share in shares
    ]
    show_table((head, "share", ""), lines)

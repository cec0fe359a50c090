"""The option by which `table`, `sit` and `match` choose a protocol, and what dialects it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from dowager.protocols import PROTOCOLS

_Function = TypeVar("_Function", bound=Callable[..., Any])

PLAYER_DIALECTS = "; ".join(f"{p.title}: {p.player_dialect}" for p in PROTOCOLS.values())
TABLE_DIALECTS = "; ".join(f"{p.title}: {p.table_dialect}" for p in PROTOCOLS.values())
"""What `--dialect` takes, for the help of a player and of a table."""


def protocol_option(function: _Function) -> _Function:
    """Add `--protocol`."""
    return click.option(
        "--protocol",
        type=click.Choice(list(PROTOCOLS)),
        default=next(iter(PROTOCOLS)),
        show_default=True,
        help="The protocol that the table and its players speak.",
    )(function)

"""The options by which `table` and `event` say how long they wait for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--gap",
        type=click.IntRange(0, 500),
        default=10,
        show_default=True,
        help="Milliseconds between two lines to a program that says nothing in between.",
    ),
    click.option(
        "--call-timeout",
        "act",
        type=click.FloatRange(0.1),
        default=120.0,
        show_default=True,
        help="Seconds for a call or a card before the connection is closed.",
    ),
    click.option(
        "--ready-timeout",
        "ready",
        type=click.FloatRange(0.1),
        default=60.0,
        show_default=True,
        help="Seconds for anything else that a program has to send.",
    ),
)


def line_and_time_options(function: _Function) -> _Function:
    """Add `--gap`, `--call-timeout` (as `act`) and `--ready-timeout` (as `ready`)."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function

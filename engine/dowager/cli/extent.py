"""Options that say how far a check or a comparison goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from dowager.authoring.check import Extent

_Function = TypeVar("_Function", bound=Callable[..., Any])


def extent_options(usual: Extent) -> Callable[[_Function], _Function]:
    """Return what adds `--boards`, `--depth` and `--seed` to a command, with their defaults."""

    def add(function: _Function) -> _Function:
        for name, kind, default, words in (
            ("--seed", click.INT, usual.seed, "Another seed gives other boards."),
            ("--depth", click.IntRange(1, 40), usual.depth, "Calls of an auction to look at."),
            (
                "--boards",
                click.IntRange(1, 1_000_000),
                usual.boards,
                "Random boards to bid at each vulnerability.",
            ),
        ):
            option = click.option(name, type=kind, default=default, show_default=True, help=words)
            function = option(function)
        return function

    return add

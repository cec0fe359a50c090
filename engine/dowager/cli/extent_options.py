"""The options that say how far `check`, `watch` and `diff` look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from dowager.authoring.check import Extent
from dowager.cli.options import part_score_option, scoring_option

_Function = TypeVar("_Function", bound=Callable[..., Any])


def extent_options(defaults: Extent) -> Callable[[_Function], _Function]:
    """Return a decorator that adds `--boards`, `--depth`, `--seed`, `--scoring` and
    `--part-score`.

    Args:
        defaults: the defaults of the first three; boards are scored by IMPs, without part scores.
    """

    def add(function: _Function) -> _Function:
        function = scoring_option(part_score_option(function))
        for name, kind, default, words in (
            ("--seed", click.INT, defaults.seed, "Seed of the random boards."),
            (
                "--depth",
                click.IntRange(1, 40),
                defaults.depth,
                "How many calls deep to follow auctions.",
            ),
            (
                "--boards",
                click.IntRange(1, 1_000_000),
                defaults.boards,
                "How many random boards to bid at each vulnerability.",
            ),
        ):
            option = click.option(name, type=kind, default=default, show_default=True, help=words)
            function = option(function)
        return function

    return add

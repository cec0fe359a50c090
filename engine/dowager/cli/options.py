"""Options that many subcommands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Scoring,
    Vulnerability,
    parse_calls,
    parse_part_scores,
)
from dowager.cards import Seat, Side
from dowager.services.known_tables import DEFAULT_SYSTEM

_Function = TypeVar("_Function", bound=Callable[..., Any])


def systems(function: _Function) -> _Function:
    """Add `--system` and `--opponents`."""
    function = click.option(
        "--opponents", default=None, help="The other side's system. Default: the same."
    )(function)
    return click.option(
        "--system", default=DEFAULT_SYSTEM, show_default=True, help="A system's name or path."
    )(function)


def reading_option(function: _Function) -> _Function:
    """Add `--reading`."""
    from dowager.knowledge.readings import READINGS

    return click.option(
        "--reading",
        default="exact",
        show_default=True,
        help=f"How far calls are believed: {', '.join(READINGS)}; or by side, such as"
        " ns=exact,ew=tolerant.",
    )(function)


def table_reading_option(function: _Function) -> _Function:
    """Add the `--reading` of robots; its value is checked."""
    from dowager.knowledge.readings import READINGS

    return click.option(
        "--reading",
        default="",
        callback=checked_readings,
        help=f"How far robots believe calls in the play: {', '.join(READINGS)}; or by side, such as"
        " us=exact,them=tolerant. Default: by what is known of the players.",
    )(function)


def checked_readings(context: click.Context, option: click.Parameter, value: str) -> str:
    """Return the value of an option, which is empty or names readings.

    Raises:
        InputError: it names a reading or a side that there is not.
    """
    if value:
        from dowager.knowledge.readings import named_readings

        named_readings(value, Side.NORTH_SOUTH)
    return value


def scoring_option(function: _Function) -> _Function:
    """Add `--scoring`; its value is a `Scoring`."""
    return click.option(
        "--scoring",
        default=Scoring.IMPS.word,
        show_default=True,
        callback=lambda context, option, value: Scoring.parse(value),
        help="What boards are scored by: imps, or mp for matchpoints.",
    )(function)


def part_score_option(function: _Function) -> _Function:
    """Add `--part-score`, the parameter `part_scores`; its value is a number for each side."""
    return click.option(
        "--part-score",
        "part_scores",
        default="",
        metavar="NS=60,EW=40",
        callback=lambda context, option, value: (
            parse_part_scores(value) if value else NO_PART_SCORES
        ),
        help="What each side has below the line in a rubber. Default: nothing.",
    )(function)


def auction_options(function: _Function) -> _Function:
    """Add `--calls`, `--dealer` and `--vul`."""
    function = click.option(
        "--vul", default="none", show_default=True, help="none, ns, ew or both."
    )(function)
    function = click.option("--dealer", default="N", show_default=True, help="N, E, S or W.")(
        function
    )
    return click.option(
        "--calls", default="", help='The calls so far, from the dealer on: "1NT P 2C P".'
    )(function)


def board_formats(kind: str) -> Callable[[_Function], _Function]:
    """Return what adds an option for each format of boards; they set the parameter `kind`."""

    def add(function: _Function) -> _Function:
        from dowager.formats import FORMATS

        for name, known in reversed(FORMATS.items()):
            words = f"Write boards as {known.title}."
            function = click.option(f"--{name}", kind, flag_value=name, help=words)(function)
        return function

    return add


def read_auction(
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> Auction:
    """Return the auction that `--calls`, `--dealer`, `--vul`, `--scoring` and `--part-score` give.

    Raises:
        InputError: one of them is wrong, or a call is not legal.
    """
    words = calls.replace(",", " ").split()
    return Auction.of_calls(
        Seat.parse(dealer), Vulnerability.parse(vul), parse_calls(words), scoring, part_scores
    )

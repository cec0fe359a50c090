"""Options of judgement, and what it said of a call, for people."""

from __future__ import annotations

from collections.abc import Sequence

import click

from dowager.api import Decision, Rival
from dowager.cli.options import checked_readings
from dowager.cli.printing import show_table

judge_option = click.option(
    "--judge",
    type=click.FloatRange(0.0),
    default=0.0,
    metavar="SECONDS",
    help="Judge the call by simulation, for so long at most. 0: the rules' own call.",
)
"""Adds `--judge`."""

judge_reading_option = click.option(
    "--reading",
    default="",
    callback=checked_readings,
    help="How far judgement believes the opponents' calls, such as tolerant. Default: exactly.",
)
"""Adds the `--reading` of judgement; its value is checked."""


def print_rivals(decision: Decision, rivals: Sequence[Rival]) -> None:
    """Print the calls that were tried beside the rules' own, and what they gained."""
    click.echo(f"  judged   beside {decision.rules_call}, the rules' own call:")
    show_table(
        ("call", "name", "rule", "deals", str(decision.scoring)), [_row(each) for each in rivals]
    )


def _row(rival: Rival) -> tuple[str, ...]:
    gain = f"{rival.gain:+.2f} ± {rival.error:.2f}" if rival.deals else ""
    return str(rival.call), rival.name, rival.rule, str(rival.deals), gain

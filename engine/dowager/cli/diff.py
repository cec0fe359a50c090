"""`dowager diff`: where two systems differ in meaning, or proof that they do not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain

import click

from dowager.auction import Auction, BySide, Scoring
from dowager.authoring.diff import (
    Comparison,
    Difference,
    DifferenceRow,
    DiffVerdict,
    Extent,
    compare,
    comparison_object,
    difference_rows,
    location_of,
    quizzed,
    system_at,
)
from dowager.cli.extent_options import extent_options
from dowager.cli.printing import counted
from dowager.cli.progress import stages
from dowager.cli.share_printing import number, percent
from dowager.language.compile import Candidate, Rule
from dowager.language.files import SystemFile, load_file

_EPILOG = """\b
Examples:
  dowager diff ./theirs ./mine                     two systems
  dowager diff HEAD:systems/mine systems/mine/     what the edits since the last commit change
  dowager diff v1.0:systems/mine HEAD:systems/mine two revisions in git
  dowager diff ./theirs ./mine --boards 5000       look further
  dowager diff ./theirs ./mine --all               also list differences that follow from others
  dowager diff ./theirs ./mine --json

A difference is shown by a hand that the two systems bid differently, or whose call means something
else. Exits with 1 when there is one, and with 0 when the systems are proved equivalent or no
difference was found; the output says which.
"""


@click.command(epilog=_EPILOG)
@click.argument("old")
@click.argument("new")
@extent_options(Extent(boards=500))
@click.option("--first", is_flag=True, help="Stop at the first difference.")
@click.option(
    "--all", "every", is_flag=True, help="List differences that follow from others as well."
)
@click.option("--top", type=click.IntRange(1), default=20, show_default=True,
    help="The most differences to list.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    old: str, new: str, boards: int, depth: int, seed: int, scoring: Scoring, part_scores: BySide,
    first: bool,
    every: bool, top: int, as_json: bool,
) -> None:  # fmt: skip
    """Show where two systems differ, or prove that they do not."""
    with system_at(old) as old_file, system_at(new) as new_file:
        systems = load_file(old_file), load_file(new_file)
        with stages() as progress:
            comparison = compare(
                *systems,
                Extent(boards, depth, seed, scoring, part_scores),
                quizzed=chain.from_iterable(map(_quizzed, (old_file, new_file))),
                first_only=first,
                progress=lambda share: progress("auctions", share),
            )
        rows = difference_rows(comparison, every, boards)[:top]
    if as_json:
        click.echo(json.dumps(comparison_object(comparison, rows), ensure_ascii=False))
    else:
        _print(comparison, rows, every, boards)
    if comparison.verdict is DiffVerdict.DIFFERENT:
        raise SystemExit(1)


def _quizzed(file: SystemFile) -> Iterator[Auction]:
    return (witness.situation.auction for witness in quizzed(file.path))


# -- for people ------------------------------------------------------------------------------------


def _print(comparison: Comparison, rows: Sequence[DifferenceRow], every: bool, boards: int) -> None:
    for row in rows:
        click.echo("\n".join(_lines(row, boards)))
    first = sum(parting.first for parting in comparison.partings)
    if comparison.partings:
        rest = len(comparison.partings) - first
        listed = "" if every else " (--all lists them)"
        more = f", and {rest} more that follow from them{listed}" if rest else ""
        click.echo(f"{counted(first, 'difference')}{more}.")
    click.echo(f"{comparison.verdict.value}: {comparison.proof}.")
    if comparison.plenty:
        click.echo("With so many, rare positions were compared by random boards' hands alone.")
    if comparison.coverage:
        click.echo(
            f"{counted(comparison.positions, 'position')} compared; a random board's calls "
            f"are settled with probability {comparison.coverage:.1%}."
        )


def _lines(row: DifferenceRow, boards: int) -> list[str]:
    parting = row.parting
    difference, situation = parting.difference, parting.situation
    calls = " ".join(map(str, situation.calls)) or "start"
    words = [vulnerability.word for vulnerability in row.vulnerabilities]
    vulnerable = "" if len(words) == 4 else f", vulnerable: {', '.join(words)}"
    scored = f", {situation.scoring}" if situation.scoring is not Scoring.IMPS else ""
    scored += situation.below_the_line
    often = f"{row.frequency(boards):.2%} of boards" if row.boards else "no random board"
    shares = ""
    if row.share is not None:
        of = f", {number(row.share.hands)} hands" if row.share.exact else ""
        shares = f"{percent(row.share)} of the hands here{of}; "
    keys = " and ".join(f"`{key}`" for key in difference.keys)
    what = f", in {keys}" if keys else ""
    return [
        f"after {calls}{vulnerable}{scored}{what}: {shares}{often}",
        f"    {difference.hand or 'time ran out before a hand was found'}",
        f"    old {_named(difference.old)}{_said(difference, 0)}",
        f"    new {_named(difference.new)}{_said(difference, 1)}",
    ]


def _said(difference: Difference, side: int) -> str:
    """Return what the old rule (0) or the new one (1) says of the same call."""
    return "".join(f", {key}: {values[side]}" for key, values in difference.keys.items())


def _named(candidate: Candidate | None) -> str:
    if candidate is None:
        return "no rule"
    rule: Rule = candidate.rule
    return f"{candidate.call}  {rule.name} ({location_of(rule)})".replace("   (", "  (")

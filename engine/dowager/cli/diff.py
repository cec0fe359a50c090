"""`dowager diff`: where two systems differ in meaning, or proof that they do not."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click
import numpy as np

from dowager.auction import Auction, BySide, Scoring, Vulnerability
from dowager.authoring.diff import (
    Comparison,
    Difference,
    DiffVerdict,
    Extent,
    Parting,
    compare,
    quizzed,
    system_at,
)
from dowager.cli.extent_options import extent_options
from dowager.cli.printing import counted
from dowager.cli.progress import stages
from dowager.cli.share_printing import number, percent
from dowager.knowledge.sampling import Share, share
from dowager.language.compile import Candidate, Rule
from dowager.language.files import SystemFile, load_file
from dowager.language.tree import TRUE
from dowager.services.shares import share_object

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
        rows = _rows(comparison, every, boards)[:top]
    if as_json:
        click.echo(json.dumps(_as_object(comparison, rows), ensure_ascii=False))
    else:
        _print(comparison, rows, every, boards)
    if comparison.verdict is DiffVerdict.DIFFERENT:
        raise SystemExit(1)


def _quizzed(file: SystemFile) -> Iterator[Auction]:
    return (witness.situation.auction for witness in quizzed(file.path))


@dataclass(frozen=True, slots=True)
class _Row:
    """Differences between two rules after the same calls, at one vulnerability or more."""

    parting: Parting
    vulnerabilities: tuple[Vulnerability, ...]
    boards: int
    share: Share | None


def _rows(comparison: Comparison, every: bool, boards: int) -> list[_Row]:
    groups: dict[object, list[Parting]] = {}
    for parting in comparison.partings:
        if parting.first or every:
            groups.setdefault(_key(parting), []).append(parting)
    rows = [
        _Row(
            max(group, key=lambda parting: parting.boards),
            tuple(parting.situation.vulnerability for parting in group),
            sum(parting.boards for parting in group),
            _share(group[0]),
        )
        for group in groups.values()
    ]
    return sorted(rows, key=lambda row: (-_frequency(row, boards), not row.parting.first))


def _key(parting: Parting) -> object:
    """Return what the differences of a row have in common."""
    difference = parting.difference
    situation = parting.situation
    return (
        situation.calls, situation.scoring, situation.part_scores,
        difference.aspect, _call(difference.old), _call(difference.new),
    )  # fmt: skip


def _share(parting: Parting) -> Share | None:
    """Return the share of the caller's hands that differ; None where only boards show it."""
    if not parting.first or parting.difference.node is TRUE:
        return None
    view = parting.pair.old
    shown = view.caller.shown
    return share(parting.difference.node, shown, np.random.default_rng(1))


def _frequency(row: _Row, boards: int) -> float:
    """Return the share of all boards on which the difference comes up, roughly."""
    return row.boards / (4 * boards) * (row.share.value if row.share else 1.0)


def _call(candidate: Candidate | None) -> str:
    return f"{candidate.call} {candidate.rule.location}" if candidate else ""


# -- for people ------------------------------------------------------------------------------------


def _print(comparison: Comparison, rows: Sequence[_Row], every: bool, boards: int) -> None:
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


def _lines(row: _Row, boards: int) -> list[str]:
    parting = row.parting
    difference, situation = parting.difference, parting.situation
    calls = " ".join(map(str, situation.calls)) or "start"
    words = [vulnerability.word for vulnerability in row.vulnerabilities]
    vulnerable = "" if len(words) == 4 else f", vulnerable: {', '.join(words)}"
    scored = f", {situation.scoring}" if situation.scoring is not Scoring.IMPS else ""
    scored += situation.below_the_line
    often = f"{_frequency(row, boards):.2%} of boards" if row.boards else "no random board"
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
    return f"{candidate.call}  {rule.name} ({_location(rule)})".replace("   (", "  (")


def _location(rule: Rule) -> str:
    """Return where a rule is written, without the folder into which a revision was unpacked."""
    top = tempfile.gettempdir()
    file = rule.span.file
    if not file.startswith(top):
        return rule.location
    parts = Path(file).relative_to(top).parts
    return f"{Path(*parts[1:])}:{rule.span.line}" if len(parts) > 1 else rule.location


# -- for programs ----------------------------------------------------------------------------------


def _as_object(comparison: Comparison, rows: Sequence[_Row]) -> dict[str, object]:
    return {
        "verdict": comparison.verdict.value,
        "proof": comparison.proof,
        "positions": comparison.positions,
        "coverage": comparison.coverage,
        "plenty": comparison.plenty,
        "auctions": comparison.auctions,
        "differences": [_row_object(row) for row in rows],
    }


def _row_object(row: _Row) -> dict[str, object]:
    difference, situation = row.parting.difference, row.parting.situation
    return {
        "calls": [str(call) for call in situation.calls],
        "vul": [vulnerability.word for vulnerability in row.vulnerabilities],
        "scoring": situation.scoring.word,
        "part_scores": list(situation.part_scores),
        "aspect": difference.aspect.value,
        "keys": difference.keys,
        "hand": str(difference.hand) if difference.hand else None,
        "old": _side(difference.old),
        "new": _side(difference.new),
        "share": share_object(row.share) if row.share else None,
        "boards": row.boards,
        "follows": not row.parting.first,
    }


def _side(candidate: Candidate | None) -> dict[str, str] | None:
    if candidate is None:
        return None
    rule = candidate.rule
    return {"call": str(candidate.call), "name": rule.name, "rule": _location(rule)}

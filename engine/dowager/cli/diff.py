"""Owns `dowager diff`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click
import numpy as np

from dowager.auction import Auction, Vulnerability
from dowager.authoring.check.report import quizzed
from dowager.authoring.check.walker import Extent
from dowager.authoring.diff.compare import Comparison, Parting, Verdict, compare
from dowager.authoring.diff.revisions import system_at
from dowager.authoring.shared.differences import Aspect
from dowager.cli.check import stages
from dowager.cli.shares import number, percent, share_json
from dowager.knowledge.sampling import Share, share
from dowager.language.compile import Candidate, Rule
from dowager.language.files import load_file

_USUAL = Extent(boards=500)

_EPILOG = """\b
Examples:
  dowager diff ./theirs ./mine                     two systems
  dowager diff HEAD:systems/mine systems/mine/     what the edits since the last commit do
  dowager diff v1.0:systems/mine HEAD:systems/mine two revisions in git
  dowager diff ./theirs ./mine --boards 5000       look further
  dowager diff ./theirs ./mine --all               also differences that follow from earlier ones
  dowager diff ./theirs ./mine --json

A difference is shown by a hand that the two systems bid otherwise, or whose call says something
else. Exits with 1 when there is one, and with 0 when the systems are proved equivalent or no
difference was found; which of the two is said.
"""


@click.command(epilog=_EPILOG)
@click.argument("old")
@click.argument("new")
@click.option("--boards", type=click.IntRange(1, 1_000_000), default=_USUAL.boards,
    show_default=True, help="Random boards bid at each vulnerability.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1, 40), default=_USUAL.depth, show_default=True,
    help="How many calls of an auction are looked at.")  # fmt: skip
@click.option("--seed", type=int, default=_USUAL.seed, show_default=True, help="Of the boards.")
@click.option("--first", is_flag=True, help="Stop at the first difference.")
@click.option("--all", "every", is_flag=True, help="List those that follow from others, too.")
@click.option("--top", type=click.IntRange(1), default=20, show_default=True,
    help="How many differences to list.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
def command(
    old: str, new: str, boards: int, depth: int, seed: int, first: bool, every: bool, top: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Say where two systems differ in meaning, by hands and exact shares, or prove they do not."""
    with system_at(old) as old_file, system_at(new) as new_file:
        systems = load_file(old_file), load_file(new_file)
        with stages() as progress:
            found = compare(
                *systems,
                Extent(boards, depth, seed),
                quizzed=chain.from_iterable(map(_quizzed, (old_file, new_file))),
                first_only=first,
                progress=lambda share: progress("auctions", share),
            )
        rows = _rows(found, every, boards)[:top]
    if as_json:
        click.echo(json.dumps(_as_object(found, rows), ensure_ascii=False))
    else:
        _print(found, rows, every, boards)
    if found.verdict is Verdict.DIFFERENT:
        raise SystemExit(1)


def _quizzed(file: Path) -> Iterator[Auction]:
    return (hint.situation.auction for hint in quizzed(file))


@dataclass(frozen=True, slots=True)
class _Row:
    """Differences between two rules after the same calls, at one vulnerability or more."""

    parting: Parting
    vulnerabilities: tuple[Vulnerability, ...]
    boards: int
    share: Share | None


def _rows(found: Comparison, every: bool, boards: int) -> list[_Row]:
    groups: dict[object, list[Parting]] = {}
    for one in found.partings:
        if one.first or every:
            difference = one.difference
            key = (
                one.situation.calls, difference.aspect, _call(difference.old), _call(difference.new)
            )  # fmt: skip
            groups.setdefault(key, []).append(one)
    rows = [
        _Row(
            max(group, key=lambda one: one.boards),
            tuple(one.situation.vulnerability for one in group),
            sum(one.boards for one in group),
            _share(group[0]),
        )
        for group in groups.values()
    ]
    return sorted(rows, key=lambda row: (-_frequency(row, boards), not row.parting.first))


def _share(parting: Parting) -> Share | None:
    """Return which of the hands that its seat can have differ; None where only boards tell."""
    if not parting.first:
        return None
    view = parting.pair.old
    shown = view.caller.shown
    return share(parting.difference.node, shown, np.random.default_rng(1))


def _frequency(row: _Row, boards: int) -> float:
    """Return in which share of all boards the difference comes up, about."""
    return row.boards / (4 * boards) * (row.share.value if row.share else 1.0)


def _call(candidate: Candidate | None) -> str:
    return f"{candidate.call} {candidate.rule.location}" if candidate else ""


# -- for people ------------------------------------------------------------------------------------


def _print(found: Comparison, rows: Sequence[_Row], every: bool, boards: int) -> None:
    for row in rows:
        click.echo("\n".join(_lines(row, boards)))
    first = sum(one.first for one in found.partings)
    if found.partings:
        click.echo(
            f"{first} positions and calls differ, and {len(found.partings) - first} more follow "
            f"from those{'' if every else ' (--all lists them)'}."
        )
    click.echo(f"{found.verdict.value}: {found.proof}.")
    if found.coverage:
        click.echo(
            f"{found.positions:,} positions compared; the calls of random boards are settled with "
            f"probability {found.coverage:.1%}."
        )


def _lines(row: _Row, boards: int) -> list[str]:
    parting = row.parting
    difference, where = parting.difference, parting.situation
    calls = " ".join(map(str, where.calls)) or "start"
    words = [vulnerability.word for vulnerability in row.vulnerabilities]
    vulnerable = "" if len(words) == 4 else f", vulnerable: {', '.join(words)}"
    often = f"{_frequency(row, boards):.2%} of boards" if row.boards else "no random board"
    shares = ""
    if row.share is not None:
        of = f", {number(row.share.hands)} hands" if row.share.exact else ""
        shares = f"{percent(row.share)} of the hands here{of}; "
    what = "" if difference.aspect is Aspect.CALL else f", in its {difference.aspect.value}"
    return [
        f"after {calls}{vulnerable}{what}: {shares}{often}",
        f"    {difference.hand or 'no hand found in the time'}",
        f"    old {_named(difference.old)}",
        f"    new {_named(difference.new)}",
    ]


def _named(candidate: Candidate | None) -> str:
    if candidate is None:
        return "no rule"
    rule: Rule = candidate.rule
    return f"{candidate.call}  {rule.name} ({_place(rule)})"


def _place(rule: Rule) -> str:
    """Return the place of a rule, without the folder into which a revision was unpacked."""
    top = tempfile.gettempdir()
    file = rule.span.file
    if not file.startswith(top):
        return rule.location
    parts = Path(file).relative_to(top).parts
    return f"{Path(*parts[1:])}:{rule.span.line}" if len(parts) > 1 else rule.location


# -- for programs ----------------------------------------------------------------------------------


def _as_object(found: Comparison, rows: Sequence[_Row]) -> dict[str, object]:
    return {
        "verdict": found.verdict.value,
        "proof": found.proof,
        "positions": found.positions,
        "coverage": found.coverage,
        "auctions": found.auctions,
        "differences": [_row_object(row) for row in rows],
    }


def _row_object(row: _Row) -> dict[str, object]:
    difference, where = row.parting.difference, row.parting.situation
    return {
        "calls": [str(call) for call in where.calls],
        "vul": [vulnerability.word for vulnerability in row.vulnerabilities],
        "aspect": difference.aspect.value,
        "hand": str(difference.hand) if difference.hand else None,
        "old": _side(difference.old),
        "new": _side(difference.new),
        "share": share_json(row.share) if row.share else None,
        "boards": row.boards,
        "follows": not row.parting.first,
    }


def _side(candidate: Candidate | None) -> dict[str, str] | None:
    if candidate is None:
        return None
    rule = candidate.rule
    return {"call": str(candidate.call), "name": rule.name, "rule": _place(rule)}

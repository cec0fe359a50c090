"""Owns `dowager check`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from dowager.authoring.check.findings import Finding
from dowager.authoring.check.hints.finder import with_hints
from dowager.authoring.check.report import Report, check_system
from dowager.authoring.check.rule_pairs import Ordered, ordered_pairs
from dowager.authoring.check.walker import Extent
from dowager.cli.shares import percent, share_json
from dowager.cli.tables import show_table
from dowager.errors import InputError
from dowager.language.files import load_file, system_file

_USUAL = Extent()

_EPILOG = """\b
Examples:
  dowager check ./mine                a system; the second time only what has changed
  dowager check ./mine --depth 12     auctions of up to twelve calls
  dowager check ./mine --remarks      also what is odd and not wrong
  dowager check ./mine --order 10     the pairs of rules whose order matters most
  dowager check ./mine --fix-hints    and the smallest changes of numbers that would mend it
  dowager check ./mine --json         one object for programs

Each finding names a rule by file and line, and shows a hand after an auction: with that hand the
system bids as the finding says. Exits with 1 when there is a fault; remarks are none.
"""


@click.command(epilog=_EPILOG)
@click.argument("system")
@click.option("--boards", type=click.IntRange(1, 1_000_000), default=_USUAL.boards,
    show_default=True, help="Random boards bid at each vulnerability.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1, 40), default=_USUAL.depth, show_default=True,
    help="How many calls of an auction are looked at.")  # fmt: skip
@click.option("--seed", type=int, default=_USUAL.seed, show_default=True, help="Of the boards.")
@click.option("--jobs", type=click.IntRange(1), default=None, help="Processes; one for each core.")
@click.option("--remarks", is_flag=True, help="Print remarks too.")
@click.option("--order", type=click.IntRange(0), default=0,
    help="Show so many pairs of rules whose order matters.")  # fmt: skip
@click.option("--fix-hints", "hints", is_flag=True,
    help="Look for one number whose change mends a fault; for the first ten faults.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
def command(
    system: str, boards: int, depth: int, seed: int, jobs: int | None, remarks: bool, order: int,
    hints: bool, as_json: bool,
) -> None:  # fmt: skip
    """Prove a system, or show what is wrong with it: holes, dead rules, forcing faults, alerts."""
    if not system.strip():
        raise InputError("name a system, or give the path of its folder")
    extent = Extent(boards, depth, seed)
    with stages() as progress:
        report = check_system(system, extent, jobs or os.cpu_count() or 1, progress)
        if hints:
            report = with_hints(report, system, progress)
    pairs: list[Ordered] = []
    if order:
        pairs = ordered_pairs(load_file(system_file(system)), report.summary, order)
    if as_json:
        told = as_object(report) | {"order": [_pair_object(pair) for pair in pairs]}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        show_report(report, remarks)
        _show_pairs(pairs)
    if report.faults:
        raise SystemExit(1)


@contextmanager
def stages() -> Iterator[Callable[[str, float], None]]:
    """Give a function that shows what is being done, and the share of it that is done."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    line = Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True,
        disable=not sys.stderr.isatty(),
    )  # fmt: skip
    with line:
        tasks = {"": line.add_task("", visible=False)}

        def show(what: str, share: float) -> None:
            if what not in tasks:
                tasks[what] = line.add_task(what, total=1.0)
            line.update(tasks[what], completed=share)

        yield show


# -- for people ------------------------------------------------------------------------------------


def show_report(report: Report, remarks: bool) -> None:
    """Print what a check came to."""
    listed = report.findings if remarks else report.faults
    for finding in listed:
        click.echo(finding_text(finding))
    rows = [
        (
            "start" if not calls else f"{calls} calls" if calls > 1 else "1 call",
            f"{reach.positions:,}",
            f"{reach.coverage:.1%}",
            f"{reach.proved:.1%}",
        )
        for calls, reach in sorted(report.summary.reach.items())
    ]
    total = report.summary.total
    rows.append(("all", f"{total.positions:,}", f"{total.coverage:.1%}", f"{total.proved:.1%}"))
    show_table(("after", "positions", "looked at", "every hand has a call"), rows)
    click.echo(
        f"{4 * report.extent.boards:,} random boards at four vulnerabilities; the shares are of "
        "the probability of a call in them.\n"
        f"{report.shown} of {report.rules} rules have been used by a hand"
        f"{_again(report)}.\n{_count(report, remarks)}"
    )


def _show_pairs(pairs: Sequence[Ordered]) -> None:
    """Print pairs of rules whose order matters, each with a hand that fits both."""
    for pair in pairs:
        one, other = pair.first, pair.second
        click.echo(
            f"{one.call} {one.rule.name} ({one.rule.location}) before\n"
            f"{other.call} {other.rule.name} ({other.rule.location})\n"
            f"    {percent(pair.share)} of the hands fit both after {pair.situation}, to which "
            f"{counted(pair.boards, 'board')} come: {pair.hand or ''}"
        )


def _again(report: Report) -> str:
    total, scanned = report.summary.total.positions, report.summary.scanned
    return "" if scanned == total else f"; {scanned:,} positions were looked at anew"


def _count(report: Report, remarks: bool) -> str:
    faults, others = len(report.faults), len(report.findings) - len(report.faults)
    more = "" if remarks or not others else " (--remarks prints them)"
    words = f"{counted(faults, 'fault')}, {counted(others, 'remark')}{more}"
    if report.unhinted:
        words += f"\nNo hints were looked for for {counted(report.unhinted, 'further fault')}."
    return words


def counted(count: int, word: str) -> str:
    """Return a number of things in words: `no faults`, `1 fault`, `2 faults`."""
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def finding_text(finding: Finding) -> str:
    """Return a finding as people read it: the place, what is wrong, and the hand that shows it."""
    name = f"{finding.name}: " if finding.name else ""
    lines = [f"{finding.place}: {finding.kind.value}: {name}{finding.text}"]
    if finding.situation is not None:
        hand = f"{finding.hand} " if finding.hand is not None else ""
        lines.append(f"    {hand}after {finding.situation}{_often(finding)}")
    lines += [f"    with {other}" for other in finding.others]
    if finding.hint:
        lines.append(f"    hint: {finding.hint}")
    return "\n".join(lines)


def _often(finding: Finding) -> str:
    if not finding.boards:
        return ""
    positions = "" if finding.positions == 1 else f", in {finding.positions} positions"
    return f" ({counted(finding.boards, 'board')} come here{positions})"


# -- for programs ----------------------------------------------------------------------------------


def as_object(report: Report) -> dict[str, object]:
    """Return a report as JSON states it."""
    return {
        "system": report.system,
        "boards": 4 * report.extent.boards,
        "depth": report.extent.depth,
        "seed": report.extent.seed,
        "faults": [finding_object(finding) for finding in report.faults],
        "remarks": [finding_object(one) for one in report.findings if not one.kind.is_fault],
        "coverage": [
            {
                "calls": calls,
                "positions": reach.positions,
                "looked_at": reach.coverage,
                "every_hand_has_a_call": reach.proved,
            }
            for calls, reach in sorted(report.summary.reach.items())
        ],
        "rules": report.rules,
        "rules_used": report.shown,
        "scanned": report.summary.scanned,
        "without_hints": report.unhinted,
    }


def finding_object(finding: Finding) -> dict[str, object]:
    """Return a finding as JSON states it."""
    where = finding.situation
    return {
        "kind": finding.kind.value,
        "place": finding.place,
        "name": finding.name,
        "text": finding.text,
        "others": list(finding.others),
        "calls": [str(call) for call in where.calls] if where else None,
        "vul": where.vulnerability.word if where else None,
        "hand": str(finding.hand) if finding.hand else None,
        "boards": finding.boards,
        "positions": finding.positions,
        "hint": finding.hint or None,
        "fix": asdict(finding.fix) if finding.fix else None,
    }


def _pair_object(pair: Ordered) -> dict[str, object]:
    return {
        "first": {"call": str(pair.first.call), "rule": pair.first.rule.location},
        "second": {"call": str(pair.second.call), "rule": pair.second.rule.location},
        "calls": [str(call) for call in pair.situation.calls],
        "vul": pair.situation.vulnerability.word,
        "boards": pair.boards,
        "share": share_json(pair.share),
        "hand": str(pair.hand) if pair.hand else None,
    }

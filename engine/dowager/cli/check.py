"""`dowager check`: the faults of a system, or proof that there are none."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence

import click

from dowager.auction import BySide, Scoring
from dowager.authoring.check import (
    Extent,
    Finding,
    FindingKind,
    OrderedPair,
    Report,
    check_system,
    ordered_pairs,
    with_hints,
)
from dowager.authoring.shared.share_object import share_object
from dowager.cli.extent_options import extent_options
from dowager.cli.printing import counted, show_table
from dowager.cli.progress import stages
from dowager.cli.share_printing import percent
from dowager.errors import InputError
from dowager.language.files import load_file, system_file
from dowager.services.checking import report_object

_EPILOG = """\b
Examples:
  dowager check ./mine                a system; the next time, only what has changed
  dowager check ./mine --depth 12     auctions of up to twelve calls
  dowager check ./mine --remarks      also report what is odd but not wrong
  dowager check ./mine --shared       and rules of shared modules that no hand of this system uses
  dowager check ./mine --opponents natural --undiscussed 10
                                      against other opponents, too; what it leaves to judgement
  dowager check ./mine --order 10     the pairs of rules whose order matters most
  dowager check ./mine --fix-hints    also look for changes of one number that mend faults
  dowager check ./mine --json         one object for programs

Each finding names a rule by file and line, and gives a hand and an auction in which the system
bids as the finding says. Exits with 1 when there is a fault; remarks do not count.
"""


@click.command(epilog=_EPILOG)
@click.argument("system")
@extent_options(Extent())
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=None,
    help="How many processes to run. Default: one per core.",
)
@click.option("--opponents", multiple=True, metavar="NAME",
    help="Check it against this system as well; may be given several times.")  # fmt: skip
@click.option("--remarks", is_flag=True, help="Print remarks as well.")
@click.option("--shared", is_flag=True,
    help="Print remarks, and seek hands for rules of shared modules: takes minutes.")  # fmt: skip
@click.option("--undiscussed", type=click.IntRange(0), default=0, metavar="N",
    help="Show the N commonest positions that general rules decide.")  # fmt: skip
@click.option("--order", type=click.IntRange(0), default=0,
    help="Show the N pairs of rules whose order matters most.", metavar="N")  # fmt: skip
@click.option("--fix-hints", "hints", is_flag=True,
    help="For each of the first ten faults, look for a number whose change mends it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    system: str, boards: int, depth: int, seed: int, scoring: Scoring, part_scores: BySide,
    jobs: int | None, opponents: tuple[str, ...], undiscussed: int,
    remarks: bool, shared: bool, order: int, hints: bool, as_json: bool,
) -> None:  # fmt: skip
    """Find the faults of a system, or prove that it has none."""
    if not system.strip():
        raise InputError("give the name of a system or the path of its folder")
    extent = Extent(boards, depth, seed, scoring, part_scores)
    with stages() as progress:
        jobs = jobs or os.cpu_count() or 1
        report = check_system(system, extent, jobs, progress, opponents, not shared)
        if hints:
            report = with_hints(report, system, progress)
    pairs: list[OrderedPair] = []
    if order:
        pairs = ordered_pairs(load_file(system_file(system)), report.summary, order)
    if as_json:
        answer = report_object(report) | {"order": [_pair_object(pair) for pair in pairs]}
        answer["undiscussed"] = [
            {"after": after, "boards": boards}
            for after, boards in report.summary.undiscussed.most_common(undiscussed)
        ]
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        show_report(report, remarks or shared)
        _show_pairs(pairs)
        _show_undiscussed(report, undiscussed)
    if report.faults:
        raise SystemExit(1)


# -- for people ------------------------------------------------------------------------------------


def show_report(report: Report, remarks: bool) -> None:
    """Print the findings of a check, its coverage and its counts."""
    own = [finding for finding in report.remarks if finding.own] if remarks else []
    for finding in (*report.faults, *own):
        click.echo(finding_text(finding))
    if remarks and len(own) < len(report.remarks):
        click.echo("About shared modules:")
        for finding in report.remarks:
            if not finding.own:
                click.echo(finding_text(finding))
    rows = [
        (
            counted(calls, "call") if calls else "start",
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
        f"{4 * report.extent.boards:,} random boards{_against(report)}, a quarter at each "
        "vulnerability; percentages are weighted by how often positions come up.\n"
        f"{_decided(report)}"
        f"{report.used} of {report.rules} {'own ' if report.only_own else ''}"
        f"rule{'' if report.rules == 1 else 's'} {'was' if report.used == 1 else 'were'} used by "
        "some hand"
        f"{_again(report)}.\n{_count(report, remarks)}"
    )


def _show_pairs(pairs: Sequence[OrderedPair]) -> None:
    """Print pairs of rules whose order matters, each with a hand that fits both."""
    for pair in pairs:
        first, second = pair.first, pair.second
        click.echo(
            f"{first.call} {first.rule.name} ({first.rule.location}) before\n"
            f"{second.call} {second.rule.name} ({second.rule.location})\n"
            f"    {percent(pair.share)} of the hands fit both after {pair.situation} "
            f"({counted(pair.boards, 'board')}): {pair.hand or ''}"
        )


def _show_undiscussed(report: Report, most: int) -> None:
    """Print the auctions in which rules for no auction in particular decide."""
    total = max(sum(report.decided), 1)
    rows = [
        (after, f"{boards:,}", f"{boards / total:.2%}")
        for after, boards in report.summary.undiscussed.most_common(most)
    ]
    if rows:
        show_table(("undiscussed: general rules decide after", "calls", "of all"), rows)


def _against(report: Report) -> str:
    if not report.opponents:
        return ""
    names = ", ".join(other.name for other in report.opponents)
    return f" against itself and as many against {names}"


def _decided(report: Report) -> str:
    """Return a line that says whose rules decided; none where they all are the system's own."""
    own, shared, general = report.decided
    if not shared and not general:
        return ""
    total = max(sum(report.decided), 1)
    return (
        f"Calls were decided by the system's own rules {own / total:.1%}, shared modules "
        f"{shared / total:.1%}, general rules {general / total:.1%}.\n"
    )


def _again(report: Report) -> str:
    total, scanned = report.summary.total.positions, report.summary.scanned
    return "" if scanned == total else f"; {counted(scanned, 'position')} examined again"


def _count(report: Report, remarks: bool) -> str:
    words = f"{counted(len(report.faults), 'fault')}, {counted(len(report.remarks), 'remark')}"
    if report.remarks and not remarks:
        kinds = Counter(finding.kind.value for finding in report.remarks)
        listed = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        words += f" (--remarks prints them): {listed}"
    if report.unhinted:
        words += f"\nNo hints were sought for {counted(report.unhinted, 'more fault')}."
    return words


def finding_text(finding: Finding) -> str:
    """Return a finding in lines: where it is, what is wrong, and the hand that shows it."""
    name = f"{finding.name}: " if finding.name else ""
    lines = [f"{finding.location}: {finding.kind.value}: {name}{finding.text}"]
    if finding.situation is not None:
        hand = f"{finding.hand} " if finding.hand is not None else ""
        against = f", against {finding.against.name}" if finding.against else ""
        lines.append(f"    {hand}after {finding.situation}{against}{_reached(finding)}")
    if finding.deal is not None:
        lines.append(f"    deal {finding.deal}")
    lines += [f"    with {other}" for other in finding.others]
    if finding.hint:
        lines.append(f"    hint: {finding.hint}")
    return "\n".join(lines)


def _reached(finding: Finding) -> str:
    if not finding.boards:
        return ""
    positions = "" if finding.positions == 1 else f", in {finding.positions} positions"
    verb = "" if finding.kind is FindingKind.PASSED_OUT else "reached "
    return f" ({verb}on {counted(finding.boards, 'board')}{positions})"


# -- for programs ----------------------------------------------------------------------------------


def _pair_object(pair: OrderedPair) -> dict[str, object]:
    return {
        "first": {"call": str(pair.first.call), "rule": pair.first.rule.location},
        "second": {"call": str(pair.second.call), "rule": pair.second.rule.location},
        "calls": [str(call) for call in pair.situation.calls],
        "vul": pair.situation.vulnerability.word,
        "boards": pair.boards,
        "share": share_object(pair.share),
        "hand": str(pair.hand) if pair.hand else None,
    }

"""`dowager watch`: a check and the quizzes after every save."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import assert_never

import click

from dowager.auction import BySide, Scoring
from dowager.authoring.check import Extent, Finding
from dowager.authoring.watch import News, Round, Trouble, watch_system
from dowager.bidder import Outcome
from dowager.cli.check import finding_text
from dowager.cli.extent_options import extent_options
from dowager.cli.printing import counted
from dowager.cli.progress import stages
from dowager.cli.quiz import outcome_lines, outcome_object
from dowager.errors import Fault, InputError
from dowager.language.files import system_file
from dowager.services.checking import finding_object

_STANDING = 12

_EPILOG = """\b
Examples:
  dowager watch ./mine                  check again each time a file of the system is saved
  dowager watch ./mine --boards 2000    look further, and take longer
  dowager watch ./mine --once           check once; for scripts
  dowager watch ./mine --json           a line of JSON for each check

Each time it prints what is new, what is mended and what still stands: faults that keep the system
from loading, or else quizzes that fail and what the check finds. Ctrl-C ends it with exit code 0.
With --once it exits with 0 when all is well, 1 for a fault or a failed quiz, 2 if the system does
not load.
"""


@click.command(epilog=_EPILOG)
@click.argument("system")
@extent_options(Extent(boards=200, depth=6))
@click.option("--once", is_flag=True, help="Check once and exit.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each check.")
def command(
    system: str,
    boards: int,
    depth: int,
    seed: int,
    scoring: Scoring,
    part_scores: BySide,
    once: bool,
    as_json: bool,
) -> None:
    """Check a system, and ask its quizzes, after every save."""
    if not system.strip():
        raise InputError("give the name of a system or the path of its folder")
    last: list[Round] = []

    def show(news: News) -> None:
        last[:] = [news.round]
        if as_json:
            click.echo(json.dumps(news_object(news), ensure_ascii=False))
            return
        click.echo("\n".join(news_lines(news)))
        if news.number == 1 and not once:
            click.echo("waiting for a save; Ctrl-C ends", err=True)

    try:
        extent = Extent(boards, depth, seed, scoring, part_scores)
        watch_system(system_file(system), extent, show, stages, time.monotonic, once)
    except KeyboardInterrupt:
        return
    raise SystemExit(exit_code(last[0]))


def exit_code(latest: Round) -> int:
    """Return the exit code of a round: 2 if the system does not load, 1 for a fault, else 0."""
    if latest.report is None:
        return 2
    return 1 if latest.failed or latest.report.faults else 0


# -- for people ------------------------------------------------------------------------------------


def news_lines(news: News) -> Iterator[str]:
    """Yield what a round prints: what is new, what is mended, what stands, and a summary."""
    new = "new: " if news.number > 1 else ""
    for trouble in news.fresh:
        yield from (new + line for line in trouble_lines(trouble))
    for trouble in news.mended:
        yield f"mended: {_first(trouble)}"
    for trouble in news.standing[:_STANDING]:
        yield f"still: {_first(trouble)}"
    if len(news.standing) > _STANDING:
        yield f"still: and {len(news.standing) - _STANDING} more"
    yield _summary(news.round)


def trouble_lines(trouble: Trouble) -> Sequence[str]:
    """Return a trouble in lines; what shows it is indented below it."""
    match trouble:
        case Fault():
            return [str(trouble)]
        case Outcome():
            return outcome_lines(trouble)
        case Finding():
            return [finding_text(trouble)]
        case _:
            assert_never(trouble)


def _first(trouble: Trouble) -> str:
    return trouble_lines(trouble)[0].splitlines()[0]


def _summary(latest: Round) -> str:
    took = f"{latest.seconds:.1f} s"
    report = latest.report
    if report is None:
        return f"{latest.name}: {counted(len(latest.faults), 'fault')}; it does not load ({took})"
    positions = report.summary.total.positions
    quizzes = f"{latest.asked - len(latest.failed)} of {latest.asked} quizzes passed"
    return (
        f"{latest.name}: {quizzes}, {counted(len(report.faults), 'fault')}, "
        f"{counted(len(report.remarks), 'remark')}; {report.summary.scanned:,} of {positions:,} "
        f"positions examined ({took})"
    )


# -- for programs ----------------------------------------------------------------------------------


def news_object(news: News) -> dict[str, object]:
    """Return a round as an object for JSON."""
    latest = news.round
    report = latest.report
    return {
        "round": news.number,
        "system": latest.name,
        "loaded": report is not None,
        "quizzes": latest.asked,
        "quizzes_failed": len(latest.failed),
        "faults": len(report.faults) if report else len(latest.faults),
        "new": list(map(trouble_object, news.fresh)),
        "mended": list(map(trouble_object, news.mended)),
        "standing": list(map(trouble_object, news.standing)),
        "positions": report.summary.total.positions if report else 0,
        "scanned": report.summary.scanned if report else 0,
        "seconds": round(latest.seconds, 3),
    }


def trouble_object(trouble: Trouble) -> dict[str, object]:
    """Return a trouble as an object for JSON; `about` says of which kind."""
    match trouble:
        case Fault():
            return {"about": "loading", "place": str(trouble.span), "text": trouble.message}
        case Outcome():
            return {"about": "quiz", **outcome_object(trouble)}
        case Finding():
            return {"about": "check", **finding_object(trouble)}
        case _:
            assert_never(trouble)

"""Owns `dowager watch`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import assert_never

import click

from dowager.authoring.check.findings import Finding
from dowager.authoring.check.walker import Extent
from dowager.authoring.watch.rounds import News, Round, Trouble, watch_system
from dowager.bidder.quiz import Outcome
from dowager.cli.check import counted, finding_object, finding_text, stages
from dowager.cli.quiz import outcome_lines, outcome_object
from dowager.errors import Fault, InputError
from dowager.language.files import system_file

_USUAL = Extent(boards=200, depth=6)
_STANDING = 12

_EPILOG = """\b
Examples:
  dowager watch ./mine                  looks again each time a file of the system is saved
  dowager watch ./mine --boards 2000    looks further, and takes longer
  dowager watch ./mine --once           one look; for scripts
  dowager watch ./mine --json           an object for each look, one a line

Says what is new since the last look, what is mended and what still stands: faults that keep the
system from being loaded, else quizzes that fail and what the check finds. Ctrl-C ends it, with 0.
With --once it exits as the check does: 0 all well, 1 a fault or a failed quiz, 2 it does not load.
"""


@click.command(epilog=_EPILOG)
@click.argument("system")
@click.option("--boards", type=click.IntRange(1, 1_000_000), default=_USUAL.boards,
    show_default=True, help="Random boards bid at each vulnerability.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1, 40), default=_USUAL.depth, show_default=True,
    help="How many calls of an auction are looked at.")  # fmt: skip
@click.option("--seed", type=int, default=_USUAL.seed, show_default=True, help="Of the boards.")
@click.option("--once", is_flag=True, help="Look once, and end.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each look, one a line.")
def command(system: str, boards: int, depth: int, seed: int, once: bool, as_json: bool) -> None:
    """Check a system and ask its quizzes again each time one of its files is saved."""
    if not system.strip():
        raise InputError("name a system, or give the path of its folder")
    last: list[Round] = []

    def tell(news: News) -> None:
        last[:] = [news.round]
        if as_json:
            click.echo(json.dumps(news_object(news), ensure_ascii=False))
            return
        click.echo("\n".join(news_lines(news)))
        if news.number == 1 and not once:
            click.echo("waiting for a save; Ctrl-C ends", err=True)

    try:
        extent = Extent(boards, depth, seed)
        watch_system(system_file(system), extent, tell, stages, time.monotonic, once)
    except KeyboardInterrupt:
        return
    raise SystemExit(exit_code(last[0]))


def exit_code(found: Round) -> int:
    """Return the exit code of one look: 2 the system does not load, 1 a fault, 0 none."""
    if found.report is None:
        return 2
    return 1 if found.failed or found.report.faults else 0


# -- for people ------------------------------------------------------------------------------------


def news_lines(news: News) -> Iterator[str]:
    """Yield the lines that tell of a round: what is new, what is gone, what stands, and the sum."""
    new = "new: " if news.number > 1 else ""
    for one in news.fresh:
        yield from (new + line for line in trouble_lines(one))
    for one in news.mended:
        yield f"mended: {_first(one)}"
    for one in news.standing[:_STANDING]:
        yield f"still: {_first(one)}"
    if len(news.standing) > _STANDING:
        yield f"still: and {len(news.standing) - _STANDING} more"
    yield _sum(news.round)


def trouble_lines(one: Trouble) -> Sequence[str]:
    """Return the lines that tell of one trouble; what shows it stands below it, indented."""
    match one:
        case Fault():
            return [str(one)]
        case Outcome():
            return outcome_lines(one)
        case Finding():
            return [finding_text(one)]
        case _:
            assert_never(one)


def _first(one: Trouble) -> str:
    return trouble_lines(one)[0].splitlines()[0]


def _sum(found: Round) -> str:
    took = f"{found.seconds:.1f} s"
    report = found.report
    if report is None:
        return f"{found.name}: {counted(len(found.faults), 'fault')}; it does not load ({took})"
    reach = report.summary.total
    remarks = len(report.findings) - len(report.faults)
    quizzes = f"{found.asked - len(found.failed)} of {found.asked} quizzes passed"
    return (
        f"{found.name}: {quizzes}, {counted(len(report.faults), 'fault')}, "
        f"{counted(remarks, 'remark')}; {report.summary.scanned:,} of {reach.positions:,} "
        f"positions looked at anew ({took})"
    )


# -- for programs ----------------------------------------------------------------------------------


def news_object(news: News) -> dict[str, object]:
    """Return a round as JSON states it."""
    found = news.round
    report = found.report
    return {
        "round": news.number,
        "system": found.name,
        "loaded": report is not None,
        "quizzes": found.asked,
        "quizzes_failed": len(found.failed),
        "faults": len(report.faults) if report else len(found.faults),
        "new": [trouble_object(one) for one in news.fresh],
        "mended": [trouble_object(one) for one in news.mended],
        "standing": [trouble_object(one) for one in news.standing],
        "positions": report.summary.total.positions if report else 0,
        "scanned": report.summary.scanned if report else 0,
        "seconds": round(found.seconds, 3),
    }


def trouble_object(one: Trouble) -> dict[str, object]:
    """Return one trouble as JSON states it; `about` says what kind of object it is."""
    match one:
        case Fault():
            return {"about": "loading", "place": str(one.span), "text": one.message}
        case Outcome():
            return {"about": "quiz", **outcome_object(one)}
        case Finding():
            return {"about": "check", **finding_object(one)}
        case _:
            assert_never(one)

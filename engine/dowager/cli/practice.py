"""`dowager practice`: deals on which to practise an auction or a rule."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dowager.api.practice import Practice, practice
from dowager.auction import Call
from dowager.authoring.practice import (
    Opponents,
    Practised,
    board_of,
    html_sheet,
    quiz_text,
    text_sheet,
)
from dowager.cards import Hand
from dowager.cli.options import auction_options, board_formats, read_auction, systems
from dowager.cli.printing import counted
from dowager.cli.progress import progress
from dowager.errors import InputError
from dowager.formats import FORMATS
from dowager.judgement import Judge
from dowager.knowledge.public import View
from dowager.play import Budget
from dowager.services.known_tables import system_named

_EPILOG = """\b
Examples:
  dowager practice --calls "1NT P 2C P" -n 16 > deals.pbn       an auction comes about
  dowager practice --calls "1NT P" --silent --rotate -n 24 -o deals.lin
  dowager practice --calls "1S 2H" -n 12 -o sheet.html          hand records to print
  dowager practice --rule "part of its name" -n 8 --text        a rule is used
  dowager practice --rule mine/system.yaml:31 --seat S -n 8     by file and line; South uses it
  dowager practice --calls "1NT P" --rule 2NT -n 8              a rule, after an auction
  dowager practice --calls "1NT P 2C P" -n 10 --quiz quiz.yaml -o deals.pbn

Every deal is bid at all four seats. With --calls, deals are uniform over all in which the auction
comes about. The extension of the -o file sets the format; without one, boards are PBN. Exits
with 1 when it finds fewer deals than asked for, and says why.
"""

_ENDINGS = {known.ending: name for name, known in FORMATS.items()} | {
    ".txt": "text",
    ".html": "html",
    ".json": "json",
}


@click.command(epilog=_EPILOG)
@auction_options
@systems
@click.option(
    "--rule", "named", default=None, help="The rule to practise: FILE:LINE, its name, or its call."
)
@click.option("-n", "--count", type=click.IntRange(1, 10_000), default=8, show_default=True,
    help="How many deals.")  # fmt: skip
@click.option("--seat", default=None, help="The seat that practises; it determines the dealer.")
@click.option("--rotate", is_flag=True, help="Rotate dealer and vulnerability with the boards.")
@click.option("--silent", "manner", flag_value="silent", help="The opponents pass throughout.")
@click.option(
    "--interfere",
    "manner",
    flag_value="interfering",
    help="The opponents do not always pass.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the deals.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write. Default: standard output.",
)
@board_formats("kind")
@click.option("--text", "kind", flag_value="text", help="Write hand records as plain text.")
@click.option("--html", "kind", flag_value="html", help="Write hand records as a page to print.")
@click.option("--json", "kind", flag_value="json", help="Write a JSON list.")
@click.option("--no-auction", is_flag=True, help="Leave the auctions out.")
@click.option(
    "--quiz", type=click.Path(path_type=Path), help="Also write the exercises to a quiz file."
)
@click.option(
    "--judge",
    type=click.FloatRange(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="With --quiz: calls that judgement finds as good are right, too; seconds for each hand.",
)
def command(
    calls: str,
    dealer: str,
    vul: str,
    system: str,
    opponents: str | None,
    named: str | None,
    count: int,
    seat: str | None,
    rotate: bool,
    manner: str | None,
    seed: int,
    output: Path | None,
    kind: str | None,
    no_auction: bool,
    quiz: Path | None,
    judge: float,
) -> None:
    """Find deals on which to practise an auction or a rule."""
    if judge and quiz is None:
        raise InputError("--judge is for the quiz that --quiz FILE writes")
    if not calls and named is None:
        raise InputError("say what to practise: an auction with --calls, or a rule with --rule")
    auction = read_auction("" if calls.strip() == "start" else calls, dealer, vul)
    with progress("deals", count) as step:
        deals = practice(
            system_named(system),
            auction if calls else None,
            rule=named,
            count=count,
            dealer=dealer,
            vul=vul,
            opponents=None if opponents is None else system_named(opponents),
            seat=seat,
            rotate=rotate,
            they=Opponents(manner or "any"),
            seed=seed,
            progress=step,
        )
    title = f"{auction} {named or ''}".strip() if calls else named or ""
    _write(deals, kind or _kind_of(output), output, title, not no_auction)
    if quiz is not None:
        _write_quiz(deals, quiz, title, judge)
    if len(deals) < count:
        click.echo(f"found {len(deals)} of {count} deals: {deals.why}", err=True)
        raise SystemExit(1)


def _kind_of(output: Path | None) -> str:
    if output is None:
        return "pbn"
    kind = _ENDINGS.get(output.suffix.lower())
    if kind is None:
        raise InputError(f"{output}: the extension sets the format; use {', '.join(_ENDINGS)}")
    return kind


def _write(deals: Practice, kind: str, output: Path | None, title: str, with_auction: bool) -> None:
    boards = [board_of(deal.seated, deal.number, with_auction) for deal in deals.exercises]
    match kind:
        case "text":
            text = text_sheet(boards)
        case "html":
            text = html_sheet(boards, title)
        case "json":
            text = json.dumps(list(map(_as_json, deals.exercises)), ensure_ascii=False) + "\n"
        case _:
            text = FORMATS[kind].write(boards)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"wrote {counted(len(boards), 'board')} to {output}")


def _as_json(deal: Practised) -> dict[str, Any]:
    exercise = deal.seated
    decision = exercise.decision
    return {
        "board": deal.number,
        "deal": str(exercise.deal),
        "dealer": exercise.auction.dealer.letter,
        "vul": exercise.auction.vulnerability.word,
        "calls": [str(call) for call in exercise.auction.calls],
        "turn": exercise.turn if decision else None,
        "seat": exercise.before.turn.letter if decision else None,
        "call": str(decision.call) if decision else None,
        "rule": decision.location if decision else None,
        "name": decision.name if decision else None,
    }


def _write_quiz(deals: Practice, file: Path, title: str, judge: float) -> None:
    exercises = (deal.exercise for deal in deals.exercises)
    others = _judged(Budget(judge, time.monotonic)) if judge else None
    text = quiz_text(exercises, deals.bidders, f"dowager practice: {title}", others)
    if not text:
        raise InputError(f"{file}: not written, because in no deal does every call have a rule")
    file.write_text(text, encoding="utf-8")
    click.echo(f"wrote quizzes to {file}", err=True)


def _judged(budget: Budget) -> Callable[[View, Hand], list[Call]]:
    """Return what finds the calls for a hand that judgement finds as good as the system's own."""
    judge = Judge()

    def others(view: View, hand: Hand) -> list[Call]:
        judged = judge.compare(view, hand, budget)
        return [each.call for each in judged.others if each.as_good] if judged else []

    return others

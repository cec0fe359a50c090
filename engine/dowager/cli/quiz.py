"""`dowager quiz`: whether a system gives the answers that its quizzes expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import assert_never

import click

from dowager.authoring.shared.own_quizzes import own_quizzes
from dowager.bidder import (
    LeadQuiz,
    Outcome,
    Quiz,
    ReadingQuiz,
    ask,
    read_quizzes,
    unused_leads,
    unused_rules,
)
from dowager.cards import RANKS, holding_name
from dowager.cli.printing import counted
from dowager.errors import InputError
from dowager.language.compile import Lead, Rule
from dowager.language.files import system_file
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for, system_named

_EPILOG = """\b
Examples:
  dowager quiz                              all quizzes of sayc, the default system
  dowager quiz openings                     the files with "openings" in their names
  dowager quiz --system my                  your own system, by the quizzes beside it
  dowager quiz my/quizzes.yaml --system my  one file of them
  dowager quiz --unused                     also list rules and leads that no quiz uses
"""


@click.command(epilog=_EPILOG)
@click.argument("names", nargs=-1)
@click.option(
    "--system", default=DEFAULT_SYSTEM, show_default=True, help="A system's name or path."
)
@click.option("--unused", is_flag=True, help="List every rule and lead that no quiz uses.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(names: tuple[str, ...], system: str, unused: bool, as_json: bool) -> None:
    """Ask a system its quizzes, and print its wrong answers.

    Exits with 1 when a quiz fails.
    """
    files = _files(names, system)
    bidder = bidder_for(system, None)
    outcomes = [ask(bidder, quiz) for quiz in read_quizzes(files)]
    asked = system_named(system)
    rules, leads = unused_rules(asked, outcomes), unused_leads(asked, outcomes)
    if as_json:
        click.echo(json.dumps(_as_json(outcomes, rules, leads)))
    else:
        _print(outcomes, len(files))
        _print_unused(rules, leads, unused)
    if any(not outcome.passed for outcome in outcomes):
        raise SystemExit(1)


def _files(names: tuple[str, ...], system: str) -> list[Path]:
    shipped = own_quizzes(system_file(system).path)
    files = [] if names else shipped
    for name in names:
        near = [file for file in shipped if name in file.stem]
        files += [Path(name)] if Path(name).is_file() else near
    if not files:
        raise InputError(
            f"no quiz file for {' '.join(names) or system}; there are "
            f"{', '.join(file.stem for file in shipped) or 'none'}"
        )
    return list(dict.fromkeys(files))


def _print(outcomes: list[Outcome], files: int) -> None:
    for outcome in outcomes:
        for line in outcome_lines(outcome):
            click.echo(line)
    passed = sum(outcome.passed for outcome in outcomes)
    click.echo(f"{passed} of {len(outcomes)} quizzes passed, from {counted(files, 'file')}")


def outcome_lines(outcome: Outcome) -> list[str]:
    """Return a line for each fault of an answer; none when the quiz passed."""
    quiz = outcome.quiz
    return [f"{quiz.span}: {quiz.asked}: {fault}" for fault in outcome.faults]


def _print_unused(rules: list[Rule], leads: list[Lead], listed: bool) -> None:
    ruled = f"{len(rules)} rule{'' if len(rules) == 1 else 's'}"
    led = f"{len(leads)} line{'' if len(leads) == 1 else 's'} of leads"
    words = f"{ruled} and {led} are used by no quiz"
    click.echo(words + ("" if listed else " (--unused lists them)"))
    if listed:
        lines: list[Rule | Lead] = [*rules, *leads]
        for line in lines:
            click.echo(f"  {line.location}: {line.written} {line.name}")


def _as_json(outcomes: list[Outcome], rules: list[Rule], leads: list[Lead]) -> dict[str, object]:
    return {
        "quizzes": [outcome_object(outcome) for outcome in outcomes],
        "unused": [
            {"rule": rule.location, "call": rule.written, "name": rule.name} for rule in rules
        ],
        "unused_leads": [
            {"line": lead.location, "holdings": lead.holdings, "lead": lead.card, "name": lead.name}
            for lead in leads
        ],
    }


def outcome_object(outcome: Outcome) -> dict[str, object]:
    """Return the outcome of a quiz as an object for JSON."""
    return {
        "place": str(outcome.quiz.span),
        **_asked_as_json(outcome),
        "rule": outcome.location,
        "passed": outcome.passed,
        "faults": list(outcome.faults),
    }


def _asked_as_json(outcome: Outcome) -> dict[str, object]:
    quiz = outcome.quiz
    match quiz:
        case Quiz():
            return {
                "calls": [str(call) for call in quiz.auction.calls],
                "hand": str(quiz.hand),
                "expected": [str(call) for call in quiz.expected],
                "call": outcome.answer,
            }
        case ReadingQuiz():
            return {
                "calls": [str(call) for call in quiz.auction.calls],
                "expected": [quiz.expected],
                "call": str(quiz.call),
                "read": outcome.answer,
            }
        case LeadQuiz():
            return {
                "leads": "notrump" if quiz.notrump else "suit",
                "holding": holding_name(quiz.holding),
                "expected": [RANKS[quiz.expected]],
                "lead": outcome.answer,
            }
        case _:
            assert_never(quiz)

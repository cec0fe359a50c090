"""Owns `dowager quiz`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dowager.bidder.quiz import Outcome, Quiz, ask, quiz_files, read_quizzes, unused_rules
from dowager.cli.options import bidder_for, system_named
from dowager.errors import InputError
from dowager.language.system import Rule

_EPILOG = """\b
Examples:
  dowager quiz                              all quizzes of the default system
  dowager quiz openings                     the files whose name holds "openings"
  dowager quiz my/quizzes.yaml --system my  a file of one's own
  dowager quiz --unused                     also list the rules that no quiz uses
"""


@click.command(epilog=_EPILOG)
@click.argument("names", nargs=-1)
@click.option("--system", default="sayc", show_default=True, help="A system's name, or a path.")
@click.option("--unused", is_flag=True, help="List every rule that no quiz uses.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
def command(names: tuple[str, ...], system: str, unused: bool, as_json: bool) -> None:
    """Ask a system its quizzes: hand, auction, expected call; or a call and how it is read.

    Exits with 1 when a quiz fails.
    """
    files = _files(names, system)
    bidder = bidder_for(system, None)
    outcomes = [ask(bidder, quiz) for quiz in read_quizzes(files)]
    rules = unused_rules(system_named(system), outcomes)
    if as_json:
        click.echo(json.dumps(_as_json(outcomes, rules)))
    else:
        _print(outcomes, rules, unused, len(files))
    if any(not outcome.passed for outcome in outcomes):
        raise SystemExit(1)


def _files(names: tuple[str, ...], system: str) -> list[Path]:
    shipped = quiz_files(system)
    if not names:
        found = shipped
    else:
        found = []
        for name in names:
            near = [file for file in shipped if name in file.stem]
            found.extend([Path(name)] if Path(name).is_file() else near)
    if not found:
        raise InputError(
            f"no quiz file for {' '.join(names) or system}; there are "
            f"{', '.join(file.stem for file in shipped) or 'none'}"
        )
    return list(dict.fromkeys(found))


def _print(outcomes: list[Outcome], rules: list[Rule], unused: bool, files: int) -> None:
    for outcome in outcomes:
        quiz = outcome.quiz
        asked = quiz.hand if isinstance(quiz, Quiz) else quiz.call
        for fault in outcome.faults:
            click.echo(f"{quiz.span}: {asked} after {quiz.position.auction}: {fault}")
    passed = sum(outcome.passed for outcome in outcomes)
    click.echo(f"{passed} of {len(outcomes)} quizzes passed, from {files} files")
    click.echo(
        f"{len(rules)} rules are used by no quiz" + ("" if unused else " (--unused lists them)")
    )
    if unused:
        for rule in rules:
            click.echo(f"  {rule.place}: {rule.written} {rule.name}")


def _as_json(outcomes: list[Outcome], rules: list[Rule]) -> dict[str, object]:
    return {
        "quizzes": [_one_as_json(outcome) for outcome in outcomes],
        "unused": [{"rule": rule.place, "call": rule.written, "name": rule.name} for rule in rules],
    }


def _one_as_json(outcome: Outcome) -> dict[str, object]:
    quiz = outcome.quiz
    asked: dict[str, object]
    if isinstance(quiz, Quiz):
        asked = {
            "hand": str(quiz.hand),
            "expected": [str(call) for call in quiz.expected],
            "call": outcome.answer,
        }
    else:
        asked = {
            "expected": [quiz.expected],
            "call": str(quiz.call),
            "read": outcome.answer,
        }
    return {
        "place": str(quiz.span),
        "calls": [str(call) for call in quiz.position.auction.calls],
        **asked,
        "rule": outcome.place,
        "passed": outcome.passed,
        "faults": list(outcome.faults),
    }

"""The `dowager` command, which imports the file of a subcommand when it is used."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from dowager import __version__
from dowager.errors import DowagerError, SystemFaults, file_error_text
from dowager.services.collector import hidden_from_collector

_COMMANDS = {
    "auction": "Bid whole boards at all four seats: from a file, or random.",
    "bid": "Choose the call for a hand, S.H.D.C, and name its rule.",
    "brain": "Be a brain of the pipe protocol, on standard input and output.",
    "check": "Find the faults of a system, or prove that it has none.",
    "deal": "Deal boards that fit an auction, and a hand or conditions if given.",
    "diff": "Show where two systems differ, or prove that they do not.",
    "document": "Write a book of a system, or its convention card.",
    "event": "Run a whole event: many tables, rounds, and a ranking at the end.",
    "features": "List the words that conditions may use.",
    "frequency": "Show how often each call is made, by which rules and hands.",
    "host": "Host rubber bridge for players who connect by secure WebSockets.",
    "infer": "Say what an auction has shown, call by call and hand by hand.",
    "match": "Play a team match: the same boards in two rooms.",
    "mcp": "Answer assistants by the Model Context Protocol, on standard input and output.",
    "modules": "List the modules that a system can use, or describe one.",
    "new": "Make a folder NAME with a small working system to start from.",
    "practice": "Find deals on which to practise an auction or a rule.",
    "quiz": "Ask a system its quizzes, and print its wrong answers.",
    "schema": "Print the JSON Schema of system, module or quiz files.",
    "serve": "Serve pages to play, practise and explore, and an interface for programs.",
    "simulate": "Bid boards by the million, compare two systems, and keep every board.",
    "sit": "Take a seat at a table: bid, play and alert to the end.",
    "table": "Manage a table at which four programs play boards.",
    "watch": "Check a system, and ask its quizzes, after every save.",
    "why": "Say why a hand, S.H.D.C, makes its call, and why not another.",
}
"""The subcommands, each with the first line of its help: `dowager --help` imports none of them."""

_EPILOG = """\b
Examples:
  dowager bid AQ5.KJ4.KT73.Q92                     what to open, and why
  dowager bid KJ63.A74.52.Q973 --calls "1NT P"     what to respond
  dowager why KJ63.A74.52.Q973 --calls "1NT P" --call 2H   why not that call
  dowager infer --calls "1NT P 2C P 2H P"          what the calls have shown
  dowager new mine                                 a small system to start from
  dowager modules                                  conventions that a system can use
  dowager auction --random 3                       bid three random boards
  dowager auction boards.pbn                       bid the boards of a file
  dowager deal --calls "1NT P 3NT P P P" -n 5      deals that fit an auction
  dowager quiz                                     test the system
  dowager frequency --calls "1NT P"                how often each call is made, exactly
  dowager simulate --boards 10000 --out boards.parquet   thousands of boards, in a file
  dowager practice --calls "1NT P 2C P" -n 16      deals for practising an auction
  dowager check ./mine                             faults of a system, or proof that it has none
  dowager watch ./mine                             the same after each save while you write
  dowager document ./mine                          a book of a system, to read and to print
  dowager match --pbn boards.pbn --home ./mine --away ./theirs  a match between robots
  dowager table --pbn boards.pbn                   a table for four Blue Chip programs
  dowager event club.yaml                          a whole event: many tables and rounds, a ranking
  dowager sit North                                a robot at such a table
  dowager host --epe321 --players 1                rubber bridge over secure WebSockets
  dowager serve                                    all of it in the browser, and over HTTP
  dowager mcp                                      the same questions for assistants
  dowager brain                                    a brain that a program starts, by two pipes
  dowager COMMAND --help                           more examples

Exit codes: 0 all is well; 1 a quiz failed, there is a fault or a difference, no deal or hand fits,
or a session ended early; 2 the input is wrong.
"""


@cache
def _imported(name: str) -> click.Command:
    with hidden_from_collector():
        command: click.Command = import_module(f"dowager.cli.{name}").command
    return command


class _Lazy(click.Group):
    """Imports the file of a subcommand when that runs, so that every command starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _imported(cmd_name) if cmd_name in _COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = {name: click.Command(name, help=words) for name, words in _COMMANDS.items()}
        click.Group(commands=listed).format_commands(ctx, formatter)


@click.command(cls=_Lazy, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dowager")
def dowager() -> None:
    """A contract-bridge bidding engine: one rule set, used to bid and to infer hands."""


def main(args: list[str] | None = None, **extra: Any) -> None:
    """Run the command; faults of the input are printed without a traceback: exit code 2.

    With `--json`, those of systems and quizzes are an object on standard output, too.

    Numpy's linear algebra gets one thread, unless the environment says otherwise: our arrays are
    small, starting threads takes as long as importing numpy, and sums then do not depend on how
    many cores there are.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without suit symbols
    try:
        dowager.main(args=args, prog_name="dowager", standalone_mode=False, **extra)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        sys.exit(130)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except DowagerError as error:
        if isinstance(error, SystemFaults) and "--json" in (sys.argv[1:] if args is None else args):
            click.echo(json.dumps(_faults_object(error), ensure_ascii=False))
        click.echo(str(error), err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(file_error_text(error), err=True)
        sys.exit(2)


def _faults_object(error: SystemFaults) -> dict[str, Any]:
    """Return faults of systems and quizzes as an object for JSON."""
    return {"faults": [asdict(fault.span) | {"message": fault.message} for fault in error.faults]}


if __name__ == "__main__":
    main()

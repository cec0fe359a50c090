"""The `dowager` command, which imports the file of a subcommand when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from dowager import __version__
from dowager.cli.file_errors import file_error_text
from dowager.errors import DowagerError

_COMMANDS = (
    *("auction", "bid", "check", "deal", "diff", "document", "event", "features", "frequency"),
    *("infer", "match", "new", "practice", "quiz", "schema", "sit", "table", "watch", "why"),
)

_EPILOG = """\b
Examples:
  dowager bid AQ5.KJ4.KT73.Q92                     what to open, and why
  dowager bid KJ63.A74.52.Q973 --calls "1NT P"     what to respond
  dowager why KJ63.A74.52.Q973 --calls "1NT P" --call 2H   why not that call
  dowager infer --calls "1NT P 2C P 2H P"          what the calls have shown
  dowager new mine                                 a small system to start from
  dowager auction --random 3                       bid three random boards
  dowager auction boards.pbn                       bid the boards of a file
  dowager deal --calls "1NT P 3NT P P P" -n 5      deals that fit an auction
  dowager quiz                                     test the system
  dowager frequency --calls "1NT P"                how often each call is made, exactly
  dowager practice --calls "1NT P 2C P" -n 16      deals for practising an auction
  dowager check ./mine                             faults of a system, or proof that it has none
  dowager watch ./mine                             the same after each save while you write
  dowager document ./mine                          a book of a system, to read and to print
  dowager match --pbn boards.pbn --home ./mine --away ./theirs  a match between robots
  dowager table --pbn boards.pbn                   a table for four Blue Chip programs
  dowager event club.yaml                          a whole event: many tables and rounds, a ranking
  dowager sit North                                a robot at such a table
  dowager COMMAND --help                           more examples

Exit codes: 0 all is well; 1 a quiz failed, there is a fault or a difference, no deal or hand fits,
or a session ended early; 2 the input is wrong.
"""


class _Lazy(click.Group):
    """Imports a subcommand's file when it is asked for, so that start-up stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"dowager.cli.{cmd_name}").command
        return command


@click.command(cls=_Lazy, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dowager")
def dowager() -> None:
    """A contract-bridge bidding engine: one rule set, used to bid and to infer hands."""


def main(args: list[str] | None = None, **extra: Any) -> None:
    """Run the command; faults of the input are printed without a traceback: exit code 2."""
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
        click.echo(str(error), err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(file_error_text(error), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()

"""`dowager event`: a whole event, many tables in one process."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import click

from dowager.api.files import read_boards
from dowager.cards import Seat
from dowager.cli.brain_options import brain_command, brain_options, brains_kept
from dowager.cli.client_options import line_and_time_options
from dowager.cli.display import Display
from dowager.cli.event_output import EventOutput, default_results, not_played, remaining
from dowager.cli.printing import show_table
from dowager.cli.protocol_options import protocol_option
from dowager.cli.session_output import say
from dowager.errors import InputError
from dowager.net import EventHandlers, EventOptions, StopError, play_event
from dowager.protocols import PROTOCOLS
from dowager.services.known_tables import system_named
from dowager.table import TableOptions
from dowager.table.event import Event, EventResults, Sitting, Sources, read_event

_EPILOG = """\b
Examples:
  dowager event club.yaml --show                  who plays whom; nothing is played
  dowager event club.yaml                         programs connect to one port, by their names
  dowager event club.yaml --resume                continue after a crash
  dowager event club.yaml --host 0.0.0.0 --connect-timeout 1800 --logs logs

\b
A small event file:
  event: Club evening
  boards: boards.pbn
  pairs: [Blue, Green, {name: Red, system: mine/}, {name: Yellow, system: mine/}]
  movement: round-robin

A pair with a system is two robots, one with players whom they name: "system mine", "command
./brain.sh" (docs/reference/pipe-protocol.md). The programs of the others connect by themselves and
give the pair's name as their team's. Results go to a PBN file that has each board as soon as it is
finished: club.results.pbn here, unless --results names another. Exit codes: 0 all boards were
played; 1 some were not; 2 the input is wrong.
"""


_NO_DOOR = (
    "an event has no door for EPE 321: its players name no pair, so nobody knows at which table"
    " they play; dowager table --epe321 has one"
)


@click.command(epilog=_EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--show", is_flag=True, help="Print who plays whom, and play nothing.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port, in place of the file's; 0 picks one.",
)
@protocol_option
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    help="The file for the results. Default: FILE.results.pbn here.",
)
@click.option("--resume", is_flag=True, help="Continue from the results in the file.")
@click.option(
    "--pause", type=click.FloatRange(0), default=0.0, help="Seconds to wait between tricks."
)
@click.option("--claims", is_flag=True, help="Accept claims, and let robots claim.")
@line_and_time_options
@click.option(
    "--connect-timeout", "connect", type=click.FloatRange(0.1), default=600.0, show_default=True,
    help="Seconds in which a pair whose turn it is must come before its table is given up.",
)  # fmt: skip
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    help="A folder for logs of every line that is sent or received, one for each table and round.",
)
@brain_options
@click.option("--epe321", "secure", hidden=True, metavar="PORT")
@click.option("--plain", is_flag=True, help="Print lines only, without the display of the tables.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON line for each board, and the rankings."
)
def command(
    file: Path,
    show: bool,
    host: str,
    port: int | None,
    protocol: str,
    results: Path | None,
    resume: bool,
    pause: float,
    claims: bool,
    gap: int,
    act: float,
    ready: float,
    connect: float,
    logs: Path | None,
    brain_memory: float | None,
    brain_time: float | None,
    brain_folder: Path | None,
    secure: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Run a whole event: many tables, rounds, and a ranking at the end."""
    if secure is not None:
        raise InputError(_NO_DOOR)
    spoken = PROTOCOLS[protocol]
    event = read_event(
        file,
        Sources(
            read_boards,
            system_named,
            lambda text: spoken.table({Seat.NORTH: text}),
            brain_command,
        ),
    )
    if show:
        show_event(event)
        return
    if port is not None:
        event = replace(event, ports=(port,))
    if logs:
        logs.mkdir(parents=True, exist_ok=True)
    options = EventOptions(
        spoken,
        TableOptions(trick_pause=pause, claims=claims),
        host,
        gap,
        act,
        ready,
        connect,
        claims=claims,
        log=lambda sitting: _log_of(logs, sitting),
    )
    with brains_kept(
        event.has_brains, act, brain_memory, brain_time, brain_folder, True, event.scoring
    ) as brains:
        options = replace(options, brains=brains)
        run_event(event, options, results or default_results(file), resume, plain, as_json)


def _log_of(logs: Path | None, sitting: Sitting) -> Path | None:
    return logs and logs / f"round-{sitting.round}-table-{sitting.table}.wire.log"


def show_event(event: Event) -> None:
    """Print who plays whom, and which boards."""
    rows = [
        [
            str(sitting.round),
            f"{sitting.table} {sitting.room.lower()}".rstrip(),
            *sitting.names,
            _numbers([board.number or 0 for board in sitting.boards]),
        ]
        for sitting in event.sittings
    ]
    show_table(["round", "table", "North-South", "East-West", "boards"], rows)


def _numbers(numbers: list[int]) -> str:
    """Return numbers as an event file has them: `1-4,7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def run_event(
    event: Event, options: EventOptions, file: Path, resume: bool, plain: bool, as_json: bool
) -> None:
    """Play an event, print its boards and rankings; exit with code 1 if boards are missing."""
    with EventResults(file, resume) as results:
        output = EventOutput(event, results, as_json)
        if results.cut_off:
            output.report(f"{file} ended with a board in part; it is played again")
        options = _for_same_teams(event, options, results)
        going = remaining(event, results) > 0
        with Display(going and not (plain or as_json)) as display:
            end = _played(event, options, output, results, display)
        if not end:
            output.end()
        lacks = output.close()
        missing = remaining(event, results)
    if end or lacks or missing:
        say(end or not_played(missing), err=True)
        sys.exit(1)


def _for_same_teams(event: Event, options: EventOptions, results: EventResults) -> EventOptions:
    """Return the options with which those who have begun at a table go on there.

    Raises:
        InputError: others than these are wanted.
    """
    teams: dict[tuple[int, int], tuple[str, str]] = {}
    for sitting in event.sittings:
        wanted = sitting.names if any(sitting.names) else options.table.teams
        names = results.names(sitting) or wanted
        if any(each and each != name for each, name in zip(wanted, names, strict=True)):
            who, instead = " and ".join(names), " and ".join(filter(None, wanted))
            at = f"table {sitting.table} in {results.file}"
            raise InputError(f"{at} was played by {who}, not by {instead}")
        teams[sitting.round, sitting.table] = names
    return replace(options, teams=lambda sitting: teams[sitting.round, sitting.table])


def _played(
    event: Event,
    options: EventOptions,
    output: EventOutput,
    results: EventResults,
    display: Display,
) -> str:
    """Play what is not finished; return what stopped it, or nothing."""
    if not remaining(event, results):
        output.report("all boards are finished")
        return ""
    handlers = EventHandlers(
        output.report,
        output.finished,
        output.opened,
        lambda sitting: display.pictured(f"table {sitting.table}"),
    )
    try:
        faults = asyncio.run(play_event(event, results.unfinished, options, handlers))
    except StopError as stopped:
        return f"{stopped}; finished boards are kept, and --resume continues"
    for fault in faults:
        output.report(fault)
    return ""

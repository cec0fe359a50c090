"""Owns `dowager sit`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from dowager.cards import Seat
from dowager.cli.options import system_named
from dowager.errors import InputError
from dowager.net.sit import Sitting, sit
from dowager.net.wirelog import WireLog
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.table.robot import Robot

_EPILOG = """\b
Examples:
  dowager sit --seat North                              at a table on this machine, port 2000
  dowager sit --host 10.0.0.5 --port 2001 --seat any    any free seat
  dowager sit --seat South --team Dowager --opponents natural --seconds-per-board 120
  dowager sit --seat East --dialect gap:200 --log east.log

The opponents' system is read from their alerts, and else by the natural default, unless
--opponents names it. Exit codes: 0 the session ended as it should; 1 it was ended before its
time; 2 the input is wrong.
"""


@click.command(epilog=_EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="The table manager's machine.")
@click.option("--port", type=click.IntRange(1, 65535), default=2000, show_default=True)
@click.option("--seat", default="any", show_default=True, help="N, E, S, W or any.")
@click.option("--team", default="Dowager", show_default=True, help="The same for both partners.")
@click.option("--system", default="sayc", show_default=True, help="A system's name, or a path.")
@click.option(
    "--opponents", default=None, help="The other side's system; not known when not given."
)
@click.option("--dialect", default="", help="How to speak: eol:lf, gap:200.")
@click.option(
    "--seconds-per-board",
    "seconds",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="The pair's time for a board.",
)
@click.option(
    "--connect",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="Seconds to go on trying to connect.",
)
@click.option(
    "--reconnect",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="The same when the connection is lost; 0 not to come back.",
)
@click.option("--alerts/--no-alerts", default=True, show_default=True, help="Alert our own calls.")
@click.option("--claims", is_flag=True, help="Claim, where the table manager takes claims.")
@click.option("--log", type=click.Path(path_type=Path), help="Every line, as it was, to a file.")
@click.option("--quiet", is_flag=True, help="Tell only what went wrong.")
def command(
    host: str,
    port: int,
    seat: str,
    team: str,
    system: str,
    opponents: str | None,
    dialect: str,
    seconds: float,
    connect: float,
    reconnect: float,
    alerts: bool,
    claims: bool,
    log: Path | None,
    quiet: bool,
) -> None:
    """Play a seat at a Blue Chip table: bid, play and alert until the session ends."""
    wanted = None if seat.lower() in ("any", "anypl") else Seat.parse(seat)
    if '"' in team or not team.strip() or not team.isprintable():
        raise InputError(f"no team name {team!r}; use printable letters, and no quotation marks")
    sitting = Sitting(
        host,
        port,
        team.strip(),
        wanted,
        parse_dialect(dialect),
        seconds,
        connect,
        reconnect,
        alerts,
        claims,
    )
    ours = system_named(system)
    theirs = system_named(opponents) if opponents else None

    def report(text: str) -> None:
        if not quiet:
            click.echo(text)
            sys.stdout.flush()

    with WireLog(log) as wire:
        fault = asyncio.run(sit(sitting, lambda at: Robot(at, ours, theirs), report, wire))
    if fault:
        click.echo(fault, err=True)
        sys.exit(1)

"""`dowager sit`: a robot that takes a seat at a table."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import click

from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.cli.options import scoring_option, table_reading_option
from dowager.cli.protocol_options import PLAYER_DIALECTS, protocol_option
from dowager.cli.session_output import say
from dowager.cli.websocket_options import Destination, websocket_destination, websocket_options
from dowager.errors import InputError
from dowager.language.compile import System
from dowager.net import SitOptions, WireLog, end_with_standard_input, sit, start_daemon
from dowager.protocols import PROTOCOLS, without_passwords
from dowager.services.known_tables import DEFAULT_SYSTEM, system_named
from dowager.table import Robot, TableReadings, among_strangers, team_name

_Systems: TypeAlias = tuple[System, System | None]
"""Our system, and the opponents' if we know it."""
_EPILOG = """\b
Examples:
  dowager sit North                            at a table on this machine, port 2000
  dowager sit --host 10.0.0.5 --port 2001      at any free seat
  dowager sit South --team Dowager --opponents natural --seconds-per-board 120
  dowager sit East --dialect gap:200 --log east.log
  dowager sit --epe321 wss://10.0.0.5:3210 --alias Ann --insecure    rubber bridge

Unless --opponents names their system, the opponents' calls mean what their alerts say, and without
an alert are natural. In the play the robot believes its partner's calls up to what judgement may
change (exactly with --judge 0), the opponents' as those of people with a style of their own, or of
strangers; --reading changes that. Exit codes: 0 the session ended normally; 1 it ended early; 2 the
input is wrong.
"""


@click.command(epilog=_EPILOG)
@click.argument("at", metavar="[SEAT]", default="")
@click.option("--host", default="127.0.0.1", show_default=True, help="The table manager's address.")
@click.option("--port", type=click.IntRange(1, 65535), default=2000, show_default=True,
    help="The table manager's port.")  # fmt: skip
@protocol_option
@websocket_options
@click.option(
    "--seat", default="", help="The seat to take, as SEAT does: N, E, S, W or any. Default: any."
)
@click.option(
    "--team",
    help="The team's name, the same for both partners. Default: Dowager and the side's name.",
)
@click.option(
    "--system", default=DEFAULT_SYSTEM, show_default=True, help="A system's name, or a path."
)
@click.option("--opponents", default=None, help="The other side's system. Default: unknown.")
@table_reading_option
@scoring_option
@click.option(
    "--dialect", default="", help=f"How to write the protocol's lines. {PLAYER_DIALECTS}."
)
@click.option(
    "--seconds-per-board",
    "seconds",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="Seconds that the pair has for a board.",
)
@click.option(
    "--connect",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="Seconds to keep trying to connect.",
)
@click.option(
    "--reconnect",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="Seconds to keep trying after a connection is lost; 0 not to try.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="Seconds to wait on after a line that we need and cannot use.",
)
@click.option("--alerts/--no-alerts", default=True, show_default=True, help="Alert our own calls.")
@click.option("--judge", type=click.FloatRange(0.0), default=5.0, metavar="SECONDS",
    show_default=True,
    help="Judge each call by simulation, for so long at most and as the board's time allows; 0: "
    "make the rules' own calls.")  # fmt: skip
@click.option(
    "--claims", is_flag=True, help="Claim tricks; only for table managers that accept claims."
)
@click.option(
    "--log", type=click.Path(path_type=Path), help="A file for every line that is sent or received."
)
@click.option(
    "--end-with-input", is_flag=True,
    help="End when standard input ends: for programs that start robots and hold it open.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Print only what goes wrong.")
def command(
    at: str,
    host: str,
    port: int,
    protocol: str,
    uri: str | None,
    alias: str | None,
    password: str | None,
    insecure: bool,
    certificate: Path | None,
    seat: str,
    team: str | None,
    system: str,
    opponents: str | None,
    reading: str,
    scoring: Scoring,
    dialect: str,
    seconds: float,
    connect: float,
    reconnect: float,
    patience: float,
    alerts: bool,
    judge: float,
    claims: bool,
    log: Path | None,
    end_with_input: bool,
    quiet: bool,
) -> None:
    """Take a seat at a table: bid, play and alert to the end.

    SEAT is N, E, S, W or the whole word; without it, any free seat.
    """
    if end_with_input:
        end_with_standard_input()
    wanted, supposed = _seat(at, seat), among_strangers(opponents)
    judge = judge if seconds else 0.0  # a robot without time makes its rules' own calls
    if judge > 0:
        supposed = supposed.judging()

    def readings(side: Side) -> TableReadings:
        return supposed.changed(reading, side)

    if uri is not None:
        if team is not None or dialect or claims:
            raise InputError("--epe321 goes without --team, --dialect and --claims")
        to = websocket_destination(uri, alias, password, insecure, certificate)
    else:
        if alias is not None or insecure or certificate is not None:
            raise InputError("--alias, --insecure and --certificate go with --epe321")
        name = None if team is None else team_name(team)
        to = Destination(host, port, name, PROTOCOLS[protocol].player(dialect))
    options = SitOptions(
        to.host,
        to.port,
        _team(wanted) if to.name is None else to.name,
        to.new_conversation,
        wanted,
        seconds,
        connect,
        reconnect,
        alerts,
        claims,
        patience,
        lambda at: f"how calls are read: {readings(at.side).words(at.side)}",
        to.open,
    )

    def load() -> _Systems:
        return system_named(system), system_named(opponents) if opponents else None

    def robot(seat: Seat, systems: _Systems) -> Robot:
        return Robot(seat, *systems, readings(seat.side).readings(seat.side), judge, scoring)

    def report(text: str) -> None:
        if not quiet:
            say(text)

    with WireLog(log, lambda text: say(text, err=True), without_passwords) as wire:
        fault = asyncio.run(_play(options, load, robot, report, wire))
    if fault:
        say(fault, err=True)
        sys.exit(1)


def _seat(at: str, option: str) -> Seat | None:
    """Return the seat to ask for, None for any, given as an argument or as an option."""
    if at and option and at != option:
        raise InputError(f"two seats, {at} and {option}; name one")
    word = at or option or "any"
    return None if word.lower() in ("any", "anypl") else Seat.parse(word)


def _team(seat: Seat | None) -> str:
    """Return the name of a team that has none: both sides may be ours, and need two names."""
    return "Dowager" if seat is None else f"Dowager {seat.side.word}"


async def _play(
    options: SitOptions,
    load: Callable[[], _Systems],
    robot: Callable[[Seat, _Systems], Robot],
    report: Callable[[str], None],
    wire: WireLog,
) -> str:
    """Sit down, and load the systems meanwhile: tables wait for players only so long."""
    systems = start_daemon(load)
    loading = asyncio.wrap_future(systems)
    sitting = asyncio.create_task(
        sit(options, lambda seat: robot(seat, systems.result()), report, wire)
    )
    try:
        await asyncio.wait((loading, sitting), return_when=asyncio.FIRST_COMPLETED)
        if loading.done():
            loading.result()  # a fault of a system ends the session
        return await sitting
    finally:
        sitting.cancel()

"""`dowager host`: rubber bridge for players who connect by secure WebSockets."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click

from dowager.api.files import read_boards
from dowager.auction import Rubber
from dowager.cards import Deal, Seat, random_deal
from dowager.cli.rubber_sheet import rubber_json, rubber_sheet, standing_text
from dowager.cli.session_output import keep, say
from dowager.cli.websocket_host import host_identity, identity_options, secure_address
from dowager.errors import InputError
from dowager.net import (
    PASSWORD_VARIABLE,
    Door,
    Handlers,
    HostOptions,
    RubberPlan,
    RubberTable,
    WireLog,
    accept_websockets,
    host_context,
    new_password,
    on_signals,
    require_websockets,
)
from dowager.protocols import epe321_table, without_passwords
from dowager.services.known_tables import DEFAULT_SYSTEM
from dowager.table import BoardFinished, Results, RubberBoards, result_json, result_text
from dowager.table.rubber_boards import with_rubber_tags

_EPILOG = """\b
Examples:
  dowager host --epe321                          four players connect to wss://127.0.0.1:3210
  dowager host --epe321 --players 1              one player; robots take the other seats
  dowager host --epe321 --host 0.0.0.0 --password secret --rubbers 3
  dowager host --epe321 --results evening.pbn    every board is kept there
  dowager host --epe321 --results evening.pbn --resume   continue after a crash

A player who goes is replaced by a robot, and gets the seat back when he connects under his alias.
The certificate is made at the first start, for this host alone; players trust it with --certificate
or --insecure. Exit codes: 0 all rubbers were played; 1 the host stopped early, and the rubber is
scored as it stands; 2 the input is wrong.
"""


@click.command(epilog=_EPILOG)
@click.option("--epe321", "speaks", is_flag=True, help="Speak EPE 321; there is no other yet.")
@click.option("--host", default="127.0.0.1", show_default=True,
    help="The address to listen at; 0.0.0.0 for other machines.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=3210, show_default=True,
    help="The port; 0 for a free one.")  # fmt: skip
@click.option("--password", envvar=PASSWORD_VARIABLE, show_envvar=True, default="",
    help="What players must know. Default: nothing.")  # fmt: skip
@click.option("--rubbers", type=click.IntRange(1), default=1, show_default=True,
    help="How many rubbers are played.")  # fmt: skip
@click.option("--players", type=click.IntRange(1, 4), default=4, show_default=True,
    help="How many players to wait for; robots take the other seats.")  # fmt: skip
@click.option("--pbn", type=click.Path(path_type=Path),
    help="Take the deals from a file. Default: random deals.")  # fmt: skip
@click.option("--seed", type=int, help="Of the random deals, to get the same ones again.")
@click.option("--system", default=DEFAULT_SYSTEM, show_default=True, help="What robots play.")
@click.option("--seconds-per-board", "seconds", type=click.FloatRange(0), default=30.0,
    show_default=True, help="Seconds that a pair of robots has for a board.")  # fmt: skip
@click.option("--pause", type=click.FloatRange(0), default=1.0, show_default=True,
    help="Seconds between tricks.")  # fmt: skip
@click.option("--call-timeout", "act", type=click.FloatRange(0.1), default=120.0,
    show_default=True,
    help="Seconds for a call or a card before a robot takes the seat.")  # fmt: skip
@identity_options
@click.option("--results", type=click.Path(path_type=Path), help="A PBN file for the boards.")
@click.option("--resume", is_flag=True, help="Continue from the boards in the file.")
@click.option("--log", type=click.Path(path_type=Path), help="A file for every message.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each finished board.")
def command(
    speaks: bool,
    host: str,
    port: int,
    password: str,
    rubbers: int,
    players: int,
    pbn: Path | None,
    seed: int | None,
    system: str,
    seconds: float,
    pause: float,
    act: float,
    certificate: Path | None,
    key: Path | None,
    identity: Path | None,
    results: Path | None,
    resume: bool,
    log: Path | None,
    as_json: bool,
) -> None:
    """Host rubber bridge for players who connect by secure WebSockets."""
    if not speaks:
        raise InputError("say what to speak: dowager host --epe321")
    if resume and results is None:
        raise InputError("--resume goes with --results")
    require_websockets()
    known = host_identity(certificate, key, identity)
    stand_in = new_password()
    door = Door(
        epe321_table(password, stand_in), port, streams=accept_websockets(host_context(known))
    )
    options = HostOptions((door,), host, 0, act)
    boards = RubberBoards(_deals(pbn, seed), rubbers)
    plan = RubberPlan(boards, options, known, stand_in, system, players, seconds, pause)
    if results is None:
        fault = _played(plan, None, results, log, as_json)
    else:
        with Results(results, resume) as kept:
            boards.resume(sorted(kept, key=lambda board: board.number or 0))
            fault = _played(plan, kept, results, log, as_json)
    if fault:
        say(fault, err=True)
        sys.exit(1)


def _deals(pbn: Path | None, seed: int | None) -> Iterator[Deal]:
    """Return the deals of a file, or random ones without end."""
    if pbn is not None:
        return iter(_deals_of(pbn))
    random = SystemRandom() if seed is None else Random(seed)
    return (random_deal(random) for _ in count())


def _deals_of(pbn: Path) -> list[Deal]:
    deals = [board.deal for board in read_boards(pbn)]
    complete = [deal for deal in deals if deal is not None]
    if not complete or len(complete) < len(deals):
        raise InputError(f"{pbn} must have whole deals, and at least one")
    return complete


def _played(
    plan: RubberPlan, kept: Results | None, file: Path | None, log: Path | None, as_json: bool
) -> str:
    """Host the rubbers; return what ended them early, or nothing."""
    session = _Evening(plan, kept, file, as_json)
    with WireLog(log, say, without_passwords) as wire:
        handlers = Handlers(say, session.finish, opened=session.opened, joined=session.join)
        fault = asyncio.run(_hosted(RubberTable(plan, handlers, wire)))
    if not fault and not plan.boards.rubber.over:
        fault = "there are no more deals"
    session.end()
    return fault


async def _hosted(table: RubberTable) -> str:
    on_signals(table.stop)
    return await table.run()


class _Evening:
    """What is printed and kept of some rubbers."""

    def __init__(
        self, plan: RubberPlan, kept: Results | None, file: Path | None, as_json: bool
    ) -> None:
        self._plan, self._kept, self._file, self._json = plan, kept, file, as_json
        self._aliases: dict[Seat, str] = {}

    def opened(self, ports: Sequence[int]) -> None:
        """Say where players connect."""
        host = self._plan.host.host
        say(f"waiting for players at {secure_address(host, ports[0])}")
        if host in ("0.0.0.0", "::"):
            say("which is every address of this machine; players need one of them")
        say(f"the certificate is {self._plan.identity.certificate}")

    def join(self, seat: Seat, alias: str) -> None:
        """Say who has come."""
        name = "".join(letter if letter.isprintable() else "?" for letter in alias)
        self._aliases[seat] = name
        say(f"{seat.word} is {name}")

    def finish(self, event: BoardFinished) -> None:
        """Keep and print a finished board."""
        board, rubber = event.board, self._plan.boards.rubber
        if self._kept is not None and self._file is not None:
            today = date.today().strftime("%Y.%m.%d")
            keep(with_rubber_tags(board, self._aliases, rubber, today), self._kept, self._file)
        if self._json:
            row: dict[str, Any] = {"board": board.number} | result_json(board)
            del row["score"]
            say(json.dumps(row | rubber_json(rubber)))
            return
        say(f"board {board.number}: {result_text(board)}; {standing_text(rubber)}")
        if rubber.over:
            self._print(rubber)

    def end(self) -> None:
        """Print the rubber if it was broken off."""
        rubber = self._plan.boards.rubber
        if rubber.boards and not rubber.over and not self._json:
            self._print(rubber.broken_off())

    def _print(self, rubber: Rubber) -> None:
        for line in rubber_sheet(rubber):
            say(line)

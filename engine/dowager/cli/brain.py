"""`dowager brain`: the engine as a brain of the pipe protocol."""

from __future__ import annotations

import asyncio
import os
import sys

import click

from dowager import __version__
from dowager.cli.session_output import say
from dowager.errors import InputError
from dowager.language.files import system_names
from dowager.net import BrainSession, LineWriter, RobotAsked
from dowager.protocols import BRAINS
from dowager.services.known_tables import DEFAULT_SYSTEM, system_named
from dowager.table import Robot, among_strangers

_ABOUT = f'name="Dowager", version="{__version__}", author="the Dowager project"'
_MEMORY = 400_000_000
"""Bytes that a manager must allow: `docs/reference/pipe-protocol.md` says what was measured."""
_EPILOG = """\b
Examples:
  dowager brain                         then type START 1,N,N,none,AQ5.KJ4.KT73.Q92 and BEGIN
  dowager brain --system natural        plays no other system, whatever START names
  dowager table --pbn boards.pbn --north "command dowager brain --debug" --south ...
  printf 'START 1,N,N,none,AQ5.KJ4.KT73.Q92\\nBEGIN\\n' | dowager brain

A brain reads commands from standard input and answers on standard output, a line each: see
docs/reference/pipe-protocol.md. It is meant to be started by a manager. Exit codes: 0 it was told
END, or its input has ended; 2 the options are wrong.
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--system", default=None,
    help="The only system to play, a name or a path. Default: what START names, or sayc.",
)  # fmt: skip
@click.option("--judge", type=click.FloatRange(0.0), default=0.0, metavar="SECONDS",
    help="Judge calls by simulation, for so long at most as the limits allow.")  # fmt: skip
@click.option(
    "--seconds-per-board", "seconds", type=click.FloatRange(0), default=60.0, show_default=True,
    help="The pair's seconds for a board, where the manager's limits allow so much.",
)  # fmt: skip
@click.option("--suggest", is_flag=True, help="SUGGEST each action; the manager then says PLAY.")
@click.option("--debug", is_flag=True, help="Say by which rule a call is made, as DEBUG.")
def command(system: str | None, judge: float, seconds: float, suggest: bool, debug: bool) -> None:
    """Be a brain of the pipe protocol, on standard input and output."""
    if system is not None:
        system_named(system)

    def robot(asked: RobotAsked) -> Robot:
        return _robot(asked, system, judge)

    session = BrainSession(
        BRAINS.brain(_ABOUT, _MEMORY, suggest),
        robot,
        seconds,
        debug,
        sys.stdin.fileno(),
        LineWriter(sys.stdout.fileno()),
        lambda text: say(text, err=True),
    )
    if asyncio.run(session.run()):
        os._exit(0)  # the end of Python would wait for a thought that nobody wants any more


def _robot(asked: RobotAsked, only: str | None, judge: float) -> Robot:
    """Return the robot that START asks for.

    Raises:
        InputError: we cannot play the system, or do not know it.
    """
    if only is not None and asked.system is not None and asked.system != _name_of(only):
        raise InputError(f"{_name_of(only)} is played here, not {asked.system}")
    for name in (asked.system, asked.opponents):
        if name is not None and name != _name_of(only or "") and name not in system_names():
            raise InputError(f"no system {name!r}; there are {', '.join(system_names())}")
    ours = system_named(only or asked.system or DEFAULT_SYSTEM)
    known = asked.opponents if asked.opponents in system_names() else None
    supposed = among_strangers(known)
    readings = (supposed.judging() if judge > 0 else supposed).readings(asked.seat.side)
    theirs = system_named(known) if known else None
    return Robot(asked.seat, ours, theirs, readings, judge, asked.scoring)


def _name_of(system: str) -> str:
    """Return what START calls a system that is given by its name or path."""
    return system.rstrip("/").rpartition("/")[2]

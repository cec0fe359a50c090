"""What `table`, `match` and `serve` share about brains: limits, and the command that starts one."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import click

from dowager.auction import Scoring
from dowager.errors import InputError
from dowager.net import Brains, work_folder
from dowager.protocols import BRAINS
from dowager.table import BrainLimits

_Function = TypeVar("_Function", bound=Callable[..., Any])

COMMAND = "command "
"""What begins a player that is a brain: `command ./brain.sh -v`."""

_OPTIONS = (
    click.option(
        "--brain-memory", type=click.FloatRange(1), metavar="MB",
        help="Megabytes of memory that a brain may use. Default: any number.",
    ),
    click.option(
        "--brain-time", type=click.FloatRange(0.1), metavar="SECONDS",
        help="Seconds that a brain has for all its calls and cards. Default: no limit.",
    ),
    click.option(
        "--brain-folder", type=click.Path(path_type=Path, file_okay=False),
        help="Where brains may keep files for ever. Default: nowhere.",
    ),
)  # fmt: skip


def brain_options(function: _Function) -> _Function:
    """Add `--brain-memory`, `--brain-time` and `--brain-folder`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@contextmanager
def brains_kept(
    needed: bool,
    turn: float,
    memory: float | None,
    seconds: float | None,
    folder: Path | None,
    tournament: bool = False,
    scoring: Scoring = Scoring.IMPS,
) -> Iterator[Brains]:
    """Give how brains are kept; their working folders go in the end, those of dead tables at once.

    Args:
        needed: whether there are any: otherwise no folder is made.
        turn: seconds for a call or a card.
        memory: megabytes of memory; None for any number.
        seconds: seconds for all calls and cards; None for any number.
        folder: where they may keep files for ever; None for nowhere.
        tournament: whether they play a match.
        scoring: what boards are scored by.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    most = None if memory is None else round(memory * 1_000_000)
    limits = BrainLimits(turn, seconds, most, folder=folder and folder.resolve())
    with work_folder() if needed else nullcontext(Path()) as work:
        yield Brains(BRAINS, limits, work, tournament, scoring)


def brain_command(text: str, folder: Path = Path()) -> tuple[str, ...]:
    """Return the words of a command, so that they mean the same in any folder.

    The program, and every word that names a file, becomes a whole path.

    Args:
        text: the command.
        folder: the folder from which paths count.

    Raises:
        InputError: there is no such program.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"no command {text!r}: {error}") from error
    if not words:
        raise InputError('no command; write such as "command ./brain.sh"')
    named = str((folder / words[0]).absolute()) if "/" in words[0] else words[0]
    program = shutil.which(named)
    if program is None:
        hint = "make it executable: chmod +x" if Path(named).is_file() else "give its path"
        raise InputError(f"no program {words[0]!r}; {hint}")
    return (str(Path(program).absolute()), *(_whole_path(word, folder) for word in words[1:]))


def _whole_path(word: str, folder: Path) -> str:
    return str((folder / word).absolute()) if (folder / word).exists() else word

"""The folder where a simulation keeps the units that are done, until all of them are.

Each unit is a file of its own, which is there whole or not at all: whatever ends the program, a
signal, a crash or a full disk, the units that were done stay, and the run that resumes goes on.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from dowager.authoring.simulate.job import Settings
from dowager.authoring.workers import Unit
from dowager.errors import InputError

_SETTINGS = "settings.json"
_NAME = re.compile(r"boards-(\d+)-(\d+)\.arrow")


class Parts:
    """The units of a job that are done.

    Args:
        out: the file that will have the results; the folder stands beside it.
    """

    def __init__(self, out: Path) -> None:
        self.folder = out.with_name(f"{out.name}.parts")

    def begin(self, settings: Settings, resume: bool) -> None:
        """Make the folder, or take over one that an earlier run of the same job has begun.

        Raises:
            InputError: there is one although nothing is to be resumed, or it is of another job.
        """
        file = self.folder / _SETTINGS
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, settings.as_json().encode())
            return
        if not resume:
            raise InputError(
                f"{self.folder} has an unfinished simulation: go on with --resume, or delete it"
            )
        refuse_changes(self.folder, settings, file.read_text(encoding="utf-8"))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder.

        Raises:
            InputError: another run is at work in it.
        """
        with (self.folder / _SETTINGS).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(f"another run is at work in {self.folder}") from None
            yield

    def add(self, unit: Unit, rows: bytes) -> None:
        """Keep the rows of a unit.

        Raises:
            OSError: they cannot be written; nothing of them stays.
        """
        write_whole(self._file(unit), rows)

    def done(self) -> list[Unit]:
        """Return the units that are kept, in the order of their boards.

        A file that cannot be read, or lacks boards, is deleted: its unit will be run again.
        """
        units = []
        for file in self.folder.glob("boards-*.arrow"):
            match = _NAME.fullmatch(file.name)
            if match:
                unit = Unit(int(match[1]), int(match[2]))
                if _rows_in(file) == unit.count:
                    units.append(unit)
                else:
                    file.unlink()
        return sorted(units, key=lambda unit: unit.first)

    def batches(self) -> Iterator[Any]:
        """Yield the rows of all units as record batches, in the order of the boards."""
        import pyarrow as pa

        for unit in self.done():
            with pa.ipc.open_stream(self._file(unit).read_bytes()) as stream:
                yield from stream

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder)

    def _file(self, unit: Unit) -> Path:
        return self.folder / f"boards-{unit.first:010}-{unit.count}.arrow"


def units_to_do(boards: int, size: int, done: list[Unit]) -> list[Unit]:
    """Return the units that remain to be run, of at most `size` boards each, in their order."""
    units, at = [], 1
    for each in [*done, Unit(boards + 1, 0)]:
        starts = range(at, each.first, size)
        units += [Unit(start, min(size, each.first - start)) for start in starts]
        at = each.first + each.count
    return units


def refuse_changes(where: Path, settings: Settings, before: str) -> None:
    """Raise an InputError that names what differs from the settings with which a run began."""
    try:
        changes = settings.changes_from(before)
    except (ValueError, AttributeError):
        raise InputError(f"{where}: its settings cannot be read") from None
    if changes:
        raise InputError(f"{where} was begun with other settings: {'; '.join(changes)}")


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, even after a power failure."""
    new = file.with_name(f".{file.name}.new")
    try:
        with new.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _rows_in(file: Path) -> int:
    """Return how many rows a file has; -1 when it cannot be read."""
    import pyarrow as pa

    try:
        with pa.ipc.open_stream(file.read_bytes()) as stream:
            return sum(batch.num_rows for batch in stream)
    except (pa.ArrowException, OSError):
        return -1

"""A file of double-dummy results: an SQLite database that several processes may use at once.

Each row has a deal's key and the bounds of its denominations, 33 bytes. Rows are numbered as they
come, so that the oldest can be forgotten first. The journal is a write-ahead log: a process that is
killed while it writes loses its last transaction and nothing else. Such a log needs memory that all
the processes share, so a file serves the processes of one machine.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from dowager.errors import InputError
from dowager.play.trick_bounds import joined

VERSION = 1
"""The format of the file; another number is another format."""

_APPLICATION = 0x44574444  # `DWDD`
_PATIENCE = 60.0  # seconds that a process waits until the others have written
_IN_A_QUERY = 500  # every SQLite takes so many parameters
_FORGOTTEN = 2  # rows that go for each that comes, when the file is too large
_TABLE = (
    "create table tricks (id integer primary key,"
    " deal blob not null unique check (length(deal) = 13),"
    " bounds blob not null check (length(bounds) = 20))"
)
_WRITE = (
    "insert into tricks (deal, bounds) values (?, ?)"
    " on conflict (deal) do update set bounds = excluded.bounds"
)
_FORGET = "delete from tricks where id < (select min(id) from tricks) + ?"


class TrickFile:
    """Bounds of tricks by the keys of deals.

    Args:
        file: the file, which is made when it is not there; None keeps the rows in memory.
        most_bytes: how large the database may grow before the oldest rows are forgotten. The log
            beside the file comes on top: some 4 MB.

    Raises:
        InputError: the file cannot be opened, is of another kind or of another format.

    The methods raise `sqlite3.Error` when the file fails.
    """

    def __init__(self, file: Path | None, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        try:
            self._rows = sqlite3.connect(
                file or ":memory:", timeout=_PATIENCE, isolation_level=None
            )
        except sqlite3.Error as error:
            raise _unusable(file, error) from None
        try:
            self._prepare(file)
        except BaseException as error:
            self._rows.close()
            if isinstance(error, sqlite3.Error):
                raise _unusable(file, error) from None
            raise

    def read(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the bounds of those deals that the file has."""
        wanted, bounds = list(keys), dict[bytes, bytes]()
        for start in range(0, len(wanted), _IN_A_QUERY):
            bounds.update(self._selected(wanted[start : start + _IN_A_QUERY]))
        return bounds

    def write(self, bounds: Mapping[bytes, bytes]) -> None:
        """Add what is known of some deals to what the file knows, in one transaction."""
        with self._transaction():
            kept = self.read(bounds)
            self._rows.executemany(
                _WRITE,
                [
                    (key, joined(new, kept[key]) if key in kept else new)
                    for key, new in bounds.items()
                ],
            )
            if self.size > self._most_bytes:
                self._rows.execute(_FORGET, (_FORGOTTEN * len(bounds),))

    @property
    def size(self) -> int:
        """The bytes of the database that are in use."""
        pages = self._number("page_count") - self._number("freelist_count")
        return pages * self._number("page_size")

    def close(self) -> None:
        """Close the file."""
        self._rows.close()

    def _selected(self, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        marks = ",".join("?" * len(keys))
        return self._rows.execute(
            f"select deal, bounds from tricks where deal in ({marks})", keys
        ).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._rows.execute("begin immediate")  # it waits for other writers, and they for this one
        try:
            yield
            self._rows.execute("commit")
        except BaseException:
            if self._rows.in_transaction:
                self._rows.execute("rollback")
            raise

    def _prepare(self, file: Path | None) -> None:
        """Make the table of a new file, or check that an old one has it."""
        self._rows.execute("pragma synchronous = normal")
        if self._is_new():
            with self._transaction():
                if self._is_new():  # no other process was quicker
                    self._rows.execute(_TABLE)
                    self._rows.execute(f"pragma application_id = {_APPLICATION}")
                    self._rows.execute(f"pragma user_version = {VERSION}")
        if self._number("application_id") != _APPLICATION:
            raise InputError(
                f"{file}: another program's database, or double-dummy results of an older Dowager;"
                " delete it or name another file"
            )
        if (version := self._number("user_version")) != VERSION:
            raise InputError(
                f"{file}: double-dummy results in format {version}, not {VERSION};"
                " delete it or name another file"
            )
        self._rows.execute("pragma journal_mode = wal")

    def _is_new(self) -> bool:
        return not self._rows.execute("select count(*) from sqlite_master").fetchone()[0]

    def _number(self, pragma: str) -> int:
        return int(self._rows.execute(f"pragma {pragma}").fetchone()[0])


def _unusable(file: Path | None, error: sqlite3.Error) -> InputError:
    return InputError(f"{file}: no file of double-dummy results: {error}")

"""What people have practised, in a file of SQLite: tries, mistakes, when a rule comes again."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dowager.errors import DowagerError
from dowager.web.practise.boxes import NONE, after, due_at

_FILE = "practice.sqlite3"
_VERSION = 1
_MOST_ROWS = 10_000
_MOST_PEOPLE = 2_000
_PATIENCE = 1.0  # seconds for which another program may hold the file

_TABLE = """
CREATE TABLE IF NOT EXISTS tries (
  person TEXT NOT NULL, system TEXT NOT NULL, rule TEXT NOT NULL,
  name TEXT NOT NULL, topic TEXT NOT NULL, title TEXT NOT NULL,
  tries INTEGER NOT NULL, mistakes INTEGER NOT NULL,
  box INTEGER NOT NULL, due REAL NOT NULL, last REAL NOT NULL,
  PRIMARY KEY (person, system, rule)
) WITHOUT ROWID
"""
_PUT = "INSERT OR REPLACE INTO tries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_BY_TOPIC = """
SELECT system, topic, title, sum(tries) AS tries, sum(mistakes) AS mistakes,
  sum(box > 0) AS learning, sum(box > 0 AND due <= :now) AS due, max(last) AS last
FROM tries WHERE person = :person GROUP BY system, topic ORDER BY system, title
"""
_RULES = """
SELECT system, topic, title, rule, name, tries, mistakes, box, due, last
FROM tries WHERE person = :person ORDER BY system, topic, rule
"""
_DUE = """
SELECT rule FROM tries WHERE person = :person AND system = :system AND box > 0 AND due <= :now
  AND (:topic = '' OR topic = :topic) ORDER BY box, due LIMIT 1
"""


class NotKeptError(DowagerError):
    """Progress could not be read or written: a full disk, a locked or a broken file."""


@dataclass(frozen=True, slots=True)
class Try:
    """A call that somebody was asked for.

    Attributes:
        system: the system that was practised, as the person named it.
        rule: the `file:line` of the rule that calls; not empty.
        name: the rule's name.
        topic: the key of the rule's topic.
        title: that topic's title.
        right: whether the call was right.
    """

    system: str
    rule: str
    name: str
    topic: str
    title: str
    right: bool


Row = dict[str, object]


class Progress:
    """What people have practised. The file is opened for each question, and made by the first try.

    All methods raise NotKeptError when the file cannot be read or written. They wait for another
    program that holds it, for a second at most: do not call them where nothing may wait.

    Args:
        folder: where the file is; it is made if need be. None to keep nothing.
        clock: gives the time in seconds.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    @property
    def kept(self) -> bool:
        """Whether anything is kept."""
        return self._folder is not None

    def add(self, person: str, tried: Try) -> None:
        """Note a try of a person."""
        if self._folder is None:
            return
        key, now = (person, tried.system, tried.rule), self._clock()
        with self._opened(to_write=True) as base:
            query = "SELECT tries, mistakes, box FROM tries WHERE (person, system, rule)"
            row = base.execute(f"{query} = (?, ?, ?)", key).fetchone()
            if row is None:
                _require_room(base, person)
            tries, mistakes, box = row or (0, 0, NONE)
            box = after(box, tried.right)
            counts = (tries + 1, mistakes + (not tried.right), box, due_at(box, now), now)
            base.execute(_PUT, (*key, tried.name, tried.topic, tried.title, *counts))

    def due(self, person: str, system: str, topic: str = "") -> str:
        """Return the `file:line` of a rule that is to come again; empty for none."""
        asked = {"person": person, "system": system, "topic": topic, "now": self._clock()}
        rows = self._rows(_DUE, asked)
        return str(rows[0]["rule"]) if rows else ""

    def by_topic(self, person: str) -> list[Row]:
        """Return tries and mistakes by system and topic, and how many rules are to come again."""
        return self._rows(_BY_TOPIC, {"person": person, "now": self._clock()})

    def rules(self, person: str) -> list[Row]:
        """Return all that is kept of a person, a row for each rule."""
        return self._rows(_RULES, {"person": person})

    def forget(self, person: str) -> None:
        """Forget all that is kept of a person."""
        if self._exists:
            with self._opened(to_write=True) as base:
                base.execute("DELETE FROM tries WHERE person = ?", (person,))

    @property
    def _exists(self) -> bool:
        return self._folder is not None and (self._folder / _FILE).is_file()

    def _rows(self, query: str, asked: Row) -> list[Row]:
        if not self._exists:
            return []
        with self._opened() as base:
            base.row_factory = sqlite3.Row
            return [dict(row) for row in base.execute(query, asked)]

    @contextmanager
    def _opened(self, *, to_write: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file for a transaction, which holds as a whole or not at all."""
        assert self._folder is not None
        try:
            if to_write:
                self._folder.mkdir(parents=True, exist_ok=True)
            base = sqlite3.connect(self._folder / _FILE, _PATIENCE, isolation_level=None)
            try:
                yield from _transaction(base, "BEGIN IMMEDIATE" if to_write else "BEGIN")
            finally:
                base.close()
        except sqlite3.Error as error:
            raise NotKeptError(f"progress is not kept: {error}") from error
        except OSError as error:
            raise NotKeptError(f"progress is not kept: {error.strerror or error}") from error


def _transaction(base: sqlite3.Connection, begin: str) -> Iterator[sqlite3.Connection]:
    base.execute(begin)
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version > _VERSION:
        raise NotKeptError("progress is not kept: its file is of a later version of this program")
    if version < _VERSION:
        base.execute(_TABLE)
        base.execute(f"PRAGMA user_version = {_VERSION}")
    yield base
    base.execute("COMMIT")


def _require_room(base: sqlite3.Connection, person: str) -> None:
    """Raise a NotKeptError when there is no room for another rule of a person."""
    (rows,) = base.execute("SELECT count(*) FROM tries WHERE person = ?", (person,)).fetchone()
    if rows >= _MOST_ROWS:
        raise NotKeptError(f"progress is not kept: {_MOST_ROWS:,} rules are the most for a person")
    if not rows:
        (people,) = base.execute("SELECT count(DISTINCT person) FROM tries").fetchone()
        if people >= _MOST_PEOPLE:
            raise NotKeptError(f"progress is not kept: {_MOST_PEOPLE:,} people are the most")

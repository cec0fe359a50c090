"""The columns of a simulation's file, and the facts that it states about itself.

docs/reference/simulate.md documents them. A column that is added raises `VERSION` by one tenth, a
column that changes or goes raises it by one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from dowager.auction import Strain, Vulnerability
from dowager.authoring.simulate.job import Job
from dowager.cards import Seat
from dowager.language.compile import System

VERSION = "1.0"

VERSION_KEY, SETTINGS_KEY = "dowager.schema", "dowager.settings"
SYSTEMS_KEY, RULES_KEY = "dowager.systems", "dowager.rules"

PASSED_OUT = "Pass"
"""In place of a contract, as PBN writes it."""

ROOMS = ("open", "closed")

SEATS = tuple(seat.letter for seat in Seat)
SIDES = tuple(vulnerability.word for vulnerability in Vulnerability)
CONTRACTS = (
    PASSED_OUT,
    *(f"{n}{strain.letter}{x}" for n in range(1, 8) for strain in Strain for x in ("", "X", "XX")),
)


class Kind(Enum):
    """The type of a column, in Arrow's words."""

    INT8 = "int8"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
    TEXT = "string"
    WORD = "dictionary<string>"
    NUMBERS = "list<int16>"
    TRICKS = "list<int8>"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file.

    Attributes:
        name: its name.
        kind: the type of its values.
        words: all values of a `WORD` column, in the order of their codes.
    """

    name: str
    kind: Kind
    words: tuple[str, ...] = ()


def _room(name: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}_auction", Kind.TEXT),
        Column(f"{name}_rules", Kind.NUMBERS),
        Column(f"{name}_contract", Kind.WORD, CONTRACTS),
        Column(f"{name}_declarer", Kind.WORD, SEATS),
        Column(f"{name}_tricks", Kind.INT8),
        Column(f"{name}_score", Kind.INT16),
    )


COLUMNS = (
    Column("board", Kind.INT32),
    Column("number", Kind.INT32),
    Column("seed", Kind.INT64),
    Column("dealer", Kind.WORD, SEATS),
    Column("vul", Kind.WORD, SIDES),
    Column("deal", Kind.TEXT),
    *_room("open"),
    *_room("closed"),
    Column("parted", Kind.INT16),
    Column("imps", Kind.INT8),
    Column("par_score", Kind.INT16),
    Column("par_contract", Kind.TEXT),
    Column("dd_tricks", Kind.TRICKS),
)
"""The columns, in their order."""


@cache
def arrow_schema() -> Any:
    """Return the columns as a `pyarrow.Schema`."""
    import pyarrow as pa

    return pa.schema([(column.name, _arrow_type(column.kind)) for column in COLUMNS])


def arrow_columns(rows: list[dict[str, object]]) -> Any:
    """Return rows as a `pyarrow.RecordBatch`; what a row does not have is null."""
    import pyarrow as pa

    arrays = [_array(column, [row.get(column.name) for row in rows]) for column in COLUMNS]
    return pa.record_batch(arrays, schema=arrow_schema())


def _arrow_type(kind: Kind) -> Any:
    import pyarrow as pa

    match kind:
        case Kind.WORD:
            return pa.dictionary(pa.int8(), pa.string())
        case Kind.NUMBERS:
            return pa.list_(pa.int16())
        case Kind.TRICKS:
            return pa.list_(pa.int8())
        case _:
            return pa.type_for_alias(kind.value)


def _array(column: Column, values: list[object]) -> Any:
    import pyarrow as pa

    if column.kind is not Kind.WORD:
        return pa.array(values, _arrow_type(column.kind))
    codes = {word: code for code, word in enumerate(column.words)} | {None: None}
    indices = pa.array([codes[value] for value in values], pa.int8())  # type: ignore[index]
    return pa.DictionaryArray.from_arrays(indices, pa.array(column.words))


def facts(job: Job) -> dict[str, str]:
    """Return what a file says about itself, each fact a text under its key."""
    packed = [job.system] + ([job.opponents] if job.opponents else [])
    systems = [each.system() for each in packed]
    names = [{"name": system.name, "title": system.title} for system in systems]
    return {
        VERSION_KEY: VERSION,
        SETTINGS_KEY: job.settings.as_json(),
        SYSTEMS_KEY: json.dumps(names),
        RULES_KEY: json.dumps(rules_table(job)),
    }


def rules_table(job: Job) -> list[dict[str, object]]:
    """Return every rule of the systems, by the number that stands for it in the file."""
    rows = _rules(job.system.system(), "A", 0)
    if job.opponents is not None and not same_systems(job):
        rows += _rules(job.opponents.system(), "B", len(rows))
    return rows


def _rules(system: System, side: str, first: int) -> list[dict[str, object]]:
    return [
        {
            "rule": first + rule.number,
            "system": side,
            "call": rule.written,
            "name": rule.name,
            "location": rule.location,
        }
        for rule in system.rules
    ]


def same_systems(job: Job) -> bool:
    """Whether both sides play one system, so that the rooms need not be bid twice."""
    return job.opponents is None or job.settings.system == job.settings.opponents

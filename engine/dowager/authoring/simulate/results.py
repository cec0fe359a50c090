"""The file of results: written from the parts, and read back row by row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dowager.authoring.simulate.schema import (
    RULES_KEY,
    SETTINGS_KEY,
    VERSION,
    VERSION_KEY,
    arrow_schema,
)
from dowager.errors import InputError

ROW_GROUP = 50_000
"""Rows of a row group: what a reader holds in memory at a time."""

_READ = 10_000


def write_results(batches: Iterable[Any], facts: Mapping[str, str], file: Path) -> None:
    """Write record batches to a Parquet file, which is there whole or not at all.

    The same rows give the same bytes, however they are divided into batches.
    """
    import pyarrow.parquet as pq

    new = file.with_name(f".{file.name}.new")
    try:
        with pq.ParquetWriter(new, arrow_schema(), compression="zstd") as writer:
            for table in _row_groups(batches):
                writer.write_table(table, row_group_size=ROW_GROUP)
            writer.add_key_value_metadata(dict(facts))
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _row_groups(batches: Iterable[Any]) -> Iterator[Any]:
    """Yield tables of exactly `ROW_GROUP` rows, but for the last."""
    import pyarrow as pa

    waiting = pa.Table.from_batches([], arrow_schema())
    for batch in batches:
        waiting = pa.concat_tables([waiting, pa.Table.from_batches([batch])])
        while len(waiting) >= ROW_GROUP:
            yield waiting.slice(0, ROW_GROUP).combine_chunks()
            waiting = waiting.slice(ROW_GROUP)
    if len(waiting):
        yield waiting.combine_chunks()


def facts_of(file: Path) -> dict[str, str]:
    """Return what a file of results says about itself.

    Raises:
        InputError: it is no file of results, or one of another version.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        stated = pq.read_metadata(file).metadata or {}
    except pa.ArrowException as error:
        raise InputError(f"{file}: not a Parquet file: {error}") from None
    texts = {key.decode(): text.decode() for key, text in stated.items() if key != b"ARROW:schema"}
    version = texts.get(VERSION_KEY)
    if version is None:
        raise InputError(f"{file}: not written by dowager simulate")
    if version.partition(".")[0] != VERSION.partition(".")[0]:
        raise InputError(f"{file}: its columns are those of version {version}, not {VERSION}")
    return texts


def read_settings(file: Path) -> dict[str, Any]:
    """Return the settings of the simulation that a file of results came from."""
    settings: dict[str, Any] = json.loads(facts_of(file)[SETTINGS_KEY])
    return settings


def rules_of(file: Path) -> list[dict[str, Any]]:
    """Return the rules that the numbers in a file of results stand for."""
    rules: list[dict[str, Any]] = json.loads(facts_of(file)[RULES_KEY])
    return rules


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of results, in order, without reading all of it at once."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as results:
        for batch in results.iter_batches(_READ):
            yield from batch.to_pylist()

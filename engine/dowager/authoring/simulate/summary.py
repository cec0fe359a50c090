"""What came of a simulation, worked out from its file of results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dowager.auction import Contract, Doubled, Strain, imps
from dowager.authoring.frequency import kind_of
from dowager.authoring.simulate.results import facts_of, read_settings
from dowager.authoring.simulate.schema import CONTRACTS, PASSED_OUT, ROOMS, SYSTEMS_KEY
from dowager.cards import Seat

if TYPE_CHECKING:
    import polars as pl

TOP = 12
"""Rows of a table, if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over boards.

    Attributes:
        boards: over how many boards.
        value: the mean.
        error: its standard error; 0 for a single board.
    """

    boards: int
    value: float
    error: float

    @property
    def total(self) -> float:
        """The sum over the boards."""
        return self.value * self.boards


@dataclass(frozen=True, slots=True)
class Tally:
    """How many boards have some value: a contract, a kind of contract, an opening."""

    name: str
    boards: int


@dataclass(frozen=True, slots=True)
class AgainstPar:
    """How the results of a room compare with par.

    Attributes:
        at_par: on how many boards the result is par.
        distance: IMPs between result and par, whichever side gains.
        gain: IMPs that the first system gains on par; None when it sits at all four seats.
    """

    at_par: int
    distance: Mean
    gain: Mean | None


@dataclass(frozen=True, slots=True)
class Room:
    """What came of the boards in a room.

    Attributes:
        name: `open` or `closed`.
        contracts: by level, strain and doubled state, or `Pass`; the commonest first.
        kinds: part scores, games, slams, passed out.
        openings: by the opener's seat from the dealer on, 1 to 4, and the bid: `1 1NT`.
        solved: on how many boards the tricks are known.
        made: on how many of these the contract is made.
        par: None when par was not worked out.
    """

    name: str
    contracts: tuple[Tally, ...]
    kinds: tuple[Tally, ...]
    openings: tuple[Tally, ...]
    solved: int
    made: int
    par: AgainstPar | None


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match of teams.

    Attributes:
        imps: IMPs a board for the first system.
        won: on how many boards it gains IMPs.
        lost: on how many it loses IMPs.
        pushed: on how many neither gains.
    """

    imps: Mean
    won: int
    lost: int
    pushed: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a simulation.

    Attributes:
        file: the file of results.
        systems: the names of the systems, one or two.
        boards: how many boards there are.
        rooms: the open room, and the closed one where there are two.
        match: None where there is one room, or no contract was solved.
        parted: on how many boards the auctions of the rooms differ; None for one room.
        differ: on how many the contracts differ; None for one room.
    """

    file: str
    systems: tuple[str, ...]
    boards: int
    rooms: tuple[Room, ...]
    match: Match | None
    parted: int | None
    differ: int | None


def summary(file: Path) -> Summary:
    """Return what came of a simulation.

    Raises:
        InputError: the file has no results of a simulation.
    """
    settings = read_settings(file)
    systems = json.loads(facts_of(file)[SYSTEMS_KEY])
    rows, teams = scan(file), bool(settings["teams"])
    names = ROOMS if teams else ROOMS[:1]
    return Summary(
        str(file),
        tuple(system["name"] for system in systems),
        int(settings["boards"]),
        tuple(_room(rows, name, teams, bool(settings["par"])) for name in names),
        _match(rows) if teams and settings["solved"] != "none" else None,
        _count(rows, "parted", "is_not_null") if teams else None,
        _differing(rows) if teams else None,
    )


def scan(file: Path) -> pl.LazyFrame:
    """Return the rows of a file of results as a lazy frame, words as strings."""
    import polars as pl

    rows = pl.scan_parquet(file)
    words = [name for name, kind in rows.collect_schema().items() if kind == pl.Categorical]
    return rows.with_columns(pl.col(words).cast(pl.String))


def collected(rows: pl.LazyFrame) -> pl.DataFrame:
    """Return the result of a query, worked out with bounded memory where that is possible."""
    frame: pl.DataFrame = rows.collect(engine="streaming")
    return frame


def mean_of(boards: int, mean: float, deviation: float | None) -> Mean:
    """Return a mean with its standard error, of the standard deviation of a sample."""
    return Mean(boards, mean, (deviation or 0.0) / sqrt(boards))


def imps_of(points: pl.Expr) -> pl.Expr:
    """Return the IMPs for differences in points."""
    import polars as pl

    return points.map_batches(
        lambda values: values.replace_strict(
            {each: imps(each) for each in values.drop_nulls().unique()},
            default=None,
            return_dtype=pl.Int8,
        ),
        return_dtype=pl.Int8,
    )


# -- a room ----------------------------------------------------------------------------------------


def _room(rows: pl.LazyFrame, name: str, teams: bool, with_par: bool) -> Room:
    import polars as pl

    contracts = _tallied(rows, pl.col(f"{name}_contract"))
    tricks, contract = pl.col(f"{name}_tricks"), pl.col(f"{name}_contract")
    made = tricks >= contract.str.head(1).cast(pl.Int8, strict=False) + 6
    solved, won = collected(rows.select(solved=tricks.count(), made=made.sum())).row(0)
    par = _against_par(rows, name, teams) if with_par else None
    return Room(name, contracts, _kinds(contracts), _openings(rows, name), solved, won, par)


def _tallied(rows: pl.LazyFrame, value: pl.Expr) -> tuple[Tally, ...]:
    """Return how many boards have each value, the commonest first; null is left out."""
    import polars as pl

    counts = rows.select(name=value).drop_nulls().group_by("name").agg(boards=pl.len())
    ordered = collected(counts.sort("boards", "name", descending=[True, False]))
    return tuple(Tally(*row) for row in ordered.select("name", "boards").iter_rows())


def _kinds(contracts: tuple[Tally, ...]) -> tuple[Tally, ...]:
    counts: dict[str, int] = {}
    for each in contracts:
        kind = KIND_OF[each.name]
        counts[kind] = counts.get(kind, 0) + each.boards
    return tuple(
        Tally(kind, counts[kind]) for kind in dict.fromkeys(KIND_OF.values()) if kind in counts
    )


def _openings(rows: pl.LazyFrame, name: str) -> tuple[Tally, ...]:
    import polars as pl

    auction = pl.col(f"{name}_auction")
    passes = auction.str.extract(r"^((?:P )*)\d").str.len_chars() // 2
    bid = auction.str.extract(r"^(?:P )*(\d\w+)")
    return _tallied(rows, pl.concat_str(passes + 1, pl.lit(" "), bid))


def _against_par(rows: pl.LazyFrame, name: str, teams: bool) -> AgainstPar:
    import polars as pl

    points = pl.col(f"{name}_score") - pl.col("par_score")
    gain = imps_of(points if name == ROOMS[0] else -points).cast(pl.Int32)
    stated = rows.select(gain=gain, at_par=points == 0)
    row = collected(
        stated.select(
            boards=pl.len(),
            at_par=pl.col("at_par").sum(),
            mean=pl.col("gain").mean(),
            deviation=pl.col("gain").std(),
            distance=pl.col("gain").abs().mean(),
            spread=pl.col("gain").abs().std(),
        )
    ).row(0, named=True)
    distance = mean_of(row["boards"], row["distance"], row["spread"])
    signed = mean_of(row["boards"], row["mean"], row["deviation"]) if teams else None
    return AgainstPar(row["at_par"], distance, signed)


# -- two rooms -------------------------------------------------------------------------------------


def _match(rows: pl.LazyFrame) -> Match:
    import polars as pl

    gained = pl.col("imps")
    row = collected(
        rows.select(
            boards=gained.count(),
            mean=gained.mean(),
            deviation=gained.cast(pl.Float64).std(),
            won=(gained > 0).sum(),
            lost=(gained < 0).sum(),
            pushed=(gained == 0).sum(),
        )
    ).row(0, named=True)
    mean = mean_of(row["boards"], row["mean"], row["deviation"])
    return Match(mean, row["won"], row["lost"], row["pushed"])


def _count(rows: pl.LazyFrame, column: str, test: str) -> int:
    import polars as pl

    return int(collected(rows.select(getattr(pl.col(column), test)().sum())).item())


def _differing(rows: pl.LazyFrame) -> int:
    import polars as pl

    pairs = [
        (pl.col(f"open_{what}"), pl.col(f"closed_{what}")) for what in ("contract", "declarer")
    ]
    differs = [first.ne_missing(second) for first, second in pairs]
    return int(collected(rows.select((differs[0] | differs[1]).sum())).item())


def _kind(contract: str) -> str:
    if contract == PASSED_OUT:
        return kind_of(None)
    level, strain = int(contract[0]), contract[1:].rstrip("X")
    named = next(each for each in Strain if each.letter == strain)
    return kind_of(Contract(level, named, Doubled.UNDOUBLED, Seat.NORTH))


KIND_OF: dict[str, str] = {contract: _kind(contract) for contract in CONTRACTS}
"""The kind of each contract: passed out, part score, game, small slam, grand slam."""


def as_object(value: Any) -> Any:
    """Return a summary as plain values for JSON; a mean also has its total."""
    from dataclasses import fields, is_dataclass

    match value:
        case Mean():
            plain = {"boards": value.boards, "mean": value.value, "error": value.error}
            return plain | {"total": value.total}
        case tuple() | list():
            return [as_object(each) for each in value]
        case _ if is_dataclass(value):
            return {field.name: as_object(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value

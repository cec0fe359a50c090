"""What went with each rule, and where the auctions of two rooms part.

Both are associations: a rule whose boards lose IMPs need not be the cause of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dowager.authoring.simulate.bidding import NO_RULE
from dowager.authoring.simulate.results import read_settings, rules_of
from dowager.authoring.simulate.summary import Mean, collected, mean_of, scan

if TYPE_CHECKING:
    import polars as pl

_NORTH_SOUTH = ("N", "S")


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule for people.

    Attributes:
        call: its call, as the rule writes it.
        name: its name; `no rule` for the pass of a hand that no rule fits.
        location: `file:line`, where it is written; empty without a rule.
    """

    call: str
    name: str
    location: str


@dataclass(frozen=True, slots=True)
class RuleWorth:
    """The boards on which the first system used a rule in the open room.

    Attributes:
        rule: the rule.
        boards: on how many boards it was used.
        imps: what the first system gained on these boards; None without a match.
    """

    rule: NamedRule
    boards: int
    imps: Mean | None


@dataclass(frozen=True, slots=True)
class PartingGroup:
    """Boards whose auctions part by the same two rules and calls.

    Attributes:
        call: the call of the first system.
        rule: the rule by which it makes that call.
        other_call: the call of the second system in the same auction, with the same hand.
        other_rule: the rule by which it does.
        boards: how many boards there are.
        imps: what the first system gained on them; None without double dummy.
    """

    call: str
    rule: NamedRule
    other_call: str
    other_rule: NamedRule
    boards: int
    imps: Mean | None


def rule_worths(file: Path) -> tuple[RuleWorth, ...]:
    """Return the rules that the first system used, those with most IMPs gained or lost first.

    In a match it is the rules of North-South in the open room, else those of all seats. A rule that
    is used twice on a board counts once.
    """
    import polars as pl

    rows, named = scan(file), _namer(file)
    own = _own_rules(rows) if read_settings(file)["teams"] else rows
    used = own.select("imps", rule=pl.col("open_rules").list.unique()).explode("rule")
    groups = _grouped(used.drop_nulls("rule"), ["rule"])
    return tuple(
        RuleWorth(named(row["rule"]), row["boards"], _mean(row))
        for row in groups.iter_rows(named=True)
    )


def _own_rules(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Keep of `open_rules` those of North-South's calls."""
    import polars as pl

    first = pl.col("dealer").is_in(_NORTH_SOUTH)
    return pl.concat(
        rows.filter(first if offset == 0 else ~first).select(
            "imps", pl.col("open_rules").list.gather_every(2, offset)
        )
        for offset in (0, 1)
    )


def parting_groups(file: Path) -> tuple[PartingGroup, ...]:
    """Return where the auctions of two rooms part, the groups with most IMPs first."""
    import polars as pl

    if not read_settings(file)["teams"]:
        return ()
    named, rows = _namer(file), scan(file).filter(pl.col("parted").is_not_null())
    where = pl.col("parted")
    first = pl.col("dealer").is_in(_NORTH_SOUTH) == (where % 2 == 0)  # North-South are to call
    calls = {room: pl.col(f"{room}_auction").str.split(" ").list.get(where) for room in _ROOMS}
    rules = {room: pl.col(f"{room}_rules").list.get(where) for room in _ROOMS}
    parted = rows.select(
        "imps",
        call=pl.when(first).then(calls["open"]).otherwise(calls["closed"]),
        rule=pl.when(first).then(rules["open"]).otherwise(rules["closed"]),
        other_call=pl.when(first).then(calls["closed"]).otherwise(calls["open"]),
        other_rule=pl.when(first).then(rules["closed"]).otherwise(rules["open"]),
    )
    groups = _grouped(parted, ["call", "rule", "other_call", "other_rule"])
    return tuple(
        PartingGroup(
            row["call"],
            named(row["rule"]),
            row["other_call"],
            named(row["other_rule"]),
            row["boards"],
            _mean(row),
        )
        for row in groups.iter_rows(named=True)
    )


_ROOMS = ("open", "closed")


def worst_boards(file: Path, most: int) -> tuple[dict[str, Any], ...]:
    """Return the rows of the boards that cost the first system most IMPs, the worst first."""
    import polars as pl

    lost = scan(file).filter(pl.col("imps") < 0)
    return tuple(collected(lost.sort("imps", "board").head(most)).iter_rows(named=True))


def _grouped(rows: pl.LazyFrame, keys: list[str]) -> pl.DataFrame:
    """Return the groups of rows with their IMPs: those with the greatest total first."""
    import polars as pl

    gained = pl.col("imps").cast(pl.Float64)
    groups = rows.group_by(keys).agg(
        boards=pl.len(), counted=gained.count(), mean=gained.mean(), deviation=gained.std()
    )
    weight = (pl.col("mean") * pl.col("counted")).abs().fill_null(0.0)
    order = groups.with_columns(weight=weight).sort(
        "weight", "boards", *keys, descending=[True, True, *[False] * len(keys)]
    )
    return collected(order)


def _mean(row: dict[str, Any]) -> Mean | None:
    if not row["counted"]:
        return None
    return mean_of(row["counted"], row["mean"], row["deviation"])


def _namer(file: Path) -> Callable[[int], NamedRule]:
    """Return what makes a named rule of a number in the file."""
    rules = {
        rule["rule"]: NamedRule(rule["call"], rule["name"], rule["location"])
        for rule in rules_of(file)
    }
    rules[NO_RULE] = NamedRule("P", "no rule", "")
    return rules.__getitem__

"""What `dowager simulate` prints of results: tables for people, an object for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from dowager.authoring.simulate import (
    Mean,
    PartingGroup,
    Room,
    RuleWorth,
    Simulation,
    Summary,
    Tally,
    as_object,
    rule_label,
)
from dowager.cli.printing import show_table

_WORST = 5


def print_json(simulation: Simulation, top: int) -> None:
    """Print all of it as one JSON object; lists that may be very long have `top` entries."""
    answer = as_object(simulation.summary())
    answer |= {
        "rules": as_object(simulation.rule_worths()[:top]),
        "partings": as_object(simulation.parting_groups()[:top]),
        "worst": list(simulation.worst_boards(top)),
    }
    click.echo(json.dumps(answer, ensure_ascii=False))


def print_summary(simulation: Simulation, top: int) -> None:
    """Print all of it as tables of at most `top` rows."""
    stated = simulation.summary()
    _print_head(stated)
    _print_rooms(stated, top)
    _print_rules(simulation.rule_worths()[:top], stated)
    _print_partings(simulation.parting_groups()[:top], stated)
    _print_worst(simulation.worst_boards(min(top, _WORST)))


def _print_head(stated: Summary) -> None:
    names = " against ".join(stated.systems)
    click.echo(f"{names}: {stated.boards:,} boards")
    if stated.parted is not None and stated.differ is not None:
        click.echo(
            f"the auctions of the two rooms differ on {_share(stated.parted, stated)}, "
            f"the contracts on {_share(stated.differ, stated)}"
        )
    match = stated.match
    if match is not None:
        click.echo(
            f"{_gain(match.imps, 3)} IMPs a board for {stated.systems[0]}; "
            f"won {match.won:,}, lost {match.lost:,}, pushed {match.pushed:,}"
        )


def _gain(mean: Mean, figures: int = 2) -> str:
    """Return a mean with its sign and its standard error."""
    return f"{mean.value:+.{figures}f} ± {mean.error:.{figures}f}"


def _share(boards: int, stated: Summary) -> str:
    return f"{boards / stated.boards:.1%}"


# -- rooms -----------------------------------------------------------------------------------------


def _print_rooms(stated: Summary, top: int) -> None:
    for title, name in (("contract", "contracts"), ("kind", "kinds"), ("opening", "openings")):
        click.echo()
        tallies: list[Sequence[Tally]] = [getattr(room, name) for room in stated.rooms]
        heads = [f"{room.name} room" for room in stated.rooms]
        if len(heads) == 1:
            heads = ["boards"]
        words = _opening if name == "openings" else str
        show_table([title, *heads], [
            (words(each.name), *(_boards(each.name, room, stated) for room in tallies))
            for each in tallies[0][:top]
        ])  # fmt: skip
    for room in stated.rooms:
        _print_solved(room, stated)


def _opening(name: str) -> str:
    seat, _, bid = name.partition(" ")
    return f"{bid} in {('first', 'second', 'third', 'fourth')[int(seat) - 1]} seat"


def _boards(name: str, tallies: Sequence[Tally], stated: Summary) -> str:
    boards = next((each.boards for each in tallies if each.name == name), 0)
    return f"{boards:>9,}  {boards / stated.boards:>6.1%}"


def _print_solved(room: Room, stated: Summary) -> None:
    if not room.solved:
        return
    name = f"{room.name} room: " if len(stated.rooms) > 1 else ""
    click.echo(
        f"\n{name}{room.made / room.solved:.1%} of {room.solved:,} solved contracts are made"
    )
    if room.par is None:
        return
    click.echo(
        f"{name}{_share(room.par.at_par, stated)} of the scores are par; on average a score is "
        f"{room.par.distance.value:.2f} IMPs from par"
    )
    if room.par.gain is not None:
        click.echo(f"{name}{_gain(room.par.gain)} IMPs a board against par for {stated.systems[0]}")


# -- rules -----------------------------------------------------------------------------------------


def _print_rules(worths: Sequence[RuleWorth], stated: Summary) -> None:
    where = "North-South in the open room" if len(stated.rooms) > 1 else "all seats"
    click.echo(f"\nRules of {stated.systems[0]}, {where}:")
    rows = [
        (
            rule_label(worth.rule),
            f"{worth.boards:,}",
            _share(worth.boards, stated),
            *_imps(worth.imps),
        )
        for worth in worths
    ]
    heads = ("rule", "boards", "share", "IMPs a board", "IMPs")
    show_table(heads if stated.match else heads[:3], rows)
    if stated.match:
        click.echo("IMPs are those of the boards with the rule. The rule need not be their cause.")


def _imps(mean: Mean | None) -> tuple[str, ...]:
    return () if mean is None else (_gain(mean), f"{mean.total:+,.0f}")


def _print_partings(groups: Sequence[PartingGroup], stated: Summary) -> None:
    if not groups:
        return
    first, second = stated.systems
    click.echo("\nWhere the auctions part:")
    heads = (first, second, "boards", "IMPs a board", "IMPs")
    rows = [
        (
            _called(group.call, group.rule),
            _called(group.other_call, group.other_rule),
            f"{group.boards:,}",
            *_imps(group.imps),
        )
        for group in groups
    ]
    show_table(heads if stated.match else heads[:3], rows)


def _called(call: str, rule: Any) -> str:
    return f"{call}: {rule_label(rule).partition(' ')[2]}"


# -- boards ----------------------------------------------------------------------------------------


def _print_worst(rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        click.echo("\nThe worst boards:")
    for row in rows:
        click.echo(
            f"{row['imps']:+d} IMPs  board {row['board']}, dealer {row['dealer']}, vulnerable "
            f"{row['vul']}  {row['deal']}"
        )
        for room in ("open", "closed"):
            played = f"{row[f'{room}_contract']} {row[f'{room}_declarer'] or ''}".rstrip()
            click.echo(
                f"    {room:<6} {played:<6} {row[f'{room}_score']:>+6}  {row[f'{room}_auction']}"
            )

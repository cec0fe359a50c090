"""Pictures of what came of a simulation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dowager.auction import Strain
from dowager.authoring.simulate.extras import FOR_PLOTS, require
from dowager.authoring.simulate.rule_worth import NamedRule, RuleWorth, rule_worths
from dowager.authoring.simulate.schema import PASSED_OUT, ROOMS
from dowager.authoring.simulate.summary import Room, Summary, collected, imps_of, scan, summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = ("png", "svg")

_LEVELS = range(1, 8)
_STRAINS = ("♣", "♦", "♥", "♠", "NT")
_GAIN, _LOSS = "#2b6ca3", "#b5473c"
_RULES = 20
_MOST_LETTERS = 44


def write_plots(file: Path, folder: Path, ending: str = "png") -> list[Path]:
    """Draw the plots that a file of results has the columns for; return their files.

    Args:
        file: the results.
        folder: where the plots go; it is made if need be.
        ending: `png` or `svg`.

    Raises:
        InputError: the file has no results of a simulation, or matplotlib is missing.
    """
    require(FOR_PLOTS)
    folder.mkdir(parents=True, exist_ok=True)
    stated, files = summary(file), []
    for name, figure in _figures(file, stated):
        files.append(folder / f"{name}.{ending}")
        figure.savefig(files[-1], dpi=150, metadata={"Date": None} if ending == "svg" else None)
    return files


def _figures(file: Path, stated: Summary) -> Iterator[tuple[str, Figure]]:
    yield "contracts", _contracts(stated)
    if stated.match is not None:
        yield "imps", _imps(file, stated)
        yield "rules", _rules(rule_worths(file), stated)
    if stated.rooms[0].par is not None:
        yield "par", _par(file, stated)


def _figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """Return an empty figure, of a size in inches, with axes side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    drawn: Any = figure.subplots(1, columns, squeeze=False, sharey=True)
    return figure, list(drawn[0])


def _versus(stated: Summary) -> str:
    return " against ".join(stated.systems)


# -- contracts -------------------------------------------------------------------------------------


def _contracts(stated: Summary) -> Figure:
    """Draw the share of boards with each level and strain, doubled or not, in each room."""
    rooms = stated.rooms
    figure, all_axes = _figure(4.6 * len(rooms) + 0.8, 5.6, len(rooms))
    shares = [_shares(room, stated.boards) for room in rooms]
    greatest = max(max(map(max, grid)) for grid in shares)
    for axes, room, grid in zip(all_axes, rooms, shares, strict=True):
        image = axes.imshow(
            grid, cmap="Blues", vmin=0, vmax=greatest, aspect="auto", origin="lower"
        )
        axes.set_xticks(range(5), _STRAINS)
        axes.set_yticks(range(7), [str(level) for level in _LEVELS])
        axes.set_xlabel("strain")
        axes.set_title(_room_title(room, stated))
        for row, values in enumerate(grid):
            for column, share in enumerate(values):
                colour = "white" if share > 0.6 * greatest else "black"
                axes.text(column, row, _percent(share), ha="center", va="center", color=colour)
    all_axes[0].set_ylabel("level")
    figure.colorbar(image, ax=all_axes, label="% of boards")
    figure.suptitle(f"Contracts: {_versus(stated)}, {stated.boards:,} boards")
    return figure


def _shares(room: Room, boards: int) -> list[list[float]]:
    grid = [[0.0] * len(Strain) for _ in _LEVELS]
    for each in room.contracts:
        if each.name != PASSED_OUT:
            strain = next(s for s in Strain if s.letter == each.name[1:].rstrip("X"))
            grid[int(each.name[0]) - 1][strain] += 100 * each.boards / boards
    return grid


def _room_title(room: Room, stated: Summary) -> str:
    out = next((each.boards for each in room.contracts if each.name == PASSED_OUT), 0)
    name = f"{room.name} room\n" if len(stated.rooms) > 1 else ""
    return f"{name}passed out: {100 * out / stated.boards:.1f}%"


def _percent(share: float) -> str:
    if share == 0:
        return ""
    return f"{share:.1f}" if share >= 0.05 else "<0.1"


# -- IMPs ------------------------------------------------------------------------------------------


def _imps(file: Path, stated: Summary) -> Figure:
    """Draw on how many boards each number of IMPs was won or lost."""
    import polars as pl

    match = stated.match
    assert match is not None, "there are two rooms"
    counts = _counted(file, pl.col("imps"))
    pushes = counts.pop(0, 0)
    figure, (axes,) = _figure(8, 4.6)
    _bars(axes, counts, match.imps.boards)
    axes.set_xlabel(f"IMPs won (blue) or lost (red) by {stated.systems[0]} on a board")
    axes.set_ylabel("% of boards")
    axes.set_title(
        f"{_versus(stated)}: {match.imps.value:+.3f} ± {match.imps.error:.3f} IMPs a board\n"
        f"{match.imps.boards:,} boards; the {100 * pushes / match.imps.boards:.1f}% without a swing"
        " are not drawn"
    )
    return figure


def _counted(file: Path, value: Any) -> dict[int, int]:
    """Return how many boards have each value; null is left out."""
    import polars as pl

    counts = scan(file).select(value=value).drop_nulls().group_by("value").agg(boards=pl.len())
    return dict(collected(counts.sort("value")).iter_rows())


def _bars(axes: Axes, counts: dict[int, int], boards: int) -> None:
    from matplotlib.ticker import MaxNLocator

    values = list(counts)
    colours = [_GAIN if value > 0 else _LOSS if value < 0 else "grey" for value in values]
    axes.bar(values, [100 * counts[value] / boards for value in values], color=colours)
    axes.axvline(0, color="black", linewidth=0.8, zorder=0)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


# -- par -------------------------------------------------------------------------------------------


def _par(file: Path, stated: Summary) -> Figure:
    """Draw how far results are from par, in IMPs for the first system, or for North-South."""
    import polars as pl

    figure, all_axes = _figure(5.2 * len(stated.rooms) + 1.5, 4.6, len(stated.rooms))
    for axes, room in zip(all_axes, stated.rooms, strict=True):
        assert room.par is not None, "par was worked out"
        points = pl.col(f"{room.name}_score") - pl.col("par_score")
        counts = _counted(file, imps_of(points if room.name == ROOMS[0] else -points))
        _bars(axes, counts, room.par.distance.boards)
        axes.set_title(_par_title(room, stated))
        side = f"{stated.systems[0]}, {_SIDES[room.name]}" if len(all_axes) > 1 else "North-South"
        axes.set_xlabel(f"IMPs above par for {side}")
    all_axes[0].set_ylabel("% of boards")
    figure.suptitle(f"Scores against par: {_versus(stated)}, {stated.boards:,} boards")
    return figure


_SIDES = {"open": "North-South", "closed": "East-West"}


def _par_title(room: Room, stated: Summary) -> str:
    assert room.par is not None, "par was worked out"
    gain = room.par.gain
    words = f"at par: {100 * room.par.at_par / stated.boards:.1f}%"
    if gain is None:
        return words
    return f"{room.name} room: {gain.value:+.2f} ± {gain.error:.2f} IMPs a board; {words}"


# -- rules -----------------------------------------------------------------------------------------


def _rules(worths: tuple[RuleWorth, ...], stated: Summary) -> Figure:
    """Draw the mean IMPs of the boards on which each of the weightiest rules was used."""
    shown = [worth for worth in worths if worth.imps is not None][:_RULES]
    shown.sort(key=_mean_imps)
    figure, (axes,) = _figure(10, 1.6 + 0.34 * max(len(shown), 3))
    means = [_mean_imps(worth) for worth in shown]
    errors = [worth.imps.error if worth.imps else 0.0 for worth in shown]
    colours = [_GAIN if mean > 0 else _LOSS for mean in means]
    axes.barh(range(len(shown)), means, xerr=errors, color=colours, ecolor="black", capsize=2)
    axes.set_yticks(range(len(shown)), [_label(worth) for worth in shown])
    axes.axvline(0, color="black", linewidth=0.8)
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    axes.set_ylabel("rule (boards)")
    axes.set_xlabel(
        f"mean IMPs of {stated.systems[0]} on the boards with the rule, and standard error"
    )
    axes.set_title(
        f"{_versus(stated)}: the {len(shown)} rules whose boards add up to most IMPs\n"
        "(an association: the rule need not be the cause)"
    )
    return figure


def _mean_imps(worth: RuleWorth) -> float:
    return worth.imps.value if worth.imps else 0.0


def _label(worth: RuleWorth) -> str:
    words = rule_label(worth.rule)
    short = words if len(words) <= _MOST_LETTERS else f"{words[: _MOST_LETTERS - 1]}…"
    return f"{short} ({worth.boards:,})"


def rule_label(rule: NamedRule) -> str:
    """Return a rule in a few words: its call, its name and its line."""
    return f"{rule.call} {rule.name} {rule.location.rpartition('/')[2]}".rstrip()

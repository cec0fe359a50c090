"""`dowager simulate`: boards by the million, bid by two systems and compared."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

from dowager.api.files import read_boards
from dowager.api.simulate import simulate
from dowager.authoring.simulate import ENDINGS, TOP, Simulation, finished
from dowager.authoring.workers import WorkerError
from dowager.cli.options import systems
from dowager.cli.progress import amounts
from dowager.cli.simulation_tables import print_json, print_summary
from dowager.errors import InputError

_EPILOG = """\b
Examples:
  dowager simulate --boards 10000 --out boards.parquet         one system at all four seats
  dowager simulate --boards 10000 --system ./new --opponents ./old --double-dummy --out duel.parquet
  dowager simulate --boards 5000 --where "N: balanced and hcp in 15..17" --out notrump.parquet
  dowager simulate --deals played.pbn --system ./new --opponents ./old --out played.parquet
  dowager simulate --boards 2000 --system ./new --opponents ./old --par --out par.parquet
  dowager simulate --boards 1000000 --workers 2 --out million.parquet         two processes
  dowager simulate --boards 1000000 --cluster tcp://scheduler:8786 --out million.parquet
  dowager simulate --boards 10000 --out boards.parquet --resume     go on where it was stopped
  dowager simulate --summary duel.parquet --plots plots/       results again, and pictures
  dowager simulate --summary duel.parquet --json

With --opponents it is a match of teams of four: --system sits North-South in the open room and
East-West in the closed room. Board N of a seed is always the same deal. What is done is kept beside
the --out file until all is done, so that --resume can go on after Ctrl-C, a crash or a full disk;
the file is the same as without the interruption.

The columns are described in docs/reference/simulate.md. Exits with 1 when it is stopped early.
"""


@click.command(epilog=_EPILOG)
@systems
@click.option("--boards", type=click.IntRange(1), metavar="N",
    help="How many boards. Default: all of --deals.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
    help="Seed of the random boards.")  # fmt: skip
@click.option("--deals", type=click.Path(path_type=Path), metavar="FILE",
    help="Take the boards of a PBN or LIN file instead of random ones.")  # fmt: skip
@click.option("--where", default="", help="Only such deals: 'N: hcp >= 12; E+W: S <= 7'.")
@click.option("--dealer", default=None, help="N, E, S or W. Default: goes round with the boards.")
@click.option("--vul", default=None,
    help="none, ns, ew or both. Default: goes round with the boards.")  # fmt: skip
@click.option(
    "--double-dummy",
    is_flag=True,
    help="Score double dummy; with --opponents, only where the rooms' contracts differ.",
)
@click.option("--all-contracts", is_flag=True,
    help="Score contracts double dummy where both rooms agree, too.")  # fmt: skip
@click.option("--par", is_flag=True, help="Solve all contracts of every board, and work out par.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
    help="The Parquet file to write.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on where an earlier run was stopped.")
@click.option("--unit", type=click.IntRange(1, 1_000_000), metavar="N",
    help="How many boards are bid, and kept, together: more are faster, but more are lost when it "
    "is stopped. It changes no result. Default: 2,000 to 250,000.")  # fmt: skip
@click.option("--workers", type=click.IntRange(0), default=1, show_default=True,
    help="How many processes bid; 0 for one on each processor.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
    help="Have the workers of a Dask cluster bid: tcp://HOST:8786.")  # fmt: skip
@click.option("--summary", "again", type=click.Path(path_type=Path), metavar="FILE",
    help="Run nothing; print what came of the results in a file.")  # fmt: skip
@click.option("--plots", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Also draw plots into a folder.")  # fmt: skip
@click.option("--plot-format", type=click.Choice(ENDINGS), default=ENDINGS[0], show_default=True,
    help="The format of the plots.")  # fmt: skip
@click.option("--top", type=click.IntRange(1), default=TOP, show_default=True,
    help="The most rows in a table.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def command(
    system: str,
    opponents: str | None,
    boards: int | None,
    seed: int,
    deals: Path | None,
    where: str,
    dealer: str | None,
    vul: str | None,
    double_dummy: bool,
    all_contracts: bool,
    par: bool,
    out: Path | None,
    resume: bool,
    unit: int | None,
    workers: int,
    cluster: str | None,
    again: Path | None,
    plots: Path | None,
    plot_format: str,
    top: int,
    as_json: bool,
) -> None:
    """Bid boards by the million, compare two systems, and keep every board."""
    began = monotonic()
    if again is not None:
        if out is not None:
            raise InputError("--summary runs nothing; leave out --out")
        simulation = finished(again)
    elif out is None:
        raise InputError("name the file to write with --out, such as --out results.parquet")
    else:
        given = None if deals is None else read_boards(deals)
        with _stoppable(out), amounts("boards") as progress:
            simulation = simulate(
                system,
                opponents,
                out=out,
                boards=boards,
                seed=seed,
                deals=given,
                where=where,
                dealer=dealer,
                vul=vul,
                double_dummy=double_dummy,
                all_contracts=all_contracts,
                par=par,
                resume=resume,
                unit=unit,
                workers=workers or os.cpu_count() or 1,
                cluster=cluster,
                progress=progress,
            )
    _print(simulation, monotonic() - began, top, as_json)
    for file in simulation.plots(plots, plot_format) if plots is not None else ():
        click.echo(f"wrote {file}", err=as_json)


@contextmanager
def _stoppable(out: Path) -> Iterator[None]:
    """End with a line that says what is kept, when a signal or the disk ends the run."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        _stopped("stopped", out)
    except WorkerError as error:
        _stopped(str(error), out)
    except OSError as error:
        _stopped(f"cannot write {error.filename or out}: {error.strerror or error}", out)
    finally:
        signal.signal(signal.SIGTERM, before)


def _stopped(why: str, out: Path) -> None:
    click.echo(
        f"{why}; the boards that are done are kept beside {out}, and --resume goes on", err=True
    )
    raise SystemExit(1)


def _print(simulation: Simulation, seconds: float, top: int, as_json: bool) -> None:
    if as_json:
        print_json(simulation, top)
        return
    if simulation.run:
        rate = simulation.run / max(seconds, 1e-9)
        click.echo(
            f"{simulation.run:,} boards in {seconds:,.0f} s, {rate:,.0f} a second; "
            f"{simulation.file} has {simulation.boards:,} "
            f"({simulation.file.stat().st_size / simulation.boards:.0f} bytes each)\n"
        )
    print_summary(simulation, top)

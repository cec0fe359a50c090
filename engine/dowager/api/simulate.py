"""Boards by the thousand or million, bid by two systems and compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dowager.api.arguments import (
    SeatLike,
    SystemLike,
    VulnerabilityLike,
    as_seat,
    as_vulnerability,
    name_of,
)
from dowager.api.files import read_boards
from dowager.authoring.simulate import (
    Crew,
    GivenDeals,
    Simulation,
    Solved,
    make_job,
    run_simulation,
)
from dowager.formats import Board
from dowager.language.compile import System
from dowager.language.files import PackedSystem, pack_system


def simulate(
    system: SystemLike,
    opponents: SystemLike | None = None,
    *,
    out: Path | str,
    boards: int | None = None,
    seed: int = 1,
    deals: Path | str | Sequence[Board] | None = None,
    where: str = "",
    dealer: SeatLike | None = None,
    vul: VulnerabilityLike | None = None,
    double_dummy: bool = False,
    all_contracts: bool = False,
    par: bool = False,
    resume: bool = False,
    unit: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] = lambda done, boards: None,
) -> Simulation:
    """Bid boards, and write a row for each of them to a Parquet file.

    With `opponents` it is a match of teams of four by duplicate: `system` sits North-South in the
    open room and East-West in the closed room. Iterate over the result to get the rows.

    Args:
        system: the first system: a loaded one, a name or a path.
        opponents: the other one; None for a single room with `system` at all four seats.
        out: the file to write. What is done is kept in a folder beside it until all is done.
        boards: how many boards; None for all of `deals`.
        seed: of the random boards; board N of a seed is always the same deal.
        deals: boards, or a PBN or LIN file of them, instead of random ones.
        where: a condition that deals must satisfy, as `dowager deal --where` takes it.
        dealer: who deals every board; None for the dealer by its number (Law 2), or as given.
        vul: who is vulnerable, likewise.
        double_dummy: whether to score double dummy: in a match, where the rooms' contracts differ.
        all_contracts: whether to score contracts on which both rooms agree, too.
        par: whether to solve all contracts of every board, and work out par.
        resume: whether to go on with what an earlier run of the same job has left unfinished.
        unit: how many boards are bid, and kept, together; it changes no result. None for what suits
            the job: more boards at once cost less each, and an interruption loses more of them.
        workers: how many processes of this machine bid; 1 is this one.
        cluster: the address of a Dask scheduler, `tcp://HOST:8786`, whose workers bid instead.
        progress: called with how many boards are done, and how many there are.

    Raises:
        InputError: an argument is wrong; results are there already, and not to be resumed or of
            another job; too few deals satisfy the condition; or pyarrow is missing.
        SystemFaults: a system cannot be loaded.
        WorkerError: workers are lost, or cannot be had. What is done stays.
        OSError: a file cannot be read or written. What is done stays.
    """
    job = make_job(
        _packed(system),
        None if opponents is None else _packed(opponents),
        boards=boards,
        seed=seed,
        where=where,
        dealer=None if dealer is None else as_seat(dealer),
        vulnerability=None if vul is None else as_vulnerability(vul),
        solved=_solved(double_dummy, all_contracts),
        par=par,
        given=_given(deals),
    )
    return run_simulation(
        job, Path(out), resume=resume, unit=unit, crew=Crew(workers, cluster), progress=progress
    )


def _packed(system: SystemLike) -> PackedSystem:
    """Return a system by content."""
    return pack_system(str(system.file) if isinstance(system, System) else name_of(system))


def _solved(double_dummy: bool, all_contracts: bool) -> Solved:
    if all_contracts:
        return Solved.ALL
    return Solved.NEEDED if double_dummy else Solved.NONE


def _given(deals: Path | str | Sequence[Board] | None) -> GivenDeals | None:
    if deals is None:
        return None
    return GivenDeals.of_boards(read_boards(deals) if isinstance(deals, Path | str) else deals)

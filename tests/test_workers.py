"""Units of work on real processes and a real Dask cluster: killed, frozen, interrupted, refused."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread, current_thread, main_thread

import pytest
from distributed import Client, Future

from dowager.authoring.workers import Unit, WorkerError, cluster, job, run_units
from dowager.bidder import Bidder
from dowager.errors import InputError, SystemFaults
from dowager.language.files import PackedSystem, library, load_system, pack_system
from dowager.language.files import packed as packed_files
from support.commands import DATA, ROOT, interruptible
from support.dask_cluster import Cluster, dask_cluster
from support.local_processes import await_end, children, first_children, freeze
from support.systems import write_system
from support.unit_work import (
    BidBoards,
    Counting,
    Deadly,
    Lookup,
    Say,
    StandStill,
    Unreadable,
    bid_board,
    collected,
    units,
    until_error,
)

PROGRAM = "dowager.authoring.workers.serve"
MINE = """
system: mine
extends: theirs
default: natural
use: [near, {conventions/stayman: {after: 1NT (P), level: 2}}]
sections:
  - after: start
    rules:
      - {call: 1NT, name: mine, hand: hcp in 10..20}
"""
THEIRS = """
system: theirs
use: common/openings
sections:
  - after: start
    rules:
      - {call: 2S, name: theirs, hand: S >= 5}
"""
NEAR = """
module: near
sections:
  - after: start
    rules:
      - {call: 1S, name: near, hand: strong}
define: {strong: hcp >= 21}
"""
NEARER = """
module: common/openings
sections:
  - after: start
    rules:
      - {call: 2H, name: nearer than the shipped one, hand: H >= 5}
"""


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two workers, which no test harms."""
    with dask_cluster(tmp_path_factory.mktemp("dask"), 2) as running:
        yield running


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """A folder of a user's systems."""
    folder = tmp_path / "systems of mine"
    write_system(folder / "mine", MINE)
    write_system(folder / "theirs", THEIRS)
    (folder / "mine" / "near.yaml").write_text(NEAR)
    (folder / "common").mkdir()
    (folder / "common" / "openings.yaml").write_text(NEARER)
    return folder


@pytest.fixture
def packed(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> PackedSystem:
    """A user's system by content; its folder is gone."""
    monkeypatch.chdir(own_folder)
    system = pack_system("./mine")
    monkeypatch.undo()
    shutil.rmtree(own_folder)
    return system


def in_background(function: Callable[[], None]) -> Thread:
    """Start something that the main thread's work waits for."""
    thread = Thread(target=function, daemon=True)
    thread.start()
    return thread


# -- systems by content ----------------------------------------------------------------------------


def test_a_packed_system_needs_no_files(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(own_folder)
    expected = load_system("./mine")
    assert expected.default is not None
    locations = [rule.location for rule in expected.default.rules]
    packed = pickle.loads(pickle.dumps(pack_system("./mine")))
    monkeypatch.chdir("/")
    shutil.rmtree(own_folder)
    monkeypatch.setattr(library, "_PACKAGE", tmp_path / "nothing" / "here")
    packed_files._unpacked.cache_clear()
    system = packed.system()
    assert [rule.location for rule in system.rules] == [rule.location for rule in expected.rules]
    assert "mine/near.yaml:6" in {rule.location for rule in system.rules}
    assert "common/openings.yaml:6" in {rule.location for rule in system.rules}
    assert (system.name, system.files) == (expected.name, expected.files)
    assert system.default and [rule.location for rule in system.default.rules] == locations
    auctions = [
        [line for board in range(1, 6) for line in bid_board(Bidder(each), board)]
        for each in (system, expected)
    ]
    assert auctions[0] == auctions[1]


@pytest.mark.parametrize("name", ["sayc", "natural", "tests/data/tiny"])
def test_a_packed_system_has_the_rules_of_its_files(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    packed, loaded = pack_system(name), load_system(name)
    rules = [(rule.location, rule.written, rule.name) for rule in packed.system().rules]
    assert rules == [(rule.location, rule.written, rule.name) for rule in loaded.rules]


def test_equal_content_gives_equal_digests(own_folder: Path) -> None:
    file = own_folder / "mine" / "system.yaml"
    first, again = pack_system(str(file)), pack_system(str(file.parent))
    assert first == again and first.system() is again.system()
    file.write_text(MINE.replace("10..20", "10..19"))
    assert pack_system(str(file)).digest != first.digest


def test_a_packed_system_that_is_damaged_is_refused(packed: PackedSystem) -> None:
    with pytest.raises(InputError, match=r"the packed system 'mine' is damaged"):
        PackedSystem(packed.name, "0" * 64, packed.content).system()


@pytest.mark.parametrize("wrong", ["extends: nobody", "default: nobody", "titel: mine"])
def test_a_system_with_faults_is_not_packed(own_folder: Path, wrong: str) -> None:
    file = write_system(own_folder / "mine", f"system: mine\n{wrong}\n")
    with pytest.raises(SystemFaults, match=f"{file}:2:"):
        pack_system(str(file))


# -- the same results wherever units are done ------------------------------------------------------


def test_results_do_not_depend_on_where_units_are_done(packed: PackedSystem, dask: Cluster) -> None:
    work, wanted = BidBoards(packed, pack_system(str(DATA / "tiny"))), units(5, 2)
    here = collected(run_units(work, wanted))
    assert list(here) == wanted and len(set(here.values())) == 5
    assert b"systems of mine" not in b"".join(here.values())
    assert b"mine/system.yaml:" in b"".join(here.values())
    assert collected(run_units(work, wanted, workers=2)) == here
    assert collected(run_units(work, wanted, cluster=dask.address)) == here


def test_a_large_job_is_passed_on(dask: Cluster) -> None:
    work = Lookup(Random(1).randbytes(3_000_000))
    assert collected(run_units(work, units(9), cluster=dask.address)) == {
        unit: work.ballast[unit.first :: 1000] for unit in units(9)
    }


def test_units_are_taken_as_they_are_needed(dask: Cluster) -> None:
    taken: list[Unit] = []

    def noted() -> Iterator[Unit]:
        for unit in units(1000):
            taken.append(unit)
            yield unit

    for where in ({"workers": 1}, {"workers": 2}, {"cluster": dask.address}):
        taken.clear()
        results = run_units(Say(), noted(), **where)  # type: ignore[arg-type]
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert 1 <= len(taken) < 20


def test_no_units_give_no_results(dask: Cluster) -> None:
    assert collected(run_units(Say(), [], workers=2)) == {}
    assert collected(run_units(Say(), [], cluster=dask.address)) == {}
    assert not children(os.getpid(), PROGRAM)


# -- work that fails -------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_long_units_say_how_far_they_are(workers: int) -> None:
    heard: list[tuple[Unit, int]] = []
    results = run_units(
        Counting(), units(4, 3), workers=workers, under_way=lambda *far: heard.append(far)
    )
    assert len(collected(results)) == 4
    assert heard and {unit for unit, _ in heard} <= set(units(4, 3))
    assert {boards for _, boards in heard} <= {1, 2, 3}


def test_an_exception_names_its_unit(dask: Cluster) -> None:
    for where in ({"workers": 1}, {"workers": 2}, {"cluster": dask.address}):
        kept, said = until_error(run_units(Say(3), units(3), **where))  # type: ignore[arg-type]
        assert said == "board 3: LookupError: nothing for 3"
        assert kept.items() <= {unit: Say()(unit) for unit in units(2)}.items()
    assert not children(os.getpid(), PROGRAM)


def test_a_unit_that_kills_every_worker_is_named() -> None:
    _, said = until_error(run_units(Deadly(2), units(3), workers=2))
    assert said == (
        "board 2: 3 workers were lost while they worked on this, the last one ended by SIGKILL"
    )
    assert not children(os.getpid(), PROGRAM)


def test_work_that_cannot_be_sent_is_refused(dask: Cluster) -> None:
    with pytest.raises(WorkerError, match="the work cannot be sent to another process"):
        run_units(lambda unit: b"", units(2), workers=2)
    for where in ({"workers": 2}, {"cluster": dask.address}):
        _, said = until_error(run_units(Unreadable(), units(2), **where))  # type: ignore[arg-type]
        assert "cannot read the work: invalid literal for int()" in said


def test_units_and_workers_must_be_right() -> None:
    with pytest.raises(InputError, match="at least 1 worker is needed, not 0"):
        run_units(Say(), units(1), workers=0)
    with pytest.raises(InputError, match="board 1 is there twice"):
        collected(run_units(Say(), [*units(2), Unit(1, 1)], workers=2))


# -- another program -------------------------------------------------------------------------------


def test_a_worker_refuses_the_job_of_another_program(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = job.this_program() | {"Dowager": "ffff", "numpy": "0.1"}
    monkeypatch.setattr(job, "this_program", lambda: other)
    for where in ({"workers": 2}, {"cluster": dask.address}):
        kept, said = until_error(run_units(Say(), units(3), **where))  # type: ignore[arg-type]
        assert not kept
        assert "runs another program, and its results would differ" in said
        assert "the job is of Dowager ffff, numpy 0.1; the worker has Dowager " in said


def test_workers_with_another_dowager_are_noticed(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    shutil.copytree(ROOT / "engine" / "dowager", engine / "dowager")
    with (engine / "dowager" / "cards" / "__init__.py").open("a") as file:
        file.write("# changed\n")
    with dask_cluster(tmp_path, 1, engine) as running:
        kept, said = until_error(run_units(Say(), units(3), cluster=running.address))
    assert not kept and "the job is of Dowager " in said


def test_workers_with_a_dowager_that_knows_no_units_are_noticed(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    shutil.copytree(ROOT / "engine" / "dowager", engine / "dowager")
    shutil.rmtree(engine / "dowager" / "authoring" / "workers")
    with dask_cluster(tmp_path, 1, engine) as running:
        kept, said = until_error(run_units(Say(), units(3), cluster=running.address))
    assert not kept
    assert f"a worker at {running.address} cannot work on board " in said
    assert "No module named 'dowager.authoring.workers'" in said


# -- workers that die, stand still or are stopped --------------------------------------------------


def test_a_local_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    work = StandStill(tmp_path, (2,))
    work.make_pipes()
    in_background(lambda: os.kill(work.process_of(2), signal.SIGKILL))
    done = collected(run_units(work, units(12), workers=2))
    assert done == collected(run_units(Say(), units(12)))
    assert not children(os.getpid(), PROGRAM)


def test_a_cluster_loses_nothing_when_a_worker_is_killed_and_another_is_frozen(
    tmp_path: Path,
) -> None:
    work = StandStill(tmp_path, (2, 5))
    work.make_pipes()
    with dask_cluster(tmp_path, 3) as running:
        threads = [
            in_background(lambda: os.kill(work.process_of(2), signal.SIGKILL)),
            in_background(lambda: freeze(work.process_of(5))),
        ]
        done = collected(run_units(work, units(30), cluster=running.address))
        for thread in threads:
            thread.join()
    assert done == collected(run_units(Say(), units(30)))


def test_a_scheduler_that_is_lost_is_named(tmp_path: Path) -> None:
    work = StandStill(tmp_path, (3,))
    work.make_pipes()
    with dask_cluster(tmp_path, 1) as running:

        def kill() -> None:
            work.process_of(3)
            running.scheduler.kill()

        in_background(kill)
        kept, said = until_error(run_units(work, units(3), cluster=running.address))
    assert said == f"the Dask scheduler at {running.address} is lost or does not answer"
    assert kept.items() <= {unit: Say()(unit) for unit in units(2)}.items()


def program(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a program whose last unit never ends; a pipe in a folder says when that begins."""
    StandStill(folder, (5,)).make_pipes()
    with interruptible():
        return subprocess.Popen(
            [sys.executable, "-m", "support.unit_work", str(folder), *words],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )


def said_before(process: subprocess.Popen[str]) -> set[str]:
    """Return what such a program says before its last unit."""
    assert process.stdout is not None
    return {process.stdout.readline().strip() for _ in range(4)}


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_program(tmp_path: Path, by: signal.Signals) -> None:
    with program(tmp_path, "2") as process:
        StandStill(tmp_path, (5,)).process_of(5)
        done = said_before(process)
        workers = first_children(process.pid, 2, PROGRAM)
        process.send_signal(by)
        await_end(workers)
        rest, _ = process.communicate()
    assert done == {f"board {number}" for number in range(1, 5)}
    assert rest == ("stopped\n" if by is signal.SIGINT else "")
    assert process.returncode == (0 if by is signal.SIGINT else -by)


def test_ctrl_c_leaves_a_cluster_without_tasks(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, 1) as running, program(tmp_path, "1", running.address) as process:
        StandStill(tmp_path, (5,)).process_of(5)
        done = said_before(process)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
        with Client(running.address, set_as_default=False) as client:
            assert not any(client.processing().values())
    assert (len(done), rest, process.returncode) == (4, "stopped\n", 0)


def test_futures_of_a_cluster_do_not_end_where_ctrl_c_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A KeyboardInterrupt that arrives while a future is finalized would be lost."""
    finalize = Future.__del__
    threads: set[Thread] = set()

    def finalize_and_note(future: Future[bytes]) -> None:
        threads.add(current_thread())
        finalize(future)

    monkeypatch.setattr(Future, "__del__", finalize_and_note)
    with dask_cluster(tmp_path, 1) as running:
        collected(run_units(Say(), units(30), cluster=running.address))
    assert threads
    assert main_thread() not in threads


# -- clusters that cannot be had -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:1", "Timed out trying to connect to tcp://127.0.0.1:1 after 0.2 s"),
        ("udp://127.0.0.1:1", "unknown address scheme 'udp'"),
        ("127.0.0.1", "missing port number in address '127.0.0.1'"),
    ],
)
def test_a_scheduler_that_does_not_answer_is_named(address: str, why: str) -> None:
    results = cluster.run_on_cluster(
        job.pickled_job(Say()), units(1), address, cluster.Patience(connect=0.2)
    )
    _, said = until_error(results)
    assert said.startswith(f"no Dask scheduler answers at {address}: {why}")


def test_a_cluster_without_workers_is_given_up(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, 0) as running:
        results = cluster.run_on_cluster(
            job.pickled_job(Say()), units(1), running.address, cluster.Patience(workers=0)
        )
        _, said = until_error(results)
    assert said == f"the Dask scheduler at {running.address} has no workers"


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'dowager\[cluster\]'"):
        list(run_units(Say(), units(1), cluster="tcp://127.0.0.1:8786"))

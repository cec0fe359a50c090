"""`dowager simulate`: boards, rows, interruptions, and what it all adds up to."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dowager
from dowager.auction import (
    Auction,
    Contract,
    Strain,
    Vulnerability,
    dealer_of_board,
    imps,
    parse_calls,
    score_ns,
)
from dowager.authoring.simulate import (
    Crew,
    Job,
    Parts,
    Simulation,
    Solved,
    Unit,
    finished,
    make_job,
    run_simulation,
    run_unit,
)
from dowager.authoring.simulate.deals import BLOCK, boards_of, random_deals
from dowager.authoring.simulate.extras import require
from dowager.authoring.simulate.parts import units_to_do
from dowager.authoring.simulate.results import facts_of
from dowager.authoring.simulate.running import unit_size
from dowager.authoring.simulate.schema import COLUMNS, VERSION, arrow_schema
from dowager.authoring.simulate.solving import TABLE
from dowager.backends.evaluate import deal_test
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat, Side, random_deal
from dowager.errors import InputError
from dowager.formats import Board, write_pbn
from dowager.language.compile import System, read_deal_condition
from dowager.language.files import load_system, pack_system
from dowager.play import contract_tricks, par
from support.commands import DATA, Dowager, Program, interruptible
from support.dask_cluster import dask_cluster
from support.file_limits import largest_file
from support.local_tables import free_port
from support.pages import DOCS
from support.sweeps import sampled

TINY = str(DATA / "tiny")
BOARDS = 32
MATCH = ("simulate", "--boards", str(BOARDS), "--system", TINY, "--opponents", "natural")


@pytest.fixture(scope="module")
def tiny() -> System:
    return load_system(TINY)


@pytest.fixture(scope="module")
def job() -> Job:
    """Return a match that is scored double dummy."""
    return make_job(
        pack_system(TINY), pack_system("natural"), boards=BOARDS, seed=7, solved=Solved.NEEDED
    )


@pytest.fixture(scope="module")
def match(job: Job, tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    """Return the results of that match."""
    return run_simulation(job, tmp_path_factory.mktemp("match") / "match.parquet")


@pytest.fixture(scope="module")
def rows(match: Simulation) -> list[dict[str, Any]]:
    return list(match)


def auction_of(row: dict[str, Any], room: str = "open") -> Auction:
    """Return an auction of a row; an illegal call fails the test."""
    calls = parse_calls(row[f"{room}_auction"].split())
    return Auction.of_calls(Seat.parse(row["dealer"]), Vulnerability.parse(row["vul"]), calls)


def names_in(folder: Path) -> list[str]:
    """Return the names of all that is in a folder, sorted."""
    return sorted(file.name for file in folder.iterdir())


# -- the boards ------------------------------------------------------------------------------------


def test_a_board_is_the_same_deal_however_the_job_is_cut() -> None:
    whole = random_deals(5, 0, 500)
    parts = [random_deals(5, first, 20) for first in range(0, 500, 20)]
    assert (np.concatenate(parts) == whole).all()
    assert (random_deals(5, 123, 1) == whole[123]).all()
    assert (random_deals(6, 0, 500) != whole).any(axis=(1, 2)).all()
    assert len({deal.tobytes() for deal in whole}) == 500


def test_deals_are_whole_packs_and_every_card_is_everywhere() -> None:
    holdings = random_deals(1, 0, 20_000)
    assert (np.bitwise_or.reduce(holdings, axis=1) == 0x1FFF).all()
    assert (np.bitwise_count(holdings).sum(axis=2) == 13).all()
    owners = np.array([(holdings >> rank & 1).sum(axis=0) for rank in range(13)])
    assert abs(owners / 20_000 - 0.25).max() < 5 * (0.25 * 0.75 / 20_000) ** 0.5


def test_dealer_and_vulnerability_go_round_as_at_duplicate(tiny: System) -> None:
    boards = boards_of(make_job(pack_system(TINY), boards=40), 5, 30)
    starts = [boards.start(index) for index in range(30)]
    numbers = range(5, 35)
    assert [start.dealer for start in starts] == [dealer_of_board(n) for n in numbers]
    assert [start.vulnerability for start in starts] == [Vulnerability.of_board(n) for n in numbers]
    fixed = make_job(pack_system(TINY), boards=9, dealer=Seat.WEST, vulnerability=Vulnerability.EW)
    seated = boards_of(fixed, 1, 9)
    assert {seated.start(index) for index in range(9)} == {Auction(Seat.WEST, Vulnerability.EW)}


@pytest.mark.parametrize("where", ["N: balanced and hcp in 15..17; E+W: S <= 7", "NS.hcp >= 33"])
def test_every_deal_satisfies_the_condition_and_blocks_do_not_show(
    tiny: System, where: str
) -> None:
    job = make_job(pack_system(TINY), boards=3 * BLOCK, where=where)
    whole = boards_of(job, 1, 3 * BLOCK)
    holds = deal_test(read_deal_condition(where))
    assert all(holds(whole.deal(index)) for index in range(len(whole)))
    assert len({deal.tobytes() for deal in whole.holdings}) == 3 * BLOCK
    across = boards_of(job, BLOCK - 3, BLOCK + 9)
    assert (across.holdings == whole.holdings[BLOCK - 4 : 2 * BLOCK + 5]).all()


def test_the_boards_of_a_file_keep_their_numbers_dealers_and_sides(tmp_path: Path) -> None:
    deals = [random_deal(Random(index)) for index in range(6)]
    boards = [
        Board(Seat(index % 4), Vulnerability(index % 3), 10 * index + 1, deal.hands)
        for index, deal in enumerate(deals)
    ]
    file = tmp_path / "given.pbn"
    file.write_text(write_pbn(boards))
    given = list(dowager.simulate(TINY, deals=file, out=tmp_path / "given.parquet"))
    assert [row["board"] for row in given] == [1, 2, 3, 4, 5, 6]
    assert [row["number"] for row in given] == [1, 11, 21, 31, 41, 51]
    assert [Deal.parse(row["deal"]) for row in given] == deals
    assert [row["dealer"] for row in given] == [board.dealer.letter for board in boards]
    assert [row["vul"] for row in given] == [board.vulnerability.word for board in boards]
    assert {row["seed"] for row in given} == {None}
    strong = "N.hcp >= 10"
    some = list(
        dowager.simulate(TINY, deals=boards, where=strong, out=tmp_path / "s.parquet", vul="both")
    )
    assert [row["number"] for row in some] == [
        board.number for board in boards if board.hands[0] and board.hands[0].hcp >= 10
    ]
    assert {row["vul"] for row in some} == {"both"}


# -- the rows --------------------------------------------------------------------------------------


def test_a_row_is_what_the_bidder_bids_by_the_rules_that_it_names(
    rows: list[dict[str, Any]], match: Simulation, tiny: System, natural: System
) -> None:
    rules = {rule["rule"]: rule for rule in match.rules}
    assert len(rules) == len(tiny.rules) + len(natural.rules)
    for room, bidder in (("open", Bidder(tiny, natural)), ("closed", Bidder(natural, tiny))):
        for row in rows:
            deal, auction = Deal.parse(row["deal"]), auction_of(row, room)
            assert auction.ended and len(row[f"{room}_rules"]) == len(auction.calls)
            for index, number in enumerate(row[f"{room}_rules"]):
                before = auction.before(index)
                choice = bidder.choose(deal[before.turn], before)
                assert choice.call == auction.calls[index]
                location = rules[number]["location"] if number >= 0 else ""
                assert location == choice.location
                side = "A" if (before.turn.side is Side.NORTH_SOUTH) == (room == "open") else "B"
                assert number < 0 or rules[number]["system"] == side


def test_contracts_tricks_scores_and_imps_follow_from_deals_and_auctions(
    rows: list[dict[str, Any]],
) -> None:
    differing = 0
    for row in rows:
        contracts = [_checked(row, room) for room in ("open", "closed")]
        calls = [row[f"{room}_auction"].split() for room in ("open", "closed")]
        if calls[0] == calls[1]:
            assert row["parted"] is None
        else:
            assert [each[: row["parted"]] for each in calls] == [calls[0][: row["parted"]]] * 2
            assert calls[0][row["parted"]] != calls[1][row["parted"]]
        if contracts[0] == contracts[1]:
            assert row["imps"] == 0
        else:
            differing += 1
            assert row["imps"] == imps(row["open_score"] - row["closed_score"])
    assert 0 < differing < len(rows)


def _checked(row: dict[str, Any], room: str) -> Contract | None:
    """Check a room's contract, tricks and score; return the contract."""
    auction, deal = auction_of(row, room), Deal.parse(row["deal"])
    contract = auction.contract
    stated = row[f"{room}_contract"], row[f"{room}_declarer"]
    other = [
        row[f"{each}_{what}"] for each in ("open", "closed") for what in ("contract", "declarer")
    ]
    if contract is None:
        assert stated == ("Pass", None) and row[f"{room}_score"] == 0
        return None
    assert "-".join(stated) == str(contract)
    if other[:2] == other[2:]:
        assert row[f"{room}_tricks"] is row[f"{room}_score"] is None
    else:
        tricks = contract_tricks(deal, contract)
        assert row[f"{room}_tricks"] == tricks
        assert row[f"{room}_score"] == score_ns(contract, tricks, auction.vulnerability)
    return contract


def test_a_board_alone_is_the_board_of_the_whole(job: Job, rows: list[dict[str, Any]]) -> None:
    for number in (1, 17, BOARDS):
        with pa.ipc.open_stream(run_unit(job, Unit(number, 1))) as stream:
            assert stream.read_all().to_pylist() == [rows[number - 1]]


def test_a_system_pushes_every_board_against_itself_and_against_a_copy(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(TINY, copy)
    system = copy / "system.yaml"
    system.write_text(f"# the same rules, on other lines\n{system.read_text()}")
    for number, opponents in enumerate((TINY, copy)):
        out = tmp_path / f"{number}.parquet"
        pushed = dowager.simulate(TINY, opponents, boards=30, out=out, double_dummy=True)
        assert {row["imps"] for row in pushed} == {0}
        assert {row["parted"] for row in pushed} == {None}
        result = pushed.summary().match
        assert result is not None
        assert (result.won, result.lost, result.pushed, result.imps.value) == (0, 0, 30, 0)


def test_one_system_alone_fills_one_room(tmp_path: Path) -> None:
    alone = list(dowager.simulate(TINY, boards=12, out=tmp_path / "a.parquet", double_dummy=True))
    for row in alone:
        closed = [value for name, value in row.items() if name.startswith("closed_")]
        assert {row["imps"], row["parted"], *closed} == {None}
        contract = auction_of(row).contract
        tricks = contract and contract_tricks(Deal.parse(row["deal"]), contract)
        assert row["open_tricks"] == tricks


def test_what_is_not_asked_for_is_null_and_all_contracts_are_all(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    bid = list(dowager.simulate(TINY, "natural", boards=10, seed=7, out=tmp_path / "a.parquet"))
    scored = ("open_tricks", "open_score", "closed_tricks", "closed_score", "imps", "par_score")
    assert {row[name] for row in bid for name in scored} == {None}
    both = list(
        dowager.simulate(
            TINY, TINY, boards=10, seed=7, out=tmp_path / "b.parquet", all_contracts=True
        )
    )
    assert all(row["open_score"] == row["closed_score"] is not None for row in both)
    assert [row["deal"] for row in bid] == [row["deal"] for row in rows[:10]]


def test_par_is_that_of_the_double_dummy_solver(tmp_path: Path) -> None:
    from endplay.dds import calc_dd_table
    from endplay.dds import par as solved_par
    from endplay.types import Deal as Solved_
    from endplay.types import Denom, Player, Vul

    strains = [Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt]
    players = [Player.north, Player.east, Player.south, Player.west]
    sides = [Vul.none, Vul.ns, Vul.ew, Vul.both]
    boards = dowager.simulate(TINY, boards=4, seed=3, out=tmp_path / "par.parquet", par=True)
    contracts = 0
    for row in boards:
        table = calc_dd_table(Solved_(row["deal"]))
        tricks = [table[players[seat], strains[strain]] for seat, strain in TABLE]
        assert row["dd_tricks"] == tricks
        by_strain = [[tricks[TABLE.index((seat, strain))] for seat in Seat] for strain in Strain]
        for dealer in Seat:
            for vulnerability in Vulnerability:
                best = solved_par(table, sides[vulnerability], players[dealer])
                assert par(by_strain, dealer, vulnerability).score == best.score
        own = par(by_strain, Seat.parse(row["dealer"]), Vulnerability.parse(row["vul"]))
        assert (row["par_score"], row["par_contract"]) == (own.score, str(own.contract or "Pass"))
        if own.contract:
            contracts += 1
            won = tricks[TABLE.index((own.contract.declarer, own.contract.strain))]
            assert score_ns(own.contract, won, Vulnerability.parse(row["vul"])) == own.score
    assert contracts


# -- the file --------------------------------------------------------------------------------------


def test_units_and_their_order_do_not_change_the_file(
    job: Job, match: Simulation, tmp_path: Path
) -> None:
    small = run_simulation(job, tmp_path / "small.parquet", unit=7)
    assert small.file.read_bytes() == match.file.read_bytes()
    backward = tmp_path / "backward.parquet"
    parts = Parts(backward)
    parts.begin(job.settings, resume=False)
    for unit in reversed(units_to_do(BOARDS, 11, [])):
        parts.add(unit, run_unit(job, unit))
    assert run_simulation(job, backward, resume=True).run == 0
    assert backward.read_bytes() == match.file.read_bytes()
    assert names_in(tmp_path) == ["backward.parquet", "small.parquet"]


@pytest.mark.parametrize("workers", sampled([1, 3, 2], 2))
def test_the_number_of_processes_does_not_change_the_file(
    match: Simulation, run: Dowager, tmp_path: Path, workers: int
) -> None:
    out = tmp_path / "match.parquet"
    words = ("--seed", "7", "--double-dummy", "--out", str(out), "--unit", "10")
    assert run(*MATCH, *words, "--workers", str(workers)).code == 0
    assert out.read_bytes() == match.file.read_bytes()


def test_a_dask_cluster_gives_the_same_file(
    match: Simulation, run: Dowager, tmp_path: Path
) -> None:
    out = tmp_path / "match.parquet"
    words = (*MATCH, "--seed", "7", "--double-dummy", "--out", str(out), "--unit", "10")
    with dask_cluster(tmp_path, 2) as running:
        assert run(*words, "--cluster", running.address).code == 0
    assert out.read_bytes() == match.file.read_bytes()


def test_a_cluster_that_is_not_there_is_named_and_loses_nothing(
    match: Simulation, run: Dowager, tmp_path: Path
) -> None:
    out = tmp_path / "match.parquet"
    words = (*MATCH, "--seed", "7", "--double-dummy", "--out", str(out), "--unit", "10")
    address = f"tcp://127.0.0.1:{free_port()}"
    lost = run(*words, "--cluster", address)
    assert lost.code == 1 and address in lost.err
    assert "the boards that are done are kept" in lost.err
    assert run(*words, "--resume").code == 0
    assert out.read_bytes() == match.file.read_bytes()


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_shown_within_a_unit(tiny: System, tmp_path: Path, workers: int) -> None:
    job, seen = make_job(pack_system(TINY), boards=4_000), list[int]()
    run_simulation(
        job,
        tmp_path / "out.parquet",
        unit=2_000,
        crew=Crew(workers),
        progress=lambda done, boards: seen.append(done),
    )
    assert seen[0] == 0 and seen[-1] == 4_000
    assert any(done % 2_000 > 0 for done in seen)


def test_large_jobs_are_bid_in_large_units() -> None:
    tiny = pack_system(TINY)
    sizes = [
        unit_size(make_job(tiny, boards=boards), Crew(workers))
        for boards, workers in ((500, 1), (1_000_000, 1), (1_000_000, 4), (10_000_000, 1))
    ]
    assert sizes == [2_000, 250_000, 125_000, 250_000]
    solving = make_job(tiny, boards=1_000_000, solved=Solved.ALL)
    assert unit_size(solving, Crew()) == 2_000
    assert unit_size(make_job(tiny, boards=1_000_000), Crew(cluster="tcp://a:1")) == 2_000


def test_row_groups_do_not_depend_on_units(
    tiny: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dowager.authoring.simulate.results.ROW_GROUP", 8)
    job = make_job(pack_system(TINY), boards=29)
    files = [run_simulation(job, tmp_path / f"{unit}", unit=unit).file for unit in (3, 8, 29)]
    assert len({file.read_bytes() for file in files}) == 1
    stated = pq.ParquetFile(files[0]).metadata
    assert [stated.row_group(i).num_rows for i in range(stated.num_row_groups)] == [8, 8, 8, 5]


def test_what_remains_is_cut_into_units() -> None:
    assert units_to_do(10, 4, []) == [Unit(1, 4), Unit(5, 4), Unit(9, 2)]
    assert units_to_do(10, 4, [Unit(3, 2), Unit(9, 2)]) == [Unit(1, 2), Unit(5, 4)]
    assert units_to_do(10, 4, [Unit(1, 10)]) == []


def test_the_documented_columns_are_those_of_the_file(match: Simulation) -> None:
    page = (DOCS / "reference" / "simulate.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| `([\w<>]+)` \| (.+?) \| .+ \|$", page, re.MULTILINE)
    stated = [(column.name, column.kind.value) for column in COLUMNS]
    assert [(name, kind) for name, kind, _ in listed] == stated
    table = pq.read_table(match.file)
    assert table.schema.remove_metadata().equals(arrow_schema())
    never = [name for name, _, null in listed if null == "never"]
    assert never and not any(table[name].null_count for name in never)
    assert f"Version {VERSION}" in page and facts_of(match.file)["dowager.schema"] == VERSION


def test_the_file_says_what_it_is(match: Simulation, tiny: System, natural: System) -> None:
    stated = facts_of(match.file)
    assert json.loads(stated["dowager.settings"])["seed"] == 7
    names = [system["name"] for system in json.loads(stated["dowager.systems"])]
    assert names == ["tiny", "natural"]
    by_number = [rule.location for system in (tiny, natural) for rule in system.rules]
    assert [rule["location"] for rule in match.rules] == by_number
    assert [rule["rule"] for rule in match.rules] == list(range(len(by_number)))


# -- interruptions ---------------------------------------------------------------------------------

_STEP_BY_STEP = """
import sys
from dowager.authoring.simulate import Parts
from dowager.cli.main import main

keep = Parts.add
def keep_and_wait(self, unit, rows):
    keep(self, unit, rows)
    print("kept", unit.first, flush=True)
    sys.stdin.readline()
Parts.add = keep_and_wait
main(sys.argv[1:])
"""
"""The command, which after each unit waits for a line, so that a test can end it in the middle."""


@contextmanager
def step_by_step(*words: str) -> Iterator[Program]:
    """Start the command that way; it is killed if it is still there at the end."""
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "-c", _STEP_BY_STEP, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    with process:
        try:
            yield Program(process)
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_is_done_stays_and_the_resumed_run_gives_the_same_file(
    number: signal.Signals, match: Simulation, run: Dowager, tmp_path: Path
) -> None:
    out = tmp_path / "match.parquet"
    words = (*MATCH, "--seed", "7", "--double-dummy", "--out", str(out), "--unit", "9")
    with step_by_step(*words) as program:
        assert program.line() == "kept 1"
        program.write("\n")
        assert program.line() == "kept 10"
        os.kill(program.pid, number)
        end = program.rest()
    if number == signal.SIGKILL:
        assert end.code == -signal.SIGKILL
    else:
        assert end.code == 1
        assert end.err == (
            f"stopped; the boards that are done are kept beside {out}, and --resume goes on\n"
        )
    assert not out.exists()
    assert names_in(Path(f"{out}.parts")) == [
        "boards-0000000001-9.arrow",
        "boards-0000000010-9.arrow",
        "settings.json",
    ]
    refused = run(*words)
    assert refused.code == 2 and "go on with --resume, or delete it" in refused.err
    resumed = run(*words[:-1], "5", "--resume")
    assert resumed.code == 0, resumed.err
    assert re.match(rf"{BOARDS - 18} boards in ", resumed.out)
    assert out.read_bytes() == match.file.read_bytes()
    assert names_in(tmp_path) == ["match.parquet"]
    assert run(*words, "--resume").out.startswith(f"tiny against natural: {BOARDS} boards\n")


def test_a_full_disk_keeps_what_is_done(run: Dowager, match: Simulation, tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    words = (*MATCH, "--seed", "7", "--double-dummy", "--out", str(out), "--unit", "8")
    with largest_file(12_000):  # room for the units, not for the file with the rules
        full = run(*words)
    assert (full.code, out.exists()) == (1, False)
    assert "File too large; the boards that are done are kept" in full.err
    assert len(list(Path(f"{out}.parts").glob("boards-*.arrow"))) == 4
    assert run(*words, "--resume").code == 0
    assert out.read_bytes() == match.file.read_bytes()
    with largest_file(1_000):  # no room for a unit
        assert run(*words[:-4], "--out", f"{out}2").code == 1
    assert names_in(Path(f"{out}2.parts")) == ["settings.json"]


def test_a_damaged_unit_is_run_again(job: Job, match: Simulation, tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    parts = Parts(out)
    parts.begin(job.settings, resume=False)
    for unit in (Unit(1, 10), Unit(11, 10), Unit(21, 10)):
        parts.add(unit, run_unit(job, unit))
    files = sorted(parts.folder.glob("boards-*.arrow"))
    files[0].write_bytes(files[0].read_bytes()[:-200])
    files[1].write_bytes(run_unit(job, Unit(11, 9)))
    assert run_simulation(job, out, resume=True).run == BOARDS - 10
    assert out.read_bytes() == match.file.read_bytes()


@pytest.mark.parametrize("done", [False, True])
def test_only_the_same_job_is_resumed_and_what_differs_is_named(
    run: Dowager, tmp_path: Path, done: bool
) -> None:
    own = tmp_path / "own"
    shutil.copytree(TINY, own)
    out = tmp_path / "r.parquet"
    base = {"--boards": "6", "--seed": "1", "--system": str(own), "--out": str(out)}

    def words(**changed: str) -> list[str]:
        options = base | {f"--{name}": value for name, value in changed.items()}
        return ["simulate", *(word for pair in options.items() for word in pair if word)]

    if done:
        assert run(*words()).code == 0
    else:
        job = make_job(pack_system(str(own)), boards=6)
        Parts(out).begin(job.settings, resume=False)
    assert run(*words()).code == 2
    begun = out if done else f"{out}.parts"
    for changed, said in (
        ({"boards": "7"}, "--boards was 6 and is now 7"),
        ({"seed": "2"}, "--seed was 1 and is now 2"),
        ({"vul": "ew"}, "--vul was not given and is now ew"),
        ({"where": "N.hcp >= 3"}, "--where was not given and is now N.hcp >= 3"),
        ({"par": ""}, "the contracts that are solved was none and is now all; --par was not given"),
        ({"opponents": "natural"}, "--opponents was not given and is now given; the system of"),
        ({"seed": "2", "boards": "7"}, "--boards was 6 and is now 7; --seed was 1 and is now 2"),
    ):
        refused = run(*words(**changed), "--resume")
        assert refused.code == 2
        assert refused.err.startswith(f"{begun} was begun with other settings: {said}"), refused.err
    text = (own / "system.yaml").read_text()
    (own / "system.yaml").write_text(text.replace("hcp in 15..17", "hcp in 15..16"))
    dowager.services.known_tables.forget_systems()
    refused = run(*words(), "--resume")
    said = "the system of --system has changed"
    assert refused.err == f"{begun} was begun with other settings: {said}\n"


def test_two_runs_do_not_write_one_file(job: Job, tmp_path: Path) -> None:
    out = tmp_path / "match.parquet"
    Parts(out).begin(job.settings, resume=False)
    with Parts(out).locked(), pytest.raises(InputError, match="another run is at work"):
        run_simulation(job, out, resume=True)


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--boards", "3"], "name the file to write with --out"),
        (["--out", "OUT"], "say how many boards, from 1 to 1,000,000,000"),
        (["--boards", "3", "--out", "OUT", "--where", "N.hpc > 3"], "column 3"),
        (["--boards", "3", "--out", "OUT", "--where", "N.hcp > 37"], "proved that no deal"),
        (["--boards", "3", "--out", "OUT", "--dealer", "X"], "no seat 'X'"),
        (["--boards", "3", "--out", "OUT", "--vul", "red"], "no vulnerability 'red'"),
        (["--boards", "3", "--out", "OUT", "--system", "saic"], "no system 'saic'"),
        (["--boards", "99", "--out", "OUT", "--deals", "tests/data/demo.pbn"], "99 boards are"),
        (["--out", "OUT", "--deals", "tests/data/nothing.pbn"], "No such file or directory"),
        (["--out", "OUT", "--deals", "tests/data/demo.pbn", "--where", "N.hcp > 37"], "no board"),
        (["--boards", "3", "--out", "OUT", "--summary", "x"], "--summary runs nothing"),
        (["--summary", "pyproject.toml"], "pyproject.toml: not a Parquet file"),
        (["--summary", "nothing.parquet"], "No such file"),
    ],
)
def test_bad_input_is_said_in_one_line(
    run: Dowager, tmp_path: Path, words: list[str], said: str
) -> None:
    out = tmp_path / "out.parquet"
    result = run("simulate", *(str(out) if word == "OUT" else word for word in words))
    assert (result.code, result.out) == (2, "")
    assert said in result.err and result.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_other_parquet_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.parquet"
    pq.write_table(pa.table({"board": [1]}), file)
    with pytest.raises(InputError, match="not written by dowager simulate"):
        finished(file)
    table = pa.table({"board": [1]}).replace_schema_metadata({"dowager.schema": "2.0"})
    pq.write_table(table, file)
    with pytest.raises(InputError, match=r"version 2\.0, not 1"):
        finished(file)


def test_a_missing_package_is_named_with_the_way_to_get_it() -> None:
    with pytest.raises(InputError, match=r"need no_such_thing: pip install 'dowager\[bulk\]'"):
        require(("json", "no_such_thing"))


# -- what it adds up to ----------------------------------------------------------------------------


def test_the_summary_is_what_the_rows_add_up_to(
    match: Simulation, rows: list[dict[str, Any]]
) -> None:
    frame = pl.read_parquet(match.file)
    stated = match.summary()
    assert stated.systems == ("tiny", "natural") and stated.boards == len(frame) == BOARDS
    gained = frame["imps"].cast(pl.Float64)
    result = stated.match
    assert result is not None
    assert result.imps.value == pytest.approx(gained.mean())
    assert result.imps.error == pytest.approx(np.std(gained.to_numpy(), ddof=1) / BOARDS**0.5)
    assert (result.won, result.lost, result.pushed) == (
        (gained > 0).sum(),
        (gained < 0).sum(),
        (gained == 0).sum(),
    )
    assert stated.parted == sum(row["open_auction"] != row["closed_auction"] for row in rows)
    for room in stated.rooms:
        contracts = Counter(row[f"{room.name}_contract"] for row in rows)
        assert {each.name: each.boards for each in room.contracts} == contracts
        assert [each.boards for each in room.contracts] == sorted(contracts.values())[::-1]
        auctions = [auction_of(row, room.name) for row in rows]
        openings = Counter(
            f"{auction.first_bid + 1} {auction.calls[auction.first_bid]}"
            for auction in auctions
            if auction.contract
        )
        assert {each.name: each.boards for each in room.openings} == openings
        solved = [row for row in rows if row[f"{room.name}_tricks"] is not None]
        made = [
            row
            for row in solved
            if row[f"{room.name}_tricks"] >= int(row[f"{room.name}_contract"][0]) + 6
        ]
        assert (room.solved, room.made) == (len(solved), len(made))
        assert sum(each.boards for each in room.kinds) == BOARDS


def test_rules_are_worth_the_imps_of_their_boards(
    match: Simulation, rows: list[dict[str, Any]]
) -> None:
    rules = {rule["rule"]: rule["location"] for rule in match.rules} | {-1: ""}
    gained: dict[str, list[int]] = {}
    for row in rows:
        seats = map(Seat.parse(row["dealer"]).plus, range(len(row["open_rules"])))
        pairs = zip(seats, row["open_rules"], strict=True)
        used = {rules[rule] for seat, rule in pairs if seat.side is Side.NORTH_SOUTH}
        for location in used:
            gained.setdefault(location, []).append(row["imps"])
    worths = match.rule_worths()
    assert {worth.rule.location for worth in worths} == set(gained)
    for worth in worths:
        values = gained[worth.rule.location]
        assert worth.imps is not None
        assert (worth.boards, worth.imps.total) == (len(values), pytest.approx(sum(values)))
        if len(values) > 1:
            error = np.std(values, ddof=1) / len(values) ** 0.5
            assert worth.imps.error == pytest.approx(error)
    totals = [abs(worth.imps.total) for worth in worths if worth.imps]
    assert totals == sorted(totals, reverse=True)


def test_partings_name_the_calls_of_the_first_system_first(
    match: Simulation, rows: list[dict[str, Any]]
) -> None:
    sums: Counter[tuple[str, str]] = Counter()
    boards: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row["parted"] is None:
            continue
        calls = [row[f"{room}_auction"].split()[row["parted"]] for room in ("open", "closed")]
        turn = Seat.parse(row["dealer"]).plus(row["parted"])
        first, second = calls if turn.side is Side.NORTH_SOUTH else calls[::-1]
        sums[first, second] += row["imps"]
        boards[first, second] += 1
    stated: Counter[tuple[str, str]] = Counter()
    counted: Counter[tuple[str, str]] = Counter()
    for group in match.parting_groups():
        assert group.imps is not None
        assert group.rule.location == "" or group.rule.location.startswith("tests/data/tiny/")
        assert group.other_rule.location.startswith("systems/")
        stated[group.call, group.other_call] += round(group.imps.total)
        counted[group.call, group.other_call] += group.boards
    assert counted == boards and {key: stated[key] for key in sums} == dict(sums)


def test_the_worst_boards_are_the_worst(match: Simulation, rows: list[dict[str, Any]]) -> None:
    worst = [(row["imps"], row["board"]) for row in match.worst_boards(5)]
    assert worst == sorted((row["imps"], row["board"]) for row in rows)[:5]


def test_scores_against_par_are_those_of_the_first_system(tmp_path: Path) -> None:
    played = dowager.simulate(
        TINY, "natural", boards=5, seed=2, out=tmp_path / "p.parquet", par=True
    )
    rows = list(played)
    for room, sign in zip(played.summary().rooms, (1, -1), strict=True):
        gains = [sign * imps(row[f"{room.name}_score"] - row["par_score"]) for row in rows]
        assert room.par is not None and room.par.gain is not None
        assert room.par.gain.value == pytest.approx(np.mean(gains))
        assert room.par.distance.value == pytest.approx(np.mean(np.abs(gains)))
        at_par = sum(row[f"{room.name}_score"] == row["par_score"] for row in rows)
        assert room.par.at_par == at_par
    files = played.plots(tmp_path / "plots")
    assert [file.name for file in files] == ["contracts.png", "imps.png", "rules.png", "par.png"]


def test_the_summary_is_printed_again_for_people_and_for_programs(
    match: Simulation, run: Dowager, tmp_path: Path
) -> None:
    words = ("simulate", "--summary", str(match.file), "--top", "4")
    people, programs = run(*words), run(*words, "--json")
    assert (people.code, people.err, programs.code, programs.err) == (0, "", 0, "")
    result = match.summary().match
    assert result is not None
    won = f"won {result.won}, lost {result.lost}, pushed {result.pushed}"
    assert f"{result.imps.value:+.3f} ± {result.imps.error:.3f} IMPs a board for tiny; {won}" in (
        people.out
    )
    assert "The rule need not be their cause." in people.out
    answer = programs.json
    assert answer["match"]["imps"]["mean"] == result.imps.value
    assert [len(answer[name]) for name in ("rules", "partings", "worst")] == [4, 4, 4]
    assert answer["worst"][0]["board"] == match.worst_boards(1)[0]["board"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plots_are_drawn_and_labelled(
    match: Simulation, run: Dowager, tmp_path: Path, ending: str
) -> None:
    folder = tmp_path / "plots"
    words = ("--plots", str(folder), "--plot-format", ending)
    assert run("simulate", "--summary", str(match.file), *words).code == 0
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [
        f"{n}.{ending}" for n in ("contracts", "imps", "rules")
    ]
    start = b"\x89PNG" if ending == "png" else b"<?xml"
    assert all(file.read_bytes().startswith(start) for file in files)
    if ending == "svg":
        labels = [re.findall("<!-- (.+?) -->", file.read_text()) for file in files]
        assert {"level", "strain", "% of boards"} <= set(labels[0])
        assert any("IMPs won (blue) or lost (red) by tiny" in label for label in labels[1])
        assert any("mean IMPs of tiny" in label for label in labels[2])

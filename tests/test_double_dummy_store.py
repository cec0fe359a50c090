"""Double-dummy results that are kept: the same as solved singly, whatever happens to their file."""

from __future__ import annotations

import os
import signal
import sqlite3
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dowager.auction import Contract, Doubled, Strain, Vulnerability, imps, score_ns
from dowager.cards import CARDS, Deal, Hand, Seat, deal_key, random_deal
from dowager.errors import InputError
from dowager.play import (
    PASSED_OUT,
    DoubleDummyStore,
    Play,
    card_tricks,
    contract_tricks,
    double_dummy,
    par,
)
from dowager.play.trick_bounds import Question, at_least, at_most, exactly, joined
from dowager.play.trick_file import TrickFile
from support.commands import PATIENCE
from support.file_limits import largest_file
from support.solved_deals import LARGE, numbered_rows, process, random_boards, random_contract

DENOMINATIONS = [(strain, seat) for strain in Strain for seat in Seat]


def contract(level: int, strain: Strain, declarer: Seat) -> Contract:
    """Return a contract that nobody has doubled."""
    return Contract(level, strain, Doubled.UNDOUBLED, declarer)


# --- keys and bounds ----------------------------------------------------------------------------


def test_the_key_of_a_deal_says_who_holds_each_card() -> None:
    rng = Random(4)
    for _ in range(50):
        deal = random_deal(rng)
        key = deal_key(deal)
        assert len(key) == 13
        planes = int.from_bytes(key, "big")
        owners = [2 * (planes >> 52 + card & 1) + (planes >> card & 1) for card in CARDS]
        held = [Hand.of_cards(card for card in CARDS if owners[card] == seat) for seat in Seat]
        assert Deal.of_hands(*held) == deal


def test_bounds_answer_what_they_decide() -> None:
    """Every pair of bounds and every question, against the tricks that the bounds allow."""
    for least in range(14):
        for most in range(least, 14):
            bounds = bytes([least << 4 | most])
            possible = set(range(least, most + 1))
            assert Question(0).answered_by(bounds) == (len(possible) == 1)
            for goal in range(1, 14):
                decided = len({tricks >= goal for tricks in possible}) == 1
                assert Question(0, goal).answered_by(bounds) == decided
    assert joined(bytes([at_least(6)]), bytes([at_most(6)])) == bytes([exactly(6)])
    assert joined(bytes([at_least(6)]), bytes([at_least(4)])) == bytes([at_least(6)])
    assert joined(bytes([at_most(9)]), bytes([exactly(8)])) == bytes([exactly(8)])


# --- what a store answers -----------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_tricks_are_those_of_single_contracts(threads: int) -> None:
    deals, contracts = random_boards(24, 1)
    asked: list[Contract | None] = [*contracts, None]
    with DoubleDummyStore(threads=threads) as store:
        tricks = store.tricks([*deals, deals[0]], asked).tolist()
        assert store.solved == store.asked == 24
    assert tricks == [*map(contract_tricks, deals, contracts), PASSED_OUT]


@pytest.mark.parametrize("threads", [1, 2])
def test_tables_are_twenty_contracts(threads: int) -> None:
    deals, _ = random_boards(2, 2)
    with DoubleDummyStore(threads=threads) as store:
        tables = store.tables(deals)
        assert tables.shape == (2, 5, 4)
        assert (store.asked, store.solved) == (40, 40)
        assert store.tables(deals[::-1]).tolist() == tables[::-1].tolist()
        assert (store.asked, store.solved) == (80, 40)
    for deal, table in zip(deals, tables.tolist(), strict=True):
        for strain, seat in DENOMINATIONS:
            assert table[strain][seat] == contract_tricks(deal, contract(1, strain, seat))


def test_the_defenders_win_the_other_tricks() -> None:
    """The best lead of a table's contract wins what the table says that declarer does not."""
    deals, contracts = random_boards(4, 3)
    with DoubleDummyStore() as store:
        for deal, each, table in zip(deals, contracts, store.tables(deals), strict=True):
            most = max(card_tricks(Play(each), deal).values())
            assert table[each.strain][each.declarer] == 13 - most


def test_a_table_does_not_depend_on_the_way_that_the_deal_is_turned() -> None:
    deal = random_deal(Random(7))
    north, east, south, west = deal.hands
    with DoubleDummyStore() as store:
        table, turned = store.tables([deal, Deal((west, north, east, south))])
    assert turned.tolist() == [[row[3], row[0], row[1], row[2]] for row in table.tolist()]


def test_whether_contracts_make() -> None:
    deals, contracts = random_boards(40, 5)
    with DoubleDummyStore() as store:
        makes = store.makes([*deals, deals[0]], [*contracts, None])
        assert store.solved == 40
        tricks = store.tricks(deals, contracts).tolist()  # bounds do not mislead what comes later
    expected = [wins >= each.level + 6 for wins, each in zip(tricks, contracts, strict=True)]
    assert makes.tolist() == [*expected, False]
    assert tricks == list(map(contract_tricks, deals, contracts))
    assert 0 < sum(expected) < 40


def test_bounds_are_kept_and_answer_other_levels(tmp_path: Path) -> None:
    """What makes five makes four; what fails at three fails at six."""
    deals, _ = random_boards(12, 6)
    spades = [contract(level, Strain.SPADES, Seat.SOUTH) for level in range(8)]
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        makes = store.makes(deals, [spades[2]] * 12).tolist()
    assert 0 < sum(makes) < 12
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        easier = [spades[1] if made else spades[3] for made in makes]
        assert store.makes(deals, [spades[2]] * 12).tolist() == makes
        assert store.makes(deals, easier).tolist() == makes
        assert store.solved == 0
        assert store.tricks(deals[:1], spades[2:3]) == [contract_tricks(deals[0], spades[2])]
        assert store.solved == 1


def test_imps_of_two_rooms() -> None:
    """As by the scores; what both rooms play alike is not solved, nor a denomination twice."""
    rng = Random(8)
    (deal,), _ = random_boards(1, 8)
    spades, notrump = contract(4, Strain.SPADES, Seat.EAST), contract(3, Strain.NOTRUMP, Seat.WEST)
    higher = Contract(6, Strain.SPADES, Doubled.DOUBLED, Seat.EAST)
    by_partner = contract(4, Strain.SPADES, Seat.WEST)
    for vulnerability in Vulnerability:
        for pair, solved in (
            ((spades, spades), 0),
            ((None, None), 0),
            ((spades, higher), 1),
            ((None, notrump), 1),
            ((spades, by_partner), 2),
            ((spades, notrump), 2),
            ((random_contract(rng), random_contract(rng)), None),
        ):
            with DoubleDummyStore() as store:
                (won,) = store.gains([deal], pair[:1], pair[1:], [vulnerability])
                assert solved is None or store.solved == solved
            points = [
                score_ns(each, contract_tricks(deal, each) if each else 0, vulnerability)
                for each in pair
            ]
            assert won == imps(points[0] - points[1])


def test_many_deals_are_answered_in_their_order(tmp_path: Path) -> None:
    """More than are looked up at once, nearly all of them kept."""
    rng = Random(9)
    deals = [random_deal(rng) for _ in range(4_500)]
    rows = {deal_key(deal): bytes([exactly(number % 14)]) * 20 for number, deal in enumerate(deals)}
    lacking = (17, 2_300, 4_499)
    for number in lacking:
        del rows[deal_key(deals[number])]
    file = TrickFile(tmp_path / "kept.db", LARGE)
    file.write(rows)
    file.close()
    hearts = contract(4, Strain.HEARTS, Seat.EAST)
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        tricks = store.tricks(deals, [hearts] * 4_500).tolist()
        assert (store.asked, store.solved) == (4_500, 3)
    for number, wins in enumerate(tricks):
        expected = contract_tricks(deals[number], hearts) if number in lacking else number % 14
        assert wins == expected


# --- the file -----------------------------------------------------------------------------------


def test_results_stay_between_runs(tmp_path: Path) -> None:
    deals, contracts = random_boards(6, 10)
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        first = store.tricks(deals, contracts).tolist()
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        assert store.tricks(deals, contracts).tolist() == first
        assert (store.asked, store.solved) == (6, 0)
        assert not store.makes(deals, contracts).all() and store.solved == 0


def test_the_cache_folder_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deals, contracts = random_boards(2, 11)
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "new" / "cache"))
    for solved in (2, 0):
        with DoubleDummyStore.in_cache() as store:
            store.tricks(deals, contracts)
            assert store.solved == solved
    (kept,) = (tmp_path / "new" / "cache").iterdir()
    assert kept.name == "double-dummy-1.db"
    monkeypatch.setenv("DOWAGER_CACHE", "off")
    with DoubleDummyStore.in_cache() as store:
        store.tricks(deals, contracts)
        assert store.solved == 2


def test_a_cache_folder_that_cannot_be_used_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "file"))
    deals, contracts = random_boards(1, 12)
    reports: list[str] = []
    with DoubleDummyStore.in_cache(report=reports.append) as store:
        assert store.tricks(deals, contracts) == [contract_tricks(deals[0], contracts[0])]
    (said,) = reports
    assert said.endswith(f"'{tmp_path}/file'; going on without keeping double-dummy results")


def of_an_older_dowager(file: Path) -> None:
    """Make the file that `tools/duel.py --kept` once made."""
    with sqlite3.connect(file) as old:
        old.execute("create table tricks (deal text, strain int, declarer int, tricks int)")


def of_another_format(file: Path) -> None:
    """Make a file of a format to come."""
    TrickFile(file, LARGE).close()
    with sqlite3.connect(file) as new:
        new.execute("pragma user_version = 2")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda file: file.write_text("no database" * 100), "no file of .* file is not a database"),
        (Path.mkdir, "no file of double-dummy results: unable to open database file"),
        (of_an_older_dowager, "results of an older Dowager; delete it or name another file"),
        (of_another_format, "results in format 2, not 1; delete it or name another file"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_stays(tmp_path: Path, make: Any, words: str) -> None:
    file = tmp_path / "other"
    make(file)
    before = file.is_file() and file.read_bytes()
    with pytest.raises(InputError, match=rf"^{file}: .*{words}$"):
        DoubleDummyStore(file)
    assert (file.is_file() and file.read_bytes()) == before


def test_a_full_disk_ends_the_keeping_and_not_the_solving(tmp_path: Path) -> None:
    deals, contracts = random_boards(5, 13)
    expected, file, reports = list(map(contract_tricks, deals, contracts)), tmp_path / "kept.db", []
    with DoubleDummyStore(file, report=reports.append) as store:
        store.tricks(deals[:2], contracts[:2])
        with largest_file(0):
            assert store.tricks(deals, contracts).tolist() == expected
            assert store.solved == 5
        assert store.tricks(deals[:3], contracts[:3]).tolist() == expected[:3]
        assert store.solved == 6  # the third deal was not kept; the first two still are
    (said,) = reports
    assert said.startswith(f"cannot write {file}: ")
    assert said.endswith("; going on without keeping results")
    with DoubleDummyStore(file) as store:
        assert store.tricks(deals, contracts).tolist() == expected
        assert store.solved == 3


def test_a_file_that_becomes_unreadable_is_given_up(tmp_path: Path) -> None:
    deals, contracts = random_boards(3, 14)
    expected, file, reports = list(map(contract_tricks, deals, contracts)), tmp_path / "kept.db", []
    rows = TrickFile(file, LARGE)
    rows.write(numbered_rows(0, 2_000))
    rows.close()
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xff" * (file.stat().st_size - 4096))
    with DoubleDummyStore(file, report=reports.append) as store:
        assert store.tricks(deals, contracts).tolist() == expected
        assert store.tricks(deals, contracts).tolist() == expected
    assert reports == [f"cannot read {file}: database disk image is malformed; going on without it"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_limit_forgets_the_oldest_first(tmp_path: Path, kept: bool) -> None:
    limit = 200_000
    file = TrickFile(tmp_path / "kept.db" if kept else None, limit)
    for start in range(0, 20_000, 100):
        file.write(numbered_rows(start, 100))
        assert file.size < limit + 20_000
    rows = file.read(numbered_rows(0, 20_000))
    assert len(rows) > 1_500
    assert rows == numbered_rows(20_000 - len(rows), len(rows))  # the newest, and all of them
    file.close()
    if kept:
        assert (tmp_path / "kept.db").stat().st_size < limit + 20_000


def test_what_is_known_later_joins_what_was_known(tmp_path: Path) -> None:
    file, key = TrickFile(tmp_path / "kept.db", LARGE), b"thirteen byte"
    file.write({key: bytes([at_least(7)] * 10 + [exactly(3)] * 10)})
    file.write({key: bytes([at_most(9)] * 10 + [13] * 10)})
    assert file.read([key]) == {key: bytes([0x79] * 10 + [exactly(3)] * 10)}
    assert file.read([b"another deal."]) == {}
    file.close()


# --- several processes, and sudden ends ---------------------------------------------------------


def test_two_processes_write_one_file_at_once(tmp_path: Path) -> None:
    """They solve the same deals, one of them from the last to the first."""
    file = tmp_path / "kept.db"
    both = [process("solve_singly", file, 15, step) for step in (1, -1)]
    said = [[int(word) for word in each.communicate(timeout=PATIENCE)[0].split()] for each in both]
    assert [each.returncode for each in both] == [0, 0]
    deals, contracts = random_boards(16, 15)
    expected = list(map(contract_tricks, deals, contracts))
    assert said == [expected, expected[::-1]]
    with DoubleDummyStore(file) as store:
        assert store.tricks(deals, contracts).tolist() == expected
        assert store.solved == 0


def test_rows_of_several_writers_are_all_kept(tmp_path: Path) -> None:
    """Writers who begin together, a new file among them; each deal is known to one of them."""
    file = tmp_path / "kept.db"
    writers = [process("write_for_ever", file, start) for start in (0, 1_000_000, 2_000_000)]
    ends = []
    for writer in writers:
        assert writer.stdout is not None
        ends.append([int(writer.stdout.readline()) for _ in range(4)][-1])
    for writer in writers:
        writer.kill()
        writer.communicate()
    kept = TrickFile(file, LARGE)
    for end in ends:
        rows = numbered_rows(end - 4_000, 4_000)
        assert kept.read(rows) == rows
    kept.close()


def test_a_writer_that_is_killed_spoils_nothing(tmp_path: Path) -> None:
    """Killed five times while it writes: what it said it had written is there, nothing else is."""
    file, start = tmp_path / "kept.db", 0
    for times in range(1, 6):
        writer = process("write_for_ever", file, start)
        assert writer.stdout is not None
        for _ in range(times):
            said = int(writer.stdout.readline())
        writer.kill()
        said = max([said, *(int(line) for line in writer.communicate()[0].split("\n")[:-1])])
        kept = TrickFile(file, LARGE)
        rows = kept.read(numbered_rows(0, said + 2_000))
        assert len(rows) in (said, said + 1_000)  # of the last one, all or nothing
        assert rows == numbered_rows(0, len(rows))
        assert kept._rows.execute("pragma integrity_check").fetchall() == [("ok",)]
        kept.close()
        start = len(rows)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_keeps_what_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, threads: int
) -> None:
    deals, contracts = random_boards(40, 16)
    solved, threads_used = double_dummy._solved, list[int]()
    # what a shell starts in the background ignores the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))

    def interrupted(*words: Any) -> Any:
        threads_used.append(words[-1])
        if len(threads_used) == 10:
            signal.raise_signal(signal.SIGINT)
        return solved(*words)

    monkeypatch.setattr(double_dummy, "_solved", interrupted)
    with DoubleDummyStore(tmp_path / "kept.db", threads=threads) as store:
        with pytest.raises(KeyboardInterrupt):
            store.tricks(deals, contracts)
        assert len(threads_used) < 40  # few deals are begun ahead
        done = store.solved
        assert 0 < done < 40
        assert double_dummy._threads().qsize() == os.cpu_count()  # DDS may use them all again
        tricks = store.tricks(deals, contracts).tolist()
        assert store.solved == 40
    assert tricks == list(map(contract_tricks, deals, contracts))
    with DoubleDummyStore(tmp_path / "kept.db") as store:
        store.tricks(deals, contracts)
        assert store.solved == 0


# --- par ----------------------------------------------------------------------------------------


def pars_by_all_auctions(table: list[list[int]], vulnerability: Vulnerability) -> list[int]:
    """Return par by each dealer, by trying every auction: the outside truth.

    Whoever bids last is declarer, and is doubled when his contract fails.
    """

    def points(bid: int, seat: int) -> int:
        level, strain, tricks = bid // 5 + 1, Strain(bid % 5), table[bid % 5][seat]
        doubled = Doubled.DOUBLED if tricks < level + 6 else Doubled.UNDOUBLED
        return score_ns(Contract(level, strain, doubled, Seat(seat)), tricks, vulnerability)

    @cache
    def best(bid: int, turn: int, passes: int) -> int:
        """The score after a bid, or -1 for none, and passes."""
        if passes < (2 if bid >= 0 else 3):
            passed = best(bid, (turn + 1) % 4, passes + 1)
        else:
            passed = points(bid, (turn - 1 - passes) % 4) if bid >= 0 else 0
        scores = [passed, *(best(more, (turn + 1) % 4, 0) for more in range(bid + 1, 35))]
        return min(scores) if turn % 2 else max(scores)

    return [best(-1, dealer, 0) for dealer in Seat]


def likely_table(rng: Random) -> list[list[int]]:
    """Return a table that a deal might have: partners win nearly the same, opponents the rest."""
    rows, bias = [], rng.randrange(-4, 5)
    for _ in Strain:
        ours = rng.randrange(3, 11) + bias
        tricks = [ours, 13 - ours] * 2
        rows.append([min(13, max(0, each + rng.choice([0, 0, 0, -1, 1]))) for each in tricks])
    return rows


def score_of(table: list[list[int]], played: Contract | None, vulnerability: Vulnerability) -> int:
    tricks = table[played.strain][played.declarer] if played else 0
    return score_ns(played, tricks, vulnerability)


def test_par_is_that_of_the_best_auction() -> None:
    """Every dealer and vulnerability; sometimes it matters who deals, since both can make it."""
    rng, dealers_matter = Random(17), 0
    with DoubleDummyStore() as store:
        tables = store.tables([random_deal(rng) for _ in range(4)]).tolist()
    for table in [*tables, *(likely_table(rng) for _ in range(150))]:
        for vulnerability in Vulnerability:
            bests = [par(table, dealer, vulnerability) for dealer in Seat]
            pars = [best.score for best in bests]
            assert pars == pars_by_all_auctions(table, vulnerability), table
            for best in bests:
                assert score_of(table, best.contract, vulnerability) == best.score
            dealers_matter += len(set(pars)) > 1
    assert dealers_matter

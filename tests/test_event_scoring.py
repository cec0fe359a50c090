"""How an event is scored, who plays whom in a round robin, and what its results keep."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from dowager.auction import Scoring, imps
from dowager.cards import Side
from dowager.errors import InputError
from dowager.formats import read_pbn
from dowager.table.event import (
    Comparable,
    Entrant,
    Event,
    EventResults,
    Sitting,
    Standing,
    match_score,
    rankings,
    result_of,
    round_robin,
    same_boards,
    team_ranking,
    without_part,
)
from support.file_limits import largest_file
from support.wired_tables import Wires, boards

FIVE_TABLES = [("A", "V", 420), ("B", "W", 420), ("C", "X", 450), ("D", "Y", -50), ("E", "Z", 0)]
"""One board: North-South, East-West, score."""


def played(results: list[tuple[str, str, int]], board: int = 1) -> list[Comparable]:
    return [Comparable(board, (first, second), score) for first, second, score in results]


def test_matchpoints_are_two_for_each_worse_score_and_one_for_each_equal_one() -> None:
    """Law 78A: 450 beats four; each 420 beats two and ties with one."""
    ranked = rankings(played(FIVE_TABLES), Scoring.MATCHPOINTS)
    assert set(ranked) == {"North-South", "East-West"}
    assert ranked["North-South"] == (
        Standing(1, "C", 1, Fraction(8), 8),
        Standing(2, "A", 1, Fraction(5), 8),
        Standing(2, "B", 1, Fraction(5), 8),
        Standing(4, "E", 1, Fraction(2), 8),
        Standing(5, "D", 1, Fraction(0), 8),
    )
    east_west = {each.name: each.won for each in ranked["East-West"]}
    assert east_west == {"Y": 8, "Z": 6, "V": 3, "W": 3, "X": 0}
    assert ranked["North-South"][1].percent == 62.5


def test_cross_imps_are_the_average_of_all_comparisons() -> None:
    """620 against 170 is 10 IMPs and against -100 12; 170 against -100 is 7 (Law 78B)."""
    results = played([("A", "V", 620), ("B", "W", 170), ("C", "X", -100)])
    ranked = rankings(results, Scoring.IMPS)["North-South"]
    assert [(each.name, each.won) for each in ranked] == [
        ("A", Fraction(22, 2)),
        ("B", Fraction(-3, 2)),
        ("C", Fraction(-19, 2)),
    ]


def test_pairs_that_change_direction_have_one_ranking() -> None:
    first = played([("A", "B", 100), ("C", "D", 50)])
    second = played([("B", "C", 100), ("D", "A", 100)], board=2)
    ranked = rankings([*first, *second], Scoring.MATCHPOINTS)
    assert {each.name: (each.rank, each.won, each.of) for each in ranked[""]} == {
        "A": (1, 3, 4),
        "D": (1, 3, 4),
        "B": (3, 1, 4),
        "C": (3, 1, 4),
    }


def test_a_board_that_nobody_else_has_played_counts_for_nothing() -> None:
    results = [*played([("A", "B", 1000)], board=2), *played([("A", "B", 100), ("C", "D", 100)])]
    for scoring in Scoring:
        for each in rankings(results, scoring)["North-South"]:
            assert (each.rank, each.boards) == (1, 1)


@pytest.mark.parametrize("seed", range(20))
def test_rankings_are_those_of_comparing_each_with_each(seed: int) -> None:
    random = Random(seed)
    names = [f"pair {number}" for number in range(10)]
    results = []
    for board in range(1, 7):
        random.shuffle(names)
        tables = list(zip(names[::2], names[1::2], strict=True))[: random.randint(1, 5)]
        score = random.choice
        results += [Comparable(board, each, score([-100, 50, 50, 620])) for each in tables]
    own: Counter[str] = Counter()
    most: Counter[str] = Counter()
    crossed: dict[str, Fraction] = {}
    for mine in results:
        others = [each for each in results if each.board == mine.board and each is not mine]
        for side in Side:
            sign = 1 if side is Side.NORTH_SOUTH else -1
            gaps = [sign * (mine.score - other.score) for other in others]
            own[mine.names[side]] += sum(1 + (gap > 0) - (gap < 0) for gap in gaps)
            most[mine.names[side]] += 2 * len(gaps)
            won = Fraction(sum(map(imps, gaps)), len(gaps) or 1)
            crossed[mine.names[side]] = crossed.get(mine.names[side], Fraction()) + won
    by_points = [each for some in rankings(results, Scoring.MATCHPOINTS).values() for each in some]
    by_imps = [each for some in rankings(results, Scoring.IMPS).values() for each in some]
    assert {each.name: (each.won, each.of) for each in by_points} == {
        name: (own[name], most[name]) for name in crossed
    }
    assert {each.name: each.won for each in by_imps} == crossed


def test_a_match_is_the_difference_between_its_rooms() -> None:
    score = match_score(2, ("Home", "Away"), {1: 620, 2: -50, 3: 0}, {1: 170, 2: 100, 4: 90})
    assert (score.boards, score.imps) == (2, (10, 4))
    other = match_score(1, ("Away", "Third"), {1: 0}, {1: 50})
    assert [
        (each.rank, each.name, each.won, each.lost) for each in team_ranking([score, other])
    ] == [
        (1, "Home", 10, 4),
        (2, "Third", 2, 0),
        (3, "Away", 4, 12),
    ]


@pytest.mark.parametrize("number", range(2, 21))
def test_in_a_round_robin_everybody_meets_everybody_once(number: int) -> None:
    rounds = round_robin(number)
    met = Counter(frozenset(meeting) for each in rounds for meeting in each)
    assert len(met) == number * (number - 1) // 2 and set(met.values()) == {1}
    assert all(len({i for meeting in each for i in meeting}) == 2 * len(each) for each in rounds)
    first = Counter(meeting[0] for each in rounds for meeting in each)
    games = number - 1
    assert all(abs(2 * first[index] - games) <= 2 for index in range(number))


# -- results ---------------------------------------------------------------------------------------


def finished(event: Event) -> list[tuple[Sitting, list[object]]]:
    """Play all boards of an event with clients at random; return the results of each sitting."""
    results = []
    for sitting in event.sittings:
        table = Wires(sitting.boards, seed=sitting.table)
        table.sit_all()
        table.run()
        names = ("Old", "Young")
        results.append(
            [
                result_of(each.board, event, sitting, names, (1.0, 2.0), "2026.01.31")
                for each in table.finished
            ]
        )
    return list(zip(event.sittings, results, strict=True))


EVENT = same_boards(3, boards(3), 0, Scoring.MATCHPOINTS)


def test_results_are_there_after_each_board_and_in_order_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "results.pbn"
    added = []
    with EventResults(file) as results:
        for _, kept in reversed(finished(EVENT)):
            for board in kept:
                results.add(board)
                added.append(board)
                assert len(read_pbn(file.read_text())) == len(added)
        with pytest.raises(InputError, match="board 1 of round 1, table 1, is there already"):
            results.add(added[-3])
        assert results.finish() == []
    tags = [(each.tag("Table"), each.number) for each in read_pbn(file.read_text())]
    assert tags == [(str(table), number) for table in (1, 2, 3) for number in (1, 2, 3)]
    (first, *_) = read_pbn(file.read_text())
    shown = {name: first.tag(name) for name in ("North", "East", "Round", "Scoring", "Room")}
    assert shown == {"North": "Old", "East": "Young", "Round": "1", "Scoring": "MP", "Room": ""}


def test_results_are_resumed(tmp_path: Path) -> None:
    file = tmp_path / "results.pbn"
    (one, kept), *_ = finished(EVENT)
    with EventResults(file) as results:
        results.add(kept[1])
    with pytest.raises(InputError, match="exists; use --resume"):
        EventResults(file)
    with EventResults(file, resume=True) as results:
        with pytest.raises(InputError, match="is being written by another program"):
            EventResults(file, resume=True)
        assert not results.cut_off
        assert [board.number for board in results.unfinished(one)] == [1, 3]
        assert len(results.unfinished(EVENT.sittings[1])) == 3
        results.add(kept[0])
    assert [board.number for board in read_pbn(file.read_text())] == [2, 1]
    other = same_boards(3, boards(3, seed=2), 0, Scoring.MATCHPOINTS)
    renamed = Sitting(1, 1, (Entrant("Blue"), Entrant("Green")), one.boards)
    with EventResults(file, resume=True) as results:
        with pytest.raises(InputError, match=r"board 1 of round 1, table 1 .* different deal"):
            results.unfinished(other.sittings[0])
        with pytest.raises(InputError, match="was played by Old, not by Blue"):
            results.unfinished(renamed)


def test_a_board_that_is_there_in_part_is_cut_off(tmp_path: Path) -> None:
    """Cut at any byte, the file is resumed with all boards before that."""
    file = tmp_path / "results.pbn"
    with EventResults(file) as results:
        for board in finished(EVENT)[0][1]:
            results.add(board)
    text = file.read_text()
    ends = [index + 2 for index in range(len(text)) if text.startswith("\n\n", index)]
    assert len(ends) == 3
    boards_of = cache(read_pbn)  # few texts are left: each is read once
    for size in range(len(text)):
        whole = sum(end <= size + 2 for end in ends)  # the empty line may be missing
        kept = without_part(text[:size])
        assert text.startswith(kept)
        assert boards_of(kept) == boards_of(text)[:whole], size
    file.write_text(text[: ends[1] + 300])
    with EventResults(file, resume=True) as results:
        assert results.cut_off
        assert [board.number for board in results.unfinished(EVENT.sittings[0])] == [3]
    assert file.read_text() == text[: ends[1]]


def test_a_board_that_is_added_by_hand_needs_no_empty_line(tmp_path: Path) -> None:
    file = tmp_path / "results.pbn"
    with EventResults(file) as results:
        for board in finished(EVENT)[0][1]:
            results.add(board)
    text = file.read_text().rstrip()
    assert without_part(text) == text
    first, _, last = text.rpartition("\n\n")
    assert without_part(f"{first}\n\n% PBN 2.1\n{last}\n") != f"{first}\n\n"


def test_boards_are_kept_until_they_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "results.pbn"
    first, second, third = finished(EVENT)[0][1]
    with EventResults(file) as results:
        results.add(first)
        before = file.read_bytes()
        with largest_file(len(before) + 100), pytest.raises(OSError, match="File too large"):
            results.add(second)
        assert file.read_bytes() == before
        results.add(third)
        assert [board.number for board in read_pbn(file.read_text())] == [1, 2, 3]
        assert results.finish() == []


def test_what_never_could_be_written_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    file = folder / "results.pbn"
    first, second, _ = finished(EVENT)[0][1]
    with EventResults(file) as results:
        results.add(first)
        with largest_file(0):
            with pytest.raises(OSError, match="File too large"):
                results.add(second)
            assert results.finish() == [second]
        file.unlink()
        with largest_file(0):
            assert results.finish() == [first, second]
        assert results.finish() == []
    assert [board.number for board in read_pbn(file.read_text())] == [1, 2]

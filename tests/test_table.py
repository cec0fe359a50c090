"""Boards at a table: what is played, how it is kept, compared, rotated and paced."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowager.auction import Auction, Call, Contract, Doubled, Strain, Vulnerability
from dowager.cards import Hand, Seat, random_deal
from dowager.errors import InputError
from dowager.formats import Board, Tag, write_pbn
from dowager.play import Budget, Play
from dowager.table import (
    Action,
    LiveBoard,
    Pace,
    PlayerBoard,
    Results,
    Robot,
    Row,
    boards_to_play,
    result_text,
    rotated,
    row_of,
    score_of,
    total,
    with_names,
    write_whole,
)
from support.random_boards import boards as any_boards
from support.systems import shipped
from support.wired_tables import boards

FOUR_SPADES = Contract(4, Strain.SPADES, Doubled.UNDOUBLED, Seat.NORTH)


def finished(board: Board, room: str = "Open", tricks: int = 10) -> Board:
    """Return a board as if four spades by North had been played."""
    done = replace(board, contract=FOUR_SPADES, tricks=tricks)
    return with_names(done, ("Old", "Young"), room, (1.25, 2.5), "2026.01.31")


# -- which boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (None, [1, 2, 3, 4, 5]),
        ("2-4", [2, 3, 4]),
        ("5,1", [5, 1]),
        ("1-2, 2-3", [1, 2, 3]),
        ("4", [4]),
    ],
)
def test_boards_are_chosen_by_number(wanted: str | None, numbers: list[int]) -> None:
    assert [board.number for board in boards_to_play(boards(5), wanted)] == numbers


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("6", "there is no board 6"),
        ("4-2", "no boards '4-2'"),
        ("one", "no boards 'one'"),
        ("", "no boards ''"),
        ("1-999999999", "no boards '1-999999999'"),
    ],
)
def test_bad_choices_are_told(wanted: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        boards_to_play(boards(5), wanted)


def test_boards_are_played_without_their_past() -> None:
    (before,) = boards(1)
    played = replace(finished(before), comments=("well played",))
    (again,) = boards_to_play([replace(played, tags=(*played.tags, Tag("Event", "Cup")))])
    assert again == replace(before, tags=(Tag("Event", "Cup"),))


def test_boards_without_a_number_get_their_place() -> None:
    plain = [replace(board, number=None) for board in boards(3)]
    assert [board.number for board in boards_to_play(plain)] == [1, 2, 3]


def test_a_board_needs_a_whole_deal_and_a_number_of_its_own() -> None:
    one, two = boards(2)
    with pytest.raises(InputError, match="board 2 has no complete deal"):
        boards_to_play([one, replace(two, hands=(None, None, None, None))])
    with pytest.raises(InputError, match="board 1 appears twice"):
        boards_to_play([one, replace(two, number=1)])


# -- rotating --------------------------------------------------------------------------------------


@given(any_boards(), st.integers(-5, 5))
def test_rotated_boards_rotate_back(board: Board, steps: int) -> None:
    assert rotated(rotated(board, steps), -steps) == board
    assert rotated(board, 4) == board


@given(any_boards())
def test_a_rotated_board_is_the_same_one_seat_on(board: Board) -> None:
    once = rotated(board)
    assert once.dealer is board.dealer.plus(1)
    for seat in Seat:
        assert once.hands[seat.plus(1)] == board.hands[seat]
        assert once.vulnerability.of(seat.plus(1)) == board.vulnerability.of(seat)
    if board.contract and board.tricks is not None:
        assert score_of(once) == -score_of(board)
        seats = [auction.seat_of(0) for auction in (board.auction, once.auction)]
        assert seats[1] is seats[0].plus(1)


# -- results ---------------------------------------------------------------------------------------


def test_results_are_whole_after_every_board_and_resumed(tmp_path: Path) -> None:
    file, played = tmp_path / "r.pbn", boards(3)
    with Results(file) as results:
        assert results.unfinished(played, "Open") == played
        results.add(finished(played[1]))
        results.add(finished(played[0], "Closed"))
    with Results(file, resume=True) as again:
        assert [board.number for board in again.unfinished(played, "Open")] == [1, 3]
        assert [board.number for board in again.unfinished(played, "Closed")] == [2, 3]
        again.add(finished(played[2]))
    with Results(file, resume=True) as kept:
        finished_boards = sorted((b.tag("Room"), b.number) for b in kept)
    assert finished_boards == [("Closed", 1), ("Open", 2), ("Open", 3)]
    assert list(tmp_path.iterdir()) == [file]


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "r.pbn"
    with Results(file):
        with pytest.raises(InputError, match="is being written by another program"):
            Results(file, resume=True)
        with Results(tmp_path / "other.pbn"):
            pass
    with Results(file, resume=True):
        pass


def test_results_are_not_overwritten_or_mixed_up(tmp_path: Path) -> None:
    file, played = tmp_path / "r.pbn", boards(2)
    with Results(file) as results:
        results.add(finished(played[0]))
    before = file.read_text()
    with pytest.raises(InputError, match="exists; use --resume to continue from it"):
        Results(file)
    other = boards(2, seed=77)
    with Results(file, resume=True) as results:
        with pytest.raises(InputError, match=r"board 1 in .* is a different deal"):
            results.unfinished(other, "Open")
        with pytest.raises(InputError, match="is already in"):
            results.add(finished(played[0]))
    assert file.read_text() == before


def test_only_those_who_have_played_go_on(tmp_path: Path) -> None:
    file, played = tmp_path / "r.pbn", boards(2)
    with Results(file) as results:
        assert results.check_teams("Open", ("A", "")) == ("A", "")
        results.add(finished(played[0]))
    names = results.teams("Open")
    assert names is not None and names[0] != names[1] and results.teams("Closed") is None
    assert results.check_teams("Open", ("", names[1].upper())) == names
    assert results.check_teams("Closed", ("A", "B")) == ("A", "B")
    with pytest.raises(InputError, match='in the Open room, not by "A" against anybody; use their'):
        results.check_teams("Open", ("A", ""))


def test_an_unfinished_board_of_a_file_is_played(tmp_path: Path) -> None:
    file, played = tmp_path / "r.pbn", boards(1)
    file.write_text(write_pbn([replace(played[0], calls=(Call.PASS, Call.C1))]))
    with Results(file, resume=True) as results:
        assert results.unfinished(played, "Open") == played


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "r.pbn"
    write_whole(file, "first")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(file, "second, longer")
    assert file.read_text() == "first"


def test_a_result_says_who_sat_where_and_what_it_scored() -> None:
    board = finished(replace(boards(1)[0], vulnerability=Vulnerability.NS), tricks=11)
    tags = {tag.name: tag.value for tag in board.tags}
    assert (tags["North"], tags["East"], tags["South"], tags["West"]) == (
        *("Old", "Young"),
        *("Old", "Young"),
    )
    assert tags["Score"] == "NS 650"
    assert tags["ThinkingTime"] == "NS 1.2 EW 2.5"


# -- comparing -------------------------------------------------------------------------------------


def test_rows_compare_both_rooms(tmp_path: Path) -> None:
    results, played = Results(tmp_path / "r.pbn"), boards(2)
    results.add(finished(played[0], "Open", 10))
    assert row_of(results, 1) is None
    results.add(finished(played[0], "Closed", 9))
    row = row_of(results, 1)
    # Board 1: nobody vulnerable, +420 against -50: 470 points are 10 IMPs (Law 78B).
    assert row is not None and row.imps == 10
    other = Row(2, row.closed_room, row.open_room)
    assert other.imps == -10
    assert total([row, other, other]) == (10, 20)


@pytest.mark.parametrize(("tricks", "text"), [(10, "4S-N ="), (12, "4S-N +2"), (7, "4S-N -3")])
def test_results_in_words(tricks: int, text: str) -> None:
    assert result_text(finished(boards(1)[0], tricks=tricks)) == text
    assert result_text(boards(1)[0]) == "passed out"


# -- a board in progress ---------------------------------------------------------------------------


def test_a_live_board_takes_nothing_illegal() -> None:
    live = LiveBoard(boards(1)[0])
    assert live.actor is Seat.NORTH and not live.to_lead
    with pytest.raises(InputError, match="there is no play now"):
        live.card(0)
    live.call(Call.S1)
    with pytest.raises(InputError, match="not legal"):
        live.call(Call.H1)
    for _ in range(3):
        live.call(Call.PASS)
    assert live.actor is Seat.EAST and live.to_lead and live.play is not None
    theirs = next(card for card in range(52) if card not in live.deal[Seat.EAST])
    with pytest.raises(InputError, match="does not hold it"):
        live.card(theirs)
    lead = next(iter(live.deal[Seat.EAST].cards()))
    live.card(lead)
    assert live.actor is Seat.NORTH and live.hands[-1] is Seat.EAST  # declarer plays dummy
    assert live.again().auction.calls == ()


def test_a_claim_gives_the_rest() -> None:
    live = LiveBoard(boards(1)[0])
    with pytest.raises(InputError, match="nothing to claim"):
        live.claim(Seat.NORTH)
    for call in (Call.NT3, Call.PASS, Call.PASS, Call.PASS):
        live.call(call)
    live.claim(Seat.EAST)
    assert live.over and live.tricks == 0 and live.actor is None
    assert live.record().tricks == 0


# -- time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [60.0, 120.0, 8.0, 0.0])
@pytest.mark.parametrize("overrun", [1.0, 1.3])
def test_the_pace_keeps_a_pair_within_its_time(seconds: float, overrun: float) -> None:
    """Both partners use all that they are given, and a third more: the pair stays in time."""
    for declares in (True, False):
        used = 0.0
        seats = (Seat.NORTH, Seat.SOUTH) if declares else (Seat.EAST, Seat.WEST)
        for seat in seats:
            clock = Clock()
            pace = Pace(seconds, clock.now)
            for _ in range(6):
                used += _spend(pace, Action.CALL, overrun * pace.for_call(), clock)
            play = Play(FOUR_SPADES)
            hands = random_deal(Random(5)).hands
            while not play.ended and seat is not play.dummy:
                if play.player is seat:
                    used += _spend(pace, Action.CARD, overrun * pace.for_card(play, seat), clock)
                play = play.after(play.legal(hands[play.turn])[0], hands[play.turn])
        assert used <= seconds


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


def _spend(pace: Pace, action: Action, seconds: float, clock: Clock) -> float:
    pace.start(action)
    clock.seconds += seconds
    pace.stop()
    return seconds


# -- robots ----------------------------------------------------------------------------------------


def seen_by(seat: Seat, hands: Sequence[Hand], play: Play) -> PlayerBoard:
    """Return what a defender sees of 1NT by North in the middle of its play."""
    auction = Auction.of_calls(
        Seat.NORTH, Vulnerability.NONE, (Call.NT1, Call.PASS, Call.PASS, Call.PASS)
    )
    return PlayerBoard(seat, 1, hands[seat], auction, {}, play, hands[Seat.SOUTH])


def test_a_robot_accepts_only_what_it_cannot_stop() -> None:
    """North plays notrump and shows his hand when all cards but the last are gone."""
    hands = random_deal(Random(3)).hands
    system = shipped("sayc")
    contract = Contract(1, Strain.NOTRUMP, Doubled.UNDOUBLED, Seat.NORTH)
    verdicts = []
    for seed in range(40):
        random = Random(seed)
        play = Play(contract)
        while len(play.cards) < 48:
            play = play.after(random.choice(play.legal(hands[play.turn])), hands[play.turn])
        last = play
        while not last.ended:
            last = last.after(last.legal(hands[last.turn])[0], hands[last.turn])
        ours = last.tricks > play.tricks
        for seat in (Seat.EAST, Seat.WEST):
            robot = Robot(seat, system)
            board = seen_by(seat, hands, play)
            said = robot.accepts(board, Seat.NORTH, hands[Seat.NORTH])
            assert said == ours
            verdicts.append(said)
    assert set(verdicts) == {True, False}


def test_a_robot_does_not_believe_cards_that_are_its_own() -> None:
    hands = random_deal(Random(3)).hands
    robot = Robot(Seat.EAST, shipped("sayc"))
    play = Play(Contract(1, Strain.NOTRUMP, Doubled.UNDOUBLED, Seat.NORTH))
    board = seen_by(Seat.EAST, hands, play)
    assert not robot.accepts(board, Seat.NORTH, board.hand)
    unseen = replace(board, dummy_hand=None)
    assert not robot.accepts(unseen, Seat.NORTH, hands[Seat.NORTH])


def test_a_robot_plays_on_where_dummy_is_never_shown() -> None:
    hands = random_deal(Random(3)).hands
    play = Play(Contract(1, Strain.NOTRUMP, Doubled.UNDOUBLED, Seat.NORTH))
    for _ in range(2):
        play = play.after(play.legal(hands[play.turn])[-1], hands[play.turn])
    board = replace(seen_by(Seat.WEST, hands, play), dummy_hand=None)
    choice = Robot(Seat.WEST, shipped("sayc")).card(board, Budget(1.0, time.monotonic))
    assert choice.card == play.legal(hands[Seat.WEST])[0]

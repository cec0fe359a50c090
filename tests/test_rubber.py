"""Rubber scores: a worked score sheet, every rule of the table, and what holds of any rubber."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowager.auction import (
    Contract,
    Doubled,
    Honours,
    LineKind,
    Rubber,
    Strain,
    Vulnerability,
    board_lines,
    honours_of,
    score,
)
from dowager.cards import Deal, Hand, Seat, Side

NS, EW = Side
K = LineKind


def contract(text: str) -> Contract:
    """Read `4SX-N`."""
    bid, _, seat = text.partition("-")
    strain = next(strain for strain in Strain if strain.letter == bid[1:].rstrip("X"))
    return Contract(int(bid[0]), strain, Doubled(bid.count("X")), Seat.parse(seat))


def sheet(*boards: tuple[str, int] | tuple[str, int, Honours]) -> Rubber:
    rubber = Rubber()
    for text, tricks, *honours in boards:
        rubber = rubber.after(contract(text) if text else None, tricks, *honours)
    return rubber


def points(rubber: Rubber, side: Side, kind: LineKind) -> list[int]:
    return [line.points for line in rubber.lines if (line.side, line.kind) == (side, kind)]


def test_a_worked_score_sheet() -> None:
    """A rubber in three games, each entry worked out by hand from the scoring table.

    1. 2H by South, 9 tricks: 60 below, 30 above.
    2. 3NT by West, 9 tricks: 100 below: game to East-West; North-South's 60 counts no more.
    3. passed out.
    4. 4S doubled by East (vulnerable), 8 tricks: 500 to North-South.
    5. 4S by North, 11 tricks, with four honours in South's hand: 120 below, 30 and 100 above: game.
    6. 6D by North (vulnerable), 12 tricks: 120 below, slam 750: game, and 500 for the rubber.
    """
    rubber = sheet(
        ("2H-S", 9),
        ("3NT-W", 9),
        ("", 0),
        ("4SX-E", 8),
        ("4S-N", 11, Honours(Seat.SOUTH, 100)),
        ("6D-N", 12),
    )
    assert rubber.over and rubber.winner is NS and rubber.games == (2, 1)
    assert points(rubber, NS, K.TRICKS) == [60, 120, 120]
    assert points(rubber, NS, K.OVERTRICKS) == [30, 30]
    assert points(rubber, NS, K.UNDERTRICKS) == [500]
    assert points(rubber, NS, K.HONOURS) == [100]
    assert points(rubber, NS, K.SLAM) == [750]
    assert points(rubber, NS, K.RUBBER) == [500]
    assert points(rubber, EW, K.TRICKS) == [100]
    assert (rubber.total(NS), rubber.total(EW)) == (2210, 100)


def test_part_scores_are_carried_and_wiped() -> None:
    rubber = sheet(("1NT-N", 7), ("2C-E", 8))
    assert rubber.part_scores == (40, 40) and rubber.games == (0, 0)
    rubber = rubber.after(contract("2D-S"), 8)
    assert rubber.part_scores == (80, 40)
    rubber = rubber.after(contract("1C-S"), 7)
    assert rubber.part_scores == (0, 0) and rubber.games == (1, 0)
    assert rubber.vulnerability is Vulnerability.NS
    assert rubber.after(contract("1C-E"), 7).part_scores == (0, 20)


def test_overtricks_never_make_a_game() -> None:
    rubber = sheet(("3H-N", 13))
    assert rubber.part_scores == (90, 0) and points(rubber, NS, K.OVERTRICKS) == [120]


def test_doubling_into_game() -> None:
    rubber = sheet(("2SX-N", 8))
    assert rubber.games == (1, 0) and points(rubber, NS, K.TRICKS) == [120]
    assert points(rubber, NS, K.DOUBLED) == [50]
    assert points(sheet(("1SXX-N", 8)), NS, K.REDOUBLED) == [100]
    assert points(sheet(("1SXX-N", 8)), NS, K.OVERTRICKS) == [200]


# What each undertrick costs, as the scoring table prints it: doubled, and redoubled twice that.
@pytest.mark.parametrize(
    ("games", "single", "doubled"),
    [((0, 0), 50, [100, 200, 200, 300, 300]), ((1, 0), 100, [200, 300, 300, 300, 300])],
)
def test_undertricks(games: tuple[int, int], single: int, doubled: list[int]) -> None:
    rubber = Rubber(games=games)
    for under in range(1, 6):
        for text, wanted in (
            ("5C-N", single * under),
            ("5CX-N", sum(doubled[:under])),
            ("5CXX-N", 2 * sum(doubled[:under])),
        ):
            (line,) = rubber.after(contract(text), 11 - under).lines
            assert (line.side, line.kind, line.points) == (EW, K.UNDERTRICKS, wanted)


def test_the_bonus_for_a_rubber() -> None:
    two = sheet(("4H-N", 10), ("5C-S", 11))
    assert points(two, NS, K.RUBBER) == [700]
    three = sheet(("4H-N", 10), ("3NT-E", 9), ("7NTX-W", 13))
    assert points(three, EW, K.RUBBER) == [500] and points(three, EW, K.SLAM) == [1500]
    with pytest.raises(ValueError, match="over"):
        three.after(None)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_impossible_tricks(tricks: int) -> None:
    with pytest.raises(ValueError, match="0 to 13"):
        Rubber().after(contract("4S-N"), tricks)


def test_a_rubber_that_is_broken_off() -> None:
    assert Rubber().broken_off() == Rubber()
    game = sheet(("4H-N", 10))
    assert points(game.broken_off(), NS, K.UNFINISHED) == [300]
    part = game.after(contract("1H-E"), 7)
    assert points(part.broken_off(), EW, K.UNFINISHED) == [100]
    assert points(part.broken_off(), NS, K.UNFINISHED) == [300]
    both = part.after(contract("1H-N"), 7).after(contract("4H-W"), 10)
    assert both.games == (1, 1) and both.broken_off() == both
    won = sheet(("4H-N", 10), ("4H-N", 10))
    assert won.broken_off() == won


@pytest.mark.parametrize(
    ("strain", "hand", "wanted"),
    [
        (Strain.SPADES, "AKQJT.32.432.432", 150),
        (Strain.SPADES, "AKQJ9.32.432.432", 100),
        (Strain.SPADES, "KQJT9.32.432.432", 100),
        (Strain.SPADES, "AKQ98.A2.A32.A32", None),
        (Strain.NOTRUMP, "AK2.A32.A32.A432", 150),
        (Strain.NOTRUMP, "AKQJT.A2.A32.K32", None),
        (Strain.HEARTS, "AKQJT.32.432.432", None),
    ],
)
def test_honours(strain: Strain, hand: str, wanted: int | None) -> None:
    held = Hand.parse(hand)
    for seat in Seat:
        others = iter(sorted(set(range(52)) - set(held.cards())))
        hands = [held if each is seat else Hand.of_cards([next(others) for _ in range(13)])
                 for each in Seat]  # fmt: skip
        # The other hands share the honours that are left, never four of them but where we have one.
        found = honours_of(Deal((hands[0], hands[1], hands[2], hands[3])).hands, strain)
        if wanted is None:
            assert found is None or found.seat is not seat
        else:
            assert found == Honours(seat, wanted)


def test_a_board_is_worth_its_duplicate_score_without_the_bonuses_of_duplicate() -> None:
    """`test_scoring` compares the duplicate score with printed tables and another program."""
    for level, strain, doubled, tricks, vulnerable in product(
        range(1, 8), Strain, Doubled, range(14), (False, True)
    ):
        made = Contract(level, strain, doubled, Seat.SOUTH)
        lines = board_lines(made, tricks, vulnerable)
        mine = sum(line.points if line.side is NS else -line.points for line in lines)
        below = sum(line.points for line in lines if line.kind.below)
        bonus = 0 if tricks < level + 6 else 50 if below < 100 else 500 if vulnerable else 300
        assert mine + bonus == score(made, tricks, vulnerable)


BOARDS = st.lists(
    st.one_of(
        st.none(),
        st.tuples(
            st.builds(
                Contract,
                st.integers(1, 7),
                st.sampled_from(Strain),
                st.sampled_from(Doubled),
                st.sampled_from(Seat),
            ),
            st.integers(0, 13),
            st.one_of(
                st.none(),
                st.builds(Honours, st.sampled_from(Seat), st.sampled_from([100, 150])),
            ),
        ),
    ),
    max_size=40,
)


@given(BOARDS)
def test_what_holds_of_any_rubber(
    boards: list[tuple[Contract, int, Honours | None] | None],
) -> None:
    """The sum of the lines is the score; below the line they make the games and part scores."""
    rubber = Rubber()
    for board in boards:
        if rubber.over:
            break
        before, rubber = rubber, rubber.after(*(board or (None,)))
        (lines,) = rubber.boards[len(before.boards) :]
        assert rubber.boards[: len(before.boards)] == before.boards
        for side in Side:
            won = sum(line.points for line in lines if line.side is side)
            assert rubber.total(side) == before.total(side) + won
            below = sum(line.points for line in lines if line.side is side and line.kind.below)
            carried = before.part_scores[side] + below
            assert (rubber.games[side] > before.games[side]) == (carried >= 100)
            assert rubber.part_scores[side] in (carried, 0) and rubber.part_scores[side] < 100
        assert all(line.points > 0 for line in lines)
    assert rubber.over == (LineKind.RUBBER in {line.kind for line in rubber.lines})
    assert sum(map(rubber.total, Side)) == sum(line.points for line in rubber.lines)
    early = rubber.broken_off()
    assert early.games == rubber.games and early.part_scores == rubber.part_scores

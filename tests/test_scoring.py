"""Duplicate scores against printed tables and endplay's scorer; IMPs at every boundary."""

from itertools import product

import pytest
from endplay.types import Contract as TheirContract
from endplay.types import Denom, Penalty, Player, Vul

from dowager.auction import Contract, Doubled, Strain, Vulnerability, imps, score, score_ns
from dowager.cards import Seat

# Contract, tricks, score not vulnerable, score vulnerable: the table printed with Law 77.
PRINTED = [
    ("1C", 7, 70, 70), ("1NT", 7, 90, 90), ("1NTXX", 7, 560, 760), ("1CX", 7, 140, 140),
    ("1CXX", 7, 230, 230), ("2S", 9, 140, 140), ("2HX", 8, 470, 670), ("2NT", 8, 120, 120),
    ("3NT", 9, 400, 600), ("3NT", 10, 430, 630), ("3NTX", 9, 550, 750), ("4S", 10, 420, 620),
    ("4S", 12, 480, 680), ("4SX", 10, 590, 790), ("4SX", 11, 690, 990), ("4HXX", 11, 1080, 1480),
    ("5C", 11, 400, 600), ("5DX", 11, 550, 750), ("6C", 12, 920, 1370), ("6S", 12, 980, 1430),
    ("6NT", 13, 1020, 1470), ("7C", 13, 1440, 2140), ("7H", 13, 1510, 2210),
    ("7NT", 13, 1520, 2220), ("7NTXX", 13, 2280, 2980), ("3NT", 8, -50, -100),
    ("4S", 7, -150, -300), ("3NTX", 7, -300, -500), ("4SX", 6, -800, -1100),
    ("4SX", 7, -500, -800), ("4SX", 9, -100, -200), ("5CXX", 9, -600, -1000),
    ("7NTX", 0, -3500, -3800), ("7NTXX", 0, -7000, -7600), ("1C", 0, -350, -700),
]  # fmt: skip


def contract_of(text: str, declarer: Seat = Seat.SOUTH) -> Contract:
    bid = text.rstrip("X")
    strain = next(strain for strain in Strain if strain.letter == bid[1:])
    return Contract(int(bid[0]), strain, Doubled(len(text) - len(bid)), declarer)


@pytest.mark.parametrize(("text", "tricks", "cheap", "dear"), PRINTED)
def test_printed_table(text, tricks, cheap, dear):
    assert score(contract_of(text), tricks, False) == cheap
    assert score(contract_of(text), tricks, True) == dear


DENOMS = [Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt]
PENALTIES = [Penalty.passed, Penalty.doubled, Penalty.redoubled]


@pytest.mark.parametrize("level", range(1, 8))
def test_every_score_is_endplays(level):
    for strain, doubled, tricks, vulnerable in product(Strain, Doubled, range(14), (False, True)):
        theirs = TheirContract(
            level=level,
            denom=DENOMS[strain],
            declarer=Player.north,
            penalty=PENALTIES[doubled],
            result=tricks - level - 6,
        ).score(Vul.both if vulnerable else Vul.none)
        ours = score(Contract(level, strain, doubled, Seat.NORTH), tricks, vulnerable)
        assert ours == theirs, (level, strain, doubled, tricks, vulnerable)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_impossible_tricks(tricks):
    with pytest.raises(ValueError, match="0 to 13"):
        score(contract_of("4S"), tricks, False)


@pytest.mark.parametrize(
    ("declarer", "vulnerability", "points"),
    [
        (Seat.NORTH, Vulnerability.NS, 620), (Seat.SOUTH, Vulnerability.EW, 420),
        (Seat.EAST, Vulnerability.EW, -620), (Seat.WEST, Vulnerability.NS, -420),
        (Seat.WEST, Vulnerability.BOTH, -620), (Seat.EAST, Vulnerability.NONE, -420),
    ],
)  # fmt: skip
def test_score_for_north_south(declarer, vulnerability, points):
    assert score_ns(contract_of("4S", declarer), 10, vulnerability) == points
    assert score_ns(None, 0, vulnerability) == 0


# The first and last difference of every row printed in Law 78B.
IMP_ROWS = [
    (0, 10), (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310),
    (320, 360), (370, 420), (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090),
    (1100, 1290), (1300, 1490), (1500, 1740), (1750, 1990), (2000, 2240), (2250, 2490),
    (2500, 2990), (3000, 3490), (3500, 3990), (4000, 15200),
]  # fmt: skip


@pytest.mark.parametrize(("won", "row"), list(enumerate(IMP_ROWS)))
def test_imps_at_every_boundary(won, row):
    for difference in row:
        assert imps(difference) == won
        assert imps(-difference) == -won

"""`dowager frequency`: exact shares that sum to one, samples that agree with them, pictures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.frequency import Frequency, bid_boards, frequency, kind_of, picture
from dowager.bidder import Bidder, decide
from dowager.cards import Seat, Suit, random_deal
from dowager.knowledge.counting import ALL_HANDS
from dowager.knowledge.public import View
from dowager.knowledge.sampling import deals_for
from dowager.language.files import load_system
from support.commands import TINY, Dowager
from support.systems import shipped_bidder

GENERATOR = 7
BALANCED_15_17 = 30_897_212_184
RANDOM_HANDS = 6000


def _view(system: str, calls: str) -> View:
    bidder = Bidder(load_system(system))
    words = parse_calls(calls.split())
    return bidder.view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, words))


def _often(view: View, **more: Any) -> Frequency:
    return frequency(view, np.random.default_rng(GENERATOR), **more)


def _hands_of(often: Frequency) -> int:
    """All hands of all rules and of none, as whole numbers."""
    assert often.exact
    return sum(rule.share.hands or 0 for call in often.calls for rule in call.rules) + (
        often.none.hands or 0
    )


# --- exact shares


def test_a_small_systems_openings_are_known_numbers() -> None:
    often = _often(_view("tests/data/tiny", ""))
    made = {call.call: call.share.hands for call in often.calls}
    assert made[Call.NT1] == BALANCED_15_17
    # 0 to 11 HCP: 65.1828% of all hands, by the published table of HCP.
    assert made[Call.PASS] == pytest.approx(0.651828 * ALL_HANDS, rel=1e-5)
    assert often.none.hands == ALL_HANDS - sum(hands or 0 for hands in made.values()) > 0
    assert _hands_of(often) == ALL_HANDS == often.none.of


@pytest.mark.parametrize(
    "calls",
    ["", "P P P", "1NT P", "1S 2H", "1H P 1S P 2C P", "P 1D P 1S P 1NT P", "1NT P 2C P 2H P"],
)
def test_shares_are_whole_numbers_of_hands_that_sum_to_one(calls: str) -> None:
    often = _often(_view("sayc", calls))
    assert often.none.of is not None and _hands_of(often) == often.none.of
    for call in often.calls:
        assert call.share.hands == sum(rule.share.hands or 0 for rule in call.rules)


def test_rules_of_one_call_stand_apart() -> None:
    often = _often(_view("sayc", "1NT P"))
    (stayman,) = [call for call in often.calls if call.call is Call.C2]
    used = {rule.location: rule.share.hands for rule in stayman.rules if rule.share.hands}
    assert len(used) == 3 and sum(used.values()) == stayman.share.hands
    assert len({rule.location for rule in stayman.rules}) == len(stayman.rules)
    for call in _often(_view("sayc", "")).calls:
        if call.call in (Call.H1, Call.S1):  # one rule stands for both
            assert sum(rule.share.value > 0 for rule in call.rules) == 1


def test_calls_are_as_frequent_as_the_bidder_makes_them() -> None:
    bidder = shipped_bidder()
    random = Random(3)
    made: Counter[Call] = Counter()
    for _ in range(RANDOM_HANDS // 4):
        deal = random_deal(random)
        made.update(bidder.choose(hand, Auction(Seat.NORTH)).call for hand in deal.hands)
    shares = {call.call: call.share.value for call in _often(_view("sayc", "")).calls}
    assert len(made) > 10
    for call, value in shares.items():
        error = (value * (1 - value) / RANDOM_HANDS) ** 0.5
        assert abs(made[call] / RANDOM_HANDS - value) < 4.5 * error + 1e-12, call


def test_what_is_too_much_work_is_sampled_and_agrees() -> None:
    view = _view("sayc", "1NT P")
    exact, sampled = _often(view), _often(view, effort=0, draws=20_000)
    assert exact.exact and not sampled.exact and sampled.none.drawn == 20_000
    for one, other in zip(exact.calls, sampled.calls, strict=True):
        assert abs(one.share.value - other.share.value) <= 2.2 * other.share.error


def test_whole_deals_leave_other_shares_than_single_hands() -> None:
    view = _view("tests/data/tiny", "1NT P")
    sample = deals_for(view, None, np.random.default_rng(1), 4000)
    hands = np.ascontiguousarray(sample.holdings[:, Seat.SOUTH].T)
    often = _often(view, hands=hands)
    enough = next(call for call in often.calls if call.call is Call.PASS)
    alone = next(call for call in _often(view).calls if call.call is Call.PASS)
    # Partner has 15 to 17 of the points, and so the hand is weaker than one alone.
    assert enough.share.value - alone.share.value > 2 * enough.share.error
    passing = sum(decide(view, deal[Seat.SOUTH]).call is Call.PASS for deal in sample)
    assert enough.share.value == passing / 4000


# --- pictures


def test_the_picture_of_a_notrump_is_known() -> None:
    shown = picture(_view("tests/data/tiny", ""), Call.NT1, np.random.default_rng(1))
    assert shown is not None
    assert list(shown.hcp) == [15, 16, 17]
    assert sum(share.hands or 0 for share in shown.hcp.values()) == BALANCED_15_17
    assert set(shown.patterns) == {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}
    assert next(iter(shown.patterns)) == (4, 4, 3, 2)
    assert len(shown.shapes) == 4 + 12 + 12
    for suit in Suit:
        assert list(shown.lengths[suit]) == [2, 3, 4, 5]
        assert sum(share.hands or 0 for share in shown.lengths[suit].values()) == BALANCED_15_17


def test_a_sampled_picture_agrees_with_the_exact_one() -> None:
    view = _view("sayc", "")
    exact = picture(view, Call.C1, np.random.default_rng(1))
    sampled = picture(view, Call.C1, np.random.default_rng(1), effort=0, draws=20_000)
    assert exact is not None and sampled is not None
    assert {share.exact for share in sampled.hcp.values()} == {False}
    assert sum(share.value for share in sampled.hcp.values()) == pytest.approx(1)
    for hcp, share in sampled.hcp.items():
        assert abs(share.value - exact.hcp[hcp].value) <= 2 * share.error
    for shape, share in sampled.shapes.items():
        assert abs(share.value - exact.shapes[shape].value) <= 2.5 * share.error


def test_there_is_no_picture_of_a_call_that_no_hand_makes() -> None:
    view = _view("tests/data/tiny", "1NT P 2C P")
    assert picture(view, Call.NT3, np.random.default_rng(1)) is None
    assert picture(view, Call.NT3, np.random.default_rng(1), effort=0, draws=100) is None
    assert picture(view, Call.D2, np.random.default_rng(1)) is not None


# --- random boards


def test_random_boards_are_counted() -> None:
    bidder = Bidder(load_system("tests/data/tiny"))
    found = bid_boards(bidder, 400, 5)
    assert found.boards == 400
    assert found.auctions == bid_boards(bidder, 400, 5).auctions
    assert found.auctions != bid_boards(bidder, 400, 6).auctions
    for shares in (found.auctions, found.contracts, found.kinds):
        assert sum(share.value for share in shares.values()) == pytest.approx(1)
        values = [share.value for share in shares.values()]
        assert values == sorted(values, reverse=True)
    notrump = sum(s.value for (seat, call), s in found.openings.items() if call is Call.NT1)
    passed = found.kinds["passed out"].value
    assert 0 < notrump < 0.2 and sum(s.value for s in found.openings.values()) == pytest.approx(
        1 - passed
    )
    assert {seat for seat, _ in found.openings} == {1, 2, 3, 4}
    first = found.openings[1, Call.NT1]
    assert abs(first.value - BALANCED_15_17 / ALL_HANDS) < 2 * first.error
    assert found.contested.value == 0  # its opponents always pass
    assert 0 < found.without.value < 1  # some hands of 12 and more have no opening


@pytest.mark.parametrize(
    ("calls", "kind"),
    [("P P P P", "passed out"), ("2NT P P P", "part score"), ("3NT P P P", "game"),
     ("4D P P P", "part score"), ("4H P P P", "game"), ("5C P P P", "game"),
     ("6C P P P", "small slam"), ("7NT P P P", "grand slam")],
)  # fmt: skip
def test_kinds_of_contracts(calls: str, kind: str) -> None:
    words = parse_calls(calls.split())
    assert kind_of(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, words).contract) == kind


# --- the command


def test_frequency_tells_calls_and_rules(run: Dowager) -> None:
    result = run("frequency", "--calls", "start", *TINY)
    assert (result.code, result.err) == (0, "")
    notrump = next(line for line in result.out.splitlines() if line.startswith("1NT"))
    assert "4.87%" in notrump and "30,897,212,184" in notrump and "strong notrump" in notrump
    assert "tests/data/tiny/system.yaml:6" in notrump
    assert "no rule" in result.out and "exact: of 635,013,559,600 hands" in result.out


def test_frequency_as_json_sums_to_one_exactly(run: Dowager) -> None:
    answer = run("frequency", "--calls", "1NT P", "--json", *TINY).json
    hands = [rule["hands"] for call in answer["made"] for rule in call["rules"]]
    assert sum(hands) + answer["none"]["hands"] == ALL_HANDS
    assert answer["exact"] and answer["seat"] == "S" and answer["calls"] == ["1NT", "P"]
    stayman = next(call for call in answer["made"] if call["call"] == "2C")
    assert stayman["rules"][0]["text"] == "8+ HCP, either exactly 4 spades or exactly 4 hearts"


def test_frequency_without_calls_has_a_column_for_each_seat(run: Dowager, tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    folder.mkdir()
    (folder / "system.yaml").write_text(
        "system: seats\nsections:\n"
        "- {after: start, seat: 3..4, rules: [{call: 1C, hand: hcp >= 10}]}\n"
        "- {after: start, rules: [{call: 1D, hand: hcp >= 12}, {call: P}]}\n"
    )
    answer = run("frequency", str(folder), "--json").json
    calls = [{call["call"]: call["share"] for call in seat["made"]} for seat in answer]
    assert [seat["seat"] for seat in answer] == ["N", "E", "S", "W"]
    assert "1C" not in calls[0] and "1C" not in calls[1]
    assert calls[2]["1C"] == calls[3]["1C"] > 0.3 and calls[2]["1D"] == 0 < calls[0]["1D"]
    text = run("frequency", "--system", str(folder)).out.splitlines()
    assert text[0].split() == [
        *("call", "1st", "seat", "2nd", "seat", "3rd", "seat", "4th", "seat")
    ]


def test_frequency_of_deals_says_its_error(run: Dowager) -> None:
    args = ("frequency", "--calls", "1NT P", "--deals", "500", *TINY)
    result = run(*args)
    assert result.code == 0 and "of 500 draws; ± two standard errors" in result.out
    assert "% ± " in result.out and result.out == run(*args).out
    assert result.out != run(*args, "--seed", "2").out
    answer = run(*args, "--json").json
    assert not answer["exact"] and answer["none"]["hands"] is None


def test_frequency_pictures_a_call(run: Dowager) -> None:
    result = run("frequency", "--call", "1NT", *TINY)
    assert result.code == 0 and "4-4-3-2" in result.out and "█" in result.out
    assert "exact: of 30,897,212,184 hands" in result.out
    answer = run("frequency", "--call", "1NT", "--json", *TINY).json
    assert list(answer["hcp"]) == ["15", "16", "17"]
    assert sum(share["hands"] for share in answer["shapes"].values()) == BALANCED_15_17
    assert run("frequency", "--call", "1NT", "--deals", "300", *TINY).code == 0


def test_frequency_of_a_call_that_no_hand_makes_exits_with_1(run: Dowager) -> None:
    result = run("frequency", "--calls", "1NT P 2C P", "--call", "3NT", *TINY)
    assert (result.code, result.out) == (1, "")
    assert result.err == "no hand makes 3NT after 1NT P 2C P\n"


def test_frequency_of_random_boards(run: Dowager) -> None:
    result = run("frequency", "--auctions", "60", "--top", "3", *TINY)
    assert result.code == 0 and "part score" in result.out and "± " in result.out
    answer = run("frequency", "--auctions", "60", "--top", "3", "--json", *TINY).json
    assert answer["boards"] == 60 and len(answer["auctions"]) == 3


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--calls 1C,1C", "not legal"),
        ("--calls P,P,P,P", "the auction has ended"),
        ("--calls 1NT --call 1C", "1C is not legal after: 1NT"),
        ("--call 9C", "no call '9C'"),
        ("--auctions 5 --calls 1NT", "leave out --calls, --call and --deals"),
        ("nowhere", "no system 'nowhere'"),
    ],
)
def test_wrong_input_gets_one_line(run: Dowager, args: str, words: str) -> None:
    result = run("frequency", *TINY, *args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1

"""Rules that only read: every call that a stranger may make is read as something sensible."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.knowledge.public import CallRecord
from dowager.language.files import load_system
from support.commands import Dowager
from support.systems import write_system

BARE = Path(__file__).parent / "data" / "bare"

READINGS = [
    ("1D", "natural suit"),
    ("1D 2D", "cue bid"),
    ("1S P 2S", "raise"),
    ("1S P 3S", "jump raise"),
    ("1S P 4S", "raise to game"),
    ("1H P 1NT P 2H", "rebid"),
    ("1H P 1NT P 3H", "jump rebid"),
    ("1H P 1S", "natural suit"),
    ("1H 2S", "natural jump"),
    ("1H 3S", "preemptive jump"),
    ("1C P P 2C", "cue bid"),
    ("1C 4H", "high bid"),
    ("1C 5D", "high bid"),
    ("1S P 1NT", "natural notrump"),
    ("1S P 2NT", "natural notrump"),
    ("1S P 3NT", "game in notrump"),
    ("4S 4NT", "high notrump"),
    ("1C 7C", "high bid"),
    ("1S P 4NT", "quantitative notrump"),
    ("1S P 6NT", "slam in notrump"),
    ("1S X", "takeout double"),
    ("4S X", "penalty double"),
    ("1S X XX", "strength"),
    ("1S P", "nothing to say"),
    ("1S P 3S P 4C", "try or control beside the agreed suit"),
    ("1C P 2S", "strong jump in a new suit"),
    ("1C P 2NT P 4S", "natural jump"),  # a game is no question
    ("1C P 3D", "new suit at the three-level"),
    ("1C P 1H P 1S P 4C", "raise past three notrump"),
    ("1S X P 3S", "game values, by a jump in their suit"),
    ("1H P P 2C X P 3C", "a bid of their suit by a hand that has passed"),
    ("1D 1S X 4S 4NT", "both minors over their game"),
    ("1S P 2S P 4D", "jump beside the agreed suit"),
    ("1D 1S P 3D", "raise by a jump in their suit"),
    ("1C 1D P P X 3D P 4C", "raise by a high bid in their suit"),
    ("1D P 1H P 3NT P 4C", "new suit past three notrump"),
]


def _auction(calls: str) -> Auction:
    return Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))


@pytest.fixture(scope="module")
def bidder() -> Bidder:
    return Bidder(load_system(str(BARE)))


@pytest.mark.parametrize(("calls", "name"), READINGS)
def test_a_call_is_read(bidder: Bidder, calls: str, name: str) -> None:
    record = bidder.view(_auction(calls)).records[-1]
    assert record.rule is not None
    assert record.rule.rule.name == name


def test_every_rule_is_read() -> None:
    """A rule that is added without a reading here is found."""
    written = {rule.name for rule in load_system(str(BARE)).rules}
    assert written - {name for _, name in READINGS} <= {"natural bid of their suit"}


# -- what experience says of calls that nobody agreed ----------------------------------------------

TRANSFERS = """\
system: transfers
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - {call: P, name: no opening bid}
  - after: 1NT
    rules:
      - {call: 2D, name: transfer, hand: H >= 5, artificial: true, shows: H, forcing: round}
      - {call: P, name: nothing to say}
  - after: 1NT
    layer: unagreed
    rules:
      - call: 4D
        name: long hearts
        hand: H >= 6
        artificial: true
        shows: H
        tags: [texas]
        forcing: round
  - after: 1NT 4D
    when: partner.tagged(texas)
    rules:
      - {call: 4H, name: completes it}
  - after: 1NT 2D
    rules:
      - {call: 2H, name: completes it too, artificial: true}
  - after: [1NT 2D 2H, 1NT 4D 4H]
    rules:
      - {call: P, name: enough}
  - when: theirs or passes >= 3
    rules: [{call: P, name: quiet}]
  - when: level <= 7
    layer: last resort
    rules:
      - {call: 4x, name: high bid, hand: x >= 5}
      - {call: P, name: whatever}
"""
NOTRUMP = Hand.parse("AQ62.KJ4.KT73.Q9")
NOTHING = "      - {call: P, name: nothing to say}\n"
LONG_DIAMONDS = "      - {call: 4D, name: long diamonds, hand: D >= 7}\n"


def _read(system: Path, calls: str) -> CallRecord:
    return Bidder(load_system(str(system))).view(_auction(calls)).records[-1]


def test_what_is_not_agreed_is_read_before_the_last_resort(tmp_path: Path) -> None:
    file = write_system(tmp_path, TRANSFERS)
    record = _read(file, "1NT P 4D")
    assert record.rule is not None and record.rule.rule.name == "long hearts"
    assert [rule.rule.name for rule in record.rules] == ["long hearts"]
    assert record.relaxed == (2,) and not record.contradicts
    answer = Bidder(load_system(str(file))).choose(NOTRUMP, _auction("1NT P 4D P"))
    assert answer.call is Call.H4
    assert _read(file, "1NT P 4S").contradicts


def test_what_some_hand_bids_by_the_rules_is_not_read_so(tmp_path: Path) -> None:
    file = write_system(tmp_path, TRANSFERS.replace(NOTHING, LONG_DIAMONDS + NOTHING))
    record = _read(file, "1NT P 4D")
    assert record.rule is not None and record.rule.rule.name == "long diamonds"
    assert record.relaxed == ()


def test_quizzes_and_checks_go_on_from_what_is_not_agreed(tmp_path: Path, run: Dowager) -> None:
    file = write_system(tmp_path, TRANSFERS)
    quiz = "quizzes: [{after: %s, hands: [AQ62.KJ4.KT73.Q9: %s]}]\n"
    (tmp_path / "quizzes.yaml").write_text(quiz % ("1NT P 4D P", "4H"))
    assert run("quiz", "--system", str(file)).code == 0
    report = run("check", str(file), "--boards", "20", "--remarks").out
    assert "dead rule" not in report and "unreached rule" not in report, report
    (tmp_path / "quizzes.yaml").write_text(quiz % ("1NT P 4S P", "P"))
    answer = run("quiz", "--system", str(file))
    assert answer.code == 1 and "call 3, 4S, fits no hand by the rules" in answer.out

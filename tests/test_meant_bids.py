"""What a pattern asks a bid to mean: natural or artificial, strong or weak."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dowager.alerts import read_alert
from dowager.auction import Auction, Call, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.errors import Fault, Span, SystemFaults
from dowager.language.compile import System
from dowager.language.files import load_file
from dowager.language.text import Text, read_pattern
from support.systems import write_system

OPENINGS = """\
system: openings
sections:
  - after: start
    rules:
      - {call: 1C, name: strong club, hand: hcp >= 17, artificial: true}
      - {call: 1D, name: any minor, hand: C >= 4 or D >= 4, artificial: true}
      - {call: 1M, name: natural, hand: M >= 5}
      - {call: 2D, name: Multi, hand: (H >= 6 or S >= 6) and hcp in 5..9, artificial: true}
      - {call: 2M, name: other major, hand: other(M) >= 6, artificial: true, shows: other(M)}
      - {call: 2C, name: intermediate, hand: C >= 6 and hcp in 10..15}
      - {call: P, name: none}
"""

ASKING = """\
system: asking
sections:
  - {after: (1x), rules: [{call: 7C, name: a suit}]}
  - {after: (1C:strong:artificial), rules: [{call: 7D, name: strong club}]}
  - {after: (2x), rules: [{call: 7C, name: a suit}]}
  - {after: (2D:artificial:weak), rules: [{call: 7D, name: Multi}]}
  - {after: (2x:any), rules: [{call: 7H, name: any}]}
  - {after: (2C:strong), rules: [{call: 7S, name: strong}]}
  - {after: "1M (P) 2m:natural", rules: [{call: 7C, name: natural}]}
  - {after: "1M (P) 2m", rules: [{call: 7H, name: any}]}
  - {after: "1x (2x)", rules: [{call: 7C, name: cue bid}]}
"""


@cache
def _systems(folder: Path) -> tuple[System, System]:
    return (
        load_file(write_system(folder / "openings", OPENINGS)),
        load_file(write_system(folder / "asking", ASKING)),
    )


def _names(bidder: Bidder, calls: str, alerts: dict[int, str] | None = None) -> list[str]:
    """Return the names of the rules that apply after some calls, the last of them alerted."""
    said = {index: read_alert(text).node() for index, text in (alerts or {}).items()}
    auction = Auction(Seat.NORTH, calls=tuple(parse_calls(calls.split())))
    view = bidder.view(auction, said)
    return [rule.rule.name for rule in view.position]


@pytest.mark.parametrize(
    ("calls", "names"),
    [
        ("1C", ["strong club"]),
        ("1D", ["a suit"]),  # artificial, but neither strong nor another suit
        ("1H", ["a suit"]),
        ("2C", ["a suit", "any"]),
        ("2D", ["a suit", "Multi", "any"]),
        ("2H", ["any"]),  # it shows spades
        ("2NT", []),
    ],
)
def test_openings_of_another_system(calls: str, names: list[str], tmp_path: Path) -> None:
    openings, asking = _systems(tmp_path)
    assert _names(Bidder(openings, asking), calls) == names


@pytest.mark.parametrize(
    ("call", "alert", "names"),
    [
        ("1C", "16+ HCP", ["strong club"]),
        ("1C", "2+ clubs, 11-21 HCP", ["a suit"]),
        ("1C", "", ["a suit"]),
        ("1S", "11-21 HCP", ["a suit"]),
        ("2D", "6+ hearts, 5-9 HCP", ["Multi", "any"]),
        ("2C", "22+ HCP", ["any", "strong"]),
    ],
)
def test_openings_of_strangers(call: str, alert: str, names: list[str], tmp_path: Path) -> None:
    _, asking = _systems(tmp_path)
    silent = load_file(
        write_system(
            tmp_path / "silent", "system: silent\nsections:\n  - {after: start, rules: [call: P]}\n"
        )
    )
    bidder = Bidder(silent, asking)
    assert _names(bidder, call, {0: alert} if alert else None) == names


def test_a_strong_club_is_no_suit_of_ours(tmp_path: Path) -> None:
    text = OPENINGS + (
        "  - {after: 1x, rules: [{call: 2x, name: raise, hand: x >= 3}]}\n"
        "  - {after: '1x:any', rules: [{call: 7C, name: any}]}\n"
        "  - {after: 1C, rules: [{call: 1D, name: negative}]}\n"
        "  - {after: '1C (1x)', rules: [{call: X, name: values}]}\n"
    )
    bidder = Bidder(load_file(write_system(tmp_path, text)))
    assert _names(bidder, "1C P") == ["any", "negative"]
    assert _names(bidder, "1D P") == ["any"]
    assert _names(bidder, "1S P") == ["raise", "any"]


def test_an_alert_of_strength_leaves_partners_opening_a_suit(tmp_path: Path) -> None:
    text = "system: t\nsections:\n  - {after: 1x, rules: [{call: 2x, name: raise, hand: x >= 3}]}\n"
    bidder = Bidder(load_file(write_system(tmp_path, text)))
    assert _names(bidder, "1S P", {0: "11-21 HCP"}) == ["raise"]
    assert _names(bidder, "1C P", {0: "16+ HCP"}) == []


def test_a_letter_that_is_bound_may_be_bid_in_any_sense(tmp_path: Path) -> None:
    text = ASKING + (
        "  - after: start\n    rules: [{call: 1x, name: opening, hand: x >= 4}]\n"
        "  - after: (1x)\n    rules: [{call: 2x, name: Michaels, hand: S >= 5, artificial: true}]\n"
        "  - after: 1M\n    rules: [{call: 2C, name: Drury, hand: M >= 3, artificial: true},"
        " {call: 2D, name: diamonds, hand: D >= 5}]\n"
    )
    bidder = Bidder(load_file(write_system(tmp_path, text)))
    assert _names(bidder, "1D 2D") == ["cue bid"]
    assert _names(bidder, "1S P 2C P") == ["any"]
    assert _names(bidder, "1S P 2D P") == ["natural", "any"]


@pytest.mark.parametrize(
    ("pattern", "column", "message"),
    [
        ("1C:strnog", 4, "no word 'strnog' for a bid; did you mean 'strong'?"),
        ("1C:", 4, "no word '' for a bid; there are natural, artificial, strong, weak, any"),
        ("1H (X:weak)", 7, "'weak' is said of bids only: 2D:weak"),
        ("1H (?:weak)", 7, "'weak' is said of bids only: 2D:weak"),
        ("1C:weak:strong", 4, "no bid is both weak and strong"),
        ("1x:any:natural", 4, "no bid is both natural and any"),
    ],
)
def test_faults(pattern: str, column: int, message: str) -> None:
    faults: list[Fault] = []
    read_pattern(Text(pattern, Span("f", 1, 1)), faults)
    [fault] = faults
    assert fault.span.column == column
    assert fault.message.startswith(message)


def test_words_are_for_patterns_of_auctions(tmp_path: Path) -> None:
    text = "system: t\nsections:\n  - {when: partner.last(2x:weak), rules: [call: P]}\n"
    with pytest.raises(SystemFaults):
        load_file(write_system(tmp_path, text))


def test_an_opening_pass_is_heard(tmp_path: Path) -> None:
    openings, asking = _systems(tmp_path)
    view = Bidder(openings, asking).view(Auction(Seat.NORTH, calls=(Call.PASS, Call.C1)))
    assert not view.records[0].artificial and not view.records[1].artificial

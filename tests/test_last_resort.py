"""The last resort alone: every call that a stranger may make is read as something sensible."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.language.files import load_system

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
]


@pytest.fixture(scope="module")
def bidder() -> Bidder:
    return Bidder(load_system(str(BARE)))


@pytest.mark.parametrize(("calls", "name"), READINGS)
def test_a_call_is_read(bidder: Bidder, calls: str, name: str) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    record = bidder.view(auction).records[-1]
    assert record.rule is not None
    assert record.rule.rule.name == name


def test_every_rule_is_read() -> None:
    """A rule that is added without a reading here is found."""
    written = {rule.name for rule in load_system(str(BARE)).rules}
    assert written - {name for _, name in READINGS} <= {"natural bid of their suit"}

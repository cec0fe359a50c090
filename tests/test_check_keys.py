"""`to_play` and `alternatives`: what `dowager check` makes of them, and that bidding does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dowager.auction import Auction, Vulnerability
from dowager.authoring.check import Extent, Finding, FindingKind, check_system
from dowager.bidder import Bidder
from dowager.cards import Seat, random_deal
from dowager.language.files import load_file

FORCE = """\
system: doubles
sections:
  - after: start
    rules:
      - {call: 1C, name: opening, hand: C >= 3 and hcp >= 10}
      - {call: P, name: no opening}
  - after: (1C)
    rules:
      - {call: X, name: takeout double, hand: hcp >= 9, forcing: round}
  - after: (1C) X
    rules:
      - {call: P, name: penalty pass, hand: C >= 5@to_play@}
      - {call: 1D, name: advance}
  - when: level >= 1
    layer: natural
    rules:
      - {call: P, name: nothing more}
"""
"""A takeout double, and a hand that passes it; @...@ is where keys are put in."""

ARTIFICIAL = """\
system: relay
sections:
  - after: start
    rules:
      - {call: 1C, name: opening, hand: C >= 3 and hcp >= 10}
      - {call: P, name: no opening}
  - after: 1C
    rules:
      - {call: 1D, name: relay, hand: hcp >= 6, artificial: true}
  - after: 1C 1D
    rules:
      - {call: P, name: diamonds, hand: D >= 5@to_play@}
      - {call: 1NT, name: no diamonds}
  - when: level >= 1
    layer: natural
    rules:
      - {call: P, name: nothing more}
"""
"""An artificial response, and a hand that leaves it in."""

MAJORS = """\
system: majors
sections:
  - after: start
    @alternatives@
    rules:
      - {call: 1H, name: hearts, hand: H >= 5@hearts@}
      - {call: 1S, name: spades, hand: S >= 5@spades@}
      - {call: P, name: no opening}
  - when: level >= 1
    layer: natural
    rules:
      - {call: P, name: nothing more}
"""
"""Two openings; only order keeps them apart, unless conditions are put in."""

PUT_IN = {"to_play": ", to_play: true", "alternatives": "alternatives: true"}


pytestmark = pytest.mark.usefixtures("no_cache")


def _write(folder: Path, text: str, **parts: str) -> Path:
    for name in ("to_play", "alternatives", "hearts", "spades"):
        text = text.replace(f"@{name}@", parts.get(name, ""))
    folder.mkdir(exist_ok=True)
    path = folder / "system.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def _faults(folder: Path, text: str, **parts: str) -> list[Finding]:
    path = _write(folder, text, **parts)
    faults = check_system(str(path.parent), Extent(boards=200, depth=6)).faults
    return [fault for fault in faults if fault.kind is not FindingKind.PASSED_OUT]


@pytest.mark.parametrize(
    ("text", "kind", "name", "suit"),
    [
        (FORCE, FindingKind.FORCE, "penalty pass", 0),
        (ARTIFICIAL, FindingKind.ARTIFICIAL, "diamonds", 1),
    ],
    ids=["force", "artificial"],
)
def test_a_pass_that_is_meant_is_no_fault(
    tmp_path: Path, text: str, kind: FindingKind, name: str, suit: int
) -> None:
    (fault,) = _faults(tmp_path, text)
    assert (fault.kind, fault.name) == (kind, name)
    assert fault.hand is not None and fault.hand.lengths[suit] >= 5
    assert _faults(tmp_path, text, to_play=PUT_IN["to_play"]) == []


def test_a_pass_that_is_meant_excuses_no_other(tmp_path: Path) -> None:
    second = ", to_play: true}\n      - {call: P, name: too weak, hand: hcp <= 3"
    (fault,) = _faults(tmp_path, FORCE, to_play=second)
    assert (fault.kind, fault.name) == (FindingKind.FORCE, "too weak")
    assert fault.hand is not None and fault.hand.lengths[0] <= 4


def test_alternatives_that_a_hand_fits_both_of_are_shown(tmp_path: Path) -> None:
    (fault,) = _faults(tmp_path, MAJORS, alternatives=PUT_IN["alternatives"])
    assert (fault.kind, fault.name) == (FindingKind.OVERLAP, "hearts")
    assert fault.hand is not None
    _, _, hearts, spades = fault.hand.lengths
    assert hearts >= 5 and spades >= 5


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"alternatives": PUT_IN["alternatives"], "hearts": " and H >= S", "spades": " and S > H"},
    ],
    ids=["order is meant", "disjoint"],
)
def test_rules_that_order_or_conditions_keep_apart_are_no_fault(
    tmp_path: Path, parts: dict[str, str]
) -> None:
    assert _faults(tmp_path, MAJORS, **parts) == []


@pytest.mark.parametrize("text", [FORCE, ARTIFICIAL, MAJORS], ids=["force", "artificial", "majors"])
def test_bidding_is_the_same_with_the_keys_and_without(tmp_path: Path, text: str) -> None:
    without = Bidder(load_file(_write(tmp_path / "without", text)))
    given = Bidder(load_file(_write(tmp_path / "given", text, **PUT_IN)))
    random = Random(3)
    for _ in range(40):
        deal = random_deal(random)
        auction = Auction(Seat.NORTH, Vulnerability.NONE)
        while not auction.ended:
            call = without.choose(deal[auction.turn], auction).call
            assert given.choose(deal[auction.turn], auction).call == call
            auction = auction.after(call)

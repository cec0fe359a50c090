"""Tests of `dowager check`: every kind of finding on a small system, confirmed by bidding."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.check import (
    Extent,
    Finding,
    FindingKind,
    Report,
    Situation,
    check_system,
    survey,
)
from dowager.authoring.check.catch_all import CatchAll
from dowager.authoring.check.changes import Edit, edit_between, outlines
from dowager.authoring.check.passed_out import often_passed_out
from dowager.authoring.check.rule_search import RuleSearch
from dowager.authoring.check.summary import Summary
from dowager.authoring.check.unsaid_questions import unsaid
from dowager.authoring.check.visit import Visit
from dowager.authoring.check.walker import Walker
from dowager.bidder import Bidder
from dowager.bidder.bulk import cells_of, random_boards
from dowager.cards import Hand, Seat
from dowager.knowledge.answers import read_condition
from dowager.knowledge.counting import ALL_HANDS, count_hands
from dowager.knowledge.public import cell_of
from dowager.language.files import load_file
from slips import slips
from support.commands import ROOT, Dowager
from support.systems import shipped

SMALL = Extent(boards=60, depth=6, seed=3)

HEAD = """\
system: small
title: a system for one test
sections:
"""
SILENT = """
  - {when: theirs and not forced, rules: [{call: P, name: nothing to say, to_play: true}]}
"""


pytestmark = pytest.mark.usefixtures("empty_cache")


def system(folder: Path, sections: str, silent: str = SILENT) -> Path:
    """Write a system of some sections, with opponents who are silent."""
    file = folder / "small" / "system.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEAD + sections.strip("\n") + silent)
    return file


def checked(file: Path, extent: Extent = SMALL) -> Report:
    """Check a small system, which stops anywhere, and opens 1C with what is left.

    What it passes out is for `values`.
    """
    report = check_system(str(file), extent)
    besides = (FindingKind.PASSED_OUT, FindingKind.SUITLESS)
    others = (one for one in report.findings if one.kind not in besides)
    return replace(report, findings=tuple(others))


def only(report: Report, kind: FindingKind) -> Finding:
    """Return the one finding of a kind, after its hand has been seen to come to its position."""
    [finding] = [finding for finding in report.findings if finding.kind is kind]
    return finding


def kinds(report: Report) -> set[FindingKind]:
    return {finding.kind for finding in report.findings}


def bid(file: Path, finding: Finding) -> tuple[Call, str]:
    """Bid the hand of a finding, its earlier calls too; return the call and the rule's line."""
    assert finding.situation is not None and finding.hand is not None
    bidder = Bidder(load_file(file))
    auction = finding.situation.auction
    for index, call in enumerate(auction.calls):
        before = Auction.of_calls(Seat.NORTH, auction.vulnerability, auction.calls[:index])
        if before.turn is auction.turn:
            assert bidder.choose(finding.hand, before).call == call
    decision = bidder.choose(finding.hand, auction)
    return decision.call, decision.location.rpartition(":")[2]


def line_of(file: Path, text: str) -> str:
    lines = file.read_text().splitlines()
    return str(next(number for number, line in enumerate(lines, 1) if text in line))


# --- holes


OPENINGS = """
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: "balanced and hcp in 15..17"}
      - {call: 1C, name: the rest, hand: hcp >= 12}
      - {call: P, name: weak, hand: hcp <= 10}
  - {when: ours, rules: [{call: P, name: enough, to_play: true}]}
"""


def test_a_hole_is_shown_by_a_hand_and_counted_exactly(tmp_path: Path) -> None:
    file = system(tmp_path, OPENINGS)
    report = checked(file)
    (finding,) = report.findings
    assert finding.kind is FindingKind.HOLE
    assert finding.hand is not None and finding.situation == Situation(Vulnerability.NONE, ())
    assert Bidder(load_file(file)).choose(finding.hand, Auction(Seat.NORTH)).rule is None
    # eleven points: 56,799,933,520 of 635,013,559,600 hands (an outside figure: 8.9447%)
    assert count_hands(read_condition("hcp == 11")) == 56_799_933_520
    assert "56,799,933,520 of 635,013,559,600 hands, 8.94%," in finding.text
    assert report.faults == report.findings
    assert report.summary.reach[0].proved == 0.0


HOLES = """
  - after: start
    name: openings
    rules: [{call: 1NT, name: notrump, hand: hcp >= 12}, {call: P, name: weak}]
  - after: 1NT
    rules:
      - {call: 2C, name: Stayman, hand: hcp >= 6, artificial: true, forcing: round}
      - {call: P, name: nothing}
  - after: 1NT 2C
    name: answers to Stayman
    rules: [{call: 2S, name: spades, hand: S >= 4}]
  - after: 1NT 2C
    when: not contested
    rules: [{call: 2H, name: hearts, hand: H >= 4}]
  - {after: 1NT 2C, seat: 2, name: not here, rules: [{call: 2NT}]}
  - {after: 1NT 2C 2H, rules: [{call: P, name: enough}]}
  - {when: theirs, rules: [{call: P, name: quiet, hand: D <= 9}]}
  - {when: level <= 7, layer: last resort, name: reads, rules: [{call: P}]}
"""


def test_a_hole_is_reported_at_the_section_that_lacks_the_call(tmp_path: Path) -> None:
    file = system(tmp_path, HOLES, "")
    lines = file.read_text().splitlines()
    holes = [one for one in checked(file).faults if one.kind is FindingKind.HOLE]
    found = {one.name: (int(one.location.rpartition(":")[2]), one.text) for one in holes}
    line, text = found.pop("")
    assert lines[line - 1 : line + 1] == ["  - after: 1NT 2C", "    when: not contested"]
    answers = line_of(file, "name: answers to Stayman")
    named = f"answers to Stayman ({file}:{int(answers) - 1}), ({file}:{line})"
    assert text.endswith(f"; the sections for this auction are {named}")
    line, text = found["notrump"]
    assert "name: notrump" in lines[line - 1]
    assert text.endswith("; no section is written for this auction")


def test_a_hole_of_one_section_is_one_fault_wherever_it_shows(tmp_path: Path) -> None:
    named = OPENINGS.replace("- after: start", "- after: start\n    name: openings")
    file = system(tmp_path, named)
    (finding,) = checked(file).findings
    assert finding.location == f"{file}:4" and finding.name == "openings"
    assert finding.positions > 4 and "section" not in finding.text


def test_a_system_without_a_hole_is_proved_to_have_none(tmp_path: Path) -> None:
    report = checked(system(tmp_path, OPENINGS.replace("hcp <= 10", "hcp <= 11")))
    assert report.findings == ()
    assert all(reach.proved == 1.0 for reach in report.summary.reach.values())


def test_what_only_the_last_resort_takes_is_a_hole(tmp_path: Path) -> None:
    last = SILENT + "  - {when: level <= 7, layer: last resort, rules: [{call: P}]}\n"
    file = system(tmp_path, OPENINGS, last)
    assert kinds(checked(file)) == {FindingKind.HOLE}


# --- rules that nothing is left for


DEAD = """
  - after: start
    rules:
      - {call: 1S, name: spades, hand: "S >= 5 and hcp >= 10"}
      - {call: 1H, name: hearts, hand: "H >= 5 and hcp >= 10"}
      - {call: 2C, name: both majors, hand: "S >= 5 and H >= 5 and hcp >= 12"}
      - {call: P, name: the rest}
  - {when: ours, rules: [{call: P, name: enough}]}
"""


def test_a_dead_rule_names_what_takes_its_hands(tmp_path: Path) -> None:
    file = system(tmp_path, DEAD)
    finding = only(checked(file), FindingKind.DEAD)
    assert finding.location.endswith(f":{line_of(file, 'both majors')}")
    assert [other.rpartition(":")[2] for other in finding.others] == [line_of(file, "name: spades")]
    assert finding.hand is not None
    assert finding.hand.lengths[3] >= 5 and finding.hand.lengths[2] >= 5
    assert bid(file, finding) == (Call.S1, line_of(file, "name: spades"))


LISTED = """
  - after: start
    rules:
      - {call: [3C, 3D, 3S], name: preempt, hand: longest_length >= 7}
      - {call: [1C, P], name: pass, hand: hcp <= 40}
"""


def test_each_call_of_a_list_that_is_never_made_is_reported(tmp_path: Path) -> None:
    file = system(tmp_path, LISTED)
    report = checked(file)
    line = line_of(file, "preempt")
    dead = [one for one in report.faults if one.kind is FindingKind.DEAD]
    told = {one.location.partition("yaml:")[2]: one.name for one in dead}
    columns = {"21": "3D preempt", "25": "3S preempt"}
    wanted = {f"{line}:{column}": name for column, name in columns.items()}
    assert told == wanted | {f"{int(line) + 1}:21": "P pass"}
    assert all(one.hand is not None for one in dead)
    own = [rule for rule in load_file(file).rules if rule.place != rule.location]
    assert report.rules - report.used == 3 and len(own) == 5


LETTERS = """
  - after: start
    rules:
      - {call: 1M, name: any opening, hand: hcp >= 12, order: down}
      - {call: 2x, name: weak, hand: hcp >= 10 and x >= 6}
      - {call: P, name: pass}
  - after: 1x
    rules:
      - {call: 2x, name: raise, hand: hcp >= 12}
      - {call: 1y, name: suit, when: "higher(y, x)", hand: hcp >= 9}
      - {call: 2m, name: minor, hand: hcp >= 6}
      - {call: P, name: weak}
  - {when: ours, rules: [{call: P, name: enough, to_play: true}]}
"""


def test_a_free_letter_of_which_nothing_is_asked_is_a_remark(tmp_path: Path) -> None:
    file = system(tmp_path, LETTERS)
    remarks = [one for one in checked(file).remarks if one.kind is FindingKind.UNASKED]
    told = sorted(remarks, key=lambda one: one.name)
    assert [(one.name, one.location.rpartition(":")[2]) for one in told] == [
        ("any opening", line_of(file, "any opening")), ("minor", line_of(file, "name: minor"))
    ]  # fmt: skip
    made = "every hand makes the first legal one of its calls, that of the"
    assert [one.text for one in told] == [
        f"nothing is asked of M: {made} highest suit", f"nothing is asked of m: {made} lowest suit"
    ]  # fmt: skip


def test_a_rule_with_one_hand_in_a_million_is_not_dead(tmp_path: Path) -> None:
    rare = DEAD.replace("hcp >= 12", "hcp <= 9 and S == 7 and H == 6")
    assert checked(system(tmp_path, rare)).findings == ()


CONTRADICTION = """
  - after: start
    rules:
      - {call: 1NT, name: weak notrump, hand: "balanced and hcp in 12..14"}
      - {call: P, name: the rest}
  - after: 1NT (P) 2NT
    rules:
      - {call: 3NT, name: a maximum, hand: hcp >= 15}
  - after: 1NT
    rules:
      - {call: 2NT, name: invitation, hand: hcp >= 11}
  - {when: ours, rules: [{call: P, name: enough}]}
"""


def test_a_contradiction_names_the_call_that_denied_it(tmp_path: Path) -> None:
    file = system(tmp_path, CONTRADICTION)
    finding = only(checked(file), FindingKind.CONTRADICTION)
    assert finding.location.endswith(f":{line_of(file, 'a maximum')}")
    assert finding.hand is not None
    first = Bidder(load_file(file)).choose(finding.hand, Auction(Seat.NORTH))
    assert first.call is not Call.NT1 and f"had bid {first.call}" in finding.text
    assert checked(system(tmp_path, CONTRADICTION.replace(">= 15", ">= 14"))).findings == ()


def test_a_condition_that_no_hand_satisfies_is_a_contradiction(tmp_path: Path) -> None:
    file = system(tmp_path, CONTRADICTION.replace("hcp >= 15", "S >= 7 and H >= 7"))
    assert only(checked(file), FindingKind.CONTRADICTION).text == "no hand at all satisfies it"


LETTER_OVER_ARTIFICIAL = """
  - after: start
    rules:
      - {call: 1D, name: catch-all, hand: hcp >= 11, artificial: true}
      - {call: P}
  - after: 1m
    rules: [{call: 1M, name: major, hand: M >= 4}, {call: P, to_play: true}]
"""


def test_a_letter_over_an_artificial_bid_is_named(tmp_path: Path) -> None:
    report = checked(system(tmp_path, LETTER_OVER_ARTIFICIAL))
    unreached = [one for one in report.findings if one.kind is FindingKind.UNREACHED]
    assert unreached
    assert all("1m is a natural bid, and 1D is artificial (" in one.text for one in unreached)
    assert all("write 1m:any if it is meant, too" in one.text for one in unreached)
    meant = LETTER_OVER_ARTIFICIAL.replace("1m\n", "1m:any\n")
    assert FindingKind.UNREACHED not in kinds(checked(system(tmp_path, meant)))


def test_a_rule_that_no_auction_leads_to_is_a_remark(tmp_path: Path) -> None:
    text = CONTRADICTION.replace("hand: hcp >= 15", "hand: hcp >= 14, when: partner.tagged(none)")
    report = checked(system(tmp_path, text))
    assert only(report, FindingKind.UNREACHED).situation is None
    assert not report.faults


SHADOW = """
  - after: start
    rules:
      - {call: 1NT, name: notrump, hand: "hcp in 12..14 and longest_length <= 6"}
      - {call: 1C, name: twelve to fourteen, hand: hcp in 12..14}
      - {call: P, name: the rest}
  - {when: ours, rules: [{call: P, name: enough}]}
"""


def test_a_shadowed_rule_is_a_remark_with_what_is_left_of_it(tmp_path: Path) -> None:
    file = system(tmp_path, SHADOW)
    report = checked(file, Extent(boards=1500, depth=1))
    finding = only(report, FindingKind.SHADOWED)
    left = count_hands(read_condition("hcp in 12..14 and longest_length >= 7"))
    whole = count_hands(read_condition("hcp in 12..14"))
    assert left and whole
    assert f"{left / whole:.2%} of its hands here ({left:,} of {whole:,} hands)" in finding.text
    assert bid(file, finding) == (Call.NT1, line_of(file, "name: notrump"))
    assert not report.faults


# --- overlaps


def test_alternatives_may_not_overlap(tmp_path: Path) -> None:
    text = DEAD.replace("after: start", "after: start\n    alternatives: true")
    text = text.replace("hcp >= 12", "hcp <= 9")
    file = system(tmp_path, text)
    findings = [one for one in checked(file).findings if one.kind is FindingKind.OVERLAP]
    assert [one.location.rpartition(":")[2] for one in findings] == [line_of(file, "name: spades")]
    hand = findings[0].hand
    assert hand is not None and hand.lengths[3] >= 5 and hand.lengths[2] >= 5
    disjoint = text.replace('"H >= 5 and', '"H >= 5 and S <= 4 and')
    assert FindingKind.OVERLAP not in kinds(checked(system(tmp_path, disjoint)))


# --- calls that mean two things


TWICE = """
  - after: start
    rules:
      - {call: 2C, name: strong, hand: hcp >= 20, artificial: true, forcing: round}
      - {call: 2C, name: clubs, hand: C >= 6 and hcp <= 19}
      - {call: P, name: the rest}
  - {when: ours, rules: [{call: P, name: enough, to_play: true}]}
"""


def test_a_call_that_is_artificial_by_one_rule_and_natural_by_another(tmp_path: Path) -> None:
    file = system(tmp_path, TWICE)
    finding = only(checked(file), FindingKind.TWO_MEANINGS)
    assert finding.location.rpartition(":")[2] == line_of(file, "name: clubs")
    assert [one.rpartition(":")[2] for one in finding.others] == [line_of(file, "name: strong")]
    assert finding.hand is not None and finding.hand.lengths[0] >= 6 and finding.hand.hcp <= 19
    assert "2C is natural by this rule, artificial by another" in finding.text
    assert not finding.kind.is_fault
    for mended in (
        TWICE.replace("artificial: true, forcing", "forcing"),  # both natural
        TWICE.replace("C >= 6 and hcp <= 19", "C >= 6 and hcp >= 21"),  # nothing is left to it
        TWICE.replace("{call: 2C, name: clubs", "{call: 3C, name: clubs"),
    ):
        assert FindingKind.TWO_MEANINGS not in kinds(checked(system(tmp_path, mended)))


def test_a_general_rule_gives_a_second_meaning_to_the_rule_written_for_the_auction(
    tmp_path: Path,
) -> None:
    general = "  - {when: ours, rules: [{call: 1D, name: diamonds, hand: D >= 5}]}\n"
    sections = """
  - after: start
    rules:
      - {call: 1C, name: clubs, hand: hcp >= 12}
      - {call: P, name: the rest}
  - after: 1C
    rules:
      - {call: 1D, name: transfer, hand: H >= 4, artificial: true, shows: H}
"""
    file = system(tmp_path, sections + general)
    finding = only(checked(file), FindingKind.TWO_MEANINGS)
    assert finding.location.rpartition(":")[2] == line_of(file, "name: transfer")
    assert [one.rpartition(":")[2] for one in finding.others] == [line_of(file, "name: diamonds")]
    assert finding.text.startswith("1D is artificial by this rule, natural by another")
    assert finding.hand is not None and finding.hand.lengths[2] <= 3
    closed = sections.replace("  - after: 1C\n", "  - after: 1C\n    closed: true\n")
    rest = "      - {call: P, name: too few hearts}\n"
    mended = checked(system(tmp_path, closed + rest + general))
    assert FindingKind.TWO_MEANINGS not in kinds(mended)


SUITLESS = """
  - after: start
    rules:
      - {call: 1C, name: strong, hand: hcp >= 16, forcing: round}
      - {call: 1D, name: short diamond, hand: hcp >= 11 and H <= 4 and S <= 4}
      - {call: 1NT, name: rest, hand: hcp >= 11}
      - {call: 2H, name: transfer, hand: S >= 6 and hcp <= 8, forcing: round}
      - {call: 2S, name: spades or clubs, hand: C >= 6 and hcp <= 8, artificial: true}
      - {call: P, name: pass}
  - after: 1C
    rules: [{call: 1D, name: negative, hand: hcp <= 7}, {call: 1S, name: spades, hand: S >= 1}]
  - after: 1D
    rules: [{call: 2D, name: back, hand: hcp >= 8}, {call: P, name: weak, to_play: true}]
  - {when: not opening, rules: [{call: P, name: enough, to_play: true}]}
"""


def test_a_natural_bid_without_its_suit_is_a_remark(tmp_path: Path) -> None:
    file = system(tmp_path, SUITLESS, "")
    remarks = check_system(str(file), SMALL).remarks
    told = [one for one in remarks if one.kind is FindingKind.SUITLESS]
    assert {one.name for one in told} == {"strong", "transfer", "negative"}
    for one in told:
        call, line = bid(file, one)
        assert line == one.location.rpartition(":")[2] and call.suit is not None
        assert one.hand is not None and one.hand.lengths[call.suit] == 0
        assert f"{call} is natural by this rule, and its hands need not have" in one.text


# --- forces


UNANSWERED = """
  - after: start
    rules:
      - {call: 2C, name: strong, hand: hcp >= 16, artificial: true, forcing: round}
      - {call: 2D, name: three suits, hand: hcp >= 12, artificial: true, asks: suit}
      - {call: 2H, name: both majors, hand: S >= 4 and H >= 4, artificial: true}
      - {call: P, name: nothing to open}
  - {when: ours, rules: [{call: P, name: content}]}
"""


def test_each_call_that_wants_an_answer_and_gets_none_is_reported(tmp_path: Path) -> None:
    file = system(tmp_path, UNANSWERED)
    faults = checked(file).faults
    assert {one.location.rpartition(":")[2] for one in faults} == {line_of(file, "name: content")}
    told = {(one.kind, *(other.rpartition(":")[2] for other in one.others)) for one in faults}
    assert told == {
        (FindingKind.FORCE, line_of(file, "name: strong")),
        (FindingKind.NO_ANSWER, line_of(file, "name: three suits")),
        (FindingKind.ARTIFICIAL, line_of(file, "name: both majors")),
    }
    two = UNANSWERED.replace("asks: suit", "forcing: round")
    assert len(checked(system(tmp_path, two)).faults) == 3


FORCES = """
  - after: start
    rules:
      - {call: 2C, name: strong, hand: hcp >= 20, artificial: true, forcing: round}
      - {call: P, name: the rest}
  - after: 2C
    rules:
      - {call: 2D, name: anything, hand: hcp >= 4, artificial: true}
      - {call: P, name: too weak}
  - after: 2C (P) 2D
    rules:
      - {call: 2NT, name: natural}
  - {when: ours, rules: [{call: P, name: enough}]}
"""


def test_a_forcing_call_may_not_be_passed(tmp_path: Path) -> None:
    file = system(tmp_path, FORCES)
    finding = only(checked(file), FindingKind.FORCE)
    assert bid(file, finding) == (Call.PASS, line_of(file, "too weak"))
    assert finding.others[0].endswith(f":{line_of(file, 'name: strong')}")


def test_a_pass_that_is_meant_to_play_is_no_fault(tmp_path: Path) -> None:
    meant = FORCES.replace("name: too weak", "name: too weak, to_play: true")
    assert not checked(system(tmp_path, meant)).faults


def test_an_artificial_bid_may_not_be_left_in(tmp_path: Path) -> None:
    loose = FORCES.replace(", forcing: round", "").replace("hcp >= 4, ", "hcp >= 0, ")
    loose = loose.replace("{call: 2NT, name: natural}", "{call: P, name: left in}")
    file = system(tmp_path, loose)
    finding = only(checked(file), FindingKind.ARTIFICIAL)
    assert bid(file, finding) == (Call.PASS, line_of(file, "left in"))
    shown = loose.replace("name: anything,", "name: anything, shows: D,")
    assert FindingKind.ARTIFICIAL not in kinds(checked(system(tmp_path, shown)))


def test_an_ask_wants_an_answer(tmp_path: Path) -> None:
    asking = FORCES.replace("forcing: round", "asks: strength")
    file = system(tmp_path, asking)
    finding = only(checked(file), FindingKind.NO_ANSWER)
    assert bid(file, finding) == (Call.PASS, line_of(file, "too weak"))


def test_a_lead_that_is_asked_for_is_no_question_to_bid_on(tmp_path: Path) -> None:
    asking = FORCES.replace("forcing: round", "asks: lead(H)")
    assert FindingKind.NO_ANSWER not in kinds(checked(system(tmp_path, asking)))


def test_a_promise_to_bid_again_is_kept(tmp_path: Path) -> None:
    """It forces partner, and then the caller."""
    promised = FORCES.replace("forcing: round", "forcing: rebid")
    file = system(tmp_path, promised)
    assert bid(file, only(checked(file), FindingKind.FORCE)) == (
        Call.PASS,
        line_of(file, "too weak"),
    )
    broken = promised.replace("hcp >= 4, ", "hcp >= 0, ").replace(
        "2NT, name: natural", "P, name: left"
    )
    file = system(tmp_path, broken)
    finding = only(checked(file), FindingKind.FORCE)
    assert bid(file, finding) == (Call.PASS, line_of(file, "name: left"))
    assert finding.text == "passes after promising a rebid"
    assert finding.others[0].endswith(f":{line_of(file, 'name: strong')}")
    once = broken.replace("forcing: rebid", "forcing: round")
    assert FindingKind.FORCE not in kinds(checked(system(tmp_path, once)))


PROMISE = """
  - after: start
    rules: [{call: 1H, hand: hcp >= 12}]
  - after: 1H
    rules: [{call: 2C, hand: hcp >= 10, forcing: rebid}]
  - after: 1H (P) 2C (?)
    rules: [{call: 2H, hand: hcp <= 15}, {call: 4H}]
  - {when: passes >= 0, rules: [{call: 2S, hand: hcp >= 10}, {call: P}]}
"""


@pytest.mark.parametrize(
    ("calls", "forced"),
    [
        ("1H P 2C P", True),
        ("1H P 2C P 2H P", True),
        ("1H P 2C P 2H 2S", False),  # an opponent's bid sets the caller free
        ("1H P 2C P 4H P", False),  # and so does game
        ("1H P 2C 2S P P", False),
    ],
)
def test_how_long_a_promise_binds(tmp_path: Path, calls: str, forced: bool) -> None:
    bidder = Bidder(load_file(system(tmp_path, PROMISE)))
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    assert bidder.view(auction).forced is forced


UNSAID = FORCES.replace("forcing: round", "forcing: round, asks: strength")


def test_a_question_that_no_alert_can_put_is_named(tmp_path: Path) -> None:
    """By file, line and column of its word, with what the alert says instead."""
    file = system(tmp_path, UNSAID)
    finding = only(checked(file), FindingKind.UNSAID)
    number = int(line_of(file, "asks: strength"))
    column = file.read_text().splitlines()[number - 1].index("strength") + 1
    assert finding.location.endswith(f"/small/system.yaml:{number}:{column}")
    assert finding.text == (
        "alerts have no words for `asks: strength`; that of 2C here says "
        '"at least 20 total points, Forcing for one round."'
    )
    assert finding.situation is not None and finding.situation.calls == ()
    assert not finding.kind.is_fault
    said = UNSAID.replace("asks: strength", "asks: aces")
    assert FindingKind.UNSAID not in kinds(checked(system(tmp_path, said)))


def test_every_question_of_sayc_that_no_alert_can_put_is_named() -> None:
    sayc = shipped("sayc")
    asked = {rule.asks_span: rule.asks.word.value for rule in sayc.rules if rule.asks}
    remarks = {
        f.location: f.text for f in unsaid(sayc, Summary(), {r.location for r in sayc.rules})
    }
    said = {"aces", "kings", "four_card_major", "four_card_suit", "minor", "lead"}
    assert {*remarks} == {str(span) for span, word in asked.items() if word not in said}
    assert {word for word in asked.values() if word not in said} == {
        "stopper", "feature", "shortness", "suit", "trump_honours"
    }  # fmt: skip
    for span, word in asked.items():
        assert word in said or f"`asks: {word}`" in remarks[str(span)]


def test_a_game_force_may_not_die_below_game(tmp_path: Path) -> None:
    game = FORCES.replace("forcing: round", "forcing: game").replace("hcp >= 4, ", "hcp >= 0, ")
    file = system(tmp_path, game)
    finding = only(checked(file, Extent(boards=60, depth=8, seed=3)), FindingKind.GAME_FORCE)
    assert bid(file, finding) == (Call.PASS, line_of(file, "enough"))
    assert finding.situation is not None
    assert [str(call) for call in finding.situation.calls[-4:]] == ["2D", "P", "2NT", "P"]


# --- values passed out


VALUES = """
  - after: start
    rules:
      - {call: 1NT, name: notrump, hand: hcp in 15..17}
      - {call: P, name: no opening, hand: hcp <= MOST}
  - after: 1NT
    rules:
      - {call: 6NT, name: slam, hand: hcp >= SLAM}
      - {call: 3NT, name: game, hand: hcp >= GAME, forcing: signoff}
      - {call: 2NT, name: invitation, hand: hcp >= 7}
  - {when: ours, rules: [{call: P, name: content}]}
"""
STOPS = Extent(boards=250, depth=6, seed=3)


def stopping(folder: Path, most: int = 14, game: int = 8, slam: int = 16, **said: str) -> Report:
    """Check a small system, with other numbers, and rules by name that say more."""
    text = VALUES
    for word, number in (("MOST", most), ("GAME", game), ("SLAM", slam)):
        text = text.replace(word, str(number))
    for name, more in said.items():
        text = text.replace(f"name: {name}", f"name: {name}, {more}")
    return check_system(str(system(folder, text)), STOPS)


def values(folder: Path, most: int = 14, game: int = 8, slam: int = 16, **said: str) -> list[str]:
    """Return the names of the rules by which values are passed out, in the order reported."""
    faults = stopping(folder, most, game, slam, **said).findings
    return [fault.name for fault in faults if fault.kind is FindingKind.PASSED_OUT]


def test_values_passed_out_are_shown_by_a_deal(tmp_path: Path) -> None:
    report = stopping(tmp_path, game=14)
    finding = only(report, FindingKind.PASSED_OUT)
    assert finding.name == "content" and finding.situation is not None
    caller = finding.situation.auction.turn
    hand, deal = finding.hand, finding.deal
    assert hand is not None and deal is not None and deal[caller] == hand
    shown, expected = re.findall(r"with (\d+) HCP, ([\d.]+) more", finding.text)[0]
    assert finding.text.endswith("more expected of partner (7 to 13)")
    assert int(shown) == hand.hcp and 7 < float(expected) < 13
    assert hand.hcp + float(expected) >= 25
    assert finding.situation.calls[-2] is Call.NT2 and deal[caller.partner].hcp in range(7, 14)
    assert bid(tmp_path / "small" / "system.yaml", finding)[0] is Call.PASS


def test_boards_that_pass_values_out_are_counted(tmp_path: Path) -> None:
    """Counted once more, board by board: openers of 17 opposite an invitation of 7 to 10."""
    finding = only(stopping(tmp_path, game=11), FindingKind.PASSED_OUT)
    bidder = Bidder(load_file(tmp_path / "small" / "system.yaml"))
    counted = 0
    for vulnerability in Vulnerability:
        boards = STOPS.deal(vulnerability)
        for number in range(len(boards)):
            auction = Auction(Seat.NORTH, vulnerability)
            while not auction.ended and len(auction.calls) < STOPS.depth:
                hand = boards.hand(number, auction.turn)
                call = bidder.choose(hand, auction).call
                raised = auction.calls[-2:] == (Call.NT2, Call.PASS)
                counted += raised and hand.hcp == 17
                auction = auction.after(call)
    assert finding.boards == counted > 3


def test_values_are_not_passed_out_by_calls_that_are_right(tmp_path: Path) -> None:
    assert values(tmp_path) == []


def test_the_most_frequent_rule_comes_first(tmp_path: Path) -> None:
    """A sign-off with the strength for game, and passes of it; each rule is one finding."""
    report = stopping(tmp_path, game=14, invitation="forcing: signoff")
    found = [one for one in report.findings if one.kind is FindingKind.PASSED_OUT]
    assert {one.name for one in found} == {"invitation", "content"}
    assert found[0].boards > found[1].boards


def test_who_passes_first_is_asked_too_when_nobody_bids(tmp_path: Path) -> None:
    report = stopping(tmp_path, most=40)
    first = [
        passed
        for passed in report.summary.passed_out
        if passed.situation and not passed.situation.calls
    ]
    assert {passed.name for passed in first} == {"no opening"}
    for passed in first:
        assert passed.hand is not None and passed.hand.hcp >= 18
    assert values(tmp_path, most=40) == ["no opening"]


def test_slam_values_are_passed_out_in_game(tmp_path: Path) -> None:
    finding = only(stopping(tmp_path, slam=25), FindingKind.PASSED_OUT)
    assert finding.name == "game" and finding.text.startswith("stops below slam with ")
    assert finding.hand is not None and finding.hand.hcp >= 16


@pytest.mark.parametrize("meant", ["to_play: true", "forcing: round"])
def test_a_pass_that_is_meant_passes_nothing_out(tmp_path: Path, meant: str) -> None:
    assert values(tmp_path, game=14) == ["content"]
    assert values(tmp_path, game=14, content=meant) == []


def test_what_is_rare_passes_no_values_out() -> None:
    """One board may be a misfit: three of them, and one in 2,500."""
    thrice = Finding(FindingKind.PASSED_OUT, "s.yaml:1", "content", "", boards=3)
    twice = replace(thrice, boards=2)
    assert often_passed_out([thrice], 7_500) == [thrice]
    assert often_passed_out([thrice], 7_501) == []
    assert often_passed_out([twice], 100) == []
    assert often_passed_out([twice, twice], 100) == [replace(twice, boards=4, positions=2)]


def test_values_passed_out_are_printed_with_the_deal(tmp_path: Path, run: Dowager) -> None:
    text = VALUES.replace("MOST", "14").replace("GAME", "14").replace("SLAM", "16")
    words = ("check", str(system(tmp_path, text)), "--boards", "250", "--depth", "6", "--seed", "3")
    result = run(*words, "--remarks")
    assert result.code == 1 and "values passed out: content: stops below game" in result.out
    fault = json.loads(run(*words, "--json").out)["remarks"][-1]
    assert fault["kind"] == "values passed out" and f"    deal {fault['deal']}\n" in result.out
    assert fault["hand"] in fault["deal"] and f"(on {fault['boards']} boards" in result.out


# --- artificial bids, doubled and passed round


DOUBLED = """
  - after: start
    rules:
      - {call: 2D, name: majors, hand: hcp >= 12, artificial: true}
      - {call: P, name: no opening}
  - after: (2D)
    rules: [{call: X, name: diamonds, hand: D >= 4, artificial: true, asks: lead(D)}]
  - after: 2D (X)
    rules: [{call: P, name: no preference}]
  - after: 2D (X) P (P)
    rules: [{call: P, name: content, hand: hcp >= 0}]
  - {when: ours, rules: [{call: 2H, name: hearts, when: partner.last(2D)}, {call: P}]}
"""


def test_an_artificial_bid_may_not_be_left_in_doubled(tmp_path: Path) -> None:
    file = system(tmp_path, DOUBLED)
    finding = only(checked(file), FindingKind.ARTIFICIAL)
    assert bid(file, finding) == (Call.PASS, line_of(file, "name: content"))
    assert finding.text == "leaves our side in 2D doubled, which is artificial"
    assert finding.others[0].endswith(f":{line_of(file, 'name: majors')}")
    shown = DOUBLED.replace("name: majors,", "name: majors, shows: D,")
    assert FindingKind.ARTIFICIAL not in kinds(checked(system(tmp_path, shown)))


# --- alerts


ALERTS = """
  - after: start
    rules:
      - call: 2D
        name: both majors
        hand: S >= 5 and H >= 4
        artificial: true
        shows: [S, H]
        alert: WORDS
      - {call: P, name: the rest}
  - {when: ours, rules: [{call: 2S, when: partner.last(2D)}, {call: P, name: enough}]}
"""


@pytest.mark.parametrize(
    ("words", "true"),
    [
        ("at least five cards in each major", False),
        ("six spades", False),
        ("five spades", True),  # at least five, as people say it
        ("at least four cards in each major", True),
        ("at least 12 points", False),
        ("a hand with the majors", True),  # understood by nobody, and so never called false
        ("at least five cards in spades or a strong hand", True),
    ],
)
def test_the_words_of_an_alert_must_cover_its_rule(tmp_path: Path, words: str, true: bool) -> None:
    file = system(tmp_path, ALERTS.replace("WORDS", words))
    report = checked(file)
    assert (FindingKind.FALSE_ALERT not in kinds(report)) is true
    if not true:
        assert bid(file, only(report, FindingKind.FALSE_ALERT)) == (
            Call.D2,
            line_of(file, "call: 2D"),
        )


# --- what is proved anyway


def test_a_rule_for_every_hand_counts_where_its_public_conditions_hold(tmp_path: Path) -> None:
    file = system(tmp_path, OPENINGS)
    loaded = load_file(file)
    bidder, catch_all = Bidder(loaded), CatchAll(loaded)

    def applies(calls: str) -> bool:
        auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
        return catch_all.applies(bidder.view(auction))

    assert [applies(calls) for calls in ("", "1C", "1C P", "1C 1S P")] == [False, True, True, True]
    closed = OPENINGS + "  - {after: 1C, closed: true, rules: [{call: 1D, hand: hcp >= 6}]}\n"
    loaded = load_file(system(tmp_path, closed))
    bidder, catch_all = Bidder(loaded), CatchAll(loaded)
    assert [applies(calls) for calls in ("1C", "1C P")] == [True, True]  # it stands further down
    first = "  - {after: 1C, closed: true, rules: [{call: 1D, hand: hcp >= 6}]}\n" + OPENINGS
    loaded = load_file(system(tmp_path, first))
    bidder, catch_all = Bidder(loaded), CatchAll(loaded)
    assert [applies(calls) for calls in ("1C", "1C P")] == [True, False]


def test_random_boards_are_whole_packs_in_the_right_cells() -> None:
    boards = random_boards(np.random.default_rng(2), 300)
    assert boards.holdings.shape == (300, 4, 4)
    assert (np.bitwise_or.reduce(boards.holdings, axis=1) == 8191).all()
    assert (boards.holdings.sum(axis=1) == 8191).all()
    for board in range(40):
        for seat in Seat:
            hand = boards.hand(board, seat)
            assert sum(hand.lengths) == 13
            assert boards.cells[board, seat] == cell_of(hand)
    assert (cells_of(boards.holdings) == boards.cells).all()
    assert count_hands(read_condition("hcp >= 0")) == ALL_HANDS


# --- edits are re-proved alone, and nothing is missed


def _facts(root: Visit) -> list[object]:
    return [
        (calls, visit.state, visit.rules.tolist(), visit.states.tolist(), visit.whole, visit.anyway,
         visit.findings, visit.boards.tolist())
        for calls, visit in root.walk()
    ]  # fmt: skip


@pytest.mark.thorough
def test_a_walk_after_an_edit_is_as_one_from_scratch(tmp_path: Path) -> None:
    """Real systems are edited in many ways: what is reused must be what would be found anew."""
    systems = ROOT / "systems"
    base = shipped("sayc")
    names = [name.removeprefix("systems/") for name in base.files]
    boards = random_boards(np.random.default_rng(5), 30)
    kept = pickle.dumps(
        Walker((base, base), base, Auction(Seat.NORTH), boards, 6, Edit()).walk(None)
    )
    spared = []
    for slip in slips(systems, names, 11, 1):
        edited = load_file(slip.write(systems, tmp_path) / "sayc" / "system.yaml")
        edit, numbers = edit_between(outlines(base), outlines(edited))
        old = pickle.loads(kept)
        old.renumber(numbers)
        again = Walker((edited, edited), edited, Auction(Seat.NORTH), boards, 6, edit)
        whole = Walker((edited, edited), edited, Auction(Seat.NORTH), boards, 6, Edit())
        root = again.walk(None if edit.everything else old)
        assert _facts(root) == _facts(whole.walk(None)), slip.name
        spared.append(again.scanned < whole.scanned / 4)
        slip.undo(systems, tmp_path)
    assert sum(spared) >= len(spared) / 2


def test_an_edit_is_known_in_another_process(tmp_path: Path) -> None:
    """Python hashes texts differently in each process; what a check keeps must not depend on it."""
    raises = """
  - after: start
    rules: [{call: 1S, hand: S >= 5 and hcp >= 11}, {call: 1H, hand: hcp >= 13}, {call: P}]
  - {after: 1S, rules: [{call: 2S, hand: S >= 3 and hcp >= %s}]}
  - {when: ours, rules: [{call: P}]}"""

    def examined(least: int) -> int:
        file = system(tmp_path, raises % least)
        words = ("check", str(file), "--boards", "60", "--json")
        done = subprocess.run(
            [sys.executable, "-m", "dowager", *words],
            env={**os.environ, "PYTHONHASHSEED": str(least)},
            capture_output=True,
        )
        count: int = json.loads(done.stdout)["scanned"]
        return count

    whole = examined(6)
    assert examined(6) == 0
    assert 0 < examined(7) < whole / 2  # what follows the other calls is not touched


def test_rules_without_a_hand_are_looked_at_again_where_they_were_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = system(tmp_path, CONTRADICTION)
    before = checked(file)
    with monkeypatch.context() as patch:
        patch.delattr(RuleSearch, "_visit_everything")  # a second check has no need of it
        again = checked(file)
        assert again.findings == before.findings and again.summary.scanned == 0
        edited = CONTRADICTION.replace("hcp in 12..14", "hcp in 12..15")  # another section
        assert checked(system(tmp_path, edited)).findings == ()
    assert checked(system(tmp_path, CONTRADICTION)).findings == before.findings


# --- the command


def test_the_command_prints_findings_and_coverage(tmp_path: Path, run: Dowager) -> None:
    file = system(tmp_path, OPENINGS)
    few = ("--boards", "50", "--depth", "4")
    result = run("check", str(file), *few)
    assert result.code == 1 and f"{file}:4: hole: no rule has a call" in result.out
    assert "every hand has a call" in result.out and "1 fault, 1 remark " in result.out
    again = run("check", str(file), *few)
    assert "no positions examined again" in again.out
    assert again.out.splitlines()[0] == result.out.splitlines()[0]
    told = json.loads(run("check", str(file), *few, "--json").out)
    assert [fault["kind"] for fault in told["faults"]] == ["hole"]
    fault = told["faults"][0]
    auction = Auction.of_calls(
        Seat.NORTH, Vulnerability.parse(fault["vul"]), parse_calls(fault["calls"])
    )
    decision = Bidder(load_file(file)).choose(Hand.parse(fault["hand"]), auction)
    assert decision.rule is None
    file = system(tmp_path, OPENINGS.replace("hcp <= 10", "hcp <= 11"))
    assert run("check", str(file), *few).code == 0
    file.write_text(file.read_text().replace("balanced and", "balancd and"))
    result = run("check", str(file), *few)
    assert result.code == 2 and "unknown word 'balancd'" in result.err
    assert run("check", "nothing").code == 2


def test_the_pairs_of_rules_whose_order_matters(tmp_path: Path, run: Dowager) -> None:
    """Of DEAD's openings spades go before hearts: counted, and shown by a hand with both."""
    file = system(tmp_path, DEAD)
    told = json.loads(run("check", str(file), "--boards", "50", "--order", "1", "--json").out)
    [pair] = told["order"]
    assert (pair["first"]["call"], pair["second"]["call"]) == ("1S", "1H")
    both = read_condition("S >= 5 and H >= 5 and hcp >= 10")
    assert pair["share"]["hands"] == count_hands(both) and pair["calls"] == []
    hand = Hand.parse(pair["hand"])
    assert hand.lengths[3] >= 5 and hand.lengths[2] >= 5
    assert "before\n1H hearts" in run("check", str(file), "--boards", "50", "--order", "1").out


def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """From scratch in two processes, and again in one from what is kept."""
    monkeypatch.setattr(survey, "_SMALL", 0)
    extent = Extent(boards=200, depth=6, seed=2)
    tiny = str(ROOT / "tests/data/tiny")
    apart = check_system(tiny, extent, jobs=2)
    again = check_system(tiny, extent, jobs=1)
    assert again.summary.scanned == 0 < apart.summary.scanned
    assert apart.findings == again.findings
    assert apart.summary.total == again.summary.total


def test_a_rule_after_a_call_that_no_rule_makes_is_not_reached(tmp_path: Path) -> None:
    text = CONTRADICTION.replace("after: 1NT (P) 2NT", "after: 1NT (P) 2D (P) 2H (P) 2S")
    report = checked(system(tmp_path, text.replace("hand: hcp >= 15", "hand: hcp >= 0")))
    found = [one for one in report.findings if one.kind is FindingKind.UNREACHED]
    assert [one.name for one in found] == ["a maximum"] and not report.faults


def test_words_for_people_are_compared_with_the_hands(tmp_path: Path, run: Dowager) -> None:
    rules = """
  - after: start
    rules:
      - {call: 1S, name: a, hand: "S >= 4 and hcp >= 12", means: "five spades, 12+ HCP"}
      - {call: 1H, name: b, hand: "H >= 5 and hcp >= 12", means: "hearts, and no four spades"}
      - {call: P, name: rest}
  - {after: 1M, rules: [{call: P, name: enough}]}
"""
    file = system(tmp_path, rules)
    finding = only(checked(file), FindingKind.FALSE_ALERT)
    assert finding.name == "a" and finding.text.startswith("`means` says")
    said = run("bid", "K52.AQJ42.K3.Q52", "--system", str(file)).out.splitlines()
    assert "  shows    hearts, and no four spades" in said


# -- against other opponents -----------------------------------------------------------------------

OPENER = """
  - {after: start, rules: [{call: 1C, name: opening, hand: hcp >= 12}, {call: P, name: rest}]}
  - {after: 1C, rules: [{call: P, name: enough}]}
"""
OVERCALLER = """\
system: overcaller
title: it overcalls
sections:
  - after: (1C)
    rules: [{call: 1S, name: overcall, hand: S >= 5}, {call: P, name: rest}]
  - {after: start, rules: [{call: P, name: silent}]}
  - {when: "not must", rules: [{call: P, name: silent}]}
define: {must: forced}
"""


def test_opponents_find_what_the_system_alone_does_not(tmp_path: Path) -> None:
    file = system(tmp_path, OPENER)
    other = tmp_path / "overcaller" / "system.yaml"
    other.parent.mkdir()
    other.write_text(OVERCALLER)
    assert not checked(file).faults
    report = check_system(str(file), SMALL, opponents=[str(other)])
    assert [one.name for one in report.opponents] == ["overcaller"]
    again = check_system(str(file), SMALL, opponents=[str(other)])
    assert again.findings == report.findings and not again.summary.scanned
    two = check_system(str(file), SMALL, jobs=2, opponents=[str(other)])
    assert two.findings == report.findings


def test_what_opponents_do_wrong_is_not_reported(tmp_path: Path) -> None:
    file = system(tmp_path, OPENER)
    other = tmp_path / "faulty" / "system.yaml"
    other.parent.mkdir()
    general = '  - {when: "not must", rules: [{call: P, name: silent}]}\n'
    other.write_text(OVERCALLER.replace(", {call: P, name: rest}", "").replace(general, ""))
    assert not check_system(str(file), SMALL, opponents=[str(other)]).faults


def test_a_hole_against_opponents_names_them(tmp_path: Path) -> None:
    heard = "\n  - {after: [(1C), (1C) P (P)], rules: [{call: P, name: silent}]}\n"
    file = system(tmp_path, OPENER, heard)
    other = tmp_path / "overcaller" / "system.yaml"
    other.parent.mkdir()
    other.write_text(OVERCALLER)
    report = check_system(str(file), SMALL, opponents=[str(other)])
    finding = next(
        one for one in report.findings if one.kind is FindingKind.HOLE and one.against is not None
    )
    assert finding.against is not None and finding.against.name == "overcaller"
    assert finding.situation is not None and finding.situation.calls[-1] is Call.S1
    other.write_text(
        OVERCALLER.replace("1S, name: overcall, hand: S >= 5", "1H, name: x, hand: H >= 5")
    )
    changed = check_system(str(file), SMALL, opponents=[str(other)])
    ends = [one.situation.calls[-1] for one in changed.faults if one.situation]
    assert Call.H1 in ends and Call.S1 not in ends


def test_it_says_whose_rules_decide(tmp_path: Path, run: Dowager) -> None:
    (tmp_path / "general.yaml").write_text(
        "module: general\nlayer: natural\nsections:\n"
        "  - {when: ours, rules: [{call: P, name: general}]}\n"
    )
    sections = OPENER.replace("  - {after: 1C, rules: [{call: P, name: enough}]}\n", "")
    file = system(tmp_path, sections, SILENT + "use: [general]\n")
    report = check_system(str(file), SMALL)
    calls = sum(reach.decisions for reach in report.summary.reach.values())
    assert report.decided.shared == 0 and sum(report.decided) == calls
    assert report.decided.general == report.summary.undiscussed["1C (P)"] > 0
    said = run("check", str(file), "--boards", "60", "--undiscussed", "1").out
    assert "undiscussed" in said and "1C (P)" in said
    assert "own rules" in said and "shared modules 0.0%" in said


def test_hands_for_rules_of_shared_modules_are_sought_on_request(
    tmp_path: Path, run: Dowager
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "general.yaml").write_text(
        "module: general\nlayer: natural\nsections:\n"
        "  - {after: 1C 2C, rules: [{call: 2D, name: nobody asks}]}\n"
    )
    unreached = "  - {after: 1C 3C, rules: [{call: 3D, name: nobody raises}]}\n"
    file = system(tmp_path, OPENER + unreached, SILENT + "use: [other/general]\n")
    words = ("check", str(file), "--boards", "20", "--depth", "4")
    assert "(--remarks prints them): " in run(*words).out
    assert ", 1 unreached rule" in run(*words).out
    own = run(*words, "--remarks").out
    assert "nobody raises" in own and "nobody asks" not in own and "own rules were used" in own
    shared = run(*words, "--shared").out
    assert "nobody raises" in shared and "nobody asks" in shared.split("About shared modules:")[1]

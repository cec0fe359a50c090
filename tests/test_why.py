"""Why and why not: the answers, and the command."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.why import why, why_not
from dowager.authoring.why.reasons import spoken
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.errors import InputError
from dowager.language.files import load_system
from support.commands import ROOT, TINY, Dowager
from support.pages import blocks_of, write_file
from support.random_positions import random_positions
from support.systems import shipped_bidder

RESPONDER = "KJ63.A74.52.Q973"


def test_reasons_name_each_rule_once_and_one_is_chosen() -> None:
    for at in random_positions()[:25]:
        answer = why(shipped_bidder(), at.auction, at.hand)
        places = [(one.rule.call, one.rule.rule.location) for one in answer.reasons]
        assert places == [(rule.call, rule.rule.location) for rule in at.rules]
        (chosen,) = (one.rule for one in answer.reasons if one.chosen)
        assert (chosen.call, chosen.rule.location) == (
            answer.decision.call,
            answer.decision.location,
        )
        assert answer.chosen is not None and not answer.chosen.failing
        for one in answer.tried:
            assert one.index < answer.chosen.index and one.size != 0


def test_earlier_calls_that_the_hand_would_not_have_made_are_told() -> None:
    hand = Hand.parse("Q6.AKQ92.AQ.9643")
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(["1C", "P", "1D", "P"]))
    (slip,) = why(shipped_bidder(), auction, hand).slips
    assert (slip.index, slip.call, slip.would.call) == (0, Call.C1, Call.H1)
    own = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(["1H", "P", "1S", "P"]))
    assert why(shipped_bidder(), own, hand).slips == ()


def test_a_rule_is_asked_for_by_its_place() -> None:
    """The very rule has to decide: an earlier one for the same call is in its way."""
    auction, hand = Auction(Seat.NORTH), Hand.parse("AQ5.KJ4.KT73.Q92")
    view = shipped_bidder().view(auction)
    for place in {rule.rule.location for rule in view.position if rule.call <= Call.NT3}:
        answer = why_not(shipped_bidder(), auction, hand, None, place)
        assert answer.rule == place and all(r.rule.rule.location == place for r in answer.reasons)
        assert answer.change is not None and answer.change.proved
        if answer.change.hand is not None:
            assert shipped_bidder().choose(answer.change.hand, auction).location == place


def test_a_rule_may_stand_behind_another_for_the_same_call(tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(
        "system: two\nsections:\n- after: start\n  rules:\n"
        "  - {call: 1S, hand: S >= 6}\n  - {call: 1S, hand: S >= 5 and hcp >= 12}\n  - {call: P}\n"
    )
    by, hand = Bidder(load_system(str(tmp_path))), Hand.parse("AKQ432.A98.32.J4")
    (reason,) = why_not(by, Auction(Seat.NORTH), hand, None, "system.yaml:6").reasons
    assert [blocker.rule.rule.span.line for blocker in reason.blockers] == [5]
    assert [[spoken(one.node) for one in core] for core in reason.cores.smallest] == [
        ["at most 5 spades"]
    ]
    change = why_not(by, Auction(Seat.NORTH), hand, None, "system.yaml:6").change
    assert change is not None and change.hand is not None
    assert (change.hand.lengths[3], len(change.swaps)) == (5, 1)
    # For the call, whichever rule makes it, nothing has to be otherwise
    first, second = sorted(
        why_not(by, Auction(Seat.NORTH), hand, Call.S1).reasons, key=lambda one: one.index
    )
    assert (first.chosen, second.chosen) == (True, False)
    assert first.size == second.size == 0 and second.blockers == ()


def test_a_pass_without_a_rule_is_a_pass() -> None:
    """24 points open 2C; a king fewer is too little for it and too much for a pass by rule."""
    tiny, hand = shipped_bidder("tests/data/tiny"), Hand.parse("AKQ5.AKJ4.AK73.2")
    answer = why_not(tiny, Auction(Seat.NORTH), hand, Call.PASS)
    assert answer.change is not None and answer.change.hand is not None
    assert (len(answer.change.swaps), answer.change.rule) == (1, None)
    assert tiny.choose(answer.change.hand, Auction(Seat.NORTH)).rule is None


def test_a_rule_that_there_is_not_is_refused() -> None:
    hand = Hand.parse(RESPONDER)
    with pytest.raises(InputError, match="has no rule at 'nowhere"):
        why_not(shipped_bidder(), Auction(Seat.NORTH), hand, None, "nowhere.yaml:1")
    with pytest.raises(InputError, match="the auction has ended"):
        why_not(shipped_bidder(), Auction(Seat.NORTH, calls=(Call.PASS,) * 4), hand, Call.PASS)


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def run(run: Dowager, monkeypatch: pytest.MonkeyPatch) -> Dowager:
    """Return the command, for a wide terminal."""
    monkeypatch.setenv("COLUMNS", "300")
    return run


def test_why_tells_rule_parts_and_what_else(run: Dowager) -> None:
    result = run("why", RESPONDER, "--calls", "1nt p", *TINY)
    assert (result.code, result.err) == (0, "")
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[:6] == [
        "2C  Stayman",
        "  rule     tests/data/tiny/system.yaml:24",
        "  because  8+ HCP",
        "           exactly 4 spades or exactly 4 hearts",
        "  known    not forced; no suit agreed",
        "  partner  1NT (strong notrump): 15–17 HCP ♠2–5 ♥2–5 ♦2–5 ♣2–5",
    ]
    assert lines[-1].split(maxsplit=3)[0] == "P"
    assert lines[-1].endswith(
        "it fits; needs at most 7 HCP (now 10), else 2C (Stayman) comes first"
    )


def test_why_not_tells_cores_and_cards(run: Dowager) -> None:
    result = run("why", RESPONDER, "--call", "1S", *TINY)
    assert (result.code, result.err) == (0, "")
    assert (
        result.out.splitlines()[0]
        == f"{RESPONDER} bids P (no opening bid, tests/data/tiny/system.yaml:19)"
    )
    assert "  core     5+ spades (now 4); 12+ HCP (now 10)\n" in result.out
    assert (
        "Smallest change, 1 card: SQ for D2: KQJ63.A74.5.Q973 bids 1S (major opening" in result.out
    )


def test_why_as_json(run: Dowager) -> None:
    answer = run("why", RESPONDER, "--call", "1S", "--json", *TINY).json
    assert (answer["call"], answer["rule"]) == ("P", "tests/data/tiny/system.yaml:19")
    assert answer["parts"] == [
        {"text": "at most 11 HCP", "holds": True, "now": "10", "choices": []}
    ]
    assert {one["call"]: one["size"] for one in answer["others"]} == {
        "1NT": 1,
        "2C": 1,
        "1S": 2,
        "1H": 2,
    }
    asked_for = answer["asked"]
    (rule,) = asked_for["rules"]
    assert [one["text"] for one in rule["cores"][0]] == ["5+ spades", "12+ HCP"]
    assert asked_for["change"] == {
        "cards": 1,
        "swaps": [{"out": "D2", "in": "SQ"}],
        "text": "SQ for D2",
        "hand": "KQJ63.A74.5.Q973",
        "by": {"call": "1S", "name": "major opening", "rule": "tests/data/tiny/system.yaml:15"},
        "proved": True,
        "not_with": 0,
        "reason": None,
    }


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--calls 1NT --call 1S", "1S is not legal here."),
        ("--calls P --call XX", "XX is not legal here."),
        ("--call 3C", "The system has no rule for 3C here."),
        ("--rule system.yaml:24", "system.yaml:24 does not apply here."),
        ("--call P", "No card has to change: the hand bids P."),
        (
            "--calls 1NT,P,2C,P --call 3NT",
            "No change of cards helps: no hand that makes the earlier",
        ),
    ],
)
def test_what_cannot_be_is_answered(run: Dowager, args: str, words: str) -> None:
    result = run("why", RESPONDER, *args.split(), *TINY)
    assert (result.code, result.err) == (0, "")
    assert words in result.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--call 8C", "no call '8C'"),
        ("--calls 1NT,1S", "not legal after"),
        ("--calls P,P,P,P --call P", "the auction has ended"),
        ("--rule nowhere.yaml:3", "has no rule at 'nowhere.yaml:3'"),
        ("--system nowhere", "no system 'nowhere'"),
    ],
)
def test_wrong_input_gets_one_line(run: Dowager, args: str, words: str) -> None:
    result = run("why", RESPONDER, *TINY, *args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1


def test_the_examples_of_the_page_about_it_are_true(
    run: Dowager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    system, *examples = blocks_of(ROOT / "docs" / "explanation" / "why.md")
    write_file(system, tmp_path)
    assert [block.kind for block in examples] == ["sh", "text"] * 4
    for block in examples[::2]:
        program, *args = shlex.split(block.text)
        assert program == "dowager"
        result = run(*args)
        assert (result.code, result.err) == (0, "")
        assert result.out == block.shown


def test_why_asks_the_callers_own_system(run: Dowager, tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(
        "system: silent\nsections:\n- when: level == 0\n  rules: [{call: P, name: silence}]\n"
    )
    other = ("--opponents", str(tmp_path))
    calls = ("--calls", "P", "--dealer", "W")
    answer = run("why", RESPONDER, *calls, *TINY, *other, "--json").json
    assert answer["seat"] == "N" and answer["rule"].startswith("tests/data/tiny/")
    assert answer["known"]["partner"]["last"] is None and answer["slips"] == []
    answer = run("why", RESPONDER, "--calls", "P P", "--dealer", "W", *TINY, *other, "--json").json
    assert (answer["seat"], answer["name"]) == ("E", "no opening bid")
    assert answer["known"]["partner"]["text"] == "at most 11 HCP"

"""What we disclose, for every alertable and artificial rule: proved to cover the rule's hands.

A rule of a module that systems share is proved in the first of them in which it is found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.alerts import read_alert, write_alert
from dowager.auction import Auction, Call, Vulnerability, parse_call, parse_calls
from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import array_test
from dowager.backends.text import describe
from dowager.bidder import Bidder
from dowager.cards import Seat, Suit
from dowager.knowledge.public import (
    ANY_HCP,
    ANY_LENGTH,
    Ask,
    Bounds,
    Description,
    Disclosure,
    Topic,
    View,
    alert_of,
    disclose,
    topic_of,
)
from dowager.knowledge.solving import LazyModel
from dowager.language.files import load_file, system_names
from dowager.language.tree import AskWord, Bool, all_of, any_of, negation
from support.alertable_rules import (
    AlertedRule,
    alerted_rules,
    found_before,
    positions_in_quizzes,
    positions_of_alerted_rules,
)
from support.sweeps import sampled
from support.systems import shipped, shipped_bidder, write_system

PARTS = 6
LIMIT = 300.0
HANDS = 20_000
QUICK = "some of sayc"
"""Beside the names of systems: what stands in some of the quizzes of one, for every run."""
ONLY_OVER_STRANGERS = {
    "a long minor and a short major",
    "the other minor as a question",
}
"""Rules of what no hand of a shipped system bids: they are there for strangers."""


@cache
def _counterexample(meaning: Bool, disclosed: Bool) -> SolverStatus:
    """Ask the solver for a hand that makes the call and is not as disclosed.

    Systems share modules, so that many questions are asked again and again.
    """
    demands = [(0, meaning), (0, negation(disclosed))]
    return LazyModel(DealModel(1), demands).solve(LIMIT).status


@cache
def _cases(name: str) -> tuple[AlertedRule, ...]:
    """Each condition once, whatever rules and positions share it, of rules not met before."""
    if name == QUICK:
        met, found = frozenset[str](), positions_in_quizzes("sayc", 48).items()
    else:
        met, found = found_before(name), positions_of_alerted_rules(name).items()
    rules = [at for place, positions in found if place not in met for at in positions]
    by_condition = {(at.candidate.condition.node, at.call): at for at in rules}
    return tuple(by_condition.values())


@cache
def _hands() -> NDArray[np.uint16]:
    generator = np.random.default_rng(4)
    deck = generator.permuted(np.broadcast_to(np.arange(52), (HANDS, 52)), axis=1)[:, :13]
    suits, ranks = np.divmod(deck, 13)
    bits = np.left_shift(1, ranks)
    columns = [np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(4)]
    return np.stack(columns, axis=1).astype(np.uint16)


@cache
def _said(at: AlertedRule) -> Disclosure:
    """Return what is disclosed of the rule's call: worked out once for all tests."""
    return disclose(at.view, at.call)


systems = pytest.mark.parametrize(
    "name", sampled([QUICK, *system_names()], 1 + len(system_names()))
)
parts = pytest.mark.parametrize("part", sampled(range(PARTS), PARTS))


@pytest.mark.thorough
def test_every_alertable_rule_is_reached() -> None:
    """A rule of a shared module may be out of reach in one of the systems that use it."""
    alerted = {
        place: rule for name in system_names() for place, rule in alerted_rules(name).items()
    }
    wanted = {place for place, rule in alerted.items() if rule.name not in ONLY_OVER_STRANGERS}
    found = {
        place
        for name in system_names()
        for place, at in positions_of_alerted_rules(name).items()
        if at
    }
    assert sorted(wanted - found) == []
    assert len(wanted) >= 100
    missed = {rule.name for place, rule in alerted.items() if place not in found}
    assert missed == ONLY_OVER_STRANGERS


@pytest.mark.thorough
def test_every_rule_that_is_reached_is_a_case_of_some_system() -> None:
    """Systems that share a module leave its rules to one of them, and none to nobody."""
    cases = [at for name in system_names() for at in _cases(name)]
    proved = {(at.candidate.condition.node, at.call) for at in cases}
    places: dict[str, list[AlertedRule]] = {}
    for name in system_names():
        for place, positions in positions_of_alerted_rules(name).items():
            places.setdefault(place, []).extend(positions)
    left_out = [
        place
        for place, positions in places.items()
        if positions
        and not any((at.candidate.condition.node, at.call) in proved for at in positions)
    ]
    assert left_out == []


@systems
@parts
def test_every_hand_of_the_rule_is_as_disclosed(name: str, part: int) -> None:
    for at in _cases(name)[part::PARTS]:
        said = _said(at)
        disclosed = said.node()
        mine = at.own_parts()
        where = f"{at.auction} {at.call}: {describe(disclosed)}"
        for node in mine:
            assert _counterexample(node, disclosed) is SolverStatus.UNSAT, where
        hands = _hands()[array_test(any_of(mine))(_hands())]
        assert array_test(disclosed)(hands).all(), where
        assert array_test(said.heard().node())(hands).all(), where


@systems
def test_what_is_written_is_read_back(name: str) -> None:
    """So that the proof above holds for the text as well."""
    for at in _cases(name):
        disclosed = _said(at)
        text = write_alert(disclosed)
        assert text.isascii() and text.endswith(".") and "\n" not in text
        read = read_alert(text)
        assert read.disclosure == disclosed.heard(), text
        assert read.node() == disclosed.heard().node() and not read.ignored


_SUIT = "(?:spades|hearts|diamonds|clubs)"
_AMOUNT = r"(?:\d+|up to \d+|at least \d+|\d+ to \d+)"
_ELEMENT = re.compile(
    rf"{_AMOUNT} cards in {_SUIT}|{_AMOUNT} total points|{_AMOUNT} points in {_SUIT}"
    rf"|\d(?: or \d)? total (?:aces|kings)|(?:ace|king) of {_SUIT}"
    "|Asking for (?:aces|kings|a major suit|a four-card major suit|a five-card major suit"
    "|a minor suit|a four-card suit|support)"
    rf"|Asks for lead (?:not )?in {_SUIT}"
    "|Forcing for one round|Forcing until game|Promises a rebid"
)
"""An element of an alert, as the protocol's item 2 prints them, with the `or` of item 5."""


@systems
def test_every_alert_keeps_to_the_grammar(name: str) -> None:
    """One line of ASCII with a final stop: every alerted call, and those beside some of them."""
    cases = _cases(name)
    asked = {(str(at.auction), at.call): at.view for at in cases}
    beside = {str(at.auction): at.view for at in cases[::16]}
    asked |= {
        (place, call): view for place, view in beside.items() for call in view.position.calls()
    }
    for (_, call), view in asked.items():
        text = write_alert(disclose(view, call))
        assert re.fullmatch("[ -~]+", text) and text.endswith("."), text
        alternatives = text[:-1].split(". Alternatively, ")
        assert len(alternatives) <= 3, text
        elements = [part for each in alternatives for part in each.split(", ")]
        assert all(map(_ELEMENT.fullmatch, elements)), text


@pytest.mark.parametrize("part", sampled(range(3), 3))
def test_a_narrower_disclosure_is_caught(part: int) -> None:
    """One point or one card less, and the solver finds a hand that is not as disclosed.

    Bounds of rules that ask for more than shape and HCP need not be attained; most are.
    """
    caught: list[bool] = []
    for at in _cases(QUICK)[part::10]:
        disclosed = _said(at)
        if len(disclosed.alternatives) > 1:
            continue
        meaning = any_of(node for _, node in at.parts())
        found = [_counterexample(meaning, each.node()) for each in _narrower(disclosed)]
        caught += [status is SolverStatus.SAT for status in found]
    assert len(caught) >= 5 and sum(caught) >= 0.9 * len(caught)


def _narrower(disclosed: Disclosure) -> list[Disclosure]:
    (showing,) = disclosed.alternatives
    found = [replace(showing, hcp=span) for span in _cut(showing.hcp, ANY_HCP)]
    for suit, lengths in zip(Suit, showing.lengths, strict=True):
        found += [showing.with_length(suit, cut) for cut in _cut(lengths, ANY_LENGTH)]
    return [Disclosure((one,)) for one in found]


def _cut(span: Bounds, any_value: Bounds) -> list[Bounds]:
    """Cut each end that says something by one."""
    low, high = span
    ends = [(low + 1, high)] if low > any_value[0] and low < high else []
    return ends + ([(low, high - 1)] if high < any_value[1] and low < high else [])


# -- what it says ----------------------------------------------------------------------------------


def _view(calls: str, name: str = "sayc") -> View:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    return shipped_bidder(name).view(auction)


@pytest.mark.parametrize(
    ("calls", "call", "text"),
    [
        # SAYC booklet: openings, transfers, major-suit raises, answers to an ask for aces
        ("1NT P", "2H", "at least 5 cards in spades, Forcing for one round."),
        ("1D P 1S P 3S P 4NT P", "5C", "0 or 4 total aces."),
        # a limit raise has at most 12 points
        ("1S P 3S P 4NT P", "5C", "0 total aces."),
        ("1S P 3S P 4NT P", "5H", "2 total aces."),
        ("1D P 1S P 3S P 4NT P", "5S", "3 total aces."),
        ("1S P", "3S", "7 to 12 total points"),
        ("1C", "2C", "at least 5 cards in spades, at least 5 cards in hearts"),
    ],
)
def test_well_known_calls(calls: str, call: str, text: str) -> None:
    written = write_alert(disclose(_view(calls), parse_calls([call])[0]))
    assert text in written


def test_a_call_that_shows_either_of_two_suits_has_alternatives() -> None:
    """Michaels over a major: five of the other major and five of a minor."""
    written = write_alert(disclose(_view("1S"), Call.S2))
    assert written.count("Alternatively, ") == 1
    for half in written.split(" Alternatively, "):
        assert "at least 5 cards in hearts" in half
        assert "at least 5 cards in clubs" in half or "at least 5 cards in diamonds" in half


def test_what_was_shown_before_is_not_said_again() -> None:
    written = write_alert(disclose(_view("1NT P 2C P"), Call.D2))
    assert "points" not in written and "up to 3 cards in spades" in written


def test_only_alertable_calls_have_an_alert() -> None:
    assert alert_of(_view(""), Call.S1) is None
    assert alert_of(_view(""), Call.S1, artificial=True) is None
    assert alert_of(_view("1NT P"), Call.C2) is None
    asked = alert_of(_view("1NT P"), Call.C2, artificial=True)
    assert asked is not None and asked.asks == {Ask(Topic.FOUR_CARD_MAJOR)}
    assert alert_of(_view(""), Call.C2) is not None


ASKING = """\
system: asking
sections:
  - after: start
    rules:
      - {call: 1NT, hand: hcp >= 15, artificial: true, forcing: rebid}
      - {call: 1M, hand: M >= 5, forcing: round, artificial: true, asks: lead(other(M))}
      - {call: 2C, hand: C >= 6, artificial: true, asks: lead_not(D)}
      - {call: 2H, hand: H >= 4, artificial: true, asks: lead(H)}
      - {call: 3C, hand: C >= 4, artificial: true, asks: stopper, forcing: round}
      - {call: P}
  - {when: passes >= 0, rules: [{call: P}]}
"""


@pytest.mark.parametrize(
    ("call", "hand", "rest"),
    [
        ("1NT", "at least 15", "Forcing for one round, Promises a rebid."),
        ("1H", "at least 5 cards in hearts", "Asks for lead in spades, Forcing for one round."),
        ("1S", "at least 5 cards in spades", "Asks for lead in hearts, Forcing for one round."),
        ("2C", "at least 6 cards in clubs", "Asks for lead not in diamonds."),
        ("2H", "4 cards in hearts", "Asks for lead in hearts."),
        ("3C", "4 to 5 cards in clubs", "Forcing for one round."),
    ],
)
def test_rules_say_what_the_grammar_can_say(
    tmp_path: Path, call: str, hand: str, rest: str
) -> None:
    """The wording is that of the protocol's item 2; a stopper it cannot ask for."""
    view = Bidder(load_file(write_system(tmp_path, ASKING))).view(Auction(Seat.NORTH))
    disclosed = alert_of(view, parse_call(call), artificial=True)
    assert disclosed is not None
    written = write_alert(disclosed)
    said = [part for part in written.split(", ") if part[0] not in "AFP"]
    assert hand in written
    assert written == ", ".join([*said, rest])
    assert read_alert(written).disclosure.asks == disclosed.asks


@pytest.mark.parametrize(
    ("name", "calls"),
    [("sayc", "1NT P"), ("sayc", "2NT P"), ("sayc", "3NT P"), ("sayc", "2C P 2D P 2NT P"),
     ("sayc", "1D 1NT P"), ("sayc", "1D P P 1NT P"), ("natural", "1NT P")],
)  # fmt: skip
def test_stayman_asks_for_a_four_card_major(name: str, calls: str) -> None:
    view = _view(calls, name)
    club = next(call for call in Call if view.is_legal(call) and call.suit is Suit.CLUBS)
    assert "Asking for a four-card major suit" in write_alert(disclose(view, club))


def test_rules_that_ask_for_a_four_card_major_say_so() -> None:
    """In the shipped systems nothing asks for majors of just any length."""
    asked = {rule.asks.word for name in system_names() for rule in shipped(name).rules if rule.asks}
    assert AskWord.FOUR_CARD_MAJOR in asked and AskWord.MAJORS not in asked


# -- alternatives by honours -----------------------------------------------------------------------

EXAMPLE = (
    "8 to 14 total points,  8 to 10 points in clubs, up to 6 cards in clubs.  Alternatively, "
    "8 to 14 total points,  8 to 10 points in diamonds, up to 6 cards in diamonds."
)
"""A 3NT bid, as the protocol prints it (Alerting, item 4)."""


def _bid_by(folder: Path, *hands: str, before: str = "") -> View:
    rules = [f"      - {{call: 3NT, hand: '{hand}', artificial: true}}\n" for hand in hands]
    text = "system: gambling\nsections:\n  - after: start\n    rules:\n" + before + "".join(rules)
    return Bidder(load_file(write_system(folder, text))).view(Auction(Seat.NORTH))


@pytest.mark.parametrize(
    "hands",
    [
        ["hcp in 8..14 and (hcp(C) in 8..10 and C <= 6 or hcp(D) in 8..10 and D <= 6)"],
        ["hcp in 8..14 and hcp(C) in 8..10 and C <= 6 or hcp in 8..14 and hcp(D) >= 8 and D <= 6"],
        ["hcp in 8..14 and hcp(m) in 8..10 and m <= 6"],
        [f"hcp in 8..14 and hcp({suit}) in 8..10 and {suit} <= 6" for suit in "CD"],
    ],
)
@pytest.mark.parametrize("before", ["", "      - {call: 1NT, hand: balanced and hcp in 12..13}\n"])
def test_the_protocols_own_example(tmp_path: Path, hands: list[str], before: str) -> None:
    view = _bid_by(tmp_path, *hands, before=before)
    disclosed = disclose(view, Call.NT3)
    written = write_alert(disclosed)
    assert written.count(" Alternatively, ") == 1
    assert read_alert(written).disclosure == read_alert(EXAMPLE).disclosure
    own = any_of(rule.condition.node for rule in view.position if rule.call is Call.NT3)
    assert _counterexample(own, disclosed.node()) is SolverStatus.UNSAT
    assert _counterexample(disclosed.node(), own) is SolverStatus.UNSAT


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        # four suits are more alternatives than an alert may have
        ("ace(S) and king(S) or ace(H) and king(H) or ace(D) and king(D) or ace(C) and king(C)", 1),
        # hardly anything is said of either suit
        ("stopper(C) or stopper(D)", 1),
        # the halves tell of the same suit
        ("hcp(C) >= 8 or hcp(C) == 0", 1),
        ("hcp(S) >= 7 and S >= 4 or hcp(H) >= 7 and H >= 4 or hcp(D) >= 9", 3),
    ],
)
def test_alternatives_stand_apart_only_for_honours_in_different_suits(
    tmp_path: Path, hand: str, count: int
) -> None:
    view = _bid_by(tmp_path, f"hcp >= 10 and ({hand})")
    disclosed = disclose(view, Call.NT3)
    assert len(disclosed.alternatives) == count
    (own,) = (rule.condition.node for rule in view.position)
    assert _counterexample(own, disclosed.node()) is SolverStatus.UNSAT


def test_calls_out_of_the_blue_have_a_disclosure() -> None:
    """Relaxed positions and calls without a rule: something sound, never a failure."""
    for calls in ("2S P 2NT P 3NT P 4NT P", "7C", "1NT P P"):
        view = _view(calls)
        for call in Call:
            if view.is_legal(call):
                assert isinstance(disclose(view, call), Disclosure)


@pytest.mark.parametrize(
    ("asks", "topic"),
    [
        ("aces", Topic.ACES),
        ("kings", Topic.KINGS),
        ("majors", Topic.MAJOR),
        ("four-card major", Topic.FOUR_CARD_MAJOR),
        ("five_card_major", Topic.FIVE_CARD_MAJOR),
        ("minor", Topic.MINOR),
        ("support", Topic.SUPPORT),
        ("minors", Topic.MINOR),
        ("lead", Topic.LEAD),
        ("stopper", None),
        ("trump_honours", None),
        ("", None),
    ],
)
def test_questions_are_mapped_by_their_words(asks: str, topic: Topic | None) -> None:
    assert topic_of(asks) is topic


def test_an_empty_disclosure_says_nothing() -> None:
    assert Disclosure().node() == all_of(())
    assert Description().node() == all_of(())

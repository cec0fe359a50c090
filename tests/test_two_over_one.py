"""The options of two over one: what each value changes, on hands that anybody can judge."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder, ask, read_quizzes, unused_rules
from dowager.cards import Hand, Seat
from dowager.language.files import load_system


@lru_cache(maxsize=2)  # a system with its views takes some ten megabytes
def bidder(choice: str) -> Bidder:
    return Bidder(load_system(f"two_over_one({choice})"))


# the choice, the auction, the hand, its call
CHOICES = [
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "QJ84.83.KQ742.KJ", "5C"),
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "KJ84.83.Q742.K93", "5D"),
    ("blackwood=plain", "1S P 3S P 4NT P", "KJ84.83.Q742.K93", "5C"),
    ("blackwood=plain", "1S P 3S P 4NT P", "KJ84.83.A742.J93", "5D"),
    ("major_raises=bergen", "1S P", "K863.84.A742.J93", "3C"),
    ("major_raises=bergen", "1S P", "K863.84.A742.K93", "3D"),
    ("major_raises=bergen", "1S P", "Q863.84.9742.J93", "3S"),
    ("major_raises=bergen", "1S P", "K83.84.A742.J932", "2S"),
    ("major_raises=bergen", "1S P 3C P", "AQ974.K84.KJ3.84", "3S"),
    ("major_raises=bergen", "1S P 3C P", "AQ974.K8.AKJ3.84", "4S"),
    ("major_raises=bergen", "1S P 3D P", "AQ974.K8.KJ83.84", "4S"),
    ("major_raises=bergen", "1S P 3S P", "AQ974.K8.KJ83.84", "P"),
    ("jacoby_2nt=no", "1S P", "KJ84.A83.KQ742.9", "4C"),
    ("jacoby_2nt=no", "1S P", "KJ84.A83.KQ742.A", "2D"),
    ("splinters=no", "1S P", "KJ84.A83.KQ742.3", "2NT"),
    ("drury=no", "P P 1S P", "KJ84.83.A742.J93", "3S"),
    ("minor_raises=limit", "1C P", "84.A93.K84.KQ974", "3C"),
    ("minor_raises=limit", "1C P", "K84.QJ3.KJ9.K842", "2NT"),
    ("checkback=new_minor", "1D P 1S P 1NT P", "KQ974.A84.J3.Q93", "2C"),
    ("checkback=new_minor", "1D P 1S P 1NT P 2C P", "A83.K4.QJ97.KJ84", "3S"),
    ("checkback=new_minor", "1D P 1S P 1NT P 2C P", "A83.K4.QJ97.QJ84", "2S"),
    ("checkback=new_minor", "1D P 1S P 1NT P 2C P", "A3.KJ84.QJ97.K84", "2H"),
    ("checkback=no", "1D P 1S P 1NT P", "KQ974.84.3.KJ932", "2C"),
    ("weak_jump_shifts=always", "1D P", "QJT974.84.K3.842", "2S"),
    ("weak_jump_shifts=never", "1D 1H", "QJT974.84.K3.842", "1S"),
    ("lebensohl=no", "1NT 2H", "84.3.QJ9742.J842", "P"),
    ("support_doubles=no", "1C P 1S 2H", "K84.A3.K84.QJ974", "P"),
    ("negative_doubles=2S", "1D 3H", "KQ84.84.A84.J932", "P"),
]


@pytest.mark.parametrize(("choice", "calls", "hand", "call"), CHOICES)
def test_a_choice_bids(choice: str, calls: str, hand: str, call: str) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    assert str(bidder(choice).choose(Hand.parse(hand), auction).call) == call


_QUIZZES = Path(__file__).parents[1] / "quizzes" / "two_over_one" / "options"

# the choice, and the module of systems/conventions and file of quizzes that it brings
MODULES = [
    ("weak_two_answers=ogust", "ogust"),
    ("leaping_michaels=yes", "leaping_michaels"),
    ("three_notrump=gambling", "gambling_3nt"),
]


@pytest.mark.parametrize(("choice", "module"), MODULES)
def test_the_quizzes_of_a_choice(choice: str, module: str) -> None:
    outcomes = [ask(bidder(choice), quiz) for quiz in read_quizzes([_QUIZZES / f"{module}.yaml"])]
    wrong = [f"{one.quiz.span}: {fault}" for one in outcomes for fault in one.faults]
    assert not wrong, "\n".join(wrong)
    assert all(one.quiz.heading.source for one in outcomes)
    unused = [str(rule.location) for rule in unused_rules(bidder(choice).systems[0], outcomes)]
    assert not [place for place in unused if f"conventions/{module}.yaml" in place]

"""The options of two over one: what each value changes, on hands that anybody can judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.choices import (
    chosen_call,
    different,
    faults_of_a_choice,
    quizzes_of_choices,
    sampled_by_choice,
    unused_of_a_module,
)

# the choice, the auction, the hand, its call
CHOICES = [
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "QJ84.83.KQ742.KJ", "5C"),
    # a defence does not change what two suits are after our own notrump rebid
    (
        "checkback=no, strong_club_defence=truscott, unusual_over_unusual=yes",
        "1D P 1S P 1NT P",
        "T8743.Q953.43.73",
        "2H",
    ),
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "KJ84.83.Q742.K93", "5D"),
    ("blackwood=plain", "1S P 3S P 4NT P", "KJ84.83.Q742.K93", "5C"),
    ("blackwood=plain", "1S P 3S P 4NT P", "KJ84.83.A742.J93", "5D"),
    ("blackwood=kickback", "1H P 2NT P 4H P", "AKQ4.KQJ3.K932.4", "4S"),
    ("blackwood=kickback", "1H P 2NT P 4H P 4S P", "84.AQ974.QJ4.K93", "4NT"),
    ("exclusion=yes", "1S P 3S P", "AKJ842.AQ3.KJ94.", "5C"),
    ("exclusion=yes", "1S P 3S P 5C P", "Q973.842.AJ3.K84", "5H"),
    ("exclusion=yes", "1S P 3S P 5C 5D", "Q973.842.J83.AK4", "X"),
    ("exclusion=yes", "1S P 3S P 5C 5D", "K973.A42.J83.Q84", "P"),
    ("exclusion=yes", "1S P 3S P 5C 5D X P", "AKJ842.AQ3.KJ94.", "6S"),
    ("exclusion=yes", "1S P 3S P 5C 5D X P", "AKJ842.KQ3.KQ94.", "P"),
    ("exclusion=yes", "1S P 3S P 5C 5D P P", "AKJ842.KQ3.KQ94.", "6S"),
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
    ("checkback=xyz", "1C P 1H P 1S P", "8.K974.843.QJ942", "2NT"),
    ("checkback=xyz", "1C P 1H P 1NT P", "A4.KQ974.A93.842", "2D"),
    ("checkback=no", "1D P 1S P 1NT P", "KQ974.84.3.KJ932", "2C"),
    ("weak_jump_shifts=always", "1D P", "QJT974.84.K3.842", "2S"),
    ("weak_jump_shifts=never", "1D 1H", "QJT974.84.K3.842", "1S"),
    ("lebensohl=no", "1NT 2H", "84.3.QJ9742.J842", "P"),
    ("lebensohl=transfer", "1NT 2H", "KQ974.84.A93.K84", "3H"),
    ("lebensohl=transfer", "1NT 2H", "84.3.J842.QJ9742", "2NT"),
    ("lebensohl=transfer", "1NT 2H 2NT P", "KQ84.A93.KJ4.A84", "3C"),
    ("lebensohl=rubensohl", "1NT 2H", "84.3.QJ9742.J842", "3C"),
    ("weak_two_doubles=natural", "2S X P", "863.74.QJ9742.52", "3D"),
    ("weak_two_doubles=natural", "2S X P", "KT4.83.KQ74.Q532", "2NT"),
    # by the rules nobody bids over the relay
    ("weak_two_doubles=lebensohl", "2S X P 2NT 3S", "K4.A842.AJ84.Q93", "P"),
    ("weak_two_doubles=lebensohl", "2S X P 2NT 3S", "4.AK82.AKJ4.AQ93", "X"),
    ("weak_two_doubles=lebensohl", "2S X P 2NT 3S", "4.AKQJ84.A84.A73", "4H"),
    ("weak_two_doubles=lebensohl", "2H X P 2NT 3H", "AKQJ84.4.A84.A73", "3S"),
    ("support_doubles=no", "1C P 1S 2H", "K84.A93.K8.QJ974", "P"),
    ("notrump_defence=cappelletti", "1NT", "KQJ974.A84.93.K4", "2C"),
    ("notrump_defence=dont", "1NT", "KQJ974.A84.93.84", "2S"),
    ("notrump_defence=landy", "1NT", "KQ974.KJ84.A3.84", "2C"),
    ("texas=no", "1NT P", "84.KQJ974.K93.84", "2D"),
    ("texas=yes", "1NT P 4D 4S", "AJ84.A3.KJ4.KJ84", "X"),
    ("texas=yes", "1NT P 4D 4S", "84.A93.KQJ4.AK84", "P"),
    ("texas=yes", "1NT P 4H 5C", "Q84.A3.KJ94.KQJ4", "X"),
    ("smolen=no", "1NT P 2C P 2D P", "KQ974.KJ84.84.Q3", "3S"),
    ("minor_transfers=four_suit", "1NT P", "84.93.KJ9742.842", "2NT"),
    ("minor_transfers=four_suit", "1NT P", "Q84.K93.KJ84.842", "2C"),
    ("over_two_notrump=puppet", "2NT P", "Q842.93.K984.842", "3C"),
    ("over_two_notrump=puppet", "2NT P 3C P 3D P", "Q842.93.K984.842", "3H"),
    ("negative_doubles=2S", "1D 3H", "KQ84.84.A84.J932", "P"),
    # nobody's rules double the ask, so that no quiz can have it
    ("ask_doubled=ropi", "1S P 3S P 4NT X", "Q974.83.K642.K52", "XX"),
    ("ask_doubled=ropi", "1S P 3S P 4NT X", "KJ84.83.Q742.K93", "P"),
    ("ask_doubled=ropi", "1S P 3S P 4NT X", "KJ84.83.A742.J93", "5C"),
    ("ask_doubled=ropi", "1S P 3S P 4NT X", "KQ84.83.A742.J93", "5D"),
    ("ask_doubled=ropi", "1S P 3S P 4NT X XX P", "KQJ754.A3.KQ4.K2", "5S"),
    ("ask_doubled=ropi", "1S P 3S P 4NT X P P", "AQJ754.A3.AKQ.K2", "6S"),
    ("ask_doubled=steps", "1S P 3S P 4NT X", "Q974.83.K642.K52", "5D"),
    ("ask_doubled=ropi,blackwood=plain", "1S P 3S P 4NT X", "Q974.K3.K642.752", "XX"),
    ("ask_doubled=ropi,blackwood=plain", "1S P 3S P 4NT X", "K974.83.A642.Q52", "P"),
    ("ask_doubled=ropi,blackwood=plain", "1S P 3S P 4NT X", "A974.83.A642.752", "5C"),
    ("high_interference=depo,blackwood=plain", "1H P 3H P 4NT 5S", "74.A973.A842.Q52", "X"),
    ("high_interference=depo,blackwood=plain", "1H P 3H P 4NT 5S", "74.A973.K842.Q52", "P"),
    # exclusion asks for key cards; four notrump is what was chosen for it
    ("exclusion=yes,blackwood=plain", "1S P 3S P 4NT P", "K974.K3.Q642.752", "5C"),
    ("exclusion=yes,blackwood=rkcb0314", "1S P 3S P 4NT P", "K974.K3.Q642.752", "5D"),
]


FILES = quizzes_of_choices("two_over_one")
EVERY_RUN = different([*(file.stem for file in FILES), *(case[0] for case in CHOICES)])[::12]
"""The choices that are tried with every run."""


@pytest.mark.parametrize(
    ("choice", "calls", "hand", "call"),
    sampled_by_choice(CHOICES, lambda case: [case[0]], EVERY_RUN),
)
def test_a_choice_bids(choice: str, calls: str, hand: str, call: str) -> None:
    assert chosen_call("two_over_one", choice, calls, hand) == call


@pytest.mark.parametrize(
    "file",
    sampled_by_choice(FILES, lambda file: [file.stem], EVERY_RUN),
    ids=lambda file: file.stem,
)
def test_quizzes_of_a_choice(file: Path) -> None:
    assert faults_of_a_choice("two_over_one", file) == []


CHOICES_BY_MODULE = {
    "cappelletti": "notrump_defence=cappelletti",
    "dont": "notrump_defence=dont",
    "landy": "notrump_defence=landy",
    "notrump_defence": "notrump_defence=cappelletti",
    "four_suit_transfers": "minor_transfers=four_suit",
    "minor_transfer": "minor_transfers=four_suit",
    "puppet_stayman": "over_two_notrump=puppet",
    "exclusion": "exclusion=yes",
    "kickback": "blackwood=kickback",
    "xyz": "checkback=xyz",
    "transfer_lebensohl": "lebensohl=transfer|lebensohl=rubensohl",
    "ogust": "weak_two_answers=ogust",
    "leaping_michaels": "leaping_michaels=yes",
    "namyats": "namyats=yes",
    "unusual_over_unusual": "unusual_over_unusual=yes",
    "gambling_3nt": "three_notrump=gambling",
    "truscott": "strong_club_defence=truscott",
    "both_majors": "notrump_defence=cappelletti|notrump_defence=landy",
}
"""Modules that are there by choice only, and the choices whose quizzes use every rule of theirs."""


@pytest.mark.parametrize(
    "module",
    sampled_by_choice(
        CHOICES_BY_MODULE, lambda module: CHOICES_BY_MODULE[module].split("|"), EVERY_RUN
    ),
)
def test_every_rule_of_a_chosen_module_is_used(module: str) -> None:
    assert unused_of_a_module("two_over_one", module, CHOICES_BY_MODULE[module]) == set()

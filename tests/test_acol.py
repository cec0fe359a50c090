"""The options of Acol: what each value changes, on hands that anybody can judge."""

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
    # strong twos
    ("twos=strong", "", "AKQJ74.A83.KQ4.2", "2S"),
    ("twos=strong", "", "A4.AKQJ974.K84.2", "2H"),
    ("twos=strong", "", "KQJ974.84.Q62.73", "3S"),
    ("twos=strong", "", "AQ3.AK4.KQ5.AJ82", "2C"),
    ("twos=strong", "2S P", "K84.A73.J842.932", "3S"),
    ("twos=strong", "2S P", "K984.73.Q8742.93", "4S"),
    ("twos=strong", "2S P", "4.KQJ74.A842.932", "3H"),
    ("twos=strong", "2S P", "4.KQ74.KJ84.K932", "3C"),
    ("twos=strong", "2S P", "84.KQ7.KJ84.Q932", "3NT"),
    ("twos=strong", "2S P", "84.A73.KQ43.8742", "3D"),
    ("twos=strong", "2S P", "84.9732.J842.Q93", "2NT"),
    ("twos=strong", "2S P 2NT P", "AKQJ74.A83.KQ4.2", "3S"),
    ("twos=strong", "2S P 2NT P", "AKQJ742.A3.KQ4.2", "4S"),
    ("twos=strong", "2S P 2NT P", "AKQJ4.AQJ84.K4.2", "3H"),
    ("twos=strong", "2D P 2NT P", "AK.Q4.AKQJ974.K2", "3NT"),
    ("twos=strong", "2S P 2NT P 3S P", "84.K732.QJ84.932", "4S"),
    ("twos=strong", "2S P 2NT P 3S P", "4.9732.J842.Q932", "P"),
    ("twos=strong", "2D P 2NT P 3D P", "QJ3.Q732.K84.932", "3NT"),
    ("twos=strong", "2D P 2NT P 3D P", "84.9732.Q842.K93", "5D"),
    ("twos=strong", "2S P 2NT P 3H P", "84.K732.J842.932", "4H"),
    ("twos=strong", "2S P 2NT P 3H P", "J84.93.Q842.9832", "4S"),
    ("twos=strong", "2S P 2NT P 3H P", "84.93.8742.98532", "3S"),
    ("twos=strong", "2S P 2NT P 3H P 3S P", "AKQJ4.AQJ84.K4.2", "4S"),
    ("twos=strong", "2S P 3S P", "AKQJ74.A83.KJ4.2", "4C"),
    ("twos=strong", "2S P 3H P", "AKQJ74.Q83.AK4.2", "4H"),
    ("twos=strong", "2S P 3H P", "AKQJ74.83.AK4.A2", "3S"),
    ("twos=strong", "2S 3D", "K84.A732.84.9832", "3S"),
    ("twos=strong", "2S 3D", "84.A7.KJ84.98732", "X"),
    ("twos=strong", "2S 3D", "84.9732.84.J9832", "P"),
    ("twos=strong", "2S 3D P P", "AKQJ74.AK3.4.K92", "3S"),
    # Benjamin
    ("twos=benji", "", "AKQJ74.A83.KQ4.2", "2C"),
    ("twos=benji", "", "AQ3.AK4.KQ5.AJ82", "2D"),
    ("twos=benji", "", "KQJ974.84.Q62.73", "2S"),
    ("twos=benji", "2C P", "84.9732.J842.Q93", "2D"),
    ("twos=benji", "2C P", "KQJ84.A73.842.93", "2S"),
    ("twos=benji", "2C P 2D P", "AKQJ74.A83.KQ4.2", "2S"),
    ("twos=benji", "2C P 2D P", "A4.K3.AKQJ974.K2", "3D"),
    ("twos=benji", "2C P 2D P 2S P", "84.A732.K842.932", "4S"),
    ("twos=benji", "2C P 2D P 2S P", "84.K732.8742.932", "3S"),
    ("twos=benji", "2C P 2D P 2S P", "84.9732.8742.932", "P"),
    ("twos=benji", "2C P 2D P 2S P", "4.KJ73.Q842.K932", "3NT"),
    ("twos=benji", "2C P 2D P 2S P 3S P", "AKQJ74.AK3.K84.2", "4S"),
    ("twos=benji", "2C P 2D P 3D P", "K84.Q732.84.Q932", "3NT"),
    ("twos=benji", "2C P 2D P 3D P", "84.9732.843.Q932", "P"),
    ("twos=benji", "2C P 2S P", "K84.AKQJ74.AK4.2", "3S"),
    ("twos=benji", "2C P 2S P", "4.AKQJ974.AK4.92", "3H"),
    ("twos=benji", "2C 2H", "84.9732.J842.Q93", "P"),
    ("twos=benji", "2C 2H P P", "AKQJ74.A8.KQ43.2", "2S"),
    ("twos=benji", "2D P", "84.9732.J842.Q93", "2H"),
    ("twos=benji", "2D P", "KQJ84.A73.842.93", "2S"),
    ("twos=benji", "2D P 2H P", "AQ3.AK4.KQ5.AJ82", "2NT"),
    ("twos=benji", "2D P 2H P", "AKQJ84.AK3.A74.2", "2S"),
    ("twos=benji", "2D P 2H P", "AK4.AQ3.KQJ4.AQ5", "3NT"),
    ("twos=benji", "2D P 2H P 2NT P", "KJ84.73.J842.932", "3C"),
    ("twos=benji", "2D P 2H P 2NT P", "Q84.973.J842.932", "3NT"),
    ("twos=benji", "2D P 2H P 2NT P", "984.9732.J84.932", "P"),
    ("twos=benji", "2D P 2H P 2S P", "K84.Q73.8742.932", "3S"),
    ("twos=benji", "2D P 2H P 2S P", "984.973.J8742.93", "4S"),
    ("twos=benji", "2D P 2H P 2S P", "84.KQ973.8742.93", "3H"),
    ("twos=benji", "2D P 2H P 2S P", "84.9732.J842.Q93", "2NT"),
    ("twos=benji", "2D P 2S P", "K84.AKQJ7.AK4.K2", "3S"),
    ("twos=benji", "2D 2H", "984.73.J8742.Q93", "P"),
    ("twos=benji", "2D 2H", "984.Q973.J842.93", "X"),
    ("twos=benji", "2D 2H P P", "AKQJ84.A3.AK74.2", "2S"),
    # Jacoby, splinters, Blackwood
    ("major_2nt=jacoby", "1S P", "KJ84.A5.KJ42.K83", "2NT"),
    ("major_2nt=jacoby", "1S P", "Q4.KJ83.K742.Q83", "2D"),
    ("major_2nt=jacoby", "1S P", "KQ974.4.Q8532.84", "4S"),
    ("major_2nt=jacoby", "1S P 2NT P", "AQJ84.7.KQ84.932", "3H"),
    ("splinters=no", "1S P", "AJ84.K84.A9743.3", "4S"),
    ("blackwood=plain", "1S P 3S P 4NT P", "KJ84.A3.Q742.J93", "5D"),
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "KJ84.83.Q742.AJ3", "5H"),
    ("blackwood=rkcb1430", "1S P 3S P 4NT P", "KJ84.83.KQ42.J93", "5C"),
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "KJ84.83.KQ42.J93", "5D"),
    # Landy
    ("over_notrump=landy", "1NT", "KQ974.KJ84.84.A2", "2C"),
    ("over_notrump=landy", "1NT", "KQJ974.A3.842.92", "2S"),
    ("over_notrump=landy", "1NT", "84.A3.K84.AQJ974", "3C"),
    ("over_notrump=landy", "1NT", "K4.AQ3.K84.AQ974", "X"),
    ("over_notrump=landy", "1NT", "84.A93.KJ4.AQ974", "P"),
    ("over_notrump=landy", "1NT P P", "KQ974.KJ84.84.A2", "2C"),
    ("over_notrump=landy", "1NT 2C P", "K842.A3.KQ842.93", "4S"),
    ("over_notrump=landy", "1NT 2C P", "K84.73.J8742.932", "2S"),
    ("over_notrump=landy", "1NT 2C P", "84.73.J87.KJ9732", "P"),
    ("over_notrump=landy", "1NT 2C P", "K84.Q73.J842.932", "2D"),
    ("over_notrump=landy", "1NT 2C P", "K842.73.AQ842.93", "3S"),
    ("over_notrump=landy", "1NT 2C P 2D P", "KQ974.KJ84.84.A2", "2S"),
    ("over_notrump=landy", "1NT 2C P 2D P", "KQ97.KJ842.84.A2", "2H"),
    ("over_notrump=landy", "1NT 2C P 2D P 2S P", "K84.Q73.J842.932", "P"),
    ("over_notrump=landy", "1NT 2C P 2D P 2S P", "K84.Q73.AQJ2.932", "3S"),
    ("over_notrump=landy", "1NT 2C P 3S P", "KQ974.KJ84.84.A2", "4S"),
    ("over_notrump=landy", "1NT 2C P 3S P", "KQ974.QJ84.84.92", "P"),
    ("over_notrump=landy", "1NT 2C 2D", "K842.73.84.Q9832", "2S"),
    ("over_notrump=landy", "1NT 2C 2D", "84.K73.KQJ4.A932", "X"),
    ("over_notrump=natural", "1NT", "KQ974.KJ84.84.A2", "2S"),
    # what asks by choice is natural without it
    ("checkback=crowhurst", "1C P 1S P 1NT P", "KQ974.K7.J84.Q93", "2C"),
    ("checkback=no", "1C P 1S P 1NT P", "KQ974.K7.J84.Q93", "3S"),
    ("two_suiters=ghestem", "1S", "8.KQJ84.AJ984.42", "3C"),
    ("two_suiters=michaels", "1S", "8.KQJ84.AJ984.42", "2S"),
]


FILES = quizzes_of_choices("acol")
EVERY_RUN = different([*(file.stem for file in FILES), *(case[0] for case in CHOICES)])[::9]
"""The choices that are tried with every run."""


@pytest.mark.parametrize(
    ("choice", "calls", "hand", "call"),
    sampled_by_choice(CHOICES, lambda case: [case[0]], EVERY_RUN),
)
def test_a_choice_bids(choice: str, calls: str, hand: str, call: str) -> None:
    assert chosen_call("acol", choice, calls, hand) == call


@pytest.mark.parametrize(
    "file",
    sampled_by_choice(FILES, lambda file: [file.stem], EVERY_RUN),
    ids=lambda file: file.stem,
)
def test_quizzes_of_a_choice(file: Path) -> None:
    assert faults_of_a_choice("acol", file) == []


@pytest.mark.parametrize(
    ("module", "choice"),
    sampled_by_choice(
        [("crowhurst", "checkback=crowhurst"), ("ghestem", "two_suiters=ghestem")],
        lambda case: [case[1]],
        EVERY_RUN,
    ),
)
def test_every_rule_of_a_chosen_module_is_used(module: str, choice: str) -> None:
    assert unused_of_a_module("acol", module, choice) == set()

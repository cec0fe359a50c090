"""The options of Precision: what each value changes, on hands that anybody can judge."""

from __future__ import annotations

import pytest

from support.choices import chosen_call, different, sampled_by_choice

# the choice, the auction, the hand, its call
CHOICES = [
    ("notrump=13_15", "", "AQ5.K84.K973.QT2", "1NT"),
    ("notrump=13_15", "", "AQ5.KJ4.K973.KT2", "1C"),
    ("notrump=13_15", "", "AQ5.J84.K973.QT2", "1D"),
    ("notrump=13_15", "1C P 1D P", "AQ5.KJ4.K973.KT2", "1NT"),
    ("notrump=13_15", "1C P 1D P 1NT P", "94.K74.QJ984.942", "2NT"),
    ("notrump=13_15", "1C P 1D P 1NT P", "942.K74.QJ98.942", "P"),
    ("notrump=13_15", "1C P 2NT P", "AQ5.KJ4.K973.KT2", "4NT"),
    ("notrump=14_16", "", "AQ5.K84.K973.QT2", "1NT"),
    ("notrump=14_16", "", "AQ5.K84.K973.JT2", "1D"),
    ("asking_bids=yes", "1C P 1S P", "KJ3.AKQ84.A4.K92", "2S"),
    ("asking_bids=yes", "1C P 1S P 2S P", "J8642.K84.A73.Q2", "2NT"),
    ("asking_bids=yes", "1C P 1S P 2S P", "K8642.K84.A73.92", "3C"),
    ("asking_bids=yes", "1C P 1S P 2S P", "KQ642.K84.973.92", "3D"),
    ("asking_bids=yes", "1C P 1S P 2S P", "K86542.K8.A73.92", "3H"),
    ("asking_bids=yes", "1C P 1S P 2S P", "KQ6542.K8.973.92", "3S"),
    ("asking_bids=yes", "1C P 1S P 2S P", "AKQ42.K84.973.92", "3NT"),
    ("asking_bids=yes", "1C P 1S P 2S P 2NT P", "KQ3.KQ84.A4.Q942", "4S"),
    ("asking_bids=yes", "1C P 1S P 2S P 3D P", "A753.AKQ84.AK.92", "4C"),
    ("asking_bids=yes", "1C P 1S P 2S P 3D P 4C P", "KQ642.84.QJ3.A92", "4S"),
    ("asking_bids=yes", "1C P 1S P 2S P 3D P 4C P", "KQ642.84.QJ32.K9", "4H"),
    ("asking_bids=yes", "1C P 1S P 2S P 3D P 4C P", "KQ642.K84.QJ32.9", "4H"),
    ("asking_bids=yes", "1C P 1S P 2S P 3D P 4C P", "KQ642.J84.QJ.J92", "4D"),
    ("asking_bids=no", "1C P 1S P 2S P", "K8642.K84.A73.92", "4S"),
    ("blackwood=rkcb0314", "1C P 1S P 2S P 3S P 4NT P", "KJ642.K84.A73.92", "5H"),
    ("drury=no", "P P 1S P", "KJ84.83.A742.J93", "3S"),
    ("three_notrump=gambling", "", "42.83.AKQJ842.93", "3NT"),
    ("minor_raises=limit", "1D P", "K8.A3.KJ973.8432", "3D"),
    ("minor_raises=limit", "1D P", "K84.QJ3.KJ9.K842", "2NT"),
    ("minor_raises=inverted", "1D P", "K8.A3.KJ973.8432", "2D"),
]


EVERY_RUN = different(case[0] for case in CHOICES)[1:2]
"""The choices that are tried with every run."""


@pytest.mark.parametrize(
    ("choice", "calls", "hand", "call"),
    sampled_by_choice(CHOICES, lambda case: [case[0]], EVERY_RUN),
)
def test_a_choice_bids(choice: str, calls: str, hand: str, call: str) -> None:
    assert chosen_call("precision", choice, calls, hand) == call

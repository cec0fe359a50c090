"""The options of the Polish club: what each value changes, on hands that anybody can judge."""

from __future__ import annotations

import pytest

from support.choices import chosen_call, different, sampled_by_choice

# the choice, the auction, the hand, its call
CHOICES = [
    ("two_diamonds=weak", "", "KQJ873.84.K52.94", "2S"),
    ("two_diamonds=weak", "", "84.KQJ873.952.K4", "2H"),
    ("two_diamonds=weak", "", "84.73.KQJ842.952", "2D"),
    ("two_diamonds=weak", "", "KJ973.4.52.QJ942", "P"),
    ("two_diamonds=weak", "2D P", "KJ74.AK4.J5.AQ42", "2NT"),
    ("two_diamonds=weak", "2S P 2NT P", "KQJ873.84.K52.94", "3D"),
    ("two_diamonds=weak", "2D", "KQJ73.84.AQ52.94", "2S"),
    ("two_majors=muiderberg", "", "KJ973.4.52.QJ942", "2S"),
    ("two_majors=muiderberg", "", "KQ973.4.J952.942", "2S"),
    ("two_majors=muiderberg", "", "KQ973.QJ842.5.94", "P"),
    ("two_majors=muiderberg", "2S P 2NT P", "KQ973.4.J952.Q42", "3S"),
    ("two_majors=muiderberg", "2H P", "KJ973.4.A952.J42", "3C"),
    ("two_majors=muiderberg", "2H P 3C P", "42.KQ973.J952.42", "3D"),
    ("two_notrump=none", "", "4.73.KJ952.QJ942", "P"),
    ("gambling=no", "", "84.73.AKQJ942.82", "3D"),
    # what two over one offers
    ("blackwood=rkcb0314", "1S P 3S P 4NT P", "QJ84.83.KQ742.KJ", "5C"),
    ("major_raises=bergen", "1S P", "K863.84.A742.J93", "3C"),
    ("negative_doubles=2S", "1D 3H", "KQ84.84.A84.J932", "P"),
]


EVERY_RUN = different(case[0] for case in CHOICES)[1:2]
"""The choices that are tried with every run."""


@pytest.mark.parametrize(
    ("choice", "calls", "hand", "call"),
    sampled_by_choice(CHOICES, lambda case: [case[0]], EVERY_RUN),
)
def test_a_choice_bids(choice: str, calls: str, hand: str, call: str) -> None:
    assert chosen_call("polish_club", choice, calls, hand) == call

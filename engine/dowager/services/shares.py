"""Shares of hands as JSON objects: how often calls are made, and with what hands."""

from __future__ import annotations

from typing import Any

from dowager.auction import Auction
from dowager.authoring.frequency import Frequency, Picture, RuleShare
from dowager.authoring.shared.share_object import share_object


def frequency_object(auction: Auction, answer: Frequency) -> dict[str, Any]:
    """Return how often each call is made after an auction, by which rules."""
    return {
        "calls": [str(call) for call in auction.calls],
        "seat": auction.turn.letter,
        "exact": answer.exact,
        "made": [
            {
                "call": str(call.call),
                **share_object(call.share),
                "rules": [_rule(rule) for rule in call.rules],
            }
            for call in answer.calls
        ],
        "none": share_object(answer.none),
    }


def _rule(rule: RuleShare) -> dict[str, Any]:
    about = {"rule": rule.location, "name": rule.name, "text": rule.text}
    return about | share_object(rule.share)


def picture_object(pictured: Picture) -> dict[str, Any]:
    """Return the hands that make a call: their HCP, shapes and lengths."""
    return {
        "hcp": {str(hcp): share_object(share) for hcp, share in pictured.hcp.items()},
        "shapes": {
            "=".join(map(str, shape)): share_object(share)
            for shape, share in pictured.shapes.items()
        },
        "patterns": {
            "-".join(map(str, shape)): share_object(share)
            for shape, share in pictured.patterns.items()
        },
        "lengths": {
            suit.letter: {str(length): share_object(share) for length, share in lengths.items()}
            for suit, lengths in pictured.lengths.items()
        },
    }

"""What a shipped system bids with something chosen of its options."""

from __future__ import annotations

from functools import lru_cache

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.language.files import load_system


@lru_cache(maxsize=2)  # a system with its views takes some ten megabytes
def chosen_bidder(system: str, choice: str) -> Bidder:
    """Return the bidder of a system with a choice, `notrump=weak`, on both sides."""
    return Bidder(load_system(f"{system}({choice})"))


def chosen_call(system: str, choice: str, calls: str, hand: str) -> str:
    """Return the call of a hand after calls from North on, nobody vulnerable."""
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    return str(chosen_bidder(system, choice).choose(Hand.parse(hand), auction).call)

"""The contracts that suit two hands, as a JSON object."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from dowager.auction import Auction, Contract, Doubled, Strain, Vulnerability, score
from dowager.cards import Deal, Hand, Seat
from dowager.errors import InputError
from dowager.knowledge.sampling import deals_for
from dowager.play.double_dummy import solve_deals
from dowager.play.trick_bounds import Question, denomination_of
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for
from dowager.services.requests import number_field, text_field

_DEALS, _FEWEST = 20, 3


def contract(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which contract scores best with two hands, on random deals of the others.

    All four hands are open, and nobody competes. `seat` holds `hand`; its partner has `dummy`.
    There are 20 deals, or fewer if their `seconds` are over, but three at least.

    Raises:
        InputError: a field is wrong.
    """
    seat = Seat.parse(text_field(fields, "seat", "N"))
    hands = {
        seat: Hand.parse(text_field(fields, "hand", "")),
        seat.partner: Hand.parse(text_field(fields, "dummy", "")),
    }
    if hands[seat].bits & hands[seat.partner].bits:
        raise InputError("a card is in both hands")
    vulnerable = Vulnerability.parse(text_field(fields, "vul", "none")).of(seat)
    seconds = number_field(fields, "seconds", 2.0, 0.0, 20.0)
    solved = _solved(hands, seconds)
    best = Counter(_best(tricks, vulnerable) for tricks in solved)
    by_strain: dict[Strain, Counter[int]] = defaultdict(Counter)
    for tricks in solved:
        for each, count in tricks.items():
            by_strain[each.strain][count] += 1
    return {
        "contracts": [
            {
                "contract": f"{each.level}{each.strain.letter}",
                "share": number / len(solved),
                "tricks": {
                    str(count): times / len(solved)
                    for count, times in sorted(by_strain[each.strain].items())
                },
            }
            for each, number in best.most_common()
        ]
    }


def _solved(hands: dict[Seat, Hand], seconds: float) -> list[dict[Contract, int]]:
    end, solved = time.monotonic() + seconds, []
    for deal in _deals(hands):
        solved.append(_tricks(deal, hands))
        if len(solved) >= _FEWEST and time.monotonic() >= end:
            break
    return solved


def _deals(hands: dict[Seat, Hand]) -> list[Deal]:
    view = bidder_for(DEFAULT_SYSTEM, None).view(Auction(Seat.NORTH))
    return list(deals_for(view, hands, np.random.default_rng(1), _DEALS))


def _tricks(deal: Deal, hands: dict[Seat, Hand]) -> dict[Contract, int]:
    """Return the tricks in each strain, played from the hand that is longer in it."""
    contracts = [
        Contract(1, strain, Doubled.UNDOUBLED, _declarer(hands, strain)) for strain in Strain
    ]
    (solved,) = solve_deals([(deal, [Question(denomination_of(each)) for each in contracts])])
    return {each: bounds & 15 for each, bounds in zip(contracts, solved, strict=True)}


def _declarer(hands: dict[Seat, Hand], strain: Strain) -> Seat:
    suit = strain.suit
    if suit is None:
        return next(iter(hands))
    return max(hands, key=lambda seat: hands[seat].lengths[suit])


def _best(tricks: dict[Contract, int], vulnerable: bool) -> Contract:
    """Return the contract that scores best; the lowest of those that score the same."""
    every = (
        (Contract(level, each.strain, each.doubled, each.declarer), count)
        for level in range(1, 8)
        for each, count in tricks.items()
    )
    return max(every, key=lambda pair: score(pair[0], pair[1], vulnerable))[0]

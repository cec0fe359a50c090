"""Deals under free conditions on any seats: those that meet them, as often as shuffles do."""

from __future__ import annotations

import numpy as np
import pytest

import dowager
from dowager.backends.evaluate import deal_array_test, deal_test
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, Suit, holdings_of_deals, shuffled_deals
from dowager.errors import InputError
from dowager.knowledge.answers import ranges
from dowager.knowledge.public import View
from dowager.knowledge.readings import READINGS
from dowager.knowledge.sampling import Sampler, SampleStatus, deals_for
from dowager.knowledge.sampling.share import estimated
from dowager.language.compile import read_deal_condition
from support.commands import Dowager
from support.systems import shipped_bidder

NORTH, EAST, SOUTH, WEST = Seat
RESPONDER = Hand.parse("KJ63.A74.52.Q973")
WHERE = "N: balanced and hcp in 15..17; E+W: S <= 7"
CONDITIONS = [
    WHERE,
    "NS.hcp >= 24 and not N: S >= 4",
    "N: S >= 5 or E: S >= 5 and hcp >= 10",
    "E: ace(S) and W: king(S)",
    "N.hcp > E.hcp + S.hcp",
]


def shuffled(count: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint16]]:
    dealt = shuffled_deals(np.random.default_rng(seed), count, np.arange(52, dtype=np.uint8), 4)
    return holdings_of_deals(dealt)


def view_after(calls: str) -> View:
    bidder: Bidder = shipped_bidder("sayc")
    return bidder.view(dowager.Table("sayc").infer(calls).auction)


def points(deals: np.ndarray[tuple[int, ...], np.dtype[np.uint16]]) -> list[float]:
    """Return the mean HCP and spade length of each seat."""
    hands = [Hand.of_holdings(held) for deal in deals.tolist() for held in deal]
    means = [[hand.hcp for hand in hands[seat::4]] for seat in range(4)]
    lengths = [[hand.lengths[Suit.SPADES] for hand in hands[seat::4]] for seat in range(4)]
    return [sum(values) / len(values) for values in (*means, *lengths)]


@pytest.mark.parametrize("where", CONDITIONS)
def test_deals_are_those_that_shuffling_keeps(where: str) -> None:
    """Share and means agree with 120,000 shuffled deals, of which the fitting ones are kept."""
    condition = read_deal_condition(where)
    deals = shuffled(120_000, 7)
    kept = deals[deal_array_test(condition)(deals)]
    sample = Sampler({}, where=condition).sample(np.random.default_rng(3), 4000)
    assert sample.status is SampleStatus.COMPLETE
    assert deal_array_test(condition)(sample.holdings).all()
    share = estimated(len(kept), len(deals))
    assert sample.probability == pytest.approx(share.value, abs=3 * share.error)
    # A mean of HCP has a standard deviation of at most 5 / sqrt(deals).
    allowed = 5 * 5 * (1 / len(kept) + 1 / len(sample)) ** 0.5
    for ours, theirs in zip(points(sample.holdings), points(kept[:4000]), strict=True):
        assert ours == pytest.approx(theirs, abs=allowed)


def test_conditions_hold_beside_an_auction_and_a_known_hand() -> None:
    view, condition = view_after("1NT P"), read_deal_condition("N: S == 2; E.H + W.H <= 5")
    known = {SOUTH: RESPONDER}
    sample = deals_for(view, known, np.random.default_rng(1), 200, where=condition)
    assert len(sample) == 200
    test, quick = deal_test(condition), ranges(view, known)
    for deal in sample:
        assert test(deal) and deal[SOUTH] == RESPONDER and quick[NORTH].contain(deal[NORTH])


def test_conditions_hold_under_weights_too() -> None:
    """Weights go on counting within the condition: openers of 15 are commoner than of 13."""
    tolerant = (READINGS["tolerant"],) * 2
    condition = read_deal_condition("N: hcp in 13..15 and balanced; EW.hcp >= 12")
    sample = deals_for(
        view_after("1NT P"), {}, np.random.default_rng(1), 600, readings=tolerant, where=condition
    )
    held = [deal[NORTH].hcp for deal in sample]
    assert len(held) == 600 and deal_array_test(condition)(sample.holdings).all()
    assert held.count(13) > 0 and held.count(15) > 2 * held.count(13)


@pytest.mark.parametrize(
    ("where", "known"),
    [
        ("N: ace(S) and S: ace(S)", {}),
        ("NS.hcp >= 30; E.hcp + W.hcp >= 11", {}),
        ("S: S >= 5", {SOUTH: RESPONDER}),
        ("N: ace(H)", {SOUTH: RESPONDER}),
        ("N: hcp >= 3 and hcp <= 2", {}),
        ("N.S > 13", {}),
        ("not (N: hcp >= 5 or N: hcp <= 5)", {}),
    ],
)
def test_what_cannot_be_is_proved_before_anything_is_drawn(
    where: str, known: dict[Seat, Hand]
) -> None:
    sampler = Sampler({}, known, read_deal_condition(where))
    sample = sampler.sample(np.random.default_rng(1), 5)
    assert sample.status is SampleStatus.NONE and not sample.proposals


def test_three_known_hands_leave_one_deal_which_is_asked() -> None:
    deal = Deal.parse("N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75")
    known = {seat: deal[seat] for seat in (NORTH, EAST, SOUTH)}
    for where, count in (("W.hcp == 9; N.hcp > W.hcp", 2), ("W.hcp + E.hcp == 15", 0)):
        sampler = Sampler({}, known, read_deal_condition(where))
        sample = sampler.sample(np.random.default_rng(1), 2)
        assert list(sample) == [deal] * count


# -- the command, the lines, the package -----------------------------------------------------------


def test_dealing_by_the_command(run: Dowager) -> None:
    result = run("deal", "--where", WHERE, "-n", "20", "--seed", "3")
    test = deal_test(read_deal_condition(WHERE))
    assert result.code == 0
    assert [test(Deal.parse(line)) for line in result.out.splitlines()] == [True] * 20
    none = run("deal", "--where", "N: ace(S) and S: ace(S)")
    assert (none.code, none.err) == (1, "it is proved that no deal fits\n")
    wrong = run("deal", "--where", "N: balanced; hcp >= 3")
    assert wrong.code == 2 and "column 14: write a seat and a condition" in wrong.err


RARE = "NS.hcp >= 37 and NS.S >= 13 and N.S == S.S + 7"


def test_what_is_rare_is_not_called_impossible(run: Dowager) -> None:
    """Nothing is drawn within the effort; the solver has a deal all the same."""
    args = ("deal", "--where", RARE, "--effort", "3000", "--seed", "1")
    result = run(*args)
    assert result.code == 1
    words, _, deal = result.err.partition("there are some: ")
    assert words.startswith("found 0 of 1 deals in 3,000 proposals; raise --effort; they are rare")
    assert deal_test(read_deal_condition(RARE))(Deal.parse(deal.strip()))
    answer = run(*args, "--json").json
    assert answer["status"] == "partly" and answer["deals"] == []
    assert deal_test(read_deal_condition(RARE))(Deal.parse(answer["witness"]))


def test_dealing_by_lines(run: Dowager) -> None:
    lines = [
        {"id": 1, "where": WHERE, "n": 3, "seed": 5},
        {"id": 2, "calls": ["1NT", "P"], "where": "S: S >= 5", "n": 3, "seed": 5},
        {"id": 3, "n": 3, "seed": 5},
        {"id": 4, "where": "N: ace(S) and S: ace(S)"},
        {"id": 5, "where": "N: hpc >= 3"},
        {"id": 6, "where": 3},
    ]
    free, after, default, none, *faults = run.answers("deal", "--where", "E: S >= 7", lines=lines)
    assert set(free) == {"id", "deals", "status", "proposals", "probability"}
    assert all(deal_test(read_deal_condition(WHERE))(Deal.parse(deal)) for deal in free["deals"])
    assert all(Deal.parse(deal)[SOUTH].lengths[3] >= 5 for deal in after["deals"])
    assert all(Deal.parse(deal)[EAST].lengths[3] >= 7 for deal in default["deals"])
    assert (none["status"], none["deals"]) == ("none", [])
    assert "column 4: unknown word 'hpc'" in faults[0]["error"]
    assert '"where" takes a string' in faults[1]["error"]


def test_dealing_by_the_package() -> None:
    table = dowager.Table("sayc")
    deals = table.deals(count=4, where=WHERE, seed=2)
    assert len(deals) == 4 and all(map(deal_test(read_deal_condition(WHERE)), deals))
    assert deals == table.deals(count=4, where=WHERE, seed=2)
    with pytest.raises(InputError, match="column 1"):
        table.deals("1NT P", where="hcp >= 3")

"""What the table knows after calls: ranges, probabilities, relaxation, state, private views."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.backends.evaluate import array_test, hand_test, hand_value
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, Suit
from dowager.errors import InputError
from dowager.knowledge.answers import (
    answered,
    excluded_calls,
    ranges,
    read_condition,
    relaxed_calls,
)
from dowager.knowledge.answers.exact_ranges import exact_ranges
from dowager.knowledge.public import View
from dowager.knowledge.public.wording import call_words
from dowager.knowledge.sampling import deals_for
from dowager.language.files import load_system
from dowager.language.tree import Feature
from dowager.language.tree.expression import RelativeSeat, Stat

UNCONTESTED = "1NT P 2C P 2H P"


@pytest.fixture(scope="module")
def bidder(sayc_bidder: Bidder) -> Bidder:
    return sayc_bidder


def _view(bidder: Bidder, calls: str, dealer: Seat = Seat.NORTH) -> View:
    auction = Auction.of_calls(dealer, Vulnerability.NONE, parse_calls(calls.split()))
    return bidder.view(auction)


@pytest.mark.parametrize("condition", ["hcp >= 16", "S == 3", "H >= 5 or hcp == 15"])
def test_probability_is_exact_where_cells_decide(bidder: Bidder, condition: str) -> None:
    """A 15 to 17 notrump with four hearts: its hands counted by enumeration of the cells."""
    view = _view(bidder, "1NT P 2C P 2H P")
    shown, node = view.players[Seat.NORTH].shown, read_condition(condition)
    hands = _shuffled(view, Seat.NORTH, 6000)
    share = float(array_test(node)(hands).mean())
    assert shown.chance(node)[2] == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("calls", [UNCONTESTED, "1S 2C P P X P", "P 1D X 1H 1S"])
def test_findings_agree_with_other_deals(bidder: Bidder, calls: str) -> None:
    """Hand by hand, with the evaluator of one hand, on deals of another seed."""
    view = _view(bidder, calls)
    deals = list(deals_for(view, {}, np.random.default_rng(99), 1500))
    texts = ("hcp >= 12", "S >= 4", "aces >= 2", "stopper(H)")
    asked = [(seat, text) for seat in (Seat.NORTH, Seat.SOUTH) for text in texts]
    findings = answered(view, [f"{seat.letter}: {text}" for seat, text in asked])
    for (seat, text), finding in zip(asked, findings, strict=True):
        test = hand_test(read_condition(text))
        share = sum(test(deal[seat].holdings) for deal in deals) / len(deals)
        assert finding.probability == pytest.approx(share, abs=0.05), (seat, text)
        assert finding.possible or share == 0
        assert not finding.certain or share == 1


@pytest.mark.parametrize("calls", [UNCONTESTED, "1H 1S 2H", "1C P 1S P", "1C P 1H P 1NT P"])
@pytest.mark.parametrize("text", ["hcp", "H"])
def test_expectations_agree_with_deals(bidder: Bidder, calls: str, text: str) -> None:
    """What partner holds on deals that fit, for each value of the caller's own hand."""
    view = _view(bidder, calls)
    value = Feature("length", (Suit.HEARTS,)) if text == "H" else Feature("hcp")
    base, slope = view.expected(2, value, 13 if text == "H" else 40)
    assert -1 <= slope <= 0
    deals = list(deals_for(view, {}, np.random.default_rng(3), 4000))
    me = view.caller_seat
    own, other = (
        np.array([hand_value(value)(deal[seat].holdings) for deal in deals])
        for seat in (me, me.plus(2))
    )
    blind = ((other - view.stat((RelativeSeat.PARTNER,), value, Stat.MEAN, None)) ** 2).mean()
    told = ((other - base - slope * own) ** 2).mean()
    assert told <= 1.02 * blind
    for mine in set(own.tolist()):
        if (own == mine).sum() >= 200:
            theirs = other[own == mine]
            chance = 2 * theirs.std() / len(theirs) ** 0.5
            assert theirs.mean() == pytest.approx(base + slope * mine, abs=1.0 + chance)


def _shuffled(view: View, seat: Seat, wanted: int) -> NDArray[np.uint16]:
    """Shuffle one hand many times; keep those that fit exactly what its seat has shown."""
    generator = np.random.default_rng(5)
    fits = array_test(view.players[seat].shown.node())
    kept = [np.empty((0, 4), dtype=np.uint16)]
    while sum(map(len, kept)) < wanted:
        deck = generator.permuted(np.broadcast_to(np.arange(52), (20000, 52)), axis=1)[:, :13]
        suits, ranks = np.divmod(deck, 13)
        bits = np.left_shift(1, ranks)
        columns = [np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(4)]
        hands = np.stack(columns, axis=1).astype(np.uint16)
        kept.append(hands[fits(hands)])
    return np.concatenate(kept)


@pytest.mark.parametrize("calls", [UNCONTESTED, "1H 1S 2H P P P", "1C P 1H P 1NT P 3NT P P P"])
def test_every_sampled_deal_lies_within_the_ranges(bidder: Bidder, calls: str) -> None:
    view = _view(bidder, calls)
    boxes = ranges(view)
    for deal in deals_for(view, {}, np.random.default_rng(1), 300):
        assert all(boxes[seat].contain(deal[seat]) for seat in Seat)


def test_ranges_are_sharp_for_shape_and_points(bidder: Bidder) -> None:
    boxes = ranges(_view(bidder, "2S"))
    assert boxes[Seat.NORTH].hcp == (4, 10)
    assert boxes[Seat.NORTH].lengths[3] == (6, 6)


def test_a_private_view_is_narrower(bidder: Bidder) -> None:
    view = _view(bidder, UNCONTESTED)
    hand = Hand.parse("AKQJ.AKQ2.53.432")
    public, private = ranges(view), ranges(view, {Seat.SOUTH: hand})
    assert private[Seat.SOUTH].hcp == (19, 19)
    assert private[Seat.EAST].hcp[1] <= 40 - 19 - 15 < public[Seat.EAST].hcp[1]
    assert private[Seat.EAST].lengths[3][1] <= 9


def test_exact_ranges_lie_within_the_quick_ones_and_are_attained(bidder: Bidder) -> None:
    view = _view(bidder, "1NT P 3NT")
    answer = exact_ranges(view, limit=300)
    quick = ranges(view)
    witness = answer.witness
    assert answer.proved and witness is not None
    for seat in Seat:
        exact = answer.seats[seat].hcp
        assert quick[seat].hcp[0] <= exact[0] <= exact[1] <= quick[seat].hcp[1]
        assert quick[seat].contain(witness[seat])


def test_contradictory_calls_are_relaxed_and_reported(bidder: Bidder) -> None:
    """A passed hand that raises notrump as if it could have opened fits nothing: go on."""
    view = _view(bidder, "P P 1NT P 4NT")
    assert view.players[Seat.NORTH].shown.mask
    assert relaxed_calls(view)
    assert all(box.hcp[0] <= box.hcp[1] for box in ranges(view).values())


def test_excluded_calls_are_found(bidder: Bidder) -> None:
    """A deal whose North did not have his opening."""
    calls = parse_calls(["1NT", "P"])
    views = [
        bidder.view(Auction(Seat.NORTH, Vulnerability.NONE, calls[:count])) for count in range(3)
    ]
    weak = Deal.parse("N:5432.5432.5432.5 AKQ.AKQ.AKQ.AKQJ JT98.JT98.JT98.T 76.76.76.9876432")
    assert excluded_calls(views, weak) == [0, 1]


def test_the_state_of_an_auction(bidder: Bidder) -> None:
    view = _view(bidder, "1H P 2NT P")
    assert view.forced and view.game_forced and view.agreed == 2
    assert _view(bidder, "1H P 3H P").agreed == 2
    assert not _view(bidder, "1H P 2H P").forced
    assert _view(bidder, "1D P 1S P").forced
    assert not _view(bidder, "1D P 1S 2H").forced
    contested = _view(bidder, "1S 2H P P")
    assert contested.contested and contested.passes == 2 and not contested.ours
    assert contested.opener == 0 and contested.seat_number == 1


@pytest.mark.parametrize(
    ("calls", "ran"),
    [
        ("1D X P P 1NT", True),  # the doubler is to call
        ("1D X P P 1NT P P", True),  # and who left the double in
        ("1D X P P XX P 1H", True),
        ("1S 2C P P X P P 2D", True),
        ("1D X P P 1NT X P P 2D", True),
        ("1D X P P XX P P", False),  # still doubled
        ("1D X P P 1NT P", False),  # their own turn
        ("1D X P 1H 2D", False),  # partner bid
        ("1D X 1S P 2D", False),  # they did not wait
        ("1NT P 2C X P P 2H", False),  # an artificial bid was doubled
        ("1D P P X 1H", False),  # nobody had left it in yet
    ],
)
def test_they_ran_from_a_double_that_was_left_in(bidder: Bidder, calls: str, ran: bool) -> None:
    assert _view(bidder, calls).they_ran is ran


def test_a_call_is_explained_by_the_rule_of_most_hands_first(bidder: Bidder) -> None:
    """A trap pass is written before the pass of hands with nothing to say."""
    (*_, passed) = _view(bidder, "1C 1H P").records
    written = [rule.rule.name for rule in _view(bidder, "1C 1H").position if rule.call is Call.PASS]
    names = [rule.rule.name for rule in passed.rules]
    assert "trap" in written[0] and names[0].startswith("nothing to say") and len(names) > 1
    assert passed.rule is passed.rules[0]
    denied, _, trap = call_words(passed).partition("; or ")
    assert "no raise (2C)" in denied and trap.startswith("5+ hearts")


def test_a_call_without_a_rule_means_what_the_default_says(bidder: Bidder) -> None:
    tiny = load_system("tests/data/tiny")
    assert tiny.default is None
    view = Bidder(tiny).view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, [Call.S4]))
    assert view.records[0].rule is None
    assert bidder.systems[0].default is not None


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("aces >= 2", "write a seat"),
        ("Q: aces >= 2", "no seat"),
        ("N: aces >= x", "must ask one hand alone"),
        ("N: partner.hcp.min >= 3", "must ask one hand alone"),
        ("N: aces >=", "column"),
        ("N: ases >= 2", "unknown word"),
    ],
)
def test_bad_questions_get_a_clear_error(bidder: Bidder, question: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        answered(_view(bidder, "1NT"), [question])

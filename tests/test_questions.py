"""Questions about hidden hands: how they are read, what is proved quickly, what the solver says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import dowager
from dowager.backends.evaluate import deal_array, deal_array_test, deal_test, given_hands
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, Suit, random_deal
from dowager.errors import InputError
from dowager.knowledge.answers import Verdict, answered, exact_answers, ranges
from dowager.knowledge.answers.exact_ranges import exact_ranges
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.public import View
from dowager.knowledge.readings import READINGS
from dowager.knowledge.sampling import Sampler
from dowager.knowledge.sampling.extremes import Extremes
from dowager.knowledge.sampling.sampler import constraint, joint_hands
from dowager.knowledge.solving.deal_session import DealSession, Proof
from dowager.language.compile import read_condition, read_deal_condition
from dowager.language.tree import OfHand, opposite
from support.commands import Dowager
from support.random_positions import random_positions
from support.sweeps import sampled

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit
LIMIT = 300.0
STAYMAN = "1NT P 2C P 2H P"
RESPONDER = Hand.parse("KJ63.A74.52.Q973")


@pytest.fixture(scope="module")
def view(sayc_bidder: Bidder) -> View:
    return view_after(sayc_bidder, STAYMAN)


def view_after(bidder: Bidder, calls: str) -> View:
    return bidder.view(dowager.Table(bidder.systems[0]).infer(calls).auction)


def long(deal: Deal, seat: Seat, suit: Suit) -> int:
    return deal[seat].lengths[suit]


def has(deal: Deal, seat: Seat, suit: Suit, rank: int) -> bool:
    return bool(deal[seat].holdings[suit] >> rank & 1)


ACE, KING = 12, 11
Truth = Callable[[Deal], bool]
MEANINGS: list[tuple[str, Truth]] = [
    ("N: hcp >= 12 and S >= 5", lambda d: d[NORTH].hcp >= 12 and long(d, NORTH, SPADES) >= 5),
    ("n.hcp >= 12", lambda d: d[NORTH].hcp >= 12),
    ("South: S >= 4", lambda d: long(d, SOUTH, SPADES) >= 4),
    ("S.S >= 4", lambda d: long(d, SOUTH, SPADES) >= 4),
    ("E.S + W.S <= 5", lambda d: long(d, EAST, SPADES) + long(d, WEST, SPADES) <= 5),
    ("E+W: S <= 5", lambda d: long(d, EAST, SPADES) + long(d, WEST, SPADES) <= 5),
    ("EW: 5 >= S", lambda d: long(d, EAST, SPADES) + long(d, WEST, SPADES) <= 5),
    ("NS.hcp >= 23", lambda d: d[NORTH].hcp + d[SOUTH].hcp >= 23),
    ("N+S: hcp in 18..22", lambda d: 18 <= d[NORTH].hcp + d[SOUTH].hcp <= 22),
    ("NS: H in {7, 9}", lambda d: long(d, NORTH, HEARTS) + long(d, SOUTH, HEARTS) in (7, 9)),
    ("NS: H != 7", lambda d: long(d, NORTH, HEARTS) + long(d, SOUTH, HEARTS) != 7),
    ("N+E+S: D == 10", lambda d: long(d, WEST, DIAMONDS) == 3),
    ("N.hcp > S.hcp + 2", lambda d: d[NORTH].hcp > d[SOUTH].hcp + 2),
    ("N: hcp > S.hcp", lambda d: d[NORTH].hcp > d[SOUTH].hcp),
    ("N.hcp / 2 - E.hcp < 1.5", lambda d: d[NORTH].hcp / 2 - d[EAST].hcp < 1.5),
    ("E.quick_tricks + W.quick_tricks >= 3.5",
     lambda d: sum(quick_tricks(d[seat]) for seat in (EAST, WEST)) >= 3.5),
    ("N: ace(S) and S: king(S)",
     lambda d: has(d, NORTH, SPADES, ACE) and has(d, SOUTH, SPADES, KING)),
    ("N: ace(S) or ace(H) and S: king(S)",
     lambda d: (has(d, NORTH, SPADES, ACE) or has(d, NORTH, HEARTS, ACE))
     and has(d, SOUTH, SPADES, KING)),
    ("N: ace(S) or (ace(H) and S: king(S))",
     lambda d: has(d, NORTH, SPADES, ACE)
     or (has(d, NORTH, HEARTS, ACE) and has(d, SOUTH, SPADES, KING))),
    ("N: hcp >= 12 and (S: C >= 4 or D >= 4) and H >= 3",
     lambda d: d[NORTH].hcp >= 12 and long(d, NORTH, HEARTS) >= 3
     and (long(d, SOUTH, CLUBS) >= 4 or long(d, SOUTH, DIAMONDS) >= 4)),
    ("N: C >= 5 or E: C >= 5 or not W: C <= 4",
     lambda d: any(long(d, seat, CLUBS) >= 5 for seat in (NORTH, EAST, WEST))),
    ("not (N: hcp >= 10 and S.hcp >= 10)",
     lambda d: not (d[NORTH].hcp >= 10 and d[SOUTH].hcp >= 10)),
    ("N: hcp >= 10; not S: hcp >= 10 ;", lambda d: d[NORTH].hcp >= 10 > d[SOUTH].hcp),
    ("N: hcp >= 10 and not W: hcp >= 10", lambda d: d[NORTH].hcp >= 10 > d[WEST].hcp),
    ("N: shape(4-4-3-2) and E.balanced",
     lambda d: sorted(d[NORTH].lengths) == [2, 3, 4, 4] and sorted(d[EAST].lengths) in FLAT),
    ("true and N: hcp >= 10", lambda d: d[NORTH].hcp >= 10),
    ("3 > 2", lambda d: True),
]  # fmt: skip
"""Questions, and what they mean, written without looking at how they are read."""
FLAT = ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


def quick_tricks(hand: Hand) -> float:
    """Return AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5 in each suit."""
    total = 0.0
    for holding in hand.holdings:
        ace, king, queen = (holding >> rank & 1 for rank in (12, 11, 10))
        guarded = king and holding.bit_count() > 1
        best = 2 if ace and king else 1.5 if ace and queen else 1 if ace or (king and queen) else 0
        total += best
        total += 0.5 if guarded and not (ace or queen) else 0
    return total


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_questions_mean_what_they_say(text: str, meaning: Truth) -> None:
    random = Random(text)
    deals = [random_deal(random) for _ in range(400)]
    wanted = [meaning(deal) for deal in deals]
    condition = read_deal_condition(text)
    assert deal_array_test(condition)(deal_array(deals)).tolist() == wanted
    assert deal_array_test(opposite(condition))(deal_array(deals)).tolist() == [
        not truth for truth in wanted
    ]
    assert [deal_test(condition)(deal) for deal in deals[:5]] == wanted[:5]
    known = {EAST: deals[0][EAST], SOUTH: deals[0][SOUTH]}
    assert deal_test(given_hands(condition, known))(deals[0]) == wanted[0]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_the_solver_agrees_with_what_questions_mean(text: str, meaning: Truth) -> None:
    """Three hands known leave one deal; two leave many, of which the solver shows one."""
    random, condition = Random(text), read_deal_condition(text)
    for _ in range(4):
        deal = random_deal(random)
        three = DealSession({}, {seat: deal[seat] for seat in (NORTH, EAST, WEST)})
        proof, _ = three.possible(where=condition, limit=LIMIT)
        assert (proof is Proof.YES) == meaning(deal)
        session = DealSession({}, {random.choice(list(Seat)): deal[NORTH]})
        proof, shown = session.possible(where=condition, limit=LIMIT)
        assert proof is not Proof.UNKNOWN and (shown is None or meaning(shown))


def test_a_condition_of_one_hand_reads_as_in_rules() -> None:
    for text in ("balanced and hcp in 15..17", "S >= 5 or not H < 4", "losers / 2 <= 3", "true"):
        condition = read_deal_condition(f"E: {text}")
        node = condition.condition if isinstance(condition, OfHand) else read_condition("true")
        assert node == read_condition(text)
    for text in ("E: hcp >= 3", "E.hcp >= 3"):
        with pytest.raises(InputError, match="column 1: "):
            read_condition(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hcp >= 12", "column 1: write a seat and a condition"),
        ("", "column 1: write a seat and a condition"),
        ("N: hcp >= 12; S >= 4", "column 15: write a seat and a condition"),
        ("N: hcp >= 12 and Q: S >= 4", "column 18: no seat 'Q'"),
        ("N+Q: hcp >= 12", "column 3: no seat 'Q'"),
        ("E+E: hcp >= 12", "column 1: a seat is named twice"),
        ("E+W: hcp >= 12 and balanced", "column 20: balanced asks one hand, not several"),
        ("NS: shape(4-4-3-2)", "column 5: shape asks one hand, not several"),
        ("NS.stopper(S)", "column 4: stopper asks one hand, not several"),
        ("N.hpc >= 12", "column 3: unknown word 'hpc'; did you mean 'hcp'"),
        ("N. >= 12", "column 4: expected a feature or a suit"),
        ("N: hcp", "column 1: this is a number; expected a condition"),
        ("N: hcp >= partner.hcp.min", "column 11: 'partner' has a meaning only in rules"),
        ("N: certain(lho, S >= 3)", "column 4: 'certain' has a meaning only in rules"),
        ("N: stopper(M)", "column 12: 'M' is a suit letter of rules"),
        ("N: other(S) >= 3", "column 4: 'other' is a suit letter of rules"),
        ("N: (hcp >= 12", "column 14: expected ')'"),
        ("N: hcp >= 12 & S: S >= 4", "column 14: unexpected '&'; write `and`"),
        ("N.hcp * 9999 + S.hcp * 0.01 > 1", "too large or too fine"),
        ("(" * 300 + "N.hcp > 3", "nested too deeply"),
        ("(" * 3000 + "N.hcp > 3", "more than 2000 words"),
    ],
)
def test_bad_questions_are_refused_with_their_column(text: str, words: str) -> None:
    with pytest.raises(InputError) as raised:
        read_deal_condition(text)
    assert words in str(raised.value) and "\n" not in str(raised.value)


# -- quick proofs ----------------------------------------------------------------------------------

PROVED, IMPOSSIBLE, POSSIBLE = Verdict.PROVED, Verdict.IMPOSSIBLE, Verdict.POSSIBLE
TOGETHER: list[tuple[str, Verdict, Verdict]] = [
    ("N: ace(S) and S: ace(S)", IMPOSSIBLE, IMPOSSIBLE),
    ("N: ace(S) and S: king(S)", POSSIBLE, POSSIBLE),
    ("not (N: ace(S) and E: ace(S))", PROVED, PROVED),
    ("N: ace(H)", POSSIBLE, IMPOSSIBLE),
    ("N: ace(D) or E: ace(D) or W: ace(D)", POSSIBLE, PROVED),
    ("W: hcp >= 15 and E: hcp >= 15", IMPOSSIBLE, IMPOSSIBLE),
    ("NS.S + EW.S == 13", PROVED, PROVED),
    ("EW.hcp <= 25", PROVED, PROVED),
    ("EW.hcp <= 15", POSSIBLE, PROVED),
    ("NS: H >= 7", POSSIBLE, PROVED),
    ("NS.H + E.H <= 13", PROVED, PROVED),
    ("N: aces >= 2 and E: aces >= 3", IMPOSSIBLE, IMPOSSIBLE),
    ("N: aces >= 2 and E.aces + W.aces >= 2", POSSIBLE, IMPOSSIBLE),
    ("S: S == 4", POSSIBLE, PROVED),
    ("E.S + W.S <= 7", POSSIBLE, PROVED),
    ("E.S + W.S <= 6", POSSIBLE, POSSIBLE),
    ("NS.hcp >= 25 and E.hcp + W.hcp >= 16", IMPOSSIBLE, IMPOSSIBLE),
]
"""Questions after a Stayman auction: what everybody knows, and what South does with his hand."""


@pytest.mark.parametrize(("text", "public", "private"), TOGETHER)
def test_hands_together_decide_quickly(
    view: View, text: str, public: Verdict, private: Verdict
) -> None:
    assert answered(view, [text])[0].verdict is public
    (answer,) = answered(view, [text], {SOUTH: RESPONDER})
    assert answer.verdict is private
    assert (answer.possible, answer.certain) == (private is not IMPOSSIBLE, private is PROVED)


@pytest.mark.parametrize("positions", sampled([2, 12], 2))
def test_what_is_proved_quickly_the_solver_confirms(positions: int) -> None:
    """No deal that the solver finds is against a quick proof, whatever the position."""
    random = Random(31)
    decided = 0
    for position in random.sample(random_positions(), positions):
        seat = random.choice(list(Seat))
        known = {position.view.caller_seat: position.hand} if random.random() < 0.5 else {}
        shown = {s: position.view.players[s].shown.node() for s in Seat if s not in known}
        hands, session = joint_hands(position.view, known), DealSession(shown, known)
        low, high = ranges(position.view, known)[seat].hcp
        texts = [text for text, _, _ in TOGETHER]
        for text in (*texts, f"{seat.letter}: hcp < {low}", f"{seat.letter}: hcp > {high}"):
            for condition in (read_deal_condition(text), opposite(read_deal_condition(text))):
                if hands.excludes(condition):
                    decided += 1
                    proof, deal = session.possible(where=condition, limit=LIMIT)
                    assert proof is Proof.NO, (text, str(position.view.auction), str(deal))
    assert decided > 5 * positions


@pytest.mark.parametrize("deals", sampled([3, 25], 2))
def test_no_deal_that_fits_is_ever_excluded(sayc_bidder: Bidder, deals: int) -> None:
    """Bounds of four hands hold for deals that were bid, whatever else is asked of them."""
    random = Random(8)
    for _ in range(deals):
        deal = random_deal(random)
        auction = dowager.Table(sayc_bidder.systems[0]).auction(deal)
        known = {seat: deal[seat] for seat in Seat if random.random() < 0.3}
        hands = joint_hands(sayc_bidder.view(auction), known)
        for text, meaning in MEANINGS:
            condition = read_deal_condition(text)
            met = condition if meaning(deal) else opposite(condition)
            assert not hands.excludes(met), (text, str(deal), str(auction))
        for seat in Seat:
            for node, value in zip(
                HCP_AND_LENGTHS, (deal[seat].hcp, *deal[seat].lengths), strict=True
            ):
                low, high = hands.span(seat, node)
                assert low <= value <= high


def test_where_no_hand_is_impossible_cards_still_have_one_owner(view: View) -> None:
    tolerant = (READINGS["tolerant"],) * 2
    asked = ["N: hcp >= 15", "N: ace(S) and S: ace(S)", "W: hcp >= 25 and E: hcp >= 16"]
    answers = answered(view, asked, readings=tolerant)
    assert [answer.verdict for answer in answers] == [POSSIBLE, IMPOSSIBLE, IMPOSSIBLE]


# -- exact answers ---------------------------------------------------------------------------------


def test_exact_answers_show_a_deal_for_and_a_deal_against(view: View) -> None:
    asked = [
        "E.S + W.S <= 5",
        "NS.S >= 12",
        "EW.hcp <= 25",
        "N: ace(S) and S: ace(S)",
        "NS.S >= 14",
    ]
    some, rare, proved, never, too_many = exact_answers(view, asked, limit=LIMIT)
    verdicts = [answer.verdict for answer in (some, rare, proved, never, too_many)]
    assert verdicts == [POSSIBLE, POSSIBLE, PROVED, IMPOSSIBLE, IMPOSSIBLE]
    assert rare.probability == 0 < rare.error  # no sampled deal shows it: the solver does
    assert proved.counterexample is None is never.witness
    inference = dowager.Table("sayc").infer(STAYMAN)
    for text, answer in zip(asked, (some, rare, proved, never, too_many), strict=True):
        test = deal_test(read_deal_condition(text))
        for deal, wanted in ((answer.witness, True), (answer.counterexample, False)):
            assert deal is None or (test(deal) is wanted and inference.excluded(deal) == ())
    assert some.witness and some.counterexample and rare.witness and proved.witness


def test_what_the_solver_has_no_time_for_is_not_decided(view: View) -> None:
    """Sampled deals and quick proofs need no time; the rest is no guess."""
    asked = ["NS.S >= 12", "EW.hcp <= 25", "N: aces >= 2"]
    rare, proved, common = exact_answers(view, asked, limit=0.0)
    assert rare.verdict is Verdict.UNDECIDED and rare.possible and not rare.certain
    assert (proved.verdict, common.verdict) == (PROVED, POSSIBLE)
    assert answered(view, asked[:1])[0].verdict is POSSIBLE  # unless it is asked for a proof


def test_exact_answers_respect_the_known_hand(view: View) -> None:
    ask = ["N: S == 4 and E: S == 5"]  # South has four himself
    (answer,) = exact_answers(view, ask, {SOUTH: RESPONDER}, limit=LIMIT)
    assert answer.verdict is IMPOSSIBLE or answer.witness is not None
    assert all(
        deal is None or deal[SOUTH] == RESPONDER for deal in (answer.witness, answer.counterexample)
    )


def test_answers_by_command_and_by_line(run: Dowager) -> None:
    asked = ("--ask", "E.S + W.S <= 5", "--ask", "N: hcp >= 15")
    plain = run("infer", "--calls", STAYMAN, *asked, "--json").json["asked"]
    assert [(each["seat"], each["text"]) for each in plain] == [
        (None, "E.S + W.S <= 5"),
        ("N", "15+ HCP"),
    ]
    keys = {"seat", "text", "verdict", "possible", "certain", "probability", "error"}
    assert set(plain[0]) == keys
    exact = run("infer", "--calls", STAYMAN, *asked, "--exact", "--json").json["asked"]
    assert set(exact[0]) == keys | {"for", "against"}
    test = deal_test(read_deal_condition("E.S + W.S <= 5"))
    assert test(Deal.parse(exact[0]["for"])) and not test(Deal.parse(exact[0]["against"]))
    assert exact[1]["against"] is None and Deal.parse(exact[1]["for"])[NORTH].hcp >= 15
    lines = [
        {"id": 1, "calls": STAYMAN.split(), "ask": ["E.S + W.S <= 5", "N: hcp >= 15"]},
        {"id": 2, "calls": STAYMAN.split(), "ask": "N: hcp >= 15"},
        {"id": 3, "calls": STAYMAN.split()},
        {"id": 4, "ask": [1]},
        {"id": 5, "ask": ["N: hcp >="]},
    ]
    both, single, default, *faults = run.answers("infer", "--ask", "S: hcp <= 3", lines=lines)
    assert both["asked"] == plain and single["asked"] == plain[1:]
    assert [each["text"] for each in default["asked"]] == ["at most 3 HCP"]
    assert ['"ask" takes a list' in faults[0]["error"], "column" in faults[1]["error"]] == [
        True
    ] * 2


def test_deals_for_and_against_are_printed(run: Dowager) -> None:
    out = run("infer", "--calls", STAYMAN, "--ask", "E.S + W.S <= 5", "--exact").out
    shown = [line for line in out.splitlines() if line.startswith(("for ", "against "))]
    assert [line.split(":")[0] for line in shown] == [
        "for 'E.S + W.S <= 5'",
        "against 'E.S + W.S <= 5'",
    ]
    assert all(Deal.parse(line.partition(": ")[2]) for line in shown)


# -- exact ranges ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "known"),
    sampled([(STAYMAN, {SOUTH: RESPONDER}), ("P 2H P 3H P", {}), ("1NT P", {})], 2),
)
def test_exact_ranges_are_those_of_the_solver_alone(
    sayc_bidder: Bidder, calls: str, known: dict[Seat, Hand]
) -> None:
    """However the bounds are reached: CP-SAT without any help gives the same."""
    view = view_after(sayc_bidder, calls)
    exact = exact_ranges(view, known, LIMIT)
    shown = {seat: view.players[seat].shown.node() for seat in Seat if seat not in known}
    bounds = DealSession(shown, known).bounds(limit=LIMIT)
    assert exact.proved and bounds.exact
    for seat in Seat:
        spans = [bounds.hcp(seat), *(bounds.length(seat, suit) for suit in Suit)]
        found = (exact.seats[seat].hcp, *exact.seats[seat].lengths)
        assert [(span.low, span.high) for span in spans] == list(found)


def test_deals_climb_to_the_extremes_and_fit(view: View) -> None:
    """From a few deals, exchanges of cards reach more than ten times as many deals do."""
    shown = {seat: constraint(view, seat, (READINGS["exact"],) * 2) for seat in Seat}
    sampler, generator = Sampler(shown), np.random.default_rng(1)
    deals = sampler.sample(generator, 200).holdings
    outer = {
        (seat, number): span
        for seat, quick in ranges(view).items()
        for number, span in enumerate((quick.hcp, *quick.lengths))
    }
    extremes = Extremes(sampler.fits, outer, generator)
    extremes.add(deals)
    assert sampler.fits(extremes.deals).all()
    many = Extremes(lambda deals: np.zeros(len(deals), dtype=np.bool_), outer, generator)
    many.add(sampler.sample(generator, 2000).holdings)
    wider = [
        high - low - (many.spans()[key][1] - many.spans()[key][0])
        for key, (low, high) in extremes.spans().items()
    ]
    assert min(wider) >= 0 and sum(wider) > 30
    for key, (low, high) in extremes.spans().items():
        assert outer[key][0] <= low <= high <= outer[key][1]


def test_ranges_that_are_reached_need_no_solver() -> None:
    """The solver takes longer to load than these ranges to prove."""
    program = (
        "import sys, dowager\n"
        "exact = dowager.Table('sayc').infer('1S', seat='S', hand='KJ63.A74.52.Q973').exact()\n"
        "print(exact.proved, 'ortools' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT, check=True
    )
    assert done.stdout.split() == ["True", "False"]

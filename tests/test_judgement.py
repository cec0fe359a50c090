"""Judgement: which calls are tried, when the rules are overruled, and that nobody is excluded."""

from __future__ import annotations

import gc
import json
import time
from itertools import count
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dowager.api import Table
from dowager.auction import Auction, Call, Vulnerability, dealer_of_board, parse_call
from dowager.bidder import Bidder
from dowager.bidder.bulk import cells_of
from dowager.cards import Deal, Hand, Seat, Side, random_deal
from dowager.errors import InputError
from dowager.formats import Board, read_pbn, write_pbn
from dowager.judgement import Judge, Judged, Worth, near_misses, one_unit_away
from dowager.judgement.judge import JUDGED
from dowager.knowledge.public import View
from dowager.knowledge.readings import EXACT, READINGS, weights_of
from dowager.knowledge.sampling import Sampler, constraint_of
from dowager.language.files import load_file
from dowager.play import Budget
from dowager.table import PlayerBoard, Robot
from dowager.table.table_readings import among_strangers, at_our_table
from support.commands import Dowager, run_program
from support.systems import shipped_bidder, write_system

TIMID = """\
system: timid
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: hcp in 15..17 and balanced}
      - {call: P, name: anything else}
  - after: 1NT
    rules:
      - {call: 3NT, name: game, hand: hcp >= 12}
      - {call: 2C, name: a question, hand: hcp == 10, artificial: true}
      - {call: P, name: weak}
  - after: 1NT 3NT
    rules: [{call: P, name: game reached}]
"""
ELEVEN = Hand.parse("Q54.KJ3.A873.J62")
ENOUGH = Budget(60.0, lambda: 0.0)
"""A clock that stands still: there is time for everything."""


@pytest.fixture(scope="module")
def timid(tmp_path_factory: pytest.TempPathFactory) -> Bidder:
    """The bidder of a system whose responder bids game too late."""
    return bidder_of(tmp_path_factory.mktemp("timid"), TIMID)


def bidder_of(folder: Path, text: str) -> Bidder:
    return Bidder(load_file(write_system(folder, text)))


def after(bidder: Bidder, *calls: Call) -> View:
    return bidder.view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls))


NOTRUMP = (Call.NT1, Call.PASS)


# -- one unit --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_hands_one_unit_away_differ_in_one_card(seed: int) -> None:
    hand = random_deal(Random(seed))[Seat.NORTH]
    hands = [Hand.of_holdings(each) for each in one_unit_away(hand).tolist()]
    assert len(set(hands)) == len(hands) > 20
    for other in hands:
        assert (hand.bits & other.bits).bit_count() == 12
        same_suits = hand.lengths == other.lengths
        assert abs(hand.hcp - other.hcp) <= (1 if same_suits else 0)


def test_a_hand_has_every_kind_of_neighbour() -> None:
    hand = Hand.parse("KQ532.A84.J93.75")
    wanted = (
        "AQ532.A84.J93.75",  # one HCP more
        "KJ532.A84.J93.75",  # one HCP less
        "KQT32.A84.J93.75",  # a better suit
        "KQ32.A842.J93.75",  # a card of another suit
        "KQ532.84.AJ93.75",  # an honour of another suit
    )
    assert {Hand.parse(text).holdings for text in wanted} <= set(
        map(tuple, one_unit_away(hand).tolist())
    )
    assert Hand.parse("KQ532.K84.J93.A7") not in [
        Hand.of_holdings(each) for each in one_unit_away(hand).tolist()
    ]


# -- which calls -----------------------------------------------------------------------------------


def test_calls_that_the_hand_misses_by_one_unit_are_near(timid: Bidder) -> None:
    near = near_misses(after(timid, *NOTRUMP), ELEVEN)
    assert {call: rule.rule.name for call, rule in near.items()} == {
        Call.NT3: "game",
        Call.PASS: "weak",
    }


def test_calls_that_the_hand_misses_by_more_are_not(timid: Bidder) -> None:
    near = near_misses(after(timid, *NOTRUMP), Hand.parse("Q54.KJ3.A873.962"))
    assert list(near) == [Call.PASS]


def test_a_call_that_asks_is_not_made_by_a_later_natural_rule(tmp_path: Path) -> None:
    """Partner takes two clubs for the question, whatever a later rule says."""
    clubs = "      - {call: 2C, name: clubs, hand: C >= 3}\n      - {call: P, name: weak}\n"
    text = TIMID.replace("      - {call: P, name: weak}\n", clubs)
    assert Call.C2 not in near_misses(after(bidder_of(tmp_path, text), *NOTRUMP), ELEVEN)
    alone = text.replace("artificial: true", "artificial: false")
    assert Call.C2 in near_misses(after(bidder_of(tmp_path, alone), *NOTRUMP), ELEVEN)


@pytest.mark.parametrize(
    ("where", "written"),
    [
        ("a rule", TIMID.replace("hand: hcp >= 12}", "hand: hcp >= 12, judge: no}")),
        ("its section", TIMID.replace("  - after: 1NT\n", "  - after: 1NT\n    judge: no\n")),
        ("the file", TIMID.replace("sections:", "judge: no\nsections:")),
        ("a layer", TIMID.replace("  - after: 1NT\n", "  - after: 1NT\n    layer: last resort\n")),
    ],
)
def test_rules_that_forbid_judgement_are_left_alone(
    tmp_path: Path, where: str, written: str
) -> None:
    bidder = bidder_of(tmp_path, written)
    assert Call.NT3 not in near_misses(after(bidder, *NOTRUMP), ELEVEN), where
    twelve = Hand.parse("Q54.KJ3.A873.Q62")
    assert Judge().judge(after(bidder, *NOTRUMP), twelve, ENOUGH) is None, where


@pytest.mark.parametrize(
    ("said", "of_section", "tried"),
    [("", "", False), ("", "    judge: near\n", False), (", judge: near", "", True)],
)
def test_a_question_is_judged_if_its_own_rule_says_so(
    tmp_path: Path, said: str, of_section: str, tried: bool
) -> None:
    """Who asks for aces decides alone; partner relies on other artificial calls."""
    text = TIMID.replace("artificial: true", f"artificial: true{said}")
    text = text.replace("  - after: 1NT\n", f"  - after: 1NT\n{of_section}")
    view = after(bidder_of(tmp_path, text), *NOTRUMP)
    assert (Call.C2 in near_misses(view, ELEVEN)) == tried
    ten = Hand.parse("Q54.KJ3.K873.J62")
    own = view.position.chosen(ten)
    assert own is not None and own.call is Call.C2
    assert (Judge().judge(view, ten, Budget(0.0, lambda: 0.0)) is not None) == tried


@pytest.mark.parametrize("name", ["sayc", "two_over_one"])
def test_asks_for_aces_are_near_calls_of_shipped_systems(name: str) -> None:
    calls = [parse_call(call) for call in ("1S", "P", "2NT", "P", "4H", "P")]
    near = near_misses(after(shipped_bidder(name), *calls), Hand.parse("AQ95.T5.KJ2.AJ87"))
    assert near[Call.NT4].rule.asks and Call.S4 in near


def test_a_section_may_allow_what_its_file_forbids(tmp_path: Path) -> None:
    text = TIMID.replace("sections:", "judge: no\nsections:")
    text = text.replace("  - after: 1NT\n", "  - after: 1NT\n    judge: near\n")
    assert Call.NT3 in near_misses(after(bidder_of(tmp_path, text), *NOTRUMP), ELEVEN)


# -- the judge -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged(timid: Bidder) -> Judged:
    """What is said of a hand that passes by the rules, and should bid game."""
    judged = Judge().judge(after(timid, *NOTRUMP), ELEVEN, ENOUGH)
    assert judged is not None
    return judged


def test_what_is_clearly_better_overrules_the_rules(judged: Judged) -> None:
    assert judged.own.call is Call.PASS
    assert judged.rule.call is Call.NT3 and judged.rule.rule.name == "game"
    (game,) = judged.others
    assert game.gain >= max(0.5, game.error) and game.deals >= 32


def test_what_is_not_better_does_not(timid: Bidder) -> None:
    hand = Hand.parse("Q54.KJ3.A873.Q62")
    judged = Judge().judge(after(timid, *NOTRUMP), hand, ENOUGH)
    assert judged is not None and judged.rule is judged.own
    assert judged.own.call is Call.NT3
    (passing,) = judged.others
    assert passing.call is Call.PASS and passing.gain < 0 and judged.complete


def test_a_call_is_as_good_unless_deals_say_that_it_is_worse(timid: Bidder) -> None:
    """Game on 11 points opposite 15 to 17 is; a pass on 12 is not, and a far call is not tried."""
    view = after(timid, *NOTRUMP)
    found = Judge().compare(view, ELEVEN, ENOUGH, [Call.NT3])
    assert found is not None
    (game,) = found.others
    assert game.as_good and not game.may_be_as_good and game.deals >= 32
    found = Judge().compare(view, Hand.parse("Q54.KJ3.A873.Q62"), ENOUGH)
    assert found is not None
    (passing,) = found.others
    assert passing.call is Call.PASS and passing.deals
    assert not passing.as_good and passing.gain + 2 * passing.error <= -0.5
    assert Judge().compare(view, ELEVEN, ENOUGH, [Call.NT7]) is None


def test_a_call_may_be_weighed_on_deals_that_did_not_choose_it(
    timid: Bidder, judged: Judged
) -> None:
    """All of them, though a quarter would show that game is better."""
    view = after(timid, *NOTRUMP)
    found = Judge(seed=2).weigh(view, ELEVEN, ENOUGH, [Call.NT3])
    assert found is not None and found.complete
    (game,) = found.others
    assert game.deals == 128 > judged.others[0].deals and game.gain > 0.5
    assert Judge().weigh(view, ELEVEN, ENOUGH, [Call.NT7]) is None


@pytest.mark.parametrize(
    ("gain", "error", "deals", "as_good", "goes_on"),
    [
        (0.0, 0.4, 32, True, False),
        (0.0, 0.6, 32, True, True),
        (0.0, 0.4, 16, False, True),
        (0.5, 0.4, 32, True, False),
        (-0.4, 0.3, 128, True, True),
        (-0.6, 0.3, 128, False, True),
        (-1.2, 0.3, 32, False, False),
        (-4.0, 1.5, 8, False, False),
    ],
)
def test_more_deals_are_tried_until_it_is_clear(
    gain: float, error: float, deals: int, as_good: bool, goes_on: bool, judged: Judged
) -> None:
    worth = Worth(Call.NT3, judged.own, deals, gain, error)
    assert (worth.as_good, worth.may_be_as_good) == (as_good, goes_on)


@pytest.mark.parametrize(
    ("gain", "error", "deals", "better", "goes_on"),
    [
        (0.0, 0.8, 16, False, False),
        (0.0, 1.2, 16, False, True),
        (-0.5, 2.5, 4, False, True),
        (-2.0, 2.5, 4, False, False),
        (2.0, 0.3, 16, False, True),
        (2.0, 1.6, 32, True, True),
        (2.0, 0.9, 32, True, False),
        (0.4, 0.1, 64, False, False),
        (0.6, 0.7, 64, False, True),
    ],
)
def test_a_call_is_tried_until_it_clearly_overrules_the_rules_or_hardly_can(
    gain: float, error: float, deals: int, better: bool, goes_on: bool, judged: Judged
) -> None:
    worth = Worth(Call.NT3, judged.own, deals, gain, error)
    assert (worth.better, worth.may_be_better) == (better, goes_on)


def test_views_go_when_it_is_decided(timid: Bidder) -> None:
    """Without waiting for the garbage collector, as tables judge for hours."""
    view = after(timid, *NOTRUMP)

    def views() -> int:
        return sum(isinstance(each, View) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = views()
        assert Judge().judge(view, ELEVEN, ENOUGH) is not None
        assert views() == before
    finally:
        gc.enable()


def test_the_same_seed_decides_the_same(timid: Bidder, judged: Judged) -> None:
    view = after(timid, *NOTRUMP)
    again, other = (Judge(seed=seed).judge(view, ELEVEN, ENOUGH) for seed in (1, 2))
    assert again is not None and other is not None
    assert again.others == judged.others
    assert other.others != judged.others


def test_a_stranger_may_be_believed_less(run: Dowager, tmp_path: Path) -> None:
    """Nobody can hold 15 HCP beside 27: who believes the opening finds no deal."""
    defence = """\
  - after: (1NT)
    rules:
      - {call: 3NT, name: game, hand: hcp >= 28}
      - {call: P, name: nothing to say}
  - after: (1NT) 3NT
    rules: [{call: P, name: game reached}]
"""
    folder = str(write_system(tmp_path, TIMID + defence))
    hand, table = "AKQ4.AKQ.AKQ4.32", Table(folder)
    exact, tolerant = (
        table.bid(hand, ["1NT"], judge=600, reading=reading) for reading in ("", "them=tolerant")
    )
    assert [str(each.call) for each in (exact, tolerant)] == ["P", "3NT"]
    assert exact.rivals is not None and [each.deals for each in exact.rivals] == [0]
    words = ("bid", hand, "--calls", "1NT", "--system", folder, "--judge", "600", "--json")
    assert json.loads(run(*words).out)["call"] == "P"
    assert json.loads(run(*words, "--reading", "tolerant").out)["call"] == "3NT"
    with pytest.raises(InputError, match="no reading 'loose'"):
        table.bid(hand, ["1NT"], judge=600, reading="loose")


def test_answers_are_believed_to_the_card() -> None:
    """Judgement never makes an answer, so partner has the aces that his answer shows."""
    calls = [parse_call(call) for call in ["1NT", "P", "3H", "P", "4H", "P", "4NT", "P", "5C", "P"]]
    view = shipped_bidder().view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls))
    hand = Hand.parse("AJ8.AQT6543.76.Q")
    partner = constraint_of(view.players[Seat.NORTH].shown, JUDGED)
    sampler = Sampler({Seat.NORTH: partner}, {Seat.SOUTH: hand})
    deals = sampler.sample(np.random.default_rng(1), 300).holdings
    aces = [(deal[Seat.NORTH] >> 12 & 1).sum() for deal in deals]
    assert len(aces) == 300 and not any(aces)


def test_cards_that_a_call_asks_for_count() -> None:
    """A weak two-bid asks for an honour; a hand of its shape and points without one counts less."""
    view = shipped_bidder().view(Auction(Seat.NORTH).after(Call.S2))
    drawn = {}
    for reading in (EXACT, JUDGED, READINGS["tolerant"]):
        shown = {Seat.NORTH: constraint_of(view.players[Seat.NORTH].shown, reading)}
        deals = Sampler(shown).sample(np.random.default_rng(1), 4000).holdings
        spades = deals[:, Seat.NORTH, 3]
        poor = (spades >> 10 == 0) & (spades >> 8 & 3 != 3)  # no top honour, and not jack and ten
        drawn[reading.name] = poor.mean()
    assert drawn["exact"] == 0 < drawn["judged"] < drawn["tolerant"] < 0.1


def test_without_time_the_rules_decide(timid: Bidder) -> None:
    judged = Judge().judge(after(timid, *NOTRUMP), ELEVEN, Budget(0.0, time.monotonic))
    assert judged is not None and judged.rule.call is Call.PASS
    assert [each.deals for each in judged.others] == [0] and not judged.complete


def test_the_time_is_kept_to(timid: Bidder) -> None:
    """Every look at the clock takes half a second of three."""
    now = count(0.0, 0.5)
    judged = Judge().judge(after(timid, *NOTRUMP), ELEVEN, Budget(3.0, lambda: next(now)))
    assert judged is not None and not judged.complete
    assert 0 < judged.others[0].deals < 64


def test_answers_to_partners_question_are_not_judged(tmp_path: Path) -> None:
    """The hand is a heart short of two hearts; who asks relies on the answer."""
    answers = """\
  - after: 1NT 2C
    rules:
      - {call: 2H, name: hearts, hand: H >= 4}
      - {call: 2S, name: no hearts}
"""
    asking = TIMID.replace("hcp == 10, artificial: true", "hcp == 10, asks: four_card_major")
    hand = Hand.parse("AQ54.KJ3.AQ3.K62")
    for text, wanted in ((TIMID, 2), (asking, 0)):
        bidder = bidder_of(tmp_path / str(wanted), text + answers)
        view = after(bidder, *NOTRUMP, Call.C2, Call.PASS)
        assert len(near_misses(view, hand)) == 2
        judged = Judge().judge(view, hand, Budget(0.0, lambda: 0.0))
        assert (judged is not None) == (wanted == 2)


def test_a_call_that_ends_the_auction_is_scored(timid: Bidder) -> None:
    """The third pass in a row, and a call that leaves nobody to speak."""
    view = after(timid, Call.PASS, Call.PASS, Call.PASS)
    hand = Hand.parse("KQ54.KJ3.A873.QT")
    judged = Judge().judge(view, hand, ENOUGH)
    assert judged is not None and judged.own.call is Call.NT1
    assert [each.call for each in judged.others] == [Call.PASS]
    assert judged.others[0].deals


# -- nobody is excluded ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_side_that_judges_is_never_excluded(seed: int) -> None:
    """Whatever near call judgement makes, the hand counts in the reading `judged`."""
    random = Random(f"judged {seed}")
    bidder = shipped_bidder()
    deal = random_deal(random)
    auction = Auction(dealer_of_board(seed + 1), Vulnerability.of_board(seed + 1))
    strayed = 0
    while not auction.ended:
        hand, view = deal[auction.turn], bidder.view(auction)
        own = bidder.choose(hand, auction).call
        call = random.choice([own, *near_misses(view, hand)])
        strayed += call is not own
        auction = auction.after(call)
    view = bidder.view(auction)
    for seat in Seat:
        cell = cells_of(np.array([deal[seat].holdings], dtype=np.uint16))[0]
        assert weights_of(view.players[seat].shown, JUDGED)[cell] > 0, (seat, str(auction))
    assert strayed


# -- where it is asked for -------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """The folder of the timid system."""
    return str(write_system(tmp_path / "timid", TIMID).parent)


ASKED = (str(ELEVEN), "--calls", "1NT P", "--judge", "600")


def test_the_command_prints_what_was_tried(run: Dowager, folder: str, judged: Judged) -> None:
    said = run("bid", *ASKED, "--system", folder)
    assert said.code == 0 and said.out.startswith("3NT  game\n")
    assert "judged   beside P, the rules' own call" in said.out
    (line,) = [line for line in said.out.splitlines() if line.startswith("3NT   ")]
    assert f"{judged.others[0].gain:+.2f} ± " in line
    assert run("bid", *ASKED[:3], "--system", folder).out.startswith("P  weak\n")


def test_json_says_what_calls_are_worth(run: Dowager, folder: str, judged: Judged) -> None:
    said = json.loads(run("bid", *ASKED, "--system", folder, "--json").out)
    assert (said["call"], said["name"]) == ("3NT", "game")
    gain = round(judged.others[0].gain, 3)
    assert said["judged"] == {"own": "P", "scoring": "imps", "rivals": {"3NT": gain}}
    assert "judged" not in json.loads(run("bid", *ASKED[:3], "--system", folder, "--json").out)


def test_why_shows_the_candidates(run: Dowager, folder: str, judged: Judged) -> None:
    said = run("why", *ASKED, "--system", folder)
    assert said.out.startswith("P  weak\n") and "\n3NT  by judgement\n" in said.out
    gain = round(judged.others[0].gain, 3)
    answer = json.loads(run("why", *ASKED, "--system", folder, "--json").out)
    assert answer["judged"] == {"own": "P", "scoring": "imps", "rivals": {"3NT": gain}}


def test_lines_without_anything_to_judge_say_null(run: Dowager, folder: str) -> None:
    asked = {"hand": "Q54.KJ3.AT73.962", "calls": ["1NT", "P"]}
    line = json.dumps(asked).encode()
    said = json.loads(run("bid", "--jsonl", "--judge", "600", "--system", folder, given=line).out)
    assert (said["call"], said["judged"]) == ("2C", None)


def test_the_package_judges(folder: str, judged: Judged) -> None:
    table = Table(folder)
    decision = table.bid(str(ELEVEN), ["1NT", "P"], judge=600)
    assert (str(decision.call), str(decision.rules_call)) == ("3NT", "P")
    assert decision.rivals is not None
    assert [each.gain for each in decision.rivals] == [judged.others[0].gain]
    assert table.bid(str(ELEVEN), ["1NT", "P"]).rivals is None


def test_a_robot_judges_while_there_is_time(timid: Bidder) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, NOTRUMP)
    board = PlayerBoard(Seat.SOUTH, 1, ELEVEN, auction)
    robot = Robot(Seat.SOUTH, timid.systems[0], timid.systems[0], judge=60.0)
    assert robot.call(board, ENOUGH).call is Call.NT3
    assert robot.call(board, Budget(0.2, lambda: 0.0)).call is Call.PASS
    rules = Robot(Seat.SOUTH, timid.systems[0], timid.systems[0])
    assert rules.call(board, ENOUGH).call is Call.PASS


def test_robots_of_an_event_judge_if_it_says_so(tmp_path: Path) -> None:
    """South bids the game that his rules leave to hands of twelve."""
    system = write_system(tmp_path / "timid", TIMID)
    deal = Deal.parse(f"N:AK3.AQ52.K94.T53 T982.T97.62.AKQ8 {ELEVEN} J76.864.QJT5.974")
    (tmp_path / "boards.pbn").write_text(
        write_pbn([Board(Seat.NORTH, Vulnerability.NONE, 1, deal.hands)])
    )
    event, results = tmp_path / "event.yaml", tmp_path / "results.pbn"
    event.write_text(
        "boards: boards.pbn\nport: 0\nseconds_per_board: 900\n"
        f"pairs: [{{name: Blue, system: {system}}}, {{name: Green, system: {system}}}]\n"
        "rounds: [{tables: [[Blue, Green]]}]\njudge: 600\n"
    )
    done = run_program("event", event, "--results", results, "--plain")
    assert done.code == 0, done.err
    (board,) = read_pbn(results.read_text())
    assert board.contract is not None and str(board.contract).startswith("3NT")


def test_robots_that_judge_are_read_so() -> None:
    strangers = among_strangers(None).judging()
    assert (strangers.us.reading, strangers.them.reading.name) == (JUDGED, "stranger")
    robots = at_our_table(("sayc", "sayc"), ("sayc", "sayc")).judging()
    assert (robots.us.reading, robots.them.reading) == (JUDGED, JUDGED)
    asked = among_strangers(None).changed("us=exact", Side.NORTH_SOUTH).judging()
    assert asked.us.reading.exact

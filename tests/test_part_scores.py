"""Bidding that knows part scores: what completes a game of a rubber counts as game."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

import dowager
from dowager.auction import (
    CALLS,
    Auction,
    BySide,
    Call,
    Contract,
    Doubled,
    Rubber,
    Scoring,
    Strain,
    Vulnerability,
    dealer_of_board,
    game_level,
    parse_calls,
    parse_part_scores,
    part_scores_word,
    score_ns,
    worth_ns,
)
from dowager.bidder import Bidder
from dowager.bidder.bulk import Boards, bid_boards, walk_ends
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.errors import InputError
from dowager.formats import Board, read_pbn, write_pbn
from dowager.judgement import Judge
from dowager.knowledge.answers import excluded_calls
from dowager.language.files import load_system
from dowager.play import Budget, Play, PlayerView
from dowager.play.card_values import swings
from support.commands import Dowager
from support.systems import shipped, write_system


def auction_of(calls: str, part_scores: BySide, dealer: Seat = Seat.NORTH) -> Auction:
    parsed = parse_calls(calls.split())
    return Auction.of_calls(dealer, Vulnerability.NONE, parsed, part_scores=part_scores)


# -- written and read ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "part_scores"),
    [
        ("ns=60", (60, 0)),
        ("EW=40", (0, 40)),
        (" ns=60 , ew=40 ", (60, 40)),
        ("ew=90,ns=0", (0, 90)),
        ("NS 60 EW 40", (60, 40)),
    ],
)
def test_part_scores_are_read(text: str, part_scores: BySide) -> None:
    assert parse_part_scores(text) == part_scores
    assert parse_part_scores(part_scores_word(part_scores)) == part_scores


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("60", "no part scores '60'; write ns=60 or ns=60,ew=40"),
        ("", "no part scores ''"),
        ("ns=60,ns=40", "no part scores"),
        ("ns=60;ew=40", "no part scores"),
        ("ns=-60", "no part scores"),
        ("ns=55", "no part score 55; it is 0 to 90, in tens"),
        ("ew=100", "no part score 100; it is 0 to 90, in tens"),
    ],
)
def test_other_part_scores_are_refused(text: str, fault: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_part_scores(text)
    assert str(refused.value).startswith(fault)


def test_a_rubber_is_not_scored_by_matchpoints() -> None:
    calls = (Call.NT1,)
    of = (Seat.NORTH, Vulnerability.NONE, calls, Scoring.MATCHPOINTS)
    assert Auction.of_calls(*of).part_scores == (0, 0)
    with pytest.raises(InputError, match="not scored by matchpoints"):
        Auction.of_calls(*of, (40, 0))


# -- what a board is worth -------------------------------------------------------------------------

CONTRACTS = [
    Contract(bid.level, bid.strain, doubled, declarer)
    for bid, doubled, declarer in product(CALLS[3:], Doubled, (Seat.NORTH, Seat.EAST))
]


def test_without_part_scores_a_board_is_worth_its_duplicate_score() -> None:
    for contract, tricks, vulnerability in product(CONTRACTS, range(14), Vulnerability):
        of = (contract, tricks, vulnerability)
        assert worth_ns(*of) == worth_ns(*of, (0, 0)) == score_ns(*of)
    assert worth_ns(None, 0, Vulnerability.NONE, (60, 40)) == 0


def standing(rubber: Rubber) -> int:
    """What a rubber so far is worth to North-South besides its points, by the usual estimates."""
    return sum(
        sign * (50 if part else 0) for sign, part in zip((1, -1), rubber.part_scores, strict=True)
    )


@pytest.mark.parametrize("parts", [(60, 0), (0, 60), (30, 90), (10, 10), (0, 0)])
def test_with_part_scores_it_is_worth_what_the_score_sheet_says(parts: BySide) -> None:
    """The lines of a rubber's sheet, a game at 300 or 500, and 50 for each part score there is."""
    for contract, tricks, games in product(CONTRACTS, range(14), [(0, 0), (1, 0), (0, 1)]):
        before = Rubber(((),), games, parts)
        after = before.after(contract, tricks)
        side = contract.declarer.side
        sheet = [line for line in after.boards[-1] if str(line.kind) != "rubber"]
        points = sum(line.points * (1 - 2 * line.side) for line in sheet)
        won = (after.games[side] - games[side]) * (500 if games[side] else 300)
        wanted = points + won * (1 - 2 * side) + standing(after) - standing(before)
        assert worth_ns(contract, tricks, before.vulnerability, parts) == wanted


def test_examples_of_worth() -> None:
    """With 60 below, one notrump is a game: 40, a game for 300, and the part score is used up."""
    one_notrump = Contract(1, Strain.NOTRUMP, Doubled.UNDOUBLED, Seat.SOUTH)
    of = (one_notrump, 7, Vulnerability.NONE)
    assert worth_ns(*of) == 90
    assert worth_ns(*of, (60, 0)) == 40 + 300 - 50
    assert worth_ns(*of, (60, 70)) == 40 + 300 - 50 + 50
    assert worth_ns(*of, (50, 0)) == 40  # ninety below the line are still one part score
    assert worth_ns(one_notrump, 6, Vulnerability.NONE, (60, 0)) == -50


# -- the level of game -----------------------------------------------------------------------------


# What a side with so much below the line needs for 100, worked out from 20, 30 and 40 + 30.
@pytest.mark.parametrize(
    ("part_score", "levels"),
    [(0, "55443"), (20, "44333"), (30, "44332"), (40, "33222"), (60, "22221"), (90, "11111")],
)
def test_the_level_of_game(part_score: int, levels: str) -> None:
    assert "".join(str(game_level(strain, part_score)) for strain in Strain) == levels


def test_an_auction_keeps_its_part_scores() -> None:
    auction = auction_of("1S P", (60, 20))
    assert auction.after(Call.S2).part_scores == (60, 20)
    assert [each.part_scores for each in auction.prefixes()] == [(60, 20)] * 3


def test_a_side_sees_its_own_part_score() -> None:
    bidder = Bidder(shipped("natural"), shipped("natural"))
    view = bidder.view(auction_of("1S P", (60, 20)))
    assert view.part_score == 60 and view.game_level(Strain.SPADES) == 2
    assert view.their_part_score == 20
    theirs = view.after(Call.S2)
    assert theirs.part_score == 20 and theirs.game_level(Strain.SPADES) == 3
    assert theirs.their_part_score == 60


def test_a_raise_that_makes_game_is_passed() -> None:
    """Opener would try for game, 18 points opposite a raise: with 40 below, he is there.

    With 30 below, three spades are game, and there is nothing to try for.
    """
    hand, sayc = Hand.parse("KQJ84.AK4.A73.92"), shipped("sayc")
    bidder = Bidder(sayc, sayc)
    calls = "1S P 2S P"
    assert bidder.choose(hand, auction_of(calls, (0, 0))).call is Call.D3
    for parts, wanted in (((40, 0), Call.PASS), ((30, 0), Call.S3), ((0, 90), Call.D3)):
        assert bidder.choose(hand, auction_of(calls, parts)).call is wanted


def test_a_raise_of_a_minor_that_makes_game_is_passed() -> None:
    hand, sayc = Hand.parse("AQ4.KQ4.A3.KJ932"), shipped("sayc")
    bidder = Bidder(sayc, sayc)
    assert bidder.choose(hand, auction_of("1C P 2C P", (0, 0))).call is not Call.PASS
    assert bidder.choose(hand, auction_of("1C P 2C P", (60, 0))).call is Call.PASS


def test_a_game_force_ends_with_the_part_score() -> None:
    sayc = shipped("sayc")
    bidder = Bidder(sayc, sayc)
    calls = "2C P 2D P 2H P 3H P"
    assert bidder.view(auction_of(calls, (0, 0))).forced
    assert not bidder.view(auction_of(calls, (60, 0))).forced


GAME = """
system: tiny/part-scores
title: Game with a part score
sections:
  - when: opening
    rules:
      - {call: 1H, name: a heart, hand: H >= 5}
      - {call: P, name: nothing}
  - when: ours and not level >= game_level(H)
    rules:
      - {call: game(H), name: game in hearts, when: part_score >= 20}
      - {call: P, name: no part score}
"""


@pytest.mark.parametrize(("part_score", "call"), [(0, "P"), (20, "3H"), (40, "2H"), (30, "3H")])
def test_the_words_for_rules(part_score: int, call: str, tmp_path: Path) -> None:
    system = load_system(str(write_system(tmp_path / "tiny", GAME)))
    chosen = Bidder(system, system).choose(
        Hand.parse("432.Q32.5432.432"), auction_of("1H P", (part_score, 0))
    )
    assert str(chosen.call) == call


def test_no_auction_excludes_a_hand_whatever_the_part_scores() -> None:
    """The forward and the backward direction see the same part scores."""
    sayc, random = shipped("sayc"), Random(7)
    bidder = Bidder(sayc, sayc)
    for _ in range(12):
        deal = random_deal(random)
        parts = (random.choice([0, 30, 60, 90]), random.choice([0, 40, 70]))
        auction = bidder.bid(deal, auction_of("", parts))
        assert auction.ended and auction.part_scores == parts
        assert excluded_calls([bidder.view(each) for each in auction.prefixes()], deal) == []


def test_what_completes_the_game_does_not_force() -> None:
    bidder = Bidder(shipped("sayc"))
    for parts, forces in (((0, 0), True), ((50, 0), True), ((60, 0), False), ((0, 60), True)):
        assert bidder.view(auction_of("1S P 2D P", parts)).forced is forces
    assert bidder.view(auction_of("1S P 3D P", (60, 0))).forced  # a jump shift does
    assert bidder.view(auction_of("2C P", (90, 0))).forced


@pytest.mark.parametrize("parts", [(60, 0), (40, 70)])
def test_boards_in_bulk_are_bid_as_one_by_one(parts: BySide) -> None:
    sayc, random = shipped("sayc"), Random("bulk with part scores")
    natural = shipped("natural")
    deals = [random_deal(random) for _ in range(12)]
    dealers = [dealer_of_board(number + 1) for number in range(12)]
    sides = [Vulnerability.of_board(number + 1) for number in range(12)]
    of = ((sayc, natural), Boards.of_deals(deals), dealers, sides)
    bulk = bid_boards(*of, part_scores=parts)
    bidder = Bidder(sayc, natural)
    for number, deal in enumerate(deals):
        start = Auction(dealers[number], sides[number], (), Scoring.IMPS, parts)
        assert bulk.auction(number) == bidder.bid(deal, start)
    for group, view in walk_ends(*of, part_scores=parts):
        turned = parts[::-1] if dealers[group[0]] % 2 else parts
        assert view.auction.part_scores == turned


# -- judgement and card play -----------------------------------------------------------------------


def test_judgement_knows_that_the_game_is_there(tmp_path: Path) -> None:
    """Opposite a strong notrump eleven points bid game, unless one notrump is one."""
    timid = write_system(tmp_path / "timid", TIMID)
    bidder, eleven = Bidder(load_system(str(timid))), Hand.parse("Q54.KJ3.A873.J62")
    gains = {}
    for parts in ((0, 0), (60, 0)):
        view = bidder.view(auction_of("1NT P", parts))
        judged = Judge().judge(view, eleven, Budget(60.0, lambda: 0.0))
        assert judged is not None
        (game,) = judged.others
        gains[parts] = game.gain
        assert judged.rule.call is (Call.PASS if any(parts) else Call.NT3)
    assert gains[60, 0] < 0 < gains[0, 0]


TIMID = """
system: timid
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: hcp in 15..17 and balanced}
      - {call: P, name: anything else}
  - after: 1NT
    rules:
      - {call: 3NT, name: game, hand: hcp >= 12}
      - {call: P, name: weak}
  - after: 1NT 3NT
    rules: [{call: P, name: game reached}]
"""


def test_the_trick_that_completes_a_game_counts_as_one() -> None:
    """140 points or 4 IMPs for the seventh trick of one notrump; with 60 below, 340 or 8."""
    deal = Deal.parse("N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87")
    bidder = Bidder(shipped("sayc"))
    for parts, lost in (((0, 0), 4), ((60, 0), 8), ((0, 60), 4), ((90, 40), 9)):
        public = bidder.view(auction_of("P P 1NT P P P", parts))
        contract = public.auction.contract
        assert contract is not None
        view = PlayerView(Seat.WEST, deal[Seat.WEST], None, public, Play(contract))
        tricks = np.array([[7, 6]], dtype=np.int8)
        assert swings(view, tricks, tricks.min(axis=1)).tolist() == [[-lost, 0]]


# -- as users ask ----------------------------------------------------------------------------------

HAND = "K94.A83.KQ72.Q94"


def test_the_command_line_and_json_lines(run: Dowager) -> None:
    assert run("bid", HAND, "--part-score", "NS=60").out.startswith("1NT  notrump opening that")
    assert run("bid", HAND, "--part-score", "EW=60").out.startswith("1D")
    assert run("bid", HAND, "--part-score", "EW=60", "--dealer", "E").out.startswith("1NT")
    said = run("infer", "--calls", "1NT", "--part-score", "ns=60", "--json").json
    assert said["seats"]["N"]["hcp"] == [14, 19]
    shown = run("why", HAND, "--calls", "1NT P", "--dealer", "S", "--part-score", "ns=60")
    assert "P" in shown.out and "part_scores.yaml" in shown.out
    lines = [
        {"id": 1, "hand": HAND, "part_scores": [60, 0]},
        {"id": 2, "hand": HAND, "part_scores": [0, 0]},
        {"id": 3, "hand": HAND},
        {"id": 4, "hand": HAND, "part_scores": [65, 0]},
        {"id": 5, "hand": HAND, "part_scores": 60},
        {"id": 6, "hand": HAND, "part_scores": [60, 0], "scoring": "mp"},
    ]
    said = run.answers("bid", "--part-score", "NS=60", lines=lines)
    assert [each.get("call") for each in said[:3]] == ["1NT", "1D", "1NT"]
    assert [each["error"] for each in said[3:]] == [
        "no part score 65; it is 0 to 90, in tens",
        '"part_scores" takes two numbers, those of North-South and East-West, such as [60, 0], '
        "not 60",
        "part scores belong to a rubber, which is not scored by matchpoints",
    ]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--part-score", "60"), "no part scores '60'; write ns=60 or ns=60,ew=40"),
        (("--part-score", "ns=60", "--scoring", "mp"), "part scores belong to a rubber"),
    ],
)
def test_wrong_part_scores_are_one_line(run: Dowager, words: tuple[str, ...], fault: str) -> None:
    for command in (("bid", HAND), ("infer",), ("auction", "--random", "1")):
        said = run(*command, *words)
        assert said.code == 2 and said.out == ""
        assert said.err.startswith(fault) and said.err.count("\n") == 1


def test_the_python_interface() -> None:
    table = dowager.Table("sayc")
    assert str(table.bid(HAND, part_scores=(60, 0)).call) == "1NT"
    assert str(table.bid(HAND, part_scores="ns=60").call) == "1NT"
    assert str(table.bid(HAND).call) == "1D"
    assert table.infer("1NT", part_scores="ns=60")["N"].hcp == (14, 19)
    with pytest.raises(dowager.InputError, match="no part score 65"):
        table.bid(HAND, part_scores=(65, 0))


def test_quizzes_have_part_scores(tmp_path: Path, run: Dowager) -> None:
    quiz = f"quizzes:\n  - after: start\n    part_score: ns=60\n    hands: [{HAND}: 1NT]\n"
    (file := tmp_path / "quiz.yaml").write_text(quiz)
    assert run("quiz", str(file)).code == 0
    file.write_text(quiz.replace("    part_score: ns=60\n", ""))
    assert "expected 1NT, bid 1D" in run("quiz", str(file)).out
    file.write_text(quiz.replace("ns=60", "ns=65"))
    said = run("quiz", str(file))
    assert said.code == 2 and ":3:17: no part score 65; it is 0 to 90, in tens" in said.err


def test_boards_of_a_rubber_keep_their_part_scores(tmp_path: Path, run: Dowager) -> None:
    """What `dowager host --results` writes, `dowager auction` bids as it was."""
    north, *others = (Hand.parse(HAND), *_others(Hand.parse(HAND)))
    boards = [
        Board(Seat.NORTH, Vulnerability.NONE, number, (north, *others), part_scores=parts)
        for number, parts in enumerate([(60, 0), (0, 0), (0, 60)], 1)
    ]
    text = write_pbn(boards)
    assert '[PartScores "NS 60 EW 0"]' in text and text.count("PartScores") == 2
    assert read_pbn(text) == boards
    (file := tmp_path / "rubber.pbn").write_text(text)
    said = run("auction", str(file), "--json").lines
    assert [line["calls"][0] for line in said] == ["1NT", "1D", "1D"]
    assert [line.get("part_scores") for line in said] == [[60, 0], None, [0, 60]]
    said = run("auction", str(file), "--json", "--part-score", "ns=60").lines
    assert [line["calls"][0] for line in said] == ["1NT"] * 3
    shown = run("auction", str(file), "--board", "1", "--show").out
    assert "below the line ns=60" in shown and "notrump opening that completes the game" in shown


def _others(north: Hand) -> tuple[Hand, ...]:
    """Three hands that pass throughout, of the other cards."""
    rest = [card for card in range(52) if not north.bits >> card & 1]
    return tuple(Hand(sum(1 << card for card in rest[start::3])) for start in range(3))


def test_a_tag_that_says_something_else_stays_one() -> None:
    board = Board(Seat.NORTH, Vulnerability.NONE, 1)
    text = write_pbn([board]) + '[PartScores "nobody knows"]\n'
    (read,) = read_pbn(text)
    assert read.part_scores == (0, 0) and read.tag("PartScores") == "nobody knows"


# -- authors ---------------------------------------------------------------------------------------


def test_check_finds_hands_for_rules_about_part_scores(tmp_path: Path, run: Dowager) -> None:
    """A rule that only a part score lets happen is no dead rule."""
    text = """
system: tiny
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong, hand: hcp in 15..17}
      - {call: P, name: nothing}
  - after: 1NT
    rules:
      - {call: 2NT, name: game, when: game_level(NT) == 2 and part_score >= 40, hand: hcp >= 5}
      - {call: 3D, name: theirs, when: their_part_score == 60, hand: D >= 8}
      - {call: P, name: nothing}
  - when: level >= 1
    rules: [{call: P, name: anything else}]
"""
    file = write_system(tmp_path / "tiny", text)
    few = ("--boards", "40", "--depth", "3", "--json")
    plain = run("check", str(file), *few).json
    assert plain["rules_used"] == plain["rules"] == 6
    below = run("check", str(file), *few, "--part-score", "ns=60").json
    assert below["rules_used"] == 6


def test_diff_compares_at_part_scores_where_rules_ask(tmp_path: Path, run: Dowager) -> None:
    text = """
system: tiny
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong, when: part_score >= 60, hand: hcp in 14..19}
      - {call: 1NT, name: strong, hand: hcp in 15..17}
      - {call: P, name: nothing}
"""
    old = write_system(tmp_path / "old", text)
    new = write_system(tmp_path / "new", text.replace("14..19", "14..18"))
    said = run("diff", str(old), str(new), "--boards", "20", "--depth", "2", "--json").json
    assert said["verdict"] == "different"
    assert all(max(each["part_scores"]) >= 60 for each in said["differences"])

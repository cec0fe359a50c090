"""Bidding that knows part scores: what completes a game of a rubber counts as game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dowager.auction import Auction, BySide, Call, Strain, Vulnerability, game_level, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, random_deal
from dowager.knowledge.answers import excluded_calls
from dowager.language.files import load_system
from support.systems import shipped, write_system


def auction_of(calls: str, part_scores: BySide, dealer: Seat = Seat.NORTH) -> Auction:
    auction = Auction.of_calls(dealer, Vulnerability.NONE, parse_calls(calls.split()))
    return replace(auction, part_scores=part_scores)


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
    theirs = view.after(Call.S2)
    assert theirs.part_score == 20 and theirs.game_level(Strain.SPADES) == 3


def test_a_raise_that_makes_game_is_passed() -> None:
    """Opener would try for game, 18 points opposite a raise: with 40 below, he is there."""
    hand, sayc = Hand.parse("KQJ84.AK4.A73.92"), shipped("sayc")
    bidder = Bidder(sayc, sayc)
    calls = "1S P 2S P"
    assert bidder.choose(hand, auction_of(calls, (0, 0))).call is Call.D3
    for parts, wanted in (((40, 0), Call.PASS), ((30, 0), Call.D3), ((0, 90), Call.D3)):
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

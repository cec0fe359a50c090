"""Choosing cards and claims: problems with one answer, time, and what is refused."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dowager.auction import Strain
from dowager.cards import (
    RANKS,
    Deal,
    Hand,
    Seat,
    Suit,
    card_name,
)
from dowager.errors import InputError
from dowager.play import Budget, Play, Player, PlayerView, accepts, card_tricks, wins_the_rest
from dowager.play.agreements import plain_lead, plain_table
from dowager.play.layouts import layouts
from support.bid_deals import (
    EAST,
    ENOUGH,
    NO_TIME,
    NOBODY,
    NORTH,
    SOUTH,
    WEST,
    BidDeal,
    agreed,
    bid_deal,
    card_values,
    choose_card,
    random_bid_deal,
    random_bid_deals,
    random_play,
)

# --- what is refused ------------------------------------------------------------------------------


def test_what_a_player_cannot_know_is_refused() -> None:
    each = bid_deal(
        "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87",
        SOUTH,
        "1NT P 3NT P P P",
    )
    seen = each.seen("C7")
    with pytest.raises(InputError, match="dummy plays no cards"):
        each.seen(seen.play, NORTH)
    with pytest.raises(InputError, match="dummy's hand is seen"):
        PlayerView(SOUTH, each.deal[SOUTH], None, seen.public, seen.play)
    with pytest.raises(InputError, match="not in its hand"):
        PlayerView(WEST, each.deal[EAST], each.deal[NORTH], seen.public, seen.play)
    with pytest.raises(InputError, match="not for West"):
        choose_card(each.seen(seen.play, WEST))


# --- problems with one answer ---------------------------------------------------------------------


def test_a_finesse_that_is_proved_by_showing_out() -> None:
    """West shows out of spades: East's queen is picked up, and the king would block that."""
    each = bid_deal(
        "N:AT32.AK2.AK2.432 Q9876.9876.87.76 KJ54.QJ3.QJ3.AK5 .T54.T9654.QJT98",
        SOUTH,
        "1NT P 6NT P P P",
    )
    found = choose_card(each.seen("CQ C2 C6 CA S4 D4 SA S6 ST S7"))
    assert card_name(found.card) == "S5"
    assert card_values(found)["SK"] < -5 < card_values(found)["S5"] == 0


def test_restricted_choice_at_the_table() -> None:
    """East's queen falls under the ace: the ten is played, two to one, not the king."""
    each = bid_deal(
        "N:AKT98.KQ2.K3.AK3 Q.98765.987.8765 5432.AJT.AQJ2.JT J76.43.T654.Q942",
        SOUTH,
        "1D P 1S P 1NT P 7NT P P P",
    )
    seen = each.seen("C2 CA C5 CT SA SQ S2 S6 H2 H5 HA H3 S3 S7")
    found = choose_card(seen, 64)
    assert card_name(found.card) in ("S8", "S9", "ST")
    # The bare queen is two thirds of the chance, queen and jack one third.
    ten, king = card_values(found)["ST"], card_values(found)["SK"]
    assert ten / king == pytest.approx(1 / 2, abs=0.2)


def test_an_opponent_who_passed_has_not_the_queen() -> None:
    """East passed as dealer and has shown ten points: the queen of trumps is with West."""
    each = bid_deal(
        "N:AJ32.K32.J32.432 5.JT98.T8765.AKQ KT987.AQ4.AK.765 Q64.765.Q94.JT98",
        EAST,
        "P 1S P 2S P 4S P P P",
    )
    seen = each.seen("CJ C2 CQ C5 CK C6 C8 C3 CA C7 C9 C4 HJ HA H5 H2 SK S4 S2 S5 S7 S6")
    found = choose_card(seen)
    assert card_name(found.card) in ("S3", "SJ") and card_values(found)["SA"] < -8
    deaf = card_values(choose_card(seen, 64, auction=False))
    assert min(deaf["SA"], deaf["SJ"]) < -3, "without the auction it is a guess"


def test_safety_play() -> None:
    """Four spade tricks with AK94 opposite QT32: an honour from the hand with two of them first."""
    each = bid_deal(
        "N:QT32.K54.K54.K54 J876.QJT.T98.876 AK94.A32.A32.A32 5.9876.QJ76.QJT9",
        SOUTH,
        "1NT P 3NT P P P",
    )
    seen = ending(each, Suit.SPADES, 36)
    found = choose_card(seen, 200)
    assert found.complete and found.relaxed == ()
    worth = card_values(found)
    assert card_name(found.card) in ("SA", "SK")
    # Double dummy the small card costs nothing: dummy would always guess which honour to play.
    assert worth["SA"] == worth["SK"] == worth["S4"] == 0
    assert card_name(choose_card(seen, 200, ahead=False).card) == "S4"


def ending(each: BidDeal, kept: Suit, cards: int) -> PlayerView:
    """Random cards, of other suits while there are any, until declarer leads from his hand."""
    for seed in range(10_000):
        rng, play = Random(seed), Play(each.contract)
        for _ in range(cards):
            legal = play.legal(each.deal[play.turn])
            others = [card for card in legal if card // 13 != kept]
            play = play.after(rng.choice(others or legal), each.deal[play.turn])
        whole = all(
            not play.played_by(seat) >> 13 * kept & 8191 for seat in (play.declarer, play.dummy)
        )
        if play.turn is play.declarer and whole:
            return each.seen(play)
    raise AssertionError("no such ending")


def test_an_ace_is_cashed_against_a_grand_slam() -> None:
    each = bid_deal(
        "N:KQ3.AK3.KQ54.AQ2 JT98.JT9.32.9876 652.Q52.AJ98.KJ3 A74.8764.T76.T54",
        SOUTH,
        "1NT P 7NT P P P",
    )
    assert card_name(choose_card(each.seen(), 16).card) == "SA"


def test_the_suit_that_partner_has_bid_is_led() -> None:
    each = bid_deal(
        "N:AQ5.T74.KT8.AQT9 73.AKQ98.J54.763 KJ98.632.AQ7.KJ2 T642.J5.9632.854",
        SOUTH,
        "1D P 2C 2H 2NT P 3NT P P P",
    )
    found = choose_card(each.seen(), 6)
    assert card_name(found.card) in ("HJ", "H5")
    assert card_name(Player(NOBODY).choose(each.seen(), NO_TIME).card)[0] == "H"


@pytest.mark.parametrize(
    ("holding", "notrump", "led"),
    [
        ("KQJ2", True, "K"), ("QJT5", True, "Q"), ("KQ72", True, "2"), ("Q9742", True, "4"),
        ("J62", True, "2"), ("96", True, "9"), ("AK72", False, "A"), ("A862", False, "A"),
        ("A862", True, "2"), ("QJ5", False, "Q"), ("752", False, "7"), ("8", False, "8"),
    ],
)  # fmt: skip
def test_leads_without_agreements(holding: str, notrump: bool, led: str) -> None:
    """The usual leads of rubber bridge."""
    bits = sum(1 << RANKS.index(letter) for letter in holding)
    assert RANKS[plain_lead(bits, notrump)] == led
    assert plain_table(notrump)[bits] == plain_lead(bits, notrump)


def test_among_equals_the_agreed_card_is_led() -> None:
    """King, queen and jack win the same tricks; from the top by agreement."""
    each = bid_deal(
        "N:A5.A74.KT8.AJT98 732.T98.J54.7632 T986.Q32.AQ97.KQ KQJ4.KJ65.632.54",
        SOUTH,
        "1D P 2C P 2NT P 3NT P P P",
    )
    found = Player((agreed(), agreed()), wanted=6).choose(each.seen(), ENOUGH)
    assert card_name(found.card) in ("SK", "H5")


# --- time, and the same again ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_no_time_plays_a_legal_card_and_looks_at_nothing(seed: int) -> None:
    """The clock is never read and no layout is solved; a whole deal comes to thirteen tricks."""
    rng = Random(seed)
    each = random_bid_deal(rng)
    player, play = Player(NOBODY), Play(each.contract)

    def never() -> float:
        raise AssertionError("there is no time to read a clock")

    while not play.ended:
        found = player.choose(each.seen(play), Budget(0, never))
        assert found.layouts == 0 and found.considered == ()
        play = play.after(found.card, each.deal[play.turn])
    assert 0 <= play.tricks <= 13


def test_time_that_runs_out_ends_the_search() -> None:
    """A clock that moves a second at every look: a few layouts, and a legal card all the same."""
    each = bid_deal(
        "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87",
        SOUTH,
        "1NT P 3NT P P P",
    )
    seen = each.seen("C7 C4 CA C3")
    ticks = iter(range(1000))
    found = Player(NOBODY, wanted=400).choose(seen, Budget(8, lambda: float(next(ticks))))
    assert found.card in seen.legal and 3 <= found.layouts < 8


def test_a_forced_card_is_played_at_once() -> None:
    each = bid_deal(
        "N:AT32.AK2.AK2.432 Q9876.9876.87.76 KJ54.QJ3.QJ3.AK5 .T54.T9654.QJT98",
        SOUTH,
        "1NT P 6NT P P P",
    )
    found = choose_card(each.seen("CQ C2"))  # East has the seven and the six, which are equals
    assert card_name(found.card) == "C6" and found.layouts == 0


def test_the_same_position_gives_the_same_choice() -> None:
    each = random_bid_deals()[5]
    seen = each.seen(random_play(each, Random(8), 16))
    once, twice = choose_card(seen, 20), choose_card(seen, 20)
    assert once == twice and once.layouts > 0


def test_a_choice_is_the_best_that_was_considered() -> None:
    """Values are never above 0, the card's is among the highest, and all legal cards are there."""
    rng = Random(21)
    for _ in range(6):
        each = random_bid_deal(rng)
        seen = each.seen(random_play(each, rng, rng.randrange(20, 44)))
        found = choose_card(seen, 20)
        if not found.considered:
            continue
        assert {one.card for one in found.considered} == set(seen.legal)
        best = max(one.value for one in found.considered)
        assert best <= 0
        assert any(one.card == found.card and one.value >= best - 0.25 for one in found.considered)
        level = seen.play.contract.level + 6
        for one in found.considered:  # n tricks or more in that share, at most 13, and none below 0
            assert (
                level * one.makes - 1e-9
                <= one.tricks
                <= level - 1 + (14 - level) * one.makes + 1e-9
            )


# --- claims ---------------------------------------------------------------------------------------


def all_layouts_lose_nothing(seen: PlayerView, side: tuple[Seat, ...]) -> bool:
    """Whether double dummy gives a side all tricks that are left, in layouts of every kind."""
    found = layouts(seen, np.random.default_rng(1), 12, auction=False)
    left = 13 - len(seen.play.cards) // 4
    for held in found.holdings[:40]:
        deal = Deal.of_hands(*(Hand.of_holdings(four.tolist()) for four in held))
        if not accepts(seen.play, deal, side[0], left):
            return False
    return True


def test_a_proved_claim_is_never_wrong() -> None:
    """Declarer's claims at random moments of random deals hold in layouts that are drawn."""
    rng = Random(2)
    proved = 0
    for _ in range(120):
        each = random_bid_deal(rng)
        play = random_play(each, rng, 4 * rng.randrange(7, 13))
        if play.player is not play.declarer:
            continue
        sides = {seat: each.deal[seat] for seat in (play.declarer, play.dummy)}
        if wins_the_rest(play, sides):
            proved += 1
            assert all_layouts_lose_nothing(each.seen(play), (play.declarer,))
            assert accepts(play, each.deal, play.declarer, play.incomplete)
    assert proved >= 5


TOP = bid_deal(
    "N:AKQ2.AK2.AK2.A32 9876.987.987.987 543.QJT.QJT.KQJT JT.6543.6543.654",
    SOUTH,
    "1C P 7NT P P P",
)  # North declares


def test_claims_on_top_tricks() -> None:
    """All that is left is on top but the fourth spade, which is not needed."""
    play = TOP.seen("H9 HT H3 H2").play
    mine = {seat: TOP.deal[seat] for seat in (NORTH, SOUTH)}
    assert wins_the_rest(play, mine)  # three spades, two hearts, three diamonds, four clubs
    assert accepts(play, TOP.deal, play.declarer, 12)
    fewer = Deal.parse(
        "N:AKQ2.AK2.AK2.A32 T987.987.987.987 6543.QJT.QJT.KQJ J.6543.6543.T654"
    )  # a club less: the fourth spade is needed, and East has four
    play = BidDeal(fewer, TOP.auction).seen("H9 HT H3 H2").play
    assert not wins_the_rest(play, {seat: fewer[seat] for seat in (NORTH, SOUTH)})
    assert not wins_the_rest(play, {EAST: TOP.deal[EAST], WEST: TOP.deal[WEST]})
    assert not wins_the_rest(Play(TOP.contract), mine)  # the other side is on lead


def test_no_claim_while_a_trump_is_out() -> None:
    """With a trump out, winners in the side suits may be ruffed; when it is drawn they are good."""
    each = bid_deal(
        "N:AKQJ.AKQJ.AKQ.32 T98.T98.JT98.765 765.765.765.AKQJ 432.432.432.T984",
        NORTH,
        "1S P 4S P P P",
    )
    mine = {seat: each.deal[seat] for seat in (NORTH, SOUTH)}
    first = "C7 CA C4 C2 S5 S2 SA S8"
    assert each.contract.strain is Strain.SPADES
    assert not wins_the_rest(each.seen(first).play, mine)  # one hand may hold four more
    assert wins_the_rest(each.seen(first + " SK S9 S6 S3").play, mine)  # two at most
    assert wins_the_rest(each.seen(first + " SK S9 S6 S3 SQ ST S7 S4").play, mine)
    # With the ten of trumps out for good the same winners can be ruffed.
    short = Deal.parse("N:AKQ.AKQJ.AKQ2.32 T984.T98.JT98.76 765.765.765.AKQJ J32.432.43.T9854")
    play = BidDeal(short, each.auction).seen("C7 CA C4 C2 S5 S2 SA S8 SK S9 S6 S3").play
    assert not wins_the_rest(play, {seat: short[seat] for seat in (NORTH, SOUTH)})


def test_a_claim_of_too_much_is_refused() -> None:
    each = bid_deal(
        "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87",
        SOUTH,
        "1NT P 3NT P P P",
    )
    seen = each.seen("C7")
    most = max(card_tricks(seen.play, each.deal).values())
    assert accepts(seen.play, each.deal, SOUTH, most)
    assert not accepts(seen.play, each.deal, SOUTH, most + 1)
    assert accepts(seen.play, each.deal, EAST, 13 - most)
    assert not accepts(seen.play, each.deal, WEST, 14 - most)

"""Every hand feature against outside truths: textbook hands, and definitions written anew in text.

The second kind works on printed holdings such as "AQ93" and shares nothing with the engine's tables.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import Hand, Suit, random_deal
from dowager.language.features import all_features
from dowager.language.nodes import Feature, Predicate, Range, Shape, ShapeValue, SuitValue
from dowager.language.nodes import Sum as SumNode

Printed = dict[str, str]
"""Suit letter -> printed holding, high cards first."""

# feature, suits, hand (spades first), value in whole units
TRUTHS: list[tuple[str, str, str, float]] = [
    ("hcp", "", "AKQJ.AKQ.AKQ.AKQ", 37),
    ("hcp", "S", "AJ84.KQ5.T976.32", 5),
    ("hcp", "SH", "AJ84.KQ5.T976.A2", 10),
    ("length", "D", "AJ84.KQ5.T976.32", 4),
    ("points", "", "AKJ864.A7.KQ5.43", 19),
    ("points", "", "AQ975.K9864.A2.4", 15),
    ("points", "S", "KJ74.A9832.2.J43", 12),  # dummy with four trumps: a singleton counts 3
    ("points", "S", "KJ74.A98532..J43", 14),  # and a void 5
    ("points", "S", "KJ7.A98432.2.J43", 11),  # with three trumps a singleton counts 2
    ("points", "S", "KJ74.A983.Q2.J43", 12),  # a doubleton 1
    ("hand_points", "S", "AQJ974.KQ3.4.K62", 20),  # 15 + singleton 2 + fifth 1 + sixth 2
    ("hand_points", "H", "4.AQJ97.K32.K652", 16),  # 13 + 2 + 1
    ("flat", "", "AKQ2.432.432.432", True),
    ("flat", "", "AKQ2.4321.432.43".replace("1", "5"), False),
    ("balanced", "", "AKQ52.43.432.432", True),
    ("balanced", "", "AKQ52.43.43.5432", False),
    ("semibalanced", "", "AKQ52.43.43.5432", True),
    ("semibalanced", "", "AKQ652.43.43.432", True),
    ("semibalanced", "", "AKQ7652.43.43.43", False),
    ("unbalanced", "", "AKQ7652.43.43.43", True),
    ("unbalanced", "", "AKQ5.5432.5432.2", True),
    ("three_suited", "", "AKQ5.5432.5432.2", True),
    ("three_suited", "", "AKQ65.5432.5432.", True),
    ("three_suited", "", "AKQ65.5432.543.2", False),
    ("two_suited", "", "AKQ65.65432.54.2", True),
    ("two_suited", "", "AKQ65.5432.543.2", False),
    ("one_suited", "", "AKQ765.543.43.32", True),
    ("one_suited", "", "AKQ765.5432.43.2", False),
    ("controls", "", "AK54.K43.A32.432", 6),
    ("controls", "S", "AK54.K43.A32.432", 3),
    ("control", "H", "AQ54.2.QJ32.5432", True),
    ("control", "H", "AQ54.K2.QJ32.543", True),
    ("control", "H", "AQ54.Q2.QJ32.543", False),
    ("first_round", "H", "AQ54..QJ432.5432", True),
    ("first_round", "H", "AQ54.2.QJ32.5432", False),
    ("first_round", "S", "AQ54.2.QJ32.5432", True),
    ("aces", "", "AK54.K43.A32.432", 2),
    ("kings", "", "AK54.K43.A32.432", 2),
    ("kings", "D", "AK54.K43.A32.432", 0),
    ("queens", "", "AQ54.QJ3.A32.Q32", 3),
    ("jacks", "", "AQ54.QJ3.A32.Q32", 1),
    ("tens", "", "AT54.QT3.A32.T32", 3),
    ("quacks", "", "AQ54.QJ3.A32.Q32", 4),
    ("ace", "S", "AQ54.QJ3.A32.Q32", True),
    ("king", "S", "AQ54.QJ3.A32.Q32", False),
    ("queen", "H", "AQ54.QJ3.A32.Q32", True),
    ("jack", "H", "AQ54.QJ3.A32.Q32", True),
    ("ten", "H", "AQ54.QJ3.A32.Q32", False),
    ("keycards", "S", "AK54.K43.A32.432", 3),
    ("keycards", "D", "AK54.K43.A32.432", 2),
    ("trump_queen", "S", "AQ54.K43.A32.432", True),
    ("trump_queen", "H", "AQ54.K43.A32.432", False),
    ("quick_tricks", "", "AK54.AQ3.KQ2.K32", 5),
    ("quick_tricks", "", "AK543.AQ32.QJ2.K", 3.5),
    ("quick_tricks", "C", "AK543.AQ3.QJ2.K2", 0.5),
    ("losers", "", "AKQ32.KQ4.432.32", 6),
    ("losers", "", "AKJ52.A9432.K2.4", 5),  # AKJ 1, A 2, Kx 1, singleton 1
    ("losers", "", "Q432.Q43.Q43.Q43", 12),  # a lone queen covers no loser
    ("losers", "", "QJ32.AQ3.KQ3.K43", 6),  # QJx 2, AQx 1, KQx 1, Kxx 2
    ("losers", "", "A.K.AKQJT98765.2", 2),
    ("losers", "S", "AK.J32.5432.5432", 0),
    ("losers", "S", "KQ.J32.5432.5432", 1),
    ("losers", "S", "QJ.J32.5432.5432", 2),
    ("new_losers", "", "AKQJ98765432...A", 0),
    ("new_losers", "S", "432.AKQ4.AKQ.432", 3),
    ("new_losers", "S", "A32.AKQ4.AKQ.432", 1.5),
    ("new_losers", "S", "Q2.AKQ54.AKQ.432", 2.5),
    ("playing_tricks", "S", "AKQJ432.32.32.32", 7),
    ("playing_tricks", "S", "KQJ5432.32.32.32", 6),
    ("playing_tricks", "S", "AQJ432.432.32.32", 5.5),
    ("playing_tricks", "S", "KQJT32.432.32.32", 5),
    ("playing_tricks", "S", "AK5432.432.32.32", 5),
    ("playing_tricks", "S", "QJT432.432.32.32", 4),
    ("playing_tricks", "", "AKQJ864.A7.KQ5.4", 9),
    ("playing_tricks", "", "AKQJ86.A7.KQ5.43", 8),
    ("playing_tricks", "H", "AKQJ8654.K7.Q.43", 0.5),
    ("playing_tricks", "D", "AKQJ8654.K7.K.43", 0),
    ("playing_tricks", "D", "AKQJ86.73.AKQJ.4", 4),
    ("stopper", "C", "AKQ5432.432.32.A", True),
    ("stopper", "C", "AKQ543.432.32.K2", True),
    ("stopper", "C", "AKQ5432.432.32.K", False),
    ("stopper", "C", "AKQ54.432.32.Q32", True),
    ("stopper", "C", "AKQ543.432.32.Q2", False),
    ("stopper", "C", "AKQ5.432.32.J432", True),
    ("stopper", "C", "AKQ5.4323.J32.T98".replace("4323", "432T").replace("T98", "T98"), False),
    ("half_stopper", "C", "AKQ543.432.32.Q2", True),
    ("half_stopper", "C", "AKQ54.432.32.J32", True),
    ("half_stopper", "C", "AKQ5432.432.32.K", True),
    ("half_stopper", "C", "AKQ54.432.32.T32", False),
    ("half_stopper", "C", "AKQ54.432.32.Q32", False),
    ("double_stopper", "C", "AKQ543.432.32.AQ", True),
    ("double_stopper", "C", "AKQ54.432.32.KQJ", True),
    ("double_stopper", "C", "AKQ54.432.32.KQ2", False),
    ("double_stopper", "C", "AKQ5.432.32.KQT2", True),
    ("stoppers", "C", "AKQ543.432.32.Q2", 0.5),
    ("stoppers", "C", "A.432.32.AKQJ432", 4),
    ("stoppers", "C", "A.432.32.AKQ5432", 3),
    ("top2", "S", "AQJ2.K432.432.32", 1),
    ("top3", "S", "AQJ2.K432.432.32", 2),
    ("top4", "S", "AQJ2.K432.432.32", 3),
    ("top5", "S", "AQJ2.K432.432.32", 3),
    ("honours", "", "AQJ2.KT32.432.32", 5),
    ("honours", "H", "AQJ2.KT32.432.32", 2),
    ("suit_quality", "S", "AQJ654.K32.432.2", 9),  # six cards and three honours
    ("suit_quality", "S", "JT6543.K32.432.2", 6),  # jack and ten alone do not count
    ("suit_quality", "S", "KJT43.K432.432.2", 8),
    ("good_suit", "S", "KQ6543.K32.432.2", True),
    ("good_suit", "S", "AJT543.K32.432.2", True),
    ("good_suit", "S", "AJ6543.K32.432.2", False),
    ("solid", "S", "AKQ7654.K3.432.2", True),
    ("solid", "S", "AKQJ54.K32.432.2", True),
    ("solid", "S", "AKQT54.K32.432.2", False),
    ("semisolid", "S", "AKQT54.K32.432.2", True),
    ("semisolid", "S", "AKJT54.K32.432.2", True),
    ("semisolid", "S", "KQJ7654.K3.432.2", True),
    ("semisolid", "S", "KQ76543.K3.432.2", False),
    ("semisolid", "S", "AKQJ54.K32.432.2", False),
    ("void", "D", "AKQJ54.K32..5432", True),
    ("singleton", "D", "AKQJ54.K32.2.432", True),
    ("singleton", "D", "AKQJ54.K32..5432", False),
    ("doubleton", "D", "AKQJ54.K32.32.32", True),
    ("short", "D", "AKQJ54.K32.2.432", True),
    ("short", "D", "AKQJ54.K32.32.32", False),
    ("voids", "", "AKQJ54.K765432..", 2),
    ("singletons", "", "AKQJ54.K6543.2.3", 2),
    ("doubletons", "", "AKQJ54.K65.32.43", 2),
    ("longest_length", "", "AKQJ54.K6543.2.3", 6),
    ("second_length", "", "AKQJ54.K6543.2.3", 5),
    ("second_length", "", "AKQJ.K654.432.32", 4),
    ("shortest", "", "AKQJ54.K6543.2.3", 1),
    ("major_length", "", "AKQ.K6543.2.5432", 5),
    ("minor_length", "", "AKQ.K6543.2.5432", 4),
    ("longest", "S", "AKQJ.K654.432.32", True),
    ("longest", "H", "AKQJ.K654.432.32", True),
    ("only_longest", "S", "AKQJ.K654.432.32", False),
    ("only_longest", "S", "AKQJ2.K65.432.32", True),
    ("higher_longest", "S", "AKQJ.K654.432.32", True),
    ("higher_longest", "H", "AKQJ.K654.432.32", False),
    ("lower_longest", "H", "AKQJ.K654.432.32", True),
    ("lower_longest", "S", "AKQJ.K654.432.32", False),
    ("rule_of_15", "", "AK54.A43.J432.32", 16),
    ("rule_of_20", "", "AQ975.K9864.A2.4", 23),
    ("rule_of_22", "", "AQ975.K9864.A2.4", 26),
    ("zar_points", "", "KT985.AQ654.K2.4", 30),  # 12 + 4 + 10 + 4: worked with the published rule
    ("zar_points", "", "AKQ2.432.432.432", 20),  # 9 + 3 + 7 + 1
    ("fifths", "", "AKQJ.T432.432.32", 10),
]


def _id(row: tuple[str, str, str, float]) -> str:
    return "-".join(str(part) for part in row)


def _suits(letters: str) -> tuple[Suit, ...]:
    return tuple(Suit.parse(letter) for letter in letters)


def _engine(name: str, suits: tuple[Suit, ...], hand: Hand) -> Fraction | bool:
    """Return a feature's value in whole units, or its truth."""
    feature = all_features()[name]
    if isinstance(feature.define(*suits), Range | Shape):
        return hand_test(Predicate(name, suits))(hand.holdings)
    return Fraction(hand_value(Feature(name, suits))(hand.holdings), feature.scale)


@pytest.mark.parametrize("row", TRUTHS, ids=_id)
def test_textbook_hand(row: tuple[str, str, str, float]) -> None:
    name, letters, text, expected = row
    assert _engine(name, _suits(letters), Hand.parse(text)) == expected


# --- definitions written anew, on printed holdings --------------------------------------------


def _each(value: Callable[[str], float]) -> Callable[..., float]:
    """A number of the hand, or of the suits named, that is added suit by suit."""
    return lambda hand, *suits: sum(value(hand[suit]) for suit in suits or "SHDC")


def _one(value: Callable[[str], float]) -> Callable[..., float]:
    return lambda hand, suit: value(hand[suit])


def _pattern(hand: Printed) -> str:
    return "".join(sorted((str(len(cards)) for cards in hand.values()), reverse=True))


def _shaped(*patterns: str) -> Callable[[Printed], bool]:
    return lambda hand: _pattern(hand) in patterns


def _among(cards: str, ranks: str) -> int:
    return len(set(cards) & set(ranks))


def _points_for(cards: str) -> int:
    return sum("JQKA".find(card) + 1 for card in cards)


def _hcp(hand: Printed) -> int:
    return _points_for("".join(hand.values()))


def _points(hand: Printed, *trumps: str) -> int:
    if not trumps:
        return _hcp(hand) + sum(len(cards[4:]) for cards in hand.values())
    side = [len(cards) for suit, cards in hand.items() if suit != trumps[0]]
    shortness = {0: 5, 1: 3, 2: 1} if len(hand[trumps[0]]) > 3 else {0: 3, 1: 2, 2: 1}
    return _hcp(hand) + sum(shortness.get(length, 0) for length in side)


def _hand_points(hand: Printed, trumps: str) -> int:
    side = [max(0, 3 - len(cards)) for suit, cards in hand.items() if suit != trumps]
    return _hcp(hand) + sum(side) + len(hand[trumps][4:5]) + 2 * len(hand[trumps][5:])


def _quick(cards: str) -> float:
    starts = {"AK": 2, "AQ": 1.5, "KQ": 1}
    if cards[:2] in starts:
        return starts[cards[:2]]
    return 1 if cards[:1] == "A" else 0.5 if cards[:1] == "K" and cards[1:] else 0


def _losers(cards: str) -> int:
    """Look the suit up by its first three cards, as the books list them."""
    first = "".join(card if card in "AKQ" else "x" for card in cards[:3])
    listed = {
        "": 0, "A": 0, "K": 1, "Q": 1, "x": 1,
        "AK": 0, "AQ": 1, "Ax": 1, "KQ": 1, "Kx": 1, "Qx": 2, "xx": 2,
        "AKQ": 0, "AKx": 1, "AQx": 1, "KQx": 1, "Axx": 2, "Kxx": 2, "Qxx": 3, "xxx": 3,
    }  # fmt: skip
    return listed[first] - (first == "Qxx" and cards[1] == "J")


def _new_losers(cards: str) -> float:
    return sum(
        worth
        for rank, worth, place in (("A", 1.5, 1), ("K", 1, 2), ("Q", 0.5, 3))
        if len(cards) >= place and rank not in cards
    )


def _playing(cards: str) -> float:
    """Count what the module's docstring says, by cases from the top of the suit."""
    if len(cards) < 2 or cards == "QJ":
        return 1 if cards == "A" else 0
    length = len(cards)
    long_cards = length - 3 if length > 4 else (0, 0.5)[length == 4]
    if length == 4 and _among(cards, "AKQJT") == 4:
        long_cards = 1
    halves = {
        "AKQ": 6,
        "AKJ": 5,
        "AQJ": 5,
        "AQT": 4,
        "AJT": 3,
        "KQJ": 4,
        "KQT": 3,
        "KJT": 3,
        "QJT": 2,
    }
    pairs = {"AK": 4, "AQ": 3, "KQ": 2, "QJ": 1}
    lone = {"A": 2, "K": 1}
    early = halves.get(cards[:3], pairs.get(cards[:2], lone.get(cards[:1], 0)))
    return early / 2 + long_cards


def _stoppers(cards: str) -> float:
    honours = _among(cards, "AKQJT")
    if cards[:4] == "AKQJ":
        return 4
    if cards[:3] == "AKQ" or honours >= 4:
        return 3
    if cards[:2] in ("AK", "AQ") or cards[:3] in ("AJT", "KQJ"):
        return 2
    if cards[:3] == "KQT" and len(cards) > 3:
        return 2
    full = [rank for place, rank in enumerate("AKQJ") if rank in cards and len(cards) > place]
    half = [rank for place, rank in enumerate("AKQJ") if rank in cards and len(cards) == place]
    return 1 if full else 0.5 if half else 0


def _quality(cards: str) -> int:
    lower = _among(cards, "JT") if _among(cards, "AKQ") else 0
    return len(cards) + _among(cards, "AKQ") + lower


def _solid(cards: str) -> bool:
    return (cards[:3] == "AKQ" and len(cards) > 6) or (cards[:4] == "AKQJ" and len(cards) > 5)


def _semisolid(cards: str) -> bool:
    six = cards[:3] == "AKQ" or _among(cards, "AKQJT") > 3
    seven = _among(cards, "AKQJ") > 2
    return not _solid(cards) and ((len(cards) > 5 and six) or (len(cards) > 6 and seven))


def _lengths(hand: Printed) -> list[int]:
    return sorted((len(cards) for cards in hand.values()), reverse=True)


def _longest_suits(hand: Printed) -> list[str]:
    """The longest suits, highest-ranking first."""
    return [suit for suit in "SHDC" if len(hand[suit]) == _lengths(hand)[0]]


def _rule_of_20(hand: Printed) -> int:
    return _hcp(hand) + sum(_lengths(hand)[:2])


def _zar(hand: Printed) -> int:
    a, b, _, d = _lengths(hand)
    cards = "".join(hand.values())
    return sum({"A": 6, "K": 4, "Q": 2, "J": 1}.get(card, 0) for card in cards) + a + b + a - d


ANEW: dict[str, Callable[..., float]] = {
    "hcp": _each(_points_for),
    "length": _one(len),
    "points": _points,
    "hand_points": _hand_points,
    "flat": _shaped("4333"),
    "balanced": _shaped("4333", "4432", "5332"),
    "semibalanced": _shaped("5422", "6322"),
    "unbalanced": lambda hand: _lengths(hand)[3] < 2 or _pattern(hand) == "7222",
    "three_suited": _shaped("4441", "5440"),
    "two_suited": lambda hand: _lengths(hand)[1] > 4,
    "one_suited": lambda hand: _lengths(hand)[0] > 5 and _lengths(hand)[1] < 4,
    "controls": _each(lambda cards: 2 * ("A" in cards) + ("K" in cards)),
    "control": _one(lambda cards: "A" in cards or "K" in cards or len(cards) < 2),
    "first_round": _one(lambda cards: "A" in cards or not cards),
    "aces": _each(lambda cards: cards.count("A")),
    "kings": _each(lambda cards: cards.count("K")),
    "queens": _each(lambda cards: cards.count("Q")),
    "jacks": _each(lambda cards: cards.count("J")),
    "tens": _each(lambda cards: cards.count("T")),
    "quacks": _each(lambda cards: _among(cards, "QJ")),
    "ace": _one(lambda cards: "A" in cards),
    "king": _one(lambda cards: "K" in cards),
    "queen": _one(lambda cards: "Q" in cards),
    "jack": _one(lambda cards: "J" in cards),
    "ten": _one(lambda cards: "T" in cards),
    "keycards": lambda hand, suit: "".join(hand.values()).count("A") + ("K" in hand[suit]),
    "trump_queen": _one(lambda cards: "Q" in cards),
    "quick_tricks": _each(_quick),
    "losers": _each(_losers),
    "new_losers": _each(_new_losers),
    "playing_tricks": _each(_playing),
    "stoppers": _one(_stoppers),
    "stopper": _one(lambda cards: _stoppers(cards) >= 1),
    "half_stopper": _one(lambda cards: _stoppers(cards) == 0.5),
    "double_stopper": _one(lambda cards: _stoppers(cards) >= 2),
    "top2": _one(lambda cards: _among(cards, "AK")),
    "top3": _one(lambda cards: _among(cards, "AKQ")),
    "top4": _one(lambda cards: _among(cards, "AKQJ")),
    "top5": _one(lambda cards: _among(cards, "AKQJT")),
    "honours": _each(lambda cards: _among(cards, "AKQJT")),
    "suit_quality": _one(_quality),
    "good_suit": _one(lambda cards: _among(cards, "AKQ") > 1 or _among(cards, "AKQJT") > 2),
    "solid": _one(_solid),
    "semisolid": _one(_semisolid),
    "void": _one(lambda cards: not cards),
    "singleton": _one(lambda cards: len(cards) == 1),
    "doubleton": _one(lambda cards: len(cards) == 2),
    "short": _one(lambda cards: len(cards) < 2),
    "voids": lambda hand: _lengths(hand).count(0),
    "singletons": lambda hand: _lengths(hand).count(1),
    "doubletons": lambda hand: _lengths(hand).count(2),
    "longest_length": lambda hand: _lengths(hand)[0],
    "second_length": lambda hand: _lengths(hand)[1],
    "shortest": lambda hand: _lengths(hand)[3],
    "major_length": lambda hand: max(len(hand["S"]), len(hand["H"])),
    "minor_length": lambda hand: max(len(hand["D"]), len(hand["C"])),
    "longest": lambda hand, suit: suit in _longest_suits(hand),
    "only_longest": lambda hand, suit: [suit] == _longest_suits(hand),
    "higher_longest": lambda hand, suit: suit == _longest_suits(hand)[0],
    "lower_longest": lambda hand, suit: suit == _longest_suits(hand)[-1],
    "rule_of_15": lambda hand: _hcp(hand) + len(hand["S"]),
    "rule_of_20": _rule_of_20,
    "rule_of_22": lambda hand: _rule_of_20(hand) + sum(_quick(hand[suit]) for suit in "SHDC"),
    "zar_points": _zar,
    "fifths": _each(
        lambda cards: Fraction(
            sum({"A": 20, "K": 14, "Q": 9, "J": 5, "T": 2}.get(c, 0) for c in cards), 5
        )
    ),
}


def _hands(count: int) -> list[Hand]:
    """Deal hands, and add some with long suits, which dealing seldom gives."""
    random = Random(20_240_229)
    dealt = [random_deal(random).hands[0] for _ in range(count)]
    wild = [_wild_hand(random) for _ in range(count)]
    return dealt + wild


def _wild_hand(random: Random) -> Hand:
    """Draw 13 cards of which honours and one suit come far too often."""
    favourite = random.randrange(4)
    weights = [(1 + 5 * (card // 13 == favourite)) * (1 + (card % 13 > 7)) for card in range(52)]
    cards: set[int] = set()
    while len(cards) < 13:
        cards.update(random.choices(range(52), weights))
    return Hand.of_cards(cards)


HANDS = _hands(400)


@pytest.mark.parametrize("name", sorted(ANEW))
def test_definition_written_anew(name: str) -> None:
    for hand in HANDS:
        printed = dict(zip("SHDC", str(hand).split("."), strict=True))
        for arity in all_features()[name].arities:
            for letters in product("SHDC", repeat=arity) if arity < 2 else [("S", "H")]:
                expected = ANEW[name](printed, *letters)
                assert _engine(name, _suits("".join(letters)), hand) == expected, (hand, letters)


# --- what holds for every feature ----------------------------------------------------------------


def test_no_feature_without_both_truths() -> None:
    names = set(all_features())
    assert names == {name for name, *_ in TRUTHS}
    assert names == set(ANEW)


@pytest.mark.parametrize("name", sorted(ANEW))
def test_statement_is_complete(name: str) -> None:
    feature = all_features()[name]
    assert feature.about and feature.source and feature.words and feature.arities
    assert feature.scale >= 1
    assert feature.name == name == name.lower()


def _tables(node: object) -> list[tuple[str, bytes]]:
    match node:
        case SuitValue(table, _) | ShapeValue(table):
            return [(table.name, table.values.tobytes())]
        case SumNode(terms):
            return [found for _, term in terms for found in _tables(term)]
        case Range(value):
            return _tables(value)
        case _:
            return []


def test_tables_of_one_name_are_equal() -> None:
    """Tables compare by name, so no two may share one."""
    found: dict[str, bytes] = {}
    for feature in all_features().values():
        for suit, arity in product(Suit, feature.arities):
            for table, values in _tables(feature.define(*[suit] * arity)):
                assert found.setdefault(table, values) == values, table


def test_numbers_are_never_negative() -> None:
    """The words rely on it: "at most 3", never "-128 to 3"."""
    for feature in all_features().values():
        for suit, arity in product(Suit, feature.arities):
            for table, values in _tables(feature.define(*[suit] * arity)):
                assert np.frombuffer(values, dtype=np.int8).min() >= 0, table

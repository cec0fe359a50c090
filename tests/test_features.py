"""Every hand feature against outside truths: textbook hands, and definitions written anew in text.

The second kind works on printed holdings such as "AQ93" and shares nothing with the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import Hand, Holdings, Suit, random_deal
from dowager.language.features import all_features
from dowager.language.tree import Feature, Predicate, Range, Shape, ShapeValue, SuitValue
from dowager.language.tree import Sum as SumNode
from support.textbook_hands import TRUTHS

Value: TypeAlias = float | Fraction
Printed: TypeAlias = dict[str, str]
"""Suit letter -> printed holding, high cards first."""


def _id(row: tuple[str, str, str, float]) -> str:
    return "-".join(str(part) for part in row)


def _suits(letters: str) -> tuple[Suit, ...]:
    return tuple(Suit.parse(letter) for letter in letters)


@cache
def _engine(name: str, suits: tuple[Suit, ...]) -> Callable[[Holdings], Fraction | bool]:
    """Return the function that gives a feature's value in whole units, or its truth."""
    feature = all_features()[name]
    if isinstance(feature.define(*suits), Range | Shape):
        return hand_test(Predicate(name, suits))
    value = hand_value(Feature(name, suits))
    return lambda holdings: Fraction(value(holdings), feature.scale)


@pytest.mark.parametrize("row", TRUTHS, ids=_id)
def test_textbook_hand(row: tuple[str, str, str, float]) -> None:
    name, letters, text, expected = row
    assert _engine(name, _suits(letters))(Hand.parse(text).holdings) == expected


# --- definitions written anew, on printed holdings --------------------------------------------


def _each(value: Callable[[str], Value]) -> Callable[..., Value]:
    """A number of the hand, or of the suits named, that is added suit by suit."""
    return lambda hand, *suits: sum(value(hand[suit]) for suit in suits or "SHDC")


def _one(value: Callable[[str], Value]) -> Callable[..., Value]:
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


def _total_points(hand: Printed) -> int:
    if _pattern(hand) in ("4333", "4432", "5332"):
        return _points(hand)
    return _hcp(hand) + sum(max(0, 3 - length) for length in _lengths(hand))


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
        for rank, worth, least in (("A", 1.5, 1), ("K", 1, 2), ("Q", 0.5, 3))
        if len(cards) >= least and rank not in cards
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
    full = [rank for higher, rank in enumerate("AKQJ") if rank in cards and len(cards) > higher]
    half = [rank for higher, rank in enumerate("AKQJ") if rank in cards and len(cards) == higher]
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


ANEW: dict[str, Callable[..., Value]] = {
    "hcp": _each(_points_for),
    "length": _one(len),
    "points": _points,
    "hand_points": _hand_points,
    "total_points": _total_points,
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


HANDS = [(hand, dict(zip("SHDC", str(hand).split("."), strict=True))) for hand in _hands(300)]


def _uses(name: str) -> list[tuple[str, ...]]:
    """Return the suits with which to try a feature: each one, and one pair."""
    by_arity: dict[int, list[tuple[str, ...]]] = {
        0: [()],
        1: [(letter,) for letter in "SHDC"],
        2: [("S", "H")],
    }
    return [letters for arity in all_features()[name].arities for letters in by_arity[arity]]


@pytest.mark.parametrize("name", sorted(ANEW))
def test_definition_written_anew(name: str) -> None:
    for letters in _uses(name):
        value = _engine(name, _suits("".join(letters)))
        for hand, printed in HANDS:
            assert value(hand.holdings) == ANEW[name](printed, *letters), (str(hand), letters)


# --- what holds for every feature ----------------------------------------------------------------


def test_no_feature_without_both_truths() -> None:
    names = set(all_features())
    lacking = names - {name for name, *_ in TRUTHS}
    assert not lacking, f"add hands with known values to tests/support/textbook_hands.py: {lacking}"
    assert not names - set(ANEW), f"define anew in ANEW, in this file: {names - set(ANEW)}"
    assert {name for name, *_ in TRUTHS} <= names >= set(ANEW)


@pytest.mark.parametrize("name", sorted(ANEW))
def test_statement_is_complete(name: str) -> None:
    feature = all_features()[name]
    for part in ("about", "source", "words", "arities"):
        assert getattr(feature, part), f"the feature {name} has no {part}"
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

"""Alert information: written by the protocol's grammar, read from that and from anything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.alerts import read_alert, write_alert
from dowager.alerts.phrases import phrases
from dowager.backends.evaluate import hand_test
from dowager.cards import Hand, Suit, random_deal
from dowager.knowledge.answers import read_condition
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import (
    ANY_HCP,
    ANY_LENGTH,
    ANY_NUMBER,
    ANY_POINTS,
    ANY_SUIT_HCP,
    Ask,
    Bounds,
    Description,
    Disclosure,
    Forcing,
    Topic,
    open_ended,
)
from dowager.language.tree import TRUE, any_of
from support.sweeps import examples

TEXTS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "data/alert_texts.yaml").read_text(encoding="utf-8")
)
_HANDS = [hand for seed in range(250) for hand in random_deal(Random(seed))]

# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", TEXTS, ids=[case["text"][:60] for case in TEXTS])
def test_texts(case: dict[str, Any]) -> None:
    read = read_alert(case["text"])
    wanted = read_condition(case["hand"]) if "hand" in case else TRUE
    assert plain_space().masks(read.node()).may == plain_space().masks(wanted).may
    understood, right = hand_test(read.node()), hand_test(wanted)
    assert all(understood(hand.holdings) == right(hand.holdings) for hand in _HANDS)
    assert sorted(map(_ask_words, read.disclosure.asks)) == case.get("asks", [])
    assert sorted(force.value for force in read.disclosure.force) == case.get("force", [])
    assert list(read.ignored) == case.get("ignored", [])


def _ask_words(ask: Ask) -> str:
    return ask.topic.value + (f" {ask.suit.word}" if ask.suit is not None else "")


def test_every_phrase_reads_its_example() -> None:
    """And its example alone: an earlier line of the table does not stand in its way."""
    for phrase in phrases():
        read = read_alert(phrase.example)
        assert not read.ignored, phrase.example
    examples = [phrase.example for phrase in phrases()]
    assert len(set(examples)) == len(examples)


def test_grammar_of_the_writer() -> None:
    """Element by element as the protocol's item 2 prints it, separators as in items 3 and 4."""
    one = Description(
        hcp=(8, 14),
        lengths=((0, 6), (4, 4), (2, 13), (1, 3)),
        suit_hcp=((8, 10), (0, 3), (3, 3), (2, 9)),
        aces=frozenset({0, 4}),
        kings=frozenset({1}),
        held=frozenset({12, 24}),
    )
    asks = frozenset({Ask(Topic.ACES), Ask(Topic.LEAD_NOT, Suit.HEARTS)})
    text = write_alert(Disclosure((one, Description()), asks, frozenset(Forcing)))
    common = (
        "Asking for aces, Asks for lead not in hearts, Forcing for one round, Forcing until game, "
        "Promises a rebid."
    )
    assert text == (
        "8 to 14 total points, 1 to 3 cards in spades, at least 2 cards in hearts, "
        "4 cards in diamonds, up to 6 cards in clubs, 2 to 9 points in spades, 3 points in hearts, "
        "up to 3 points in diamonds, at least 8 points in clubs, 0 or 4 total aces, "
        f"1 total kings, king of diamonds, ace of clubs, {common} Alternatively, {common}"
    )
    assert write_alert(Disclosure()) == "0 to 40 total points."
    assert write_alert(Disclosure((Description(points=(41, 50)),))) == "at least 41 total points."


# -- round trips -----------------------------------------------------------------------------------


@st.composite
def _showings(draw: st.DrawFn) -> Description:
    """A showing that some hand fits: that of a random deal does."""
    hand = random_deal(Random(draw(st.integers(0, 1 << 30)))).hands[0]
    points = [(hand.holdings[s] >> 9) for s in Suit]
    suit_points = [sum((n + 1) * (p >> n & 1) for n in range(4)) for p in points]
    aces = sum(p >> 3 & 1 for p in points)
    kings = sum(p >> 2 & 1 for p in points)
    honours = [card for card in hand.cards() if card % 13 >= 11]
    return Description(
        hcp=draw(_span(hand.hcp, ANY_HCP)),
        lengths=tuple(draw(_span(length, ANY_LENGTH)) for length in hand.lengths),
        suit_hcp=tuple(draw(_span(value, ANY_SUIT_HCP)) for value in suit_points),
        aces=draw(_numbers(aces)),
        kings=draw(_numbers(kings)),
        held=frozenset(draw(st.lists(st.sampled_from(honours)))) if honours else frozenset(),
        points=open_ended(draw(_span(hand.hcp, ANY_POINTS))),
    )


def _span(value: int, any_value: Bounds) -> st.SearchStrategy[Bounds]:
    around = st.tuples(st.integers(any_value[0], value), st.integers(value, any_value[1]))
    return st.just(any_value) | st.just((value, value)) | around


def _numbers(value: int) -> st.SearchStrategy[frozenset[int]]:
    return st.just(ANY_NUMBER) | st.integers(0, 4).map(lambda other: frozenset({value, other}))


_ASKS = st.frozensets(
    st.sampled_from(
        [Ask(topic) for topic in Topic if topic not in (Topic.LEAD, Topic.LEAD_NOT)]
        + [Ask(topic, suit) for topic in (Topic.LEAD, Topic.LEAD_NOT) for suit in Suit]
    )
)
_DISCLOSURES = st.builds(
    Disclosure,
    st.lists(_showings(), min_size=1, max_size=3, unique=True).map(tuple),
    _ASKS,
    st.frozensets(st.sampled_from(Forcing)),
)


@examples(60, 300)
def test_what_is_written_is_read(examples: int) -> None:
    @settings(max_examples=examples)
    @given(_DISCLOSURES)
    def check(disclosure: Disclosure) -> None:
        text = write_alert(disclosure)
        assert text.isascii() and text.endswith(".")
        read = read_alert(text)
        assert read.disclosure == disclosure.heard()
        assert read.node() == disclosure.heard().node()
        assert read.ignored == ()

    check()


@examples(40, 150)
def test_careless_copies_are_read_alike(examples: int) -> None:
    @settings(max_examples=examples)
    @given(_DISCLOSURES, st.randoms(use_true_random=False))
    def check(disclosure: Disclosure, random: Random) -> None:
        text = write_alert(disclosure).replace("Alternatively,", "alternatively")
        text = "".join(random.choice([c.upper(), c.lower()]) for c in text).rstrip(".")
        text = text.replace(" ", random.choice(["  ", " ", "\t "])).replace(
            ",", random.choice([",", ", ,", ";"])
        )
        assert read_alert(text).disclosure == disclosure.heard()

    check()


@examples(30, 100)
def test_an_element_more_never_widens(examples: int) -> None:
    """Reading is sound for conjunctions: what both texts say holds in every alternative."""

    @settings(max_examples=examples)
    @given(_DISCLOSURES)
    def check(disclosure: Disclosure) -> None:
        text = write_alert(disclosure).replace(".", ", up to 36 total points.")
        node = hand_test(read_alert(text).node())
        wide = hand_test(disclosure.heard().node())
        assert all(wide(hand.holdings) for hand in _HANDS[:200] if node(hand.holdings))

    check()


# -- total points ----------------------------------------------------------------------------------


def _length_points(hand: Hand) -> int:
    return sum(max(0, length - 4) for length in hand.lengths)


def _shortage_points(hand: Hand) -> int:
    """Count 3-2-1, but no doubleton of a hand that will be bid as balanced."""
    short = sum(3 - length for length in hand.lengths if length < 3)
    return short if short > 1 else 0


COUNTS: dict[str, Callable[[Hand], int]] = {
    "honours": lambda hand: 0,
    "length": _length_points,
    "shortage": _shortage_points,
    "the better": lambda hand: max(_length_points(hand), _shortage_points(hand)),
}
"""What programs add to HCP for distribution: text-book counts, written without the engine's."""


@pytest.mark.parametrize("count", COUNTS)
def test_a_stranger_may_count_distribution_as_it_likes(count: str) -> None:
    """Whatever range holds its own total, its hand is not excluded."""
    for hand in _HANDS:
        total = hand.hcp + COUNTS[count](hand)
        ranges = (f"{total}", f"{total - 2} to {total}", f"{total} to 50", f"at least {total}")
        for said in ranges if total >= 2 else ranges[2:]:
            node = read_alert(f"{said} total points, at least 0 cards in clubs.").node()
            assert hand_test(node)(hand.holdings), (hand, said)


def test_total_points_still_say_something() -> None:
    """Honours alone are never too many, and a flat hand has no more than its honours."""
    node = hand_test(read_alert("15 to 17 total points.").node())
    assert not any(node(hand.holdings) for hand in _HANDS if hand.hcp > 17)
    flat = [hand for hand in _HANDS if sorted(hand.lengths) in ([3, 3, 3, 4], [2, 3, 4, 4])]
    assert all(node(hand.holdings) == (15 <= hand.hcp <= 17) for hand in flat)
    taken = sum(node(hand.holdings) for hand in _HANDS)
    assert taken < 2 * sum(15 <= hand.hcp <= 17 for hand in _HANDS)


@examples(50, 200)
def test_what_is_heard_excludes_nothing(examples: int) -> None:
    """In every cell where some hand is as disclosed, all of a stranger's reading allows it."""

    @settings(max_examples=examples)
    @given(_DISCLOSURES)
    def check(disclosure: Disclosure) -> None:
        ranges = [replace(each, suit_hcp=(ANY_SUIT_HCP,) * 4) for each in disclosure.alternatives]
        said, heard = (
            plain_space().masks(any_of(description.node() for description in descriptions))
            for descriptions in (ranges, [description.heard() for description in ranges])
        )
        assert not said.may & ~heard.may

    check()


# -- anything --------------------------------------------------------------------------------------

_WORDS = """
5 13 99 + - .. , . ; or and to / = >= < not cards in points hcp spades H c ♥ alternatively at least
up total aces king of asking for forcing game majors 5-5 card suit balanced void ( ) transfer bal. ≥
é ² ١ partner
"""
_PIECES = st.sampled_from([*_WORDS.split(), "\x00", "\ud800", "\n"])


@given(st.text() | st.binary().map(lambda b: b.decode("latin-1")) | st.lists(_PIECES).map(" ".join))
@settings(max_examples=500, deadline=None)
def test_nothing_breaks_the_reader(text: str) -> None:
    read = read_alert(text)
    assert plain_space().masks(read.disclosure.node()).may
    assert write_alert(read.disclosure).isascii()


@given(st.lists(_PIECES, max_size=12).map("".join))
@settings(max_examples=200, deadline=None)
def test_nothing_glued_breaks_the_reader(text: str) -> None:
    assert plain_space().masks(read_alert(text).disclosure.node()).may


@pytest.mark.parametrize(
    "piece",
    ["5+ hearts or ", "12 to ", "alternatively, 5 spades ", "1-", "a", "9", "+", ".", ">=<"],
)
def test_no_text_keeps_the_reader_busy(piece: str) -> None:
    """A guard against patterns that take the square of the length: those would take minutes."""
    started = time.process_time()
    read_alert(piece * (60_000 // len(piece)))
    assert time.process_time() - started < 20


def test_many_alternatives_are_few_but_nothing_is_lost() -> None:
    text = ". Alternatively, ".join(f"{n} HCP, at least 5 cards in hearts" for n in (3, 9, 15, 21))
    read = read_alert(text)
    assert len(read.disclosure.alternatives) == 3
    points = [hand.hcp for hand in _HANDS if hand_test(read.node())(hand.holdings)]
    assert set(points) <= {3, 9, 15, 21} and points


def test_a_hand_is_a_hand() -> None:
    """The alternatives of the protocol's example, on hands written out."""
    node = hand_test(read_alert(TEXTS[0]["text"]).node())
    assert node(Hand.parse("A2.32.Q432.AQJ42").holdings) is False
    assert node(Hand.parse("32.432.32.AKQJ42").holdings) is True
    assert node(Hand.parse("32.432.AKQJ42.32").holdings) is True

"""What a call shows when it shows several kinds of hand, and what it denies."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from dowager.alerts import write_alert
from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.book.assembly import make_book
from dowager.authoring.book.bml import book_bml
from dowager.authoring.book.contents import Book, BookLimits, Subject
from dowager.authoring.book.convention_card import Card, make_card
from dowager.authoring.book.html import book_html
from dowager.authoring.book.markdown import book_markdown
from dowager.bidder import Bidder, decide, explain
from dowager.cards import Hand, Seat, random_deal
from dowager.knowledge.answers import read_condition
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import (
    CallAlternative,
    View,
    call_words,
    disclose,
    record_alternatives,
)
from dowager.knowledge.sampling import uniform_hands
from dowager.language.files import load_system
from support.commands import Dowager
from support.systems import shipped_bidder, write_system

MULTI = "(H == 6 or S == 6) and hcp in 6..10 or balanced and hcp in 20..21"
POLISH = "balanced and hcp in 12..14 or C >= 5 and hcp in 15..17 or hcp >= 18"
TWO_WAY = f"""
system: two-way
title: Openings that show several kinds of hand
sections:
  - after: start
    rules:
      - {{call: 2D, name: Multi, hand: "{MULTI}", alert: true}}
      - {{call: 1C, name: Polish club, hand: "{POLISH}", alert: true, forcing: round}}
      - {{call: 2H, name: hearts and a minor, hand: H == 5 and C >= 4 and hcp in 6..9, alert: true}}
      - {{call: 2H, name: hearts and a minor, hand: H == 5 and D >= 4 and hcp in 6..9, alert: true}}
      - {{call: 1D, name: natural, hand: "D >= 5 and hcp >= 11"}}
      - {{call: 1D, name: natural, hand: "D == 4 and hcp >= 11"}}
      - {{call: 3C, name: preempt, hand: "C >= 7 and hcp in 5..10"}}
      - {{call: 3D, name: preempt, hand: "D >= 7 and hcp in 5..10"}}
      - {{call: 1NT, name: opening, hand: "hcp >= 11"}}
      - {{call: P, name: no opening}}
  - after: "1C (P)"
    rules:
      - {{call: 1H, name: positive, hand: "H >= 4 and hcp in 8..11"}}
      - {{call: 1NT, name: positive, hand: "hcp in 8..11"}}
      - {{call: 1D, name: negative or strong, alert: true}}
  - after: "2D (P)"
    rules:
      - {{call: 2H, name: pass or correct}}
  - after: "2D (P) 2H (P)"
    rules:
      - {{call: 2NT, name: strong, hand: "hcp >= 20"}}
      - {{call: P, name: hearts, hand: "H == 6"}}
      - {{call: 2S, name: spades}}
  - when: theirs
    rules:
      - {{call: X, name: clubs, hand: "C >= 4 and hcp >= 12"}}
      - {{call: 2S, name: no diamonds, hand: "S >= 5 and hcp in 6..11"}}
      - {{call: P, name: nothing to say}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the system of two-way calls."""
    return write_system(tmp_path_factory.mktemp("kinds") / "two_way", TWO_WAY).parent


@pytest.fixture(scope="module")
def bidder(folder: Path) -> Bidder:
    return Bidder(load_system(f"{folder}/"))


def view_after(bidder: Bidder, calls: str) -> View:
    auction = Auction(Seat.NORTH, Vulnerability.NONE)
    for call in parse_calls(calls.split()):
        auction = auction.after(call)
    return bidder.view(auction)


def alternatives(bidder: Bidder, calls: str, index: int = -1) -> tuple[CallAlternative, ...]:
    """Return the alternatives of a call of an auction, the last one if not said."""
    view = view_after(bidder, calls)
    record = view.records[index]
    return record_alternatives(record, view.players[record.seat].shown.cells)


def opening(tmp_path: Path, hand: str) -> tuple[CallAlternative, ...]:
    """Return the alternatives of an opening with a condition."""
    rule = f'- {{call: 2D, hand: "{hand}"}}'
    text = f"system: one\nsections:\n  - after: start\n    rules:\n      {rule}\n"
    return alternatives(Bidder(load_system(f"{write_system(tmp_path, text).parent}/")), "2D")


def words_after(bidder: Bidder, calls: str) -> str:
    return call_words(view_after(bidder, calls).records[-1])


# -- which kinds are told apart ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "conditions"),
    [
        (
            "2D",
            ["H == 6 and hcp in 6..10", "S == 6 and hcp in 6..10", "balanced and hcp in 20..21"],
        ),
        ("1C", ["balanced and hcp in 12..14", "C >= 5 and hcp in 15..17", "hcp >= 18"]),
    ],
)
def test_shares_are_exact_where_shape_and_points_decide(
    bidder: Bidder, calls: str, conditions: list[str]
) -> None:
    """Against counts of the same hands, the first condition that fits counting."""
    shown = alternatives(bidder, calls)
    earlier = "hcp < 0"
    counts = []
    for condition in conditions:
        ours = f"{condition} and not ({earlier})"
        first = f" and not ({MULTI})" if calls == "1C" else ""
        counts.append(count_hands(read_condition(ours + first)) or 0)
        earlier += f" or {condition}"
    assert [each.share for each in shown] == pytest.approx([c / sum(counts) for c in counts])
    assert all(each.exact and each.now == each.share for each in shown)


def test_each_kind_has_its_own_words_and_ranges(bidder: Bidder) -> None:
    hearts, spades, _ = alternatives(bidder, "2D")
    assert [each.text for each in (hearts, spades)] == [
        "6–10 HCP, exactly 6 hearts",
        "6–10 HCP, exactly 6 spades",
    ]
    # 1C takes stronger balanced hands
    assert (hearts.ranges.hcp, hearts.ranges.lengths[2]) == ((6, 10), (6, 6))
    assert (spades.ranges.hcp, spades.ranges.lengths[3]) == ((6, 10), (6, 6))


def test_rules_of_one_kind_are_one_alternative(bidder: Bidder) -> None:
    assert not alternatives(bidder, "1D")
    assert not alternatives(shipped_bidder(), "1H")
    assert not alternatives(shipped_bidder(), "1C P 1D")


def test_rules_of_different_kinds_are_told_apart(bidder: Bidder) -> None:
    clubs, diamonds = alternatives(bidder, "2H")
    assert clubs.ranges.lengths[0][0] == 4 and diamonds.ranges.lengths[1][0] == 4
    assert clubs.share + diamonds.share == pytest.approx(1)


@pytest.mark.parametrize(
    ("hand", "texts"),
    [
        # points that neither has lie between
        (
            "balanced and hcp in 12..14 or balanced and hcp in 18..19",
            ["balanced, 12–14 HCP", "balanced, 18–19 HCP"],
        ),
        # either major, however it is written
        ("longest_length >= 9", ["9+ clubs", "9+ diamonds", "9+ hearts", "9+ spades"]),
        ("major_length >= 6 and hcp in 6..10", ["6–10 HCP, 6+ hearts", "6–10 HCP, 6+ spades"]),
        # a choice within a choice
        (
            "hcp >= 22 or hcp in 4..7 and (H >= 7 and hcp <= 5 or S >= 7)",
            ["22+ HCP", "4–5 HCP, 7+ hearts", "4–7 HCP, 7+ spades"],
        ),
        # not really different: the points join on, and the longer suit is one of them
        ("hcp in 12..14 and H >= 5 or hcp in 15..17 and H >= 5", []),
        ("hcp >= 13 or hcp == 12 and (aces >= 2 or not balanced)", []),
        ("H >= 5 and (S <= 3 or S == 4 and hcp(S) <= 3)", []),
    ],
)
def test_really_different(tmp_path: Path, hand: str, texts: list[str]) -> None:
    assert [each.text for each in opening(tmp_path, hand)] == texts


def test_a_rule_for_any_hand_is_cut_where_its_hands_are_apart(bidder: Bidder) -> None:
    weak, strong = alternatives(bidder, "1C P 1D")
    assert (weak.text, strong.text) == ("at most 7 HCP", "12+ HCP")
    assert words_after(bidder, "1C P 1D") == "at most 7 HCP; or 12+ HCP"


@pytest.mark.parametrize(("strong", "count"), [("20..21", 2), ("24..25", 0)])
def test_a_kind_that_hardly_ever_occurs_is_no_alternative(
    tmp_path: Path, strong: str, count: int
) -> None:
    """Of 1 in 12 hands or 1 in 100, the others being balanced with 12 to 14 points or so."""
    hand = f"balanced and hcp in 12..13 or balanced and hcp in {strong}"
    assert len(opening(tmp_path, hand)) == count


# -- after later calls -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "now"), [("2D P 2H P P", [1, 0]), ("2D P 2H P 2S", [0, 1]), ("2D P 2H X", None)]
)
def test_later_calls_rule_alternatives_out(
    bidder: Bidder, calls: str, now: list[float] | None
) -> None:
    shown = alternatives(bidder, calls, 0)[:2]
    assert [each.now for each in shown] == (now or [each.share for each in shown])
    assert [each.share for each in shown] == [each.share for each in alternatives(bidder, "2D")[:2]]


def test_the_hand_that_called_is_one_of_the_alternatives() -> None:
    """On 60 deals: never outside all ranges, never ruled out; shares and chances sum to 1."""
    bidder, random, seen = shipped_bidder(), Random(13), 0
    for _ in range(60):
        deal = random_deal(random)
        auction = Auction(Seat.NORTH, Vulnerability.NONE)
        while not auction.ended:
            auction = auction.after(decide(bidder.view(auction), deal[auction.turn]).call)
        view = bidder.view(auction)
        for record in view.records:
            shown = record_alternatives(record, view.players[record.seat].shown.cells)
            if shown:
                seen += 1
                assert sum(each.share for each in shown) == pytest.approx(1, abs=0.01)
                assert sum(each.now for each in shown) == pytest.approx(1, abs=0.01)
                hand = deal[record.seat]
                assert any(each.now and _within(hand, each) for each in shown)
    assert seen > 20


def _within(hand: Hand, alternative: CallAlternative) -> bool:
    bounds = (alternative.ranges.hcp, *alternative.ranges.lengths)
    values = (hand.hcp, *hand.lengths)
    return all(low <= value <= high for value, (low, high) in zip(values, bounds, strict=True))


@pytest.mark.parametrize(("calls", "call"), [("1H", Call.DOUBLE), ("2S P P", Call.DOUBLE)])
def test_estimates_are_near_the_share_of_sampled_hands(calls: str, call: Call) -> None:
    """Where suit quality or points of another count decide, shares are estimates."""
    view = view_after(shipped_bidder(), calls)
    shown = alternatives(shipped_bidder(), f"{calls} {call}")
    assert not any(each.exact for each in shown)
    hits = [0] * len(shown)
    for column in uniform_hands(view.caller.shown, np.random.default_rng(3), 6000).T:
        hand = Hand.of_holdings(column.tolist())
        if decide(view, hand).call is call:
            hits[next(i for i, each in enumerate(shown) if _within(hand, each))] += 1
    shares = [each / sum(hits) for each in hits]
    # A hand within several ranges counts for the first, which the shares do not do.
    assert [each.share for each in shown] == pytest.approx(shares, abs=0.08)


# -- what is denied ----------------------------------------------------------------------------


def test_a_pass_shows_its_points_and_what_it_denies(bidder: Bidder) -> None:
    assert words_after(bidder, "P") == (
        "at most 10 HCP, no Multi (2D), no 2H (hearts and a minor), no preempt (3C, 3D)"
    )


def test_what_the_ranges_imply_is_not_denied(bidder: Bidder) -> None:
    """Openings with 11 HCP and more are not named, though they come first."""
    assert "natural" not in words_after(bidder, "P") and "1C" not in words_after(bidder, "P")
    assert words_after(shipped_bidder(), "P") == (
        "at most 12 HCP, no weak two-bid (2D, 2H, 2S), no three-level preempt (3C, 3D, 3H, 3S)"
    )


def test_names_that_could_be_misread_come_after_the_call(bidder: Bidder) -> None:
    """A double called "clubs" denies no clubs, and a 2S called "no diamonds" shows some."""
    assert words_after(bidder, "1C P") == "any hand, no X (clubs), no 2S (no diamonds)"


def test_nothing_is_denied_where_nothing_comes_first(bidder: Bidder) -> None:
    assert words_after(bidder, "2D P 2H") == "any hand"


def test_what_a_call_denies_it_never_has() -> None:
    """Each rule that is named comes first: no hand that fits it makes the call."""
    view = view_after(shipped_bidder(), "P").records[0].shown.calls[0].position
    random = Random(5)
    for _ in range(2000):
        hand = random_deal(random)[Seat.NORTH]
        rule = view.chosen(hand)
        weak = rule is not None and rule.rule.name in ("weak two-bid", "three-level preempt")
        assert not (weak and view.includes(Call.PASS, hand))


def test_every_answer_says_what_a_pass_shows(bidder: Bidder, folder: Path, run: Dowager) -> None:
    """The decision, the explanation, the commands: nowhere "any other hand"."""
    view, weak = view_after(bidder, ""), Hand.parse("8642.972.J95.Q73")
    expected = words_after(bidder, "P")
    assert decide(view, weak).text == expected
    assert [each.text for each in explain(view, weak) if each.rule.call is Call.PASS] == [expected]
    options = ("--system", f"{folder}/")
    out = run("frequency", *options, "--json").json
    assert expected in str(out)
    assert run("bid", *options, str(weak), "--json").json["text"] == expected


def test_what_much_of_a_condition_is_denied_is_said() -> None:
    """A negative double on 4+ hearts has no five, which bid 2H: more than 15% of those hands."""
    bidder = shipped_bidder()
    assert words_after(bidder, "1D 1S X") == "4+ hearts, 6+ HCP; no free bid (2H)"
    assert words_after(bidder, "1C").endswith(
        "; no major opening (1H, 1S), no diamond opening (1D)"
    )
    assert ";" not in words_after(bidder, "1H") and "no " not in words_after(bidder, "2NT")


def test_little_that_is_denied_is_not_said(bidder: Bidder) -> None:
    assert words_after(bidder, "3C") == "7+ clubs, 5–10 HCP"


# -- alerts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (
            "2D",
            [
                "6 to 10 total points, 6 cards in hearts.",
                "6 to 10 total points, 6 cards in spades.",
                "20 to 21 total points, 2 to 5 cards in spades,",
            ],
        ),
        (
            "1C",
            [
                "12 to 14 total points, 2 to 5 cards in spades,",
                "15 to 17 total points, at least 5 cards in clubs,",
                "at least 18 total points,",
            ],
        ),
    ],
)
def test_an_alert_has_the_alternatives(bidder: Bidder, call: str, parts: list[str]) -> None:
    written = write_alert(disclose(view_after(bidder, ""), parse_calls([call])[0]))
    for text, part in zip(written.split(" Alternatively, "), parts, strict=True):
        assert text.startswith(part)


def test_an_alert_discloses_the_agreement_not_the_hand(bidder: Bidder) -> None:
    """Two rules for 2H, for clubs and for diamonds: either hand has the alert of both."""
    view = view_after(bidder, "")
    hands = ("32.KJ932.32.K932", "32.KJ932.K932.32")
    alerts = {decide(view, Hand.parse(hand)).alert for hand in hands}
    expected = "exactly 5 hearts, 4+ clubs, 6–9 HCP; or exactly 5 hearts, 4+ diamonds, 6–9 HCP"
    assert alerts == {expected}


# -- commands and books ------------------------------------------------------------------------


def test_infer_prints_alternatives(folder: Path, run: Dowager) -> None:
    options = ("--system", f"{folder}/", "--calls", "2D P 2H P 2S")
    out = run("infer", *options).out
    assert [line.split()[-2:] for line in out.splitlines() if " Multi  " in line][1:] == [
        ["ruled", "out"],
        ["43%", "100%"],
        ["ruled", "out"],
    ]
    call, *others = run("infer", *options, "--json").json["calls"]
    assert not any("alternatives" in other for other in others)
    hearts, spades, strong = call["alternatives"]
    assert spades == {
        "name": "Multi",
        "text": "6–10 HCP, exactly 6 spades",
        "share": 0.4342,
        "now": 1.0,
        "exact": True,
        "hcp": [6, 10],
        "S": [6, 6],
        "H": [0, 7],
        "D": [0, 7],
        "C": [0, 7],
    }
    assert (hearts["now"], strong["now"]) == (0, 0)


SYMBOLS = {ord(symbol): name for symbol, name in zip("♠♥♦♣", ("!s", "!h", "!d", "!c"), strict=True)}
LIMITS = BookLimits(depth=2, hands=800, examples=1)
EITHER = "either 6–10 HCP, exactly 6 ♥ (44 %); or 6–10 HCP, exactly 6 ♠ (43 %); or balanced,"


@pytest.fixture(scope="module")
def book(folder: Path) -> Book:
    return make_book(Subject(f"{folder}/", load_system(f"{folder}/"), limits=LIMITS))


def test_books_have_alternatives_and_denials(book: Book) -> None:
    denied = "no Multi (2♦), no 2♥ (hearts and a minor), no preempt (3♣, 3♦)"
    markdown, bml = book_markdown(book), book_bml(book)
    assert EITHER.replace("either", "*either*") in markdown
    assert EITHER.translate(SYMBOLS) in bml
    assert denied in markdown and denied.translate(SYMBOLS) in bml
    for text in (markdown, bml, book_html(book)):
        assert "any other hand" not in text


def test_the_page_has_alternatives(book: Book) -> None:
    page = book_html(book)
    assert 'exactly 6 <i class="h">♥</i> (44 %); or 6–10 HCP' in page


@pytest.fixture(scope="module")
def card(folder: Path) -> Card:
    return make_card(Subject(f"{folder}/", load_system(f"{folder}/"), limits=LIMITS))


def test_the_card_lists_what_a_two_way_call_shows(card: Card) -> None:
    openings = next(box for box in card.boxes if box.title == "Two-level openings")
    # an opening comes before the responses
    texts = {item.head: item.text for item in reversed(openings.items)}
    assert texts["2♦"] == "Multi, 6–10, 6♥ or 6–10, 6♠ or 20–21"
    assert texts["2♥"].startswith("hearts and a minor, 6–9, 5♥, 4+♣ or 5♥, 4+♦")


def test_a_kind_is_said_in_the_words_of_its_rule(tmp_path: Path) -> None:
    text = """system: words
title: Two kinds of hand
sections:
  - after: start
    rules:
      - {call: 2D, name: weak, hand: H >= 6 and hcp in 5..9, means: a weak hand with long hearts}
      - {call: 2D, name: strong, hand: balanced and hcp >= 22}
      - {call: P, name: anything else}
"""
    system = load_system(f"{write_system(tmp_path, text).parent}/")
    weak, strong = alternatives(Bidder(system), "2D")
    assert weak.text == "a weak hand with long hearts"
    assert "balanced" in strong.text

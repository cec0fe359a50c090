"""Tests of `dowager document`: what the book says is what the system does, in every format."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_call, parse_calls
from dowager.authoring.book import (
    Book,
    BookLimits,
    Card,
    Entry,
    Subject,
    book_bml,
    book_html,
    book_markdown,
    card_html,
    make_book,
    make_card,
)
from dowager.authoring.book.as_written import read_written
from dowager.authoring.book.call_ranges import CallRanges
from dowager.authoring.book.convention_card import Item
from dowager.authoring.book.hand_samples import Hands, sample
from dowager.authoring.book.module_order import reading_order
from dowager.authoring.book.notation import anchor, hcp_text, length_text, share_text
from dowager.authoring.book.position_reader import PositionReader
from dowager.authoring.book.selection import Selection
from dowager.bidder import Bidder
from dowager.bidder.bulk import shared_out
from dowager.cards import RANKS, Hand, Seat, parse_holding
from dowager.knowledge.public import Shown, View
from dowager.knowledge.public.shown import everything
from dowager.language.compile import Candidate
from dowager.language.files import load_system
from support.books import (
    SMALL,
    STRONG_CLUB,
    bml_auctions,
    bml_call,
    hand_of,
    read_bml,
    read_html,
    text_of,
)
from support.commands import ROOT, Dowager
from support.sweeps import sampled
from support.systems import shipped, write_system

LIMITS = BookLimits(depth=3, least=0.05, hands=3000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the small system."""
    made = tmp_path_factory.mktemp("document") / "small"
    made.mkdir()
    (made / "system.yaml").write_text(SMALL, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def book(folder: Path) -> Book:
    """Return the book of the small system."""
    return book_of(f"{folder}/", limits=LIMITS)


@pytest.fixture(scope="module")
def page(book: Book) -> str:
    """Return it as HTML."""
    return book_html(book)


@pytest.fixture(scope="module")
def tree(page: str) -> Element:
    """Return the page read by a strict reader of HTML 5, which fails on any fault."""
    return read_html(page)


@pytest.fixture(scope="module", params=sampled(["small", "precision"], 2))
def strong_club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Card:
    """Return the card of a strong club: of a few rules, or of the shipped system."""
    if request.param == "precision":
        return card_of("precision")
    return card_of(f"{write_system(tmp_path_factory.mktemp('club'), STRONG_CLUB).parent}/")


@pytest.fixture(scope="module")
def card() -> Card:
    """Return the convention card of the shipped system that the booklet tells of."""
    return card_of("sayc")


def book_of(name: str, limits: BookLimits) -> Book:
    return make_book(Subject(name, load_system(name), limits=limits))


@cache
def card_of(name: str) -> Card:
    """Return the card of a system, made once."""
    return make_card(Subject(name, load_system(name), limits=BookLimits(hands=4000)))


def entry_at(book: Book, title: str) -> Entry:
    return next(entry for entry in book.entries() if entry.title == title)


def assert_bids(bidder: Bidder, auction: Auction, call: Call, hand: Hand) -> None:
    """Bid a hand at each of its turns, by the engine's front door."""
    calls = (*auction.calls, call)
    for index in range(len(auction.calls) % 4, len(calls), 4):
        before = auction.before(index)
        assert bidder.choose(hand, before).call is calls[index], f"{hand} after {before}"


# --- what is true of the content --------------------------------------------------------------


@pytest.mark.parametrize("part", sampled(range(12), every=12))
def test_every_example_on_the_page_is_bid_so_by_the_engine(
    tree: Element, folder: Path, part: int
) -> None:
    bidder = Bidder(load_system(f"{folder}/"))
    boxes = [box for box in tree.iter("details") if "data-auction" in box.attrib]
    checked = 0
    for box in boxes[part::12]:
        dealer, *words = box.attrib["data-auction"].split()
        auction = Auction.of_calls(Seat.parse(dealer), Vulnerability.NONE, parse_calls(words))
        for row in box.findall("./table/tbody/tr"):
            call = parse_call(row.attrib["data-c"])
            for shown in row.findall("td")[-1].findall("p"):
                assert_bids(bidder, auction, call, hand_of(text_of(shown)))
                checked += 1
    assert checked > 12


def test_every_call_has_an_example(book: Book) -> None:
    lines = [line for entry in book.entries() for line in entry.lines]
    assert all(line.examples for line in lines)
    opening = next(book.entries())
    assert all(len(set(line.examples)) == 2 for line in opening.lines)


def test_shares_are_those_of_the_published_tables(run: Dowager) -> None:
    # Encyclopedia of Bridge, HCP in a hand: at most 11 in 65.18 %, 22 or more in 0.424 %.
    book = book_of("tests/data/tiny", limits=BookLimits(hands=200))
    shares = {line.call: line.share for line in next(book.entries()).lines}
    assert shares[Call.PASS].exact and shares[Call.C2].exact
    assert shares[Call.PASS].value == pytest.approx(0.651828, abs=1e-6)
    assert shares[Call.C2].value == pytest.approx(0.00424, abs=1e-5)
    assert share_text(shares[Call.PASS]) == "65.2 %"
    rest = 1 - sum(share.value for share in shares.values())
    assert f"No rule fits {100 * rest:.1f} % of the hands." in book_markdown(book)


def test_openings_are_counted_and_later_calls_sampled_with_their_error(tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(
        "system: ace\nsections:\n- after: start\n  rules:\n"
        "  - {call: 1S, hand: ace(S)}\n  - {call: 1H, hand: ace(H)}\n"
        "- after: 1S\n  rules:\n  - {call: 2C, hand: ace(C)}\n  - {call: P}\n"
        "- after: 1S (P) 2C\n  rules:\n  - {call: 2H, hand: ace(H)}\n  - {call: 2S}\n"
        "- {when: theirs, rules: [{call: P}]}\n"
    )
    book = book_of(f"{tmp_path}/", limits=BookLimits(hands=8000))
    spade, heart = sorted(next(book.entries()).lines, key=lambda line: -line.call)
    # A hand holds the ace of spades in 13 of 52 cases; the heart and not the spade: 1/4 - 12/204.
    for line, truth in ((spade, 1 / 4), (heart, 1 / 4 - 12 / 204)):
        assert line.share.exact and line.share.value == pytest.approx(truth, rel=1e-12)
    assert "No rule fits 55.9 % of the hands." in text_of(read_html(book_html(book)))
    # With the ace of spades 12 of the other 51 cards are left to hold the ace of hearts.
    rebid = next(entry for entry in book.entries() if Call.H2 in {one.call for one in entry.lines})
    line = next(line for line in rebid.lines if line.call is Call.H2)
    assert not line.share.exact
    assert abs(line.share.value - 12 / 51) < 2 * line.share.error < 0.03


def test_ranges_hold_for_hands_of_another_sample(book: Book, folder: Path) -> None:
    system = load_system(f"{folder}/")
    reader = PositionReader(Subject("", system, limits=LIMITS))
    generator = np.random.default_rng(77)
    tested = 0
    for entry in book.entries():
        view = reader.bidder.view(entry.auction)
        hands = sample(view.caller.shown, generator, 1000)
        calls = [rule.call if rule else None for rule in rules_of(view, hands)]
        lines = {line.call: line for line in entry.lines}
        for number, call in enumerate(calls):
            if call in lines:
                values = (int(hands.hcp[number]), *hands.hand(number).lengths)
                spans = (lines[call].hcp, *lines[call].lengths)
                assert all(low <= at <= high for at, (low, high) in zip(values, spans, strict=True))
                tested += 1
    assert tested > 20_000


def test_what_rules_share_does_not_widen_the_ranges(book: Book) -> None:
    # The condition on strength leaves cells open, yet a club opening has three clubs at least:
    # with fewer some other suit would be opened.
    lines = {line.call: line for line in next(book.entries()).lines}
    assert [lines[Call.C1].lengths[suit][0] for suit in range(4)] == [3, 0, 0, 0]
    assert lines[Call.D1].lengths[1][0] == 3
    assert length_text(*lines[Call.C1].lengths[0]) == "3+"


def test_ranges_of_a_later_turn_keep_what_the_opening_showed(folder: Path) -> None:
    system = load_system(f"{folder}/")
    table = PositionReader(Subject("", system, limits=LIMITS)).bidder
    calls = parse_calls(["1H", "P", "2H", "P"])
    hcp, lengths = CallRanges(table).of(Auction(Seat.NORTH, Vulnerability.NONE, calls), Call.PASS)
    assert lengths[2][0] == 5 and hcp == (11, 21)


def test_vectorised_choice_is_the_engine_s(folder: Path) -> None:
    bidder = Bidder(load_system(f"{folder}/"))
    auction = Auction(Seat.NORTH, Vulnerability.NONE)
    view = bidder.view(auction)
    hands = sample(Shown(everything()), np.random.default_rng(5), 400)
    for number, rule in enumerate(rules_of(view, hands)):
        assert bidder.choose(hands.hand(number), auction).rule is rule


def rules_of(view: View, hands: Hands) -> list[Candidate | None]:
    """The rule that each of some hands calls by."""
    shares = shared_out(view.position, hands.cells, hands.holdings)
    by_row = {row: rule for rule, rows in shares for row in rows.tolist()}
    return [by_row[row] for row in range(len(hands))]


# --- which positions --------------------------------------------------------------------------


def test_patterns_that_no_frequent_branch_reaches_are_there(book: Book) -> None:
    deep = entry_at(book, "1♥ (2♣) 2♥ (3♣) 3♥ (4♣)")
    assert [line.name for line in deep.lines][:2] == ["deep pass", "deep double"]
    passed = entry_at(book, "P – 1♠ – 2♠")
    assert {line.name for line in passed.lines} >= {"no game", "game opposite a passed hand"}


def test_parts_tell_who_opened_and_who_takes_part(book: Book) -> None:
    titles = {part.title: {entry.title for entry in part.entries()} for part in book.parts}
    assert "1♠ – 3♠" not in titles["When they interfere"]
    assert {"1♥", "1♠"} <= titles["Uncontested auctions"]
    assert "1♥ (2♣)" in titles["When they interfere"]
    assert {"(1♥)", "(1♥) P (P)"} <= titles["When they open"]


def test_positions_stand_below_those_they_follow(book: Book) -> None:
    entries = list(book.entries())
    assert len({anchor(entry.auction) for entry in entries}) == len(entries)
    for entry in entries:
        for below in entry.below:
            assert below.auction.calls[: len(entry.auction.calls)] == entry.auction.calls


@pytest.mark.thorough
def test_a_lower_least_share_only_adds_positions(folder: Path) -> None:
    system = load_system(f"{folder}/")
    found: list[set[Auction]] = []
    for least in (0.3, 0.02):
        limits = BookLimits(depth=2, least=least, hands=500)
        walk = Selection(PositionReader(Subject("", system, limits=limits)))
        walk.openings()
        walk.uncontested()
        found.append(set(walk.entries))
    assert found[0] < found[1]


def test_no_sums_are_in_the_book(book: Book) -> None:
    uses = [use for entry in book.entries() for line in entry.lines for use in line.uses]
    assert uses and not [use.words for use in uses if "×" in use.words]


def test_seats_with_the_same_rules_share_a_table(book: Book) -> None:
    assert [chapter.title for chapter in book.parts[0].chapters] == ["In any seat"]


def test_the_rules_are_all_in_the_appendix_as_written() -> None:
    system = shipped("sayc")
    modules = read_written("sayc", system)
    written = [rule for module in modules for one in module.sections for rule in one.rules]
    assert [rule.number for rule in written] == [rule.number for rule in system.rules]
    assert all(
        (one.call, one.name, one.location) == (rule.written, rule.name, rule.location)
        for one, rule in zip(written, system.rules, strict=True)
    )
    sections = [one for module in modules for one in module.sections]
    assert len(sections) == len(system.sections)


def test_slam_sections_are_found_by_what_they_ask(book: Book) -> None:
    sections = [one for module in book.modules for one in module.sections]
    names = {section.name for section in sections if section.number in book.slam}
    assert {"the ask for aces", "answers", "answers to the ask for kings"} <= names
    assert "the fourth suit of a deep auction" not in names


def test_leads_show_the_card_that_is_led(tree: Element, folder: Path) -> None:
    carding = load_system(f"{folder}/").carding
    assert carding is not None
    section = next(one for one in tree.iter("section") if one.get("id") == "carding")
    tables = list(section.iter("table"))
    assert len(tables) == 2
    shown = 0
    for notrump, table in enumerate(tables):
        for held in table.iter("span"):
            led = text_of(next(held.iter("u"))).replace("10", "T")
            assert RANKS[carding.lead(parse_holding(text_of(held)), bool(notrump))] == led
            shown += 1
    assert shown > 40


# --- HTML -------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else(page: str) -> None:
    assert not re.search(r"\bsrc=|@import|url\(|<link|https?:", page)
    assert page.count("<script>") == page.count("<style>") == 1


def test_words_of_a_system_are_only_words(page: str, tree: Element) -> None:
    assert text_of(next(tree.iter("h1"))) == "Small <b>system</b> | for a test"
    assert "<b>system</b>" not in page and "any <22+> hand | strong" in text_of(tree)


def test_the_appendix_has_sections_with_their_patterns_and_conditions(tree: Element) -> None:
    section = next(one for one in tree.iter("section") if one.get("id") == "appendix")
    text = " ".join(text_of(section).split())
    assert "hand's raise 1M 2M when partner.passed_hand" in text
    assert "hcp >= 12 and x <= 2" in text
    assert "every other hand" in text and "forcing game · artificial true" in text


def test_links_lead_to_places_on_the_page(tree: Element) -> None:
    names = [one.attrib["id"] for one in tree.iter() if "id" in one.attrib]
    assert len(names) == len(set(names))
    links = [one.attrib["href"] for one in tree.iter("a")]
    assert len(links) > 300 and all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= set(names)


def test_headings_landmarks_and_table_heads_are_there(tree: Element) -> None:
    assert len(list(tree.iter("main"))) == len(list(tree.iter("nav"))) == 1
    assert len(list(tree.iter("h1"))) == 1
    for table in tree.iter("table"):
        heads = table.findall("./thead/tr/th")
        assert len(heads) > 1
        assert all(len(row) == len(heads) for row in table.findall("./tbody/tr"))
    labelled = {one.attrib["for"] for one in tree.iter("label")}
    assert {one.attrib["id"] for one in tree.iter("input")} == labelled


def test_a_position_shows_meaning_source_place_and_share(tree: Element) -> None:
    box = next(one for one in tree.iter("details") if one.get("id") == "open-1")
    row = next(one for one in box.iter("tr") if one.get("data-c") == "2c")
    text = " ".join(text_of(row).split())
    assert "strong 22+ HCP" in text and "small/system.yaml" not in text
    folded = next(one for one in box.iter("details") if one.get("class") == "src")
    assert "small/system.yaml:13" in text_of(folded) and "open" not in folded.attrib
    assert "forcing to game" in text and "alert any <22+> hand | strong" in text
    assert "22+" in text and "0.42 %" in text
    assert [one.tag for one in row.iter() if str(one.tag).endswith("svg")]
    assert "Source: the test itself." in text_of(box)


# --- Markdown ---------------------------------------------------------------------------------


def test_markdown_tables_have_even_rows(book: Book) -> None:
    lines = book_markdown(book).splitlines()
    columns = 0
    rows = 0
    for line in lines:
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not (columns and cells) or cells == columns, line
        columns = cells
        rows += bool(cells)
    assert rows > 200
    assert "# Small \\<b\\>system\\</b\\> \\| for a test" in lines


def test_markdown_says_what_the_page_says(book: Book) -> None:
    text = book_markdown(book)
    for entry in book.entries():
        assert f'<a id="{anchor(entry.auction)}"></a>' in text
    places = set(re.findall(r'<a id="([^"]+)"', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= places
    for section in (one for module in book.modules for one in module.sections):
        assert all(f"`{rule.hand}`" in text for rule in section.rules if rule.hand)
    assert "`opens and M >= 5 and higher_longest(M)`" in text
    assert "`opens`: `hcp >= 12 or hcp == 11 and controls >= 4`" in text


def test_what_only_common_sense_says_is_folded_away(book: Book, tree: Element) -> None:
    entry = entry_at(book, "1♥")
    agreed, other = ({line.call for line in lines} for lines in (entry.agreed(), entry.other()))
    assert Call.H3 in agreed and other and agreed | other == {line.call for line in entry.lines}
    box = next(one for one in tree.iter("details") if one.get("id") == anchor(entry.auction))
    rows = [row.attrib["data-c"] for row in box.findall("./table/tbody/tr")]
    folded = next(one for one in box.findall("./details") if one.get("class") == "rest")
    assert len(rows) == len(agreed) and "open" not in folded.attrib
    assert len(folded.findall("./table/tbody/tr")) == len(other)
    assert "<details><summary>By common sense" in book_markdown(book)


def test_long_conditions_are_in_the_book_as_ranges() -> None:
    reader = PositionReader(Subject("sayc", shipped("sayc"), limits=BookLimits(hands=1000)))
    entry = reader.entry(Auction(Seat.NORTH, Vulnerability.NONE))
    assert entry is not None
    words = {line.call: line.uses[0].words for line in entry.lines}
    assert words[Call.S1] == "10–21 HCP, 5+ ♠"
    assert all(len(said) <= 200 for said in words.values())


# --- BML --------------------------------------------------------------------------------------


def test_bml_is_read_and_has_every_call_of_the_book(book: Book) -> None:
    metadata, tables = read_bml(book_bml(book))
    assert metadata["TITLE"] == "Small <b>system</b> | for a test"
    read = [path for history, bids in tables for path in bml_auctions(history, bids)]
    ours = {path for path in read if not path.endswith(")")}
    lines = sum(len(entry.lines) for entry in book.entries())
    assert len(ours) == len([path for path in read if not path.endswith(")")]) == lines
    for path in ours:
        calls = [bml_call(word) for word in path.split("-")]
        bids = [call for call in calls if call.is_bid]
        assert bids == sorted(set(bids)), path
    assert {"1H-(2C)-2H-(3C)-3H-(4C)-D", "1S-3S", "(1C)-1H", "P-1S-2S-4S"} <= ours


def test_bml_meanings_have_no_symbols(book: Book) -> None:
    text = book_bml(book)
    assert not re.search("[♠♥♦♣]", text) and "!h" in text


# --- the card ---------------------------------------------------------------------------------


def box_of(card: Card, title: str) -> tuple[Item, ...]:
    return next(box.items for box in card.boxes if box.title == title)


def items_of(card: Card, title: str) -> dict[str, str]:
    return {item.head: item.text for item in reversed(box_of(card, title))}


def test_the_card_says_what_the_booklet_says(card: Card) -> None:
    # ACBL SAYC System Booklet: opening bids, responses to 1NT, overcalls.
    assert items_of(card, "General approach")["Majors"] == "5+ cards"
    assert items_of(card, "General approach")["1♣"] == "3+ cards"
    assert items_of(card, "General approach")["Forcing openings"] == "2♣"
    openings = items_of(card, "Notrump openings")
    assert [openings[call].split(", ")[1] for call in ("1NT", "2NT", "3NT")] == [
        "15–17",
        "20–21",
        "25–27",
    ]
    responses = items_of(card, "Over our 1NT")
    assert responses["2♣"].startswith("Stayman")
    assert responses["2♦"] == "Jacoby transfer, 5+♥, F1"
    assert items_of(card, "Overcalls")["1NT, direct"] == "notrump overcall, 15–18"
    assert items_of(card, "Overcalls")["Simple, (1♦) 1♠"] == "overcall, 8–16, 5+♠"
    assert items_of(card, "Two-level openings")["2♥"].endswith("6♥")
    assert items_of(card, "Slam")["4NT"].startswith("asks for aces: Blackwood")
    # Jacoby 2NT counts shortness as dummy does
    assert items_of(card, "Major openings")["2NT"] == "Jacoby 2NT, 13+ in support, 4+♠, GF"
    assert items_of(card, "Doubles")["(1♥) X"].split(", ")[1].count("+") == 1


def test_the_card_of_a_strong_club_has_its_responses_and_key_cards(strong_club: Card) -> None:
    opening = items_of(strong_club, "Artificial openings of one")
    assert opening["1♣"].startswith("strong club, at least 16 points")
    assert opening["1♦"] == "negative, at most 7 points, F1"
    assert opening["1♥"] == "positive, 8+, 5+♥, GF"
    assert items_of(strong_club, "General approach")["1♣"] == "artificial"
    assert not {"1♣"} & set(items_of(strong_club, "Minor openings"))
    responses = items_of(strong_club, "Two-level openings")
    assert {"Responses to 2♣", "2♦"} <= set(responses)
    slam = box_of(strong_club, "Slam")
    assert {"4NT", "5NT"} <= {item.head for item in slam}
    answers = [item.text for item in slam if item.head == "step 1"]
    assert "Answers about key cards" in {item.head for item in slam}
    assert {"no ace or all four", "one or four key cards"} <= set(answers)


@pytest.mark.thorough
def test_the_card_of_precision_has_both_minors_and_gerber() -> None:
    responses = items_of(card_of("precision"), "Two-level openings")
    assert {"Responses to 2♣", "Responses to 2♦", "2NT", "3♣"} <= set(responses)
    slam = box_of(card_of("precision"), "Slam")
    assert {"4♣", "5NT"} <= {item.head for item in slam}


def test_raises_have_ranges_that_one_can_play_by(card: Card) -> None:
    majors, minors = items_of(card, "Major openings"), items_of(card, "Minor openings")
    assert majors["2♠"] == "single raise, usually 6–10 in support, 4–10 HCP, 3–5♠"
    assert majors["3♠"].startswith("limit raise, usually 10–12 in support, 7–12 HCP")
    assert majors["4♠"] == "preemptive game raise, 3–9, 5+♠"
    assert minors["2♥"] == "strong jump shift, 17+ points with length, 6+♥ or 15+, 5♥, GF"


@pytest.mark.parametrize("name", sampled(["sayc", "precision"], 2))
def test_the_card_says_a_thing_once(name: str) -> None:
    for item in (item for box in card_of(name).boxes for item in box.items):
        parts = re.split(", | or ", item.text)
        repeated = [part for part in parts if part.endswith("+") and parts.count(part) > 1]
        assert not repeated, item
        assert "×" not in item.text and " plus " not in item.text, item


def test_the_card_has_rebids_and_the_artificial_club_in_competition(strong_club: Card) -> None:
    assert_has_rebids_and_the_club_in_competition(strong_club)


@pytest.mark.thorough
def test_the_card_has_rebids_and_the_polish_club_in_competition() -> None:
    assert_has_rebids_and_the_club_in_competition(card_of("polish_club"))


def assert_has_rebids_and_the_club_in_competition(card: Card) -> None:
    heads = set(items_of(card, "Artificial openings of one"))
    assert {"1♣ – 1♦", "1♣ (X)", "1♣ (1♥)", "1♣ (2♠)"} <= heads
    assert {"1♦ – 1♠", "1♥ – 1NT"} <= set(items_of(card, "Opener's rebids"))
    assert "Responses to 3NT" in items_of(card, "Higher openings")


def test_the_card_says_what_a_pass_shows_over_the_double_of_a_strong_club(
    strong_club: Card,
) -> None:
    items = box_of(strong_club, "Artificial openings of one")
    heads = [item.head for item in items]
    doubled = items[heads.index("1♣ (X)") : heads.index("1♣ (1♥)")]
    assert doubled[1].head == "Pass" and "at most 4 points" in doubled[1].text
    assert doubled[-1].text == "as over a pass" and "1♥, 1♠, 1NT" in doubled[-1].head


def test_hcp_end_where_the_hands_end(strong_club: Card) -> None:
    # Whoever has sixteen opens one club, so that one diamond and two clubs are limited.
    assert re.match(r"1[01]–15 HCP, [02]\+♦$", items_of(strong_club, "Minor openings")["1♦"])
    assert "21" not in items_of(strong_club, "Two-level openings")["2♣"]
    low = items_of(strong_club, "General approach")["One of a suit"]
    assert low == "10–15 HCP" if strong_club.name == "precision" else "11–15 HCP"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(15, 17, "15–17"), (10, 22, "10–22"), (8, 27, "8+"), (25, 27, "25–27"), (0, 27, "")],
)
def test_an_end_that_few_hands_come_near_is_not_printed(low: int, high: int, said: str) -> None:
    assert hcp_text(low, high) == said


@pytest.mark.thorough
def test_a_card_tells_the_kinds_of_hand_apart() -> None:
    acol, polish = (
        {box.title: box.items for box in card_of(name).boxes} for name in ("acol", "polish_club")
    )
    majors = {item.head: item.text for item in acol["Major openings"]}
    assert majors["2♣"] == "two-over-one response, 9+, 4+♣ or 10+, 2–3♣, F1"
    twos = [item.text for item in acol["Two-level openings"]]
    assert "natural and forcing, 15+, 5+♠, F1" in twos and "feature ask, F1" in twos
    club = next(item for item in polish["Artificial openings of one"] if item.head == "1♣")
    assert club.text.startswith("Polish club, 12-14 balanced, or 15 and more")
    two_clubs = next(item for item in polish["Two-level openings"] if item.head == "2♣")
    assert two_clubs.text.endswith("6+♣ or 4♠, 5♣ or 4♥, 5♣")


def test_asks_and_answers_about_slams_are_in_order(card: Card) -> None:
    items = next(box.items for box in card.boxes if box.title == "Slam")
    asked = [item.text.split(":")[0] for item in items if item.text.startswith("asks for")]
    assert asked == sorted(asked, key=["asks for aces", "asks for kings"].index)
    heads = [item.head for item in items if item.head.startswith("step")]
    assert heads[:4] == ["step 1", "step 2", "step 3", "step 4"]


def test_points_that_the_name_says_are_not_said_again(strong_club: Card) -> None:
    items = box_of(strong_club, "Artificial openings of one")
    assert "negative, at most 7 points, F1" in {item.text for item in items}
    if strong_club.name == "club":
        assert "balanced 16 to 19" in {item.text for item in items}


@pytest.mark.thorough
def test_points_that_the_names_of_acol_say_are_not_said_again() -> None:
    items = box_of(card_of("acol"), "Opener's rebids")
    assert {"balanced 17 or 18", "balanced 19"} <= {item.text for item in items}


def test_files_stand_in_the_order_in_which_one_reads_of_them() -> None:
    modules = read_written("sayc", shipped("sayc"))
    names = [module.name for module in modules if module.about and module.sections]
    ordered = sorted(dict.fromkeys(names), key=names.index)
    by_name = {module.name: module for module in reversed(modules)}
    ordered.sort(key=lambda name: reading_order(by_name[name]))
    wanted = ["openings", "minor_responses", "major_responses", "conventions/stayman"]
    wanted += ["openings/two_clubs", "openings/preempts", "competition/overcalls"]
    wanted += ["competition/doubles", "competition/special_openings", "conventions/blackwood"]
    assert [name for name in ordered if name in wanted] == wanted


def test_the_card_is_a_valid_page_that_needs_nothing_else(card: Card) -> None:
    page = card_html(card)
    tree = read_html(page)
    assert len(list(tree.iter("section"))) == len(card.boxes) + 1
    assert not re.search(r"\bsrc=|@import|url\(|<link|https?:", page)


def test_what_has_no_rule_is_no_agreement(folder: Path) -> None:
    card = card_of(f"{folder}/")
    assert items_of(card, "Overcalls")["1NT, direct"] == "no agreement"
    assert items_of(card, "Doubles")["(1♥) X"] == "takeout, 12+"
    assert "Over our 2NT" not in {box.title for box in card.boxes}


# --- the command ------------------------------------------------------------------------------


def test_the_command_writes_a_file_and_says_so(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "tiny.html"
    result = run("document", "tests/data/tiny", "-o", str(file), "--json", "--hands", "500")
    assert (result.code, result.err) == (0, "")
    assert result.json["system"] == "tiny" and result.json["bytes"] == file.stat().st_size
    boxes = [
        one
        for one in read_html(file.read_text(encoding="utf-8")).iter("details")
        if "data-auction" in one.attrib
    ]
    assert result.json["positions"] == len(boxes) == 3
    rows = [row for box in boxes for row in box.findall("./table/tbody/tr")]
    assert result.json["calls"] == len(rows)
    shown = sum(len(row.findall("td")[-1].findall("p")) for row in rows)
    assert result.json["examples"] == shown > 10


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("html", "tiny.html"),
        ("markdown", "tiny.md"),
        ("bml", "tiny.bml"),
        ("card", "tiny-card.html"),
    ],
)
def test_each_format_has_a_file_of_its_own_and_is_the_same_again(
    run: Dowager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    system = str(ROOT / "tests" / "data" / "tiny")
    monkeypatch.chdir(tmp_path)
    options = ("document", system, "--format", kind, "--hands", "400")
    assert run(*options).out.startswith(f"{name}: ")
    assert (tmp_path / name).read_text(encoding="utf-8") == run(*options, "-o", "-").out
    if kind in ("html", "markdown"):  # the others show no example
        assert run(*options, "-o", "-", "--seed", "9").out != run(*options, "-o", "-").out
    dated = run(*options, "-o", "-", "--date", "1 May 2030").out
    assert ("1 May 2030" in dated) and "2030" not in (tmp_path / name).read_text(encoding="utf-8")


def test_a_system_that_calls_nothing_gives_no_book(run: Dowager, tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text("system: none\nsections: []\n")
    result = run("document", f"{tmp_path}/", "-o", str(tmp_path / "x.html"))
    assert result.code == 1 and "no rule for any position" in result.err
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("nosuch",), "no system 'nosuch'"),
        (("tests/data/tiny", "--vul", "some"), "no vulnerability 'some'"),
        (("tests/data/tiny", "--least", "0"), "--least"),
        (("tests/data/tiny", "--format", "pdf"), "'pdf' is not one of"),
        (("tests/data/tiny", "-o", "-", "--json"), "name a file with -o"),
        (("tests/data/tiny", "-o", "tests"), "cannot write tests"),
        ((), "Missing argument"),
    ],
)
def test_wrong_input_is_told_in_a_line(run: Dowager, options: tuple[str, ...], words: str) -> None:
    result = run("document", *options)
    assert result.code == 2 and words in result.err and "Traceback" not in result.err


def test_json_is_one_object(run: Dowager, tmp_path: Path) -> None:
    out = run("document", "tests/data/tiny", "-o", str(tmp_path / "a"), "--json").out
    assert set(json.loads(out)) == {"system", "file", "bytes", "positions", "calls", "examples"}

"""Tables as a person sees them: in a real browser, by mouse and keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from dowager.cards import card_name
from dowager.formats import read_pbn
from dowager.play import Play
from dowager.table import result_text
from support.browser import Watched, browser, needs_browser, new_page
from support.room_person import COLD, NOTRUMP, QUICK, SOUTH, Person
from support.sweeps import sampled
from support.web_server import Served, serving

PAGES = ("/", "/play", "/board?calls=1NT+P+2C&deal=")


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server."""
    with serving() as served:
        yield served


def _opened(page: Any, address: str, **fields: object) -> None:
    """Open a table whose robots are quick, and show its page."""
    given = {**QUICK, "name": "Ann", "seat": "S", "seats": SOUTH, **fields}
    answer = page.request.post(f"{address}/play/rooms", data=given)
    assert answer.ok, answer.text()
    page.goto(address + answer.json()["path"])


_NEXT, _ACCEPT = 'button:text-is("Next board")', 'button:text-is("Accept")'
_PASS, _CARD = '[data-call="P"]:not(:disabled)', "button.face:not(:disabled)"


def _play_in_browser(page: Any) -> None:
    """Pass, and play whatever card may be played, until the board is over."""
    while True:
        page.wait_for_selector(", ".join((_NEXT, _ACCEPT, _PASS, _CARD)))
        found = [each for each in (_NEXT, _ACCEPT, _PASS, _CARD) if page.query_selector(each)]
        if found[:1] == [_NEXT]:
            return
        for selector in found:
            page.locator(selector).first.click(timeout=1000)
            break
        page.wait_for_timeout(30)


def _see_again(watched: Watched) -> None:
    """Open another tab of the person: both are sent the picture."""
    heard = len(watched.received)
    tab = watched.page.context.new_page()
    tab.goto(watched.page.url)
    while len(watched.received) == heard:
        watched.page.wait_for_timeout(30)
    tab.close()


@needs_browser
def test_a_person_plays_four_whole_boards_with_three_robots(server: Served) -> None:
    with browser() as started_browser:
        watched = new_page(started_browser)
        page = watched.page
        _opened(page, server.address)
        for board in range(1, 5):
            _play_in_browser(page)
            assert page.locator("#scores tbody tr").count() == board
            if board == 1:
                page.click('button:text-is("Was that good?")')
                page.wait_for_selector("#help h2")
                _see_again(watched)
                assert page.locator("#help h2").count() == 1
            page.click(_NEXT)
            page.wait_for_selector(_NEXT, state="detached")
        assert watched.problems == []
        assert any('"board": {' in text for text in watched.received)


@needs_browser
def test_a_claim_is_answered_once_though_the_button_is_pressed_twice(server: Served) -> None:
    with browser() as started_browser:
        watched = new_page(started_browser)
        page = watched.page
        person = {"seat": "E", "seats": {"E": "person"}}
        _opened(page, server.address, boards="file", file="x.pbn", text=COLD, **person)
        while not page.query_selector(_ACCEPT):
            page.wait_for_selector(", ".join((_ACCEPT, _PASS, _CARD)))
            if found := page.query_selector(", ".join((_PASS, _CARD))):
                found.click()
        page.dblclick(_ACCEPT)
        page.wait_for_selector(_NEXT)
        assert sum('"accepts"' in text for text in watched.sent) == 1
        assert watched.problems == []


@needs_browser
def test_a_board_is_bid_and_played_by_the_keyboard_alone(server: Served) -> None:
    with browser() as started_browser:
        watched = new_page(started_browser, viewport={"width": 390, "height": 800})
        page = watched.page
        _opened(page, server.address, boards="file", file="x.pbn", text=COLD)
        page.wait_for_selector('[data-call="P"]:not(:disabled)')
        page.focus("#typed")
        page.keyboard.type("7n")
        page.keyboard.press("Enter")
        page.wait_for_selector('text="Play a card from dummy."')
        page.focus("#typed")
        page.keyboard.type("c2")
        page.keyboard.press("Enter")
        page.wait_for_selector('text="You cannot play the 2 of clubs now."')
        page.focus("#typed")
        page.keyboard.type("ha")
        page.keyboard.press("Enter")
        page.wait_for_selector('.rows:not(:has([data-card="HA"]))')
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert watched.problems == []


@needs_browser
def test_a_board_is_looked_at_trick_by_trick(server: Served) -> None:
    with browser() as started_browser:
        watched = new_page(started_browser, viewport={"width": 390, "height": 800})
        page = watched.page
        _opened(page, server.address, boards="file", file="x.pbn", text=NOTRUMP)
        page.click('[data-call="1NT"]:not(:disabled)')
        _play_in_browser(page)
        answer = page.request.get(f"{page.url}/boards.pbn")
        (board,) = read_pbn(answer.text(), "boards.pbn")
        assert board.contract is not None and board.play
        for number in range(-(-len(board.play) // 4)):
            page.keyboard.press("ArrowRight")
            cards = board.play[4 * number : 4 * number + 4]
            assert _labels(page, ".replay .trick .face") == sorted(map(_words, cards))
            before = Play(board.contract, board.play[: 4 * number])
            left = page.locator(".replay dd").all_inner_texts()
            assert sum(len(held.replace("—", "").split()) for held in left) == 52 - 4 * number
            assert page.locator(".replay mark").count() == len(cards)
            if len(cards) == 4:
                winner = Play(board.contract, board.play[: 4 * number + 4]).turn
                won = cards[(winner - before.leader) % 4]
                assert _labels(page, ".replay .won") == [_words(won)]
        assert page.get_by_role("button", name="Next trick").is_disabled()
        page.get_by_role("button", name="Back a trick").click()
        page.keyboard.press("Home")
        assert page.locator(".replay .trick").count() == 0
        assert page.locator(".replay .info").inner_text() == result_text(board)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert watched.faults_by_axe() == []
        assert watched.problems == []


def _labels(page: Any, selector: str) -> list[str]:
    labels: list[str] = page.locator(selector).evaluate_all("all => all.map(c => c.ariaLabel)")
    return sorted(labels)


def _words(card: int) -> str:
    """Return a card as the page says it: the ace of spades."""
    suit, rank = card_name(card)
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return f"{ranks.get(rank, rank)} of {suits[suit]}"


@needs_browser
def test_two_people_sit_at_one_table(server: Served) -> None:
    with browser() as started_browser:
        ann, ben = new_page(started_browser), new_page(started_browser)
        _opened(ann.page, server.address, seats={"S": "person", "N": "person"})
        ann.page.wait_for_selector('text="Waiting for North."')
        ben.page.goto(ann.page.url)
        ben.page.fill('input[name="name"]', "Ben <b>bold</b>")
        ben.page.click('text="Sit down"')
        ben.page.wait_for_selector(".fan")
        ann.page.wait_for_selector('text="Ben <b>bold</b>"')
        mine, his = _shown_cards(ann.page), _shown_cards(ben.page)
        assert len(mine) == len(his) == 13 and not mine & his
        assert not any(f'"{card}"' in text for card in his for text in ann.received)
        assert not any(f'"{card}"' in text for card in mine for text in ben.received)


@needs_browser
def test_a_button_that_is_pressed_stays_while_something_else_changes(server: Served) -> None:
    with browser() as started_browser, Person(server.address) as ben:
        page = new_page(started_browser).page
        seats = {"S": "person", "N": "person"}
        _opened(page, server.address, seats=seats, boards="file", file="x.pbn", text=COLD)
        ben.join(page.url.removeprefix(server.address), seat="N", name="Ben")
        page.wait_for_selector('[data-call="7NT"]:not(:disabled)')
        page.hover('[data-call="7NT"]')
        page.mouse.down()
        ben.leave()
        page.wait_for_selector(".plate.away")
        page.mouse.up()
        page.wait_for_selector('table.auction [aria-label="7 notrump"]')


def _shown_cards(page: Any) -> set[str]:
    shown = page.locator(".fan .face").evaluate_all("all => all.map(card => card.dataset.card)")
    return set(shown)


@needs_browser
@pytest.mark.parametrize(("scheme", "path"), sampled(product(["light", "dark"], PAGES), 2))
def test_pages_can_be_used_by_everybody(server: Served, path: str, scheme: str) -> None:
    with browser() as started_browser:
        watched = new_page(started_browser, color_scheme=scheme)
        watched.page.goto(server.address + path)
        watched.page.wait_for_load_state("networkidle")
        assert watched.faults_by_axe() == []
        assert watched.problems == []

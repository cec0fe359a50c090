"""The page `/api` in a real browser: examples run, errors are said, long work can be stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from support.browser import browser, needs_browser, new_page
from support.web_server import Served, serving

pytestmark = needs_browser

WIDTHS = (390, 1280, 1920)
PATIENCE = 120_000  # milliseconds


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server as it is started without options."""
    with serving(patience=1800) as served:
        yield served


@pytest.fixture
def page(server: Served) -> Iterator[Page]:
    """Return the page; a fault in its scripts fails the test."""
    with browser() as started:
        watched = new_page(started)
        opened: Page = watched.page
        opened.set_default_timeout(PATIENCE)
        opened.goto(f"{server.address}/api")
        yield opened
    assert [problem for problem in watched.problems if "400" not in problem] == []


def test_an_example_runs_by_the_keyboard_alone(page: Page, server: Served) -> None:
    part = page.locator("#bid")
    part.locator(".example").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(part.locator(".answer")).to_be_visible(timeout=PATIENCE)
    question = json.loads(part.locator(".example").input_value())
    answer = server.client.post("/api/v1/bid", json=question).json()
    assert json.loads(part.locator(".answer").inner_text()) == answer
    expect(part.locator(".state")).to_contain_text("answered in")
    expect(part.locator(".run")).to_be_focused()


def test_what_is_wrong_is_said_where_it_was_asked(page: Page) -> None:
    part = page.locator("#deals")
    part.locator(".example").fill('{"cals": []}')
    part.locator(".run").click()
    expect(part.get_by_role("alert")).to_contain_text("did you mean 'calls'?", timeout=PATIENCE)


def test_long_work_can_be_stopped(page: Page) -> None:
    part = page.locator("#check")
    part.locator(".example").fill('{"system": "natural", "boards": 200, "depth": 8, "seed": 77}')
    part.locator(".run").click()
    part.locator(".stop").click()
    expect(part.locator(".state")).to_have_text("stopped", timeout=PATIENCE)
    expect(part.locator(".run")).to_be_enabled()


def test_names_of_fields_stand_as_code(page: Page) -> None:
    words = page.locator("#explain > p:not(.path)")
    assert words.locator("code").all_inner_texts() == ["call", "rule"]
    assert "`" not in page.locator("main").inner_text()


def test_the_page_fits_every_width(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width

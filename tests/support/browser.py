"""A real browser that shows the pages of a server, and what it finds wrong with them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_AXE = os.environ.get("DOWAGER_AXE", "")

needs_browser = pytest.mark.skipif(
    find_spec("playwright") is None or _CHROMIUM is None,
    reason="LEFT OUT: browser tests need the package playwright, and Debian's chromium",
)
"""Marks tests that need a browser."""


class Watched:
    """A page, all that the server has sent to it, and what went wrong in it.

    Attributes:
        page: Playwright's page.
        received: the texts of all answers and WebSocket messages.
        sent: the texts of the page's own WebSocket messages.
        problems: errors of scripts, and what the console says is wrong.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.received: list[str] = []
        self.sent: list[str] = []
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._heard)
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _answered(self, response: Any) -> None:
        if "json" in response.headers.get("content-type", ""):
            self.received.append(response.text())

    def _connected(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def faults_by_axe(self) -> list[str]:
        """Return the serious faults that axe-core finds; the test is skipped without it."""
        if not _AXE:
            pytest.skip("LEFT OUT: DOWAGER_AXE must name axe.min.js, of npm's axe-core")
        self.page.evaluate(Path(_AXE).read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")
        return [
            f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]


@contextmanager
def browser() -> Iterator[Any]:
    """Start a browser; it ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Tests run as root in a container, where Chromium cannot have its sandbox.
        started = playwright.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()


def new_page(started: Any, **options: Any) -> Watched:
    """Return a new page of a browser, as somebody else's: with cookies of its own.

    Args:
        started: the browser.
        options: Playwright's, such as `viewport` and `color_scheme`.
    """
    page = started.new_context(**options).new_page()
    page.set_default_timeout(60_000)
    return Watched(page)


@contextmanager
def browser_page(address: str, **options: Any) -> Iterator[Watched]:
    """Start a browser with one page that shows an address; it ends with the block.

    Args:
        address: what the page shows first.
        options: Playwright's, such as `viewport` and `color_scheme`.
    """
    with browser() as started:
        watched = new_page(started, **options)
        watched.page.goto(address)
        yield watched

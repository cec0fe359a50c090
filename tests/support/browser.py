"""A page of a real browser at a server that runs; tests are skipped where there is no browser.

Chromium is that of the system: `DOWAGER_CHROMIUM` names another one. Nothing is downloaded. What a
page reports as an error, or writes to its console as one, fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.web_server import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

_PATIENCE = 60_000  # milliseconds
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def _program() -> str | None:
    named = os.environ.get("DOWAGER_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def browser_page(server: Served, width: int = 1280, height: int = 900) -> Iterator[Page]:
    """Open a page of a browser; it closes with the block.

    Args:
        server: what paths such as `/explore` lead to.
        width: of the window, in pixels.
        height: of the window.
    """
    api = pytest.importorskip(
        "playwright.sync_api", reason="no browser tests: the package playwright is not installed"
    )
    program = _program()
    if program is None:
        pytest.skip("no browser tests: Chromium is not installed (DOWAGER_CHROMIUM names one)")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(
            base_url=server.address, viewport={"width": width, "height": height}
        )
        page: Page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        browser.close()
        assert not errors, errors


def serious_faults(page: Page) -> list[str]:
    """Return what axe-core finds serious or critical on a page, with the elements.

    `DOWAGER_AXE` names its file, `axe.min.js`; without it the test is skipped.
    """
    axe = os.environ.get("DOWAGER_AXE")
    if not axe:
        pytest.skip("no check by axe-core: DOWAGER_AXE does not name axe.min.js")
    page.evaluate(Path(axe).read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]

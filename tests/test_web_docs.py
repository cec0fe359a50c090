"""docs/reference/http.md, "http.md": its commands are run against a real server, in order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.pages import DOCS, Block, blocks_of, compare
from support.web_server import Served, serving

PAGE = DOCS / "reference" / "http.md"
ASKED = [block for block in blocks_of(PAGE) if block.kind == "sh"]


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server as the page starts it."""
    with serving() as served:
        served.client.post("/api/v1/bid", json={"hand": "KJ63.A74.52.Q973"})
        yield served


@pytest.mark.parametrize("block", ASKED, ids=lambda block: f"line {block.line}")
def test_what_the_page_shows_is_what_the_server_answers(
    block: Block, server: Served, tmp_path: Path
) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [
            "bash",
            "-o",
            "pipefail",
            "-c",
            block.text.replace("http://127.0.0.1:8400", server.address),
        ],
        env={**os.environ, "PATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert block.shown is not None
    compare(block, done.stdout if done.stdout.endswith("\n") else f"{done.stdout}\n")


def test_every_path_of_the_server_is_on_the_page(server: Served) -> None:
    text = PAGE.read_text(encoding="utf-8")
    document = server.client.get("/api/v1/openapi.json").json()
    assert all(f"`{path}`" in text for path in document["paths"])

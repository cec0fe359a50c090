"""Test of the README: every command block runs, every output block is what comes out.

The blocks are known by their fences: `sh` is run, `text` is the output of the `sh` block before it,
and `yaml` whose first line is `# file: NAME` is written to that file. Blocks of `make` are looked
up in the Makefile, since running them from the tests would never end.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import PATIENCE, ROOT
from support.pages import Block, blocks_of, trimmed, write_file

README = ROOT / "README.md"
BLOCKS = blocks_of(README)


def of_kind(kind: str) -> list[Block]:
    """Return the README's blocks of a kind."""
    return [block for block in BLOCKS if block.kind == kind]


COMMANDS = [block for block in of_kind("sh") if not block.text.startswith("make ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the README's own files and the boards that it names."""
    made_folder = tmp_path_factory.mktemp("readme")
    (made_folder / "tests").symlink_to(ROOT / "tests")
    for block in of_kind("yaml"):
        write_file(block, made_folder)
    return made_folder


@pytest.mark.parametrize("block", COMMANDS, ids=lambda block: f"line-{block.line}")
def test_readme_block_runs_and_shows_what_it_says(block: Block, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.text],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (result.returncode, result.stderr) == (0, "")
    if block.shown is not None:
        assert trimmed(result.stdout) == trimmed(block.shown)


def test_readme_blocks_are_of_known_kinds() -> None:
    assert {block.kind for block in BLOCKS} == {"sh", "text", "yaml"}
    assert len(COMMANDS) >= 8


def test_readme_set_up_is_two_make_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (block,) = [block for block in of_kind("sh") if block.text.startswith("make ")]
    targets = [line.removeprefix("make ") for line in block.text.splitlines()]
    assert targets == ["demo", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_ci_runs_the_readmes_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test VENV=" in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_files_that_the_readme_links_to_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links and all((ROOT / link).is_file() for link in links)

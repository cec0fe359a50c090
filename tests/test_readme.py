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

from support.commands import ROOT

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# file: (\S+)\n")
BLOCKS: list[tuple[str, str]] = _FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))


def made(kind: str) -> list[str]:
    """Return the README's blocks of a kind."""
    return [text for found, text in BLOCKS if found == kind]


def commands() -> list[tuple[str, str | None]]:
    """Return every block that runs, with the output that the README shows for it."""
    following = [*BLOCKS[1:], ("", "")]
    return [
        (text, shown if next_kind == "text" else None)
        for (kind, text), (next_kind, shown) in zip(BLOCKS, following, strict=True)
        if kind == "sh" and not text.startswith("make ")
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the README's own files and the boards that it names."""
    made_folder = tmp_path_factory.mktemp("readme")
    (made_folder / "tests").symlink_to(ROOT / "tests")
    for block in made("yaml"):
        name = _FILE.match(block)
        assert name, f"a yaml block of the README does not name its file: {block}"
        file = made_folder / name[1]
        file.parent.mkdir(exist_ok=True)
        # The name is no line of the file, so that rules stand at the lines a reader counts.
        file.write_text(block[name.end() :], encoding="utf-8")
    return made_folder


@pytest.mark.parametrize(("block", "shown"), commands())
def test_readme_block_runs_and_shows_what_it_says(
    block: str, shown: str | None, folder: Path
) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (result.returncode, result.stderr) == (0, "")
    if shown is not None:
        assert _trimmed(result.stdout) == _trimmed(shown)


def _trimmed(text: str) -> list[str]:
    return [re.sub(r" +", " ", line).rstrip() for line in text.strip().splitlines()]


def test_readme_blocks_are_of_known_kinds() -> None:
    assert {kind for kind, _ in BLOCKS} == {"sh", "text", "yaml"}
    assert len(commands()) >= 8


def test_readme_set_up_is_two_make_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (block,) = [text for text in made("sh") if text.startswith("make ")]
    targets = [line.removeprefix("make ") for line in block.splitlines()]
    assert targets == ["demo", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_ci_runs_the_readmes_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test VENV=" in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_files_that_the_readme_links_to_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links and all((ROOT / link).is_file() for link in links)

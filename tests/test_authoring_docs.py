"""docs/authoring.md: its files are written and its commands run in order, and show what it says.

The blocks are known by their fences: `yaml` whose first line is `# file: NAME` is written to that
file, `sh` is run, `text` is the output of the `sh` block before it. `sh exits 1` says how the last
command of a block ends; others end with 0. In an output, `...` stands for any text within a line,
and alone on a line for any lines.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from dowager.authoring.check import FindingKind
from dowager.cli.options import bidder_for, system_named
from support.commands import ROOT, Dowager

PAGES = {
    name: (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("authoring.md", "check.md")
}
_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# file: (\S+)\n")
_EXITS = re.compile(r" exits (\d)$")


@dataclass(frozen=True)
class Block:
    """A fenced block of the page: its kind, how its last command ends, and its text."""

    kind: str
    exits: int
    text: str


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    found = []
    for kind, more, text in _FENCE.findall(page):
        exits = _EXITS.match(more)
        assert exits or not more, more
        found.append(Block(kind, int(exits[1]) if exits else 0, text))
    return found


def answer(block: Block, run: Dowager) -> str:
    """Run the commands of a block; return all that they print."""
    said = ""
    *lines, last = block.text.strip().splitlines()
    for line in [*lines, last]:
        code, out = _done(line, run)
        assert code == (block.exits if line is last else 0), out
        said += out
    return said


def _done(line: str, run: Dowager) -> tuple[int, str]:
    if not line.startswith("dowager "):
        done = subprocess.run(
            ["bash", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return done.returncode, done.stdout
    for known in (system_named, bidder_for):
        known.cache_clear()  # a new process would read the files as they are now
    result = run(*shlex.split(line, comments=True)[1:])
    return result.code, result.out + result.err


def like(shown: str) -> re.Pattern[str]:
    """Return what an output must match to be what the page shows."""
    lines = []
    for line in _trimmed(shown):
        parts = map(re.escape, line.split("..."))
        lines.append(r"(?:.*\n)*?" if line == "..." else ".*".join(parts) + r"\n")
    return re.compile("".join(lines))


def _trimmed(text: str) -> list[str]:
    return [re.sub(r" +", " ", line).rstrip() for line in text.strip("\n").splitlines()]


def write(block: Block, folder: Path) -> None:
    """Write the file of a block; its name is no line of it, so that lines are as readers count."""
    name = _FILE.match(block.text)
    assert name, f"this block does not name its file: {block.text}"
    file = folder / name[1]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text[name.end() :], encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_what_comes_out(
    page: str, tmp_path: Path, empty_cache: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    said = ""
    for block in blocks(PAGES[page]):
        match block.kind:
            case "yaml":
                write(block, tmp_path)
            case "sh":
                said = answer(block, run)
            case _:
                assert block.kind == "text"
                printed = "\n".join(_trimmed(said)) + "\n"
                assert like(block.text).fullmatch(printed), f"{block.text}\n-- but --\n{printed}"


def test_a_page_that_shows_something_else_is_caught() -> None:
    assert like("one ... three\n...\nfour\n").fullmatch("one two three\nx\ny\nfour\n")
    assert like("one\n...\nfour\n").fullmatch("one\nfour\n")
    assert not like("one ... three\n").fullmatch("one two four\n")
    assert not like("one\n").fullmatch("one\ntwo\n")


def test_every_kind_of_finding_is_explained() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| (fault|remark) \|", PAGES["check.md"], re.MULTILINE)
    assert dict(rows) == {
        kind.value: "fault" if kind.is_fault else "remark" for kind in FindingKind
    }
    shown = {kind for kind in FindingKind if f": {kind.value}: " in PAGES["authoring.md"]}
    assert shown == set(FindingKind) - {FindingKind.UNKNOWN, FindingKind.IDLE}

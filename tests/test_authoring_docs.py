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
from pathlib import Path

import pytest

from dowager.authoring.check import FindingKind
from dowager.cli.options import system_named, table_for
from support.commands import ROOT, Dowager
from support.pages import Block, blocks_of, trimmed, write_file

PAGES = {name: ROOT / "docs" / name for name in ("authoring.md", "check.md")}


def answer(block: Block, run: Dowager) -> str:
    """Run the commands of a block; return all that they print."""
    said = ""
    exits = int(block.info.removeprefix("exits ") or 0)
    *lines, last = block.text.strip().splitlines()
    for line in [*lines, last]:
        code, out = _done(line, run)
        assert code == (exits if line is last else 0), out
        said += out
    return said


def _done(line: str, run: Dowager) -> tuple[int, str]:
    if not line.startswith("dowager "):
        done = subprocess.run(
            ["bash", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return done.returncode, done.stdout
    for known in (system_named, table_for):
        known.cache_clear()  # a new process would read the files as they are now
    result = run(*shlex.split(line, comments=True)[1:])
    return result.code, result.out + result.err


def like(shown: str) -> re.Pattern[str]:
    """Return what an output must match to be what the page shows."""
    lines = []
    for line in trimmed(shown):
        parts = map(re.escape, line.split("..."))
        lines.append(r"(?:.*\n)*?" if line == "..." else ".*".join(parts) + r"\n")
    return re.compile("".join(lines))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_what_comes_out(
    page: str, tmp_path: Path, empty_cache: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    said = ""
    for block in blocks_of(PAGES[page]):
        match block.kind:
            case "yaml":
                write_file(block, tmp_path)
            case "sh":
                said = answer(block, run)
            case _:
                assert block.kind == "text"
                printed = "\n".join(trimmed(said)) + "\n"
                assert like(block.text).fullmatch(printed), f"{block.text}\n-- but --\n{printed}"


def test_a_page_that_shows_something_else_is_caught() -> None:
    assert like("one ... three\n...\nfour\n").fullmatch("one two three\nx\ny\nfour\n")
    assert like("one\n...\nfour\n").fullmatch("one\nfour\n")
    assert not like("one ... three\n").fullmatch("one two four\n")
    assert not like("one\n").fullmatch("one\ntwo\n")


def _text(name: str) -> str:
    return PAGES[name].read_text(encoding="utf-8")


def test_every_kind_of_finding_is_explained() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| (fault|remark) \|", _text("check.md"), re.MULTILINE)
    assert dict(rows) == {
        kind.value: "fault" if kind.is_fault else "remark" for kind in FindingKind
    }
    shown = {kind for kind in FindingKind if f": {kind.value}: " in _text("authoring.md")}
    assert shown == set(FindingKind) - {FindingKind.UNKNOWN, FindingKind.IDLE}

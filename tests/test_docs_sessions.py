"""Pages that are sessions: their files are written and their commands run in order.

Every page of docs/ with an `sh` block is one, but for those that `ELSEWHERE` names. The blocks are
known by their fences: `yaml` or `shell` whose first line is `# file: NAME` is written to that file,
`sh` and `python` are run, `text` is the output of the block before it; others are not looked at.
`sh exits 1` says how the last command of a block ends; others end with 0. In an output, `...`
stands for any text within a line, and alone on a line for any lines.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dowager.authoring.check import FindingKind
from dowager.language.files import cache_folder
from dowager.services.known_tables import forget_systems
from support.commands import ROOT, Dowager
from support.pages import DOCS, Block, blocks_of, compare, like, run_python, write_file
from support.systems import shipped

ELSEWHERE = {
    "explanation/why.md": "test_why.py",
    "explanation/hints.md": "test_hints.py",
    "reference/http.md": "test_web_docs.py",
}
"""Pages with examples that other tests run, and more closely."""

LONG = {
    "how-to/compare-versions.md": r"^dowager diff natural sayc ",
    "how-to/practise.md": r"^dowager practice --rule ",
    "how-to/simulate.md": "",  # all of it needs the boards that are bid and solved first
    "how-to/test-a-system.md": r"^dowager (check|watch) \./mine",
    "how-to/write-a-brain.md": r"^dowager match |open\.wire\.log",
}
"""What the blocks hold that take most of a page's time, and those that need what they write.

`make thorough` runs such a page whole. Blocks of the README and the tests of the command are a
match, a simulation, a difference and a check with every run.
"""


def name(page: Path) -> str:
    """Return a page's path in docs/."""
    return page.relative_to(DOCS).as_posix()


SESSIONS = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if name(page) not in ELSEWHERE and any(block.kind == "sh" for block in blocks_of(page))
]


def is_long(page: Path, block: Block) -> bool:
    """Whether a block of a page is only run when the page is run whole."""
    pattern = LONG.get(name(page))
    return pattern is not None and re.search(pattern, block.text, re.MULTILINE) is not None


def answer(block: Block, run: Dowager) -> str:
    """Run the commands of a block; return all that they print."""
    said = ""
    exits = int(block.info.removeprefix("exits ") or 0)
    *lines, last = block.text.strip().splitlines()
    for line in [*lines, last]:
        code, out = _done(line, run)
        assert code == (exits if line is last else 0), f"{line}\n{out}"
        said += out
    return said


def _done(line: str, run: Dowager) -> tuple[int, str]:
    if not line.startswith("dowager ") or re.search(" [|>] ", line):
        return _in_a_shell(line)
    forget_systems()  # a new process would read the files as they are now
    result = run(*shlex.split(line, comments=True)[1:])
    return result.code, result.out + result.err


def _in_a_shell(line: str) -> tuple[int, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


@pytest.fixture
def cache_of_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be found that another test has kept, but the compiled shipped systems."""
    shipped("sayc")
    shared = cache_folder()
    assert shared is not None
    folder = tmp_path / "cache"
    folder.mkdir()
    for file in shared.glob("*.system"):
        shutil.copy(file, folder)
    monkeypatch.setenv("DOWAGER_CACHE", str(folder))


@pytest.mark.usefixtures("cache_of_systems")
@pytest.mark.parametrize(
    "page", [page for page in SESSIONS if LONG.get(name(page)) != ""], ids=name
)
def test_what_a_page_shows_is_what_comes_out(
    page: Path, tmp_path: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = [block for block in blocks_of(page) if not is_long(page, block)]
    go_through(page, blocks, tmp_path, run, monkeypatch)


@pytest.mark.thorough
@pytest.mark.usefixtures("cache_of_systems")
@pytest.mark.parametrize("page", LONG)
def test_what_a_page_with_long_blocks_shows_is_what_comes_out(
    page: str, tmp_path: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_through(DOCS / page, blocks_of(DOCS / page), tmp_path, run, monkeypatch)


def go_through(
    page: Path,
    blocks: list[Block],
    folder: Path,
    run: Dowager,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Write files and run commands in a folder, and compare with what the page shows."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")
    names: dict[str, object] = {}
    for block in blocks:
        match block.kind:
            case "yaml" | "shell" if block.text.startswith("# file: "):
                write_file(block, folder)
            case "sh":
                compare(block, answer(block, run))
            case "python":
                compare(block, run_python(block, page, names))


@pytest.mark.parametrize("page", [page for page, pattern in LONG.items() if pattern])
def test_a_page_with_long_blocks_has_others(page: str) -> None:
    """Others that show something: so that the page is looked at with every run."""
    blocks = [block for block in blocks_of(DOCS / page) if block.kind in ("sh", "python")]
    short = [block for block in blocks if not is_long(DOCS / page, block)]
    assert len(short) < len(blocks)
    assert any(block.shown for block in short)


@pytest.mark.parametrize("page", SESSIONS, ids=name)
def test_every_output_belongs_to_a_command(page: Path) -> None:
    blocks = blocks_of(page)
    outputs = [block for block in blocks if block.kind == "text"]
    run = [block for block in blocks if block.kind in ("sh", "python")]
    assert len(outputs) == sum(block.shown is not None for block in run)


def test_the_pages_that_other_tests_run_are_named_there() -> None:
    for page, test in ELSEWHERE.items():
        assert f'"{page.rpartition("/")[2]}"' in (ROOT / "tests" / test).read_text(encoding="utf-8")


def test_a_page_that_shows_something_else_is_caught() -> None:
    assert like("one ... three\n...\nfour\n").fullmatch("one two three\nx\ny\nfour\n")
    assert like("one\n...\nfour\n").fullmatch("one\nfour\n")
    assert not like("one ... three\n").fullmatch("one two four\n")
    assert not like("one\n").fullmatch("one\ntwo\n")


def test_every_kind_of_finding_is_explained_and_shown() -> None:
    page = (DOCS / "reference" / "check.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| (fault|remark) \|", page, re.MULTILINE)
    assert dict(rows) == {
        kind.value: "fault" if kind.is_fault else "remark" for kind in FindingKind
    }
    shown = {kind for kind in FindingKind if f": {kind.value}: " in page}
    assert shown == set(FindingKind) - {FindingKind.UNKNOWN, FindingKind.IDLE}

"""Pages of documentation: their fenced blocks, links, headings and commands."""

from __future__ import annotations

import contextlib
import io
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from support.commands import ROOT

DOCS = ROOT / "docs"

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"(?:#|//) file: (\S+)\n")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_INDENTED = re.compile(r"^    (dowager .+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block.

    Attributes:
        kind: the word after the fence.
        info: what stands behind that word.
        text: what is inside.
        line: the number of its first line on the page.
        shown: the `text` block that directly follows, what the block prints; None without one.
    """

    kind: str
    info: str
    text: str
    line: int
    shown: str | None


def all_pages() -> list[Path]:
    """Return every Markdown file of the repository."""
    folders = [ROOT / name for name in (".ci", "docs", "engine", "quizzes", "systems", "tests")]
    inside = [page for folder in folders for page in folder.rglob("*.md")]
    return sorted([*ROOT.glob("*.md"), *inside])


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    matches = list(_FENCE.finditer(text))
    following = [*matches, None][1:]
    return [
        Block(
            match[1],
            match[2].strip(),
            match[3],
            text.count("\n", 0, match.start(3)) + 1,
            after[3] if after and after[1] == "text" else None,
        )
        for match, after in zip(matches, following, strict=True)
    ]


def links_of(page: Path) -> list[str]:
    """Return the relative links of a page as written, in order; those inside code do not count."""
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    return [link for link in _LINK.findall(text) if "://" not in link]


def target_of(link: str, page: Path) -> Path:
    """Return the file that a relative link of a page leads to."""
    path = link.partition("#")[0]
    return (page.parent / path).resolve() if path else page


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, by GitHub's rule."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    slugs: Counter[str] = Counter()
    anchors = set()
    for heading in _HEADING.findall(text):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        anchors.add(f"{slug}-{slugs[slug]}" if slugs[slug] else slug)
        slugs[slug] += 1
    return anchors


def commands_of(page: Path) -> list[str]:
    """Return the `dowager` commands of a page, in `sh` blocks and in indented ones."""
    scripts = [block.text for block in blocks_of(page) if block.kind == "sh"]
    fenced = re.findall(r"^dowager .+$", "\n".join(scripts), re.MULTILINE)
    return [*fenced, *_INDENTED.findall(page.read_text(encoding="utf-8"))]


def write_file(block: Block, folder: Path) -> None:
    """Write a block whose first line is `# file: NAME` to that file; or `// file: NAME`.

    The line with the name is left out, so that rules stand at the lines that a reader counts.
    """
    name = _FILE.match(block.text)
    assert name, f"this block does not name its file: {block.text}"
    file = folder / name[1]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text[name.end() :], encoding="utf-8")


def trimmed(text: str) -> list[str]:
    """Return lines as they are compared: with single blanks, and none at their ends."""
    return [re.sub(r" +", " ", line).rstrip() for line in text.strip("\n").splitlines()]


def run_python(block: Block, page: Path, names: dict[str, object]) -> str:
    """Run a Python block with the names that earlier ones have made, and return what it prints."""
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def like(shown: str) -> re.Pattern[str]:
    """Return what an output must match to be what the page shows."""
    lines = []
    for line in trimmed(shown):
        parts = map(re.escape, line.split("..."))
        lines.append(r"(?:.*\n)*?" if line == "..." else ".*".join(parts) + r"\n")
    return re.compile("".join(lines))


def compare(block: Block, said: str) -> None:
    """Check that what a block has printed is what the page shows, if it shows something."""
    printed = "\n".join(trimmed(said)) + "\n"
    if block.shown is not None:
        assert like(block.shown).fullmatch(printed), f"{block.shown}\n-- but --\n{printed}"

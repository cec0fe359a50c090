"""Pages of documentation: their fenced blocks, written as files or run as Python."""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# file: (\S+)\n")


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


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    matches = list(_FENCE.finditer(text))
    following = [*matches[1:], None]
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


def write_file(block: Block, folder: Path) -> None:
    """Write a block whose first line is `# file: NAME` to that file, which a folder has then.

    The name is no line of the file, so that rules stand at the lines that a reader counts.
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

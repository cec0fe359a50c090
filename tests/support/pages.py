"""Pages of documentation: their fenced blocks, and running Python ones."""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block.

    Attributes:
        kind: the word after the fence.
        text: what is inside.
        line: the number of its first line on the page.
        shown: the `text` block that directly follows, what the block prints; None without one.
    """

    kind: str
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
            match[2],
            text.count("\n", 0, match.start(2)) + 1,
            after[2] if after and after[1] == "text" else None,
        )
        for match, after in zip(matches, following, strict=True)
    ]


def run_python(block: Block, page: Path, names: dict[str, object]) -> str:
    """Run a Python block with the names that earlier ones have made, and return what it prints."""
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()

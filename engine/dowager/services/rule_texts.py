"""Rules as their files have them: the lines of YAML."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any

from dowager.errors import Span
from dowager.language.compile import Rule
from dowager.language.files import data_folder

_MOST_LINES = 40
_TOPS = ("systems", "quizzes")


def rule_text(rule: Rule, folder: Path) -> dict[str, Any]:
    """Return where a rule stands, and its lines of YAML: those of `place_of`, and `yaml`.

    The text is empty when the file cannot be read any more, and cut after 40 lines.

    Args:
        rule: the rule.
        folder: the folder of the system that is explored.
    """
    span = rule.span
    try:
        lines = path_of(span.file).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    return {**place_of(span, folder), "yaml": item_at(lines, span.line)}


def place_of(span: Span, folder: Path) -> dict[str, Any]:
    """Return where something stands: `file`, `line`, `column`, and `own`.

    Args:
        span: the place.
        folder: a system's folder, resolved; a file is `own` if it is in it, and then named from
            there on.
    """
    path = path_of(span.file).resolve()
    own = path.is_relative_to(folder)
    shown = path.relative_to(folder).as_posix() if own else span.file
    return {"file": shown, "own": own, "line": span.line, "column": span.column}


def path_of(shown: str) -> Path:
    """Return the path of a file by the name that faults and rules show."""
    top = shown.partition("/")[0]
    return data_folder(top).parent / shown if top in _TOPS else Path(shown)


def item_at(lines: list[str], line: int) -> str:
    """Return the item of a list that begins at a line, from 1, without its indentation."""
    own = lines[line - 1 :]
    if not own:
        return ""
    depth = _depth(own[0])
    below = takewhile(lambda each: not each.strip() or _depth(each) > depth, own[1:])
    item = [own[0], *below]
    while not item[-1].strip():
        item.pop()
    cut = ["  ..."] if len(item) > _MOST_LINES else []
    return "\n".join([each[depth:] for each in item[:_MOST_LINES]] + cut)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

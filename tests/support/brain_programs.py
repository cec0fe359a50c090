"""Brains as programs: those of the pages, and one that does wrong."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import COMMAND, ROOT
from support.pages import DOCS, blocks_of, write_file

PAGE = DOCS / "how-to" / "write-a-brain.md"
UNRULY = ROOT / "tests" / "support" / "unruly_brain.py"
NEEDS = {"shell": "sh", "c": "cc", "javascript": "node"}
"""What each language of the page needs."""


def page_brain(language: str, folder: Path) -> str:
    """Return the command of a brain of the page, made in a folder; skip where we cannot."""
    if shutil.which(NEEDS[language]) is None:
        pytest.skip(f"no {NEEDS[language]} here")
    block = next(b for b in blocks_of(PAGE) if b.kind == language and "brain." in b.text[:20])
    write_file(block, folder)
    match language:
        case "c":
            words = ["cc", "-Wall", "-Wextra", "-Werror", "-o", "brain", "brain.c"]
            subprocess.run(words, cwd=folder, check=True)
            return f"command {folder / 'brain'}"
        case "javascript":
            return f"command node {folder / 'brain.js'}"
        case _:
            (folder / "brain.sh").chmod(0o755)
            return f"command {folder / 'brain.sh'}"


def unruly(way: str, action: int = 1) -> str:
    """Return the command of a brain that does something wrong at one of its actions."""
    return f"command {sys.executable} {UNRULY} '{way}' {action}"


def engine(*words: str) -> str:
    """Return the command of our own brain."""
    return f"command {' '.join((*COMMAND, 'brain', *words))}"

"""Which of the modules that come with Dowager define a word, to tell who uses it without them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from dowager.language.files.library import data_folder
from dowager.language.text.yaml_values import Entries, read_yaml

_MOST_NAMED = 2


@lru_cache(maxsize=1024)
def defining_modules(word: str) -> str:
    """Return in words which shipped modules define a word; nothing if none does.

    Modules that serve any system come before the parts of a system.
    """
    top = data_folder("systems")
    files = [file for file in sorted(top.glob("*/*.yaml")) if file.stem != "system"]
    files.sort(key=lambda file: (file.parent / "system.yaml").is_file())
    names = [file.relative_to(top).with_suffix("").as_posix() for file in _defining(files, word)]
    if not names:
        return ""
    defines = "defines" if len(names) == 1 else "define"
    one = "it" if len(names) == 1 else "one of them"
    named = " and ".join(names[:_MOST_NAMED]) + (" and others" if names[_MOST_NAMED:] else "")
    return f"; {named} {defines} it: add {one} to `words`"


def _defining(files: list[Path], word: str) -> Iterator[Path]:
    head = re.compile(rf"^\s+{re.escape(word)}\s*(\([^()]*\))?\s*:", re.MULTILINE)
    for file in files:
        if head.search(file.read_text(encoding="utf-8")):
            document = read_yaml(file, str(file), [])
            define = document.get("define") if isinstance(document, Entries) else None
            heads = [key.text for key, _ in define] if isinstance(define, Entries) else []
            if any(each.partition("(")[0].strip() == word for each in heads):
                yield file

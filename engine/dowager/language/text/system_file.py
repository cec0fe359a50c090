"""A system's file with what is chosen of its options: `mine(notrump=weak)` as a value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from dowager.errors import InputError

Choices: TypeAlias = tuple[tuple[str, str], ...]
"""Options, each with what is chosen of it."""

_CHOSEN = re.compile(r"(?P<name>[^()]*)\((?P<choices>[^()]*)\)\s*$")
_CHOICE = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([A-Za-z0-9_]+)\s*$", re.ASCII)


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A system's file, and what is chosen of the system's options.

    Attributes:
        path: the file.
        choices: what is chosen; other options are as the system has them.
    """

    path: Path
    choices: Choices = ()

    def resolve(self) -> SystemFile:
        """Return the same with an absolute path."""
        return SystemFile(self.path.resolve(), self.choices)

    @property
    def name(self) -> str:
        """The name of the system's folder, with what is chosen."""
        return with_choices(self.path.resolve().parent.name, self.choices)

    def __str__(self) -> str:
        return with_choices(str(self.path), self.choices)


def with_choices(name: str, choices: Choices) -> str:
    """Return a system's name with what is chosen: `mine(notrump=weak)`."""
    chosen = ", ".join(f"{option}={value}" for option, value in choices)
    return f"{name}({chosen})" if chosen else name


def without_choices(written: str) -> tuple[str, Choices]:
    """Return a system's name or path, and what is written behind it in brackets.

    Raises:
        InputError: what stands in the brackets is not like `notrump=weak, transfers=no`.
    """
    match = _CHOSEN.match(written)
    if match is None:
        return written, ()
    choices: dict[str, str] = {}
    for part in match["choices"].split(","):
        choice = _CHOICE.match(part)
        if choice is None or choice[1] in choices:
            wrong = "is chosen twice" if choice else "is no choice"
            right = "write such as mine(option=value, other=value)"
            raise InputError(f"{written!r}: {part.strip()!r} {wrong}; {right}")
        choices[choice[1]] = choice[2]
    return match["name"].strip(), tuple(choices.items())

"""The error classes of the whole package, faults and their locations in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A location in a text file; `line` and `column` count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def location(self) -> str:
        """`file:line`, as rules are named to people and programs."""
        return f"{self.file}:{self.line}"

    def shifted(self, columns: int) -> Span:
        """Return the location `columns` further to the right on the same line."""
        return Span(self.file, self.line, self.column + columns)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong at one location, and what would be right."""

    span: Span
    message: str

    def __str__(self) -> str:
        return f"{self.span}: {self.message}"


class DowagerError(Exception):
    """The base of every error that Dowager raises on purpose."""


class InputError(DowagerError):
    """An input (a hand, a call, a deal, a file) is wrong; the text says how."""


class SystemFaults(DowagerError):  # noqa: N818 - it holds many faults
    """All the faults found in a bidding system or quiz file, at once.

    Attributes:
        faults: every fault, sorted by file, line and column; never empty.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))

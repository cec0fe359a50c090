"""A text being read, and faults with its line and column."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

from dowager.errors import Fault, InputError, Span


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file's name and text, with the offset at which each line starts."""

    file: str
    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, file: str) -> SourceText:
        """Take a text; a byte order mark is dropped, and every line end becomes `\\n`."""
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        starts = accumulate((len(line) + 1 for line in plain.split("\n")[:-1]), initial=0)
        return cls(file, plain, tuple(starts))

    def span(self, offset: int) -> Span:
        """Return the line and column of an offset into the text."""
        line = bisect_right(self.starts, offset)
        return Span(self.file, line, offset - self.starts[line - 1] + 1)

    def fault(self, offset: int, message: str) -> InputError:
        """Return the error `file:line:column: message`."""
        return InputError(str(Fault(self.span(offset), message)))

    @contextmanager
    def at(self, offset: int) -> Iterator[None]:
        """Add the line and column of an offset to every `InputError` raised inside."""
        try:
            yield
        except InputError as error:
            raise self.fault(offset, str(error)) from error


def raise_all(errors: Sequence[InputError]) -> None:
    """Raise one error with the messages of all, one a line; do nothing when there are none.

    Raises:
        InputError: there is at least one error.
    """
    if errors:
        raise InputError("\n".join(str(error) for error in errors))

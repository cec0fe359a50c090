"""Compiling on first use: a session meets few of a system's rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from dowager.language.tree import expression as ex

_Written = TypeVar("_Written", bound=ex.Part)
_Compiled = TypeVar("_Compiled")


class Lazy(ABC, Generic[_Written, _Compiled]):
    """A piece of a rule as written, and as compiled once that is asked for.

    Attributes:
        written: the tree, definitions expanded.
        letters: the slots of the suit letters in it.
    """

    __slots__ = ("_compiled", "letters", "written")

    def __init__(self, written: _Written) -> None:
        self.written = written
        self.letters = ex.letters_of(written)
        self._compiled: _Compiled | None = None

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what a copy or a kept system needs: nothing that is compiled."""
        state = {"written": self.written, "letters": self.letters, "_compiled": None}
        return None, state

    @abstractmethod
    def _compile(self) -> _Compiled:
        """Return the functions that it becomes; asked once."""

    @property
    def compiled(self) -> _Compiled:
        """The functions that it becomes."""
        if self._compiled is None:
            self._compiled = self._compile()
        return self._compiled

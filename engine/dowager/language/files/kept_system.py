"""A compiled system as bytes, of which a decision reads only the sections that it comes to.

Reading all rules of a large system takes longer than a decision. So the rules of each section are
bytes of their own, and become rules when they are first asked for. They are made of frozen
dataclasses, which are written as their class and its arguments: Python makes one anew sooner than
it restores one that has slots, and rules are read in half the time.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from io import BytesIO
from operator import attrgetter
from threading import RLock
from typing import Any, TypeVar

from dowager.language.compile.section import Section
from dowager.language.compile.system import System

_Made = TypeVar("_Made")

_READING = RLock()
"""Held while a part is read: two threads must not make two sets of the same rules."""


class _KeptSection(Section):
    """A section that reads its patterns and rules when one of them is first asked for."""

    __slots__ = ("_kept",)
    _kept: bytes

    def __getattr__(self, name: str) -> Any:
        if name not in ("after", "rules"):
            raise AttributeError(name)
        with _READING:
            if self._kept:
                self.after, self.rules = pickle.loads(self._kept)
                self._kept = b""
        return object.__getattribute__(self, name)


class _KeptSystem(System):
    """A system that gathers its rules, and reads its carding, each when it is first asked for."""

    __slots__ = ("_kept",)
    _kept: bytes

    def __getattr__(self, name: str) -> Any:
        if name not in ("carding", "rules"):
            raise AttributeError(name)
        with _READING:
            if name == "rules":
                rules = (rule for section in self.sections for rule in section.rules)
                self.rules = tuple(sorted(rules, key=attrgetter("number")))
            elif self._kept:
                self.carding = pickle.loads(self._kept)
                self._kept = b""
        return object.__getattribute__(self, name)


class _Pickler(pickle.Pickler):
    def reducer_override(self, made: object) -> Any:
        if isinstance(made, Section):
            state = _state_of(made)
            return _reduced(_KeptSection, state, (state.pop("after"), state.pop("rules")))
        if isinstance(made, System):
            state = _state_of(made)
            del state["rules"]
            return _reduced(_KeptSystem, state, state.pop("carding"))
        arguments = _arguments(type(made))  # type: ignore[arg-type]  # classes have hashes
        return NotImplemented if arguments is None else (type(made), arguments(made))


@cache
def _arguments(kind: type) -> Callable[[object], tuple[Any, ...]] | None:
    """Return what gives the arguments that make an object of a class anew; None if it has others.

    Such a class is a frozen dataclass, all fields of which its `__init__` takes, in order.
    """
    if not is_dataclass(kind) or kind.__reduce__ is not object.__reduce__:
        return None
    made_of = fields(kind)
    if not kind.__dataclass_params__.frozen or not all(each.init for each in made_of):  # type: ignore[attr-defined]
        return None
    names = [each.name for each in made_of]
    return lambda made: tuple([getattr(made, name) for name in names])


def _state_of(made: Section | System) -> dict[str, Any]:
    """Return the attributes of an object that has slots alone."""
    state: tuple[None, dict[str, Any]] = made.__getstate__()  # type: ignore[assignment]
    return dict(state[1])


def _reduced(kind: type[_KeptSection | _KeptSystem], state: dict[str, Any], later: object) -> Any:
    state["_kept"] = _bytes_of(later)
    return _empty, (kind,), (None, state)


def _empty(kind: type[_Made]) -> _Made:
    return kind.__new__(kind)


def system_bytes(system: System) -> bytes:
    """Return a compiled system as bytes.

    Raises:
        RecursionError: a condition in it is nested too deeply.
    """
    return _bytes_of(system)


def _bytes_of(made: object) -> bytes:
    written = BytesIO()
    _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(made)
    return written.getvalue()


def system_of(data: bytes) -> System:
    """Return the system of `system_bytes`; any exception may come of other bytes."""
    system: System = pickle.loads(data)
    assert isinstance(system, System)
    return system

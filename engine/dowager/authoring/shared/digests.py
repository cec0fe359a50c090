"""Digests of what conditions, rules and sections mean: words do not count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from dowager.language.compile import Lazy, Rule, Section, System
from dowager.language.text import Role, content
from dowager.language.tree import Bool, Shape, ShapeTable, SuitTable
from dowager.language.tree import expression as ex

SIZE = 12
"""Bytes of a digest."""

_SECTIONS = 8192


def digest(*parts: bytes) -> bytes:
    """Return a digest of some byte strings in their order."""
    hashed = blake2b(digest_size=SIZE)
    for part in parts:
        hashed.update(len(part).to_bytes(4, "little"))
        hashed.update(part)
    return hashed.digest()


@lru_cache(maxsize=40_000)
def node_digest(node: Bool) -> bytes:
    """Return the digest of a condition in a position: the same in every run."""
    return _digest_of(node)


def rule_digest(rule: Rule) -> bytes:
    """Return the digest of what a rule says: equal for rules that differ in words alone."""
    return _digest_of(_said(rule))


def _said(rule: Rule) -> object:
    return content(rule, Role.CALL, Role.HAND, Role.SAID)


def header_digest(section: Section) -> bytes:
    """Return the digest of when a section applies and what it shuts out, without its rules."""
    return _digest_of((content(section, Role.CALL), section.general))


@lru_cache(maxsize=_SECTIONS)
def face_digest(section: Section) -> bytes:
    """Return the digest of which calls a section leads to, and where; not of what they ask."""
    faces = [_digest_of((content(rule, Role.CALL), rule.letters)) for rule in section.rules]
    return digest(header_digest(section), *faces)


@lru_cache(maxsize=_SECTIONS)
def section_digest(section: Section) -> bytes:
    """Return the digest of a whole section."""
    return digest(header_digest(section), *map(rule_digest, section.rules))


@lru_cache(maxsize=_SECTIONS)
def asks_scoring(section: Section) -> bool:
    """Whether a section or one of its rules asks how the board is scored."""
    return _text(ex.PublicTruth(None, "matchpoints", ())) in _asked(section)


@lru_cache(maxsize=_SECTIONS)
def asks_part_scores(section: Section) -> bool:
    """Whether a section or one of its rules asks for a part score, by its own words for it.

    What `game_level` and `game(x)` make of one does not count.
    """
    asked = _asked(section)
    numbers = (ex.PublicNumber(name, ()) for name in ("part_score", "their_part_score"))
    return any(_text(number) in asked for number in numbers)


def _asked(section: Section) -> str:
    """Return a text of all that a section and its rules ask."""
    return _text((content(section, Role.CALL), *(_said(rule) for rule in section.rules)))


def default_digest(system: System) -> bytes:
    """Return the digest of the system that explains the calls a system has no rule for."""
    default = system.default
    if default is None or default is system:
        return digest(b"none")
    return digest(*map(section_digest, default.sections))


def _digest_of(value: object) -> bytes:
    return digest(_text(value).encode())


def _text(value: Any) -> str:
    """Return a text of a tree of plain values that does not depend on the order of sets."""
    match value:
        case Enum():
            return value.name
        case SuitTable() | ShapeTable():
            return value.name
        case Shape(shapes):
            return f"Shape({_all(sorted(shapes))})"
        case frozenset():
            return "{" + ",".join(sorted(map(_text, value))) + "}"
        case tuple():
            return f"({_all(value)})"
        case dict():
            return _text(tuple(value.items()))
        case Lazy():
            return _text(value.written)
        case ex.ShapeOf(shapes):
            return f"ShapeOf({_all(sorted(shapes))})"
        case _ if is_dataclass(value):
            names = (field.name for field in fields(value) if field.compare)
            return f"{type(value).__name__}({_all(getattr(value, name) for name in names)})"
        case _:
            return repr(value)


def _all(values: Iterable[Any]) -> str:
    return ",".join(map(_text, values))

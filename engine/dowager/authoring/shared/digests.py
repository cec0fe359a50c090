"""Owns what rules and sections mean, apart from words: digests that are equal for equal content."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from dowager.language.compile import Rule, Section
from dowager.language.tree import Bool, Shape, ShapeTable, SuitTable
from dowager.language.tree import expression as ex

SIZE = 12
"""Bytes of a digest."""

_SECTIONS = 8192


def digest(*parts: bytes) -> bytes:
    """Return a digest of some byte strings in their order."""
    found = blake2b(digest_size=SIZE)
    for part in parts:
        found.update(len(part).to_bytes(4, "little"))
        found.update(part)
    return found.digest()


@lru_cache(maxsize=40_000)
def node_digest(node: Bool) -> bytes:
    """Return the digest of a condition in a position: the same in every run."""
    return digest(_text(node).encode())


def rule_digest(rule: Rule) -> bytes:
    """Return the digest of what a rule says: equal for rules that differ in words alone."""
    said = (
        rule.call.written,
        rule.condition.written,
        tuple(part.written for part in rule.parts),
        rule.force,
        rule.artificial,
        rule.to_play,
        rule.alert,
        rule.shows,
        rule.agrees,
        rule.asks,
        tuple(sorted(rule.tags)),
        rule.descending,
    )
    return digest(_text(said).encode())


def header_digest(section: Section) -> bytes:
    """Return the digest of when a section applies and what it shuts out, without its rules."""
    said = (
        section.rank[0],
        tuple(part.written for part in section.parts),
        section.after,
        section.closed,
        section.alternatives,
    )
    return digest(_text(said).encode())


@lru_cache(maxsize=_SECTIONS)
def face_digest(section: Section) -> bytes:
    """Return the digest of which calls a section leads to, and where; not of what they ask."""
    faces = [
        digest(
            _text(
                (
                    rule.call.written,
                    tuple(part.written for part in rule.parts),
                    tuple(sorted(rule.letters)),
                    rule.descending,
                )
            ).encode()
        )
        for rule in section.rules
    ]
    return digest(header_digest(section), *faces)


@lru_cache(maxsize=_SECTIONS)
def section_digest(section: Section) -> bytes:
    """Return the digest of a whole section."""
    return digest(header_digest(section), *map(rule_digest, section.rules))


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
        case ex.ShapeOf(shapes):
            return f"ShapeOf({_all(sorted(shapes))})"
        case _ if is_dataclass(value):
            names = (field.name for field in fields(value))
            return f"{type(value).__name__}({_all(getattr(value, name) for name in names)})"
        case _:
            return repr(value)


def _all(values: Iterable[Any]) -> str:
    return ",".join(map(_text, values))

"""Owns the expression tree: closed unions `Int` and `Bool` over one hand of 13 cards.

Every condition of every rule becomes such a tree. Back ends read it (`evaluate`, `cpsat`, `text`);
the knowledge floor reads it as sets of cells. Nodes are immutable, hashable and compare by value.

Integers are in the units of their feature's `scale`: a feature of scale 2 counts halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import Suit
from dowager.language.tree.shapes import SHAPES, Lengths


@dataclass(frozen=True, slots=True)
class SuitTable:
    """A suit feature: a small integer for each of the 8,192 holdings; named, compared by name."""

    name: str
    values: NDArray[np.int8] = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        assert self.values.shape == (8192,) and self.values.dtype == np.int8, self.name
        self.values.setflags(write=False)


@dataclass(frozen=True, slots=True)
class ShapeTable:
    """A function of the four lengths: a small integer for each of the 560 shapes."""

    name: str
    values: NDArray[np.int8] = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        assert self.values.shape == (len(SHAPES),) and self.values.dtype == np.int8, self.name
        self.values.setflags(write=False)


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class SuitValue:
    """The value of a suit table for the hand's holding in a suit."""

    table: SuitTable
    suit: Suit


@dataclass(frozen=True, slots=True)
class ShapeValue:
    """The value of a shape table for the hand's shape."""

    table: ShapeTable


@dataclass(frozen=True, slots=True)
class Sum:
    """A linear combination: the sum of `factor * term`, plus a constant."""

    terms: tuple[tuple[int, Int], ...]
    constant: int = 0


@dataclass(frozen=True, slots=True)
class Max:
    """The greatest of some integers; at least one."""

    args: tuple[Int, ...]


@dataclass(frozen=True, slots=True)
class Min:
    """The least of some integers; at least one."""

    args: tuple[Int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many of some conditions hold."""

    args: tuple[Bool, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """A named integer feature applied to suits; `features.definition_of` gives its tree."""

    name: str
    suits: tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """A condition that always or never holds."""

    value: bool


@dataclass(frozen=True, slots=True)
class Range:
    """Whether an integer lies in `low..high`; None means no bound on that side."""

    value: Int
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Shape:
    """Whether the shape (lengths, clubs first) is one of a set; `words` say which in English."""

    shapes: frozenset[Lengths]
    words: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Whether all conditions hold; the empty one is true."""

    args: tuple[Bool, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Whether at least one condition holds; the empty one is false."""

    args: tuple[Bool, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Whether a condition does not hold."""

    arg: Bool


@dataclass(frozen=True, slots=True)
class Predicate:
    """A named true-or-false feature applied to suits; `features.definition_of` gives its tree."""

    name: str
    suits: tuple[Suit, ...] = ()


Int: TypeAlias = Const | SuitValue | ShapeValue | Sum | Max | Min | Count | Feature
Bool: TypeAlias = Truth | Range | Shape | And | Or | Not | Predicate

TRUE = Truth(True)
FALSE = Truth(False)


def all_of(args: Iterable[Bool]) -> Bool:
    """Return the conjunction, flattened, without trivial parts."""
    found: list[Bool] = []
    for arg in args:
        match arg:
            case Truth(True):
                continue
            case Truth(False):
                return FALSE
            case And(parts):
                found.extend(parts)
            case _:
                found.append(arg)
    return found[0] if len(found) == 1 else And(tuple(found)) if found else TRUE


def any_of(args: Iterable[Bool]) -> Bool:
    """Return the disjunction, flattened, without trivial parts."""
    found: list[Bool] = []
    for arg in args:
        match arg:
            case Truth(False):
                continue
            case Truth(True):
                return TRUE
            case Or(parts):
                found.extend(parts)
            case _:
                found.append(arg)
    return found[0] if len(found) == 1 else Or(tuple(found)) if found else FALSE


def negation(arg: Bool) -> Bool:
    """Return the negation, without double negations."""
    match arg:
        case Truth(value):
            return Truth(not value)
        case Not(inner):
            return inner
        case _:
            return Not(arg)


def conjuncts(node: Bool) -> Iterator[Bool]:
    """Yield the parts of a condition that must all hold; negated alternatives are parts, too."""
    match node:
        case And(args):
            for arg in args:
                yield from conjuncts(arg)
        case Not(Or(args)):
            for arg in args:
                yield from conjuncts(negation(arg))
        case _:
            yield node

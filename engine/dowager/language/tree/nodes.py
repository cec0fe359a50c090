"""The tree of a condition on one hand: the closed unions `Int` and `Bool`.

Every condition of every rule becomes such a tree. The back ends (`evaluate`, `cpsat`, `text`) and
the tables of cells read it. Nodes are immutable, hashable and compare by value.

Integers are in the units of their feature's `scale`: a feature of scale 2 counts halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, Suit
from dowager.language.tree.shapes import SHAPES, Lengths


@dataclass(frozen=True, slots=True)
class SuitTable:
    """A function of a suit's holding: a small integer for each of the 8,192; compared by name."""

    name: str
    values: NDArray[np.int8] = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        assert self.values.shape == ALL_HOLDINGS.shape and self.values.dtype == np.int8, self.name
        self.values.setflags(write=False)


@dataclass(frozen=True, slots=True)
class ShapeTable:
    """A function of the four lengths: a small integer for each of the 560; compared by name."""

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
    """What a suit table says of the hand's holding in a suit."""

    table: SuitTable
    suit: Suit


@dataclass(frozen=True, slots=True)
class ShapeValue:
    """What a shape table says of the hand's shape."""

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
    """A named number, of the suits given; `features.expand_int` gives its tree."""

    name: str
    suits: tuple[Suit, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.suits)))

    def __hash__(self) -> int:
        return self._hash  # features are looked up a hundred times in each position

    def __reduce__(self) -> tuple[type[Feature], tuple[str, tuple[Suit, ...]]]:
        return Feature, (self.name, self.suits)  # hashes of texts differ between processes


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
    """Whether the shape is one of a set; `words` name the set in English."""

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
    """A named condition, on the suits given; `features.expand_bool` gives its tree."""

    name: str
    suits: tuple[Suit, ...] = ()


Int: TypeAlias = Const | SuitValue | ShapeValue | Sum | Max | Min | Count | Feature
Bool: TypeAlias = Truth | Range | Shape | And | Or | Not | Predicate

TRUE = Truth(True)
FALSE = Truth(False)


def all_of(args: Iterable[Bool]) -> Bool:
    """Return the conjunction, flattened, without trivial parts."""
    kept: list[Bool] = []
    for arg in args:
        match arg:
            case Truth(True):
                continue
            case Truth(False):
                return FALSE
            case And(parts):
                kept.extend(parts)
            case _:
                kept.append(arg)
    return kept[0] if len(kept) == 1 else And(tuple(kept)) if kept else TRUE


def all_of_merged(args: Iterable[Bool]) -> Bool:
    """Return the conjunction; ranges of one number become one, where the first of them was."""
    whole = all_of(args)
    if not isinstance(whole, And):
        return whole
    parts: list[Bool] = []
    range_of: dict[Int, int] = {}
    for part in whole.args:
        index = range_of.get(part.value) if isinstance(part, Range) else None
        if index is not None:
            parts[index] = _meet(parts[index], part)
            if parts[index] is FALSE:
                return FALSE
            continue
        if isinstance(part, Range):
            range_of[part.value] = len(parts)
        parts.append(part)
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _meet(first: Bool, second: Bool) -> Bool:
    """Return what two ranges of one number have in common; `FALSE` when that is nothing."""
    assert isinstance(first, Range) and isinstance(second, Range) and first.value == second.value
    low = max((low for low in (first.low, second.low) if low is not None), default=None)
    high = min((high for high in (first.high, second.high) if high is not None), default=None)
    if low is not None and high is not None and low > high:
        return FALSE
    return Range(first.value, low, high)


def any_of(args: Iterable[Bool]) -> Bool:
    """Return the disjunction, flattened, without trivial parts."""
    kept: list[Bool] = []
    for arg in args:
        match arg:
            case Truth(False):
                continue
            case Truth(True):
                return TRUE
            case Or(parts):
                kept.extend(parts)
            case _:
                kept.append(arg)
    return kept[0] if len(kept) == 1 else Or(tuple(kept)) if kept else FALSE


def negation(arg: Bool) -> Bool:
    """Return the negation, without double negations."""
    match arg:
        case Truth(value):
            return FALSE if value else TRUE
        case Not(inner):
            return inner
        case _:
            return Not(arg)


def conjuncts(node: Bool) -> Iterator[Bool]:
    """Yield the parts of a condition that must all hold; `not (a or b)` has two."""
    match node:
        case And(args):
            for arg in args:
                yield from conjuncts(arg)
        case Not(Or(args)):
            for arg in args:
                yield from conjuncts(negation(arg))
        case _:
            yield node

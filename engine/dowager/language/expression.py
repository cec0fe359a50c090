"""Owns the tree of a condition as it is written: suit letters and public questions unresolved.

`specialise` turns such a tree into nodes once the letters are bound and the public view is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any, TypeAlias

from dowager.auction import Strain
from dowager.errors import Span
from dowager.language.shapes import Lengths

LETTERS = "Mmxyzwt"
"""The suit letters; a letter's place here is its place in an `Env`."""

Env: TypeAlias = tuple[int, ...]
"""What each letter of `LETTERS` stands for: a suit number, or -1 when it is not bound."""

UNBOUND: Env = (-1,) * len(LETTERS)


class Who(IntEnum):
    """A seat as seen from the caller: how many places to the left."""

    ME = 0
    LHO = 1
    PARTNER = 2
    RHO = 3


class Side(IntEnum):
    """A side as seen from the caller."""

    US = 0
    THEM = 1


class Stat(IntEnum):
    """Which number of a seat's distribution is asked."""

    MIN = 0
    MAX = 1
    MEAN = 2


@dataclass(frozen=True, slots=True)
class SuitName:
    """A suit by its name, or notrump where a strain is allowed."""

    strain: Strain


@dataclass(frozen=True, slots=True)
class SuitLetter:
    """A suit letter, by its place in `LETTERS`."""

    place: int


@dataclass(frozen=True, slots=True)
class OtherSuit:
    """The other major, or the other minor."""

    of: SuitRef


SuitRef: TypeAlias = SuitName | SuitLetter | OtherSuit


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class HandNumber:
    """A number feature of one's own hand."""

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """A public number of a seat, `partner.hcp.min`; for a side the sum over its two seats."""

    who: Who | Side
    name: str
    suits: tuple[SuitRef, ...]
    stat: Stat


@dataclass(frozen=True, slots=True)
class PublicNumber:
    """A number of the position: `level`, `level_of(x)`."""

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """A sum of numbers, each with a factor."""

    terms: tuple[tuple[Fraction, NumberExpr], ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers: `<`, `<=`, `==`, `!=`, `>=`, `>`."""

    operator: str
    left: NumberExpr
    right: NumberExpr


@dataclass(frozen=True, slots=True)
class OneOf:
    """Whether a number is one of some."""

    value: NumberExpr
    choices: tuple[NumberExpr, ...]


@dataclass(frozen=True, slots=True)
class HandTruth:
    """A true-or-false feature of one's own hand."""

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class ShapeOf:
    """Whether the shape is one of a set."""

    shapes: frozenset[Lengths]
    words: str


@dataclass(frozen=True, slots=True)
class PublicTruth:
    """A condition of the position, or of a seat or side: `forced`, `partner.bid(x)`."""

    who: Who | Side | None
    name: str
    args: tuple[SuitRef | CallPattern | CallExpr | str, ...]


class Question(IntEnum):
    """How a condition is asked of what a seat may hold."""

    CERTAIN = 0
    POSSIBLE = 1
    LIKELY = 2


@dataclass(frozen=True, slots=True)
class Query:
    """`certain(partner, S >= 3)` and its like; `probability` only counts for `likely`."""

    question: Question
    who: Who
    condition: TruthExpr
    probability: Fraction


@dataclass(frozen=True, slots=True)
class AllOf:
    """A conjunction."""

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A disjunction."""

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class Negate:
    """A negation."""

    arg: TruthExpr


@dataclass(frozen=True, slots=True)
class Use:
    """A word that a definition explains; replaced by the definition before anything is compiled."""

    name: str
    suits: tuple[SuitRef, ...]
    span: Span


NumberExpr: TypeAlias = Number | HandNumber | SeatNumber | PublicNumber | Add | Use
TruthExpr: TypeAlias = (
    Literal | Compare | OneOf | HandTruth | ShapeOf | PublicTruth | Query
    | AllOf | AnyOf | Negate | Use
)  # fmt: skip
Expr: TypeAlias = NumberExpr | TruthExpr


@dataclass(frozen=True, slots=True)
class CallPattern:
    """One call of an auction pattern: one of `calls`, or a bid of one of `levels` in `strain`.

    Attributes:
        calls: the calls that match as they stand (numbers of `Call`).
        levels: levels of a bid whose strain is a suit letter; empty without one.
        strain: the suit of such a bid.
    """

    calls: frozenset[int]
    levels: tuple[int, ...] = ()
    strain: SuitRef | None = None


class Step(IntEnum):
    """How a computed call finds its level."""

    CHEAPEST = 0
    JUMP = 1
    DOUBLE_JUMP = 2
    AT = 3
    GAME = 4
    SLAM = 5
    GRAND = 6
    STEP = 7


@dataclass(frozen=True, slots=True)
class FixedCall:
    """A call as written: `P`, `X`, `2C`."""

    call: int


@dataclass(frozen=True, slots=True)
class BidCall:
    """A bid with a strain to be resolved: `1M`, `cheapest(x)`, `at(3, x)`, `step(2)`."""

    step: Step
    level: NumberExpr | None
    strain: SuitRef | None


CallExpr: TypeAlias = FixedCall | BidCall


def children(node: object) -> Iterator[Any]:
    """Yield the expression nodes directly below one."""
    if not is_dataclass(node):
        return
    for field in fields(node):
        yield from _nodes_in(getattr(node, field.name))


def _nodes_in(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _nodes_in(part)
    elif is_dataclass(value) and not isinstance(value, Span):
        yield value


def walk(node: object) -> Iterator[Any]:
    """Yield a node and every node below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def letters_of(*nodes: object) -> frozenset[int]:
    """Return the places of all suit letters in some trees."""
    found: set[int] = set()
    for node in nodes:
        for part in walk(node):
            if isinstance(part, SuitLetter):
                found.add(part.place)
    return frozenset(found)


def is_public(node: object) -> bool:
    """Whether a tree asks nothing of one's own hand (what `Query` asks is about another's)."""
    if isinstance(node, HandNumber | HandTruth | ShapeOf):
        return False
    return isinstance(node, Query) or all(is_public(child) for child in children(node))


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a node with each node directly below it put through `change`."""
    if not is_dataclass(node) or isinstance(node, type):
        return node
    new = {
        field.name: _changed(getattr(node, field.name), change)
        for field in fields(node)
        if isinstance(getattr(node, field.name), tuple) or is_dataclass(getattr(node, field.name))
    }
    return replace(node, **new) if new else node


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_changed(part, change) for part in value)
    return change(value) if is_dataclass(value) and not isinstance(value, Span) else value


def replace_suits(node: Any, suits: dict[int, SuitRef]) -> Any:
    """Return a tree with suit letters replaced."""
    if isinstance(node, SuitLetter):
        return suits.get(node.place, node)
    return rebuild(node, lambda part: replace_suits(part, suits))

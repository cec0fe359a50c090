"""Owns the tree of a condition as it is written: suit letters and public questions unresolved.

`specialise` turns such a tree into nodes once the letters are bound and the public view is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any, ClassVar, Final, TypeAlias

from dowager.auction import Strain
from dowager.errors import Span
from dowager.language.tree.shapes import Lengths

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
    """A side as seen from the caller; no number of a `Who`, as the two are compared."""

    US = 4
    THEM = 5


class Stat(IntEnum):
    """Which number of a seat's distribution is asked."""

    MIN = 0
    MAX = 1
    MEAN = 2


class Node:
    """The base of everything that an expression is made of.

    `below` names the attributes that hold nodes, or tuples of them.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    below: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class SuitName(Node):
    """A suit by its name, or notrump where a strain is allowed."""

    strain: Strain


@dataclass(frozen=True, slots=True)
class SuitLetter(Node):
    """A suit letter, by its place in `LETTERS`."""

    place: int


@dataclass(frozen=True, slots=True)
class OtherSuit(Node):
    """The other major, or the other minor."""

    below: ClassVar = ("of",)

    of: SuitRef


SuitRef: TypeAlias = SuitName | SuitLetter | OtherSuit


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as written."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class HandNumber(Node):
    """A number feature of one's own hand."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class SeatNumber(Node):
    """A public number of a seat, `partner.hcp.min`; for a side the sum over its two seats."""

    below: ClassVar = ("suits",)

    who: Who | Side
    name: str
    suits: tuple[SuitRef, ...]
    stat: Stat


@dataclass(frozen=True, slots=True)
class Expected(Node):
    """What one's own hand leads one to expect of a seat, `partner.hcp.expected`."""

    below: ClassVar = ("suits",)

    who: Who
    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class PublicNumber(Node):
    """A number of the position: `level`, `level_of(x)`."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class Add(Node):
    """A sum of numbers, each with a factor."""

    below: ClassVar = ("terms",)

    terms: tuple[tuple[Fraction, NumberExpr], ...]


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """A comparison of two numbers: `<`, `<=`, `==`, `!=`, `>=`, `>`."""

    below: ClassVar = ("left", "right")

    operator: str
    left: NumberExpr
    right: NumberExpr


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """Whether a number is one of some."""

    below: ClassVar = ("value", "choices")

    value: NumberExpr
    choices: tuple[NumberExpr, ...]


@dataclass(frozen=True, slots=True)
class HandTruth(Node):
    """A true-or-false feature of one's own hand."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class ShapeOf(Node):
    """Whether the shape is one of a set."""

    shapes: frozenset[Lengths]
    words: str


@dataclass(frozen=True, slots=True)
class PublicTruth(Node):
    """A condition of the position, or of a seat or side: `forced`, `partner.bid(x)`."""

    below: ClassVar = ("args",)

    who: Who | Side | None
    name: str
    args: tuple[SuitRef | CallPattern | CallExpr | str, ...]


class Question(IntEnum):
    """How a condition is asked of what a seat may hold."""

    CERTAIN = 0
    POSSIBLE = 1
    LIKELY = 2


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`certain(partner, S >= 3)` and its like; `probability` only counts for `likely`."""

    below: ClassVar = ("condition",)

    question: Question
    who: Who
    condition: TruthExpr
    probability: Fraction


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """A conjunction."""

    below: ClassVar = ("args",)

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """A disjunction."""

    below: ClassVar = ("args",)

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """A negation."""

    below: ClassVar = ("arg",)

    arg: TruthExpr


@dataclass(frozen=True, slots=True)
class Use(Node):
    """A word that a definition explains; replaced by the definition before anything is compiled.

    `wanted` is what must stand there: `condition`, `number`, or an empty text for either.
    """

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]
    span: Span
    wanted: str = ""


NumberExpr: TypeAlias = Number | HandNumber | SeatNumber | Expected | PublicNumber | Add | Use
Leaf: TypeAlias = Number | HandNumber | SeatNumber | Expected | PublicNumber | Use
TruthExpr: TypeAlias = (
    Literal | Compare | OneOf | HandTruth | ShapeOf | PublicTruth | Query
    | AllOf | AnyOf | Negate | Use
)  # fmt: skip
Expr: TypeAlias = NumberExpr | TruthExpr

NUMBERS: Final = (Number, HandNumber, SeatNumber, Expected, PublicNumber, Add)
"""The kinds of node that are certainly numbers; a `Use` may turn out to be one."""


@dataclass(frozen=True, slots=True)
class CallPattern(Node):
    """One call of an auction pattern: one of `calls`, or a bid of one of `levels` in `strain`.

    Attributes:
        calls: the calls that match as they stand (numbers of `Call`).
        levels: levels of a bid whose strain is a suit letter; empty without one.
        strain: the suit of such a bid.
    """

    below: ClassVar = ("strain",)

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
class FixedCall(Node):
    """A call as written: `P`, `X`, `2C`."""

    call: int


@dataclass(frozen=True, slots=True)
class BidCall(Node):
    """A bid with a strain to be resolved: `1M`, `cheapest(x)`, `at(3, x)`, `step(2)`."""

    below: ClassVar = ("level", "strain")

    step: Step
    level: NumberExpr | None
    strain: SuitRef | None


CallExpr: TypeAlias = FixedCall | BidCall


def leaves(number: NumberExpr, factor: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, Leaf]]:
    """Yield a number's parts with their factors: the number is the sum of the products."""
    if isinstance(number, Add):
        for more, term in number.terms:
            yield from leaves(term, factor * more)
    else:
        yield factor, number


def children(node: Node) -> list[Node]:
    """Return the expression nodes directly below one."""
    found: list[Node] = []
    value: object
    for name in node.below:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            _add_nodes(value, found)
    return found


def _add_nodes(values: tuple[object, ...], found: list[Node]) -> None:
    for value in values:
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            _add_nodes(value, found)


def walk(*nodes: Node) -> Iterator[Node]:
    """Yield some nodes and every node below them, in no order."""
    left = list(nodes)
    while left:
        node = left.pop()
        yield node
        left.extend(children(node))


def letters_of(*nodes: Node) -> frozenset[int]:
    """Return the places of all suit letters in some trees."""
    return frozenset([part.place for part in walk(*nodes) if type(part) is SuitLetter])


def is_public(node: Node) -> bool:
    """Whether a tree asks nothing of one's own hand (what `Query` asks is about another's)."""
    left = [node]
    while left:
        part = left.pop()
        if isinstance(part, HandNumber | Expected | HandTruth | ShapeOf):
            return False
        if not isinstance(part, Query):
            left.extend(children(part))
    return True


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a node with each node directly below it put through `change`; itself if all stay."""
    values = [getattr(node, name) for name in node.__slots__]
    new = [_changed(value, change) for value in values]
    if all(one is other for one, other in zip(values, new, strict=True)):
        return node
    return type(node)(*new)


def _changed(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, Node):
        return change(value)
    if type(value) is not tuple:
        return value
    new = tuple([_changed(part, change) for part in value])
    return value if all(one is other for one, other in zip(value, new, strict=True)) else new


def replace_suits(node: Node, suits: dict[int, SuitRef]) -> Node:
    """Return a tree with suit letters replaced."""
    if isinstance(node, SuitLetter):
        return suits.get(node.place, node)
    return rebuild(node, lambda part: replace_suits(part, suits))

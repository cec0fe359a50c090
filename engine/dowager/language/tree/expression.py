"""The tree of a condition as an author writes it, suit letters and public words and all.

Once the letters are bound and the view is known, `compile.conditions` makes `nodes` of it. Import
this module as `ex`: its classes are written `ex.Conjunction`, `ex.Compare`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from operator import is_
from typing import Any, ClassVar, Final, TypeAlias

from dowager.auction import Strain
from dowager.cards import Seat
from dowager.errors import Span
from dowager.language.tree.shapes import Lengths


class RelativeSeat(IntEnum):
    """A seat as the caller sees it, counted clockwise."""

    ME = 0
    LHO = 1
    PARTNER = 2
    RHO = 3


class RelativeSide(IntEnum):
    """A side as the caller sees it. No number of a `RelativeSeat`: the two may be compared."""

    US = 4
    THEM = 5


class Stat(IntEnum):
    """Which number of a seat's distribution is asked."""

    MIN = 0
    MAX = 1
    MEAN = 2


class Part:
    """The base of everything that an expression is made of.

    `below` names the attributes that hold parts, or tuples of them.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    below: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class SuitName(Part):
    """A suit by its name, or notrump where a strain is allowed."""

    strain: Strain


@dataclass(frozen=True, slots=True)
class SuitLetter(Part):
    """A suit letter, by its slot in an environment."""

    slot: int


@dataclass(frozen=True, slots=True)
class OtherSuit(Part):
    """The other major, or the other minor."""

    below: ClassVar = ("of",)

    of: SuitRef


SuitRef: TypeAlias = SuitName | SuitLetter | OtherSuit


@dataclass(frozen=True, slots=True)
class Constant(Part):
    """A number as written."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class HandNumber(Part):
    """A number feature of the caller's hand; in a question, its sum over the hands of `whose`."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]
    whose: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatNumber(Part):
    """A public number of a seat, `partner.hcp.min`; for a side the sum over its two seats."""

    below: ClassVar = ("suits",)

    who: RelativeSeat | RelativeSide
    name: str
    suits: tuple[SuitRef, ...]
    stat: Stat


@dataclass(frozen=True, slots=True)
class Expected(Part):
    """What the caller's hand leads it to expect of a seat, `partner.hcp.expected`."""

    below: ClassVar = ("suits",)

    who: RelativeSeat
    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class PublicNumber(Part):
    """A number of the position: `level`, `level_of(x)`."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]


@dataclass(frozen=True, slots=True)
class Add(Part):
    """A sum of numbers, each with a factor."""

    below: ClassVar = ("terms",)

    terms: tuple[tuple[Fraction, NumberExpr], ...]


@dataclass(frozen=True, slots=True)
class Literal(Part):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Compare(Part):
    """A comparison of two numbers: `<`, `<=`, `==`, `!=`, `>=`, `>`."""

    below: ClassVar = ("left", "right")

    operator: str
    left: NumberExpr
    right: NumberExpr


@dataclass(frozen=True, slots=True)
class OneOf(Part):
    """Whether a number is one of several."""

    below: ClassVar = ("value", "choices")

    value: NumberExpr
    choices: tuple[NumberExpr, ...]


@dataclass(frozen=True, slots=True)
class HandTruth(Part):
    """A true-or-false feature of the caller's hand; in a question, of the one of `whose`."""

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]
    whose: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapeOf(Part):
    """Whether the caller's shape is one of a set; in a question, that of the one of `whose`."""

    shapes: frozenset[Lengths]
    words: str
    whose: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicTruth(Part):
    """A condition of the position, or of a seat or side: `forced`, `partner.bid(x)`."""

    below: ClassVar = ("args",)

    who: RelativeSeat | RelativeSide | None
    name: str
    args: tuple[SuitRef | CallPattern | CallExpr | str, ...]


class Question(IntEnum):
    """How a condition is asked of what a seat may hold."""

    CERTAIN = 0
    POSSIBLE = 1
    LIKELY = 2


@dataclass(frozen=True, slots=True)
class Query(Part):
    """`certain(partner, S >= 3)` and its like; `probability` only counts for `likely`."""

    below: ClassVar = ("condition",)

    question: Question
    who: RelativeSeat
    condition: TruthExpr
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Conjunction(Part):
    """`... and ...`: all conditions must hold."""

    below: ClassVar = ("args",)

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class Disjunction(Part):
    """`... or ...`: some condition must hold."""

    below: ClassVar = ("args",)

    args: tuple[TruthExpr, ...]


@dataclass(frozen=True, slots=True)
class Negation(Part):
    """`not ...`: the condition must not hold."""

    below: ClassVar = ("arg",)

    arg: TruthExpr


@dataclass(frozen=True, slots=True)
class DefinedWord(Part):
    """A word of `define:`; its definition replaces it before anything is compiled.

    `wanted` is what it must turn out to be: `condition`, `number`, or empty for either.
    """

    below: ClassVar = ("suits",)

    name: str
    suits: tuple[SuitRef, ...]
    span: Span
    wanted: str = ""


NumberExpr: TypeAlias = (
    Constant | HandNumber | SeatNumber | Expected | PublicNumber | Add | DefinedWord
)
Leaf: TypeAlias = Constant | HandNumber | SeatNumber | Expected | PublicNumber | DefinedWord
TruthExpr: TypeAlias = (
    Literal | Compare | OneOf | HandTruth | ShapeOf | PublicTruth | Query
    | Conjunction | Disjunction | Negation | DefinedWord
)  # fmt: skip
Expr: TypeAlias = NumberExpr | TruthExpr

NUMBERS: Final = (Constant, HandNumber, SeatNumber, Expected, PublicNumber, Add)
"""The kinds of part that are certainly numbers; a `DefinedWord` may turn out to be one."""


class Sense(StrEnum):
    """What a pattern may ask of a bid besides its name: `2D:weak`.

    `SUIT` is not written: it is asked of the opponents' first bid, if that binds a letter.
    """

    NATURAL = "natural"
    ARTIFICIAL = "artificial"
    STRONG = "strong"
    WEAK = "weak"
    SUIT = "suit"


@dataclass(frozen=True, slots=True)
class CallPattern(Part):
    """One call of an auction pattern: one of `calls`, or a bid of one of `levels` in `strain`.

    Attributes:
        calls: the calls that match as they stand (numbers of `Call`).
        levels: levels of a bid whose strain is a suit letter; empty without one.
        strain: the suit of such a bid.
        senses: what is asked of the bid besides.
    """

    below: ClassVar = ("strain",)

    calls: frozenset[int]
    levels: tuple[int, ...] = ()
    strain: SuitRef | None = None
    senses: frozenset[Sense] = frozenset()


Steps: TypeAlias = tuple[CallPattern, ...]
"""An auction pattern: a step for each call from the first bid on."""


class ComputedCall(IntEnum):
    """How a bid that rules leave open finds its level."""

    CHEAPEST = 0
    JUMP = 1
    DOUBLE_JUMP = 2
    AT = 3
    GAME = 4
    SLAM = 5
    GRAND = 6
    STEP = 7


@dataclass(frozen=True, slots=True)
class FixedCall(Part):
    """A call as written: `P`, `X`, `2C`."""

    call: int


@dataclass(frozen=True, slots=True)
class BidCall(Part):
    """A bid with a strain to be resolved: `1M`, `cheapest(x)`, `at(3, x)`, `step(2)`."""

    below: ClassVar = ("level", "strain")

    how: ComputedCall
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


def children(part: Part) -> list[Part]:
    """Return the parts directly below a part."""
    below: list[Part] = []
    for name in part.below:
        value = getattr(part, name)
        if isinstance(value, Part):
            below.append(value)
        elif type(value) is tuple:
            _add_parts(value, below)
    return below


def _add_parts(values: tuple[object, ...], below: list[Part]) -> None:
    for value in values:
        if isinstance(value, Part):
            below.append(value)
        elif type(value) is tuple:
            _add_parts(value, below)


def walk(*parts: Part) -> Iterator[Part]:
    """Yield some parts and all parts below them, in no order."""
    found = list(parts)
    for part in found:  # which grows as it is read
        if part.below:
            found += children(part)
    return iter(found)


def letters_of(*parts: Part) -> frozenset[int]:
    """Return the slots of all suit letters in some trees."""
    return frozenset([part.slot for part in walk(*parts) if type(part) is SuitLetter])


def is_public(part: Part) -> bool:
    """Whether a tree asks nothing of the caller's hand; what a `Query` asks is of another's."""
    unseen = [part]
    while unseen:
        part = unseen.pop()
        if isinstance(part, HandNumber | Expected | HandTruth | ShapeOf):
            return False
        if part.below and not isinstance(part, Query):
            unseen += children(part)
    return True


def conjuncts(node: TruthExpr) -> Iterator[TruthExpr]:
    """Yield the conditions that must all hold for a condition to hold."""
    if isinstance(node, Conjunction):
        for arg in node.args:
            yield from conjuncts(arg)
    else:
        yield node


def rebuild(part: Part, change: Callable[[Part], Part]) -> Part:
    """Return a part with each part directly below it changed; the part itself if all stay."""
    old = [getattr(part, name) for name in part.__slots__]
    new = [_changed(value, change) for value in old]
    return part if all(map(is_, old, new)) else type(part)(*new)


def _changed(value: Any, change: Callable[[Part], Part]) -> Any:
    if isinstance(value, Part):
        return change(value)
    if type(value) is not tuple:
        return value
    new = tuple([_changed(item, change) for item in value])
    return value if all(map(is_, value, new)) else new


def replace_suits(part: Part, suits: Mapping[int, SuitRef]) -> Part:
    """Return a tree with suit letters, given by slot, replaced."""
    if isinstance(part, SuitLetter):
        return suits.get(part.slot, part)
    return rebuild(part, lambda lower: replace_suits(lower, suits))

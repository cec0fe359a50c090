"""A call's meaning as a few alternatives, each described by ranges of HCP and lengths.

Every part of the meaning lies inside one description; what descriptions allow beyond the meaning is
the loss, counted exactly in hands. Parts that show honours in different suits stay apart as long as
that is possible: together they would show none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import itemgetter

from dowager.cards import Suit
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.description import ANY_HCP, ANY_LENGTH, Bounds, Description
from dowager.language.tree import Bool, Int, Range

MOST_ALTERNATIVES = 3
"""The most that are said: the conditions of contest seem to allow no more (protocol, item 4)."""

CLEARLY_MORE = 0.5
"""A rule is split when the two halves together allow at most this share of the whole's hands."""

_NEARLY_SAME = 1.25
"""Alternatives are merged when the whole then allows at most this many times the hands."""

_NO_NEWS = 1.001
"""An end of a range is left out when without it at most this many times the hands are allowed."""

_LOW, _HIGH = 0, 1


@dataclass(frozen=True, slots=True)
class Alternative:
    """A part of a call's meaning: cells that hold all its hands, and exact conditions, any of them.

    Attributes:
        cells: a mask of the plain space; never empty.
        nodes: a hand of the part satisfies at least one of them.
        honoured: the suits whose honours it clearly tells of.
    """

    cells: int
    nodes: tuple[Bool, ...]
    honoured: frozenset[Suit] = frozenset()

    @property
    def ranges(self) -> Description:
        """The narrowest ranges of HCP and lengths that hold the part."""
        return ranges_of(self.cells)

    def joined(self, other: Alternative) -> Alternative:
        """Return both as one."""
        honoured = self.honoured & other.honoured
        return Alternative(self.cells | other.cells, (*self.nodes, *other.nodes), honoured)

    def apart(self, other: Alternative) -> bool:
        """Whether the two tell of honours in different suits."""
        return bool(self.honoured and other.honoured) and not self.honoured & other.honoured


@lru_cache(maxsize=2048)
def ranges_of(cells: int) -> Description:
    """Return the narrowest ranges of HCP and lengths that hold some cells, at least one."""
    hcp, *lengths = (plain_space().span(number, cells) for number in HCP_AND_LENGTHS)
    return Description(hcp=hcp, lengths=tuple(lengths))


def cells_of(ranges: Description) -> int:
    """Return the cells that lie inside ranges of HCP and lengths."""
    cells = plain_space().full
    for number, bounds in zip(HCP_AND_LENGTHS, (ranges.hcp, *ranges.lengths), strict=True):
        cells &= _cells_between(number, bounds)
    return cells


@lru_cache(maxsize=2048)
def _cells_between(number: Int, bounds: Bounds) -> int:
    return plain_space().masks(Range(number, *bounds)).may


def with_news_only(ranges: Description, shown: int, no_news: float = _NO_NEWS) -> Description:
    """Return ranges of HCP and lengths without the ends that say next to nothing.

    What the seat had shown before goes without saying, and so does what the other ranges imply:
    with five cards in each of two suits there are at most three in another.

    Args:
        ranges: the ranges.
        shown: the cells that the seat had shown before.
        no_news: an end is left out when without it at most this many times the hands are allowed.
    """
    for end, number in product((_HIGH, _LOW), range(len(HCP_AND_LENGTHS))):
        looser = _without_end(ranges, number, end)
        allowed = _hands_in(looser, shown)
        ranges = looser if allowed <= no_news * _hands_in(ranges, shown) else ranges
    return ranges


def _without_end(ranges: Description, number: int, end: int) -> Description:
    """Return ranges with one end of one of `HCP_AND_LENGTHS` open."""
    if number == 0:
        return replace(ranges, hcp=_open(ranges.hcp, end, ANY_HCP))
    suit = Suit(number - 1)
    return ranges.with_length(suit, _open(ranges.lengths[suit], end, ANY_LENGTH))


def _open(bounds: tuple[int, int], end: int, any_value: tuple[int, int]) -> tuple[int, int]:
    return (any_value[0], bounds[1]) if end == _LOW else (bounds[0], any_value[1])


def _hands_in(ranges: Description, shown: int) -> float:
    return plain_space().weight(cells_of(ranges) & shown)


def in_few(parts: list[Alternative], shown: int) -> list[Alternative]:
    """Return alternatives, at most `MOST_ALTERNATIVES`, that together hold all of some.

    Args:
        parts: the meaning, at least one; each stays whole unless its split says clearly more.
        shown: the cells that the seat had shown before: hands outside do not count.
    """
    cuts = MOST_ALTERNATIVES - 1
    few = _distinct([half for part in parts for half in _split(part, shown, cuts)])
    while len(few) > 1:
        enough = len(few) <= MOST_ALTERNATIVES
        pairs = _to_join(few)
        if enough and not pairs:
            break
        merged = _merged(few, pairs or list(combinations(few, 2)), shown)
        if enough and _hands(merged, shown) > _NEARLY_SAME * _hands(few, shown):
            break
        few = merged
    return few


def _distinct(parts: list[Alternative]) -> list[Alternative]:
    """Join parts with the same ranges, which many rules for one call have."""
    by_ranges: dict[tuple[Description, frozenset[Suit]], Alternative] = {}
    for part in parts:
        key = part.ranges, part.honoured
        old = by_ranges.get(key)
        by_ranges[key] = old.joined(part) if old else part
    return list(by_ranges.values())


def _to_join(parts: list[Alternative]) -> list[tuple[Alternative, Alternative]]:
    """Return the pairs of parts that need not stay apart."""
    return [(first, second) for first, second in combinations(parts, 2) if not first.apart(second)]


def _merged(
    parts: list[Alternative], pairs: list[tuple[Alternative, Alternative]], shown: int
) -> list[Alternative]:
    """Join the pair whose common ranges allow the fewest hands beyond their own ranges."""
    allowed = {part: cells_of(part.ranges) & shown for part in parts}

    def loss(pair: tuple[Alternative, Alternative]) -> float:
        first, second = pair
        whole = cells_of(first.ranges.hull(second.ranges)) & shown
        return plain_space().weight(whole & ~(allowed[first] | allowed[second]))

    first, second = min(pairs, key=loss)
    joined = first.joined(second)
    return [joined if part is first else part for part in parts if part is not second]


def _hands(parts: list[Alternative], shown: int) -> float:
    """Return how many hands the ranges of some parts allow."""
    allowed = reduce(int.__or__, (cells_of(part.ranges) for part in parts))
    return plain_space().weight(allowed & shown)


def _split(part: Alternative, shown: int, cuts: int) -> Iterator[Alternative]:
    """Yield a part whole, or cut up to `cuts` times in a row where each cut says clearly more."""
    enough = CLEARLY_MORE * _hands_in(part.ranges, shown)
    # Ranges never allow fewer hands than the cells they hold.
    best = None
    if cuts and plain_space().weight(part.cells) <= enough:
        best = min(_cuts(part.cells, shown), key=itemgetter(0), default=None)
    if best is None or best[0] > enough:
        yield part
        return
    for cells in best[1:3]:
        yield from _split(replace(part, cells=cells), shown, cuts - 1)


@lru_cache(maxsize=1024)
def best_cut(cells: int, shown: int) -> Bool | None:
    """Return the bound of one number that cuts cells so that ranges of both halves allow least.

    Args:
        cells: the cells, at least one.
        shown: the cells that the seat had shown before: hands outside do not count.

    Returns:
        The condition on the hands of one half; None unless the cut says clearly more.
    """
    cuts = {bound: allowed for allowed, _, _, bound in _cuts(cells, shown)}
    best = min(cuts, key=cuts.__getitem__, default=None)
    enough = CLEARLY_MORE * _hands_in(ranges_of(cells), shown)
    return None if best is None or cuts[best] > enough else best


def _cuts(cells: int, shown: int) -> Iterator[tuple[float, int, int, Range]]:
    """Yield every way to cut cells in two by one number, with the hands that the ranges allow."""
    space, ranges = plain_space(), ranges_of(cells)
    for number, (low, high) in zip(HCP_AND_LENGTHS, (ranges.hcp, *ranges.lengths), strict=True):
        for value in range(low, high):
            bound = Range(number, None, value)
            below = cells & space.masks(bound).may
            above = cells & ~below
            allowed = cells_of(ranges_of(below)) | cells_of(ranges_of(above))
            yield space.weight(allowed & shown), below, above, bound

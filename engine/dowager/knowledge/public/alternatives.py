"""Owns how a call's meaning is put into a few boxes: sets of cells, hulled, split and merged.

A box is a range of HCP and of each suit's length. Every part of the meaning lies inside one box;
what boxes allow beyond the meaning is the loss, counted exactly in hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

from dowager.cards import Suit
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.description import ANY_HCP, ANY_LENGTH, HCP, LENGTHS, Description
from dowager.language.tree import Bool, Range

MOST = 3
"""More alternatives the conditions of contest are thought not to permit (protocol, item 4)."""

_CLEARLY_MORE = 0.5
"""A rule is split when its two boxes together allow at most this share of its one box's hands."""

_NEARLY_SAME = 1.25
"""Boxes are merged when the whole then allows at most this many times the hands."""


_NO_NEWS = 1.001
"""An end of a range is left out when without it at most this many times the hands are allowed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a call's meaning: cells that hold all its hands, and exact conditions, any of them.

    Attributes:
        cells: a mask of the plain space; never empty.
        nodes: a hand of the piece satisfies at least one of them.
    """

    cells: int
    nodes: tuple[Bool, ...]

    @property
    def box(self) -> Description:
        """The narrowest ranges of HCP and lengths that hold the piece."""
        return box_of(self.cells)

    def joined(self, other: Piece) -> Piece:
        """Return both as one."""
        return Piece(self.cells | other.cells, (*self.nodes, *other.nodes))


def box_of(cells: int) -> Description:
    """Return the narrowest ranges of HCP and lengths that hold some cells, at least one."""
    space = plain_space()
    hcp, *lengths = (
        (space.least(number, cells), space.greatest(number, cells)) for number in (HCP, *LENGTHS)
    )
    return Description(hcp=hcp, lengths=tuple(lengths))


def cells_of(box: Description) -> int:
    """Return the cells that lie inside a box of HCP and lengths."""
    return plain_space().masks(box.node()).may


def with_news_only(box: Description, known: int) -> Description:
    """Return a box without the ends of ranges that say next to nothing.

    What the seat had shown before goes without saying, and so does what the other ranges imply:
    with five cards in each of two suits there are at most three in another.

    Args:
        box: ranges of HCP and lengths.
        known: the cells that the seat had shown before.
    """
    for place, end in (*((place, 1) for place in range(5)), *((place, 0) for place in range(5))):
        looser = _without_end(box, place, end)
        allowed = _hands_in(looser, known)
        box = looser if allowed <= _NO_NEWS * _hands_in(box, known) else box
    return box


def _without_end(box: Description, place: int, end: int) -> Description:
    """Return a box with one end of a range open: place 0 HCP, 1 to 4 the suits; end 0 the low."""
    old, any_value = (box.hcp, ANY_HCP) if place == 0 else (box.lengths[place - 1], ANY_LENGTH)
    span = (any_value[0], old[1]) if end == 0 else (old[0], any_value[1])
    return replace(box, hcp=span) if place == 0 else box.with_length(Suit(place - 1), span)


def _hands_in(box: Description, known: int) -> float:
    return plain_space().weight(cells_of(box) & known)


def in_few(pieces: list[Piece], known: int) -> list[Piece]:
    """Return pieces, at most `MOST`, that together hold all of some.

    Args:
        pieces: the meaning, at least one; each stays inside one piece unless its split says
            clearly more.
        known: the cells that the seat had shown before: hands outside do not count.
    """
    found = [part for piece in pieces for part in _split(piece, known, MOST - 1)]
    found = _distinct(found)
    while len(found) > 1:
        merged = _merged(found, known)
        if len(found) <= MOST and _hands(merged, known) > _NEARLY_SAME * _hands(found, known):
            break
        found = merged
    return found


def _distinct(pieces: list[Piece]) -> list[Piece]:
    """Join pieces with the same box, which many rules for one call have."""
    by_box: dict[Description, Piece] = {}
    for piece in pieces:
        old = by_box.get(piece.box)
        by_box[piece.box] = old.joined(piece) if old else piece
    return list(by_box.values())


def _merged(pieces: list[Piece], known: int) -> list[Piece]:
    """Join the two pieces whose common box allows the fewest hands beyond their own boxes."""
    space = plain_space()
    boxes = {piece: cells_of(piece.box) & known for piece in pieces}

    def loss(pair: tuple[Piece, Piece]) -> float:
        one, other = pair
        whole = cells_of(one.box.hull(other.box)) & known
        return space.weight(whole & ~(boxes[one] | boxes[other]))

    one, other = min(combinations(pieces, 2), key=loss)
    joined = one.joined(other)
    return [joined if piece is one else piece for piece in pieces if piece is not other]


def _hands(pieces: list[Piece], known: int) -> float:
    """Return how many hands the boxes of some pieces allow."""
    return plain_space().weight(reduce(int.__or__, (cells_of(p.box) for p in pieces)) & known)


def _split(piece: Piece, known: int, cuts: int) -> Iterator[Piece]:
    """Yield a piece whole, or in parts by up to `cuts` cuts in a row that each say clearly more."""
    space = plain_space()
    enough = _CLEARLY_MORE * space.weight(cells_of(piece.box) & known)
    # Boxes never allow fewer hands than the cells they hold.
    best = None
    if cuts and space.weight(piece.cells) <= enough:
        best = min(_cuts(piece.cells, known), default=None)
    if best is None or best[0] > enough:
        yield piece
        return
    for cells in best[1:]:
        yield from _split(Piece(cells, piece.nodes), known, cuts - 1)


def _cuts(cells: int, known: int) -> Iterator[tuple[float, int, int]]:
    """Yield every way to cut cells in two by one number, with the hands that the boxes allow."""
    space, box = plain_space(), box_of(cells)
    for number, (low, high) in zip((HCP, *LENGTHS), (box.hcp, *box.lengths), strict=True):
        for value in range(low, high):
            below = cells & space.masks(Range(number, None, value)).may
            above = cells & ~below
            boxes = cells_of(box_of(below)) | cells_of(box_of(above))
            yield space.weight(boxes & known), below, above

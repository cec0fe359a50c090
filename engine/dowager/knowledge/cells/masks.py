"""Sets of cells as masks, and what masks say of conditions.

A *mask* is a Python integer with one bit for each cell; masks are cheap to combine and to keep.
A condition gives two masks: `sure`, the cells all of whose hands satisfy it, and `may`, the cells
some of whose hands do. They are equal for conditions on shape and HCP. Where they differ, the cell
does not decide the condition; everything computed from `may` is then sound, never too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.language.tree import And, Bool, Not, Or, Truth

Bools = NDArray[np.bool_]


class Masks(NamedTuple):
    """The cells that a condition decides for, and those that it does not decide against.

    Also what a seat has shown: cells all of whose hands fit, and cells some of whose hands may.
    """

    sure: int
    may: int


def to_mask(cells: Bools) -> int:
    """Return the mask of an array of truths, one for each cell."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")


def from_mask(mask: int, size: int) -> Bools:
    """Return the array of truths of a mask."""
    data = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(data, count=size, bitorder="little").view(np.bool_)


def combined(node: Truth | And | Or | Not, full: int, masks_of: Callable[[Bool], Masks]) -> Masks:
    """Return the masks of a condition from those of its parts.

    Args:
        node: the condition.
        full: the mask of all cells.
        masks_of: returns the masks of a part; not asked once the whole is decided.
    """
    match node:
        case Truth(value):
            return Masks(full, full) if value else Masks(0, 0)
        case And(args):
            sure = may = full
            for arg in args:
                part = masks_of(arg)
                sure &= part.sure
                may &= part.may
                if not may:
                    break
            return Masks(sure, may)
        case Or(args):
            sure = may = 0
            for arg in args:
                part = masks_of(arg)
                sure |= part.sure
                may |= part.may
            return Masks(sure, may)
        case Not(arg):
            part = masks_of(arg)
            return Masks(full ^ part.may, full ^ part.sure)
        case _:
            assert_never(node)


def asked_parts(
    node: And | Or, cells: int, masks_of: Callable[[Bool], Masks]
) -> Iterator[tuple[Bool, int]]:
    """Yield each part of a condition with the cells in which the whole still depends on it.

    The later parts of a conjunction (disjunction) are asked only where the earlier ones may (may
    not) hold.

    Args:
        node: the condition.
        cells: the mask of the cells in which it is asked.
        masks_of: returns the masks of a part.
    """
    for arg in node.args:
        yield arg, cells
        masks = masks_of(arg)
        cells &= masks.may if isinstance(node, And) else ~masks.sure

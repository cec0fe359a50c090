"""Owns making conditions smaller without changing them: flat, no trivial parts, merged ranges."""

from __future__ import annotations

from collections.abc import Iterable

from dowager.language.tree.nodes import FALSE, TRUE, And, Bool, Int, Range, Truth


def conjunction(args: Iterable[Bool]) -> Bool:
    """Return the conjunction, flattened, with the ranges of one number merged into one.

    The order of the parts stays; a merged range stands where its first part stood.
    """
    parts: list[Bool] = []
    places: dict[Int, int] = {}
    for arg in _flat(args):
        match arg:
            case Truth(True):
                continue
            case Truth(False):
                return FALSE
            case Range(value, low, high) if value in places:
                merged = _merge(parts[places[value]], low, high)
                if merged is FALSE:
                    return FALSE
                parts[places[value]] = merged
            case _:
                if isinstance(arg, Range):
                    places[arg.value] = len(parts)
                parts.append(arg)
    return parts[0] if len(parts) == 1 else And(tuple(parts)) if parts else TRUE


def _flat(args: Iterable[Bool]) -> Iterable[Bool]:
    for arg in args:
        if isinstance(arg, And):
            yield from _flat(arg.args)
        else:
            yield arg


def _merge(first: Bool, low: int | None, high: int | None) -> Bool:
    assert isinstance(first, Range)
    lows = [bound for bound in (first.low, low) if bound is not None]
    highs = [bound for bound in (first.high, high) if bound is not None]
    least, most = max(lows, default=None), min(highs, default=None)
    if least is not None and most is not None and least > most:
        return FALSE
    return Range(first.value, least, most)

"""Reading an auction pattern, `1M (2x) 3M`, into one step for each call from the first bid on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from dowager.auction import Call
from dowager.auction.call import CALLS
from dowager.errors import Fault
from dowager.language.text.call_grammar import call_pattern
from dowager.language.text.tokens import Wrong, guarded
from dowager.language.text.yaml_values import Text
from dowager.language.tree import expression as ex

_PASS = ex.CallPattern(frozenset({int(Call.PASS)}))
_ITEM = re.compile(r"\s*(?:\(([^()]*)\)|([^\s()]+))")
_SUITS = range(4)

_Steps: TypeAlias = tuple[ex.CallPattern, ...]


def read_pattern(text: Text, faults: list[Fault]) -> tuple[ex.CallPattern, ...]:
    """Read an auction pattern into one step for each call from the first bid on.

    Passes that the pattern leaves out are filled in, so that the steps end where it is our turn.
    A pattern that no auction can match is a fault, unless the arguments of a module made it so.
    """
    fallback: _Steps = ()
    strict = all(piece.moves for piece in text.pieces)
    return guarded(lambda: _steps(text.text, strict), fallback, text.at, faults)


def _steps(text: str, strict: bool) -> _Steps:
    if text.strip() == "start":
        return ()
    items = list(_items(text))
    if not items:
        raise Wrong(0, "the pattern is empty; write `start` for the opening, or such as 1NT (P)")
    steps: list[ex.CallPattern] = []
    lowest = int(Call.REDOUBLE)
    previous: bool | None = None
    for theirs, step, place in items:
        if previous is not None and theirs == previous:
            steps.append(_PASS)
        if strict or not steps:
            lowest = _lowest_after(step, lowest, place)
        steps.append(step)
        previous = theirs
    if previous is False:
        steps.append(_PASS)
    if strict and steps[-3:] == [_PASS] * 3:
        raise Wrong(items[-1][2], "after three passes the auction is over")
    return tuple(steps)


def _lowest_after(step: ex.CallPattern, lowest: int, place: int) -> int:
    """Return the lowest that the last bid can be after a step; `lowest` is the one before it.

    Raises:
        Wrong: no call of the step is legal after any bid, or before the first one.
    """
    opening = lowest < Call.C1
    bids = {5 * level - 2 + suit for level in step.levels for suit in _SUITS} | step.calls
    higher = [bid for bid in bids if bid > lowest and bid >= Call.C1]
    if opening and not higher:
        if step == _PASS:
            raise Wrong(place, "passes before the first bid are implied; begin with the first bid")
        raise Wrong(place, "the first call of a pattern is a bid; double and redouble come later")
    if not higher and all(bid >= Call.C1 for bid in bids):
        raise Wrong(place, f"no such auction: this is not above the bid before it, {CALLS[lowest]}")
    return min(higher) if opening or all(bid >= Call.C1 for bid in bids) else lowest


def _items(text: str) -> Iterator[tuple[bool, ex.CallPattern, int]]:
    """Yield whether each call is the opponents', its pattern and its place."""
    place = 0
    while text[place:].strip():
        found = _ITEM.match(text, place)
        if not found:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise Wrong(place, "an opponents' call stands in brackets, such as (2C)")
        theirs = found.group(1) is not None
        inner, start = (
            (found.group(1), found.start(1)) if theirs else (found.group(2), found.start(2))
        )
        if not inner.strip():
            raise Wrong(start, "the brackets hold no call; write (P) for the opponents' pass")
        yield theirs, call_pattern(inner, start), start
        place = found.end()

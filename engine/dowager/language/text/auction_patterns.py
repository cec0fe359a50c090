"""Reading an auction pattern, `1M (2x) 3M`: one step for each call from the first bid on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from dowager.auction import CALLS, Call
from dowager.errors import Fault, Span
from dowager.language.text.call_grammar import call_pattern
from dowager.language.text.pattern_letters import first_impossible
from dowager.language.text.tokens import MOST_REMEMBERED, Wrong, guarded
from dowager.language.text.vocabulary import guess
from dowager.language.text.yaml_values import Text, TextPiece
from dowager.language.tree import expression as ex

_PASS = ex.CallPattern(frozenset({int(Call.PASS)}))
_ITEM = re.compile(r"\s*(?:\(([^()]*)\)|([^\s()]+))")
_SUITS = range(4)
_Item: TypeAlias = tuple[bool, ex.CallPattern, int]
"""Whether a call is the opponents', its pattern and its offset."""


def read_pattern(text: Text, faults: list[Fault]) -> ex.Steps:
    """Read an auction pattern into one step for each call from the first bid on.

    Passes that the pattern leaves out are filled in; after the last step it is our turn. A pattern
    that no auction can match is a fault, unless the arguments of a module made it so. Patterns are
    remembered, as conditions are.
    """
    steps, found = _pattern(text.text, text.span, text.pieces)
    faults.extend(found)
    return steps


@lru_cache(maxsize=MOST_REMEMBERED)
def _pattern(
    words: str, span: Span, pieces: tuple[TextPiece, ...]
) -> tuple[ex.Steps, tuple[Fault, ...]]:
    text, faults = Text(words, span, pieces), list[Fault]()
    strict = all(piece.moves for piece in pieces)
    fallback: ex.Steps = ()
    steps = guarded(lambda: _steps(words, strict), fallback, text.at, faults)
    return steps, tuple(faults)


def last_bid(steps: ex.Steps) -> Call | None:
    """Return the last bid of a pattern; None when it is not the same one in all auctions."""
    for step in reversed(steps):
        if step.levels or any(call >= Call.C1 for call in step.calls):
            return CALLS[min(step.calls)] if len(step.calls) == 1 else None
    return None


def _steps(text: str, strict: bool) -> ex.Steps:
    if text.strip() == "start":
        return ()
    items = list(_items(text))
    if not items:
        raise Wrong(0, "the pattern is empty; write `start` for the opening, or calls: 1NT (P)")
    if strict:
        _check_bare_passes(items)
    steps: list[ex.CallPattern] = []
    lowest = int(Call.REDOUBLE)
    previous: bool | None = None
    for theirs, step, offset in items:
        if previous is not None and theirs == previous:
            steps.append(_PASS)
        if strict or not steps:
            lowest = _lowest_after(step, lowest, offset)
        steps.append(step)
        previous = theirs
    if previous is False:
        steps.append(_PASS)
    if strict and steps[-3:] == [_PASS] * 3:
        raise Wrong(items[-1][2], "after three passes the auction is over")
    if strict:
        _check_letters(items)
    return tuple(steps)


def _check_letters(items: list[_Item]) -> None:
    """Check that the letters can stand for suits with which an auction matches.

    Raises:
        Wrong: `1x (1x)`: whatever x is, the second bid is not above the first; or there are too
            many letters.
    """
    wrong = first_impossible([step for _, step, _ in items])
    if wrong == 0:
        message = "more letters than suits: different letters are different suits"
        raise Wrong(items[0][2], message)
    if wrong is not None:
        message = "no such auction: whatever suits the letters stand for, this is not above the bid"
        raise Wrong(items[wrong][2], f"{message} before it; another letter is another suit")


def _check_bare_passes(items: list[_Item]) -> None:
    """Check that no opponent's pass is written as one of ours.

    Raises:
        Wrong: `1H P 2H`: our pass would end the auction, for the opponents have passed around it.
    """
    for before, here, after in zip(items, items[1:], items[2:], strict=False):
        ours = not (before[0] or here[0] or after[0])
        if ours and here[1] == _PASS:
            right = "an opponent's pass is (P), and it may be left out"
            raise Wrong(here[2], f"after this pass of ours the auction is over; {right}: 1H 2H")


def _lowest_after(step: ex.CallPattern, lowest: int, offset: int) -> int:
    """Return how low the last bid can be after a step, when it could be `lowest` before it.

    Raises:
        Wrong: no call of the step is legal after any bid, or before the first one.
    """
    opening = lowest < Call.C1
    bids = {5 * level - 2 + suit for level in step.levels for suit in _SUITS} | step.calls
    higher = [bid for bid in bids if bid > lowest and bid >= Call.C1]
    if opening and not higher:
        if step == _PASS:
            raise Wrong(offset, "passes before the first bid are implied; begin with the first bid")
        raise Wrong(offset, "the first call of a pattern is a bid; double and redouble come later")
    if not higher and all(bid >= Call.C1 for bid in bids):
        before = CALLS[lowest]
        raise Wrong(offset, f"no such auction: this is not above {before}, the bid before it")
    return min(higher) if opening or all(bid >= Call.C1 for bid in bids) else lowest


def _items(text: str) -> Iterator[_Item]:
    """Yield whether each call is the opponents', its pattern and its offset."""
    offset = 0
    acted: set[bool] = set()
    bound: set[ex.SuitRef | None] = set()
    while text[offset:].strip():
        match = _ITEM.match(text, offset)
        if not match:
            offset += len(text[offset:]) - len(text[offset:].lstrip())
            opened = text[offset] == "("
            right = "this bracket is not closed; " if opened else ""
            raise Wrong(offset, f"{right}write an opponent's call in brackets: (2C)")
        theirs = match.group(1) is not None
        group = 1 if theirs else 2
        inner, start = match.group(group), match.start(group)
        if not inner.strip():
            raise Wrong(start, "the brackets are empty; write (P) for an opponent's pass")
        step, qualified = _step(inner, start)
        binds = step.strain is not None and step.strain not in bound
        if binds and not qualified and theirs not in acted:
            step = replace(step, senses=_THEIR_SUIT if theirs else _OUR_SUIT)
        yield theirs, step, start
        bound.add(step.strain)
        if step.levels or min(step.calls) >= Call.C1:
            acted.add(theirs)
        offset = match.end()


def _step(text: str, offset: int) -> tuple[ex.CallPattern, bool]:
    """Read one call with what is asked of it besides: `2C`, `2D:weak`, `1C:artificial:strong`.

    Returns:
        The call, and whether words were said of it.

    Raises:
        Wrong: there is no such call or word, the words contradict one another, or the call that
            they are said of is not a bid.
    """
    name, *words = text.split(":")
    step = call_pattern(name, offset)
    offset += len(name) + 1
    unknown = [word for word in words if word not in _WORDS]
    if unknown:
        known = guess(unknown[0], _WORDS, f"there are {', '.join(_WORDS)}")
        raise Wrong(offset, f"no word {unknown[0]!r} for a bid{known}")
    if words and any(call < Call.C1 for call in step.calls):
        raise Wrong(offset, f"{words[0]!r} is said of bids only: 2D:{words[0]}")
    for one, other in _CONTRARY:
        if one in words and other in words:
            raise Wrong(offset, f"no bid is both {one} and {other}")
    senses = frozenset(ex.Sense(word) for word in words if word != _ANY)
    return replace(step, senses=senses), bool(words)


_OUR_SUIT = frozenset({ex.Sense.NATURAL})
_THEIR_SUIT = frozenset({ex.Sense.SUIT})
"""What is asked of a side's first bid if it binds a letter, which stands for its suit."""

_ANY = "any"
_WORDS = ("natural", "artificial", "strong", "weak", _ANY)
_CONTRARY = (("natural", "artificial"), ("weak", "strong"), ("natural", _ANY), ("artificial", _ANY))

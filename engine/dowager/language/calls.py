"""Owns the calls that rules name: written calls, computed calls and one-call patterns."""

from __future__ import annotations

import re
from fractions import Fraction

from dowager.auction import Call, Strain, parse_call
from dowager.errors import Fault, InputError, Span
from dowager.language import expression as ex
from dowager.language.grammar import SUITS, Parser
from dowager.language.tokens import Wrong, guarded

_BID = re.compile(r"([1-7])(C|D|H|S|NT|N|[Mmxyzwt])$")
_PATTERN = re.compile(r"([1-7])(?:-([1-7]))?(C|D|H|S|NT|N|\?|[Mmxyzwt])$")
_BIDS = frozenset(int(call) for call in Call if call.is_bid)
_STEPS = {
    "cheapest": (ex.Step.CHEAPEST, False, True),
    "jump": (ex.Step.JUMP, False, True),
    "double_jump": (ex.Step.DOUBLE_JUMP, False, True),
    "at": (ex.Step.AT, True, True),
    "game": (ex.Step.GAME, False, True),
    "slam": (ex.Step.SLAM, False, True),
    "grand": (ex.Step.GRAND, False, True),
    "step": (ex.Step.STEP, True, False),
}
_COMPUTED = re.compile(r"([a-z_]+)\s*\((.*)\)$", re.DOTALL)


def strain_named(name: str) -> ex.SuitRef:
    """Return the strain of a suit letter or name, `N` and `NT` notrump."""
    if name in ("N", "NT"):
        return ex.SuitName(Strain.NOTRUMP)
    if name in SUITS:
        return ex.SuitName(SUITS[name])
    return ex.SuitLetter(ex.LETTERS.index(name))


def read_call(text: str, span: Span, faults: list[Fault]) -> ex.CallExpr:
    """Read the `call:` of a rule; a fault gives a pass."""
    fallback: ex.CallExpr = ex.FixedCall(int(Call.PASS))
    return guarded(lambda: _call(text, 0, span), fallback, span, faults)


def read_strain(text: str, span: Span, faults: list[Fault]) -> ex.SuitRef:
    """Read a suit or NT, for `shows` and `agrees`."""
    fallback: ex.SuitRef = ex.SuitName(Strain.CLUBS)
    return guarded(lambda: Parser(text, span, raw_argument).whole_strain(), fallback, span, faults)


def raw_argument(kind: str, text: str, place: int, span: Span) -> ex.CallPattern | ex.CallExpr:
    """Read the argument of `last(...)`, `called(...)` (a pattern) or `legal(...)` (a call)."""
    return call_pattern(text, place) if kind == "c" else _call(text, place, span)


def _call(text: str, place: int, span: Span) -> ex.CallExpr:
    word = text.strip()
    bid = _BID.match(word)
    if bid:
        return ex.BidCall(
            ex.Step.AT, ex.Number(Fraction(int(bid.group(1)))), strain_named(bid.group(2))
        )
    computed = _COMPUTED.match(word)
    if computed:
        return _computed(computed.group(1), computed.group(2), place, computed.start(2), span)
    try:
        return ex.FixedCall(int(parse_call(word)))
    except InputError as error:
        raise Wrong(
            place,
            f"no call {word!r}; write P, X, XX, 1C to 7NT, 1M, or a computed call such as "
            "cheapest(x), jump(x), at(3, x), game(x), step(1)",
        ) from error


def _computed(name: str, inner: str, place: int, offset: int, span: Span) -> ex.CallExpr:
    if name not in _STEPS:
        raise Wrong(place, f"no computed call {name!r}; there are {', '.join(_STEPS)}")
    step, has_level, has_strain = _STEPS[name]
    parts = inner.rsplit(",", 1) if has_level and has_strain else [inner]
    if len(parts) != has_level + has_strain:
        raise Wrong(place, f"{name} takes a level and a strain, such as {name}(3, x)")
    inside = span.shifted(place + offset)
    level = _level(parts[0], inside) if has_level else None
    strain = Parser(parts[-1], inside, raw_argument).whole_strain() if has_strain else None
    return ex.BidCall(step, level, strain)


def _level(text: str, span: Span) -> ex.NumberExpr:
    level = Parser(text, span, raw_argument).whole_number()
    if not ex.is_public(level):
        raise Wrong(0, "the level of a call may only depend on what everybody knows")
    return level


def call_pattern(text: str, place: int) -> ex.CallPattern:
    """Read one call of a pattern: `2C`, `2x`, `1-3x`, `2?`, `bid`, `?`, `P|X`.

    Raises:
        Wrong: it is none of these, or a choice holds a suit letter.
    """
    choices = [_single_pattern(part.strip(), place) for part in text.split("|")]
    if len(choices) == 1:
        return choices[0]
    if any(choice.levels for choice in choices):
        raise Wrong(place, f"{text.strip()!r}: a choice cannot hold a suit letter; list patterns")
    return ex.CallPattern(frozenset().union(*(choice.calls for choice in choices)))


def _single_pattern(text: str, place: int) -> ex.CallPattern:
    if text == "?":
        return ex.CallPattern(frozenset(range(38)))
    if text == "bid":
        return ex.CallPattern(_BIDS)
    found = _PATTERN.match(text)
    if found:
        return _bid_pattern(found, place)
    try:
        return ex.CallPattern(frozenset({int(parse_call(text))}))
    except InputError as error:
        raise Wrong(
            place,
            f"no call {text!r} in a pattern; write such as P, X, 1NT, 1M, 2x, 1-3x, 2?, bid, ?, P|X",
        ) from error


def _bid_pattern(found: re.Match[str], place: int) -> ex.CallPattern:
    low = int(found.group(1))
    high = int(found.group(2) or low)
    if high < low:
        raise Wrong(place, f"levels {low}-{high} run downwards; write {high}-{low}")
    levels = tuple(range(low, high + 1))
    name = found.group(3)
    if name == "?":
        return ex.CallPattern(frozenset(int(Call.bid(n, s)) for n in levels for s in Strain))
    strain = strain_named(name)
    if isinstance(strain, ex.SuitName):
        return ex.CallPattern(frozenset(int(Call.bid(n, strain.strain)) for n in levels))
    return ex.CallPattern(frozenset(), levels, strain)

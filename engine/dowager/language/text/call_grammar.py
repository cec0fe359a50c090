"""Owns the calls that rules name: written calls, computed calls and one-call patterns."""

from __future__ import annotations

import re
from fractions import Fraction

from dowager.auction import Call, Strain, parse_call
from dowager.errors import Fault, InputError
from dowager.language.text.cursor import suit_named
from dowager.language.text.grammar import Parser
from dowager.language.text.tokens import Locate, Wrong, guarded
from dowager.language.text.vocabulary import STEPS, closest
from dowager.language.text.yaml_values import Text
from dowager.language.tree import expression as ex

_STRAINS = "C|D|H|S|NT|N|[" + ex.LETTERS + "]"
_BID = re.compile(rf"([1-7])({_STRAINS})$")
_PATTERN = re.compile(rf"([1-7])(?:-([1-7]))?({_STRAINS}|\?)$")
_COMPUTED = re.compile(r"([A-Za-z_]+)\s*\((.*)\)$", re.DOTALL)
_BIDS = frozenset(int(call) for call in Call if call.is_bid)
_PASS = ex.FixedCall(int(Call.PASS))


def strain_named(name: str) -> ex.SuitRef:
    """Return the strain of a suit letter or name, `N` and `NT` notrump."""
    return ex.SuitName(Strain.NOTRUMP) if name in ("N", "NT") else suit_named(name)


def read_call(text: Text, faults: list[Fault]) -> ex.CallExpr:
    """Read the `call:` of a rule; a fault gives a pass."""
    fallback: ex.CallExpr = _PASS
    return guarded(lambda: _call(text.text, 0, text.at), fallback, text.at, faults)


def read_suit(text: Text, faults: list[Fault]) -> ex.SuitRef:
    """Read a suit, for `shows` and `agrees`."""
    fallback: ex.SuitRef = ex.SuitName(Strain.CLUBS)
    return guarded(
        lambda: Parser(text.text, text.at, raw_argument).whole_strain(notrump=False),
        fallback,
        text.at,
        faults,
    )


def raw_argument(kind: str, text: str, place: int, at: Locate) -> ex.CallPattern | ex.CallExpr:
    """Read the argument of `last(...)`, `called(...)` (a pattern) or `legal(...)` (a call)."""
    return call_pattern(text, place) if kind == "c" else _call(text, place, at)


def _trimmed(text: str, place: int) -> tuple[str, int]:
    """Return a text without white space around it, and the place where it then begins."""
    return text.strip(), place + len(text) - len(text.lstrip())


def _call(text: str, place: int, at: Locate) -> ex.CallExpr:
    word, place = _trimmed(text, place)
    bid = _BID.match(word)
    if bid:
        level = ex.Number(Fraction(int(bid.group(1))))
        return ex.BidCall(ex.Step.AT, level, strain_named(bid.group(2)))
    computed = _COMPUTED.match(word)
    if computed:
        return _computed(computed.group(1), computed.group(2), place, computed.start(2), at)
    try:
        return ex.FixedCall(int(parse_call(word)))
    except InputError as error:
        raise Wrong(
            place,
            f"no call {word!r}; write P, X, XX, 1C to 7NT, 1M, or a computed call such as "
            "cheapest(x), jump(x), at(3, x), game(x), step(1)",
        ) from error


def _computed(name: str, inner: str, place: int, offset: int, at: Locate) -> ex.CallExpr:
    step = STEPS.get(name)
    if step is None:
        hint = closest(name, STEPS)
        raise Wrong(place, f"no computed call {name!r}{hint}; there are {', '.join(STEPS)}")
    place += offset
    if step is ex.Step.STEP:
        return ex.BidCall(step, _level(inner, place, at, 9), None)
    if step is not ex.Step.AT:
        return ex.BidCall(step, None, _strain(inner, place, at))
    level, comma, strain = inner.rpartition(",")
    if not comma:
        raise Wrong(place, "at takes a level and a strain, such as at(3, x)")
    return ex.BidCall(
        step, _level(level, place, at, 7), _strain(strain, place + len(level) + 1, at)
    )


def _strain(text: str, place: int, at: Locate) -> ex.SuitRef:
    return Parser(text, at, raw_argument, place).whole_strain(notrump=True)


def _level(text: str, place: int, at: Locate, most: int) -> ex.NumberExpr:
    level = Parser(text, at, raw_argument, place).whole_number()
    place = _trimmed(text, place)[1]
    if not ex.is_public(level):
        raise Wrong(place, "the level of a call may only depend on what everybody knows")
    if isinstance(level, ex.Number) and level.value not in range(1, most + 1):
        raise Wrong(place, f"no such bid: {level.value} is not one of 1 to {most}")
    return level


def call_pattern(text: str, place: int) -> ex.CallPattern:
    """Read one call of a pattern: `2C`, `2x`, `1-3x`, `2?`, `bid`, `?`, `P|X`.

    Raises:
        Wrong: it is none of these, or a choice holds a suit letter.
    """
    choices: list[ex.CallPattern] = []
    begin = place
    for part in text.split("|"):
        word, start = _trimmed(part, begin)
        choices.append(_single_pattern(word, start))
        if choices[-1].levels and "|" in text:
            raise Wrong(start, f"{word!r}: a choice cannot hold a suit letter; list patterns")
        begin += len(part) + 1
    if len(choices) == 1:
        return choices[0]
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
            f"no call {text!r} in a pattern; "
            "write such as P, X, 1NT, 1M, 2x, 1-3x, 2?, bid, ?, P|X",
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

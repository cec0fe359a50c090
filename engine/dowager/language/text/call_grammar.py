"""Reading the calls of rules: plain, computed, and patterns of one call; and what calls ask."""

from __future__ import annotations

import re
from fractions import Fraction

from dowager.auction import Call, Strain, parse_call
from dowager.errors import Fault, InputError
from dowager.language.text.cursor import suit_named
from dowager.language.text.grammar import Parser
from dowager.language.text.tokens import Locate, Wrong, guarded
from dowager.language.text.vocabulary import COMPUTED_CALLS, guess
from dowager.language.text.yaml_values import Text
from dowager.language.tree import ASK_USAGES, Asked, ask_word
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS, suits_for

_STRAINS = "C|D|H|S|NT|N|[" + LETTERS + "]"
_BID = re.compile(rf"([1-7])({_STRAINS})$")
_PATTERN = re.compile(rf"([1-7])(?:-([1-7]))?({_STRAINS}|\?)$")
_ASKED = re.compile(r"\s*([A-Za-z][\w-]*)\s*(?:\((.*)\))?\s*$", re.DOTALL)
_COMPUTED = re.compile(r"([A-Za-z_]+)\s*\((.*)\)$", re.DOTALL)
_BIDS = frozenset(int(call) for call in Call if call.is_bid)
_PASS = ex.FixedCall(int(Call.PASS))


def strain_named(name: str) -> ex.SuitRef:
    """Return the strain of a suit's name or a suit letter; `N` and `NT` are notrump."""
    return ex.SuitName(Strain.NOTRUMP) if name in ("N", "NT") else suit_named(name)


_MOST_STEPS = 34
"""The bids above the lowest one."""


def read_call(text: Text, faults: list[Fault]) -> ex.CallExpr:
    """Read the `call:` of a rule; one with a fault is read as a pass."""
    fallback: ex.CallExpr = _PASS
    return guarded(lambda: _call(text.text, 0, text.at), fallback, text.at, faults)


def read_suit(text: Text, faults: list[Fault]) -> ex.SuitRef:
    """Read a suit, for `shows` and `agrees`; one with a fault is read as clubs."""
    fallback: ex.SuitRef = ex.SuitName(Strain.CLUBS)
    return guarded(
        lambda: Parser(text.text, text.at, raw_argument).whole_strain(notrump=False),
        fallback,
        text.at,
        faults,
    )


def read_asked(text: Text, faults: list[Fault]) -> Asked | None:
    """Read what a call asks, `aces` or `lead(H)`; None for one with a fault."""
    return guarded(lambda: _asked(text.text, text.at), None, text.at, faults)


def _asked(text: str, at: Locate) -> Asked:
    match = _ASKED.match(text)
    word = ask_word(match.group(1)) if match else None
    if match is None or word is None:
        known = guess(text, ASK_USAGES, f"there are {', '.join(ASK_USAGES)}")
        message = f"`asks` takes single words, not {text!r}{known}"
        raise Wrong(0, f"{message}; for any other question use `tags`")
    suit = match.group(2)
    if (suit is not None) is not word.takes_suit:
        raise Wrong(
            0, f"{word.value} takes {'a suit' if word.takes_suit else 'no suit'}: {word.usage}"
        )
    if suit is None:
        return Asked(word)
    parser = Parser(suit, at, raw_argument, match.start(2))
    return Asked(word, (parser.whole_strain(notrump=False),))


def raw_argument(kind: str, text: str, offset: int, at: Locate) -> ex.CallPattern | ex.CallExpr:
    """Read the argument of `last(...)`, `called(...)` (a pattern) or `legal(...)` (a call)."""
    return call_pattern(text, offset) if kind == "c" else _call(text, offset, at)


def _trimmed(text: str, offset: int) -> tuple[str, int]:
    """Return a text without white space around it, and the offset at which it then begins."""
    return text.strip(), offset + len(text) - len(text.lstrip())


def _call(text: str, offset: int, at: Locate) -> ex.CallExpr:
    word, offset = _trimmed(text, offset)
    bid = _BID.match(word)
    if bid:
        level = ex.Constant(Fraction(int(bid.group(1))))
        return ex.BidCall(ex.ComputedCall.AT, level, strain_named(bid.group(2)))
    computed = _COMPUTED.match(word)
    if computed:
        return _computed(computed, offset, at)
    try:
        return ex.FixedCall(int(parse_call(word)))
    except InputError as error:
        raise Wrong(
            offset,
            f"no call {word!r}; write P, X, XX, 1C to 7NT, 1M, or a computed call such as "
            "cheapest(x), jump(x), at(3, x), game(x), step(1)",
        ) from error


def _computed(match: re.Match[str], offset: int, at: Locate) -> ex.CallExpr:
    name, inner = match.groups()
    how = COMPUTED_CALLS.get(name)
    if how is None:
        known = guess(name, COMPUTED_CALLS, f"there are {', '.join(COMPUTED_CALLS)}")
        raise Wrong(offset, f"no computed call {name!r}{known}")
    offset += match.start(2)
    if how is ex.ComputedCall.STEP:
        return ex.BidCall(how, _level(inner, offset, at, _MOST_STEPS), None)
    if how is not ex.ComputedCall.AT:
        return ex.BidCall(how, None, _strain(inner, offset, at))
    level, comma, strain = inner.rpartition(",")
    if not comma:
        raise Wrong(offset, "`at` takes a level and a strain, such as at(3, x)")
    strain_offset = offset + len(level) + 1
    return ex.BidCall(how, _level(level, offset, at, 7), _strain(strain, strain_offset, at))


def _strain(text: str, offset: int, at: Locate) -> ex.SuitRef:
    return Parser(text, at, raw_argument, offset).whole_strain(notrump=True)


def _level(text: str, offset: int, at: Locate, most: int) -> ex.NumberExpr:
    level = Parser(text, at, raw_argument, offset).whole_number()
    offset = _trimmed(text, offset)[1]
    if not ex.is_public(level):
        raise Wrong(offset, "the level of a call may only depend on what everybody knows")
    if isinstance(level, ex.Constant) and level.value not in range(1, most + 1):
        raise Wrong(offset, f"no such bid: {level.value} is not from 1 to {most}")
    return level


def call_pattern(text: str, offset: int) -> ex.CallPattern:
    """Read one call of a pattern: `2C`, `2x`, `1-3x`, `2?`, `bid`, `?`, `P|X`.

    Raises:
        Wrong: it is none of these, or an alternative has a suit letter.
    """
    choices: list[ex.CallPattern] = []
    begin = offset
    for part in text.split("|"):
        word, start = _trimmed(part, begin)
        choices.append(_single_pattern(word, start))
        if choices[-1].levels and "|" in text:
            raise Wrong(start, f"{word!r} has a suit letter; write a list of patterns instead of |")
        begin += len(part) + 1
    if len(choices) == 1:
        return choices[0]
    return ex.CallPattern(frozenset().union(*(choice.calls for choice in choices)))


def possible_calls(text: str) -> frozenset[int]:
    """Return the calls that a rule's call may be, whatever its letters stand for.

    Of a computed call, and of one that is wrongly written, these are all calls.
    """
    try:
        pattern = call_pattern(text.strip(), 0)
    except Wrong:
        return frozenset(int(call) for call in Call)
    return calls_matched(pattern)


def calls_matched(pattern: ex.CallPattern) -> frozenset[int]:
    """Return the calls that match a pattern of one call by its name, whatever its letter is."""
    suits = suits_for(pattern.strain.slot) if isinstance(pattern.strain, ex.SuitLetter) else ()
    return pattern.calls | {
        int(Call.bid(level, Strain(suit))) for level in pattern.levels for suit in suits
    }


def _single_pattern(text: str, offset: int) -> ex.CallPattern:
    if text == "?":
        return ex.CallPattern(frozenset(int(call) for call in Call))
    if text == "bid":
        return ex.CallPattern(_BIDS)
    match = _PATTERN.match(text)
    if match:
        return _bid_pattern(match, offset)
    try:
        return ex.CallPattern(frozenset({int(parse_call(text))}))
    except InputError as error:
        right = _pattern_hint(text) or (
            "in a pattern write such as P, X, 1NT, 1M, 2x, 1-3x, 2?, bid, ?, P|X"
        )
        raise Wrong(offset, f"no call {text!r}; {right}") from error


def _pattern_hint(text: str) -> str:
    """Return what would be right for a pattern as other notations write it."""
    if text.lower() == "start":
        return "write `start`"
    if "-" in text:
        return f"calls are parted by spaces: {' '.join(text.split('-'))}"
    if "," in text:
        return "several patterns are a list: [1NT, 1NT (X)]"
    return ""


def _bid_pattern(match: re.Match[str], offset: int) -> ex.CallPattern:
    low = int(match.group(1))
    high = int(match.group(2) or low)
    if high < low:
        raise Wrong(offset, f"levels {low}-{high} run downwards; write {high}-{low}")
    levels = tuple(range(low, high + 1))
    name = match.group(3)
    if name == "?":
        return ex.CallPattern(frozenset(int(Call.bid(n, s)) for n in levels for s in Strain))
    strain = strain_named(name)
    if isinstance(strain, ex.SuitName):
        return ex.CallPattern(frozenset(int(Call.bid(n, strain.strain)) for n in levels))
    return ex.CallPattern(frozenset(), levels, strain)

"""What a call shows, in the few words that a card has room for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dowager.authoring.book.contents import Line
from dowager.authoring.book.notation import hcp_text, length_text
from dowager.cards import Suit
from dowager.knowledge.answers import Ranges
from dowager.language.text import Force

_FORCES = {Force.NO: "", Force.ROUND: "F1", Force.REBID: "F1", Force.GAME: "GF", Force.SIGNOFF: ""}
_PROMISED = 4
_TRUMPS = 3  # so many trumps are said of a raise
_MOST_KINDS = 3  # of which a call on a card lists what each shows
_NARROW = 5  # a range that one can play by
_MORE = 3  # by so much points with length must say more than HCP
_FEW = 6  # a length up to here is said of a kind without a long suit where another names the suit
_TWO_SUITS = 9  # so many cards in two suits are said whatever the other lengths
_LITTLE = {"a", "an", "and", "at", "for", "in", "of", "or", "the", "to"}
_COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {word: str(number) for number, word in enumerate(_COUNTS) if word}
_Span = tuple[int, int]


def brief(line: Line) -> str:
    """Return what a call shows in a few words: its rule's name, points, lengths, and its force.

    Points are HCP or, where they say more, points with length, or those in support of the suit
    that a bid agrees. Up to three really different kinds of hand are listed; the words of an alert
    say more of a single kind without a suit. What the name says is not said again.
    """
    force, name = _FORCES[line.force], _name(line)
    if line.support is not None:
        shown = ", ".join(_raise(line))
    elif len(kinds := _kinds(line)) > 1 or _long_suits(line) or not line.alert:
        shown = " or ".join(kinds)
    else:
        shown = _news(line.alert, name)
        force = "" if "forcing" in line.alert else force
    return ", ".join(part for part in (name, shown, force) if part) or "natural"


def _name(line: Line) -> str:
    """Return the name of a call: that of its main rule, or what the names of all begin with."""
    names = {use.name for use in line.uses}
    (first, *others) = {name.split(", ")[0] for name in names}
    return line.name if others or len(names) == 1 else first


def _news(alert: str, name: str) -> str:
    """Return an alert without its first clauses whose words all stand in the name."""
    known = _words(name)
    clauses = alert.split(", ")
    while clauses and _words(clauses[0]) <= known:
        clauses.pop(0)
    return ", ".join(clauses)


def _words(text: str) -> set[str]:
    """Return the words that say something, numbers in figures and without the s of a plural."""
    words = set(re.findall(r"\w+", text.lower())) - _LITTLE
    return {_FIGURES.get(word, word.removesuffix("s")) for word in words}


# --- raises ---------------------------------------------------------------------------------------


def _raise(line: Line) -> Iterator[str]:
    """Yield the points of a call that agrees a suit, and the lengths."""
    support = _support(line)
    hcp = hcp_text(*line.hcp)
    if support:
        yield support
    if hcp and not (support and _width(line.hcp) >= _width(_sound(line))):
        yield f"{hcp} HCP" if support else hcp
    suits = _long_suits(line)
    trumps = line.trumps
    if trumps is not None and trumps.symbol not in suits:
        low, high = line.lengths[trumps]
        if low >= _TRUMPS:
            yield f"{length_text(low, high)}{trumps.symbol}"
    if suits:
        yield suits


def _support(line: Line) -> str:
    """Return the points in support: for every hand, or between what most hands have."""
    sound, usual = _sound(line), line.usual_support
    words = hcp_text(*sound)
    strong = words.endswith("+") and hcp_text(*line.hcp).endswith("+")
    if not words or usual is None:
        return f"{words} in support" if words and _width(sound) <= _width(line.hcp) else ""
    if strong or _width(sound) <= _NARROW:
        return f"{words} in support"
    return f"usually {hcp_text(*usual)} in support"


def _sound(line: Line) -> _Span:
    return line.support if line.support is not None else line.hcp


def _width(span: _Span) -> int:
    return span[1] - span[0]


# --- kinds of hand --------------------------------------------------------------------------------


def _kinds(line: Line) -> list[str]:
    """Return the different kinds of hand of a call, those without a long suit as one."""
    low, high = line.hcp
    kinds = [
        Ranges((max(low, kind.hcp[0]), min(high, kind.hcp[1])), kind.lengths)
        for kind in (each.ranges for each in line.alternatives)
    ]
    if not 1 < len(kinds) <= _MOST_KINDS:
        kinds = [Ranges(line.hcp, line.lengths)]
    notrump = _is_notrump(line)
    plain = [kind for kind in kinds if not _long(kind.lengths, notrump)]
    if len(plain) > 1:
        kinds = [kind for kind in kinds if _long(kind.lengths, notrump)]
        kinds.append(_together(plain))
    return _listed(kinds, line)


def _together(kinds: Sequence[Ranges]) -> Ranges:
    """Return the ranges of several kinds of hand as one."""
    every = zip(*(kind.lengths for kind in kinds), strict=True)
    return Ranges(_around([kind.hcp for kind in kinds]), tuple(map(_around, every)))


def _around(spans: Sequence[_Span]) -> _Span:
    return min(low for low, _ in spans), max(high for _, high in spans)


def _listed(kinds: Sequence[Ranges], line: Line) -> list[str]:
    """Return kinds of hand in words; a strength that is that of all of them is said once."""
    strengths = [_strength(kind.hcp, line) for kind in kinds]
    notrump = _is_notrump(line)
    long = [_long(kind.lengths, notrump) for kind in kinds]
    named = set[Suit]().union(*long)
    known = named & {line.call.suit} if line.call.is_bid else named
    suits = [_suits(kind, own or known) for kind, own in zip(kinds, long, strict=True)]
    if len(set(strengths)) == 1 and all(suits):
        same_suit = len(named) == 1 and all(long)
        said = [_suits(_together(kinds), named)] if same_suit else dict.fromkeys(suits)
        return [", ".join(part for part in (strengths[0], " or ".join(said)) if part)]
    pairs = zip(strengths, suits, strict=True)
    texts = (", ".join(part for part in pair if part) for pair in pairs)
    said = [text for text in dict.fromkeys(texts) if text]
    return [text for text in said if not any(_says_less(other, text) for other in said)]


def _says_less(text: str, other: str) -> bool:
    """Whether a text has some of the clauses of another, so that it is true of its hands, too."""
    return set(text.split(", ")) < set(other.split(", "))


def _strength(hcp: _Span, line: Line) -> str:
    """Return HCP, or points with length where only these say how strong a hand is."""
    words = hcp_text(*hcp)
    if words.endswith("+") and line.points[0] >= hcp[0] + _MORE:
        return f"{line.points[0]}+ points with length"
    low, high = hcp
    said = rf"\b{low}( to |–|-| or ){high}\b" if low < high else rf"\b{low}\b"
    return "" if re.search(said, line.name) else words


def _suits(kind: Ranges, named: Collection[Suit]) -> str:
    """Return the lengths of some suits; of short ones only those that say something."""
    texts = (
        f"{length_text(low, high)}{suit.symbol}"
        for suit, (low, high) in zip(Suit, kind.lengths, strict=True)
        if suit in named and (low >= _PROMISED or (length_text(low, high) and high <= _FEW))
    )
    return ", ".join(reversed(list(texts)))


def _long_suits(line: Line) -> str:
    """Return the long suits that every hand of a call has."""
    kind = Ranges(line.hcp, line.lengths)
    return _suits(kind, _long(kind.lengths, _is_notrump(line)))


def _is_notrump(line: Line) -> bool:
    return line.call.is_bid and line.call.suit is None


def _long(lengths: Sequence[_Span], notrump: bool) -> set[Suit]:
    """Return the suits of four cards or more, unless the hand may be balanced.

    Nine cards in two suits are not what one calls balanced, unless notrump is bid.
    """
    flat = all(low and high < _PROMISED + 3 for low, high in lengths)
    if flat and (notrump or sum(sorted(low for low, _ in lengths)[2:]) < _TWO_SUITS):
        return set()
    return {suit for suit in Suit if lengths[suit][0] >= _PROMISED}

"""What a call shows, in the few words that a card has room for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
_Span = tuple[int, int]


def brief(line: Line) -> str:
    """Return what a call shows in a few words: its rule's name, points, lengths, and its force.

    Points are HCP or, where they say more, points with length, or those in support of the suit
    that a bid agrees. Up to three really different kinds of hand are listed; the words of an alert
    say more of a single kind without a suit. What the name says is not said again.
    """
    force = _FORCES[line.force]
    if line.support is not None:
        shown = ", ".join(_raise(line))
    elif len(kinds := _kinds(line)) > 1 or any(_long_suits(line.lengths)) or not line.alert:
        shown = " or ".join(kinds)
    else:
        shown = _news(line.alert, line.name)
        force = "" if "forcing" in line.alert else force
    return ", ".join(part for part in (line.name, shown, force) if part) or "natural"


def _news(alert: str, name: str) -> str:
    """Return an alert without clauses whose words all stand in the name."""
    known = set(re.findall(r"\w+", name.lower()))
    clauses = alert.split(", ")
    while clauses and set(re.findall(r"\w+", clauses[0].lower())) <= known:
        clauses.pop(0)
    return ", ".join(clauses)


# --- raises ---------------------------------------------------------------------------------------


def _raise(line: Line) -> Iterator[str]:
    """Yield the points of a call that agrees a suit, and the lengths."""
    support = _support(line)
    hcp = hcp_text(*line.hcp)
    if support:
        yield support
    if hcp and not (support and _width(line.hcp) >= _width(_sound(line))):
        yield f"{hcp} HCP" if support else hcp
    suits = list(_long_suits(line.lengths))
    trumps = line.trumps
    if trumps is not None and not any(trumps.symbol in each for each in suits):
        low, high = line.lengths[trumps]
        if low >= _TRUMPS:
            yield f"{length_text(low, high)}{trumps.symbol}"
    yield from suits


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
    plain = [kind.hcp for kind in kinds if not any(_long_suits(kind.lengths))]
    if len(plain) > 1:
        hcp = min(least for least, _ in plain), max(most for _, most in plain)
        kinds = [kind for kind in kinds if any(_long_suits(kind.lengths))]
        kinds.append(Ranges(hcp, line.lengths))
    return _listed(kinds, line)


def _listed(kinds: Sequence[Ranges], line: Line) -> list[str]:
    """Return kinds of hand in words; a strength that is that of all of them is said once."""
    strengths = [_strength(kind.hcp, line) for kind in kinds]
    suits = [", ".join(_long_suits(kind.lengths)) for kind in kinds]
    if len(set(strengths)) == 1 and all(suits):
        said = " or ".join(dict.fromkeys(suits))
        return [", ".join(part for part in (strengths[0], said) if part)]
    pairs = zip(strengths, suits, strict=True)
    texts = (", ".join(part for part in pair if part) for pair in pairs)
    return [text for text in dict.fromkeys(texts) if text]


def _strength(hcp: _Span, line: Line) -> str:
    """Return HCP, or points with length where only these say how strong a hand is."""
    words = hcp_text(*hcp)
    if words.endswith("+") and line.points[0] >= hcp[0] + _MORE:
        return f"{line.points[0]}+ points with length"
    low, high = hcp
    said = rf"\b{low}( to |–|-| or ){high}\b" if low < high else rf"\b{low}\b"
    return "" if re.search(said, line.name) else words


def _long_suits(lengths: Sequence[_Span]) -> Iterator[str]:
    flat = all(low and high < _PROMISED + 3 for low, high in lengths)
    for suit in reversed(Suit):
        low, high = lengths[suit]
        if low >= _PROMISED and not flat:
            yield f"{length_text(low, high)}{suit.symbol}"

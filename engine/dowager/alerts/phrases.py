"""The phrases that alerts are made of: a table of patterns, each with what it says of a hand.

Patterns see text in lower case with single blanks, suit symbols as words and numbers as digits.
They are tried in order at the start of a word and must end at the end of one. None has an
unbounded repetition, so the time to read a text is proportional to its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

from dowager.cards import Suit, make_card
from dowager.knowledge.cells import ACES, KINGS, LENGTHS
from dowager.knowledge.public import (
    ANY_HCP,
    ANY_LENGTH,
    ANY_POINTS,
    ANY_SUIT_HCP,
    Ask,
    Bounds,
    Description,
    Forcing,
    Topic,
    between,
    open_ended,
)
from dowager.language.compile import predicate_node
from dowager.language.tree import TRUE, Bool, Feature, Range, Sum, all_of, any_of, negation

Match = re.Match[str]

_ANY_HAND = Description()


@dataclass(frozen=True, slots=True)
class Said:
    """What a phrase says.

    Attributes:
        description: what it says of the hand that a disclosure can hold.
        beyond: what it says of the hand that a disclosure cannot hold.
        asks: what it asks partner.
        force: how it binds the side.
    """

    description: Description = _ANY_HAND
    beyond: Bool = TRUE
    asks: frozenset[Ask] = frozenset()
    force: frozenset[Forcing] = frozenset()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern and its reader; `read` returns None for numbers that no hand has."""

    example: str
    pattern: re.Pattern[str]
    read: Callable[[Match], Said | None]


# -- amounts ---------------------------------------------------------------------------------------

_N = "[0-9]{1,2}(?![0-9])"
_LEAST = "(?:at least|minimum|min|>=|=>)"
_MOST = "(?:up to|at most|maximum|max|<=|=<)"
_BELOW = "(?:less than|fewer than|below|under|<)"
_ABOVE = "(?:more than|over|above|>)"
_OPEN = rf"(?:{_LEAST} ?{_N} ?\+?|{_MOST} ?{_N}|{_BELOW} ?{_N}|{_ABOVE} ?{_N}"
_OPEN += rf"|{_N} ?\+|{_N} (?:or|and) (?:more|better|less|fewer)|{_N}-(?! ?[0-9a-z]))"
_RANGE = rf"(?:between {_N} and {_N}|(?:from )?{_N} ?(?:-|to|or|/|\.\.) ?{_N})"
_VAGUE = f"(?:{_RANGE}|{_OPEN})"
_AMOUNT = f"(?:{_RANGE}|{_OPEN}|(?:exactly )?{_N})"

_WHOLE = 99
_AMOUNTS: tuple[tuple[str, Callable[[list[int]], Bounds]], ...] = (
    (rf"{_LEAST}.*|.*(?:\+|more|better)", lambda n: (n[0], _WHOLE)),
    (rf"{_MOST}.*|.*(?:less|fewer|-)", lambda n: (0, n[0])),
    (rf"{_BELOW}.*", lambda n: (0, n[0] - 1)),
    (rf"{_ABOVE}.*", lambda n: (n[0] + 1, _WHOLE)),
    (_RANGE, lambda n: (n[0], n[1])),
    (".*", lambda n: (n[0], n[0])),
)
"""How an amount is written, and its least and greatest value; the first line that fits counts."""


def _span(text: str, any_value: Bounds, most: int) -> Bounds | None:
    """Return the amount a text names, cut to what hands have; None when none has it.

    Args:
        text: an amount.
        any_value: the least and greatest value a hand can have.
        most: the greatest number that may be written, more than a hand has where points are
            adjusted for distribution (protocol, item 7).
    """
    numbers = [int(number) for number in re.findall("[0-9]+", text)]
    low, high = next(read for how, read in _AMOUNTS if re.fullmatch(how, text))(numbers)
    if max(numbers) > most or low > high or low > any_value[1]:
        return None
    return low, min(high, any_value[1])


# -- what phrases say ------------------------------------------------------------------------------

_SUIT_WORD = "(?:spades?|hearts?|diamonds?|clubs?)"
_SUIT = f"(?P<suit>{_SUIT_WORD}|[shdc](?![a-z]))"
_WORD = f"(?P<suit>{_SUIT_WORD})"
_POINTS = "(?:(?:total )?(?:points?|pts?|high[- ]card points?|hcps?|p))"
_TOTAL = "(?:total (?:points?|pts?))"
_CARDS = "(?:[- ]?cards?(?: suit)?(?: in| of)?(?: the)?)"
_MAJORS, _MINORS = (Suit.HEARTS, Suit.SPADES), (Suit.CLUBS, Suit.DIAMONDS)


def _suit(name: str) -> Suit:
    return Suit.parse(name[0])


def _pair(name: str) -> tuple[Suit, Suit]:
    return _MAJORS if name.startswith("maj") else _MINORS


def _named(match: Match) -> tuple[Suit, Suit]:
    return _suit(match["suit"]), _suit(match["other"])


def _hcp(match: Match) -> Said | None:
    span = _span(match["n"], ANY_HCP, 50)
    return None if span is None else Said(Description(hcp=span))


def _total(match: Match) -> Said | None:
    span = _span(match["n"], ANY_POINTS, ANY_POINTS[1])
    return None if span is None else Said(Description(points=open_ended(span)))


def _suit_hcp(match: Match) -> Said | None:
    span = _span(match["n"], ANY_SUIT_HCP, 15)
    return None if span is None else Said(Description().with_suit_hcp(_suit(match["suit"]), span))


def _cards(match: Match) -> Said | None:
    span = _span(match["n"], ANY_LENGTH, 13)
    return None if span is None else Said(Description().with_length(_suit(match["suit"]), span))


def _at_least(match: Match) -> Said | None:
    """Read a bare number of cards: "four hearts" is at least four, "one heart" may be a bid."""
    number = int(match["n"])
    return _long([_suit(match["suit"])], number) if 4 <= number <= 13 else None


def _long(suits: Iterable[Suit], least: int) -> Said:
    description = Description()
    for suit in suits:
        description = description.with_length(suit, (least, ANY_LENGTH[1]))
    return Said(description)


def _two_suits(suits: tuple[Suit, Suit], lengths: Iterable[int]) -> Said | None:
    """Return that both suits have the lesser length, and one of them the greater."""
    least, most = sorted(lengths)
    if least + most > 13:
        return None
    longer = any_of(Range(LENGTHS[suit], most, None) for suit in suits)
    return Said(_long(suits, least).description, TRUE if least == most else longer)


def _two_of_a_rank(match: Match) -> Said | None:
    return _two_suits(_pair(match["rank"]), (int(match["a"]), int(match["b"])))


def _two_named(match: Match) -> Said | None:
    suits = _named(match)
    if suits[0] == suits[1]:
        return None
    return _two_suits(suits, (int(match["a"]), int(match["b"])))


def _both_suits(match: Match) -> Said | None:
    """Read cards in two suits: eight or more are their sum, fewer are in each."""
    suits = _pair(match["rank"]) if match["rank"] else _named(match)
    span = _span(match["n"], ANY_LENGTH, 13)
    if span is None or suits[0] == suits[1]:
        return None
    if span[0] >= 8:
        return Said(beyond=Range(Sum(tuple((1, LENGTHS[suit]) for suit in suits), 0), *span))
    description = Description()
    for suit in suits:
        description = description.with_length(suit, span)
    return Said(description)


def _some_of_a_rank(match: Match) -> Said | None:
    """Read an n-card major: at least n cards in at least one of them."""
    number = int(match["n"])
    if number > 13:
        return None
    return Said(beyond=any_of(Range(LENGTHS[s], number, None) for s in _pair(match["rank"])))


def _none_of_a_rank(match: Match) -> Said | None:
    most = int(match["n"] or 4) - 1
    if not 0 <= most <= 12:
        return None
    description = Description()
    for suit in _pair(match["rank"]):
        description = description.with_length(suit, (0, most))
    return Said(description)


def _some_suit(match: Match) -> Said | None:
    number = int(match["n"])
    return Said(beyond=Range(Feature("longest_length"), number, None)) if number <= 13 else None


def _short(least: int, most: int, match: Match) -> Said:
    return Said(Description().with_length(_suit(match["suit"]), (least, most)))


def _aces(number: Feature, match: Match) -> Said | None:
    """Read a number of aces or kings; a disclosure holds at most two numbers, not more."""
    either = re.fullmatch("([0-4]) or ([0-4])", match["n"])
    if match["n"] == "no" or either:
        numbers = frozenset(map(int, either.groups())) if either else frozenset({0})
    else:
        span = _span(match["n"], (0, 4), 4)
        if span is None:
            return None
        numbers = frozenset(range(span[0], span[1] + 1))
        if len(numbers) > 2:
            return Said(beyond=between(number, span, (0, 4)))
    return Said(Description(aces=numbers) if number == ACES else Description(kings=numbers))


def _held(rank: int, match: Match) -> Said:
    return Said(Description(held=frozenset({make_card(_suit(match["suit"]), rank)})))


def _ask(topic: Topic) -> Callable[[Match], Said]:
    def read(match: Match) -> Said:
        suit = _suit(match["suit"]) if topic in (Topic.LEAD, Topic.LEAD_NOT) else None
        return Said(asks=frozenset({Ask(topic, suit)}))

    return read


def _holds(condition: Bool) -> Callable[[Match], Said]:
    return lambda match: Said(beyond=condition)


def _forces(force: Forcing) -> Callable[[Match], Said]:
    return lambda match: Said(force=frozenset({force}))


def _bare(match: Match) -> Said | None:
    """Read a range that stands alone: points when it is too wide or too high for lengths."""
    low, high = int(match["a"]), int(match["b"])
    if high < 7 or high - low < 2:
        return None
    span = _span(f"{low}-{high}", ANY_HCP, 40)
    return None if span is None else Said(Description(hcp=span))


def _nothing(match: Match) -> Said:
    return Said()


_TWO_SUITED = all_of(
    [Range(Feature("longest_length"), 5, None), Range(Feature("second_length"), 4, None)]
)
_BALANCED, _UNBALANCED = predicate_node("balanced", ()), predicate_node("unbalanced", ())
_ASKING = "ask(?:s|ing)?(?: for)?(?: an?| the| partner(?:'s)?)?"

_TABLE: tuple[tuple[str, str, Callable[[Match], Said | None]], ...] = (
    # example, pattern, reader
    ("8 to 10 points in clubs", rf"(?P<n>{_AMOUNT}) ?{_POINTS} in {_SUIT}", _suit_hcp),
    ("8 to 14 total points", rf"(?P<n>{_AMOUNT}) ?{_TOTAL}(?! in )", _total),
    ("total points 15-17", rf"{_TOTAL} ?(?:[:=](?!>) ?)?(?P<n>{_AMOUNT})", _total),
    ("12 to 14 points", rf"(?P<n>{_AMOUNT}) ?{_POINTS}(?! in )", _hcp),
    ("hcp=17-19", rf"{_POINTS} ?[:=](?!>) ?(?P<n>{_AMOUNT})", _hcp),
    ("hcp 15-17", rf"{_POINTS} ?(?P<n>{_VAGUE})", _hcp),
    ("0 or 4 total aces", rf"(?P<n>no|{_AMOUNT}) (?:total )?aces?", partial(_aces, ACES)),
    ("1 total kings", rf"(?P<n>no|{_AMOUNT}) (?:total )?kings?", partial(_aces, KINGS)),
    ("ace of spades", rf"(?:the )?ace (?:of|in) {_SUIT}", partial(_held, 12)),
    ("king of hearts", rf"(?:the )?king (?:of|in) {_SUIT}", partial(_held, 11)),
    (
        "5-4 in the majors",
        r"(?:at least )?(?P<a>[4-7])\+?[-/](?P<b>[4-7])\+?(?: cards?)?(?: in)?(?: the| both)?"
        r" (?P<rank>majors|minors)",
        _two_of_a_rank,
    ),
    (
        "5-5 in spades and hearts",
        rf"(?:at least )?(?P<a>[4-7])\+?[-/](?P<b>[4-7])\+?(?: in)? {_SUIT}"
        rf"(?: and | ?& ?| ?/ ?)(?P<other>{_SUIT_WORD}|[shdc](?![a-z]))",
        _two_named,
    ),
    (
        "both majors",
        "(?:both|the 2|2)(?: the)? (?P<rank>majors|minors)",
        lambda match: _long(_pair(match["rank"]), 4),
    ),
    (
        "no four-card major",
        r"(?:no|denies|denying|without)(?: an?)?(?: (?P<n>[4-7])\+?[- ]?card)?"
        r" (?P<rank>major|minor)s?(?: suits?)?",
        _none_of_a_rank,
    ),
    (
        "five-card major",
        rf"(?P<n>{_N})\+?[- ]?cards? (?P<rank>major|minor)(?: suit)?",
        _some_of_a_rank,
    ),
    ("6+ card suit", rf"(?P<n>{_N})\+?[- ]?cards? suit(?! in| of)", _some_suit),
    ("5-card heart suit", rf"(?P<n>{_N})-card {_SUIT}(?: suit)?", _at_least),
    (
        "9+ cards in spades and hearts",
        rf"(?P<n>{_AMOUNT})(?:[- ]?cards?(?: in| of)) (?:the (?P<rank>majors|minors)"
        rf"|{_SUIT}(?: and | ?& ?)(?P<other>{_SUIT_WORD}|[shdc](?![a-z])))",
        _both_suits,
    ),
    ("5+ cards in spades", rf"(?P<n>{_AMOUNT}){_CARDS} {_SUIT}(?: suit)?", _cards),
    ("5+ spades", rf"(?P<n>{_VAGUE}) ?(?:in )?{_SUIT}", _cards),
    ("exactly 5 spades", rf"(?P<n>exactly {_N}) {_WORD}", _cards),
    ("5 spades", rf"(?P<n>{_N}) {_WORD}", _at_least),
    ("c=0-8", rf"{_SUIT} ?[:=](?!>) ?(?P<n>{_AMOUNT})(?! ?{_POINTS})", _cards),
    ("s>=5", rf"{_SUIT} ?(?P<n>{_VAGUE})(?! ?{_POINTS})", _cards),
    (
        "singleton or void in hearts",
        r"(?:(?:a )?(?:void|singleton)(?: ?/ ?| or (?:a )?)(?:singleton|void)|short(?:ness|age)?)"
        rf"(?: in)? {_SUIT}",
        partial(_short, 0, 1),
    ),
    ("void in hearts", rf"void(?: in)? {_SUIT}", partial(_short, 0, 0)),
    ("singleton in hearts", rf"singleton(?: in)? {_SUIT}", partial(_short, 1, 1)),
    (
        "transfer to hearts",
        rf"transfer(?:s|ring)?(?: to| for)? {_WORD}",
        lambda match: _long([_suit(match["suit"])], 5),
    ),
    ("semi-balanced", "semi[- ]?bal(?:anced)?", _holds(negation(_UNBALANCED))),
    ("balanced", "bal(?:anced)?", _holds(_BALANCED)),
    ("unbalanced", "(?:unbal(?:anced)?|not balanced)", _holds(negation(_BALANCED))),
    ("two-suiter", "2[- ]?suite[rd]", _holds(_TWO_SUITED)),
    (
        "asking for a four-card major suit",
        rf"{_ASKING} 4[- ]card majors?(?: suit)?",
        _ask(Topic.FOUR_CARD_MAJOR),
    ),
    (
        "asking for a five-card major suit",
        rf"{_ASKING} 5[- ]card majors?(?: suit)?",
        _ask(Topic.FIVE_CARD_MAJOR),
    ),
    ("asking for a four-card suit", rf"{_ASKING} 4[- ]card suits?", _ask(Topic.FOUR_CARD_SUIT)),
    ("asking for a major suit", rf"{_ASKING} majors?(?: suits?)?", _ask(Topic.MAJOR)),
    ("asking for a minor suit", rf"{_ASKING} minors?(?: suits?)?", _ask(Topic.MINOR)),
    ("asking for aces", rf"(?:{_ASKING} aces?|ace ask(?:ing)?)", _ask(Topic.ACES)),
    ("asking for kings", rf"(?:{_ASKING} kings?|king ask(?:ing)?)", _ask(Topic.KINGS)),
    ("asking for support", rf"{_ASKING} support", _ask(Topic.SUPPORT)),
    ("asks for lead in hearts", rf"{_ASKING} lead (?:in|of) {_SUIT}", _ask(Topic.LEAD)),
    ("asks for lead not in hearts", rf"{_ASKING} lead not (?:in|of) {_SUIT}", _ask(Topic.LEAD_NOT)),
    ("non-forcing", "(?:not forcing|non[- ]?forcing|nf)", _nothing),
    (
        "forcing until game",
        "(?:forcing(?: until| to)? game|game[- ]forc(?:ing|e)|gf|fg)",
        _forces(Forcing.GAME),
    ),
    (
        "forcing for one round",
        "(?:forcing(?: for)?(?: (?:one|1) round)?|f1|one[- ]round force)",
        _forces(Forcing.ROUND),
    ),
    ("promises a rebid", "promis(?:es|ing) a rebid", _forces(Forcing.REBID)),
    (
        "to play",
        "(?:to play|sign[- ]?off|natural|artificial|conventional|invit(?:e|ational|ing)"
        "|any (?:hand|shape|distribution))",
        _nothing,
    ),
)
"""The phrases in order; the last, `to play` and its like, say nothing of the cards."""

_BARE = re.compile(f"(?P<a>{_N}) ?- ?(?P<b>{_N})")


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return the table, compiled."""
    return tuple(
        Phrase(example, re.compile(f"{pattern}(?![a-z0-9+])"), read)
        for example, pattern, read in _TABLE
    )


def phrase_at(text: str, start: int) -> tuple[Said | None, int] | None:
    """Return what the phrase at `start` says and where it ends; None when none begins there.

    What it says is None for numbers that no hand has.
    """
    for phrase in phrases():
        match = phrase.pattern.match(text, start)
        if match:
            return phrase.read(match), match.end()
    return None


def bare_range(text: str) -> Said | None:
    """Return what a segment that is nothing but a range says, such as `12-14`; else None."""
    match = _BARE.fullmatch(text)
    return _bare(match) if match else None

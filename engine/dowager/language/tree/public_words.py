"""Owns the words for what everybody at the table knows, and what the language asks of a view.

A word is stated once, here, with its arguments, its meaning and the question it puts to the view.
The knowledge floor provides the view; the language only knows this protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dowager.auction import Call
from dowager.language.tree.nodes import Bool, Int


class PublicView(Protocol):
    """What all four players know before a call; seats are 0 the caller, then clockwise.

    Suits and strains are their numbers, clubs 0 to notrump 4.
    """

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether the caller's side and the other side are vulnerable."""

    @property
    def last_bid(self) -> Call:
        """The last bid, a pass when there is none."""

    @property
    def level(self) -> int:
        """The level of the last bid, 0 when there is none."""

    @property
    def ours(self) -> bool:
        """Whether the last bid is the caller's side's."""

    @property
    def doubled(self) -> int:
        """0, 1 or 2: whether the last bid is doubled or redoubled."""

    @property
    def passes(self) -> int:
        """How many passes there have been since the last call that was not a pass."""

    @property
    def seat_number(self) -> int:
        """The caller's seat counted from the dealer, 1 to 4."""

    @property
    def turn_number(self) -> int:
        """Which of the caller's calls this is, from 1."""

    @property
    def length(self) -> int:
        """How many calls there have been from the first bid on."""

    @property
    def opener(self) -> int:
        """The seat of the first bid, -1 when nobody has bid."""

    @property
    def contested(self) -> bool:
        """Whether both sides have made a call other than a pass."""

    @property
    def forced(self) -> bool:
        """Whether the caller may not pass by agreement."""

    @property
    def game_forced(self) -> bool:
        """Whether the caller's side has made a game-forcing call."""

    @property
    def agreed(self) -> int:
        """The suit that the caller's side has agreed, or -1."""

    def stat(self, who: int, value: Int, stat: int) -> float:
        """Return the least (0), greatest (1) or expected (2) value that a seat has shown."""

    def expected(self, who: int, value: Int, total: int) -> tuple[float, float]:
        """Return `(base, slope)`: a seat's value is expected to be `base + slope * own value`.

        `total` is what the four hands' values add up to; `slope` is -1 to 0.
        """

    def has_bid(self, who: int, strain: int) -> bool:
        """Whether a seat has bid a strain naturally."""

    def has_shown(self, who: int, suit: int) -> bool:
        """Whether a seat has shown a suit, by a natural bid or otherwise."""

    def last_call(self, who: int) -> int:
        """Return a seat's last call, or -1 when it has not called."""

    def calls_of(self, who: int) -> tuple[int, ...]:
        """Return a seat's calls in order."""

    def tags(self, who: int, ever: bool) -> frozenset[str]:
        """Return the tags of a seat's last call, or of all its calls."""

    def asks(self, who: int) -> str:
        """Return what a seat's last call asks, or an empty text."""

    def force(self, who: int) -> str:
        """Return what a seat's last call forces: `no`, `round`, `game` or `signoff`."""

    def limited(self, who: int) -> bool:
        """Whether a seat has limited its hand."""

    def passed_hand(self, who: int) -> bool:
        """Whether a seat passed before anybody bid."""

    def is_legal(self, call: int) -> bool:
        """Whether the caller may make a call."""

    def chance(self, who: int, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability, for a seat."""


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A number of the position: the kinds of its arguments, its meaning, its question.

    Argument kinds: `s` a suit, `n` a suit or NT, `c` a call pattern, `k` a call, `w` a word.
    """

    args: str
    about: str
    ask: Callable[..., int]


@dataclass(frozen=True, slots=True)
class TruthWord:
    """A condition of the position, or of a seat; argument kinds as for `NumberWord`."""

    args: str
    about: str
    ask: Callable[..., bool]


def level_of(view: PublicView, strain: int) -> int:
    """Return the level of the cheapest legal bid in a strain, 8 when there is none."""
    last = view.last_bid
    if last < Call.C1:
        return 1
    return last.level + (strain <= last.strain)


def game_level(strain: int) -> int:
    """Return the level at which a strain makes game: notrump 3, majors 4, minors 5."""
    return 3 if strain == 4 else 4 if strain >= 2 else 5


NUMBER_WORDS: dict[str, NumberWord] = {
    "level": NumberWord("", "the level of the last bid, 0 when there is none", lambda v: v.level),
    "level_of": NumberWord(
        "n", "the level of the cheapest legal bid in a strain, 8 when there is none", level_of
    ),
    "game_level": NumberWord("n", "3, 4 or 5: the level of game", lambda v, n: game_level(n)),
    "seat": NumberWord("", "one's place after the dealer, 1 to 4", lambda v: v.seat_number),
    "turn": NumberWord("", "one's own how-manieth call this is", lambda v: v.turn_number),
    "passes": NumberWord(
        "", "how many passes since the last call that was not a pass", lambda v: v.passes
    ),
    "calls": NumberWord(
        "", "how many calls there have been from the first bid on", lambda v: v.length
    ),
    "rank": NumberWord("s", "0 for clubs to 3 for spades", lambda v, s: s),
}

TRUTH_WORDS: dict[str, TruthWord] = {
    "opening": TruthWord("", "nobody has bid", lambda v: v.level == 0),
    "forced": TruthWord("", "the caller may not pass", lambda v: v.forced),
    "game_forced": TruthWord("", "our side has made a game-forcing call", lambda v: v.game_forced),
    "agreed": TruthWord("s", "our side has agreed the suit", lambda v, s: v.agreed == s),
    "agreed_any": TruthWord("", "our side has agreed a suit", lambda v: v.agreed >= 0),
    "unbid": TruthWord(
        "s", "nobody has shown the suit", lambda v, s: not any(v.has_shown(w, s) for w in range(4))
    ),
    "ours": TruthWord("", "the last bid is our side's", lambda v: v.level > 0 and v.ours),
    "theirs": TruthWord("", "the last bid is the opponents'", lambda v: v.level > 0 and not v.ours),
    "doubled": TruthWord("", "the last bid is doubled", lambda v: v.doubled == 1),
    "redoubled": TruthWord("", "the last bid is redoubled", lambda v: v.doubled == 2),
    "contested": TruthWord(
        "", "both sides have made a call other than a pass", lambda v: v.contested
    ),
    "balancing": TruthWord(
        "", "a pass would end the auction", lambda v: v.level > 0 and v.passes == 2
    ),
    "vulnerable": TruthWord("", "our side is vulnerable", lambda v: v.vulnerable[0]),
    "they_vulnerable": TruthWord("", "their side is vulnerable", lambda v: v.vulnerable[1]),
    "major": TruthWord("s", "the suit is hearts or spades", lambda v, s: s >= 2),
    "minor": TruthWord("s", "the suit is clubs or diamonds", lambda v, s: s < 2),
    "higher": TruthWord("ss", "the first suit ranks above the second", lambda v, a, b: a > b),
    "last_strain": TruthWord(
        "n", "the last bid is in the strain", lambda v, n: v.level > 0 and v.last_bid.strain == n
    ),
    "legal": TruthWord("k", "the call is legal", lambda v, c: c is not None and v.is_legal(c)),
    "asked": TruthWord("w", "partner's last call asks that", lambda v, w: v.asks(2) == w),
    "asked_before": TruthWord("w", "one's own last call asked that", lambda v, w: v.asks(0) == w),
}

SEAT_WORDS: dict[str, TruthWord] = {
    "passed_hand": TruthWord(
        "", "the seat passed before anybody bid", lambda v, who: v.passed_hand(who)
    ),
    "opened": TruthWord("", "the seat made the first bid", lambda v, who: v.opener == who),
    "bid": TruthWord(
        "n", "the seat has bid the strain naturally", lambda v, who, n: v.has_bid(who, n)
    ),
    "shown": TruthWord(
        "s", "the seat has shown the suit, naturally or not", lambda v, who, s: v.has_shown(who, s)
    ),
    "last": TruthWord("c", "the seat's last call matches", lambda v, who, c: v.last_call(who) in c),
    "called": TruthWord(
        "c",
        "some call of the seat matches",
        lambda v, who, c: any(call in c for call in v.calls_of(who)),
    ),
    "acted": TruthWord(
        "", "the seat has made a call other than a pass", lambda v, who: any(v.calls_of(who))
    ),
    "tagged": TruthWord(
        "w", "the seat's last call has the tag", lambda v, who, w: w in v.tags(who, False)
    ),
    "ever_tagged": TruthWord(
        "w", "some call of the seat has the tag", lambda v, who, w: w in v.tags(who, True)
    ),
    "limited": TruthWord(
        "",
        "the seat's HCP lie within 6 or are at most 11, or it signed off",
        lambda v, who: v.limited(who),
    ),
    "signed_off": TruthWord(
        "", "the seat's last call is a sign-off", lambda v, who: v.force(who) == "signoff"
    ),
}

"""The words for what everybody at the table knows, and the view that they ask.

Each word stands here once, with its arguments, its meaning and what it asks of the view. The
knowledge floor has the views; the language knows no more of them than `PublicView`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from dowager.auction import Call, Doubled, Strain, game_level
from dowager.language.tree.expression import RelativeSeat, Stat
from dowager.language.tree.nodes import Bool, Int

_Answer = TypeVar("_Answer", covariant=True)


class Asked(Protocol[_Answer]):
    """Something that rules ask of a position, many of them the same thing; compared by identity."""

    def ask(self, view: PublicView) -> _Answer:
        """Work the answer out."""


class PublicView(Protocol):
    """What all four players know before a call.

    Suits and strains are their numbers, clubs 0 to notrump 4: letters stand for them.
    """

    @property
    def state(self) -> Hashable:
        """What decides the words that are marked `by_state`: equal in many positions."""

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether the caller's side and the other side are vulnerable."""

    @property
    def matchpoints(self) -> bool:
        """Whether the board is scored by matchpoints."""

    @property
    def part_score(self) -> int:
        """What the caller's side has below the line towards the next game of a rubber."""

    @property
    def their_part_score(self) -> int:
        """What the other side has."""

    def game_level(self, strain: int) -> int:
        """Return the lowest level that makes a game for the caller's side."""

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
        """A number of `Doubled`: whether the last bid is doubled or redoubled."""

    @property
    def passes(self) -> int:
        """How many passes there have been since the last call other than a pass."""

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
        """The seat of the first bid as the caller sees it, -1 when nobody has bid."""

    @property
    def contested(self) -> bool:
        """Whether both sides have made a call other than a pass."""

    @property
    def they_ran(self) -> bool:
        """Whether the other side has bid on from a double that the caller's side left in."""

    @property
    def forced(self) -> bool:
        """Whether the caller may not pass by agreement."""

    @property
    def game_forced(self) -> bool:
        """Whether the caller's side has made a game-forcing call."""

    @property
    def agreed(self) -> int:
        """The suit that the caller's side has agreed, or -1."""

    def known(self, asked: Asked[_Answer]) -> _Answer:
        """Return the answer to what rules ask, worked out once for each view."""

    def stat(
        self, seats: tuple[RelativeSeat, ...], value: Int, stat: Stat, total: int | None
    ) -> float:
        """Return the least, greatest or mean value that some seats have shown together.

        `total` is what the four hands' values add up to, None if that is not fixed.
        """

    def expected(self, who: RelativeSeat, value: Int, total: int) -> tuple[float, float]:
        """Return `(base, slope)`: a seat's value is expected to be `base + slope * own value`.

        `total` is what the four hands' values add up to; `slope` is -1 to 0.
        """

    def has_bid(self, who: RelativeSeat, strain: int) -> bool:
        """Whether a seat has bid a strain naturally."""

    def has_shown(self, who: RelativeSeat, suit: int) -> bool:
        """Whether a seat has shown a suit, by a natural bid or otherwise."""

    def last_call(self, who: RelativeSeat) -> int:
        """Return a seat's last call, or -1 when it has not called."""

    def calls_of(self, who: RelativeSeat) -> tuple[int, ...]:
        """Return a seat's calls in order."""

    def tags(self, who: RelativeSeat, ever: bool) -> frozenset[str]:
        """Return the tags of a seat's last call, or of all its calls."""

    def asks(self, who: RelativeSeat) -> str:
        """Return the word for what a seat's last call asks, or an empty text."""

    def signed_off(self, who: RelativeSeat) -> bool:
        """Whether a seat's last call is a sign-off."""

    def limited(self, who: RelativeSeat) -> bool:
        """Whether a seat has limited its hand."""

    def passed_hand(self, who: RelativeSeat) -> bool:
        """Whether a seat passed before anybody bid."""

    def is_legal(self, call: int) -> bool:
        """Whether the caller may make a call."""

    def chance(self, who: RelativeSeat, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability, for a seat."""


_SEATS = tuple(RelativeSeat)


@dataclass(frozen=True, slots=True)
class PublicWord:
    """A number or a condition of the position, or of a seat.

    Attributes:
        args: the kinds of its arguments: `s` a suit, `n` a suit or NT, `c` a call pattern, `k` a
            call, `w` a word, `a` a word for what calls ask (`AskWord`).
        about: one line for `dowager features`.
        ask: asks the view; takes the view, for a word of a seat the seat, and the arguments.
        by_state: whether the view's `state` decides it.
    """

    args: str
    about: str
    ask: Callable[..., Any]
    by_state: bool = field(kw_only=True, default=False)


def level_of(view: PublicView, strain: int) -> int:
    """Return the level of the cheapest legal bid in a strain, 8 when there is none."""
    last = view.last_bid
    if last < Call.C1:
        return 1
    return last.level + (strain <= last.strain)


def game_of(view: PublicView, strain: int) -> int:
    """Return the level of game; with a part score, of the cheapest legal bid that makes one."""
    usual, needed = game_level(Strain(strain)), view.game_level(strain)
    return min(usual, max(needed, level_of(view, strain)))


NUMBER_WORDS: dict[str, PublicWord] = {
    "level": PublicWord(
        "", "the level of the last bid; 0 when there is none", lambda v: v.level, by_state=True
    ),
    "level_of": PublicWord(
        "n",
        "the level of the cheapest legal bid in the strain; 8 when there is none",
        level_of,
        by_state=True,
    ),
    "game_level": PublicWord(
        "n",
        "the level of game: 3 in notrump, 4 in a major, 5 in a minor; less with a part score",
        lambda v, n: v.game_level(n),
        by_state=True,
    ),
    "part_score": PublicWord(
        "",
        "in a rubber, what your side has below the line towards the next game; else 0",
        lambda v: v.part_score,
        by_state=True,
    ),
    "their_part_score": PublicWord(
        "",
        "what the opponents have below the line towards their next game; 0 outside a rubber",
        lambda v: v.their_part_score,
        by_state=True,
    ),
    "seat": PublicWord("", "your seat, counted from the dealer: 1 to 4", lambda v: v.seat_number),
    "turn": PublicWord("", "which of your calls this is: 1, 2, ...", lambda v: v.turn_number),
    "passes": PublicWord(
        "",
        "the number of passes since the last bid, double or redouble",
        lambda v: v.passes,
        by_state=True,
    ),
    "calls": PublicWord("", "the number of calls from the first bid on", lambda v: v.length),
    "rank": PublicWord(
        "s", "the suit's rank: 0 for clubs to 3 for spades", lambda v, s: s, by_state=True
    ),
}

TRUTH_WORDS: dict[str, PublicWord] = {
    "opening": PublicWord("", "nobody has bid", lambda v: v.level == 0, by_state=True),
    "forced": PublicWord(
        "",
        "you may not pass: partner's call forces, you promised a rebid, or a game force is on",
        lambda v: v.forced,
        by_state=True,
    ),
    "game_forced": PublicWord(
        "", "your side has forced to game", lambda v: v.game_forced, by_state=True
    ),
    "agreed": PublicWord(
        "s", "your side has agreed the suit", lambda v, s: v.agreed == s, by_state=True
    ),
    "agreed_any": PublicWord(
        "", "your side has agreed a suit", lambda v: v.agreed >= 0, by_state=True
    ),
    "unbid": PublicWord(
        "s",
        "nobody has shown the suit",
        lambda v, s: not any(v.has_shown(seat, s) for seat in _SEATS),
    ),
    "ours": PublicWord(
        "", "the last bid is your side's", lambda v: v.level > 0 and v.ours, by_state=True
    ),
    "theirs": PublicWord(
        "", "the last bid is the opponents'", lambda v: v.level > 0 and not v.ours, by_state=True
    ),
    "doubled": PublicWord(
        "", "the last bid is doubled", lambda v: v.doubled == Doubled.DOUBLED, by_state=True
    ),
    "redoubled": PublicWord(
        "", "the last bid is redoubled", lambda v: v.doubled == Doubled.REDOUBLED, by_state=True
    ),
    "contested": PublicWord(
        "", "both sides have made a call other than a pass", lambda v: v.contested, by_state=True
    ),
    "they_ran": PublicWord(
        "",
        "they have bid on from a double of yours, of a natural bid, that your side left in",
        lambda v: v.they_ran,
    ),
    "balancing": PublicWord(
        "", "a pass would end the auction", lambda v: v.level > 0 and v.passes == 2, by_state=True
    ),
    "vulnerable": PublicWord("", "your side is vulnerable", lambda v: v.vulnerable[0]),
    "they_vulnerable": PublicWord("", "the opponents are vulnerable", lambda v: v.vulnerable[1]),
    "matchpoints": PublicWord(
        "",
        "the board is scored by matchpoints, not by IMPs",
        lambda v: v.matchpoints,
    ),
    "major": PublicWord(
        "s", "the suit is hearts or spades", lambda v, s: s >= Strain.HEARTS, by_state=True
    ),
    "minor": PublicWord(
        "s", "the suit is clubs or diamonds", lambda v, s: s < Strain.HEARTS, by_state=True
    ),
    "higher": PublicWord(
        "ss", "the first suit ranks above the second", lambda v, a, b: a > b, by_state=True
    ),
    "same_suit": PublicWord(
        "ss", "the first suit is the second", lambda v, a, b: a == b, by_state=True
    ),
    "last_strain": PublicWord(
        "n",
        "the last bid is in the strain",
        lambda v, n: v.level > 0 and v.last_bid.strain == n,
        by_state=True,
    ),
    "legal": PublicWord(
        "k", "the call is legal", lambda v, c: c is not None and v.is_legal(c), by_state=True
    ),
    "asked": PublicWord(
        "a", "partner's last call asks for that", lambda v, w: v.asks(RelativeSeat.PARTNER) == w
    ),
    "asked_before": PublicWord(
        "a", "your own last call asked for that", lambda v, w: v.asks(RelativeSeat.ME) == w
    ),
}

SEAT_WORDS: dict[str, PublicWord] = {
    "passed_hand": PublicWord(
        "", "the seat passed before anybody bid", lambda v, who: v.passed_hand(who)
    ),
    "opened": PublicWord("", "the seat made the first bid", lambda v, who: v.opener == who),
    "bid": PublicWord(
        "n", "the seat has bid the strain naturally", lambda v, who, n: v.has_bid(who, n)
    ),
    "shown": PublicWord(
        "s", "the seat has shown the suit, naturally or not", lambda v, who, s: v.has_shown(who, s)
    ),
    "last": PublicWord(
        "c", "the seat's last call matches", lambda v, who, c: v.last_call(who) in c
    ),
    "called": PublicWord(
        "c",
        "one of the seat's calls matches",
        lambda v, who, c: any(call in c for call in v.calls_of(who)),
    ),
    "acted": PublicWord(
        "",
        "the seat has made a call other than a pass",
        lambda v, who: any(v.calls_of(who)),
    ),
    "tagged": PublicWord(
        "w", "the seat's last call has the tag", lambda v, who, w: w in v.tags(who, False)
    ),
    "ever_tagged": PublicWord(
        "w", "one of the seat's calls has the tag", lambda v, who, w: w in v.tags(who, True)
    ),
    "limited": PublicWord(
        "",
        "the seat has shown at most 11 HCP, or a range within 6 HCP, or has signed off",
        lambda v, who: v.limited(who),
    ),
    "signed_off": PublicWord(
        "", "the seat's last call is a sign-off", lambda v, who: v.signed_off(who)
    ),
}

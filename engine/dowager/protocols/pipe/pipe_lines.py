"""The lines of the pipe protocol that carry bridge: START, actions, and rows of a board.

`docs/reference/pipe-protocol.md` is the specification.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dowager.auction import Auction, Call, Vulnerability, parse_call
from dowager.cards import Hand, Seat, card_name, parse_card
from dowager.errors import InputError
from dowager.table import PlayerBoard

ANY = "any"
"""In place of a system's name: the brain's own, or one that is not known."""
LONGEST_ALERT = 800
"""Characters of an alert that are passed on: no line to a brain is longer than 4,000 bytes."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_SYSTEM = re.compile(r"[A-Za-z0-9._-]{1,100}")


@dataclass(frozen=True, slots=True)
class PipeAction:
    """A call or a card: one of them is None. `alert` is None without an alert, and may be empty."""

    call: Call | None = None
    card: int | None = None
    alert: str | None = None

    def __str__(self) -> str:
        """Return `1NT`, `2D,5+ hearts` or `SA`."""
        if self.card is not None:
            return card_name(self.card)
        return str(self.call) if self.alert is None else f"{self.call},{plain(self.alert)}"


def plain(text: str) -> str:
    """Return a text as it can stand in a line: without control characters, and not too long."""
    return _CONTROL.sub(" ", text)[:LONGEST_ALERT].strip()


def read_action(text: str, playing: bool) -> PipeAction:
    """Read a call, with its alert if it has one, or a card.

    Args:
        text: such as `1NT`, `2D,5+ hearts` or `SA`, in either case.
        playing: whether the auction has ended: `2C` may then be the two of clubs.

    Raises:
        InputError: it is neither.
    """
    word, comma, alert = text.partition(",")
    if playing:
        return PipeAction(card=parse_card(word))
    return PipeAction(parse_call(word), alert=alert.strip() if comma else None)


@dataclass(frozen=True, slots=True)
class ActionRow:
    """Something that has happened at the table, as TURN and BOARD tell it.

    Attributes:
        seat: who called, whose card it was, or who is dummy.
        shown: the call or card, or dummy's thirteen cards.
    """

    seat: Seat
    shown: PipeAction | Hand

    def __str__(self) -> str:
        """Return `E,1NT`, `S,2D,5+ hearts`, `N,SA` or `W,AQ5.KJ4.KT73.Q92`."""
        return f"{self.seat.letter},{self.shown}"


def read_row(text: str, playing: bool) -> ActionRow:
    """Read a row; a hand is known by the dots between its suits.

    Raises:
        InputError: it is none.
    """
    seat, comma, shown = text.partition(",")
    if not comma:
        raise InputError(f"no row {text[:80]!r}; write seat and action, such as E,1NT")
    if playing and shown.count(".") == 3:
        return ActionRow(Seat.parse(seat), Hand.parse(shown))
    return ActionRow(Seat.parse(seat), read_action(shown, playing))


@dataclass(frozen=True, slots=True)
class BoardStart:
    """What START says of a board.

    Attributes:
        number: the board's number, from 1.
        seat: the brain's seat.
        dealer: who calls first.
        vulnerability: which sides are vulnerable.
        hand: the brain's thirteen cards.
        system: what its side plays, or `ANY`: as it likes.
        opponents: what the other side plays, or `ANY`: not known.
    """

    number: int
    seat: Seat
    dealer: Seat
    vulnerability: Vulnerability
    hand: Hand
    system: str = ANY
    opponents: str = ANY

    def __str__(self) -> str:
        """Return the parameter of START."""
        words = (str(self.number), self.seat.letter, self.dealer.letter, self.vulnerability.word)
        return ",".join((*words, str(self.hand), self.system, self.opponents))

    def with_any_systems(self) -> BoardStart:
        """Return the same board with the systems left to the brain."""
        return replace(self, system=ANY, opponents=ANY)

    def board(self) -> PlayerBoard:
        """Return the board before its first call."""
        return PlayerBoard(
            self.seat, self.number, self.hand, Auction(self.dealer, self.vulnerability)
        )


def read_start(text: str) -> BoardStart:
    """Read the parameter of START; further fields, which a later version may have, are ignored.

    Raises:
        InputError: a field is missing or wrong.
    """
    fields = [field.strip() for field in text.split(",")]
    if len(fields) < 5:
        raise InputError("START needs board, seat, dealer, vulnerable, hand, such as"
                         " START 1,S,N,none,AQ5.KJ4.KT73.Q92,any,any")  # fmt: skip
    number, seat, dealer, vulnerable, hand = fields[:5]
    system, opponents = [*fields[5:7], ANY, ANY][:2]
    if not re.fullmatch(r"[1-9][0-9]{0,8}", number):
        raise InputError(f"no board number {number[:20]!r}; write 1 or more")
    return BoardStart(
        int(number),
        Seat.parse(seat),
        Seat.parse(dealer),
        Vulnerability.parse(vulnerable),
        Hand.parse(hand),
        _system(system),
        _system(opponents),
    )


def _system(name: str) -> str:
    if name and not _SYSTEM.fullmatch(name):
        raise InputError(f"no system {name[:40]!r}; a name has letters, digits and . _ -")
    return ANY if not name or name.lower() == ANY else name


def system_word(name: str | None) -> str:
    """Return a system's name as START can say it: of a path its last part; `ANY` without one."""
    word = re.sub(r"[^A-Za-z0-9._-]", "-", (name or "").rstrip("/").rpartition("/")[2])[:100]
    return word.strip(".") or ANY

"""Writes messages as lines: exactly, in the form that a peer's dialect asks for.

Source: the protocol text, version 18 (1 August 2005).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from dowager.auction import Call
from dowager.cards import Hand, Suit, card_name
from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.messages import Dummy, Message, Who
from dowager.table import Step


def line_of(message: Message, dialect: Dialect) -> bytes:
    """Return the bytes of a message, with its line end."""
    return write(message, dialect).encode("ascii") + dialect.line_end


def write_hand(hand: Hand) -> str:
    """Return `S A K 3. H -. D ...`: spades first, high cards first, `-` for a void."""
    suits = zip("SHDC", str(hand).split("."), strict=True)
    return " ".join(f"{letter} {' '.join(ranks) or '-'}." for letter, ranks in suits)


def write_call(call: Call) -> str:
    """Return `passes`, `doubles`, `redoubles` or `bids 3NT`."""
    if call.is_bid:
        return f"bids {call}"
    return {Call.PASS: "passes", Call.DOUBLE: "doubles"}.get(call, "redoubles")


def write(message: object, dialect: Dialect = PLAIN) -> str:
    """Return the line of a message, without its line end.

    Raises:
        ValueError: it stands for what a peer does wrong, and is never sent.
    """
    line = _LINES.get(type(message))
    if line is None:
        raise ValueError(f"{message} is never sent")
    return line(message, dialect)


def _name(who: Who, dialect: Dialect) -> str:
    return dialect.names(who.word)


def _call(call: Call, dialect: Dialect) -> str:
    return write_call(call) if call.is_bid else dialect.names(write_call(call))


def _bids(message: msg.Bids, dialect: Dialect) -> str:
    line = f"{_name(message.seat, dialect)} {_call(message.call, dialect)}"
    if message.alert is None or not dialect.alerts:
        return line
    return f"{line} Alert. {_one_line(message.alert)}".rstrip()


_IN_ASCII = {
    **{ord(suit.symbol): f" {suit.word} " for suit in Suit},
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
    ord("\u2265"): ">=",
    ord("\u2264"): "<=",
}


def _one_line(text: str) -> str:
    """Return a text that somebody wrote as part of a line: it is ASCII, and does not end the line.

    A letter loses its accent; one that ASCII has nothing like becomes a question mark.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_IN_ASCII))
    base = (letter for letter in plain if not unicodedata.combining(letter))
    shown = "".join(letter if letter.isprintable() else " " for letter in base)
    return " ".join(shown.encode("ascii", "replace").decode().split())


def _teams(message: msg.Teams, dialect: Dialect) -> str:
    return dialect.teams.format(north_south=message.north_south, east_west=message.east_west)


def _deal(message: msg.DealInfo, dialect: Dialect) -> str:
    word = ("Neither", "N/S", "E/W", "Both")[message.vulnerability]
    stop, dealer = "." if dialect.deal_stop else "", _name(message.dealer, dialect)
    return f"Board number {message.number}. Dealer {dealer}. {word} vulnerable{stop}"


def _timing(message: msg.Timing, dialect: Dialect) -> str:
    blanks = " " if dialect.single_blanks else "  "

    def side(name: str, times: tuple[int | None, int | None]) -> str:
        board, total = (time or 0 for time in times)
        minutes = f"{board // 60:02}:{board % 60:02}"
        hours = f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}"
        return f"{name} : this board{blanks}{minutes},{blanks}total{blanks}{hours}."

    north_south = side("N/S", message.north_south)
    return f"Timing - {north_south}{blanks}{side('E/W', message.east_west)}"


def _connecting(message: msg.Connecting, dialect: Dialect) -> str:
    seat = None if dialect.any_seat else message.seat
    name = "ANYPL" if seat is None else _name(seat, dialect)
    return f'Connecting "{message.team}" as {name} using protocol version {message.version}'


def _ready_for_step(message: msg.ReadyForStep, dialect: Dialect) -> str:
    word = "to" if message.step is Step.START else "for"
    return f"{_name(message.seat, dialect)} ready {word} {message.step}"


def _ready_for_card(message: msg.ReadyForCard, dialect: Dialect) -> str:
    dummys = isinstance(message.of, Dummy)
    name = message.of.word.lower() if dummys else _name(message.of, dialect)
    number = "" if message.trick is None else f" to trick {message.trick}"
    return f"{_name(message.seat, dialect)} ready for {name}'s card{number}"


def _plays(message: msg.Plays, dialect: Dialect) -> str:
    return f"{_name(message.who, dialect)} plays {dialect.cards(card_name(message.card)[::-1])}"


def _answers_claim(message: msg.AnswersClaim, dialect: Dialect) -> str:
    verb = "accepts" if message.accepts else "rejects"
    return f"{_name(message.seat, dialect)} {verb} {_name(message.claimer, dialect)}'s claim"


def _claim_ends(message: msg.ClaimEnds, dialect: Dialect) -> str:
    verdict = "accepted" if message.accepted else "rejected"
    return f"{_name(message.claimer, dialect)}'s claim is {verdict}"


_Message = TypeVar("_Message")
_Lines: TypeAlias = dict[type, Callable[[Any, Dialect], str]]


def _line(kind: type[_Message], line: Callable[[_Message, Dialect], str]) -> _Lines:
    """Return how a message is written; so that its type and its function's are compared."""
    return {kind: line}


_LINES = (
    _line(msg.Seated, lambda m, d: d.seated.format(seat=_name(m.seat, d), team=m.team))
    | _line(msg.Teams, _teams)
    | _line(msg.StartOfBoard, lambda m, _: "Start of board")
    | _line(msg.DealInfo, _deal)
    | _line(msg.Cards, lambda m, d: f"{_name(m.who, d)}'s cards : {write_hand(m.hand)}")
    | _line(msg.ToLead, lambda m, d: f"{_name(m.who, d)} to lead")
    | _line(msg.Timing, _timing)
    | _line(msg.ClaimEnds, _claim_ends)
    | _line(msg.Illegal, lambda m, _: f"Illegal {m.what}")
    | _line(msg.Refusal, lambda m, _: f"Error: {_one_line(m.text)}")
    | _line(msg.EndOfSession, lambda m, _: "End of session")
    | _line(msg.Connecting, _connecting)
    | _line(msg.ReadyForStep, _ready_for_step)
    | _line(msg.ReadyForBid, lambda m, d: f"{_name(m.seat, d)} ready for {_name(m.of, d)}'s bid")
    | _line(msg.ReadyForCard, _ready_for_card)
    | _line(msg.ReadyForDummy, lambda m, d: f"{_name(m.seat, d)} ready for dummy")
    | _line(msg.Bids, _bids)
    | _line(msg.Plays, _plays)
    | _line(msg.Claims, lambda m, d: f"{_name(m.seat, d)} claims")
    | _line(msg.AnswersClaim, _answers_claim)
)
"""How each message is written; others are never sent."""


def quoted(message: object) -> str:
    """Return a message as a log shows it."""
    if isinstance(message, msg.Unknown):
        return repr(message.text[:200])
    try:
        return repr(write(message))
    except ValueError:
        return type(message).__name__

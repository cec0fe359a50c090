"""Writes messages as lines: exactly, in the form that a peer's dialect asks for.

Source: the protocol text, version 18 (1 August 2005).
"""

from __future__ import annotations

from dowager.auction import Call
from dowager.cards import Hand, card_name
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.messages import (
    AnswersClaim,
    Bids,
    Cards,
    ClaimEnds,
    Claims,
    Connecting,
    DealInfo,
    Dummy,
    EndOfSession,
    Illegal,
    Message,
    Plays,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    ReadyForStep,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    Unknown,
)
from dowager.table import Step


def line_of(message: Message, dialect: Dialect) -> bytes:
    """Return the bytes of a message, with its line end."""
    return write(message, dialect).encode() + dialect.line_end


def write_hand(hand: Hand) -> str:
    """Return `S A K 3. H -. D ...`: spades first, high cards first, `-` for a void."""
    suits = zip("SHDC", str(hand).split("."), strict=True)
    return " ".join(f"{letter} {' '.join(ranks) or '-'}." for letter, ranks in suits)


def write_call(call: Call) -> str:
    """Return `passes`, `doubles`, `redoubles` or `bids 3NT`."""
    if call.is_bid:
        return f"bids {call}"
    return {Call.PASS: "passes", Call.DOUBLE: "doubles"}.get(call, "redoubles")


def write(message: Message, dialect: Dialect = PLAIN) -> str:
    """Return the line of a message, without its line end.

    Raises:
        ValueError: the message stands for what a peer does wrong and is never sent.
    """
    line = _from_manager(message, dialect) or _from_client(message)
    if line is None:
        raise ValueError(f"{message} is never sent")
    return line


def _bids_line(message: Bids) -> str:
    line = f"{message.seat.word} {write_call(message.call)}"
    if message.alert is None:
        return line
    return f"{line} Alert. {_one_line(message.alert)}".rstrip()


def _one_line(text: str) -> str:
    """Return a text that somebody wrote as part of a line: it must not end the line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _from_manager(message: Message, dialect: Dialect) -> str | None:
    match message:
        case Seated(seat, team):
            return dialect.seated.format(seat=seat.word, team=team)
        case Teams(north_south, east_west):
            stop = "." if dialect.teams_stop else ""
            return f'Teams : N/S : "{north_south}". E/W : "{east_west}"{stop}'
        case StartOfBoard():
            return "Start of board"
        case DealInfo(number, dealer, vulnerability):
            word = ("Neither", "N/S", "E/W", "Both")[vulnerability]
            stop = "." if dialect.deal_stop else ""
            return f"Board number {number}. Dealer {dealer.word}. {word} vulnerable{stop}"
        case Cards(who, hand):
            return f"{who.word}'s cards : {write_hand(hand)}"
        case ToLead(who):
            return f"{who.word} to lead"
        case Timing():
            return _timing_line(message, dialect)
        case ClaimEnds(claimer, accepted):
            return f"{claimer.word}'s claim is {'accepted' if accepted else 'rejected'}"
        case Illegal(what):
            return f"Illegal {what}"
        case Refusal(text):
            return f"Error: {_one_line(text)}"
        case EndOfSession():
            return "End of session"
        case _:
            return None


def _from_client(message: Message) -> str | None:
    match message:
        case Connecting(team, seat, version):
            name = "ANYPL" if seat is None else seat.word
            return f'Connecting "{team}" as {name} using protocol version {version}'
        case ReadyForStep(seat, step):
            return f"{seat.word} ready {'to' if step is Step.START else 'for'} {step}"
        case Bids():
            return _bids_line(message)
        case ReadyForBid(seat, of):
            return f"{seat.word} ready for {of.word}'s bid"
        case Plays(who, card):
            return f"{who.word} plays {card_name(card)[::-1]}"
        case ReadyForCard(seat, of, trick):
            name = of.word.lower() if isinstance(of, Dummy) else of.word
            number = "" if trick is None else f" to trick {trick}"
            return f"{seat.word} ready for {name}'s card{number}"
        case ReadyForDummy(seat):
            return f"{seat.word} ready for dummy"
        case Claims(seat):
            return f"{seat.word} claims"
        case AnswersClaim(seat, claimer, accepts):
            return f"{seat.word} {'accepts' if accepts else 'rejects'} {claimer.word}'s claim"
        case _:
            return None


def _timing_line(message: Timing, dialect: Dialect) -> str:
    blanks = " " if dialect.single_blanks else "  "

    def side(name: str, times: tuple[int | None, int | None]) -> str:
        board, total = (time or 0 for time in times)
        minutes = f"{board // 60:02}:{board % 60:02}"
        hours = f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}"
        return f"{name} : this board{blanks}{minutes},{blanks}total{blanks}{hours}."

    north_south = side("N/S", message.north_south)
    return f"Timing - {north_south}{blanks}{side('E/W', message.east_west)}"


def shown(message: Message) -> str:
    """Return a message as a log shows it."""
    if isinstance(message, Unknown):
        return repr(message.text[:200])
    try:
        return repr(write(message))
    except ValueError:
        return type(message).__name__

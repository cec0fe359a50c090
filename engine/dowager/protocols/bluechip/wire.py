"""Owns the lines: how each message is read, and how it is written.

Reading is tolerant: any case, blanks, a final stop, apostrophes of three kinds, and the forms that
other programs use. Writing is exact. Source: the protocol text, version 18 (1 August 2005).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from dowager.auction import Call, Vulnerability, parse_call
from dowager.cards import RANKS, Hand, Seat, Suit, card_name, parse_card
from dowager.errors import InputError
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.messages import (
    DUMMY,
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
    Ready,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    ReceivedDummy,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    Unknown,
    Who,
)

_SEAT = "(north|east|south|west)"
_WHO = "(north|east|south|west|dummy)"
_REST = r"(?:[. ].*)?"
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\x92": "'", "\u00b4": "'", "`": "'"})
_SUIT_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")
_GLUED = re.compile(r"(?:start of board ?)+", re.IGNORECASE | re.ASCII)
_TIME = re.compile(r"(?<![-+\d.])[-+\d.]*\d(?::[-+\d.]+)+", re.ASCII)
_VULNERABLE = {
    "neither": Vulnerability.NONE,
    "none": Vulnerability.NONE,
    "n/s": Vulnerability.NS,
    "e/w": Vulnerability.EW,
    "both": Vulnerability.BOTH,
    "all": Vulnerability.BOTH,
}
_WORD_CALLS = {"p": Call.PASS, "d": Call.DOUBLE, "r": Call.REDOUBLE}  # by first letter
_LONGEST_SHOWN = 200


def read_line(data: bytes) -> list[Message]:
    """Return the messages of one line; none for an empty one, seldom more than one.

    A line never raises: what cannot be understood is `Unknown`.
    """
    text = plain(data)
    glued = _GLUED.match(text)
    if glued:
        # Some servers leave out the line end: the next line follows at once.
        rest = text[glued.end() :].strip(" .")
        return [StartOfBoard(), *([_read(rest)] if rest else [])]
    return [_read(text)] if text else []


def plain(data: bytes) -> str:
    """Return the text of a line, single blanks, ASCII apostrophes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    text = "".join(letter if letter.isprintable() or letter == "\x92" else " " for letter in text)
    return " ".join(text.translate(_APOSTROPHES).split())


def _read(text: str) -> Message:
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            try:
                return build(match)
            except InputError as error:
                return Unknown(text, str(error))
    return Unknown(text)


def _who(word: str) -> Who:
    return DUMMY if word.lower() == "dummy" else Seat.parse(word)


def _connecting(match: re.Match[str]) -> Message:
    word = match[2].lower()
    seat = None if word in ("anypl", "any", "anyplayer") else Seat.parse(word)
    return Connecting(match[1].strip().strip('"'), seat, int(match[3]))


def _seated(match: re.Match[str]) -> Message:
    return Seated(Seat.parse(match[1]), match[2].strip(' ()"'))


def _teams(match: re.Match[str]) -> Message:
    north_south, east_west = (text.strip(' .,"') for text in match.groups())
    return Teams(north_south, east_west)


def _refusal(match: re.Match[str]) -> Message:
    return Refusal((match[1] or match[0])[:_LONGEST_SHOWN])


def _bids(match: re.Match[str]) -> Message:
    if match[3]:
        call = parse_call(match[3].translate(_SUIT_SYMBOLS).replace(" ", ""))
    else:
        call = _WORD_CALLS[match[2][0].lower()]
    alert = None if match[4] is None else (match[5] or "").strip()
    return Bids(Seat.parse(match[1]), call, alert)


def read_hand(text: str) -> Hand:
    """Read the cards after the colon: suits in any order, with or without stops and blanks.

    Raises:
        InputError: they are not thirteen different cards.
    """
    letters = text.upper().translate(_SUIT_SYMBOLS).replace("10", "T")
    suit: Suit | None = None
    cards: list[int] = []
    for letter in letters:
        if letter in "SHDC":
            suit = Suit.parse(letter)
        elif letter in RANKS and suit is not None:
            cards.append(13 * suit + RANKS.index(letter))
        elif letter not in " .,:-":
            raise InputError(f"{letter!r} is no suit and no card")
    if len(cards) != 13 or len(set(cards)) != 13:
        raise InputError(f"a hand has 13 different cards; these are {len(cards)}")
    return Hand.of_cards(cards)


def _cards(match: re.Match[str]) -> Message:
    return Cards(_who(match[1]), read_hand(match[2]))


def _deal(match: re.Match[str]) -> Message:
    vulnerability = _VULNERABLE[match[3].lower().replace(" ", "")]
    return DealInfo(int(match[1]), Seat.parse(match[2]), vulnerability)


def _timing(match: re.Match[str]) -> Message:
    times = [_seconds(found) for found in _TIME.findall(match[1])]
    times += [None] * (4 - len(times))
    return Timing((times[0], times[1]), (times[2], times[3]))


def _seconds(text: str) -> int | None:
    parts = text.rstrip(".").split(":")
    if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        return None
    total = 0
    for part in parts:
        total = 60 * total + int(part)
    return total


def _ready_for_card(match: re.Match[str]) -> Message:
    trick = int(match[3]) if match[3] else None
    return ReadyForCard(Seat.parse(match[1]), _who(match[2]), trick)


def _plays(match: re.Match[str]) -> Message:
    return Plays(_who(match[1]), parse_card(match[2].translate(_SUIT_SYMBOLS)))


def _answers_claim(match: re.Match[str]) -> Message:
    return AnswersClaim(Seat.parse(match[1]), Seat.parse(match[3]), match[2].lower() == "accepts")


_Form: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str]], Message]]


def _form(pattern: str, build: Callable[[re.Match[str]], Message]) -> _Form:
    # ASCII alone: else a long s is an S, and a Kelvin sign a king.
    return re.compile(pattern, re.IGNORECASE | re.ASCII), build


_FORMS: Sequence[_Form] = (
    _form(rf"{_SEAT} ready for teams{_REST}", lambda m: Ready(Seat.parse(m[1]), "teams")),
    _form(rf"{_SEAT} ready to start{_REST}", lambda m: Ready(Seat.parse(m[1]), "start")),
    _form(rf"{_SEAT} ready for deal{_REST}", lambda m: Ready(Seat.parse(m[1]), "deal")),
    _form(rf"{_SEAT} ready for cards{_REST}", lambda m: Ready(Seat.parse(m[1]), "cards")),
    _form(rf"{_SEAT} ready for dummy{_REST}", lambda m: ReadyForDummy(Seat.parse(m[1]))),
    _form(rf"{_SEAT} received dummy{_REST}", lambda m: ReceivedDummy(Seat.parse(m[1]))),
    _form(
        rf"{_SEAT} ready for {_SEAT}(?:'? ?s)? (?:bid|call){_REST}",
        lambda m: ReadyForBid(Seat.parse(m[1]), Seat.parse(m[2])),
    ),
    _form(
        rf"{_SEAT} ready for {_WHO}(?:'? ?s)? card(?: to trick (\d{{1,4}}))?{_REST}",
        _ready_for_card,
    ),
    _form(
        rf"{_SEAT} (pass(?:es)?|doubles?|redoubles?|bids? ([1-7] ?(?:NT|N|[SHDC♠♥♦♣]))(?!\w))"
        r"[. ]*(?:((?:alert|infos?)\b[. :]*(.*))|(?: .*)?)",
        _bids,
    ),
    _form(
        rf"{_WHO} plays ((?:10|[2-9TJQKA])[SHDC♠♥♦♣]|[SHDC♠♥♦♣](?:10|[2-9TJQKA])){_REST}", _plays
    ),
    _form(rf"{_WHO} to lead{_REST}", lambda m: ToLead(_who(m[1]))),
    _form(r"connecting (.*?) as (\w+) using protocol version ?:? ?(\d{1,6})(?!\d).*", _connecting),
    _form(rf'{_SEAT} \(? ?"([^"]*)" ?\)? ?seated\b.*', _seated),
    _form(rf"{_SEAT} (.*) ?seated\b.*", _seated),
    _form(r'teams ?:? ?n/s ?:? ?"([^"]*)"[., ]* e/w ?:? ?"([^"]*)".*', _teams),
    _form(r"teams ?:? ?n/s ?:? ?(.*?) e/w ?:? ?(.*)", _teams),
    _form(
        rf"board number ?:? ?(\d{{1,9}})[., ]+dealer ?:? ?{_SEAT}[., ]+"
        r"(neither|none|n ?/ ?s|e ?/ ?w|both|all) vul\w*\b.*",
        _deal,
    ),
    _form(rf"{_WHO}(?:'? ?s)? cards ?:? ?(.*)", _cards),
    _form(r"timing\b(.*)", _timing),
    _form(rf"{_SEAT} claims{_REST}", lambda m: Claims(Seat.parse(m[1]))),
    _form(rf"{_SEAT} (accepts|rejects) {_SEAT}(?:'? ?s)? claim{_REST}", _answers_claim),
    _form(
        rf"{_SEAT}(?:'? ?s)? claim is (accepted|rejected){_REST}",
        lambda m: ClaimEnds(Seat.parse(m[1]), m[2].lower() == "accepted"),
    ),
    _form(r"illegal (?:bid|call)\b.*", lambda m: Illegal("bid")),
    _form(r"illegal card\b.*", lambda m: Illegal("card")),
    _form(r"(?:end of session|ns ?:|disconnect).*", lambda m: EndOfSession()),
    _form(
        r"(?:error\b[ :]*|(?=(?:expected|unexpected|illegal|rejected|connection refused)\b))(.*)",
        _refusal,
    ),
)


# --- writing ----------------------------------------------------------------------------------


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
    found = _from_manager(message, dialect) or _from_client(message)
    if found is None:
        raise ValueError(f"{message} is never sent")
    return found


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
        case Ready(seat, what):
            return f"{seat.word} ready {'to' if what == 'start' else 'for'} {what}"
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

"""Reads lines as messages: tolerantly, in all the forms that other programs are known to use.

Any case, blanks, a final stop, apostrophes of three kinds. Source: the protocol text, version 18
(1 August 2005), and docs/reference/bluechip.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from dowager.auction import Call, Vulnerability, parse_call
from dowager.cards import RANKS, Hand, Seat, Suit, card_name, parse_card
from dowager.errors import InputError
from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.messages import DUMMY, Message, Who
from dowager.table import Step

_SEAT = "(north|east|south|west)"
_WHO = "(north|east|south|west|dummy)"
_REST = r"(?:[. ].*)?"
_STRAIN = "(?:NT|no ?trumps?|N|spades?|hearts?|diamonds?|clubs?|[SHDC♠♥♦♣])"
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
        return [msg.StartOfBoard(), *([_read(rest)] if rest else [])]
    return [_read(text)] if text else []


def plain(data: bytes) -> str:
    """Return the text of a line, single blanks, ASCII apostrophes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if not text.isprintable():
        text = "".join(each if each.isprintable() or each == "\x92" else " " for each in text)
    return " ".join(text.translate(_APOSTROPHES).split())


def _read(text: str) -> Message:
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            try:
                return build(match)
            except InputError as error:
                return msg.Unknown(text, str(error))
    return msg.Unknown(text)


def _who(word: str) -> Who:
    return DUMMY if word.lower() == "dummy" else Seat.parse(word)


def _connecting(match: re.Match[str]) -> Message:
    word = match[2].lower()
    seat = None if word in ("anypl", "any", "anyplayer") else Seat.parse(word)
    team, small = match[1].strip().strip('"'), match[0].startswith("c")
    return msg.Connecting(team, seat, int(match[3]), small, match[4].strip(" ."))


def _seated(match: re.Match[str]) -> Message:
    return msg.Seated(Seat.parse(match[1]), match[2].strip(' ()"'))


def _teams(match: re.Match[str]) -> Message:
    north_south, east_west = (text.strip(' .,"') for text in match.groups())
    return msg.Teams(north_south, east_west)


def _refusal(match: re.Match[str]) -> Message:
    return msg.Refusal((match[1] or match[0])[:_LONGEST_SHOWN])


def _bids(match: re.Match[str]) -> Message:
    if match[3]:
        level, strain = match[3][0], match[3][1:].strip()[0]
        call = parse_call(level + strain.translate(_SUIT_SYMBOLS))
    else:
        call = _WORD_CALLS[match[2][0].lower()]
    alert = None if match[4] is None else (match[5] or "").strip()
    return msg.Bids(Seat.parse(match[1]), call, alert)


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
    twice = {card_name(card) for card in cards if cards.count(card) > 1}
    if twice:
        raise InputError(f"a hand has 13 different cards; it has {', '.join(sorted(twice))} twice")
    if len(cards) != 13:
        raise InputError(f"a hand has 13 different cards; these are {len(cards)}")
    return Hand.of_cards(cards)


def _cards(match: re.Match[str]) -> Message:
    return msg.Cards(_who(match[1]), read_hand(match[2]))


def _deal(match: re.Match[str]) -> Message:
    vulnerability = _VULNERABLE[match[3].lower().replace(" ", "")]
    return msg.DealInfo(int(match[1]), Seat.parse(match[2]), vulnerability)


def _timing(match: re.Match[str]) -> Message:
    times = [_seconds(text) for text in _TIME.findall(match[1])]
    times += [None] * (4 - len(times))
    return msg.Timing((times[0], times[1]), (times[2], times[3]))


def _seconds(text: str) -> int | None:
    parts = text.rstrip(".").split(":")
    if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        return None
    total = 0
    for part in parts:
        total = 60 * total + int(part)
    return total


def _ready_for_step(match: re.Match[str]) -> Message:
    return msg.ReadyForStep(Seat.parse(match[1]), Step(match[2].split()[1].lower()))


def _ready_for_card(match: re.Match[str]) -> Message:
    trick = int(match[3]) if match[3] else None
    return msg.ReadyForCard(Seat.parse(match[1]), _who(match[2]), trick)


def _unreadable(match: re.Match[str], action: str) -> Message:
    return msg.Unknown(match[0], f"no {action} that can be read", action, _who(match[1]))


def _plays(match: re.Match[str]) -> Message:
    return msg.Plays(_who(match[1]), parse_card(match[2].translate(_SUIT_SYMBOLS)))


def _answers_claim(match: re.Match[str]) -> Message:
    return msg.AnswersClaim(
        Seat.parse(match[1]), Seat.parse(match[3]), match[2].lower() == "accepts"
    )


_Form: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str]], Message]]


def _form(pattern: str, build: Callable[[re.Match[str]], Message]) -> _Form:
    # ASCII alone: else a long s is an S, and a Kelvin sign a king.
    return re.compile(pattern, re.IGNORECASE | re.ASCII), build


_FORMS: Sequence[_Form] = (
    _form(rf"{_SEAT} ready (for teams|to start|for deal|for cards){_REST}", _ready_for_step),
    _form(rf"{_SEAT} ready for dummy{_REST}", lambda m: msg.ReadyForDummy(Seat.parse(m[1]))),
    _form(rf"{_SEAT} received dummy{_REST}", lambda m: msg.ReceivedDummy(Seat.parse(m[1]))),
    _form(
        rf"{_SEAT} ready for {_SEAT}(?:'? ?s)? (?:bid|call){_REST}",
        lambda m: msg.ReadyForBid(Seat.parse(m[1]), Seat.parse(m[2])),
    ),
    _form(
        rf"{_SEAT} ready for {_WHO}(?:'? ?s)? card(?: to trick (\d{{1,4}}))?{_REST}",
        _ready_for_card,
    ),
    # Before calls: a team without quotes may be called Passell, or Double Dummies.
    _form(rf'{_SEAT} (?![("])((?!.*\b(?:alert|infos?)\b).*?) ?seated[. ]*', _seated),
    _form(
        rf"{_SEAT} (pass(?:es)?|doubles?|redoubles?|bids? ([1-7] ?{_STRAIN})(?!\w))"
        r"[. ]*(?:((?:alert|infos?)\b[. :]*(.*))|(?: .*)?)",
        _bids,
    ),
    # One server deletes the word that begins an alert, and the blanks around it.
    _form(rf"{_SEAT} (pass(?:es)?|doubles?|redoubles?|bids? ([1-7] ?{_STRAIN}))()(\w.*)", _bids),
    _form(rf"{_SEAT} bids?\b.*", lambda m: _unreadable(m, "bid")),
    _form(
        rf"{_WHO} plays ((?:10|[2-9TJQKA])[SHDC♠♥♦♣]|[SHDC♠♥♦♣](?:10|[2-9TJQKA])){_REST}", _plays
    ),
    _form(rf"{_WHO} plays?\b.*", lambda m: _unreadable(m, "card")),
    _form(rf"{_WHO} to lead{_REST}", lambda m: msg.ToLead(_who(m[1]))),
    _form(
        r"connecting (.*?) as (\w+) using protocol version ?:? ?(\d{1,6})(?!\d)(.*)", _connecting
    ),
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
    _form(rf"{_SEAT} claims{_REST}", lambda m: msg.Claims(Seat.parse(m[1]))),
    _form(rf"{_SEAT} (accepts|rejects) {_SEAT}(?:'? ?s)? claim{_REST}", _answers_claim),
    _form(
        rf"{_SEAT}(?:'? ?s)? claim is (accepted|rejected){_REST}",
        lambda m: msg.ClaimEnds(Seat.parse(m[1]), m[2].lower() == "accepted"),
    ),
    _form(r"illegal (?:bid|call)\b.*", lambda m: msg.Illegal("bid")),
    _form(r"illegal card\b.*", lambda m: msg.Illegal("card")),
    _form(r"(?:end of session|ns ?:|disconnect).*", lambda m: msg.EndOfSession()),
    _form(
        r"(?:error\b[ :]*|(?=(?:expected|unexpected|illegal|rejected|connection refused)\b))(.*)",
        _refusal,
    ),
)

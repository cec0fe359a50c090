"""LIN, the format of Bridge Base Online: reading boards from it and writing them in it.

A LIN text is a row of `command|value|`. Single boards, one a line, and vugraph files (a heading,
then `qx|o1|` for board 1 of the open room, `qx|c1|` for the closed room ...) are read alike.
Players become the tags `North` ..., the room `Room`; commands that are not understood become the
lines of one `Lin` tag. LIN has no form for other tags; they are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from dowager.auction import Auction, Call, Vulnerability, parse_call
from dowager.cards import Hand, Seat, card_name, parse_card
from dowager.errors import InputError
from dowager.formats.board import (
    Alert,
    Board,
    KnownHands,
    Tag,
    known_hands,
    played_once,
)
from dowager.formats.source_text import SourceText, raise_all

_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The seats in LIN's order, that of names and hands; the dealer's digit is 1 for South."""

_HEADING = ("vg", "rs", "pw", "mp", "bn", "bt")
_ROOMS = {"o": "Open", "c": "Closed"}
_CALLS = re.compile(
    r"\s*([1-7](?:NT?|[CDHS])|PASS|P|DBL|D|REDOUBLE|RDBL|R|XX|X|-)(!?)[\s,]*",
    re.IGNORECASE | re.ASCII,
)
_CARD = re.compile(r"\s*([CDHS](?:10|[2-9TJQKA]))[\s,]*", re.IGNORECASE | re.ASCII)
_SUIT = re.compile(r"\s*([CDHS])((?:10|[2-9TJQKA])*)\s*", re.IGNORECASE | re.ASCII)
_CALL_LETTERS = {Call.PASS: "p", Call.DOUBLE: "d", Call.REDOUBLE: "r"}
_EXAMPLES = {"call": "p, d, r or 1C to 7N", "card": "such as SA or HT", "suit": "SAKHQJDT9C8"}
_COMMAND = re.compile(r"[^\s|]{1,3}")


@dataclass(frozen=True, slots=True)
class _Node:
    """A `command|value|`; `start` is the offset of the value."""

    command: str
    value: str
    start: int


@dataclass(slots=True)
class _Draft:
    """A board as far as its nodes have been read; `offsets` are those of the calls."""

    start: int
    number: int | None = None
    room: str = ""
    dealer: Seat | None = None
    hands: KnownHands | None = None
    vulnerability: Vulnerability | None = None
    names: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    alerts: dict[int, str] = field(default_factory=dict)
    play: list[int] = field(default_factory=list)
    tricks: int | None = None
    comments: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def read_lin(text: str, file: str = "<lin>") -> list[Board]:
    """Return the boards of a LIN text, in order.

    A board without `md` has the cards of the board before it if both have one number (the other
    room of a vugraph match); without `sv`, the vulnerability comes from the board's number.

    Args:
        text: the whole file; a byte order mark and any kind of line end are accepted.
        file: its name, for messages.

    Raises:
        InputError: something is wrong; one `file:line:column: message` for each faulty board.
    """
    source = SourceText.of(text, file)
    boards: list[Board] = []
    errors: list[InputError] = []
    both_rooms: list[str] = []
    before: Board | None = None
    for chunk in _chunks(_nodes(source)):
        try:
            draft = _draft(source, chunk)
            both_rooms = draft.names if len(draft.names) > 4 else both_rooms
            board = _finished(source, draft, both_rooms, before)
            if board is not None:
                boards.append(board)
                before = board
        except InputError as error:
            errors.append(error)
    raise_all(errors)
    return boards


def write_lin(boards: Iterable[Board]) -> str:
    """Return boards in LIN, one a line.

    Raises:
        InputError: LIN cannot express something: a `|` in a text, or a comma in a name.
    """
    return "".join(
        "".join(_board_text(board, first=index == 0)) + "\n" for index, board in enumerate(boards)
    )


def _nodes(source: SourceText) -> Iterator[_Node]:
    *pieces, rest = source.text.split("|")
    offset = 0
    if len(pieces) % 2:
        # The last value lacks its closing bar, as when a line was cut off.
        pieces, rest = [*pieces, rest], ""
    for command, value in zip(pieces[::2], pieces[1::2], strict=True):
        name = command.strip().lower()
        start = offset + len(command) + 1
        if not _COMMAND.fullmatch(name):
            raise source.fault(
                start - 1, f"no LIN command {name[:20]!r}; write command|value|, such as mb|1NT|"
            )
        yield _Node(name, value, start)
        offset = start + len(value) + 1
    if rest.strip():
        raise source.fault(offset, f"{rest.strip()[:20]!r} has no value; write command|value|")


def _chunks(nodes: Iterable[_Node]) -> Iterator[list[_Node]]:
    """Yield the nodes of each board; those before the first board belong to it."""
    chunk: list[_Node] = []
    seen: set[str] = set()
    for node in nodes:
        again = node.command in ("md", "pn") and {node.command, "md"} <= seen
        if again or (node.command == "qx" and seen & {"md", "qx"}):
            yield chunk
            chunk, seen = [], set()
        chunk.append(node)
        seen.add(node.command)
    yield chunk


def _draft(source: SourceText, chunk: list[_Node]) -> _Draft:
    draft = _Draft(chunk[0].start if chunk else 0)
    for node in chunk:
        with source.at(node.start):
            _read_node(draft, node)
    return draft


def _read_node(draft: _Draft, node: _Node) -> None:
    value = " ".join(node.value.split())
    match node.command:
        case "md":
            draft.dealer, draft.hands = _parse_md(value)
        case "sv":
            draft.vulnerability = _parse_vulnerability(value)
        case "pn":
            draft.names = _parse_names(value)
        case "ah":
            _read_heading(draft, value)
        case "qx":
            _read_label(draft, value)
        case "mb":
            _read_calls(draft, value, node.start)
        case "an":
            _read_explanation(draft, value)
        case "pc":
            cards = [parse_card(match[1]) for match in _all(_CARD, value, "card")]
            draft.play = [*played_once([*draft.play, *cards])]
        case "mc":
            draft.tricks = _parse_tricks(value)
        case "nt":
            draft.comments += [node.value.strip()] if value else []
        case _:
            draft.others += [f"{node.command}|{value}|"] if value else []


def _read_heading(draft: _Draft, value: str) -> None:
    match = re.fullmatch(r"Board ?0*([1-9][0-9]{0,8})", value, re.IGNORECASE)
    if match:
        draft.number = int(match[1])
    elif value:
        draft.others.append(f"ah|{value}|")


def _read_label(draft: _Draft, value: str) -> None:
    match = re.match(r"([oc])0*([1-9][0-9]{0,8})?\b", value, re.IGNORECASE)
    if match is None:
        draft.comments += [value] if value else []
        return
    draft.room = _ROOMS[match[1].lower()]
    draft.number = int(match[2]) if match[2] else draft.number


def _read_calls(draft: _Draft, value: str, offset: int) -> None:
    for match in _all(_CALLS, value, "call"):
        if match[2]:
            draft.alerts[len(draft.calls)] = ""
        draft.calls.append(parse_call(match[1]))
        draft.offsets.append(offset)


def _read_explanation(draft: _Draft, value: str) -> None:
    if draft.calls and value:
        draft.alerts[len(draft.calls) - 1] = value
    elif value:
        draft.comments.append(value)


def _all(pattern: re.Pattern[str], value: str, what: str) -> Iterator[re.Match[str]]:
    """Yield the matches that make up the whole value.

    Raises:
        InputError: something in it does not match.
    """
    offset = 0
    while offset < len(value):
        match = pattern.match(value, offset)
        if match is None or match.end() == offset:
            raise InputError(f"no {what} {value[offset : offset + 20]!r}; write {_EXAMPLES[what]}")
        yield match
        offset = match.end()


def _parse_md(value: str) -> tuple[Seat, KnownHands]:
    if value[:1] not in ("1", "2", "3", "4"):
        raise InputError(
            f"the deal starts with {value[:1]!r}; write the dealer, 1 (South) to 4 (East)"
        )
    parts = value[1:].split(",")
    if len(parts) > 4:
        raise InputError(f"the deal has {len(parts)} hands; write three or four, South first")
    hands = dict(zip(_SEATS, map(_parse_hand, parts), strict=False))
    return _SEATS[int(value[0]) - 1], known_hands([hands.get(seat) for seat in Seat])


def _parse_hand(text: str) -> Hand | None:
    suits: dict[str, str] = {}
    for match in _all(_SUIT, text, "suit"):
        suit = match[1].upper()
        if suit in suits:
            raise InputError(f"hand {text!r} has the suit {suit} twice")
        suits[suit] = match[2]
    if not any(suits.values()):
        return None
    return Hand.parse(".".join(suits.get(suit, "") for suit in "SHDC"))


def _parse_vulnerability(value: str) -> Vulnerability:
    return Vulnerability.NONE if value in ("", "0") else Vulnerability.parse(value)


def _parse_names(value: str) -> list[str]:
    names = [name.strip() for name in value.split(",")]
    if len(names) > 8:
        raise InputError(f"{len(names)} names; write four, or eight for both rooms, South first")
    return names


def _parse_tricks(value: str) -> int:
    if not re.fullmatch(r"[0-9]|1[0-3]", value):
        raise InputError(f"no claim {value!r}; write declarer's tricks, 0 to 13")
    return int(value)


def _finished(
    source: SourceText, draft: _Draft, both_rooms: list[str], before: Board | None
) -> Board | None:
    """Return the board of a draft; None when it is only a heading or a label."""
    if draft.hands is None or draft.dealer is None:
        if not draft.calls and not draft.play:
            return None
        if before is None or before.number != draft.number:
            raise source.fault(draft.start, "this board has no deal; write md|1S...H...D...C...,|")
        draft.dealer, draft.hands = before.dealer, before.hands
    auction = _auction(source, draft, draft.dealer)
    return Board(
        dealer=draft.dealer,
        vulnerability=auction.vulnerability,
        number=draft.number,
        hands=draft.hands,
        calls=auction.calls,
        alerts=tuple(Alert(call, text) for call, text in sorted(draft.alerts.items())),
        contract=auction.contract if auction.ended else None,
        tricks=draft.tricks,
        play=tuple(draft.play),
        tags=tuple(_tags(draft, both_rooms)),
        comments=tuple(draft.comments),
    )


def _auction(source: SourceText, draft: _Draft, dealer: Seat) -> Auction:
    vulnerability = draft.vulnerability
    if vulnerability is None:
        number = draft.number
        vulnerability = Vulnerability.NONE if number is None else Vulnerability.of_board(number)
    auction = Auction(dealer, vulnerability)
    for call, offset in zip(draft.calls, draft.offsets, strict=True):
        with source.at(offset):
            auction = auction.after(call)
    return auction


def _tags(draft: _Draft, both_rooms: list[str]) -> Iterator[Tag]:
    names = draft.names or both_rooms
    if len(names) > 4:
        names = names[4:] if draft.room == "Closed" else names[:4]
    named = dict(zip(_SEATS, names, strict=False))
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        if named.get(seat):
            yield Tag(seat.word, named[seat])
    if draft.room:
        yield Tag("Room", draft.room)
    if draft.others:
        yield Tag("Lin", "", tuple(draft.others))


def _board_text(board: Board, first: bool) -> Iterator[str]:
    lines = [_checked(line) for tag in board.tags if tag.name == "Lin" for line in tag.lines]
    heading = list(takewhile(lambda line: first and line.partition("|")[0] in _HEADING, lines))
    yield from heading
    room = board.tag("Room")
    if room in _ROOMS.values():
        yield f"qx|{room[0].lower()}{board.number or ''}|"
    yield f"pn|{','.join(_name(board.tag(seat.word)) for seat in _SEATS)}|st||"
    yield f"md|{_SEATS.index(board.dealer) + 1}{_hands_text(board)}|rh||"
    if board.number is not None:
        yield f"ah|Board {board.number}|"
    yield f"sv|{'oneb'[board.vulnerability]}|"
    yield from lines[len(heading) :]
    yield from _calls_text(board)
    yield "pg||"
    yield from _play_text(board)
    if board.tricks is not None:
        yield f"mc|{board.tricks}|"
    yield from (f"nt|{_plain(comment)}|" for comment in board.comments)


def _hands_text(board: Board) -> str:
    return ",".join(_hand_text(board.hands[seat]) for seat in _SEATS)


def _hand_text(hand: Hand | None) -> str:
    suits = str(hand).split(".") if hand else []
    return "".join(letter + ranks for letter, ranks in zip("SHDC", suits, strict=False))


def _calls_text(board: Board) -> Iterator[str]:
    for index, call in enumerate(board.calls):
        alert = board.alert_of(index)
        word = _CALL_LETTERS.get(call) or str(call).removesuffix("T")
        yield f"mb|{word}{'' if alert is None else '!'}|"
        if alert:
            yield f"an|{_plain(alert)}|"


def _play_text(board: Board) -> Iterator[str]:
    for index, card in enumerate(board.play):
        yield f"pc|{card_name(card)}|" + ("pg||" if index % 4 == 3 else "")


def _name(name: str) -> str:
    if "," in name:
        raise InputError(f"LIN cannot write the name {name!r}: it has a comma")
    return _plain(name)


def _plain(text: str) -> str:
    if "|" in text:
        raise InputError(f"LIN cannot write {text!r}: it has a |")
    return text


def _checked(line: str) -> str:
    if not re.fullmatch(r"[^\s|]{1,3}\|[^|]*\|", line):
        raise InputError(f"{line!r} is not a LIN command; write command|value|")
    return line

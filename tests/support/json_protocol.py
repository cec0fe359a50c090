"""A toy protocol of JSON lines: what a newcomer would write to put one behind the port.

Its players never say that they are ready: they are told everything, and asked when it is their
turn. It has no claims, no times and no dialects.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from dowager.auction import Auction, Call, Vulnerability, parse_call
from dowager.cards import Hand, Seat, card_name, parse_card
from dowager.errors import DowagerError
from dowager.protocols.line_buffer import LineBuffer
from dowager.table import (
    Action,
    BoardBegun,
    BoardEnded,
    CallHeard,
    CallMade,
    CallWanted,
    CardHeard,
    CardPlayed,
    CardWanted,
    DummySeen,
    Ended,
    LiveBoard,
    LocalError,
    NewTableConversation,
    Noticed,
    PlayerBoard,
    PlayerEvent,
    Request,
    SeatAsked,
    SeatGiven,
    TableConversation,
    TableProtocol,
    TeamsNamed,
    Times,
    Useless,
)


def _line(**words: Any) -> bytes:
    return json.dumps(words).encode() + b"\n"


class JsonPlayer:
    """A player's side: a `PlayerConversation`."""

    gap: int | None = 0
    answers_claim = False
    waits_for = doubt = ""

    def __init__(self, team: str, seat: Seat | None) -> None:
        self.seat = seat
        self.board: PlayerBoard | None = None
        self.wanted: Action | None = None
        self.epoch = 0
        self._lines = LineBuffer()
        self._ended = False
        self._out = [_line(says="sit", team=team, seat=None if seat is None else seat.letter)]

    def receive(self, data: bytes) -> list[PlayerEvent]:
        return [event for line in self._lines.feed(data) for event in self._heard(line)]

    def _heard(self, line: bytes) -> list[PlayerEvent]:
        try:
            words = json.loads(line)
            return list(_HEARD[words.pop("says")](self, **words))
        except (ValueError, TypeError, LookupError, AttributeError, DowagerError) as error:
            return [Noticed(f"ignored, as it cannot be: {line[:80]!r} ({error})")]

    def quiet(self) -> list[PlayerEvent]:
        return []

    def closed(self) -> list[PlayerEvent]:
        return [] if self._ended else [Ended("the table has gone", cut_off=True)]

    def take_lines(self) -> list[bytes]:
        lines, self._out = self._out, []
        return lines

    def call(self, call: Call, alert: str | None = None) -> list[PlayerEvent]:
        self._act(Action.CALL, _line(says="call", call=str(call), alert=alert))
        return list(self._called(self.board.seat, call, alert))

    def play_card(self, card: int) -> list[PlayerEvent]:
        self._act(Action.CARD, _line(says="card", card=card_name(card)))
        return list(self._played(self.board.playing.turn, card))

    def claim(self) -> list[PlayerEvent]:
        raise LocalError("there are no claims")

    def answer_claim(self, accepts: bool) -> list[PlayerEvent]:
        raise LocalError("there are no claims")

    def _act(self, action: Action, line: bytes) -> None:
        if self.wanted is not action:
            raise LocalError("it is not our turn")
        self.wanted = None
        self._out.append(line)

    # -- what the table says -----------------------------------------------------------------------

    def _seat(self, seat: str) -> Iterator[PlayerEvent]:
        self.seat = Seat.parse(seat)
        yield SeatGiven(self.seat)

    def _teams(self, names: list[str]) -> Iterator[PlayerEvent]:
        yield TeamsNamed(*names)

    def _board(self, number: int, dealer: str, vul: str, hand: str) -> Iterator[PlayerEvent]:
        auction = Auction(Seat.parse(dealer), Vulnerability.parse(vul))
        self.board = PlayerBoard(self.seat, number, Hand.parse(hand), auction)
        self.wanted, self.epoch = None, self.epoch + 1
        yield BoardBegun(number, self.board.hand)

    def _call(self, seat: str, call: str, alert: str | None) -> Iterator[PlayerEvent]:
        return self._called(Seat.parse(seat), parse_call(call), alert)

    def _card(self, hand: str, card: str) -> Iterator[PlayerEvent]:
        return self._played(Seat.parse(hand), parse_card(card))

    def _dummy(self, hand: str) -> Iterator[PlayerEvent]:
        self.board = replace(self.board, dummy_hand=Hand.parse(hand))
        yield DummySeen(self.board.dummy_hand)

    def _turn(self, hand: str) -> Iterator[PlayerEvent]:
        self.epoch += 1
        self.wanted = Action.CARD if self.board.play else Action.CALL
        yield CardWanted(Seat.parse(hand)) if self.board.play else CallWanted()

    def _over(self) -> Iterator[PlayerEvent]:
        self.wanted, self.epoch = None, self.epoch + 1
        yield BoardEnded()

    def _refused(self) -> Iterator[PlayerEvent]:
        return self._end("the table has refused what we did: it knows another auction or play")

    def _end(self, why: str) -> Iterator[PlayerEvent]:
        self._ended = True
        yield Ended(why)

    def _called(self, seat: Seat, call: Call, alert: str | None) -> Iterator[PlayerEvent]:
        self.board = self.board.after_call(call, alert)
        yield CallHeard(seat, call, alert)

    def _played(self, hand: Seat, card: int) -> Iterator[PlayerEvent]:
        self.board = self.board.after_card(card)
        yield CardHeard(hand, card)


_HEARD = {
    "seat": JsonPlayer._seat,
    "teams": JsonPlayer._teams,
    "board": JsonPlayer._board,
    "call": JsonPlayer._call,
    "card": JsonPlayer._card,
    "dummy": JsonPlayer._dummy,
    "turn": JsonPlayer._turn,
    "over": JsonPlayer._over,
    "refused": JsonPlayer._refused,
    "end": JsonPlayer._end,
}
"""What understands each kind of line."""


class JsonTable(TableConversation):
    """A table's side."""

    gap = 0

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._lines = LineBuffer()
        self._seat: Seat | None = None
        self._board: LiveBoard | None = None

    def receive(self, data: bytes) -> Iterator[Request]:
        for line in self._lines.feed(data):
            try:
                yield self._request(json.loads(line))
            except (ValueError, TypeError, LookupError, AttributeError, DowagerError):
                yield Useless(repr(line[:80]))

    def _request(self, words: dict[str, str]) -> Request:
        match words["says"]:
            case "sit":
                seat = words["seat"]
                return SeatAsked(str(words["team"]), None if seat is None else Seat.parse(seat))
            case "call":
                return CallMade(parse_call(words["call"]), words["alert"])
            case "card":
                return CardPlayed(parse_card(words["card"]), self._own_hands())
            case _:
                return Useless(str(words))

    def _own_hands(self) -> frozenset[Seat]:
        play = self._board.play if self._board else None
        declares = play is not None and play.declarer is self._seat
        return frozenset({self._seat, self._seat.partner} if declares else {self._seat})

    def refuse(self, why: str) -> None:
        self._send(_line(says="end", why=why))

    def give_seat(self, seat: Seat, team: str) -> None:
        self._seat = seat
        self._send(_line(says="seat", seat=seat.letter))

    def name_teams(self, north_south: str, east_west: str) -> None:
        self._send(_line(says="teams", names=[north_south, east_west]))

    def send_deal(self, board: LiveBoard) -> None:
        self._board = board

    def send_hand(self, hand: Hand) -> None:
        auction = self._board.auction
        dealer, vul = auction.dealer.letter, auction.vulnerability.word
        number = self._board.number
        self._send(_line(says="board", number=number, dealer=dealer, vul=vul, hand=str(hand)))

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        self._send(_line(says="call", seat=seat.letter, call=str(call), alert=alert))

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        self._send(_line(says="card", hand=hand.letter, card=card_name(card)))

    def send_dummy(self, hand: Hand) -> None:
        self._send(_line(says="dummy", hand=str(hand)))

    def ask(self, hand: Seat, leads: bool) -> None:
        self._send(_line(says="turn", hand=hand.letter))

    def refuse_action(self, action: Action) -> None:
        self._send(_line(says="refused"))

    def end_board(self, times: Times) -> None:
        self._send(_line(says="over"))

    def end_session(self) -> None:
        self._send(_line(says="end", why=""))


def _table(dialects: Mapping[Seat, str]) -> NewTableConversation:
    return JsonTable


JSON = TableProtocol(name="json", title="JSON", player=lambda dialect: JsonPlayer, table=_table)

"""A seat that is played in this process: a person's by way of a browser, or a robot's.

The seat's player and its table exchange lines over a pair of sockets, like any other program and
its table; the player's lines are JSON, and the table's are empty: they say that something is new.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterable
from typing import Any

from dowager.auction import Call, parse_call
from dowager.cards import Hand, Seat, parse_card
from dowager.net import Door
from dowager.table import (
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Handled,
    LiveBoard,
    Request,
    SeatAsked,
    TableConversation,
)
from dowager.table.requests import Action


class LocalSeat(TableConversation):
    """The table's side.

    Args:
        send: sends a line.

    Attributes:
        claimer: whose claim the player has to answer; None while there is none.
        holds: whether the table waits after each board until the player says that it is ready.
        set: whether the player has its cards, and has not seen the end of the board.
    """

    gap = 0
    knows_claims = True

    def __init__(self, send: Callable[[bytes], None], holds: bool) -> None:
        self._send = send
        self.holds = holds
        self._said = b""
        self.claimer: Seat | None = None
        self.set = False

    def receive(self, data: bytes) -> Iterable[Request]:
        """Take lines of the player; yield what they ask."""
        *lines, self._said = (self._said + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            if "ready" in said:
                self.rests = False
            yield _request(said)

    def _wake(self) -> None:
        self._send(b"\n")

    def give_seat(self, seat: Seat, team: str) -> None:
        """Wake the player."""
        self._wake()

    def start_board(self) -> None:
        """Forget the board before."""
        self.claimer, self.set = None, False
        self._wake()

    def send_deal(self, board: LiveBoard) -> None:
        """Wake the player."""
        self._wake()

    def send_hand(self, hand: Hand) -> None:
        """Wake the player: it can see the board."""
        self.set = True
        self._wake()

    def end_board(self, times: object) -> None:
        """Wait for a player that wants to look at the board, before the next one."""
        self.claimer, self.set, self.rests = None, False, self.holds
        self._wake()

    def end_session(self) -> None:
        """Wake the player."""
        self._wake()

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Wake the player."""
        self._wake()

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Wake the player."""
        self._wake()

    def ask(self, hand: Seat, leads: bool) -> None:
        """Wake the player: it is its turn."""
        self._wake()

    def refuse_action(self, action: Action) -> None:
        """Wake the player: it is still its turn."""
        self._wake()

    def send_claim(self, claimer: Seat, hand: Hand) -> None:
        """Take note of a claim."""
        self.claimer = claimer
        self._wake()

    def end_claim(self, claimer: Seat, accepted: bool) -> None:
        """Take note of its end."""
        self.claimer = None
        self._wake()


def _request(said: dict[str, Any]) -> Request:
    """Return what a line of the player asks."""
    match said:
        case {"sit": seat, "name": name}:
            return SeatAsked("", Seat.parse(seat), name)
        case {"call": call, "alert": alert}:
            return CallMade(parse_call(call), alert)
        case {"card": card, "hands": hands}:
            return CardPlayed(parse_card(card), frozenset(map(Seat.parse, hands)))
        case {"claim": True}:
            return ClaimMade()
        case {"claimer": claimer, "accepts": bool(accepts)}:
            return ClaimAnswered(Seat.parse(claimer), accepts)
    return Handled()


class SeatLine:
    """The player's side: says lines, and hears that something is new; `open` makes one."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(
        cls,
        serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter, Door], Any],
        door: Door,
    ) -> tuple[SeatLine, asyncio.Task[None]]:
        """Connect to a table at a door of its own; return also the task that serves it.

        Args:
            serve: serves a connection of the table, until it ends.
            door: makes the conversation.
        """
        ours, theirs = socket.socketpair()
        line = cls(*await asyncio.open_connection(sock=ours))
        served = asyncio.create_task(serve(*await asyncio.open_connection(sock=theirs), door))
        return line, served

    def say(self, **fields: object) -> None:
        """Say something to the table."""
        self._writer.write(json.dumps(fields).encode() + b"\n")

    async def heard(self) -> bool:
        """Wait until something is new; return false when the table has closed the line."""
        return bool(await self._reader.read(4096))

    def close(self) -> None:
        """Close the line."""
        self._writer.close()

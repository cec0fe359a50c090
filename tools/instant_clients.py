"""Blue Chip clients that call and play at once, for measuring tables: a script, and no thought.

The dealer bids 1NT, everybody else passes; cards are played in the order in which they were dealt,
following suit. All four clients of a table are in one process and know when each of them acted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field

SEATS = ("North", "East", "South", "West")
_RANKS = "23456789TJQKA"


@dataclass(slots=True)
class Delays:
    """Seconds from an action until the next player hears of it, of all tables."""

    seconds: list[float] = field(default_factory=list)


@dataclass(slots=True)
class _Common:
    """What the four clients of a table share: when the last of them acted."""

    delays: Delays
    acted: float = 0.0

    def act(self) -> None:
        self.acted = time.monotonic()

    def hear(self) -> None:
        self.delays.seconds.append(time.monotonic() - self.acted)


async def play_table(port: int, delays: Delays, teams: Sequence[str] = ("Old", "Young")) -> int:
    """Play with four clients at a table until the session ends; return how many boards."""
    common = _Common(delays)
    clients = [_Client(index, teams[index % 2], common) for index in range(4)]
    return min(await asyncio.gather(*(client.run(port) for client in clients)))


async def play_pair(port: int, team: str, side: int) -> int:
    """Play with two clients of a team, North-South (0) or East-West (1), until the session ends.

    Returns:
        How many boards.
    """
    common = _Common(Delays())
    clients = [_Client(index, team, common) for index in (side, side + 2)]
    return min(await asyncio.gather(*(client.run(port) for client in clients)))


class _SessionOverError(Exception):
    """The table has said `End of session`."""


class _Client:
    """One client.

    Args:
        index: its seat, from North.
        team: its team's name.
        common: what it shares with the others at its table.
    """

    def __init__(self, index: int, team: str, common: _Common) -> None:
        self._me, self._team, self._common = index, team, common
        self._name = SEATS[index]
        self._boards = 0
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def run(self, port: int) -> int:
        """Play until the session ends; return the number of boards."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(self._writer), suppress(_SessionOverError):
            await self._session()
        return self._boards

    async def _session(self) -> None:
        name = self._team
        connecting = f'Connecting "{name}" as {self._name} using protocol version 18\r\n'
        self._writer.write(connecting.encode())
        await self._line("seated")
        self._say("ready for teams")
        await self._line("Teams")
        self._say("ready to start")
        while True:
            await self._line("Start of board")
            await self._board()
            self._boards += 1

    def _say(self, words: str) -> None:
        self._writer.write(f"{self._name} {words}\r\n".encode())

    async def _line(self, wanted: str) -> str:
        """Return the next line that has some words."""
        while True:
            line = (await self._reader.readline()).decode()
            if "End of session" in line:
                raise _SessionOverError
            if not line or line.startswith("Error"):
                raise ConnectionError(f"{self._name} waits for {wanted!r}: {line or 'closed'}")
            if wanted in line:
                return line

    async def _board(self) -> None:
        self._say("ready for deal")
        deal = await self._line("Board number")
        dealer = SEATS.index(deal.partition("Dealer ")[2].partition(".")[0])
        self._say("ready for cards")
        own = _cards(await self._line("cards :"))
        for turn in range(4):
            await self._call((dealer + turn) % 4, "bids 1NT" if turn == 0 else "passes", turn)
        await self._play(dealer, own)

    async def _call(self, seat: int, words: str, turn: int) -> None:
        if seat == self._me:
            self._common.act()
            self._say(words)
            return
        self._say(f"ready for {SEATS[seat]}'s bid")
        await self._line(f"{SEATS[seat]} ")
        if (seat + 1) % 4 == self._me and turn < 3:
            self._common.hear()

    async def _play(self, declarer: int, own: list[str]) -> None:
        dummy, leader = (declarer + 2) % 4, (declarer + 1) % 4
        hands = {self._me: own}
        for number in range(1, 14):
            trick: list[str] = []
            for turn in range(4):
                hand = (leader + turn) % 4
                player = declarer if hand == dummy else hand
                trick.append(await self._card(hand, player, dummy, number, trick, hands))
                if number == 1 and turn == 0 and self._me != dummy:
                    self._say("ready for dummy")
                    hands[dummy] = _cards(await self._line("cards :"))
                after = declarer if (hand + 1) % 4 == dummy else (hand + 1) % 4
                if turn < 3 and after == self._me != player:
                    self._common.hear()
            leader = (leader + _winner(trick)) % 4

    async def _card(
        self,
        hand: int,
        player: int,
        dummy: int,
        number: int,
        trick: Sequence[str],
        hands: dict[int, list[str]],
    ) -> str:
        """Play a card, or hear which is played."""
        if player != self._me:
            whose = "dummy" if hand == dummy else SEATS[hand]
            self._say(f"ready for {whose}'s card to trick {number}")
            line = await self._line(" plays ")
            return line.partition(" plays ")[2].strip()
        if not trick:
            await self._line("to lead")
        card = _chosen(hands[hand], trick)
        hands[hand].remove(card)
        self._common.act()
        self._writer.write(f"{SEATS[hand]} plays {card}\r\n".encode())
        return card


def _cards(line: str) -> list[str]:
    """Return the cards of a hand, rank first, as they are played."""
    words = line.partition(":")[2].replace(".", " ").split()
    cards, suit = [], ""
    for word in words:
        if word in "SHDC":
            suit = word
        elif word != "-":
            cards.append(word + suit)
    return cards


def _chosen(hand: Sequence[str], trick: Sequence[str]) -> str:
    suited = [card for card in hand if trick and card[1] == trick[0][1]]
    return (suited or hand)[0]


def _winner(trick: Sequence[str]) -> int:
    """Return the index of the card that wins a trick in notrump."""
    led = trick[0][1]
    ranks = [_RANKS.index(card[0]) if card[1] == led else -1 for card in trick]
    return ranks.index(max(ranks))

"""Tables of strict programs, and of them and our own clients, without sockets."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.auction import Call
from dowager.cards import Seat
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import BoardBegun, CallHeard, CardHeard, PlayerConversation, PlayerEvent
from support.peer_scripts import TEAMS
from support.random_actions import random_call, random_card
from support.scripted_peers import WAYS
from support.strict_npm_player import Npm
from support.strict_players import Ben, BridgeEnv, StrictPlayer
from support.strict_servers import BridgeEnvTable, OpenSpielTable, TextTable
from support.strict_tables import StrictTable
from support.wired_tables import NO_PAUSE, Wires, boards

PLAYERS: dict[str, type[StrictPlayer]] = {"ben": Ben, "bridge-env": BridgeEnv, "npm": Npm}
"""The strict players, by the name of their preset."""

TABLES: dict[str, type[StrictTable]] = {
    "bridge-env": BridgeEnvTable,
    "openspiel": OpenSpielTable,
    "blue-chip": TextTable,
}
"""The strict table managers, by the name of their preset."""

FOUR = boards(4, 8)
"""Four boards: the second one will be passed out, the third one has a void."""


class _AtRandom(Wires):
    """Clients of ours that make boards worth playing."""

    def choose_call(self, client: PlayerConversation) -> tuple[Call, str | None]:
        """Return a legal call, alerted now and then, passes and doubles too."""
        call = random_call(self._random, client.board)
        return call, self._random.choice([None, "", "at least 17 total points.", "5-4, (31)!"])

    def choose_card(self, client: PlayerConversation) -> int:
        """Return a legal card."""
        return random_card(self._random, client.board)


class Company(_AtRandom):
    """Players of any kinds at our table, one at each seat.

    Args:
        kinds: by seat, the names of `PLAYERS`; others are our own client.
        way: how bytes come, one of `WAYS`.
        seed: of the calls and cards.
        dialects: by seat; None for those that the kinds need.
    """

    def __init__(
        self,
        kinds: Sequence[str],
        way: str = "whole",
        seed: int = 0,
        dialects: dict[Seat, str] | None = None,
    ) -> None:
        cut, glued = WAYS[way]
        spoken = needed(kinds) if dialects is None else dialects
        super().__init__(FOUR, NO_PAUSE, seed, cut, glued, spoken)
        self.players: list[StrictPlayer | PlayerConversation] = []
        for seat, kind in zip(Seat, kinds, strict=True):
            self.players.append(self._seat(seat, kind, seed))
        self.run()

    def _seat(self, seat: Seat, kind: str, seed: int) -> StrictPlayer | PlayerConversation:
        team = TEAMS[seat.side]
        if kind not in PLAYERS:
            return self.sit(seat, team, seat)
        player = self.clients[seat] = PLAYERS[kind](seat, team, seed)
        self._take(self.manager.connect(seat, BLUE_CHIP.table(self._dialects), self.now))
        return player


class Visit(_AtRandom):
    """Our four clients at a program's table.

    Args:
        table: the table manager.
        way: how bytes come to the clients, one of `WAYS`.
        seed: of the calls and cards.
        dialect: the clients' dialect; None for the one that the table needs.
        alerts: whether passes, doubles and redoubles are alerted like bids.

    Attributes:
        heard: by client and board, the calls and cards that it knows of.
    """

    def __init__(
        self,
        table: type[StrictTable],
        way: str = "whole",
        seed: int = 0,
        dialect: str | None = None,
        alerts: bool = True,
    ) -> None:
        cut, glued = WAYS[way]
        super().__init__([], NO_PAUSE, seed, cut)
        self.manager = self.table = table(FOUR, glued)
        self.heard: dict[int, list[list[int]]] = {seat: [] for seat in Seat}
        self._alerts = alerts
        for seat in Seat:
            new_client = BLUE_CHIP.player(table.dialect if dialect is None else dialect)
            self.clients[seat] = new_client(TEAMS[seat.side], seat)
            self.table.connect(seat)
        self.run()
        for seat, client in self.clients.items():
            self._handle(seat, client.closed())

    def _turn(self) -> bool:
        return super()._turn() or any(self._waits(*each) for each in self.clients.items())

    def _waits(self, connection: int, client: PlayerConversation) -> bool:
        """Let a client wait; return whether it takes a line as ended that has no end."""
        before = client.epoch
        self._handle(connection, client.quiet())
        return client.epoch > before

    def _handle(self, connection: int, events: list[PlayerEvent]) -> None:
        super()._handle(connection, events)
        for event in events:
            match event:
                case BoardBegun():
                    self.heard[connection].append([])
                case CallHeard(_, action) | CardHeard(_, action):
                    self.heard[connection][-1].append(action)
                case _:
                    pass

    def choose_call(self, client: PlayerConversation) -> tuple[Call, str | None]:
        """Return a legal call, alerted now and then."""
        call, alert = super().choose_call(client)
        return call, alert if self._alerts or call.is_bid else None


def needed(kinds: Sequence[str]) -> dict[Seat, str]:
    """Return the dialects that an operator has to give for some kinds, by seat."""
    return {
        seat: PLAYERS[kind].dialect
        for seat, kind in zip(Seat, kinds, strict=True)
        if kind in PLAYERS and PLAYERS[kind].dialect is not None
    }

"""The Blue Chip protocol: our client against our table manager, bytes in every cut."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dowager.auction import Call
from dowager.cards import Seat
from dowager.protocols.bluechip.client import Client, State
from dowager.protocols.bluechip.dialect import PLAIN
from dowager.protocols.bluechip.events import ClientEvent
from dowager.protocols.bluechip.relay import Options
from support.wired_tables import Cut, Wires, boards, one_at_a_time, play_interrupted, whole


@pytest.mark.parametrize("glued", [False, True])
@pytest.mark.parametrize("cut", [whole, one_at_a_time])
def test_sessions_end_with_every_board_played(cut: Cut, glued: bool) -> None:
    table = Wires(boards(12), seed=3, cut=cut, glued=glued)
    table.sit_all()
    table.run()
    assert table.over
    assert table.ended == dict.fromkeys(range(4), "")
    assert [one.board.number for one in table.finished] == list(range(1, 13))
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]
    for one in table.finished:
        board = one.board
        assert board.auction.ended
        assert len(board.play) == (52 if board.contract else 0)


class Steady(Wires):
    """Clients that do the same in the same position."""

    def choose_call(self, client: Client) -> tuple[Call, str | None]:
        self._random = Random(f"{client.hand} {client.auction}")
        return super().choose_call(client)

    def choose_card(self, client: Client) -> int:
        self._random = Random(f"{client.hand} {client.play}")
        return super().choose_card(client)


@pytest.mark.parametrize("seed", range(6))
def test_a_client_that_comes_back_is_told_what_it_did(seed: int) -> None:
    told = Options(trick_pause=1, dialects=dict.fromkeys(Seat, replace(PLAIN, told=True)))
    table = Wires(boards(10, seed), told, seed)
    assert play_interrupted(table, seed) > 2
    assert [one.board.number for one in table.finished] == list(range(1, 11))
    assert not [text for text in table.reports if "starts again" in text]


@pytest.mark.parametrize("seed", range(6))
def test_a_client_that_comes_back_does_as_before(seed: int) -> None:
    table = Steady(boards(10, seed), Options(trick_pause=0), seed)
    assert play_interrupted(table, seed) > 2
    assert [one.board.number for one in table.finished] == list(range(1, 11))
    assert not [text for text in table.reports if "starts again" in text]


def test_a_client_that_comes_back_and_does_otherwise_makes_the_board_start_again() -> None:
    again = 0
    for seed in range(6):
        table = Wires(boards(10, seed), Options(trick_pause=0), seed)
        assert play_interrupted(table, seed) > 2
        assert [one.board.number for one in table.finished] == list(range(1, 11))
        again += sum("starts again" in text for text in table.reports)
    assert again > 2


class Eager(Steady):
    """Clients that act before they hear what else there is to hear."""

    def _handle(self, connection: int, events: list[ClientEvent]) -> None:
        super()._handle(connection, events)
        client = self.clients.get(connection)
        if client is None or self._thinking.get(connection) != client.epoch:
            return
        del self._thinking[connection]
        if client.state is State.MY_CALL:
            self._handle(connection, client.call(*self.choose_call(client)))
        elif client.state is State.MY_CARD:
            self._handle(connection, client.play_card(self.choose_card(client)))


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_what_crosses_what_it_is_told_is_no_fault(seed: int, told: bool) -> None:
    """A client that comes back calls before it is told its call: that is not called illegal."""
    dialects = dict.fromkeys(Seat, replace(PLAIN, told=told))
    table = Eager(boards(25, seed), Options(trick_pause=0, dialects=dialects), seed)
    assert play_interrupted(table, seed) > 2
    assert [one.board.number for one in table.finished] == list(range(1, 26))
    assert not [text for text in table.reports if "again" in text or "illegal" in text]
    assert set(table.ended.values()) == {""}

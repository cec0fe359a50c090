"""The Blue Chip protocol: our client against our table manager, bytes in every cut."""

from __future__ import annotations

import pytest

from dowager.table import PlayerEvent, TableOptions
from support.wired_tables import (
    TOLD,
    Cut,
    Steady,
    Wires,
    boards,
    one_at_a_time,
    play_interrupted,
    whole,
)


@pytest.mark.parametrize("glued", [False, True])
@pytest.mark.parametrize("cut", [whole, one_at_a_time])
def test_sessions_end_with_every_board_played(cut: Cut, glued: bool) -> None:
    table = Wires(boards(12), seed=3, cut=cut, glued=glued)
    table.sit_all()
    table.run()
    assert table.over
    assert table.ended == dict.fromkeys(range(4), "")
    assert [event.board.number for event in table.finished] == list(range(1, 13))
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]
    for event in table.finished:
        board = event.board
        assert board.auction.ended
        assert len(board.play) == (52 if board.contract else 0)


@pytest.mark.parametrize("seed", range(6))
def test_a_client_that_comes_back_is_told_what_it_did(seed: int) -> None:
    table = Wires(boards(10, seed), TableOptions(trick_pause=1), seed, dialects=TOLD)
    assert play_interrupted(table, seed) > 2
    assert [event.board.number for event in table.finished] == list(range(1, 11))
    assert not [text for text in table.reports if "starts again" in text]


@pytest.mark.parametrize("seed", range(6))
def test_a_client_that_comes_back_does_as_before(seed: int) -> None:
    table = Steady(boards(10, seed), seed=seed)
    assert play_interrupted(table, seed) > 2
    assert [event.board.number for event in table.finished] == list(range(1, 11))
    assert not [text for text in table.reports if "starts again" in text]


def test_a_client_that_comes_back_and_does_otherwise_makes_the_board_start_again() -> None:
    again = 0
    for seed in range(6):
        table = Wires(boards(10, seed), seed=seed)
        assert play_interrupted(table, seed) > 2
        assert [event.board.number for event in table.finished] == list(range(1, 11))
        again += sum("starts again" in text for text in table.reports)
    assert again > 2


class Eager(Steady):
    """Clients that act before they hear what else there is to hear."""

    def _handle(self, connection: int, events: list[PlayerEvent]) -> None:
        super()._handle(connection, events)
        client = self.clients.get(connection)
        if client is not None and self._thinking.get(connection) == client.epoch:
            del self._thinking[connection]
            self._act(connection, client)


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_what_crosses_what_it_is_told_is_no_fault(seed: int, told: bool) -> None:
    """A client that comes back calls before it is told its call: that is not called illegal."""
    table = Eager(boards(25, seed), seed=seed, dialects=TOLD if told else None)
    assert play_interrupted(table, seed) > 2
    assert [event.board.number for event in table.finished] == list(range(1, 26))
    assert not [text for text in table.reports if "again" in text or "illegal" in text]
    assert set(table.ended.values()) == {""}

"""Programs that read as strictly as the real ones: players at our table, tables for our client."""

from __future__ import annotations

import pytest

from dowager.cards import Seat
from support.company import FOUR, PLAYERS, TABLES, Company, Visit
from support.scripted_peers import WAYS
from support.strict_players import StrictPlayer


def check_session(table: Company) -> None:
    """See that four boards were played to the end, and that everybody saw the same."""
    assert table.over, table.manager.session.awaited()
    assert set(table.ended.values()) == {""}
    assert [finished.board.number for finished in table.finished] == [1, 2, 3, 4]
    for index, finished in enumerate(table.finished):
        board = finished.board
        assert len(board.play) == (0 if board.number == 2 else 52)
        for player in table.players:
            if isinstance(player, StrictPlayer):
                seen = player.boards[index]
                assert seen.auction == board.auction
                assert (seen.play.cards if seen.play else ()) == board.play
    assert not [text for text in table.reports if "ignored" in text or "llegal" in text]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", PLAYERS)
def test_four_of_a_kind(kind: str, way: str) -> None:
    check_session(Company([kind] * 4, way, seed=1))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turn", range(4))
def test_one_of_each_kind_and_our_own_client(turn: int, way: str) -> None:
    kinds = ["ben", "bridge-env", "npm", "ours"]
    check_session(Company(kinds[turn:] + kinds[:turn], way, seed=turn))


def test_the_boards_have_a_void() -> None:
    assert any(not suit for hand in FOUR[2].deal.hands for suit in str(hand).split("."))


# -- our client at their tables --------------------------------------------------------------------


def check_visit(visit: Visit) -> None:
    """See that four boards were played to the end, and that both sides have the same ones."""
    assert visit.table.over
    assert visit.ended == dict.fromkeys(Seat, "")
    played = [
        [*live.auction.calls, *(live.play.cards if live.play else ())]
        for live in visit.table.boards
    ]
    assert [len(board) > 52 for board in played] == [True, False, True, True]
    assert visit.heard == dict.fromkeys(Seat, played)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", TABLES)
def test_our_clients_at_a_programs_table(table: str, way: str) -> None:
    check_visit(Visit(TABLES[table], way, seed=2))

"""EPE 321 as a protocol of the port, and both of its sides with their passwords."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.protocols.epe321.player_side import Epe321Player
from dowager.protocols.epe321.table_side import Epe321Table
from dowager.table import NewPlayerConversation, NewTableConversation, TableProtocol


def epe321_player(password: str = "") -> NewPlayerConversation:
    """Return what makes players' conversations with a host that has a password, or none."""
    return partial(Epe321Player, password=password)


def epe321_table(password: str = "", stand_in: str = "") -> NewTableConversation:
    """Return what makes a host's conversations.

    Args:
        password: what clients must know; empty if they need know nothing.
        stand_in: the password of robots that stand in for players; empty if there are none.
    """
    return partial(Epe321Table, password=password, stand_in=stand_in)


def _player(dialect: str) -> NewPlayerConversation:
    _check_none(dialect)
    return epe321_player()


def _table(dialects: Mapping[Seat, str]) -> NewTableConversation:
    for dialect in dialects.values():
        _check_none(dialect)
    return epe321_table()


def _check_none(dialect: str) -> None:
    """Raise `InputError` for a dialect: there are none."""
    if dialect:
        raise InputError(f"EPE 321 has no dialects, such as {dialect!r}")


EPE_321 = TableProtocol(name="epe321", title="EPE 321", player=_player, table=_table)
"""The EPE 321 protocol, version 1.0 of 14 September 2020; a line is a message of a WebSocket."""

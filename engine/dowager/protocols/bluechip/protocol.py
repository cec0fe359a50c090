"""Blue Chip as a protocol of the port: what makes its sides, and how their dialects are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from dowager.cards import Seat
from dowager.protocols.bluechip.client import Client
from dowager.protocols.bluechip.client_handler import ClientHandler
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.table import NewPlayerConversation, NewTableConversation, TableProtocol


def _player(dialect: str) -> NewPlayerConversation:
    return partial(Client, dialect=parse_dialect(dialect))


def _table(dialects: Mapping[Seat, str]) -> NewTableConversation:
    return partial(ClientHandler, {seat: parse_dialect(text) for seat, text in dialects.items()})


BLUE_CHIP = TableProtocol(
    name="bluechip",
    title="Blue Chip",
    player=_player,
    table=_table,
    player_dialect="eol:lf, gap:200, or a program: bridge-env",
    table_dialect="name:value, such as seated:plain, or a program, such as npm",
    robots_player_dialect="gap:5",
    robots_table_dialect="gap:0,told:yes",
)
"""The Blue Chip Table Manager protocol, version 18."""

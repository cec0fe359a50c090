"""Owns the options of a table: how a table manager runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dowager.cards import Seat
from dowager.protocols.bluechip.dialect import Dialect
from dowager.protocols.bluechip.pausing import AlertMode


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is run.

    Attributes:
        teams: the names that North-South and East-West must have; empty for any.
        dialects: by seat, how to speak to it.
        trick_pause: seconds between tricks.
        alert_mode: when the operator is asked about alerts.
        claims: whether claims are taken (the text's proposal).
    """

    teams: tuple[str, str] = ("", "")
    dialects: Mapping[Seat, Dialect] = field(default_factory=dict)
    trick_pause: float = 1.0
    alert_mode: AlertMode = AlertMode.AUTO
    claims: bool = False

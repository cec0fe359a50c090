"""How a table is run, whatever its players' protocols."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.table.manager.manual_alerts import AlertMode, Convention


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is run.

    Attributes:
        teams: the names that North-South and East-West must have; empty for any.
        trick_pause: seconds between tricks.
        alert_mode: when the operator is asked about alerts.
        conventions: what is played, as far as manual alerting exempts fewer calls for it.
        claims: whether claims are taken.
    """

    teams: tuple[str, str] = ("", "")
    trick_pause: float = 1.0
    alert_mode: AlertMode = AlertMode.AUTO
    conventions: frozenset[Convention] = frozenset()
    claims: bool = False

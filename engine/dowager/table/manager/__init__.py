"""A table manager for four players, whatever protocols they speak.

`table_manager` has the session: connections, seats, and how a player comes from an empty seat to a
board (`stages`, `post`, `seating`); `board_manager` has the board in progress: what each player is
told, pauses, claims. `options` says how a table is run; `clocks` and `manual_alerts` are its parts.
"""

from dowager.table.manager.clocks import Clocks
from dowager.table.manager.manual_alerts import AlertMode
from dowager.table.manager.options import TableOptions
from dowager.table.manager.seating import seat_for, team_name
from dowager.table.manager.stages import Phase, Stage
from dowager.table.manager.table_manager import TableManager

__all__ = [
    "AlertMode",
    "Clocks",
    "Phase",
    "Stage",
    "TableManager",
    "TableOptions",
    "seat_for",
    "team_name",
]

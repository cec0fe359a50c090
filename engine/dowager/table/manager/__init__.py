"""A table manager for four players, whatever protocols they speak.

`table_manager` has the connections, and decides by `admission` who gets which seat. `session` has
the players' `post`s and takes them by `stages` from an empty seat to a board, and from board to
board. `board_manager` has the board in progress: what each player is sent, pauses, claims.
A `picture` shows all of it to the operator. `table_options` say how a table is run; `clocks` and
`manual_alerts` are parts of it.
"""

from dowager.table.manager.admission import seat_for, team_name
from dowager.table.manager.clocks import Clocks
from dowager.table.manager.manual_alerts import AlertMode, Convention
from dowager.table.manager.picture import (
    Awaiting,
    BoardPicture,
    PlayerPicture,
    Presence,
    TablePicture,
    picture_of,
)
from dowager.table.manager.stages import Halt, Phase, Stage
from dowager.table.manager.table_manager import TableManager
from dowager.table.manager.table_options import TableOptions

__all__ = [
    "AlertMode",
    "Awaiting",
    "BoardPicture",
    "Clocks",
    "Convention",
    "Halt",
    "Phase",
    "PlayerPicture",
    "Presence",
    "Stage",
    "TableManager",
    "TableOptions",
    "TablePicture",
    "picture_of",
    "seat_for",
    "team_name",
]

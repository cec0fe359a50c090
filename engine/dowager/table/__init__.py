"""A board's life at a table, whatever protocol its players speak; no sockets, no clock.

`port` is what lies between tables and protocols; it speaks of `player_events`, `requests` and
`table_events`, of a board as one player sees it (`player_board`) and as it is (`live_board`), and
of `open_claims`; protocols write their `transitions` as tables. `manager` runs a table, and `event`
says who plays at many, and compares them; `robot` calls and plays for a seat, at the `pace` that a
board's time allows. `board_selection`, `rotation`, `results` and `comparison` serve sessions and
matches.
"""

from dowager.table.board_selection import boards_to_play
from dowager.table.comparison import Row, result_json, result_text, row_of, total
from dowager.table.live_board import LiveBoard
from dowager.table.manager import (
    AlertMode,
    Awaiting,
    BoardPicture,
    Convention,
    Halt,
    PlayerPicture,
    Presence,
    TableManager,
    TableOptions,
    TablePicture,
    picture_of,
    team_name,
)
from dowager.table.open_claims import judges_of
from dowager.table.pace import Pace
from dowager.table.player_board import PlayerBoard
from dowager.table.player_events import (
    AlertHeard,
    BoardBegun,
    BoardEnded,
    CallHeard,
    CallWanted,
    CardHeard,
    CardWanted,
    ClaimEnded,
    ClaimHeard,
    DummySeen,
    Ended,
    Noticed,
    PlayerEvent,
    SeatGiven,
    TeamsNamed,
    TimesHeard,
)
from dowager.table.port import (
    LocalError,
    NewPlayerConversation,
    NewTableConversation,
    PlayerConversation,
    TableConversation,
    TableProtocol,
    Times,
)
from dowager.table.requests import (
    Action,
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Handled,
    Ready,
    Request,
    SeatAsked,
    Step,
    Unreadable,
    Unwelcome,
    Useless,
)
from dowager.table.results import Results, score_of, with_names, write_whole
from dowager.table.robot import Called, Robot
from dowager.table.rotation import rotated
from dowager.table.table_events import (
    Awaited,
    BoardFinished,
    Close,
    Duty,
    Joined,
    OperatorWanted,
    PauseWanted,
    Reported,
    SessionEnded,
    TableEvent,
)
from dowager.table.transitions import Move, diagram

__all__ = [
    "Action",
    "AlertHeard",
    "AlertMode",
    "Awaited",
    "Awaiting",
    "BoardBegun",
    "BoardEnded",
    "BoardFinished",
    "BoardPicture",
    "CallHeard",
    "CallMade",
    "CallWanted",
    "Called",
    "CardHeard",
    "CardPlayed",
    "CardWanted",
    "ClaimAnswered",
    "ClaimEnded",
    "ClaimHeard",
    "ClaimMade",
    "Close",
    "Convention",
    "DummySeen",
    "Duty",
    "Ended",
    "Halt",
    "Handled",
    "Joined",
    "LiveBoard",
    "LocalError",
    "Move",
    "NewPlayerConversation",
    "NewTableConversation",
    "Noticed",
    "OperatorWanted",
    "Pace",
    "PauseWanted",
    "PlayerBoard",
    "PlayerConversation",
    "PlayerEvent",
    "PlayerPicture",
    "Presence",
    "Ready",
    "Reported",
    "Request",
    "Results",
    "Robot",
    "Row",
    "SeatAsked",
    "SeatGiven",
    "SessionEnded",
    "Step",
    "TableConversation",
    "TableEvent",
    "TableManager",
    "TableOptions",
    "TablePicture",
    "TableProtocol",
    "TeamsNamed",
    "Times",
    "TimesHeard",
    "Unreadable",
    "Unwelcome",
    "Useless",
    "boards_to_play",
    "diagram",
    "judges_of",
    "picture_of",
    "result_json",
    "result_text",
    "rotated",
    "row_of",
    "score_of",
    "team_name",
    "total",
    "with_names",
    "write_whole",
]

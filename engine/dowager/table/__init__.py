"""A board's life at a table, whatever protocol its players speak; no sockets, no clock.

`port` is what lies between tables and protocols; it speaks of `player_events`, `requests` and
`table_events`, of a board as one player sees it (`player_board`) and as it is (`live_board`), and
of `open_claims`; protocols write their `transitions` as tables. `manager` runs a table, and `event`
says who plays at many, and compares them; `brain_port` lies between tables and programs that they
start themselves; `robot` calls and plays for a seat, at the `pace` that a
board's time allows, and believes the others' calls by `table_readings`. `board_selection`,
`rotation`, `rubber_boards`, `results`, `comparison`, `seat_player` serve sessions and matches.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.table.board_selection import boards_to_play
    from dowager.table.brain_port import (
        BrainConversation,
        BrainKeeper,
        BrainLimits,
        BrainProtocol,
        BrainTerms,
        NewBrainHandler,
    )
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
    from dowager.table.results import Results, faults_tags, score_of, with_names, write_whole
    from dowager.table.robot import Called, Robot
    from dowager.table.rotation import rotated
    from dowager.table.rubber_boards import RubberBoards
    from dowager.table.seat_player import Partners, SeatPlayer
    from dowager.table.table_events import (
        Awaited,
        BoardFinished,
        Close,
        Duty,
        Joined,
        Left,
        OperatorWanted,
        PauseWanted,
        Reported,
        SessionEnded,
        TableEvent,
    )
    from dowager.table.table_readings import (
        TableReadings,
        among_strangers,
        at_our_table,
        in_words,
    )
    from dowager.table.transitions import Move, diagram
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "board_selection": "boards_to_play",
            "brain_port": (
                "BrainConversation BrainKeeper BrainLimits BrainProtocol BrainTerms NewBrainHandler"
            ),
            "comparison": "Row result_json result_text row_of total",
            "live_board": "LiveBoard",
            "manager": (
                "AlertMode Awaiting BoardPicture Convention Halt PlayerPicture Presence "
                "TableManager TableOptions TablePicture picture_of team_name"
            ),
            "open_claims": "judges_of",
            "pace": "Pace",
            "player_board": "PlayerBoard",
            "player_events": (
                "AlertHeard BoardBegun BoardEnded CallHeard CallWanted CardHeard "
                "CardWanted ClaimEnded ClaimHeard DummySeen Ended Noticed PlayerEvent "
                "SeatGiven TeamsNamed TimesHeard"
            ),
            "port": (
                "LocalError NewPlayerConversation NewTableConversation "
                "PlayerConversation TableConversation TableProtocol Times"
            ),
            "requests": (
                "Action CallMade CardPlayed ClaimAnswered ClaimMade Handled Ready "
                "Request SeatAsked Step Unreadable Unwelcome Useless"
            ),
            "results": "Results faults_tags score_of with_names write_whole",
            "robot": "Called Robot",
            "rotation": "rotated",
            "rubber_boards": "RubberBoards",
            "seat_player": "Partners SeatPlayer",
            "table_events": (
                "Awaited BoardFinished Close Duty Joined Left OperatorWanted "
                "PauseWanted Reported SessionEnded TableEvent"
            ),
            "table_readings": "TableReadings among_strangers at_our_table in_words",
            "transitions": "Move diagram",
        },
    )

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
    "BrainConversation",
    "BrainKeeper",
    "BrainLimits",
    "BrainProtocol",
    "BrainTerms",
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
    "Left",
    "LiveBoard",
    "LocalError",
    "Move",
    "NewBrainHandler",
    "NewPlayerConversation",
    "NewTableConversation",
    "Noticed",
    "OperatorWanted",
    "Pace",
    "Partners",
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
    "RubberBoards",
    "SeatAsked",
    "SeatGiven",
    "SeatPlayer",
    "SessionEnded",
    "Step",
    "TableConversation",
    "TableEvent",
    "TableManager",
    "TableOptions",
    "TablePicture",
    "TableProtocol",
    "TableReadings",
    "TeamsNamed",
    "Times",
    "TimesHeard",
    "Unreadable",
    "Unwelcome",
    "Useless",
    "among_strangers",
    "at_our_table",
    "boards_to_play",
    "diagram",
    "faults_tags",
    "in_words",
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

"""Events: pairs or teams who play rounds of boards at many tables, and how they compare.

`plan` says who plays what; `reader` reads it from a file, where `round_robin` may make the rounds.
`results` keeps finished boards, `ranking` compares them. What runs an event is in `net`.
"""

from dowager.table.event.plan import Entrant, Event, Sitting, same_boards
from dowager.table.event.ranking import (
    Comparable,
    MatchScore,
    Ranking,
    Standing,
    TeamStanding,
    match_score,
    rankings,
    team_ranking,
)
from dowager.table.event.reader import Sources, read_event
from dowager.table.event.results import EventResults, names_of, result_of, without_part
from dowager.table.event.round_robin import round_robin

__all__ = [
    "Comparable",
    "Entrant",
    "Event",
    "EventResults",
    "MatchScore",
    "Ranking",
    "Sitting",
    "Sources",
    "Standing",
    "TeamStanding",
    "match_score",
    "names_of",
    "rankings",
    "read_event",
    "result_of",
    "round_robin",
    "same_boards",
    "team_ranking",
    "without_part",
]

"""Deals for practice: in which an auction comes about, or a rule is used.

`drills` draws the deals and bids them; `rule_spots` finds auctions after which a rule can call;
`seating` turns deals to a dealer and a vulnerability; `hand_records` prints them, `quiz_writer`
makes quizzes of them. `topics` says what there is to practise, `finding` finds one exercise after
another for it.
"""

from dowager.authoring.practice.drills import Drill, Exercise, Opponents, Wanted, bid_out
from dowager.authoring.practice.finding import Finder, Heard
from dowager.authoring.practice.hand_records import board_of, html_sheet, text_sheet
from dowager.authoring.practice.quiz_writer import quiz_text
from dowager.authoring.practice.rule_spots import Bidders, Spot, SpotSearch
from dowager.authoring.practice.seating import Practised, Seating, practised, seated
from dowager.authoring.practice.topics import Topic, rules_like, topic_named, topics
from dowager.authoring.shared.system_rules import rule_named

__all__ = [
    "Bidders",
    "Drill",
    "Exercise",
    "Finder",
    "Heard",
    "Opponents",
    "Practised",
    "Seating",
    "Spot",
    "SpotSearch",
    "Topic",
    "Wanted",
    "bid_out",
    "board_of",
    "html_sheet",
    "practised",
    "quiz_text",
    "rule_named",
    "rules_like",
    "seated",
    "text_sheet",
    "topic_named",
    "topics",
]

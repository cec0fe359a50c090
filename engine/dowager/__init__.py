"""Dowager: a contract-bridge bidding engine whose rules work forward and backward.

    import dowager

    table = dowager.Table("./mine")                      # a system's name, or a path
    table.bid("KJ63.A74.52.Q973", "1NT P").call          # the call, by a rule with file and line
    table.infer("1NT P 2C P 2H P")["N"].hcp              # what North has shown

Everything public is in `__all__`, and docs/reference/api.md shows it; the rest may change. A name
is imported when it is first used, so that `import dowager` costs nothing.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.api.authoring import book, check, diff, frequency
    from dowager.api.card_choice import CardChoice, CardValue
    from dowager.api.decision import Decision, Reason
    from dowager.api.files import read_boards, read_lin, read_pbn
    from dowager.api.inference import Alternative, CallMeaning, Inference
    from dowager.api.practice import Practice, PracticeDeal, practice
    from dowager.api.simulate import simulate
    from dowager.api.systems import load, systems
    from dowager.api.table import Table
    from dowager.auction import Auction, Call, Contract, Scoring, Strain, Vulnerability
    from dowager.authoring.check import Finding, FindingKind, Fix, Report, Situation
    from dowager.authoring.diff import Aspect, Comparison, Difference, DiffVerdict, Parting
    from dowager.authoring.frequency import CallShare, Frequency, RuleShare
    from dowager.authoring.simulate import (
        AgainstPar,
        Match,
        Mean,
        NamedRule,
        PartingGroup,
        Room,
        RuleWorth,
        Simulation,
        Summary,
        Tally,
    )
    from dowager.cards import Deal, Hand, Seat, Side, Suit
    from dowager.errors import DowagerError, InputError, SystemFaults
    from dowager.formats import Board, write_lin, write_pbn
    from dowager.knowledge.answers import Answer, ExactRanges, Ranges
    from dowager.knowledge.sampling import Share
    from dowager.language.compile import Candidate, Rule, System
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "api.authoring": "book check diff frequency",
            "api.card_choice": "CardChoice CardValue",
            "api.decision": "Decision Reason",
            "api.files": "read_boards read_lin read_pbn",
            "api.inference": "Alternative CallMeaning Inference",
            "api.practice": "Practice PracticeDeal practice",
            "api.simulate": "simulate",
            "api.systems": "load systems",
            "api.table": "Table",
            "auction": "Auction Call Contract Scoring Strain Vulnerability",
            "authoring.check": "Finding FindingKind Fix Report Situation",
            "authoring.diff": "Aspect Comparison DiffVerdict Difference Parting",
            "authoring.frequency": "CallShare Frequency RuleShare",
            "authoring.simulate": (
                "AgainstPar Match Mean NamedRule PartingGroup Room RuleWorth Simulation Summary"
                " Tally"
            ),
            "cards": "Deal Hand Seat Side Suit",
            "errors": "DowagerError InputError SystemFaults",
            "formats": "Board write_lin write_pbn",
            "knowledge.answers": "Answer ExactRanges Ranges",
            "knowledge.sampling": "Share",
            "language.compile": "Candidate Rule System",
        },
    )

__version__ = "0.2.0"

__all__ = [
    "AgainstPar",
    "Alternative",
    "Answer",
    "Aspect",
    "Auction",
    "Board",
    "Call",
    "CallMeaning",
    "CallShare",
    "Candidate",
    "CardChoice",
    "CardValue",
    "Comparison",
    "Contract",
    "Deal",
    "Decision",
    "DiffVerdict",
    "Difference",
    "DowagerError",
    "ExactRanges",
    "Finding",
    "FindingKind",
    "Fix",
    "Frequency",
    "Hand",
    "Inference",
    "InputError",
    "Match",
    "Mean",
    "NamedRule",
    "Parting",
    "PartingGroup",
    "Practice",
    "PracticeDeal",
    "Ranges",
    "Reason",
    "Report",
    "Room",
    "Rule",
    "RuleShare",
    "RuleWorth",
    "Scoring",
    "Seat",
    "Share",
    "Side",
    "Simulation",
    "Situation",
    "Strain",
    "Suit",
    "Summary",
    "System",
    "SystemFaults",
    "Table",
    "Tally",
    "Vulnerability",
    "__version__",
    "book",
    "check",
    "diff",
    "frequency",
    "load",
    "practice",
    "read_boards",
    "read_lin",
    "read_pbn",
    "simulate",
    "systems",
    "write_lin",
    "write_pbn",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""What is wrong with a system: proved, or shown by a hand that the system bids so.

`report` is the check as a whole. `survey` has the boards bid at each vulnerability by `walker`,
which keeps a `visit` for each position: `scan` says what the rules leave to one another,
`examiner` puts `suspicions` to a search. `rule_search` looks for hands of rules that no board
used, `unused_rules` and `shadowed_rules` report on them, `rule_pairs` on their order;
`unsaid_questions` says what alerts leave out, `unasked_letters` of which suits nothing is asked,
`natural_letters` which letters mean natural bids only.
`every_choice` loads the system with all that may be chosen of its options.
`kept_walks` and `changes` spare the next check what an edit does not touch. `hints` mends faults.
"""

from dowager.authoring.check.every_choice import load_with_every_choice
from dowager.authoring.check.findings import Finding, FindingKind, Fix
from dowager.authoring.check.hints import HintLimits, with_hints
from dowager.authoring.check.report import Progress, Report, check_loaded, check_system
from dowager.authoring.check.rule_pairs import OrderedPair, ordered_pairs
from dowager.authoring.shared.extent import Extent
from dowager.authoring.shared.situation import Situation

__all__ = [
    "Extent",
    "Finding",
    "FindingKind",
    "Fix",
    "HintLimits",
    "OrderedPair",
    "Progress",
    "Report",
    "Situation",
    "check_loaded",
    "check_system",
    "load_with_every_choice",
    "ordered_pairs",
    "with_hints",
]

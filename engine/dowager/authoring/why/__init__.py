"""Why a hand makes its call, and why not another one.

`explanation` answers both; `reasons` has what each rule needs, in words, and `cores` the fewest
conditions that must be otherwise; `card_swaps` and `far_swaps` find the smallest change of cards;
`as_json` puts answers as JSON states them.
"""

from dowager.authoring.why.as_json import why_not_object, why_object
from dowager.authoring.why.card_swaps import CardChange, NoHand
from dowager.authoring.why.explanation import (
    SECONDS,
    PublicSummary,
    Why,
    WhyNot,
    why,
    why_not,
)
from dowager.authoring.why.reasons import (
    ConditionPart,
    RuleReason,
    core_words,
    nearest,
    rule_words,
    why_words,
)

__all__ = [
    "SECONDS",
    "CardChange",
    "ConditionPart",
    "NoHand",
    "PublicSummary",
    "RuleReason",
    "Why",
    "WhyNot",
    "core_words",
    "nearest",
    "rule_words",
    "why",
    "why_not",
    "why_not_object",
    "why_object",
    "why_words",
]

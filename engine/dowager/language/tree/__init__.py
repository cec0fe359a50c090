"""What conditions and patterns are made of, as plain trees.

`expression` is a condition as an author writes it, `nodes` a condition on one hand as every back
end takes it, `deal_nodes` one on four hands; `shapes` are the 560 shapes, `suit_letters` the
letters M, m, x, ...; `hand_feature` says what a feature is, `public_words` lists the words for what
everybody knows, `ask_words` those for what calls ask, `pattern_tree` matches auctions against all
patterns at once.
"""

from typing import TYPE_CHECKING

from dowager.language.tree.ask_words import ASK_USAGES, Asked, AskWord, ask_word
from dowager.language.tree.expression import CallPattern, RelativeSeat, RelativeSide
from dowager.language.tree.hand_feature import HandFeature, is_truth_feature
from dowager.language.tree.nodes import (
    FALSE,
    TRUE,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeTable,
    ShapeValue,
    SuitTable,
    SuitValue,
    Sum,
    Truth,
    all_of,
    all_of_merged,
    any_of,
    conjuncts,
    negation,
)
from dowager.language.tree.pattern_tree import Frontier, PatternTree
from dowager.language.tree.public_words import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS
from dowager.language.tree.shapes import (
    KEY_UNITS,
    SHAPE_KEYS,
    SHAPE_LENGTHS,
    SHAPES,
    Lengths,
    permuted,
    shape_index,
    shape_indices,
)
from dowager.language.tree.suit_letters import UNBOUND, Env, assignments
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.language.tree.deal_nodes import (
        ANY_DEAL,
        NO_DEAL,
        DealAnd,
        DealCondition,
        DealOr,
        OfHand,
        OfHands,
        deal_all_of,
        deal_any_of,
        deal_conjuncts,
        opposite,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "deal_nodes": (
                "ANY_DEAL NO_DEAL DealAnd DealCondition DealOr OfHand OfHands "
                "deal_all_of deal_any_of deal_conjuncts opposite"
            ),
        },
    )

__all__ = [
    "ANY_DEAL",
    "ASK_USAGES",
    "FALSE",
    "KEY_UNITS",
    "NO_DEAL",
    "NUMBER_WORDS",
    "SEAT_WORDS",
    "SHAPES",
    "SHAPE_KEYS",
    "SHAPE_LENGTHS",
    "TRUE",
    "TRUTH_WORDS",
    "UNBOUND",
    "And",
    "AskWord",
    "Asked",
    "Bool",
    "CallPattern",
    "Const",
    "Count",
    "DealAnd",
    "DealCondition",
    "DealOr",
    "Env",
    "Feature",
    "Frontier",
    "HandFeature",
    "Int",
    "Lengths",
    "Max",
    "Min",
    "Not",
    "OfHand",
    "OfHands",
    "Or",
    "PatternTree",
    "Predicate",
    "Range",
    "RelativeSeat",
    "RelativeSide",
    "Shape",
    "ShapeTable",
    "ShapeValue",
    "SuitTable",
    "SuitValue",
    "Sum",
    "Truth",
    "all_of",
    "all_of_merged",
    "any_of",
    "ask_word",
    "assignments",
    "conjuncts",
    "deal_all_of",
    "deal_any_of",
    "deal_conjuncts",
    "is_truth_feature",
    "negation",
    "opposite",
    "permuted",
    "shape_index",
    "shape_indices",
]

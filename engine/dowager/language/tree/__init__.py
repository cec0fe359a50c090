"""What conditions are made of, as plain trees.

`nodes` is the condition on one hand that every back end takes; `expression` the condition as
an author writes it, with suit letters and public words; `shapes` numbers the 560 shapes;
`hand_feature` says what a feature is; `public_words` lists the words for what everybody knows;
`pattern_tree` matches auctions against all patterns at once; `simplify` makes conditions smaller.
"""

from dowager.language.tree.expression import CallPattern
from dowager.language.tree.hand_feature import HandFeature, every_suit
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
    any_of,
    conjuncts,
    negation,
)
from dowager.language.tree.pattern_tree import PatternTree, suits_for
from dowager.language.tree.public_words import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS, game_level
from dowager.language.tree.shapes import (
    SHAPE_LENGTHS,
    SHAPES,
    Lengths,
    permuted,
    shape_index,
    shape_indices,
)

__all__ = [
    "FALSE",
    "NUMBER_WORDS",
    "SEAT_WORDS",
    "SHAPES",
    "SHAPE_LENGTHS",
    "TRUE",
    "TRUTH_WORDS",
    "And",
    "Bool",
    "CallPattern",
    "Const",
    "Count",
    "Feature",
    "HandFeature",
    "Int",
    "Lengths",
    "Max",
    "Min",
    "Not",
    "Or",
    "PatternTree",
    "Predicate",
    "Range",
    "Shape",
    "ShapeTable",
    "ShapeValue",
    "SuitTable",
    "SuitValue",
    "Sum",
    "Truth",
    "all_of",
    "any_of",
    "conjuncts",
    "every_suit",
    "game_level",
    "negation",
    "permuted",
    "shape_index",
    "shape_indices",
    "suits_for",
]

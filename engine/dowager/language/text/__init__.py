"""Reading what authors write: from YAML to expressions, each fault with its line and column.

`yaml_values` reads YAML and keeps where each value stands; `keys` lists the keys of files,
`entries` reads what keys hold. `tokens`, `cursor` and `grammar` read conditions and numbers,
`deal_grammar` questions about deals, `call_grammar` calls, `auction_patterns` auctions,
`shape_patterns` shapes, `holding_notation` holdings such as KQx+. `vocabulary` has the words of the
language, `fixed_totals` the numbers that a pack fixes.
"""

from typing import TYPE_CHECKING

from dowager.language.text.keys import (
    CONTRACTS,
    QUIZ_FILE_KEYS,
    QUIZ_KEYS,
    Force,
    Judgement,
    Layer,
    Role,
    content,
)
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.language.text.auction_patterns import read_pattern
    from dowager.language.text.call_grammar import raw_argument
    from dowager.language.text.entries import check_keys, choice, span_of, texts, words
    from dowager.language.text.fixed_totals import fixed_total
    from dowager.language.text.grammar import read_truth
    from dowager.language.text.holding_notation import fitting
    from dowager.language.text.tokens import Token, tokenize
    from dowager.language.text.used_file import UsedFile
    from dowager.language.text.vocabulary import closest
    from dowager.language.text.yaml_values import Entries, Items, Text, Value, parse_yaml, read_yaml
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "auction_patterns": "read_pattern",
            "call_grammar": "raw_argument",
            "entries": "check_keys choice span_of texts words",
            "fixed_totals": "fixed_total",
            "grammar": "read_truth",
            "holding_notation": "fitting",
            "tokens": "Token tokenize",
            "used_file": "UsedFile",
            "vocabulary": "closest",
            "yaml_values": "Entries Items Text Value parse_yaml read_yaml",
        },
    )

__all__ = [
    "CONTRACTS",
    "QUIZ_FILE_KEYS",
    "QUIZ_KEYS",
    "Entries",
    "Force",
    "Items",
    "Judgement",
    "Layer",
    "Role",
    "Text",
    "Token",
    "UsedFile",
    "Value",
    "check_keys",
    "choice",
    "closest",
    "content",
    "fitting",
    "fixed_total",
    "parse_yaml",
    "raw_argument",
    "read_pattern",
    "read_truth",
    "read_yaml",
    "span_of",
    "texts",
    "tokenize",
    "words",
]

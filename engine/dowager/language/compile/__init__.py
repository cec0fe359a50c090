"""From expressions to a compiled system that can be asked in any position.

`definitions` expands defined words; `section_reader`, `rule_reader` and `key_reader` read sections
and rules, `carding_reader` carding. `conditions`, `comparisons`, `public_numbers`, `calls` and
`suits` compile what is written to functions and nodes, `deal_conditions` questions about deals. The
results are `System`, `Section`, `Rule` and `Carding`, each in a file of its name; the keys of rules
and sections are declared there.
"""

from typing import TYPE_CHECKING

from dowager.language.compile.conditions import Condition, HandCondition
from dowager.language.compile.lazy import Lazy
from dowager.language.compile.rule import RULE_KEYS, Candidate, Rule
from dowager.language.compile.section import SECTION_KEYS, Section
from dowager.language.compile.suits import feature_node, predicate_node, suit_of
from dowager.language.compile.system import System
from dowager.language.text.keys import Force
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.language.compile.carding import Carding, Lead
    from dowager.language.compile.deal_conditions import read_condition, read_deal_condition
    from dowager.language.compile.definitions import Definitions
    from dowager.language.compile.rule_reader import RuleReader
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "carding": "Carding Lead",
            "deal_conditions": "read_condition read_deal_condition",
            "definitions": "Definitions",
            "rule_reader": "RuleReader",
        },
    )

__all__ = [
    "RULE_KEYS",
    "SECTION_KEYS",
    "Candidate",
    "Carding",
    "Condition",
    "Definitions",
    "Force",
    "HandCondition",
    "Lazy",
    "Lead",
    "Rule",
    "RuleReader",
    "Section",
    "System",
    "feature_node",
    "predicate_node",
    "read_condition",
    "read_deal_condition",
    "suit_of",
]

"""From expressions to a compiled system that can be asked at any position.

`definitions` puts defined words in; `rule_reader` and `carding_reader` read rules and carding;
`specialise`, `comparisons` and `public_answers` turn written conditions into functions of the
view and nodes of the hand; `system` has the result: `System`, `Section`, `Rule`, `Candidate`.
"""

from dowager.language.compile.carding import Carding, Lead
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.public_answers import feature_node, predicate_node, suit_of
from dowager.language.compile.rule_reader import RuleReader
from dowager.language.compile.specialise import HandCondition
from dowager.language.compile.system import Candidate, Condition, Force, Rule, Section, System

__all__ = [
    "Candidate",
    "Carding",
    "Condition",
    "Definitions",
    "Force",
    "HandCondition",
    "Lead",
    "Rule",
    "RuleReader",
    "Section",
    "System",
    "feature_node",
    "predicate_node",
    "suit_of",
]

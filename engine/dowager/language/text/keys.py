"""Owns the keys of system, module and quiz files: what each takes, and what it is for.

The loader rejects every other key; the JSON Schema for editors is made from the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import TypeAlias


class Layer(IntEnum):
    """The layers in the order in which they are tried."""

    CONVENTION = 0
    SYSTEM = 1
    COMPETITIVE = 2
    NATURAL = 3
    LAST_RESORT = 4

    @property
    def word(self) -> str:
        """The layer's word in a system file."""
        return self.name.lower().replace("_", " ")


class Force(IntEnum):
    """What a call asks of partner."""

    NO = 0
    ROUND = 1
    GAME = 2
    SIGNOFF = 3

    @property
    def word(self) -> str:
        """The word in system files and in the line interfaces."""
        return self.name.lower()


VULNERABILITIES = {
    "none": "not vulnerable and not they_vulnerable",
    "we": "vulnerable",
    "they": "they_vulnerable",
    "both": "vulnerable and they_vulnerable",
    "favourable": "they_vulnerable and not vulnerable",
    "unfavourable": "vulnerable and not they_vulnerable",
}
"""The words of `vul:` and the condition that each stands for."""

ORDERS = ("up", "down")

HIGH_LOW = ("high", "low")
"""Which card comes first in a signal: the high one, or the low one (upside down)."""

CONTRACTS = ("suit", "notrump")
"""What leads are made against."""


class Kind(Enum):
    """What a key takes."""

    WORDS = auto()
    NAME = auto()
    NAMES = auto()
    FLAG = auto()
    ALERT = auto()
    CONDITION = auto()
    CONDITIONS = auto()
    CALL = auto()
    PATTERNS = auto()
    SUIT = auto()
    SUITS = auto()
    LAYER = auto()
    FORCE = auto()
    ORDER = auto()
    SEAT = auto()
    VULNERABLE = auto()
    USES = auto()
    PARAMETERS = auto()
    DEFINITIONS = auto()
    SECTIONS = auto()
    RULES = auto()
    QUIZZES = auto()
    CALLS = auto()
    TABLE_VULNERABILITY = auto()
    HANDS = auto()
    READINGS = auto()
    CARDING = auto()
    LEADS = auto()
    LEAD_LINES = auto()
    SIGNALS = auto()
    HOLDINGS = auto()
    LEAD = auto()
    HIGH_LOW = auto()
    AGAINST = auto()
    HELD = auto()


@dataclass(frozen=True, slots=True)
class Key:
    """What a key takes, what it is for, and whether it must be there."""

    kind: Kind
    about: str
    required: bool = False


Keys: TypeAlias = Mapping[str, Key]

_SOURCE = Key(Kind.WORDS, "The booklet, book or paper that this follows.")
_ABOUT = Key(Kind.WORDS, "Words for people.")
_LAYER = Key(Kind.LAYER, "The layer; layers are tried in order. `system` when nothing says so.")

_SHARED: Keys = {
    "title": Key(Kind.WORDS, "The name for people."),
    "about": _ABOUT,
    "source": _SOURCE,
    "use": Key(Kind.USES, "The modules that this file uses, in order, with arguments if wanted."),
    "layer": Key(Kind.LAYER, "The layer of the sections that name none."),
    "define": Key(Kind.DEFINITIONS, "Named conditions and numbers: `word(x): condition`."),
    "sections": Key(Kind.SECTIONS, "The sections: in which auctions which rules apply."),
    "carding": Key(Kind.CARDING, "What the defenders agree on: opening leads and signals."),
}

SYSTEM_KEYS: Keys = {
    "system": Key(Kind.NAME, "The system's name.", required=True),
    "extends": Key(Kind.NAME, "Another system, whose sections come after this one's own."),
    "default": Key(
        Kind.NAME, "The system that says what a call means for which this one has no rule."
    ),
    "without": Key(Kind.NAMES, "Modules of the extended system that this one leaves out."),
    **_SHARED,
}

MODULE_KEYS: Keys = {
    "module": Key(Kind.NAME, "The module's name.", required=True),
    "parameters": Key(
        Kind.PARAMETERS, "The arguments, with their defaults; one without a default must be given."
    ),
    **_SHARED,
}

SECTION_KEYS: Keys = {
    "name": Key(Kind.WORDS, "What the section is about."),
    "source": _SOURCE,
    "about": _ABOUT,
    "after": Key(Kind.PATTERNS, "An auction pattern, or a list: `1M (2x)`, `start`."),
    "when": Key(Kind.CONDITIONS, "A condition that everybody at the table can check."),
    "seat": Key(Kind.SEAT, "The caller's place after the dealer: 1 to 4, or a range `1..2`."),
    "vul": Key(Kind.VULNERABLE, "The vulnerability, or a list of them."),
    "layer": _LAYER,
    "closed": Key(Kind.FLAG, "Whether nothing further down applies to a position matched here."),
    "alternatives": Key(
        Kind.FLAG, "Whether the rules are meant to be alternatives: no hand fits two calls' rules."
    ),
    "rules": Key(Kind.RULES, "The rules, in the order in which they are tried.", required=True),
}

RULE_KEYS: Keys = {
    "call": Key(
        Kind.CALL, "The call: 1NT, 2M, P, X, cheapest(x), jump(x), game(x) ...", required=True
    ),
    "hand": Key(Kind.CONDITION, "The condition on one's own hand; every hand without it."),
    "when": Key(Kind.CONDITIONS, "A public condition for this rule alone."),
    "name": Key(Kind.WORDS, "The field's term: limit raise, splinter."),
    "forcing": Key(Kind.FORCE, "What the call asks of partner; `no` when nothing says so."),
    "artificial": Key(Kind.FLAG, "Whether the call does not show the strain that it names."),
    "to_play": Key(
        Kind.FLAG,
        "Of a pass: it is meant to play there, though partner's call forces or is not natural.",
    ),
    "alert": Key(Kind.ALERT, "The words of the alert; true: the rule's own words."),
    "shows": Key(Kind.SUITS, "The suits that an artificial call shows."),
    "agrees": Key(Kind.SUIT, "The suit that the call agrees as trumps."),
    "asks": Key(Kind.NAME, "What it asks, one word: `when: asked(aces)` finds it."),
    "tags": Key(Kind.NAMES, "Words that later sections look for: `partner.tagged(transfer)`."),
    "order": Key(Kind.ORDER, "In which order a rule with free suit letters tries its calls."),
    "source": _SOURCE,
    "about": _ABOUT,
}

CARDING_KEYS: Keys = {
    "source": _SOURCE,
    "about": _ABOUT,
    "leads": Key(Kind.LEADS, "The card led from each holding of a suit.", required=True),
    "signals": Key(Kind.SIGNALS, "What high and low cards say.", required=True),
}

LEADS_KEYS: Keys = {
    "suit": Key(
        Kind.LEAD_LINES, "Against suit contracts: the first line that fits decides.", required=True
    ),
    "notrump": Key(
        Kind.LEAD_LINES, "Against notrump: the first line that fits decides.", required=True
    ),
}

LEAD_KEYS: Keys = {
    "holding": Key(
        Kind.HOLDINGS, "The holding, or a list of them: AK, KQx+, Hxx, xx.", required=True
    ),
    "lead": Key(
        Kind.LEAD, "The card led: its rank, or top, 2nd, 3rd, 4th, 5th or low.", required=True
    ),
    "name": Key(Kind.WORDS, "The field's term: top of a sequence, fourth best."),
}

SIGNALS_KEYS: Keys = {
    "attitude": Key(Kind.HIGH_LOW, "Which card encourages: high or low.", required=True),
    "count": Key(
        Kind.HIGH_LOW, "How an even number is shown: high, then low; or low first.", required=True
    ),
}

QUIZ_FILE_KEYS: Keys = {
    "quizzes": Key(Kind.QUIZZES, "The positions, each with hands to bid.", required=True),
    "system": Key(Kind.NAME, "The system that the quizzes are about."),
    "about": _ABOUT,
}

QUIZ_KEYS: Keys = {
    "name": Key(Kind.WORDS, "What the quizzes are about."),
    "source": _SOURCE,
    "about": _ABOUT,
    "after": Key(Kind.CALLS, "The calls from the dealer on, without brackets; or `start`."),
    "vul": Key(Kind.TABLE_VULNERABILITY, "none, ns, ew or both; the dealer is North."),
    "hands": Key(Kind.HANDS, "The hands, each with its call: `- KJ63.A74.52.Q973: 2C`."),
    "reads": Key(Kind.READINGS, "Next calls, each with the rule that explains it: `- 2S: raise`."),
    "leads": Key(Kind.AGAINST, "What the quizzes lead against: suit or notrump; with `holdings`."),
    "holdings": Key(Kind.HELD, "Holdings of a suit, each with the card led: `- KQJ2: K`."),
}

"""The keys of system, module and quiz files: what each takes, and what it is for.

The loader rejects every other key; the JSON Schema for editors is made from the same tables. The
keys of rules and sections are declared with `key` on the fields that hold what they say, in
`compile.rule` and `compile.section`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, IntEnum, auto
from typing import Any, TypeAlias


class Layer(IntEnum):
    """The layers of sections, in the order in which they are tried."""

    CONVENTION = 0
    SYSTEM = 1
    COMPETITIVE = 2
    NATURAL = 3
    UNAGREED = 4
    LAST_RESORT = 5

    @property
    def word(self) -> str:
        """The layer's word in a system file."""
        return self.name.lower().replace("_", " ")

    @property
    def only_reads(self) -> bool:
        """Whether its rules are there to read calls, not to call by."""
        return self >= Layer.UNAGREED


class Force(IntEnum):
    """Whether a call forces partner."""

    NO = 0
    ROUND = 1
    REBID = 2
    GAME = 3
    SIGNOFF = 4

    @property
    def forces(self) -> bool:
        """Whether partner may not pass: `rebid` also promises another call of one's own."""
        return self in (Force.ROUND, Force.REBID, Force.GAME)

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
"""The words of `vul:`, each with the condition that it stands for."""


class Order(IntEnum):
    """The order in which a rule with free suit letters tries its calls."""

    UP = 0
    DOWN = 1

    @property
    def word(self) -> str:
        """The word in system files."""
        return self.name.lower()


class Judgement(IntEnum):
    """How far judgement may leave a rule."""

    NO = 0
    NEAR = 1

    @property
    def word(self) -> str:
        """The word in system files."""
        return self.name.lower()


HIGH_LOW = ("high", "low")
"""Which card a signal begins with: the high one, or the low one (upside down)."""

CONTRACTS = ("suit", "notrump")
"""What the defenders lead against."""


class KeyKind(Enum):
    """What a key takes."""

    WORDS = auto()
    NAME = auto()
    NAMES = auto()
    WORD_LIST = auto()
    ASKED = auto()
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
    JUDGEMENT = auto()
    SEAT = auto()
    VULNERABLE = auto()
    OPTIONS = auto()
    CHOICES = auto()
    CHANGES = auto()
    USES = auto()
    PARAMETERS = auto()
    DEFINITIONS = auto()
    NEEDS = auto()
    MEANING = auto()
    TUNABLE = auto()
    SECTIONS = auto()
    RULES = auto()
    COMMON = auto()
    STEPS = auto()
    THEN = auto()
    QUIZZES = auto()
    CALLS = auto()
    TABLE_VULNERABILITY = auto()
    SCORING = auto()
    PART_SCORE = auto()
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

    kind: KeyKind
    about: str
    required: bool = False


Keys: TypeAlias = Mapping[str, Key]


class Role(Enum):
    """What a key of a rule or a section decides."""

    CALL = "which call is tried, where and in what order"
    HAND = "which hands make the call"
    SAID = "what the call says besides"
    WORDS = "nothing: words for people"


def key(kind: KeyKind, role: Role, about: str, *, required: bool = False) -> Any:
    """Declare a field of a dataclass that holds what the key of its name says."""
    return field(metadata={"key": Key(kind, about, required), "role": role})


def keys_of(declaring: type[Any]) -> Keys:
    """Return the keys that the fields of a dataclass declare, in order."""
    return {each.name: each.metadata["key"] for each in fields(declaring) if each.metadata}


def content(item: Any, *roles: Role) -> dict[str, Any]:
    """Return what a rule or a section holds for its keys of some roles, by key."""
    held = [each.name for each in fields(item) if each.metadata.get("role") in roles]
    return {name: getattr(item, name) for name in held}


SOURCE = Key(KeyKind.WORDS, "The booklet, book or paper that this follows.")
ABOUT = Key(KeyKind.WORDS, "Words for people.")

_SHARED: Keys = {
    "title": Key(KeyKind.WORDS, "The name for people."),
    "about": ABOUT,
    "source": SOURCE,
    "use": Key(KeyKind.USES, "The modules that this file uses, in order, perhaps with arguments."),
    "words": Key(KeyKind.USES, "The modules of which this file uses only what they define."),
    "layer": Key(KeyKind.LAYER, "The layer of the sections that name none; without it, `system`."),
    "judge": Key(
        KeyKind.JUDGEMENT,
        "How far judgement may leave the rules of sections that do not say it: `no` or `near`.",
    ),
    "define": Key(KeyKind.DEFINITIONS, "Named conditions and numbers: `word(x): condition`."),
    "tune": Key(
        KeyKind.TUNABLE, "Defined numbers that may be tuned, with bounds: `word: 33..37 by 0.5`."
    ),
    "sections": Key(KeyKind.SECTIONS, "The sections: which rules apply in which auctions."),
    "carding": Key(KeyKind.CARDING, "What the defenders agree on: opening leads and signals."),
}

SYSTEM_KEYS: Keys = {
    "system": Key(KeyKind.NAME, "The system's name.", required=True),
    "extends": Key(KeyKind.NAME, "Another system, whose sections come after this one's own."),
    "default": Key(KeyKind.NAME, "The system that explains calls for which this one has no rule."),
    "options": Key(
        KeyKind.OPTIONS, "What users may choose, with the values of each, the usual one first."
    ),
    "without": Key(KeyKind.NAMES, "Modules of the extended system that this one leaves out."),
    "change": Key(KeyKind.CHANGES, "Single rules that are removed, replaced or added, by name."),
    **_SHARED,
}

MODULE_KEYS: Keys = {
    "module": Key(KeyKind.NAME, "The module's name.", required=True),
    "parameters": Key(
        KeyKind.PARAMETERS, "The parameters, with defaults; one without needs an argument."
    ),
    "needs": Key(
        KeyKind.NEEDS, "Words that the system defines, each with what it means: `word(x): ...`."
    ),
    **_SHARED,
}

_IF = Key(
    KeyKind.CHOICES,
    "Under which choices of the system's options it is there: `notrump=weak|mini`.",
)

BRIEF_SECTION_KEYS: Keys = {
    "if": _IF,
    "each": Key(KeyKind.COMMON, "What all rules say that do not say it themselves."),
    "steps": Key(KeyKind.STEPS, "Rules for the bids above the last one, in order, without calls."),
    "from": Key(KeyKind.NAME, "The bid of the first step; else the next one above the last bid."),
    "over": Key(
        KeyKind.PATTERNS, "Their call between a rule's call and its `then`: (P|X); else they pass."
    ),
}
"""Keys of sections besides their own, which are gone when the files have been gathered."""

BRIEF_RULE_KEYS: Keys = {
    "if": _IF,
    "then": Key(KeyKind.THEN, "The rules after this call, or a section of them without `after`."),
    "zoom": Key(KeyKind.STEPS, "Of the last step: the steps that it goes on to."),
}
"""The same of rules."""

CHANGE_KEYS: Keys = {
    "remove": Key(KeyKind.NAME, "The rules of this name are left out."),
    "replace": Key(KeyKind.NAME, "Other rules take the place of those of this name."),
    "before": Key(KeyKind.NAME, "Further rules come before the first of this name."),
    "after": Key(KeyKind.NAME, "Further rules come after the last of this name."),
    "in": Key(KeyKind.NAME, "The module, or the section by its name, where the rules stand."),
    "rules": Key(KeyKind.RULES, "The other or further rules."),
}

MEANING_KEYS: Keys = {
    "is": Key(KeyKind.MEANING, "What the word means: a condition or a number.", required=True),
    "if": Key(_IF.kind, "Under which choices it means that.", required=True),
}

CARDING_KEYS: Keys = {
    "source": SOURCE,
    "about": ABOUT,
    "leads": Key(KeyKind.LEADS, "The card led from each holding of a suit.", required=True),
    "signals": Key(KeyKind.SIGNALS, "What high and low cards mean.", required=True),
}

LEADS_KEYS: Keys = {
    "suit": Key(
        KeyKind.LEAD_LINES,
        "Against suit contracts: the first line that fits decides.",
        required=True,
    ),
    "notrump": Key(
        KeyKind.LEAD_LINES, "Against notrump: the first line that fits decides.", required=True
    ),
}

LEAD_KEYS: Keys = {
    "holding": Key(
        KeyKind.HOLDINGS, "The holding, or a list of them: AK, KQx+, Hxx, xx.", required=True
    ),
    "lead": Key(
        KeyKind.LEAD, "The card led: its rank, or top, 2nd, 3rd, 4th, 5th or low.", required=True
    ),
    "name": Key(KeyKind.WORDS, "The usual name: top of a sequence, fourth best."),
}

SIGNALS_KEYS: Keys = {
    "attitude": Key(KeyKind.HIGH_LOW, "Which card encourages: high or low.", required=True),
    "count": Key(
        KeyKind.HIGH_LOW,
        "How an even number of cards is shown: high-low (high) or low-high (low).",
        required=True,
    ),
}

QUIZ_FILE_KEYS: Keys = {
    "quizzes": Key(KeyKind.QUIZZES, "The positions, each with hands to bid.", required=True),
    "system": Key(KeyKind.NAME, "The system that the quizzes are about."),
    "options": Key(
        KeyKind.CHOICES, "What is chosen of its options, where a quiz does not say it itself."
    ),
    "about": ABOUT,
}

QUIZ_KEYS: Keys = {
    "name": Key(KeyKind.WORDS, "What the quizzes are about."),
    "source": SOURCE,
    "about": ABOUT,
    "after": Key(KeyKind.CALLS, "The calls from the dealer on, without brackets; or `start`."),
    "vul": Key(KeyKind.TABLE_VULNERABILITY, "none, ns, ew or both; the dealer is North."),
    "scoring": Key(KeyKind.SCORING, "What the board is scored by: imps (the default) or mp."),
    "part_score": Key(
        KeyKind.PART_SCORE, "What each side has below the line in a rubber: ns=60 or ns=60,ew=40."
    ),
    "options": Key(
        KeyKind.CHOICES,
        "What is chosen of the system's options, such as notrump=weak.",
    ),
    "opponents": Key(
        KeyKind.NAME, "The system of the other side; without it, the system that is asked."
    ),
    "hands": Key(KeyKind.HANDS, "The hands, each with its call: `- KJ63.A74.52.Q973: 2C`."),
    "reads": Key(
        KeyKind.READINGS, "Next calls, each with the rule that explains it: `- 2S: raise`."
    ),
    "leads": Key(
        KeyKind.AGAINST, "What the quizzes lead against: suit or notrump; with `holdings`."
    ),
    "holdings": Key(KeyKind.HELD, "Holdings of a suit, each with the card led: `- KQJ2: K`."),
}

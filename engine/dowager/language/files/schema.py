"""The JSON Schema of system, module and quiz files, for editors, made from the tables of keys.

A schema knows keys and what kind of value each takes. What a condition, a call or a pattern says is
checked by the loader alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

from dowager.auction import Scoring, Vulnerability
from dowager.cards import RANKS
from dowager.language.compile.rule import RULE_KEYS
from dowager.language.compile.section import SECTION_KEYS
from dowager.language.files.changes import KINDS_OF_CHANGE
from dowager.language.files.parameters import ONE_OF
from dowager.language.text.holding_notation import LEAD_WORDS
from dowager.language.text.keys import (
    BRIEF_RULE_KEYS,
    BRIEF_SECTION_KEYS,
    CARDING_KEYS,
    CHANGE_KEYS,
    CONTRACTS,
    HIGH_LOW,
    LEAD_KEYS,
    LEADS_KEYS,
    MEANING_KEYS,
    MODULE_KEYS,
    QUIZ_FILE_KEYS,
    QUIZ_KEYS,
    SIGNALS_KEYS,
    SYSTEM_KEYS,
    VULNERABILITIES,
    Force,
    Judgement,
    KeyKind,
    Keys,
    Layer,
    Order,
)
from dowager.language.text.vocabulary import SUITS
from dowager.language.tree.ask_words import AskWord
from dowager.language.tree.suit_letters import LETTERS

Schema: TypeAlias = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FILES: Mapping[str, tuple[str, Keys]] = {
    "system": ("A Dowager bidding system", SYSTEM_KEYS),
    "module": ("A Dowager module of a bidding system", MODULE_KEYS),
    "quiz": ("Dowager bidding quizzes", QUIZ_FILE_KEYS),
}
KINDS = tuple(_FILES)
"""The kinds of file that there is a schema for."""


def _one_or_more(item: Schema, least: int = 0) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item, "minItems": least}]}


_TEXT: Schema = {"type": "string", "minLength": 1}
_WORDS: Schema = {"type": ["string", "number", "boolean"]}
_TEXT_OR_TRUTH: Schema = {"type": ["string", "boolean"], "minLength": 1}
_CALL_KEY = r"^([1-7]([CDHSMmxyzwt]|NT)|P|X|XX|[a-z_]+\(.*\))$"
_ARGUMENT: Schema = {"type": "string", "pattern": r"\$(\w+|\{\w+\})"}
_SUIT_WORDS = "|".join([*SUITS, f"[{LETTERS}]"])
_SUIT: Schema = {
    "type": "string",
    "pattern": rf"^({_SUIT_WORDS}|other\(\s*({_SUIT_WORDS})\s*\))$",
}
_ASKED: Schema = {
    "anyOf": [
        {"enum": [word.value for word in AskWord if not word.takes_suit]},
        {
            "type": "string",
            "pattern": rf"^({'|'.join(word.value for word in AskWord if word.takes_suit)})"
            rf"\(\s*{_SUIT['pattern'][1:-1]}\s*\)$",
        },
    ]
}
_MODULE_NAME: Schema = {"type": "string", "pattern": r"^[A-Za-z0-9_][A-Za-z0-9_.\-]*(/[^/]+)*$"}
_WITH_ARGUMENTS: Schema = {
    "type": "object",
    "propertyNames": _MODULE_NAME,
    "additionalProperties": {"type": ["object", "null"]},
}
_USES: Schema = {
    "anyOf": [
        _MODULE_NAME,
        _WITH_ARGUMENTS,
        {"type": "array", "items": {"anyOf": [_MODULE_NAME, _WITH_ARGUMENTS]}},
        {"type": "null"},
    ]
}
_NEEDS: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^\s*[A-Za-z_]\w*\s*(\([^()]*\))?\s*$"},
    "additionalProperties": _WORDS,
}
_DEFINITIONS: Schema = {
    **_NEEDS,
    "additionalProperties": {
        "anyOf": [_WORDS, {"type": "array", "items": {"$ref": "#/$defs/meaning"}, "minItems": 2}]
    },
}
_OPTIONS: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
    "additionalProperties": {"type": "array", "minItems": 2, "items": _WORDS},
}
_CHOICE: Schema = {"type": "string", "pattern": r"^\s*[\w$]\w*\s*!?=.*$"}
_TUNABLE: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
    "additionalProperties": {
        "type": "string",
        "pattern": r"^\s*\d+(\.\d+)?\.\.\d+(\.\d+)?(\s+by\s+\d+(\.\d+)?)?\s*$",
    },
}
_WORDS_TAKEN: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": [ONE_OF],
    "properties": {ONE_OF: {"type": "array", "minItems": 2, "items": _WORDS}},
}
_PARAMETERS: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
    "additionalProperties": {
        "anyOf": [{"type": ["string", "number", "boolean", "array", "null"]}, _WORDS_TAKEN]
    },
}
_SEAT: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 4},
        {"type": "string", "pattern": r"^[1-4](\.\.[1-4])?$"},
    ]
}
# A rank or a holding of spots alone, 97, is a number to YAML.
_SPOTS = [int(rank) for rank in RANKS if rank.isdigit()]
_HOLDING: Schema = {
    "anyOf": [
        {"type": "string", "pattern": rf"^[{RANKS}H]*(x+\+?)?$", "minLength": 1},
        {"type": "integer", "minimum": 2},
    ]
}
_RANK: Schema = {"enum": [*RANKS, *_SPOTS]}
_LEAD: Schema = {"enum": [*RANKS, *_SPOTS, *LEAD_WORDS]}
_SECTION: Keys = {**SECTION_KEYS, **BRIEF_SECTION_KEYS}
_RULE: Keys = {**RULE_KEYS, **BRIEF_RULE_KEYS}
_PARTS: Mapping[str, Keys] = {
    "section": _SECTION,
    "rule": _RULE,
    "step": {name: key for name, key in _RULE.items() if name != "call"},
    "answers": {
        name: key for name, key in {**SECTION_KEYS, **BRIEF_SECTION_KEYS}.items() if name != "after"
    },
    "change": {**CHANGE_KEYS, "if": BRIEF_SECTION_KEYS["if"]},
    "meaning": MEANING_KEYS,
    "carding": CARDING_KEYS,
    "leads": LEADS_KEYS,
    "lead": LEAD_KEYS,
    "signals": SIGNALS_KEYS,
}
"""The mappings within a system or module file."""

_STRUCTURE = (
    KeyKind.SECTIONS,
    KeyKind.RULES,
    KeyKind.CHANGES,
    KeyKind.PARAMETERS,
    KeyKind.DEFINITIONS,
    KeyKind.NEEDS,
    KeyKind.TUNABLE,
    KeyKind.CARDING,
    KeyKind.LEADS,
    KeyKind.LEAD_LINES,
    KeyKind.SIGNALS,
)
"""What no `$name` may stand for as a whole."""


def json_schema(kind: str) -> Schema:
    """Return the JSON Schema (draft 2020-12) of a kind of file, one of `KINDS`."""
    title, keys = _FILES[kind]
    arguments = kind == "module"
    tables = {"quiz": QUIZ_KEYS} if kind == "quiz" else _PARTS
    parts = {name: _object(table, arguments) for name, table in tables.items()}
    if "change" in parts:
        parts["change"]["oneOf"] = [{"required": [key]} for key in KINDS_OF_CHANGE]
    if "section" in parts:
        conditions = ("after", "when", "seat", "vul")
        parts["section"]["allOf"] = [{"anyOf": [{"required": [key]} for key in conditions]}]
        for part in ("section", "answers"):
            parts[part]["required"] = []
            some = {"required": ["rules"], "properties": {"rules": {"minItems": 1}}}
            none = {"required": ["rules", "closed"]}
            parts[part]["anyOf"] = [some, none, {"required": ["steps"]}]
        _let_calls_be_keys(parts["rule"])
    if "quiz" in parts:
        parts["quiz"]["anyOf"] = [
            {"required": keys} for keys in (["hands"], ["reads"], ["leads", "holdings"])
        ]
    return {"$schema": _DIALECT, "title": title, **_object(keys, arguments), "$defs": parts}


def _object(keys: Keys, arguments: bool) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, key in keys.items() if key.required],
        "properties": {
            name: {"description": key.about} | _value(key.kind, arguments)
            for name, key in keys.items()
        },
    }


def _let_calls_be_keys(rule: Schema) -> None:
    """Let a rule's call be a key of its own, with the name: `{1NT: strong notrump, ...}`."""
    known = [*rule["properties"]]
    rule["patternProperties"] = {_CALL_KEY: _WORDS | {"type": [*_WORDS["type"], "null"]}}
    rule["required"] = []
    rule["oneOf"] = [{"required": ["call"]}, {"not": {"propertyNames": {"enum": known}}}]


def _value(kind: KeyKind, arguments: bool) -> Schema:
    """Return the schema of a key's value; in a module `$name` may stand for most of them."""
    plain = _plain(kind)
    if not arguments or kind in _STRUCTURE:
        return plain
    return {"anyOf": [plain, _ARGUMENT]}


def _plain(kind: KeyKind) -> Schema:
    match kind:
        case KeyKind.WORDS:
            return _WORDS
        case KeyKind.NAME | KeyKind.CALLS:
            return _TEXT
        case KeyKind.CALL | KeyKind.PATTERNS:
            return _one_or_more(_TEXT, least=1)
        case KeyKind.CONDITION | KeyKind.ALERT:
            return _TEXT_OR_TRUTH
        case KeyKind.FLAG:
            return {"type": "boolean"}
        case KeyKind.SUIT:
            return _SUIT
        case KeyKind.ASKED:
            return _ASKED
        case KeyKind.SEAT:
            return _SEAT
        case KeyKind.NAMES | KeyKind.WORD_LIST:
            return _one_or_more(_TEXT)
        case KeyKind.CONDITIONS:
            return _one_or_more(_TEXT_OR_TRUTH, least=1)
        case KeyKind.SUITS:
            return _one_or_more(_SUIT)
        case KeyKind.VULNERABLE:
            return _one_or_more({"enum": list(VULNERABILITIES)}, least=1)
        case KeyKind.LAYER:
            return {"enum": [layer.word for layer in Layer]}
        case KeyKind.FORCE:
            # In YAML 1.1 a bare `no` is false.
            return {"enum": [*(force.word for force in Force), False]}
        case KeyKind.ORDER:
            return {"enum": [order.word for order in Order]}
        case KeyKind.JUDGEMENT:
            return {"enum": [*(each.word for each in Judgement), False]}
        case KeyKind.TABLE_VULNERABILITY:
            return {"enum": [vulnerability.word for vulnerability in Vulnerability]}
        case KeyKind.SCORING:
            return {"enum": [scoring.word for scoring in Scoring]}
        case KeyKind.OPTIONS:
            return _OPTIONS
        case KeyKind.CHANGES:
            return {"type": ["array", "null"], "items": _part("change")}
        case KeyKind.CHOICES:
            return _one_or_more(_CHOICE)
        case KeyKind.PART_SCORE:
            return {"type": "string", "pattern": "^(ns|ew)=[1-9]?0(,(ns|ew)=[1-9]?0)?$"}
        case KeyKind.USES:
            return _USES
        case KeyKind.PARAMETERS:
            return _PARAMETERS
        case KeyKind.DEFINITIONS:
            return _DEFINITIONS
        case KeyKind.NEEDS:
            return _NEEDS
        case KeyKind.MEANING:
            return _WORDS
        case KeyKind.TUNABLE:
            return _TUNABLE
        case KeyKind.SECTIONS:
            return {"type": ["array", "null"], "items": _part("section")}
        case KeyKind.RULES:
            return {"type": "array", "items": _part("rule")}
        case KeyKind.COMMON:
            return _part("step")
        case KeyKind.STEPS:
            return {"type": "array", "items": _part("step"), "minItems": 1}
        case KeyKind.THEN:
            rules = {"type": "array", "items": _part("rule"), "minItems": 1}
            return {"anyOf": [rules, _part("answers")]}
        case KeyKind.QUIZZES:
            return {"type": "array", "items": _part("quiz")}
        case KeyKind.CARDING:
            return _part("carding")
        case KeyKind.LEADS:
            return _part("leads")
        case KeyKind.LEAD_LINES:
            return {"type": "array", "items": _part("lead")}
        case KeyKind.SIGNALS:
            return _part("signals")
        case KeyKind.HOLDINGS:
            return _one_or_more(_HOLDING)
        case KeyKind.LEAD:
            return _LEAD
        case KeyKind.HIGH_LOW:
            return {"enum": list(HIGH_LOW)}
        case KeyKind.AGAINST:
            return {"enum": list(CONTRACTS)}
        case KeyKind.HELD:
            return {"minItems": 1} | _pairs(_RANK)
        case KeyKind.HANDS:
            return _pairs(_one_or_more(_TEXT))
        case KeyKind.READINGS:
            return _pairs(_TEXT)
        case _:
            assert_never(kind)


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _pairs(value: Schema) -> Schema:
    """Return the schema of a list of mappings with one key each."""
    pair = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": value}
    return {"type": "array", "items": pair}

"""Owns the JSON Schema of system, module and quiz files, for editors; made from the key tables.

A schema knows keys and the kinds of their values. What a condition, a call or a pattern says, only
the loader checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

from dowager.auction import Vulnerability
from dowager.cards import RANKS
from dowager.language.text.holding_notation import LEAD_WORDS
from dowager.language.text.keys import (
    CARDING_KEYS,
    CONTRACTS,
    HIGH_LOW,
    LEAD_KEYS,
    LEADS_KEYS,
    MODULE_KEYS,
    ORDERS,
    QUIZ_FILE_KEYS,
    QUIZ_KEYS,
    RULE_KEYS,
    SECTION_KEYS,
    SIGNALS_KEYS,
    SYSTEM_KEYS,
    VULNERABILITIES,
    Force,
    Keys,
    Kind,
    Layer,
)
from dowager.language.text.vocabulary import SUITS
from dowager.language.tree import expression as ex

Schema: TypeAlias = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FILES: Mapping[str, tuple[str, Keys]] = {
    "system": ("A Dowager bidding system", SYSTEM_KEYS),
    "module": ("A Dowager module of a bidding system", MODULE_KEYS),
    "quiz": ("Dowager bidding quizzes", QUIZ_FILE_KEYS),
}
KINDS = tuple(_FILES)
"""The kinds of file that there is a schema for."""

_TEXT: Schema = {"type": "string", "minLength": 1}
_WORDS: Schema = {"type": ["string", "number", "boolean"]}
_CONDITION: Schema = {"type": ["string", "boolean"], "minLength": 1}
_ARGUMENT: Schema = {"type": "string", "pattern": r"\$(\w+|\{\w+\})"}
_SUIT_WORDS = "|".join([*SUITS, f"[{ex.LETTERS}]"])
_SUIT: Schema = {
    "type": "string",
    "pattern": rf"^({_SUIT_WORDS}|other\(\s*({_SUIT_WORDS})\s*\))$",
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
_DEFINITIONS: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^\s*[A-Za-z_]\w*\s*(\([^()]*\))?\s*$"},
    "additionalProperties": _WORDS,
}
_PARAMETERS: Schema = {
    "type": ["object", "null"],
    "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
}
_SEAT: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 4},
        {"type": "string", "pattern": r"^[1-4](\.\.[1-4])?$"},
    ]
}
_HANDS: Schema = {
    "type": "array",
    "items": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
    },
}

_READINGS: Schema = {
    "type": "array",
    "items": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": _TEXT,
    },
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
_HELD: Schema = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": _RANK,
    },
}
_PARTS: Mapping[str, Keys] = {
    "section": SECTION_KEYS,
    "rule": RULE_KEYS,
    "carding": CARDING_KEYS,
    "leads": LEADS_KEYS,
    "lead": LEAD_KEYS,
    "signals": SIGNALS_KEYS,
}
"""The mappings within a system or module file."""

_STRUCTURE = (
    Kind.SECTIONS,
    Kind.RULES,
    Kind.PARAMETERS,
    Kind.DEFINITIONS,
    Kind.CARDING,
    Kind.LEADS,
    Kind.LEAD_LINES,
    Kind.SIGNALS,
)
"""What no argument of a module stands for as a whole."""


def json_schema(kind: str) -> Schema:
    """Return the JSON Schema (draft 2020-12) of a kind of file, one of `KINDS`."""
    title, keys = _FILES[kind]
    arguments = kind == "module"
    tables = {"quiz": QUIZ_KEYS} if kind == "quiz" else _PARTS
    parts = {name: _object(table, arguments) for name, table in tables.items()}
    if "section" in parts:
        places = ("after", "when", "seat", "vul")
        parts["section"]["anyOf"] = [{"required": [key]} for key in places]
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


def _value(kind: Kind, arguments: bool) -> Schema:
    """Return the schema of a key's value; in a module `$name` may stand for most of them."""
    found = _plain(kind)
    if not arguments or kind in _STRUCTURE:
        return found
    return {"anyOf": [found, _ARGUMENT]}


def _plain(kind: Kind) -> Schema:
    match kind:
        case Kind.WORDS | Kind.ALERT:
            return _WORDS
        case Kind.NAME | Kind.CALL | Kind.CALLS:
            return _TEXT
        case Kind.CONDITION:
            return _CONDITION
        case Kind.FLAG:
            return {"type": "boolean"}
        case Kind.SUIT:
            return _SUIT
        case Kind.SEAT:
            return _SEAT
        case Kind.NAMES | Kind.PATTERNS:
            return _one_or_more(_TEXT)
        case Kind.CONDITIONS:
            return _one_or_more(_CONDITION)
        case Kind.SUITS:
            return _one_or_more(_SUIT)
        case Kind.VULNERABLE:
            return _one_or_more({"enum": list(VULNERABILITIES)})
        case Kind.LAYER:
            return {"enum": [layer.word for layer in Layer]}
        case Kind.FORCE:
            # In YAML 1.1 a bare `no` is false.
            return {"enum": [*(force.word for force in Force), False]}
        case Kind.ORDER:
            return {"enum": list(ORDERS)}
        case Kind.TABLE_VULNERABILITY:
            return {"enum": [vulnerability.word for vulnerability in Vulnerability]}
        case Kind.USES:
            return _USES
        case Kind.PARAMETERS:
            return _PARAMETERS
        case Kind.DEFINITIONS:
            return _DEFINITIONS
        case Kind.SECTIONS:
            return {"type": ["array", "null"], "items": _part("section")}
        case Kind.RULES:
            return {"type": "array", "items": _part("rule")}
        case Kind.QUIZZES:
            return {"type": "array", "items": _part("quiz")}
        case Kind.CARDING:
            return _part("carding")
        case Kind.LEADS:
            return _part("leads")
        case Kind.LEAD_LINES:
            return {"type": "array", "items": _part("lead")}
        case Kind.SIGNALS:
            return _part("signals")
        case Kind.HOLDINGS:
            return _one_or_more(_HOLDING)
        case Kind.LEAD:
            return _LEAD
        case Kind.HIGH_LOW:
            return {"enum": list(HIGH_LOW)}
        case Kind.AGAINST:
            return {"enum": list(CONTRACTS)}
        case Kind.HELD:
            return _HELD
        case Kind.HANDS:
            return _HANDS
        case Kind.READINGS:
            return _READINGS
        case _:
            assert_never(kind)


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _one_or_more(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}

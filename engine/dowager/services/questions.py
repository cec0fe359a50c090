"""What the questions of a service look like: fields with types and bounds, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from dowager.errors import InputError

Schema = dict[str, Any]
"""A JSON Schema."""

_LONGEST_LIST = 400
_LONGEST_TEXT = 1000
_MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question.

    Attributes:
        name: its name.
        kind: `text`, `texts`, `whole`, `number`, `truth`, `part scores` or `boards`.
        words: what it is, in words.
        example: a value of it.
        needed: whether a question must have it.
        low: the least number.
        high: the greatest number; the longest text or list.
        thinking: whether it is seconds of thought, which a server may shorten.
        usual: the seconds of thought without it.
        values: the words that it takes, where there are few.
    """

    name: str
    kind: str
    words: str
    example: Any = None
    needed: bool = False
    low: float = 0
    high: float = 0
    thinking: bool = False
    usual: float = 0
    values: tuple[str, ...] = ()

    @property
    def schema(self) -> Schema:
        """Its JSON Schema; null stands for a field that is left out."""
        found: Schema = {"description": self.words}
        if self.example is not None:
            found["examples"] = [self.example]
        shape = _SCHEMAS[self.kind](self)
        return found | (shape if self.needed else {"anyOf": [shape, {"type": "null"}]})

    def check(self, value: object) -> None:
        """Refuse what has another type or is out of bounds.

        Raises:
            InputError: it is wrong; the text says what would be right.
        """
        if value is None and not self.needed:
            return
        right = _RIGHT[self.kind](self, value)
        if right:
            shown = repr(value)
            short = shown if len(shown) <= 60 else f"{shown[:57]}..."
            raise InputError(f'"{self.name}" takes {right}, not {short}')

    def limited(self, seconds: float) -> Field:
        """Return the field of a server on which a question may take so many seconds."""
        return replace(self, high=min(self.high, seconds)) if self.thinking else self


def _text(field: Field) -> Schema:
    values = {"enum": list(field.values)} if field.values else {}
    return {"type": "string", "maxLength": int(field.high or _LONGEST_TEXT)} | values


def _texts(field: Field) -> Schema:
    each = {"type": "string", "maxLength": _LONGEST_TEXT}
    return {"type": "array", "items": each, "maxItems": int(field.high or _LONGEST_LIST)}


def _whole(field: Field) -> Schema:
    high = int(field.high or _MOST_SEED)
    return {"type": "integer", "minimum": int(field.low), "maximum": high}


def _number(field: Field) -> Schema:
    return {"type": "number", "minimum": field.low, "maximum": field.high}


def _truth(field: Field) -> Schema:
    return {"type": "boolean"}


def _part_scores(field: Field) -> Schema:
    points = {"type": "integer", "enum": list(range(0, 100, 10))}
    return {"type": "array", "items": points, "minItems": 2, "maxItems": 2}


def _boards(field: Field) -> Schema:
    board = {"$ref": "#/components/schemas/Board"}
    return {"type": "array", "items": board, "minItems": 1, "maxItems": int(field.high)}


_SCHEMAS: Mapping[str, Callable[[Field], Schema]] = {
    "text": _text,
    "texts": _texts,
    "whole": _whole,
    "number": _number,
    "truth": _truth,
    "part scores": _part_scores,
    "boards": _boards,
}


def _not_text(field: Field, value: object) -> str:
    longest = int(field.high or _LONGEST_TEXT)
    if not isinstance(value, str):
        return "a string"
    if len(value) > longest:
        return f"at most {longest:,} characters"
    if field.values and value.strip().lower() not in map(str.lower, field.values):
        return " or ".join(field.values)
    return ""


def _not_texts(field: Field, value: object) -> str:
    longest = int(field.high or _LONGEST_LIST)
    example = f", such as {field.example}" if field.example else ""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return f"a list of strings{example}"
    if len(value) > longest:
        return f"at most {longest:,} of them"
    return "" if all(len(each) <= _LONGEST_TEXT for each in value) else "shorter strings"


def _not_whole(field: Field, value: object) -> str:
    low, high = int(field.low), int(field.high or _MOST_SEED)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return ""
    return f"a whole number from {low} to {high:,}"


def _not_number(field: Field, value: object) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and isinstance(value, int | float) and field.low <= value <= field.high:
        return ""
    return f"a number from {field.low:g} to {field.high:g}"


def _not_truth(field: Field, value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _not_part_scores(field: Field, value: object) -> str:
    right = isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)
    return "" if right else "two numbers, those of North-South and East-West, such as [60, 0]"


def _not_boards(field: Field, value: object) -> str:
    right = isinstance(value, list) and 0 < len(value) <= field.high
    return "" if right else f"a list of 1 to {int(field.high):,} boards"


_RIGHT: Mapping[str, Callable[[Field, object], str]] = {
    "text": _not_text,
    "texts": _not_texts,
    "whole": _not_whole,
    "number": _not_number,
    "truth": _not_truth,
    "part scores": _not_part_scores,
    "boards": _not_boards,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an answer.

    Attributes:
        name: its name.
        kind: the JSON type: `string`, `integer`, `number`, `boolean`, `array`, `object`; with a
            question mark where it may be null.
        words: what it is, in words.
        always: whether every answer has it.
    """

    name: str
    kind: str
    words: str
    always: bool = True

    @property
    def schema(self) -> Schema:
        """Its JSON Schema."""
        kind = self.kind.removesuffix("?")
        return {
            "description": self.words,
            "type": kind if kind == self.kind else [kind, "null"],
        }


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of question.

    Attributes:
        name: of the service that answers.
        title: what is asked, in a few words.
        words: what is asked, in a sentence or two.
        fields: what a question has.
        parts: what its answer has.
        example: a question.
    """

    name: str
    title: str
    words: str
    fields: tuple[Field, ...]
    parts: tuple[Part, ...]
    example: Mapping[str, Any]

    def check(self, given: Mapping[str, Any]) -> None:
        """Refuse a question with an unknown field, or a wrong value.

        Raises:
            InputError: the text says what would be right.
        """
        names = [field.name for field in self.fields]
        for key in given:
            if key not in names:
                raise InputError(f"no field {_short(key)}{_like(key, names)}")
        for field in self.fields:
            if field.needed and given.get(field.name) is None:
                example = f", such as {field.example!r}" if isinstance(field.example, str) else ""
                raise InputError(f'"{field.name}" is missing{example}')
            field.check(given.get(field.name))

    def limited(self, seconds: float) -> Question:
        """Return the question on a server on which it may take so many seconds."""
        return replace(self, fields=tuple(field.limited(seconds) for field in self.fields))

    def completed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a question, with seconds of thought within the bounds."""
        usual = {
            field.name: min(field.usual, field.high)
            for field in self.fields
            if field.thinking and field.usual
        }
        return usual | dict(given)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a question."""
        return {
            "type": "object",
            "properties": {field.name: field.schema for field in self.fields},
            "required": [field.name for field in self.fields if field.needed],
            "additionalProperties": False,
        }

    @property
    def answer_schema(self) -> Schema:
        """The JSON Schema of an answer."""
        return {
            "type": "object",
            "properties": {part.name: part.schema for part in self.parts},
            "required": [part.name for part in self.parts if part.always],
        }


def _short(key: str) -> str:
    return repr(key if len(key) <= 60 else f"{key[:57]}...")


def _like(key: str, names: list[str]) -> str:
    """Return the nearest known field, or all of them."""
    near = get_close_matches(key[:40].lower(), names, 1, 0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names)}"

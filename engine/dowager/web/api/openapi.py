"""The interface as OpenAPI 3.1 describes it, made from the table of questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dowager import __version__
from dowager.services.catalogue import QUESTIONS
from dowager.services.questions import Question, Schema

_GET = ("systems",)
_ERRORS = {
    "400": "Something is wrong with the question; the text says what would be right.",
    "413": "The request is too long.",
    "503": "The server is busy: ask again after the seconds that `Retry-After` names.",
    "504": "The question took more time than it has.",
}
_BOARD: Schema = {
    "type": "object",
    "properties": {
        "deal": {
            "description": "the four hands, from the first seat on clockwise",
            "type": "string",
            "maxLength": 200,
        },
        "dealer": {"description": "who dealt; North without it", "type": "string", "maxLength": 10},
        "vul": {"description": "none, ns, ew or both", "type": "string", "maxLength": 10},
        "board": {"description": "its number", "type": "integer", "minimum": 0, "maximum": 10**9},
        "part_scores": {
            "description": "what North-South and East-West have below the line",
            "type": "array",
            "items": {"type": "integer", "enum": list(range(0, 100, 10))},
            "minItems": 2,
            "maxItems": 2,
        },
    },
    "required": ["deal"],
    "additionalProperties": False,
}
_ERROR: Schema = {
    "type": "object",
    "properties": {"error": {"description": "what is wrong", "type": "string"}},
    "required": ["error"],
}


def openapi_document(seconds: float) -> dict[str, Any]:
    """Return the description of the interface of a server.

    Args:
        seconds: that a question may give to thinking.
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dowager",
            "version": __version__,
            "summary": "Bridge bidding: calls, what they show, deals, cards.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            f"/api/v1/{name}": {_method(name): _operation(question.limited(seconds))}
            for name, question in QUESTIONS.items()
        },
        "components": {"schemas": {"Board": _BOARD, "Error": _ERROR}},
    }


def _method(name: str) -> str:
    return "get" if name in _GET else "post"


def _operation(question: Question) -> dict[str, Any]:
    body = {} if question.name in _GET else {"requestBody": _body(question)}
    answers = {"200": _answer(question), **{code: _wrong(code) for code in _ERRORS}}
    return {
        "operationId": question.name,
        "summary": question.title,
        "description": question.words,
        **body,
        "responses": answers,
    }


def _body(question: Question) -> dict[str, Any]:
    schema = question.schema
    content: dict[str, Any] = {
        "application/json": {"schema": schema, "example": dict(question.example)}
    }
    return {"required": True, "content": content}


def _answer(question: Question) -> dict[str, Any]:
    content: Mapping[str, Any] = {"application/json": {"schema": question.answer_schema}}
    if question.name == "auction":
        content = {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "application/x-pbn": {"schema": {"type": "string"}},
        }
    return {"description": "The answer.", "content": content}


def _wrong(code: str) -> dict[str, Any]:
    error = {"schema": {"$ref": "#/components/schemas/Error"}}
    return {"description": _ERRORS[code], "content": {"application/json": error}}

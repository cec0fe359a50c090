"""The page `/api`: every question with its fields, an example, and a button that asks it."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dowager.services.catalogue import QUESTIONS
from dowager.services.questions import Field, Question
from dowager.web.pages import Pages
from dowager.web.site import Site


@dataclass(frozen=True, slots=True)
class _Shown:
    """A question as the page shows it."""

    question: Question
    method: str
    path: str
    example: str
    curl: str
    fields: tuple[tuple[Field, str], ...]


def page_route(site: Site) -> Route:
    """Return the path of the page."""
    pages = Pages(site)

    async def endpoint(request: Request) -> Response:
        base = str(request.base_url).rstrip("/")
        seconds = site.options.most_thinking
        shown = [_shown(each.limited(seconds), base) for each in QUESTIONS.values()]
        return pages.page("api", questions=shown)

    return Route("/api", endpoint, name="page api")


def _shown(question: Question, base: str) -> _Shown:
    path = f"/api/v1/{question.name}"
    fields = tuple((field, bounds_words(field)) for field in question.fields)
    if not question.fields:
        return _Shown(question, "GET", path, "", f"curl {base}{path}", fields)
    line = json.dumps(question.example)
    curl = f"curl {base}{path} -d {shlex.quote(line)}"
    return _Shown(question, "POST", path, _laid_out(question.example), curl, fields)


def _laid_out(example: Any) -> str:
    """Return an example as JSON, a line for each field."""
    rows = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in example.items()]
    return "{\n" + ",\n".join(rows) + "\n}"


def bounds_words(field: Field) -> str:
    """Return the type and the bounds of a field, in words."""
    match field.kind:
        case "whole" if field.high:
            return f"whole number, {field.low:,.0f} to {field.high:,.0f}"
        case "whole":
            return f"whole number from {field.low:,.0f} on"
        case "number":
            return f"number, {field.low:g} to {field.high:g}"
        case "boards":
            return f"list of 1 to {field.high:,.0f} boards"
    return _KINDS[field.kind]


_KINDS = {
    "text": "text",
    "texts": "list of texts",
    "truth": "true or false",
    "part scores": "list of two numbers",
}

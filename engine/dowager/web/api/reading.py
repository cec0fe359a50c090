"""Reading requests: the JSON object of a body, the fields of an address."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from dowager.errors import InputError
from dowager.services.requests import read_object

Fields = dict[str, Any]


async def fields_of_body(request: Request) -> Fields:
    """Return the fields of a request's JSON object; those that are null count as left out.

    Raises:
        InputError: it is not JSON, not an object, or cannot be written back.
    """
    body = await request.body()
    fields = read_object(body, "the request")
    if b"\\u" in body:
        _refuse_halves(fields)
    return {key: value for key, value in fields.items() if value is not None}


def _refuse_halves(fields: Fields) -> None:
    """Refuse half of a pair of surrogates, which is no character.

    Raises:
        InputError: there is one.
    """
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError("the request is not JSON: it has half of a character") from error


def fields_of_address(request: Request) -> dict[str, str]:
    """Return the fields behind the question mark of an address, the last of each name.

    Raises:
        InputError: one is not text in UTF-8.
    """
    fields = dict(request.query_params)
    if any("\ufffd" in each or not each.isprintable() for each in (*fields, *fields.values())):
        raise InputError("the address has a character that cannot be printed")
    return fields

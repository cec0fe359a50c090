"""JSON as students write it: what the samples of the text have, a strict reader would refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from dowager.errors import InputError

_REPAIRED = re.compile(r'"(?:\\.|[^"\\])*+"?|,(?=\s*[}\]])|\b(?:True|False|None)\b', re.DOTALL)
"""Strings, which stay as they are, trailing commas, and the words of Python."""
_WORDS = {",": "", "True": "true", "False": "false", "None": "null"}


class LowerKeys(Mapping[str, Any]):
    """An object whose keys may be written in any case; of keys that then are the same, the last."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {key.lower(): value for key, value in values.items()}

    def __getitem__(self, key: str) -> Any:
        return self._values[key.lower()]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def read_object(data: bytes) -> LowerKeys:
    """Return the object that a message is, also one that stands alone in an array.

    Trailing commas, `True`, `False` and `None` are taken for what they mean.

    Raises:
        InputError: it is none; the message says why.
    """
    value = read_value(data)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        raise InputError("not an object")
    return LowerKeys(value)


def read_value(data: bytes) -> Any:
    """Return what a message is in JSON, whatever it is.

    Raises:
        InputError: it is not JSON; the message says why.
    """
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(_REPAIRED.sub(lambda match: _WORDS.get(match[0], match[0]), text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {type(error).__name__}") from error

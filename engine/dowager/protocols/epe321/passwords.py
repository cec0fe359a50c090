"""Messages as logs may have them: without the passwords that clients send."""

from __future__ import annotations

import json
import re
from typing import Any

from dowager.errors import InputError
from dowager.protocols.epe321.lenient_json import read_value

HIDDEN = "***"
_KEY = "password"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_REST = re.compile(rf"({_KEY}[\"'\s]*[:=]?).*", re.IGNORECASE | re.DOTALL)


def without_passwords(data: bytes) -> bytes:
    """Return lines with every password replaced by three stars; all else is as it was.

    Of a line that cannot be read, what follows the word `password` is left out.
    """
    return b"".join(map(_hidden, data.splitlines(keepends=True)))


def _hidden(line: bytes) -> bytes:
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), line.decode("utf-8", "replace"))
    if _KEY not in text.lower():
        return line
    try:
        value = read_value(line)
        shown = json.dumps(_starred(value)) if _has(value) else None
    except (InputError, RecursionError):
        shown = _REST.sub(rf"\1 {HIDDEN}", text)
    return line if shown is None else shown.encode("utf-8", "replace") + b"\n"


def _has(value: Any) -> bool:
    """Whether a password is anywhere in a value."""
    match value:
        case dict():
            return any(_is_secret(key, each) or _has(each) for key, each in value.items())
        case list():
            return any(map(_has, value))
    return False


def _starred(value: Any) -> Any:
    match value:
        case dict():
            pairs = value.items()
            return {k: HIDDEN if _is_secret(k, v) else _starred(v) for k, v in pairs}
        case list():
            return [_starred(each) for each in value]
    return value


def _is_secret(key: str, value: Any) -> bool:
    return key.strip().lower() == _KEY and value not in ("", None)

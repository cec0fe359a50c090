"""Which systems there are, as a JSON object."""

from __future__ import annotations

from typing import Any

from dowager.errors import InputError
from dowager.language.files import describe_system, system_file


def systems(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer the titles and options of systems, `{"named": {name: what loads it}}`.

    Raises:
        InputError: there is no such system.
        SystemFaults: a system's file cannot be read.
    """
    named = fields.get("named")
    if not isinstance(named, dict):
        raise InputError('"named" takes an object of names')
    return {"systems": [_described(name, loaded) for name, loaded in named.items()]}


def _described(name: str, loaded: str) -> dict[str, Any]:
    found = describe_system(system_file(loaded).path)
    options = {option: list(values) for option, values in found.options.items()}
    return {"name": name, "title": found.title or name, "options": options}

"""Every service by its name, for those who pass questions on to other processes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from dowager.errors import DowagerError, file_error_text

Fields = dict[str, Any]
"""A question or an answer, as JSON has it."""

_HOMES = {
    "act": "seats",
    "answer_claim": "seats",
    "auction": "boards",
    "autoplay": "whole_boards",
    "bid": "bidding",
    "boards": "boards",
    "calls": "positions",
    "check": "checking",
    "claim": "claiming",
    "contract": "contracting",
    "deals": "dealing",
    "explain": "explaining",
    "frequency": "frequencies",
    "infer": "inferring",
    "lead": "playing",
    "play": "playing",
    "practice_exercise": "practising",
    "practice_reasons": "practising",
    "practice_topics": "practising",
    "review": "reviewing",
    "robot_room": "robot_rooms",
    "systems": "cataloguing",
}
"""The file of each service, in which a function of its name answers."""

SERVICES = tuple(_HOMES)
"""The names of all services."""


def service(name: str) -> Callable[[Fields], Fields]:
    """Return what answers the questions of a service; its file is imported when it is first used.

    Raises:
        KeyError: there is no such service.
    """
    found: Callable[[Fields], Fields] = getattr(
        import_module(f"dowager.services.{_HOMES[name]}"), name
    )
    return found


def answer(name: str, fields: Fields) -> Fields | str:
    """Return the answer to a question, or in one line what is wrong with the question.

    Args:
        name: of the service.
        fields: the question.
    """
    try:
        return service(name)(fields)
    except DowagerError as error:
        return str(error)
    except OSError as error:
        return file_error_text(error)

"""Every service by its name, for those who pass questions on to other processes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from dowager.errors import DowagerError, file_error_text
from dowager.services.known_tables import forget_edited

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
    "practice_alternative": "judging",
    "practice_boards": "practising",
    "practice_exercise": "practising",
    "practice_reasons": "practising",
    "practice_topics": "practising",
    "review": "reviewing",
    "robot_room": "robot_rooms",
    "systems": "cataloguing",
    "position": "exploring",
    "hands_of_call": "exploring",
    "why_of_hand": "exploring",
}
"""The file of each service, in which a function of its name answers."""

_OWNERS_HOMES = {
    "faults_of_system": "editing",
    "changes_of_edit": "editing",
}
"""The files of services that only a system's owner is answered, not everybody over HTTP."""

SERVICES = tuple(_HOMES)
"""The names of all services that anybody may ask."""


def service(name: str) -> Callable[[Fields], Fields]:
    """Return what answers the questions of a service; its file is imported when it is first used.

    Raises:
        KeyError: there is no such service.
    """
    found: Callable[[Fields], Fields] = getattr(
        import_module(f"dowager.services.{(_HOMES | _OWNERS_HOMES)[name]}"), name
    )
    return found


def answer(name: str, fields: Fields) -> Fields | str:
    """Return the answer to a question, or what is wrong with the question.

    Systems whose files have been edited since the last question are loaded again.

    Args:
        name: of the service.
        fields: the question.
    """
    forget_edited()
    try:
        return service(name)(fields)
    except DowagerError as error:
        return str(error)
    except OSError as error:
        return file_error_text(error)

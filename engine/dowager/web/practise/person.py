"""Who practises: a name that a person chooses, in a cookie. It is no secret, and proves nothing."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from dowager.errors import InputError

_COOKIE = "dowager_person"
_LONGEST = 40
_YEAR = 365 * 86_400


def person_of(request: Request) -> str:
    """Return the name of the person who asks; empty for nobody in particular."""
    try:
        return checked(unquote(request.cookies.get(_COOKIE, ""), errors="strict"))
    except (InputError, UnicodeDecodeError):
        return ""


def checked(name: object) -> str:
    """Return a name without superfluous blanks; empty for nobody in particular.

    Raises:
        InputError: it is no text, too long, or has characters that cannot be seen.
    """
    if not isinstance(name, str) or len(name) > 4 * _LONGEST:
        raise InputError(f"a name is a text of at most {_LONGEST} letters")
    name = " ".join(name.split())
    if len(name) > _LONGEST or not name.isprintable():
        raise InputError(f"a name has at most {_LONGEST} letters, all of which can be seen")
    return name


def remember(answer: Response, name: str) -> None:
    """Let the browser keep a name; an empty one lets it forget."""
    if name:
        answer.set_cookie(
            _COOKIE, quote(name, safe=""), max_age=_YEAR, httponly=True, samesite="strict"
        )
    else:
        answer.delete_cookie(_COOKIE, httponly=True, samesite="strict")

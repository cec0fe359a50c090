"""Answers as JSON, and what is answered when something is wrong."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from dowager.errors import DowagerError, InputError
from dowager.web.guard import TooLongError
from dowager.web.workers import BusyError, FailedError, SlowError

_STATUS: dict[type[Exception], int] = {
    BusyError: 503,
    SlowError: 504,
    FailedError: 500,
    TooLongError: 413,
    InputError: 400,
}


def error_reply(error: Exception) -> JSONResponse:
    """Return what is answered in place of an answer: `{"error": what is wrong}`."""
    status = next((number for kind, number in _STATUS.items() if isinstance(error, kind)), 400)
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({"error": str(error)}, status, headers)


async def on_error(request: Request, error: Exception) -> Response:
    """Answer an error of ours, as applications ask their handlers to."""
    return error_reply(error)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer what the application itself refuses: a path or a method that there is not."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def on_slow_body(request: Request, error: Exception) -> Response:
    """Answer a request whose body does not come."""
    return JSONResponse({"error": "the request has not come to its end in time"}, 408)


HANDLERS = {
    DowagerError: on_error,
    HTTPException: on_http_error,
    TimeoutError: on_slow_body,
}
"""The handlers of an application, by what they handle."""

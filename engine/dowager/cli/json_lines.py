"""The line interfaces: a JSON object on each line in, and an answer to each on a line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO

from dowager.errors import DowagerError, InputError, file_error_text
from dowager.services.requests import read_object

_LONGEST = 1 << 20


def serve(
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    source: BinaryIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Answer every line until the input ends; a faulty line is answered with its error."""
    source, sink = source or sys.stdin.buffer, sink or sys.stdout
    for line in source:
        if line.strip():
            sink.write(json.dumps(_answer_line(answer, line)) + "\n")
            sink.flush()


def _answer_line(answer: Callable[[dict[str, Any]], dict[str, Any]], line: bytes) -> dict[str, Any]:
    identity: Any = None
    try:
        if len(line) > _LONGEST:
            raise InputError(f"the line is longer than {_LONGEST} bytes")
        request = read_object(line)
        identity = request.get("id")
        return {"id": identity, **answer(request)}
    except DowagerError as error:
        return {"id": identity, "error": str(error)}
    except OSError as error:
        return {"id": identity, "error": file_error_text(error)}

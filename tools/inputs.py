"""What the measuring programs read, one JSON object a line, and how they say what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from dowager.cli.trouble import file_trouble
from dowager.errors import DowagerError, InputError


def records(file: Path, *keys: str) -> list[dict[str, Any]]:
    """Return the objects of a file that has one a line.

    Args:
        file: the file; UTF-8.
        keys: what every object must have.

    Raises:
        InputError: `file:line: what is wrong`, for the first line that is.
        OSError: the file cannot be read.
    """
    found = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            record = json.loads(line)
        except ValueError:
            raise InputError(f"{file}:{number}: not JSON; one object a line is read") from None
        missing = [key for key in keys if not isinstance(record, dict) or key not in record]
        if missing:
            raise InputError(f"{file}:{number}: no {', '.join(missing)}")
        found.append(record)
    return found


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a program; trouble with its input is one line and exit code 2."""
    try:
        sys.exit(main())
    except DowagerError as error:
        sys.exit(_said(str(error)))
    except OSError as error:
        sys.exit(_said(file_trouble(error)))


def _said(words: str) -> int:
    print(words, file=sys.stderr)
    return 2

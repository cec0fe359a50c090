"""The optional packages that serving needs."""

from __future__ import annotations

from importlib.util import find_spec

from dowager.errors import InputError

_NEEDED = ("starlette", "uvicorn", "pebble", "websockets")


def require_web() -> None:
    """Raise an InputError that says how to install a package that is missing."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"serving needs {', '.join(missing)}: pip install 'dowager[web]'")

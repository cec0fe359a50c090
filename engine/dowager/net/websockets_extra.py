"""What secure WebSockets need: optional packages, and whoever connects a password."""

from __future__ import annotations

from importlib.util import find_spec

from dowager.errors import InputError

PASSWORD_VARIABLE = "DOWAGER_PASSWORD"
"""The variable of the environment in which `dowager sit` and `dowager host` find a password."""


def require_websockets() -> None:
    """Raise an InputError that says how to install a package that is missing."""
    missing = [name for name in ("websockets", "cryptography") if find_spec(name) is None]
    if missing:
        raise InputError(f"EPE 321 needs {' and '.join(missing)}: pip install 'dowager[epe321]'")

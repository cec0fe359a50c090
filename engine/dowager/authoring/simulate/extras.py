"""The optional packages that simulations need."""

from __future__ import annotations

from importlib.util import find_spec

from dowager.errors import InputError

FOR_FILES = ("pyarrow",)
FOR_SUMMARIES = ("pyarrow", "polars")
FOR_PLOTS = (*FOR_SUMMARIES, "matplotlib")


def require(packages: tuple[str, ...]) -> None:
    """Raise an InputError that says how to install packages if one of them is missing."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise InputError(f"simulations need {' and '.join(missing)}: pip install 'dowager[bulk]'")

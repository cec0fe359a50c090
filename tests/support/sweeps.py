"""Sweeps: what is tried on very many cases, a sample of them with every run of the tests."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def sampled(cases: Iterable[object], every: int) -> list[object]:
    """Return cases for `parametrize`: the first and each `every`-th after it, for every run.

    The others are `thorough`: `make thorough` tries them. A case is a value, or a tuple of values.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.thorough] if index % every else [],
        )
        for index, case in enumerate(cases)
    ]

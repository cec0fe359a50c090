"""Sweeps: what is tried on very many cases, a sample of them with every run of the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

_Case = TypeVar("_Case")


def sampled(cases: Iterable[object], every: int) -> list[object]:
    """Return cases for `parametrize`: the first and each `every`-th after it, for every run.

    The others are `thorough`: `make thorough` tries them. A case is a value, or a tuple of values.
    """
    return [_param(case, index % every == 0) for index, case in enumerate(cases)]


def chosen(cases: Iterable[_Case], is_for_every_run: Callable[[_Case], bool]) -> list[object]:
    """Return cases for `parametrize`, as `sampled` does: those for every run are said by a test."""
    return [_param(case, is_for_every_run(case)) for case in cases]


def examples(few: int, many: int) -> pytest.MarkDecorator:
    """Give a test `examples`, how many Hypothesis tries: few for every run, many if thorough."""
    return pytest.mark.parametrize("examples", sampled([few, many], 2))


def _param(case: object, for_every_run: bool) -> object:
    return pytest.param(
        *(case if isinstance(case, tuple) else (case,)),
        marks=[] if for_every_run else [pytest.mark.thorough],
    )

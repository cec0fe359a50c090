"""The suit letters of rules and patterns, and what they stand for in a position.

A letter's *slot* is its index in `LETTERS`. An environment has a suit, or -1, in each slot.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

LETTERS = "Mmxyzwt"
"""The suit letters: M is a major, m a minor, the others any suit."""

Env: TypeAlias = tuple[int, ...]
"""What each letter of `LETTERS` stands for: a suit number, or -1 when it is not bound."""

UNBOUND: Env = (-1,) * len(LETTERS)

_MAJORS, _MINORS, _ALL = (2, 3), (0, 1), (0, 1, 2, 3)


def suits_for(slot: int) -> tuple[int, ...]:
    """Return the suits that a letter may stand for."""
    return _MAJORS if slot == 0 else _MINORS if slot == 1 else _ALL


def with_suit(env: Env, slot: int, suit: int) -> Env:
    """Return an environment in which one more letter is bound."""
    return (*env[:slot], suit, *env[slot + 1 :])


@lru_cache(maxsize=4096)
def bound_slots(env: Env) -> frozenset[int]:
    """Return the slots of the letters that are bound."""
    return frozenset([slot for slot, suit in enumerate(env) if suit >= 0])


@lru_cache(maxsize=65536)
def assignments(env: Env, slots: tuple[int, ...]) -> tuple[Env, ...]:
    """Return every way to bind more letters; different letters are different suits."""
    envs = [env]
    for slot in slots:
        envs = [
            with_suit(bound, slot, suit)
            for bound in envs
            for suit in suits_for(slot)
            if suit not in bound
        ]
    return tuple(envs)

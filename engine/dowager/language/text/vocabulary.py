"""Owns the words of the language that stand for themselves, and the guess at a misspelt one."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from functools import cache

from dowager.auction import Strain
from dowager.cards import Suit
from dowager.language.features import all_features
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import NUMBER_WORDS, TRUTH_WORDS

SUITS = {suit.letter: Strain(suit) for suit in Suit} | {s.word: Strain(s) for s in Suit}

WHO: dict[str, ex.Who | ex.Side] = {
    "me": ex.Who.ME,
    "lho": ex.Who.LHO,
    "partner": ex.Who.PARTNER,
    "rho": ex.Who.RHO,
    "us": ex.Side.US,
    "them": ex.Side.THEM,
}

STATS = {"min": ex.Stat.MIN, "max": ex.Stat.MAX, "mean": ex.Stat.MEAN}

EXPECTED = "expected"
"""Stands where the names of `STATS` stand; it takes one's own hand into account."""

QUESTIONS = {
    "certain": ex.Question.CERTAIN,
    "possible": ex.Question.POSSIBLE,
    "likely": ex.Question.LIKELY,
}

COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")

STEPS = {
    "cheapest": ex.Step.CHEAPEST,
    "jump": ex.Step.JUMP,
    "double_jump": ex.Step.DOUBLE_JUMP,
    "at": ex.Step.AT,
    "game": ex.Step.GAME,
    "slam": ex.Step.SLAM,
    "grand": ex.Step.GRAND,
    "step": ex.Step.STEP,
}
"""The computed calls."""

_KEYWORDS = ("and", "or", "not", "in", "true", "false", "shape", "NT", "other")


@cache
def known_words() -> frozenset[str]:
    """Return every word that the language itself explains; a definition may not take one."""
    tables = (all_features(), NUMBER_WORDS, TRUTH_WORDS, WHO, SUITS, QUESTIONS, STEPS)
    return frozenset({word for table in tables for word in table} | {*_KEYWORDS, *ex.LETTERS})


def closest(word: str, words: Collection[str]) -> str:
    """Return `; did you mean ...?` for a word that is near one of some, else nothing."""
    near = get_close_matches(word[:40], words, 1, 0.65)
    return f"; did you mean {near[0]!r}?" if near else ""

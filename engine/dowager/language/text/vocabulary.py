"""The words of the language, and the guess at what a misspelt one should be."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from functools import cache

from dowager.auction import Strain
from dowager.cards import Suit
from dowager.language.features import all_features
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import NUMBER_WORDS, TRUTH_WORDS
from dowager.language.tree.suit_letters import LETTERS

SUITS = {suit.letter: Strain(suit) for suit in Suit} | {s.word: Strain(s) for s in Suit}

SEATS: dict[str, ex.RelativeSeat | ex.RelativeSide] = {
    "me": ex.RelativeSeat.ME,
    "lho": ex.RelativeSeat.LHO,
    "partner": ex.RelativeSeat.PARTNER,
    "rho": ex.RelativeSeat.RHO,
    "us": ex.RelativeSide.US,
    "them": ex.RelativeSide.THEM,
}
"""The seats and sides whose knowledge is asked."""

STATS = {"min": ex.Stat.MIN, "max": ex.Stat.MAX, "mean": ex.Stat.MEAN}

EXPECTED = "expected"
"""Stands where a word of `STATS` may stand; it takes the caller's hand into account."""

QUESTIONS = {
    "certain": ex.Question.CERTAIN,
    "possible": ex.Question.POSSIBLE,
    "likely": ex.Question.LIKELY,
}

COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")

COMPUTED_CALLS = {
    "cheapest": ex.ComputedCall.CHEAPEST,
    "jump": ex.ComputedCall.JUMP,
    "double_jump": ex.ComputedCall.DOUBLE_JUMP,
    "at": ex.ComputedCall.AT,
    "game": ex.ComputedCall.GAME,
    "slam": ex.ComputedCall.SLAM,
    "grand": ex.ComputedCall.GRAND,
    "step": ex.ComputedCall.STEP,
}

_KEYWORDS = (
    "and", "or", "not", "in", "true", "false", "shape", "holding", "NT", "other", "max", "min",
)  # fmt: skip


@cache
def known_words() -> frozenset[str]:
    """Return every word that has a meaning already, so that no definition may take it."""
    tables = (all_features(), NUMBER_WORDS, TRUTH_WORDS, SEATS, SUITS, QUESTIONS, COMPUTED_CALLS)
    return frozenset({word for table in tables for word in table} | {*_KEYWORDS, *LETTERS})


def closest(word: str, words: Collection[str]) -> str:
    """Return `; did you mean ...?` for a word that is like one of `words`, else nothing."""
    alike = [each for each in words if each.lower() == word.lower()]
    alike = alike or [each for each in words if sorted(each) == sorted(word)]
    near = alike or get_close_matches(word[:40], words, 1, 0.65)
    return f"; did you mean {near[0]!r}?" if near else ""


def guess(word: str, words: Collection[str], known: str) -> str:
    """Return the guess at what a word should be, then the sentence that says what there is.

    Args:
        word: the word that is not one of `words`.
        words: what it should be one of.
        known: the sentence, without a capital letter.
    """
    hint = closest(word, words)
    return f"{hint} {known[:1].upper()}{known[1:]}" if hint else f"; {known}"

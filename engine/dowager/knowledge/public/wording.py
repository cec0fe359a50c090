"""Rules and calls in words."""

from __future__ import annotations

from functools import lru_cache

from dowager.backends.text import describe
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import ranges_of, with_news_only
from dowager.knowledge.public.players import CallRecord
from dowager.language.compile import Candidate
from dowager.language.tree import TRUE, Bool

_MOST = 3
"""How many of a call's rules are put in words."""


def words(candidate: Candidate) -> str:
    """Return a rule's condition in a position, in English."""
    return _described(candidate.condition.node)


@lru_cache(maxsize=8192)
def _described(node: Bool) -> str:
    return "any other hand" if node == TRUE else describe(node)


@lru_cache(maxsize=512)
def cells_words(cells: int, before: int) -> str:
    """Return the ranges of HCP and lengths that hold some cells, in words.

    Args:
        cells: the cells, at least one.
        before: the cells that had been shown before: only what is narrower is said.
    """
    said = with_news_only(ranges_of(cells), before).node()
    if said != TRUE:
        return describe(said)
    return "any hand" if before == plain_space().full else "nothing new"


def alert_words(candidate: Candidate) -> str | None:
    """Return the words of a rule's alert, or None when it is not alerted."""
    alert = candidate.rule.alert
    if isinstance(alert, str):
        return alert
    return words(candidate) if alert else None


def call_words(record: CallRecord) -> str:
    """Return what a call means, in words: each rule that can have made it, at most three.

    A rule that takes any hand shows what the rules before it leave; that is given in ranges.
    """
    texts = list(dict.fromkeys(_rule_words(rule, record) for rule in record.rules))
    if not texts:
        return "no agreed meaning"
    more = f"; or {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    return "; or ".join(texts[:_MOST]) + more


def _rule_words(rule: Candidate, record: CallRecord) -> str:
    if rule.condition.node != TRUE:
        return words(rule)
    return cells_words(record.shown.mask, record.shown.before().mask)


def call_alert(record: CallRecord) -> str | None:
    """Return the alert of a call, or None."""
    return alert_words(record.rule) if record.rule else None

"""Rules and calls in words."""

from __future__ import annotations

from functools import lru_cache

from dowager.backends.text import describe
from dowager.knowledge.public.players import CallRecord
from dowager.language.compile import Candidate
from dowager.language.tree import TRUE, Bool


def words(candidate: Candidate) -> str:
    """Return a rule's condition in a position, in English."""
    return _described(candidate.condition.node)


@lru_cache(maxsize=8192)
def _described(node: Bool) -> str:
    return "what no other call shows" if node == TRUE else describe(node)


def alert_words(candidate: Candidate) -> str | None:
    """Return the words of a rule's alert, or None when it is not alerted."""
    alert = candidate.rule.alert
    if isinstance(alert, str):
        return alert
    return words(candidate) if alert else None


def call_words(record: CallRecord) -> str:
    """Return what a call means, in words: each rule that can have made it, at most three."""
    texts = list(dict.fromkeys(words(rule) for rule in record.rules))
    if not texts:
        return "no agreed meaning"
    more = f"; or {len(texts) - 3} more" if len(texts) > 3 else ""
    return "; or ".join(texts[:3]) + more


def call_alert(record: CallRecord) -> str | None:
    """Return the alert of a call, or None."""
    return alert_words(record.rule) if record.rule else None

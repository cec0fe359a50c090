"""Rules and calls in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dowager.auction import Call
from dowager.backends.text import describe
from dowager.cards import Suit
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import Position
from dowager.knowledge.public.shown_call import Trust
from dowager.language.compile import Candidate
from dowager.language.tree import TRUE, Bool

# Most rules are put in words by their condition alone: what else a rule may need is imported when
# it does, so that `dowager bid` starts quickly.
if TYPE_CHECKING:
    from dowager.knowledge.public.exclusions import Exclusion

_MOST = 3
"""How many of a call's rules are put in words."""

LONG = 240
"""How many characters of a condition people read; of a longer one they are told the ranges."""

_LITTLE = 1.02
"""An end of a range is not put in words when without it at most this many times the hands fit."""


@lru_cache(maxsize=8192)
def condition_words(node: Bool, symbols: bool = False, sums: bool = False) -> str:
    """Return a condition in English, with suits as ♠ or as spades, with or without sums."""
    return describe(node, symbols=symbols, sums=sums)


def rule_words(
    rule: Candidate,
    position: Position,
    before: Masks,
    *,
    symbols: bool = False,
    sums: bool = True,
) -> str:
    """Return what a rule shows in a position, in words: its condition, as it is written.

    A rule that has words of its own, `means`, shows these. A rule that takes any hand shows what
    the rules before it leave: ranges, and what it denies.

    Args:
        rule: a rule of the position.
        position: the rules that apply.
        before: what the seat had shown.
        symbols: write suits as ♠ rather than as spades.
        sums: write sums that nobody adds up at the table, for those who write the rules.
    """
    if rule.rule.means:
        return rule.rule.means
    if rule.condition.node != TRUE:
        return condition_words(rule.condition.node, symbols, sums)
    from dowager.knowledge.public.alternatives import cells_of, ranges_of
    from dowager.knowledge.public.exclusions import exclusions
    from dowager.knowledge.public.kinds import kinds_of_rule

    said = kinds_words(rule, position, before, symbols=symbols)
    if len(said) != 1:
        return "; or ".join(said) or "no hand"
    (kind,) = kinds_of_rule(position, rule, before)
    ranges = cells_of(ranges_of(kind.cells.may))
    denied = _denials(exclusions(position, rule, before, ranges), symbols)
    return ", ".join([*([] if denied and said == [_NOTHING_NEW] else said), *denied])


def kinds_words(
    rule: Candidate, position: Position, before: Masks, *, symbols: bool = False
) -> list[str]:
    """Return the ranges of HCP and lengths of each kind of hand that a rule shows, in words.

    The arguments are those of `rule_words`.
    """
    from dowager.knowledge.public.kinds import kinds_of_rule

    kinds = kinds_of_rule(position, rule, before)
    return [cells_words(kind.cells.may, before.may, symbols) for kind in kinds]


def _denials(denied: Sequence[Exclusion], symbols: bool = False) -> list[str]:
    return [f"no {_exclusion_words(each, symbols)}" for each in denied]


_NOTHING_NEW = "nothing new"


def _exclusion_words(exclusion: Exclusion, symbols: bool) -> str:
    """Return what is denied: `weak two-bid (2D, 2H, 2S)`, and `X (clubs)`, which denies no clubs.

    A name that is itself a denial, or a sentence, does not go with "no"; one that names a suit
    could be taken for what the hand denies.
    """
    calls = ", ".join(_call_words(call, symbols) for call in exclusion.calls)
    if not exclusion.name:
        return calls
    first, *rest = exclusion.name.lower().split()
    if first in _NOT_AFTER_NO or not _SUITS.isdisjoint([first, *rest]):
        return f"{calls} ({exclusion.name})"
    return f"{exclusion.name} ({calls})"


_NOT_AFTER_NO = frozenset({"no", "not", "nothing", "none", "without", "a", "an", "the"})
_SUITS = frozenset(suit.word for suit in Suit)


def _call_words(call: Call, symbols: bool) -> str:
    if call is Call.PASS:
        return "pass"
    suit = call.suit
    return f"{call.level}{suit.symbol}" if symbols and suit is not None else str(call)


@lru_cache(maxsize=512)
def cells_words(cells: int, before: int, symbols: bool = False) -> str:
    """Return the ranges of HCP and lengths that hold some cells, in words.

    Args:
        cells: the cells, at least one.
        before: the cells that had been shown before: only what is narrower is said.
        symbols: write suits as ♠ rather than as spades.
    """
    from dowager.knowledge.public.alternatives import ranges_of, with_news_only

    said = with_news_only(ranges_of(cells), before, _LITTLE).node()
    if said != TRUE:
        return describe(said, symbols=symbols)
    return "any hand" if before == plain_space().full else _NOTHING_NEW


def alert_words(rules: Sequence[Candidate], position: Position, before: Masks) -> str | None:
    """Return the words of a call's alert; None when none of its rules is alerted.

    An alert discloses the agreement: what each rule that can have made the call shows.

    Args:
        rules: the rules that can have made the call.
        position: the rules that apply.
        before: what the seat had shown.
    """
    if not any(rule.rule.alert for rule in rules):
        return None
    written = ((rule, rule.rule.alert) for rule in rules)
    return _joined(
        alert if isinstance(alert, str) else rule_words(rule, position, before, sums=False)
        for rule, alert in written
    )


def _joined(texts: Iterable[str]) -> str:
    """Return different texts, at most three, as alternatives."""
    different = list(dict.fromkeys(texts))
    more = f"; or {len(different) - _MOST} more" if len(different) > _MOST else ""
    return "; or ".join(different[:_MOST]) + more


@lru_cache(maxsize=128)
def shown_before(record: CallRecord) -> Masks:
    """Return what the seat of a call had shown before it, as far as it is trusted after it."""
    return record.shown.before().cells


@lru_cache(maxsize=128)
def call_words(record: CallRecord) -> str:
    """Return what a call means, in words: each rule that can have made it, at most three.

    The rule that takes most hands comes first. A rule that takes any hand shows what the rules
    before it leave: ranges, and what it denies. Other rules have their conditions; what they deny
    is said if it is much of that.
    """
    if not record.rules:
        return "no agreed meaning"
    return _joined(_words_in(record, rule) for rule in record.rules)


def _words_in(record: CallRecord, rule: Candidate) -> str:
    shown_call, before = record.shown.calls[-1], shown_before(record)
    if record.relaxed or shown_call.trust is not Trust.FULL:
        return _loosened_words(record, rule)
    said = [_shown_words(rule, shown_call.position, before)]
    if rule.condition.node != TRUE and not rule.rule.means:
        from dowager.knowledge.public.exclusions import large_exclusions

        denied = _denials(large_exclusions(shown_call.position, rule, before))
        said += [", ".join(denied)] if denied else []
    return "; ".join(said)


def _shown_words(rule: Candidate, position: Position, before: Masks) -> str:
    """Return what a rule shows; of a long condition only the ranges, if these say something."""
    words = rule_words(rule, position, before, sums=False)
    if rule.rule.means or len(words) <= LONG:
        return words
    return in_short(words, kinds_words(rule, position, before))


def in_short(words: str, kinds: Iterable[str]) -> str:
    """Return the ranges of kinds of hand for the words of a long condition, if these say something.

    Both are true; the ranges say less, in what people can keep in mind.
    """
    different = dict.fromkeys(kinds)
    if len(words) <= LONG or not different or _NOTHING_NEW in different:
        return words
    return min("; or ".join(different), words, key=len)


def _loosened_words(record: CallRecord, rule: Candidate) -> str:
    """Return what a call shows whose negative inferences do not hold."""
    if rule.rule.means:
        return rule.rule.means
    if rule.condition.node != TRUE:
        return condition_words(rule.condition.node)
    return cells_words(record.shown.mask, shown_before(record).may)


def call_alert(record: CallRecord) -> str | None:
    """Return the words of a call's alert, or None."""
    if not any(rule.rule.alert for rule in record.rules):
        return None
    return alert_words(record.rules, record.shown.calls[-1].position, shown_before(record))

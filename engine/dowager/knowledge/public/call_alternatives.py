"""The alternatives of a call that shows several kinds of hand, each with its probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import Call
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import ranges_of
from dowager.knowledge.public.description import Description
from dowager.knowledge.public.kinds import Kind, kinds_of
from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import Position
from dowager.knowledge.public.shown_call import Trust
from dowager.knowledge.public.wording import (
    cells_words,
    condition_words,
    in_short,
    shown_before,
)
from dowager.language.tree import TRUE

_NEGLIGIBLE = 0.005
"""A kind is left out if its share is less than this, at first and in the end."""


_NEARLY_ALL = 0.97
"""A call shows one kind of hand if this much of it is of that kind, at first and in the end."""


@dataclass(frozen=True, slots=True)
class CallAlternative:
    """One of the kinds of hand that a call shows.

    Attributes:
        name: the names of its rules; empty when they have none.
        text: what it shows, in words.
        brief: its ranges in words, without what goes without saying.
        ranges: its least and greatest HCP and lengths; no such hand lies outside.
        share: its share of the hands that make the call, as known when it was made.
        now: its share after all calls of the seat; 0 when they rule it out.
        exact: whether both are exact. Where shape and HCP do not decide, a cell of which only some
            hands fit counts half.
    """

    name: str
    text: str
    brief: str
    ranges: Description
    share: float
    now: float
    exact: bool


def record_alternatives(record: CallRecord, now: Masks) -> tuple[CallAlternative, ...]:
    """Return the alternatives of a call of the auction; none if it shows one kind of hand.

    Args:
        record: the call.
        now: what its seat has shown by all its calls.
    """
    shown_call = record.shown.calls[-1]
    trusted = shown_call.trust is Trust.FULL and shown_call.disclosed is None
    if record.relaxed or not trusted or not record.rules:
        return ()
    return call_alternatives(shown_call.position, record.call, shown_before(record), now)


def call_alternatives(
    position: Position,
    call: Call,
    before: Masks,
    now: Masks | None = None,
    *,
    symbols: bool = False,
) -> tuple[CallAlternative, ...]:
    """Return the alternatives of a call, in the order of its rules; none if it shows one kind.

    Args:
        position: the rules that apply.
        call: the call.
        before: what its seat had shown.
        now: what its seat has shown by all its calls; None for no later call.
        symbols: write suits as ♠ rather than as spades.
    """
    kinds = kinds_of(position, call, before)
    if len(kinds) < 2:
        return ()
    cells = [kind.cells for kind in kinds]
    in_the_end = cells if now is None else [_met(each, now) for each in cells]
    exact = all(each.sure == each.may for each in (*cells, *in_the_end))
    rules = Counter(rule.rule.number for kind in kinds for rule in kind.rules)
    alternatives = tuple(
        _alternative(kind, _words(kind, rules, before.may, symbols), share, last, exact)
        for kind, share, last in zip(kinds, _shares(cells), _shares(in_the_end), strict=True)
        if max(share, last) >= _NEGLIGIBLE
    )
    nearly_all = any(min(each.share, each.now) >= _NEARLY_ALL for each in alternatives)
    return () if nearly_all or len(alternatives) < 2 else alternatives


def _alternative(
    kind: Kind, words: tuple[str, str], share: float, now: float, exact: bool
) -> CallAlternative:
    ranges = ranges_of(kind.cells.may)
    return CallAlternative(" or ".join(kind.names), *words, ranges, share, now, exact)


def _words(kind: Kind, rules: Counter[int], before: int, symbols: bool) -> tuple[str, str]:
    """Return the condition of a kind in words, and its ranges.

    These come twice if it has several conditions, or a long one. A rule's own words stand for its
    condition if all its hands are of this kind.
    """
    brief = cells_words(kind.cells.may, before, symbols)
    own = {rule.rule.means for rule in kind.rules if rules[rule.rule.number] == 1}
    if len(kind.rules) == 1 and (means := own.pop() if own else None):
        return means, brief
    if len(kind.nodes) == 1 and all(rule.condition.node != TRUE for rule in kind.rules):
        return in_short(condition_words(kind.nodes[0], symbols), [brief]), brief
    return brief, brief


def _met(cells: Masks, others: Masks) -> Masks:
    return Masks(cells.sure & others.sure, cells.may & others.may)


def _shares(parts: Sequence[Masks]) -> list[float]:
    """Return the share of each part among the hands of all; zeros when there are none."""
    hands = [plain_space().likely_weight(part) for part in parts]
    return [each / (sum(hands) or 1.0) for each in hands]

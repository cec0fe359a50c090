"""Owns proofs that rules may change places: no hand, in no auction, notices.

Two rules of one section may swap when they lead to the same call and say the same of it, or when
no hand satisfies both, whatever suits their letters stand for. Rules that ask what others have
shown are left to be compared position by position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from dowager.authoring.shared.digests import header_digest, rule_digest
from dowager.authoring.shared.witness import hand_within
from dowager.knowledge.cells import plain_space
from dowager.knowledge.solving import Proof
from dowager.language.compile import Rule, Section
from dowager.language.tree import Bool, all_of, suits_for
from dowager.language.tree import expression as ex

_MOST = 600
"""Assignments of suits up to which a pair is tried."""


def harmless_order(old: Section, new: Section) -> bool:
    """Whether it is proved that a section's rules have only changed places, without effect."""
    before = [rule_digest(rule) for rule in old.rules]
    after = [rule_digest(rule) for rule in new.rules]
    if header_digest(old) != header_digest(new) or sorted(before) != sorted(after):
        return False
    places = {digest: place for place, digest in enumerate(after)}
    if len(places) < len(after):
        return before == after
    bound = _bound(old)
    return all(
        _may_swap(one, other, bound)
        for (mine, one), (yours, other) in combinations(zip(before, old.rules, strict=True), 2)
        if places[mine] > places[yours]
    )


def _bound(section: Section) -> frozenset[int]:
    """Return the letters that a section binds before its rules are looked at."""
    patterns = ex.letters_of(*(step for steps in section.after for step in steps))
    return patterns.union(*(part.letters for part in section.parts))


def _may_swap(one: Rule, other: Rule, bound: frozenset[int]) -> bool:
    if one.call.written == other.call.written and _said(one) == _said(other):
        return True
    if one.condition.width or other.condition.width:
        return False
    pairs = list(_assignments(one, other, bound))
    return len(pairs) <= _MOST and all(
        _disjoint(one.condition.build(env, ()), other.condition.build(env_other, ()))
        for env, env_other in pairs
    )


def _said(rule: Rule) -> tuple[object, ...]:
    return (
        rule.force, rule.artificial, rule.to_play, rule.alert, rule.shows, rule.agrees, rule.asks,
        rule.tags,
    )  # fmt: skip


def _assignments(one: Rule, other: Rule, bound: frozenset[int]) -> Iterator[tuple[ex.Env, ex.Env]]:
    """Yield what the letters of two rules can stand for; those of the section are shared."""
    shared = sorted(bound & (one.letters | other.letters))
    for base in _envs(ex.UNBOUND, shared):
        mine = _envs(base, sorted(one.letters - bound))
        yours = list(_envs(base, sorted(other.letters - bound)))
        yield from product(mine, yours)


def _envs(env: ex.Env, places: Sequence[int]) -> Iterator[ex.Env]:
    if not places:
        yield env
        return
    first, *rest = places
    for suit in suits_for(first):
        if suit not in env:
            yield from _envs((*env[:first], suit, *env[first + 1 :]), rest)


def _disjoint(one: Bool, other: Bool) -> bool:
    space = plain_space()
    cells = space.masks(one).may & space.masks(other).may
    return not cells or hand_within(all_of([one, other]), cells).proof is Proof.NO

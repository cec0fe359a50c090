"""Proofs that rules may be swapped: no hand, in no auction, notices.

Two rules of one section may be swapped when they lead to the same call and say the same of it, or
when no hand satisfies both, whatever suits their letters stand for. Rules that ask what others have
shown are compared position by position instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from dowager.authoring.shared.digests import header_digest, rule_digest
from dowager.authoring.shared.hand_search import hand_within
from dowager.knowledge.cells import plain_space
from dowager.knowledge.solving import Proof
from dowager.language.compile import Rule, Section
from dowager.language.text import Role, content
from dowager.language.tree import UNBOUND, Bool, Env, all_of, assignments
from dowager.language.tree import expression as ex

_MOST = 600
"""Assignments of suits up to which a pair is tried."""


def harmless_order(old: Section, new: Section) -> bool:
    """Whether it is proved that a section's rules have only been swapped, without effect."""
    before = [rule_digest(rule) for rule in old.rules]
    after = [rule_digest(rule) for rule in new.rules]
    if header_digest(old) != header_digest(new) or sorted(before) != sorted(after):
        return False
    indices = {digest: index for index, digest in enumerate(after)}
    if len(indices) < len(after):
        return before == after
    bound = _bound(old)
    return all(
        _may_swap(first, second, bound)
        for (mine, first), (yours, second) in combinations(zip(before, old.rules, strict=True), 2)
        if indices[mine] > indices[yours]
    )


def _bound(section: Section) -> frozenset[int]:
    """Return the letters that a section binds before its rules are looked at."""
    patterns = ex.letters_of(*(step for steps in section.after for step in steps))
    return patterns.union(*(each.letters for each in section.conditions))


def _may_swap(first: Rule, second: Rule, bound: frozenset[int]) -> bool:
    same_call = first.call.written == second.call.written
    if same_call and content(first, Role.SAID) == content(second, Role.SAID):
        return True
    if first.hand.width or second.hand.width:
        return False
    pairs = list(_assignments(first, second, bound))
    return len(pairs) <= _MOST and all(
        _disjoint(first.hand.build(mine, ()), second.hand.build(yours, ())) for mine, yours in pairs
    )


def _assignments(first: Rule, second: Rule, bound: frozenset[int]) -> Iterator[tuple[Env, Env]]:
    """Yield what the letters of two rules can stand for; those of the section are shared."""
    shared = tuple(sorted(bound & (first.letters | second.letters)))
    for base in assignments(UNBOUND, shared):
        mine = assignments(base, tuple(sorted(first.letters - bound)))
        yours = assignments(base, tuple(sorted(second.letters - bound)))
        yield from product(mine, yours)


def _disjoint(first: Bool, second: Bool) -> bool:
    space = plain_space()
    cells = space.masks(first).may & space.masks(second).may
    return not cells or hand_within(all_of([first, second]), cells).proof is Proof.NO

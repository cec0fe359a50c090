"""Whether any suits fit the letters of a rule, as a constraint problem.

The variables are the letters that its section's pattern binds and those that are left free, their
values suits. Different letters are different suits; M is a major, m a minor; every bid of the
pattern has to be above the one before it; and what `when` asks of letters alone, or of the calls
that the pattern names, has to hold: after `1x` partner has bid x, and no other letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from constraint import AllDifferentConstraint, FunctionConstraint, Problem

from dowager.language.compile.conditions import PublicCondition, public_test
from dowager.language.compile.named_calls import may_hold
from dowager.language.text.pattern_letters import failing
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import LETTERS, UNBOUND, suits_for, with_suit

_BY_LETTERS = frozenset({"major", "minor", "higher", "same_suit"})
"""The words that ask of letters alone."""

_SUITS = 4
_OF_A_KIND = frozenset({LETTERS.index("M"), LETTERS.index("m")})
_NO_VIEW = cast("PublicView", None)


def misfit(
    patterns: Sequence[ex.Steps], conditions: Sequence[PublicCondition], letters: frozenset[int]
) -> str | None:
    """Return why no suits fit the letters of a rule, in words; None if some do.

    Args:
        patterns: those of the rule's section, one of which has to match; none for any auction.
        conditions: the public conditions of the section and of the rule.
        letters: the slots of the rule's own letters.
    """
    parts = [part for each in conditions for part in ex.conjuncts(each.written)]
    asked = [part for part in parts if _by_letters(part) or _of_calls(part)]
    every = letters.union(*(condition.letters for condition in conditions))
    ways = [(steps, every | letters_bound_by(steps)) for steps in patterns or ((),)]
    if any(_fits(steps, slots, asked) for steps, slots in ways):
        return None
    for part in asked:
        others = [one for one in asked if one is not part]
        if any(_fits(steps, slots, others) for steps, slots in ways):
            why = f"no suits for {_named(ex.letters_of(part))} are as asked"
            return f"`when` can never hold: {why}{_meant(part, patterns)}"
    names = _named(frozenset().union(*(slots for _, slots in ways)))
    return f"no suits fit the letters {names}: different letters are different suits"


def _meant(part: ex.TruthExpr, patterns: Sequence[ex.Steps]) -> str:
    """Return which letter of a pattern a condition on its calls seems to mean; "" if none is."""
    if not _of_calls(part) or len(ex.letters_of(part)) != 1:
        return ""
    [slot] = ex.letters_of(part)
    for steps in patterns:
        for bound in sorted(letters_bound_by(steps) - {slot}):
            if _holds_by(part, slot, bound, steps):
                other, letter = LETTERS[slot], LETTERS[bound]
                kind = {"M": f" and major({letter})", "m": f" and minor({letter})"}.get(other, "")
                return f"; {letter} is that suit, and {other} another one: write {letter}{kind}"
    return ""


def _holds_by(part: ex.TruthExpr, slot: int, bound: int, steps: ex.Steps) -> bool:
    """Whether a condition may hold if its letter, at a slot, is that of another one."""
    slots = sorted(letters_bound_by(steps))
    problem = Problem()
    for each in slots:
        problem.addVariable(
            each, [s for s in suits_for(each) if each != bound or s in suits_for(slot)]
        )
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(FunctionConstraint(_matching(steps, slots)), slots)

    def holds(*suits: int) -> bool:
        found = dict(zip(slots, suits, strict=True))
        assert isinstance(part, ex.PublicTruth)
        return may_hold(part, steps, {**found, slot: found[bound]})

    problem.addConstraint(FunctionConstraint(holds), slots)
    return problem.getSolution() is not None


def _named(slots: frozenset[int]) -> str:
    *first, last = [LETTERS[slot] for slot in sorted(slots)]
    return f"{', '.join(first)} and {last}" if first else last


def letters_bound_by(steps: ex.Steps) -> frozenset[int]:
    """Return the slots of the letters that a pattern binds."""
    return frozenset(step.strain.slot for step in steps if isinstance(step.strain, ex.SuitLetter))


def _fits(steps: ex.Steps, slots: frozenset[int], asked: Sequence[ex.TruthExpr]) -> bool:
    """Whether some suits for the letters let a pattern match and satisfy conditions on letters.

    The pattern alone is known to match, and then up to four letters for any suit fit as well.
    """
    if not asked and len(slots) <= _SUITS and not (slots - letters_bound_by(steps)) & _OF_A_KIND:
        return True
    problem = Problem()
    for slot in sorted(slots):
        problem.addVariable(slot, suits_for(slot))
    problem.addConstraint(AllDifferentConstraint())
    bound = sorted(letters_bound_by(steps))
    if bound:
        problem.addConstraint(FunctionConstraint(_matching(steps, bound)), bound)
    for part in asked:
        if _of_calls(part):
            needed = sorted(ex.letters_of(part) | letters_bound_by(steps))
            problem.addConstraint(FunctionConstraint(_heard(part, steps, needed)), needed)
        else:
            needed = sorted(ex.letters_of(part))
            problem.addConstraint(FunctionConstraint(_holding(part, needed)), needed)
    return problem.getSolution() is not None


def _matching(steps: ex.Steps, slots: Sequence[int]) -> Callable[..., bool]:
    return lambda *suits: failing(steps, dict(zip(slots, suits, strict=True))) is None


def _holding(part: ex.TruthExpr, slots: Sequence[int]) -> Callable[..., bool]:
    test = public_test(part)

    def holds(*suits: int) -> bool:
        env = UNBOUND
        for slot, suit in zip(slots, suits, strict=True):
            env = with_suit(env, slot, suit)
        return test(_NO_VIEW, env)

    return holds


def _heard(part: ex.TruthExpr, steps: ex.Steps, slots: Sequence[int]) -> Callable[..., bool]:
    assert isinstance(part, ex.PublicTruth)

    def holds(*suits: int) -> bool:
        return may_hold(part, steps, dict(zip(slots, suits, strict=True)))

    return holds


def _of_calls(part: ex.TruthExpr) -> bool:
    """Whether a condition asks with letters of calls that a pattern may name."""
    if not isinstance(part, ex.PublicTruth) or not ex.letters_of(part):
        return False
    if part.who is None:
        return part.name == "last_strain"
    return isinstance(part.who, ex.RelativeSeat) and part.name in ("bid", "last", "called")


def _by_letters(part: ex.TruthExpr) -> bool:
    """Whether a condition asks of suit letters alone."""
    match part:
        case ex.PublicTruth(None, name):
            return name in _BY_LETTERS and bool(ex.letters_of(part))
        case ex.Conjunction(args) | ex.Disjunction(args):
            return all(map(_by_letters, args))
        case ex.Negation(arg):
            return _by_letters(arg)
        case _:
            return False

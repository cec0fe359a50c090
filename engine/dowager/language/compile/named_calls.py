"""What a pattern says of the calls that a condition asks about: whether it may hold at all."""

from __future__ import annotations

from collections.abc import Mapping

from dowager.auction import CALLS, Call
from dowager.language.compile.suits import suit_of
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import UNBOUND, Env, with_suit


def may_hold(part: ex.PublicTruth, steps: ex.Steps, suits: Mapping[int, int]) -> bool:
    """Whether `last_strain`, `bid`, `last` or `called` may hold after calls that match a pattern.

    Args:
        part: the condition.
        steps: the pattern; without a step nothing is known.
        suits: the suits of all letters, by slot.
    """
    if not steps:
        return True
    env = UNBOUND
    for slot, suit in suits.items():
        env = with_suit(env, slot, suit)
    [arg] = part.args
    if part.who is None:
        assert isinstance(arg, ex.SuitRef)
        return _last_strain(steps, env, suit_of(arg)(env))
    heard = [
        _calls(step, env)
        for index, step in enumerate(steps)
        if (index - len(steps)) % 4 == part.who
    ]
    if not heard:
        return True
    if part.name == "bid":
        assert isinstance(arg, ex.SuitRef)
        wanted = suit_of(arg)(env)
        return any(CALLS[call].is_bid and CALLS[call].strain == wanted for call in _any(heard))
    assert isinstance(arg, ex.CallPattern)
    asked = _calls(arg, env)
    return bool(asked & (heard[-1] if part.name == "last" else _any(heard)))


def _last_strain(steps: ex.Steps, env: Env, wanted: int) -> bool:
    """Whether the last bid of a pattern may be in a strain."""
    strains: set[int] = set()
    for step in reversed(steps):
        calls = _calls(step, env)
        strains |= {int(CALLS[call].strain) for call in calls if call >= Call.C1}
        if min(calls) >= Call.C1:
            break
    return wanted in strains


def _any(heard: list[frozenset[int]]) -> frozenset[int]:
    return frozenset().union(*heard)


def _calls(step: ex.CallPattern, env: Env) -> frozenset[int]:
    """Return the calls that a step stands for."""
    if not step.levels or step.strain is None:
        return step.calls
    suit = suit_of(step.strain)(env)
    return frozenset(5 * level - 2 + suit for level in step.levels)

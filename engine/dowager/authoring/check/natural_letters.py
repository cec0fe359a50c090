"""Why a rule is never reached: a letter in a side's first bid stands for natural bids only."""

from __future__ import annotations

from collections.abc import Iterator

from dowager.auction import CALLS, Call
from dowager.language.compile import Rule, System
from dowager.language.text.call_grammar import calls_matched, possible_calls
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

_NATURAL = (ex.Sense.NATURAL, ex.Sense.SUIT)


def natural_letter_hint(rule: Rule, system: System) -> str:
    """Return what to write if a rule's section means artificial bids, too; nothing if it does not.

    Args:
        rule: a rule that no auction reaches.
        system: its system.
    """
    section = next(section for section in system.sections if rule in section.rules)
    for steps in section.after:
        for step in steps:
            for call, other in _artificial(step, system):
                assert isinstance(step.strain, ex.SuitLetter)
                letter = LETTERS[step.strain.slot]
                levels = sorted({step.levels[0], step.levels[-1]})
                written = f"{'-'.join(map(str, levels))}{letter}"
                return (
                    f"; {written} is a natural bid, and {call} is artificial ({other.location}): "
                    f"write {written}:any if it is meant, too"
                )
    return ""


def _artificial(step: ex.CallPattern, system: System) -> Iterator[tuple[Call, Rule]]:
    """Yield the system's artificial bids that a step would match if it did not ask for a suit."""
    if not step.levels or not any(sense in step.senses for sense in _NATURAL):
        return
    calls = calls_matched(step)
    for rule in system.rules:
        named = possible_calls(rule.written) if rule.artificial else ()
        if len(named) == 1 and calls.issuperset(named):
            (call,) = named
            yield CALLS[call], rule

"""Which calls are alerted, and what is disclosed of them, from the view before the call."""

from __future__ import annotations

from dowager.auction import Call
from dowager.knowledge.public.disclosure import Disclosure
from dowager.knowledge.public.meaning_disclosure import MeaningByRules
from dowager.knowledge.public.shown_call import ShownCall
from dowager.knowledge.public.view import View
from dowager.language.compile import Rule


def alert_of(view_before: View, call: Call, artificial: bool = False) -> Disclosure | None:
    """Return what is to be disclosed of a call, or None when it is not alertable.

    Args:
        view_before: what everybody knows before the call.
        call: the call, which must be legal.
        artificial: whether artificial calls, and doubles and redoubles that ask partner to bid,
            are alertable too, as the Blue Chip protocol has it; otherwise only calls that the
            system's rules alert.
    """
    meaning = _meaning(view_before, call)
    rules = [candidate.rule for candidate, _, _ in meaning.parts]
    if any(rule.alert or (artificial and _is_artificial(rule, call)) for rule in rules):
        return meaning.disclosure()
    return None


def disclose(view_before: View, call: Call) -> Disclosure:
    """Return the public meaning of a call, alertable or not, in at most three alternatives.

    Sound: every hand that makes the call by its rules, and has what its seat had shown before,
    satisfies it. It says only what is narrower than what the seat had shown.
    """
    return _meaning(view_before, call).disclosure()


def _is_artificial(rule: Rule, call: Call) -> bool:
    doubles = call in (Call.DOUBLE, Call.REDOUBLE)
    return rule.artificial or (doubles and rule.forcing.forces)


def _meaning(view: View, call: Call) -> MeaningByRules:
    shown_call = ShownCall(len(view.auction.calls), call, view.explaining(call))
    return MeaningByRules(view.caller.shown, shown_call)

"""Which calls are alerted, and what is disclosed of them, from the view before the call."""

from __future__ import annotations

from dowager.auction import Call
from dowager.knowledge.public.call_disclosure import Understood
from dowager.knowledge.public.disclosure import Disclosure
from dowager.knowledge.public.shown_call import ShownCall
from dowager.knowledge.public.view import View
from dowager.language.compile import Force, Rule


def alert_of(view_before: View, call: Call, artificial: bool = False) -> Disclosure | None:
    """Return what is to be said of a call, or None when it is not alertable.

    Args:
        view_before: what everybody knows before the call.
        call: the call, which must be legal.
        artificial: whether artificial calls, and doubles and redoubles that ask partner to bid,
            are alertable, too, as the Blue Chip protocol has it; otherwise those alone that the
            system's rules alert.
    """
    understood = _understood(view_before, call)
    rules = [candidate.rule for candidate, _, _ in understood.parts]
    if any(rule.alert or (artificial and _is_artificial(rule, call)) for rule in rules):
        return understood.disclosure()
    return None


def disclose(view_before: View, call: Call) -> Disclosure:
    """Return the public meaning of a call, alertable or not, in at most three alternatives.

    Sound: every hand that makes the call by its rules, and has what its seat had shown before,
    satisfies it. Only what is narrower than what the seat had shown is said.
    """
    return _understood(view_before, call).disclosure()


def _is_artificial(rule: Rule, call: Call) -> bool:
    doubles = call in (Call.DOUBLE, Call.REDOUBLE)
    return rule.artificial or (doubles and rule.forcing in (Force.ROUND, Force.GAME))


def _understood(view: View, call: Call) -> Understood:
    said = ShownCall(len(view.auction.calls), call, view.explaining(call))
    return Understood(view.caller.shown, said)

"""The call chosen for a hand, and the rule that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dowager.auction import Call
from dowager.cards import Hand
from dowager.knowledge.public import View, alert_words, rule_words
from dowager.language.compile import Candidate, Force


@dataclass(frozen=True, slots=True, eq=False)
class ChosenCall:
    """The call for a hand, and the rule that made it.

    Attributes:
        call: the call; always legal.
        rule: the rule; None when no rule of the system fits the hand, and the call is then the
            fallback, a pass.
        view: what everybody knew before the call.
    """

    call: Call
    rule: Candidate | None
    view: View

    @property
    def name(self) -> str:
        """The rule's name; empty without a rule."""
        return self.rule.rule.name if self.rule else ""

    @property
    def location(self) -> str:
        """The rule's `file:line`; empty without a rule."""
        return self.rule.rule.location if self.rule else ""

    @property
    def text(self) -> str:
        """The rule's condition in words; of a rule that takes any hand, what it shows."""
        if self.rule is None:
            return "no rule of the system fits this hand"
        return _text(self.rule, self.view)

    @property
    def alert(self) -> str | None:
        """The words of the alert, or None for a call that is not alerted.

        It discloses the agreement, all that the call can show, not which rule this hand used.
        """
        return None if self.rule is None else _alert(self.call, self.view)

    @property
    def force(self) -> Force:
        """What the call asks of partner."""
        return self.rule.rule.forcing if self.rule else Force.NO


# Neither depends on the hand, so that many hands in one position cost the words once.


@lru_cache(maxsize=256)
def _text(rule: Candidate, view: View) -> str:
    return rule_words(rule, view.position, view.caller.shown.cells)


@lru_cache(maxsize=256)
def _alert(call: Call, view: View) -> str | None:
    position, before = view.position, view.caller.shown.cells
    rules = [rule for rule, _ in position.meaning(call, before.may).rules]
    return alert_words(rules, position, before)


def forget_words() -> None:
    """Forget the words of positions: their systems have been edited, and are to go."""
    _text.cache_clear()
    _alert.cache_clear()


def decide(view: View, hand: Hand) -> ChosenCall:
    """Return the call that the caller of a view makes with a hand."""
    rule = view.position.chosen(hand)
    return ChosenCall(rule.call, rule, view) if rule else ChosenCall(Call.PASS, None, view)

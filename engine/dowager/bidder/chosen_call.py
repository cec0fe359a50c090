"""The call chosen for a hand, and the rule that makes it."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.cards import Hand
from dowager.knowledge.public import View, alert_words, cells_words, words
from dowager.language.compile import Candidate, Force
from dowager.language.tree import TRUE


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
        """The rule's condition in words; of a rule that takes any hand, the ranges it shows."""
        if self.rule is None:
            return "no rule of the system fits this hand"
        return words(self.rule) if self.rule.condition.node != TRUE else self._ranges(self.rule)

    def _ranges(self, rule: Candidate) -> str:
        before = self.view.caller.shown.mask
        cells = dict(self.view.position.meaning(rule.call, before).rules)
        return cells_words(cells[rule], before)

    @property
    def alert(self) -> str | None:
        """The words of the alert, or None for a call that is not alerted."""
        return alert_words(self.rule) if self.rule else None

    @property
    def force(self) -> Force:
        """What the call asks of partner."""
        return self.rule.rule.forcing if self.rule else Force.NO


def decide(view: View, hand: Hand) -> ChosenCall:
    """Return the call that the caller of a view makes with a hand."""
    rule = view.position.chosen(hand)
    return ChosenCall(rule.call, rule, view) if rule else ChosenCall(Call.PASS, None, view)

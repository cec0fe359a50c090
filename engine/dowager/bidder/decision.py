"""The decision for a hand: the call, and the rule that makes it."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.cards import Hand
from dowager.knowledge.public import View, alert_words, words
from dowager.language.compile import Candidate, Force


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """The call for a hand, and the rule that made it.

    Attributes:
        call: the call; always legal.
        rule: the rule; None when no rule of the system fits the hand, and the call is then the
            fallback, a pass.
    """

    call: Call
    rule: Candidate | None

    @property
    def name(self) -> str:
        """The rule's name; empty without a rule."""
        return self.rule.rule.name if self.rule else ""

    @property
    def place(self) -> str:
        """The rule's `file:line`; empty without a rule."""
        return self.rule.rule.place if self.rule else ""

    @property
    def text(self) -> str:
        """The rule's condition in words."""
        return words(self.rule) if self.rule else "no rule of the system fits this hand"

    @property
    def alert(self) -> str | None:
        """The words of the alert, or None for a call that is not alerted."""
        return alert_words(self.rule) if self.rule else None

    @property
    def force(self) -> Force:
        """What the call asks of partner."""
        return self.rule.rule.force if self.rule else Force.NO


def decide(view: View, hand: Hand) -> Decision:
    """Return the decision of the caller of a view."""
    rule = view.position.chosen(hand)
    return Decision(rule.call, rule) if rule else Decision(Call.PASS, None)

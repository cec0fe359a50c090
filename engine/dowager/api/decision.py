"""The call for a hand, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dowager import bidder
from dowager.auction import Call
from dowager.cards import Hand

if TYPE_CHECKING:
    from dowager.knowledge.public import View


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call was or was not made, by the rule for it that was nearest to being chosen.

    Attributes:
        call: the call.
        name: the rule's name.
        rule: the rule's `file:line`.
        text: what the rule asks of the hand, in words.
        why: one line: chosen, what the hand fails, or which rule comes first.
    """

    call: Call
    name: str
    rule: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The call for a hand, and the rule that made it.

    Attributes:
        call: the call; a legal one.
        name: the rule's name.
        rule: the rule's `file:line`; empty when no rule fits, and the call is then a pass.
        text: what the rule asks of the hand, in words.
        alert: the words of the alert, or None.
        forcing: what it asks of partner: `no`, `round`, `rebid`, `game` or `signoff`.
    """

    call: Call
    name: str
    rule: str
    text: str
    alert: str | None
    forcing: str
    _view: View = field(repr=False, compare=False)
    _hand: Hand = field(repr=False, compare=False)

    @property
    def why(self) -> tuple[Reason, ...]:
        """For each call that the system has here, why it was or was not chosen."""
        reasons = bidder.nearest(bidder.explain(self._view, self._hand))
        return tuple(
            Reason(
                reason.rule.call,
                reason.rule.rule.name,
                reason.rule.rule.location,
                reason.text,
                reason.why,
            )
            for reason in reasons
        )


def decision_of(decision: bidder.ChosenCall, hand: Hand) -> Decision:
    """Return a decision as plain values."""
    return Decision(
        decision.call,
        decision.name,
        decision.location,
        decision.text,
        decision.alert,
        decision.force.word,
        decision.view,
        hand,
    )

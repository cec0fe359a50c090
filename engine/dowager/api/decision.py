"""The call for a hand, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dowager import bidder
from dowager.auction import Call, Scoring
from dowager.cards import Hand

if TYPE_CHECKING:
    from dowager.judgement import Judged, Worth
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
class Rival:
    """A call that judgement tried beside the rules' own.

    Attributes:
        call: the call.
        name: the name of its rule, which the hand fits or misses by one unit.
        rule: the rule's `file:line`.
        deals: on how many deals it was tried; 0 when there was no time.
        gain: what it gained on average over the rules' own call: IMPs; or matchpoints, 1 for a
            better score and -1 for a worse one.
        error: the standard error of that.
    """

    call: Call
    name: str
    rule: str
    deals: int
    gain: float
    error: float


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
        rules_call: the rules' own call, which is another one where judgement has overruled it.
        rivals: the calls that judgement tried beside that, the best first; None without judgement.
    """

    call: Call
    name: str
    rule: str
    text: str
    alert: str | None
    forcing: str
    rules_call: Call
    rivals: tuple[Rival, ...] | None
    _view: View = field(repr=False, compare=False)
    _hand: Hand = field(repr=False, compare=False)

    @property
    def scoring(self) -> Scoring:
        """What the board is scored by: the unit of what rivals gain."""
        return self._view.auction.scoring

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


def decision_of(
    decision: bidder.ChosenCall, hand: Hand, rules_call: Call, judged: Judged | None = None
) -> Decision:
    """Return a decision as plain values.

    Args:
        decision: the call.
        hand: the hand that makes it.
        rules_call: the call that the rules make.
        judged: what judgement said; None without it, or where there was nothing to judge.
    """
    return Decision(
        decision.call,
        decision.name,
        decision.location,
        decision.text,
        decision.alert,
        decision.force.word,
        rules_call,
        None if judged is None else tuple([_rival(each) for each in judged.others]),
        decision.view,
        hand,
    )


def _rival(worth: Worth) -> Rival:
    rule = worth.rule.rule
    return Rival(worth.call, rule.name, rule.location, worth.deals, worth.gain, worth.error)

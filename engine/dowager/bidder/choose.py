"""Owns the decision: hand and auction in, call and its rule out."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Auction, Call
from dowager.cards import Deal, Hand
from dowager.errors import InputError
from dowager.knowledge.public import Table, Told, View, alert_words, words
from dowager.language.compile import Candidate, Force, System


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
        return self.rule.rule.location if self.rule else ""

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
        return self.rule.rule.forcing if self.rule else Force.NO


class Bidder:
    """Chooses calls at a table of two systems.

    Args:
        system: the system of North-South, or of both sides.
        opponents: the system of East-West; the same one when None.
    """

    def __init__(self, system: System, opponents: System | None = None) -> None:
        self.table = Table(system, opponents or system)

    def choose(self, hand: Hand, auction: Auction, told: Told | None = None) -> Decision:
        """Return the call that the system of the seat to call makes with a hand.

        Args:
            hand: the hand of the seat to call.
            auction: the calls so far.
            told: what the opponents' alerts said, by the index of the call.

        Raises:
            InputError: the auction has ended.
        """
        if auction.ended:
            raise InputError(f"the auction has ended: {auction}")
        return decide(self.table.view(auction, told), hand)

    def bid(self, deal: Deal, start: Auction) -> Auction:
        """Return the whole auction of four hands, from `start` on; it always ends."""
        auction = start
        while not auction.ended:
            auction = auction.after(self.choose(deal[auction.turn], auction).call)
        return auction


def decide(view: View, hand: Hand) -> Decision:
    """Return the decision of the caller of a view."""
    rule = view.position.chosen(hand)
    return Decision(rule.call, rule) if rule else Decision(Call.PASS, None)

"""The answer to "why this call, and why not that one?": rules, cores, changes of cards.

Conditions are minimal by `cores`, changes of cards by `card_swaps` and `far_swaps`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dowager.auction import Auction, Call
from dowager.authoring.why.card_swaps import CardChange, Turn, near_change
from dowager.authoring.why.reasons import Reasons, RuleReason
from dowager.bidder import Bidder, ChosenCall, decide
from dowager.cards import Hand, Suit
from dowager.errors import InputError
from dowager.knowledge.answers import Ranges, ranges
from dowager.knowledge.public import CallRecord, View, call_words
from dowager.language.compile import System

SECONDS = 60.0
"""How long to look for the smallest change of cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """An earlier call of the seat that the hand would not have made.

    Attributes:
        index: the call's index in the auction, from 0.
        call: the call that was made.
        would: what the hand would have called.
    """

    index: int
    call: Call
    would: ChosenCall


@dataclass(frozen=True, slots=True)
class PublicSummary:
    """What everybody knew, in short.

    Attributes:
        forced: whether the caller may not pass by agreement.
        game_forced: whether the side has made a game-forcing call.
        agreed: the suit that the side has agreed, or None.
        partner: what partner's hand can be.
        partner_last: partner's last call and its meaning; None before partner has called.
    """

    forced: bool
    game_forced: bool
    agreed: Suit | None
    partner: Ranges
    partner_last: CallRecord | None

    @property
    def partner_words(self) -> str:
        """What partner's last call means, in words; empty before partner has called."""
        return call_words(self.partner_last) if self.partner_last else ""


@dataclass(frozen=True, slots=True, eq=False)
class Why:
    """Why a hand makes its call.

    Attributes:
        auction: the auction so far.
        hand: the hand of the seat to call.
        decision: what it bids.
        known: what everybody knew.
        slips: the earlier calls of this seat that the hand would not have made.
        reasons: every rule of the position, in the order in which they are tried.
    """

    auction: Auction
    hand: Hand
    decision: ChosenCall
    known: PublicSummary
    slips: tuple[Slip, ...]
    reasons: tuple[RuleReason, ...]

    @property
    def chosen(self) -> RuleReason | None:
        """The reason of the rule that makes the call; None for a pass without a rule."""
        return next((reason for reason in self.reasons if reason.chosen), None)

    @property
    def tried(self) -> list[RuleReason]:
        """The rules for other calls that were tried before the chosen one, the nearest first."""
        last = self.chosen.index if self.chosen else len(self.reasons)
        call = self.decision.call
        before = [reason for reason in self.reasons[:last] if reason.rule.call != call]
        return sorted(before, key=lambda reason: reason.distance)


@dataclass(frozen=True, slots=True, eq=False)
class WhyNot:
    """Why a hand does not make another call.

    Attributes:
        call: the call; None when a rule was named that does not apply here.
        rule: the `file:line` of the rule that was asked about; empty for any rule of the call.
        legal: whether the call is legal here.
        reasons: the rules of the position that make the call, the nearest first.
        change: the smallest change of cards with which the hand would make it, in this auction;
            None when the call is not legal or has no rule here.
    """

    call: Call | None
    rule: str
    legal: bool
    reasons: tuple[RuleReason, ...]
    change: CardChange | None


def why(bidder: Bidder, auction: Auction, hand: Hand) -> Why:
    """Return why a hand makes its call.

    Args:
        bidder: both systems; the caller's system is that of the seat to call.
        auction: the auction so far.
        hand: the hand of the seat to call.

    Raises:
        InputError: the auction has ended.
    """
    decision = bidder.choose(hand, auction)
    view = bidder.view(auction)
    slips = tuple(
        Slip(len(turn.view.auction.calls), turn.call, decide(turn.view, hand))
        for turn in _earlier(bidder, auction)
        if not turn.made_by(hand)
    )
    reasons = tuple(Reasons(view, hand).all())
    return Why(auction, hand, decision, _known(view), slips, reasons)


def why_not(
    bidder: Bidder,
    auction: Auction,
    hand: Hand,
    call: Call | None,
    rule: str = "",
    *,
    limit: float = SECONDS,
    tell: Callable[[int], None] = lambda count: None,
) -> WhyNot:
    """Return why a hand does not make a call, or why a rule does not make it.

    Args:
        bidder: both systems.
        auction: the auction so far.
        hand: the hand of the seat to call.
        call: the call; may be None when a rule is named.
        rule: `file:line` of a rule that is to make the call; its folders may be left out.
        limit: seconds for the smallest change of cards.
        tell: called with how many cards are tried next, when it takes longer.

    Raises:
        InputError: the auction has ended, or the system has no such rule.
    """
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidder.view(auction)
    location = _full_location(bidder.systems[auction.turn.side], rule) if rule else ""
    reasons = _asked(Reasons(view, hand), call, location)
    if call is None:
        call = reasons[0].rule.call if reasons else None
    legal = call is not None and auction.is_legal(call)
    askable = legal and (reasons or (call is Call.PASS and not location))
    change = None
    if call is not None and askable:
        turns = [*_earlier(bidder, auction), Turn(view, call, location)]
        change = smallest_change(turns, hand, limit, tell)
    return WhyNot(call, location, legal, tuple(reasons), change)


def _asked(reasons: Reasons, call: Call | None, location: str) -> list[RuleReason]:
    """Return the reasons of the rules that are asked about, the nearest first."""
    asked = [
        reasons.of(index, alone=bool(location))
        for index, rule in enumerate(reasons.rules)
        if call in (None, rule.call) and location in ("", rule.rule.location)
    ]
    return sorted(asked, key=lambda reason: reason.distance)


def smallest_change(
    turns: list[Turn], hand: Hand, limit: float, tell: Callable[[int], None]
) -> CardChange:
    """Return the smallest change of cards with which a hand makes the calls of all turns.

    Args:
        turns: the caller's turns, in order; the last one is asked about.
        hand: the hand.
        limit: seconds; what is not proved by then is reported as unknown.
        tell: called with how many cards are tried next.
    """
    near = near_change(turns, hand)
    if near is not None:
        return near
    # OR-Tools takes long to import and is only needed here.
    from dowager.authoring.why.far_swaps import far_change

    return far_change(turns, hand, limit, tell)


def _earlier(bidder: Bidder, auction: Auction) -> list[Turn]:
    """Return the turns that the seat to call has had."""
    turns: list[Turn] = []
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before = auction.before(index)
        turns.append(Turn(bidder.view(before), auction.calls[index]))
    return turns


def _known(view: View) -> PublicSummary:
    partner = view.players[view.caller_seat.partner]
    return PublicSummary(
        forced=view.forced,
        game_forced=view.game_forced,
        agreed=Suit(view.agreed) if view.agreed >= 0 else None,
        partner=ranges(view)[view.caller_seat.partner],
        partner_last=partner.record,
    )


def _full_location(system: System, rule: str) -> str:
    """Return the `file:line` of the rule that is meant.

    Raises:
        InputError: the system has no such rule, or several.
    """
    every = dict.fromkeys(rule.location for rule in system.rules)
    meant = [location for location in every if f"/{location}".endswith(f"/{rule}")]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise InputError(f"{system.name} has several rules at {rule!r}: {', '.join(meant)}")
    raise InputError(f"{system.name} has no rule at {rule!r}: write FILE:LINE of its `call`")

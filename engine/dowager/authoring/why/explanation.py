"""Owns the answer to "why this call, and why not that one?": rules, cores, changes of cards.

What is said of conditions is minimal by `cores`, what is said of cards by `swaps` and `farther`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dowager.auction import Auction, Call
from dowager.authoring.why.card_swaps import CardChange, Turn, near_change
from dowager.authoring.why.reasons import Reasons, RuleReason
from dowager.bidder import Bidder, Decision, decide
from dowager.cards import Hand, Suit
from dowager.errors import InputError
from dowager.knowledge.answers import Ranges, ranges
from dowager.knowledge.public import CallRecord, View, call_words
from dowager.language.compile import System

SECONDS = 60.0
"""How long the smallest change of cards is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """An earlier call of the seat that the hand would not have made.

    Attributes:
        index: the call's place in the auction, from 0.
        call: the call that was made.
        would: what the hand would have bid.
    """

    index: int
    call: Call
    would: Decision


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody knew, in short.

    Attributes:
        forced: whether the caller may not pass by agreement.
        game_forced: whether the side has made a game-forcing call.
        agreed: the suit that the side has agreed, or None.
        partner: what partner's hand can be.
        partner_last: partner's last call with what it means; None before partner has called.
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
    decision: Decision
    known: Known
    slips: tuple[Slip, ...]
    reasons: tuple[RuleReason, ...]

    @property
    def chosen(self) -> RuleReason | None:
        """The reason of the rule that makes the call; None for a pass without a rule."""
        return next((reason for reason in self.reasons if reason.chosen), None)

    @property
    def tried(self) -> list[RuleReason]:
        """The rules for other calls that were tried before the chosen one, the nearest first."""
        last = self.chosen.place if self.chosen else len(self.reasons)
        before = [one for one in self.reasons[:last] if one.rule.call != self.decision.call]
        return sorted(before, key=lambda reason: reason.distance)


@dataclass(frozen=True, slots=True, eq=False)
class WhyNot:
    """Why a hand does not make another call.

    Attributes:
        call: the call; None when a rule was named that does not apply here.
        rule: the `file:line` of the rule that was asked for; empty for any rule of the call.
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
        tell: is told how many cards are tried next, when it takes longer.

    Raises:
        InputError: the auction has ended, or the system has no rule at that place.
    """
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidder.view(auction)
    place = _full_place(bidder.systems[auction.turn & 1], rule) if rule else ""
    found = _asked(Reasons(view, hand), call, place)
    if call is None:
        call = found[0].rule.call if found else None
    legal = call is not None and auction.is_legal(call)
    askable = legal and (found or (call is Call.PASS and not place))
    change = None
    if call is not None and askable:
        turns = [*_earlier(bidder, auction), Turn(view, call, place)]
        change = smallest_change(turns, hand, limit, tell)
    return WhyNot(call, place, legal, tuple(found), change)


def _asked(reasons: Reasons, call: Call | None, place: str) -> list[RuleReason]:
    """Return the reasons of the rules that are asked about, the nearest first."""
    found = [
        reasons.of(number, alone=bool(place))
        for number, one in enumerate(reasons.rules)
        if call in (None, one.call) and place in ("", one.rule.location)
    ]
    return sorted(found, key=lambda reason: reason.distance)


def smallest_change(
    turns: list[Turn], hand: Hand, limit: float, tell: Callable[[int], None]
) -> CardChange:
    """Return the smallest change of cards with which a hand makes the calls of all turns.

    Args:
        turns: the caller's turns, in order; the last one is asked about.
        hand: the hand.
        limit: seconds; what is not proved by then is said to be unknown.
        tell: is told how many cards are tried next.
    """
    near = near_change(turns, hand)
    if near is not None:
        return near
    # ortools takes long to import and is only needed here
    from dowager.authoring.why.far_swaps import far_change

    return far_change(turns, hand, limit, tell)


def _earlier(bidder: Bidder, auction: Auction) -> list[Turn]:
    """Return the turns that the seat to call has had."""
    turns: list[Turn] = []
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before = auction.before(index)
        turns.append(Turn(bidder.view(before), auction.calls[index]))
    return turns


def _known(view: View) -> Known:
    partner = view.players[view.caller_seat.partner]
    return Known(
        forced=view.forced,
        game_forced=view.game_forced,
        agreed=Suit(view.agreed) if view.agreed >= 0 else None,
        partner=ranges(view)[view.caller_seat.partner],
        partner_last=partner.record,
    )


def _full_place(system: System, rule: str) -> str:
    """Return the `file:line` of the rule that is meant.

    Raises:
        InputError: the system has no such rule, or several.
    """
    places = dict.fromkeys(rule.location for rule in system.rules)
    found = [one for one in places if one == rule or one.endswith(f"/{rule}")]
    if len(found) != 1:
        many = f"; which of {', '.join(found)}?" if found else ": write FILE:LINE of its `call`"
        raise InputError(f"the system {system.name} has no one rule at {rule!r}{many}")
    return found[0]

"""A system position by position, as JSON objects: its calls, their hands, the call of a hand."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from dowager.api import Table
from dowager.auction import Auction, Call, parse_call
from dowager.authoring.book.call_ranges import CallRanges
from dowager.authoring.book.hand_samples import within
from dowager.authoring.frequency import CallShare, Frequency, Picture, RuleShare, frequency, picture
from dowager.authoring.shared.share_object import share_object
from dowager.authoring.why import why, why_not, why_not_object, why_object
from dowager.cards import Hand, Suit
from dowager.errors import InputError
from dowager.knowledge.public import CallRecord, View, alert_words, call_words
from dowager.knowledge.public.call_alternatives import CallAlternative, call_alternatives
from dowager.knowledge.sampling import Constraint, Fit
from dowager.language.files import system_file
from dowager.language.tree import TRUE, Bool, all_of
from dowager.services.known_tables import DEFAULT_SYSTEM, table_at
from dowager.services.requests import Request, number_field, read_request, text_field, whole_field
from dowager.services.rule_texts import rule_text

Object = dict[str, Any]

_SEED = 1  # the same question has the same answer
_HANDS, _MOST_HANDS = 8, 50
_SECONDS, _MOST_SECONDS = 10.0, 20.0  # for the smallest change of cards
_MOST_COUNTED = 64  # positions of each table
_DRAWN = 200  # hands proposed at a time for one that comes to a position


def position(fields: Object) -> Object:
    """Answer which calls a system has in a position, how often each is made, and what it shows.

    Raises:
        InputError: a field is wrong, or a call is not legal.
    """
    request, table = _asked(fields)
    auction = request.auction
    view = table.bidder.view(auction)
    answer = {
        "calls": [str(call) for call in auction.calls],
        "path": [_step(record, auction) for record in view.records],
        "seat": auction.turn.letter,
        "ended": auction.ended,
        "contract": str(auction.contract) if auction.contract else None,
        "contradictory": view.relaxed,
    }
    if auction.ended:
        return answer | {"forced": False, "exact": True, "made": [], "none": None}
    found, reader = _frequency(table, auction), CallRanges(table.bidder)
    made = [_call_object(view, call, reader) for call in found.calls]
    none = share_object(found.none)
    return answer | {"forced": view.forced, "exact": found.exact, "made": made, "none": none}


def hands_of_call(fields: Object) -> Object:
    """Answer what hands make a call: shares of HCP and lengths, examples, its rules as written.

    `call` is the call; `n` and `seed` say how many examples, and which.

    Raises:
        InputError: a field is wrong, or the call is not legal, or the system has no rule for it.
    """
    request, table = _asked(fields)
    view = _going_on(table, request.auction)
    call = parse_call(text_field(fields, "call", ""))
    if not request.auction.is_legal(call):
        raise InputError(f"{call} is not legal after: {request.auction}")
    shares = next((c for c in _frequency(table, request.auction).calls if c.call is call), None)
    if shares is None:
        raise InputError(f"the system has no rule for {call} after: {request.auction}")
    seed = whole_field(fields, "seed", _SEED, 0, None) or 0
    count = whole_field(fields, "n", _HANDS, 1, _MOST_HANDS) or _HANDS
    pictured = picture(view, call, np.random.default_rng(_SEED))
    folder = system_file(request.system).path.resolve().parent
    return {
        **_call_object(view, shares, CallRanges(table.bidder)),
        "rules": [_rule_object(rule) | rule_text(rule.rule.rule, folder) for rule in shares.rules],
        "shares": _picture_object(pictured) if pictured else None,
        "examples": [str(hand) for hand in _hands(view, view.position.node(call), seed, count)],
    }


def why_of_hand(fields: Object) -> Object:
    """Answer which call a hand makes, why, and why not others; without `hand` one is drawn.

    `not` asks about one other call in detail, with the smallest change of cards that would lead to
    it, for which it may take `seconds`.

    Raises:
        InputError: a field is wrong, the auction has ended, or no hand can come there.
    """
    request, table = _asked(fields)
    view = _going_on(table, request.auction)
    hand = request.hand or _drawn(view, whole_field(fields, "seed", _SEED, 0, None) or 0)
    found = why(table.bidder, request.auction, hand)
    known = why_object(found)
    chosen = {key: known[key] for key in known if key != "tried"}
    chosen |= {"text": found.decision.text, "alert": found.decision.alert, "other": None}
    other = text_field(fields, "not", "")
    if other:
        limit = number_field(fields, "seconds", _SECONDS, 0.1, _MOST_SECONDS)
        call = parse_call(other)
        reasons = why_not(table.bidder, request.auction, hand, call, limit=limit)
        chosen["other"] = why_not_object(reasons, hand)
    return chosen


def _asked(fields: Object) -> tuple[Request, Table]:
    request = read_request(fields, DEFAULT_SYSTEM, None)
    seat = request.auction.dealer
    return request, table_at(seat, request.system, request.opponents)


def _going_on(table: Table, auction: Auction) -> View:
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    return table.bidder.view(auction)


_counted: WeakKeyDictionary[Table, dict[Auction, Frequency]] = WeakKeyDictionary()
"""What is kept of each table; it goes with the table."""


def _frequency(table: Table, auction: Auction) -> Frequency:
    """Return how often each call is made; kept, as what follows a position asks for it again."""
    kept = _counted.setdefault(table, {})
    if auction not in kept:
        while len(kept) >= _MOST_COUNTED:
            del kept[next(iter(kept))]
        kept[auction] = frequency(table.bidder.view(auction), np.random.default_rng(_SEED))
    return kept[auction]


# -- calls -----------------------------------------------------------------------------------------


def _step(record: CallRecord, auction: Auction) -> Object:
    rule = record.rule.rule if record.rule else None
    return {
        "call": str(record.call),
        "seat": auction.seat_of(record.index).letter,
        "name": rule.name if rule else "",
        "text": call_words(record),
    }


def _call_object(view: View, made: CallShare, reader: CallRanges) -> Object:
    """Return a call; its ranges and alternatives are those of hands that can come here."""
    call, main = made.call, max(made.rules, key=lambda rule: rule.share.value)
    position, before = view.position, view.caller.shown.cells
    rules = [rule.rule for rule in made.rules if rule.share.value] or [main.rule]
    kinds = call_alternatives(position, call, before) if made.share.value else ()
    return {
        "call": str(call),
        **share_object(made.share),
        "name": main.name,
        "text": main.text,
        "forcing": main.rule.rule.forcing.word,
        "artificial": main.rule.rule.artificial,
        "alert": alert_words(rules, position, before),
        "ranges": _ranges(view.auction, call, reader) if made.share.value else None,
        "alternatives": [_alternative(kind) for kind in kinds],
        "rules": [_rule_object(rule) for rule in made.rules],
    }


def _ranges(auction: Auction, call: Call, reader: CallRanges) -> Object:
    hcp, lengths = reader.of(auction, call)
    return {"hcp": list(hcp), **{suit.letter: list(lengths[suit]) for suit in reversed(Suit)}}


def _alternative(kind: CallAlternative) -> Object:
    return {
        "name": kind.name,
        "text": kind.text,
        "share": round(kind.share, 4),
        "exact": kind.exact,
    }


def _rule_object(rule: RuleShare) -> Object:
    return {
        "rule": rule.location,
        "name": rule.name,
        "text": rule.text,
        **share_object(rule.share),
    }


def _picture_object(pictured: Picture) -> Object:
    return {
        "exact": all(share.exact for share in pictured.hcp.values()),
        "hcp": {str(hcp): share.value for hcp, share in pictured.hcp.items()},
        "lengths": {
            suit.letter: {str(length): share.value for length, share in lengths.items()}
            for suit, lengths in sorted(pictured.lengths.items(), reverse=True)
        },
    }


# -- hands -----------------------------------------------------------------------------------------


def _hands(view: View, node: Bool, seed: int, count: int) -> list[Hand]:
    """Draw hands, uniform over those that can come here and satisfy a condition."""
    shown = view.caller.shown
    fit = Fit(Constraint(shown.mask, all_of([shown.node(), node])))
    hands = within(fit, np.random.default_rng(seed), max(count, _DRAWN))
    return [hands.hand(row) for row in range(min(count, len(hands)))]


def _drawn(view: View, seed: int) -> Hand:
    hands = _hands(view, TRUE, seed, 1)
    if not hands:
        raise InputError(f"no hand is found that makes these calls: {view.auction}")
    return hands[0]

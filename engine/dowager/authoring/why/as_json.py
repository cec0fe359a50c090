"""The answers of `why` as objects for JSON."""

from __future__ import annotations

from typing import Any

from dowager.authoring.why.card_swaps import CardChange
from dowager.authoring.why.cores import AtomChange, Core
from dowager.authoring.why.explanation import PublicSummary, Slip, Why, WhyNot
from dowager.authoring.why.reasons import (
    Blocker,
    ConditionPart,
    RuleReason,
    nearest,
    spoken,
    why_words,
)
from dowager.bidder import ChosenCall
from dowager.cards import Hand, Suit, card_name
from dowager.language.compile import Candidate

Object = dict[str, Any]


def why_object(answer: Why) -> Object:
    """Return why a hand makes its call."""
    chosen = answer.chosen
    return {
        "hand": str(answer.hand),
        "seat": answer.auction.turn.letter,
        "calls": [str(call) for call in answer.auction.calls],
        **_decision(answer.decision),
        "parts": [_part(part) for part in chosen.parts] if chosen else [],
        "known": _known(answer.known),
        "slips": [_slip(slip) for slip in answer.slips],
        "tried": [_reason(reason, answer.hand) for reason in answer.tried],
        "others": [
            _short(reason, answer.hand)
            for reason in nearest(answer.reasons)
            if reason.rule.call != answer.decision.call
        ],
    }


def why_not_object(answer: WhyNot, hand: Hand) -> Object:
    """Return why a hand does not make another call."""
    return {
        "call": None if answer.call is None else str(answer.call),
        "rule": answer.rule or None,
        "legal": answer.legal,
        "rules": [_reason(reason, hand) for reason in answer.reasons],
        "change": None if answer.change is None else _change_of_cards(answer.change),
    }


def _decision(decision: ChosenCall) -> Object:
    return {"call": str(decision.call), "name": decision.name, "rule": decision.location}


def _slip(slip: Slip) -> Object:
    return {"index": slip.index, "made": str(slip.call), "would": _decision(slip.would)}


def _known(known: PublicSummary) -> Object:
    record, box = known.partner_last, known.partner
    return {
        "forced": known.forced,
        "game_forced": known.game_forced,
        "agreed": known.agreed.letter if known.agreed is not None else None,
        "partner": {
            "last": str(record.call) if record else None,
            "text": known.partner_words,
            "hcp": list(box.hcp),
            **{suit.letter: list(box.lengths[suit]) for suit in reversed(Suit)},
        },
    }


def _rule(rule: Candidate) -> Object:
    return {"call": str(rule.call), "name": rule.rule.name, "rule": rule.rule.location}


def _short(reason: RuleReason, hand: Hand) -> Object:
    return {**_rule(reason.rule), "size": reason.size, "why": why_words(reason, hand)}


def _reason(reason: RuleReason, hand: Hand) -> Object:
    return {
        **_short(reason, hand),
        "fits": not reason.failing,
        "parts": [_part(part) for part in reason.parts],
        "blockers": [_blocker(blocker) for blocker in reason.blockers],
        "cores": [_core(core) for core in reason.cores.smallest],
        "all_cores": reason.cores.complete,
    }


def _part(part: ConditionPart) -> Object:
    return {
        "text": part.text,
        "holds": part.holds,
        "now": part.now,
        "choices": [[_part(piece) for piece in choice] for choice in part.choices],
    }


def _blocker(blocker: Blocker) -> Object:
    return {**_rule(blocker.rule), "because": [part.text for part in blocker.parts]}


def _core(core: Core) -> list[Object]:
    return [_change(change) for change in core]


def _change(change: AtomChange) -> Object:
    return {
        "condition": spoken(change.atom),
        "must_be": change.wanted,
        "text": spoken(change.node),
        "own": change.own,
        "frees": [_rule(rule) for rule in change.frees],
    }


def _change_of_cards(change: CardChange) -> Object:
    return {
        "cards": len(change.swaps) if change.hand else None,
        "swaps": [
            {"out": card_name(leaving), "in": card_name(coming)} for leaving, coming in change.swaps
        ],
        "text": change.words,
        "hand": str(change.hand) if change.hand else None,
        "by": _rule(change.rule) if change.rule else None,
        "proved": change.proved,
        "not_with": change.not_with,
        "reason": change.reason.value if change.reason else None,
    }

"""BEN's dialect: how answers are put so that its clients can read them."""

from __future__ import annotations

import time
from typing import Any

from dowager.auction import Vulnerability
from dowager.cards import Deal, Seat
from dowager.web.api.dialect_words import Words, is_true, short_call, word
from dowager.web.api.reading import Fields

_SHOWN = 10


def told(found: Fields) -> str:
    """Return what a call shows, in words: the name of its rule, and what it asks of the hand."""
    return "; ".join(part for part in (found["name"], found["text"]) if part)


def alert_word(found: Fields) -> str:
    """Return whether a call is alerted, as a word."""
    return str(found["alert"] is not None)


def bid_answer(found: Fields) -> Fields:
    """Return a call that rules or judgement have chosen, without candidates."""
    return {
        "bid": short_call(found["call"]),
        "who": "Simulation" if gains_of(found) else "Rules",
        "quality": "Good" if found["rule"] else "No rule",
        "explanation": told(found),
        "alert": alert_word(found),
    }


def gains_of(found: Fields) -> dict[str, float]:
    """Return what judgement says that calls gain over the rules' own, if it tried any."""
    judged = found.get("judged")
    gains: dict[str, float] = judged["rivals"] if judged else {}
    return gains


def candidates(found: Fields) -> list[Fields]:
    """Return the call with what it shows; and where judgement tried others, all with their gains.

    `insta_score` is what the rules say at once: 1 for their call, 0 for another.
    """
    gains = gains_of(found)
    first: Fields = {"explanation": told(found), "alert": alert_word(found)}
    if not gains:
        return [{"call": short_call(found["call"]), "insta_score": 1.0, **first}]
    own, scoring = found["judged"]["own"], found["judged"]["scoring"]
    gain = f"expected_{'mp' if scoring == 'mp' else 'imp'}"
    every = sorted(
        ({own: 0.0} | gains).items(), key=lambda each: (each[0] != found["call"], -each[1])
    )
    return [
        {"call": short_call(call), "insta_score": float(call == own), gain: value}
        | (first if call == found["call"] else {})
        for call, value in every
    ]


def deals_answer(texts: list[str], seat: Seat) -> Fields:
    """Return deals that fit what a seat knows: the first few, and means of the other hands.

    The means are of HCP, and of lengths from spades on, of left-hand opponent, partner and
    right-hand opponent. There are none where no deal fits.
    """
    deals = [Deal.parse(text) for text in texts]
    if not deals:
        return {"samples": []}
    others = [seat.plus(step) for step in (1, 2, 3)]
    hcp = [sum(deal[each].hcp for deal in deals) for each in others]
    shape = [sum(deal[each].lengths[suit] for deal in deals) for each in others
        for suit in (3, 2, 1, 0)]  # fmt: skip
    return {
        "samples": [text.partition(":")[2] for text in texts[:_SHOWN]],
        "hcp": [round(total / len(deals), 1) for total in hcp],
        "shape": [round(total / len(deals), 1) for total in shape],
    }


def card_answer(found: Fields, words: Words) -> Fields:
    """Return a card, and with details what it was chosen from."""
    answer: Fields = {
        "card": found["card"],
        "who": "Simulation" if found["layouts"] else "Rules",
        "quality": "Good",
    }
    if is_true(words, "details"):
        answer["candidates"] = [
            {
                "card": each["card"],
                "expected_tricks_dd": each["tricks"],
                "p_make_contract": each["makes"],
                "imps": each["imps"],
            }
            for each in found["considered"]
        ]
        answer["samples"] = []
    return answer


def claim_words(found: Fields) -> str:
    """Return in words whether a claim is accepted; tricks are counted from the first one."""
    side = "opponents" if found["defending"] else "declarers"
    total = found["won"] + found["tricks"]
    if found["accepted"]:
        name = found["contract"].partition("-")[0].replace("NT", "N")
        return f"Contract: {name} Accepted {side} claim of {total} tricks"
    who = "Opponents" if found["defending"] else "Declarer"
    return f"{who} claimed {total} tricks - rejected {found['won'] + found['sure']}"


def board_answer(found: Fields, fields: Fields, words: Words, began: float) -> Fields:
    """Return a whole board.

    Args:
        found: how it was bid and played.
        fields: of the question.
        words: the question as it was asked.
        began: when it was asked, by the clock that never goes back.
    """
    turns = [Seat.parse(fields["dealer"]).plus(at) for at in range(len(found["calls"]))]
    explained = [
        {
            "bid": short_call(each["call"]),
            "player": seat.letter,
            "explanation": told(each),
            "alert": each["alert"] is not None,
        }
        for seat, each in zip(turns, found["explained"], strict=True)
    ]
    name, _, declarer = (found["contract"] or "PASS").partition("-")
    answer = {
        "deal": word(words, "deal"),
        "dealer": fields["dealer"],
        "vulnerability": str(Vulnerability.parse(fields["vul"])),
        "auction": [short_call(call) for call in found["calls"]],
        "auction_with_explanations": explained,
        "contract": name.replace("NT", "N"),
        "declarer": declarer or None,
    }
    return answer | _played(found, declarer) | {"elapsed": round(time.monotonic() - began, 2)}


def _played(found: Fields, declarer: str) -> dict[str, Any]:
    """Return the fields of a board's play; who leads, if it was only bid."""
    if not declarer:
        return {"tricks": 0, "score": 0, "ns_score": 0, "play": []}
    if "play" not in found:
        return {"opening_leader": Seat.parse(declarer).plus(1).letter, "bidding_only": True}
    points = found["score"]
    return {
        "tricks": found["tricks"],
        "score": points,
        "ns_score": points if declarer in "NS" else -points,
        "play": found["play"],
    }

"""What a browser is told of an exercise: never more than a player at the table may know."""

from __future__ import annotations

from dowager.services.registry import Fields
from dowager.web.practise.desk import Held


def question(key: str, held: Held) -> Fields:
    """Return an exercise as it is put to a person.

    Args:
        key: its name.
        held: the exercise.
    """
    exercise = held.exercise
    fixed = {field: exercise[field] for field in ("seat", "hand", "dealer", "vul")}
    return {"id": key, "board": len(held.turns) > 1 or exercise["ended"], **fixed, **seen(held)}


def seen(held: Held) -> Fields:
    """Return the auction so far, what its calls show, and the calls that are legal now."""
    auction = held.auction
    return {
        "calls": [str(call) for call in auction.calls],
        "meanings": held.exercise["meanings"][: len(auction.calls)],
        "legal": [] if held.done else [str(call) for call in auction.legal_calls()],
        "turn": len(held.made),
    }


def verdict(held: Held, turn: Fields) -> Fields:
    """Return what came of the latest call, and how the exercise goes on.

    Args:
        held: the exercise, after the call.
        turn: the turn at which it was made.
    """
    auction, call = held.auction, str(held.made[-1])
    contract = auction.contract if auction.ended else None
    words = {key: turn[key] for key in ("call", "name", "rule", "text", "alert", "title")}
    book = {key: held.exercise[key] for key in ("name", "source")} if held.done else {}
    return {
        "right": call in turn["accepted"],
        "own": call == turn["call"],
        "made": call,
        "accepted": turn["accepted"],
        "system": words,
        "book": book,
        "done": held.done,
        "ended": auction.ended,
        "contract": str(contract) if contract else None,
        **seen(held),
        "turn": len(held.made) - 1,
    }

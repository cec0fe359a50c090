"""Quizzes written from exercises: the hand at the practised turn, and the calls that are right."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import yaml

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.practice.drills import Exercise
from dowager.authoring.practice.rule_spots import Bidders
from dowager.cards import Hand
from dowager.knowledge.public import View

_Key = tuple[tuple[Call, ...], Vulnerability]
_Others = Callable[[View, Hand], Iterable[Call]]


def quiz_text(
    exercises: Iterable[Exercise], bidders: Bidders, source: str, others: _Others | None = None
) -> str:
    """Return a quiz file (YAML) that the system passes, grouped by auction.

    Args:
        exercises: with North as dealer, as in quizzes.
        bidders: the bidders in which North-South and East-West play the system.
        source: what the quizzes say they are from.
        others: returns the calls for a hand that are right besides the system's own; none without.

    Returns:
        The text. It leaves out hands that have no turn or no rule, and auctions with an earlier
        call that has no rule or is relaxed: quizzes ask for meanings.
    """
    groups: dict[_Key, dict[Hand, tuple[tuple[Call, ...], str]]] = {}
    for exercise in exercises:
        before, decision = exercise.before, exercise.decision
        if decision is not None and decision.rule and _has_meaning(before, bidders):
            group = groups.setdefault((before.calls, before.vulnerability), {})
            hand = exercise.deal[before.turn]
            also = others(decision.view, hand) if others else ()
            group[hand] = ((decision.call, *also), decision.name)
    if not groups:
        return ""
    quizzes = [_quiz(key, groups[key], source) for key in sorted(groups)]
    return yaml.safe_dump({"quizzes": quizzes}, sort_keys=False, allow_unicode=True, width=120)


def _has_meaning(auction: Auction, bidders: Bidders) -> bool:
    """Whether every call of an auction has a rule and contradicts no other."""
    records = bidders[auction.turn.side].view(auction).records
    return all(record.rule is not None and not record.contradicts for record in records)


def _quiz(
    key: _Key, hands: dict[Hand, tuple[tuple[Call, ...], str]], source: str
) -> dict[str, object]:
    calls, vulnerability = key
    after = " ".join(map(str, calls)) or "start"
    names = {name for _, name in hands.values()}
    name = names.pop() if len(names) == 1 else ""
    quiz: dict[str, object] = {"name": name or f"calls after {after}"}
    quiz |= {"source": source, "after": after}
    if vulnerability is not Vulnerability.NONE:
        quiz["vul"] = vulnerability.word
    quiz["hands"] = [{str(hand): _accepted(right)} for hand, (right, _) in hands.items()]
    return quiz


def _accepted(calls: tuple[Call, ...]) -> str | list[str]:
    """Return the right calls as quizzes have them, the best first."""
    words = [str(call) for call in calls]
    return words if len(words) > 1 else words[0]

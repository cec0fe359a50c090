"""Owns writing quizzes from exercises: the hand at the practised turn, and the system's call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import yaml

from dowager.auction import Call, Vulnerability
from dowager.authoring.practice.drills import Exercise
from dowager.bidder import Bidder
from dowager.cards import Hand

_Key = tuple[tuple[Call, ...], Vulnerability]


def quiz_text(exercises: Iterable[Exercise], bidder_of: Sequence[Bidder], source: str) -> str:
    """Return a quiz file (YAML) that the system passes, grouped by auction.

    Args:
        exercises: with dealer North, as in quizzes.
        bidder_of: by the parity of a seat, the bidder in which that side plays the system.
        source: what the quizzes say they are from.

    Returns:
        The text. Left out are hands whose own turn does not come or is without a rule, and
        auctions of which some earlier call has no rule or is relaxed: quizzes ask for meanings.
    """
    groups: dict[_Key, dict[Hand, tuple[Call, str]]] = {}
    for exercise in exercises:
        if _asks_well(exercise, bidder_of):
            before, decision = exercise.before, exercise.decisions[exercise.turn]
            group = groups.setdefault((before.calls, before.vulnerability), {})
            group[exercise.deal[before.turn]] = (decision.call, decision.name)
    if not groups:
        return ""
    quizzes = [_quiz(key, groups[key], source) for key in sorted(groups)]
    return yaml.safe_dump({"quizzes": quizzes}, sort_keys=False, allow_unicode=True, width=120)


def _asks_well(exercise: Exercise, bidder_of: Sequence[Bidder]) -> bool:
    before = exercise.before
    if exercise.turn >= len(exercise.decisions) or exercise.decisions[exercise.turn].rule is None:
        return False
    records = bidder_of[before.turn & 1].view(before).records
    return all(record.rule is not None and not record.relaxed for record in records)


def _quiz(key: _Key, hands: dict[Hand, tuple[Call, str]], source: str) -> dict[str, object]:
    calls, vulnerability = key
    after = " ".join(map(str, calls)) or "start"
    names = {name for _, name in hands.values()}
    name = names.pop() if len(names) == 1 else ""
    quiz: dict[str, object] = {"name": name or f"calls after {after}"}
    quiz |= {"source": source, "after": after}
    if vulnerability is not Vulnerability.NONE:
        quiz["vul"] = vulnerability.word
    quiz["hands"] = [{str(hand): str(call)} for hand, (call, _) in hands.items()]
    return quiz

"""Owns the reasons: for every call that the system has here, why it was or was not chosen."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.backends.evaluate import hand_test
from dowager.backends.text import describe
from dowager.cards import Hand
from dowager.knowledge.public import View, cell_of, matches, words
from dowager.language.compile import Candidate
from dowager.language.tree import And, Bool


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """Why a rule did or did not make the call.

    Attributes:
        rule: the rule.
        text: its condition in words.
        matches: whether the hand satisfies it.
        failing: the parts of its condition that the hand fails, in words.
        earlier: the chosen rule, when this one matches but comes later.
    """

    rule: Candidate
    text: str
    matches: bool
    failing: tuple[str, ...]
    earlier: Candidate | None

    @property
    def why(self) -> str:
        """One line: chosen, fails something, or stands behind another rule."""
        if self.failing:
            return "the hand is not: " + "; not: ".join(self.failing)
        if self.earlier is None:
            return "chosen"
        name = self.earlier.rule.name or self.earlier.rule.location
        return f"it fits, but {self.earlier.call} ({name}) comes first"


def explain(view: View, hand: Hand) -> list[Reason]:
    """Return a reason for every rule of a position, in the order in which they are tried."""
    chosen = view.position.chosen(hand)
    bit = 1 << cell_of(hand)
    return [_reason(found, hand, bit, chosen) for found in view.position]


def best_reasons(reasons: list[Reason], call: Call | None = None) -> list[Reason]:
    """Return one reason for each call, the nearest to being chosen: fewest failing parts."""
    found: dict[Call, Reason] = {}
    for reason in reasons:
        old = found.get(reason.rule.call)
        if old is None or len(reason.failing) < len(old.failing):
            found[reason.rule.call] = reason
    return [reason for reason in found.values() if call in (None, reason.rule.call)]


def _reason(found: Candidate, hand: Hand, bit: int, chosen: Candidate | None) -> Reason:
    fits = matches(found, hand, bit)
    failing = () if fits else _failing(found.condition.node, hand)
    return Reason(found, words(found), fits, failing, None if found is chosen else chosen)


def _failing(node: Bool, hand: Hand) -> tuple[str, ...]:
    parts = node.args if isinstance(node, And) else (node,)
    return tuple(describe(part) for part in parts if not hand_test(part)(hand.holdings))

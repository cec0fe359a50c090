"""Explanations: why each rule of a position did or did not make the call."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.backends.evaluate import hand_test
from dowager.backends.text import describe
from dowager.cards import Hand
from dowager.knowledge.public import View, cell_of, matches, rule_words
from dowager.language.compile import Candidate
from dowager.language.tree import And, Bool


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Why a rule did or did not make the call.

    Attributes:
        rule: the rule.
        text: its condition in words.
        matches: whether the hand satisfies it.
        failing: the parts of its condition that the hand fails, in words.
        earlier: the chosen rule, which comes first if this one matches too; None for itself.
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


def explain(view: View, hand: Hand) -> list[Explanation]:
    """Return an explanation for every rule of a position, in the order in which they are tried."""
    position = view.position  # once: a view that is released meanwhile makes its rules anew
    chosen = position.chosen(hand)
    bit = 1 << cell_of(hand)
    return [_explanation(view, rule, hand, bit, chosen) for rule in position]


def nearest(explanations: list[Explanation]) -> list[Explanation]:
    """Return, for each call, the rule nearest to being chosen: with the fewest failing parts."""
    by_call: dict[Call, Explanation] = {}
    for explanation in explanations:
        old = by_call.get(explanation.rule.call)
        if old is None or len(explanation.failing) < len(old.failing):
            by_call[explanation.rule.call] = explanation
    return list(by_call.values())


def _explanation(
    view: View, rule: Candidate, hand: Hand, bit: int, chosen: Candidate | None
) -> Explanation:
    fits = matches(rule, hand, bit)
    failing = () if fits else _failing(rule.condition.node, hand)
    text = rule_words(rule, view.position, view.caller.shown.cells)
    return Explanation(rule, text, fits, failing, None if rule is chosen else chosen)


def _failing(node: Bool, hand: Hand) -> tuple[str, ...]:
    parts = node.args if isinstance(node, And) else (node,)
    return tuple(describe(part) for part in parts if not hand_test(part)(hand.holdings))

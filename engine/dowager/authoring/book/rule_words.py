"""What the rules of a call show, in words that a reader of the book can keep in mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dowager.authoring.book.call_ranges import Span, support_of
from dowager.authoring.book.notation import hcp_text
from dowager.backends.text import includes, plain_condition
from dowager.cards import Suit
from dowager.knowledge.public import View, rule_words
from dowager.knowledge.public.wording import kinds_words
from dowager.language.compile import Candidate
from dowager.language.tree import And, Bool, Int, Or, Range

_WORDINGS = 3
_LONG = 150  # characters of a condition, of which the book says more only in the appendix
_FLAT = {f"2–5 {suit.symbol}" for suit in Suit}
_NO_SHORT_OR_LONG = "no singleton or void, no six-card suit"


@dataclass(frozen=True, slots=True, eq=False)
class RuleWords:
    """Puts the rules of one call in words.

    Attributes:
        view: the position.
        hcp: the least and greatest HCP of the call; sound.
        trumps: the suit that the call agrees, if it agrees one.
        support: then, the least and greatest points in support of it; sound.
    """

    view: View
    hcp: Span
    trumps: Suit | None
    support: Span | None

    def of_rules(self, rules: Sequence[Sequence[Candidate]]) -> Iterator[str]:
        """Yield the words of rules, each given by its candidates.

        They are empty where another rule of the same name shows these hands, too.
        """
        plain = [
            [plain_condition(candidate.condition.node) for candidate in candidates]
            for candidates in rules
        ]
        for number, candidates in enumerate(rules):
            wider = [
                nodes
                for other, nodes in enumerate(plain)
                if rules[other][0].rule.name == candidates[0].rule.name
                and other != number
                and _covers(nodes, plain[number])
                and (other < number or not _covers(plain[number], nodes))
            ]
            yield "" if wider else self._of_rule(candidates)

    def _of_rule(self, candidates: Sequence[Candidate]) -> str:
        texts = dict.fromkeys(map(self._words, candidates))
        return "; or ".join(list(texts)[:_WORDINGS])

    def _words(self, candidate: Candidate) -> str:
        """Return what a rule shows; of a long condition, the ranges that it leaves."""
        before = self.view.caller.shown.cells
        words = rule_words(candidate, self.view.position, before, symbols=True, sums=False)
        if len(words) <= _LONG or candidate.rule.means:
            return words
        kinds = kinds_words(candidate, self.view.position, before, symbols=True)
        ranges = [kind.split(", ") for kind in kinds]
        if len(ranges) == 1:
            ranges = [list(self._shorter(ranges[0], candidate))]
        return min("; or ".join(map(", ".join, ranges)) or words, words, key=len)

    def _shorter(self, ranges: Sequence[str], candidate: Candidate) -> Iterator[str]:
        """Yield the ranges of one kind of hand, with the HCP of the call and points in support."""
        hcp = hcp_text(*self.hcp)
        if hcp:
            yield f"{hcp} HCP"
        trumps, node = self.trumps, candidate.condition.node
        if trumps is not None and self.support and counts(node, support_of(trumps)):
            yield f"{self.support[0]}+ points in support of {trumps.symbol}"
        flat = set(ranges) >= _FLAT
        yield from (
            each for each in ranges if not each.endswith(" HCP") and not (flat and each in _FLAT)
        )
        if flat:
            yield _NO_SHORT_OR_LONG


def counts(node: Bool, number: Int) -> bool:
    """Whether a condition asks how great a number is."""
    match node:
        case And(args) | Or(args):
            return any(counts(arg, number) for arg in args)
        case Range(value):
            return value == number
        case _:
            return False


def _covers(wide: Sequence[Bool], narrow: Sequence[Bool]) -> bool:
    """Whether each of some conditions is seen to be a part of one of others."""
    return all(any(includes(whole, part) for whole in wide) for part in narrow)

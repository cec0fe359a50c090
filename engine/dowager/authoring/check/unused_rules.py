"""What is reported of a rule that no hand was found for: dead, contradictory, or not reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dowager.authoring.check.findings import Finding, FindingKind
from dowager.authoring.check.natural_letters import natural_letter_hint
from dowager.authoring.check.rule_search import SoughtRule
from dowager.authoring.check.scan import RuleState
from dowager.authoring.shared.hand_search import find_hand, hand_within
from dowager.authoring.shared.situation import Situation
from dowager.authoring.shared.system_rules import in_own_folder
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate, Rule, System
from dowager.language.tree import all_of, any_of, negation


def finding_of(rule: Rule, sought: SoughtRule, system: System) -> Finding:
    """Return the finding about a rule that no hand was found to call with.

    A rule of a module that lies elsewhere may serve other systems: here it is only idle.

    Args:
        rule: the rule.
        sought: the result of the search.
        system: its system.
    """
    bidder = Bidder(system)
    if sought.undecided:
        text = f"no hand was found for it; in {sought.undecided} positions that is not proved"
        return _finding(FindingKind.UNKNOWN, rule, text, sought.met[RuleState.OPEN][0])
    if sought.met[RuleState.TAKEN]:
        finding = _dead(rule, sought, bidder)
    elif sought.met[RuleState.IMPOSSIBLE]:
        finding = _contradiction(rule, sought, bidder)
    else:
        text = (
            "no auction was found in which it applies: look at `after`, `when` and the suit letters"
        )
        text += natural_letter_hint(rule, system)
        return _finding(FindingKind.UNREACHED, rule, text, None)
    if own(rule, system):
        return finding
    text = f"this system never uses it; {finding.text}"
    return replace(finding, kind=FindingKind.IDLE, text=text)


def own(rule: Rule, system: System) -> bool:
    """Whether a rule is written in the folder of its system."""
    return in_own_folder(rule.span.file, system)


def _finding(
    kind: FindingKind, rule: Rule, text: str, situation: Situation | None,
    hand: Hand | None = None, others: tuple[str, ...] = (), positions: int = 1,
) -> Finding:  # fmt: skip
    return Finding(kind, rule.place, _named(rule), text, others, situation, hand, 0, positions)


def _named(rule: Rule) -> str:
    """Return a rule's name; with its call, if that is one of a list."""
    return rule.name if rule.place == rule.location else f"{rule.written} {rule.name}".strip()


def _where(positions: int) -> str:
    if positions == 1:
        return "in the one position found"
    return f"in all {positions} positions looked at"


# -- dead: earlier rules take all ------------------------------------------------------------------


def _dead(rule: Rule, sought: SoughtRule, bidder: Bidder) -> Finding:
    taken = sought.met[RuleState.TAKEN]
    view = bidder.view(taken[0].auction)
    candidate = _candidate(view, rule)
    cells = condition_masks(candidate.condition).may & view.caller.shown.mask
    hand = find_hand(view, candidate.condition.node, cells).hand
    takers = _needed(view, candidate, cells)
    names = ", ".join(f"{taker.call} ({taker.rule.location})" for taker in takers)
    positions = len(taken) + len(sought.met[RuleState.IMPOSSIBLE])
    text = f"earlier rules take all its hands, {_where(positions)}: {names}"
    others = tuple(dict.fromkeys(taker.rule.location for taker in takers))
    return _finding(FindingKind.DEAD, rule, text, taken[0], hand, others, positions)


def _candidate(view: View, rule: Rule) -> Candidate:
    """Return a rule, as written, in a position in which it applies."""
    return next(candidate for candidate in view.position if candidate.rule.place == rule.place)


def _needed(view: View, candidate: Candidate, cells: int) -> list[Candidate]:
    """Return earlier rules that take all hands of a rule; none of them can be left out."""
    before = view.position.before(candidate)
    kept = [rule for rule in before if condition_masks(rule.condition).may & cells]
    for rule in reversed(list(kept)):  # so that the earlier rules stay
        others = [other for other in kept if other is not rule]
        if _take_all(view, others, candidate, cells):
            kept = others
    return kept


def _take_all(view: View, takers: Sequence[Candidate], candidate: Candidate, cells: int) -> bool:
    for taker in takers:
        cells &= ~condition_masks(taker.condition).sure
    if not cells:
        return True
    untaken = negation(any_of(taker.condition.node for taker in takers))
    search = find_hand(view, all_of([candidate.condition.node, untaken]), cells, seconds=2.0)
    return search.proof is Proof.NO


# -- contradictory: what it asks has been denied ---------------------------------------------------


def _contradiction(rule: Rule, sought: SoughtRule, bidder: Bidder) -> Finding:
    impossible = sought.met[RuleState.IMPOSSIBLE]
    situation, positions = impossible[0], len(impossible)
    view = bidder.view(situation.auction)
    hand = hand_within(_candidate(view, rule).condition.node, plain_space().full).hand
    if hand is None:
        text = "no hand at all satisfies it"
        return _finding(FindingKind.CONTRADICTION, rule, text, situation)
    denial = next(_denials(view, hand), "")
    text = f"its seat has denied such hands before, {_where(positions)}{denial}"
    return _finding(FindingKind.CONTRADICTION, rule, text, situation, hand, (), positions)


def _denials(view: View, hand: Hand) -> Iterator[str]:
    for step in view.caller.shown.calls:
        chosen = step.position.chosen(hand)
        if chosen is None or chosen.call != step.call:
            made = f"{chosen.call} ({chosen.rule.location})" if chosen else "no call"
            yield f"; this one had bid {made}, not {step.call}"

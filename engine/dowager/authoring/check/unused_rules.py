"""Owns what is reported of a rule that no hand was found for: dead, contradictory, not reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from dowager.authoring.check.findings import Finding, Kind, Situation
from dowager.authoring.check.rule_search import Sought
from dowager.authoring.shared.witness import find_hand, hand_within
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate, Rule, System
from dowager.language.tree import all_of, any_of, negation


def finding_of(rule: Rule, sought: Sought, system: System) -> Finding:
    """Return what is to be said of a rule that no hand was found to call with.

    A rule of a module that lies elsewhere may serve other systems: here it is only idle.

    Args:
        rule: the rule.
        sought: what the search came to.
        system: its system.
    """
    bidder = Bidder(system)
    if sought.undecided:
        text = f"no hand was found for it; in {sought.undecided} positions that is not proved"
        return _about(Kind.UNKNOWN, rule, text, sought.open[0])
    if sought.taken or sought.impossible:
        found = (
            _dead(rule, sought, bidder) if sought.taken else _contradiction(rule, sought, bidder)
        )
        if own(rule, system):
            return found
        text = f"this system never uses it; {found.text}"
        return replace(found, kind=Kind.IDLE, text=text)
    text = "no auction was found in which it applies: look at `after`, `when` and the suit letters"
    return _about(Kind.UNREACHED, rule, text, None)


def own(rule: Rule, system: System) -> bool:
    """Whether a rule is written in the folder of its system."""
    return PurePath(rule.span.file).parent == PurePath(system.files[0]).parent


def _about(
    kind: Kind, rule: Rule, text: str, situation: Situation | None,
    hand: Hand | None = None, others: tuple[str, ...] = (), positions: int = 1,
) -> Finding:  # fmt: skip
    return Finding(kind, rule.location, rule.name, text, others, situation, hand, 0, positions)


# -- dead: earlier rules take all ------------------------------------------------------------------


def _dead(rule: Rule, sought: Sought, bidder: Bidder) -> Finding:
    situation = sought.taken[0]
    view = bidder.view(situation.auction)
    before, candidate = _up_to(view, rule)
    masks = condition_masks(candidate.condition)
    known = view.caller.shown.mask
    search = find_hand(view, candidate.condition.node, masks.may & known)
    takers = _needed(view, before, candidate)
    names = ", ".join(f"{taker.call} ({taker.rule.location})" for taker in takers)
    total = len(sought.taken) + len(sought.impossible)
    where = "in the one position found" if total == 1 else f"in all {total} positions looked at"
    text = f"earlier rules take all its hands, {where}: {names}"
    others = tuple(dict.fromkeys(taker.rule.location for taker in takers))
    return _about(Kind.DEAD, rule, text, situation, search.hand, others, total)


def _up_to(view: View, rule: Rule) -> tuple[list[Candidate], Candidate]:
    """Return the rules tried before a rule in a position, and the rule there."""
    before: list[Candidate] = []
    for candidate in view.position:
        if candidate.rule.location == rule.location:
            return before, candidate
        before.append(candidate)
    raise AssertionError(f"{rule.location} does not apply here")


def _needed(view: View, before: list[Candidate], candidate: Candidate) -> list[Candidate]:
    """Return a smallest part of the earlier rules, in the sense that none can be left out."""
    masks = condition_masks(candidate.condition)
    cells = masks.may & view.caller.shown.mask
    kept = [one for one in before if condition_masks(one.condition).may & cells]
    for one in reversed(list(kept)):  # so that the earlier rules stay
        others = [other for other in kept if other is not one]
        if _all_taken(view, others, candidate, cells):
            kept = others
    return kept


def _all_taken(view: View, takers: list[Candidate], candidate: Candidate, cells: int) -> bool:
    for taker in takers:
        cells &= ~condition_masks(taker.condition).sure
    if not cells:
        return True
    left = negation(any_of(taker.condition.node for taker in takers))
    search = find_hand(view, all_of([candidate.condition.node, left]), cells, seconds=2.0)
    return search.proof is Proof.NO


# -- contradictory: what it asks has been denied ---------------------------------------------------


def _contradiction(rule: Rule, sought: Sought, bidder: Bidder) -> Finding:
    situation = sought.impossible[0]
    view = bidder.view(situation.auction)
    _, candidate = _up_to(view, rule)
    node = candidate.condition.node
    search = hand_within(node, plain_space().full)
    total = len(sought.impossible)
    if search.hand is None:
        return _about(Kind.CONTRADICTION, rule, "no hand at all satisfies it", situation)
    denied = next(_denials(view, search.hand), "")
    where = "in the one position found" if total == 1 else f"in all {total} positions looked at"
    text = f"its seat has denied such hands before, {where}{denied}"
    return _about(Kind.CONTRADICTION, rule, text, situation, search.hand, (), total)


def _denials(view: View, hand: Hand) -> Iterator[str]:
    for step in view.caller.shown.calls:
        chosen = step.position.chosen(hand)
        if chosen is None or chosen.call != step.call:
            made = f"{chosen.call} ({chosen.rule.location})" if chosen else "no call"
            yield f"; this one had bid {made}, not {step.call}"

"""Owns what can be wrong in one position: each suspicion with the condition that would show it.

A suspicion is a condition and the cells in which hands that satisfy it lie, if there are any. The
exact table clears most suspicions before they are raised; the rest is put to a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dowager.auction import Call
from dowager.authoring.check.alert_claims import alert_claim
from dowager.authoring.check.findings import Kind
from dowager.authoring.check.scan import Places, Scan, State, Tried
from dowager.authoring.shared.witness import first_choice
from dowager.backends.text import describe
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import CallRecord, View, condition_masks
from dowager.language.compile import Candidate, Rule, Section
from dowager.language.tree import TRUE, Bool, all_of, any_of, negation


@dataclass(frozen=True, slots=True, eq=False)
class Suspicion:
    """What may be wrong in a position.

    Attributes:
        kind: what it would be.
        rule: the rule that it is about; None where no rule is at fault.
        others: other rules that take part.
        text: what is wrong, if it is.
        node: the condition on a hand that shows it.
        cells: the cells in which such hands lie.
        boards: boards whose hands here are the first to look at.
    """

    kind: Kind
    rule: Rule | None
    others: tuple[Rule, ...]
    text: str
    node: Bool
    cells: int
    boards: Places


def suspicions(view: View, scan: Scan, sections: Sequence[Section]) -> Iterator[Suspicion]:
    """Yield what may be wrong in a position that has been scanned.

    Args:
        view: the position.
        scan: its scan.
        sections: the section of each rule, by the rule's number.
    """
    yield from _hole(view, scan)
    yield from _passes(view, scan)
    yield from _overlaps(scan, sections)
    yield from _alerts(view, scan)


def _candidates(scan: Scan) -> list[Candidate]:
    return [tried.candidate for tried in scan.tried]


def _hole(view: View, scan: Scan) -> Iterator[Suspicion]:
    if scan.uncovered:
        conditions = [candidate.condition.node for candidate in _candidates(scan)]
        last = view.records[-1].rule.rule if view.records and view.records[-1].rule else None
        text = "no rule has a call for this hand"
        node = negation(any_of(conditions))
        yield Suspicion(Kind.HOLE, last, (), text, node, scan.uncovered, scan.fallen)


# -- passes that let down partner ------------------------------------------------------------------


def _passes(view: View, scan: Scan) -> Iterator[Suspicion]:
    reason = _must_not_pass(view)
    if reason is None:
        return
    kind, partners, text = reason
    others = (partners.rule.rule,) if partners and partners.rule else ()
    for number, tried in enumerate(scan.tried):
        rule = tried.candidate.rule
        if tried.candidate.call is Call.PASS and tried.rest and not rule.to_play:
            node = first_choice(_candidates(scan), number)
            yield Suspicion(kind, rule, others, text, node, tried.rest, tried.boards)


def _must_not_pass(view: View) -> tuple[Kind, CallRecord | None, str] | None:
    """Return what a pass would be here, partner's last call, and the words; None if it is fine."""
    partners = view.players[view.caller_seat.plus(2)].record
    if view.forced:
        if view.game_forced and (partners is None or partners.force.word != "round"):
            return Kind.GAME_FORCE, partners, "passes below game in a game force"
        return Kind.FORCE, partners, "passes partner's forcing call"
    if not _undisturbed(view) or partners is None or partners.rule is None:
        return None
    if partners.rule.rule.asks:
        return Kind.NO_ANSWER, partners, f"passes when asked: {partners.rule.rule.asks}"
    if partners.call.is_bid and partners.rule.rule.artificial and not _shown(view):
        return Kind.ARTIFICIAL, partners, f"leaves partner in {partners.call}, which is artificial"
    return None


def _undisturbed(view: View) -> bool:
    """Whether partner's bid is the last one and the next hand has passed: a pass may be the end."""
    return view.level > 0 and view.ours and not view.doubled and view.passes == 1


def _shown(view: View) -> bool:
    """Whether either of us has shown the suit of the last bid."""
    strain = int(view.last_bid.strain)
    return strain < 4 and (view.has_shown(0, strain) or view.has_shown(2, strain))


# -- rules that are meant to be alternatives -------------------------------------------------------


def _overlaps(scan: Scan, sections: Sequence[Section]) -> Iterator[Suspicion]:
    groups: dict[int, list[Tried]] = {}
    for tried in scan.tried:
        section = sections[tried.candidate.rule.number]
        if section.alternatives and tried.candidate.condition.node != TRUE:
            groups.setdefault(id(section), []).append(tried)
    for group in groups.values():
        for one, other in combinations(group, 2):
            if one.candidate.call != other.candidate.call:
                yield from _overlap(one, other)


def _overlap(one: Tried, other: Tried) -> Iterator[Suspicion]:
    first, second = one.candidate, other.candidate
    cells = one.rest & condition_masks(second.condition).may
    if cells:
        node = all_of([first.condition.node, second.condition.node])
        text = f"fits {first.call} and {second.call}, which are meant to be alternatives"
        yield Suspicion(Kind.OVERLAP, first.rule, (second.rule,), text, node, cells, one.boards)


# -- alerts ----------------------------------------------------------------------------------------


def _alerts(view: View, scan: Scan) -> Iterator[Suspicion]:
    for number, tried in enumerate(scan.tried):
        alert = tried.candidate.rule.alert
        if not isinstance(alert, str) or not alert or not tried.rest:
            continue
        claim = alert_claim(alert, tried.candidate.call, view)
        cells = tried.rest & ~plain_space().masks(claim).sure
        if claim != TRUE and cells and tried.state is not State.TAKEN:
            node = all_of([first_choice(_candidates(scan), number), negation(claim)])
            text = f"the alert says {describe(claim)}"
            yield Suspicion(
                Kind.FALSE_ALERT, tried.candidate.rule, (), text, node, cells, tried.boards
            )

"""What may be wrong in one position: each suspicion with the condition that would show it.

A suspicion is a condition, and cells outside of which no hand satisfies it. The exact table clears
most suspicions before they are raised; the rest is put to a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from dowager.auction import Call
from dowager.authoring.check.alert_claims import alert_claim
from dowager.authoring.check.findings import FindingKind
from dowager.authoring.check.scan import Scan, ScannedRule
from dowager.backends.text import describe
from dowager.bidder.bulk import BoardNumbers
from dowager.knowledge.cells import LENGTHS, Masks, plain_space
from dowager.knowledge.public import CallRecord, View, condition_masks
from dowager.language.compile import Rule, Section
from dowager.language.text import Force
from dowager.language.tree import TRUE, Bool, Range, all_of, any_of, negation

_FEW = 3.5
"""Cards on average: a hand of which nothing is known has 3.25 of a suit."""

_ONE_ROUND = (Force.ROUND, Force.REBID)


@dataclass(frozen=True, slots=True, eq=False)
class Suspicion:
    """What may be wrong in a position.

    Attributes:
        kind: what it would be.
        rule: the rule at fault; None when no rule is.
        others: other rules that take part.
        text: what is wrong, if it is.
        node: the condition on a hand that shows it.
        cells: cells outside of which there is no such hand.
        boards: boards whose hands are the first to try.
        section: whether it would be about the section in which the rule stands.
    """

    kind: FindingKind
    rule: Rule | None
    others: tuple[Rule, ...]
    text: str
    node: Bool
    cells: int
    boards: BoardNumbers
    section: bool = False


def suspicions(view: View, scan: Scan, alternatives: Mapping[int, Section]) -> Iterator[Suspicion]:
    """Yield what may be wrong in a position.

    Args:
        view: the position.
        scan: its scan.
        alternatives: by a rule's number its section, if that is one of `alternatives`.
    """
    yield from _hole(view, scan)
    yield from _passes(view, scan)
    yield from _overlaps(scan, alternatives)
    yield from _meanings(view, scan)
    yield from _suitless(view, scan)
    yield from _alerts(view, scan)


def sections_meant(view: View) -> list[Section]:
    """Return the sections that are written for an auction, in order, the general ones left out."""
    return [
        section
        for section in view.sections
        if not section.general and section.rules and not section.layer.only_reads
    ]


def _hole(view: View, scan: Scan) -> Iterator[Suspicion]:
    """Yield that a hand has no rule: in the last of the sections meant, or after the last call."""
    if scan.uncovered:
        last = view.records[-1].rule if view.records else None
        text = "no rule has a call for this hand"
        node = negation(any_of(rule.candidate.condition.node for rule in scan.rules))
        meant = sections_meant(view)
        rule = meant[-1].rules[0] if meant else last.rule if last else None
        cells, boards = scan.uncovered, scan.fallen
        yield Suspicion(FindingKind.HOLE, rule, (), text, node, cells, boards, bool(meant))


# -- passes that let down partner ------------------------------------------------------------------


def _passes(view: View, scan: Scan) -> Iterator[Suspicion]:
    reason = _must_not_pass(view)
    if reason is None:
        return
    kind, partners, text = reason
    others = (partners.rule.rule,) if partners and partners.rule else ()
    for scanned in scan.rules:
        candidate = scanned.candidate
        if candidate.call is Call.PASS and scanned.may and not candidate.rule.to_play:
            node = view.position.first_choice(candidate)
            yield Suspicion(kind, candidate.rule, others, text, node, scanned.may, scanned.boards)


def _must_not_pass(view: View) -> tuple[FindingKind, CallRecord | None, str] | None:
    """Return what a pass would be here, partner's last call, and the words; None if it is fine."""
    partners = view.players[view.caller_seat.partner].record
    if view.forced:
        return _forced_to_call(view, partners)
    if _doubled_and_passed_round(view):
        return _artificial_at_the_end(view)
    if not _undisturbed(view) or partners is None or partners.rule is None:
        return None
    call, rule = partners.call, partners.rule.rule
    if rule.asks and not rule.asks.word.takes_suit:  # a lead is answered in the play
        return FindingKind.NO_ANSWER, partners, f"passes when asked: {rule.asks.word.value}"
    if call.is_bid and rule.artificial and not _suit_shown(view):
        return FindingKind.ARTIFICIAL, partners, f"leaves partner in {call}, which is artificial"
    return None


def _forced_to_call(
    view: View, partners: CallRecord | None
) -> tuple[FindingKind, CallRecord | None, str]:
    """Return the same where the caller may not pass by agreement."""
    if view.game_forced and (partners is None or partners.force not in _ONE_ROUND):
        return FindingKind.GAME_FORCE, partners, "passes below game in a game force"
    if view.promised and (partners is None or not partners.force.forces):
        return FindingKind.FORCE, view.caller.record, "passes after promising a rebid"
    return FindingKind.FORCE, partners, "passes partner's forcing call"


def _doubled_and_passed_round(view: View) -> bool:
    """Whether our bid has been doubled, or redoubled, and a pass ends the auction."""
    return view.ours and view.doubled > 0 and view.passes == 2


def _artificial_at_the_end(view: View) -> tuple[FindingKind, CallRecord | None, str] | None:
    """Return what a pass is that makes our last bid the contract, doubled."""
    last = view.auction.last_bid
    assert last is not None, "a bid has been doubled"
    record = view.records[last]
    if record.rule is None or not record.rule.rule.artificial or _suit_shown(view):
        return None
    text = f"leaves our side in {record.call} doubled, which is artificial"
    return FindingKind.ARTIFICIAL, record, text


def _undisturbed(view: View) -> bool:
    """Whether partner's bid is the last one and the next hand has passed: a pass may be the end."""
    return view.level > 0 and view.ours and not view.doubled and view.passes == 1


def _suit_shown(view: View) -> bool:
    """Whether either of us has shown the suit of the last bid."""
    suit = view.last_bid.suit
    partner = view.players[view.caller_seat.partner]
    return suit is not None and (view.caller.has_shown(suit) or partner.has_shown(suit))


# -- rules that are meant to be alternatives -------------------------------------------------------


def _overlaps(scan: Scan, alternatives: Mapping[int, Section]) -> Iterator[Suspicion]:
    groups: dict[int, list[ScannedRule]] = {}
    for scanned in scan.rules:
        section = alternatives.get(scanned.candidate.rule.number)
        if section is not None and scanned.candidate.condition.node != TRUE:
            groups.setdefault(id(section), []).append(scanned)
    for group in groups.values():
        for first, second in combinations(group, 2):
            if first.candidate.call != second.candidate.call:
                yield from _overlap(first, second)


def _overlap(scanned: ScannedRule, other: ScannedRule) -> Iterator[Suspicion]:
    first, second = scanned.candidate, other.candidate
    cells = scanned.may & condition_masks(second.condition).may
    if cells:
        node = all_of([first.condition.node, second.condition.node])
        text = f"fits {first.call} and {second.call}, which are meant to be alternatives"
        yield Suspicion(
            FindingKind.OVERLAP, first.rule, (second.rule,), text, node, cells, scanned.boards
        )


# -- calls that mean two things --------------------------------------------------------------------


def _meanings(view: View, scan: Scan) -> Iterator[Suspicion]:
    """Yield that two rules share a call, artificial by one and natural by the other.

    It is said of the later rule; but where only that one is general, of the rule that is written
    for the auction, whose author can mend it.
    """
    general = {rule.number for part in view.sections if part.general for rule in part.rules}
    firsts: dict[Call, ScannedRule] = {}
    told: set[Call] = set()
    for scanned in scan.rules:
        candidate = scanned.candidate
        call, artificial = candidate.call, candidate.rule.artificial
        if not scanned.may or call is Call.PASS or call in told:
            continue
        first = firsts.setdefault(call, scanned).candidate
        if first.rule.artificial is not artificial:
            told.add(call)
            about, with_it = candidate, first
            if candidate.rule.number in general and first.rule.number not in general:
                about, with_it = first, candidate
            natural = not about.rule.artificial
            this, other = ("natural", "artificial") if natural else ("artificial", "natural")
            text = f"{call} is {this} by this rule, {other} by another: partner cannot tell"
            node = view.position.first_choice(candidate)
            yield Suspicion(
                FindingKind.TWO_MEANINGS, about.rule, (with_it.rule,), text, node,
                scanned.may, scanned.boards,
            )  # fmt: skip


# -- natural bids without the suit -----------------------------------------------------------------


def _suitless(view: View, scan: Scan) -> Iterator[Suspicion]:
    """Yield that a natural bid names a new suit of which its hands need not have a card.

    Nothing is said of a suit that either partner has shown: a preference may be short.
    """
    partner = view.players[view.caller_seat.partner]
    for scanned in scan.rules:
        candidate = scanned.candidate
        suit = candidate.call.suit
        if suit is None or candidate.rule.artificial or not scanned.may:
            continue
        if partner.has_shown(suit) or view.caller.has_shown(suit):
            continue
        void = Range(LENGTHS[suit], 0, 0)
        cells = scanned.may & plain_space().masks(void).may
        sure = condition_masks(candidate.condition).sure & scanned.may
        cards = plain_space().mean(LENGTHS[suit], Masks(scanned.may, sure)) if cells else _FEW
        if cards < _FEW:
            node = all_of([view.position.first_choice(candidate), void])
            text = (
                f"{candidate.call} is natural by this rule, and its hands need not have "
                f"{suit.word}: {cards:.1f} on average; say `artificial: true`, or ask for the suit"
            )
            yield Suspicion(
                FindingKind.SUITLESS, candidate.rule, (), text, node, cells, scanned.boards
            )


# -- alerts ----------------------------------------------------------------------------------------


def _alerts(view: View, scan: Scan) -> Iterator[Suspicion]:
    for scanned in scan.rules:
        rule = scanned.candidate.rule
        if not scanned.may:
            continue
        if isinstance(rule.alert, str) and rule.alert:
            yield from _false(view, scanned, rule.alert, "the alert says")
        if rule.means:
            yield from _false(view, scanned, rule.means, "`means` says")


def _false(view: View, scanned: ScannedRule, said: str, says: str) -> Iterator[Suspicion]:
    """Yield the suspicion that a hand makes a call which its words exclude."""
    candidate = scanned.candidate
    claim = alert_claim(said, candidate.call, view)
    cells = scanned.may & ~plain_space().masks(claim).sure
    if claim != TRUE and cells:
        node = all_of([view.position.first_choice(candidate), negation(claim)])
        text = f"{says} {describe(claim)}"
        yield Suspicion(
            FindingKind.FALSE_ALERT, candidate.rule, (), text, node, cells, scanned.boards
        )

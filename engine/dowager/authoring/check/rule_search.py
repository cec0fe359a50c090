"""The search for hands that rules call with, for rules that no random board has used.

Auctions are tried in this order: where random boards met the rule without using it, the auctions
of quizzes, the rule's own auction patterns with suits filled in, and boards dealt to fit those and
bid to the end. Every hand that turns up is confirmed by bidding it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import numpy as np

from dowager.auction import Auction
from dowager.authoring.check.scan import RuleState
from dowager.authoring.shared.auction_finder import asked_terms, auctions_after
from dowager.authoring.shared.hand_search import comes_here, find_hand
from dowager.authoring.shared.situation import Situation, Witness
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.knowledge.public import TriedRule, View, condition_masks
from dowager.knowledge.sampling import deals_for
from dowager.knowledge.solving import Proof
from dowager.language.compile import Section, System

_MOST_OPEN = 40
_AUCTIONS = 6
_EFFORT = 100_000
_UNUSED = (RuleState.TAKEN, RuleState.IMPOSSIBLE, RuleState.OPEN)


@dataclass(slots=True, eq=False)
class SoughtRule:
    """What is known of a rule, as written, that no board has used.

    Attributes:
        location: its place, `file:line` or that of its call in a list.
        witness: a hand that it calls with, once one is found.
        met: the positions that the rule was met in, by what earlier rules leave to it there.
        undecided: how many positions have neither a hand nor a proof.
    """

    location: str
    witness: Witness | None = None
    met: dict[RuleState, list[Situation]] = field(
        default_factory=lambda: {state: [] for state in _UNUSED}
    )
    undecided: int = 0

    @property
    def situations(self) -> tuple[Situation, ...]:
        """Every position that the rule was met in."""
        return tuple(dict.fromkeys(chain.from_iterable(self.met.values())))

    def note(self, state: RuleState, situation: Situation) -> None:
        """Note what earlier rules leave to it in a position."""
        met = self.met[state]
        if situation in met:
            return
        if state is RuleState.OPEN and len(met) == _MOST_OPEN:
            self.undecided += 1
        else:
            met.append(situation)


class RuleSearch:
    """Looks for hands that rules call with.

    Args:
        system: the system of both sides.
        sought: the rules, by location; what is learnt of them is noted there.
    """

    def __init__(self, system: System, sought: Mapping[str, SoughtRule]) -> None:
        self._system = system
        self._bidder = Bidder(system)
        self._sought = sought
        self._missing = set(sought)
        self._visited: set[Situation] = set()

    @property
    def missing(self) -> dict[str, SoughtRule]:
        """The rules for which there is no hand, by location."""
        return {where: rule for where, rule in self._sought.items() if rule.witness is None}

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The hands of the others."""
        return tuple(rule.witness for rule in self._sought.values() if rule.witness is not None)

    def search(
        self,
        kept: Iterable[Witness],
        quizzed: Iterable[Witness],
        progress: Callable[[float], None] = lambda share: None,
        known: Mapping[str, Sequence[Situation]] | None = None,
    ) -> None:
        """Look for all of them, as long as any is missing.

        Args:
            kept: hands from an earlier search, to save time.
            quizzed: hands of quizzes; their auctions are searched for other hands, too.
            progress: called with the share of the rules that is dealt with.
            known: rules unchanged since an earlier search found no hand for them, and where it met
                them. If these are all that is missing, they are tried in those positions alone.
        """
        for witness in kept:
            self._try(witness)
        if known is not None and self._missing <= known.keys():
            for location in sorted(self._missing):
                for situation in known[location]:
                    self._visit(situation)
        else:
            self._visit_everything(quizzed, progress)
        for location in sorted(self._missing):
            progress(1.0)
            self._solve(self._sought[location])

    def _visit_everything(
        self, quizzed: Iterable[Witness], progress: Callable[[float], None]
    ) -> None:
        asked: list[Situation] = []
        for witness in quizzed if self._missing else ():
            self._try(witness)
            asked.append(witness.situation)
        for location in sorted(self._missing):
            for situation in list(self._sought[location].met[RuleState.OPEN]):
                self._visit(situation)
        for situation in asked if self._missing else ():
            self._visit(situation)
        self._visit_patterns(progress)

    def _try(self, witness: Witness) -> None:
        """Note a hand that a missing rule calls with, if it makes its seat's earlier calls."""
        view = self._bidder.view(witness.situation.auction)
        chosen = view.position.chosen(witness.hand)
        if chosen is None or chosen.rule.place not in self._missing:
            return
        if _has_meaning(view) and comes_here(view, witness.hand):
            self._found(view, self._sought[chosen.rule.place], witness.hand)

    # -- one position --------------------------------------------------------------------------

    def _visit(self, situation: Situation) -> None:
        """Note what earlier rules leave to the missing rules in a position."""
        if situation in self._visited:
            return
        self._visited.add(situation)
        view = self._bidder.view(situation.auction)
        if not _has_meaning(view):
            return
        for tried in view.position.tried(view.caller.shown.mask, to_end=True):
            if tried.candidate.rule.place in self._missing:
                self._note(view, tried, self._sought[tried.candidate.rule.place])
            if not self._missing:
                return

    def _note(self, view: View, tried: TriedRule, sought: SoughtRule) -> None:
        situation = Situation.of(view.auction)
        if not tried.may:
            possible = tried.masks.may & view.caller.shown.mask
            sought.note(RuleState.TAKEN if possible else RuleState.IMPOSSIBLE, situation)
            return
        first = view.position.first_choice(tried.candidate)
        hand = find_hand(view, first, tried.may, seconds=0.0).hand
        if hand is None:
            sought.note(RuleState.OPEN, situation)
        else:
            self._found(view, sought, hand)

    def _found(self, view: View, sought: SoughtRule, hand: Hand) -> None:
        chosen = view.position.chosen(hand)
        assert chosen and chosen.rule.place == sought.location and comes_here(view, hand)
        sought.witness = Witness(Situation.of(view.auction), hand)
        self._missing.discard(sought.location)

    def _solve(self, sought: SoughtRule) -> None:
        """Put to the solver what is open."""
        for situation in sought.met[RuleState.OPEN]:
            view = self._bidder.view(situation.auction)
            for candidate in view.position:
                if candidate.rule.place != sought.location:
                    continue
                cells = condition_masks(candidate.condition).may & view.caller.shown.mask
                search = find_hand(view, view.position.first_choice(candidate), cells)
                if search.hand is not None:
                    self._found(view, sought, search.hand)
                    return
                if search.proof is Proof.UNKNOWN:
                    sought.undecided += 1
                else:
                    sought.note(RuleState.TAKEN, situation)

    # -- patterns, and boards that go on from them ---------------------------------------------

    def _visit_patterns(self, progress: Callable[[float], None]) -> None:
        sections = [section for section in self._system.sections if self._misses(section)]
        for number, section in enumerate(sections, 1):
            progress(number / len(sections))
            if self._misses(section):
                for auction in self._auctions(section, Random(number)):
                    self._visit(Situation.of(auction))
                    if not self._misses(section):
                        break
        if self._missing:
            for section in sections:
                progress(1.0)  # whoever follows the progress may want to stop here
                self._bid_on(section)

    def _misses(self, section: Section) -> bool:
        return any(rule.place in self._missing for rule in section.rules)

    def _auctions(self, section: Section, random: Random) -> Iterator[Auction]:
        for terms in asked_terms([section]):
            for steps in section.after:
                yield from auctions_after(self._bidder, steps, random, _AUCTIONS, terms)

    def _bid_on(self, section: Section) -> None:
        """Deal boards that fit a section's auctions, bid them on, and visit all positions."""
        for auction in self._auctions(section, Random(7)):
            if not self._missing:
                return
            view = self._bidder.view(auction)
            for deal in deals_for(view, None, np.random.default_rng(1), 2, effort=_EFFORT):
                whole = self._bidder.bid(deal, auction)
                for index in range(len(auction.calls), len(whole.calls)):
                    self._visit(Situation.of(whole.before(index)))


def _has_meaning(view: View) -> bool:
    """Whether every call of an auction is one that some rule makes with some hand, or explains."""
    return all(record.rule is not None and not record.contradicts for record in view.records)

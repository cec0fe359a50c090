"""Owns the search for hands that rules call with, for rules that no random board has shown alive.

Auctions are tried in this order: where random boards met the rule without using it, the auctions
of quizzes, the rule's own auction patterns with suits filled in, and boards dealt to fit those and
bid to the end. Whatever is found is confirmed by bidding the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.check.findings import Situation
from dowager.authoring.check.scan import State
from dowager.authoring.shared.auction_finder import auctions_after
from dowager.authoring.shared.witness import comes_here, find_hand, first_choice
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.sampling import deals_for
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate, Section, System

_MOST_OPEN = 40
_AUCTIONS = 6
_EFFORT = 100_000


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that a rule calls with."""

    situation: Situation
    hand: Hand


@dataclass(slots=True, eq=False)
class Sought:
    """What is known of a rule, as written, that no board has used.

    Attributes:
        place: its `file:line`.
        shown: a hand that it calls with, once one is found.
        open: positions in which it may have hands left.
        taken: positions in which earlier rules are proved to take all its hands.
        impossible: positions in which no hand that its seat can have satisfies it; proved.
        undecided: how many positions neither a hand nor a proof was found for.
    """

    place: str
    shown: Shown | None = None
    open: list[Situation] = field(default_factory=list)
    taken: list[Situation] = field(default_factory=list)
    impossible: list[Situation] = field(default_factory=list)
    undecided: int = 0

    @property
    def met(self) -> tuple[Situation, ...]:
        """Every position that the rule was met in."""
        return tuple(dict.fromkeys((*self.taken, *self.impossible, *self.open)))

    def note(self, state: State, situation: Situation) -> None:
        """Note a position of the rule."""
        match state:
            case State.OPEN:
                if situation in self.open:
                    return
                if len(self.open) < _MOST_OPEN:
                    self.open.append(situation)
                else:
                    self.undecided += 1
            case State.TAKEN:
                if situation not in self.taken:
                    self.taken.append(situation)
            case _:
                if situation not in self.impossible:
                    self.impossible.append(situation)


class Reacher:
    """Looks for hands that rules call with.

    Args:
        system: the system of both sides.
        wanted: the rules, by their places; they are filled in.
        sections: the section of each rule, by the rule's number.
    """

    def __init__(
        self, system: System, wanted: dict[str, Sought], sections: Sequence[Section]
    ) -> None:
        self._system = system
        self._bidder = Bidder(system)
        self._sections = sections
        self.wanted = wanted
        self._missing = set(wanted)
        self._looked: set[Situation] = set()

    def search(
        self,
        kept: Iterable[Shown],
        quizzed: Iterable[Shown],
        progress: Callable[[float], None] = lambda share: None,
        known: Mapping[str, Sequence[Situation]] | None = None,
    ) -> None:
        """Look for all of them, as long as any is missing.

        Args:
            kept: hands that an earlier search has found; they only spare time.
            quizzed: hands of quizzes, whose auctions are looked at for other hands, too.
            progress: told the share of the rules that is dealt with.
            known: rules as they were when an earlier search found no hand for them, and where it
                met them. If there is no other, they are looked at in those positions alone.
        """
        for hint in kept:
            self._try(hint)
        if known is not None and self._missing <= known.keys():
            for place in sorted(self._missing):
                for situation in known[place]:
                    self._look(situation)
        else:
            self._look_everywhere(quizzed, progress)
        for place in sorted(self._missing):
            progress(1.0)
            self._solve(self.wanted[place])

    def _look_everywhere(self, quizzed: Iterable[Shown], progress: Callable[[float], None]) -> None:
        hinted: list[Situation] = []
        for hint in quizzed if self._missing else ():
            self._try(hint)
            hinted.append(hint.situation)
        for place in sorted(self._missing):
            for situation in list(self.wanted[place].open):
                self._look(situation)
        for situation in hinted if self._missing else ():
            self._look(situation)
        self._own_patterns(progress)

    def _try(self, hint: Shown) -> None:
        """See by which rule a hand calls, there and at its seat's earlier turns."""
        view = self._bidder.view(hint.situation.auction)
        chosen = view.position.chosen(hint.hand)
        if chosen is None or chosen.rule.location not in self._missing:
            return
        if _comes_about(view) and comes_here(view, hint.hand):
            self._show(view, self.wanted[chosen.rule.location], hint.situation, hint.hand)

    # -- one position --------------------------------------------------------------------------

    def _look(self, situation: Situation) -> None:
        """Note what is left of the wanted rules in a position."""
        if situation in self._looked:
            return
        self._looked.add(situation)
        view = self._bidder.view(situation.auction)
        if not _comes_about(view):
            return
        left = view.caller.shown.mask
        tried: list[Candidate] = []
        for candidate in view.position:
            tried.append(candidate)
            masks = condition_masks(candidate.condition)
            sought = self.wanted.get(candidate.rule.location)
            if sought is not None and sought.shown is None:
                self._note(view, tried, masks.may & left, sought, situation)
            left &= ~masks.sure
            if not left and not self._missing:
                return

    def _note(
        self, view: View, tried: list[Candidate], rest: int, sought: Sought, situation: Situation
    ) -> None:
        if not rest:
            known = view.caller.shown.mask
            possible = condition_masks(tried[-1].condition).may & known
            sought.note(State.TAKEN if possible else State.IMPOSSIBLE, situation)
            return
        search = find_hand(view, first_choice(tried, len(tried) - 1), rest, seconds=0.0)
        if search.hand is None:
            sought.note(State.OPEN, situation)
        else:
            self._show(view, sought, situation, search.hand)

    def _show(self, view: View, sought: Sought, situation: Situation, hand: Hand) -> None:
        chosen = view.position.chosen(hand)
        assert chosen and chosen.rule.location == sought.place and comes_here(view, hand)
        sought.shown = Shown(situation, hand)
        self._missing.discard(sought.place)

    def _solve(self, sought: Sought) -> None:
        """Put what is open to the solver."""
        for situation in sought.open:
            view = self._bidder.view(situation.auction)
            tried: list[Candidate] = []
            for candidate in view.position:
                tried.append(candidate)
                if candidate.rule.location != sought.place:
                    continue
                cells = condition_masks(candidate.condition).may
                cells &= view.caller.shown.mask
                search = find_hand(view, first_choice(tried, len(tried) - 1), cells)
                if search.hand is not None:
                    self._show(view, sought, situation, search.hand)
                    return
                if search.proof is Proof.UNKNOWN:
                    sought.undecided += 1
                else:
                    sought.note(State.TAKEN, situation)

    # -- patterns, and boards that go on from them ---------------------------------------------

    def _own_patterns(self, progress: Callable[[float], None]) -> None:
        wanted = [section for section in self._system.sections if self._wants(section)]
        for number, section in enumerate(wanted, 1):
            progress(number / len(wanted))
            if self._wants(section):
                for auction in self._auctions(section, Random(number)):
                    self._look(_situation(auction))
                    if not self._wants(section):
                        break
        if self._missing:
            for section in wanted:
                progress(1.0)  # who follows the progress may want to stop here
                self._go_on(section)

    def _wants(self, section: Section) -> bool:
        return any(rule.location in self._missing for rule in section.rules)

    def _auctions(self, section: Section, random: Random) -> Iterator[Auction]:
        for steps in section.after:
            yield from auctions_after(self._bidder, steps, random, _AUCTIONS)

    def _go_on(self, section: Section) -> None:
        """Deal boards that fit a section's auctions, bid them on, and look at all positions."""
        for auction in self._auctions(section, Random(7)):
            if not self._missing:
                return
            sample = deals_for(
                self._bidder.view(auction), None, np.random.default_rng(1), 2, effort=_EFFORT
            )
            for deal in sample:
                following = auction
                while not following.ended:
                    self._look(_situation(following))
                    view = self._bidder.view(following)
                    chosen = view.position.chosen(deal[following.turn])
                    following = following.after(chosen.call if chosen else Call.PASS)


def _comes_about(view: View) -> bool:
    """Whether every call of an auction is one that some rule makes with some hand."""
    return all(record.rule is not None and not record.relaxed for record in view.records)


def _situation(auction: Auction) -> Situation:
    """Return an auction as from North as the dealer."""
    vulnerability = auction.vulnerability
    if auction.dealer in (Seat.EAST, Seat.WEST):
        swapped = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
        vulnerability = swapped.get(vulnerability, vulnerability)
    return Situation(vulnerability, auction.calls)

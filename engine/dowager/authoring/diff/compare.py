"""Owns the comparison of two systems: where they differ, or the proof that they do not.

A difference can begin only in a position in which a section that differs applies; all others follow
from it. So when every such section has auction patterns and all auctions that match them have been
proved the same, the systems are equivalent in every auction. Otherwise the auctions of random
boards are walked through both systems at once, and how much of their probability is settled so is
said. Where earlier calls already mean different things only the boards' own hands are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice
from random import Random

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.check.findings import Situation
from dowager.authoring.check.scan import Places
from dowager.authoring.check.walker import Extent
from dowager.authoring.diff.changed_sections import Changed, changed_sections
from dowager.authoring.shared.auction_finder import all_auctions, auctions_after
from dowager.authoring.shared.boards import Boards, random_boards
from dowager.authoring.shared.differences import Aspect, Difference, Pair, differences
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.knowledge.public import first_view
from dowager.language.compile import System
from dowager.language.tree import TRUE, Frontier, PatternTree

_EVERY = 1500
"""Auctions of the changed sections' patterns up to which all of them are gone through."""

_SOME = 12


class Verdict(Enum):
    """What a comparison has come to."""

    EQUIVALENT = "equivalent"
    ALIKE = "no difference found"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True, eq=False)
class Parting:
    """A difference, and where.

    Attributes:
        situation: the auction, from North as dealer.
        pair: both systems' views of it.
        difference: what differs.
        boards: how many random boards come there in both systems.
        first: whether it begins here; other differences follow from earlier ones.
    """

    situation: Situation
    pair: Pair
    difference: Difference
    boards: int
    first: bool


@dataclass(slots=True, eq=False)
class Comparison:
    """What a comparison has come to.

    Attributes:
        verdict: the result.
        proof: how that is known, in words.
        partings: the differences found, most frequent first.
        positions: how many positions were compared.
        coverage: the probability that a call of another board is made in a position that is settled
            as one of these were: proved the same, or different.
        auctions: how many auctions of changed sections were gone through.
    """

    verdict: Verdict
    proof: str
    partings: list[Parting] = field(default_factory=list)
    positions: int = 0
    coverage: float = 0.0
    auctions: int = 0


def compare(
    old: System,
    new: System,
    extent: Extent,
    *,
    quizzed: Iterable[Auction] = (),
    first_only: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Comparison:
    """Compare two systems.

    Args:
        old: one system.
        new: the other one.
        extent: how far random boards are walked.
        quizzed: auctions that are looked at, too, where patterns do not tell where to look.
        first_only: whether the first difference that is found is enough.
        progress: told the share of the walk that is done.
    """
    changed = changed_sections(old, new)
    if changed.nothing:
        return Comparison(Verdict.EQUIVALENT, "the rules are the same, or swapped without effect")
    comparer = _Comparer(old, new, changed, extent, first_only, progress)
    return comparer.compare(quizzed)


class _Enough(Exception):  # noqa: N818 - it ends a search, and is no error
    """The first difference is found."""


class _Comparer:
    def __init__(
        self,
        old: System,
        new: System,
        changed: Changed,
        extent: Extent,
        first_only: bool,
        progress: Callable[[float], None],
    ) -> None:
        self._old, self._new = Bidder(old), Bidder(new)
        self._changed = changed
        self._extent = extent
        self._first_only = first_only
        self._progress = progress
        self._done = self._lone = 0
        self._differing: Frontier[int] | None = None
        if changed.patterns is not None:
            tree: PatternTree[int] = PatternTree()
            for steps in changed.patterns:
                tree.add(steps, 0)
            self._differing = Frontier.of(tree)
        self._seen: set[Situation] = set()
        self._boards: dict[Situation, int] = {}
        self.found = Comparison(Verdict.ALIKE, "")

    def compare(self, quizzed: Iterable[Auction]) -> Comparison:
        """Return what the comparison comes to."""
        try:
            proved = self._own_auctions()
            for auction in () if proved else dict.fromkeys(quizzed):
                self._look(auction)
            if not proved or self.found.partings:
                self._walk_all()
        except _Enough:
            proved = False
        found = self.found
        found.partings = [
            replace(one, boards=self._boards.get(one.situation, one.boards))
            for one in found.partings
        ]
        found.partings.sort(key=lambda one: (-one.first, -one.boards, len(one.situation.calls)))
        if any(one.difference.hand is not None for one in found.partings):
            found.verdict, found.proof = Verdict.DIFFERENT, "a hand shows it"
        elif found.partings:
            found.proof = "the solver's time ran out in some positions"
        elif proved:
            found.verdict = Verdict.EQUIVALENT
            found.proof = f"all {found.auctions:,} auctions of the sections that differ are proved"
        else:
            found.proof = "every position that was looked at is proved the same"
        return found

    # -- the auctions of the sections that differ ----------------------------------------------

    def _own_auctions(self) -> bool:
        """Go through the auctions of the changed sections; tell whether these were all."""
        patterns = self._changed.patterns
        if self._first_only:  # some of them mostly have a difference, and all of them may be many
            for auction in self._some_auctions():
                self._look(auction)
            self.found.auctions = 0
        if patterns is not None:
            every = list(islice(all_auctions(self._old, patterns), _EVERY + 1))
            if len(every) <= _EVERY:
                same = [self._look(auction) for auction in every]
                return all(same)
        for auction in self._some_auctions():
            self._look(auction)
        return False

    def _some_auctions(self) -> Iterator[Auction]:
        random = Random(self._extent.seed)
        for bidder, sections in (
            (self._old, self._changed.old), (self._new, self._changed.new),
        ):  # fmt: skip
            for section in sections:
                for steps in section.after:
                    yield from auctions_after(bidder, steps, random, _SOME)

    def _look(self, auction: Auction) -> bool:
        """Compare the position after an auction; tell whether all that follows stays the same."""
        situation = Situation(auction.vulnerability, auction.calls)
        pair = Pair(self._old.view(auction), self._new.view(auction))
        self.found.auctions += 1
        return self._note(situation, pair, 0) and _same_after(pair)

    def _note(self, situation: Situation, pair: Pair, boards: int) -> bool:
        """Compare one position; tell whether it is proved the same."""
        if not pair.known or _relaxed(pair):
            return True
        self.found.positions += 1
        self._boards[situation] = boards
        same = True
        for difference in differences(pair):
            same = False
            if situation not in self._seen:
                self._part(Parting(situation, pair, difference, boards, True))
        self._seen.add(situation)
        return same

    def _part(self, parting: Parting) -> None:
        self.found.partings.append(parting)
        if self._first_only and parting.difference.hand is not None:
            raise _Enough

    # -- random boards -------------------------------------------------------------------------

    def _walk_all(self) -> None:
        extent = self._extent
        for vulnerability in Vulnerability:
            generator = np.random.default_rng([extent.seed, int(vulnerability)])
            boards = random_boards(generator, extent.boards)
            start = Auction(Seat.NORTH, vulnerability)
            views = [first_view(bidder.systems, start) for bidder in (self._old, self._new)]
            everyone = np.arange(len(boards), dtype=np.int32)
            pair = Pair(views[0], views[1])
            self._walk(start, pair, boards, everyone, self._differing, True)
        self.found.coverage = 1 - self._lone / (4 * extent.boards * extent.depth)

    def _walk(
        self,
        auction: Auction,
        pair: Pair,
        boards: Boards,
        here: Places,
        differing: Frontier[int] | None,
        same: bool,
    ) -> None:
        """Compare a position and go on by every call that both systems make.

        Args:
            auction: the calls before.
            pair: both systems' views of it.
            boards: the deals.
            here: the boards that come here in both systems.
            differing: where the patterns of the sections that differ lead from here; None when
                these cannot be told by patterns.
            same: whether both views are proved the same.
        """
        depth = len(auction.calls)
        if same and differing is not None and not differing.live:
            self._advance(len(here) * (self._extent.depth - depth))
            return
        self._advance(len(here))
        self._lone += len(here) == 1
        situation = Situation(auction.vulnerability, auction.calls)
        equal = _equal(pair)
        alike = self._note(situation, pair, len(here)) if equal else False
        groups, parted = _agreeing(pair, boards, here, alike)
        if parted is not None and not equal:
            self._part(Parting(situation, pair, parted, len(here), False))
        for call, both in groups.items():
            following = auction.after(call)
            if following.ended or depth + 1 >= self._extent.depth:
                self._advance(len(both) * (self._extent.depth - depth - 1))
                continue
            views = Pair(pair.old.after(call), pair.new.after(call))
            if not _relaxed(views):
                still = same and alike and _equal(views)
                then = differing.after(call) if differing else None
                self._walk(following, views, boards, both, then, still)

    def _advance(self, decisions: int) -> None:
        self._done += decisions
        total = 4 * self._extent.boards * self._extent.depth
        self._progress(min(self._done / total, 1.0))


def _relaxed(pair: Pair) -> bool:
    return any(record.relaxed for view in (pair.old, pair.new) for record in view.records[-1:])


def _equal(pair: Pair) -> bool:
    """Whether all four hands have shown the same to both systems."""
    return all(
        one.shown.cells == other.shown.cells
        for one, other in zip(pair.old.players, pair.new.players, strict=True)
    )


def _same_after(pair: Pair) -> bool:
    """Whether every call that a hand makes in a position shows the same in both systems."""
    calls = dict.fromkeys((*pair.old.position.calls(), *pair.new.position.calls()))
    views = (Pair(pair.old.after(call), pair.new.after(call)) for call in calls)
    return all(_equal(after) or _made_by_nobody(after) for after in views)


def _made_by_nobody(pair: Pair) -> bool:
    """Whether by both systems no hand makes the last call."""
    records = (pair.old.records[-1], pair.new.records[-1])
    return all(bool(record.relaxed) or record.rule is None for record in records)


def _agreeing(
    pair: Pair, boards: Boards, here: Places, same: bool
) -> tuple[dict[Call, Places], Difference | None]:
    """Return the boards that go on by the same call in both systems, and one that does not."""
    seat = int(pair.old.caller_seat)
    groups: dict[Call, list[int]] = {}
    parted: Difference | None = None
    for board in here.tolist():
        hand = boards.hand(board, seat)
        old = pair.old.position.chosen(hand)
        new = old if same else pair.new.position.chosen(hand)
        call = old.call if old else Call.PASS
        if call == (new.call if new else Call.PASS):
            groups.setdefault(call, []).append(board)
        elif parted is None:
            parted = Difference(Aspect.CALL, old, new, TRUE, hand)
    return {call: np.array(found, dtype=np.int32) for call, found in groups.items()}, parted

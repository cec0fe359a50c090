"""The comparison of two systems: where they differ, or the proof that they do not.

A difference can begin only in a position in which a section that differs applies; all others follow
from it. So when every such section has auction patterns and all auctions that match them have been
proved the same, the systems are equivalent in every auction. Otherwise the auctions of random
boards are walked through both systems at once, with the share of their probability that is settled.
Where earlier calls already mean different things only the boards' own hands are compared; so they
are everywhere once there are plenty of differences, since systems that differ all over need no
search for more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice, product
from random import Random

import numpy as np

from dowager.auction import Auction, Call, Scoring, Vulnerability
from dowager.authoring.diff.changed_sections import ChangedSections, changed_sections
from dowager.authoring.shared.auction_finder import (
    all_auctions,
    asked_terms,
    auctions_after,
    frontier_of,
)
from dowager.authoring.shared.differences import Aspect, Difference, Pair, differences
from dowager.authoring.shared.digests import asks_part_scores, asks_scoring
from dowager.authoring.shared.extent import Extent
from dowager.authoring.shared.situation import Situation, Terms
from dowager.bidder import Bidder
from dowager.bidder.bulk import BoardNumbers, Boards, WalkedPosition, walked
from dowager.language.compile import System
from dowager.language.tree import TRUE, Frontier

_EVERY = 1500
"""The most auctions of the changed sections' patterns that are all compared."""

_SOME = 12
"""The most auctions of one pattern that are compared, where not all are."""

_PLENTY = 200
"""With so many differences no more are searched for where few boards come."""

_OFTEN = 20
"""To a position that is always searched comes at least one board in so many."""


class DiffVerdict(Enum):
    """The verdict of a comparison."""

    EQUIVALENT = "equivalent"
    ALIKE = "no difference found"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True, eq=False)
class Parting:
    """A difference, and where.

    Attributes:
        pair: both systems' views of the position.
        difference: what differs.
        boards: how many random boards come there in both systems; where only their hands were
            compared, how many of them part.
        first: whether it begins here; other differences follow from earlier ones.
    """

    pair: Pair
    difference: Difference
    boards: int
    first: bool

    @property
    def situation(self) -> Situation:
        """The auction."""
        return Situation.of(self.pair.old.auction)


@dataclass(slots=True, eq=False)
class Comparison:
    """The result of a comparison.

    Attributes:
        verdict: the result.
        proof: how that is known, in words.
        partings: the differences, most frequent first.
        positions: how many positions were compared.
        coverage: the probability that a call of another board is made in a position that is settled
            as one of these were: proved the same, or different; 0 with plenty of differences.
        auctions: how many auctions of changed sections were compared.
        plenty: whether there were so many differences that from then on only the hands of random
            boards were compared, but where many boards come.
    """

    verdict: DiffVerdict
    proof: str
    partings: list[Parting] = field(default_factory=list)
    positions: int = 0
    coverage: float = 0.0
    auctions: int = 0
    plenty: bool = False

    def settle(self, proved: bool) -> None:
        """Sort the differences; set the verdict and its proof."""
        self.partings.sort(key=_order)
        if any(parting.difference.hand is not None for parting in self.partings):
            self.verdict, self.proof = DiffVerdict.DIFFERENT, "a hand shows it"
        elif self.partings:
            self.proof = "the solver's time ran out in some positions"
        elif proved:
            self.verdict = DiffVerdict.EQUIVALENT
            self.proof = f"all {self.auctions:,} auctions of the sections that differ are proved"
        else:
            self.proof = "every position that was looked at is proved the same"


def _order(parting: Parting) -> tuple[bool, int, int]:
    return not parting.first, -parting.boards, len(parting.situation.calls)


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
        quizzed: auctions to look at where patterns do not tell where to look.
        first_only: whether the first difference with a hand is enough.
        progress: called with the share of the walk that is done.
    """
    changed = changed_sections(old, new)
    if changed.nothing:
        proof = "the rules are the same, or swapped without effect"
        return Comparison(DiffVerdict.EQUIVALENT, proof)
    comparer = _Comparer(Bidder(old), Bidder(new), changed, extent, first_only, progress)
    return comparer.compare(quizzed)


class _Enough(Exception):  # noqa: N818 - it ends a search, and is no error
    """The first difference has a hand."""


@dataclass(frozen=True, slots=True, eq=False)
class _Walked:
    """A position on a walk through both systems.

    Attributes:
        pair: both systems' views of it.
        here: the boards that come here in both systems.
        frontier: where the patterns of the sections that differ lead from here; None when some of
            these sections have none.
        same: whether all that came before is proved the same.
    """

    pair: Pair
    here: BoardNumbers
    frontier: Frontier[bool] | None
    same: bool

    @property
    def depth(self) -> int:
        """How many calls have been made."""
        return len(self.pair.old.auction.calls)

    @property
    def settled(self) -> bool:
        """Whether nothing that differs can follow."""
        return self.same and self.frontier is not None and not self.frontier.live


class _Comparer:
    """Compares two systems whose sections differ."""

    def __init__(
        self,
        old: Bidder,
        new: Bidder,
        changed: ChangedSections,
        extent: Extent,
        first_only: bool,
        progress: Callable[[float], None],
    ) -> None:
        self._old, self._new = old, new
        self._changed = changed
        self._extent = extent
        self._first_only = first_only
        self._progress = progress
        self._done = self._lone = 0
        self._compared: set[Situation] = set()
        self._boards: dict[Situation, int] = {}
        self._result = Comparison(DiffVerdict.ALIKE, "")

    def compare(self, quizzed: Iterable[Auction]) -> Comparison:
        """Return the result of the comparison."""
        result = self._result
        try:
            proved = self._compare_sections()
            for auction in () if proved else dict.fromkeys(quizzed):
                if result.plenty:
                    break
                self._compare_after(auction)
            if not proved or result.partings:
                self._walk_all()
        except _Enough:
            proved = False
        result.partings = [
            replace(parting, boards=self._boards.get(parting.situation, parting.boards))
            for parting in result.partings
        ]
        result.settle(proved)
        return result

    def _pair(self, auction: Auction) -> Pair:
        return Pair(self._old.view(auction), self._new.view(auction))

    # -- the auctions of the sections that differ ----------------------------------------------

    def _compare_sections(self) -> bool:
        """Compare the auctions of the changed sections; return whether that proves all the same."""
        patterns = self._changed.patterns
        if self._first_only:  # some of them mostly have a difference, and all of them may be many
            for auction in self._some_auctions():
                self._compare_after(auction)
            self._result.auctions = 0
        if patterns is not None and not self._asks_part_scores:
            every = list(islice(all_auctions(self._old, patterns, self._terms()), _EVERY + 1))
            if len(every) <= _EVERY:
                same = [self._compare_after(auction) for auction in every]
                return all(same)
        for auction in self._some_auctions():
            if self._result.plenty:
                break
            self._compare_after(auction)
        return False

    def _terms(self) -> list[Terms]:
        """Return the terms at which auctions may differ, the wanted ones first.

        Of part scores only some are tried, and only where a section that differs asks for them.
        """
        wanted = self._extent.terms
        systems = (self._old.systems[0], self._new.systems[0])
        scored = any(asks_scoring(section) for system in systems for section in system.sections)
        terms = [Terms(scoring) for scoring in Scoring] if scored else []
        if self._asks_part_scores:
            terms += asked_terms((*self._changed.old, *self._changed.new))
        return list(dict.fromkeys([wanted, *terms]))

    @property
    def _asks_part_scores(self) -> bool:
        """Whether a section that differs asks for part scores: there are too many for a proof."""
        return any(map(asks_part_scores, (*self._changed.old, *self._changed.new)))

    def _some_auctions(self) -> Iterator[Auction]:
        random = Random(self._extent.seed)
        both = (self._old, self._changed.old), (self._new, self._changed.new)
        for bidder, sections in both:
            for section in sections:
                for terms, steps in product(self._terms(), section.after):
                    yield from auctions_after(bidder, steps, random, _SOME, terms)

    def _compare_after(self, auction: Auction) -> bool:
        """Compare the position after an auction; return whether all that follows is the same."""
        pair = self._pair(auction)
        self._result.auctions += 1
        return self._compare_in(pair, 0) and _same_after(pair)

    def _compare_in(self, pair: Pair, boards: int) -> bool:
        """Compare one position; return whether it is proved the same."""
        if not pair.within or pair.relaxed:
            return True
        situation = Situation.of(pair.old.auction)
        self._result.positions += 1
        self._boards[situation] = boards
        same = True
        for difference in differences(pair):
            same = False
            if situation not in self._compared:
                self._note(Parting(pair, difference, boards, True))
        self._compared.add(situation)
        return same

    def _note(self, parting: Parting) -> None:
        self._result.partings.append(parting)
        self._result.plenty = len(self._result.partings) >= _PLENTY
        if self._first_only and parting.difference.hand is not None:
            raise _Enough

    # -- random boards -------------------------------------------------------------------------

    def _walk_all(self) -> None:
        patterns = self._changed.patterns
        frontier = None if patterns is None else frontier_of(patterns)
        for vulnerability in Vulnerability:
            boards = self._extent.deal(vulnerability)
            start = self._pair(self._extent.start(vulnerability).auction)
            self._walk(boards, _Walked(start, boards.numbers, frontier, True))
        if not self._result.plenty:
            self._result.coverage = 1 - self._lone / self._extent.decisions

    def _walk(self, boards: Boards, walked: _Walked) -> None:
        """Compare a position and go on by every call that both systems make."""
        pair, here, more = walked.pair, walked.here, self._extent.depth - walked.depth
        if walked.settled:
            self._advance(len(here) * more)
            return
        self._advance(len(here))
        self._lone += len(here) == 1
        equal = _equal(pair)
        often = len(here) * _OFTEN >= self._extent.boards
        searched = equal and (often or not self._result.plenty)
        alike = self._compare_in(pair, len(here)) if searched else False
        groups, parted = _agreeing(pair, boards, here, alike)
        others = len(here) - sum(map(len, groups.values()))
        if parted is not None and not searched:
            self._note(Parting(pair, parted, others, equal))
        for call, both in groups.items():
            if more <= 1 or pair.old.auction.after(call).ended:
                self._advance(len(both) * (more - 1))
                continue
            following = pair.after(call)
            if not following.relaxed:
                frontier = walked.frontier and walked.frontier.after(call)
                same = walked.same and alike and _equal(following)
                self._walk(boards, _Walked(following, both, frontier, same))

    def _advance(self, decisions: int) -> None:
        self._done += decisions
        self._progress(min(self._done / self._extent.decisions, 1.0))


def _equal(pair: Pair) -> bool:
    """Whether all four hands have shown the same to both systems."""
    players = zip(pair.old.players, pair.new.players, strict=True)
    return all(before.shown.cells == after.shown.cells for before, after in players)


def _same_after(pair: Pair) -> bool:
    """Whether every call that a hand makes in a position shows the same in both systems."""
    calls = dict.fromkeys((*pair.old.position.calls(), *pair.new.position.calls()))
    return all(_equal(after) or _made_by_nobody(after) for after in map(pair.after, calls))


def _made_by_nobody(pair: Pair) -> bool:
    """Whether by both systems no hand makes the last call."""
    records = (pair.old.records[-1], pair.new.records[-1])
    return all(bool(record.relaxed) or record.rule is None for record in records)


def _agreeing(
    pair: Pair, boards: Boards, here: BoardNumbers, same: bool
) -> tuple[dict[Call, BoardNumbers], Difference | None]:
    """Return the boards that go on by the same call in both systems, and one that does not."""
    old = walked(pair.old, boards, here)
    if same:
        return _in_order(old.by_call()), None
    new = walked(pair.new, boards, here)
    others = new.by_call()
    both = {
        call: np.intersect1d(group, others.get(call, _NOBODY), assume_unique=True)
        for call, group in old.by_call().items()
    }
    parted = np.setdiff1d(here, np.concatenate([*both.values()]), assume_unique=True)
    agreeing = _in_order({call: group for call, group in both.items() if len(group)})
    return agreeing, _difference(old, new, boards, int(parted[0])) if len(parted) else None


_NOBODY: BoardNumbers = np.zeros(0, dtype=np.int32)


def _difference(old: WalkedPosition, new: WalkedPosition, boards: Boards, board: int) -> Difference:
    """Return a board of a position as a difference: its hand calls by either system's rule."""
    hand = boards.hand(board, old.view.caller_seat)
    return Difference(Aspect.CALL, old.rule_of(board), new.rule_of(board), TRUE, hand)


def _in_order(groups: dict[Call, BoardNumbers]) -> dict[Call, BoardNumbers]:
    """Return groups of boards in the order of their first boards."""
    return dict(sorted(groups.items(), key=lambda pair: int(pair[1][0])))

"""One exercise after another, found quickly: for a topic, a rule, an auction, or anything.

Random boards are bid first: what comes about there is as frequent as at the table. What is too rare
for that is searched for: positions of a rule, and deals drawn for one of them. Now and then the
hand is any that fits the auction, so that the topic does not give the call away.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.practice.drills import (
    Exercise,
    bid_out,
    contradiction,
    sampler_for,
)
from dowager.authoring.practice.rule_spots import Bidders, SpotSearch
from dowager.bidder import ChosenCall
from dowager.cards import Deal, Seat, Side, random_deal
from dowager.errors import InputError
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Sample, SampleStatus
from dowager.language.compile import Rule
from dowager.language.tree import TRUE, Bool

_BOARDS = 30
"""Random boards that are bid before a search, and between searches."""

_KEPT = 8  # positions remembered of each rule
_TRIED = 3  # positions tried of those
_RULES = 6  # rules searched for between random boards
_SPOTS = 3  # positions of a rule that one is chosen of
_WALKS = 12
_DEALS = 4
_EFFORT = 150_000
_PROOF = 1.0  # seconds to prove that no deal fits an auction
_PASSES = 0.15  # weight of a pass among the decisions of a board
_ANY_HAND = 0.25  # how often the hand is any that fits the auction
_SEARCHED = 0.3  # how often a rule is searched for first, so that rare ones come up, too


class Heard:
    """Positions of random boards, by the rule that called there; the latest of each rule.

    Attributes:
        last: the latest whole auctions.
    """

    def __init__(self) -> None:
        self._positions: dict[str, deque[Auction]] = {}
        self.last: deque[Auction] = deque(maxlen=_BOARDS)

    def add(self, auction: Auction, decisions: Sequence[ChosenCall], turns: Iterable[int]) -> None:
        """Remember the turns of an auction that are of the practised system."""
        self.last.append(auction)
        for turn in turns:
            kept = self._positions.setdefault(decisions[turn].location, deque(maxlen=_KEPT))
            kept.append(auction.before(turn))

    def positions(self, rules: Iterable[Rule]) -> list[tuple[Rule, Auction]]:
        """Return the positions of some rules."""
        return [
            (rule, auction) for rule in rules for auction in self._positions.get(rule.location, ())
        ]


class Finder:
    """Finds exercises, dealer North.

    Args:
        bidders: the bidders in which North-South and East-West play the practised system.
        heard: what earlier searches with the same bidders have come by; more is added.
        seed: for what is drawn.
        seconds: after which no further way is tried.
    """

    def __init__(self, bidders: Bidders, heard: Heard, seed: int, seconds: float) -> None:
        self._bidders = bidders
        self._heard = heard
        self._random = Random(seed)
        self._generator = np.random.default_rng(seed)
        self._end = time.monotonic() + seconds
        self._alike = bidders[0] is bidders[1]

    def anything(self) -> Exercise:
        """Return a decision of a random board."""
        while True:
            found = self._on_board(None)
            if found is not None:
                return found

    def of_rules(self, rules: Sequence[Rule]) -> Exercise | None:
        """Return an exercise in which one of some rules calls, or could; None if none was found."""
        found = self._of_rules(rules)
        if found is not None and self._random.random() < _ANY_HAND:
            return self._drawn(self._view(found.before), TRUE) or found
        return found

    def _of_rules(self, rules: Sequence[Rule]) -> Exercise | None:
        locations = frozenset(rule.location for rule in rules)
        ways: list[Callable[[], Exercise | None]] = [
            lambda: self._by_position(rules),
            lambda: self._by_chance(locations),
        ]
        search = len(rules) == 1 or self._random.random() < _SEARCHED
        ways.insert(0 if search else 2, lambda: self._by_search(rules))
        while not self._late:
            for way in ways:
                found = way()
                if found is not None:
                    return found
        return None

    def learn(self, seconds: float) -> None:
        """Bid random boards for some seconds, so that later searches know more positions."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._on_board(frozenset())

    def after(self, calls: tuple[Call, ...]) -> Exercise:
        """Return an exercise after some calls.

        Raises:
            InputError: no hand makes them, or no deal was found.
        """
        vulnerability = self._random.choice(list(Vulnerability))
        auction = Auction.of_calls(Seat.NORTH, vulnerability, calls)
        view = self._view(auction)
        why = contradiction(view)
        found = None if why or auction.ended else self._drawn_in_time(view)
        if found is None:
            raise InputError(why or f"no deal was found in which the auction is {auction}")
        return found

    def _drawn_in_time(self, view: View) -> Exercise | None:
        """Draw deals for an auction until one is found, none is proved, or time is over."""
        while not self._late:
            sample = self._sample(view, TRUE, _PROOF)
            found = self._wanted_of(sample, view.auction)
            if found is not None or sample.status is SampleStatus.NONE:
                return found
        return None

    @property
    def _late(self) -> bool:
        return time.monotonic() > self._end

    def _view(self, auction: Auction) -> View:
        return self._bidders[auction.turn.side].view(auction)

    # --- what comes about by chance

    def _by_chance(self, locations: frozenset[str]) -> Exercise | None:
        for _ in range(_BOARDS):
            if self._late:
                return None
            found = self._on_board(locations)
            if found is not None:
                return found
        return None

    def _on_board(self, locations: frozenset[str] | None) -> Exercise | None:
        """Bid a random board; return a decision by one of some rules, or any decision for None."""
        side = self._random.choice(list(Side))
        start = Auction(Seat.NORTH, self._random.choice(list(Vulnerability)))
        deal = random_deal(self._random)
        auction, decisions = bid_out(self._bidders[side], deal, start)
        turns = range(len(decisions)) if self._alike else range(side, len(decisions), 2)
        self._heard.add(auction, decisions, turns)
        turn = self._chosen(decisions, turns, locations)
        return None if turn is None else Exercise(deal, auction, decisions, turn)

    def _chosen(
        self, decisions: Sequence[ChosenCall], turns: Iterable[int], of: frozenset[str] | None
    ) -> int | None:
        """Choose a turn; passes are chosen seldom."""
        fitting = [turn for turn in turns if of is None or decisions[turn].location in of]
        if not fitting:
            return None
        weights = [_PASSES if decisions[each].call is Call.PASS else 1.0 for each in fitting]
        if self._random.random() > sum(weights):  # one dull pass is worth another board
            return None
        return self._random.choices(fitting, weights)[0]

    # --- what is searched for

    def _by_position(self, rules: Sequence[Rule]) -> Exercise | None:
        """Draw a deal for a position in which one of some rules has called before."""
        positions = self._heard.positions(rules)
        for rule, auction in self._random.sample(positions, min(_TRIED, len(positions))):
            found = self._in_best(self._search(rule, auction.vulnerability), [auction])
            if found is not None:
                return found
        return None

    def _by_search(self, rules: Sequence[Rule]) -> Exercise | None:
        """Draw a deal for the most frequent of a few positions of one of the rules."""
        for rule in self._random.sample(rules, min(_RULES, len(rules))):
            if self._late:
                return None
            search = self._search(rule, self._random.choice(list(Vulnerability)))
            found = self._in_best(search, None)
            if found is not None:
                return found
        return None

    def _search(self, rule: Rule, here: Vulnerability) -> SpotSearch:
        return SpotSearch(self._bidders, rule, (here, here), self._random)

    def _in_best(self, search: SpotSearch, only: Sequence[Auction] | None) -> Exercise | None:
        """Return an exercise in the most frequent of a few positions, or in one of those given."""
        if only is None:
            spots = list(islice(search.spots(self._heard.last, _WALKS), _SPOTS))
        else:
            spots = [spot for spot in map(search.look, only) if spot is not None]
        samples = [(self._sample(spot.view, spot.node), spot.auction) for spot in spots]
        for sample, auction in sorted(samples, key=_rate, reverse=True):
            found = self._wanted_of(sample, auction)
            if found is not None:
                return found
        return None

    def _sample(self, view: View, node: Bool, proof_seconds: float = 0.0) -> Sample:
        """Draw deals for an auction; the caller's hand has to satisfy a condition, too."""
        return sampler_for(view, node).sample(
            self._generator, _DEALS, effort=_EFFORT, proof_seconds=proof_seconds
        )

    def _drawn(self, view: View, node: Bool) -> Exercise | None:
        return self._wanted_of(self._sample(view, node, _PROOF), view.auction)

    def _wanted_of(self, sample: Sample, auction: Auction) -> Exercise | None:
        """Return the first of some deals in which an auction comes about."""
        return next((each for deal in sample if (each := self._bid(deal, auction))), None)

    def _bid(self, deal: Deal, auction: Auction) -> Exercise | None:
        """Bid a deal; return None when the auction is another one."""
        start, turn = auction.before(0), len(auction.calls)
        whole, decisions = bid_out(self._bidders[auction.turn.side], deal, start)
        if whole.calls[:turn] != auction.calls or turn >= len(decisions):
            return None
        return Exercise(deal, whole, decisions, turn)


def _rate(sampled: tuple[Sample, Auction]) -> float:
    return sampled[0].probability

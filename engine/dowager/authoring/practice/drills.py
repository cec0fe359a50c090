"""The search for deals in which an auction comes about or a rule is used.

Deals are found by meaning: drawn uniformly from all whose hands make the calls, then bid at all
four seats and kept if the auction is the one wanted. North deals; `seating` turns the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.practice.rule_spots import Bidders, BySide, Spot, SpotSearch
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Seat, Side, random_deal
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Constraint, Sample, Sampler, SampleStatus
from dowager.language.compile import Rule
from dowager.language.tree import TRUE, Bool, all_of

BOARDS = 200
"""Random boards that are bid before a rule is looked for by its positions."""

SPOTS = 8
"""Positions of a rule that deals are drawn from."""

_WALKS = 150
_ROUNDS = 12  # samples taken for an auction, when some deals of each are not wanted
_EFFORT = 1_500_000
_TRIAL = 150_000  # proposals for one of many positions, at first
_PROOF = 5.0  # seconds to prove that no deal fits


class Opponents(Enum):
    """What the opponents of the side that practises do."""

    ANY = "any"
    SILENT = "silent"
    INTERFERING = "interfering"

    def suit(self, auction: Auction, turn: int) -> bool:
        """Whether they do so in an auction in which call number `turn` is practised."""
        if self is Opponents.ANY:
            return True
        silent = all(call is Call.PASS for call in auction.calls[(turn + 1) % 2 :: 2])
        return silent == (self is Opponents.SILENT)

    def barred(self, auction: Auction) -> bool:
        """Whether an auction is already not as it should be before a call that is practised."""
        return self is Opponents.SILENT and not self.suit(auction, len(auction.calls))


@dataclass(frozen=True, slots=True, eq=False)
class Exercise:
    """A deal to practise.

    Attributes:
        deal: the hands.
        auction: the whole auction that the systems bid.
        decisions: how each call was decided.
        turn: the index of the call that is practised; past the end when the auction has ended.
    """

    deal: Deal
    auction: Auction
    decisions: tuple[ChosenCall, ...]
    turn: int

    @property
    def before(self) -> Auction:
        """The auction before the call that is practised."""
        return self.auction.before(self.turn)

    @property
    def decision(self) -> ChosenCall | None:
        """How the practised call was decided; None when the auction ended before it."""
        return self.decisions[self.turn] if self.turn < len(self.decisions) else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be practised.

    Attributes:
        calls: the auction so far, from the dealer; the next call is practised. None for any.
        rule: the rule that makes the practised call; None for any.
        opponents: what the other side does.
    """

    calls: tuple[Call, ...] | None
    rule: Rule | None = None
    opponents: Opponents = Opponents.ANY

    def turn(self, auction: Auction, decisions: Sequence[ChosenCall], side: Side) -> int | None:
        """Return which call of an auction is practised; None when it is not the one wanted.

        Args:
            auction: a whole auction, with North as dealer.
            decisions: how each call was decided.
            side: the side that practises.
        """
        turns: Iterable[int] = range(side, len(decisions), 2)
        if self.calls is not None:
            turns = [len(self.calls)] if auction.calls[: len(self.calls)] == self.calls else []
        return next((turn for turn in turns if self._is_turn(auction, decisions, turn)), None)

    def _is_turn(self, auction: Auction, decisions: Sequence[ChosenCall], turn: int) -> bool:
        rule = self.rule
        if rule and (turn >= len(decisions) or decisions[turn].location != rule.location):
            return False
        return self.opponents.suit(auction, turn)


@dataclass(slots=True, eq=False)
class Drill:
    """Finds exercises, dealer North.

    Args:
        bidders: the bidders in which North-South and East-West play the practised system.
        wanted: what is to be practised.
        seed: the same seed gives the same exercises.
        step: called for each exercise.

    Attributes:
        why: if fewer were found than asked for, the reason.
    """

    bidders: Bidders
    wanted: Wanted
    seed: int
    step: Callable[[], None] = lambda: None
    why: str = ""

    def find(self, count: int, vulnerability: BySide) -> list[Exercise]:
        """Return exercises, as many as are wanted or can be found.

        Args:
            count: how many are wanted.
            vulnerability: of the boards, when North-South practise and when East-West do.
        """
        generator = np.random.default_rng([self.seed, *map(int, vulnerability)])
        calls = self.wanted.calls
        if calls is not None:
            side = Seat.NORTH.plus(len(calls)).side
            auction = Auction.of_calls(Seat.NORTH, vulnerability[side], calls)
            if self.wanted.rule is None:
                return self._after(count, auction, generator)
            return self._by_rule_after(count, auction, generator)
        exercises, heard = self._by_chance(count, vulnerability)
        if len(exercises) < count:
            rest = count - len(exercises)
            exercises += self._by_search(rest, vulnerability, heard, generator)
        return exercises

    # --- one auction

    def _after(
        self, count: int, auction: Auction, generator: np.random.Generator
    ) -> list[Exercise]:
        """Find deals in which an auction comes about."""
        view = self.bidders[auction.turn.side].view(auction)
        self.why = contradiction(view)
        if self.why:
            return []
        return self._all_drawn(count, view, TRUE, generator, "deal fits the auction")

    def _by_rule_after(
        self, count: int, auction: Auction, generator: np.random.Generator
    ) -> list[Exercise]:
        """Find deals in which a rule makes the call after an auction."""
        search = self._search((auction.vulnerability, auction.vulnerability))
        spot = search.look(auction)
        if spot is None:
            applies = "no hand makes the call by it" if search.applies else "it does not apply"
            self.why = f"after {auction} {applies}"
            return []
        fits = "deal fits the auction and the rule"
        return self._all_drawn(count, spot.view, spot.node, generator, fits)

    def _all_drawn(
        self, count: int, view: View, node: Bool, generator: np.random.Generator, fits: str
    ) -> list[Exercise]:
        """Draw deals for one auction, and say why if they are not enough."""
        source = _Source(sampler_for(view, node), generator)
        exercises = self._drawn(count, source, view.auction)
        if len(exercises) < count:
            self.why = source.why(fits, len(exercises))
        return exercises

    def _drawn(self, count: int, source: _Source, auction: Auction) -> list[Exercise]:
        """Return the exercises among the deals of a source, as many as are wanted."""
        exercises: list[Exercise] = []
        for deal in source.deals(count) if count > 0 else ():
            exercise = self._exercise(deal, auction.vulnerability, auction.turn.side)
            if exercise is not None:
                exercises.append(exercise)
                self.step()
            if len(exercises) == count:
                break
        return exercises

    def _exercise(self, deal: Deal, vulnerability: Vulnerability, side: Side) -> Exercise | None:
        """Bid a deal; return None when it is not wanted."""
        start = Auction(Seat.NORTH, vulnerability)
        auction, decisions = bid_out(self.bidders[side], deal, start)
        turn = self.wanted.turn(auction, decisions, side)
        return None if turn is None else Exercise(deal, auction, decisions, turn)

    # --- a rule, wherever it is used

    def _by_chance(self, count: int, vulnerability: BySide) -> tuple[list[Exercise], list[Auction]]:
        """Bid random boards; return those on which a side uses the rule, and all auctions.

        The sides take turns. Stops early when boards would not be enough at the rate so far.
        """
        random = Random(f"{self.seed} {vulnerability}")
        exercises: list[Exercise] = []
        heard: list[Auction] = []
        alike = self.bidders[0] is self.bidders[1] and vulnerability[0] == vulnerability[1]
        for number in range(1, BOARDS + 1):
            side = Side(number % 2)
            start = Auction(Seat.NORTH, vulnerability[side])
            deal = random_deal(random)
            auction, decisions = bid_out(self.bidders[side], deal, start)
            heard.append(auction)
            practising = (side, side.other) if alike else (side,)
            turns = (self.wanted.turn(auction, decisions, seats) for seats in practising)
            turn = next((turn for turn in turns if turn is not None), None)
            if turn is not None:
                exercises.append(Exercise(deal, auction, decisions, turn))
                self.step()
            hopeless = number >= BOARDS // 4 and len(exercises) * BOARDS < count * number
            if len(exercises) == count or hopeless:
                break
        return exercises, heard

    def _by_search(
        self,
        count: int,
        vulnerability: BySide,
        heard: list[Auction],
        generator: np.random.Generator,
    ) -> list[Exercise]:
        """Draw deals for positions in which the rule calls, each as often as it comes up."""
        search = self._search(vulnerability)
        sources: list[tuple[Spot, _Source]] = []
        for spot in search.spots(heard, _WALKS):
            if self.wanted.opponents.barred(spot.auction):
                continue
            source = _Source(sampler_for(spot.view, spot.node), generator)
            if source.probability(count):
                sources.append((spot, source))
            if len(sources) == SPOTS:
                break
        if not sources:
            self.why = _unreached(search)
            return []
        exercises = self._shared_out(count, sources, generator)
        if len(exercises) < count:
            self.why = f"the deals drawn for {len(sources)} positions of the rule were not enough"
        return exercises

    def _shared_out(
        self, count: int, sources: list[tuple[Spot, _Source]], generator: np.random.Generator
    ) -> list[Exercise]:
        """Take deals of each source by its probability; what one lacks the others make up."""
        weights = np.array([source.probability(count) for _, source in sources])
        shares = generator.multinomial(count, weights / weights.sum()).tolist()
        exercises: list[Exercise] = []
        order = sorted(zip(shares, sources, strict=True), key=lambda pair: pair[0])
        asked = 0
        for share, (spot, source) in order:
            asked += share
            exercises += self._drawn(asked - len(exercises), source, spot.auction)
        return exercises

    def _search(self, vulnerability: BySide) -> SpotSearch:
        assert self.wanted.rule is not None
        random = Random(f"{self.seed} {vulnerability} search")
        return SpotSearch(self.bidders, self.wanted.rule, vulnerability, random)


class _Source:
    """Deals of one sampler, drawn as far as they are asked for."""

    def __init__(self, sampler: Sampler, generator: np.random.Generator) -> None:
        self._sampler, self._generator = sampler, generator
        self._trial: Sample | None = None
        self._last: Sample | None = None
        self._drawn = 0

    def probability(self, count: int) -> float:
        """Return the share of all deals that fit, estimated from a quick sample of `count`."""
        if self._trial is None:
            self._trial = self._next(count, _TRIAL, 0.0)
        return self._trial.probability

    def deals(self, count: int) -> Iterator[Deal]:
        """Yield deals: first those that the estimate is from, then some rounds of more."""
        if self._trial is not None:
            yield from self._trial
        for _ in range(_ROUNDS):
            sample = self._next(count, _EFFORT, _PROOF)
            yield from sample
            if not len(sample):
                return

    def _next(self, count: int, effort: int, proof_seconds: float) -> Sample:
        self._last = self._sampler.sample(
            self._generator, max(count, 1), effort=effort, proof_seconds=proof_seconds
        )
        self._drawn += len(self._last)
        return self._last

    def why(self, fits: str, kept: int) -> str:
        """Say why these deals, of which some were kept, were not enough."""
        if self._last is not None and self._last.status is SampleStatus.NONE:
            return f"it is proved that no {fits}"
        if not self._drawn:
            return f"no {fits} among {_EFFORT:,} proposals"
        return f"of {self._drawn} deals that were drawn and bid, only {kept} are as wanted"


def contradiction(view: View) -> str:
    """Say which call no hand makes with its seat's calls before it; empty when each has some."""
    for record in view.records:
        if record.relaxed:
            made = f"call {record.index + 1}, {record.call}"
            return f"no hand of {record.seat.word} makes {made}, by the rules"
    return ""


def _unreached(search: SpotSearch) -> str:
    """Say why no deal uses a rule."""
    if not search.applies:
        return f"the rule applies in none of {search.looked} positions looked at"
    return f"no hand calls by the rule in any of the {search.applies} positions found for it"


def sampler_for(view: View, node: Bool) -> Sampler:
    """Return the sampler of an auction; the caller's hand has to satisfy a condition, too."""
    constraints = {}
    for seat, player in zip(Seat, view.players, strict=True):
        more = node if seat is view.caller_seat else TRUE
        constraints[seat] = Constraint(player.shown.mask, all_of([player.shown.node(), more]))
    return Sampler(constraints)


def bid_out(bidder: Bidder, deal: Deal, start: Auction) -> tuple[Auction, tuple[ChosenCall, ...]]:
    """Return the whole auction of four hands, and how each call after `start` was decided."""
    auction = start
    decisions: list[ChosenCall] = []
    while not auction.ended:
        decisions.append(bidder.choose(deal[auction.turn], auction))
        auction = auction.after(decisions[-1].call)
    return auction, tuple(decisions)

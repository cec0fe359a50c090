"""A table of two systems, to be asked: what to bid, what calls show, deals that fit, a card."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from dowager.api.arguments import (
    CallsLike,
    CardsLike,
    DealLike,
    HandLike,
    PartScoresLike,
    ScoringLike,
    SeatLike,
    SystemLike,
    VulnerabilityLike,
    as_auction,
    as_cards,
    as_deal,
    as_hand,
    as_scoring,
    as_seat,
    as_system,
)
from dowager.api.decision import Decision, decision_of
from dowager.auction import NO_PART_SCORES, Auction
from dowager.bidder import Bidder, Disclosed
from dowager.cards import Deal, Hand, Seat, Side
from dowager.errors import InputError
from dowager.language.compile import System

# What a decision does not need is imported by the methods that do, so that `dowager bid` starts
# quickly.
if TYPE_CHECKING:
    from dowager.api.card_choice import CardChoice
    from dowager.api.inference import Inference
    from dowager.judgement import Judge
    from dowager.knowledge.readings import Reading

Alerts = Mapping[int, str]
"""The texts of alerts by the index of the call, from 0."""


class Table:
    """Two systems at a table; everything that can be asked of an auction between them.

    Hands are written `S.H.D.C`, spades first; calls `P X XX 1C ... 7NT`, from the dealer on; seats
    `N E S W`; vulnerability `none ns ew both`, part scores
    `ns=60,ew=40` or `(60, 40)`. Values of the package's own classes do as well.
    What has been understood of an auction is kept, so that the next question about it is quick.

    Args:
        system: the system of North-South: a loaded one, a name, or a path.
        opponents: that of East-West; the same one when None.
        scoring: what boards are scored by, `imps` or `mp`; when None, what an auction says, and
            IMPs if only its calls are given.

    Raises:
        InputError: there is no such system, or no such form of scoring.
        SystemFaults: something is wrong in its files.
    """

    def __init__(
        self,
        system: SystemLike,
        opponents: SystemLike | None = None,
        *,
        scoring: ScoringLike | None = None,
    ) -> None:
        north_south = as_system(system)
        east_west = north_south if opponents is None else as_system(opponents)
        self.bidder = Bidder(north_south, east_west)
        self._scoring = None if scoring is None else as_scoring(scoring)
        self._judges: dict[Reading, Judge] = {}

    @property
    def systems(self) -> tuple[System, System]:
        """The systems of North-South and East-West."""
        return self.bidder.systems

    def _auction(
        self,
        calls: CallsLike,
        dealer: SeatLike,
        vulnerability: VulnerabilityLike,
        part_scores: PartScoresLike,
    ) -> Auction:
        """Return the auction that is asked about, with this table's form of scoring."""
        auction = as_auction(calls, dealer, vulnerability, part_scores)
        return auction if self._scoring is None else replace(auction, scoring=self._scoring)

    def bid(
        self,
        hand: HandLike,
        calls: CallsLike = (),
        *,
        dealer: SeatLike = Seat.NORTH,
        vul: VulnerabilityLike = "none",
        part_scores: PartScoresLike = NO_PART_SCORES,
        alerts: Alerts | None = None,
        judge: float = 0.0,
        reading: str = "",
    ) -> Decision:
        """Return the call that the seat to call makes with a hand, and the rule behind it.

        With judgement, calls that the hand nearly makes are tried on deals that agree with the
        auction: docs/explanation/judgement.md. With enough time it decides the same each time.

        Args:
            hand: the hand of the seat to call.
            calls: the calls so far, or an auction (which knows dealer, vulnerability and part
                scores).
            dealer: who dealt.
            vul: who is vulnerable.
            part_scores: what each side has below the line in a rubber.
            alerts: what the opponents said of their calls.
            judge: seconds for judgement; 0 for the rules' own call.
            reading: how far judgement believes the opponents' calls: `tolerant` ..., or by side,
                `them=tolerant`; exactly without it. Partner, who may judge too, is read as
                `judged`.

        Raises:
            InputError: an argument is wrong, or the auction has ended.
        """
        auction, thirteen = self._auction(calls, dealer, vul, part_scores), as_hand(hand)
        chosen = self.bidder.choose(thirteen, auction, _disclosed(alerts))
        if judge <= 0:
            return decision_of(chosen, thirteen, chosen.call)
        from dowager.play import Budget

        budget = Budget(judge, time.monotonic)
        judged = self._judge(reading, auction.turn.side).judge(chosen.view, thirteen, budget)
        made = chosen if judged is None else judged.chosen(chosen.view)
        return decision_of(made, thirteen, chosen.call, judged)

    def _judge(self, reading: str, us: Side) -> Judge:
        """Return the judge for a side, and for how far it believes the other; it is kept."""
        from dowager.judgement import Judge
        from dowager.knowledge.readings import EXACT, named_readings

        theirs = named_readings(reading, us).get(us.other, EXACT)
        if theirs not in self._judges:
            self._judges[theirs] = Judge(theirs=theirs)
        return self._judges[theirs]

    def infer(
        self,
        calls: CallsLike,
        *,
        dealer: SeatLike = Seat.NORTH,
        vul: VulnerabilityLike = "none",
        part_scores: PartScoresLike = NO_PART_SCORES,
        seat: SeatLike | None = None,
        hand: HandLike | None = None,
        alerts: Alerts | None = None,
        reading: str = "exact",
    ) -> Inference:
        """Return what an auction has shown: of every hand, and by each call.

        Args:
            calls: the calls so far, or an auction.
            dealer: who dealt.
            vul: who is vulnerable.
            part_scores: what each side has below the line in a rubber.
            seat: the seat that asks; everybody, when None.
            hand: the hand that it holds.
            alerts: what was said of calls.
            reading: how far calls are believed: `exact`, `tolerant` ..., or by side:
                `ns=exact,ew=tolerant`.

        Raises:
            InputError: an argument is wrong, or a hand comes without its seat.
        """
        from dowager.api.inference import Inference
        from dowager.knowledge.readings import parse_readings

        auction = self._auction(calls, dealer, vul, part_scores)
        views = [self.bidder.view(part, _disclosed(alerts)) for part in auction.prefixes()]
        return Inference(tuple(views), _known(seat, hand), parse_readings(reading))

    def deals(
        self,
        calls: CallsLike = (),
        count: int = 1,
        *,
        dealer: SeatLike = Seat.NORTH,
        vul: VulnerabilityLike = "none",
        part_scores: PartScoresLike = NO_PART_SCORES,
        seat: SeatLike | None = None,
        hand: HandLike | None = None,
        seed: int | None = None,
        reading: str = "exact",
        where: str = "",
    ) -> list[Deal]:
        """Return deals that fit an auction, independent, and uniform or as the reading says.

        Args:
            calls: the calls so far, or an auction.
            count: how many deals.
            dealer: who dealt.
            vul: who is vulnerable.
            part_scores: what each side has below the line in a rubber.
            seat: the seat whose hand is known.
            hand: that hand.
            seed: for the same deals again.
            reading: how far calls are believed, as for `infer`.
            where: further conditions: `N: balanced and hcp in 15..17; E+W: S <= 7`.

        Returns:
            The deals; fewer than asked for when they are too rare, none when none fits.

        Raises:
            InputError: an argument is wrong, or a hand comes without its seat.
        """
        from dowager.api.inference import Inference
        from dowager.knowledge.readings import parse_readings

        view = self.bidder.view(self._auction(calls, dealer, vul, part_scores))
        inference = Inference((view,), _known(seat, hand), parse_readings(reading))
        return inference.deals(count, seed, where)

    def auction(
        self,
        deal: DealLike,
        calls: CallsLike = (),
        *,
        dealer: SeatLike = Seat.NORTH,
        vul: VulnerabilityLike = "none",
        part_scores: PartScoresLike = NO_PART_SCORES,
    ) -> Auction:
        """Return the whole auction of four hands.

        Args:
            deal: the deal, or a board (which knows dealer, vulnerability and part scores).
            calls: calls to start from.
            dealer: who dealt.
            vul: who is vulnerable.
            part_scores: what each side has below the line in a rubber.

        Raises:
            InputError: an argument is wrong, or the deal is not complete.
        """
        from dowager.formats import Board

        if isinstance(deal, Board):
            dealer, vul, part_scores = deal.dealer, deal.vulnerability, deal.part_scores
        return self.bidder.bid(as_deal(deal), self._auction(calls, dealer, vul, part_scores))

    def play(
        self,
        hand: HandLike,
        calls: CallsLike,
        cards: CardsLike = (),
        *,
        dummy: HandLike | None = None,
        dealer: SeatLike = Seat.NORTH,
        vul: VulnerabilityLike = "none",
        part_scores: PartScoresLike = NO_PART_SCORES,
        alerts: Alerts | None = None,
        seconds: float = 5.0,
        reading: str = "exact",
    ) -> CardChoice:
        """Return the card to play next, from the hand or, for declarer, from dummy.

        Args:
            hand: the thirteen cards of the player whose turn it is; of declarer at dummy's turn.
            calls: the whole auction.
            cards: the cards played so far, the opening lead first: `HQ H2 HK`.
            dummy: dummy's thirteen cards; None before the opening lead.
            dealer: who dealt.
            vul: who is vulnerable.
            part_scores: what each side has below the line in a rubber.
            alerts: what was said of calls.
            seconds: about how long to think; 0 for a card at once.
            reading: how far calls are believed, as for `infer`.

        Raises:
            InputError: an argument is wrong, the board was passed out, or the play is over.
        """
        from dowager.api.card_choice import card_choice
        from dowager.knowledge.readings import parse_readings

        auction = self._auction(calls, dealer, vul, part_scores)
        if not auction.ended or auction.contract is None:
            raise InputError(f"there is nothing to play after: {auction}")
        view = self.bidder.view(auction, _disclosed(alerts))
        seen, played = None if dummy is None else as_hand(dummy), as_cards(cards)
        both = parse_readings(reading)
        return card_choice(view, as_hand(hand), seen, played, seconds, time.monotonic, both)


def _known(seat: SeatLike | None, hand: HandLike | None) -> dict[Seat, Hand]:
    if hand is None:
        return {}
    if seat is None:
        raise InputError("a hand needs its seat: say whose it is")
    return {as_seat(seat): as_hand(hand)}


def _disclosed(alerts: Alerts | None) -> Disclosed | None:
    if not alerts:
        return None
    from dowager.alerts import read_alert

    return {index: read_alert(text).node() for index, text in alerts.items()}

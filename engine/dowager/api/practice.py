"""Deals for practice: in which an auction comes about, or a rule is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, overload

import numpy as np

from dowager.api.arguments import (
    CallsLike,
    SeatLike,
    SystemLike,
    VulnerabilityLike,
    as_auction,
    as_seat,
    as_system,
)
from dowager.auction import Auction, Call
from dowager.authoring.frequency import frequency
from dowager.authoring.practice import (
    Bidders,
    Drill,
    Opponents,
    Practised,
    Seating,
    Wanted,
    board_of,
    practised,
    rule_named,
)
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board
from dowager.language.compile import Rule

MannerLike: TypeAlias = Opponents | Literal["any", "silent", "interfering"]


@dataclass(frozen=True, slots=True)
class PracticeDeal:
    """A deal to practise.

    Attributes:
        board: the deal with its whole auction, as a board of a file.
        turn: the index of the call that is practised; None when the auction ended before it.
        seat: who makes that call, or None.
        call: that call, or None.
        name: the name of the rule that makes it; empty without one.
        rule: that rule's `file:line`; empty without one.
    """

    board: Board
    turn: int | None
    seat: Seat | None
    call: Call | None
    name: str
    rule: str


@dataclass(frozen=True, slots=True, eq=False)
class Practice(Sequence[PracticeDeal]):
    """Deals for practice, by their numbers.

    Attributes:
        why: if there are fewer deals than asked for, the reason; else empty.
        bidders: what bid them: North-South and East-West playing the practised system.
        exercises: the deals as the authors' tools know them.
    """

    why: str
    bidders: Bidders
    exercises: tuple[Practised, ...]

    @property
    def boards(self) -> list[Board]:
        """The deals as boards with auctions, to be written to a file."""
        return [board_of(deal.seated, deal.number) for deal in self.exercises]

    def __len__(self) -> int:
        return len(self.exercises)

    def __iter__(self) -> Iterator[PracticeDeal]:
        return map(_practice_deal, self.exercises)

    @overload
    def __getitem__(self, index: int) -> PracticeDeal: ...
    @overload
    def __getitem__(self, index: slice) -> list[PracticeDeal]: ...
    def __getitem__(self, index: int | slice) -> PracticeDeal | list[PracticeDeal]:
        if isinstance(index, slice):
            return [_practice_deal(deal) for deal in self.exercises[index]]
        return _practice_deal(self.exercises[index])


def practice(
    system: SystemLike,
    calls: CallsLike | None = None,
    *,
    rule: str | None = None,
    count: int = 8,
    dealer: SeatLike = Seat.NORTH,
    vul: VulnerabilityLike = "none",
    opponents: SystemLike | None = None,
    seat: SeatLike | None = None,
    rotate: bool = False,
    they: MannerLike = "any",
    seed: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> Practice:
    """Return deals, bid at all four seats, in which an auction comes about or a rule is used.

    With `calls`, the deals are uniform over all in which the auction comes about.

    Args:
        system: the practised system: a loaded one, a name or a path.
        calls: the auction up to the call that is practised; None for any.
        rule: the rule that makes the practised call: `file:line`, its name or a part of it, or its
            call as the rule writes it; None for any.
        count: how many deals.
        dealer: who deals, unless `rotate` or `seat` decides it.
        vul: who is vulnerable, unless `rotate` decides it.
        opponents: the other side's system; the same one when None.
        seat: who makes the practised call; None for whoever's turn it is.
        rotate: whether dealer and vulnerability go round with the boards (Law 2).
        they: whether the other side passes throughout (`silent`) or does not (`interfering`).
        seed: the same seed gives the same deals.
        progress: called for each deal.

    Returns:
        The deals; `why` says why there are fewer than asked for.

    Raises:
        InputError: an argument is wrong, or no rule, or more than one, has that name.
        SystemFaults: a system cannot be loaded.
    """
    auction = as_auction(() if calls is None else calls, dealer, vul)
    bidders = _bidders(system, opponents)
    wanted = _wanted(None if calls is None else auction, bidders, rule, _manner(they))
    practising = None if seat is None else as_seat(seat)
    drill = Drill(bidders, wanted, seed, progress)
    seating = Seating(auction.dealer, auction.vulnerability, rotate, practising)
    exercises = tuple(practised(drill, seating, count))
    return Practice(drill.why if len(exercises) < count else "", bidders, exercises)


def _manner(they: MannerLike) -> Opponents:
    try:
        return Opponents(they)
    except ValueError:
        words = ", ".join(manner.value for manner in Opponents)
        raise InputError(f"no opponents {they!r}; write one of: {words}") from None


def _bidders(system: SystemLike, opponents: SystemLike | None) -> Bidders:
    ours = as_system(system)
    theirs = ours if opponents is None else as_system(opponents)
    north_south = Bidder(ours, theirs)
    return north_south, north_south if theirs is ours else Bidder(theirs, ours)


def _wanted(
    auction: Auction | None, bidders: Bidders, named: str | None, manner: Opponents
) -> Wanted:
    if auction is None and named is None:
        raise InputError("say what to practise: an auction, or a rule")
    if auction is not None and manner.barred(auction):
        raise InputError("silent opponents pass, but in these calls they do not")
    rule = None if named is None else _rule(auction, bidders, named)
    return Wanted(None if auction is None else auction.calls, rule, manner)


def _rule(auction: Auction | None, bidders: Bidders, named: str) -> Rule:
    """Return the rule that is named; after an auction, one by which some hand calls there."""
    system = bidders[0].systems[0]
    if auction is None:
        return rule_named(system, named)
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidders[auction.turn.side].view(auction)
    calls = frequency(view, np.random.default_rng(0)).calls
    used = {rule.location for call in calls for rule in call.rules if rule.share.value}
    return rule_named(system, named, used)


def _practice_deal(deal: Practised) -> PracticeDeal:
    exercise = deal.seated
    decision = exercise.decision
    board = board_of(exercise, deal.number)
    if decision is None:
        return PracticeDeal(board, None, None, None, "", "")
    seat = exercise.before.turn
    return PracticeDeal(board, exercise.turn, seat, decision.call, decision.name, decision.location)

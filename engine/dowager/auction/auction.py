"""The auction and its laws: whose turn it is, what is legal, when it ends (Laws 17 to 22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dowager.auction.call import CALLS, Call
from dowager.auction.contract import Contract, Doubled
from dowager.auction.part_scores import NO_PART_SCORES, checked_part_scores
from dowager.auction.scoring import BySide, Scoring
from dowager.auction.vulnerability import Vulnerability
from dowager.cards import Seat
from dowager.errors import InputError


@dataclass(frozen=True, slots=True)
class Auction:
    """A legal auction so far; `after` returns a longer one and refuses an illegal call.

    Attributes:
        dealer: who dealt.
        vulnerability: who is vulnerable.
        calls: the calls so far.
        scoring: what the board's score will be compared by.
        part_scores: in a rubber, what each side has below the line towards the next game.
    """

    dealer: Seat
    vulnerability: Vulnerability = Vulnerability.NONE
    calls: tuple[Call, ...] = ()
    scoring: Scoring = Scoring.IMPS
    part_scores: BySide = NO_PART_SCORES

    @property
    def turn(self) -> Seat:
        """The seat to call next; after the end, the seat that would be."""
        return self.dealer.plus(len(self.calls))

    def seat_of(self, index: int) -> Seat:
        """Return the seat that made, or would make, call number `index`, from 0."""
        return self.dealer.plus(index)

    def before(self, index: int) -> Auction:
        """Return the auction as it was before call number `index`, from 0."""
        return self._with(self.calls[:index])

    def prefixes(self) -> Iterator[Auction]:
        """Yield the auction before each call, the earliest first, and last the auction itself."""
        return map(self.before, range(len(self.calls) + 1))

    @property
    def first_bid(self) -> int:
        """The index of the first bid; the number of calls when nobody has bid."""
        bids = (index for index, call in enumerate(self.calls) if call >= Call.C1)
        return next(bids, len(self.calls))

    @property
    def last_bid(self) -> int | None:
        """The index of the last bid, or None when there is none."""
        for index in range(len(self.calls) - 1, -1, -1):
            if self.calls[index] >= Call.C1:
                return index
        return None

    @property
    def passes(self) -> int:
        """How many passes there have been since the last call that was not a pass."""
        for count, call in enumerate(reversed(self.calls)):
            if call is not Call.PASS:
                return count
        return len(self.calls)

    @property
    def doubled(self) -> Doubled:
        """The doubled state of the last bid."""
        for call in reversed(self.calls):
            if call is Call.REDOUBLE:
                return Doubled.REDOUBLED
            if call is Call.DOUBLE:
                return Doubled.DOUBLED
            if call is not Call.PASS:
                break
        return Doubled.UNDOUBLED

    @property
    def ended(self) -> bool:
        """Whether three passes have followed a call, or four passes opened the auction (Law 22)."""
        calls = self.calls
        return len(calls) >= 4 and calls[-1] == calls[-2] == calls[-3] == Call.PASS

    @property
    def legal_mask(self) -> int:
        """The calls that the seat to call may make, one bit each by number (Laws 18, 19).

        0 when the auction has ended.
        """
        if self.ended:
            return 0
        index = self.last_bid
        if index is None:
            return _ANY_BID
        theirs = self.seat_of(index).side is not self.turn.side
        higher = _HIGHER[self.calls[index]]
        match self.doubled:
            case Doubled.UNDOUBLED if theirs:
                return higher | _DOUBLE
            case Doubled.DOUBLED if not theirs:
                return higher | _REDOUBLE
            case _:
                return higher

    def is_legal(self, call: Call) -> bool:
        """Whether the seat to call may make a call (Laws 18, 19); always false after the end."""
        return bool(self.legal_mask >> call & 1)

    def legal_calls(self) -> tuple[Call, ...]:
        """Return every legal call, in the order of their numbers."""
        mask = self.legal_mask
        return tuple(call for call in CALLS if mask >> call & 1)

    def after(self, call: Call) -> Auction:
        """Return the auction after one more call.

        Raises:
            InputError: the call is not legal.
        """
        if not self.is_legal(call):
            raise InputError(f"{call} by {self.turn.word} is not legal after: {self}")
        return self._with((*self.calls, call))

    def _with(self, calls: tuple[Call, ...]) -> Auction:
        """Return the same auction with other calls."""
        return Auction(self.dealer, self.vulnerability, calls, self.scoring, self.part_scores)

    @property
    def contract(self) -> Contract | None:
        """The contract if the auction ended here; None when nobody has bid.

        Declarer is the player of the side who first bid the strain (Law 22).
        """
        index = self.last_bid
        if index is None:
            return None
        bid = self.calls[index]
        for first in range(index % 2, index + 1, 2):
            if self.calls[first] >= Call.C1 and self.calls[first].strain == bid.strain:
                break
        return Contract(bid.level, bid.strain, self.doubled, self.seat_of(first))

    def __str__(self) -> str:
        """Return the calls, `1NT P 3NT`, or `(no calls)`."""
        return " ".join(str(call) for call in self.calls) or "(no calls)"

    @classmethod
    def of_calls(
        cls,
        dealer: Seat,
        vulnerability: Vulnerability,
        calls: Iterable[Call],
        scoring: Scoring = Scoring.IMPS,
        part_scores: BySide = NO_PART_SCORES,
    ) -> Auction:
        """Return the auction of some calls, checking each.

        Raises:
            InputError: a call is not legal, and the message says which; or a part score cannot be.
        """
        auction = cls(dealer, vulnerability, (), scoring, checked_part_scores(part_scores))
        if any(part_scores) and scoring is Scoring.MATCHPOINTS:
            raise InputError("part scores belong to a rubber, which is not scored by matchpoints")
        for number, call in enumerate(calls, 1):
            if auction.ended:
                raise InputError(f"call {number}, {call}, comes after the auction has ended")
            if not auction.is_legal(call):
                raise InputError(
                    f"call {number}, {call} by {auction.turn.word}, is not legal after: {auction}"
                )
            auction = auction._with((*auction.calls, call))
        return auction


_PASS, _DOUBLE, _REDOUBLE = (1 << int(call) for call in CALLS[:3])
_ANY_BID = _PASS | sum(1 << int(call) for call in CALLS[3:])
_HIGHER = tuple(_PASS | sum(1 << int(call) for call in CALLS[3:] if call > bid) for bid in CALLS)
"""A pass and the bids above each call."""

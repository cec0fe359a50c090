"""Taking a call or a card back: whoever wants it asks, and every other person has to agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.net import Host
from dowager.table import LiveBoard
from dowager.web.play.room_plan import Sitter
from dowager.web.play.room_seat import RoomSeat


@dataclass(slots=True)
class _Wish:
    """What somebody wants to take back: the actions of a board from `index` on."""

    seat: Seat
    index: int
    agreed: set[Seat] = field(default_factory=set)


class TakingBack:
    """What is asked to be taken back at a table.

    Args:
        seats: the seats of people and robots; robots always agree.
        host: keeps the table.
    """

    def __init__(self, seats: Mapping[Seat, RoomSeat], host: Host) -> None:
        self._seats, self._host = seats, host
        self._wish: _Wish | None = None

    def ask(self, seat: RoomSeat, board: LiveBoard | None) -> None:
        """Ask to take a person's own last action back, and all after it.

        Raises:
            InputError: the person has done nothing on this board.
        """
        makers = [] if board is None else board.makers
        own = [index for index, maker in enumerate(makers) if maker is seat.seat]
        if not own:
            raise InputError("you have done nothing on this board that could be taken back")
        self._wish = _Wish(seat.seat, own[-1], {seat.seat})
        self._settle()

    def answer(self, seat: RoomSeat, agrees: bool) -> None:
        """Take a person's answer."""
        if self._wish is None:
            return
        if not agrees:
            self._wish = None
            return
        self._wish.agreed.add(seat.seat)
        self._settle()

    def _settle(self) -> None:
        """Take back what everybody agrees to."""
        wish = self._wish
        assert wish is not None
        if self._asked() - wish.agreed:
            return
        self._wish = None
        for seat in self._seats.values():
            seat.thinks_of, seat.claimed = None, -1
        self._host.take_back(wish.index)

    def _asked(self) -> set[Seat]:
        """Return the seats of the people who are here."""
        people = [seat for seat in self._seats.values() if seat.sitter is Sitter.PERSON]
        return {seat.seat for seat in people if seat.shows}

    def forget(self) -> None:
        """Forget what was asked: the board is over."""
        self._wish = None

    def shown(self, seat: RoomSeat) -> dict[str, Any] | None:
        """Return who asks, and whether this person has still to answer; None for nothing."""
        if self._wish is None:
            return None
        return {"by": self._wish.seat.letter, "asked": seat.seat not in self._wish.agreed}

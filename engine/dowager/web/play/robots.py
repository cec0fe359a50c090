"""The robots of a room: each asks a process that thinks, with what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any

from dowager.cards import Seat, Side, card_name
from dowager.errors import DowagerError
from dowager.services.robot_rooms import seen_by
from dowager.table import Awaited, Duty, LiveBoard
from dowager.web.play.room_plan import RoomPlan, Sitter
from dowager.web.play.room_seat import RoomSeat
from dowager.web.site import Site

_SECONDS = 60.0


class RoomRobots:
    """Lets robots act whose turn it is.

    Args:
        site: what thinks.
        plan: what is played.
        seats: the seats of people and robots.
        claims: whether a claim would be taken now.
        report: takes what goes wrong, for the people.
    """

    def __init__(
        self,
        site: Site,
        plan: RoomPlan,
        seats: Mapping[Seat, RoomSeat],
        claims: Callable[[], bool],
        report: Callable[[str], None],
    ) -> None:
        self._site, self._plan, self._seats = site, plan, seats
        self._claims, self._report = claims, report
        others = {seat.side for seat in Seat if plan.sitters[seat] is not Sitter.ROBOT}
        north_south, east_west = ("tolerant" if side in others else "exact" for side in Side)
        self._reading = f"ns={north_south},ew={east_west}"

    def due(
        self, board: LiveBoard | None, awaited: Mapping[Seat, Awaited]
    ) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield what robots have to think about now and do not think about yet.

        Args:
            board: the board in progress.
            awaited: whom the table waits for.
        """
        if board is None:
            return
        for seat in self._seats.values():
            if not seat.by_robot or seat.conversation is None:
                continue
            claimer, position = seat.conversation.claimer, (board, len(board.makers))
            if claimer is not None and seat.thinks_of != (*position, claimer):
                seat.thinks_of = (*position, claimer)
                yield self._answer_claim(seat, board, claimer)
            elif claimer is None and _acts(seat, awaited) and seat.thinks_of != position:
                seat.thinks_of = position
                yield self._act(seat, board)

    def question(self, board: LiveBoard, seat: Seat) -> dict[str, Any]:
        """Return a board as a seat sees it, with the systems that are played."""
        return seen_by(board, seat) | {
            "system": self._plan.system(seat.side),
            "opponents": self._plan.system(seat.side.other),
            "scoring": self._plan.score.scoring.word,
            "reading": self._reading,
        }

    async def _act(self, seat: RoomSeat, board: LiveBoard) -> None:
        actions = len(board.makers)
        limits = {"seconds": self._plan.seconds, "judge": self._plan.judge}
        fields = self.question(board, seat.seat) | limits
        try:
            done = await self._site.ask("act", fields, "robots", _SECONDS)
        except DowagerError as error:
            self._report(f"{seat.seat.word}'s robot plays safe: {error}")
            done = _safe(board)
        if len(board.makers) != actions or not seat.by_robot:
            return  # taken back meanwhile, or the person is there again
        if "call" in done:
            seat.say(call=done["call"], alert=done["alert"])
        elif done["claims"] and self._claims() and seat.claimed != actions:
            seat.claimed = actions
            seat.thinks_of = None  # when the claim is rejected, it plays on
            seat.say(claim=True)
        else:
            assert board.play is not None
            seat.say(card=done["card"], hands=[board.play.turn.letter])

    async def _answer_claim(self, seat: RoomSeat, board: LiveBoard, claimer: Seat) -> None:
        fields = self.question(board, seat.seat)
        fields |= {"claimer": claimer.letter, "claimed": str(board.deal[claimer])}
        try:
            answer = await self._site.ask("answer_claim", fields, "robots", _SECONDS)
        except DowagerError:
            answer = {"accepts": False}
        seat.say(claimer=claimer.letter, accepts=answer["accepts"])


def _acts(seat: RoomSeat, awaited: Mapping[Seat, Awaited]) -> bool:
    mine = awaited.get(seat.seat)
    return mine is not None and mine.duty is Duty.ACT


def _safe(board: LiveBoard) -> dict[str, Any]:
    """Return what is always legal, if not good."""
    if board.play is None:
        return {"call": "P", "alert": None}
    lowest = board.play.legal(board.deal[board.play.turn])[0]
    return {"card": card_name(lowest), "claims": False}

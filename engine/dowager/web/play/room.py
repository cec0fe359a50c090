"""A room: one table, the people at it, and the robots that play with them.

The table itself is an ordinary one, kept by a `Host`; people and robots of ours sit at it by lines
within this process, programs by a port. Whatever happens, each person is sent a new picture.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from secrets import compare_digest
from typing import Any

from dowager.auction import parse_call
from dowager.cards import Seat, Side, card_name, cards_of, parse_card
from dowager.errors import InputError
from dowager.formats import Board, Tag
from dowager.net import Handlers, Host, HostOptions, WireLog
from dowager.table import BoardFinished, LiveBoard, TableManager, TableOptions, faults_tags
from dowager.web.play.comparing import compare, side_total
from dowager.web.play.local_seat import SeatLine
from dowager.web.play.picture import board_picture, finished_picture, in_brief
from dowager.web.play.robots import RoomRobots
from dowager.web.play.room_boards import RoomBoards, RoomRubber
from dowager.web.play.room_plan import RoomPlan, Score, Sitter
from dowager.web.play.room_programs import RoomPrograms
from dowager.web.play.room_seat import RoomSeat, Show
from dowager.web.play.taking_back import TakingBack
from dowager.web.serve_options import BRAIN_SECONDS
from dowager.web.site import Site

_log = logging.getLogger(__name__)


class Room:
    """A table and the people at it.

    Args:
        site: what thinks.
        number: what its address ends with.
        plan: what is played, and by whom.
        chosen: the boards; random ones when None.

    Attributes:
        seats: the seats of people and robots.
        visited: when a person last looked at the room, by a clock in seconds.
    """

    def __init__(
        self, site: Site, number: str, plan: RoomPlan, chosen: Sequence[Board] | None = None
    ) -> None:
        self.number, self.plan = number, plan
        self.visited = time.monotonic()
        rubber = plan.score is Score.RUBBER
        self._boards = RoomRubber(chosen) if rubber else RoomBoards(chosen)
        self._site = site
        self._manager = TableManager(
            self._boards, TableOptions(trick_pause=plan.pause, claims=True), self._boards.score
        )
        local = [seat for seat in Seat if plan.sitters[seat] in (Sitter.PERSON, Sitter.ROBOT)]
        self.seats = {seat: RoomSeat(seat, plan.sitters[seat]) for seat in local}
        self._programs = RoomPrograms(site.options, number, plan, self._report, self._fail)
        self._host = Host(
            self._manager,
            HostOptions(
                self._programs.doors,
                site.options.host,
                gap=0,
                act=BRAIN_SECONDS,
                ready=BRAIN_SECONDS,
                unhurried=frozenset(Seat) - self._programs.brains,
            ),
            Handlers(
                self._report,
                self._finish,
                opened=self._open,
                left=self._left,
                missed=self._programs.missed,
            ),
            WireLog(None),
        )
        self._robots = RoomRobots(site, plan, self.seats, self._takes_claims, self._say)
        self._back = TakingBack(self.seats, self._host)
        self._finished: list[dict[str, Any]] = []
        self._records: list[Board] = []
        self._again: set[int] = set()
        self._note = ""
        self._new, self._closed = asyncio.Event(), asyncio.Event()
        self._ended = False
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- the room's life ---------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep the table, and show its last board, until the room is closed."""
        for seat in self.seats.values():
            if seat.sitter is Sitter.ROBOT:
                await self._sit(seat, "robot")
        self._keep(self._look())
        try:
            self._say(await self._host.run())
            self._ended = True
            await self._closed.wait()
        finally:
            for task in self._tasks:
                task.cancel()
            for seat in self.seats.values():
                if seat.line is not None:
                    seat.line.close()
            await self._programs.close()

    def close(self, why: str) -> None:
        """End the room."""
        self._host.stop(why)
        self._closed.set()

    @property
    def deserted(self) -> bool:
        """Whether no browser shows the room."""
        return not any(seat.shows for seat in self.seats.values())

    @property
    def records(self) -> list[Board]:
        """The boards that are over."""
        return list(self._records)

    @property
    def board(self) -> LiveBoard | None:
        """The board in progress, if any."""
        return self._manager.session.board

    def question(self, board: LiveBoard, seat: Seat) -> dict[str, Any]:
        """Return a question about a board, with all that a seat may know of it."""
        return self._robots.question(board, seat)

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _report(self, text: str) -> None:
        _log.debug("table %s: %s", self.number, text)
        self._new.set()

    def _say(self, text: str) -> None:
        """Let everybody know of something that has gone wrong."""
        self._note = text
        self._new.set()

    def _open(self, ports: Sequence[int]) -> None:
        self._programs.opened(ports)
        self._programs.start(self._host)
        self._new.set()

    def _fail(self, why: str) -> None:
        """End the table before its time: a brain of it cannot play."""
        self._host.stop(why)

    def _takes_claims(self) -> bool:
        return self._manager.session.takes_claims

    def _left(self, seat: Seat) -> None:
        self._new.set()

    async def _sit(self, seat: RoomSeat, name: str) -> None:
        """Give somebody a seat of the table."""
        seat.line, served = await SeatLine.open(self._host.serve, seat.door())
        self._tasks.add(served)
        served.add_done_callback(self._tasks.discard)
        seat.say(sit=seat.seat.letter, name=f"{name} {seat.seat.letter}")
        self._keep(self._hear(seat.line))

    async def _hear(self, line: SeatLine) -> None:
        with suppress(OSError):
            while await line.heard():
                self._new.set()

    # -- people ------------------------------------------------------------------------------------

    async def join(self, letter: str, name: str) -> RoomSeat:
        """Give a person a seat that is kept for people; an empty letter means any.

        Raises:
            InputError: there is none.
        """
        wanted = Seat.parse(letter) if letter else None
        free = [seat for seat in self.seats.values() if seat.sitter is Sitter.PERSON]
        free = [seat for seat in free if not seat.taken and wanted in (None, seat.seat)]
        if not free:
            raise InputError("that seat is taken" if wanted is not None else "no seat is free")
        seat = free[0]
        seat.name = name
        await self._sit(seat, name)
        self._new.set()
        return seat

    def seat_of(self, token: str) -> RoomSeat | None:
        """Return the seat whose person shows a token, or None."""
        if not token:
            return None
        shown = token.encode("utf-8", "surrogatepass")
        seats = self.seats.values()
        return next((each for each in seats if compare_digest(each.token.encode(), shown)), None)

    def watch(self, seat: RoomSeat, show: Show) -> None:
        """Show pictures to a browser of a seat's person from now on."""
        seat.shows.append(show)
        seat.relieved = False
        seat.shown = ""
        self._new.set()

    def unwatch(self, seat: RoomSeat, show: Show) -> None:
        """Show a browser no more."""
        seat.shows.remove(show)
        self.visited = time.monotonic()
        self._new.set()

    def do(self, seat: RoomSeat, said: dict[str, Any]) -> None:
        """Do what a person wants.

        Raises:
            InputError: it cannot be done.
        """
        self.visited = time.monotonic()
        board = self.board
        stale = board is None or said.get("at") != len(board.makers)
        match said.get("do"):
            case "call" | "card" | "claim" if stale:
                raise InputError("the table has gone on meanwhile")
            case "call":
                seat.say(call=str(parse_call(str(said.get("call")))), alert=None)
            case "card":
                self._play(seat, str(said.get("card")))
            case "claim" if not self._takes_claims():
                raise InputError("a program at this table does not know claims: play on")
            case "claim":
                seat.say(claim=True)
            case "answer":
                self._answer_claim(seat, said.get("accepts") is True)
            case "undo":
                self._back.ask(seat, board)
            case "agree":
                self._back.answer(seat, said.get("yes") is True)
            case "next":
                seat.looks = False
            case "again":
                self._repeat(seat)
            case "relieve":
                self._relieve(Seat.parse(str(said.get("seat"))))
            case _:
                raise InputError("nothing of that name can be done here")
        self._new.set()

    def _play(self, seat: RoomSeat, card: str) -> None:
        board = self.board
        if board is None or board.play is None:
            raise InputError("no card is played now")
        seat.say(card=card_name(parse_card(card)), hands=[board.play.turn.letter])

    def _answer_claim(self, seat: RoomSeat, accepts: bool) -> None:
        if seat.conversation is not None and seat.conversation.claimer is not None:
            seat.say(claimer=seat.conversation.claimer.letter, accepts=accepts)

    def _repeat(self, seat: RoomSeat) -> None:
        """Play the last board once more, in place of the next."""
        if not seat.looks or not self._records or self.plan.score is Score.RUBBER:
            raise InputError("there is no board to play again")
        self._boards.repeat(self._records[-1])
        self._again.add(len(self._records))
        seat.looks = False

    def _relieve(self, absent: Seat) -> None:
        """Let a robot play for a person who has gone, until he comes back."""
        seat = self.seats.get(absent)
        if seat is None or seat.sitter is Sitter.ROBOT or seat.shows or not seat.taken:
            raise InputError(f"{absent.word} is here, or has not come yet")
        seat.relieved, seat.looks = True, False

    # -- what happens ------------------------------------------------------------------------------

    def _finish(self, event: BoardFinished) -> None:
        """Keep a finished board, show it, and have it compared."""
        board = event.board
        shown: dict[str, Any] = finished_picture(board)
        shown["again"] = len(self._records) in self._again
        faults = self._programs.finished_board()
        self._records.append(replace(board, tags=(*self._tags(), *faults_tags(faults))))
        self._finished.append(shown)
        self._back.forget()
        self._note = "; ".join(faults)
        for seat in self.seats.values():
            seat.looks = seat.sitter is Sitter.PERSON and not seat.relieved
        if not shown["again"]:
            self._keep(self._compare(board, shown))

    def _tags(self) -> tuple[Tag, ...]:
        """Return what a file says of a board besides the play: who, when, how it is scored."""
        names = [self._sitter(seat).get("name") or self.plan.sitters[seat].value for seat in Seat]
        players = [Tag(seat.word, name) for seat, name in zip(Seat, names, strict=True)]
        scoring = {"imps": "IMP", "mp": "MP", "rubber": "Rubber"}[self.plan.score.value]
        today = date.today().strftime("%Y.%m.%d")
        return (*players, Tag("Date", today), Tag("Scoring", scoring))

    async def _compare(self, board: Board, shown: dict[str, Any]) -> None:
        shown["compares"] = True
        shown |= await compare(self._site, self.plan, board)
        del shown["compares"]
        self._new.set()

    async def _look(self) -> None:
        """Do what follows whenever something is new: robots act, and people get pictures."""
        while True:
            await self._new.wait()
            self._new.clear()
            for seat in self.seats.values():
                if not seat.looks:
                    seat.get_ready()
            board = self.board
            for work in self._robots.due(board, self._manager.session.awaited()):
                self._keep(work)
            for seat in self.seats.values():
                self._show(seat, board)

    def _show(self, seat: RoomSeat, board: LiveBoard | None) -> None:
        if not seat.shows:
            return
        picture = json.dumps(self.picture(seat, board))
        if picture != seat.shown:
            seat.shown = picture
            for show in seat.shows:
                show(picture)

    def picture(self, seat: RoomSeat, board: LiveBoard | None) -> dict[str, Any]:
        """Return all that a person's browser is sent: what that seat may know.

        Args:
            seat: the person's.
            board: the board in progress, if any.
        """
        has_cards = seat.conversation is not None and seat.conversation.set
        live = board is not None and has_cards and not seat.looks
        shown: dict[str, Any] = {
            "you": seat.seat.letter,
            "seats": {each.letter: self._sitter(each) for each in Seat},
            "systems": list(self.plan.systems),
            "scoring": self.plan.score.value,
            "phase": "board" if live else "between" if seat.looks or self._ended else "waiting",
            "ended": self._ended,
            "note": self._note,
            "waits_for": [each.letter for each in self._waited_for()],
            "boards": [*map(in_brief, self._finished[:-1]), *self._finished[-1:]],
            "total": side_total(self._finished, self.plan.score, seat.seat.side),
            "undo": self._back.shown(seat),
            "rubber": self._rubber(),
        }
        if live and board is not None:
            shown["board"] = board_picture(board, seat.seat) | self._claim(seat, board)
            shown["board"]["claims"] = self._takes_claims()
        return shown

    def _rubber(self) -> dict[str, Any] | None:
        """Return the score of the rubber that is being played, if one is."""
        if not isinstance(self._boards, RoomRubber):
            return None
        rubber = self._boards.rubber
        totals = [rubber.total(side) for side in Side]
        return {"games": list(rubber.games), "totals": totals, "below": list(rubber.part_scores)}

    def _waited_for(self) -> list[Seat]:
        """Return the people that the table waits for: to come, or to be ready."""
        people = [seat for seat in self.seats.values() if seat.sitter is Sitter.PERSON]
        absent = [seat.seat for seat in people if not seat.taken]
        return absent or [seat.seat for seat in people if seat.looks]

    def _sitter(self, seat: Seat) -> dict[str, Any]:
        local = self.seats.get(seat)
        if local is None:
            here = self._manager.session.posts[seat].connection is not None
            return self._programs.shown(seat, here)
        if local.sitter is Sitter.ROBOT:
            return {"kind": "robot", "here": True}
        state = {"here": bool(local.shows), "taken": local.taken, "relieved": local.relieved}
        return {"kind": "person", "name": local.name, **state}

    def _claim(self, seat: RoomSeat, board: LiveBoard) -> dict[str, Any]:
        """Return the claim that a person is to answer, with the hand that is shown."""
        claimer = None if seat.conversation is None else seat.conversation.claimer
        if claimer is None or board.play is None:
            return {}
        hand = board.deal[claimer].bits & ~board.play.played
        judged = board.play.declarer.side is not seat.seat.side
        asked = judged if claimer is board.play.declarer else seat.seat is board.play.declarer
        return {"claim": {"by": claimer.letter, "hand": _names(hand), "asked": asked}}


def _names(bits: int) -> list[str]:
    return [card_name(card) for card in reversed(cards_of(bits))]

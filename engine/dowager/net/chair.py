"""Owns one connection to a table manager: what is heard, what is thought, what is answered.

What the robot thinks about a turn that is over is thrown away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from dowager.alerts.text import read_alert, write_alert
from dowager.auction import Call
from dowager.cards import Seat, card_name
from dowager.language.tree import TRUE, Bool
from dowager.net.outbox import Outbox
from dowager.net.thinking import Thinker
from dowager.net.wirelog import WireLog
from dowager.play import Budget, Choice, Play
from dowager.protocols.bluechip.client import Client, State
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.events import (
    BoardBegun,
    BoardEnded,
    CallHeard,
    CallWanted,
    CardHeard,
    CardWanted,
    ClaimEnded,
    ClaimHeard,
    ClientEvent,
    DummySeen,
    Ended,
    Noticed,
    SeatGiven,
    TeamsNamed,
    Timed,
)
from dowager.table.pace import Pace
from dowager.table.robot import Called, Robot

_QUIET = 0.25
"""Seconds without a byte after which a line without an end may count."""
_SETTLE = 0.3
"""Seconds that the first decision of a connection takes at least: the table manager may be about to
tell us what we did before we came back. Once we have acted we are not told any more."""
_GAP = 50
"""Milliseconds between two lines, unless the dialect says otherwise."""
_read = lru_cache(maxsize=256)(read_alert)
_Answer = TypeVar("_Answer")

Report = Callable[[str], None]
NewRobot = Callable[[Seat], Robot]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where and how to sit.

    Attributes:
        host: the table manager's address.
        port: its port.
        team: our team's name.
        seat: the seat to ask for; None for any.
        dialect: how to speak.
        seconds: the pair's time for a board.
        connect: seconds to go on trying to connect at first.
        reconnect: seconds to go on trying when the connection is lost; 0 not to try.
        alerts: whether our calls are alerted.
        claims: whether we claim; few table managers know claims. We answer others' in any case.
    """

    host: str
    port: int
    team: str
    seat: Seat | None = None
    dialect: Dialect = PLAIN
    seconds: float = 60.0
    connect: float = 30.0
    reconnect: float = 30.0
    alerts: bool = True
    claims: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a connection ended.

    Attributes:
        fault: what is wrong; empty when nothing is.
        cut_off: whether the connection was lost before the session had ended.
        refused: whether we were not given a seat.
    """

    fault: str
    cut_off: bool = False
    refused: bool = False


class Chair:
    """A robot at one connection to a table manager, until the connection ends."""

    def __init__(
        self,
        sitting: Sitting,
        new_robot: NewRobot,
        report: Report,
        log: WireLog,
        thinker: Thinker,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._sitting = sitting
        self._new_robot = new_robot
        self._report = report
        self._log = log
        self._thinker = thinker
        self._reader = reader
        self._client = Client(sitting.team, sitting.seat, sitting.dialect)
        gap = (_GAP if sitting.dialect.gap is None else sitting.dialect.gap) / 1000
        self._outbox = Outbox(writer, lambda: gap, lambda line: log.write(self._name, ">", line))
        self._robot: Robot | None = None
        self._pace = Pace(sitting.seconds, time.monotonic)
        self._boards = 0
        self._live = False
        self._claimed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._end: Ending | None = None

    @property
    def _name(self) -> str:
        return self._client.seat.word.upper() if self._client.seat is not None else "-"

    async def session(self) -> Ending:
        """Follow the session to its end, or to the end of the connection."""
        self._flush()
        try:
            await self._listen()
        finally:
            for task in self._tasks:
                task.cancel()
            await self._outbox.close()
        return self._end or self._cut_off()

    def _cut_off(self) -> Ending:
        between = self._client.state is State.BETWEEN and self._boards > 0
        fault = "" if between else "the table manager closed the connection"
        return Ending(fault, cut_off=True)

    async def _listen(self) -> None:
        while self._end is None:
            try:
                async with asyncio.timeout(_QUIET):
                    data = await self._reader.read(65_536)
            except TimeoutError:
                self._handle(self._client.quiet())
                continue
            except OSError:
                return
            if not data:
                self._handle(self._client.receive(b"\n"))  # the last line may lack its end
                return
            self._log.write(self._name, "<", data)
            self._handle(self._client.receive(data))

    def _flush(self) -> None:
        for line in self._client.take_lines():
            self._outbox.send(line)

    # -- what happens ------------------------------------------------------------------------------

    def _handle(self, events: Iterable[ClientEvent]) -> None:
        for event in events:
            self._happened(event)
        self._flush()

    def _happened(self, event: ClientEvent) -> None:
        match event:
            case SeatGiven(seat):
                self._robot = self._new_robot(seat)
                self._thinker.begin(self._robot.warm_up)
                self._report(f"seated {seat.word}")
            case TeamsNamed(north_south, east_west):
                self._report(f"North-South {north_south}, East-West {east_west}")
            case BoardBegun(deal, hand):
                self._boards += 1
                self._claimed = False
                self._pace = Pace(self._sitting.seconds, time.monotonic)
                self._report(f"board {deal.number}: {hand}")
            case CallHeard():
                self._heard(event)
            case CallWanted():
                self._think(self._call())
            case CardWanted():
                self._think(self._card())
            case ClaimHeard(wanted=True):
                self._think(self._answer(event))
            case BoardEnded():
                self._board_over()
            case Noticed(text):
                self._report(text)
            case Ended(fault):
                self._end = Ending(fault, refused=bool(fault) and self._robot is None)
            case ClaimEnded(claimer, accepted):
                self._report(
                    f"{claimer.word}'s claim {'is accepted' if accepted else 'is rejected'}"
                )
            case ClaimHeard() | CardHeard() | DummySeen() | Timed():
                pass

    def _heard(self, event: CallHeard) -> None:
        """Tell what is not understood of an opponent's alert."""
        seat = self._client.seat
        if event.alert is None or seat is None or (event.seat - seat) % 2 == 0:
            return
        ignored = _read(event.alert).ignored
        if ignored:
            self._report(f"not understood in {event.seat.word}'s alert: {'; '.join(ignored)}")

    def _told(self) -> dict[int, Bool]:
        """Return what the opponents' alerts have said, by the index of the call."""
        client = self._client
        assert client.auction is not None and client.seat is not None
        theirs = {
            index: _read(text).node()
            for index, text in client.alerts.items()
            if (client.auction.seat_of(index) - client.seat) % 2 == 1
        }
        return {index: node for index, node in theirs.items() if node != TRUE}

    def _board_over(self) -> None:
        client = self._client
        contract = client.auction.contract if client.auction else None
        if contract is None or client.play is None:
            self._report("passed out")
        else:
            tricks = f" {client.play.tricks}" if client.play.ended else ", claimed"
            self._report(f"{contract}{tricks}")

    # -- thinking ----------------------------------------------------------------------------------

    def _think(self, decide: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(decide)
        self._tasks.add(task)
        task.add_done_callback(self._decided_or_failed)

    def _decided_or_failed(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._end = Ending(f"our own fault: {type(error).__name__}: {error}")

    async def _call(self) -> None:
        client = self._client
        if client.state is not State.MY_CALL:
            return  # the board has started again since
        epoch = client.epoch
        assert client.hand is not None and client.auction is not None
        hand, auction, told = client.hand, client.auction, self._told()
        robot, seconds = self._robot, self._pace.for_call()
        assert robot is not None
        called = await self._decided(
            "bidding", seconds, lambda: robot.call(hand, auction, told), Called(Call.PASS, "", None)
        )
        if client.epoch != epoch:
            return
        self._live = True
        alert = None
        if called.disclosure is not None and self._sitting.alerts:
            alert = write_alert(called.disclosure)
        call = called.call
        if not auction.is_legal(call):
            self._report(f"our own fault: {call} is not legal after {auction}; passing")
            call, alert = Call.PASS, None
        self._handle(client.call(call, alert))

    async def _card(self) -> None:
        client = self._client
        if client.state is not State.MY_CARD:
            return
        epoch, play, hand, auction = client.epoch, client.play, client.hand, client.auction
        assert play is not None and hand is not None and auction is not None
        dummy, told, robot = client.dummy_hand, self._told(), self._robot
        assert robot is not None
        seconds = self._pace.for_card(play, robot.seat)
        self._claim_once(robot, play)
        budget = Budget(seconds, time.monotonic)
        legal = play.legal(client.hand_to_play)
        safe = Choice(legal[0])
        choice = await self._decided(
            "play",
            seconds,
            lambda: robot.card(hand, dummy, auction, told, play, budget),
            safe,
        )
        if client.epoch == epoch:
            self._live = True
            card = choice.card
            if card not in legal:
                self._report(f"our own fault: {card_name(card)} may not be played; playing safe")
                card = safe.card
            self._handle(client.play_card(card))

    async def _decided(
        self, what: str, seconds: float, decide: Callable[[], _Answer], safe: _Answer
    ) -> _Answer:
        """Return a decision, and let the clock of the board run meanwhile."""
        self._pace.start(what)
        began = time.monotonic()
        answer = await self._thinker.decide(seconds, decide, safe)
        if not self._live:
            await asyncio.sleep(max(0.0, began + _SETTLE - time.monotonic()))
        self._pace.stop()
        return answer

    # -- claims ------------------------------------------------------------------------------------

    def _claim_once(self, robot: Robot, play: Play) -> None:
        """Claim the rest, once a board, when it is proved to be ours."""
        client = self._client
        assert client.hand is not None
        if not self._sitting.claims or self._claimed or play.trick:
            return
        if robot.claims(client.hand, client.dummy_hand, play):
            self._claimed = True
            self._handle(client.claim())

    async def _answer(self, event: ClaimHeard) -> None:
        client, robot = self._client, self._robot
        if not client.answers_claim:
            return
        assert client.hand is not None and client.play is not None and robot is not None
        hand, dummy, play = client.hand, client.dummy_hand, client.play
        accepted = await self._decided(
            "play",
            self._sitting.seconds,
            lambda: robot.accepts(hand, dummy, play, event.seat, event.hand),
            False,
        )
        if client.answers_claim:
            self._handle(client.answer_claim(accepted))

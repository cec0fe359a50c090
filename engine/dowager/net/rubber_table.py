"""A host of rubber bridge: players at a table, and robots where there are none or they have gone.

Robots are processes of their own that connect like any client. A player who comes back gets his
seat from the robot.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dowager.cards import Seat
from dowager.net.certificates import Identity
from dowager.net.host import Host
from dowager.net.host_options import Handlers, HostOptions
from dowager.net.robot_command import here
from dowager.net.robot_crew import RobotCrew
from dowager.net.websockets_extra import PASSWORD_VARIABLE
from dowager.net.wire_log import WireLog
from dowager.table import BoardFinished, RubberBoards, TableManager, TableOptions
from dowager.table.manager import Phase


@dataclass(frozen=True, slots=True)
class RubberPlan:
    """How rubbers are hosted.

    Attributes:
        boards: the boards.
        host: how the table is kept; its one door is where clients connect.
        identity: the certificate that robots trust.
        stand_in: the password of robots.
        system: what robots play.
        players: how many players are waited for, 1 to 4; robots take the other seats.
        seconds: a robot pair's time for a board.
        trick_pause: seconds between tricks.
    """

    boards: RubberBoards
    host: HostOptions
    identity: Identity
    stand_in: str
    system: str
    players: int = 4
    seconds: float = 30.0
    trick_pause: float = 0.0


def new_password() -> str:
    """Return a password that nobody can guess."""
    return secrets.token_hex(24)


class RubberTable:
    """Hosts rubbers.

    Args:
        plan: how.
        handlers: what the owner does.
        log: takes every line.
    """

    def __init__(self, plan: RubberPlan, handlers: Handlers, log: WireLog) -> None:
        self._plan, self._handlers = plan, handlers
        self._crew = RobotCrew(handlers.report, self.stop)
        self._started = False
        self._port = 0
        options = TableOptions(trick_pause=plan.trick_pause)
        self._manager = TableManager(plan.boards, options, plan.boards.score)
        ours = replace(
            handlers,
            finished=self._finished,
            opened=self._opened,
            joined=self._joined,
            left=self._left,
            missed=self._missed,
        )
        self._host = Host(self._manager, plan.host, ours, log)

    async def run(self) -> str:
        """Play all rubbers.

        Returns:
            What ended them before their time; empty when all were played.

        Raises:
            InputError: the port is taken, or the address is not this machine's.
        """
        try:
            return await self._host.run()
        finally:
            await self._crew.send_home()

    def stop(self, why: str) -> None:
        """End before the time: the rubber is scored as broken off, and players are sent home."""
        self._crew.leave()
        self._host.stop(why)

    # -- what happens ------------------------------------------------------------------------------

    def _opened(self, ports: Sequence[int]) -> None:
        (self._port,) = ports
        self._handlers.opened(ports)

    def _finished(self, event: BoardFinished) -> None:
        self._crew.finished_board()
        self._handlers.finished(event)

    def _joined(self, seat: Seat, player: str) -> None:
        """Send a robot away whose player has come; fill the table when all players are there."""
        posts = self._manager.session.posts
        if posts[seat].stands_in:
            return
        self._crew.stop(seat)
        self._handlers.joined(seat, player)
        players = [seat for seat, post in posts.items() if post.owner]
        if not self._started and len(players) >= self._plan.players:
            self._started = True
            for empty in set(Seat) - set(players):
                self._stand_in(empty)

    def _left(self, seat: Seat) -> None:
        """Let a robot stand in for a player who goes while rubbers are played."""
        phase = self._manager.session.phase
        if phase is Phase.LOGON:
            self._handlers.report(f"{seat.word} has left the lobby")
        elif phase is not Phase.ENDED and not self._host.over:
            self._handlers.report(f"a robot stands in for {seat.word}")
            self._stand_in(seat)
        self._handlers.left(seat)

    def _missed(self, seat: Seat, why: str) -> bool:
        """Replace a robot that is silent; wait on for players and robots that are to come."""
        if self._manager.session.posts[seat].stands_in:
            self._crew.replace(seat, why)
        return True

    def _stand_in(self, seat: Seat) -> None:
        environment = {PASSWORD_VARIABLE: self._plan.stand_in}
        self._crew.start(seat, self._command(seat), environment)

    def _command(self, seat: Seat) -> Callable[[], list[str]]:
        plan = self._plan
        host = here(plan.host.host)
        address = f"[{host}]" if ":" in host else host
        words = [sys.executable, "-m", "dowager", "sit", "--quiet", "--end-with-input"]
        words += ["--epe321", f"wss://{address}:{self._port}"]
        words += ["--certificate", str(plan.identity.certificate.resolve())]
        words += ["--alias", f"robot {seat.word}", "--seat", seat.word]
        words += ["--system", plan.system]
        words += ["--seconds-per-board", str(plan.seconds)]
        return lambda: words

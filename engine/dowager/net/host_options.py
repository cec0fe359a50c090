"""How a table is kept on the network, and what its owner does about what happens at it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from dowager.cards import Seat
from dowager.net.doors import Door
from dowager.table import BoardFinished, Duty, OperatorWanted, TablePicture


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How a table is kept on the network.

    Attributes:
        doors: where it listens, and what is spoken there.
        host: the address to listen at.
        gap: milliseconds between two lines to a client that has not spoken in between, and whose
            dialect does not say.
        act: seconds for a call or a card.
        ready: seconds for anything else that a client has to say.
        connect: seconds in which a seat that has no client must get one; None for no limit.
        unhurried: the seats to which none of these limits applies.
    """

    doors: tuple[Door, ...]
    host: str = "127.0.0.1"
    gap: int = 10
    act: float = 120.0
    ready: float = 60.0
    connect: float | None = None
    unhurried: Collection[Seat] = ()

    @property
    def limits(self) -> dict[Duty, float | None]:
        """The seconds that players have for each duty."""
        return {Duty.CONNECT: self.connect, Duty.ACT: self.act, Duty.SAY: self.ready}


@dataclass(frozen=True, slots=True)
class Handlers:
    """What the owner of a table does about what happens at it.

    Attributes:
        report: takes a line for the operator.
        finished: takes a finished board; the table goes on when it returns.
        ask: asks the operator about calls, and returns their alerts by index of the call.
        opened: takes the ports once the table listens.
        joined: takes who has got a seat, and for which team.
        left: takes the seat of a player who has gone, but for robots that stand in.
        missed: takes a seat whose client was silent or absent for too long, and what it was to do;
            returns whether the table waits on for somebody to take an empty seat.
        pictured: takes a picture of the table four times a second, and one at its end; None when
            nobody looks.
    """

    report: Callable[[str], None]
    finished: Callable[[BoardFinished], None]
    ask: Callable[[OperatorWanted], Mapping[int, str]] = lambda question: {}
    opened: Callable[[Sequence[int]], None] = lambda ports: None
    joined: Callable[[Seat, str], None] = lambda seat, team: None
    left: Callable[[Seat], None] = lambda seat: None
    missed: Callable[[Seat, str], bool] = lambda seat, why: False
    pictured: Callable[[TablePicture], None] | None = None

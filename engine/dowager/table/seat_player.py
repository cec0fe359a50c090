"""Who plays at a seat, as far as the table starts players itself."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.cards import Seat


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """A player: a brain by its command, or a robot by its system; without either, a program.

    Attributes:
        command: the words that start a brain; none for anybody else.
        system: the system of a robot; None for anybody else.
    """

    command: tuple[str, ...] = ()
    system: str | None = None

    @property
    def started(self) -> bool:
        """Whether the table starts it; otherwise it connects by itself."""
        return bool(self.command) or self.system is not None


class Partners:
    """What has two players, the one who sits North or East first: a pair, a team."""

    __slots__ = ()
    players: tuple[SeatPlayer, SeatPlayer]

    def player(self, seat: Seat) -> SeatPlayer:
        """Return who plays at a seat of their side."""
        return self.players[seat // 2]

    @property
    def systems(self) -> tuple[str | None, str | None]:
        """The systems of the players; None for programs and brains."""
        return self.players[0].system, self.players[1].system

    @property
    def system(self) -> str | None:
        """The system that both play, as far as we know any; None if we know none, or two."""
        known = {*self.systems} - {None}
        return known.pop() if len(known) == 1 else None

    @property
    def started(self) -> bool:
        """Whether their table starts them both."""
        return all(player.started for player in self.players)

"""Who plays at a seat, as far as the table starts players itself."""

from __future__ import annotations

from dataclasses import dataclass


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


def one_system(players: tuple[SeatPlayer, SeatPlayer]) -> str | None:
    """Return the system that two partners play, as far as we know any; None if none, or two."""
    known = {player.system for player in players} - {None}
    return known.pop() if len(known) == 1 else None

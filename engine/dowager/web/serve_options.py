"""How the server is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dowager.net import Brains
from dowager.services.known_tables import DEFAULT_SYSTEM

BRAIN_SECONDS = 60.0
"""Seconds that a brain has for a call or a card."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the server is run.

    Attributes:
        host: the address to listen at.
        port: the port; 0 takes a free one.
        names: further host names that requests may address, besides the address and this machine.
        folders: systems served besides the shipped ones, by name: the folder of each.
        system: the system that is meant where none is named.
        processes: how many processes think.
        seconds: the seconds that a question may take.
        most_waiting: how many questions may wait for a process, of all clients together.
        most_of_a_client: how many questions of one client may wait or be answered at a time.
        most_bytes: of one request.
        most_tables: how many tables there may be at a time.
        public: whether others than the owner may use it; then no file of the owner's is changed.
        data: the folder in which progress is kept; None to keep none.
        ben: whether BEN's dialect is spoken at the root, besides below `/ben`.
        brains: the words that start each brain that may play at a table, by its name.
        brains_kept: how brains are kept; None if there are none.
    """

    host: str = "127.0.0.1"
    port: int = 8400
    names: tuple[str, ...] = ()
    folders: Mapping[str, Path] = field(default_factory=dict)
    system: str = DEFAULT_SYSTEM
    processes: int = 2
    seconds: float = 30.0
    most_waiting: int = 256
    most_of_a_client: int = 64
    most_bytes: int = 8 << 20
    most_tables: int = 50
    public: bool = False
    data: Path | None = None
    ben: bool = False
    brains: Mapping[str, Sequence[str]] = field(default_factory=dict)
    brains_kept: Brains | None = None

    @property
    def most_thinking(self) -> float:
        """Seconds that a question may give to thinking: what is left is for all the rest."""
        return 0.7 * self.seconds

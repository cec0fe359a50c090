"""The connections of a table, and which of them goes when too many strangers come.

A stranger is a connection without a seat. Those that have a seat are never closed for others, and
a player who comes back is seated as soon as it says who it is: it is a stranger for a moment only,
and the strangers that go are those who have been silent longest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dowager.net.outbox import Outbox

MOST_STRANGERS, MOST_OF_AN_ADDRESS = 128, 32
"""How many connections without a seat a table keeps: in all, and from one address."""
SECONDS_TO_LOG_ON = 30.0
SECONDS_OF_SILENCE = 10.0


_KEPT = 400
"""How many bytes are kept of the last line."""


class LastLines:
    """The last lines to a client and from it, for people."""

    def __init__(self) -> None:
        self._sent = b""
        self._said = b""

    @property
    def sent(self) -> str:
        """The last line that went out to it."""
        return _last_line(self._sent)

    @property
    def said(self) -> str:
        """The last line that it sent, or began to send."""
        return _last_line(self._said)

    def send(self, line: bytes) -> None:
        """Take a line that goes out."""
        self._sent = line

    def hear(self, data: bytes) -> None:
        """Take what has come in."""
        self._said = (self._said + data[-_KEPT:])[-_KEPT:]


def _last_line(data: bytes) -> str:
    """Return the last line, with question marks for what cannot be shown."""
    lines = [line for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
    last = lines[-1].strip() if lines else ""
    return "".join(c if c.isprintable() else "?" for c in last)


class Silence:
    """How long a client has said nothing."""

    def __init__(self) -> None:
        self._since: float | None = None

    def broken(self, now: float) -> None:
        """Take note that it has said something."""
        self._since = now

    def is_long(self, now: float) -> bool:
        """Whether it has been silent for long; then it counts from now on."""
        if self._since is None:
            self._since = now
        if now - self._since < SECONDS_OF_SILENCE:
            return False
        self._since = now
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Connection:
    """A client's connection.

    Attributes:
        outbox: sends lines to the client.
        address: where it comes from.
        since: when it came, by a clock of seconds.
        lines: what was last said.
        silence: how long nothing has been said.
    """

    outbox: Outbox
    address: str
    since: float
    lines: LastLines = field(default_factory=LastLines)
    silence: Silence = field(default_factory=Silence)

    @property
    def crowd(self) -> str:
        """What the operator hears when it is closed for a new one."""
        of = f"from {self.address} that ask for no seat"
        return f"too many connections {of}: the oldest is closed for a new one"


class Connections:
    """The open connections of a table, by number.

    Args:
        has_seat: whether a connection has a seat.
        tables: how many tables share them: so many times as many strangers may come at once.
    """

    def __init__(self, has_seat: Callable[[int], bool], tables: int = 1) -> None:
        self._has_seat = has_seat
        self._most, self._most_of_an_address = tables * MOST_STRANGERS, tables * MOST_OF_AN_ADDRESS
        self._open: dict[int, Connection] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._open.values())

    def numbered(self) -> list[tuple[int, Connection]]:
        """Return the open connections with their numbers."""
        return list(self._open.items())

    def __contains__(self, number: int) -> bool:
        return number in self._open

    def get(self, number: int) -> Connection | None:
        """Return a connection, if it is open."""
        return self._open.get(number)

    def add(self, number: int, connection: Connection) -> None:
        """Add a connection; numbers grow."""
        self._open[number] = connection

    def remove(self, number: int) -> Connection | None:
        """Forget a connection, and return it; None if it is not open."""
        return self._open.pop(number, None)

    def crowded_out(self, address: str) -> int | None:
        """Return the stranger that must go before one from an address is added, or None.

        It is the oldest: of that address if the address has as many as it may, otherwise of those
        with the most.
        """
        strangers = self._strangers()
        number_of = Counter(stranger.address for stranger in strangers.values())
        if number_of[address] >= self._most_of_an_address:
            crowd = address
        elif len(strangers) >= self._most:
            crowd = number_of.most_common(1)[0][0]
        else:
            return None
        return next(n for n, stranger in strangers.items() if stranger.address == crowd)

    def silent(self, now: float) -> list[int]:
        """Return the strangers who have had their time to ask for a seat."""
        return [n for n, c in self._strangers().items() if now - c.since > SECONDS_TO_LOG_ON]

    def _strangers(self) -> dict[int, Connection]:
        """Return the connections without a seat, the oldest first."""
        return {n: c for n, c in self._open.items() if not self._has_seat(n)}

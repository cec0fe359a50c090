"""Conversations as text that a bridge programmer can read, run with either side of our own.

A script against our client, in which the script is the table manager (`run_client`):

    T: North ("Old") seated        the table manager says a line
    T| Start of board              ... without a line end
    T+ Start of board              ... in one segment with the table manager's next line
    C: North ready for teams       the client must say exactly this, next
    U: calls 1NT, 15 to 17         our own program: calls CALL[, alert], plays CARD, claims,
                                   accepts, rejects
    E: Ended the table manager     an event must have happened since the last E: its class, and
                                   how its words begin or what they contain
    quiet, closed                  nothing has come for a while; the connection has ended

A script against our table manager, in which the script is up to four clients, known by the letters
of their seats or by any other letter (`run_manager`):

    N> North ready for teams       a client says a line; its first one connects it; N| and N+ too
    <N North ("Old") seated        the client must be told exactly this, next
    <N Timing - ...                ... or must be told a line that begins so
    N closes                       a client's connection ends
    <N closed                      the table manager closes a client's connection
    awaited N to call              the table waits for just this
    go on, operator TEXT           the pause is over; the operator says what a call means
    restart                        the operator wants the board to start again
    E: BoardFinished               as above
    ...                            what is told from here on is of no interest

`#` begins a comment. Each script runs with the bytes of every segment whole and one at a time, and
`glued`, with all that the script says between two lines of ours in one segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dowager.auction import parse_call
from dowager.cards import Seat, parse_card
from dowager.formats import Board
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.protocols.bluechip.client import Client
from dowager.table import Close, TableManager, TableOptions
from support.wired_tables import NO_PAUSE, Cut, one_at_a_time, whole

WAYS: dict[str, tuple[Cut, bool]] = {
    "whole": (whole, False),
    "one at a time": (one_at_a_time, False),
    "glued": (whole, True),
}
"""The ways in which a script's bytes come: how a segment is cut, and whether lines are glued."""


def steps(script: str) -> Iterator[tuple[int, str]]:
    """Give a script's lines that say something, with their numbers."""
    for number, line in enumerate(script.splitlines(), 1):
        text = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if text:
            yield number, text


def _encoded(text: str, end: bytes) -> bytes:
    return text.encode("utf-8") + end


@dataclass
class _Events:
    """What has happened since a script last asked."""

    seen: list[object] = field(default_factory=list)

    def check(self, wanted: str, where: str) -> None:
        name, _, words = wanted.partition(" ")
        events = [event for event in self.seen if type(event).__name__ == name]
        assert any(words in str(event) for event in events), (
            f"{where}: no {wanted!r} in {self.seen}"
        )
        self.seen.clear()


class _ClientRun:
    """One run of a script against our client."""

    def __init__(self, client: Client, cut: Cut, glued: bool, end: bytes) -> None:
        self.client = client
        self._cut, self._glued, self._end = cut, glued, end
        self._segment = b""
        self._said: list[str] = []
        self._events = _Events()
        self._where = ""

    def run(self, script: str) -> None:
        for number, text in steps(script):
            self._where = f"line {number}: {text}"
            self._step(text)
        self._flush()
        assert not self._said, f"the client says more than the script has: {self._said}"

    def _step(self, text: str) -> None:
        kind, rest = text[:2], text[2:].strip()
        match kind:
            case "T:" | "T+" | "T|":
                self._segment += _encoded(rest, b"" if kind == "T|" else self._end)
                if kind == "T|" or (kind == "T:" and not self._glued):
                    self._flush()
                return
            case _:
                self._flush()
        match kind, text:
            case "C:", _:
                assert self._said, f"{self._where}: the client says nothing"
                said = self._said.pop(0)
                assert said == rest, f"{self._where}: the client says {said!r}"
            case "E:", _:
                self._events.check(rest, self._where)
            case "U:", _:
                self._take(self._own(rest))
            case _, "quiet":
                self._take(self.client.quiet())
            case _, "closed":
                self._take(self.client.closed())
            case _:
                raise ValueError(f"{self._where}: no such step")

    def _own(self, text: str) -> Sequence[object]:
        verb, _, rest = text.partition(" ")
        call, comma, alert = rest.partition(",")
        match verb:
            case "calls":
                return self.client.call(parse_call(call), alert.strip() if comma else None)
            case "plays":
                return self.client.play_card(parse_card(rest))
            case "claims":
                return self.client.claim()
            case "accepts" | "rejects":
                return self.client.answer_claim(verb == "accepts")
        raise ValueError(f"{self._where}: our own program cannot do that")

    def _flush(self) -> None:
        data, self._segment = self._segment, b""
        for piece in self._cut(data) if data else ():
            self._take(self.client.receive(piece))
        self._listen()

    def _take(self, events: Sequence[object]) -> None:
        self._events.seen.extend(events)
        self._listen()

    def _listen(self) -> None:
        for line in self.client.take_lines():
            assert line.endswith(b"\r\n") and line.count(b"\n") == 1, line
            self._said.append(line[:-2].decode("ascii"))


def run_client(
    script: str,
    team: str = "Old",
    seat: Seat | None = Seat.NORTH,
    ways: Iterable[str] = WAYS,
    end: bytes = b"\r\n",
) -> Client:
    """Run a script against our client in several ways; return the last one's client."""
    for way in ways:
        cut, glued = WAYS[way]
        run = _ClientRun(Client(team, seat), cut, glued, end)
        run.run(script)
    return run.client


class _ManagerRun:
    """One run of a script against our table manager."""

    def __init__(
        self,
        manager: TableManager,
        dialects: Mapping[Seat, str],
        cut: Cut,
        glued: bool,
        end: bytes,
    ) -> None:
        self.manager = manager
        self._new_conversation = BLUE_CHIP.table(dialects)
        self._cut, self._glued, self._end = cut, glued, end
        self._connections: dict[str, int] = {}
        self._segments: dict[int, bytes] = {}
        self._told: dict[int, list[str]] = {}
        self._closed: list[int] = []
        self._events = _Events()
        self._now, self._where, self._open = 0.0, "", False

    def run(self, script: str) -> None:
        for number, text in steps(script):
            self._where = f"line {number}: {text}"
            self._step(text)
        self._flush()
        more = {name: self._told.get(number) for name, number in self._connections.items()}
        more = {name: lines for name, lines in more.items() if lines}
        assert self._open or not more, f"the table manager says more than the script has: {more}"

    def _step(self, text: str) -> None:
        said = re.fullmatch(r"(\w)([>+|]) ?(.*)", text)
        told = re.fullmatch(r"<(\w) (.*)", text)
        if said:
            self._says(*said.groups())
            return
        self._flush()
        name, _, rest = text.partition(" ")
        if told:
            self._is_told(*told.groups())
        elif rest == "closes":
            self._take(self.manager.disconnect(self._connections.pop(name), self._now))
        elif name == "awaited":
            self._awaited(rest)
        elif name == "E:":
            self._events.check(rest, self._where)
        elif name == "operator":
            self._take(self.manager.operator(self._answers(rest), self._now))
        elif text == "...":
            self._open = True
        elif text == "restart":
            self._take(self.manager.restart(self._now))
        elif text == "go on":
            self._take(self.manager.go_on(self._now))
        else:
            raise ValueError(f"{self._where}: no such step")

    def _answers(self, text: str) -> dict[int, str]:
        """Return the operator's alerts: `TEXT` of the call in question, or `3: TEXT` of any."""
        numbered = re.fullmatch(r"(\d+): (.*)", text)
        if numbered:
            return {int(numbered[1]) - 1: numbered[2]}
        board = self.manager.session.board
        assert board is not None
        return {board.calls - 1: text} if text else {}

    def _says(self, name: str, kind: str, text: str) -> None:
        if name not in self._connections:
            self._connections[name] = len(self._told)
            self._told[self._connections[name]] = []
            number = self._connections[name]
            self._take(self.manager.connect(number, self._new_conversation, self._now))
        number = self._connections[name]
        line = _encoded(text, b"" if kind == "|" else self._end)
        self._segments[number] = self._segments.get(number, b"") + line
        if kind == "|" or (kind == ">" and not self._glued):
            self._flush()

    def _is_told(self, name: str, text: str) -> None:
        number = self._connections[name]
        if text == "closed":
            assert number in self._closed, f"{self._where}: it is not"
            return
        assert self._told[number], f"{self._where}: it is told nothing"
        line = self._told[number].pop(0)
        right = line.startswith(text[:-3]) if text.endswith("...") else line == text
        assert right, f"{self._where}: it is told {line!r}"

    def _awaited(self, text: str) -> None:
        awaited = self.manager.session.awaited().items()
        words = {f"{seat.letter} {what.words}" for seat, what in awaited}
        assert words == set(filter(None, text.split(", "))), f"{self._where}: {words}"

    def _flush(self) -> None:
        segments, self._segments = self._segments, {}
        for number, data in segments.items():
            for piece in self._cut(data):
                self._now += 0.25
                self._take(self.manager.receive(number, piece, self._now))
        self._listen()

    def _take(self, events: Sequence[object]) -> None:
        self._events.seen.extend(events)
        self._closed += [event.connection for event in events if isinstance(event, Close)]
        self._listen()

    def _listen(self) -> None:
        for number, line in self.manager.take_lines():
            assert re.fullmatch(rb"[^\r\n]+\r?\n", line), line
            self._told[number].append(line.decode("ascii").rstrip("\r\n"))


def run_manager(
    script: str,
    boards: Sequence[Board],
    options: TableOptions = NO_PAUSE,
    ways: Iterable[str] = WAYS,
    end: bytes = b"\r\n",
    dialects: Mapping[Seat, str] | None = None,
) -> TableManager:
    """Run a script against our table manager in several ways; return the last one's manager."""
    for way in ways:
        cut, glued = WAYS[way]
        run = _ManagerRun(TableManager(boards, options), dialects or {}, cut, glued, end)
        run.run(script)
    return run.manager

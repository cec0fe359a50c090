"""Reading event files: YAML that says who plays, which boards, and against whom.

event: Club evening
scoring: matchpoints
boards: boards.pbn
pairs: [Blue, {name: Green, system: mine/}, Red, Yellow]
rounds:
  - boards: 1-4
    tables: [[Blue, Green], [Red, Yellow]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from dowager.auction import Scoring
from dowager.cards import Side
from dowager.errors import Fault, InputError, Span, SystemFaults
from dowager.formats import Board
from dowager.knowledge.readings import named_readings
from dowager.language.text import (
    Entries,
    Items,
    Text,
    Value,
    check_keys,
    choice,
    closest,
    read_yaml,
    span_of,
    words,
)
from dowager.table.board_selection import boards_to_play
from dowager.table.event.plan import Entrant, Event, Sitting
from dowager.table.event.round_robin import round_robin
from dowager.table.manager import team_name
from dowager.table.seat_player import SeatPlayer

_KEYS = (
    *("event", "pairs", "teams", "boards", "scoring", "rounds", "movement", "boards_per_round"),
    *("port", "table_ports", "seconds_per_board", "reading", "judge"),
)
_ENTRANT_KEYS = ("name", "system", "players", "dialect")
_EXTERNAL = "external"
_LARGEST = 65_535
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Sources:
    """What an event file refers to.

    Attributes:
        boards: reads a file of boards.
        system: loads a system, so that its faults are known before anybody sits down.
        dialect: reads a dialect, for the same reason.
        command: reads the command of a brain, whose paths count from a folder.

    All may raise `InputError`; `boards` `OSError`, and `system` `SystemFaults`, besides.
    """

    boards: Callable[[Path], Sequence[Board]]
    system: Callable[[str], object]
    dialect: Callable[[str], object]
    command: Callable[[str, Path], tuple[str, ...]]


def read_event(file: Path, sources: Sources) -> Event:
    """Return the event of a file.

    The paths in it count from its folder.

    Raises:
        SystemFaults: everything that is wrong with it, at once, each `file:line:column: what, and
            what would be right`.
    """
    faults: list[Fault] = []
    value = read_yaml(file, str(file), faults, "`event:`")
    event = _Reader(file, sources, faults).event(value) if value is not None else None
    if faults or event is None:
        raise SystemFaults(faults)
    return event


@dataclass(frozen=True, slots=True)
class _Round:
    """A round as it is written: its boards, and the indices of those who meet."""

    boards: tuple[Board, ...]
    meetings: Sequence[tuple[int, int]]
    span: Span


class _Reader:
    """Reads one event file, noting every fault."""

    def __init__(self, file: Path, sources: Sources, faults: list[Fault]) -> None:
        self._folder = file.parent
        self._sources = sources
        self._faults = faults
        self._entrants: list[Entrant] = []
        self._boards: list[Board] = []
        self._kind = "pairs"

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def _try(self, span: Span, read: Callable[[], _Value]) -> _Value | None:
        """Return what is read; None, and a fault, if it cannot be."""
        try:
            return read()
        except SystemFaults as error:
            self._faults.extend(error.faults)
        except InputError as error:
            self._fault(span, str(error))
        except OSError as error:
            self._fault(span, f"cannot read {error.filename}: {error.strerror}")
        return None

    def event(self, value: Value) -> Event | None:
        """Return the event; what it has is of no use if there are faults."""
        if not isinstance(value, Entries):
            self._fault(value.span, "an event file has keys: `event:`, `pairs:`, `boards:`, ...")
            return None
        check_keys(value, _KEYS, self._faults)
        self._read_entrants(value)
        scoring = self._scoring(value)
        self._read_boards(value)
        rounds = self._rounds(value)
        self._check_repeats(rounds)
        name = words(value, "event", self._faults)
        ports, each = self._ports(value)
        seconds = self._number(value, "seconds_per_board", 60, 86_400)
        judge = self._number(value, "judge", 0, 3600)
        sittings = tuple(self._sittings(rounds))
        reading = self._reading(value)
        return Event(name, scoring, sittings, ports, each, float(seconds), reading, float(judge))

    # -- who plays ---------------------------------------------------------------------------------

    def _read_entrants(self, value: Entries) -> None:
        given = [key for key in ("pairs", "teams") if value.get(key) is not None]
        if len(given) != 1:
            self._fault(value.span, "an event has `pairs:` or `teams:`, a list of names")
        self._kind = given[0] if given else "pairs"
        entrants = value.get(self._kind)
        items = entrants.items if isinstance(entrants, Items) else ()
        if given and len(items) < 2:
            span = span_of(value, self._kind)
            self._fault(span, f"`{self._kind}` takes a list of two names or more")
        for item in items:
            self._read_entrant(item)

    def _read_entrant(self, item: Value) -> None:
        what = f"one of the {self._kind} is a name, or a mapping with `name`, `system`, `players`"
        name = item.get("name") if isinstance(item, Entries) else item
        if not isinstance(name, Text):
            self._fault(item.span, what)
            return
        entrant = Entrant(name.text.strip())
        if isinstance(item, Entries):
            check_keys(item, _ENTRANT_KEYS, self._faults)
            dialect = words(item, "dialect", self._faults)
            self._try(span_of(item, "dialect"), lambda: self._sources.dialect(dialect))
            entrant = replace(entrant, players=self._players(item), dialect=dialect)
        self._add(name, entrant)

    def _players(self, item: Entries) -> tuple[SeatPlayer, SeatPlayer]:
        """Return who plays for an entrant: by `system`, by `players`, or programs."""
        system, players = words(item, "system", self._faults), item.get("players")
        if players is not None and item.get("system") is not None:
            self._fault(players.span, "give `system`, for both players, or `players`, not both")
        if players is None:
            both = self._robot(span_of(item, "system"), system) if system else SeatPlayer()
            return both, both
        items = players.items if isinstance(players, Items) else (players,)
        if len(items) > 2 or not items or not all(isinstance(each, Text) for each in items):
            self._fault(players.span, "`players` takes one player, for both, or a list of two")
            return SeatPlayer(), SeatPlayer()
        read = [self._player(each) for each in items if isinstance(each, Text)]
        return read[0], read[-1]

    def _player(self, text: Text) -> SeatPlayer:
        kind, _, rest = text.text.strip().partition(" ")
        rest = rest.strip()
        if kind == "command" and rest:
            found = self._try(text.span, lambda: self._sources.command(rest, self._folder))
            return SeatPlayer(command=found or ())
        if kind == "system" and rest:
            return self._robot(text.span, rest)
        if text.text.strip() != _EXTERNAL:
            of = 'write "command ./brain.sh", "system mine" or "external"'
            self._fault(text.span, f"no player {text.text!r}; {of}")
        return SeatPlayer()

    def _robot(self, span: Span, system: str) -> SeatPlayer:
        near = self._near(system)
        self._try(span, lambda: self._sources.system(near))
        return SeatPlayer(system=near)

    def _near(self, system: str) -> str:
        """Return a system by its name, or by its path from where we are."""
        return str(self._folder / system) if "/" in system else system

    def _add(self, name: Text, entrant: Entrant) -> None:
        self._try(name.span, lambda: team_name(name.text))
        if self._index_of(entrant.name) is not None:
            self._fault(name.span, f"{entrant.name!r} is there twice; names have to differ")
        self._entrants.append(entrant)

    def _index_of(self, name: str) -> int | None:
        known = [entrant.name.casefold() for entrant in self._entrants]
        return known.index(name.casefold()) if name.casefold() in known else None

    # -- what is played ----------------------------------------------------------------------------

    def _scoring(self, value: Entries) -> Scoring:
        choices = {"matchpoints": Scoring.MATCHPOINTS, "mp": Scoring.MATCHPOINTS}
        choices["imps"] = Scoring.IMPS
        chosen = choice(value.get("scoring"), "scoring", choices, self._faults)
        if self._kind == "teams":
            if chosen is Scoring.MATCHPOINTS:
                self._fault(span_of(value, "scoring"), "teams are scored by `imps`")
            return Scoring.IMPS
        return Scoring.MATCHPOINTS if chosen is None else chosen

    def _read_boards(self, value: Entries) -> None:
        text = value.get("boards")
        if not isinstance(text, Text) or text.null:
            self._fault(span_of(value, "boards"), "`boards` names a file of boards")
            return
        file = self._folder / text.text
        boards = self._try(text.span, lambda: boards_to_play(self._sources.boards(file)))
        self._boards = boards or []

    def _rounds(self, value: Entries) -> list[_Round]:
        rounds, movement = value.get("rounds"), value.get("movement")
        if (rounds is None) == (movement is None):
            self._fault(value.span, "an event has `rounds:`, a list, or `movement: round-robin`")
        if rounds is None:
            return self._moved(value) if movement is not None else []
        if value.get("boards_per_round") is not None:
            span = span_of(value, "boards_per_round")
            self._fault(span, "`boards_per_round` goes with `movement`; a round has `boards`")
        if not isinstance(rounds, Items) or not rounds.items:
            self._fault(rounds.span, "`rounds` takes a list of rounds")
            return []
        return [self._round(item) for item in rounds.items]

    def _moved(self, value: Entries) -> list[_Round]:
        """Return the rounds of a movement."""
        choice(value.get("movement"), "movement", {"round-robin": True}, self._faults)
        span = span_of(value, "movement")
        if len(self._entrants) < 2:
            return []
        turns = round_robin(len(self._entrants))
        most = max(1, len(self._boards) // len(turns))
        each = int(self._number(value, "boards_per_round", most, 1_000, least=1, whole=True))
        if self._boards and each * len(turns) > len(self._boards):
            needs = f"{len(turns)} rounds of {each} boards need {each * len(turns)}"
            self._fault(span, f"{needs}, and the file has {len(self._boards)}")
        return [
            _Round(tuple(self._boards[index * each : (index + 1) * each]), meetings, span)
            for index, meetings in enumerate(turns)
        ]

    def _round(self, item: Value) -> _Round:
        tables = "matches" if self._kind == "teams" else "tables"
        if not isinstance(item, Entries):
            self._fault(item.span, f"a round is a mapping with `boards` and `{tables}`")
            return _Round((), (), item.span)
        check_keys(item, ("boards", tables), self._faults)
        return _Round(self._chosen(item), self._meetings(item, tables), item.span)

    def _chosen(self, item: Entries) -> tuple[Board, ...]:
        """Return the boards of a round: those that it names, or all."""
        wanted = words(item, "boards", self._faults)
        if not wanted or not self._boards:
            return tuple(self._boards)
        span = span_of(item, "boards")
        chosen = self._try(span, lambda: boards_to_play(self._boards, wanted))
        return tuple(chosen or ())

    def _meetings(self, item: Entries, tables: str) -> list[tuple[int, int]]:
        value = item.get(tables)
        if not isinstance(value, Items) or not value.items:
            span = span_of(item, tables)
            self._fault(span, f"`{tables}` takes a list of two names each: `- [Blue, Green]`")
            return []
        seated: dict[int, Span] = {}
        read = [self._meeting(each, seated) for each in value.items]
        return [meeting for meeting in read if meeting is not None]

    def _meeting(self, item: Value, seated: dict[int, Span]) -> tuple[int, int] | None:
        names = item.items if isinstance(item, Items) else ()
        if len(names) != 2 or not all(isinstance(name, Text) for name in names):
            self._fault(item.span, "two names meet, North-South or the home team first")
            return None
        first, second = (self._named(name, seated) for name in names if isinstance(name, Text))
        return None if first is None or second is None else (first, second)

    def _named(self, name: Text, seated: dict[int, Span]) -> int | None:
        index = self._index_of(name.text.strip())
        if index is None:
            known = [entrant.name for entrant in self._entrants]
            hint = closest(name.text, known)
            self._fault(name.span, f"{name.text!r} is none of the {self._kind}{hint}")
            return None
        if index in seated:
            at = seated[index].line
            self._fault(name.span, f"{name.text!r} is in this round already, on line {at}")
        seated.setdefault(index, name.span)
        return index

    def _check_repeats(self, rounds: Sequence[_Round]) -> None:
        """Note whoever would play a board twice."""
        played: dict[tuple[int, int | None], int] = {}
        for number, each in enumerate(rounds, 1):
            for index in (index for meeting in each.meetings for index in meeting):
                again = {played.get((index, board.number)) for board in each.boards} - {
                    None,
                    number,
                }
                for earlier in sorted(filter(None, again)):
                    name = self._entrants[index].name
                    what = f"{name} plays boards of round {earlier} again; give each round its own"
                    self._fault(each.span, what)
                played |= {(index, board.number): number for board in each.boards}

    def _sittings(self, rounds: Sequence[_Round]) -> Iterator[Sitting]:
        for number, each in enumerate(rounds, 1):
            table = 0
            for first, second in each.meetings:
                home, away = self._entrants[first], self._entrants[second]
                if self._kind == "pairs":
                    yield Sitting(number, table := table + 1, (home, away), each.boards)
                    continue
                for room, sides in (("Open", (home, away)), ("Closed", (away, home))):
                    yield Sitting(number, table := table + 1, sides, each.boards, room)

    # -- the rest ----------------------------------------------------------------------------------

    def _ports(self, value: Entries) -> tuple[tuple[int, ...], bool]:
        """Return the ports, and whether each table has its own."""
        port, tables = value.get("port"), value.get("table_ports")
        if port is not None and tables is not None:
            self._fault(tables.span, "give `port`, for all tables, or `table_ports`, not both")
        if tables is not None:
            return (int(self._number(value, "table_ports", 2000, _LARGEST, whole=True)),), True
        if not isinstance(port, Items):
            return (int(self._number(value, "port", 2000, _LARGEST, whole=True)),), False
        numbers = [self._whole(item) for item in port.items]
        if len(numbers) != 4 or None in numbers:
            self._fault(port.span, "`port` takes one port, or four: North, East, South, West")
        return tuple(number or 0 for number in numbers), False

    def _reading(self, value: Entries) -> str:
        text = words(value, "reading", self._faults)
        self._try(span_of(value, "reading"), lambda: named_readings(text, Side.NORTH_SOUTH))
        return text

    def _whole(self, value: Value) -> int | None:
        text = value.text if isinstance(value, Text) else ""
        return int(text) if text.isdecimal() and len(text) < 9 else None

    def _number(
        self,
        value: Entries,
        key: str,
        default: float,
        most: int,
        least: int = 0,
        whole: bool = False,
    ) -> float:
        given = value.get(key)
        if given is None:
            return default
        text = given.text if isinstance(given, Text) else ""
        number = float(text) if text.replace(".", "", 0 if whole else 1).isdecimal() else -1.0
        if not least <= number <= most:
            kind = "a whole number" if whole else "a number"
            self._fault(given.span, f"`{key}` takes {kind} from {least} to {most}")
            return default
        return number

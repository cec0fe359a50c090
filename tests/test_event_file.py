"""Event files: who plays whom by what they say, and every fault with its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.api.files import read_boards
from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.cli.brain_options import brain_command
from dowager.errors import SystemFaults
from dowager.formats import write_pbn
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.services.known_tables import system_named
from dowager.table import SeatPlayer
from dowager.table.event import Event, Sources, read_event
from support.commands import Dowager
from support.wired_tables import boards

SOURCES = Sources(
    read_boards,
    system_named,
    lambda text: BLUE_CHIP.table({Seat.NORTH: text}),
    brain_command,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with twelve boards."""
    (tmp_path / "boards.pbn").write_text(write_pbn(boards(12)))
    return tmp_path


def event_of(folder: Path, text: str) -> Event:
    """Return the event of a file with some text."""
    file = folder / "event.yaml"
    file.write_text(text)
    return read_event(file, SOURCES)


def faults_of(folder: Path, text: str) -> list[str]:
    """Return the faults of a file with some text, without its name."""
    with pytest.raises(SystemFaults) as raised:
        event_of(folder, text)
    return [line.removeprefix(f"{folder}/event.yaml:") for line in str(raised.value).splitlines()]


def meetings(event: Event) -> list[tuple[int, int, str, str, list[int | None]]]:
    """Return round, table, North-South, East-West and boards of each sitting."""
    return [
        (each.round, each.table, each.entrants[0].name, each.entrants[1].name,
         [board.number for board in each.boards])
        for each in event.sittings
    ]  # fmt: skip


def test_a_whole_event(folder: Path) -> None:
    event = event_of(
        folder,
        """
event: Club evening
scoring: imps
boards: boards.pbn
port: 3000
seconds_per_board: 7.5
pairs:
  - Blue
  - {name: Green, system: natural}
  - {name: Red, dialect: "npm,gap:20"}
  - Yellow pair
rounds:
  - boards: 1-2
    tables: [[Blue, Green], [Red, yellow pair]]
  - boards: 3,5
    tables: [[Red, Blue]]
""",
    )
    assert (event.name, event.scoring, event.ports, event.seconds) == (
        "Club evening",
        Scoring.IMPS,
        (3000,),
        7.5,
    )
    assert (event.tables, event.rounds, event.of_teams, event.port_per_table) == (
        2,
        2,
        False,
        False,
    )
    assert meetings(event) == [
        (1, 1, "Blue", "Green", [1, 2]),
        (1, 2, "Red", "Yellow pair", [1, 2]),
        (2, 1, "Red", "Blue", [3, 5]),
    ]
    first, second, _ = event.sittings
    assert [each.system for each in first.entrants] == [None, "natural"]
    assert second.entrants[0].dialect == "npm,gap:20"


def test_it_is_said_how_robots_read_calls(folder: Path) -> None:
    def said(pairs: str) -> str:
        return event_of(folder, f"boards: boards.pbn\nmovement: round-robin\n{pairs}").reads()

    robots = "{name: Blue, system: natural}"
    own, unknown = "exact (both are robots of one system)", "stranger (their system is not known)"
    assert said(f"pairs: [{robots}, Green]") == f"their own side {own}; opponents {unknown}"
    assert said("pairs: [Blue, Green]") == ""
    known = "exact (robots whose system is known)"
    three = f"pairs: [{robots}, Green, {{name: Red, system: sayc}}]"
    assert said(three) == f"their own side {own}; opponents {known} or {unknown}"
    asked = f"pairs: [{robots}, Green]\nreading: them=tolerant"
    assert said(asked) == f"their own side {own}; opponents tolerant (as asked)"
    judging = "judged (both are robots of one system, with judgement)"
    asked = f"pairs: [{robots}, Green]\njudge: 1.5"
    assert said(asked) == f"their own side {judging}; opponents {unknown}"


def test_teams_meet_in_two_rooms(folder: Path) -> None:
    text = """
boards: boards.pbn
teams: [Blue, Green, Red]
rounds:
  - boards: 1-2
    matches: [[Blue, Green]]
  - boards: 3-4
    matches:
      - [Red, Blue]
"""
    event = event_of(folder, text)
    assert event.of_teams and event.scoring is Scoring.IMPS
    assert [
        (each.room, *row) for each, row in zip(event.sittings, meetings(event), strict=True)
    ] == [
        ("Open", 1, 1, "Blue", "Green", [1, 2]),
        ("Closed", 1, 2, "Green", "Blue", [1, 2]),
        ("Open", 2, 1, "Red", "Blue", [3, 4]),
        ("Closed", 2, 2, "Blue", "Red", [3, 4]),
    ]
    opened, closed, other, _ = event.sittings
    assert opened.key_of(Side.NORTH_SOUTH) != closed.key_of(Side.EAST_WEST)
    assert opened.key_of(Side.NORTH_SOUTH) == event.sittings[3].key_of(Side.NORTH_SOUTH)
    assert closed.key_of(Side.EAST_WEST) == other.key_of(Side.EAST_WEST)


def test_a_round_robin_divides_the_boards(folder: Path) -> None:
    text = "boards: boards.pbn\nmovement: round-robin\npairs: [A, B, C, D, E]\n"
    event = event_of(folder, text)
    assert (event.rounds, event.tables, len(event.sittings)) == (5, 2, 10)
    assert [each.boards[0].number for each in event.sittings[::2]] == [1, 3, 5, 7, 9]
    assert {len(each.boards) for each in event.sittings} == {2}
    fewer = event_of(folder, text + "boards_per_round: 1\n")
    assert {len(each.boards) for each in fewer.sittings} == {1}


def test_players_are_brains_robots_and_programs(folder: Path) -> None:
    """Paths of a command count from the file's folder, wherever the event is started."""
    for name in ("brain.sh", "notes.txt"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    event = event_of(
        folder,
        """
boards: boards.pbn
teams:
  - {name: Blue, players: command ./brain.sh -v notes.txt}
  - {name: Green, players: [system natural, external]}
rounds: [{matches: [[Blue, Green]]}]
""",
    )
    blue, green = event.sittings[0].entrants
    words = (str(folder / "brain.sh"), "-v", str(folder / "notes.txt"))
    assert blue.players == (SeatPlayer(words), SeatPlayer(words)) and event.has_brains
    assert blue.started and blue.system is None
    assert green.player(Seat.NORTH) == green.player(Seat.EAST) == SeatPlayer(system="natural")
    assert green.player(Seat.WEST) == SeatPlayer() and not green.started
    assert green.system == "natural"


def test_ports_may_be_four_or_one_for_each_table(folder: Path) -> None:
    head = "boards: boards.pbn\npairs: [A, B]\nrounds: [{tables: [[A, B]]}]\n"
    assert event_of(folder, head).ports == (2000,)
    assert event_of(folder, head + "port: [1, 2, 3, 4]").ports == (1, 2, 3, 4)
    each = event_of(folder, head + "table_ports: 4000")
    assert each.port_per_table and each.ports == (4000,)


HEAD = "boards: boards.pbn\npairs: [Blue, Green, Red, Pink]\n"
ROUND = "rounds: [{tables: [[Blue, Green]]}]\n"
FAULTS = [
    ("nothing", "", ["1:1: the file is empty; begin it with `event:`"]),
    ("no YAML", "a: [", ["1:5: not valid YAML: a value should stand here"]),
    ("a list", "- a", ["1:1: an event file has keys: `event:`, `pairs:`, `boards:`, ..."]),
    (
        "an unknown key",
        HEAD + ROUND + "scorin: imps",
        ["4:1: unknown key 'scorin'; did you mean 'scoring'? The keys here are event, pairs, "],
    ),
    (
        "nobody",
        "boards: boards.pbn\nrounds: [{tables: [[A, B]]}]",
        [
            "1:1: an event has `pairs:` or `teams:`, a list of names",
            "2:21: 'A' is none of the pairs",
            "2:24: 'B' is none of the pairs",
        ],
    ),
    (
        "pairs and teams",
        HEAD + ROUND + "teams: [A, B]",
        ["1:1: an event has `pairs:` or `teams:`, a list of names"],
    ),
    (
        "a lonely pair",
        "boards: boards.pbn\npairs: [A]\nmovement: round-robin",
        ["2:8: `pairs` takes a list of two names or more"],
    ),
    (
        "names that are no names",
        HEAD.replace("Green", "'x\"y', [z], {system: natural}, blue, Green") + ROUND,
        [
            "2:16: ",
            "2:22: one of the pairs is a name, or a mapping with `name`, `system`, `players`",
            "2:27: one of the pairs is a name, or a mapping with `name`, `system`, `players`",
            "2:46: 'blue' is there twice; names have to differ",
        ],
    ),
    (
        "what a pair has",
        HEAD.replace("Green", "{name: Green, systm: x, system: nix, dialect: 'gap:x'}") + ROUND,
        [
            "2:29: unknown key 'systm'; did you mean 'system'?",
            "2:47: no system 'nix'; there are",
            "2:62: dialect gap: 'x'; write milliseconds, 0 to 10000",
        ],
    ),
    (
        "players that are none",
        HEAD.replace("Green, Red", "{name: Green, players: [brain.sh, command ./nix]}, Red")
        + ROUND,
        [
            '2:39: no player \'brain.sh\'; write "command ./brain.sh", "system mine" or "external"',
            "2:49: no program './nix'; give its path",
        ],
    ),
    (
        "players and a system",
        HEAD.replace("Green, Red", "{name: Green, system: natural, players: external}, Red")
        + ROUND,
        ["2:55: give `system`, for both players, or `players`, not both"],
    ),
    (
        "three players",
        HEAD.replace("Green, Red", "{name: Green, players: [external, external, external]}, Red")
        + ROUND,
        ["2:38: `players` takes one player, for both, or a list of two"],
    ),
    ("no boards", HEAD[19:] + ROUND, ["1:1: `boards` names a file of boards"]),
    (
        "boards that are not there",
        HEAD.replace("boards.pbn", "none.pbn") + ROUND,
        [
            "1:9: cannot read ",
        ],
    ),
    (
        "a scoring of its own",
        HEAD + ROUND + "scoring: points",
        ["4:10: `scoring` takes matchpoints or imps, not 'points'"],
    ),
    (
        "teams by matchpoints",
        "boards: boards.pbn\nteams: [A, B]\nscoring: matchpoints\nrounds: [{matches: [[A, B]]}]",
        ["3:10: teams are scored by `imps`"],
    ),
    ("no rounds", HEAD, ["1:1: an event has `rounds:`, a list, or `movement: round-robin`"]),
    (
        "rounds and a movement",
        HEAD + ROUND + "movement: round-robin",
        ["1:1: an event has `rounds:`, a list, or `movement: round-robin`"],
    ),
    (
        "a movement nobody knows",
        HEAD + "movement: mitchell",
        ["3:11: `movement` takes round-robin, not 'mitchell'"],
    ),
    (
        "too few boards",
        HEAD + "movement: round-robin\nboards_per_round: 5",
        ["3:11: 3 rounds of 5 boards need 15, and the file has 12"],
    ),
    (
        "no boards a round",
        HEAD + "movement: round-robin\nboards_per_round: 0",
        ["4:19: `boards_per_round` takes a whole number from 1 to 1000"],
    ),
    (
        "boards of a movement, and rounds",
        HEAD + ROUND + "boards_per_round: 2",
        ["4:19: `boards_per_round` goes with `movement`; a round has `boards`"],
    ),
    ("rounds that are none", HEAD + "rounds: []", ["3:9: `rounds` takes a list of rounds"]),
    (
        "a round that is none",
        HEAD + "rounds: [1]",
        ["3:10: a round is a mapping with `boards` and `tables`"],
    ),
    (
        "rounds",
        HEAD
        + "rounds:\n  - {boards: 1-99, tables: [[Blue, Gren]]}\n  - {boards: x, tabels: []}\n"
        + "  - {tables: [[Blue], [Red, [a]], Pink]}\n",
        [
            "4:14: there is no board 13",
            "4:36: 'Gren' is none of the pairs; did you mean 'Green'?",
            "5:5: `tables` takes a list of two names each: `- [Blue, Green]`",
            "5:14: no boards 'x'; write numbers and ranges, such as 1,3,5-8",
            "5:17: unknown key 'tabels'; did you mean 'tables'?",
            "6:15: two names meet, North-South or the home team first",
            "6:23: two names meet, North-South or the home team first",
            "6:35: two names meet, North-South or the home team first",
        ],
    ),
    (
        "a pair at two tables",
        HEAD + "rounds:\n - tables:\n   - [Blue, Green]\n   - [Red, Blue]",
        ["6:12: 'Blue' is in this round already, on line 5"],
    ),
    (
        "a pair against itself",
        HEAD + "rounds:\n - tables:\n   - [Blue, blue]",
        ["5:13: 'blue' is in this round already, on line 5"],
    ),
    (
        "boards played twice",
        HEAD
        + "rounds:\n - {boards: 1-4, tables: [[Blue, Green]]}\n"
        + " - {boards: 4-6, tables: [[Red, Blue]]}",
        ["5:4: Blue plays boards of round 1 again; give each round its own"],
    ),
    (
        "ports",
        HEAD + ROUND + "port: 70000\ntable_ports: 1.5",
        [
            "5:14: `table_ports` takes a whole number from 0 to 65535",
            "5:14: give `port`, for all tables, or `table_ports`, not both",
        ],
    ),
    (
        "three ports",
        HEAD + ROUND + "port: [1, 2, 3]",
        ["4:7: `port` takes one port, or four: North, East, South, West"],
    ),
    (
        "a port too far",
        HEAD + ROUND + "port: 70000",
        ["4:7: `port` takes a whole number from 0 to 65535"],
    ),
    (
        "no time",
        HEAD + ROUND + "seconds_per_board: -1",
        ["4:20: `seconds_per_board` takes a number from 0 to 86400"],
    ),
    (
        "judging for days",
        HEAD + ROUND + "judge: 4000",
        ["4:8: `judge` takes a number from 0 to 3600"],
    ),
    (
        "no such side",
        HEAD + ROUND + "reading: we=exact",
        ["4:10: no side 'we'; write us, them, ns or ew, as in us=exact,them=tolerant"],
    ),
]


@pytest.mark.parametrize(
    ("text", "wanted"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_every_fault_has_its_line_and_column(folder: Path, text: str, wanted: list[str]) -> None:
    said = faults_of(folder, text)
    assert len(said) == len(wanted), said
    for line, words in zip(said, wanted, strict=True):
        assert line.startswith(words)


def test_faults_of_boards_and_systems_are_their_own(folder: Path) -> None:
    (folder / "bad.pbn").write_text('[Board "1"]\n[Deal "N:AKQ"]\n')
    (folder / "mine").mkdir()
    (folder / "mine" / "system.yaml").write_text("system: mine\nsections: [{after: 1NT, x: 2}]\n")
    text = "boards: bad.pbn\npairs: [A, {name: B, system: ./mine/}]\nrounds: [{tables: [[A, B]]}]"
    said = faults_of(folder, text)
    assert any(line.startswith(f"1:9: {folder}/bad.pbn:2:") for line in said), said
    assert any("/mine/system.yaml:2:" in line and "unknown key 'x'" in line for line in said), said


def test_the_command_prints_all_faults_and_the_rounds(folder: Path, run: Dowager) -> None:
    file = folder / "event.yaml"
    file.write_text(HEAD + "rounds: [{boards: 99, tables: [[Blue, Gren]]}]")
    said = run("event", str(file))
    assert said.code == 2 and [
        line.partition("yaml:")[2][:5] for line in said.err.splitlines()
    ] == [
        "3:19:",
        "3:39:",
    ]
    file.write_text(HEAD.replace("pairs", "teams") + "movement: round-robin\n")
    shown = run("event", str(file), "--show")
    assert shown.code == 0
    assert [line.split() for line in shown.out.splitlines()][:4] == [
        ["round", "table", "North-South", "East-West", "boards"],
        ["1", "1", "open", "Blue", "Pink", "1-4"],
        ["1", "2", "closed", "Pink", "Blue", "1-4"],
        ["1", "3", "open", "Red", "Green", "1-4"],
    ]
    assert run("event", str(folder / "none.yaml")).err.endswith(
        "none.yaml:1:1: cannot read the file: No such file or directory\n"
    )

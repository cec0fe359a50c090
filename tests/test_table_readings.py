"""How robots read calls at tables: what they suppose, what options change, what is said."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.formats import read_pbn
from dowager.knowledge.readings import EXACT, READINGS, Reading, named_readings
from dowager.net import Plan, Team
from dowager.net.robot_command import RobotCommand
from dowager.play import Budget, Play
from dowager.protocols import PROTOCOLS
from dowager.table import PlayerBoard, Robot, TableReadings, among_strangers, at_our_table
from dowager.table.event import Entrant, Sitting
from support.bid_deals import EAST, SOUTH, bid_deal
from support.commands import Dowager, started
from support.instant_clients import instant_players_at
from support.local_tables import board_file, free_port
from support.sweeps import sampled
from support.systems import shipped

TOLERANT, STRANGER = READINGS["tolerant"], READINGS["stranger"]
NS, EW = Side.NORTH_SOUTH, Side.EAST_WEST


def both(readings: TableReadings) -> tuple[Reading, Reading]:
    return readings.us.reading, readings.them.reading


# -- what robots suppose ---------------------------------------------------------------------------


def test_at_somebody_else_s_table() -> None:
    assert both(among_strangers(None)) == (EXACT, STRANGER)
    assert both(among_strangers("natural")) == (EXACT, TOLERANT)


@pytest.mark.parametrize(
    ("own", "theirs", "known", "wanted"),
    [
        (("sayc", "sayc"), ("natural", "natural"), True, (EXACT, EXACT)),
        (("sayc", "sayc"), ("natural", "natural"), False, (EXACT, STRANGER)),
        (("sayc", "sayc"), ("natural", "sayc"), True, (EXACT, STRANGER)),
        (("sayc", "sayc"), (None, None), True, (EXACT, STRANGER)),
        (("sayc", "sayc"), ("natural", None), True, (EXACT, STRANGER)),
        (("sayc", None), ("sayc", "sayc"), True, (TOLERANT, EXACT)),
        (("sayc", "natural"), ("sayc", "sayc"), True, (STRANGER, EXACT)),
    ],
)
def test_at_a_table_of_ours(
    own: tuple[str | None, str | None],
    theirs: tuple[str | None, str | None],
    known: bool,
    wanted: tuple[Reading, Reading],
) -> None:
    assert both(at_our_table(own, theirs, known)) == wanted


def test_a_pair_of_an_event_that_is_no_robots_is_a_stranger() -> None:
    sitting = Sitting(1, 1, (Entrant.of_robots("Blue", "natural"), Entrant("Green")), ())
    assert both(sitting.readings(NS, "")) == (EXACT, STRANGER)
    assert both(sitting.readings(NS, "ew=tolerant")) == (EXACT, TOLERANT)
    robots = Sitting(
        1, 1, (Entrant.of_robots("Blue", "natural"), Entrant.of_robots("Green", "sayc")), ()
    )
    assert both(robots.readings(EW, "")) == (EXACT, EXACT)


# -- what options change ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "side", "wanted"),
    [
        ("", NS, (EXACT, STRANGER)),
        ("tolerant", NS, (TOLERANT, TOLERANT)),
        ("them=exact", EW, (EXACT, EXACT)),
        ("us=judged , THEM=tolerant", EW, (READINGS["judged"], TOLERANT)),
        ("ew=tolerant", NS, (EXACT, TOLERANT)),
        ("ew=tolerant", EW, (TOLERANT, STRANGER)),
        ("ns=tolerant,us=exact", NS, (EXACT, STRANGER)),
    ],
)
def test_an_option_changes_the_sides_that_it_names(
    text: str, side: Side, wanted: tuple[Reading, Reading]
) -> None:
    changed = among_strangers(None).changed(text, side)
    assert both(changed) == wanted
    assert changed.readings(side) == (wanted if side is NS else wanted[::-1])
    assert both(among_strangers(None).changed(changed.option, side)) == wanted


def test_sides_that_there_are_not_are_named() -> None:
    with pytest.raises(InputError, match="no side 'we'; write us, them, ns or ew, as in us=exact"):
        named_readings("we=exact", NS)
    with pytest.raises(InputError, match="no side 'us'; write ns or ew, as in ns=exact"):
        named_readings("us=exact")
    with pytest.raises(InputError, match="no reading 'loose'; there are exact, judged"):
        among_strangers(None).changed("them=loose", NS)


@pytest.mark.parametrize(
    "words", [("sit", "North"), ("match", "--pbn", "none.pbn", "--home", "sayc", "--away", "sayc")]
)
def test_commands_name_what_is_wrong_with_a_reading(run: Dowager, words: tuple[str, ...]) -> None:
    said = run(*words, "--reading", "us=loose")
    assert (said.code, said.err) == (
        2,
        "no reading 'loose'; there are exact, judged, tolerant, stranger\n",
    )


def test_robots_are_started_with_their_readings() -> None:
    protocol = PROTOCOLS["bluechip"]
    command = RobotCommand(protocol, "127.0.0.1", 60.0, claims=False)
    words = command.words(
        Seat.WEST, 2000, "Blue", "sayc", None, among_strangers(None).changed("us=judged", EW)
    )
    assert ("--reading", "us=judged,them=stranger") in list(pairwise(words))


# -- what a robot makes of it ----------------------------------------------------------------------


def test_a_robot_plays_by_its_readings() -> None:
    """East has opened 1NT with two points; who believes him exactly has to give it up."""
    lie = bid_deal(
        "N:A532.T42.Q53.Q64 T9.Q983.T8642.52 KQJ4.AKJ.AKJ.AK3 876.765.97.JT987", EAST, "1NT X P P P"
    )
    seen = lie.seen("SK S8 S2 S9")
    play: Play = seen.play
    board = PlayerBoard(SOUTH, 1, lie.deal[SOUTH], lie.auction, {}, play, lie.deal[play.dummy])
    sayc, budget = shipped("sayc"), Budget(1.0, lambda: 0.0)
    assert Robot(SOUTH, sayc, sayc).card(board, budget).relaxed[0] == "what calls deny"
    readings = among_strangers("sayc").readings(NS)
    assert Robot(SOUTH, sayc, sayc, readings).card(board, budget).relaxed == ()


# -- what is said ----------------------------------------------------------------------------------


def test_readings_in_words() -> None:
    readings = among_strangers("natural").changed("us=judged", EW)
    assert readings.words(EW) == (
        "North-South tolerant (natural, in a style of their own), East-West judged (as asked)"
    )


@pytest.mark.parametrize("as_json", sampled([False, True], 2))
def test_a_match_says_how_its_robots_read_calls(tmp_path: Path, as_json: bool) -> None:
    """In a line at the start; JSON, results and standard error are as they were.

    One player of a team is a robot.
    """
    file, results, port = board_file(tmp_path, 1), tmp_path / "results.pbn", free_port(2)
    teams = ("--home", "Blue=natural+external", "--away", "Green=external", "--port", str(port))
    words = (*teams, "--seconds-per-board", "0", *(["--json"] if as_json else []))
    options = ("--strangers", "--reading", "us=judged", "--results", results)
    north, east, south, west = Seat
    with (
        started("match", "--pbn", file, *words, *options) as match,
        instant_players_at(port, (east, south, west), ("Blue", "Green")),
        instant_players_at(port + 1, (north, south, west), ("Green", "Blue")),
    ):
        done = match.rest()
    assert done.code == 0 and "read" not in done.err, done.err
    assert "read" not in results.read_text() and len(read_pbn(results.read_text())) == 2
    lines = done.out.splitlines()
    if as_json:
        row, total = map(json.loads, lines)
        assert set(row) == {"board", "imps", "open", "closed"} and set(total) == {"boards", "imps"}
        return
    own, opponents = "their own side judged (as asked)", "stranger (their system is not known)"
    assert lines[1] == f"how robots read calls: {own}; opponents {opponents}"
    assert [line for line in lines if "read calls" in line] == lines[1:2]


def test_sides_of_the_table_change_from_room_to_room() -> None:
    """What is asked of East-West is asked of each team in one room."""
    blue, green = (
        Team(entrant.name, entrant.players)
        for entrant in (Entrant.of_robots("Blue", "natural"), Entrant("Green"))
    )
    plan = Plan(blue, green, {}, PROTOCOLS["bluechip"], reading="ew=tolerant")
    assert both(plan.readings("Open", NS)) == (EXACT, TOLERANT)
    assert both(plan.readings("Closed", EW)) == (TOLERANT, STRANGER)
    own, theirs = "exact (both are robots of one system)", "stranger (their system is not known)"
    asked = "tolerant (as asked)"
    assert plan.reads() == f"their own side {own} or {asked}; opponents {theirs} or {asked}"
    strangers = Plan(green, green, {}, PROTOCOLS["bluechip"])
    assert strangers.reads() == ""

"""EPE 321 between programs: JavaScript on either side, players who are killed, four doors."""

from __future__ import annotations

import json
import os
import re
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from dowager.cards import Seat
from dowager.formats import read_pbn, write_pbn
from support.brain_programs import page_brain
from support.commands import Dowager, run_program, started
from support.epe321_hosts import address_of, certificate, start_host, start_player
from support.instant_clients import instant_players_of_rubbers
from support.local_processes import children
from support.local_tables import board_file, free_port, start_robot
from support.node_programs import SCRIPTS, folder_with_ws, node
from support.pages import DOCS, blocks_of
from support.records import check_record
from support.wired_tables import boards

CLIENT, HOST = SCRIPTS / "client.mjs", SCRIPTS / "host.mjs"


LONG = ("--rubbers", "50", "--seed", "1")
"""Options of a host that goes on until a test interrupts it."""
OTHERS = ("Bob", "Cid", "Dan")
"""Players in the test's own process, beside the one whom a test is about."""
AT_ONCE = ("--seconds-per-board", "0")
"""Options of a robot that does not think."""


@pytest.fixture(scope="session")
def with_ws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which node finds `ws`."""
    return folder_with_ws(tmp_path_factory.mktemp("node"))


# -- JavaScript at our host ------------------------------------------------------------------------


def test_three_clients_in_javascript_and_a_robot_play_a_whole_rubber(
    with_ws: Path, tmp_path: Path
) -> None:
    """They know the text only, and add up what SCORE says: it is what the host has scored."""
    words = ("--players", "3", "--password", "secret", "--json", "--seed", "3")
    with ExitStack() as stack:
        host = stack.enter_context(start_host(tmp_path, *words))
        uri = address_of(host)
        clients = []
        for alias, style in (("Ann", ""), ("Bob", "sloppy"), ("Cid", "")):
            clients.append(stack.enter_context(node(with_ws, CLIENT, uri, alias, "secret", style)))
            host.line_with(lambda line, alias=alias: line.endswith(f" is {alias}"))
        end = host.rest()
        assert end.code == 0, end.out
        told = [client.answer() for client in clients]
    rows = [json.loads(line) for line in end.out.splitlines() if line.startswith("{")]
    assert rows[-1]["over"] and 2 in rows[-1]["games"]
    for client in told:
        assert client["faults"] == [] and client["code"] == 1000
        assert client["boards"] == len(rows) == client["seen"]["SCORE"]
        assert [client["sums"]["NS"], client["sums"]["EW"]] == rows[-1]["totals"]
    assert len({client["seat"] for client in told}) == 3


def test_a_client_in_javascript_that_is_killed_is_replaced(with_ws: Path, tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(start_host(tmp_path, *LONG))
        uri = address_of(host)
        ann = stack.enter_context(node(with_ws, CLIENT, uri, "Ann"))
        host.line_with(lambda line: line == "North is Ann")
        stack.enter_context(instant_players_of_rubbers(uri, OTHERS))
        host.line_with(lambda line: line.startswith("board 1:"))
        ann.kill()
        host.line_with(lambda line: line == "a robot stands in for North")
        again = stack.enter_context(node(with_ws, CLIENT, uri, "Ann"))
        host.line_with(lambda line: line == "North is Ann")
        for _ in range(2):
            host.line_with(lambda line: line.startswith("board "))
        host.interrupt()
        told = again.answer()
        assert host.rest().code == 1
    assert told["faults"] == [] and told["seat"] == "N" and told["boards"] >= 2


def test_the_player_of_the_page_plays(with_ws: Path, tmp_path: Path) -> None:
    """The twenty lines that the how-to guide shows, as they stand there."""
    blocks = blocks_of(DOCS / "how-to" / "play-rubber-bridge.md")
    (script,) = [block.text for block in blocks if block.kind == "js"]
    file = with_ws / "player.js"
    file.write_text(script)
    with ExitStack() as stack:
        host = stack.enter_context(start_host(tmp_path, *LONG))
        uri = address_of(host)
        stack.enter_context(node(with_ws, file, uri, "Ann"))
        stack.enter_context(instant_players_of_rubbers(uri, OTHERS))
        for _ in range(3):
            host.line_with(lambda line: line.startswith("board "))
        host.interrupt()
        end = host.rest()
    assert "illegal" not in end.out and "stands in" not in end.out


# -- our player at a host in JavaScript ------------------------------------------------------------

WAYS = [
    (),
    ("Typ", "comma", "thirteen", "numbers", "python"),
    ("noecho", "nopasses", "dummyfirst"),
    ("declarer", "alias", "again", "lobby", "binary", "fragments", "leaves", "pings"),
]


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "-".join(ways) or "as the text")
def test_our_player_plays_a_rubber_at_a_host_in_javascript(
    with_ws: Path, tmp_path: Path, ways: tuple[str, ...]
) -> None:
    """Each way is another reading of the text; the host checks that all is legal."""
    own = certificate(tmp_path, 5)
    with node(with_ws, HOST, own.certificate, own.key, *ways) as host:
        uri = f"wss://127.0.0.1:{host.line()}"
        with start_player(uri, "Ann", "--password", "secret") as player:
            end = player.rest()
        told = host.answer()
    assert end.code == 0, end.out
    assert told["faults"] == [] and 2 in told["games"]
    assert told["seen"]["BID_SEND"] and told["seen"]["MOVE_SEND"]
    assert "cannot use" not in end.out


def test_our_player_with_a_wrong_password(with_ws: Path, tmp_path: Path) -> None:
    own = certificate(tmp_path, 5)
    with node(with_ws, HOST, own.certificate, own.key) as host:
        uri = f"wss://127.0.0.1:{host.line()}"
        with start_player(uri, "Ann", "--password", "wrong") as player:
            end = player.rest()
    assert end.code == 1 and "no place: perhaps the password is wrong" in end.out


# -- the commands ----------------------------------------------------------------------------------


def test_one_player_and_three_robots_to_the_end(tmp_path: Path) -> None:
    results = tmp_path / "rubber.pbn"
    words = ("--players", "1", "--seed", "3", "--results", results)
    with start_host(tmp_path, *words) as host:
        uri = address_of(host)
        with start_player(uri, "Ann") as ann:
            end = host.rest()
            assert ann.rest().code == 0
    assert end.code == 0, end.out
    assert "the rubber is over" in end.out and re.search(r"^total +\d+ +\d+$", end.out, re.M)
    played = read_pbn(results.read_text())
    assert [board.number for board in played] == list(range(1, len(played) + 1))
    assert {board.tag("North") for board in played} == {"Ann"}
    assert {board.tag("Scoring") for board in played} == {"Rubber"}
    again = run_program("host", "--epe321", "--results", results, "--identity", tmp_path / "id")
    assert again.code == 2 and "--resume" in again.err


def test_a_player_who_is_killed_gets_his_seat_back(tmp_path: Path) -> None:
    with start_host(tmp_path, *LONG) as host, ExitStack() as stack:
        uri = address_of(host)
        ann = stack.enter_context(start_player(uri, "Ann"))
        host.line_with(lambda line: line == "North is Ann")
        others = stack.enter_context(instant_players_of_rubbers(uri, OTHERS))
        host.line_with(lambda line: line.startswith("board 1:"))
        ann.kill()
        host.line_with(lambda line: line == "a robot stands in for North")
        host.line_with(lambda line: line.startswith("board "))
        back = stack.enter_context(start_player(uri, "Ann"))
        host.line_with(lambda line: line == "North is Ann")
        host.line_with(lambda line: line.startswith("board "))
        host.interrupt()
        assert back.rest().code == 0  # the host has said that the session is over
        others.await_home()
        assert host.rest().code == 1


def test_a_robot_that_is_killed_is_replaced_by_another(tmp_path: Path) -> None:
    with (
        start_host(tmp_path, *LONG, "--players", "3") as host,
        instant_players_of_rubbers(address_of(host), OTHERS),
    ):
        host.line_with(lambda line: line.startswith("board 1:"))
        (robot,) = children(host.pid, "--seat", "West")
        os.kill(robot, signal.SIGKILL)
        host.line_with(lambda line: line.startswith("West's robot ended"))
        for _ in range(2):
            host.line_with(lambda line: line.startswith("board "))
        host.interrupt()
        assert host.rest().code == 1


def test_a_host_that_is_interrupted_scores_the_rubber_as_it_stands(tmp_path: Path) -> None:
    results = tmp_path / "rubber.pbn"
    words, four = ("--results", results, *LONG), ("Ann", *OTHERS)
    with (
        start_host(tmp_path, *words) as host,
        instant_players_of_rubbers(address_of(host), four) as players,
    ):
        host.line_with(lambda line: line.startswith("board 2:"))
        host.interrupt()
        end = host.rest()
        players.await_home()  # the host has said that the session is over
    assert end.code == 1 and "stopped by SIGINT" in end.out and "total" in end.out
    kept = len(read_pbn(results.read_text()))
    assert kept >= 2
    with (
        start_host(tmp_path, *words, "--resume") as host,
        instant_players_of_rubbers(address_of(host), four),
    ):
        line = host.line_with(lambda line: line.startswith("board "))
        assert line.startswith(f"board {kept + 1}:")


def test_deals_of_a_file_that_are_too_few_end_the_rubber(tmp_path: Path) -> None:
    file = tmp_path / "deals.pbn"
    file.write_text(write_pbn(boards(1, 3)))
    with (
        start_host(tmp_path, "--pbn", file) as host,
        instant_players_of_rubbers(address_of(host), ("Ann", *OTHERS)),
    ):
        end = host.rest()
    assert end.code == 1 and "there are no more deals" in end.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("host",), "say what to speak"),
        (("host", "--epe321", "--resume"), "--resume goes with --results"),
        (("host", "--epe321", "--certificate", "a"), "--certificate and --key go together"),
        (("host", "--epe321", "--certificate", "a", "--key", "b"), "cannot use a"),
        (("sit", "--epe321", "ws://here"), "write wss://HOST:PORT"),
        (("sit", "--epe321", "wss://here:x"), "no address"),
        (("sit", "--epe321", "wss://here", "--team", "A"), "goes without --team"),
        (("sit", "--epe321", "wss://here", "--alias", " "), "no alias"),
        (("sit", "--epe321", "wss://here", "--certificate", "none"), "cannot use none"),
        (("sit", "--alias", "Ann"), "go with --epe321"),
    ],
)
def test_wrong_input_is_one_line(run: Dowager, words: tuple[str, ...], why: str) -> None:
    answer = run(*words)
    assert answer.code == 2 and why in answer.err and answer.err.count("\n") == 1


def test_nobody_there_is_one_line() -> None:
    answer = run_program("sit", "--epe321", "wss://127.0.0.1:9", "--connect", "0", "--quiet")
    assert answer.code == 1 and answer.err.count("\n") == 1 and "cannot connect" in answer.err


# -- one table, many doors -------------------------------------------------------------------------


def test_four_seats_from_four_doors(with_ws: Path, tmp_path: Path) -> None:
    """A brain in C, a Blue Chip program, a client in JavaScript and a robot, at one table.

    The first board is passed out, and the second one played.
    """
    file, results = board_file(tmp_path, 2, seed=2), tmp_path / "results.pbn"
    port, secure = free_port(), free_port()
    seats = ("--north", page_brain("c", tmp_path), "--east", "system natural")
    ports = ("--port", str(port), "--epe321", str(secure), "--identity", tmp_path)
    uri, wrong = f"wss://127.0.0.1:{secure}", ("--insecure", "--password", "wrong")
    words = ("--pbn", file, "--no-pause", "--results", results, "--password", "secret")
    with ExitStack() as stack:
        table = stack.enter_context(started("table", *words, *seats, *ports, err_to_out=True))
        table.line_with(lambda line: "or at wss://" in line)
        stack.enter_context(start_robot(Seat.SOUTH, port, "North-South"))
        table.line_with(lambda line: line == 'South is "North-South"')
        refused = run_program("sit", "--epe321", uri, *wrong)
        assert refused.code == 1 and "the password is wrong" in refused.err
        client = stack.enter_context(node(with_ws, CLIENT, uri, "Ann", "secret"))
        end = table.rest()
        assert end.code == 0, end.out
        told = client.answer()
    assert told["faults"] == [] and (told["boards"], told["seat"]) == (2, "W")
    played = read_pbn(results.read_text())
    assert [(board.number, board.passed_out) for board in played] == [(1, True), (2, False)]
    for board in played:
        check_record(board)
        assert (board.tag("North"), board.tag("West")) == ("North-South", "East-West")
        assert not board.tag("Faults")


def test_several_tables_each_with_a_secure_door(tmp_path: Path) -> None:
    """At both tables three brains, and a player by EPE 321 for the seat that is left."""
    file, results, secure = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port()
    brain = page_brain("shell", tmp_path)
    seats = [word for name in ("--north", "--south", "--west") for word in (name, brain)]
    ports = ("--port", "0", "--epe321", str(secure), "--identity", tmp_path)
    words = ("--pbn", file, "--no-pause", "--results", results, "--tables", "2", "--plain")
    with ExitStack() as stack:
        table = stack.enter_context(started("table", *words, *seats, *ports, err_to_out=True))
        table.line_with(lambda line: "table 2: waiting for one program on port" in line)
        for number in (0, 1):
            uri = f"wss://127.0.0.1:{secure + number}"
            sit = ("sit", "--epe321", uri, "--insecure", "--system", "natural", "--quiet", *AT_ONCE)
            stack.enter_context(started(*sit, "--alias", f"Ann {number}"))
        end = table.rest()
    assert end.code == 0, end.out
    played = read_pbn(results.read_text())
    assert sorted((board.tag("Table"), board.number) for board in played) == [
        ("1", 1), ("1", 2), ("2", 1), ("2", 2)
    ]  # fmt: skip
    for board in played:
        check_record(board)
        assert not board.tag("Faults")


def test_an_event_has_no_secure_door(tmp_path: Path) -> None:
    said = run_program("event", tmp_path / "club.yaml", "--epe321", "3210")
    assert said.code == 2 and said.err.startswith("an event has no door for EPE 321: its players")
    assert said.err.count("\n") == 1


def test_logs_of_hosts_and_players_have_no_passwords(tmp_path: Path) -> None:
    """Neither the host's, nor a wrong one, nor that of its robots."""
    secure, logs = free_port(), [tmp_path / "host.log", tmp_path / "player.log"]
    uri, seen = (
        f"wss://127.0.0.1:{secure}",
        ("--insecure", "--quiet", "--system", "natural", *AT_ONCE),
    )
    words = ("--port", str(secure), "--identity", tmp_path, "--password", "open sesame")
    quick = ("--system", "natural", *AT_ONCE, "--pause", "0", "--players", "3")
    file = board_file(tmp_path, 1)
    host = ("host", "--epe321", *words, *quick, "--log", logs[0], "--pbn", file)
    with started(*host, err_to_out=True) as hosting:
        hosting.line_with(lambda line: "waiting for players" in line)
        wrong = run_program("sit", "--epe321", uri, *seen, "--password", "open barley")
        assert wrong.code == 1
        with instant_players_of_rubbers(uri, OTHERS[:2], "open sesame"):
            run_program(
                *("sit", "--epe321", uri, *seen, "--alias", "Ann", "--log", logs[1]),
                *("--password", "open sesame"),
            )
        hosting.rest()
    for log in logs:
        said = log.read_text()
        assert "CONNECT_REQUEST" in said and "***" in said
        assert "sesame" not in said and "barley" not in said
    robots = [line for line in logs[0].read_text().splitlines() if '"robot ' in line]
    assert any("CONNECT_REQUEST" in line for line in robots)
    assert all('"Password": "***"' in line for line in robots if "CONNECT_REQUEST" in line)

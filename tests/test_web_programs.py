"""Programs at tables in the browser: Blue Chip and EPE 321 clients, and brains, beside a person."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dowager.formats import read_pbn
from support.brain_programs import engine, page_brain, unruly
from support.commands import run_program, started
from support.epe321_hosts import start_player
from support.local_processes import await_end, first_children
from support.records import check_record
from support.room_person import Person, cards_named
from support.web_server import Served, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the server keeps its certificate."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    """Return a server with brains."""
    commands = {
        "First": page_brain("shell", folder),
        "Engine": engine("--debug"),
        "Illegal": unruly("is illegal"),
        "Failing": unruly("fails"),
        "Not there": "command sh -c 'exit 3'",
    }
    words = [word for name, text in commands.items() for word in ("--brain", f"{name}={text}")]
    with serving("--data", folder, *words) as served:
        yield served


@pytest.fixture
def ann(server: Served) -> Iterator[Person]:
    """Return somebody who will sit South."""
    with Person(server.address) as person:
        yield person


def _port(person: Person, seat: str) -> int:
    port: int = person.wait(lambda seen: seen["seats"][seat].get("port"))["seats"][seat]["port"]
    return port


def _actions(picture: dict[str, Any]) -> int:
    """Return the actions of the board in progress; -1 while it is dealt anew."""
    actions: int = picture.get("board", {"actions": -1})["actions"]
    return actions


def test_a_person_a_brain_an_epe_321_client_and_a_blue_chip_program_play(ann: Person) -> None:
    seats = {"S": "person", "W": "brain First", "N": "epe321", "E": "program"}
    ann.open(name="Ann", seat="S", seats=seats)
    shown = ann.wait(lambda seen: seen["seats"]["W"]["here"])["seats"]
    assert (shown["W"]["kind"], shown["W"]["name"]) == ("brain", "First")
    assert (shown["N"]["title"], shown["E"]["title"]) == ("EPE 321", "Blue Chip")
    words = ("--port", str(_port(ann, "E")), "--seconds-per-board", "0", "--team", "Them")
    with ExitStack() as stack:
        stack.enter_context(start_player(f"wss://127.0.0.1:{_port(ann, 'N')}", "Bob"))
        stack.enter_context(started("sit", "East", *words))
        board = ann.play_board()
        assert set(board["hands"]) == set("NESW")
        ann.do("next")
        ann.play_board()
    played = read_pbn(ann.client.get(f"{ann.path}/boards.pbn").text, "boards.pbn")
    for record in played:
        check_record(record)
        assert record.tag("Faults") == ""
        assert (record.tag("West"), record.tag("South")) == ("First", "Ann")


def test_claims_are_for_tables_at_which_everybody_knows_them(ann: Person) -> None:
    ann.open(name="Ann", seat="S", seats={"S": "person", "W": "brain First"})
    assert ann.turn()["claims"] is False
    ann.do("claim")
    assert "does not know claims" in ann.wait_for_problem()


def test_an_action_is_taken_back_with_a_brain_and_an_epe_321_client(ann: Person) -> None:
    ann.open(name="Ann", seat="S", seats={"S": "person", "W": "brain First", "E": "epe321"})
    with start_player(f"wss://127.0.0.1:{_port(ann, 'E')}", "Bob"):
        first = ann.turn()
        ann.do("call", call="7NT")
        ann.wait(lambda seen: len(seen["board"]["calls"]) > len(first["calls"]) + 1)
        ann.do("undo")
        again = ann.wait(lambda seen: _actions(seen) == first["actions"])["board"]
        assert again["calls"] == first["calls"]
        ann.play_board()


@pytest.mark.parametrize(
    ("brain", "fault"), [("Illegal", "XX is not legal"), ("Failing", "exit code 3: I am lost")]
)
def test_what_a_brain_does_wrong_is_said_when_the_board_is_over(
    ann: Person, brain: str, fault: str
) -> None:
    ann.open(name="Ann", seat="S", seats={"S": "person", "N": f"brain {brain}"})
    ann.play_board()
    assert fault in ann.picture["note"]
    (played,) = read_pbn(ann.client.get(f"{ann.path}/boards.pbn").text, "boards.pbn")
    assert fault in played.tag("Faults")
    live = [json.loads(text) for text in ann.heard if '"board": {' in text]
    assert not any(picture["note"] for picture in live)


def test_what_a_brain_tells_its_operator_is_not_sent_to_browsers(ann: Person) -> None:
    ann.open(name="Ann", seat="S", seats={"S": "person", "N": "brain Engine"})
    ann.play_board()
    live = [json.loads(text) for text in ann.heard if '"board": {' in text]
    assert not any(picture["note"] for picture in live)
    for picture in live:
        board: dict[str, Any] = picture["board"]
        seen = {card for hand in board["hands"].values() for card in hand}
        seen |= {each["card"] for each in board.get("trick", []) + board.get("last", [])}
        assert cards_named(json.dumps(board)) <= seen


def test_a_table_whose_brain_does_not_start_says_so(ann: Person) -> None:
    ann.open(name="Ann", seat="S", seats={"S": "person", "N": "brain Not there"})
    ended = ann.wait(lambda seen: seen["ended"])
    assert "North's brain cannot go on" in ended["note"] and "exit code 3" in ended["note"]


def test_only_brains_of_the_owner_can_be_named(server: Served) -> None:
    page = server.client.get("/play").text
    assert '<option value="brain Not there">' in page
    assert "brain.sh" not in page and "exit 3" not in page
    for who in ("brain", "brain sh", "command sh", "brain ../First"):
        answer = server.client.post("/play/rooms", json={"seats": {"S": "person", "N": who}})
        assert answer.status_code == 400, who


def test_brains_end_with_the_server_and_so_do_their_ports(folder: Path) -> None:
    shell = page_brain("shell", folder)
    words = ("--brain", f"Mine={shell}", "--data", folder)
    with serving(*words) as served, Person(served.address) as ann:
        ann.open(name="Ann", seat="S", seats={"S": "person", "N": "brain Mine", "E": "program"})
        port = _port(ann, "E")
        brains = first_children(served.program.pid, 1, str(folder / "brain.sh"))
        served.program.interrupt()
        served.program.rest()
    await_end(brains)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["Mine"], "no brain 'Mine'; write such as"),
        (["=sh"], "no brain '=sh'"),
        (["Mine=command ./nothing.sh"], "no program './nothing.sh'"),
        (["Mine=sh", "Mine=sh"], "two brains are named 'Mine'"),
    ],
)
def test_a_brain_that_cannot_be_is_one_line(texts: list[str], words: str) -> None:
    options = [word for text in texts for word in ("--brain", text)]
    end = run_program("serve", "--no-browser", "--port", "0", *options)
    assert end.code == 2
    assert words in end.err and len(end.err.splitlines()) == 1

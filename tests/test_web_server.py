"""The server: whom it answers, what it refuses, how it ends."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dowager.errors import InputError
from dowager.web import extra
from support.commands import Dowager, started
from support.web_server import Served, serving

HAND = "AQ5.KJ4.KT73.Q92"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a small system of its owner's beside the shipped ones."""
    mine = tmp_path_factory.mktemp("owner") / "mine"
    mine.mkdir()
    (mine / "system.yaml").write_text(
        "system: mine\ntitle: Mine\nsections:\n  - after: start\n    rules:\n"
        "      - {call: 1C, name: any opening, hand: hcp >= 11}\n      - {call: P, name: none}\n"
        "  - when: theirs\n    rules:\n      - {call: P, name: nothing}\n"
    )
    with serving("--seconds", "5", "--folder", mine) as served:
        yield served


def test_a_call_is_answered_as_the_command_answers(server: Served, run: Dowager) -> None:
    (line,) = run.answers("bid", lines=[{"id": 1, "hand": HAND, "calls": []}])
    del line["id"]
    assert server.ask("/api/v1/bid", hand=HAND) == line


def test_the_owners_own_system_is_served_by_its_name(server: Served) -> None:
    answer = server.client.post("/api/v1/bid", json={"hand": HAND, "system": "mine"})
    assert answer.json()["name"] == "any opening"


@pytest.mark.parametrize(
    "system", ["./mine", "/etc", "..", "nothing", "tests/data/tiny", "a" * 999]
)
def test_no_other_file_is_read(server: Served, system: str) -> None:
    answer = server.client.post("/api/v1/bid", json={"hand": HAND, "system": system})
    assert answer.status_code == 400
    assert "there are mine, acol" in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "is not JSON"),
        (b"[]", "is not a JSON object"),
        (b'{"hand": "AQ5"}', "four, spades first"),
        (b'{"hand": 5}', '"hand" takes a string'),
        (b'{"hand": "AQ5.KJ4.KT73.Q92", "judge": 1e9}', '"judge" takes a number from 0 to 3.5'),
        (b'{"hand": "AQ5.KJ4.KT73.Q92", "calls": ["7NT", "1C"]}', "1C"),
        (b'{"x": 1e999}', "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
    ],
)
def test_a_bad_question_is_said(server: Served, body: bytes, words: str) -> None:
    answer = server.client.post("/api/v1/bid", content=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_what_is_not_there_is_said_as_json(server: Served) -> None:
    answer = server.client.get("/api/v1/bid")
    assert (answer.status_code, answer.json()) == (405, {"error": "Method Not Allowed"})
    assert server.client.post("/api/v1/nothing", json={}).json() == {"error": "Not Found"}


def test_a_name_that_is_not_ours_is_refused(server: Served) -> None:
    answer = server.client.get("/", headers={"Host": "attacker.example"})
    assert answer.status_code == 421


def test_a_page_of_another_site_changes_nothing(server: Served) -> None:
    strange = {"Origin": "http://attacker.example"}
    assert server.client.post("/api/v1/bid", json={}, headers=strange).status_code == 403
    ours = {"Origin": server.address}
    assert server.client.post("/api/v1/bid", json={}, headers=ours).status_code == 400


def test_a_long_request_is_refused_whether_or_not_it_says_how_long_it_is(server: Served) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(200):
            yield b" " * 65_536

    assert server.client.post("/api/v1/bid", content=b" " * 9_000_000).status_code == 413
    assert server.client.post("/api/v1/bid", content=endless()).status_code == 413


def test_a_question_that_takes_too_long_is_ended_and_the_next_is_answered(server: Served) -> None:
    questions = [f"N.S + E.H == {n % 20} and N.hcp > {n // 100}" for n in range(4000)]
    answer = server.client.post("/api/v1/infer", json={"exact": True, "ask": questions})
    assert answer.status_code == 504, answer.text[:200]
    assert answer.json() == {"error": "no answer within 5 s"}
    assert server.client.post("/api/v1/bid", json={"hand": HAND}).status_code == 200


def test_a_client_that_says_nothing_harms_nobody(server: Served) -> None:
    port = urlsplit(server.address).port
    silent = [socket.create_connection(("127.0.0.1", port or 0)) for _ in range(100)]
    for each in silent:
        each.sendall(b"POST /api/v1/bid HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n")
    began = time.monotonic()
    assert server.client.post("/api/v1/bid", json={"hand": HAND}).status_code == 200
    assert time.monotonic() - began < 60
    for each in silent:
        each.close()


def test_pages_say_what_browsers_may_do(server: Served) -> None:
    answer = server.client.get("/")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text or "src=" in answer.text  # none is written into a page
    assert server.client.get("/static/base.css").status_code == 200
    assert server.client.get("/static/../app.py").status_code == 404


def test_ctrl_c_stops_it_and_frees_the_port() -> None:
    with serving() as served:
        served.program.interrupt()
        result = served.program.rest()
    assert (result.code, result.err) == (0, "")
    with serving("--port", str(urlsplit(served.address).port)) as again:
        assert again.client.get("/").status_code == 200


def test_a_port_that_is_taken_is_said(server: Served, run: Dowager) -> None:
    port = urlsplit(server.address).port
    result = run("serve", "--no-browser", "--port", str(port))
    assert result.code == 2
    assert result.err == f"cannot listen at 127.0.0.1, port {port}: Address already in use\n"


def test_other_machines_are_let_in_only_when_that_is_said(run: Dowager) -> None:
    result = run("serve", "--no-browser", "--host", "0.0.0.0")
    assert result.code == 2
    assert "say --public if that is what you want" in result.err


def test_a_public_server_says_so_and_knows_its_names() -> None:
    words = ("--host", "0.0.0.0", "--public", "--name", "bridge.example.org")
    with serving(*words) as served:
        assert "can use it" in served.program.line()
        named = {"Host": "bridge.example.org:8400"}
        assert served.client.get("/", headers=named).status_code == 200


def test_a_folder_without_a_system_is_said(run: Dowager, tmp_path: Path) -> None:
    result = run("serve", "--no-browser", "--folder", str(tmp_path))
    assert result.code == 2
    assert "has no system.yaml" in result.err


def test_without_its_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'dowager\[web\]'"):
        extra.require_web()


def test_an_unknown_system_is_said_before_it_listens() -> None:
    with started("serve", "--no-browser", "--port", "0", "--system", "nothing") as program:
        result = program.rest()
    assert result.code == 2
    assert "no system 'nothing'" in result.err

"""/api/v1: the table of questions, its description, and boards by the thousand in one request."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from dowager.cards import random_deal
from dowager.formats import read_pbn
from dowager.language.files import system_names
from dowager.services.catalogue import QUESTIONS
from support.commands import DATA, Dowager
from support.sweeps import chosen, sampled
from support.web_server import Served, serving

HAND = "KJ63.A74.52.Q973"
CALLS = ["1NT", "P"]
ENDED = [*CALLS, "3NT", "P", "P", "P"]
DEMO = DATA / "demo.pbn"
PBN = {"Content-Type": "application/x-pbn"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server as it is started without options."""
    with serving(patience=1800) as served:
        yield served


@pytest.fixture(scope="module")
def document(server: Served) -> Any:
    """Return what the server says of itself."""
    return server.client.get("/api/v1/openapi.json").json()


def boards(count: int) -> list[dict[str, object]]:
    """Return random boards as the interface takes them."""
    source = random.Random(7)
    return [
        {"board": number, "deal": str(random_deal(source)), "dealer": "NESW"[number % 4]}
        for number in range(1, count + 1)
    ]


def lines(answer: httpx.Response) -> list[Any]:
    """Return the answers of a request, a line for each board."""
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def asked(server: Served, name: str, **fields: object) -> Any:
    """Return the answer to a question."""
    return server.ask(f"/api/v1/{name}", **fields)


# -- the description -------------------------------------------------------------------------------


def test_the_description_is_openapi_and_has_every_question(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    assert set(document["paths"]) == {f"/api/v1/{name}" for name in QUESTIONS}
    for path in document["paths"].values():
        for operation in path.values():
            schema = operation.get("requestBody", {}).get("content", {})
            for body in schema.values():
                jsonschema.Draft202012Validator.check_schema(body["schema"])


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "auction"])
def test_every_example_is_answered_as_it_is_described(
    server: Served, document: Any, name: str
) -> None:
    ((method, operation),) = document["paths"][f"/api/v1/{name}"].items()
    if method == "get":
        answer = server.client.get(f"/api/v1/{name}")
    else:
        body = operation["requestBody"]["content"]["application/json"]
        schema = body["schema"] | {"components": document["components"]}
        jsonschema.validate(body["example"], schema)
        answer = server.client.post(f"/api/v1/{name}", json=body["example"])
    assert answer.status_code == 200, answer.text
    described = operation["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), described)
    assert set(answer.json()) <= set(described["properties"])


def test_the_page_shows_every_question_with_its_fields(server: Served) -> None:
    page = server.client.get("/api").text
    for name, question in QUESTIONS.items():
        assert f'id="{name}"' in page
        assert all(f"<code>{field.name}</code>" in page for field in question.fields)


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("bid", {"hnad": HAND}, "no field 'hnad'; did you mean 'hand'?"),
        ("bid", {"hand": HAND, "zzzzzz": 1}, "no field 'zzzzzz'; there are hand, dealer"),
        ("bid", {}, "\"hand\" is missing, such as 'KJ63.A74.52.Q973'"),
        ("bid", {"hand": HAND, "calls": "1NT"}, '"calls" takes a list of strings'),
        ("bid", {"hand": HAND, "calls": ["P"] * 401}, '"calls" takes at most 400 of them'),
        ("bid", {"hand": HAND, "why": 1}, '"why" takes true or false, not 1'),
        ("bid", {"hand": HAND, "part_scores": [1]}, '"part_scores" takes two numbers'),
        ("bid", {"hand": HAND, "part_scores": [5, 0]}, "no part score 5"),
        ("bid", {"hand": "\ud800"}, "half of a character"),
        ("explain", {"hand": HAND, "seconds": 99}, "a number from 0.1 to 20, not 99"),
        ("explain", {"hand": HAND, "rule": "nowhere.yaml:1"}, "no rule at 'nowhere.yaml:1'"),
        ("explain", {"hand": HAND, "call": "8C"}, "no call '8C'"),
        ("deals", {"n": 1001}, '"n" takes a whole number from 1 to 1,000, not 1001'),
        ("deals", {"seed": 2**63}, '"seed" takes a whole number'),
        ("lead", {"hand": HAND, "calls": CALLS}, "there is nothing to play after: 1NT P"),
        ("lead", {"hand": HAND, "calls": ["P"] * 4}, "there is nothing to play"),
        ("lead", {"hand": HAND, "calls": ["1NT", "P", "P", "P"], "seat": "S"}, "it is E's lead"),
        ("play", {"hand": HAND, "calls": ["1NT", "P", "P", "P"], "cards": ["XX"]}, "XX"),
        ("play", {"hand": HAND, "calls": ["1NT", "P", "P", "P"], "cards": ["S2"]}, "dummy"),
        (
            "play",
            {"hand": HAND, "dummy": HAND, "calls": ["1NT", "P", "P", "P"], "cards": ["S2"]},
            "a card is in the hand and in dummy",
        ),
        ("check", {"system": "nowhere"}, "no system 'nowhere'"),
        ("check", {"boards": 2501}, "from 1 to 2,500"),
        ("frequency", {"calls": CALLS, "call": "1C"}, "1C is not legal"),
        ("frequency", {"calls": ["P"] * 4}, "the auction has ended"),
        ("auction", {"boards": []}, "a list of 1 to 10,000 boards"),
        ("auction", {"boards": [{}] * 10_001}, "a list of 1 to 10,000 boards"),
        ("auction", {}, '"boards" is missing'),
        ("auction", {"boards": [{}], "system": "/etc"}, "no system '/etc'"),
    ],
)
def test_what_is_wrong_is_said(
    server: Served, name: str, fields: dict[str, object], words: str
) -> None:
    answer = server.client.post(f"/api/v1/{name}", content=json.dumps(fields))
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["error"]


def test_a_field_that_is_null_counts_as_left_out(server: Served) -> None:
    answer = asked(server, "bid", hand=HAND, calls=CALLS, system=None, judge=None)
    assert answer == asked(server, "bid", hand=HAND, calls=CALLS)


# -- the same answers as the commands --------------------------------------------------------------


def test_an_explanation_is_that_of_the_command(server: Served, run: Dowager) -> None:
    told = run("why", HAND, "--calls", "1NT P", "--call", "2H", "--json").json
    assert asked(server, "explain", hand=HAND, calls=CALLS, call="2H") == told


def test_frequencies_are_those_of_the_command(server: Served, run: Dowager) -> None:
    told = run("frequency", "--calls", "1NT P", "--json").json
    assert asked(server, "frequency", calls=CALLS) == told
    hands = run("frequency", "--calls", "1NT P", "--call", "2C", "--json").json
    assert asked(server, "frequency", calls=CALLS, call="2C") == {"call": "2C", **hands}


def test_a_check_is_that_of_the_command(server: Served, run: Dowager) -> None:
    told = run("check", "natural", "--boards", "4", "--depth", "2", "--json").json
    answer = asked(server, "check", system="natural", boards=4, depth=2)
    for late in ("scanned", "remarks", "order", "undiscussed"):
        told.pop(late)  # how much was examined again, and what only the command can show
        answer.pop(late, None)
    assert answer == told


def test_the_systems_are_named_with_their_options(server: Served) -> None:
    answer = server.client.get("/api/v1/systems").json()
    systems = {each["name"]: each for each in answer["systems"]}
    assert answer["system"] in systems
    assert set(systems) == set(system_names())
    assert sum(bool(each["options"]) for each in systems.values()) >= 3


@pytest.mark.parametrize("name", chosen(system_names(), lambda name: name == "acol"))
def test_a_system_is_asked_for_with_an_option(server: Served, name: str) -> None:
    answer = server.client.get("/api/v1/systems").json()
    (options,) = [each["options"] for each in answer["systems"] if each["name"] == name]
    for option, values in list(options.items())[:1]:  # of each system: loading them takes long
        other = f"{name}({option}={values[-1]})"
        assert asked(server, "bid", hand=HAND, system=other)["call"] == "P", other


def test_a_lead_is_thought_over(server: Served) -> None:
    hand = "QJ93.K84.T53.J72"
    answer = asked(server, "lead", hand=hand, dealer="S", calls=ENDED, seconds=3)
    assert answer["layouts"] > 0 and len(answer["considered"]) == 13
    best = answer["considered"][0]["imps"]
    chosen = next(each for each in answer["considered"] if each["card"] == answer["card"])
    assert best - chosen["imps"] < 0.5 and 0 <= chosen["makes"] <= 1
    assert asked(server, "play", hand=hand, dealer="S", calls=ENDED)["card"][0] in "SHDC"


def test_a_card_follows_suit(server: Served) -> None:
    south, north = "AT8.AQ3.KJ62.QT8", "K52.J97.AQ98.K54"
    answer = asked(server, "play", hand=south, dummy=north, dealer="S", calls=ENDED,
        cards=["C3", "CK", "CA"], seconds=0)  # fmt: skip
    assert answer["card"] in ("CQ", "CT", "C8")


# -- boards by the thousand ------------------------------------------------------------------------


def test_boards_are_bid_as_the_command_bids_them_in_order(server: Served, run: Dowager) -> None:
    told = run("auction", str(DEMO), "--json").lines
    given = [{key: each[key] for key in ("board", "deal", "dealer", "vul")} for each in told]
    assert lines(server.client.post("/api/v1/auction", json={"boards": given})) == told
    as_pbn = server.client.post("/api/v1/auction", content=DEMO.read_bytes(), headers=PBN)
    assert lines(as_pbn) == told


@pytest.mark.parametrize("count", sampled([100, 1000], 2))
def test_many_boards_in_one_request_come_in_order(server: Served, count: int) -> None:
    given = boards(count)
    answers = lines(server.client.post("/api/v1/auction", json={"boards": given}))
    assert [each["board"] for each in answers] == list(range(1, count + 1))
    assert [each["deal"] for each in answers] == [each["deal"] for each in given]
    for index in (0, 31, 32, count // 2, count - 1):  # alone, and at the borders of parts
        assert lines(server.client.post("/api/v1/auction", json={"boards": [given[index]]})) == [
            answers[index]
        ]


def test_a_slow_machine_bids_smaller_parts_and_loses_no_board() -> None:
    given = boards(120)
    with serving("--seconds", "5") as slow:  # for a question: much less than they take together
        answers = lines(
            slow.client.post("/api/v1/auction", json={"boards": given, "explain": True})
        )
    assert [each["board"] for each in answers] == list(range(1, 121))


def test_pbn_comes_back_as_pbn(server: Served, run: Dowager) -> None:
    headers = PBN | {"Accept": "application/x-pbn"}
    answer = server.client.post("/api/v1/auction", content=DEMO.read_bytes(), headers=headers)
    assert answer.headers["content-type"].startswith("application/x-pbn")
    assert read_pbn(answer.text) == read_pbn(run("auction", str(DEMO), "--pbn").out)


def test_explained_auctions_say_what_each_call_shows(server: Served) -> None:
    answer = lines(server.client.post("/api/v1/auction?explain=true", content=DEMO.read_bytes(),
        headers=PBN))[0]  # fmt: skip
    assert [each["call"] for each in answer["explained"]] == answer["calls"]
    assert [each["rule"] or None for each in answer["explained"]] == answer["rules"]
    shown = asked(server, "infer", calls=answer["calls"], dealer=answer["dealer"],
        vul=answer["vul"])["calls"]  # fmt: skip
    for key in ("name", "text", "alert", "forcing"):
        assert [each[key] for each in answer["explained"]] == [each[key] for each in shown]


def test_a_board_that_is_wrong_has_an_error_in_its_place(server: Served) -> None:
    first, second = boards(2)
    wrong = {"board": 7, "deal": "N:AKQ"}
    given = {"boards": [first, wrong, 5, {"deal": first["deal"], "x": 1}, second]}
    good, *bad, last = lines(server.client.post("/api/v1/auction", json=given))
    assert (good["board"], last["board"]) == (1, 2)
    assert [each["board"] for each in bad] == [7, None, None]
    assert "four" in bad[0]["error"]
    assert "a board is an object" in bad[1]["error"] and "no 'x'" in bad[2]["error"]


@pytest.mark.parametrize(
    ("text", "query", "words"),
    [
        (b"", "", "there are no boards to bid"),
        (b'[Board "1"]\n[Dealer "N"]\n[Deal "N:AKQ.. - - -"]', "", "AKQ"),
        (b'[Board "1"]\n[Dealer "N"]', "", "no complete deal"),
        (DEMO.read_bytes(), "?explain=perhaps", '"explain" takes true or false'),
        (DEMO.read_bytes(), "?sytsem=natural", "did you mean 'system'?"),
        (b"\xff\xfe\x00", "", ""),
    ],
)
def test_bad_pbn_is_said(server: Served, text: bytes, query: str, words: str) -> None:
    answer = server.client.post(f"/api/v1/auction{query}", content=text, headers=PBN)
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["error"]


def test_a_client_that_goes_away_stops_the_work(server: Served) -> None:
    given = {"boards": boards(9000)}
    with server.client.stream("POST", "/api/v1/auction", json=given) as answer:
        first = next(answer.iter_lines())
    assert json.loads(first)["board"] == 1
    assert asked(server, "bid", hand=HAND)["call"] == "P"
    for _ in range(20):  # all 9,000 boards would take longer
        spent = _seconds_of_children(server.program.pid)
        time.sleep(1.5)
        if _seconds_of_children(server.program.pid) - spent < 0.05:
            return
    pytest.fail("boards are still bid")


def _seconds_of_children(parent: int) -> float:
    """Return the seconds of CPU time of a process's children."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            total += int(fields[11]) + int(fields[12])
    return total / 100


def test_a_check_whose_client_goes_away_is_stopped(server: Served) -> None:
    long = {"system": "natural", "boards": 2500, "depth": 12, "seed": 99, "seconds": 300}
    with pytest.raises(httpx.ReadTimeout):
        server.client.post("/api/v1/check", json=long, timeout=2)
    short = {"system": "natural", "boards": 2, "depth": 1}
    for _ in range(8):
        answer = server.client.post("/api/v1/check", json=short)
        if answer.status_code == 200:
            return
        assert answer.status_code == 503
        time.sleep(1)
    pytest.fail("the check goes on")


def test_one_check_at_a_time(server: Served) -> None:
    fields = {"system": "natural", "boards": 1, "seed": 12, "depth": 1}
    with ThreadPoolExecutor(4) as pool:
        asking = [pool.submit(server.client.post, "/api/v1/check", json=fields) for _ in range(4)]
        answers = [each.result() for each in asking]
    codes = sorted(each.status_code for each in answers)
    assert codes[0] == 200 and codes[-1] == 503
    busy = next(each for each in answers if each.status_code == 503)
    assert "another check runs" in busy.json()["error"]
    assert busy.headers["retry-after"] == "1"

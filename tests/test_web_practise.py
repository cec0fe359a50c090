"""Practice: exercises and reasons, what is kept of people, and the page in a browser."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.authoring.practice import bid_out
from dowager.cards import Deal, Hand, Seat
from dowager.errors import InputError
from dowager.services.known_tables import bidder_for
from dowager.services.registry import answer
from dowager.web.practise import boxes, desk
from dowager.web.practise.progress import NotKeptError, Progress, Try
from support.browser import Watched, browser_page, needs_browser
from support.commands import PATIENCE
from support.file_limits import largest_file
from support.systems import TIMID
from support.web_server import Served, serving

SYSTEM = "sayc"
STAYMAN = "systems/conventions/stayman.yaml"
OVERCALLS = "systems/competition/overcalls.yaml"
HAND = {"hand": "KJ63.A74.52.Q973", "calls": ["1NT", "P"]}
ONE_FILE = """\
system: mine
title: Mine
sections:
  - after: start
    name: the first call
    rules:
      - {call: 1C, name: any opening, hand: hcp >= 11}
      - {call: P, name: none}
  - after: 1C (P)
    rules:
      - {call: 1NT, name: some strength, hand: hcp >= 6}
      - {call: P, name: little strength}
  - when: theirs
    rules:
      - {call: P, name: nothing}
"""
ELEVEN, TWELVE = "Q54.KJ3.A873.J62", "Q54.KJ3.A873.Q62"
FOUR_HOLDINGS = re.compile(r"[2-9TJQKA]*(?:\.[2-9TJQKA]*){3}")


def told(name: str, **fields: object) -> dict[str, Any]:
    """Return a service's answer; anything wrong fails the test."""
    found = answer(name, fields)
    assert isinstance(found, dict), found
    return found


def auction_of(found: dict[str, Any], length: int | None = None) -> Auction:
    calls = parse_calls(found["calls"][:length])
    return Auction.of_calls(
        Seat.parse(found["dealer"]), Vulnerability.parse(found["vul"]), list(calls)
    )


def systems_call(found: dict[str, Any], system: str = SYSTEM) -> str:
    """Return what the system calls with the hand of an exercise, asked by another service."""
    fields = {key: found[key] for key in ("hand", "dealer", "vul", "calls")}
    call: str = told("bid", system=system, **fields)["call"]
    return call


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("owner") / "mine"
    folder.mkdir()
    (folder / "system.yaml").write_text(ONE_FILE)
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "not yet there"


@pytest.fixture(scope="module")
def timid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a system whose responder bids game too late."""
    folder = tmp_path_factory.mktemp("owner") / "timid"
    folder.mkdir()
    (folder / "system.yaml").write_text(TIMID)
    return folder


@pytest.fixture(scope="module")
def server(mine: Path, timid: Path, data: Path) -> Iterator[Served]:
    with serving("--folder", mine, "--folder", timid, "--data", data) as served:
        yield served


# --- what there is to practise


def test_topics_are_the_files_of_a_system_by_their_titles() -> None:
    found = told("practice_topics", system=SYSTEM)
    topics = {each["key"]: each for each in found["topics"]}
    assert topics[STAYMAN]["title"] == "Stayman"
    assert "four-card major" in topics[STAYMAN]["about"]
    assert topics[STAYMAN]["group"] == "Conventions"
    assert found["topics"][0]["group"] == found["title"]
    assert "systems/common/last_resort.yaml" not in topics  # that is not to call by
    assert "systems/common/terms.yaml" not in topics  # it has no rules
    assert "Jacoby transfer" in found["rules"]


def test_topics_of_a_system_of_one_file_are_its_sections(mine: Path) -> None:
    titles = [each["title"] for each in told("practice_topics", system=str(mine))["topics"]]
    assert titles == ["the first call", "some strength, little strength", "nothing"]


# --- exercises


@pytest.mark.parametrize("topic", [STAYMAN, OVERCALLS])
def test_an_exercise_has_the_systems_call_and_most_are_of_the_topic(topic: str) -> None:
    kinds, auctions = [], set()
    for seed in range(3):
        found = told("practice_exercise", system=SYSTEM, topic=topic, seed=seed)
        [turn] = found["turns"]
        assert turn["call"] == systems_call(found)
        assert turn["call"] in turn["accepted"]
        assert auction_of(found).turn is Seat.SOUTH
        assert len(found["meanings"]) == len(found["calls"]) == turn["index"]
        kinds.append(turn["topic"] == topic)
        auctions.add(tuple(found["calls"]))
    assert sum(kinds) >= 2
    assert len(auctions) >= 2


def test_a_whole_board_asks_for_every_call_of_one_seat() -> None:
    for seed in range(4):
        found = told("practice_exercise", system=SYSTEM, board=True, seed=seed)
        auction = auction_of(found)
        south = [n for n in range(len(auction.calls)) if auction.seat_of(n) is Seat.SOUTH]
        assert auction.ended and found["ended"]
        assert [turn["index"] for turn in found["turns"]] == south
        for turn in found["turns"]:
            before = found | {"calls": found["calls"][: turn["index"]]}
            assert turn["call"] == found["calls"][turn["index"]] == systems_call(before)


def test_an_exercise_has_one_hand_only() -> None:
    found = told("practice_exercise", system=SYSTEM, board=True, seed=3)
    assert set(FOUR_HOLDINGS.findall(json.dumps(found))) == {found["hand"]}
    Hand.parse(found["hand"])


def test_exercises_of_books_say_their_source_and_what_else_is_right() -> None:
    found = told("practice_exercise", system=SYSTEM, quizzes="only", topic=OVERCALLS, seed=1)
    assert found["source"]
    assert found["turns"][0]["topic"] == OVERCALLS
    several = (  # about one exercise in eighty has more than one right call
        told("practice_exercise", system=SYSTEM, quizzes="only", seed=seed)["turns"][0]["accepted"]
        for seed in range(2000)
    )
    assert any(len(accepted) > 1 for accepted in several)


def test_an_auction_is_practised_with_any_hand_that_fits() -> None:
    calls = {
        told("practice_exercise", system=SYSTEM, calls=["1NT", "P"], seed=seed)["turns"][0]["call"]
        for seed in range(12)
    }
    assert len(calls) >= 3


def test_a_rule_is_practised_by_its_name_or_place() -> None:
    named = [
        told("practice_exercise", system=SYSTEM, rule="limit raise", quizzes="none", seed=seed)
        for seed in range(6)
    ]
    names = [found["turns"][0]["name"] for found in named]
    assert names.count("limit raise") >= 3
    place = named[names.index("limit raise")]["turns"][0]["rule"]
    by_place = told("practice_exercise", system=SYSTEM, rule=place, quizzes="none", seed=1)
    assert by_place["turns"][0]["topic"] == place.partition(":")[0]


def test_boards_to_play_are_those_on_which_the_system_calls_by_the_rule() -> None:
    fields = {"rule": "limit raise", "seat": "W", "n": 2, "seed": 3, "seconds": 20}
    found = told("practice_boards", system=SYSTEM, **fields)["boards"]
    bidder = bidder_for(SYSTEM, None)
    assert found
    for board in found:
        deal = Deal.parse(board["deal"])
        start = Auction(Seat.parse(board["dealer"]), Vulnerability.parse(board["vul"]))
        auction, decisions = bid_out(bidder, deal, start)
        names = [
            decision.name
            for index, decision in enumerate(decisions)
            if auction.seat_of(index) is Seat.WEST
        ]
        assert any("limit raise" in name for name in names)
    assert "no rule of sayc" in str(answer("practice_boards", {"rule": "nonsense"}))
    assert '"rule" is missing' in str(answer("practice_boards", {"system": SYSTEM}))


def test_opponents_of_another_system_bring_up_its_defence() -> None:
    topic = "systems/conventions/defence_to_multi.yaml"
    found = told(
        "practice_exercise", system=SYSTEM, opponents="polish_club", topic=topic, seed=2,
        quizzes="none",
    )  # fmt: skip
    assert "2D" in found["calls"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"topic": "nothing"}, "no topic 'nothing'"),
        ({"topic": 5}, '"topic" takes a string'),
        ({"rule": "no such rule"}, "no rule of sayc is named"),
        ({"rule": "limit raise", "calls": ["1NT"]}, "one thing at a time"),
        ({"calls": "1NT P"}, '"calls" takes a list'),
        ({"calls": ["7NT", "1C"]}, "not legal"),
        ({"calls": ["8C"]}, "8C"),
        ({"calls": ["P"] * 61}, "at most 60"),
        ({"calls": ["P", "P", "P", "P"]}, "no deal was found"),
        ({"quizzes": "many"}, '"quizzes" takes some, none or only'),
        ({"board": 1}, '"board" takes true or false'),
        ({"seed": -1}, '"seed" takes a whole number'),
    ],
)
def test_what_cannot_be_practised_is_said(fields: dict[str, object], words: str) -> None:
    found = answer("practice_exercise", {"system": SYSTEM, **fields})
    assert isinstance(found, str)
    assert words in found


# --- reasons


def test_the_change_of_cards_makes_the_call_right() -> None:
    found = told("practice_reasons", system=SYSTEM, call="2D", **HAND)
    assert found["name"] == "Jacoby transfer"
    assert "5+ hearts" in found["shows"]
    assert found["change"] and found["smallest"]
    changed = told("bid", system=SYSTEM, **(HAND | {"hand": found["hand"]}))
    assert changed["call"] == "2D"
    assert told("bid", system=SYSTEM, **HAND)["call"] != "2D"


def test_a_call_without_a_rule_has_no_change(mine: Path) -> None:
    fields = {"hand": HAND["hand"], "calls": ["1C", "P"], "call": "7NT"}
    found = told("practice_reasons", system=str(mine), **fields)
    assert (found["change"], found["ruled"]) == (None, False)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (HAND | {"call": "1C"}, "not legal"),
        (HAND | {"call": "nothing"}, "nothing"),
        ({"calls": [], "call": "1C"}, '"hand" is missing'),
        (HAND | {"call": "2D", "seconds": 1e9}, '"seconds" takes a number'),
    ],
)
def test_a_bad_question_for_reasons_is_said(fields: dict[str, object], words: str) -> None:
    found = answer("practice_reasons", {"system": SYSTEM, **fields})
    assert isinstance(found, str)
    assert words in found


# --- what is kept


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


def tried(right: bool, rule: str = "a.yaml:1", topic: str = "a.yaml") -> Try:
    return Try(SYSTEM, rule, "a rule", topic, "A topic", right)


def test_boxes_lead_from_a_mistake_to_what_is_learned() -> None:
    passed, box = [], boxes.after(boxes.NONE, right=False)
    while box != boxes.NONE:
        passed.append(box)
        box = boxes.after(box, right=True)
    assert passed == [1, 2, 3, 4, 5]
    assert boxes.after(4, right=False) == 1
    assert boxes.after(boxes.NONE, right=True) == boxes.NONE
    waits = [boxes.due_at(each, 0.0) for each in passed]
    assert waits == sorted(waits) and waits[0] == 30.0


def test_a_missed_rule_comes_again_and_a_learned_one_does_not(tmp_path: Path) -> None:
    clock = Clock()
    progress = Progress(tmp_path / "new" / "folder", clock)
    assert progress.due("Ann", SYSTEM) == ""  # and makes no file
    assert not (tmp_path / "new").exists()
    progress.add("Ann", tried(right=False))
    progress.add("Ann", tried(right=True, rule="b.yaml:2", topic="b.yaml"))
    assert progress.due("Ann", SYSTEM) == ""  # not at once
    clock.now += 31
    assert progress.due("Ann", SYSTEM) == "a.yaml:1"
    assert progress.due("Ann", SYSTEM, "b.yaml") == ""
    assert progress.due("Bob", SYSTEM) == progress.due("Ann", "other") == ""
    for _ in range(boxes.LAST):
        assert progress.due("Ann", SYSTEM) == "a.yaml:1"
        progress.add("Ann", tried(right=True))
        clock.now += 20 * 86_400
    assert progress.due("Ann", SYSTEM) == ""
    first, second = progress.by_topic("Ann")
    assert (first["tries"], first["mistakes"], first["learning"]) == (6, 1, 0)
    assert (second["tries"], second["mistakes"]) == (1, 0)


def test_people_are_kept_apart_and_forgotten_alone(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.add("Ann", tried(right=False))
    progress.add("Bob'; DROP TABLE tries", tried(right=True))
    progress.forget("Ann")
    assert progress.rules("Ann") == []
    [row] = Progress(tmp_path).rules("Bob'; DROP TABLE tries")
    assert (row["rule"], row["tries"], row["mistakes"]) == ("a.yaml:1", 1, 0)


def test_without_a_folder_nothing_is_kept() -> None:
    progress = Progress(None)
    progress.add("Ann", tried(right=False))
    progress.forget("Ann")
    assert (progress.kept, progress.rules("Ann")) == (False, [])


def test_a_locked_file_is_said_soon(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.add("Ann", tried(right=True))
    other = sqlite3.connect(tmp_path / "practice.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    with pytest.raises(NotKeptError, match="not kept: database is locked"):
        progress.add("Ann", tried(right=True))
    assert time.monotonic() - began < 30
    other.execute("ROLLBACK")
    other.close()
    progress.add("Ann", tried(right=True))
    assert progress.rules("Ann")[0]["tries"] == 2


def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.add("Ann", tried(right=True))
    size = (tmp_path / "practice.sqlite3").stat().st_size
    with largest_file(size), pytest.raises(NotKeptError, match="progress is not kept"):
        for number in range(10_000):
            progress.add("Ann", tried(right=True, rule=f"{'a' * 200}:{number}"))
    assert progress.by_topic("Ann")[0]["tries"] >= 1
    progress.add("Ann", tried(right=True))
    assert progress.rules("Ann")[0]["rule"] == "a.yaml:1"


@pytest.mark.parametrize("content", [b"this is no data base" * 100, None])
def test_a_file_that_is_none_is_said(tmp_path: Path, content: bytes | None) -> None:
    if content is None:
        (tmp_path / "practice.sqlite3").mkdir()
    else:
        (tmp_path / "practice.sqlite3").write_bytes(content)
    with pytest.raises(NotKeptError, match="not kept"):
        Progress(tmp_path).add("Ann", tried(right=True))
    (tmp_path / "a file").write_text("")
    with pytest.raises(NotKeptError, match="not kept"):
        Progress(tmp_path / "a file" / "below").add("Ann", tried(right=True))


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "practice.sqlite3") as base:
        base.execute("PRAGMA user_version = 99")
    with pytest.raises(NotKeptError, match="later version"):
        Progress(tmp_path).add("Ann", tried(right=True))


def test_exercises_are_kept_within_bounds() -> None:
    kept = desk.Desk()
    exercise = {"turns": [], "calls": []}
    first = kept.put(desk.Held(exercise, "other", SYSTEM, ""))
    names = [
        kept.put(desk.Held(exercise, "one", SYSTEM, "")) for _ in range(desk.MOST_OF_A_CLIENT + 5)
    ]
    assert len(kept) == desk.MOST_OF_A_CLIENT + 1  # a client crowds only itself out
    assert kept.get(first) and kept.get(names[-1])
    with pytest.raises(InputError, match="not kept any more"):
        kept.get(names[0])
    for number in range(desk.MOST):
        kept.put(desk.Held(exercise, str(number), SYSTEM, ""))
    assert len(kept) == desk.MOST


# --- the paths


def wrong_call(question: dict[str, Any], right: str) -> str:
    return next(call for call in reversed(question["legal"]) if call != right)


def test_an_answer_is_judged_and_then_explained(server: Served) -> None:
    asked: Any = server.ask("/practise/next", system=SYSTEM, calls=["1NT", "P"])
    assert asked["calls"] == ["1NT", "P"] and asked["legal"][0] == "P"
    right = systems_call(asked)
    wrong = wrong_call(asked, right)
    said: Any = server.ask("/practise/answer", id=asked["id"], call=wrong.lower())
    assert (said["right"], said["made"], said["system"]["call"]) == (False, wrong, right)
    assert said["system"]["rule"].count(":") == 1 and said["system"]["text"]
    assert said["done"] and said["legal"] == []
    why: Any = server.ask("/practise/why", id=asked["id"], turn=0)
    assert why["text"]
    again = server.client.post("/practise/answer", json={"id": asked["id"], "call": right})
    assert again.status_code == 400
    assert "this exercise is finished" in again.json()["error"]


def of_strength(server: Served, hcp: int) -> dict[str, Any]:
    """Return an exercise after 1NT P in which the hand is balanced and of some strength."""
    for _ in range(400):
        asked: Any = server.ask("/practise/next", system="timid", calls=["1NT", "P"])
        hand = Hand.parse(asked["hand"])
        if hand.hcp == hcp and min(hand.lengths) > 1:
            found: dict[str, Any] = asked
            return found
    raise AssertionError(f"no hand of {hcp} points")


def test_a_call_that_judgement_finds_as_good_is_right(server: Served) -> None:
    for _ in range(10):
        asked = of_strength(server, 11)
        said: Any = server.ask("/practise/answer", id=asked["id"], call="3NT")
        if said["right"]:
            break  # a poor hand of this strength is better off in 1NT, and a busy machine is slow
    judged = said["judged"]
    assert said["right"] and not said["own"] and said["system"]["call"] == "P"
    assert judged["deals"] >= 32 and judged["gain"] >= -0.5 and judged["scoring"] == "imps"
    assert judged["name"] == "game" and judged["rule"].endswith("system.yaml:10")
    assert "12+ HCP" in judged["text"]


def test_a_call_that_judgement_finds_worse_is_not(server: Served) -> None:
    asked = of_strength(server, 12)
    said: Any = server.ask("/practise/answer", id=asked["id"], call="P")
    assert not said["right"] and said["system"]["call"] == "3NT"
    assert said["judged"]["gain"] < 0


def test_only_calls_that_are_near_are_tried(timid: Path) -> None:
    fields = {"system": str(timid), "hand": ELEVEN, "calls": ["1NT", "P"]}
    began = time.monotonic()
    assert told("practice_alternative", **fields, call="7NT") == {"accepted": False}
    weak = fields | {"hand": "Q54.973.A873.J62"}
    assert told("practice_alternative", **weak, call="3NT") == {"accepted": False}
    assert time.monotonic() - began < 2
    found = told("practice_alternative", **fields, call="3NT", seconds=20)
    assert found["accepted"] and found["error"] > 0
    assert told("practice_alternative", **fields, call="3NT", seconds=0) == {"accepted": False}
    matchpoints = told("practice_alternative", **fields, call="3NT", scoring="mp")
    assert matchpoints["scoring"] == "mp"
    pass_on_12 = told("practice_alternative", **fields | {"hand": TWELVE}, call="P", seconds=20)
    assert not pass_on_12["accepted"] and pass_on_12["gain"] < -0.5


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"call": "1C"}, "not legal"), ({"call": "3NT", "hand": None}, '"hand" is missing')],
)
def test_a_bad_question_for_judgement_is_said(fields: dict[str, object], words: str) -> None:
    found = answer("practice_alternative", {**HAND, **fields})
    assert isinstance(found, str) and words in found


def test_of_hands_from_books_the_book_says_what_is_right(server: Served) -> None:
    for _ in range(6):
        asked: Any = server.ask("/practise/next", system=SYSTEM, quizzes="only")
        called = wrong_call(asked, systems_call(asked))
        said: Any = server.ask("/practise/answer", id=asked["id"], call=called)
        assert said["book"]["source"] or said["book"]["name"]
        assert said["right"] is (called in said["accepted"]) and "judged" not in said


def test_a_board_goes_on_with_the_systems_calls(server: Served) -> None:
    asked: Any = server.ask("/practise/next", system=SYSTEM, board=True)
    name, seen, said = asked["id"], dict(asked), asked
    while seen["legal"]:
        right = systems_call(seen | {"calls": said["calls"]})
        made = right if said["turn"] % 2 else wrong_call(said, right)
        said = server.ask("/practise/answer", id=name, call=made)
        assert said["right"] is (made == right)
        seen["legal"] = said["legal"]
    assert said["done"] and said["ended"]
    assert auction_of(asked | {"calls": said["calls"]}).ended


def test_no_message_gives_anything_away(server: Served) -> None:
    """The names of what is right, other hands and later calls are in no question."""
    for number in range(6):
        asked = server.client.post(
            "/practise/next", json={"system": SYSTEM, "board": number % 2 == 0, "ahead": True}
        )
        found = asked.json()
        keys = {"id", "board", "seat", "hand", "dealer", "vul", "calls", "meanings", "legal"}
        assert set(found) == {*keys, "turn"}
        assert {key for each in found["meanings"] for key in each} <= {
            "name", "shows", "text", "alert",
        }  # fmt: skip
        assert auction_of(found).turn is Seat.SOUTH  # no call after the question
        assert len(found["meanings"]) == len(found["calls"])
        said = server.client.post(
            "/practise/answer", json={"id": found["id"], "call": systems_call(found)}
        )
        why = server.client.post("/practise/why", json={"id": found["id"], "turn": 0})
        hands = FOUR_HOLDINGS.findall(asked.text + said.text)
        assert set(hands) == {found["hand"]}
        assert why.status_code == 200


def test_reasons_come_only_after_an_answer(server: Served) -> None:
    asked: Any = server.ask("/practise/next", system=SYSTEM)
    early = server.client.post("/practise/why", json={"id": asked["id"], "turn": 0})
    assert (early.status_code, early.json()) == (400, {"error": "that turn is not answered"})


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("next", {"system": "nothing"}, "no system 'nothing'"),
        ("next", {"system": 7}, '"system" takes a string'),
        ("next", {"rule": "a" * 201}, '"rule" has at most 200 letters'),
        ("next", {"calls": [1]}, '"calls" takes a list'),
        ("next", {"topic": "nothing"}, "no topic"),
        ("next", {"ahead": "yes"}, '"ahead" takes true or false'),
        ("next", {"opponents": "/etc"}, "no system '/etc'"),
        ("topics", {"system": "/etc"}, "no system '/etc'"),
        ("answer", {"id": "nothing", "call": "P"}, "not kept any more"),
        ("answer", {"id": ["P"], "call": "P"}, "not kept any more"),
        ("why", {"id": "nothing", "turn": 0}, "not kept any more"),
        ("person", {"name": "a" * 41}, "at most 40 letters"),
        ("person", {"name": "a\u202eb"}, "can be seen"),
        ("person", {"name": None}, "a name is a text"),
        ("reset", {}, "choose a name first"),
    ],
)
def test_what_is_wrong_is_said(
    server: Served, path: str, fields: dict[str, object], words: str
) -> None:
    said = server.client.post(f"/practise/{path}", json=fields)
    assert said.status_code == 400
    assert words in said.json()["error"]


def test_a_call_that_cannot_be_made_is_said_and_the_exercise_stays(server: Served) -> None:
    asked: Any = server.ask("/practise/next", system=SYSTEM, calls=["1NT", "P"])
    for call in ("1C", "nothing", "", "X", "P" * 1000):
        said = server.client.post("/practise/answer", json={"id": asked["id"], "call": call})
        assert said.status_code == 400, call
    assert server.ask("/practise/answer", id=asked["id"], call="P")


def test_what_changes_something_is_posted_from_our_own_page(server: Served) -> None:
    for path in ("next", "answer", "person", "reset"):
        assert server.client.get(f"/practise/{path}").status_code == 405
        strange = {"Origin": "http://attacker.example"}
        refused = server.client.post(f"/practise/{path}", json={}, headers=strange)
        assert refused.status_code == 403


@contextmanager
def person_at(server: Served, name: str) -> Iterator[httpx.Client]:
    """Open a client that has chosen a name; it is closed with the block."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        said = client.post("/practise/person", json={"name": name})
        assert said.json() == {"person": " ".join(name.split())}
        cookie = said.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        yield client


def practise_once(client: httpx.Client) -> dict[str, Any]:
    """Answer one exercise wrongly."""
    asked = client.post("/practise/next", json={"system": SYSTEM, "calls": ["1NT", "P"]}).json()
    wrong = wrong_call(asked, systems_call(asked))
    said: dict[str, Any] = client.post(
        "/practise/answer", json={"id": asked["id"], "call": wrong}
    ).json()
    return said


def test_progress_is_kept_by_name_exported_and_reset(server: Served, data: Path) -> None:
    with person_at(server, " Ann  ♠ Ödegård; x=1 ") as client:
        said = practise_once(client)
        assert "unkept" not in said
        found = client.get("/practise/progress").json()
        assert (found["person"], found["kept"]) == ("Ann ♠ Ödegård; x=1", True)
        [row] = found["topics"]
        assert (row["tries"], row["mistakes"], row["learning"]) == (1, 1, 1)
        file = client.get("/practise/progress.json")
        assert "attachment" in file.headers["content-disposition"]
        assert file.json()["rules"][0]["rule"] == said["system"]["rule"]
        with person_at(server, "Bob") as other:
            assert other.get("/practise/progress").json()["topics"] == []
        client.post("/practise/reset", json={})
        assert client.get("/practise/progress").json()["topics"] == []
        client.post("/practise/person", json={"name": ""})
        assert client.get("/practise/progress").json()["person"] == ""
    assert (data / "practice.sqlite3").is_file()


def test_a_rule_that_was_missed_is_asked_again(server: Served, data: Path) -> None:
    with person_at(server, "Carol") as client:
        missed = practise_once(client)["system"]
        with sqlite3.connect(data / "practice.sqlite3") as base:  # half a minute later
            base.execute("UPDATE tries SET due = 0 WHERE person = 'Carol'")
        names = list[str]()
        while missed["rule"] not in names and len(names) < 24:
            asked = client.post("/practise/next", json={"system": SYSTEM}).json()
            call = {"id": asked["id"], "call": "P"}
            names.append(client.post("/practise/answer", json=call).json()["system"]["rule"])
            with sqlite3.connect(data / "practice.sqlite3") as base:
                base.execute("UPDATE tries SET due = 0, box = 1 WHERE rule = ?", (missed["rule"],))
                base.execute("DELETE FROM tries WHERE rule <> ?", (missed["rule"],))
        assert missed["rule"] in names


def test_a_file_that_is_locked_is_said_with_the_answer(server: Served, data: Path) -> None:
    with person_at(server, "Dora") as client:
        practise_once(client)
        other = sqlite3.connect(data / "practice.sqlite3", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        said = practise_once(client)
        assert said["unkept"] == "progress is not kept: database is locked"
        assert said["system"]["call"]
        found = client.get("/practise/progress")
        assert (found.status_code, found.json()) == (503, {"error": said["unkept"]})
        other.execute("ROLLBACK")
        other.close()
        assert "unkept" not in practise_once(client)


def test_a_name_that_nobody_could_choose_is_nobodys(server: Served) -> None:
    for cookie in ("a" * 500, "%ff%fe", "%00", "%E2%80%AE"):
        found = server.client.get(
            "/practise/progress", headers={"Cookie": f"dowager_person={cookie}"}
        )
        assert (found.status_code, found.json()["person"]) == (200, "")


# --- the page


def ready(page: Any) -> None:
    page.wait_for_selector(".bid:enabled")


def question_of(watched: Watched) -> dict[str, Any]:
    """Return the question on the page: the one that shows its hand."""
    hand = "".join(watched.page.locator("#hand dd").all_inner_texts())
    cards = hand.replace("10", "T").replace("—", "").replace(" ", "")
    questions = [json.loads(text) for text in watched.received if '"legal"' in text]
    found: dict[str, Any] = next(
        each for each in questions if each.get("hand", "").replace(".", "") == cards
    )
    return found


def type_call(watched: Watched, call: str) -> None:
    """Call with the keyboard alone: the place to type has the focus."""
    assert watched.page.evaluate("document.activeElement.id") == "typed"
    watched.page.keyboard.type(call.lower().replace("nt", "n"))
    watched.page.keyboard.press("Enter")
    watched.page.wait_for_selector(".verdict h3")


@needs_browser
def test_right_and_wrong_answers_in_a_browser(server: Served) -> None:
    with browser_page(f"{server.address}/practise") as watched:
        page = watched.page
        ready(page)
        page.fill("input[name=name]", "Eve")
        page.click("text=Keep my progress")
        page.wait_for_selector("text=Practising as Eve")
        page.focus("#typed")
        question = question_of(watched)
        type_call(watched, systems_call(question))
        assert page.inner_text(".verdict h3").startswith("✓Right")
        page.keyboard.press("Enter")  # the focus is on Next
        page.wait_for_selector("#typed:focus")
        question = question_of(watched)
        right = systems_call(question)
        type_call(watched, wrong_call(question, right))
        assert page.inner_text(".verdict h3").startswith("✗Not")
        page.wait_for_selector("text=would show")
        assert "It stands in" in page.inner_text(".verdict")
        # Both questions may have been of one topic.
        page.wait_for_selector("#progress td >> text=/^(0 of 1|1 of 2)$/")
        counts = [
            (int(met[1]), int(met[2]))
            for text in page.locator("#progress td").all_inner_texts()
            if (met := re.fullmatch(r"(\d+) of (\d+)", text))
        ]
        assert [sum(column) for column in zip(*counts, strict=True)] == [1, 2]
        assert page.inner_text("#tally") == "1 of 2 right so far"
        page.once("dialog", lambda dialog: dialog.accept())
        page.click("text=Forget it all")
        page.wait_for_selector("text=Nothing yet.")
        assert watched.problems == []
        others = {
            hand
            for text in watched.received
            if '"smallest"' not in text  # the person's own hand with cards changed
            for hand in FOUR_HOLDINGS.findall(text)
        }
        hands = {json.loads(text).get("hand") for text in watched.received if '"legal"' in text}
        assert others <= hands


@needs_browser
def test_a_call_that_is_as_good_in_a_browser(server: Served) -> None:
    with browser_page(f"{server.address}/practise") as watched:
        page = watched.page
        ready(page)
        page.select_option("select[name=system]", "timid")
        page.select_option("select[name=what]", "rule")
        page.fill("input[name=rule]", "nearly enough")
        page.press("input[name=rule]", "Enter")
        page.wait_for_selector("text=timid: nearly enough.")
        for _ in range(20):
            page.wait_for_selector("#typed:not([disabled])")
            page.focus("#typed")
            type_call(watched, "3n")
            verdict = page.inner_text(".verdict h3")
            if "as good" in verdict:
                break  # on a busy machine there is not always time to find that out
            page.keyboard.press("Enter")
        assert verdict.startswith("✓3NT is as good; the system passes")
        assert "deals that fit the auction" in page.inner_text(".verdict .judged")
        assert watched.problems == []


@needs_browser
def test_a_whole_board_in_a_browser(server: Served) -> None:
    from playwright import sync_api

    with browser_page(f"{server.address}/practise") as watched:
        page = watched.page
        ready(page)
        before = page.locator("#hand").text_content()
        page.check("input[value=board]")
        sync_api.expect(page.locator("#hand")).not_to_have_text(before)
        ready(page)
        assert page.evaluate("document.activeElement.name") == "board"  # it stays where it was
        page.focus("#typed")
        for _ in range(12):
            type_call(watched, "p")
            words = page.inner_text(".verdict button.primary")
            page.keyboard.press("Enter")
            if words == "Next":
                break
            page.wait_for_selector("#typed:focus")
        assert words == "Next"
        assert watched.problems == []


@needs_browser
def test_a_call_that_is_not_legal_and_a_topic_that_is_chosen(server: Served) -> None:
    with browser_page(f"{server.address}/practise") as watched:
        page = watched.page
        ready(page)
        page.select_option("select[name=what]", "auction")
        page.wait_for_selector("text=Write the calls so far")
        page.fill("input[name=auction]", "1nt p")
        page.keyboard.press("Enter")
        ready(page)
        page.fill("#typed", "1c")
        page.keyboard.press("Enter")
        assert page.inner_text(".entry-problem") == "1 club is not legal here"
        page.click("table.auction button.cell >> nth=0")
        assert "15–17 HCP" in page.inner_text("#meaning")
        page.fill("input[name=auction]", "7nt p p p")
        page.keyboard.press("Enter")
        page.wait_for_selector("#problem .problem")
        page.select_option("select[name=what]", label="Stayman")
        ready(page)
        assert "sayc: Stayman." in page.inner_text(".exercise")


@needs_browser
def test_the_page_goes_on_when_the_server_was_started_anew(timid: Path) -> None:
    small = ("--folder", timid, "--system", "timid")
    with serving(*small) as first, browser_page(f"{first.address}/practise") as watched:
        page = watched.page
        ready(page)
        first.program.interrupt()
        assert first.program.rest().code == 0
        with serving("--port", str(urlsplit(first.address).port), *small):
            page.fill("#typed", "7n")
            page.press("#typed", "Enter")
            page.wait_for_selector("text=not kept any more")
            page.click("text=Another hand")
            page.wait_for_selector("#problem .problem", state="detached")
            ready(page)
            page.fill("#typed", "7n")
            page.press("#typed", "Enter")
            page.wait_for_selector(".verdict h3")


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light"), (1920, "dark")])
def test_the_page_fits_and_anybody_can_use_it(server: Served, width: int, scheme: str) -> None:
    view = {"width": width, "height": 900}
    address = f"{server.address}/practise"
    with browser_page(address, viewport=view, color_scheme=scheme) as watched:
        page = watched.page
        ready(page)
        question = question_of(watched)
        page.fill("#typed", wrong_call(question, systems_call(question)).lower())
        page.press("#typed", "Enter")
        page.wait_for_selector("text=would show")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        assert watched.problems == []
        assert watched.faults_by_axe() == []

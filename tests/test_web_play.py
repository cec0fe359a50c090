"""Tables in the browser: people, robots and programs, and what a browser is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dowager.auction import Rubber, honours_of
from dowager.cards import Side
from dowager.formats import read_pbn
from dowager.web.play.routes import news
from support.commands import started
from support.room_person import COLD, QUICK, SOUTH, Person, cards_named, cards_of
from support.web_server import Served, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server."""
    with serving() as served:
        yield served


@pytest.fixture
def south(server: Served) -> Iterator[Person]:
    """Return somebody who will sit South."""
    with Person(server.address) as person:
        yield person


def test_a_board_is_played_to_its_end_and_compared(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH)
    board = south.play_board()
    assert set(board["hands"]) == set("NESW")
    compared = south.wait(lambda seen: "compares" not in seen["boards"][-1])["boards"][-1]
    if compared["contract"] is not None or compared["others"]:
        assert compared["imps"] == south.picture["total"]
    reviewed = south.ask("board", board=0)
    assert {each["seat"] for each in reviewed["calls"]} == {"S"}
    pbn = south.client.get(f"{south.path}/boards.pbn").text
    assert '[South "Ann"]' in pbn and '[North "robot"]' in pbn


def test_no_hidden_card_is_in_any_message(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH)
    boards: list[dict[str, Any]] = []
    live: list[dict[str, Any]] = []
    while len(live) <= 50:  # claims and boards passed out shorten what is heard of a board
        assert len(boards) < 12
        south.do("next")
        boards.append(south.play_board())
        live = [json.loads(text) for text in south.heard if '"board": {' in text]
    for board, messages in zip(boards, _by_board(live), strict=True):
        for message in messages:
            seen = {card for hand in message["hands"].values() for card in hand}
            seen |= set(message.get("claim", {}).get("hand", ()))  # who claims shows the hand
            assert set(message["hands"]) <= {"S", message.get("dummy")}
            assert cards_of(board["hands"]["S"]) >= set(message["hands"]["S"])
            on_table = {each["card"] for each in message.get("trick", []) + message.get("last", [])}
            assert cards_named(json.dumps(message)) <= seen | on_table


def _by_board(pictures: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    boards: dict[int, list[dict[str, Any]]] = {}
    for picture in pictures:
        boards.setdefault(picture["board"]["number"], []).append(picture["board"])
    return list(boards.values())


def test_hints_and_meanings_name_no_hidden_card(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH)
    while "contract" not in south.turn():
        hint = south.ask("hint")
        assert hint["call"] in south.picture["board"]["legal"]
        assert not cards_named(json.dumps(hint))
        assert not cards_named(json.dumps(south.ask("calls")))
        south.do("call", call="P")
        south.hear()
        if south.wait(_over_or_turn)["phase"] != "board":
            return  # passed out
    board = south.picture["board"]
    seen = {card for hand in board["hands"].values() for card in hand}
    hint = south.ask("hint")
    assert hint["card"] in board["legal"]
    assert cards_named(json.dumps(hint)) <= seen


def _over_or_turn(seen: dict[str, Any]) -> bool:
    return seen["phase"] != "board" or bool(seen["board"]["yours"])


def test_a_claim_is_accepted_by_robots(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH, boards="file", file="x.pbn", text=COLD)
    south.turn()
    south.do("call", call="7S")
    south.wait(lambda seen: seen["board"].get("dummy") == "N" and seen["board"]["yours"])
    south.do("claim")
    south.wait(lambda seen: seen["phase"] == "between")
    assert not south.picture["ended"]
    assert south.picture["boards"][-1]["result"] == "7S-S ="
    south.do("next")
    south.wait(lambda seen: seen["ended"])  # the file had one board


def test_an_action_is_taken_back_and_the_others_have_to_agree(server: Served) -> None:
    seats = {"S": "person", "W": "person"}
    with Person(server.address) as ann, Person(server.address) as ben:
        ann.open(name="Ann", seat="S", seats=seats, boards="file", file="x.pbn", text=COLD)
        assert ann.wait(lambda seen: seen["waits_for"] == ["W"])["phase"] == "waiting"
        ben.join(ann.path, seat="W", name="Ben")
        ann.turn()
        ann.do("call", call="1S")
        ben.turn()
        ann.wait(lambda seen: seen["board"]["actions"] == 1)
        ann.do("undo")
        ben.wait(lambda seen: seen["undo"] == {"by": "S", "asked": True})
        ben.do("agree", yes=False)
        ben.wait(lambda seen: seen["undo"] is None)
        assert ben.picture["board"]["actions"] == 1
        ann.wait(lambda seen: seen["undo"] is None)
        ann.do("undo")
        ben.wait(lambda seen: seen["undo"])
        ben.do("agree", yes=True)
        assert ann.wait(lambda seen: seen["board"]["actions"] == 0)["board"]["yours"]
        ann.do("call", call="7S")
        ben.wait(lambda seen: [call["call"] for call in seen["board"]["calls"]] == ["7S"])


def test_a_card_is_taken_back_with_the_robots_cards_after_it(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH, boards="file", file="x.pbn", text=COLD)
    south.turn()
    south.do("call", call="7NT")
    south.wait(lambda seen: seen["board"]["yours"] and seen["board"].get("dummy") == "N")
    first = south.picture["board"]
    south.do("card", card=first["legal"][0])
    south.wait(lambda seen: seen["board"]["yours"] and seen["board"]["actions"] > first["actions"])
    south.do("undo")
    south.wait(lambda seen: seen["board"]["actions"] == first["actions"] and seen["board"]["yours"])
    assert south.picture["board"]["hands"] == first["hands"]


def test_a_robot_stands_in_for_somebody_who_has_gone(server: Served) -> None:
    seats = {"S": "person", "W": "person"}
    with Person(server.address) as ann, Person(server.address) as ben:
        ann.open(name="Ann", seat="S", seats=seats, boards="file", file="x.pbn", text=COLD)
        ben.join(ann.path, seat="W", name="Ben")
        ann.turn()
        ann.do("relieve", seat="W")
        assert "is here" in ann.wait_for_problem()
        ben.leave()
        ann.wait(lambda seen: not seen["seats"]["W"]["here"])
        ann.do("relieve", seat="W")
        ann.do("call", call="7S")
        ann.wait(lambda seen: seen["board"]["actions"] >= 4)
        ben.look()
        ben.wait(lambda seen: not seen["seats"]["W"]["relieved"])


def test_the_same_board_again_does_not_count(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH)
    first = south.play_board()
    south.do("again")
    again = south.play_board()
    assert again["hands"] == first["hands"]
    assert (first["again"], again["again"]) == (False, True)


def test_a_program_plays_at_a_seat(server: Served) -> None:
    seats = {"S": "person", "N": "program"}
    with Person(server.address) as ann:
        ann.open(name="Ann", seat="S", seats=seats)
        port = ann.wait(lambda seen: seen["seats"]["N"]["port"])["seats"]["N"]["port"]
        words = ("--port", str(port), "--seconds-per-board", "5", "--team", "Us")
        with started("sit", "North", *words):
            assert ann.play_board()["hands"]


def test_a_rubber_is_scored_as_one(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH, score="rubber")
    board = south.play_board()
    (played,) = read_pbn(south.client.get(f"{south.path}/boards.pbn").text, "boards.pbn")
    assert played.deal is not None
    rubber = Rubber()
    if played.contract is not None:
        honours = honours_of(played.deal.hands, played.contract.strain)
        rubber = rubber.after(played.contract, played.tricks or 0, honours)
    totals = [rubber.total(side) for side in Side]
    assert south.picture["rubber"]["totals"] == totals
    assert "imps" not in board and south.picture["total"] is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seats": {"S": "robot"}}, "somebody has to play"),
        ({"seats": {"S": "ghost"}}, '"seats" takes person, robot, program'),
        ({"seats": {"X": "person"}}, "X"),
        ({"seats": []}, '"seats" takes who sits where'),
        ({"seat": "N"}, "that seat is taken"),
        ({"score": "chess"}, '"score" takes imps, mp, rubber'),
        ({"system": "nothing"}, "no system 'nothing'"),
        ({"name": "x" * 99}, "at most 40 letters"),
        ({"boards": "file", "text": "nonsense"}, "comes before the first tag pair"),
        ({"boards": "file", "file": "x.pbn", "text": '[Deal "N:A"]'}, "x.pbn:1"),
        ({"boards": "where", "text": "N: hcp >> 3"}, "column"),
        ({"boards": "where", "text": ""}, "what the boards shall be like"),
        ({"boards": "auction", "text": "1NT 1C"}, "1C"),
        ({"boards": "rule", "text": ""}, "what the boards shall be like"),
        ({"boards": "rule", "text": "no such thing"}, "no rule of sayc is named 'no such thing'"),
        ({"boards": "stolen"}, '"boards" takes random'),
        ({"seconds": 1e9}, '"seconds" takes a number'),
    ],
)
def test_a_table_that_cannot_be_is_said(
    server: Served, fields: dict[str, object], words: str
) -> None:
    answer = server.client.post("/play/rooms", json={"seats": SOUTH, "seat": "S", **fields})
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_deals_are_what_was_wanted(south: Person) -> None:
    wanted = "S: balanced and hcp in 15..17 and hearts == 5"
    south.open(seat="S", seats=SOUTH, boards="where", text=wanted)
    hand = south.turn()["hands"]["S"]
    assert len([card for card in hand if card[0] == "H"]) == 5


@pytest.mark.parametrize(("seat", "system"), [("S", "sayc"), ("W", "acol")])
def test_boards_are_those_on_which_a_rule_calls(server: Served, seat: str, system: str) -> None:
    """The rules call so at one of the person's turns; until then everybody calls as the system.

    A hint is judged, and judgement may prefer another call: the rules' own is what counts here.
    """
    wanted = {"boards": "rule", "text": "limit raise", "opponents": "acol", "system": "sayc"}
    with Person(server.address) as person:
        person.open(seat=seat, seats={seat: "person"}, **wanted)
        while True:
            person.turn()
            hint = person.ask("hint")
            own = (hint["judged"] or {"own": hint["call"]})["own"]
            others = [why for why in hint["why"] if not why["why"].startswith("the hand is not")]
            fitting = [hint] if own == hint["call"] else others
            if "limit raise" in next(each["name"] for each in fitting if each["call"] == own):
                break
            person.do("call", call=own)
            person.hear()
        assert person.picture["systems"][seat in "EW"] == system


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "is not JSON"),
        ("{}", "nothing of that name"),
        ('{"do": "call", "call": "1C"}', "the table has gone on"),
        ('{"do": "call", "call": "9Q", "at": 0}', "9Q"),
        ('{"do": "card", "card": "SA", "at": 0}', "no card is played now"),
        ('{"do": "undo"}', "you have done nothing"),
        ('{"do": "again"}', "no board to play again"),
        ('{"do": "relieve", "seat": "Q"}', "Q"),
        ('{"do": "relieve", "seat": "N"}', "North is here"),
    ],
)
def test_what_cannot_be_done_is_said_and_the_table_goes_on(
    server: Served, text: str, words: str
) -> None:
    with Person(server.address) as ann:
        ann.open(name="Ann", seat="S", seats=SOUTH, boards="file", file="x.pbn", text=COLD)
        ann.turn()
        ann.say(text)
        assert words in ann.wait_for_problem()
        ann.do("call", call="7S")
        ann.wait(lambda seen: seen["board"]["actions"] > 0)


def test_a_seat_is_its_owners_alone(server: Served, south: Person) -> None:
    south.open(name="Ann", seat="S", seats={"S": "person", "N": "person"})
    with Person(server.address) as thief:
        thief.path = south.path
        with pytest.raises(InvalidStatus):
            thief.look()
        answer = thief.client.post(f"{south.path}/ask", json={"about": "calls"})
        assert answer.json() == {"error": "you have no seat at this table"}
        assert thief.client.get(f"{south.path}/boards.pbn").status_code == 400
        taken = thief.client.post(f"{south.path}/join", json={"seat": "S"})
        assert taken.json() == {"error": "that seat is taken"}
    (cookie,) = [each for each in south.client.cookies.jar if each.name.startswith("seat-")]
    assert cookie.has_nonstandard_attr("HttpOnly")


def test_somebody_who_says_too_much_is_sent_away_and_may_come_back(south: Person) -> None:
    south.open(name="Ann", seat="S", seats=SOUTH)
    south.turn()
    with pytest.raises(ConnectionClosed):
        for _ in range(300):
            south.do("undo")
        while True:
            south.hear()
    south.look()
    south.turn()


def test_a_message_of_another_site_opens_no_table(server: Served) -> None:
    strange = {"Origin": "http://attacker.example"}
    answer = server.client.post("/play/rooms", json={"seats": SOUTH}, headers=strange)
    assert answer.status_code == 403


def test_a_table_that_is_not_there_is_said(server: Served) -> None:
    answer = server.client.get("/play/nothing")
    assert answer.status_code == 404
    assert "no longer there" in answer.text


def test_there_are_no_more_tables_than_the_server_keeps() -> None:
    with serving("--tables", "1") as served, Person(served.address) as ann:
        ann.open(name="Ann", seat="S", seats=SOUTH)
        answer = served.client.post("/play/rooms", json={"seats": SOUTH, **QUICK})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


def test_of_messages_that_wait_only_the_last_picture_is_sent_and_every_problem() -> None:
    first, second, wrong = '{"you": 1}', '{"you": 2}', '{"problem": "no"}'
    assert list(news([wrong, first, wrong, second])) == [wrong, wrong, second]
    assert list(news([first])) == [first]

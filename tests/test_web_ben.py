"""BEN's dialect and the Seat API: whole deals by clients that know only the descriptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dowager.auction import Auction, Contract, Doubled, Strain, Vulnerability, parse_calls
from dowager.cards import Deal, Seat
from dowager.play import Play
from dowager.web.api.dialect_words import as_played, calls_of, vulnerability_of
from dowager.web.api.small_cards import named, two_with_small_cards, with_small_cards
from support.ben_client import SEATS, BenTable
from support.web_server import Served, serving

HANDS = dict(zip(SEATS, (
    "862.62.AQT52.A96", "AQJT9.Q875.97.K7", "7543.AT943.8.JT8", "K.KJ.KJ643.Q5432"
), strict=True))  # fmt: skip
RESPONDER = "KJ63.A74.52.Q973"
NOTRUMP = {"hand": "AT8.AQ3.KJ62.QT8", "dummy": "K52.J97.AQ98.K54", "seat": "S", "dealer": "S",
    "vul": "", "ctx": "1N--3N------"}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Return a server that speaks BEN's dialect at the root as well, and thinks shortly."""
    with serving("--ben", "--seconds", "6", patience=1800) as served:
        for _ in range(4):
            served.client.post("/api/v1/bid", json={"hand": RESPONDER})
        yield served


def got(server: Served, path: str, **words: str) -> Any:
    """Return the answer of a path."""
    answer = server.client.get(path, params=words)
    assert answer.status_code == 200, answer.text
    return answer.json()


def posted(server: Served, status: int = 200, **fields: object) -> Any:
    """Return the answer of the path that takes an object."""
    answer = server.client.post("/ben/cuebid", json=fields)
    assert answer.status_code == status, answer.text
    return answer.json()


# -- whole deals -----------------------------------------------------------------------------------


def test_a_client_plays_a_whole_deal(server: Served) -> None:
    table = BenTable(server.client, HANDS, "N", "@v@V")
    table.bid_all()
    won = table.play_all()
    assert len(set(table.played)) == 52 and sum(won.values()) == 13


def test_a_page_drives_a_deal_with_details_and_a_claim(server: Served) -> None:
    """What a page does that shows everything: hints, explanations, candidates; at last a claim."""
    table = BenTable(server.client, HANDS, "N", "Both", dashes=True, details=True)
    listed = table.get("bids", ctx="")
    table.bid_all()
    assert table.auction[0] in {each["bid"] for each in listed}
    told = table.get("explain_auction", ctx=table.ctx, seat="N", dealer="N", vul="Both")
    assert [each["bid"] for each in told["explanations"]] == table.auction
    won = table.play_all()
    bid, declarer = table.contract()
    dummy = table.seat_after(declarer, 2)
    asked = {"tricks": "1", "hand": table.hands[declarer], "dummy": table.hands[dummy],
        "seat": declarer, "dealer": "N", "vul": "Both", "ctx": table.ctx}  # fmt: skip
    claim = table.get("claim", played="".join(table.played[:48]), **asked)
    last = table.trick_winner(12)
    assert ("Accepted" in claim["result"]) is (last in (declarer, dummy)), claim
    assert sum(won.values()) == 13 and bid[0] in "1234567"
    over = table.get("claim", played="".join(table.played), **asked)
    assert over == {"message": "Game is over, no claim"}


def test_four_robots_bid_by_objects(server: Served) -> None:
    table = BenTable(server.client, HANDS, "N", "EW")
    table.bid_all()
    made: list[str] = []
    while True:
        seat = table.seat_after("N", len(made))
        answer = posted(server, dealer="N", auction=made, vuln="EW", hand=HANDS[seat], turn=seat,
            sysNS="GAVIN_ADVANCED", sysEW="S.A.Y.C.", conventions=[])  # fmt: skip
        if "message" in answer:
            break
        assert set(answer) == {"bid", "alert", "artificial"} and answer["alert"]
        made.append(answer["bid"])
    assert [bid.upper() for bid in made] == table.auction


def test_at_the_root_with_dashes_and_underscores(server: Served) -> None:
    hands = {seat: hand.replace(".", "_") for seat, hand in HANDS.items()}
    table = BenTable(server.client, hands, "N", "EW", prefix="", dashes=True)
    table.bid_all()
    plain = BenTable(server.client, HANDS, "N", "EW")
    plain.bid_all()
    assert table.auction == plain.auction
    _, declarer = table.contract()
    leader = table.seat_after(declarer, 1)
    card = table.get("lead", hand=hands[leader], seat=leader, dealer="N", vul="EW", ctx=table.ctx)
    assert card["card"] in plain.left(leader)


def test_a_whole_board_at_once(server: Served) -> None:
    deal = " ".join(HANDS.values())
    answer = got(server, "/ben/autoplay", deal=deal, board="5")
    assert answer["dealer"] == "N" and answer["vulnerability"] == "NS"
    assert len(answer["play"]) == 52 and answer["auction"][-3:] == ["PASS"] * 3
    contract = answer["contract"]
    doubled = Doubled(contract.count("X"))
    played = Play.of_cards(
        Contract(int(contract[0]), Strain("CDHSN".index(contract[1])), doubled,
            Seat.parse(answer["declarer"])),
        [("CDHS".index(card[0])) * 13 + "23456789TJQKA".index(card[1]) for card in answer["play"]],
        Deal.parse("N:" + " ".join(HANDS.values())),
    )  # fmt: skip
    assert played.tricks == answer["tricks"]
    assert abs(answer["ns_score"]) == abs(answer["score"])
    told = answer["auction_with_explanations"]
    assert [each["player"] for each in told[:5]] == list("NESWN")
    assert all(isinstance(each["alert"], bool) for each in told)
    only = got(server, "/ben/autoplay", deal=deal, board="5", bidding_only="True")
    assert only["auction"] == answer["auction"] and "play" not in only
    assert SEATS.index(only["opening_leader"]) == (SEATS.index(answer["declarer"]) + 1) % 4


# -- the answers -----------------------------------------------------------------------------------


def test_a_bid_has_the_keys_that_clients_read(server: Served) -> None:
    words = {"hand": RESPONDER, "seat": "S", "dealer": "N", "vul": "", "ctx": "1N--"}
    short = got(server, "/ben/bid", **words)
    assert set(short) == {"bid", "who", "quality", "explanation", "alert"}
    assert short["bid"] == "2C" and short["explanation"].startswith("Stayman")
    long = got(server, "/ben/bid", **words, details="true", tournament="mp")
    assert [each["call"] for each in long["candidates"]] == ["2C"]
    assert long["candidates"][0]["insta_score"] == 1
    assert [bid for bid, _ in long["explanations"]] == ["1N", "PASS"]
    assert len(long["hcp"]) == 3 and len(long["shape"]) == 12
    assert 15 <= long["hcp"][1] <= 17  # partner has opened one notrump
    assert sum(long["hcp"]) == pytest.approx(30, abs=0.3)
    assert [sum(long["shape"][at : at + 4]) for at in (0, 4, 8)] == pytest.approx([13] * 3, abs=0.3)
    assert got(server, "/ben/bid", **words | {"ctx": "1N------"}) == {"message": "Bidding is over"}


NEAR = {"hand": "Q84.K85.QJ742.A2", "seat": "S", "dealer": "N", "vul": "", "details": "true",
    "ctx": "1N-P"}  # fmt: skip


@pytest.mark.parametrize("tournament", ["imps", "mp"])
def test_judgement_values_candidates(server: Served, tournament: str) -> None:
    plain = got(server, "/ben/bid", **NEAR, tournament=tournament)
    assert plain["who"] == "Rules" and len(plain["candidates"]) == 1
    judged = got(server, "/ben/bid", **NEAR, tournament=tournament, judge="3")
    asked = {"hand": NEAR["hand"], "calls": NEAR["ctx"].split("-"), "judge": 3,
        "scoring": tournament}  # fmt: skip
    said: Any = server.ask("/api/v1/bid", **asked)
    assert said["judged"]["rivals"], "the hand is near another call"
    assert judged["who"] == "Simulation"
    key = {"imps": "expected_imp", "mp": "expected_mp"}[tournament]
    values = {each["call"]: each[key] for each in judged["candidates"]}
    rivals = {{"P": "PASS"}.get(call, call.replace("NT", "N")) for call in said["judged"]["rivals"]}
    assert values[plain["bid"]] == 0 and set(values) == {plain["bid"], *rivals}
    assert judged["candidates"][0]["call"] == judged["bid"]
    scores = {each["call"]: each["insta_score"] for each in judged["candidates"]}
    assert scores == {call: call == plain["bid"] for call in values}


def test_the_calls_of_a_position_are_listed(server: Served) -> None:
    listed = {each["bid"]: each["description"] for each in got(server, "/ben/bids", ctx="1N--")}
    assert "Stayman" in listed["2C"] and "transfer" in listed["2D"] and "PASS" in listed


def test_calls_are_explained(server: Served) -> None:
    words = {"seat": "N", "dealer": "N", "vul": ""}
    last = got(server, "/ben/explain", ctx="1N--2C", **words)
    assert last["explanation"].startswith("Stayman") and last["Alert"] in (True, False)
    every = got(server, "/ben/explain_auction", ctx="1N--2C", **words)
    assert [each["bid"] for each in every["explanations"]] == ["1N", "PASS", "2C"]
    assert every["explanation"].count("<li>") == 3


def test_claims_are_accepted_or_rejected(server: Served) -> None:
    cards = "SQS2S3SA"
    good = got(server, "/ben/claim", tricks="5", played=cards, **NOTRUMP)
    assert good == {"tricks": 5, "result": "Contract: 3N Accepted declarers claim of 6 tricks"}
    bad = got(server, "/ben/claim", tricks="12", played=cards, **NOTRUMP)
    assert bad["result"].startswith("Declarer claimed 13 tricks - rejected ")


def test_contracts_of_two_hands(server: Served) -> None:
    answer = got(server, "/ben/contract", hand=NOTRUMP["hand"], dummy=NOTRUMP["dummy"], seat="S",
        vul="")  # fmt: skip
    assert max(answer, key=lambda name: answer[name]["score"]) == "3N"
    assert sum(answer["3N"]["Percentage"]) == pytest.approx(1, abs=0.05)


def test_play_may_name_dummys_cards_first(server: Served) -> None:
    declarer = got(server, "/ben/play", played="SQ", **NOTRUMP)
    other = NOTRUMP | {"hand": NOTRUMP["dummy"], "dummy": NOTRUMP["hand"], "seat": "N"}
    assert got(server, "/ben/play", played="SQ", **other)["player"] == declarer["player"] == 3
    assert declarer["card"] in ("SK", "S5", "S2")
    over = got(server, "/ben/play", played="SQ" * 52, **NOTRUMP)
    assert "over" in over["message"]


@pytest.mark.parametrize(
    ("path", "words", "told"),
    [
        ("bid", {}, '"seat" is missing'),
        ("bid", {"seat": "S", "dealer": "S", "hand": "AKQ"}, "write four"),
        ("bid", {"seat": "S", "dealer": "N", "hand": RESPONDER}, "it is N's turn"),
        ("bid", {"seat": "S", "ctx": "1Z"}, "no call '1Z'"),
        ("bid", {"seat": "S", "ctx": "7N--1C"}, "not legal"),
        ("bid", {"seat": "S", "vul": "some"}, "no vulnerability"),
        ("bid", {"seat": "N", "hand": RESPONDER, "system": "/etc"}, "no system '/etc'"),
        ("lead", {"seat": "S", "ctx": "1N--"}, "no contract"),
        ("bid", {"seat": "N", "hand": "AKQxxxxxxxxxx..."}, "8 small cards"),
        ("bid", {"seat": "N", "hand": RESPONDER, "judge": "much"}, '"judge" takes seconds'),
        ("bid", {"seat": "N", "hand": RESPONDER, "judge": "nan"}, '"judge" takes seconds'),
        ("play", NOTRUMP | {"played": "SQ2"}, "odd number"),
        ("play", NOTRUMP | {"played": "SQZZ"}, "ZZ"),
        ("play", NOTRUMP | {"dummy": NOTRUMP["hand"], "played": "SQ"}, "in dummy"),
        ("claim", NOTRUMP | {"tricks": "x"}, '"tricks" takes 0 to 13'),
        ("claim", NOTRUMP | {"tricks": "99"}, "at most 13"),
        ("contract", {"seat": "S", "hand": RESPONDER, "dummy": RESPONDER}, "in both hands"),
        ("explain", {"ctx": ""}, "no call to explain"),
        ("autoplay", {"deal": "AKQ"}, "hands; write four"),
        ("autoplay", {"deal": " ".join(HANDS.values()), "board": "0"}, '"board" takes'),
    ],
)
def test_what_is_wrong_is_said(server: Served, path: str, words: dict[str, str], told: str) -> None:
    answer = server.client.get(f"/ben/{path}", params=words)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"].startswith("An error occurred: ")
    assert told in answer.json()["error"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"auction": "1H"}, '"auction" takes a list of calls'),
        ({"auction": ["1H", "1Z"]}, "1Z"),
        ({"hand": 5}, '"hand" takes a string'),
        ({"turn": "E"}, "it is N's"),
        ({"vuln": "some"}, "no vulnerability"),
        ({"hand": "AKQ"}, "write four"),
    ],
)
def test_what_is_wrong_with_an_object_is_said(
    server: Served, fields: dict[str, object], told: str
) -> None:
    usual: dict[str, object] = {"dealer": "N", "auction": [], "hand": RESPONDER}
    answer = posted(server, 400, **usual | fields)
    assert answer["error"].startswith("An error occurred: ") and told in answer["error"]


# -- small cards that are not named ----------------------------------------------------------------


def test_hands_may_have_small_cards_without_names(server: Served) -> None:
    words = {"seat": "S", "dealer": "N", "vul": "", "ctx": "1N--"}
    found = got(server, "/ben/bid", hand="KJxx.Axx.xx.Qxxx", **words)
    assert found["bid"] == got(server, "/ben/bid", hand="KJ32.A32.32.Q432", **words)["bid"] == "2C"
    lead = got(server, "/ben/lead", **NOTRUMP | {"seat": "W", "hand": "QJ9X.KXX.TXX.JXX"})
    assert lead["card"] in {
        "SQ",
        "SJ",
        "S9",
        "S2",
        "HK",
        "H3",
        "H2",
        "DT",
        "D3",
        "D2",
        "CJ",
        "C3",
        "C2",
    }
    both = NOTRUMP | {"hand": "ATx.AQx.KJxx.QTx", "dummy": "Kxx.J97.AQxx.K5x"}
    card = got(server, "/ben/play", played="SQ", **both)
    assert card["card"] in ("SK", "S2", "S3")
    named = got(server, "/seat/play", played="SQ", **both)
    assert named["card"] in ("SK", "S2", "S3")
    assert "3N" in got(server, "/ben/contract", **both)


def test_small_cards_are_those_that_may_be_there() -> None:
    assert with_small_cards("Kxx.QT9.AKJ2.xxx") == "K32.QT9.AKJ2.432"
    assert with_small_cards("K2x..AKJTxxxx.xx", elsewhere=named("34.")) == "K25..AKJT5432.32"
    # What the hand has played it has held, even if others were said to hold it.
    assert (
        with_small_cards("Kxx.QT9.AKJ2.xxx", own=named("9.."), elsewhere=named("9.."))[:3] == "K92"
    )
    hand, dummy = two_with_small_cards(
        "Axx.xxxx.xxx.AKQ", "Kxx.xx.AKQx.xxxx", of_dummy=named("8..")
    )
    assert (hand, dummy) == ("A43.7654.543.AKQ", "K82.32.AKQ2.5432")
    assert not named(hand) & named(dummy)
    assert named(hand).bit_count() == named(dummy).bit_count() == 13


def test_what_is_no_hand_stays_as_it_is() -> None:
    for text in ("", "AKQ", "x.x", "AKQ2.AKQ.AKQ.AKQ", "x.x.x.x.x"):
        assert with_small_cards(text) == text


# -- how words are read ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ctx", ["1C--1SDb--3N", "1C-P-1S-X-P-3N", "1C -- 1S Db -- 3N", "1CPa1SXPa3NT"]
)
def test_an_auction_may_be_written_in_many_ways(ctx: str) -> None:
    assert calls_of({"ctx": ctx}) == ["1C", "P", "1S", "X", "P", "3NT"]


@pytest.mark.parametrize(
    ("text", "of_south", "of_east"),
    [
        ("", "none", "none"),
        ("NS", "ns", "ns"),
        ("E-W", "ew", "ew"),
        ("Both", "both", "both"),
        ("@v@V", "ew", "ns"),
        ("@V@v", "ns", "ew"),
        ("@V@V", "both", "both"),
        ("@V", "ns", "ew"),
    ],
)
def test_vulnerability_may_be_ours_and_theirs(text: str, of_south: str, of_east: str) -> None:
    assert vulnerability_of({"vul": text}, Seat.SOUTH) == of_south
    assert vulnerability_of({"vul": text}, Seat.EAST) == of_east


def test_tricks_in_columns_are_put_in_order() -> None:
    calls = calls_of({"ctx": "1N--3N------"})
    auction = Auction.of_calls(Seat.SOUTH, Vulnerability.NONE, parse_calls(calls))
    # West leads and dummy, North, wins: the second trick begins in its second column.
    rows = ["S3", "SK", "S4", "S5", "D2", "DA", "D3", "D4"]
    assert as_played(rows, auction) == ["S3", "SK", "S4", "S5", "DA", "D3", "D4", "D2"]


# -- the Seat API ----------------------------------------------------------------------------------


def test_the_base_answers(server: Served) -> None:
    assert "natural" in got(server, "/seat")["systems"]
    assert got(server, "/seat/")["name"] == "Dowager"


def test_a_bot_of_an_event_bids_leads_and_plays(server: Served) -> None:
    words = {"vul": "All", "ourSystem": "SAYC", "theirSystem": "anything", "matchtype": "mp"}
    bid = got(server, "/seat/bid", hand=RESPONDER, seat="S", dealer="N", ctx="1N--",
        meanings="true", **words)  # fmt: skip
    assert bid["bid"] == "2C" and bid["meaning"].startswith("Stayman")
    assert (bid["ourSystem"], bid["theirSystem"]) == ("sayc", "sayc")
    assert [each["bid"] for each in bid["meanings"]] == ["1N", "PASS"]
    table = {key: NOTRUMP[key] for key in ("dealer", "ctx")} | words
    lead = got(server, "/seat/lead", hand="QJ93.K84.T53.J72", seat="W", **table)
    assert set(lead) == {"card"}
    card = got(server, "/seat/play", hand=NOTRUMP["hand"], dummy=NOTRUMP["dummy"], seat="S",
        played="SQ", **table)["card"]  # fmt: skip
    assert card in ("SK", "S5", "S2")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"ourSystem": "nonsense"}, "no system ourSystem='nonsense'; there are"),
        ({"matchtype": "chess"}, '"matchtype" takes mp or imps'),
        ({"vul": "x"}, "no vulnerability 'x'"),
    ],
)
def test_a_bot_says_what_is_wrong(server: Served, words: dict[str, str], told: str) -> None:
    usual = {"hand": RESPONDER, "seat": "N", "dealer": "N", "ctx": ""}
    answer = server.client.get("/seat/bid", params=usual | words)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(told)

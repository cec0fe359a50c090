"""Tests of the two line interfaces, `bid --jsonl` and `infer --jsonl`, exactly as promised.

Other programs depend on the fields; a change here is a change for them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from dowager.bidder import chosen_call
from dowager.cards import Deal, Seat
from dowager.knowledge.cells import Masks
from dowager.knowledge.public import Position, rule_words
from dowager.language.compile import Candidate
from support.commands import DATA, ROOT, TINY, Dowager, Result, started

BID_FIELDS = {"id", "call", "name", "rule", "text", "alert", "forcing"}
INFER_FIELDS = {"id", "seats", "calls", "relaxed", "excluded"}
RESPONDER = "KJ63.A74.52.Q973"
BID: dict[str, Any] = {
    "id": 1,
    "hand": RESPONDER,
    "dealer": "N",
    "vul": "none",
    "calls": ["1NT", "P"],
}
INFER: dict[str, Any] = {"id": 1, "dealer": "N", "vul": "none", "calls": ["1NT", "P", "2C"]}
DEAL = "N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75"


def bid(run: Dowager, **changes: Any) -> Any:
    """Ask one question of `bid`; a change of None takes the field away."""
    return ask(run, "bid", BID | changes)


def infer(run: Dowager, **changes: Any) -> Any:
    """Ask one question of `infer`."""
    return ask(run, "infer", INFER | changes)


def ask(run: Dowager, command: str, fields: dict[str, Any]) -> Any:
    """Send the fields that are not None and return the answer."""
    line = {key: value for key, value in fields.items() if value is not None}
    (answer,) = run.answers(command, *TINY, lines=[line])
    return answer


# --- bid


def test_bid_answers_with_exactly_the_promised_fields(run: Dowager) -> None:
    assert bid(run) == {
        "id": 1,
        "call": "2C",
        "name": "Stayman",
        "rule": "tests/data/tiny/system.yaml:24",
        "text": "8+ HCP, either exactly 4 spades or exactly 4 hearts",
        "alert": "8+ HCP, either exactly 4 spades or exactly 4 hearts",
        "forcing": "round",
    }


def test_bid_without_alert_answers_null(run: Dowager) -> None:
    answer = bid(run, hand="AQ5.KJ4.KT73.Q92", calls=[])
    assert set(answer) == BID_FIELDS
    assert (answer["call"], answer["alert"], answer["forcing"]) == ("1NT", None, "no")


@pytest.mark.parametrize("identity", [None, 0, "seven", 1.5, [1, {"a": "♠"}], {"b": True}])
def test_the_id_comes_back_whatever_it_is(run: Dowager, identity: Any) -> None:
    (answer,) = run.answers("bid", *TINY, lines=[{**BID, "id": identity}])
    assert answer["id"] == identity
    (answer,) = run.answers("bid", *TINY, lines=[{**BID, "id": identity, "hand": "no hand"}])
    assert answer["id"] == identity and set(answer) == {"id", "error"}


@pytest.mark.parametrize(
    "changes",
    [
        {"hand": "kq54.a98.32.j984"},
        {"calls": ["1nt", "p"]},
        {"calls": ["1Nt", "P"], "dealer": "n", "vul": "NONE"},
        {"seat": "S"},
        {"seat": "s"},
        {"dealer": "W", "calls": ["p", "1NT", "P"]},
        {"vul": "both"},
        {"hand": "KQ54.A98.32.984J"},
    ],
)
def test_case_and_order_do_not_matter(run: Dowager, changes: dict[str, Any]) -> None:
    assert bid(run, **changes)["call"] == "2C"


@pytest.mark.parametrize("ten", ["T", "t", "10"])
def test_ten_is_written_in_either_way(run: Dowager, ten: str) -> None:
    assert bid(run, hand=f"AQ5.KJ4.K{ten}73.Q92", calls=[])["call"] == "1NT"


@pytest.mark.parametrize("vul", ["none", "ns", "ew", "both"])
def test_every_vulnerability_is_taken(run: Dowager, vul: str) -> None:
    assert "error" not in bid(run, vul=vul)


def test_every_call_is_taken(run: Dowager) -> None:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    calls = ["P", *bids]
    assert "error" not in bid(run, calls=calls)
    assert "error" not in bid(run, calls=[*calls, "x", "xx"])


def test_words_are_worked_out_once_for_each_position_and_rule(
    run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many hands in one auction, as programs ask; a stranger's rule is not mixed up with ours."""
    worded: list[object] = []

    def noted(rule: Candidate, position: Position, before: Masks) -> str:
        worded.append((position, rule))
        return rule_words(rule, position, before)

    monkeypatch.setattr(chosen_call, "rule_words", noted)
    hands = [RESPONDER, "K863.AJ4.52.Q973", "63.74.J9852.Q973", "63.74.J9852.Q972"]
    auctions = [{}, {"calls": ["P", "P"]}, {"vul": "both"}, {"system": "natural"}]
    lines = [BID | {"hand": hand} | auction for hand in hands for auction in auctions]
    first, second = (run.answers("bid", *TINY, lines=lines) for _ in range(2))
    alone = [run.answers("bid", *TINY, lines=[line])[0] for line in reversed(lines)]
    assert first == second == alone[::-1]
    assert len({answer["text"] for answer in first}) >= 4
    assert len(worded) == len(set(worded)) < len(lines)


def test_a_line_may_name_its_systems(run: Dowager) -> None:
    named = bid(run, system="natural", opponents="natural")
    assert named["rule"].startswith("systems/natural/")


def test_the_system_is_that_of_the_seat_to_call(run: Dowager) -> None:
    opening = {"hand": "AQ5.KJ4.KT73.Q92", "calls": [], "opponents": "natural"}
    for dealer in "NESW":
        assert bid(run, dealer=dealer, **opening)["rule"] == "tests/data/tiny/system.yaml:6"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hand": None}, '"hand" is missing'),
        ({"hand": "KQ54.A98.32"}, "write four"),
        ({"hand": "KQ54.A98.32.J98"}, "12 cards"),
        ({"hand": "KQ54.A98.32.JZ84"}, "'Z' is not a rank"),
        ({"hand": "KKQ4.A98.32.J984"}, "SK twice"),
        ({"hand": 7}, '"hand" takes a string'),
        ({"calls": "1NT P"}, '"calls" takes a list'),
        ({"calls": ["1NT", 2]}, '"calls" takes a list'),
        ({"calls": ["1NT", "2Z"]}, "no call '2Z'"),
        ({"calls": ["1NT", "1S"]}, "not legal"),
        ({"calls": ["XX"]}, "not legal"),
        ({"calls": ["P", "P", "P", "P"]}, "has ended"),
        ({"dealer": "Q"}, "no seat 'Q'"),
        ({"dealer": ["N"]}, '"dealer" takes a string'),
        ({"vul": "all of them"}, "no vulnerability"),
        ({"seat": "N"}, '"seat" is N, but after these calls it is S\'s turn'),
        ({"seat": "Q"}, "no seat 'Q'"),
        ({"system": "nowhere"}, "no system 'nowhere'"),
        ({"system": 3}, '"system" takes a string'),
        ({"system": "a" * 5000}, "aaaa"),
        ({"opponents": "nowhere"}, "no system 'nowhere'"),
    ],
)
def test_a_wrong_field_is_told(run: Dowager, changes: dict[str, Any], words: str) -> None:
    answer = bid(run, **changes)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == 1 and words in answer["error"]


@pytest.mark.parametrize("command", ["bid", "infer"])
@pytest.mark.parametrize(
    "line",
    [
        b"not JSON",
        b"[1, 2]",
        b"null",
        b'"text"',
        b"{",
        b"[" * 100_000,
        b'{"id": 1, "dealer": "\xff"}',
        b'{"id": NaN}',
        b"9" * 5000,
        b" " * (1 << 20) + b"{}",
        b'{"id": 1e999, "dealer": "Q"}',
    ],
)
def test_a_line_that_is_wrong_is_answered_and_the_next_too(
    run: Dowager, command: str, line: bytes
) -> None:
    good = json.dumps(BID if command == "bid" else INFER).encode()
    result = run(command, "--jsonl", *TINY, given=line + b"\n\n" + good + b"\r\n" + good)
    assert (result.code, result.err) == (0, "")
    wrong, *right = result.lines
    assert set(wrong) == {"id", "error"}
    fields = BID_FIELDS if command == "bid" else INFER_FIELDS
    assert [set(answer) for answer in right] == [fields, fields]
    assert "Infinity" not in result.out


# --- infer


def test_infer_answers_with_exactly_the_promised_fields(run: Dowager) -> None:
    assert infer(run) == {
        "id": 1,
        "seats": {
            "N": {"hcp": [15, 17], "S": [2, 5], "H": [2, 5], "D": [2, 5], "C": [2, 5]},
            "E": {"hcp": [0, 17], "S": [0, 11], "H": [0, 11], "D": [0, 11], "C": [0, 11]},
            "S": {"hcp": [8, 25], "S": [0, 9], "H": [0, 9], "D": [0, 9], "C": [0, 9]},
            "W": {"hcp": [0, 17], "S": [0, 11], "H": [0, 11], "D": [0, 11], "C": [0, 11]},
        },
        "calls": [
            {
                "call": "1NT",
                "seat": "N",
                "name": "strong notrump",
                "text": "balanced, 15–17 HCP",
                "forcing": "no",
                "alert": None,
            },
            {
                "call": "P",
                "seat": "E",
                "name": "nothing to say",
                "text": "any hand",
                "forcing": "no",
                "alert": None,
            },
            {
                "call": "2C",
                "seat": "S",
                "name": "Stayman",
                "text": "8+ HCP, either exactly 4 spades or exactly 4 hearts",
                "forcing": "round",
                "alert": "8+ HCP, either exactly 4 spades or exactly 4 hearts",
                "alternatives": [
                    {
                        "name": "Stayman",
                        "text": "8+ HCP, exactly 4 spades",
                        "share": 0.5623,
                        "now": 0.5623,
                        "exact": True,
                        "hcp": [8, 37],
                        "S": [4, 4],
                        "H": [0, 9],
                        "D": [0, 9],
                        "C": [0, 9],
                    },
                    {
                        "name": "Stayman",
                        "text": "8+ HCP, exactly 4 hearts",
                        "share": 0.4377,
                        "now": 0.4377,
                        "exact": True,
                        "hcp": [8, 37],
                        "S": [0, 9],
                        "H": [4, 4],
                        "D": [0, 9],
                        "C": [0, 9],
                    },
                ],
            },
        ],
        "relaxed": [],
        "excluded": [],
    }


def test_infer_before_the_first_call(run: Dowager) -> None:
    answer = infer(run, calls=[])
    assert answer["calls"] == []
    assert answer["seats"]["W"] == {"hcp": [0, 37], **{suit: [0, 13] for suit in "SHDC"}}


def test_infer_after_the_auction_has_ended(run: Dowager) -> None:
    answer = infer(run, calls=["1NT", "P", "P", "P"])
    assert set(answer) == INFER_FIELDS and len(answer["calls"]) == 4


def test_a_private_view_counts_the_cards_that_are_seen(run: Dowager) -> None:
    seats = infer(run, seat="S", hand=RESPONDER, calls=["1NT", "P"])["seats"]
    assert seats["S"] == {"hcp": [10, 10], "S": [4, 4], "H": [3, 3], "D": [2, 2], "C": [4, 4]}
    assert seats["E"]["hcp"] == [0, 15]
    assert seats["E"]["S"] == [0, 7]  # 13 less our 4 and opener's 2


def test_excluded_names_the_calls_that_the_hands_could_not_have_made(run: Dowager) -> None:
    assert infer(run, deal=DEAL)["excluded"] == []
    # North has a notrump opening; South has ten points and four spades.
    assert infer(run, deal=DEAL, calls=["P", "P", "P", "P"])["excluded"] == [0]
    assert infer(run, deal=DEAL, calls=["1NT", "P", "P", "P"])["excluded"] == [2]


def test_a_contradiction_is_relaxed_and_reported(run: Dowager) -> None:
    answer = infer(run, calls=["1NT", "P", "2C", "P", "3NT"])
    assert 4 in answer["relaxed"] or 0 in answer["relaxed"]
    assert all(low <= high for box in answer["seats"].values() for low, high in box.values())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hand": RESPONDER}, '"hand" needs "seat"'),
        ({"hand": RESPONDER, "seat": "Q"}, "no seat 'Q'"),
        ({"hand": RESPONDER, "seat": "N", "deal": DEAL}, "is not the hand of N"),
        ({"deal": "AKQ"}, "no first seat"),
        ({"deal": "N:AQ5.KJ4.KT73.Q92 - - -"}, "write four"),
        ({"deal": DEAL.replace("763.753", "76K.753")}, "SK is in two hands"),
        ({"deal": 5}, '"deal" takes a string'),
        ({"calls": ["1NT", "1S"]}, "not legal"),
        ({"system": "nowhere"}, "no system 'nowhere'"),
    ],
)
def test_infer_tells_a_wrong_field(run: Dowager, changes: dict[str, Any], words: str) -> None:
    answer = infer(run, **changes)
    assert set(answer) == {"id", "error"}
    assert words in answer["error"]


# --- as programs use them


@pytest.mark.parametrize(("command", "good"), [("bid", BID), ("infer", INFER)])
def test_each_answer_comes_before_the_next_question(command: str, good: dict[str, Any]) -> None:
    system = str(DATA / "tiny")
    with started(command, "--jsonl", "--system", system) as program:
        for number, line in enumerate(
            ({**good, "id": 0}, {"id": 1, "calls": 5}, {**good, "id": 2})
        ):
            program.write(json.dumps(line) + "\n")
            answer = json.loads(program.line())  # would wait for ever if it were not flushed
            assert answer["id"] == number
            assert ("error" in answer) == (number == 1)
        assert program.rest() == Result(0, "", "")


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    command = f"{sys.executable} -m dowager auction --random 400 --json {' '.join(TINY)}"
    result = subprocess.run(
        ["bash", "-c", f"{command} | head -n 1"], cwd=ROOT, capture_output=True, check=True
    )
    assert json.loads(result.stdout)["board"] == 1
    assert result.stderr == b""


# -- deal ------------------------------------------------------------------------------------------


def test_deals_by_lines(run: Dowager) -> None:
    lines = [
        {"id": 1, "calls": ["1NT", "P"], "n": 3, "seed": 5},
        {"id": 2, "calls": ["1NT", "P"], "n": 3, "seed": 5},
        {"id": 3, "calls": ["1NT"], "seat": "S", "hand": "KJ63.A74.52.Q973", "reading": "tolerant"},
        {"id": 4, "n": 0},
        {"id": 5, "seed": -1},
        {"id": 6, "reading": "kind"},
        {"id": 7, "hand": "KJ63.A74.52.Q973"},
        {"id": 8, "n": 10**7},
    ]
    first, again, third, *faults = run.answers("deal", lines=lines)
    assert set(first) == {"id", "deals", "status", "proposals", "probability"}
    assert first["status"] == "complete" and len(first["deals"]) == 3
    assert again["deals"] == first["deals"] and 0 < first["probability"] < 0.1
    for deal in map(Deal.parse, first["deals"]):
        assert 15 <= deal[Seat.NORTH].hcp <= 17
    (deal,) = map(Deal.parse, third["deals"])
    assert str(deal[Seat.SOUTH]) == "KJ63.A74.52.Q973"
    words = [
        "from 1 on, not 0",
        "from 0 on, not -1",
        "no reading 'kind'",
        'needs "seat"',
        "at most",
    ]
    assert all(word in fault["error"] for word, fault in zip(words, faults, strict=True))


def test_infer_by_a_reading(run: Dowager) -> None:
    lines = [{"id": n, "calls": ["1NT", "P"], "reading": text} for n, text in enumerate(
        ("exact", "tolerant", "ew=stranger"))]  # fmt: skip
    exact, both, east_west = run.answers("infer", lines=lines)
    assert "reading" not in exact and both["reading"] == "ns=tolerant,ew=tolerant"
    assert east_west["reading"] == "ns=exact,ew=stranger"
    assert east_west["seats"]["N"]["hcp"] == exact["seats"]["N"]["hcp"] == [15, 17]
    assert both["seats"]["N"]["hcp"] != [15, 17]

"""Tests of every subcommand: for people, as JSON, and with input that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from dowager.auction import Call
from dowager.cards import Deal, Hand, Seat
from dowager.cli.main import dowager as group
from dowager.formats import read_lin, read_pbn
from dowager.language.files import load_system
from support.commands import DATA, ROOT, TINY, Dowager

NOTRUMP, STRONG, RESPONDER = "AQ5.KJ4.KT73.Q92", "AKQ5.AKJ4.AK73.2", "KJ63.A74.52.Q973"
SAFE_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""What reads YAML: in C where the library for it is there, six times as fast."""
DEMO = str(DATA / "demo.pbn")
DEAL = "N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75"


# --- help


@pytest.mark.parametrize("name", sorted(group.list_commands(None)))  # type: ignore[arg-type]
def test_every_subcommand_has_help_with_examples(run: Dowager, name: str) -> None:
    result = run(name, "--help")
    assert (result.code, result.err) == (0, "")
    assert "Examples:" in result.out and f"dowager {name}" in result.out


def test_help_names_every_subcommand(run: Dowager) -> None:
    result = run("--help")
    assert result.code == 0
    for name in group.list_commands(None):  # type: ignore[arg-type]
        assert f"\n  {name} " in result.out
        assert f"dowager {name}" in result.out or name in ("diff", "features", "schema")
    assert run("--version").out.startswith("dowager, version ")


# --- bid


def test_bid_says_call_rule_and_words(run: Dowager) -> None:
    result = run("bid", RESPONDER, "--calls", "1nt p", *TINY)
    assert result.code == 0
    assert result.out.splitlines() == [
        "2C  Stayman",
        "  rule     tests/data/tiny/system.yaml:24",
        "  shows    8+ HCP, either exactly 4 spades or exactly 4 hearts",
        "  alert    8+ HCP, either exactly 4 spades or exactly 4 hearts",
        "  forcing  round",
    ]


def test_bid_as_json(run: Dowager) -> None:
    assert run("bid", STRONG, "--json", *TINY).json == {
        "call": "2C",
        "name": "strong opening",
        "rule": "tests/data/tiny/system.yaml:9",
        "text": "22+ HCP",
        "alert": "any strong hand",
        "forcing": "game",
    }


def test_bid_says_why_not_the_others(run: Dowager) -> None:
    result = run("bid", NOTRUMP, "--why", "--json", *TINY)
    why = {reason["call"]: reason["why"] for reason in result.json["why"]}
    assert why["1NT"] == "chosen"
    assert "22+ HCP" in why["2C"] and "5+ spades" in why["1S"]
    assert "chosen" in run("bid", NOTRUMP, "--why", *TINY).out


def test_places_of_rules_are_never_broken(run: Dowager, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("bid", "AQ52.K73.K84.Q92", "--calls", "1S P", "--why", "--system", "natural")
    whole = {word for word in run(*words).out.split() if ".yaml:" in word}
    for columns in ("80", "30"):
        monkeypatch.setenv("COLUMNS", columns)
        assert {word for word in run(*words).out.split() if ".yaml:" in word} == whole
    assert len(whole) > 3


def test_bid_without_a_rule_passes_and_says_so(run: Dowager) -> None:
    answer = run("bid", "AKQ5.AKJ4.K732.2", "--json", *TINY).json
    assert (answer["call"], answer["rule"]) == ("P", "")
    assert answer["text"] == "no rule of the system fits this hand"


# --- infer


def test_infer_shows_calls_and_ranges(run: Dowager) -> None:
    result = run("infer", "--calls", "1NT P 2C", *TINY)
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["N", "1NT", "strong", "notrump", "balanced,", "15–17", "HCP", "no"] in rows
    assert ["N", "15–17", "2–5", "2–5", "2–5", "2–5"] in rows


def test_infer_as_json(run: Dowager) -> None:
    answer = run("infer", "--calls", "1NT P 2C", "--json", *TINY).json
    assert list(answer) == ["seats", "calls", "relaxed", "excluded"]
    assert answer["seats"]["N"] == {"hcp": [15, 17], **{suit: [2, 5] for suit in "SHDC"}}
    assert answer["calls"][2]["forcing"] == "round"


def test_infer_says_a_very_long_condition_as_ranges(run: Dowager) -> None:
    """Precision's strong club is written in some five hundred characters."""
    shown = run("infer", "--system", "precision", "--calls", "1C", "--json").json["calls"][0][
        "text"
    ]
    kinds = shown.split("; or ")
    assert kinds[0] == "16+ HCP" and "13–15 HCP, 6+ spades" in kinds
    assert len(kinds) == 5 and "either" not in shown


def test_infer_from_ones_own_side_of_the_screen(run: Dowager) -> None:
    known = ("--seat", "S", "--hand", RESPONDER)
    seats = run("infer", "--calls", "1NT P", "--json", *known, *TINY).json["seats"]
    assert seats["S"] == {"hcp": [10, 10], "S": [4, 4], "H": [3, 3], "D": [2, 2], "C": [4, 4]}
    # 40 HCP less our 10 and partner's 15.
    assert seats["E"]["hcp"] == seats["W"]["hcp"] == [0, 15]


def test_infer_exact_proves_the_ranges(run: Dowager) -> None:
    answer = run("infer", "--calls", "1NT P", "--exact", "--json", *TINY).json
    assert answer["proved"] is True
    assert answer["seats"]["N"]["hcp"] == [15, 17]
    witness = Deal.parse(answer["witness"])
    assert 15 <= _points(witness[Seat.NORTH]) <= 17


# --- auction


def test_demo_boards_are_bid_to_the_end(run: Dowager) -> None:
    boards = read_pbn(Path(DEMO).read_text(encoding="utf-8"))
    assert 4 <= len(boards) <= 6
    result = run("auction", DEMO)
    assert result.code == 0
    assert result.out.count("Contract: ") == len(boards)


def test_show_tells_rule_words_and_knowledge_for_each_call(run: Dowager) -> None:
    result = run("auction", DEMO, "--board", "2", "--show", *TINY)
    assert result.code == 0
    assert "shows" in result.out and "now known of the hand" in result.out
    row = next(line for line in result.out.splitlines() if "strong notrump" in line)
    assert row.split()[:2] == ["N", "1NT"]
    assert "balanced, 15–17 HCP" in row and row.rstrip().endswith("15–17 HCP")
    assert "♠2–5 ♥2–5 ♦2–5 ♣2–5" in result.out
    assert "tests/data/tiny/system.yaml:6" in result.out


def test_auction_as_json_lines(run: Dowager) -> None:
    lines = run("auction", "--random", "3", "--seed", "7", "--json", *TINY).lines
    assert [line["board"] for line in lines] == [1, 2, 3]
    for line in lines:
        assert line["calls"][-3:] == ["P", "P", "P"]
        assert len(line["rules"]) == len(line["calls"])
        Deal.parse(line["deal"])


def test_auction_as_pbn_reads_back(run: Dowager) -> None:
    result = run("auction", DEMO, "--pbn", *TINY)
    before = read_pbn(Path(DEMO).read_text(encoding="utf-8"))
    after = read_pbn(result.out)
    assert [board.hands for board in after] == [board.hands for board in before]
    assert all(board.calls[-3:] == (Call.PASS,) * 3 for board in after)


def test_random_boards_depend_on_the_seed_alone(run: Dowager) -> None:
    first = run("auction", "--random", "2", "--seed", "3", "--json", *TINY).out
    assert first == run("auction", "--random", "2", "--seed", "3", "--json", *TINY).out
    assert first != run("auction", "--random", "2", "--seed", "4", "--json", *TINY).out


def test_auctions_are_explained_as_infer_explains_them(run: Dowager) -> None:
    for line in run("auction", "tests/data/demo.pbn", "--json", "--explain").lines:
        words = ("--dealer", line["dealer"], "--vul", line["vul"], "--json")
        shown = run("infer", "--calls", " ".join(line["calls"]), *words).json["calls"]
        for key in ("call", "name", "text", "alert", "forcing"):
            assert [each[key] for each in line["explained"]] == [each[key] for each in shown]
        assert [each["rule"] or None for each in line["explained"]] == line["rules"]


def test_explained_auctions_are_for_programs(run: Dowager) -> None:
    result = run("auction", "--random", "1", "--explain")
    assert result.code == 2 and "--explain goes with --json" in result.err


def test_latin_1_files_are_read(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "latin.pbn"
    file.write_bytes(Path(DEMO).read_bytes().replace(b'[Site "?"]', b'[Site "K\xf8ge"]'))
    assert run("auction", str(file), "--board", "1", *TINY).code == 0


# --- quiz


def test_quiz_passes(run: Dowager) -> None:
    result = run("quiz", str(DATA / "tiny/quizzes.yaml"), *TINY)
    assert (result.code, result.err) == (0, "")
    assert "3 of 3 quizzes passed, from 1 file" in result.out


def test_quiz_that_fails_exits_with_1_and_says_where(run: Dowager) -> None:
    result = run("quiz", str(DATA / "tiny/wrong_quizzes.yaml"), *TINY)
    assert result.code == 1
    first = result.out.splitlines()[0]
    assert "wrong_quizzes.yaml:6:9: AQ5.KJ4.KT73.Q92" in first
    assert "expected 1S, bid 1NT (strong notrump, tests/data/tiny/system.yaml:6)" in first


def test_a_quiz_asks_how_calls_are_read(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "reads.yaml"
    file.write_text(
        "quizzes:\n- after: 1NT\n  reads: [P: nothing to say, X: takeout]\n"
        "- {after: start, reads: [1S: major opening]}\n"
    )
    result = run("quiz", str(file), "--unused", *TINY)
    assert result.code == 1
    unknown = "expected takeout (no rule of tiny has that name), "
    assert f"{file}:3:30: X after 1NT: {unknown}" in result.out
    file.write_text("quizzes:\n- {after: start, reads: [1S: major openning, 1NT: major opening]}\n")
    said = run("quiz", str(file), *TINY).out
    right = "(no rule of tiny has that name; did you mean 'major opening'?), read as major opening"
    assert f"1S after (no calls): expected major openning {right}" in said
    assert "1NT after (no calls): expected major opening, read as strong notrump" in said
    file.write_text(
        "quizzes:\n- after: 1NT\n  reads: [P: nothing to say, X: takeout]\n"
        "- {after: start, reads: [1S: major opening]}\n"
    )
    assert "2 of 3 quizzes passed, from 1 file" in result.out
    assert "major opening" not in result.out
    answer = run("quiz", str(file), "--json", *TINY).json["quizzes"]
    assert [quiz["passed"] for quiz in answer] == [True, False, True]
    assert (answer[2]["call"], answer[2]["read"]) == ("1S", "major opening")


def test_faults_of_quizzes_are_all_told(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "faults.yaml"
    file.write_text(
        "quizzes:\n- after: 1NT\n  reads: [1C: x, 1B: y, 2C: [a, b], 2D]\n"
        "- {after: 1C, hands: 3}\n- {after: 1C}\n"
    )
    result = run("quiz", str(file), *TINY)
    assert result.code == 2
    assert [line.removeprefix(f"{file}:") for line in result.err.strip().splitlines()] == [
        "3:11: 1C is not legal after: 1NT",
        "3:18: no call '1B'; write P, X, XX or 1C to 7NT",
        "3:29: the name of a rule is words",
        "3:37: write a call and the name of the rule that explains it: `- 2S: raise`",
        "4:22: write a hand and its call: `- KJ63.A74.52.Q973: 2C`",
        "5:3: a quiz needs `hands:`, a list of `HAND: call`",
    ]


def test_quiz_lists_the_rules_that_none_uses(run: Dowager) -> None:
    file = str(DATA / "tiny/quizzes.yaml")
    listed = run("quiz", file, "--unused", *TINY).out
    assert "tests/data/tiny/system.yaml:15: 1M major opening" in listed
    assert "strong notrump" not in listed
    answer = run("quiz", file, "--json", *TINY).json
    assert [quiz["passed"] for quiz in answer["quizzes"]] == [True] * 3
    assert {"rule": "tests/data/tiny/system.yaml:15", "call": "1M", "name": "major opening"} in (
        answer["unused"]
    )


def test_a_quiz_asks_for_leads(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "leads.yaml"
    file.write_text(
        "quizzes:\n- leads: notrump\n  source: a book\n  holdings: [KQJ2: K, AJ852: A]\n"
        "- {leads: suit, holdings: [97: 9]}\n"
    )
    result = run("quiz", str(file), "--unused", "--system", "natural")
    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[0].startswith(
        f"{file}:4:23: AJ852 against notrump: expected A, led 5 (fourth best, systems/common/"
    )
    assert lines[1] == "2 of 3 quizzes passed, from 1 file"
    assert lines[2].endswith("rules and 25 lines of leads are used by no quiz")
    listed = [line for line in lines if "systems/common/carding.yaml" in line][1:]
    assert len(listed) == 25 and listed[0].endswith(": A from AK ace from a doubleton AK")
    answer = run("quiz", str(file), "--json", "--system", "natural").json
    assert [quiz["passed"] for quiz in answer["quizzes"]] == [True, False, True]
    asked = {key: answer["quizzes"][1][key] for key in ("leads", "holding", "expected", "lead")}
    assert asked == {"leads": "notrump", "holding": "AJ852", "expected": ["A"], "lead": "5"}
    assert len(answer["unused_leads"]) == 25 and answer["unused_leads"][0]["holdings"] == ["AK"]


def test_leads_of_a_system_that_agrees_on_none(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "leads.yaml"
    file.write_text("quizzes:\n- {leads: suit, holdings: [97: 9]}\n")
    result = run("quiz", str(file), *TINY)
    assert result.code == 1
    assert "97 against a suit contract: expected 9, but the system tiny agrees on no" in result.out


def test_faults_of_lead_quizzes_are_all_told(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "faults.yaml"
    file.write_text(
        "quizzes:\n- leads: hearts\n  holdings: [KB: K, KK: K, K2: 3, -: 2, A2: [A], 97]\n"
        "- {leads: suit, after: 1C}\n- {holdings: [K: K]}\n- {leads: suit, holdings: [T9: 10]}\n"
    )
    result = run("quiz", str(file), *TINY)
    assert result.code == 2
    assert [line.removeprefix(f"{file}:") for line in result.err.strip().splitlines()] == [
        "2:10: say what is led against: `leads: suit` or `leads: notrump`",
        "3:14: holding 'KB': 'B' is not a rank; use AKQJT98765432",
        "3:21: holding 'KK' has K twice",
        "3:32: K2 has no 3 to lead",
        "3:38: a void has no 2 to lead",
        "3:45: the card led is a rank: one of A K Q J T 9 8 7 6 5 4 3 2",
        "3:50: write a holding and the card led: `- KQJ2: K`",
        "4:3: a quiz of leads needs `holdings:`, a list of `- KQJ2: K`",
        "4:17: `after` asks for calls and not for leads; begin a new quiz",
        "5:3: say what is led against: `leads: suit` or `leads: notrump`",
        "6:32: the card led is a rank: one of A K Q J T 9 8 7 6 5 4 3 2",
    ]


# --- modules


def test_modules_lists_what_any_system_can_use(run: Dowager) -> None:
    listed = run("modules", "--json").json
    names = {row["name"] for row in listed}
    assert {"conventions/stayman", "common/natural", "competition/overcalls"} <= names
    assert "sayc/openings" not in names and all(row["title"] for row in listed)
    table = run("modules").out
    assert all(name in table for name in names)
    assert not any(line.endswith(" ") for line in table.splitlines())


def test_modules_describes_one_module(run: Dowager) -> None:
    said = run("modules", "systems_on").out
    assert said.startswith("conventions/systems_on  Stayman and transfers\n")
    assert "  parameter   level: 2\n" in said
    assert "  brings      conventions/stayman, conventions/jacoby_transfers\n" in said
    assert run("modules", "conventions/systems_on.yaml").out == said
    needs = run("modules", "splinters", "--json").json[0]
    assert needs["parameters"]["after"]


def test_modules_finds_a_word_or_a_systems_folder(run: Dowager) -> None:
    found = {row["name"] for row in run("modules", "key-card", "--json").json}
    assert {"conventions/exclusion", "conventions/keycard_answers"} <= found
    parts = [row["name"] for row in run("modules", "sayc", "--json").json]
    assert "sayc/openings" in parts and all(name.startswith("sayc/") for name in parts)
    wrong = run("modules", "nothing-like-it")
    assert wrong.code == 2 and "no module with 'nothing-like-it'" in wrong.err


# --- features


def test_features_lists_words_of_hands_and_of_the_public_view(run: Dowager) -> None:
    hands = {row["word"] for row in run("features", "--json").json}
    assert {"hcp, hcp(x), hcp(x, y)", "balanced"} <= hands
    public = {row["word"] for row in run("features", "--public", "--json").json}
    assert {"level", "balancing", "SEAT.opened"} <= public
    assert "Milton Work" in run("features").out
    assert "SEAT.opened" in run("features", "--public").out


# --- deal


def test_deal_gives_deals_that_fit(run: Dowager) -> None:
    result = run("deal", "--calls", "1NT P 2C", "-n", "20", "--seed", "3", *TINY)
    assert (result.code, result.err) == (0, "")
    deals = [Deal.parse(line) for line in result.out.splitlines()]
    assert len(deals) == 20
    for deal in deals:
        assert _points(deal[Seat.NORTH]) in range(15, 18)
        assert _points(deal[Seat.SOUTH]) >= 8 and 4 in deal[Seat.SOUTH].lengths[2:]


def test_deal_keeps_the_hand_that_is_known(run: Dowager) -> None:
    known = ("--seat", "S", "--hand", RESPONDER)
    answer = run("deal", "--calls", "1NT P", "-n", "5", "--json", *known, *TINY).json
    assert [str(Deal.parse(deal)[Seat.SOUTH]) for deal in answer["deals"]] == [RESPONDER] * 5
    assert answer["status"] == "complete"


def test_deal_writes_boards_that_read_back(run: Dowager) -> None:
    args = ("deal", "--calls", "1NT P", "-n", "3", "--seed", "5", *TINY)
    deals = [Deal.parse(line) for line in run(*args).out.splitlines()]
    assert [board.deal for board in read_pbn(run(*args, "--pbn").out)] == deals
    assert [board.deal for board in read_lin(run(*args, "--lin").out)] == deals


def test_deal_exits_with_1_when_no_deal_fits(run: Dowager) -> None:
    weak = ("--seat", "S", "--hand", "AKQJ.AKQ.AKQ.AKQ")
    result = run("deal", "--calls", "1NT P", *weak, *TINY)
    assert (result.code, result.out) == (1, "")
    assert result.err == "it is proved that no deal fits\n"


def _points(hand: Hand) -> int:
    return sum("JQKA".find(rank) + 1 for rank in str(hand))


# --- schema


@pytest.mark.parametrize(
    ("kind", "files", "wrong"),
    [
        ("system", "systems/*/system.yaml", {"system": "x", "sections": [{"rulez": []}]}),
        ("module", "systems/*/*.yaml", {"module": "x", "sections": 5}),
        ("quiz", "quizzes/*/*.yaml", {"quizzes": [{"hands": 1}]}),
    ],
)
def test_schema_takes_what_is_shipped_and_refuses_what_is_wrong(
    run: Dowager, kind: str, files: str, wrong: object
) -> None:
    schema = run("schema", "--kind", kind).json
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    shipped = [file for file in ROOT.glob(files) if kind == "system" or file.name != "system.yaml"]
    assert shipped
    for file in shipped:
        found = yaml.load(file.read_text(encoding="utf-8"), SAFE_LOADER)
        assert not [f"{file}: {error.message}" for error in validator.iter_errors(found)]
    assert not validator.is_valid(wrong)


def test_schema_is_a_systems_when_nothing_is_said(run: Dowager) -> None:
    assert run("schema").json == run("schema", "--kind", "system").json


# --- input that is wrong


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("bid", "give a hand"),
        ("bid AKQ", "has 1 suit; write four"),
        ("bid AKQ.KJ4.KT73.Q92Z", "'Z' is not a rank"),
        ("bid AAQ5.KJ4.KT73.Q2", "SA twice"),
        ("bid AQ5.KJ4.KT73.Q9", "has 12 cards"),
        ("bid AQ5.KJ4.KT73.Q92 --calls 8C", "no call '8C'"),
        ("bid AQ5.KJ4.KT73.Q92 --calls 1NT,1S", "1S by East, is not legal after: 1NT"),
        ("bid AQ5.KJ4.KT73.Q92 --calls X", "not legal"),
        ("bid AQ5.KJ4.KT73.Q92 --calls P,P,P,P", "the auction has ended"),
        ("bid AQ5.KJ4.KT73.Q92 --dealer Q", "no seat 'Q'; write N, E, S or W"),
        ("bid AQ5.KJ4.KT73.Q92 --vul some", "no vulnerability 'some'"),
        (
            "bid AQ5.KJ4.KT73.Q92 --system nowhere",
            "no system 'nowhere'; there are acol, natural, polish_club, precision, sayc, two_over",
        ),
        ("bid AQ5.KJ4.KT73.Q92 --system a/b", "no system 'a/b'"),
        ("bid AQ5.KJ4.KT73.Q92 --opponents nowhere", "no system 'nowhere'"),
        (f"bid AQ5.KJ4.KT73.Q92 --system {'a' * 400}", "aaaa"),
        ("infer --calls 1C,1C", "not legal"),
        ("infer --hand AQ5.KJ4.KT73.Q92", '"hand" needs "seat"'),
        ("infer --seat Z --hand AQ5.KJ4.KT73.Q92", "no seat 'Z'"),
        ("infer --deal N:AQ5.KJ4.KT73.Q92", "has 1 hands"),
        ("infer --deal AQ5.KJ4.KT73.Q92", "no first seat"),
        ("infer --system nowhere", "no system 'nowhere'"),
        ("auction", "give a PBN or LIN file, or a number of boards with --random"),
        (
            "auction tests/data/demo.pbn --random 1",
            "give a PBN or LIN file, or a number of boards with --random",
        ),
        ("auction nowhere.pbn", "nowhere.pbn: No such file"),
        ("auction tests", "tests: Is a directory"),
        ("auction tests/data/demo.pbn --board 99", "there is no board 99"),
        ("auction tests/data/demo.pbn --board 0", "there is no board 0"),
        ("auction tests/data/demo.pbn --system nowhere", "no system 'nowhere'"),
        ("deal --calls 1C,1C", "not legal"),
        ("deal --hand AQ5.KJ4.KT73.Q92", "needs --seat"),
        ("deal --seat N --hand AQ5.KJ4.KT73.Q9", "has 12 cards"),
        ("deal --system nowhere", "no system 'nowhere'"),
        ("quiz nowhere --system natural", "no quiz file for nowhere"),
        ("quiz --system nowhere", "no system 'nowhere'"),
    ],
)
def test_wrong_input_gets_one_line_and_exit_code_2(run: Dowager, args: str, words: str) -> None:
    result = run(*args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert len(result.err.splitlines()) == 1 and "Traceback" not in result.err


def test_a_deal_with_a_card_twice_is_refused(run: Dowager) -> None:
    result = run("infer", "--deal", DEAL.replace("763.753", "76K.753"))
    assert (result.code, result.err) == (2, "card SK is in two hands\n")


def test_a_hand_that_the_deal_contradicts_is_refused(run: Dowager) -> None:
    result = run("infer", "--deal", DEAL, "--seat", "N", "--hand", RESPONDER)
    assert (result.code, result.err) == (2, '"hand" is not the hand of N in "deal"\n')


@pytest.mark.parametrize(
    "args",
    ["nosuch", "bid --nosuch", "auction --random 0", "auction --random x", "infer --calls"],
)
def test_wrong_options_are_explained(run: Dowager, args: str) -> None:
    result = run(*args.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x7fELF\x02\x01\xff\xfe\x00", "1:1"),
        (b'% PBN 2.1\n[Board "1"]\n[Deal "N:AQ5.KJ4.KT73.Q92 - - -"]\n', "no complete deal"),
        (b'[Board "1"]\n[Deal "N:AQ5.KJ4.KT73.Q9 - - -"]\n', ":2:"),
        (b"", "there are no boards to bid"),
    ],
)
def test_wrong_pbn_files(run: Dowager, tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "wrong.pbn"
    file.write_bytes(content)
    result = run("auction", str(file), *TINY)
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00quizzes", b"quizzes: [", b"- 1\n", b""])
def test_wrong_yaml_files(run: Dowager, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "system.yaml"
    file.write_bytes(content)
    for args in (("bid", NOTRUMP, "--system", str(file)), ("quiz", str(file), *TINY)):
        result = run(*args)
        assert (result.code, result.out) == (2, "")
        assert f"{file}:" in result.err and "Traceback" not in result.err


def test_all_faults_of_a_system_are_told_at_once(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "system.yaml"
    file.write_text(
        "system: wrong\nsections:\n  - after: start\n    rules:\n"
        "      - {call: 9Z, hand: hcp >= 12}\n      - {call: 1NT, hand: hpc >= 12}\n",
        encoding="utf-8",
    )
    result = run("bid", NOTRUMP, "--system", str(file))
    assert result.code == 2
    places = [line.removeprefix(str(file)).split(":")[1] for line in result.err.splitlines()]
    assert places == ["5", "6"]


def test_auction_reads_lin_by_the_ending(run: Dowager, tmp_path: Path) -> None:
    file = tmp_path / "boards.lin"
    file.write_text(run("deal", *TINY, "--calls", "1NT P", "--seed", "3", "--lin").out)
    assert "Contract: " in run("auction", *TINY, str(file)).out


def test_faults_are_an_object_for_programs(run: Dowager, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "system.yaml").write_text(
        "system: mine\nsections:\n  - {after: 1Q, rules: [{P: a}]}\n"
    )
    result = run("check", str(folder), "--json")
    assert result.code == 2
    found = json.loads(result.out)["faults"]
    assert [(each["line"], each["column"]) for each in found] == [(3, 13)]
    assert found[0]["message"].startswith("no call '1Q'")
    assert "system.yaml:3:13: no call '1Q'" in result.err
    assert run("check", str(folder)).out == ""


def test_the_rules_of_a_module_are_listed_by_name(run: Dowager, tmp_path: Path) -> None:
    sections = run("modules", "sayc/openings", "--rules", "--json").json
    named = {rule["name"] for section in sections for rule in section["rules"]}
    assert {
        rule.name for rule in load_system("sayc").rules if "sayc/openings" in rule.location
    } <= (named)
    text = run("modules", "jacoby_transfers", "--rules").out
    assert text.startswith("the transfer  (1NT)\n  2D           Jacoby transfer  line ")
    file = tmp_path / "brief.yaml"
    file.write_text(
        "module: brief\nparameters: {after: 1C}\nsections:\n"
        "  - {name: answers, after: $after, rules: [{1D: relay, then: [{1H: next}]}]}\n"
    )
    assert run("modules", str(file), "--rules").out.splitlines() == [
        "answers  (1C)",
        "  1D           relay  line 4",
        "a section without a name  (1C 1D)",
        "  1H           next  line 4",
    ]
    several = run("modules", "transfer", "--rules")
    assert several.code == 2
    assert several.err.startswith("name one module to list its rules: ")

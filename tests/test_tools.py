"""The measuring programs: what they find on a few boards, and what they say of a bad file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
import yaml

import duel
import proofs
import selfplay
from dowager.auction import Auction, Scoring, Strain, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import Auctions
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.knowledge.joint import JointHands
from dowager.knowledge.public import Shown, View
from dowager.knowledge.readings import EXACT, Grade, Turn, weights_of
from inputs import run as run_tool
from support.brain_programs import page_brain
from support.commands import COMMAND, DATA, Result
from support.systems import shipped_bidder, write_system

FOLLOWERS = {
    "agreement": (),
    "positions": (),
    "published": (),
    "constructive": (),
}
"""Programs that read a file of another bidder's boards, and its last arguments."""

NOTRUMP = "N:AQ5.KJ4.KT73.Q92 T82.QT62.J54.AT3 KJ94.A98.62.J864 763.753.AQ98.K75"
NATURAL = ("--system", "natural")


class Tool:
    """Runs a program of `tools/` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, name: str, *words: str | Path) -> Result:
        self._monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            run_tool(import_module(name).main)
        captured = self._capsys.readouterr()
        return Result(int(end.value.code or 0), captured.out, captured.err)


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Return the runner of programs."""
    return Tool(capsys, monkeypatch)


def board(bidder: Bidder, number: int, deal: Deal) -> dict[str, object]:
    """Return a board as another bidder's files have them; the other one is ours."""
    start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
    return {
        "deal": str(deal),
        "dealer": start.dealer.letter,
        "vul": str(start.vulnerability),
        "calls": [str(call) for call in bidder.bid(deal, start).calls],
        "tricks": {seat.letter: {strain.letter: 8 for strain in Strain} for seat in Seat},
        "robot": {"calls": ["P"], "score": 0},
        "best": {"contract": "1NT", "score": 120},
    }


def problem(fields: dict[str, object]) -> dict[str, object]:
    """Return a published problem: the opening call of a board's dealer."""
    first, dealer = fields["calls"][0], fields["dealer"]  # type: ignore[index]
    hand = dict(zip("NESW", str(fields["deal"]).removeprefix("N:").split(), strict=True))[dealer]
    more = {"topic": "openings", "grade": "A", "system": "sayc", "expected": [first], "calls": []}
    return fields | more | {"hand": hand}


@pytest.fixture(scope="module")
def boards() -> list[dict[str, object]]:
    """Return a few boards that can be read by every program."""
    bidder, random = shipped_bidder("natural"), Random(6)
    deals = [Deal.parse(NOTRUMP), *(random_deal(random) for _ in range(3))]
    return [board(bidder, number, deal) for number, deal in enumerate(deals, 1)]


def write(file: Path, *lines: object) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.fixture
def file(tmp_path: Path, boards: list[dict[str, object]]) -> Path:
    """Return the file of the boards."""
    return write(tmp_path / "boards.jsonl", *boards)


# -- what they find --------------------------------------------------------------------------------


def test_a_bidder_agrees_with_itself(
    tool: Tool, file: Path, boards: list[dict[str, object]]
) -> None:
    result = tool("agreement", file, *NATURAL, "--worth")
    calls = sum(len(fields["calls"]) for fields in boards)  # type: ignore[arg-type]
    assert result.code == 0
    assert f"all {calls} 100.0% 0 differ" in re.sub(" +", " ", result.out)
    other = tool("agreement", file, "--system", str(DATA / "bare"), "--worth", "--boards", "2")
    assert re.search(r"^ +\d+ +[+-]\d+ ± ", other.out, re.MULTILINE), "bare bids nothing"


def test_positions_are_listed_and_shown(tool: Tool, file: Path) -> None:
    listed = tool("positions", file, *NATURAL).out.splitlines()
    assert len(listed) > 4 and all(line.startswith("    0 of ") for line in listed)
    shown = tool("positions", file, *NATURAL, "--after", "start").out
    assert " HCP " in shown and "ours" in shown and "theirs" not in shown


def test_problems_are_graded(tool: Tool, tmp_path: Path, boards: list[dict[str, object]]) -> None:
    file = write(tmp_path / "problems.jsonl", *map(problem, boards))
    result = tool("published", file, *NATURAL, "--wrong")
    assert ["all", "4", "100.0%", "100.0%"] in [line.split() for line in result.out.splitlines()]
    wrong = [problem(fields) | {"expected": ["7NT"]} for fields in boards]
    result = tool("published", write(file, *wrong), *NATURAL, "--wrong")
    assert result.out.count("7NT, bid ") == 4 and " 0.0%" in result.out


def test_contracts_are_compared(tool: Tool, file: Path) -> None:
    result = tool("constructive", file, *NATURAL)
    assert "against the robot" in result.out and "IMPs a board, 4 boards" in result.out


def test_contracts_of_judgement_are_compared_with_those_of_the_rules(
    tool: Tool, file: Path
) -> None:
    words = ("--judge", "0.2", "--boards", "2", "--workers", "1", "--most", "2")
    result = tool("constructive", file, *NATURAL, *words)
    compared = [line.split("  ")[0] for line in result.out.splitlines() if "IMPs a board" in line]
    rivals = ("the robot", "the best contract", "the rules alone")
    assert compared == [f"against {rival}" for rival in rivals]
    assert result.out.count(" by the rules") == 2
    for wrong in ("-1", "nan", "soon"):
        result = tool("constructive", file, "--judge", wrong)
        assert result.code == 2 and f"{wrong!r} is not a number of seconds" in result.err


def test_a_system_draws_with_itself(tool: Tool, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    result = tool("duel", "natural", "natural", "--boards", "6", "--workers", "1", "--kept", kept)
    assert result.out.startswith("+0.000 ± 0.000 IMPs a board for the first, 6 boards")
    other = tool(
        "duel", "natural", DATA / "bare", "--boards", "6", "--workers", "1", "--kept", kept
    )
    assert "6 auctions differ" in other.out and " IMPs on " in other.out


def test_a_duel_at_matchpoints_counts_boards_won(tool: Tool, tmp_path: Path) -> None:
    kept, pair = tmp_path / "kept.db", ("natural", str(DATA / "bare"))
    gains = {
        scoring: [each.gain for each in duel.play_match(pair, 6, 3, 1, kept, scoring)]
        for scoring in Scoring
    }
    for imps, won in zip(gains[Scoring.IMPS], gains[Scoring.MATCHPOINTS], strict=True):
        assert won in (-1, 0, 1) and imps * won >= 0 and (won or not imps)
    share = 50 + 50 * sum(gains[Scoring.MATCHPOINTS]) / 6
    words = ("--boards", "6", "--seed", "3", "--workers", "1", "--kept", kept, "--scoring", "mp")
    result = tool("duel", *pair, *words)
    assert result.out.startswith(f"{share:.2f} ± ") and " matchpoints on " in result.out
    assert "% of the boards won by the first, ties halved, 6 boards" in result.out
    assert fault(tool, "duel", *pair, "--scoring", "bam") == (
        "no form of scoring 'bam'; write imps or mp"
    )


TIMID = """\
system: timid
sections:
  - after: start
    rules:
      - {call: 1NT, name: strength, hand: hcp >= 12}
      - {call: P, name: less}
  - after: 1NT
    rules:
      - {call: 3NT, name: game, hand: hcp >= 15}
      - {call: P, name: no game}
"""


def _quizzes(folder: Path, *quizzes: str) -> Path:
    """Write a quiz file and return its path."""
    path = folder / "quiz.yaml"
    path.write_text("quizzes:\n" + "".join(f"  - {quiz}\n" for quiz in quizzes))
    return path


AFTER_GAME = """\
  - after: 1NT 3NT
    rules: [{call: 7NT, name: all the tricks}]
"""


@pytest.mark.thorough
def test_a_line_that_is_drawn_too_high_is_found(tool: Tool, tmp_path: Path) -> None:
    """Responder needs 15 points for game opposite 12: hands of 14 would gain by it."""
    system = write_system(tmp_path, TIMID)
    words = ("--boards", "300", "--workers", "1", "--show", "no game")
    out = tool("near_calls", system, *words).out
    best = re.search(r"([+-]\d+) +\d+ +[+-][\d.]+ ± .*  P no game .*\n +3NT game", out)
    assert best is not None and int(best[1]) > 0, out
    boards = re.search(r"\nP no game \S+ \| 3NT game.*\n((?:.+\n)+)", out)
    assert boards is not None
    for auction in ("1NT P", "P 1NT P"):  # opened by either side
        gains = re.findall(rf"([+-]\d+)  \S+  {auction} [a-zA-Z-]+\n", boards[1])
        assert len(gains) > 2 and sum(map(int, gains)) > 0, (auction, gains)
    assert fault(tool, "near_calls", "nowhere").startswith("no system 'nowhere'")


def test_partings_are_tried_on_many_deals(tool: Tool, tmp_path: Path) -> None:
    """Game on 14 points opposite 12, where the other system stays out of it, gains."""
    bold = write_system(tmp_path / "bold", TIMID.replace(">= 15", ">= 14"))
    timid = write_system(tmp_path / "timid", TIMID)
    words = ("--boards", "150", "--seed", "4", "--workers", "1")
    boards = tool("duel", bold, timid, *words).out.splitlines()
    out = tool("partings", bold, timid, *words, "--deals", "12", "--show", "3NT game").out
    mean, error, *_ = re.findall(r"[+-]?\d+\.\d+", out)
    assert float(mean) > float(error) > 0 and " IMPs a board for the first, 150 boards" in out
    (count,) = re.findall(r"(\d+) auctions part\n", out)
    assert boards[1].startswith(f"{count} auctions differ")
    tried = re.findall(r" ± (\d+\.\d+)  (\S+) after (?:P )*1NT P, \S+\n", out)
    assert len(tried) == int(count) > 1
    assert {Hand.parse(hand).hcp for _, hand in tried} == {14}
    assert any(float(spread) for spread, _ in tried)  # more than one deal each
    (group,) = re.findall(r".* IMPs on .*  3NT game system.yaml:9 \| P no game .*\n", out)
    assert f" IMPs on {count:>4}  " in group
    # what opener would do by the first system after 3NT does not count
    wild = write_system(tmp_path / "wild", bold.read_text() + AFTER_GAME)
    assert group in tool("partings", wild, timid, *words, "--deals", "12").out
    assert fault(tool, "partings", "natural", "nowhere").startswith("no system 'nowhere'")


def test_a_pair_on_its_own_is_compared_by_its_two_hands(tool: Tool, tmp_path: Path) -> None:
    """Game on 14 points opposite 12 is worth something, and nobody else has bid."""
    bold = write_system(tmp_path / "bold", TIMID.replace(">= 15", ">= 14"))
    timid = write_system(tmp_path / "timid", TIMID)
    words = ("--boards", "300", "--least", "25", "--seed", "4", "--workers", "1", "--deals", "6")
    out = tool("pairs", bold, timid, *words, "--show", "3NT game").out
    mean, error, *_ = re.findall(r"[+-]?\d+\.\d+", out)
    assert float(mean) > float(error) > 0 and " IMPs a board for the first, 300 boards" in out
    (number,) = re.findall(r"(\d+) contracts differ\n", out)
    shown = re.findall(r" ± (\d+\.\d+)  (\S+) (\S+) \S+\n +(.+)\n +(.+)\n", out)
    assert len(shown) == int(number) > 1
    for _, north, south, *auctions in shown:
        assert {Hand.parse(north).hcp, Hand.parse(south).hcp} >= {14}
        assert all(set(auction.split()) <= {"P", "1NT", "3NT"} for auction in auctions)
    assert any(float(spread) for spread, *_ in shown)  # the other hands are dealt anew
    assert re.search(rf" IMPs on +{number}  3NT game system.yaml:9 \| P no game ", out)
    same = tool("pairs", timid, timid, *words).out
    assert same == "+0.000 ± 0.000 IMPs a board for the first, 300 boards\n0 contracts differ\n"
    assert fault(tool, "pairs", "natural", "nowhere").startswith("no system 'nowhere'")
    assert "--least" in tool("pairs", timid, timid, "--least", "38").err


@pytest.mark.thorough
def test_what_the_best_contract_for_two_hands_gains_is_told(tool: Tool, tmp_path: Path) -> None:
    """Responder passes one notrump up to 14 points: game is missed, and his pass is found."""
    system = write_system(tmp_path, TIMID)
    words = (system, "--boards", "16", "--least", "27", "--workers", "1", "--deals", "6")
    out = tool("two_hands", *words, "--calls", "6").out
    heading = re.match(
        r"(\d\.\d+) ± \d\.\d+ IMPs a board lost to the best contract, 16 boards", out
    )
    assert heading is not None and float(heading[1]) > 1, out
    groups = re.findall(r"^ +(-?[\d.]+) +-?[\d.]+ each of +(\d+)  (.+)$", out, re.M)
    assert sum(int(boards) for _, boards, _ in groups) == 16
    assert abs(sum(float(share) for share, *_ in groups) - float(heading[1])) < 0.02
    assert "part-score in notrump -> game in notrump" in {kind for *_, kind in groups}
    assert re.search(r"^ +\+\d\.\d+ ± \d\.\d+  3NT for P \(no game, ", out, re.M), out
    shown = tool("two_hands", *words, "--show", "-> game in notrump").out
    assert shown.startswith(heading[0]) and "best 3NT\n      1NT " in shown
    assert fault(tool, "two_hands", "nowhere").startswith("no system 'nowhere'")
    assert "--least" in tool("two_hands", system, "--least", "38").err


@pytest.mark.thorough
def test_what_judgement_is_worth_is_measured(tool: Tool, tmp_path: Path) -> None:
    """Game on 14 points, which the system leaves to 15, gains on other deals as well."""
    system = write_system(tmp_path, TIMID)
    out = tool(
        "judged_calls", system, "--boards", "8", "--seed", "3", "--workers", "1", "--fresh"
    ).out
    judged = re.match(r"(\d+) calls judged .* at (\d+) decisions on 8 boards: (\d+) deals", out)
    assert judged is not None and int(judged[1]) >= int(judged[2]) > 0, out
    assert int(judged[3]) >= 4 * int(judged[1])
    fresh = re.search(r"on deals that did not choose them they gain ([+-][\d.]+) ± ", out)
    assert fresh is not None and float(fresh[1]) > 0, out
    assert fault(tool, "judged_calls", "nowhere").startswith("no system 'nowhere'")


@pytest.mark.thorough
def test_a_call_that_no_rule_comes_near_is_found(tool: Tool, tmp_path: Path) -> None:
    """With 27 points together responder passes one notrump up to 14 of them."""
    system = write_system(tmp_path, TIMID)
    words = ("--boards", "10", "--least-hcp", "27", "--workers", "1", "--seed", "1")
    out = tool("usual_calls", system, *words).out
    gains = re.findall(r"^ +\+([\d.]+) ± ([\d.]+)  \w+ for P \(no game, ", out, re.M)
    assert gains and all(float(gain) > 2 * float(error) for gain, error in gains), out
    assert re.search(r"^\d+ decisions of 10 boards$", out, re.M), out
    assert fault(tool, "usual_calls", "nowhere").startswith("no system 'nowhere'")


@pytest.mark.thorough
def test_a_rule_that_loses_on_its_own_hands_is_found(tool: Tool, tmp_path: Path) -> None:
    """Opposite 22 points responder passes one notrump up to 14 of his own."""
    system = write_system(tmp_path, TIMID.replace(">= 12", ">= 22"))
    quiz = _quizzes(
        tmp_path,
        "{name: a strong notrump, after: 1NT P, hands: [KQ42.K85.J76.942: P]}",
        "{name: the same once more, after: 1NT P, hands: [Q842.K85.J76.942: P]}",
        "{name: the other side, after: P 1NT P, hands: [Q842.K85.J76.942: P]}",
    )
    words = ("rule_leaks", system, "--quiz", str(quiz), "--workers", "1")
    out = tool(*words).out
    found = re.findall(
        r"^ +\+([\d.]+) ± ([\d.]+) on +(\d+)  (\d): (\w+) for P \(no game", out, re.M
    )
    assert {number for *_, number, _ in found} == {"1", "2"}, out
    assert all(float(gain) >= max(1, 2 * float(error)) for gain, error, *_ in found)
    assert all(int(hands) <= 80 for _, _, hands, *_ in found)
    assert out.endswith(f"{len(found)} calls at 2 positions\n")
    second = tool(*words, "--first", "2", "--positions", "1").out.splitlines()
    assert second[:-1] == [line for line in out.splitlines() if "  2: " in line]
    for side, vulnerable in (("we", "NS"), ("they", "EW")):
        out = tool(*words, "--first", "1", "--positions", "1", "--vulnerable", side).out
        assert {line.rpartition(", ")[2] for line in out.splitlines()[:-1]} == {vulnerable}
    assert tool(*words, "--contested").err == "no position: the quizzes have 0\n"
    assert fault(tool, *words, "--first", "3") == "no position: the quizzes have 2"
    assert fault(tool, "rule_leaks", "nowhere").startswith("no system 'nowhere'")


@pytest.mark.thorough
def test_a_kind_of_hands_that_a_rule_loses_on_is_found(tool: Tool, tmp_path: Path) -> None:
    """Responder passes one notrump on up to 14 points: rightly, if he is weak."""
    strong = TIMID.replace("strength, hand: hcp >= 12", "strong, hand: balanced and hcp in 15..17")
    system = write_system(tmp_path, strong)
    quiz = _quizzes(
        tmp_path,
        "{name: a strong notrump, after: 1NT P, hands: [KQ42.K85.J76.942: P]}",
        "{name: after passes, after: P P 1NT P, hands: [Q842.K85.J76.942: P]}",
    )
    words = ("kind_leaks", system, "--quiz", str(quiz), "--workers", "1")
    out = tool(*words).out
    found = re.findall(
        r"^ +\+([\d.]+) ± ([\d.]+) on +(\d+)  (\d): 3NT for P \(no game, .*:10\)"
        r" after (?:P P )?1NT P, \w+, where .*hcp >= (\d+)",
        out,
        re.M,
    )
    assert any(number == "1" for *_, number, _ in found), out
    for gain, error, hands, _, least in found:
        assert float(gain) >= 1 and float(gain) >= 2.3 * float(error)
        assert 15 <= int(hands) <= 60 and 7 <= int(least) <= 13
    assert out.endswith(" calls at 2 positions\n")
    first = tool(*words, "--calls", "2", "--positions", "1").out.splitlines()
    assert first[:-1] == [line for line in out.splitlines() if "  1: " in line]
    assert tool(*words, "--contested").err == "no position: the quizzes have 0\n"
    assert fault(tool, "kind_leaks", "nowhere").startswith("no system 'nowhere'")


@pytest.mark.thorough
def test_strong_hands_that_stop_below_slam_are_found(tool: Tool, tmp_path: Path) -> None:
    """Responder passes one notrump on up to 14 points, opposite 20; opener passes game."""
    strong = TIMID.replace("strength, hand: hcp >= 12", "strong, hand: balanced and hcp in 20..21")
    system = write_system(tmp_path, strong)
    quiz = _quizzes(
        tmp_path,
        "{name: a strong notrump, after: 1NT P, hands: [KQ42.K85.J76.942: P]}",
        "{name: over game, after: 1NT P 3NT P, hands: [AKQ2.KQ5.AQ6.Q42: P]}",
    )
    words = ("slam_leaks", system, "--quiz", str(quiz), "--workers", "1")
    out = tool(*words).out
    found = re.findall(
        r"^ *\+([\d.]+) ± ([\d.]+) on +(\d+)  (\d): [46]NT for P \(no (?:game|rule), .*"
        r" after 1NT P(?: 3NT P)?, \w+, where hcp >= (\d+)$",
        out,
        re.M,
    )
    assert {number for *_, number, _ in found} == {"1", "2"}, out
    for gain, error, hands, number, least in found:
        assert float(gain) >= 1 and float(gain) >= 2 * float(error)
        assert 15 <= int(hands) <= 60
        assert int(least) >= (20 if number == "2" else 8)
    assert out.endswith(" calls at 2 positions\n")
    assert tool(*words, "--contested").err == "no position: the quizzes have 0\n"
    assert fault(tool, "slam_leaks", "nowhere").startswith("no system 'nowhere'")


def test_our_player_among_strangers(tool: Tool, tmp_path: Path) -> None:
    """Among players who raise one notrump on fifteen points, ours raises on twelve."""
    timid = write_system(tmp_path / "timid", TIMID)
    bold = write_system(tmp_path / "bold", TIMID.replace(">= 15", ">= 12"))
    bidding = f"{' '.join(COMMAND)} bid --jsonl --system {timid}"
    words = ("strangers", bold, bidding, "--boards", "16", "--seed", "3", "--workers", "1")
    out = tool(*words).out
    assert re.match(r"[+-]0\.\d+ ± 0\.\d+ IMPs a board for our player, 16 boards\n", out), out
    assert "0.000" not in out.partition("\n")[0]
    differ = re.search(r"^(\d+) of 64 auctions differ$", out, re.M)
    assert differ is not None and 0 < int(differ[1]) < 64, out
    groups = re.findall(r"IMPs on +(\d+)  3NT game system.yaml:9 \| P$", out, re.M)
    assert len(groups) == 1 and groups[0] == differ[1], out
    assert re.search(r"^ +[+-]\d+  N:.* is ours\n +.* 3NT P P P\n +.* 1NT P P P\n", out, re.M), out
    same = tool("strangers", timid, *words[2:]).out
    assert same.startswith("+0.000 ± 0.000") and "\n0 of 64 auctions differ\n" in same
    assert "has ended" in fault(tool, "strangers", bold, "true", "--boards", "1")
    assert "which has no call" in fault(tool, "strangers", bold, "cat", "--boards", "1")
    assert fault(tool, "strangers", bold, "no-such-program").startswith("cannot start")
    always = """yes '{"call": "1C"}'"""
    wrong = fault(tool, "strangers", bold, always, "--boards", "1", "--workers", "1")
    assert "makes a call that is not legal: 1C with " in wrong
    assert fault(tool, "strangers", "nowhere", "cat").startswith("no system 'nowhere'")


def test_what_another_call_gains_at_one_position(tool: Tool, tmp_path: Path) -> None:
    system = write_system(tmp_path, TIMID)
    words = ("other_calls", system, "1NT P", "P", "3NT", "--deals", "60")
    out = tool(*words, "--where", "S: hcp in 14..15").out
    groups = re.findall(r"^(\w+) +(\d+) +(\w+) ([+-][\d.]+) ± [\d.]+\n +(.*?)  ", out, re.M)
    gains = {
        own: (int(deals), other, float(gain), name) for own, deals, other, gain, name in groups
    }
    (passed, other, gain, name), (bid, instead, loss, _) = gains["P"], gains["3NT"]
    assert (other, name) == ("3NT", "no game") and gain > 0, out
    assert passed + bid == 60 and instead == "P" and loss < 0, out
    assert re.search(r"^all +60  P -[\d.]+ ± [\d.]+   3NT \+[\d.]+ ± [\d.]+$", out, re.M), out
    one = tool(*words, "--hand", "KQ42.K85.A76.942").out
    assert re.search(r"^P +60  3NT [+-].*\n.*\n +KQ42.K85.A76.942  KQ42", one, re.M), one
    assert fault(tool, *words, "--where", "S: hcp >= 38").startswith("no deal was found that fits")
    assert "column 4: unknown word 'hpc'" in fault(tool, *words, "--where", "S: hpc >= 3")
    assert fault(tool, *words[:3], "1C").startswith("1C by South is not legal after: 1NT P")
    assert "--seed: '-1' is not a whole number of at least 0" in tool(*words, "--seed", "-1").err


def test_another_bidder_has_to_make_the_opponents_calls(tool: Tool, tmp_path: Path) -> None:
    """It opens one notrump on fourteen points at least, the system on twelve."""
    (tmp_path / "sounder").mkdir()
    sounder = write_system(tmp_path / "sounder", TIMID.replace("hcp >= 12", "hcp >= 14"))
    words = ("other_calls", write_system(tmp_path, TIMID), "1NT", "2C", "--deals", "40")
    by = f"{sys.executable} -m dowager bid --jsonl --system {sounder}"
    out = tool(*words, "--opponents-by", by).out
    made = re.match(r"their calls are made by the other bidder on (\d+) of 40 deals\n", out)
    assert made and 0 < int(made[1]) < 40, out
    assert re.search(rf"^all +{made[1]}  2C ", out, re.M), out
    none = fault(tool, *words, "--opponents-by", by, "--where", "N: hcp == 13")
    assert none.startswith("their calls are made by the other bidder on none of 40 deals")
    assert "has ended" in fault(tool, *words, "--opponents-by", "true")
    for command in ("", "'"):
        assert fault(tool, *words, "--opponents-by", command).startswith("cannot start")


def test_what_no_hand_bids_by_the_rules_is_said(tool: Tool, tmp_path: Path) -> None:
    """Whoever passed has less than twelve points, and game takes fifteen."""
    words = ("other_calls", write_system(tmp_path, TIMID), "--deals", "4")
    stranger = "P as the first call is read loosely: no hand makes this seat's calls by the rules\n"
    assert tool(*words, "P P 1NT P 3NT P", "4C").err == stranger
    assert tool(*words, "1NT P 3NT P", "4C").err == ""


def test_self_play_finds_no_fault(tool: Tool) -> None:
    result = tool("selfplay", "--boards", "20", *NATURAL, "--json")
    counts = json.loads(result.out)
    assert result.code == 0 and counts["boards"] == 20 and counts["calls"] > 100
    assert "excluded" not in counts and "fallback" not in counts


def test_self_play_that_is_stopped_counts_what_is_done() -> None:
    program = Path(selfplay.__file__)
    words = ["--boards", "100000", "--seed", "4", "--workers", "2", "--list", "few trumps"]
    with subprocess.Popen(
        [sys.executable, program, *NATURAL, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = process.stdout.readline()
        process.terminate()
        out, err = process.communicate(timeout=60)
    assert found.startswith("board ")
    done = int(re.findall(r"^boards +(\d+)$", out, re.MULTILINE)[0])
    assert 0 < done < 100000 and err == f"stopped; --first {done + 1} goes on\n"
    assert process.returncode == 130


def test_self_play_with_judgement(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("selfplay", "--judge", "60", "--boards", "1", "--seed", "7", *NATURAL, "--json")
    result = tool(*words)
    counts = json.loads(result.out)
    assert result.code == 0 and "excluded" not in counts
    assert counts["judged"] >= counts["overruled"] > 0
    monkeypatch.setattr(selfplay, "weights_of", lambda shown, _: weights_of(shown, EXACT))
    result = tool(*words)
    assert result.code == 1 and json.loads(result.out)["excluded"] > 0


def test_few_trumps_are_listed_and_self_play_goes_on_where_it_stopped(tool: Tool) -> None:
    """They are absurd only if both partners have bid."""
    words = ("selfplay", "--seed", "4", *NATURAL)
    listed = ("--list", "few trumps")
    whole = tool(*words, "--boards", "40", *listed).out.splitlines()
    cases = [line for line in whole if line.startswith("board ")]
    few = [line.rpartition(": ")[2] for line in whole if ": " in line]
    assert few == ["P P 1C P 1D P 1H P P P", "1D X P P P"]
    counts = json.loads(tool(*words, "--boards", "40", "--json").out)
    assert counts["few trumps"] == 2
    assert counts["few trumps by choice"] == counts["absurd in all"] == 1
    parts = [
        tool(*words, *listed, "--boards", "20", "--first", first, "--workers", workers).out
        for first, workers in (("1", "2"), ("21", "1"))
    ]
    assert (
        [line for part in parts for line in part.splitlines() if line.startswith("board ")]
        == cases
        != []
    )


def test_boards_are_bid_in_bulk_and_one_after_another(
    tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("bulk_check", "--boards", "20", "--at-once", "8", *NATURAL, "--json")
    result = tool(*words)
    figures = json.loads(result.out)
    assert result.code == 0 and figures["boards"] == 20 and figures["differing"] == 0
    monkeypatch.setattr(Auctions, "rules_of", lambda self, board: ())
    result = tool(*words)
    assert result.code == 1 and json.loads(result.out)["differing"] == 20
    assert "board 20 N:" in result.err


def test_cards_are_played(tool: Tool) -> None:
    words = ("--boards", "1", "--layouts", "2", "--workers", "1", "--against", "random", "--json")
    figures = json.loads(tool("cardplay", *words, *NATURAL).out)
    assert figures["boards"] == 1 and "IMPs a board against random" in figures


def test_cards_are_played_after_another_bidder_s_auctions(
    tool: Tool, file: Path, boards: list[dict[str, object]]
) -> None:
    """With the same reading nobody gains; with other readings, cards differ."""
    words = ("--auctions", file, "--boards", "1", "--layouts", "2", "--workers", "1", "--json")
    figures = json.loads(tool("cardplay", *words, *NATURAL, "--against", "exact").out)
    played = [fields for fields in boards[:1] if set(fields["calls"]) != {"P"}]  # type: ignore[call-overload]
    assert figures["boards"] == len(played) > 0
    gains = ("IMPs a board", "declarer's tricks", "the defenders' tricks")
    assert [figures[f"{gain} against exact"] for gain in gains] == [[0.0, 0.0]] * 3
    other = ("--reading", "us=stranger")
    assert "no side 'us'" in fault(tool, "cardplay", *words, *NATURAL, *other)
    tolerant = tool("cardplay", *words, *NATURAL, "--reading", "tolerant").out
    assert json.loads(tolerant)["cards with a relaxed auction"] == 0


def test_alerts_bring_the_view_closer(tool: Tool) -> None:
    lines = tool("alert_worth", "--boards", "3", *NATURAL).out.splitlines()
    assert len(lines) == 7 and all(line.endswith("%") for line in lines[1:])


@pytest.mark.thorough
def test_times_are_measured(tool: Tool) -> None:
    few = ("--boards", "3", "--memory-boards", "3", "--bulk-boards", "320")
    result = tool("bench", *few, *NATURAL, "--json")
    rows = json.loads(result.out)
    assert rows["warm decision"]["median"] > 0
    assert rows["whole command, bid"]["median"] > rows["warm decision"]["median"]
    assert (
        rows["bid --jsonl, known auctions"]["median"] > rows["bid --jsonl, new auctions"]["median"]
    )


@pytest.mark.thorough
def test_all_ways_of_doing_units_are_measured(tool: Tool) -> None:
    few = ("--boards", "1", "--units", "2", "--rounds", "1", "--empty-units", "5")
    figures = json.loads(tool("scaling", *few, *NATURAL, "--json").out)
    assert figures["ways"]["1 local process"]["ratio"] == 1.0
    assert all(row["boards/s"] > 0 and row["empty"] > 0 for row in figures["ways"].values())
    assert 0 < figures["bytes"]["system"] < figures["bytes"]["job"]


# -- what they say of a bad file -------------------------------------------------------------------


def fault(tool: Tool, *words: str | Path) -> str:
    """Return the one line that a program says of its input."""
    result = tool(*map(str, words))
    assert (result.code, result.out) == (2, ""), result
    (line,) = result.err.splitlines()
    return line


@pytest.mark.parametrize("name", FOLLOWERS)
def test_a_file_that_is_none_is_said_in_a_line(tool: Tool, tmp_path: Path, name: str) -> None:
    missing, folder, empty = tmp_path / "missing", tmp_path, tmp_path / "empty"
    empty.touch()
    assert fault(tool, name, missing) == f"{missing}: No such file or directory"
    assert fault(tool, name, folder) == f"{folder}: Is a directory"
    assert fault(tool, name, empty) == f"{empty}: empty; expected a JSON object on each line"


@pytest.mark.parametrize("name", FOLLOWERS)
@pytest.mark.parametrize("line", [b"no JSON", b"[1]", b'"text"', b"\xff\xfe", b"{" * 5000])
def test_a_line_that_is_no_object_is_named(tool: Tool, file: Path, name: str, line: bytes) -> None:
    file.write_bytes(line)
    assert fault(tool, name, file, *NATURAL) == f"{file}:1: expected a JSON object on each line"


BAD: list[tuple[str, object, str]] = [
    ("deal", None, "deal: expected a string"),
    ("deal", "N:AKQ - - -", ""),
    ("dealer", "Q", "no seat 'Q'"),
    ("vul", 3, "vul: expected a string"),
    ("vul", "some", ""),
]
READ: dict[str, list[tuple[str, object, str]]] = {
    "agreement": [("calls", "1NT", "calls: expected a list"), ("calls", ["1NT", "1C"], "")],
    "positions": [("calls", [1], "calls: expected a list of strings"), ("calls", ["8C"], "")],
    "constructive": [
        ("robot", [], "robot: expected an object"),
        ("best", {"contract": "1NT", "score": "120"}, "best: score: expected a whole number"),
        ("best", {"score": 120}, "best: contract: is missing"),
        ("tricks", {}, "tricks: "),
    ],
    "published": [
        ("expected", [], "expected: no answer"),
        ("expected", ["1X"], ""),
        ("hand", "AKQ", ""),
        ("grade", None, "grade: expected a string"),
    ],
}


@pytest.mark.parametrize(
    ("name", "key", "value", "words"),
    [
        (name, *bad)
        for name, own in READ.items()
        for bad in own + [each for each in BAD if name != "published" or each[0] != "deal"]
    ],
)
def test_a_bad_field_is_named_with_its_line(
    tool: Tool, tmp_path: Path, boards: list[dict[str, object]],
    name: str, key: str, value: object, words: str,
) -> None:  # fmt: skip
    good = [problem(fields) if name == "published" else fields for fields in boards]
    file = write(tmp_path / "bad.jsonl", good[0] | {key: value})
    line = fault(tool, name, file, *NATURAL)
    assert line.startswith(f"{file}:1: {words}") or (words and words in line), line
    assert line.count(str(file)) == 1
    without = {name: value for name, value in good[0].items() if name != key}
    line = fault(tool, name, write(file, without), *NATURAL)
    assert line == f"{file}:1: {key}: is missing"


@pytest.mark.parametrize(
    "name", ["agreement", "alert_worth", "bench", "cardplay", "constructive", "mutants",
             "bulk_check", "positions", "published", "selfplay"],
)  # fmt: skip
def test_a_system_that_there_is_not_is_said_in_a_line(tool: Tool, file: Path, name: str) -> None:
    files = [file] if name in FOLLOWERS else []
    assert fault(tool, name, *files, "--system", "nowhere").startswith("no system 'nowhere'")


def test_a_duel_reads_nothing_but_its_own_results(tool: Tool, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("no database" * 100)
    said = fault(tool, "duel", "natural", "natural", "--kept", other)
    assert said == f"{other}: no file of double-dummy results: file is not a database"
    assert fault(tool, "duel", "natural", "nowhere").startswith("no system 'nowhere'")


def test_many_tables_are_measured_in_one_process_and_in_several(tool: Tool) -> None:
    done = tool("tables_load", "--tables", "3", "--boards", "1", "--processes", "2")
    head, heads, together, apart = done.out.splitlines()
    assert head.endswith("processors, 1 boards at each table") and heads.split()[0] == "tables"
    for row, name, number in ((together, "one process", 3), (apart, "a process each", 2)):
        assert row.startswith(name)
        tables, resident, shared, each, *delays, actions, _ = row.removeprefix(name).split()
        assert (int(tables), int(actions)) == (number, 42 * number)
        assert int(resident) >= int(shared) > 0 and float(each) > 0
        assert [float(delay) for delay in delays] == sorted(map(float, delays))


@pytest.mark.thorough
def test_a_match_under_attack_is_played_to_its_end(tool: Tool) -> None:
    words = ("--boards", "2", "--seed", "3", "--pause", "2", "--limit", "280", "--faults", "8")
    done = tool("chaos", *words, "--json")
    report = json.loads(done.out)
    assert (done.code, report["troubles"]) == (0, []), done.out
    assert sum(report["faults"].values()) >= 1  # a fast machine plays on through fewer than eight


@pytest.mark.thorough
def test_a_match_of_brains_under_attack_is_played_to_its_end(tool: Tool, tmp_path: Path) -> None:
    brain = page_brain("shell", tmp_path)
    words = ("--boards", "2", "--seed", "4", "--pause", "2", "--limit", "280", "--faults", "8")
    done = tool("chaos", *words, "--north", brain, "--json")
    assert (done.code, json.loads(done.out)["troubles"]) == (0, []), done.out


def test_spoilt_lines_are_counted(tool: Tool) -> None:
    done = tool("pipe_fuzz", "--lines", "500", "--seed", "3", "--json")
    assert done.code == 0, done.err
    assert {side: row["lines"] for side, row in json.loads(done.out).items()} == {
        "brain": 500,
        "manager": 500,
    }


def test_belief_knows_our_own_hands_and_never_excludes_a_strangers(
    tool: Tool, boards: list[dict[str, object]], tmp_path: Path
) -> None:
    done = tool("belief", "--own", "--boards", "3", *NATURAL, "--readings", "exact", "--json")
    assert done.code == 0, done.err
    exact = json.loads(done.out)["exact"]["after"]
    assert exact["excluded"] == exact["empty"] == 0 and exact["owner_loss"] < 1.12
    file = write(tmp_path / "strangers.jsonl", *boards)
    done = tool("belief", file, *NATURAL, "--readings", "tolerant,stranger", "--json")
    assert done.code == 0, done.err
    for row in json.loads(done.out).values():
        assert row["after"]["excluded"] == row["after"]["empty"] == 0
    assert "give a file, or --own" in fault(tool, "belief")


def test_deals_are_drawn_after_every_auction(
    tool: Tool, boards: list[dict[str, object]], tmp_path: Path
) -> None:
    file = write(tmp_path / "strangers.jsonl", *boards)
    words = (file, *NATURAL, "--deals", "50", "--slowest", "1")
    for reading in ("tolerant", "ns=exact,ew=stranger"):
        done = tool("sampling", *words, "--reading", reading, "--json")
        rows = json.loads(done.out)
        assert done.code == int(any(row["empty"] for row in rows.values()))
        assert set(rows) == {"no hand seen", "one hand seen"}
        for row in rows.values():
            assert row["auctions"] == len(boards) and len(row["slowest"]) == 1
            rates = [row["a_second"][share] for share in ("1%", "median", "99%")]
            assert 0 < rates[0] <= rates[1] <= rates[2]
            assert reading != "tolerant" or not row["empty"]


def test_readings_are_learned_from_auctions(
    tool: Tool, boards: list[dict[str, object]], tmp_path: Path
) -> None:
    file = write(tmp_path / "strangers.jsonl", *boards)
    done = tool("readings", "tolerant", f"natural={file}", "--rounds", "1")
    assert done.code == 0, done.err
    learned = yaml.safe_load(done.out)["tolerant"]
    assert set(learned) == {turn.value for turn in Turn}
    for grade in learned.values():
        assert all(
            0 <= Grade(**grade).floor <= weight <= 1 for weight in (grade["hcp"], grade["card"])
        )
    assert fault(tool, "readings", "tolerant", "nothing").startswith("no source 'nothing'")


# -- proofs ----------------------------------------------------------------------------------------


def test_quick_proofs_are_put_to_the_solver(tool: Tool) -> None:
    result = tool("proofs", "--positions", "2", "--seed", "4")
    assert result.code == 0 and "REFUTED" not in result.out
    confirmed = re.findall(r"(\d+) (?:proved|impossible), confirmed by the solver", result.out)
    assert sum(map(int, confirmed)) > 5
    assert "2 exact ranges proved" in result.out


def test_a_wrong_quick_proof_is_found(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no sampled deal shows is called impossible here, though the solver has a deal."""
    monkeypatch.setattr(proofs, "QUESTIONS", ("N: hcp >= 30",))
    monkeypatch.setattr(proofs, "asked_of", lambda position, random: list(proofs.QUESTIONS))
    monkeypatch.setattr(JointHands, "excludes", lambda hands, condition: True)
    monkeypatch.setattr(Shown, "chance", lambda shown, condition: (True, False, 0.0))
    monkeypatch.setattr(proofs, "positions", lambda *args: [proofs.Position(before_any_call(), {})])
    result = tool("proofs", "--positions", "1")
    assert result.code == 1 and "WRONG N: hcp >= 30: impossible, but N:" in result.out


def before_any_call() -> View:
    return shipped_bidder("sayc").view(Auction(Seat.NORTH))


@pytest.mark.thorough
def test_http_load_measures_a_server(tool: Tool) -> None:
    words = ("--boards", "40", "--clients", "5", "--questions", "2", "--system", "natural")
    figures = tool("http_load", *words, "--json").json
    assert figures["boards"] == 40 and figures["questions"] == 10
    assert figures["boards a second"] > 0 and figures["ms of CPU for a board"] > 0
    assert 0 < figures["ms at the median"] <= figures["ms at the 99th percentile"]
    assert figures["MB of all processes before"] <= figures["MB at most meanwhile"]

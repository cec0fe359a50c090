"""Forms of scoring: what rules that ask for it choose and show, and what matchpoints count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import dowager
from dowager.auction import Auction, Call, Contract, Scoring, Strain, Vulnerability, imps
from dowager.auction import dealer_of_board as dealer
from dowager.authoring.check import Extent, FindingKind, check_system
from dowager.authoring.diff import DiffVerdict, compare
from dowager.bidder import Bidder, ask, read_quizzes
from dowager.bidder.bulk import Boards, bid_boards, bid_match, walk_ends
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.errors import InputError
from dowager.formats import Board, write_pbn
from dowager.judgement import Judge, Judged
from dowager.language.compile import System
from dowager.language.files import load_file
from dowager.net.robot_command import RobotCommand
from dowager.play import Budget, DoubleDummyStore
from dowager.protocols import PROTOCOLS
from dowager.table import PlayerBoard, Robot
from dowager.table.table_readings import among_strangers
from support.commands import Dowager, run_program
from support.sweeps import sampled
from support.systems import write_system

IMPS, MATCHPOINTS = Scoring
FORMS = """\
system: forms
title: a weak notrump at matchpoints, a strong one at IMPs
sections:
  - name: openings
    after: start
    rules:
      - {call: 1NT, name: weak notrump, when: matchpoints, hand: "balanced and hcp in 12..14"}
      - {call: 1NT, name: strong notrump, when: not matchpoints, hand: "balanced and hcp in 15..17"}
      - {call: 1C, name: an opening, hand: hcp >= 12}
      - {call: P, name: no opening}
  - name: responses
    after: 1NT
    rules:
      - {call: 3NT, name: game, hand: "hcp + partner.hcp.min >= 25", forcing: signoff}
      - {call: P, name: no game}
  - {when: ours, rules: [{call: P, name: content, to_play: true}]}
  - {when: theirs, rules: [{call: P, name: silent, to_play: true}]}
"""
WEAK, STRONG = Hand.parse("KQ4.KJ3.A873.J62"), Hand.parse("KQ4.KJ3.A873.A62")
ELEVEN = Hand.parse("AJ5.A42.J76.J753")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a system whose notrump depends on the form of scoring."""
    return write_system(tmp_path_factory.mktemp("forms") / "forms", FORMS)


@pytest.fixture(scope="module")
def forms(file: Path) -> System:
    return load_file(file)


def start(scoring: Scoring) -> Auction:
    return Auction(Seat.NORTH, Vulnerability.NONE, (), scoring)


# -- the forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", Scoring)
def test_a_form_is_read_as_it_is_written(scoring: Scoring) -> None:
    assert Scoring.parse(scoring.word) is Scoring.parse(f" {scoring.word.upper()}") is scoring
    assert Scoring.parse(str(scoring)) is scoring


def test_another_word_is_refused() -> None:
    with pytest.raises(InputError, match="no form of scoring 'points'; write imps or mp"):
        Scoring.parse("points")


@pytest.mark.parametrize("difference", [-1500, -30, -10, 0, 10, 20, 620])
def test_matchpoints_count_how_often_and_imps_how_much(difference: int) -> None:
    assert MATCHPOINTS.gain(difference) == int(np.sign(difference))
    assert IMPS.gain(difference) == imps(difference)


def test_an_auction_keeps_its_form() -> None:
    auction = start(MATCHPOINTS).after(Call.NT1).after(Call.PASS)
    assert {each.scoring for each in auction.prefixes()} == {MATCHPOINTS}
    calls = (Call.NT1, Call.PASS)
    assert Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls, MATCHPOINTS) == auction
    assert Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls) != auction


# -- what rules make of it -------------------------------------------------------------------------


def test_rules_ask_for_the_form(forms: System) -> None:
    """One bidder is asked about both, in turn: what it keeps of one is not used for the other."""
    bidder = Bidder(forms)
    for _ in range(2):
        names = {
            (hand, scoring): bidder.choose(hand, start(scoring)).name
            for scoring in Scoring
            for hand in (WEAK, STRONG)
        }
        assert names == {
            (WEAK, IMPS): "an opening",
            (STRONG, IMPS): "strong notrump",
            (WEAK, MATCHPOINTS): "weak notrump",
            (STRONG, MATCHPOINTS): "an opening",
        }


def test_calls_mean_what_they_mean_at_that_form(forms: System) -> None:
    bidder = Bidder(forms)
    shown = {}
    for scoring in Scoring:
        auction = start(scoring).after(Call.NT1).after(Call.PASS)
        shown[scoring] = dowager.Table(forms).infer(auction)["N"].hcp
        game = bidder.choose(ELEVEN, auction).call
        assert game is (Call.NT3 if scoring is IMPS else Call.PASS)
    assert shown == {IMPS: (15, 17), MATCHPOINTS: (12, 14)}


@pytest.mark.parametrize("scoring", Scoring)
def test_boards_in_bulk_are_bid_as_one_by_one(forms: System, scoring: Scoring) -> None:
    random = Random("bulk at matchpoints")
    deals = [random_deal(random) for _ in range(120)]
    numbers = range(1, len(deals) + 1)
    dealers, sides = (
        [dealer(each) for each in numbers],
        [Vulnerability.of_board(n) for n in numbers],
    )
    boards = Boards.of_deals(deals)
    bulk = bid_boards((forms, forms), boards, dealers, sides, scoring=scoring)
    rooms = bid_match((forms, forms), boards, dealers, sides, scoring=scoring)
    bidder = Bidder(forms)
    for number, deal in enumerate(deals):
        auction = bidder.bid(deal, Auction(dealers[number], sides[number], (), scoring))
        for each in (bulk, *rooms):
            assert each.auction(number) == auction
    ends = walk_ends((forms, forms), boards, dealers, sides, scoring)
    assert {view.auction.scoring for _, view in ends} == {scoring}


# -- where it is said ------------------------------------------------------------------------------


def test_a_table_has_a_form(forms: System) -> None:
    table = dowager.Table(forms, scoring="mp")
    assert table.bid(str(WEAK)).name == "weak notrump"
    assert table.bid(WEAK, start(IMPS)).name == "weak notrump"
    assert table.infer("1NT")["N"].hcp == (12, 14)
    plain = dowager.Table(forms)
    assert plain.bid(WEAK).name == "an opening"
    assert plain.bid(WEAK, start(MATCHPOINTS)).name == "weak notrump"
    with pytest.raises(InputError, match="no form of scoring 'bam'"):
        dowager.Table(forms, scoring="bam")


def test_commands_take_the_form(run: Dowager, file: Path) -> None:
    of = ("--system", str(file), "--scoring", "mp")
    assert run("bid", str(WEAK), *of).out.startswith("1NT  weak notrump\n")
    assert run("bid", str(WEAK), *of[:2]).out.startswith("1C  an opening\n")
    assert run("why", str(STRONG), *of).out.startswith("1C  an opening\n")
    shown = json.loads(run("infer", "--calls", "1NT", *of, "--json").out)
    assert shown["seats"]["N"]["hcp"] == [12, 14]
    dealt = json.loads(run("deal", "--calls", "1NT", *of, "-n", "5", "--json").out)["deals"]
    assert all(Deal.parse(deal)[Seat.NORTH].hcp in range(12, 15) for deal in dealt)
    opened = json.loads(run("frequency", "--calls", "start", *of, "--json").out)["made"]
    assert {rule["name"] for made in opened for rule in made["rules"]} >= {"weak notrump"}
    wrong = run("bid", str(WEAK), *of[:3], "bam")
    assert wrong.code == 2 and "no form of scoring 'bam'; write imps or mp" in wrong.err


def test_whole_boards_are_bid_for_the_form(run: Dowager, file: Path) -> None:
    words = ("auction", "--random", "12", "--seed", "5", "--json", "--system", str(file))
    for scoring, name in ((IMPS, ":8"), (MATCHPOINTS, ":7")):
        lines = run(*words, "--scoring", scoring.word).out.splitlines()
        rules = [line["rules"] for line in map(json.loads, lines) if "1NT" in line["calls"]]
        assert rules and all(any(rule.endswith(name) for rule in board) for board in rules)
    shown = run(*words[:5], "--show", "--system", str(file), "--scoring", "mp").out
    assert "weak notrump" in shown and "strong notrump" not in shown


def test_lines_have_a_form_of_their_own(run: Dowager, file: Path) -> None:
    lines: list[dict[str, object]] = [
        {"id": 1, "hand": str(WEAK), "scoring": "mp"},
        {"id": 2, "hand": str(WEAK), "scoring": "imps"},
        {"id": 3, "hand": str(WEAK)},
        {"id": 4, "hand": str(WEAK), "scoring": "bam"},
        {"id": 5, "hand": str(WEAK), "scoring": 7},
    ]
    given = "\n".join(map(json.dumps, lines)).encode()
    for default, third in (("imps", "1C"), ("mp", "1NT")):
        words = ("bid", "--jsonl", "--system", str(file), "--scoring", default)
        said = [json.loads(line) for line in run(*words, given=given).out.splitlines()]
        assert [line.get("call") for line in said] == ["1NT", "1C", third, None, None]
        assert said[3]["error"] == "no form of scoring 'bam'; write imps or mp"
        assert said[4]["error"] == '"scoring" takes a string, not 7'
    given = b'{"id": 1, "calls": ["1NT"], "scoring": "mp"}'
    said = json.loads(run("infer", "--jsonl", "--system", str(file), given=given).out)
    assert said["seats"]["N"]["hcp"] == [12, 14]


QUIZ = """\
quizzes:
  - name: notrump at matchpoints
    after: start
    scoring: mp
    hands:
      - KQ4.KJ3.A873.J62: 1NT
    reads:
      - 1NT: weak notrump
  - name: notrump at IMPs
    after: start
    hands:
      - KQ4.KJ3.A873.J62: 1C
    reads:
      - 1NT: strong notrump
"""


def test_quizzes_have_a_form(tmp_path: Path, forms: System) -> None:
    file = tmp_path / "quiz.yaml"
    file.write_text(QUIZ)
    outcomes = [ask(Bidder(forms), quiz) for quiz in read_quizzes([file])]
    assert [outcome.faults for outcome in outcomes] == [()] * 4
    assert outcomes[0].quiz.asked.endswith("(no calls), matchpoints")
    file.write_text(QUIZ.replace("scoring: mp", "scoring: points"))
    with pytest.raises(dowager.SystemFaults, match=r":4:14: no form of scoring 'points'"):
        read_quizzes([file])


def test_a_robot_bids_for_the_form(forms: System) -> None:
    """The table does not say it: the auction that the robot is given is one at IMPs."""
    board = PlayerBoard(Seat.NORTH, 1, WEAK, start(IMPS))
    for scoring, name in ((IMPS, "an opening"), (MATCHPOINTS, "weak notrump")):
        assert Robot(Seat.NORTH, forms, forms, scoring=scoring).call(board).rule == name


def test_robots_are_started_with_the_form() -> None:
    """And told not to judge unless they shall: by themselves they do."""
    for scoring, words in ((IMPS, []), (MATCHPOINTS, ["--scoring", "mp"])):
        command = RobotCommand(PROTOCOLS["bluechip"], "::", 60.0, False, scoring=scoring)
        said = command.words(Seat.NORTH, 2000, "Blue", "sayc", None, among_strangers(None))
        assert said[said.index("--reading") + 2 :] == ["--judge", "0.0", *words]


def test_a_match_counts_boards_won(run: Dowager, tmp_path: Path, file: Path) -> None:
    random = Random("a match at matchpoints")
    boards = [
        Board(dealer(n), Vulnerability.of_board(n), n, random_deal(random).hands)
        for n in range(1, 21)
    ]
    pbn = tmp_path / "boards.pbn"
    pbn.write_text(write_pbn(boards))
    words = ("match", "--pbn", str(pbn), "--home", f"Forms={file}", "--away", "natural")
    kept = ("--results", str(tmp_path / "match.pbn"), "--bidding-only", "--json")
    said = run(*words, *kept, "--scoring", "mp")
    assert said.code == 0, said.err
    *rows, total = map(json.loads, said.out.splitlines())
    for row in rows:
        won = row["open"]["score"] - row["closed"]["score"]
        assert row["matchpoints"] == 1 + int(np.sign(won)) and "imps" not in row
    home = sum(row["matchpoints"] for row in rows)
    assert total == {"boards": 20, "matchpoints": {"Forms": home, "natural": 40 - home}}
    read = dowager.read_pbn(str(tmp_path / "match.pbn"))
    bid = {board.number: board.calls for board in read if board.tag("Room") == "Open"}
    for scoring in Scoring:
        table = dowager.Table(str(file), "natural", scoring=scoring)
        auctions = {board.number: table.auction(board).calls for board in boards}
        assert (bid == auctions) is (scoring is MATCHPOINTS)


@pytest.fixture
def weak_north(tmp_path: Path, forms: System) -> Path:
    """A file of one board, which North opens with a weak notrump or with one club."""
    (deal,) = dowager.Table(forms).deals("", seat="N", hand=WEAK, seed=1)
    file = tmp_path / "boards.pbn"
    file.write_text(write_pbn([Board(Seat.NORTH, Vulnerability.NONE, 1, deal.hands)]))
    return file


def opened(results: Path) -> set[str]:
    """The opening bids of the boards of a file."""
    return {str(board.calls[0]) for board in dowager.read_pbn(str(results))}


@pytest.mark.parametrize(("scoring", "opening"), sampled([("mp", "1NT"), ("imps", "1C")], 2))
def test_robots_bid_for_the_scoring_of_their_match(
    tmp_path: Path, file: Path, weak_north: Path, scoring: str, opening: str
) -> None:
    results = tmp_path / "results.pbn"
    teams = ("--home", f"Blue={file}", "--away", f"Green={file}", "--seconds-per-board", "0")
    done = run_program(
        *("match", "--pbn", weak_north, *teams, "--scoring", scoring),
        *("--bidding-only", "--results", results),
    )
    assert (done.code, done.err) == (0, "")
    assert opened(results) == {opening}
    unit = {"mp": "Blue 1, Green 1 MP, 1 board", "imps": "Blue 0, Green 0 IMPs, 1 board"}
    assert done.out.splitlines()[-1] == unit[scoring]


@pytest.mark.parametrize(
    ("scoring", "opening"), sampled([("imps", "1C"), ("matchpoints", "1NT")], 2)
)
def test_robots_bid_for_the_scoring_of_their_event(
    tmp_path: Path, file: Path, weak_north: Path, scoring: str, opening: str
) -> None:
    event, results = tmp_path / "event.yaml", tmp_path / "results.pbn"
    event.write_text(
        f"event: Evening\nscoring: {scoring}\nboards: {weak_north.name}\nport: 0\n"
        f"seconds_per_board: 0\npairs: [{{name: Blue, system: {file}}}, "
        f"{{name: Green, system: {file}}}]\nrounds: [{{tables: [[Blue, Green]]}}]\n"
    )
    done = run_program("event", event, "--results", results, "--plain")
    assert done.code == 0, done.err
    assert opened(results) == {opening}


# -- check and diff --------------------------------------------------------------------------------


@pytest.mark.usefixtures("empty_cache")
def test_a_check_finds_hands_for_rules_of_either_form(file: Path) -> None:
    report = check_system(str(file), Extent(boards=40, depth=4))
    kinds = {finding.kind for finding in report.findings}
    assert not kinds & {FindingKind.UNREACHED, FindingKind.DEAD, FindingKind.CONTRADICTION}
    assert report.used == report.rules
    (weak,) = (each for each in report.witnesses if each.situation.scoring is MATCHPOINTS)
    assert weak.hand.hcp in range(12, 15)


HOLE = FORMS.replace("hand: hcp >= 12}", "hand: hcp >= 12, when: not matchpoints}").replace(
    "{call: P, name: no opening}", "{call: P, name: no opening, hand: hcp <= 11}"
)


@pytest.mark.usefixtures("empty_cache")
def test_a_check_at_matchpoints_finds_their_holes(run: Dowager, tmp_path: Path) -> None:
    file = write_system(tmp_path / "hole", HOLE)
    words = ("check", str(file), "--boards", "40", "--depth", "3", "--json")
    said = [run(*words, "--scoring", scoring.word) for scoring in Scoring]
    assert [each.code for each in said] == [0, 1]
    holes = [each for each in json.loads(said[1].out)["faults"] if each["kind"] == "hole"]
    assert {hole["scoring"] for hole in holes} == {"mp"} and [] in [hole["calls"] for hole in holes]


def test_a_difference_at_one_form_is_found(tmp_path: Path, forms: System) -> None:
    other = FORMS.replace("hcp in 12..14", "hcp in 12..15")
    changed = load_file(write_system(tmp_path / "other", other))
    few = Extent(boards=20, depth=3)
    found = compare(forms, changed, few)
    assert found.verdict is DiffVerdict.DIFFERENT
    assert {parting.situation.scoring for parting in found.partings} == {MATCHPOINTS}
    same = load_file(
        write_system(tmp_path / "same", FORMS.replace("hcp in 12..14", "hcp >= 12 and hcp < 15"))
    )
    assert compare(forms, same, few).verdict is DiffVerdict.EQUIVALENT


# -- judgement -------------------------------------------------------------------------------------


CLOSE = """\
system: close
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - {call: P, name: anything else}
  - after: 1NT
    rules:
      - {call: 2S, name: five spades, hand: S >= 5}
      - {call: P, name: fewer spades, hand: S <= 4}
  - {when: ours, rules: [{call: P, name: content}]}
  - {when: theirs, rules: [{call: P, name: silent}]}
"""


class EightTricks(DoubleDummyStore):
    """Every contract makes eight tricks: 120 in 1NT and 110 in 2S."""

    def tricks(
        self, deals: Sequence[Deal], contracts: Sequence[Contract | None]
    ) -> NDArray[np.int8]:
        return np.full(len(deals), 8, dtype=np.int8)


def judged(folder: Path, scoring: Scoring, store: DoubleDummyStore) -> Judged:
    bidder = Bidder(load_file(write_system(folder, CLOSE)))
    calls = (Call.NT1, Call.PASS)
    view = bidder.view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls, scoring))
    decided = Judge(store).judge(view, Hand.parse("QT542.J3.873.962"), Budget(60.0, lambda: 0.0))
    assert decided is not None and decided.own.call is Call.S2
    return decided


def test_ten_points_are_nothing_in_imps_and_a_board_at_matchpoints(tmp_path: Path) -> None:
    (passing,) = judged(tmp_path, IMPS, EightTricks()).others
    assert (passing.call, passing.gain) == (Call.PASS, 0)
    at_matchpoints = judged(tmp_path, MATCHPOINTS, EightTricks())
    (passing,) = at_matchpoints.others
    assert (passing.call, passing.gain) == (Call.PASS, 1)
    assert at_matchpoints.rule.rule.name == "fewer spades"


class RareDisaster(DoubleDummyStore):
    """1NT makes eight tricks for 120 as a rule; on every fifth deal it makes none."""

    def tricks(
        self, deals: Sequence[Deal], contracts: Sequence[Contract | None]
    ) -> NDArray[np.int8]:
        won = np.full(len(deals), 8, dtype=np.int8)
        notrump = [each is not None and each.strain is Strain.NOTRUMP for each in contracts]
        won[np.array(notrump) & (np.arange(len(deals)) % 5 == 0)] = 0
        return won


def test_how_often_counts_and_not_how_much(tmp_path: Path) -> None:
    (passing,) = judged(tmp_path, IMPS, RareDisaster()).others
    assert passing.gain < -0.5
    at_matchpoints = judged(tmp_path, MATCHPOINTS, RareDisaster())
    (passing,) = at_matchpoints.others
    assert 0.4 < passing.gain < 0.8 and at_matchpoints.rule.call is Call.PASS


def test_a_small_gain_is_not_enough(tmp_path: Path) -> None:
    """A tenth of a board is asked for, however sure it is."""
    (passing,) = judged(tmp_path, MATCHPOINTS, EightTricks()).others
    for gain, better in ((0.21, True), (0.19, False)):
        worth = type(passing)(passing.call, passing.rule, 128, gain, 0.01, MATCHPOINTS)
        assert worth.better is better
        assert not type(passing)(passing.call, passing.rule, 128, gain, 0.01, IMPS).better


def test_the_table_of_judgement_says_matchpoints(run: Dowager, tmp_path: Path) -> None:
    folder = str(write_system(tmp_path / "close", CLOSE).parent)
    words = ("bid", "QT542.J3.873.962", "--calls", "1NT P", "--system", folder, "--judge", "600")
    heads = [line for line in run(*words, "--scoring", "mp").out.splitlines() if "deals" in line]
    assert heads[-1].split()[-1] == "matchpoints"
    said = json.loads(run(*words, "--scoring", "mp", "--json").out)["judged"]
    assert said["scoring"] == "mp" and -1 <= said["rivals"]["P"] <= 1

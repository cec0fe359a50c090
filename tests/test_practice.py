"""`dowager practice`: deals are bid again, files are read back, rules are found or known dead."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from endplay.parsers import pbn as endplay_pbn

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board, parse_calls
from dowager.authoring.practice import (
    Drill,
    Exercise,
    Opponents,
    Practised,
    Seating,
    SpotSearch,
    Wanted,
    bid_out,
    practised,
    rule_named,
)
from dowager.bidder import Bidder, Quiz, ask, read_quizzes
from dowager.cards import Deal, Hand, Seat
from dowager.errors import InputError
from dowager.formats import Board, read_lin, read_pbn
from dowager.knowledge.answers import read_condition
from dowager.knowledge.counting import count_hands
from dowager.language.compile import System
from dowager.language.files import load_system
from support.commands import TINY, Dowager
from support.systems import TIMID, shipped, write_system

SYSTEM = """\
system: drill
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - {call: 1M, name: five-card major, hand: M >= 5 and hcp >= 11, order: down}
      - {call: 1m, name: minor opening, hand: hcp >= 12 and m >= 3}
      - {call: P, name: no opening}
  - after: 1NT
    rules:
      - {call: 4C, name: asks for aces, hand: hcp >= 18, artificial: true, asks: aces}
      - {call: 3S, name: never, hand: hcp >= 20 and S >= 7}
      - {call: 2NT, name: rare raise, hand: hcp == 9 and flat and aces == 0 and jack(C) and ten(C)}
      - {call: 3NT, name: game, hand: hcp >= 10}
      - {call: 3NT, name: behind a rule of its call, hand: hcp >= 12}
      - {call: 3NT, name: long minor, hand: hcp >= 5 and (C >= 7 or D >= 7)}
      - {call: P, name: enough}
  - after: (1x)
    rules:
      - {call: X, name: takeout double, hand: hcp >= 12 and x <= 2, alert: true}
      - {call: P, name: too weak}
  - when: asked(aces)
    rules:
      - {call: 4D, name: none or all, hand: "aces in {0, 4}", artificial: true}
      - {call: 4H, name: one ace, hand: aces == 1, artificial: true}
      - {call: 4S, name: more aces, artificial: true}
  - when: partner.tagged(nothing)
    rules:
      - {call: 7NT, name: never applies}
  - when: level <= 7
    rules:
      - {call: P, name: the rest}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small system in which everything is easy to see."""
    made = tmp_path_factory.mktemp("systems") / "drill"
    made.mkdir()
    (made / "system.yaml").write_text(SYSTEM)
    return made


@pytest.fixture(scope="module")
def system(folder: Path) -> System:
    """Return that system."""
    return load_system(str(folder))


@pytest.fixture(scope="module")
def bidder(system: System) -> Bidder:
    """Return its bidder."""
    return Bidder(system)


def _drill(bidder: Bidder, wanted: Wanted, seed: int = 1) -> Drill:
    return Drill((bidder, bidder), wanted, seed)


def _calls(text: str) -> tuple[Call, ...]:
    return tuple(parse_calls(text.split()))


def _find(
    bidder: Bidder, wanted: Wanted, count: int, seating: Seating | None = None
) -> tuple[list[Practised], str]:
    drill = _drill(bidder, wanted)
    found = practised(drill, seating or Seating(Seat.NORTH, Vulnerability.NONE), count)
    return found, drill.why


def _bid_again(bidder: Bidder, exercise: Exercise) -> None:
    old = exercise.auction
    again, decisions = bid_out(bidder, exercise.deal, Auction(old.dealer, old.vulnerability))
    assert again == old
    assert [d.location for d in decisions] == [d.location for d in exercise.decisions]


# --- auctions


@pytest.mark.parametrize("calls", ["1NT P", "P 1S X", "1NT P 4C P", "1H P P P"])
def test_an_auction_comes_about_when_its_deals_are_bid(bidder: Bidder, calls: str) -> None:
    seating = Seating(Seat.NORTH, Vulnerability.NONE, rotate=True)
    found, why = _find(bidder, Wanted(_calls(calls)), 20, seating)
    assert len(found) == 20 and why == ""
    assert len({one.seated.deal for one in found}) == 20
    for one in found:
        assert one.seated.auction.calls[: len(_calls(calls))] == _calls(calls)
        assert one.seated.turn == len(_calls(calls))
        assert one.seated.auction.dealer is dealer_of_board(one.number)
        assert one.seated.auction.vulnerability is Vulnerability.of_board(one.number)
        _bid_again(bidder, one.seated)


def test_deals_are_uniform_over_those_that_fit(bidder: Bidder) -> None:
    """Of 15 to 17 HCP in a balanced hand 43.5%, 32.9% and 23.5% have 15, 16 and 17."""
    found, _ = _find(bidder, Wanted(_calls("1NT")), 600)
    points = [_points(one.exercise.deal[Seat.NORTH]) for one in found]
    for hcp, share in ((15, 0.438), (16, 0.328), (17, 0.234)):
        assert abs(points.count(hcp) / 600 - share) < 4 * (share * (1 - share) / 600) ** 0.5


def _points(hand: Hand) -> int:
    return sum("JQKA".find(rank) + 1 for rank in str(hand))


def test_opponents_are_silent_or_interfere(bidder: Bidder) -> None:
    """After 1S the next hand doubles or passes, and partner only passes."""
    for opponents, second in ((Opponents.SILENT, Call.PASS), (Opponents.INTERFERING, Call.DOUBLE)):
        found, _ = _find(bidder, Wanted(_calls("P P"), opponents=opponents), 15)
        assert len(found) == 15
        for one in found:
            theirs = one.exercise.auction.calls[1::2]
            silent = all(call is Call.PASS for call in theirs)
            assert silent == (second is Call.PASS)


def test_an_auction_that_no_hands_bid_says_so(bidder: Bidder) -> None:
    found, why = _find(bidder, Wanted(_calls("1NT P 3S")), 3)
    assert found == [] and why == "no hand of South makes call 3, 3S, by the rules"


def test_hands_that_do_not_go_together_are_proved_impossible(tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(
        "system: aces\nsections:\n"
        "- {after: start, rules: [{call: 1C, hand: aces >= 3}, {call: P}]}\n"
        "- {after: (1C), rules: [{call: X, hand: aces >= 2}, {call: P}]}\n"
    )
    bidder = Bidder(load_system(str(tmp_path)))
    found, why = _find(bidder, Wanted(_calls("1C X")), 2)
    assert found == [] and why == "it is proved that no deal fits the auction"
    assert len(_find(bidder, Wanted(_calls("1C P")), 2)[0]) == 2


def test_who_practises_can_be_seated(bidder: Bidder) -> None:
    seating = Seating(Seat.NORTH, Vulnerability.NS, seat=Seat.EAST)
    for wanted in (Wanted(_calls("1NT P")), Wanted(_calls("P 1NT P")), Wanted(())):
        found, _ = _find(bidder, wanted, 3, seating)
        assert len(found) == 3
        for one in found:
            assert one.seated.before.turn is Seat.EAST
            assert one.seated.auction.vulnerability is Vulnerability.NS
            _bid_again(bidder, one.seated)


# --- rules


@pytest.mark.parametrize("name", ["strong notrump", "game", "takeout double", "too weak"])
def test_common_rules_are_found_on_random_boards(bidder: Bidder, system: System, name: str) -> None:
    rule = rule_named(system, name)
    found, why = _find(bidder, Wanted(None, rule), 6)
    assert len(found) == 6 and why == ""
    for one in found:
        assert one.exercise.decisions[one.exercise.turn].location == rule.location
        _bid_again(bidder, one.exercise)


@pytest.mark.parametrize(
    ("name", "before"), [("rare raise", "1NT P"), ("more aces", "1NT P 4C P"), ("none or all", "")]
)
def test_rare_rules_are_found_by_their_positions(
    bidder: Bidder, system: System, name: str, before: str
) -> None:
    rule = rule_named(system, name)
    found, why = _find(bidder, Wanted(None, rule), 12)
    assert len(found) == 12 and why == ""
    for one in found:
        exercise = one.exercise
        assert exercise.decisions[exercise.turn].location == rule.location
        assert str(exercise.before).endswith(before)
        _bid_again(bidder, exercise)


def test_a_rule_after_an_auction(bidder: Bidder, system: System) -> None:
    wanted = Wanted(_calls("P P 1NT P"), rule_named(system, "rare raise"))
    found, _ = _find(bidder, wanted, 5)
    assert len(found) == 5
    for one in found:
        assert one.exercise.turn == 4 and one.exercise.auction.calls[4] is Call.NT2
    unfit = Wanted(_calls("1S P"), rule_named(system, "rare raise"))
    assert _find(bidder, unfit, 5) == ([], "after 1S P it does not apply")
    minor = Wanted(_calls("1NT P"), rule_named(system, "long minor"))
    assert len(_find(bidder, minor, 40)[0]) == 40


def test_a_rule_that_no_hand_can_reach_says_so(bidder: Bidder, system: System) -> None:
    dead = rule_named(system, "never")
    found, why = _find(bidder, Wanted(None, dead), 2)
    assert found == [] and why.startswith("no hand calls by the rule in any of the ")
    idle = rule_named(system, "never applies")
    found, why = _find(bidder, Wanted(None, idle), 2)
    assert found == [] and why.startswith("the rule applies in none of ")


def test_a_rule_of_our_side_is_not_one_of_the_opponents(bidder: Bidder, system: System) -> None:
    other = Bidder(shipped("natural"), system)
    mine = Bidder(system, shipped("natural"))
    drill = Drill((mine, other), Wanted(None, rule_named(system, "five-card major")), 3)
    found = drill.find(12, (Vulnerability.NONE, Vulnerability.NONE))
    assert {exercise.turn & 1 for exercise in found} == {0, 1}
    for exercise in found:
        _bid_again((mine, other)[exercise.turn & 1], exercise)


def test_how_many_hands_call_by_a_rule_is_counted(bidder: Bidder, system: System) -> None:
    none = (Vulnerability.NONE, Vulnerability.NONE)
    after = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, _calls("1NT P"))
    search = SpotSearch((bidder, bidder), rule_named(system, "rare raise"), none, Random(1))
    spot = search.look(after)
    assert spot is not None
    flat = "hcp == 9 and flat and aces == 0 and jack(C) and ten(C)"
    assert spot.hands == count_hands(read_condition(flat)) == 106_110_810
    assert search.look(Auction(Seat.NORTH)) is None and (search.looked, search.applies) == (2, 1)
    for name in ("never", "behind a rule of its call"):
        dead = SpotSearch((bidder, bidder), rule_named(system, name), none, Random(1))
        assert dead.look(after) is None and dead.applies == 1
    minor = SpotSearch((bidder, bidder), rule_named(system, "long minor"), none, Random(1)).look(
        after
    )
    assert minor is not None
    wanted = "hcp in 5..9 and (C >= 7 or D >= 7)"
    assert minor.hands == count_hands(read_condition(wanted))


# --- names of rules


def test_rules_are_named_by_place_name_part_and_call(system: System, folder: Path) -> None:
    rare = rule_named(system, "rare raise")
    assert rare.written == "2NT"
    for text in (
        rare.location,
        "system.yaml:13",
        "drill/SYSTEM.yaml:13",
        "Rare  Raise",
        "rare",
        "2nt",
    ):
        assert rule_named(system, text) is rare
    assert rule_named(system, "never").written == "3S"  # a whole name goes before a part of one


def test_rules_that_are_near_go_before_others_of_the_name(system: System) -> None:
    two = [rule for rule in system.rules if "aces" in rule.name]
    assert len(two) == 2
    for rule in two:
        assert rule_named(system, "aces", {rule.location, "elsewhere:1"}) is rule
    assert rule_named(system, "one ace", {two[0].location}).name == "one ace"
    with pytest.raises(InputError, match="names 2 rules"):
        rule_named(system, "aces", {rule.location for rule in two})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("notrump or so", "no rule of drill is named 'notrump or so'; write its name or file:line"),
        ("", "no rule of drill is named ''"),
        ("ace", "'ace' names 3 rules: "),
        ("P", "'P' names 4 rules: "),
        ("2:12", "no rule of drill is named"),
    ],
)
def test_names_that_fit_no_rule_or_several(system: System, text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        rule_named(system, text)
    assert words in str(caught.value)
    if "names" in words:
        assert "system.yaml:" in str(caught.value) and "; " in str(caught.value)


# --- the command: files


def _boards(deals: int, text: str, lin: bool = False) -> list[Board]:
    boards = read_lin(text) if lin else read_pbn(text)
    assert len(boards) == deals
    return boards


@pytest.mark.parametrize("kind", ["--pbn", "--lin"])
def test_boards_are_read_back_with_their_auctions(
    run: Dowager, folder: Path, bidder: Bidder, kind: str
) -> None:
    args = ("practice", "--calls", "P 1D X", "-n", "5", "--rotate", "--system", str(folder), kind)
    result = run(*args)
    assert (result.code, result.err) == (0, "")
    for number, board in enumerate(_boards(5, result.out, kind == "--lin"), 1):
        assert board.calls[:3] == _calls("P 1D X") and board.auction.ended
        assert (board.number, board.dealer) == (number, dealer_of_board(number))
        assert board.vulnerability is Vulnerability.of_board(number)
        assert board.deal is not None
        start = Auction(board.dealer, board.vulnerability)
        assert bidder.bid(board.deal, start).calls == board.calls
        assert board.alert_of(2)
    assert result.out == run(*args).out != run(*args, "--seed", "2").out
    bare = run(*args, "--no-auction").out
    assert [b.deal for b in _boards(5, bare, kind == "--lin")] == [
        b.deal for b in _boards(5, result.out, kind == "--lin")
    ]
    assert all(board.calls == () for board in _boards(5, bare, kind == "--lin"))


def test_endplay_reads_the_pbn(run: Dowager, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "boards.pbn"
    args = ("practice", "--calls", "1NT P", "-n", "4", "--rotate", "--system", str(folder))
    assert run(*args, "-o", str(file)).out == f"wrote 4 boards to {file}\n"
    with file.open(encoding="utf-8") as opened:
        theirs = endplay_pbn.load(opened)
    ours = read_pbn(file.read_text(encoding="utf-8"))
    assert len(theirs) == 4
    for board, mine in zip(theirs, ours, strict=True):
        assert mine.deal is not None
        assert Deal.parse(board.deal.to_pbn()) == mine.deal
        assert len(board.auction) == len(mine.calls)


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_sheets_show_every_hand_and_the_auction(run: Dowager, folder: Path, tmp_path: Path) -> None:
    args = ("practice", "--calls", "1NT P", "-n", "3", "--rotate", "--system", str(folder))
    boards = run(*args, "--json").json
    text = run(*args, "--text").out
    file = tmp_path / "sheet.html"
    assert run(*args, "-o", str(file)).code == 0
    page = _Texts()
    page.feed(file.read_text(encoding="utf-8"))
    assert page.open == []
    whole = "".join(page.texts)
    for board in boards:
        head = f"Board {board['board']}   dealer"
        assert head in text and head in whole
        for hand in Deal.parse(board["deal"]).hands:
            for cards in str(hand).split("."):
                assert (cards or "—") in text and f" {cards or '—'}" in whole
    assert text.count("West    North   East    South") == 3 == whole.count("WestNorthEastSouth")
    second = text.split("Board 2")[1].split("Board 3")[0]
    assert "\n                1NT     P\n" in second  # East deals
    assert "1NT" not in run(*args, "--text", "--no-auction").out


def test_a_quiz_is_written_that_passes(
    run: Dowager, folder: Path, bidder: Bidder, tmp_path: Path
) -> None:
    file = tmp_path / "quiz.yaml"
    args = ("practice", "--calls", "P 1NT P", "-n", "12", "--rotate", "--system", str(folder))
    assert run(*args, "--quiz", str(file), "-o", str(tmp_path / "x.lin")).code == 0
    quizzes = read_quizzes([file])
    assert len(quizzes) == 12
    assert all(ask(bidder, quiz).passed for quiz in quizzes)
    asked = [quiz.auction for quiz in quizzes if isinstance(quiz, Quiz)]
    assert {auction.vulnerability for auction in asked} == set(Vulnerability)
    result = run("quiz", str(file), "--system", str(folder))
    assert result.code == 0 and "12 of 12 quizzes passed" in result.out


def test_a_quiz_accepts_what_judgement_finds_as_good(run: Dowager, tmp_path: Path) -> None:
    """A system that bids game too late: on 11 points game is right, too."""
    folder = write_system(tmp_path, TIMID)
    file = tmp_path / "quiz.yaml"
    args = (
        "practice",
        "--calls",
        "1NT P",
        "-n",
        "16",
        "--seed",
        "2",
        "--system",
        str(folder),
        "--json",
    )
    boards = run(*args, "--quiz", str(file), "--judge", "6").json
    ask_of = {quiz.hand: quiz for quiz in read_quizzes([file]) if isinstance(quiz, Quiz)}
    eleven = [quiz for quiz in ask_of.values() if quiz.hand.hcp == 11]
    assert len(boards) == 16 and eleven
    for quiz in ask_of.values():
        near = 11 <= quiz.hand.hcp <= 12
        assert len(quiz.expected) == 1 or near, quiz
    assert any(quiz.expected == (Call.PASS, Call.NT3) for quiz in eleven)
    assert run("quiz", str(file), "--system", str(folder)).code == 0
    assert run(*args, "--judge", "6").code == 2


def test_a_quiz_of_a_rule_asks_for_its_call(run: Dowager, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "quiz.yaml"
    args = ("practice", "--rule", "rare raise", "-n", "4", "--system", str(folder), "--json")
    boards = run(*args, "--quiz", str(file)).json
    assert all(board["call"] == "2NT" and board["name"] == "rare raise" for board in boards)
    assert run("quiz", str(file), "--system", str(folder)).code == 0
    assert file.read_text(encoding="utf-8").count(": 2NT") == 4


def test_an_auction_tells_which_of_several_rules_is_meant(run: Dowager, folder: Path) -> None:
    args = ("practice", "--rule", "P", "--system", str(folder), "-n", "2", "--json")
    assert "'P' names 4 rules" in run(*args).err
    boards = run(*args, "--calls", "1NT P", "--dealer", "E").json
    assert [board["name"] for board in boards] == ["enough"] * 2


def test_too_few_deals_exit_with_1_and_say_why(run: Dowager) -> None:
    result = run("practice", "--calls", "1NT P 2C P 3NT", "-n", "2", *TINY)
    assert result.code == 1 and read_pbn(result.out) == []
    assert result.err.startswith("found 0 of 2 deals: ")
    dead = run("practice", "--rule", "a call that the opening excludes", "-n", "2", *TINY)
    assert dead.code == 1
    assert dead.err.startswith("found 0 of 2 deals: no hand calls by the rule in any of the ")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("", "say what to practise"),
        ("--calls 1C,1C", "not legal"),
        ("--rule nonsense", "no rule of tiny is named 'nonsense'"),
        ("--rule four", "'four' names 2 rules: tests/data/tiny/system.yaml:39 (2H four hearts); "),
        ("--calls P,P,P,P --rule Stayman", "the auction has ended"),
        ("--calls 1C,1D,P --silent", "silent opponents pass, but in these calls they do not"),
        ("--calls 1NT -o deals.doc", "deals.doc: the extension sets the format; use .pbn, .lin"),
        ("--calls 1NT --seat Q", "no seat 'Q'"),
        ("--calls 1NT --system nowhere", "no system 'nowhere'"),
    ],
)
def test_wrong_input_gets_one_line(run: Dowager, args: str, words: str) -> None:
    result = run("practice", *TINY, "-n", "1", *args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1


@pytest.mark.parametrize("calls", ["P P P P", "1S P", "1S P P"])
def test_no_quiz_where_calls_have_no_rule(run: Dowager, tmp_path: Path, calls: str) -> None:
    """The small system has no answer to 1S: partner passes without a rule."""
    file = tmp_path / "quiz.yaml"
    args = ("practice", "--calls", calls, "-n", "1", *TINY)
    assert run(*args).code == 0
    result = run(*args, "--quiz", str(file))
    assert result.code == 2 and not file.exists()
    assert "not written, because in no deal does every call have a rule" in result.err


def test_a_call_without_a_rule_is_never_bid(run: Dowager) -> None:
    result = run("practice", "--calls", "1NT P 2D P", "-n", "3", *TINY)
    assert result.code == 1
    assert "deals that were drawn and bid, only 0 are as wanted" in result.err

"""The public Python interface: what `import dowager` gives; docs/reference/api.md is true."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dowager
from dowager import formats
from dowager.formats import write_pbn
from support.commands import DATA, ROOT, Dowager
from support.lazy_packages import lazy_names_of
from support.pages import blocks_of, run_python

PAGE = ROOT / "docs" / "reference" / "api.md"
HAND = "KJ63.A74.52.Q973"


@pytest.fixture(scope="module")
def table() -> dowager.Table:
    return dowager.Table("sayc")


# -- what is public --------------------------------------------------------------------------------


def test_every_public_name_is_there_and_says_what_it_promises() -> None:
    assert list(dowager.__all__) == sorted(set(dowager.__all__))
    for name in dowager.__all__:
        assert name in dir(dowager)
        value = getattr(dowager, name)
        if name != "__version__":
            assert inspect.getdoc(value), f"{name} has no docstring"


def test_type_checkers_are_told_every_public_name() -> None:
    for_types, _ = lazy_names_of(ROOT / "engine" / "dowager" / "__init__.py")
    assert {*for_types, "__version__"} == set(dowager.__all__)


def test_every_public_name_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in dowager.__all__ if name not in page] == ["__version__"]


def test_what_public_functions_return_is_public() -> None:
    """Every class of ours that a public signature names can be imported from the front door."""
    front = {name: getattr(dowager, name) for name in dowager.__all__}
    public = set(front.values())
    names = vars(dowager.Table) | vars(dowager.Inference)
    functions = [*front.values(), *names.values()]
    for method in filter(inspect.isfunction, functions):
        if not method.__name__.startswith("_"):
            hint = inspect.get_annotations(method, locals=front, eval_str=True).get("return")
            for kind in _classes(hint):
                if kind.__module__.startswith("dowager."):
                    assert kind in public, f"{method.__qualname__} returns {kind}"


def _classes(hint: object) -> list[type]:
    inside = [kind for part in getattr(hint, "__args__", ()) for kind in _classes(part)]
    return [hint, *inside] if inspect.isclass(hint) else inside


def test_importing_the_package_imports_nothing_else() -> None:
    code = (
        "import sys, dowager; "
        "print(sorted(m for m in sys.modules if m.startswith(('dowager.', 'numpy', 'ortools'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['dowager.lazy_names']"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'tabel'"):
        dowager.tabel  # noqa: B018


def test_the_pages_examples_run_and_print_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    blocks = [block for block in blocks_of(PAGE) if block.kind == "python"]
    assert len(blocks) >= 8
    for block in blocks:
        printed = run_python(block, PAGE, names)
        if block.shown is not None:
            assert printed == block.shown, f"docs/reference/api.md:{block.line}"


# -- strings or values -----------------------------------------------------------------------------


def test_strings_and_values_give_the_same_answers(table: dowager.Table) -> None:
    north, call = dowager.Seat.NORTH, dowager.Call
    auction = dowager.Auction(north, dowager.Vulnerability.NS).after(call.NT1).after(call.PASS)
    by_value = table.bid(dowager.Hand.parse(HAND), auction)
    by_name = table.bid(HAND, "1nt, pass", dealer="north", vul="ns")
    by_list = table.bid(HAND, ["1NT", call.PASS], dealer="N", vul=dowager.Vulnerability.NS)
    assert by_value == by_name == by_list and by_value.call is call.C2
    assert table.infer(auction)["N"] == table.infer("1NT P", vul="ns")[north]


def test_systems_by_name_path_and_value_sit_down_alike() -> None:
    tiny = str(DATA / "tiny")
    for system in (tiny, f"{tiny}/system.yaml", dowager.load(tiny)):
        table = dowager.Table(system, "natural")
        assert [loaded.name for loaded in table.systems] == ["tiny", "natural"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda t: t.bid("AKQ", "1NT P"), "has 1 suit;"),
        (lambda t: t.bid(HAND, "1NT 1C"), "call 2, 1C by East, is not legal"),
        (lambda t: t.bid(HAND, "1NT", vul="red"), "no vulnerability 'red'"),
        (lambda t: t.bid(HAND, "P P P P"), "the auction has ended"),
        (lambda t: t.infer("1NT", hand=HAND), "a hand needs its seat"),
        (lambda t: t.infer("1NT").ask(["N hcp > 3"]), "write a seat and a condition"),
        (lambda t: t.infer("1NT")["X"], "no seat 'X'"),
        (lambda t: t.deals("1ZT"), "no call '1ZT'"),
        (lambda t: t.auction("N:KQ"), "has 1 hands"),
        (lambda t: t.play(HAND, "1NT P"), "there is nothing to play"),
        (lambda t: t.play(HAND, "1NT P P P", "S2 S2"), "S2 has been played already"),
        (lambda t: t.play(HAND, "1NT P P P", "S2"), "dummy's hand is seen"),
        (lambda t: t.play(HAND, "1NT P P P", reading="loose"), "no reading 'loose'"),
        (lambda t: dowager.Table("saic"), "no system 'saic'"),
    ],
)
def test_bad_input_is_said_in_one_line(table: dowager.Table, ask: object, words: str) -> None:
    with pytest.raises(dowager.InputError, match=words) as raised:
        ask(table)  # type: ignore[operator]
    assert "\n" not in str(raised.value)
    assert issubclass(dowager.InputError, dowager.DowagerError)


# -- answers ---------------------------------------------------------------------------------------


def test_a_decision_says_why_and_why_not(table: dowager.Table) -> None:
    decision = table.bid(HAND, "1NT P")
    reasons = {reason.call: reason for reason in decision.why}
    assert reasons[decision.call].why == "chosen"
    assert reasons[decision.call].rule == decision.rule
    assert reasons[dowager.Call.H3].why.startswith("the hand is not:")


def test_alerts_of_opponents_count(table: dowager.Table) -> None:
    plain = table.infer("1C 2C")
    alerted = table.infer("1C 2C", alerts={1: "5 or more cards in clubs, 8 to 15 HCP."})
    assert alerted["E"].lengths[dowager.Suit.CLUBS][0] == 5 != plain["E"].lengths[0][0]
    assert alerted["E"].hcp == (8, 15)
    total = table.infer("1C 2C", alerts={1: "5 or more cards in clubs, 8 to 15 total points."})
    assert total["E"].hcp == (2, 15)  # with two voids


def test_boards_are_bid_and_every_hand_lies_within_what_it_has_shown(table: dowager.Table) -> None:
    for board in dowager.read_boards(DATA / "demo.pbn"):
        assert board.deal is not None
        auction = table.auction(board)
        assert auction.ended and auction.dealer is board.dealer
        inference = table.infer(auction)
        assert inference.excluded(board) == () == inference.relaxed
        assert len(inference.calls) == len(auction.calls)
        for seat in dowager.Seat:
            assert inference[seat].contain(board.deal[seat])


def test_deals_fit_and_repeat_with_their_seed(table: dowager.Table) -> None:
    deals = table.deals("1NT P", 5, seat="S", hand=HAND, seed=4)
    assert deals == table.deals("1NT P", 5, seat="S", hand=HAND, seed=4) and len(deals) == 5
    for deal in deals:
        assert str(deal[dowager.Seat.SOUTH]) == HAND and 15 <= deal[dowager.Seat.NORTH].hcp <= 17


def test_exact_ranges_lie_inside_the_quick_ones(table: dowager.Table) -> None:
    inference = table.infer("1NT P 3NT")
    exact = inference.exact(60)
    assert exact.proved and exact.witness is not None
    assert inference.excluded(exact.witness) == ()
    for seat, ranges in exact.seats.items():
        assert inference[seat].hcp[0] <= ranges.hcp[0] <= ranges.hcp[1] <= inference[seat].hcp[1]


def test_cards_follow_suit_from_hand_and_from_dummy(table: dowager.Table) -> None:
    """Declarer is asked for dummy's card, and the card chosen is one that dummy may play."""
    dummy, declarer = "A76.K532.K84.AJ2", "KQ4.A64.AQ72.KT6"
    choice = table.play(declarer, "P 1NT P 3NT P P P", "SJ", dummy=dummy, dealer="E", seconds=0)
    assert choice.card in {"S6", "S7", "SA"}
    third = table.play(
        declarer, "P 1NT P 3NT P P P", "SJ S6 S2", dummy=dummy, dealer="E", seconds=0
    )
    assert third.card in {"S4", "SQ", "SK"}


def test_a_format_that_is_listed_is_read_by_its_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(text: str, file: str) -> list[dowager.Board]:
        return formats.read_pbn(text.removeprefix("mine\n"), file)

    mine = formats.BoardFormat("mine", "Mine", read, lambda boards: "mine\n" + write_pbn(boards))
    monkeypatch.setitem(formats.FORMATS, mine.name, mine)
    boards = dowager.read_boards(DATA / "demo.pbn")
    (tmp_path / "boards.MINE").write_text(mine.write(boards), encoding="utf-8")
    assert dowager.read_boards(tmp_path / "boards.MINE") == boards


# -- systems as a whole ----------------------------------------------------------------------------

TINY = str(DATA / "tiny")


def test_a_check_finds_what_the_command_finds(run: Dowager) -> None:
    report = dowager.check(dowager.load(TINY), boards=60, depth=4)
    answer = run("check", TINY, "--boards", "60", "--depth", "4", "--json").json
    assert [finding.text for finding in report.faults] == [
        each["text"] for each in answer["faults"]
    ]
    assert report.faults and {finding.kind for finding in report.findings} <= {*dowager.FindingKind}
    for finding in report.faults:
        if finding.hand is not None:
            assert finding.situation is not None
            dowager.Table(TINY).bid(finding.hand, finding.situation.auction)


def test_a_difference_is_a_hand_that_the_two_systems_bid_differently() -> None:
    comparison = dowager.diff(TINY, Path(TINY) / ".." / "tiny", boards=20)
    assert comparison.verdict is dowager.DiffVerdict.EQUIVALENT and not comparison.partings
    comparison = dowager.diff(dowager.load(TINY), "natural", boards=20, first_only=True)
    assert comparison.verdict is dowager.DiffVerdict.DIFFERENT
    parting = next(parting for parting in comparison.partings if parting.difference.hand)
    hand, auction = parting.difference.hand, parting.situation.auction
    assert hand is not None and parting.difference.aspect is dowager.Aspect.CALL
    old, new = (dowager.Table(system).bid(hand, auction) for system in (TINY, "natural"))
    assert parting.difference.old is not None and parting.difference.new is not None
    assert (old.call, new.call) == (parting.difference.old.call, parting.difference.new.call)


def test_a_revision_in_git_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TINY, tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    who = ("-c", "user.name=N", "-c", "user.email=n@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "first")):
        subprocess.run(["git", *words], check=True)
    same = dowager.diff("HEAD:tiny", Path("tiny"), boards=10)
    assert same.verdict is dowager.DiffVerdict.EQUIVALENT
    with pytest.raises(dowager.InputError, match="there is no nowhere"):
        dowager.diff("HEAD:nowhere", "./tiny")


def test_frequencies_are_of_the_side_to_call(run: Dowager) -> None:
    """By hand: 30,897,212,184 of 635,013,559,600 hands are balanced with 15 to 17 HCP."""
    openings = dowager.frequency(TINY)
    notrump = {call.call: call.share for call in openings.calls}[dowager.Call.NT1]
    assert (notrump.hands, notrump.of) == (30_897_212_184, 635_013_559_600)
    seconds = dowager.frequency(TINY, "P", opponents="natural")
    assert [call.call for call in seconds.calls] == [call.call for call in openings.calls]
    rules = [rule for call in openings.calls for rule in call.rules]
    assert all(rule.location.startswith("tests/data/tiny") and rule.text for rule in rules)
    with pytest.raises(dowager.InputError, match="the auction has ended"):
        dowager.frequency(TINY, "P P P P")


def test_deals_to_practise_are_those_of_the_command(run: Dowager) -> None:
    practice = dowager.practice("sayc", "1NT P", rule="2NT", count=3, rotate=True, they="silent")
    assert not practice.why and len(practice) == 3 == len(practice[:5]) and list(practice)
    words = ("--calls", "1NT P", "--rule", "2NT", "-n", "3", "--rotate", "--silent", "--json")
    answer = run("practice", *words).json
    for deal, each in zip(practice, answer, strict=True):
        assert (str(deal.board.deal), deal.rule) == (each["deal"], each["rule"])
        assert deal.turn == 2 and deal.call is dowager.Call.NT2 and deal.seat is not None
        hands = deal.board.deal
        assert hands is not None and deal.board.calls[: deal.turn]
        before = deal.board.auction.before(deal.turn)
        assert dowager.Table("sayc").bid(hands[deal.seat], before).call is deal.call


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: dowager.practice("sayc"), "say what to practise"),
        (lambda: dowager.practice("sayc", "1NT P", they="loud"), "no opponents 'loud'"),
        (lambda: dowager.practice("sayc", "1NT 2H", they="silent"), "silent opponents pass"),
        (lambda: dowager.practice("sayc", rule="no such rule"), "no rule of sayc is named"),
        (lambda: dowager.book(TINY, "pdf"), "no format 'pdf'"),
        (lambda: dowager.check("saic"), "no system 'saic'"),
    ],
)
def test_bad_questions_about_systems_are_said_in_one_line(ask: object, words: str) -> None:
    with pytest.raises(dowager.InputError, match=words) as raised:
        ask()  # type: ignore[operator]
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("form", "ending"), [("html", "html"), ("markdown", "md"), ("bml", "bml"), ("card", "card")]
)
def test_a_book_is_what_the_command_writes(
    form: str, ending: str, tmp_path: Path, run: Dowager
) -> None:
    file = tmp_path / f"book.{ending}"
    assert not run("document", TINY, "--format", form, "--hands", "300", "-o", str(file)).code
    assert dowager.book(TINY, form, hands=300) == file.read_text(encoding="utf-8")  # type: ignore[arg-type]

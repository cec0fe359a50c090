"""Tests of `dowager diff`: equivalence proved, differences shown by hands and counted exactly."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board, parse_calls
from dowager.authoring.diff import Aspect, Comparison, DiffVerdict, Extent, Parting, compare
from dowager.authoring.diff.changed_sections import changed_sections
from dowager.authoring.diff.swapped_rules import harmless_order
from dowager.bidder import Bidder, decide
from dowager.cards import Hand, Seat, random_deal
from dowager.knowledge.answers import read_condition
from dowager.knowledge.counting import count_hands
from dowager.language.compile import System
from dowager.language.files import load_file, system_names
from mutants import FALSE, FOUND, HARMLESS, OPEN, REFUSED, confirm, files_of, judged
from slips import slips
from support.commands import ROOT, Dowager
from support.systems import shipped, shipped_bidder

FEW = Extent(boards=40, depth=6, seed=4)

BASE = """\
system: base
title: a system to differ from
sections:
  - name: openings
    after: start
    rules:
      - {call: 1NT, name: notrump, hand: "balanced and hcp in 15..17"}
      - {call: 1S, name: spades, hand: "S >= 5 and hcp >= 12"}
      - {call: 1H, name: hearts, hand: "H >= 5 and S <= 4 and hcp >= 12"}
      - {call: 1C, name: the rest, hand: hcp >= 12, forcing: round, alert: at least 12 points}
      - {call: P, name: weak}
  - after: 1S
    rules:
      - {call: 2S, name: raise, hand: "S >= 3 and hcp in 6..10"}
      - {call: 3S, name: limit raise, hand: "S >= 3 and hcp in 11..12"}
  - when: theirs or ours
    rules:
      - {call: 1NT, name: something, hand: hcp >= 6}
      - {call: P, name: nothing}
"""


def system(folder: Path, text: str, name: str = "base") -> System:
    file = folder / name / "system.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return load_file(file)


def compared(folder: Path, old: str, new: str, extent: Extent = FEW) -> Comparison:
    """Compare BASE with one text in place of another; every hand shown is bid in both."""
    assert old in BASE
    before = system(folder, BASE, "old")
    after = system(folder, BASE.replace(old, new), "new")
    found = compare(before, after, extent)
    for parting in found.partings:
        confirm(parting, before, after)
    return found


def at_start(found: Comparison, vulnerability: Vulnerability = Vulnerability.NONE) -> list[Parting]:
    return [
        one
        for one in found.partings
        if not one.situation.calls and one.situation.vulnerability is vulnerability
    ]


# --- equivalent


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: notrump", "name: strong notrump"),
        ("hcp >= 12, forcing: round", "12 <= hcp, forcing: round"),
        ("S <= 4 and hcp >= 12", "hcp >= 12 and S <= 4"),
        ("- name: openings", "- name: openings\n    about: words for people"),
    ],
)
def test_words_make_no_difference(tmp_path: Path, old: str, new: str) -> None:
    found = compared(tmp_path, old, new)
    assert found.verdict is DiffVerdict.EQUIVALENT and not found.partings


SPADES = '      - {call: 1S, name: spades, hand: "S >= 5 and hcp >= 12"}\n'
HEARTS = '      - {call: 1H, name: hearts, hand: "H >= 5 and S <= 4 and hcp >= 12"}\n'
NOTRUMP = '      - {call: 1NT, name: notrump, hand: "balanced and hcp in 15..17"}\n'


def test_rules_without_a_hand_in_common_may_change_places(tmp_path: Path) -> None:
    found = compared(tmp_path, SPADES + HEARTS, HEARTS + SPADES)
    assert found.verdict is DiffVerdict.EQUIVALENT and not found.positions


def test_rules_with_a_hand_in_common_may_not(tmp_path: Path) -> None:
    found = compared(tmp_path, NOTRUMP + SPADES, SPADES + NOTRUMP)
    assert found.verdict is DiffVerdict.DIFFERENT
    [parting] = at_start(found)
    difference = parting.difference
    assert difference.old and difference.new
    assert (difference.old.call, difference.new.call) == (Call.NT1, Call.S1)
    both = read_condition("balanced and hcp in 15..17 and S >= 5")
    assert count_hands(difference.node) == count_hands(both)


def test_a_dead_rule_can_go_and_that_is_proved_in_all_auctions(tmp_path: Path) -> None:
    dead = SPADES + SPADES.replace("1S", "1D").replace("hcp >= 12", "hcp >= 14")
    before = system(tmp_path, BASE.replace(SPADES, dead), "old")
    found = compare(before, system(tmp_path, BASE, "new"), FEW)
    assert found.verdict is DiffVerdict.EQUIVALENT
    assert found.auctions == 16  # after no to three passes, at four vulnerabilities


def test_a_change_where_no_pattern_tells_is_proved_only_where_looked(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        "      - {call: P, name: nothing}\n",
        "      - {call: P, name: nothing}\n      - {call: 2C, name: never}\n",
    )
    assert found.verdict is DiffVerdict.ALIKE
    assert found.positions > 20 and 0.9 < found.coverage <= 1


@pytest.mark.thorough
def test_sayc_with_rules_swapped_that_share_no_hand(tmp_path: Path) -> None:
    """A swap of SAYC's own rules that is proved harmless: hundreds of calls stay the same."""
    base, systems = shipped("sayc"), ROOT / "systems"
    swapped = [slip for slip in slips(systems, files_of(base), 3, 60) if slip.kind == "swapped"]
    harmless = []
    for slip in swapped:
        if harmless:
            break
        edited = load_file(slip.write(systems, tmp_path) / "sayc" / "system.yaml")
        if changed_sections(base, edited).nothing:
            harmless.append(slip)
            assert compare(base, edited, FEW).verdict is DiffVerdict.EQUIVALENT
            _same_calls(base, edited, 25)
        slip.undo(systems, tmp_path)
    assert harmless


def _same_calls(old: System, new: System, boards: int) -> None:
    random, bidders = Random(8), (Bidder(old), Bidder(new))
    for number in range(1, boards + 1):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        assert bidders[0].bid(deal, start) == bidders[1].bid(deal, start)


def test_rules_that_ask_what_others_have_shown_are_not_swapped_blindly(tmp_path: Path) -> None:
    one = "{call: 2S, name: raise, hand: S + partner.S.min >= 8 and hcp <= 9}"
    other = "{call: 3S, name: more, hand: S + partner.S.min <= 7 and hcp <= 9}"
    text = "system: x\nsections:\n  - {after: 1S, rules: [%s, %s]}\n"
    old = system(tmp_path, text % (one, other), "old")
    new = system(tmp_path, text % (other, one), "new")
    assert not harmless_order(old.sections[0], new.sections[0])


# --- different


def test_a_moved_threshold_is_counted_exactly(tmp_path: Path) -> None:
    found = compared(tmp_path, "hcp in 15..17", "hcp in 15..16")
    partings = at_start(found)
    wanted = read_condition("balanced and hcp == 17")
    assert sum(count_hands(one.difference.node) or 0 for one in partings) == count_hands(wanted)
    assert {one.difference.old.call for one in partings if one.difference.old} == {Call.NT1}
    assert all(one.first and one.boards == FEW.boards for one in partings)
    later = [one for one in found.partings if not one.first]
    assert all(one.situation.calls for one in later)


@pytest.mark.parametrize(
    ("old", "new", "aspect"),
    [
        (", forcing: round", "", Aspect.FORCE),
        ("at least 12 points", "at least 11 points", Aspect.ALERT),
        (", forcing: round", ", forcing: round, artificial: true", Aspect.MEANING),
        (", forcing: round", ", forcing: round, tags: [strong]", Aspect.MEANING),
    ],
)
def test_what_a_call_is_counts_too(tmp_path: Path, old: str, new: str, aspect: Aspect) -> None:
    found = compared(tmp_path, old, new)
    [parting] = at_start(found)
    assert parting.difference.aspect is aspect
    assert parting.difference.old and parting.difference.old.call is Call.C1


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        ("forcing: round", "forcing: game", {"forcing": ("round", "game")}),
        (", alert: at least 12 points", "", {"alert": ("at least 12 points", "no")}),
        (
            "hand: hcp >= 12, forcing: round",
            "hand: hcp >= 12, shows: [H, S], artificial: true",
            # an artificial call is not judged, either
            {"artificial": ("no", "yes"), "forcing": ("round", "no"), "shows": ("none", "H, S"),
             "judge": ("near", "no")},
        ),
        ("alert: at least", "agrees: C, tags: [b, a], alert: at least",
         {"agrees": ("none", "C"), "tags": ("none", "a, b")}),
    ],
)  # fmt: skip
def test_a_difference_says_in_what(
    tmp_path: Path, old: str, new: str, keys: dict[str, tuple[str, str]]
) -> None:
    assert compared(tmp_path, old, new).partings[0].difference.keys == keys


def test_a_pass_that_is_meant_differs_from_one_that_is_not(tmp_path: Path) -> None:
    found = compared(tmp_path, "{call: P, name: weak}", "{call: P, name: weak, to_play: true}")
    [parting] = at_start(found)
    assert parting.difference.aspect is Aspect.MEANING
    assert parting.difference.old and parting.difference.old.call is Call.PASS


def test_a_hand_without_a_rule_differs_from_one_with(tmp_path: Path) -> None:
    weak = "      - {call: P, name: weak}\n"
    lost = compared(tmp_path, weak, weak.replace("weak}", "weak, hand: hcp <= 11}"))
    assert lost.verdict is DiffVerdict.EQUIVALENT  # eleven or fewer is all that is left
    lost = compared(tmp_path, weak, weak.replace("weak}", "weak, hand: hcp <= 10}"))
    [parting] = at_start(lost)
    assert parting.difference.old and parting.difference.new is None
    before, after = (tmp_path / "new", tmp_path / "old")
    found = compare(
        load_file(before / "system.yaml"), load_file(after / "system.yaml"), FEW
    )  # the other way round
    [parting] = at_start(found)
    assert parting.difference.old is None and parting.difference.new


def test_the_first_difference_is_enough_when_asked(tmp_path: Path) -> None:
    before = system(tmp_path, BASE, "old")
    after = system(tmp_path, BASE.replace("15..17", "14..16"), "new")
    assert len(compare(before, after, FEW, first_only=True).partings) == 1


# --- slips


@pytest.mark.thorough
def test_slips_in_sayc_are_found_or_proved_harmless(tmp_path: Path) -> None:
    """`python tools/mutants.py --each 45` judges more than two hundred."""
    sayc = shipped("sayc")
    found = slips(ROOT / "systems", files_of(sayc), 8, 2)
    outcomes = {
        slip.name: judged(slip, sayc, tmp_path, Extent(boards=30, depth=8, seed=1))
        for slip in found
    }
    assert {outcome.word for outcome in outcomes.values()} <= {
        FOUND,
        FALSE,
        HARMLESS,
        REFUSED,
        OPEN,
    }
    undecided = [name for name, outcome in outcomes.items() if outcome.word == OPEN]
    refused = [name for name, outcome in outcomes.items() if outcome.word == REFUSED]
    assert len(undecided) + len(refused) <= 1, (undecided, refused)
    words = [outcome.word for outcome in outcomes.values()]
    assert words.count(FOUND) + words.count(FALSE) >= 5


# --- the command, and git


def test_the_command(tmp_path: Path, run: Dowager) -> None:
    system(tmp_path, BASE, "old")
    system(tmp_path, BASE.replace("15..17", "15..16"), "new")
    old, new = f"{tmp_path}/old", f"{tmp_path}/new"
    few = ("--boards", "30", "--depth", "4")
    result = run("diff", old, new, *few)
    assert result.code == 1
    assert "after start: 1.15% of the hands here, 7,332,174,216 hands" in result.out
    assert "different: a hand shows it." in result.out
    told = json.loads(run("diff", old, new, *few, "--json").out)
    assert told["verdict"] == "different"
    first = told["differences"][0]
    assert (first["old"]["call"], first["new"]["call"]) == ("1NT", "1C")
    assert first["vul"] == ["none", "ns", "ew", "both"] and first["share"]["exact"]
    result = run("diff", old, old, *few)
    assert (result.code, result.out.splitlines()[0]) == (
        0, "equivalent: the rules are the same, or swapped without effect.",
    )  # fmt: skip
    assert run("diff", old, "nowhere").code == 2


def _git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_a_revision_where_there_is_no_git(
    tmp_path: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("diff", "HEAD:mine", "natural")
    assert told.code == 2
    assert told.err.splitlines()[-1].endswith(
        f"'HEAD:mine' names a git revision, and {tmp_path} is in no repository; "
        "for a system that is not in git, give the path of its folder"
    )


def test_revisions_in_git(tmp_path: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules beside the system are those of the revision, too."""
    monkeypatch.chdir(tmp_path)
    module = tmp_path / "mine" / "openings.yaml"
    text = BASE.replace("system: base", "module: openings").replace(
        "title: a system to differ from\n", ""
    )
    module.parent.mkdir()
    (module.parent / "system.yaml").write_text("system: mine\nuse: [openings]\nsections: []\n")
    module.write_text(text)
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "--quiet", "--message", "first")
    few = ("--boards", "20", "--depth", "3")
    assert run("diff", "HEAD:mine", "mine/", *few).code == 0
    module.write_text(text.replace("15..17", "15..16"))
    result = run("diff", "HEAD:mine", "mine/", *few)
    assert result.code == 1 and "old 1NT  notrump (mine/openings.yaml:" in result.out
    _git(tmp_path, "commit", "--quiet", "--all", "--message", "second")
    assert run("diff", "HEAD~1:mine", "HEAD:mine/system.yaml", *few).code == 1
    for wrong, said in {
        "HEAD~9:mine": "'HEAD~9' is no revision of the git repository",
        "HEAD:yours": "there is no yours/system.yaml in HEAD",
        "--upload-pack=x:mine": "'--upload-pack=x' is not a revision",
        ":mine": "'' is not a revision",
    }.items():
        result = run("diff", "--", wrong, "mine/")
        assert result.code == 2 and len(result.err.splitlines()) == 1, wrong
        assert said in result.err


@pytest.mark.thorough
def test_systems_that_differ_all_over_are_not_searched_to_the_end(run: Dowager) -> None:
    """Thousands of differences: the frequent ones are proved, and boards show others."""
    done = run("diff", "natural", "sayc", "--boards", "15", "--json")
    answer = done.json
    assert done.code == 1 and answer["plenty"] and answer["coverage"] == 0
    first = answer["differences"][0]
    assert first["calls"] == [] and first["share"]["share"] > 0.01
    words = run("diff", "natural", "sayc", "--boards", "15", "--top", "1").out
    assert "rare positions were compared by random boards' hands alone" in words


APART = [
    ("natural", "polish_club"),
    ("sayc", "two_over_one"),
    ("natural", "acol"),
    ("natural", "precision"),
]
"""Every shipped system; two that differ in most of their patterns take minutes."""


def test_every_shipped_system_is_told_apart_from_another() -> None:
    assert {name for pair in APART for name in pair} == {*system_names()}


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new"), APART)
def test_hands_that_tell_shipped_systems_apart_are_bid_as_said(
    run: Dowager, old: str, new: str
) -> None:
    """Every hand is bid again by both."""
    walk = ("--boards", "5", "--depth", "4", "--top", "1000")
    answer = run("diff", old, new, *walk, "--json").json
    found = [
        each
        for each in answer["differences"]
        if each["aspect"] == "call" and each["part_scores"] == [0, 0] and each["scoring"] == "imps"
    ]
    assert answer["verdict"] == "different" and len(found) >= 20
    for each in found:
        auction = Auction.of_calls(
            Seat.NORTH, Vulnerability.parse(each["vul"][0]), parse_calls(each["calls"])
        )
        for name, side in ((old, "old"), (new, "new")):
            chosen = decide(shipped_bidder(name).view(auction), Hand.parse(each["hand"]))
            assert str(chosen.call) == each[side]["call"], (name, each)

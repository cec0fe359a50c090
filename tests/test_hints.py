"""Tests of `dowager check --fix-hints`: each hint is put into the text, which is checked anew."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from dowager.authoring.check import (
    Extent,
    Finding,
    FindingKind,
    HintLimits,
    Report,
    check_system,
    with_hints,
)
from dowager.authoring.check.hints.numbers import NumberChange, Sources
from dowager.knowledge.answers import read_condition
from dowager.knowledge.counting import count_hands
from dowager.language.files import SystemFile
from support.commands import ROOT, Dowager
from support.pages import blocks_of, write_file

SMALL = Extent(boards=40, depth=6, seed=3)

HEAD = """\
system: small
title: a system for one test
"""
SILENT = """
  - {when: ours, rules: [{call: P, name: enough}]}
  - {when: theirs and not forced, rules: [{call: P, name: nothing to say}]}
"""


pytestmark = pytest.mark.usefixtures("empty_cache")


def system(folder: Path, sections: str, head: str = "", silent: str = SILENT) -> Path:
    """Write a system of some sections, with opponents who are silent."""
    file = folder / "small" / "system.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEAD + head + "sections:\n" + sections.strip("\n") + silent)
    return file


def hinted(file: Path, limits: HintLimits | None = None) -> Report:
    report = check_system(str(file), SMALL)
    return with_hints(report, str(file), limits=limits or HintLimits())


def only(report: Report, kind: FindingKind) -> Finding:
    [finding] = [finding for finding in report.findings if finding.kind is kind]
    return finding


def opening_hole(report: Report) -> Finding:
    """Return the hole of the first seat; what has no name is about no rule."""
    [finding] = [one for one in report.faults if one.kind is FindingKind.HOLE and not one.name]
    return finding


def mended(report: Report, finding: Finding, folder: Path) -> tuple[str, str]:
    """Put a hint into its file and check from scratch: the fault is gone and no other is there.

    Returns:
        The line as it was, and as it is now; blanks left out.
    """
    fix = finding.fix
    assert fix is not None and f"{fix.file}:{fix.line}: " in finding.hint, finding.hint
    file = Path(fix.file)
    lines = file.read_text().splitlines(keepends=True)
    assert lines[fix.line - 1] == fix.old + "\n"
    lines[fix.line - 1] = fix.new + "\n"
    file.write_text("".join(lines))
    after = check_system(str(folder / "small" / "system.yaml"), SMALL)
    before = {one.key for one in report.faults}
    assert {one.key for one in after.faults} <= before - {finding.key}
    return fix.old.strip(), fix.new.strip()


OPENINGS = """
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: "balanced and hcp in 15..17"}
      - {call: 1C, name: the rest, hand: hcp >= 12}
      - {call: P, name: weak, hand: hcp <= 10}
"""


# --- holes


def test_a_hole_of_one_point_is_closed_by_one_point(tmp_path: Path) -> None:
    report = hinted(system(tmp_path, OPENINGS))
    finding = opening_hole(report)
    # two changes of one close it; `hcp >= 11` and `hcp <= 11` move the same hands
    assert "hcp >= 12 -> hcp >= 11" in finding.hint or "hcp <= 10 -> hcp <= 11" in finding.hint
    assert f"{count_hands(read_condition('hcp == 11')):,} hands call otherwise" in finding.hint
    old, new = mended(report, finding, tmp_path)
    assert old.replace("12", "11") == new or old.replace("10", "11") == new


def test_a_hole_of_three_points_takes_a_change_of_three(tmp_path: Path) -> None:
    report = hinted(system(tmp_path, OPENINGS.replace("<= 10", "<= 8")))
    old, new = mended(report, opening_hole(report), tmp_path)
    assert (old.replace("hcp <= 8", "hcp <= 11") == new) is not (
        old.replace("hcp >= 12", "hcp >= 9") == new
    )


def test_the_change_that_moves_the_fewest_hands_is_taken(tmp_path: Path) -> None:
    sections = """
  - after: start
    rules:
      - {call: 1C, name: many, hand: "hcp >= 12 and C >= 1"}
      - {call: 1D, name: few, hand: "hcp >= 12 and C <= 0 and S >= 3"}
      - {call: 1H, name: fewer, hand: "hcp >= 12 and C <= 0 and S <= 1"}
      - {call: P, name: weak, hand: hcp <= 11}
"""
    report = hinted(system(tmp_path, sections))
    finding = opening_hole(report)
    hole = count_hands(read_condition("hcp >= 12 and C == 0 and S == 2"))
    assert f"; {hole:,} hands call otherwise there" in finding.hint
    mended(report, finding, tmp_path)


def test_no_single_number_closes_a_hole_in_two_places(tmp_path: Path) -> None:
    sections = """
  - after: start
    rules:
      - {call: 1C, name: clubs, hand: "hcp >= 12 and C >= 4"}
      - {call: 1D, name: diamonds, hand: "hcp >= 12 and D >= 6"}
      - {call: 1S, name: spades, hand: "hcp >= 25 and S >= 6"}
      - {call: P, name: weak, hand: hcp <= 3}
"""
    report = hinted(system(tmp_path, sections))
    finding = opening_hole(report)
    assert finding.fix is None
    assert finding.hint == "no change of one number by up to 3 was found to mend it"


def test_a_change_that_brings_another_fault_is_not_proposed(tmp_path: Path) -> None:
    """The pass could take eleven points, but then its alert would be false; 1C must take them."""
    alert = 'hand: hcp <= 10, alert: "at most 10 points"'
    report = hinted(system(tmp_path, OPENINGS.replace("hand: hcp <= 10", alert)))
    finding = opening_hole(report)
    assert "hcp >= 12 -> hcp >= 11" in finding.hint
    mended(report, finding, tmp_path)


def test_a_change_that_spoils_a_later_position_is_not_proposed(tmp_path: Path) -> None:
    """If 1C may have eleven points, its rebid has a hole there; so the pass takes them."""
    rebids = """
  - after: 1C
    rules:
      - {call: 1D, name: waiting}
  - after: 1C (P) 1D
    rules:
      - {call: 1H, name: more, hand: hcp >= 12}
"""
    silent = SILENT.replace("when: ours", "when: ours and rho.last(P) and not partner.called(1D)")
    report = hinted(system(tmp_path, OPENINGS + rebids.strip("\n"), silent=silent))
    finding = opening_hole(report)
    assert "hcp <= 10 -> hcp <= 11" in finding.hint
    mended(report, finding, tmp_path)


# --- definitions and modules


def test_the_number_may_stand_in_a_definition_of_a_definition(tmp_path: Path) -> None:
    sections = OPENINGS.replace("hcp >= 12", "sound")
    sections = sections.replace("hand: hcp <= 10", 'hand: hcp <= 10, alert: "at most 10 points"')
    define = "define:\n  least: 12\n  sound: hcp >= least\n"
    report = hinted(system(tmp_path, sections, define))
    assert mended(report, opening_hole(report), tmp_path) == ("least: 12", "least: 11")


def test_the_number_may_stand_in_a_module_beside_on_a_line_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    words = tmp_path / "small" / "words.yaml"
    words.write_bytes(
        "\ufeffmodule: words\r\ndefine:\r\n  # é\r\n  weak: >-\r\n    hcp\r\n    < 11\r\n".encode()
    )
    sections = OPENINGS.replace("hcp <= 10", "weak")
    sections = sections.replace("hand: hcp >= 12", 'hand: hcp >= 12, alert: "at least 12 points"')
    report = hinted(system(tmp_path, sections, "use: words\n"))
    finding = opening_hole(report)
    assert finding.fix is not None
    assert (finding.fix.line, finding.fix.old, finding.fix.new) == (6, "    < 11", "    < 12")
    assert f"{words}:6: weak: hcp < 11 -> hcp < 12 (closes the hole" in finding.hint
    words.write_bytes(words.read_bytes().replace(b"< 11", b"< 12"))
    assert not check_system(str(tmp_path / "small" / "system.yaml"), SMALL).faults


def test_a_number_that_an_argument_puts_in_is_changed_where_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    module = tmp_path / "small" / "passes.yaml"
    module.write_text(
        "module: passes\nparameters: {most: 3, weak: hcp <= 3}\nsections:\n  - after: start\n"
        "    rules:\n      - {call: P, name: a, hand: S >= $most}\n"
        "      - {call: P, name: b, hand: $weak}\n"
    )
    rest = OPENINGS[: OPENINGS.index("      - {call: P")].replace("12", "6")
    rest = rest.replace("hand: hcp >= 6", 'hand: hcp >= 6, alert: "at least 6 points"')
    use = "use:\n  - passes:\n      most: 4\n      weak: hcp <= 4\n"
    report = hinted(system(tmp_path, rest, use))
    finding = opening_hole(report)
    assert mended(report, finding, tmp_path) == ("weak: hcp <= 4", "weak: hcp <= 5")
    sources = Sources(SystemFile(tmp_path / "small" / "system.yaml"))
    numbers = {rule.name: sources.numbers(rule.number) for rule in sources.system.rules}
    assert numbers["a"] == () and [one.word for one in numbers["b"]] == ["5"]


def test_one_rule_compiled_with_a_change_is_as_in_the_whole_system(tmp_path: Path) -> None:
    raises = """
  - after: 1M
    rules:
      - {call: 2M, hand: "M in {3, 4} and not shape(4-3-3-3) and hcp in 6..9"}
"""
    sections = OPENINGS.replace("hcp >= 12", "sound") + raises.strip("\n")
    define = "define:\n  sound: hcp >= 12 and rule_of_20 >= 20 and S * 2 <= 13\n"
    file = system(tmp_path, sections, define)
    sources = Sources(SystemFile(file))
    words = []
    for rule in sources.system.rules:
        for number in sources.numbers(rule.number):
            words.append(number.word)
            change = NumberChange(number, number.value + 1)
            one, whole = sources.rule(rule.number, change), sources.edited(change)
            assert one is not None
            assert one.hand.written == whole.rules[rule.number].hand.written
            assert one.hand.written != rule.hand.written
    # no factor, no shape, no name with a number in it
    assert words == ["15", "17", "12", "20", "13", "10", "3", "4", "6", "9"]
    assert file.read_text() == HEAD + define + "sections:\n" + sections.strip("\n") + SILENT


# --- the other faults


def test_an_overlap_by_one_card_ends(tmp_path: Path) -> None:
    sections = """
  - after: start
    alternatives: true
    rules:
      - {call: 1S, name: spades, hand: "hcp >= 12 and S >= 5"}
      - {call: 1H, name: others, hand: "hcp >= 12 and S <= 5"}
      - {call: P, name: weak, hand: hcp <= 11}
"""
    report = hinted(system(tmp_path, sections))
    finding = only(report, FindingKind.OVERLAP)
    assert report.faults == (finding,)
    # S >= 6 ends it as well; but hands of five spades are 1S now, and would be 1H
    assert finding.hint.endswith(" and brings no new fault; no hand calls otherwise)")
    old, new = mended(report, finding, tmp_path)
    assert old.replace("S <= 5", "S <= 4") == new


DEAD = """
  - after: start
    rules:
      - {call: 1S, name: spades, hand: "S >= 5 and hcp >= 10"}
      - {call: 2C, name: strong spades, hand: "S >= 5 and hcp >= 12"}
      - {call: P, name: the rest}
"""


def test_a_dead_rule_is_given_hands(tmp_path: Path) -> None:
    report = hinted(system(tmp_path, DEAD))
    finding = only(report, FindingKind.DEAD)
    assert "gives the rule hands" in finding.hint
    mended(report, finding, tmp_path)


def test_a_contradiction_is_mended_by_the_point_that_makes_it(tmp_path: Path) -> None:
    sections = """
  - after: start
    rules:
      - {call: 1NT, name: weak notrump, hand: "balanced and hcp in 12..14"}
      - {call: P, name: the rest}
  - after: 1NT (P) 2NT
    rules:
      - {call: 3NT, name: a maximum, hand: hcp >= 15}
      - {call: P, name: no more}
  - after: 1NT
    rules:
      - {call: 2NT, name: invitation, hand: hcp >= 11}
      - {call: P, name: enough}
"""
    report = hinted(system(tmp_path, sections))
    finding = only(report, FindingKind.CONTRADICTION)
    assert "hcp >= 15 -> hcp >= 14" in finding.hint
    mended(report, finding, tmp_path)
    fixed = sections.replace("hcp >= 15", "hcp - 15 - jacks + jacks >= 0")  # no threshold
    report = hinted(system(tmp_path, fixed))
    finding = only(report, FindingKind.CONTRADICTION)
    fifteen = count_hands(read_condition("balanced and hcp == 15"))
    assert "12..14 -> balanced and hcp in 12..15 (gives the rule hands" in finding.hint
    assert f"{fifteen:,} hands call otherwise after P" in finding.hint
    mended(report, finding, tmp_path)


def test_a_pass_of_a_force_is_ended_by_a_threshold(tmp_path: Path) -> None:
    sections = """
  - after: start
    rules:
      - {call: 2C, name: strong, hand: hcp >= 20, artificial: true, forcing: round}
      - {call: P, name: the rest}
  - after: 2C
    rules:
      - {call: 2H, name: hearts, hand: "H >= 5"}
      - {call: 2D, name: anything, hand: hcp >= 1}
"""
    report = hinted(system(tmp_path, sections))
    finding = only(report, FindingKind.FORCE)
    assert "hcp >= 1 -> hcp >= 0" in finding.hint
    mended(report, finding, tmp_path)
    dead = sections + "      - {call: P, name: nothing}\n"  # for which no hand would be left
    finding = only(hinted(system(tmp_path, dead)), FindingKind.FORCE)
    assert finding.fix is None and finding.hint.startswith("no change of one number")


@pytest.mark.parametrize(
    ("words", "new"),
    [
        ("exactly five spades", None),
        ("exactly four spades", None),
        ("at least five cards in each major", "at least four cards in each major"),
        ("At least 6 spades", "At least 5 spades"),
    ],
)
def test_a_false_alert_gets_the_number_that_is_true(
    tmp_path: Path, words: str, new: str | None
) -> None:
    sections = f"""
  - after: start
    rules:
      - call: 2D
        name: both majors
        hand: S >= 5 and H >= 4
        artificial: true
        shows: [S, H]
        alert: {words}
      - {{call: P, name: the rest}}
  - after: 2D
    rules: [{{call: 2S, name: spades}}]
"""
    report = hinted(system(tmp_path, sections))
    finding = only(report, FindingKind.FALSE_ALERT)
    if new is None:
        # spades have no upper threshold to move; "exactly one spades" is not understood
        assert finding.fix is None
        return
    assert mended(report, finding, tmp_path) == (f"alert: {words}", f"alert: {new}")
    assert finding.hint.endswith(
        "(makes the alert true and brings no new fault; no hand calls otherwise)"
    )


# --- limits and words


def test_faults_beyond_the_limit_are_counted(tmp_path: Path) -> None:
    answers = "  - {after: 1C, rules: [{call: P, name: content, hand: hcp <= 9}]}\n"
    ours = SILENT.replace("when: ours", "when: ours and not partner.last(1C)")
    report = hinted(system(tmp_path, OPENINGS + answers, silent=ours), HintLimits(faults=1))
    assert [one.hint != "" for one in report.faults] == [True, False]
    assert report.unhinted == 1


def test_it_says_when_it_gave_up(tmp_path: Path) -> None:
    far = OPENINGS.replace("<= 10", "<= 8")
    some = hinted(system(tmp_path, far), HintLimits(trials=1)).faults[0]
    assert some.fix is None and some.hint.endswith("; 1 were tried, and there are more")
    assert hinted(system(tmp_path, far), HintLimits(trials=6)).faults[0].fix is not None
    ticks = iter(range(1000))
    late = HintLimits(seconds=3, clock=lambda: next(ticks))
    assert hinted(system(tmp_path, far), late).faults[0].hint == "none found in 3 seconds"


def test_the_command_prints_hints_and_gives_them_as_objects(tmp_path: Path, run: Dowager) -> None:
    file = system(tmp_path, OPENINGS)
    size = ("--boards", "20", "--depth", "4", "--jobs", "1")
    plain = run("check", str(file), *size)
    assert (plain.code, "hint:" in plain.out) == (1, False)
    said = run("check", str(file), *size, "--fix-hints")
    assert said.code == 1 and "\n    hint: " in said.out and "closes the hole" in said.out
    faults = run("check", str(file), *size, "--fix-hints", "--json").json["faults"]
    fix = faults[0]["fix"]
    assert set(fix) == {"file", "line", "old", "new"} and fix["file"] == str(file)
    assert file.read_text().splitlines()[fix["line"] - 1] == fix["old"] != fix["new"]
    assert faults[0]["hint"] in said.out
    file.write_text(file.read_text().replace(fix["old"], fix["new"]))
    assert run("check", str(file), *size).code == 0


def test_the_example_of_the_page_about_it_is_true(
    tmp_path: Path, run: Dowager, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, command, shown = blocks_of(ROOT / "docs" / "explanation" / "hints.md")
    write_file(written, tmp_path)
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(command.text)[1:])
    assert result.code == 1 and shown.text in result.out
    file = tmp_path / "small" / "system.yaml"
    file.write_text(file.read_text().replace("hcp >= 12", "hcp >= 11"))  # that would not do
    assert "false alert: " in run("check", "small/", "--boards", "20", "--depth", "2").out


def test_a_change_of_a_file_that_lies_elsewhere_says_so(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text("module: shared\ndefine: {weak: hcp <= 10}\n")
    sections = OPENINGS.replace("hcp <= 10", "weak")
    sections = sections.replace("hand: hcp >= 12", 'hand: hcp >= 12, alert: "at least 12 points"')
    report = hinted(system(tmp_path, sections, "use: shared\n"))
    finding = opening_hole(report)
    assert finding.hint.endswith("; other systems may use this file)")
    mended(report, finding, tmp_path)

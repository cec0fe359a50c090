"""Changes of single rules: by name, in a system that extends another or in its own modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.errors import SystemFaults
from dowager.language.files import load_file, load_system
from support.systems import write_system

BASE = """\
system: base
use: [raises: {suit: H}, raises: {suit: S}]
sections:
  - after: start
    name: openings
    rules:
      - {call: 1NT, name: notrump, hand: hcp in 15..17 and balanced}
      - {call: 1M, name: major, hand: M >= 5}
      - {call: 1D, name: minor, hand: D >= 4}
      - {call: 1C, name: minor}
  - after: 1NT
    name: responses
    rules:
      - {call: 3NT, name: game, hand: hcp >= 10}
      - {call: P, name: weak}
"""
RAISES = """\
module: raises
parameters: {suit: H}
sections:
  - after: 1$suit
    rules:
      - {call: 4$suit, name: game, hand: $suit >= 5}
      - {call: 3$suit, name: limit raise, hand: $suit >= 3 and hcp >= 10}
      - {call: 2$suit, name: raise, hand: $suit >= 3}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_system(tmp_path / "base", BASE)
    (tmp_path / "base" / "raises.yaml").write_text(RAISES)
    return tmp_path


def names(folder: Path, changes: str) -> list[str]:
    """Return the names of a system's rules, in order, after changes of the base."""
    text = f"system: mine\nextends: base\nsections: []\nchange:\n{changes}"
    rules = load_file(write_system(folder / "mine", text)).rules
    return [f"{rule.written} {rule.name}" for rule in rules]


UNCHANGED = [
    *("4H game", "3H limit raise", "2H raise", "4S game", "3S limit raise", "2S raise"),
    *("1NT notrump", "1M major", "1D minor", "1C minor", "3NT game", "P weak"),
]


def changed(**changes: list[str]) -> list[str]:
    """Return the names with some of them replaced by others; "1NT" is the first word of one."""
    return [name for each in UNCHANGED for name in changes.get(f"_{each.split()[0]}", [each])]


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ("", UNCHANGED),
        ("  - {remove: limit raise}\n", changed(_3H=[], _3S=[])),
        ("  - {remove: minor}\n", changed(_1D=[], _1C=[])),
        ("  - {remove: game, in: responses}\n", changed(_3NT=[])),
        ("  - {remove: game, in: raises}\n", changed(_4H=[], _4S=[])),
        (
            "  - replace: minor\n    rules: [{call: 1C, name: any minor}]\n",
            changed(_1D=["1C any minor"], _1C=[]),
        ),
        (
            "  - {replace: notrump, rules: [{1NT: weak}, {2NT: strong, hand: hcp >= 20}]}\n",
            changed(_1NT=["1NT weak", "2NT strong"]),
        ),
        (
            "  - {before: minor, rules: [{2C: strong, hand: hcp >= 20}]}\n",
            changed(_1D=["2C strong", "1D minor"]),
        ),
        (
            "  - {after: minor, rules: [{P: never}]}\n  - {remove: never}\n"
            "  - {after: minor, rules: [{2C: strong, hand: hcp >= 20}]}\n",
            changed(_1C=["1C minor", "2C strong"]),
        ),
        (
            "  - {after: raise, in: raises, rules: [{P: weak, hand: hcp <= 5}]}\n",
            changed(_2H=["2H raise", "P weak"], _2S=["2S raise", "P weak"]),
        ),
        (
            "  - after: weak\n    rules: [{2H: hearts, then: [{P: fine}, {3H: more}]}]\n",
            [*UNCHANGED, "2H hearts", "P fine", "3H more"],
        ),
    ],
)
def test_changes(folder: Path, changes: str, wanted: list[str]) -> None:
    assert names(folder, changes) == wanted


def test_options_decide_on_changes(folder: Path) -> None:
    text = """\
system: mine
extends: base
options: {raises: [limit, none]}
change:
  - {remove: limit raise, if: raises=none}
sections: []
"""
    file = write_system(folder / "mine", text)
    assert len(load_file(file).rules) == 12
    assert len(load_system(f"{file}(raises=none)").rules) == 10


def test_sections_are_told_apart_by_module_or_name(folder: Path) -> None:
    further = "  - name: jumps\n    after: 1NT (X)\n    rules: [{call: 3NT, name: game}]\n"
    nameless = "  - after: 1NT (2C)\n    rules: [{call: 3NT, name: game}]\n"
    write_system(folder / "base", BASE + further + nameless)
    with pytest.raises(SystemFaults) as caught:
        names(folder, "  - {replace: game, rules: [{P: a}]}\n")
    (fault,) = caught.value.faults
    for right in ("`in: raises`", "`in: responses`", "`in: jumps`", "a section that needs a name"):
        assert f"{right} (" in str(fault)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ("  - {remove: limt raise}\n", "5:14: no rule is named 'limt raise'; did you mean 'limit"),
        ("  - {remove: weak, in: raises}\n", "5:14: no rule is named 'weak' in 'raises'"),
        (
            "  - {replace: game, rules: [{P: a}]}\n",
            "5:15: rules named 'game' stand in 2 sections; say in which: `in: raises` (",
        ),
        ("  - {replace: weak}\n", "5:15: `replace` needs `rules:`, a list of rules"),
        ("  - {remove: weak, rules: []}\n", "5:14: `remove` takes no `rules`"),
        ("  - {in: raises}\n", "5:5: a change has one of the keys remove, replace, before, after"),
        ("  - {remove: a, before: b}\n", "5:5: a change has one of the keys"),
        ("  - weak\n", "5:5: a change has one of the keys"),
        ("  a: b\n", "5:3: `change` takes a list of changes"),
        ("  - {remove: weak, inn: raises}\n", "5:20: unknown key 'inn'; did you mean 'in'?"),
        ("  - {after: weak, rules: [{call: 1Q}]}\n", "5:34: no call '1Q'"),
    ],
)
def test_changes_that_are_wrong(folder: Path, changes: str, fault: str) -> None:
    with pytest.raises(SystemFaults) as caught:
        names(folder, changes)
    said = [str(each) for each in caught.value.faults]
    assert any(f"system.yaml:{fault}" in each for each in said), said


ANSWERED = """\
system: base
sections:
  - after: start
    rules:
      - call: 1C
        name: strong
        hand: hcp >= 16
        artificial: true
        then:
          - {1D: negative, hand: hcp <= 7, artificial: true, then: [{1H: after the negative}]}
          - {2C: positive, artificial: true}
      - {P: no opening bid}
"""
OWN_ANSWERS = "rules: [{1C: clubs, hand: C >= 4, then: [{3C: raise, hand: C >= 4}]}]"


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        # another rule for the call without answers of its own has those of the one it replaces
        ("- {replace: strong, rules: [{1C: stronger, hand: hcp >= 17, artificial: true}]}",
         ["stronger", "no opening bid", "negative", "positive", "after the negative"]),
        ("- {replace: strong, rules: [{1m: minor, hand: m >= 4}]}",
         ["minor", "no opening bid", "negative", "positive", "after the negative"]),
        # it has not if it has its own, or if it makes another call
        (f"- {{replace: strong, {OWN_ANSWERS}}}", ["clubs", "no opening bid", "raise"]),
        ("- {replace: strong, rules: [{2C: clubs, hand: C >= 6}]}", ["clubs", "no opening bid"]),
        ("- {remove: strong}", ["no opening bid"]),
        ("- {remove: strong}\n- {before: no opening bid, rules: [{1C: clubs, hand: C >= 4}]}",
         ["clubs", "no opening bid"]),
        ("- {after: strong, rules: [{1C: clubs, hand: C >= 4}]}\n- {remove: strong}",
         ["clubs", "no opening bid", "negative", "positive", "after the negative"]),
        ("- {remove: negative}", ["strong", "no opening bid", "positive"]),
    ],
)  # fmt: skip
def test_answers_go_with_a_rule_unless_another_one_makes_its_call(
    tmp_path: Path, changes: str, left: list[str]
) -> None:
    write_system(tmp_path / "base", ANSWERED)
    text = f"system: mine\nextends: base\nsections: []\nchange:\n{changes}\n"
    found = [rule.name for rule in load_file(write_system(tmp_path / "mine", text)).rules]
    assert found == left


def test_rules_are_removed_in_a_module_that_the_extending_system_uses_already(
    folder: Path,
) -> None:
    text = BASE.replace("sections:", "change: [{remove: limit raise}]\nsections:", 1)
    write_system(folder / "base", text)
    use = "use: [base/raises: {suit: H}]"
    file = write_system(folder / "mine", f"system: mine\nextends: base\n{use}\nsections: []\n")
    assert "limit raise" not in [rule.name for rule in load_file(file).rules]
    # but not in another module, which the extended system does not use
    (folder / "mine" / "raises.yaml").write_text(RAISES)
    file = write_system(folder / "mine", file.read_text().replace("base/raises", "raises"))
    written = [rule.written for rule in load_file(file).rules if rule.name == "limit raise"]
    assert written == ["3H"]


def test_changes_are_made_where_the_extending_system_alone_uses_the_module(folder: Path) -> None:
    text = BASE.replace("use: [raises: {suit: H}, raises: {suit: S}]", "use: [raises]")
    write_system(
        folder / "base",
        text.replace("sections:", "change: [{remove: limit raise}]\nsections:", 1),
    )
    file = write_system(
        folder / "mine", "system: mine\nextends: base\nuse: [base/raises]\nsections: []\n"
    )
    assert [rule.name for rule in load_file(file).rules][:2] == ["game", "raise"]

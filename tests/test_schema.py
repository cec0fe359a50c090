"""The JSON Schema of each kind of file accepts what is shipped and rejects what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from dowager.cli.main import dowager
from dowager.language.compile import RULE_KEYS, SECTION_KEYS
from dowager.language.files import KINDS, data_folder, json_schema
from dowager.language.text import QUIZ_FILE_KEYS, QUIZ_KEYS
from dowager.language.text.keys import (
    BRIEF_RULE_KEYS,
    BRIEF_SECTION_KEYS,
    CARDING_KEYS,
    CHANGE_KEYS,
    LEAD_KEYS,
    LEADS_KEYS,
    MEANING_KEYS,
    MODULE_KEYS,
    SIGNALS_KEYS,
    SYSTEM_KEYS,
    KeyKind,
)

SHIPPED = [
    *((path, "system") for path in sorted(data_folder("systems").glob("*/system.yaml"))),
    *(
        (path, "module")
        for path in sorted(data_folder("systems").glob("*/*.yaml"))
        if path.name != "system.yaml"
    ),
    *((path, "quiz") for path in sorted(data_folder("quizzes").rglob("*.yaml"))),
]

LEADS = "leads: {suit: [], notrump: []}"
SIGNALS = "signals: {attitude: high, count: low}"


def _with_lead(line: str) -> str:
    return f"{{module: x, carding: {{{SIGNALS}, leads: {{suit: [{line}], notrump: []}}}}}}"


BAD = [
    ("system", "title: no name"),
    ("system", "{system: x, sekcions: []}"),
    ("system", "{system: x, sections: [{after: 1NT}]}"),
    ("system", "{system: x, sections: [{rules: [{call: P}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{hand: hcp >= 8}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: P, forcing: maybe}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: P, artificial: perhaps}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: P, to_play: perhaps}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, alternatives: mostly, rules: []}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: P, agrees: NT}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, layer: top, rules: []}]}"),
    ("system", "{system: x, sections: [{after: 1NT, seat: 5, rules: []}]}"),
    ("system", "{system: x, sections: [{after: 1NT, vul: $vul, rules: []}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: []}]}"),
    ("system", "{system: x, sections: [{after: [], rules: [{call: P}]}]}"),
    ("system", "{system: x, sections: [{when: [], rules: [{call: P}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, vul: [], rules: [{call: P}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: []}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: 2C, then: []}]}]}"),
    ("system", "{system: x, sections: [{after: 1NT, rules: [{call: 2C, alert: 15}]}]}"),
    ("system", "{system: x, use: [[nested]]}"),
    ("system", "{system: x, define: {two words: hcp}}"),
    ("system", "{system: x, define: {range: [{is: hcp, if: a=b}, {is: hcp}]}}"),
    ("system", "{system: x, define: {range: [{is: hcp, if: a=b}]}}"),
    ("system", "{system: x, needs: {sound: a word}}"),
    ("system", "{system: x, words: [[nested]]}"),
    ("module", "{module: x, needs: [sound]}"),
    ("system", "{system: x, carding: {leads: {suit: [], notrump: []}}}"),
    ("system", "{system: x, carding: {source: y, signals: {attitude: high, count: low}}}"),
    ("module", f"{{module: x, carding: {{{SIGNALS}, leads: {{suit: []}}}}}}"),
    ("module", f"{{module: x, carding: {{{LEADS}, signals: {{attitude: up, count: low}}}}}}"),
    ("module", "{module: x, carding: $carding}"),
    ("module", _with_lead("{holding: AKx+}")),
    ("module", _with_lead("{holding: AKx+, lead: 6th}")),
    ("module", _with_lead("{holding: xAK, lead: top}")),
    ("module", _with_lead("{holding: AK+, lead: top}")),
    ("module", _with_lead("{holding: [AK, [x]], lead: top}")),
    ("module", "{system: x}"),
    ("module", "{module: x, extends: y}"),
    ("module", "{module: x, parameters: [after]}"),
    ("module", "{module: x, parameters: {style: {one of: [a]}}}"),
    ("module", "{module: x, parameters: {style: {any of: [a, b]}}}"),
    ("quiz", "{quizzes: [{after: 1NT P}]}"),
    ("quiz", "{quizzes: [{after: 1NT P, hands: [{a: P, b: P}]}]}"),
    ("quiz", "{quizzes: [{after: 1NT P, reads: [{P: [a, b]}]}]}"),
    ("quiz", "{quizzes: [{after: 1NT P, vul: red, hands: []}]}"),
    ("quiz", "{quizzes: [{leads: suit}]}"),
    ("quiz", "{quizzes: [{leads: hearts, holdings: [KQ2: K]}]}"),
    ("quiz", "{quizzes: [{leads: suit, holdings: [KQ2: 10]}]}"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_itself_is_valid(kind: str) -> None:
    Draft202012Validator.check_schema(json_schema(kind))


@pytest.mark.parametrize(("path", "kind"), SHIPPED, ids=lambda part: str(part)[-40:])
def test_shipped_files_fit(path: Path, kind: str) -> None:
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    faults = Draft202012Validator(json_schema(kind)).iter_errors(document)
    assert [f"{fault.json_path}: {fault.message}" for fault in faults] == []


@pytest.mark.parametrize(("kind", "text"), BAD)
def test_bad_files_do_not_fit(kind: str, text: str) -> None:
    assert not Draft202012Validator(json_schema(kind)).is_valid(yaml.safe_load(text))


def test_an_argument_may_stand_for_a_value_in_a_module() -> None:
    text = "{module: x, sections: [{after: 1NT, vul: $v, rules: [{call: P, artificial: $a}]}]}"
    assert Draft202012Validator(json_schema("module")).is_valid(yaml.safe_load(text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("system", "{system: x, sections: [{after: 1C, rules: [{2NT: a}], steps: [{name: b}]}]}"),
        ("module", "{module: x, parameters: {style: {one of: [a, b]}, after: 1NT, level: }}"),
    ],
)
def test_what_the_reference_allows_fits(kind: str, text: str) -> None:
    assert Draft202012Validator(json_schema(kind)).is_valid(yaml.safe_load(text))


def test_holdings_and_leads_that_yaml_takes_for_numbers_fit() -> None:
    carding = _with_lead("{holding: [97, 32, 9x], lead: 9}, {holding: $low, lead: $card}")
    assert Draft202012Validator(json_schema("module")).is_valid(yaml.safe_load(carding))
    quiz = "{quizzes: [{leads: notrump, holdings: [97: 9, 9: 9, KQJ2: K]}]}"
    assert Draft202012Validator(json_schema("quiz")).is_valid(yaml.safe_load(quiz))


def test_every_key_is_described_and_every_kind_of_value_is_used() -> None:
    found = [table for kind in KINDS for table in _tables(json_schema(kind))]
    assert all(value["description"] for table in found for value in table.values())
    files = (SYSTEM_KEYS, MODULE_KEYS, SECTION_KEYS, RULE_KEYS, QUIZ_FILE_KEYS, QUIZ_KEYS)
    brief = (BRIEF_SECTION_KEYS, BRIEF_RULE_KEYS, CHANGE_KEYS)
    tables = (*files, *brief, CARDING_KEYS, LEADS_KEYS, LEAD_KEYS, SIGNALS_KEYS, MEANING_KEYS)
    assert {key.kind for table in tables for key in table.values()} == set(KeyKind)


def _tables(schema: dict) -> list[dict]:
    return [schema["properties"], *(part["properties"] for part in schema["$defs"].values())]


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_prints_it(kind: str) -> None:
    done = CliRunner().invoke(dowager, ["schema", "--kind", kind])
    assert done.exit_code == 0
    assert json.loads(done.output) == json_schema(kind)

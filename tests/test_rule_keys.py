"""A key of rules or sections is declared once, and all that asks for keys knows it then.

Digests, differences, the order proof, the book, the schema and the language reference are compared
with the declarations; and keys that are added to a copy of the program work in all of them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from dowager.auction import Auction, Call
from dowager.authoring.book.as_written import read_written
from dowager.authoring.diff.swapped_rules import harmless_order
from dowager.authoring.shared.differences import attributes
from dowager.authoring.shared.digests import face_digest, header_digest, rule_digest
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.language.compile import (
    RULE_KEYS,
    SECTION_KEYS,
    Candidate,
    Rule,
    Section,
    System,
)
from dowager.language.compile.rule import ConditionCache
from dowager.language.files import json_schema, load_file, load_system
from dowager.language.text import Layer, Role
from dowager.language.text.keys import BRIEF_RULE_KEYS, BRIEF_SECTION_KEYS, KeyKind
from dowager.language.tree import UNBOUND
from support.commands import ROOT
from support.systems import write_system

SAMPLES = {
    KeyKind.WORDS: "other words",
    KeyKind.ALERT: "other words",
    KeyKind.FLAG: "true",
    KeyKind.ASKED: "lead(H)",
    KeyKind.WORD_LIST: "[transfer]",
    KeyKind.SUIT: "H",
    KeyKind.SUITS: "[H, S]",
    KeyKind.FORCE: "round",
    KeyKind.ORDER: "down",
    KeyKind.JUDGEMENT: "no",
    KeyKind.LAYER: "natural",
    KeyKind.CALL: "1C",
    KeyKind.CONDITION: "hcp >= 12",
    KeyKind.CONDITIONS: "opening",
    KeyKind.PATTERNS: "1NT",
    KeyKind.SEAT: "2",
    KeyKind.VULNERABLE: "we",
}
"""What a key may say, by its kind; a rule or section without the key says something else."""

RULE_ROLES = [(each.name, each.metadata["role"]) for each in fields(Rule) if each.metadata]
SECTION_ROLES = [
    (each.name, each.metadata["role"])
    for each in fields(Section)
    if each.metadata and each.name != "rules"
]


def _mapping(said: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}"


def _load(folder: Path, *rules: dict[str, str], **section: str) -> System:
    """Load a system of one section."""
    said = {"after": "start"} | section
    said["rules"] = f"[{', '.join(map(_mapping, rules))}]"
    return load_file(write_system(folder, f"system: keys\nsections: [{_mapping(said)}]\n"))


def _sample(key: str) -> dict[str, str]:
    return {key: SAMPLES[RULE_KEYS[key].kind]}


def _candidate(rule: Rule) -> Candidate:
    view = Bidder(load_system("natural")).view(Auction(Seat.NORTH))
    return Candidate(rule, Call.PASS, UNBOUND, Layer.SYSTEM, view, ConditionCache())


def test_every_key_has_a_role_and_a_sample() -> None:
    assert {key for key, _ in RULE_ROLES} == set(RULE_KEYS)
    assert {key for key, _ in SECTION_ROLES} | {"rules"} == set(SECTION_KEYS)
    assert {RULE_KEYS[key].kind for key in RULE_KEYS} <= set(SAMPLES)


@pytest.mark.parametrize(("key", "role"), RULE_ROLES)
def test_digests_know_the_keys_of_rules(tmp_path: Path, key: str, role: Role) -> None:
    without = _load(tmp_path / "without", {"call": "P"})
    with_it = _load(tmp_path / "with", {"call": "P"} | _sample(key))
    old, new = without.rules[0], with_it.rules[0]
    assert (rule_digest(old) == rule_digest(new)) == (role is Role.WORDS)
    one, other = without.sections[0], with_it.sections[0]
    assert (face_digest(one) == face_digest(other)) == (role is not Role.CALL)
    assert header_digest(one) == header_digest(other)


@pytest.mark.parametrize(("key", "role"), RULE_ROLES)
def test_differences_know_what_a_rule_says(tmp_path: Path, key: str, role: Role) -> None:
    old = _load(tmp_path / "without", {"call": "P"}).rules[0]
    new = _load(tmp_path / "with", {"call": "P"} | _sample(key)).rules[0]
    before, after = (attributes(_candidate(rule)) for rule in (old, new))
    differing = [aspect for aspect in before if before[aspect] != after[aspect]]
    assert len(differing) == (role is Role.SAID)


@pytest.mark.parametrize(
    ("key", "role"), [(key, role) for key, role in RULE_ROLES if role in (Role.SAID, Role.WORDS)]
)
def test_the_order_proof_knows_what_a_rule_says(tmp_path: Path, key: str, role: Role) -> None:
    """Two rules for one call, both for weak hands: only what they say forbids a swap."""
    first = {"call": "P", "hand": "hcp <= 10"}
    second = {"call": "P", "hand": "hcp <= 8"} | _sample(key)
    old, new = _load(tmp_path / "old", first, second), _load(tmp_path / "new", second, first)
    assert harmless_order(old.sections[0], new.sections[0]) == (role is Role.WORDS)


@pytest.mark.parametrize(("key", "role"), SECTION_ROLES)
def test_digests_know_the_keys_of_sections(tmp_path: Path, key: str, role: Role) -> None:
    sample = {key: SAMPLES[SECTION_KEYS[key].kind]}
    old = _load(tmp_path / "without", {"call": "P"}).sections[0]
    new = _load(tmp_path / "with", {"call": "P"}, **sample).sections[0]
    assert (header_digest(old) == header_digest(new)) == (role is Role.WORDS)


def test_a_section_without_patterns_is_not_one_that_depends_on_conditions_alone(
    tmp_path: Path,
) -> None:
    """An argument may be an empty list of patterns: such a section never applies."""
    module = "module: m\nparameters: {after: start}\nsections:\n"
    rules = "  - {after: $after, when: opening, rules: [{call: P}]}\n"
    (tmp_path / "m.yaml").write_text(module + rules)
    first, second = (
        load_file(write_system(tmp_path / name, f"system: s\n{words}\n"))
        for name, words in (
            ("never", "use: [m: {after: []}]"),
            ("always", "sections: [{when: opening, rules: [{call: P}]}]"),
        )
    )
    assert not first.general and second.general
    assert header_digest(first.sections[0]) != header_digest(second.sections[0])


@pytest.mark.parametrize("key", [key for key in RULE_KEYS if key not in ("call", "hand", "name")])
def test_the_book_notes_every_key_of_a_rule(tmp_path: Path, key: str) -> None:
    system = _load(tmp_path / "one", {"call": "P"} | _sample(key))
    [module] = read_written(str(tmp_path / "one"), system)
    assert [noted for noted, _ in module.sections[0].rules[0].notes] == [key]


@pytest.mark.parametrize("kind", ["system", "module"])
def test_the_schema_has_every_key_in_order(kind: str) -> None:
    rules, sections = {**RULE_KEYS, **BRIEF_RULE_KEYS}, {**SECTION_KEYS, **BRIEF_SECTION_KEYS}
    for part, keys in (("rule", rules), ("section", sections)):
        properties = json_schema(kind)["$defs"][part]["properties"]
        assert [*properties] == [*keys]
        assert [each["description"] for each in properties.values()] == [
            key.about for key in keys.values()
        ]


# -- a new key -------------------------------------------------------------------------------------

NEW_KEYS = """\
    sure: bool = key(KeyKind.FLAG, Role.SAID, "Whether it is sure.")
    topic: Asked | None = key(KeyKind.ASKED, Role.SAID, "What it is about.")
    marks: frozenset[str] = key(KeyKind.WORD_LIST, Role.SAID, "Marks.")
    denies: tuple[ex.SuitRef, ...] = key(KeyKind.SUITS, Role.SAID, "Suits that it denies.")
    doubted: ex.SuitRef | None = key(KeyKind.SUIT, Role.SAID, "A suit in doubt.")
    reply: Force = key(KeyKind.FORCE, Role.SAID, "What it asks of an opponent.")
    unless: tuple[PublicCondition, ...] = key(KeyKind.CONDITIONS, Role.CALL, "When not.")
    remark: str = key(KeyKind.WORDS, Role.WORDS, "A remark.")
"""
"""Declarations of keys, one of each kind that needs no code of its own."""

PROBE = """\
import json, sys
from dataclasses import fields
from pathlib import Path
from dowager.authoring.diff import Extent, compare
from dowager.authoring.shared.digests import rule_digest
from dowager.language.compile.rule import ConditionCache
from dowager.language.files import json_schema, load_file, load_system

few = Extent(boards=10, depth=2, seed=1)
base, *others = [load_file(Path(folder) / "system.yaml") for folder in sys.argv[1:]]
properties = json_schema("system")["$defs"]["rule"]["properties"]
print(json.dumps({
    "about": {key: each["description"] for key, each in properties.items()},
    "letters": [sorted(system.rules[0].letters) for system in others],
    "digest": [rule_digest(system.rules[0]) == rule_digest(base.rules[0]) for system in others],
    "aspects": [
        [parting.difference.aspect.value for parting in compare(base, system, few).partings[:1]]
        for system in others
    ],
}))
"""


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which further keys of rules are declared, and nothing else."""
    folder = tmp_path_factory.mktemp("edited")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=ignored)
    file = folder / "engine" / "dowager" / "language" / "compile" / "rule.py"
    text = file.read_text(encoding="utf-8")
    before = "    about: str = key("
    assert text.count(before) == 1
    file.write_text(text.replace(before, NEW_KEYS + before), encoding="utf-8")
    return folder


def test_a_new_key_is_declared_and_no_more(edited: Path, tmp_path: Path) -> None:
    said = {
        "sure": "true",
        "topic": "aces",
        "marks": "[a, b]",
        "denies": "[H, other(m)]",
        "doubted": "M",
        "reply": "game",
        "unless": "opening and level == 0",
        "remark": "well",
    }
    names = re.findall(r"^ +(\w+):", NEW_KEYS, flags=re.MULTILINE)
    assert names == list(said)
    assert not {*names} & {*RULE_KEYS}, "rules have such keys by now: choose other names"
    rules = [{}, *({key: value} for key, value in said.items())]
    for number, rule in enumerate(rules):
        written = _mapping({"call": "P", "name": "nothing"} | rule)
        text = f"system: s{number}\nsections: [{{when: passes >= 0, rules: [{written}]}}]\n"
        write_system(tmp_path / f"s{number}", text)
    folders = [str(tmp_path / f"s{number}") for number in range(len(rules))]
    environment = os.environ | {"PYTHONPATH": str(edited / "engine"), "DOWAGER_CACHE": "off"}
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *folders], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    abouts = re.findall(r'"([^"]+)"', NEW_KEYS)
    assert found["about"].items() >= dict(zip(names, abouts, strict=True)).items()
    slots = {"denies": [1], "doubted": [0]}
    assert found["letters"] == [slots.get(key, []) for key in names]
    assert found["digest"] == [key == "remark" for key in names]
    aspect = "what the call is"
    assert found["aspects"] == [[] if key in ("unless", "remark") else [aspect] for key in names]

"""docs/reference/language.md: its examples load; its tables list exactly the words there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
import yaml

from dowager.bidder import read_quizzes
from dowager.cards import holding_name
from dowager.errors import Fault, Span
from dowager.language.compile import RULE_KEYS, SECTION_KEYS
from dowager.language.features import all_features
from dowager.language.files import load_file
from dowager.language.text import Text, fitting, keys, raw_argument, read_pattern
from dowager.language.text.call_grammar import read_call
from dowager.language.text.grammar import Parser
from dowager.language.text.holding_notation import LEAD_WORDS
from dowager.language.text.vocabulary import COMPUTED_CALLS
from dowager.language.tree import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS, is_truth_feature
from dowager.language.tree import expression as ex
from support.commands import ROOT
from support.pages import blocks_of

FILE = ROOT / "docs" / "reference" / "language.md"
PAGE = FILE.read_text(encoding="utf-8")
BLOCKS = blocks_of(FILE)
EXAMPLES = [block.text for block in BLOCKS if block.kind == "yaml"]
SPAN = Span("docs/reference/language.md", 1, 1)


def _kind(example: str) -> str:
    return example.split(":", 1)[0]


def _name(example: str) -> str:
    return example.split("\n", 1)[0].split(":", 1)[1].strip()


def _rows(head: str, after: str = "") -> list[tuple[list[str], str]]:
    """Return the rows of the table with a head: the code in the first column, and the rest."""
    lines = PAGE[PAGE.index(after) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {head} |")) + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        first, rest = re.split(r"(?<!\\)\|", line.strip("| "), maxsplit=1)
        rows.append((re.findall(r"`([^`]+)`", first.replace("\\|", "|")), rest.strip()))
    assert rows
    return rows


def _code(head: str, after: str = "") -> list[str]:
    return [code for codes, _ in _rows(head, after) for code in codes]


# -- examples --------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like `systems/` with all examples in it."""
    for example in EXAMPLES:
        if _kind(example) in ("system", "module"):
            name = _name(example) + ("/system" if _kind(example) == "system" else "")
            path = tmp_path / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example, encoding="utf-8")
    return tmp_path


def test_there_are_examples_of_each_kind() -> None:
    assert {_kind(example) for example in EXAMPLES} == {"system", "module", "quizzes"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n", 1)[0])
def test_an_example_loads(example: str, folder: Path) -> None:
    if _kind(example) == "quizzes":
        path = folder / "quiz.yaml"
        path.write_text(example, encoding="utf-8")
        assert read_quizzes([path])
        return
    path = folder / _name(example) / "system.yaml"
    if _kind(example) == "module":
        path = folder / "wrap" / "system.yaml"
        path.parent.mkdir()
        define = json.dumps(dict.fromkeys(yaml.safe_load(example).get("needs", ()), "hcp >= 10"))
        path.write_text(f"system: wrap\nuse: [{_name(example)}]\ndefine: {define}\n")
    system = load_file(path)
    assert system.rules or system.carding


def test_the_settings_of_the_editor_are_json() -> None:
    (settings,) = [block.text for block in BLOCKS if block.kind == "json"]
    assert "yaml.schemas" in json.loads(settings)


# -- tables of keys --------------------------------------------------------------------------------


def _keys(after: str) -> set[str]:
    return {code.rstrip(":") for code in _code("key", after)}


def _check_listed(listed: set[str], known: set[str], where: str) -> None:
    """See that a table of the page has just the words that there are."""
    assert not known - listed, f"add rows to {where} in {FILE.name}: {known - listed}"
    assert not listed - known, f"{where} in {FILE.name} names what is not there"


def test_the_tables_of_keys_are_complete() -> None:
    carding = (keys.CARDING_KEYS, keys.LEADS_KEYS, keys.LEAD_KEYS, keys.SIGNALS_KEYS)
    for heading, known in (
        ("## Files", {*keys.SYSTEM_KEYS, *keys.MODULE_KEYS}),
        ("### Changes of single rules", {*keys.CHANGE_KEYS}),
        ("## Sections", {*SECTION_KEYS, *keys.BRIEF_SECTION_KEYS}),
        ("## Rules", {*RULE_KEYS, *keys.BRIEF_RULE_KEYS}),
        ("## Carding", {key for table in carding for key in table}),
    ):
        _check_listed(_keys(heading), known, heading)


def test_the_words_of_keys_are_named() -> None:
    sections = {codes[0]: rest for codes, rest in _rows("key", "## Sections")}
    rules = {codes[0]: rest for codes, rest in _rows("key", "## Rules")}
    for word in (*keys.VULNERABILITIES, *(layer.word for layer in keys.Layer)):
        assert f"`{word}`" in sections["vul:"] + sections["layer:"]
    for word in (each.word for each in (*keys.Order, *keys.Force)):
        assert f"`{word}`" in rules["order:"] + rules["forcing:"]


def test_every_word_for_a_lead_is_listed() -> None:
    row = next(rest for codes, rest in _rows("key", "## Carding") if codes == ["lead:"])
    assert set(re.findall("`([^`]+)`", row)) == {"K", *LEAD_WORDS}


# -- holdings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", _rows("holding"), ids=lambda row: row[0][0])
def test_holdings_fit_as_the_table_says(row: tuple[list[str], str]) -> None:
    (pattern,), rest = row
    fits, others = (column.strip().split(", ") for column in rest.split("|"))
    found = {holding_name(int(holding)) for holding in np.flatnonzero(fitting(pattern))}
    assert found.issuperset(fits) and found.isdisjoint(others)


# -- tables of words -------------------------------------------------------------------------------


def _read(code: str) -> ex.Expr:
    return Parser(code, lambda _: SPAN, raw_argument).whole()


def _parts(codes: list[str]) -> list[ex.Part]:
    """Return all parts of some expressions; `.max` continues what stands before it."""
    whole = [code for code in codes if not code.startswith(".")]
    return [part for code in whole for part in ex.walk(_read(code))]


def test_every_feature_is_listed_as_it_is() -> None:
    rows = {re.split(r"\W", codes[0])[0]: (codes, rest) for codes, rest in _rows("feature")}
    _check_listed(set(rows), set(all_features()), "the table of features")
    suits = ("", "(x)", "(x, y)")
    for name, feature in all_features().items():
        codes, rest = rows[name]
        assert codes == [name + suits[arity] for arity in feature.arities]
        kind = "condition" if is_truth_feature(feature) else "number"
        assert rest == f"{kind} | {feature.about}", f"write in {FILE.name}: {feature.about}"


def test_every_public_number_is_listed_and_no_other() -> None:
    parts = _parts(_code("number"))
    named = {part.name for part in parts if isinstance(part, ex.PublicNumber)}
    assert named == set(NUMBER_WORDS)
    assert not [part for part in parts if isinstance(part, ex.DefinedWord)]


def test_every_public_condition_is_listed_and_no_other() -> None:
    parts = _parts(_code("condition"))
    truths = [part for part in parts if isinstance(part, ex.PublicTruth)]
    assert {part.name for part in truths if part.who is None} == set(TRUTH_WORDS)
    assert {part.name for part in truths if part.who is not None} == set(SEAT_WORDS)
    assert {part.question for part in parts if isinstance(part, ex.Query)} == set(ex.Question)
    assert not [part for part in parts if isinstance(part, ex.DefinedWord)]


def test_every_computed_call_is_listed() -> None:
    codes = [code for row, _ in _rows("write", "**Computed calls**") for code in row]
    faults: list[Fault] = []
    listed = {read_call(Text(code, SPAN), faults).how for code in codes}
    assert listed == set(COMPUTED_CALLS.values()) and not faults


def test_every_pattern_that_is_listed_can_be_read() -> None:
    for code in _code("write", "## Auction patterns"):
        faults: list[Fault] = []
        before = {"P": "1D (1H)", "X": "1D (1H)", "XX": "1D (X)", "(P|X)": "1D"}.get(code, "")
        read_pattern(Text(f"{before} {code}", Span("page", 1, 1)), faults)
        assert not faults, code


def test_the_words_for_conditions_are_spoken_of_as_they_are() -> None:
    """What `dowager features --public` says of a limit is what the page says."""
    assert "6" in SEAT_WORDS["limited"].about and "11" in SEAT_WORDS["limited"].about
    row = next(rest for codes, rest in _rows("condition") if "partner.limited" in codes)
    assert "within 6" in row and "at most 11" in row

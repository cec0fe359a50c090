"""Leads and signals: textbook leads, the notation against regular expressions, and every fault.

`_oracle` reads the notation as a regular expression on a holding's letters; it shares nothing with
the arrays of `dowager.language.text.holding_notation`.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.cards import RANKS, holding_name, parse_holding
from dowager.errors import SystemFaults
from dowager.language.compile import Carding, System
from dowager.language.files import data_folder, library, load_file, load_system, system_names
from support.systems import shipped

NAMES = [holding_name(holding) for holding in range(8192)]
CARD = "ACBL convention card, leads that are standard"
FOURTH = "ACBL SAYC booklet: fourth best from length"
ACE = "common practice: no lead away from an ace against a suit contract"
NOTHING = "common practice: top of nothing"

# -- textbook leads: holding, against suits, against notrump; None where books differ --------------

TEXTBOOK = [
    ("AK5", "K", "K", CARD),
    ("AK", "A", None, CARD),
    ("KQJ2", "K", "K", CARD),
    ("KQT4", "K", "K", CARD),
    ("KQ5", "K", "K", CARD),
    ("QJT5", "Q", "Q", CARD),
    ("QJ5", "Q", "Q", CARD),
    ("JT96", "J", "J", CARD),
    ("JT9", "J", "J", CARD),
    ("T984", "T", "T", CARD),
    ("T98", "T", "T", CARD),
    ("KJT5", "J", "J", CARD),
    ("KT95", "T", "T", CARD),
    ("QT95", "T", "T", CARD),
    ("AQJ5", "A", "Q", CARD),
    ("AJT9", "A", "J", CARD),
    ("AT95", "A", "T", CARD),
    ("AKJT5", "K", "A", CARD),
    ("AKQ5", "K", "K", CARD),
    ("97", "9", "9", CARD),
    ("K4", "K", "K", CARD),
    ("82", "8", "8", CARD),
    ("K82", "2", "2", CARD),
    ("Q73", "3", "3", CARD),
    ("J52", "2", "2", CARD),
    ("K842", "2", "2", FOURTH),
    ("Q9653", "5", "5", FOURTH),
    ("J87642", "6", "6", FOURTH),
    ("T8642", "4", "4", FOURTH),
    ("97532", "3", "3", FOURTH),
    ("AJ852", "A", "5", FOURTH),
    ("A9764", "A", "6", FOURTH),
    ("AK753", "K", "5", FOURTH),
    ("KQ752", "K", "5", FOURTH),
    ("QJ63", "Q", "3", FOURTH),
    ("A63", "A", "3", ACE),
    ("852", "8", "8", NOTHING),
    ("7", "7", "7", "the Laws, 44: there is no other card"),
]


@pytest.fixture(scope="module")
def sayc() -> Carding:
    carding = shipped("sayc").carding
    assert carding is not None
    return carding


@pytest.mark.parametrize(("holding", "suit", "notrump", "source"), TEXTBOOK)
def test_the_textbook_lead(
    sayc: Carding, holding: str, suit: str, notrump: str | None, source: str
) -> None:
    cards = parse_holding(holding)
    assert RANKS[sayc.lead(cards, notrump=False)] == suit, source
    if notrump is not None:
        assert RANKS[sayc.lead(cards, notrump=True)] == notrump, source


def test_standard_signals(sayc: Carding) -> None:
    assert sayc.attitude_high and sayc.count_high_even
    assert sayc.source.startswith("ACBL SAYC booklet")


# -- every holding ---------------------------------------------------------------------------------


def _regex(pattern: str) -> str:
    return (
        re.sub("^x", "[2-9]", pattern)
        .replace("H", "[AKQJ]")
        .replace("x+", ".+")
        .replace("x", ".")
        .replace("[2-9]+", "[2-9].*")
    )


def _card(holding: str, lead: str) -> str:
    """Return the card that a lead names, an empty text when the holding has none."""
    indices = {"top": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4, "low": len(holding) - 1}
    if lead in indices:
        return holding[indices[lead] : indices[lead] + 1]
    return lead if lead in holding else ""


def _oracle(lines: Sequence[dict[str, Any]], holding: str) -> str | None:
    """Return the card that a list leads from a holding; None when no line fits."""
    for line in lines:
        written = line["holding"]
        patterns = written if isinstance(written, list) else [written]
        if any(re.fullmatch(_regex(str(pattern)), holding) for pattern in patterns):
            return _card(holding, str(line["lead"]))
    return None


@pytest.mark.parametrize("notrump", [False, True])
def test_every_lead_is_the_one_that_is_written(sayc: Carding, notrump: bool) -> None:
    path = data_folder("systems") / "common" / "carding.yaml"
    written = yaml.safe_load(path.read_text(encoding="utf-8"))["carding"]["leads"]
    lines = written["notrump" if notrump else "suit"]
    table = sayc.lead_table(notrump)
    for holding in range(1, 8192):
        assert RANKS[table[holding]] == _oracle(lines, NAMES[holding]), NAMES[holding]


@pytest.mark.parametrize("name", system_names())
@pytest.mark.parametrize("notrump", [False, True])
def test_every_holding_leads_a_card_that_it_has(name: str, notrump: bool) -> None:
    carding = shipped(name).carding
    assert carding is not None, "a shipped system without leads"
    table = carding.lead_table(notrump)
    assert table.shape == (8192,) and table.dtype == np.int8
    assert table[0] == -1 and carding.line(0, notrump) is None
    assert all(table[held] >= 0 and held >> int(table[held]) & 1 for held in range(1, 8192))
    assert all(carding.lead(held, notrump) == table[held] for held in range(8192))
    lines = {id(line) for held in range(1, 8192) if (line := carding.line(held, notrump))}
    assert lines == {id(line) for line in carding.leads(notrump)}


# -- kept, copied, written out ---------------------------------------------------------------------


def test_it_survives_being_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "kept"))
    first, kept = load_system("natural").carding, load_system("natural").carding
    assert list((tmp_path / "kept").glob("natural-*.system"))
    assert first is not None and kept is not None and kept is not first and kept == first
    for carding in (kept, pickle.loads(pickle.dumps(first))):
        for notrump in (False, True):
            assert np.array_equal(carding.lead_table(notrump), first.lead_table(notrump))
            with pytest.raises(ValueError, match="read-only"):
                carding.lead_table(notrump)[0] = 1
        assert carding.source == first.source and carding.words() == first.words()
        assert carding.suit_leads[0].location == first.suit_leads[0].location


def test_words_say_all_of_it(sayc: Carding) -> None:
    words = sayc.words()
    assert len(words) == len(sayc.suit_leads) + len(sayc.notrump_leads) + 2
    assert words[1] == "Against suit contracts: K from AKx+ (king from AK and more)"
    assert words[-2:] == (
        "Attitude: a high card encourages",
        "Count: high-low shows an even number",
    )


def test_the_page_about_sayc_lists_it(sayc: Carding) -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "sayc.md").read_text(
        encoding="utf-8"
    )
    listed = re.findall("^- ((?:Against|Attitude|Count).*)$", page, flags=re.MULTILINE)
    assert tuple(line for line in listed if ":" in line) == sayc.words()


# -- systems that agree on something else, or on nothing -------------------------------------------

SIMPLE = "{leads: {suit: &a [{holding: [Hx+, Tx+, x+, H, T], lead: %s}], notrump: *a}, %s}"
HIGH = "signals: {attitude: high, count: high}"
LOW = "signals: {attitude: low, count: low}"


def _load(folder: Path, **files: str) -> System:
    """Load the system `own` of some files: a module, or a system by its name."""
    for name, text in files.items():
        path = folder / name / "system.yaml" if text.startswith("system:") else folder / name
        path = path if path.suffix else path.with_suffix(".yaml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_file(folder / "own" / "system.yaml")


def _lead(system: System, holding: str) -> str:
    assert system.carding is not None
    return RANKS[system.carding.lead(parse_holding(holding), notrump=True)]


def test_a_system_without_carding_loads(tmp_path: Path) -> None:
    assert _load(tmp_path, own="system: own\n").carding is None


def test_it_is_inherited(tmp_path: Path) -> None:
    base = f"system: base\nuse: leads\nsource: a book\ncarding: {SIMPLE % ('low', LOW)}\n"
    system = _load(tmp_path, own="system: own\nextends: base\n", base=base, leads="module: leads\n")
    assert system.carding is not None and system.carding.source == "a book"
    assert not system.carding.attitude_high and not system.carding.count_high_even
    assert _lead(system, "KQJ2") == "2"
    assert system.carding.words()[-2:] == (
        "Attitude: a low card encourages",
        "Count: low-high shows an even number",
    )


def test_what_is_nearer_goes_first(tmp_path: Path) -> None:
    """A system's own file before its modules, and those before the extended system."""
    base = f"system: base\ncarding: {SIMPLE % ('low', LOW)}\n"
    module = f"module: leads\ncarding: {SIMPLE % ('top', HIGH)}\n"
    own = "system: own\nextends: base\nuse: leads\n"
    assert _lead(_load(tmp_path, own=own, base=base, leads=module), "KQJ2") == "K"
    own += f"carding: {SIMPLE % ('low', HIGH)}\n"
    system = _load(tmp_path, own=own, base=base, leads=module)
    assert _lead(system, "KQJ2") == "2" and system.carding and system.carding.attitude_high


def test_a_module_takes_arguments(tmp_path: Path) -> None:
    lines = "{holding: [Hx+, Tx+, xx+], lead: $card}, {holding: [H, T, x], lead: top}"
    leads = f"{{suit: &a [{lines}], notrump: *a}}"
    module = (
        "module: leads\nparameters: {card: 2nd, high: high}\n"
        f"carding: {{leads: {leads}, signals: {{attitude: $high, count: high}}}}\n"
    )
    own = "system: own\nuse: [leads: {card: low, high: low}]\n"
    system = _load(tmp_path, own=own, leads=module)
    assert _lead(system, "KQJ2") == "2" and system.carding and not system.carding.attitude_high
    assert _lead(_load(tmp_path, own="system: own\nuse: leads\n"), "KQJ2") == "Q"


def test_a_module_with_carding_can_be_left_out(tmp_path: Path) -> None:
    text = "system: own\nextends: natural\nwithout: common/carding\n"
    assert _load(tmp_path, own=text).carding is None


def test_third_and_fifth_can_be_said(tmp_path: Path) -> None:
    """Third best from an even number, lowest from an odd one (Rosenkranz and others)."""
    lines = (
        "[{holding: [KQ, KQx+], lead: K}, {holding: [H, T, x, Hx, Tx, xx], lead: top},\n"
        "  {holding: [Hxx, Txx, xxx, Hxxxx, Txxxx, xxxxx], lead: low},\n"
        "  {holding: [Hxxx, Txxx, xxxx, Hxxxxxx+, Txxxxxx+, xxxxxxx+], lead: 3rd},\n"
        "  {holding: [Hxxxxx, Txxxxx, xxxxxx], lead: 5th}]"
    )
    text = f"system: own\ncarding: {{leads: {{suit: &a {lines}, notrump: *a}}, {HIGH}}}\n"
    system = _load(tmp_path, own=text)
    found = [_lead(system, holding) for holding in ("K842", "K8642", "K84", "87642", "KQ84")]
    assert found == ["4", "2", "4", "2", "K"]


# -- random lists: what is said of them against the regular expressions ---------------------------

_PATTERN = st.builds(
    lambda cards, xs, more: cards + "x" * xs + ("+" if xs and more else ""),
    st.sampled_from(["", "A", "AK", "K", "KQ", "H", "HH", "HT", "AH", "T", "T9", "9", "HJ"]),
    st.integers(0, 5),
    st.booleans(),
).filter(bool)
_LINE = st.fixed_dictionaries(
    {
        "holding": st.lists(_PATTERN, min_size=1, max_size=3),
        "lead": st.sampled_from(["A", "K", "T", "9", "top", "2nd", "3rd", "4th", "5th", "low"]),
    }
)


def _said(path: Path, lines: Sequence[dict[str, Any]]) -> set[str]:
    """Return the kinds of fault that a list of leads has."""
    data = {"leads": {"suit": lines, "notrump": [ANYTHING]}, "signals": SIGNALS}
    path.write_text(yaml.safe_dump({"system": "own", "carding": data}), encoding="utf-8")
    try:
        load_file(path)
    except SystemFaults as found:
        text = str(found)
        kinds = {"dead": "is decided already", "hole": "no line says", "lead": "this line decides"}
        return {kind for kind, words in kinds.items() if words in text}
    return set()


ANYTHING = {"holding": ["H", "Hx+", "T", "Tx+", "x+"], "lead": "top"}
SIGNALS = {"attitude": "high", "count": "low"}


def _expected(lines: Sequence[dict[str, Any]]) -> set[str]:
    left = set(NAMES[1:])
    kinds: set[str] = set()
    for line in lines:
        for pattern in line["holding"]:
            fits = {name for name in left if re.fullmatch(_regex(pattern), name)}
            kinds |= set() if fits else {"dead"}
            kinds |= {"lead"} if any(not _card(name, line["lead"]) for name in fits) else set()
            left -= fits
    return kinds | ({"hole"} if left else set())


@settings(max_examples=25, deadline=None)
@given(lines=st.lists(_LINE, min_size=1, max_size=5), ending=st.booleans())
def test_faults_of_random_lists(
    lines: list[dict[str, Any]], ending: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = [*lines, ANYTHING] if ending else lines
    path = tmp_path_factory.mktemp("random") / "system.yaml"
    assert _said(path, lines) == _expected(lines)


def test_without_any_one_line_the_shipped_leads_differ(sayc: Carding) -> None:
    """Each line is needed: without it some holding is led otherwise, or by another agreement."""
    short = [name for name in NAMES if 1 <= len(name) <= 4]
    for leads in (sayc.suit_leads, sayc.notrump_leads):
        written = [{"holding": list(line.holdings), "lead": line.card} for line in leads]
        names = [line.name for line in leads]
        usual = [_agreement(written, names, holding) for holding in short]
        for number, line in enumerate(written):
            rest, others = written[:], names[:]
            del rest[number], others[number]
            assert [_agreement(rest, others, held) for held in short] != usual, line


def _agreement(
    lines: Sequence[dict[str, Any]], names: Sequence[str], holding: str
) -> tuple[str, str] | None:
    """Return the card that is led from a holding and what the line calls it."""
    for line, name in zip(lines, names, strict=True):
        card = _oracle([line], holding)
        if card is not None:
            return card, name
    return None


# -- faults ----------------------------------------------------------------------------------------

HEAD = f"system: t\ncarding:\n  {HIGH}\n  leads:\n    notrump: [{{holding: [H, Hx+, T, Tx+, x+], "
HEAD += "lead: low}]\n    suit:\n"
REST = "      - {holding: [H, Hx+, T, Tx+, x+], lead: low}\n"

LINES = [
    # the notation; the holding begins in column 19 of line 7
    ("{holding: KBx, lead: K}", "7:20: 'B' stands for no card; write A K Q J T 9 to 2, H for"),
    ("{holding: 10x, lead: top}", "7:19: '1' stands for no card"),
    ("{holding: kx, lead: K}", "7:19: 'k' stands for no card"),
    ("{holding: K x, lead: K}", "7:20: ' ' stands for no card"),
    ("{holding: KxQ, lead: K}", "7:21: 'Q' comes after an x; name the cards first, then write x"),
    ("{holding: xH, lead: top}", "7:20: 'H' comes after an x"),
    ("{holding: KQ+, lead: K}", "7:21: `+` only follows an x: KQx+ is king"),
    ("{holding: x++, lead: low}", "7:21: `+` only follows an x"),
    ("{holding: +, lead: low}", "7:19: `+` only follows an x"),
    ("{holding: '', lead: low}", "7:19: the holding is empty; write A K Q"),
    ("{holding: QK, lead: K}", "7:19: no holding fits 'QK'; write its cards from the highest"),
    ("{holding: KK, lead: K}", "7:19: no holding fits 'KK'"),
    ("{holding: 2x, lead: 2}", "7:19: no holding fits '2x'"),
    ("{holding: JH, lead: J}", "7:19: no holding fits 'JH'"),
    ("{holding: xxxxxxxxx, lead: top}", "7:19: no holding fits 'xxxxxxxxx'"),
    ("{holding: Axxxxxxxxxxxxx, lead: A}", "7:19: 14 cards are more than a suit has"),
    ("{holding: [KQx, [QJx]], lead: K}", "7:25: `holding` takes a word or a list of words"),
    ("{holding: {KQx: K}, lead: K}", "7:19: `holding` takes a word or a list of words"),
    ("{holding: [], lead: K}", "7:19: a lead needs `holding:`, such as KQx+"),
    ("{lead: K}", "7:9: a lead needs `holding:`, such as KQx+"),
    ("KQx", "7:9: a lead is a mapping: {holding: KQx+, lead: K}"),
    # the card
    ("{holding: KQx}", "7:9: a lead needs `lead:`, a rank or a word such as top, 4th or low"),
    ("{holding: KQx, lead: [K]}", "7:30: a lead needs `lead:`, a rank or a word such as"),
    ("{holding: KQx, lead: 4ht}", "7:30: no lead '4ht'; did you mean '4th'? Write a rank or top,"),
    ("{holding: KQx, lead: 10}", "7:30: no lead '10'; write a rank or top, 2nd, 3rd, 4th, 5th"),
    (
        "{holding: KQx, lead: J}",
        "7:30: this line decides KQT, which has no J; lead a card that",
    ),
    ("{holding: KJx+, lead: T}", "7:31: this line decides KJ9, which has no T; lead"),
    ("{holding: [Kxxx, Kxx], lead: 4th}", "7:38: this line decides KQJ, which has no 4th card"),
    (
        "{holding: HKx+, lead: 5th}",
        "7:31: this line decides AKQ, which has no 5th card; lead a card",
    ),
    (
        "{holding: KQx, lead: K, naem: a}",
        "7:33: unknown key 'naem'; did you mean 'name'? The keys",
    ),
    ("{holding: KQx, lead: K, name: [a]}", "7:39: `name` takes words, not a list or a mapping"),
]

FILES = [
    (
        "what carding takes",
        "system: t\ncarding: standard\n",
        ["2:10: `carding` takes a mapping with `leads` and `signals`"],
    ),
    ("nothing", "system: t\ncarding:\n", ["2:9: `carding` takes a mapping with"]),
    (
        "what is missing",
        "system: t\ncarding:\n  source: [a]\n  abuot: b\n",
        [
            "3:3: `carding` needs `leads:`: The card led",
            "3:3: `carding` needs `signals:`: What high",
            "3:11: `source` takes words, not a list",
            "4:3: unknown key 'abuot'; did you mean 'about'?",
        ],
    ),
    (
        "what is within, all at once",
        "system: t\ncarding:\n  leads:\n    trumps: []\n    suit: fourth\n"
        "  signals:\n    attitude: hihg\n    count: [low]\n",
        [
            "4:5: `leads` needs `notrump:`: Against notrump",
            "4:5: unknown key 'trumps'; did you mean 'notrump'? The keys here are suit, no",
            "5:11: `suit` takes a list of lines such as {holding: KQx+, lead: K}",
            "7:15: `attitude` takes high or low, not 'hihg'; did you mean 'high'?",
            "8:12: `count` takes high or low",
        ],
    ),
    (
        "signals",
        f"system: t\ncarding:\n  leads: []\n  signals: high\nsections: no\ntitel: {HIGH[:7]}\n",
        [
            "3:10: `leads` takes a mapping with `suit` and `notrump`",
            "4:12: `signals` takes a mapping with `attitude` and `count`",
            "5:11: `sections` takes a list",
            "6:1: unknown key 'titel'; did you mean 'title'?",
        ],
    ),
    (
        "holdings that are left",
        HEAD + "      - {holding: [H, Hx+, T, x+], lead: top}\n",
        ["6:5: no line says what to lead from T9, one of 255 such holdings; add lines that"],
    ),
    ("no lines", HEAD.replace("suit:\n", "suit: []\n"), ["6:5: no line says what to lead from A,"]),
    (
        "lines that nothing is left for",
        HEAD
        + "      - {holding: [AKx+, KQx+], lead: K}\n      - {holding: [Hxx, HJx], lead: low}\n"
        "      - {holding: [Kx+, AKQ], lead: top}\n" + REST.replace("[H, ", "[KQJ, H, "),
        [
            "8:25: every 'HJx' is decided already, on line 8; remove it or move it",
            "9:25: every 'AKQ' is decided already, on line 7;",
            "10:20: every 'KQJ' is decided already, on line 7;",
        ],
    ),
    (
        "a holding that cannot be read hides what is left",
        HEAD + "      - {holding: KB, lead: K}\n      - {holding: AK, lead: Q}\n",
        ["7:20: 'B' stands for no card", "8:29: this line decides AK, which has no Q"],
    ),
    (
        "in both lists",
        HEAD.replace("Tx+, x+", "Tx+, xx+") + "      - {holding: x, lead: 2nd}\n",
        [
            "5:5: no line says what to lead from 9, one of 8 such holdings",
            "6:5: no line says what to lead from A,",
            "7:28: this line decides 9, which has no 2nd card",
        ],
    ),
    (
        "two modules",
        "system: t\nuse: [one, two]\n"
        f"=== one\nmodule: one\ncarding: {SIMPLE % ('low', HIGH)}\n"
        f"=== two\nmodule: two\ncarding: {SIMPLE % ('top', HIGH)}\n",
        ["two.yaml:2:1: this differs from "],
    ),
    (
        "a module",
        "system: t\nuse: [one]\ncarding: {}\n=== one\nmodule: one\n"
        "parameters: {card: K}\ncarding:\n  signals: {attitude: $card, count: $crad}\n",
        [
            "3:10: `carding` needs `leads:`",
            "3:10: `carding` needs `signals:`",
            "one.yaml:4:3: `carding` needs `leads:`",
            "one.yaml:2:20: `attitude` takes high or low, not 'K'",
            "one.yaml:4:37: $crad is not a parameter; did you mean 'card'?",
        ],
    ),
]


def _faults(folder: Path, text: str) -> list[str]:
    files = re.split(r"^=== (\w+)\n", text, flags=re.MULTILINE)
    for name, content in zip(["system", *files[1::2]], files[::2], strict=True):
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(SystemFaults) as caught:
        load_file(folder / "system.yaml")
    path = re.escape(str(folder)) + "/"
    return [re.sub(f"^{path}(system.yaml:)?", "", str(fault)) for fault in caught.value.faults]


def _check(found: list[str], wanted: list[str]) -> None:
    missing = [part for part in wanted if not any(fault.startswith(part) for fault in found)]
    assert not missing, "\n".join([*missing, "but:", *found])
    assert len(found) == len(wanted), "\n".join(found)


@pytest.mark.parametrize(("line", "fault"), LINES)
def test_a_line(tmp_path: Path, line: str, fault: str) -> None:
    _check(_faults(tmp_path, f"{HEAD}      - {line}\n{REST}"), [fault])


@pytest.mark.parametrize(("name", "text", "faults"), FILES, ids=[case[0] for case in FILES])
def test_a_file(tmp_path: Path, name: str, text: str, faults: list[str]) -> None:
    _check(_faults(tmp_path, text), faults)


def test_two_modules_may_agree_alike(tmp_path: Path) -> None:
    carding = f"carding: {SIMPLE % ('low', HIGH)}\n"
    one, two = f"module: one\n{carding}", f"module: two\nsource: another book\n{carding}"
    assert _load(tmp_path, own="system: own\nuse: [one, two]\n", one=one, two=two).carding


def test_the_shipped_module_is_the_only_one_of_its_name() -> None:
    """`use: common/carding` of both systems means one file."""
    names = {shipped(name).carding.suit_leads[0].span.file for name in ("natural", "sayc")}  # type: ignore[union-attr]
    assert names == {library.shown_name(data_folder("systems") / "common" / "carding.yaml")}

"""Words between modules: those that are used without a module's rules, and those that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.auction import Auction, Call
from dowager.authoring.book import BookLimits, Subject, book_html, book_markdown, make_book
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.errors import SystemFaults
from dowager.language.compile import System
from dowager.language.files import load_file, load_system, pack_system
from support.systems import write_system

OPENINGS = """\
module: openings
parameters: {least: 12}
use: [scale]
define:
  opens: worth >= $least
sections:
  - after: start
    rules: [{call: 1C, name: the module's club, hand: opens}, {call: P, name: the module's pass}]
"""
SCALE = """\
module: scale
define: {worth: hcp + quick_tricks}
sections:
  - after: start
    rules: [{call: 7NT, name: of the scale, hand: worth >= 99}]
"""
SYSTEM = """\
system: mine
words:
  - openings: {least: 14}
sections:
  - after: start
    rules: [{call: 1D, name: own diamond, hand: opens}, {call: P, name: own pass}]
"""
STRONG, MIDDLING = "AK32.AK2.432.432", "KQ32.KJ2.Q32.432"


def written(folder: Path, text: str, **modules: str) -> Path:
    """Write a system and its modules; return the system's file."""
    for name, module in {"openings": OPENINGS, "scale": SCALE, **modules}.items():
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.yaml").write_text(module)
    return write_system(folder, text)


def mine(tmp_path: Path, text: str = SYSTEM, **modules: str) -> System:
    return load_file(written(tmp_path / "mine", text, **modules))


def faults(tmp_path: Path, text: str, **modules: str) -> list[str]:
    """Return the faults of a system, each without its folder."""
    with pytest.raises(SystemFaults) as caught:
        mine(tmp_path, text, **modules)
    return [str(fault).partition("mine/")[2] for fault in caught.value.faults]


def names(system: System) -> list[str]:
    return [rule.name for rule in system.rules]


def test_a_module_from_elsewhere_changes_no_word_of_the_extended_system(tmp_path: Path) -> None:
    written(tmp_path / "mine", SYSTEM)
    (tmp_path / "shared").mkdir()
    module = "module: shared/suits\ndefine: {worth: hcp}\nsections: []\n"
    (tmp_path / "shared" / "suits.yaml").write_text(module)
    text = "system: heir\nextends: mine\nuse: [shared/suits]\nsections: []\n"
    with pytest.raises(SystemFaults) as caught:
        load_file(write_system(tmp_path / "heir", text))
    (fault,) = caught.value.faults
    assert "shared/suits.yaml:2:10: 'worth' has another meaning in" in str(fault)
    assert "mine/scale.yaml:2:10, of the extended system, whose rules it would change" in str(fault)
    # the system's own file may, and so may a module beside it
    own = text.replace("sections", "define: {worth: hcp + 1}\nsections")
    load_file(write_system(tmp_path / "heir", own))
    (tmp_path / "heir" / "suits.yaml").write_text(module.replace("shared/suits", "suits"))
    load_file(write_system(tmp_path / "heir", text.replace("shared/suits", "suits")))


def test_what_the_extended_system_itself_says_holds_for_modules_from_elsewhere(
    tmp_path: Path,
) -> None:
    written(
        tmp_path / "mine", SYSTEM.replace("sections:", "define: {worth: hcp + 2}\nsections:", 1)
    )
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "suits.yaml").write_text(
        "module: shared/suits\ndefine: {worth: hcp}\nsections:\n  - after: start\n    rules:\n"
        "      - {call: 1H, name: of the module, hand: worth == 12}\n"
    )
    text = "system: heir\nextends: mine\nuse: [shared/suits]\nsections: []\n"
    system = load_file(write_system(tmp_path / "heir", text))
    assert names(system)[0] == "of the module"
    ten_points = Hand.parse("AK2.QJ2.5432.432")
    assert Bidder(system).choose(ten_points, Auction(Seat.NORTH)).call == Call.H1


def test_words_come_without_the_rules(tmp_path: Path) -> None:
    system = mine(tmp_path)
    assert names(system) == ["own diamond", "own pass"]
    bidder = Bidder(system)
    calls = [
        str(bidder.choose(Hand.parse(h), Auction(Seat.NORTH)).call) for h in (STRONG, MIDDLING)
    ]
    assert calls == ["1D", "P"]


def test_rules_come_where_another_file_uses_the_module(tmp_path: Path) -> None:
    text = SYSTEM.replace("sections:", "use: [openings: {least: 14}]\nsections:", 1)
    all_names = [
        "of the scale",
        "the module's club",
        "the module's pass",
        "own diamond",
        "own pass",
    ]
    assert names(mine(tmp_path, text)) == all_names
    text = SYSTEM.replace("sections:", "use: [second]\nsections:", 1)
    second = "module: second\nuse: [openings: {least: 14}]\n"
    assert names(mine(tmp_path, text, second=second)) == all_names
    base = SYSTEM.replace("system: mine", "system: base").replace("words:", "use:")
    written(tmp_path / "base", base)
    heir = SYSTEM.replace("system: mine", "system: mine\nextends: base")
    assert names(mine(tmp_path, heir)) == [
        *all_names[-2:],
        *all_names[:3],
        "own diamond",
        "own pass",
    ]


def test_a_module_that_uses_only_words_brings_no_rules(tmp_path: Path) -> None:
    text = SYSTEM.replace("words:\n  - openings: {least: 14}", "use: [second]")
    second = "module: second\nparameters: {n: 14}\nwords: [openings: {least: $n}]\n"
    assert names(mine(tmp_path, text, second=second)) == ["own diamond", "own pass"]


def test_words_have_options(tmp_path: Path) -> None:
    text = SYSTEM.replace("words:", "options: {style: ['12', '14']}\nwords:")
    text = text.replace("{least: 14}", "{least: $style, if: style=14}")
    text = text.replace("sections:", "  - other: {if: style=12}\nsections:", 1)
    file = written(tmp_path / "mine", text, other="module: other\ndefine: {opens: hcp <= 3}\n")
    for style, call in (("14", "1D"), ("12", "P")):
        system = load_system(f"{file}(style={style})")
        chosen = Bidder(system).choose(Hand.parse(STRONG), Auction(Seat.NORTH))
        assert str(chosen.call) == call
        assert pack_system(f"{file}(style={style})").system().name == system.name


def test_wrong_words(tmp_path: Path) -> None:
    assert faults(tmp_path, SYSTEM.replace("- openings:", "- opnings:"))[0] == (
        "system.yaml:3:5: no module 'opnings' beside this file or in systems/; did you mean "
        "'openings'?"
    )
    assert faults(tmp_path, SYSTEM.replace("{least: 14}", "[14]"))[0] == (
        "system.yaml:3:15: write arguments as {name: value}"
    )
    assert faults(tmp_path, SYSTEM.replace("- openings: {least: 14}", "- [openings]"))[0] == (
        "system.yaml:3:5: `words` takes module names, with arguments if needed"
    )


NEEDY = """\
module: needy
parameters: {level: 1}
needs:
  opening_hand: a hand worth an opening bid
  long_suit(x): >-
    a suit worth
    bidding
sections:
  - after: start
    rules:
      - {call: "${level}x", name: needy opening, hand: opening_hand and long_suit(x)}
      - {call: P, name: needy pass, hand: not opening_hand}
"""
USING = "system: mine\nuse:\n  - needy\n"
DEFINED = "define:\n  opening_hand: hcp >= 12\n  long_suit(x): x >= 5\n"
END = "sections: []\n"


def test_what_a_module_needs_may_come_from_any_file(tmp_path: Path) -> None:
    assert names(mine(tmp_path, USING + DEFINED + END, needy=NEEDY))
    other = f"module: other\n{DEFINED}"
    assert names(mine(tmp_path, f"{USING}  - other\n{END}", needy=NEEDY, other=other))
    assert names(mine(tmp_path, f"{USING}words: other\n{END}", needy=NEEDY, other=other))


def test_what_is_missing_is_said_once_where_the_module_is_used(tmp_path: Path) -> None:
    needs = "module 'needy' needs words that the system does not define: "
    both = "opening_hand (a hand worth an opening bid), long_suit(x) (a suit worth bidding)"
    assert faults(tmp_path, USING + END, needy=NEEDY) == [f"system.yaml:3:5: {needs}{both}"]
    wrong = DEFINED.replace("long_suit(x): x >= 5", "long_suit: S >= 5")
    assert faults(tmp_path, USING + wrong + END, needy=NEEDY) == [
        f"system.yaml:3:5: {needs}long_suit(x) (a suit worth bidding)"
    ]
    through = "system: mine\nuse: [through]\n"
    assert faults(
        tmp_path, through + END, needy=NEEDY, through="module: through\nuse: needy\n"
    ) == [f"through.yaml:2:6: {needs}{both}"]
    twice = f"{USING}  - needy: {{level: 2}}\n"
    assert [fault[:17] for fault in faults(tmp_path, twice + END, needy=NEEDY)] == [
        "system.yaml:3:5: ",
        "system.yaml:4:5: ",
    ]


def test_other_words_are_missed_as_ever(tmp_path: Path) -> None:
    needy = NEEDY.replace("not opening_hand", "not openig_hand")
    found = faults(tmp_path, USING + DEFINED + END, needy=needy)
    assert len(found) == 1
    assert found[0].startswith("needy.yaml:12:47: unknown word 'openig_hand'; did you mean 'open")


@pytest.mark.parametrize(
    ("needs", "wrong"),
    [
        ("[sound]", "needy.yaml:2:8: `needs` takes words with what they mean"),
        ("{two words: x}", "needy.yaml:2:9: write what is needed as `word: what it means`"),
        ("{sound: }", "needy.yaml:2:9: write what is needed as `word: what it means`"),
        ("{sound: [x]}", "needy.yaml:2:9: write what is needed as `word: what it means`"),
        ("{sound(q): x}", "needy.yaml:2:9: the arguments are suit letters"),
    ],
)
def test_wrong_needs(tmp_path: Path, needs: str, wrong: str) -> None:
    needy = f"module: needy\nneeds: {needs}\n"
    assert faults(tmp_path, USING + END, needy=needy)[0].startswith(wrong)


def test_the_book_says_what_a_module_needs(tmp_path: Path) -> None:
    file = written(tmp_path / "mine", USING + DEFINED + END, needy=NEEDY)
    limits = BookLimits(depth=1, least=0.2, hands=200)
    book = make_book(Subject(str(file), load_file(file), limits=limits))
    assert "- needs `long_suit(x)`: a suit worth bidding\n" in book_markdown(book)
    page = book_html(book)
    assert "Words that the system defines for it: 2" in page
    assert "<dt><code>opening_hand</code></dt><dd>a hand worth an opening bid</dd>" in page


def test_a_redefinition_that_nothing_uses_is_nearly_another_word(tmp_path: Path) -> None:
    text = SYSTEM.replace("sections:", "define: {oppens: hcp >= 8, rest: hcp}\nsections:", 1)
    assert faults(tmp_path, text) == [
        "system.yaml:4:10: nothing uses 'oppens'; did you mean 'opens'?"
    ]
    # it is no slip if something uses it, under whatever choice
    used = text.replace("hand: opens}", "hand: opens and oppens}")
    assert names(mine(tmp_path, used))
    chosen = text.replace("rules: [", "rules: [{call: 1H, hand: oppens, if: light=yes}, ").replace(
        "define:", "options: {light: [no, yes]}\ndefine:"
    )
    assert names(mine(tmp_path, chosen))


def test_a_redefinition_has_as_many_suits_as_the_word(tmp_path: Path) -> None:
    text = SYSTEM.replace("sections:", "define: {opens(x): x >= 4}\nsections:", 1)
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("system.yaml:4:10: 'opens' has 1 suit here; ")
    assert fault.endswith("openings.yaml:5:3 has no suits, and uses it so")

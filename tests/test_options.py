"""Options of systems: what is chosen by name, by an extending system, and what `if` leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.auction import Auction, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.errors import InputError, SystemFaults
from dowager.language.files import load_system, pack_system, system_file
from dowager.services.known_tables import system_named, table_for
from support.commands import Dowager

SWITCHED = """\
system: switched
title: A system with switches
options:
  notrump: [strong, weak]
  twos: [weak, strong, none]
use:
  - twos: {if: twos!=none, least: 6}
  - twos: {if: twos=strong, least: 5}
sections:
  - after: start
    if: notrump=strong
    rules: [{call: 1NT, name: strong notrump, hand: hcp in 15..17}]
  - after: start
    rules:
      - {call: 1NT, name: weak notrump, hand: hcp in 12..14, if: notrump=weak}
      - {call: 1C, name: strong club, hand: hcp >= 18, if: [notrump=weak, twos=weak|none]}
      - {call: P, name: the rest}
"""
TWOS = """\
module: twos
parameters: {least: 6, kind: plain}
sections:
  - after: start
    rules:
      - {call: 2H, name: two hearts, hand: H >= $least and hcp <= 10}
      - {call: 2S, name: fancy spades, hand: S >= 6 and hcp <= 10, if: $kind=fancy}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "switched").mkdir()
    (tmp_path / "switched" / "system.yaml").write_text(SWITCHED)
    (tmp_path / "switched" / "twos.yaml").write_text(TWOS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bids(name: str, *hands: str) -> list[str]:
    """Return what hands open."""
    bidder = Bidder(load_system(name))
    auction = Auction(Seat.NORTH, Vulnerability.NONE)
    return [str(bidder.choose(Hand.parse(hand), auction).call) for hand in hands]


SIXTEEN, THIRTEEN, TWENTY = "AK32.KQ32.KQ2.32", "AK32.KQ32.J32.32", "AK32.AKQ2.AJ2.32"
SIX_HEARTS, FIVE_HEARTS = "32.KQT432.432.32", "432.KQT43.432.32"


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        ("switched", "1NT P P 2H P"),
        ("switched(notrump=strong)", "1NT P P 2H P"),
        ("switched(notrump=weak)", "P 1NT 1C 2H P"),
        ("./switched/ ( notrump = weak , twos=none )", "P 1NT 1C P P"),
        ("switched/system.yaml(twos=strong)", "1NT P P 2H 2H"),
        ("switched(twos=strong, notrump=weak)", "P 1NT P 2H 2H"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_chosen_decides(name: str, opened: str) -> None:
    hands = (SIXTEEN, THIRTEEN, TWENTY, SIX_HEARTS, FIVE_HEARTS)
    assert bids(name, *hands) == opened.split()


@pytest.mark.usefixtures("folder")
def test_names_say_what_is_not_usual() -> None:
    for name, shown in (
        ("switched", "switched"),
        ("switched(notrump=strong)", "switched"),
        ("switched(twos=none, notrump=weak)", "switched(twos=none, notrump=weak)"),
    ):
        system = load_system(name)
        assert system.name == shown
        assert system.title == shown.replace("switched", "A system with switches")


def test_a_system_chooses_for_the_one_that_it_extends(folder: Path) -> None:
    (folder / "mine").mkdir()
    own = "system: mine\nextends: switched(notrump=weak)\noptions: {aces: [few, many]}\n"
    rule = "{call: 7NT, name: all, hand: hcp >= 36, if: aces=many}"
    sections = f"sections:\n  - {{after: start, rules: [{rule}]}}\n"
    (folder / "mine" / "system.yaml").write_text(own + sections)
    assert bids("mine", SIXTEEN, THIRTEEN, SIX_HEARTS) == ["P", "1NT", "2H"]
    assert bids("mine(twos=none)", SIXTEEN, THIRTEEN, SIX_HEARTS) == ["P", "1NT", "P"]
    assert bids("mine(notrump=strong)", SIXTEEN, THIRTEEN) == ["1NT", "P"]
    assert load_system("mine").name == "mine"
    assert load_system("mine(notrump=strong, aces=many)").name == "mine(aces=many, notrump=strong)"


HEIR = """\
system: heir
extends: switched
use:
  - twos: {least: 5, if: twos=none}
  - pass: {kind: $twos}
sections:
  - after: start
    rules: [{call: 1S, name: spades, hand: S >= 4 and hcp in 12..14, if: notrump=strong}]
change:
  - {remove: strong club, if: notrump=weak}
  - {replace: the rest, if: twos=none, rules: [{call: P, name: others}]}
  - {before: weak notrump, rules: [{call: 1H, name: hearts}], if: notrump=weak}
"""


def heir(folder: Path, text: str = HEIR) -> None:
    """Write a system that extends the switched one and declares no option itself."""
    (folder / "heir").mkdir(exist_ok=True)
    (folder / "heir" / "system.yaml").write_text(text)
    (folder / "heir" / "twos.yaml").write_text(TWOS)
    module = "module: pass\nparameters: {kind: weak}\nsections:\n  - after: 1NT\n"
    rules = "    rules: [{call: P, name: $kind twos}]\n"
    (folder / "heir" / "pass.yaml").write_text(module + rules)


def only_fault(name: str) -> str:
    """Return the one fault that a system has when it is loaded."""
    with pytest.raises(SystemFaults) as caught:
        load_system(name)
    (fault,) = caught.value.faults
    return str(fault)


def test_inherited_options_decide_like_own_ones(folder: Path) -> None:
    heir(folder)
    wanted = {
        "heir": "weak twos; spades; two hearts; strong notrump; the rest",
        "heir(notrump=weak)": "weak twos; two hearts; hearts; weak notrump; the rest",
        "heir(twos=none)": "two hearts; none twos; spades; strong notrump; others",
        "heir(notrump=weak, twos=none)": "two hearts; none twos; hearts; weak notrump; others",
    }
    for name, names in wanted.items():
        assert "; ".join(rule.name for rule in load_system(name).rules) == names
        assert load_system(name).name == name


@pytest.mark.parametrize("chain", ["heir(notrump=weak)", "heir(notrump=weak, twos=weak)"])
def test_options_are_inherited_from_afar_with_what_is_chosen_on_the_way(
    folder: Path, chain: str
) -> None:
    heir(folder)
    (folder / "far").mkdir()
    far = f"system: far\nextends: {chain}\nsections:\n  - after: start\n    rules:\n"
    rules = "".join(
        f"      - {{call: 7{suit}, name: {value}, if: notrump={value}}}\n"
        for suit, value in (("C", "weak"), ("D", "strong"))
    )
    (folder / "far" / "system.yaml").write_text(far + rules)
    assert load_system("far").rules[0].name == "weak"
    assert load_system("far(notrump=strong)").rules[0].name == "strong"


def test_an_option_declared_again_is_the_declaring_systems_own(folder: Path) -> None:
    text = """\
system: heir
extends: switched
options: {notrump: [weak, mini]}
sections:
  - after: start
    rules: [{call: 1S, name: spades, if: notrump=mini}]
"""
    heir(folder, text)
    names = [rule.name for rule in load_system("heir(notrump=mini)").rules]
    assert names == ["spades", "two hearts", "strong notrump", "the rest"]
    assert [rule.name for rule in load_system("heir").rules] == names[1:]
    heir(folder, text.replace("=mini", "=strong"))
    fault = only_fault("heir")
    wanted = (
        "heir/system.yaml:6:42: the option 'notrump' has no value 'strong'; "
        "its values are weak, mini"
    )
    assert fault.endswith(wanted)


def test_an_if_that_names_no_inherited_option_says_which_there_are(folder: Path) -> None:
    heir(folder, HEIR.replace("if: twos=none}", "if: toos=none}"))
    fault = only_fault("heir")
    assert fault.endswith(
        "heir/system.yaml:4:26: no option 'toos'; did you mean 'twos'? "
        "The options are notrump: strong, weak; twos: weak, strong, none"
    )


@pytest.mark.parametrize(
    ("extends", "wrong"),
    [
        ("heir", "heir/system.yaml:2:10: the system extends itself"),
        ("swiched", "heir/system.yaml:2:10: no system 'swiched'; there are"),
        ("switched(notrump)", "heir/system.yaml:2:10: 'switched(notrump)': 'notrump' is no choice"),
        (
            "switched(notrump=loud)",
            "heir/system.yaml:2:10: the option 'notrump' has no value 'loud'",
        ),
        ("[switched]", "heir/system.yaml:2:10: `extends` takes the name of one system"),
    ],
)
def test_a_wrong_base_is_one_fault(folder: Path, extends: str, wrong: str) -> None:
    heir(folder, f"system: heir\nextends: {extends}\nsections: []\n")
    fault = only_fault("./heir")
    assert wrong in fault


@pytest.mark.usefixtures("folder")
def test_packed_systems_keep_what_is_chosen() -> None:
    plain, weak = pack_system("switched"), pack_system("switched(notrump=weak)")
    assert plain.digest != weak.digest and weak.name == "switched(notrump=weak)"
    unpacked = weak.system()
    assert unpacked.name == "switched(notrump=weak)"
    assert [rule.name for rule in unpacked.rules] == [
        "two hearts", "weak notrump", "strong club", "the rest"
    ]  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_the_text_of_a_file_leads_back_to_it() -> None:
    file = system_file("switched(notrump=weak)")
    assert system_file(str(file)) == file and "(notrump=weak)" in str(load_system(str(file)).file)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (
            "switched(notrump=week)",
            "switched/system.yaml:3:1: the option 'notrump' has no value 'week'; "
            "did you mean 'weak'? Its values are",
        ),
        (
            "switched(notrunp=weak)",
            "switched/system.yaml:3:1: no option 'notrunp'; did you mean 'notrump'? The options",
        ),
        ("natural(x=y)", "natural/system.yaml:1:1: no option 'x'; the system has no options"),
        ("heir(notrunp=weak)", "heir/system.yaml:1:1: no option 'notrunp'; did you mean 'notrump'"),
        ("heir(notrump=loud)", "heir/system.yaml:1:1: the option 'notrump' has no value 'loud'"),
    ],
)
def test_choices_that_there_are_not(folder: Path, name: str, wrong: str) -> None:
    heir(folder)
    fault = only_fault(name)
    assert wrong in fault


def test_an_option_that_nothing_asks_for_is_a_fault(folder: Path) -> None:
    heir(folder, HEIR.replace("extends: switched", "extends: switched\noptions: {aces: [1, 2]}"))
    fault = only_fault("heir")
    assert fault.endswith("heir/system.yaml:3:11: nothing in this file asks for the option 'aces'")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("switched(notrump)", "'notrump' is no choice; write such as mine"),
        ("switched()", "'' is no choice"),
        ("switched(twos=none, twos=weak)", "'twos=weak' is chosen twice"),
        ("nothing(twos=none)", "no system 'nothing'; there are"),
        ("switched(twos=none", "no system 'switched\\(twos=none'"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_choices_that_cannot_be_read(name: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        load_system(name)


def test_commands_take_choices(folder: Path, run: Dowager) -> None:
    plain = str(folder / "switched")
    weak = f"{plain}(notrump=weak)"
    assert run("bid", THIRTEEN, "--system", weak).out.startswith("1NT  weak notrump")
    assert run("bid", THIRTEEN, "--system", plain).out.startswith("P  the rest")
    differing = run("diff", plain, weak, "--boards", "20")
    assert differing.code == 1 and "weak notrump" in differing.out
    wrong = run("bid", THIRTEEN, "--system", f"{plain}(notrump=loud)")
    assert wrong.code == 2 and "the option 'notrump' has no value 'loud'" in wrong.err


def test_a_parameter_may_be_counted_from(folder: Path) -> None:
    module = """\
module: levels
parameters: {level: 1, suit: H}
sections:
  - after: "${level}NT ${ level + 1 }C"
    rules: [{call: "${level+1}D", name: "above $level"}, {call: "${level+2}D"}]
"""
    system = "system: counted\nuse: [levels: {level: 2}]\nsections: []\n"
    (folder / "counted").mkdir()
    (folder / "counted" / "system.yaml").write_text(system)
    (folder / "counted" / "levels.yaml").write_text(module)
    rules = load_system("counted").rules
    assert [(rule.written, rule.name) for rule in rules] == [("3D", "above 2"), ("4D", "")]
    (folder / "counted" / "levels.yaml").write_text(module.replace("above $level", "${suit+1}"))
    with pytest.raises(SystemFaults, match=r"levels.yaml:5:42: \$suit is 'H', not a number to"):
        load_system("counted")


def test_the_if_of_a_module_names_a_parameter(folder: Path) -> None:
    (folder / "switched" / "twos.yaml").write_text(TWOS.replace("$kind=fancy", "twos=strong"))
    with pytest.raises(SystemFaults, match=r"names no parameter; a module has no options"):
        load_system("switched/")


def test_without_may_name_a_module_that_the_system_uses_itself(folder: Path) -> None:
    (folder / "mine").mkdir()
    text = "system: mine\nextends: switched\nwithout: [twos]\nuse: [{switched/twos: {least: 6}}]\n"
    (folder / "mine" / "system.yaml").write_text(text + "sections: []\n")
    assert bids("mine/", "32.KQJ954.832.43") == ["2H"]


def test_without_may_name_a_module_that_a_choice_leaves_out(folder: Path) -> None:
    (folder / "mine").mkdir()
    text = "system: mine\nextends: switched\nwithout: [twos]\n"
    for without in ("twos", "switched/twos"):
        (folder / "mine" / "system.yaml").write_text(text.replace("[twos]", f"[{without}]"))
        assert bids("mine(twos=none)", SIX_HEARTS) == bids("mine", SIX_HEARTS) == ["P"]
    (folder / "mine" / "system.yaml").write_text(text.replace("twos", "two"))
    with pytest.raises(SystemFaults, match=r"does not use 'two'; did you mean 'twos'\?"):
        load_system("mine(twos=none)")


def test_what_is_chosen_may_be_handed_on_to_a_module(folder: Path) -> None:
    text = SWITCHED.replace(
        "  - twos: {if: twos!=none, least: 6}\n", "  - twos: {least: $length}\n"
    )
    text = text.replace("options:\n", "options:\n  length: ['6', '5']\n")
    file = folder / "switched" / "system.yaml"
    file.write_text(text)
    assert bids("switched/", FIVE_HEARTS) == ["P"]
    assert bids("switched(length=5)", FIVE_HEARTS) == ["2H"]
    file.write_text(text.replace("$length", "$lenght"))
    with pytest.raises(SystemFaults, match=r"\$lenght is not a parameter; did you mean 'length'"):
        load_system("switched/")


NEVER = """\
system: never
options: {notrump: [strong, weak], twos: [weak, strong, none]}
use:
  - twos: {if: [twos=weak, twos=none]}
sections:
  - after: start
    if: notrump=weak
    rules:
      - {call: 1NT, name: weak, if: [twos!=none, notrump=strong]}
      - {call: 1C, name: club, if: [twos!=weak|strong, twos!=none]}
      - {call: 1D, name: diamond, if: toos=none}
"""


def test_an_if_that_can_never_hold_is_a_fault_wherever_it_stands(folder: Path) -> None:
    (folder / "never").mkdir()
    (folder / "never" / "system.yaml").write_text(NEVER)
    module = TWOS.replace("$kind=fancy", "[$kind=fancy, $least!=6, '${kind}=plain|odd']")
    (folder / "never" / "twos.yaml").write_text(module)
    with pytest.raises(SystemFaults) as caught:
        load_system("never")
    wanted = [
        "4:28: this can never hold: twos=weak and twos=none leave no value of twos",
        "9:50: this can never hold: notrump=weak (line 7) and notrump=strong leave no value of "
        "notrump",
        "10:56: this can never hold: twos!=weak|strong and twos!=none leave no value of twos",
        "11:39: no option 'toos'; did you mean 'twos'?",
    ]
    told = [str(fault).partition("system.yaml:")[2] for fault in caught.value.faults]
    assert [one[: len(start)] for one, start in zip(told, wanted, strict=True)] == wanted
    (folder / "never" / "system.yaml").write_text("system: never\nuse: twos\nsections: []\n")
    fault = only_fault("never")
    assert fault.endswith(
        "twos.yaml:7:98: this can never hold: $kind=fancy and ${kind}=plain|odd leave no value of "
        "kind"
    )


HIDDEN = """system: hidden
options: {notrump: [strong, weak, mini], twos: [weak, strong]}
use: [nothing: {if: notrump=mini}]
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong, hand: hcp in 15..17, if: notrump=strong}
      - {call: 1NT, name: weak, hand: hpc in 12..14, if: notrump!=strong}
      - {call: 2C, name: both, hnad: C >= 6, if: [notrump=mini, twos=strong]}
      - {call: 2D, name: also, if: twos=strong}
      - {call: P, name: pass}
"""


def test_a_check_loads_a_system_with_every_value_of_its_options(folder: Path, run: Dowager) -> None:
    file = folder / "hidden" / "system.yaml"
    file.parent.mkdir()
    file.write_text(HIDDEN)
    assert load_system(str(file)).rules
    words = (str(file.parent), "--boards", "1")
    found = run("check", *words)
    assert found.code == 2
    told = [line.partition("system.yaml:")[2] for line in found.err.splitlines()]
    wanted = [
        "3:7: with notrump=mini: no module 'nothing' beside",
        "8:39: with notrump=weak or notrump=mini: unknown word",
        "9:32: with notrump=mini, twos=strong: unknown key 'hnad'; did you mean 'hand'?",
    ]
    assert [line[: len(start)] for line, start in zip(told, wanted, strict=True)] == wanted
    file.write_text(HIDDEN.replace("name: pass", "nmae: pass"))
    assert len(run("check", *words).err.splitlines()) == 4
    assert "with notrump=weak or notrump=mini" in run("watch", *words, "--once").out
    file.write_text(HIDDEN.replace("hnad", "hand").replace("hpc", "hcp").replace("use:", "#"))
    assert [run("check", *words).code for _ in range(2)] == [1, 1]
    file.write_text(HIDDEN)
    assert run("check", *words).code == 2


def test_changes_are_made_with_every_value_of_inherited_options(folder: Path, run: Dowager) -> None:
    change = "change: [{after: two hearts, rules: [{call: 7C, name: grand}]}]\n"
    heir(folder, f"system: heir\nextends: switched\n{change}")
    found = run("check", str(folder / "heir"), "--boards", "1")
    told = f"{folder}/heir/system.yaml:3:18: with twos=none: no rule is named 'two hearts'\n"
    assert found.code == 2 and found.err.endswith(told)


def test_if_stands_in_brief_forms_too(folder: Path) -> None:
    text = """\
system: brief
options: {style: [a, b]}
sections:
  - after: start
    rules:
      - 1C: strong
        hand: hcp >= 16
        then:
          - {1D: negative, if: style=a}
          - {1H: negative, if: style=b}
      - {1D: weak, then: {if: style=b, each: {artificial: true}, rules: [{P: nothing}]}}
  - after: 1H
    steps: [{name: few, hand: hcp <= 9, if: style=a}, {name: many, zoom: [{name: b, if: style=b}]}]
"""
    (folder / "brief").mkdir()
    (folder / "brief" / "system.yaml").write_text(text)
    wanted = {
        "a": ["1C strong", "1D weak", "1D negative", "step(1) few"],
        "b": ["1C strong", "1D weak", "1H negative", "P nothing", "step(1) b"],
    }
    for style, names in wanted.items():
        rules = load_system(f"./brief(style={style})").rules
        assert [f"{rule.written} {rule.name}" for rule in rules] == names


WORDS = """\
system: worded
options: {notrump: [strong, weak, mini], style: [a, b]}
use: [opening: {range: $notrump}]
define:
  range:
    - {is: hcp in 15..17, if: notrump=strong}
    - {is: "hcp in 12..14", if: notrump!=strong}
  opener(x):
    - {is: x >= 5, if: [notrump=strong, style=a]}
    - {is: x >= 4, if: notrump=weak|mini}
    - is: >-
        x >= 5 and
        top3(x) >= 2
      if: [notrump=strong, style=b]
sections: []
"""
OPENING = """\
module: opening
parameters: {range: strong}
define:
  shape_wanted: [{is: balanced, if: $range=strong|weak}, {is: flat, if: $range=mini}]
sections:
  - after: start
    rules:
      - {call: 1NT, hand: range and shape_wanted}
      - {call: 1x, order: down, hand: opener(x)}
"""


def worded(folder: Path, text: str = WORDS, module: str = OPENING) -> None:
    """Write a system whose words have several meanings, and its module."""
    (folder / "worded").mkdir(exist_ok=True)
    (folder / "worded" / "system.yaml").write_text(text)
    (folder / "worded" / "opening.yaml").write_text(module)


def test_a_word_means_what_is_chosen(folder: Path) -> None:
    worded(folder)
    poor_spades, flat = "J9432.AK32.AK2.2", "KQ32.K32.K32.Q32"
    good_spades, four_spades = "AK432.432.AK2.32", "AK32.32.A5432.43"
    hands = (SIXTEEN, THIRTEEN, poor_spades, good_spades, four_spades, flat)
    for name, opened in (
        ("worded", "1NT P 1S 1S 1D P"),
        ("worded(style=b)", "1NT P P 1S P P"),
        ("worded(notrump=weak)", "1S 1NT 1S 1NT 1S 1NT"),
        ("worded(notrump=mini)", "1S 1S 1S 1S 1S 1NT"),
    ):
        assert bids(name, *hands) == opened.split()


@pytest.mark.parametrize(
    ("was", "now", "wrong"),
    [
        (
            "notrump!=strong",
            "notrump=weak",
            "system.yaml:5:3: no meaning of 'range' holds with notrump=mini; exactly one should",
        ),
        (
            "notrump=weak|mini",
            "notrump!=mini",
            "system.yaml:8:3: no meaning of 'opener' holds with notrump=mini, style=a or "
            "notrump=mini, style=b; exactly one should\n"
            "worded/system.yaml:8:3: several meanings of 'opener' hold with notrump=strong, "
            "style=a or notrump=strong, style=b; exactly one should",
        ),
        (
            "notrump=weak|mini",
            "notrump=maxi",
            "system.yaml:10:24: the option 'notrump' has no value 'maxi'; its values are "
            "strong, weak, mini",
        ),
        ("{is: hcp in 15..17, ", "{", "system.yaml:6:7: write each meaning as {is: hcp in 12..14"),
        (", if: notrump=strong}", "}", "system.yaml:6:7: write each meaning as {is: hcp in 12"),
        ("{is: hcp", "{means: x, is: hcp", "system.yaml:6:8: unknown key 'means'; the keys here"),
        ("    - {is: x >= 4", "    - x >= 4\n    - {is: x >= 4", "system.yaml:10:7: write each"),
        (
            "hcp in 15..17",
            "hpc in 15..17",
            "system.yaml:6:12: unknown word 'hpc'; did you mean 'hcp'?",
        ),
    ],
)
def test_exactly_one_meaning_of_a_word_holds_whatever_is_chosen(
    folder: Path, was: str, now: str, wrong: str
) -> None:
    worded(folder, WORDS.replace(was, now, 1))
    with pytest.raises(SystemFaults) as caught:
        load_system("./worded")
    assert wrong in str(caught.value)


def test_exactly_one_meaning_holds_with_the_arguments_of_a_module(folder: Path) -> None:
    worded(folder, module=OPENING.replace("strong|weak", "strong"))
    assert bids("worded", SIXTEEN) == ["1NT"]
    with pytest.raises(SystemFaults) as caught:
        load_system("worded(notrump=weak)")
    assert str(caught.value) == (
        "worded/system.yaml:3:24: the argument 'range' of module 'opening' leads to faults: "
        "worded/opening.yaml:4:3: no meaning of 'shape_wanted' holds with these arguments, "
        "which make it weak=strong, weak=mini; exactly one should"
    )
    worded(folder, module=OPENING.replace("$range=mini", "range=mini"))
    with pytest.raises(SystemFaults, match=r"opening.yaml:4:73: 'range=mini' names no parameter"):
        load_system("worded")


def test_a_path_from_another_folder_is_another_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept between questions is kept for the folder that names are read from."""
    first = table_for("switched", None)
    (folder / "other" / "switched").mkdir(parents=True)
    (folder / "other" / "switched" / "system.yaml").write_text(SWITCHED.replace("A system", "Two"))
    (folder / "other" / "switched" / "twos.yaml").write_text(TWOS)
    monkeypatch.chdir(folder / "other")
    assert system_named("switched").title == "Two with switches"
    assert table_for("switched", None) is not first
    monkeypatch.chdir(folder)
    assert table_for("switched", None) is first

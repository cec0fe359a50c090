"""Arguments of modules: within a condition each stays a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dowager.errors import SystemFaults
from dowager.language.compile import Rule, System
from dowager.language.files import load_file
from support.systems import write_system


def system(tmp_path: Path, module: str, argument: str = "x") -> System:
    """Return a system that uses a module with an argument `p`."""
    text = f"system: mine\nuse:\n  - given: {{p: {argument!r}}}\nsections: []\n"
    file = write_system(tmp_path / "mine", text)
    (tmp_path / "mine" / "given.yaml").write_text(
        f"module: given\nparameters: {{p: x, kind: a}}\n{module}"
    )
    return load_file(file)


def rules(tmp_path: Path, module: str, argument: str = "x") -> tuple[Rule, ...]:
    """Return the rules of such a system."""
    return system(tmp_path, module, argument).rules


def one_rule(hand: str) -> str:
    return (
        f"sections:\n  - after: 1NT\n    rules:\n      - {{call: 2C, hand: {json.dumps(hand)}}}\n"
    )


@pytest.mark.parametrize(
    ("hand", "argument", "same"),
    [
        ("$p and S >= 4", "hcp >= 8 or H >= 5", "(hcp >= 8 or H >= 5) and S >= 4"),
        ("S >= 4 and\n  $p", "hcp >= 8 or H >= 5", "S >= 4 and (hcp >= 8 or H >= 5)"),
        ("S >= 4 or $p", "hcp >= 8 or H >= 5", "S >= 4 or hcp >= 8 or H >= 5"),
        ("not $p", "hcp >= 8 and H >= 5", "not (hcp >= 8 and H >= 5)"),
        ("not $p", "hcp >= 8", "not hcp >= 8"),
        ("$p and S >= 4", "hcp >= 8 and H >= 5", "hcp >= 8 and H >= 5 and S >= 4"),
        ("($p) and S >= 4", "hcp >= 8 or H >= 5", "(hcp >= 8 or H >= 5) and S >= 4"),
        ("$p and S >= 4", "(hcp >= 8 or H >= 5)", "(hcp >= 8 or H >= 5) and S >= 4"),
        ("hcp >= ${p} and S >= 4", "losers + 2", "hcp >= losers + 2 and S >= 4"),
        ("hcp - $p >= 2", "losers + S", "hcp - (losers + S) >= 2"),
        ("hcp + $p >= 2", "losers - S", "hcp + losers - S >= 2"),
        ("2 * $p >= 2", "losers - S", "2 * (losers - S) >= 2"),
        ("$p / 2 >= 2", "losers - S", "(losers - S) / 2 >= 2"),
        ("hcp in $p and S >= 4", "15..17", "hcp in 15..17 and S >= 4"),
        ("hcp in $p..17", "S + 10", "hcp in S + 10..17"),
        ("hcp in $p and S >= 4", "{8, 10}", "hcp in {8, 10} and S >= 4"),
        ("shape($p) and hcp >= 8", "4-4-3-2, 5-3-3-2", "shape(4-4-3-2, 5-3-3-2) and hcp >= 8"),
        ('holding(S, "$p") or hcp >= 8', "Hx+", 'holding(S, "Hx+") or hcp >= 8'),
        ("$p >= 5 and hcp >= 8", "S", "S >= 5 and hcp >= 8"),
        ("${p+1} <= S and hcp >= 8", "4", "5 <= S and hcp >= 8"),
        ("max($p, H) >= 9", "S + D", "max(S + D, H) >= 9"),
    ],
)
def test_an_argument_stays_a_whole(tmp_path: Path, hand: str, argument: str, same: str) -> None:
    (given,) = rules(tmp_path, one_rule(hand), argument)
    (written,) = rules(tmp_path, one_rule(same))
    assert given.hand.written == written.hand.written


EITHER = "hcp >= 8 or H >= 5"
MEANING = "define: {good: [{is: $p and S >= 4, if: $kind=a}, {is: false, if: $kind!=a}]}\n"


@pytest.mark.parametrize(
    "module",
    [
        f"define: {{good: $p and S >= 4}}\n{one_rule('good')}",
        MEANING + one_rule("good"),
        "sections: [{after: 1NT, each: {hand: $p and S >= 4}, rules: [{call: 2C}]}]\n",
        "sections: [{after: 1NT, each: {hand: $p and S >= 4}, steps: [{name: one}]}]\n",
        "use: [inner: {q: $p and S >= 4}]\n",
    ],
)
def test_wherever_conditions_stand(tmp_path: Path, module: str) -> None:
    (tmp_path / "mine").mkdir()
    inner = f"module: inner\nparameters: {{q: x}}\n{one_rule('$q')}"
    (tmp_path / "mine" / "inner.yaml").write_text(inner)
    (given,) = rules(tmp_path, module, EITHER)
    (written,) = rules(tmp_path, one_rule(f"({EITHER}) and S >= 4"))
    assert given.hand.written == written.hand.written


def test_public_conditions(tmp_path: Path) -> None:
    module = """\
sections:
  - after: 1NT
    rules: [{call: 2C, when: [opening, $p and doubled]}]
  - when: $p and doubled
    rules: [{call: 2D}]
"""
    first, second = system(tmp_path, module, "ours or contested").sections
    wanted = system(tmp_path, module.replace("$p", "(ours or contested)")).sections[1].when
    given = [second.when[0].written, first.rules[0].when[1].written]
    assert given == [wanted[0].written] * 2


def test_other_texts_are_as_they_are_written(tmp_path: Path) -> None:
    module = """\
sections:
  - after: [1NT $p, "(1C) 1NT (P|$p)"]
    rules:
      - {call: 4H, name: $p and more, alert: not $p, tags: [transfer]}
"""
    (rule,) = rules(tmp_path, module, "2-3D")
    assert (rule.name, rule.alert) == ("2-3D and more", "not 2-3D")


def test_a_fault_of_an_argument_stands_where_it_is_given(tmp_path: Path) -> None:
    with pytest.raises(SystemFaults) as caught:
        rules(tmp_path, one_rule("S >= 4 and $p"), "hcp >= 8 or balancd")
    (fault,) = caught.value.faults
    assert str(fault.span).endswith("/system.yaml:3:17")
    assert fault.message.startswith("the argument 'p' of module 'given' leads to faults: ")
    assert "/given.yaml:6:38: unknown word 'balancd'; did you mean 'balanced'?" in fault.message


STYLES = "module: given\nparameters:\n  style: {one of: [weak, strong, mini]}\n"


def styles(tmp_path: Path, argument: str, choice: str = "$style=weak") -> System:
    """Return a system with a module whose `style` takes three words, and a rule under `choice`."""
    use = f"  - given: {{style: {argument}}}" if argument else "  - given"
    file = write_system(tmp_path / "mine", f"system: mine\nuse:\n{use}\nsections: []\n")
    (tmp_path / "mine" / "given.yaml").write_text(
        f"{STYLES}sections:\n  - after: start\n    rules:\n"
        f"      - {{call: 1NT, name: chosen, if: {choice}}}\n      - {{call: P, name: rest}}\n"
    )
    return load_file(file)


def test_of_declared_words_the_first_is_the_usual_one(tmp_path: Path) -> None:
    names = {
        argument: [rule.name for rule in styles(tmp_path, argument).rules]
        for argument in ("", "weak", "strong")
    }
    assert names == {"": ["chosen", "rest"], "weak": ["chosen", "rest"], "strong": ["rest"]}


@pytest.mark.parametrize(
    ("argument", "choice", "fault"),
    [
        ("weka", "$style=weak", "system.yaml:3:20: 'style' of the module 'given' cannot be 'weka'; "
         "did you mean 'weak'? It is one of weak, strong, mini"),
        ("[weak]", "$style=weak", "system.yaml:3:20: 'style' of the module 'given' cannot be a list"
         "; it is one of weak, strong, mini"),
        ("weak", "$style=strnog", "given.yaml:7:39: 'style' is never 'strnog'; "
         "did you mean 'strong'? It is one of weak, strong, mini"),
        ("weak", "'${style}!=micro|mini'", "given.yaml:7:40: 'style' is never 'micro'; "
         "it is one of weak, strong, mini"),
    ],
)  # fmt: skip
def test_any_other_word_is_a_fault(tmp_path: Path, argument: str, choice: str, fault: str) -> None:
    with pytest.raises(SystemFaults) as caught:
        styles(tmp_path, argument, choice)
    assert [str(each).rpartition("/")[2] for each in caught.value.faults] == [fault]


@pytest.mark.parametrize(
    ("parameter", "fault"),
    [
        ("style: {one of: [weak]}", "3:19: 'style' needs two different values or more"),
        ("style: {one of: [weak, weak]}", "3:19: 'style' needs two different values or more"),
        ("style: {one of: [weak, so so]}", "3:26: 'so so' is no value; one word"),
        ("style: {any of: [weak, so]}", "3:10: write a default, or the words that it takes: "
         "style: {one of: [yes, no]}"),
    ],
)  # fmt: skip
def test_the_words_of_a_parameter_are_checked(tmp_path: Path, parameter: str, fault: str) -> None:
    file = write_system(tmp_path / "mine", "system: mine\nuse: [{given: {style: weak}}]\n")
    text = f"module: given\nparameters:\n  {parameter}\nsections: []\n"
    (tmp_path / "mine" / "given.yaml").write_text(text)
    with pytest.raises(SystemFaults) as caught:
        load_file(file)
    assert fault in [str(each).rpartition("given.yaml:")[2] for each in caught.value.faults]

"""Brief forms of sections and rules: each means exactly what the long form says."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.errors import SystemFaults
from dowager.language.compile import Rule, Section
from dowager.language.files import load_file
from support.systems import write_system

START = "system: t\nsections:\n"

PAIRS = {
    "answers below their call": (
        """\
  - after: start
    layer: convention
    source: a book
    rules:
      - call: 1C
        name: strong
        hand: hcp >= 16
        then:
          - {call: 1D, name: negative, then: [{call: 1H, name: more}]}
          - {call: 1M, name: positive, hand: M >= 5, then: [{call: 2M, name: raise, hand: M >= 3}]}
      - {call: P, name: rest}
""",
        """\
  - after: start
    layer: convention
    source: a book
    rules:
      - {call: 1C, name: strong, hand: hcp >= 16}
      - {call: P, name: rest}
  - after: 1C
    layer: convention
    source: a book
    rules:
      - {call: 1D, name: negative}
      - {call: 1M, name: positive, hand: M >= 5}
  - after: 1C 1D
    layer: convention
    source: a book
    rules: [{call: 1H, name: more}]
  - after: 1C 1M
    layer: convention
    source: a book
    rules: [{call: 2M, name: raise, hand: M >= 3}]
""",
    ),
    "answers as a section": (
        """\
  - after: [1x (1y), 1x (2y)]
    rules:
      - call: X
        name: negative
        then: {name: over the double, closed: true, layer: natural, rules: [{call: P, name: rest}]}
""",
        """\
  - after: [1x (1y), 1x (2y)]
    rules: [{call: X, name: negative}]
  - after: [1x (1y) X, 1x (2y) X]
    name: over the double
    closed: true
    layer: natural
    rules: [{call: P, name: rest}]
""",
    ),
    "answers over their calls": (
        """\
  - after: 1C (P|X)
    over: (P|X)
    rules:
      - {call: 1D, then: [{call: 1H, then: [{call: 1S}]}, {call: P, when: doubled}]}
      - call: 1M
        then:
          over: [(P), (X)]
          rules: [{call: 1NT, then: {closed: true, rules: [{call: 2C}]}}, {call: 2M}]
      - {call: 2C, then: {over: (P), rules: [{call: 2D, then: [{call: 2H}]}]}}
""",
        """\
  - {after: 1C (P|X), rules: [{call: 1D}, {call: 1M}, {call: 2C}]}
  - {after: 1C (P|X) 1D (P|X), rules: [{call: 1H}, {call: P, when: doubled}]}
  - {after: 1C (P|X) 1D (P|X) 1H (P|X), rules: [{call: 1S}]}
  - {after: [1C (P|X) 1M (P), 1C (P|X) 1M (X)], rules: [{call: 1NT}, {call: 2M}]}
  - after:
      - 1C (P|X) 1M (P) 1NT (P)
      - 1C (P|X) 1M (P) 1NT (X)
      - 1C (P|X) 1M (X) 1NT (P)
      - 1C (P|X) 1M (X) 1NT (X)
    closed: true
    rules: [{call: 2C}]
  - {after: 1C (P|X) 2C, rules: [{call: 2D}]}
  - {after: 1C (P|X) 2C 2D, rules: [{call: 2H}]}
""",
    ),
    "several calls": (
        "  - after: start\n    rules:\n"
        "      - {call: [1H, 1S], name: a, hand: hcp >= 9, then: [{call: P}]}\n",
        """\
  - after: start
    rules: [{call: 1H, name: a, hand: hcp >= 9}, {call: 1S, name: a, hand: hcp >= 9}]
  - {after: [1H, 1S], rules: [{call: P}]}
""",
    ),
    "the call as a key": (
        "  - {after: 1NT, rules: [{2C: Stayman, hand: hcp >= 8}, {cheapest(x): suit}, {P: }]}\n",
        """\
  - after: 1NT
    rules: [{call: 2C, name: Stayman, hand: hcp >= 8}, {call: cheapest(x), name: suit}, {call: P}]
""",
    ),
    "what rules have in common": (
        """\
  - after: 1NT
    each: {artificial: true, forcing: round, tags: [ask]}
    rules: [{call: 2C, name: a, hand: H >= 4}, {call: 2D, name: b, artificial: false}]
""",
        """\
  - after: 1NT
    rules:
      - {call: 2C, name: a, hand: H >= 4, artificial: true, forcing: round, tags: [ask]}
      - {call: 2D, name: b, artificial: false, forcing: round, tags: [ask]}
""",
    ),
    "steps": (
        """\
  - after: 1C 1D
    each: {artificial: true}
    steps:
      - {name: few, hand: hcp <= 10}
      - name: many
        hand: hcp >= 11 or S >= 7
        zoom: [{name: spades, hand: S >= 4}, {name: none, artificial: false}]
""",
        """\
  - after: 1C 1D
    rules:
      - {call: step(1), name: few, hand: hcp <= 10, artificial: true}
      - {call: step(2), name: spades, hand: (hcp >= 11 or S >= 7) and (S >= 4), artificial: true}
      - {call: step(3), name: none, hand: hcp >= 11 or S >= 7, artificial: false}
""",
    ),
    "answers below steps": (
        """\
  - after: [1C, 1C (1D)]
    over: (X)
    steps:
      - {name: few, hand: hcp <= 7, then: [{2C: relay, then: {over: (P), steps: [{name: rest}]}}]}
      - {name: many, zoom: [{name: spades, hand: S >= 4, then: [{P: a}]}, {name: none}]}
""",
        """\
  - after: [1C, 1C (1D)]
    rules:
      - {call: step(1), name: few, hand: hcp <= 7}
      - {call: step(2), name: spades, hand: S >= 4}
      - {call: step(3), name: none}
  - {after: [1C 1D (X), 1C (1D) 1H (X)], rules: [{call: 2C, name: relay}]}
  - {after: [1C 1D (X) 2C, 1C (1D) 1H (X) 2C], rules: [{call: step(1), name: rest}]}
  - {after: [1C 1H (X), 1C (1D) 1S (X)], rules: [{call: P, name: a}]}
""",
    ),
    "steps from a bid on": (
        """\
  - after: 1M
    from: 2NT
    rules: [{2M: raise, hand: M >= 3}]
    steps: [{name: a, hand: hcp >= 20, then: [{3M: M, hand: M >= 3}]}, {name: b}]
""",
        """\
  - after: 1M
    rules:
      - {call: 2M, name: raise, hand: M >= 3}
      - {call: 2NT, name: a, hand: hcp >= 20}
      - {call: 3C, name: b}
  - {after: 1M 2NT, rules: [{call: 3M, name: M, hand: M >= 3}]}
""",
    ),
    "rules and steps": (
        "  - {after: 1C, rules: [{call: P, hand: hcp <= 2}], steps: [{name: a}]}\n",
        "  - {after: 1C, rules: [{call: P, hand: hcp <= 2}, {call: step(1), name: a}]}\n",
    ),
}


def said(folder: Path, text: str) -> list[tuple[object, ...]]:
    """Return all that a system's sections and rules say, without where they stand."""
    system = load_file(write_system(folder, START + text))
    ordered = sorted(system.sections, key=lambda section: section.number)
    return [_section(section) for section in ordered]


def _section(section: Section) -> tuple[object, ...]:
    names = ("after", "layer", "closed", "name", "source")
    return (*(getattr(section, name) for name in names), *map(_rule, section.rules))


def _rule(rule: Rule) -> tuple[object, ...]:
    names = ("name", "forcing", "artificial", "tags", "source")
    return (rule.call.written, rule.hand.written, *(getattr(rule, name) for name in names))


@pytest.mark.parametrize("which", PAIRS)
def test_a_brief_form_means_the_long_one(tmp_path: Path, which: str) -> None:
    brief, long = PAIRS[which]
    assert said(tmp_path / "brief", brief) == said(tmp_path / "long", long)


def test_steps_go_as_far_as_there_are_bids(tmp_path: Path) -> None:
    steps = "".join(f"      - {{name: s{number}, hand: hcp == {number}}}\n" for number in range(34))
    (section,) = _sections(tmp_path, f"  - after: 1C\n    steps:\n{steps}")
    assert len(section.rules) == 34


def _sections(folder: Path, text: str) -> tuple[Section, ...]:
    return load_file(write_system(folder, START + text)).sections


def test_brief_rules_stand_where_they_are_written(tmp_path: Path) -> None:
    sections = _sections(tmp_path, PAIRS["answers below their call"][0])
    lines = {rule.name: rule.span.line for section in sections for rule in section.rules}
    assert lines == {
        "strong": 7,
        "negative": 11,
        "more": 11,
        "positive": 12,
        "raise": 12,
        "rest": 13,
    }


FAULTS = {
    "  - {when: theirs, rules: [{call: P, then: [{call: P}]}]}\n": (
        "3:44: `then` needs a section with `after`, whose patterns go on"
    ),
    "  - {after: 1C, rules: [{call: cheapest(x), then: [{call: P}]}]}\n": (
        "3:51: no pattern can name the call 'cheapest(x)'; write the answers as a section"
    ),
    "  - {after: 1C, rules: [{call: 1D, then: {after: 1H, rules: [{P: x}]}}]}\n": (
        "3:42: `then` needs no `after`: it follows its rule's call"
    ),
    "  - {after: 2D, rules: [{call: 1D, then: [{call: P}]}]}\n": (
        "3:35: no such auction: this is not above 2D, the bid before it"
    ),
    "  - {after: 1C, over: (P|X), rules: [{call: 1D}]}\n": (
        "3:23: `over` is what they call before the `then` of a rule, and no rule here has one"
    ),
    "  - {after: 1C, over: P|X, rules: [{call: 1D, then: [{call: P}]}]}\n": (
        "3:23: `over` takes one of their calls in brackets, such as (P|X), or a list of such calls"
    ),
    "  - {after: 1C, over: (P|Y), rules: [{call: 1D, then: [{call: P}]}]}\n": "3:26: no call 'Y'",
    "  - {after: 1C, over: (1C), rules: [{call: 1D, then: [{call: P}]}]}\n": (
        "3:24: no such auction: this is not above 1D, the bid before it"
    ),
    "  - {after: 1M, steps: [{name: a, then: [{call: P}]}]}\n": (
        "3:41: which bid step(1) is depends on the last one of '1M'; "
        "say the first step's bid, `from: 2C`, or write the answers as a section of their own"
    ),
    "  - {after: 1C (1D|1H), steps: [{name: a, then: [{call: P}]}]}\n": (
        "3:49: which bid step(1) is depends on the last one of '1C (1D|1H)'"
    ),
    "  - {after: 1C, from: P, steps: [{name: a}]}\n": (
        "3:23: `from` takes the bid of the first step, such as 2C"
    ),
    "  - {after: 1C, from: 7NT, steps: [{name: a}, {name: b}]}\n": (
        "3:47: no bid is left for this step"
    ),
    "  - {after: 1C, from: 2C, rules: [{call: P}]}\n": (
        "3:23: `from` is the bid of the first of `steps`, and there are none here"
    ),
    "  - {after: 1C, steps: []}\n": "3:24: `steps` takes a list of rules without `call`",
    "  - {after: 1C, steps: [{call: 1D}]}\n": "3:25: a step has no `call`: it is the next bid",
    "  - {after: 1C, steps: [{name: a, zoom: [{name: b}]}, {name: c}]}\n": (
        "3:55: no step follows one with `zoom`"
    ),
    "  - {after: 1C, steps: [{name: a, zoom: b}]}\n": "3:41: `zoom` takes a list of steps",
    "  - {after: 1C, each: [a], rules: [{call: P}]}\n": (
        "3:23: `each` takes what rules have in common: {artificial: true}"
    ),
    "  - {after: 1C, each: {artficial: true}, rules: [{call: P}]}\n": (
        "3:24: unknown key 'artficial'; did you mean 'artificial'?"
    ),
    "  - {after: 1C, steps: [{hand: hcp >= 5, zoom: [{hand: S >= x y}]}]}\n": "3:63: expected",
    "  - {after: 1C, rules: [{2C Stayman: a}]}\n": "3:26: unknown key '2C Stayman'",
}


def test_answers_below_a_pattern_at_fault_repeat_no_fault(tmp_path: Path) -> None:
    text = "  - {after: 1Q, rules: [{call: 1D, then: [{call: P}]}], steps: [{then: [{call: P}]}]}\n"
    with pytest.raises(SystemFaults) as caught:
        load_file(write_system(tmp_path, START + text))
    (fault,) = caught.value.faults
    assert "system.yaml:3:13: no call '1Q'" in str(fault)


@pytest.mark.parametrize("text", FAULTS)
def test_a_brief_form_that_is_wrong(tmp_path: Path, text: str) -> None:
    with pytest.raises(SystemFaults) as caught:
        load_file(write_system(tmp_path, START + text))
    assert any(f"system.yaml:{FAULTS[text]}" in str(fault) for fault in caught.value.faults), [
        str(fault) for fault in caught.value.faults
    ]


def test_a_rule_may_say_that_it_has_no_alert(tmp_path: Path) -> None:
    rules = "".join(
        f"      - {{{call}: a{call}, alert: {alert}}}\n"
        for call, alert in (("1C", "true"), ("1D", "True"), ("1H", "false"), ("1S", "False"))
    )
    text = (
        f"{START}  - after: start\n    each: {{alert: words}}\n    rules:\n{rules}      - P: pass\n"
    )
    system = load_file(write_system(tmp_path / "t", text))
    assert [rule.alert for rule in system.rules] == [True, True, False, False, "words"]

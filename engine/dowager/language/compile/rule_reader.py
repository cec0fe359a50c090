"""Reading the rules of a section: from their YAML to compiled rules."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from dowager.auction import Call
from dowager.errors import Fault
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.key_reader import KeyReader
from dowager.language.compile.lazy import Lazy
from dowager.language.compile.rule import RULE_KEYS, Rule
from dowager.language.compile.section import SECTION_KEYS
from dowager.language.text.call_grammar import raw_argument
from dowager.language.text.entries import span_of
from dowager.language.text.grammar import read_truth
from dowager.language.text.keys import BRIEF_RULE_KEYS, BRIEF_SECTION_KEYS, Judgement
from dowager.language.text.yaml_values import Entries, Items, Text
from dowager.language.tree import expression as ex

_OF_SECTIONS = {
    **{key: "of a section" for key in (*SECTION_KEYS, *BRIEF_SECTION_KEYS) if key != "if"},
    "zoom": "of the last step of a section",
}
"""Keys that no rule has, by the time that it is read, with what they are keys of."""

_PASS = ex.FixedCall(int(Call.PASS))
_COMPARED = re.compile(r"[<>=!]=|[<>]|\bin\b")


class RuleReader(KeyReader):
    """Reads the rules of sections, numbering them as they come.

    Attributes:
        rules: all rules read so far.
    """

    def __init__(self, definitions: Definitions, faults: list[Fault]) -> None:
        super().__init__(RULE_KEYS, definitions, faults, _OF_SECTIONS, BRIEF_RULE_KEYS)
        self.rules: list[Rule] = []

    def read(self, section: Entries, source: str, judge: Judgement) -> tuple[Rule, ...]:
        """Read the rules of a section, whose source and `judge` are those of rules without.

        An artificial call or an ask is judged only if the rule itself says so: partner relies on
        what it says.
        """
        value = section.get("rules")
        if not isinstance(value, Items):
            message = "a section needs `rules:`, a list of rules, each with a `call`"
            self._fault(span_of(section, "rules"), message)
            return ()
        first = len(self.rules)
        lines: dict[tuple[str, ...], int] = {}
        written = Counter(item.span for item in value.items)
        for item in value.items:
            if isinstance(item, Entries):
                listed = written[item.span] > 1
                self.rules.append(self._rule(item, source, judge, listed))
                self._note_repeated(item, lines)
            else:
                message = "a rule is a mapping with a `call`: {call: 2C, hand: ...}"
                self._fault(item.span, message)
        return tuple(self.rules[first:])

    def _note_repeated(self, item: Entries, lines: dict[tuple[str, ...], int]) -> None:
        decides = tuple(_plain(item, key) for key in ("call", "hand", "when"))
        if decides in lines:
            self._fault(item.span, f"this repeats the rule on line {lines[decides]}; remove one")
        lines[decides] = item.span.line

    def _check_name(self, item: Entries) -> None:
        """Note a fault if a rule without `hand` has a condition for its name."""
        name, call = item.get("name"), item.get("call")
        if isinstance(name, Text) and item.key("hand") is None and _is_condition(name):
            of_step = call is None or call.span == item.span
            right = f"{{{_plain(item, 'call')}: name, hand: ...}}"
            right = "write it as `hand:`" if of_step else f"write {right}"
            self._fault(name.span, f"this looks like a condition: {right}")

    def _rule(self, item: Entries, source: str, judge: Judgement, listed: bool) -> Rule:
        said = self._values(item)
        self._check_name(item)
        said["hand"], public = said["hand"]
        said["when"] = (*said["when"], *public)
        said["source"] = said["source"] or source
        if said["judge"] is None:
            relied_on = said["artificial"] or said["asks"]
            said["judge"] = Judgement.NO if relied_on else judge
        if said["to_play"] and said["call"].written != _PASS:
            self._fault(span_of(item, "to_play"), "only a pass can be `to_play`")
        letters = frozenset[int]().union(*map(letters_in, said.values()))
        return Rule(
            number=len(self.rules),
            span=item.span,
            written=_plain(item, "call"),
            letters=letters,
            asks_span=span_of(item, "asks"),
            place=str(span_of(item, "call")) if listed else item.span.location,
            **said,
        )


def _is_condition(text: Text) -> bool:
    """Whether a text compares something, as a condition on a hand does."""
    faults: list[Fault] = []
    if _COMPARED.search(text.text):
        read_truth(text, raw_argument, faults)
        return not faults
    return False


def letters_in(value: Any) -> frozenset[int]:
    """Return the slots of the suit letters in what a key of a rule says."""
    match value:
        case Lazy():
            return value.letters
        case ex.Part():
            return ex.letters_of(value)
        case tuple():
            return frozenset[int]().union(*map(letters_in, value))
        case _:
            return frozenset()


def _plain(item: Entries, key: str) -> str:
    value = item.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""

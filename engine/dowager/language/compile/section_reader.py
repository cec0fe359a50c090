"""Reading the sections of a system's files, in order: from their YAML to compiled sections."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.errors import Fault
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.key_reader import KeyReader
from dowager.language.compile.legal_calls import never_legal
from dowager.language.compile.letters_bound import loose_letter
from dowager.language.compile.letters_fit import misfit
from dowager.language.compile.rule import RULE_KEYS, Rule
from dowager.language.compile.rule_reader import RuleReader
from dowager.language.compile.section import SECTION_KEYS, Section
from dowager.language.text.keys import BRIEF_RULE_KEYS, BRIEF_SECTION_KEYS, Judgement, Layer
from dowager.language.text.used_file import UsedFile
from dowager.language.text.yaml_values import Entries, Items, Text, Value

_OF_RULES = {key: "of a rule" for key in (*RULE_KEYS, *BRIEF_RULE_KEYS) if key != "if"}
"""Keys that no section has."""


class SectionReader(KeyReader):
    """Reads the sections of files, numbering them and their rules as they come."""

    def __init__(self, definitions: Definitions, faults: list[Fault]) -> None:
        super().__init__(SECTION_KEYS, definitions, faults, _OF_RULES, BRIEF_SECTION_KEYS)
        self._rules = RuleReader(definitions, faults)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules read so far, by number."""
        return tuple(self._rules.rules)

    def read(self, parts: Sequence[UsedFile]) -> tuple[Section, ...]:
        """Read every section of some files; sections come in the order in which they are tried."""
        sections: list[Section] = []
        for part in parts:
            layer = self._layer(part.document)
            layer = Layer.SYSTEM if layer is None else layer
            judge = self._judgement(part.document)
            judge = Judgement.NEAR if judge is None else judge
            # Arguments may leave rules of a module without suits: they are for other arguments.
            strict = part.document.get("parameters") is None
            for written in self._written(part.document.get("sections")):
                section = self._section(written, layer, judge, len(sections))
                sections.append(section)
                if strict:
                    self._check_calls(section)
        return tuple(sorted(sections, key=lambda section: section.rank))

    def _written(self, value: Value | None) -> list[Entries]:
        """Return the sections of a file as they are written."""
        if value is None or (isinstance(value, Text) and value.null):
            return []
        if not isinstance(value, Items):
            message = "`sections` takes a list of sections, each with `after` or `when`"
            self._fault(value.span, message)
            return []
        for item in value.items:
            if not isinstance(item, Entries):
                self._fault(item.span, "a section is a mapping with `after` or `when`, and `rules`")
        return [item for item in value.items if isinstance(item, Entries)]

    def _check_calls(self, section: Section) -> None:
        """Note each rule whose letters no suits fit or stand for none, or with no legal bid."""
        for rule in section.rules:
            conditions = (*section.conditions, *rule.when)
            why = misfit(section.after, conditions, rule.letters)
            if why is None:
                why = never_legal(section.after, rule.call.written)
            if why is None:
                why = loose_letter(section.after, section.conditions, rule)
            if why is not None:
                self._fault(rule.span, why)

    def _section(self, written: Entries, layer: Layer, judge: Judgement, number: int) -> Section:
        said = self._values(written)
        said["layer"] = layer if said["layer"] is None else said["layer"]
        said["judge"] = judge if said["judge"] is None else said["judge"]
        if not any(written.get(key) for key in ("after", "when", "seat", "vul")):
            message = "a section needs `after:` (a pattern) or `when:` (a condition)"
            self._fault(written.span, message)
        rules = self._rules.read(written, said["source"], said["judge"])
        general = written.get("after") is None
        return Section(number=number, span=written.span, general=general, rules=rules, **said)

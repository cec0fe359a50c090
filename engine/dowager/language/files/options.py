"""Options of a system: what it declares, what is chosen, and what `if` leaves of a document.

A system's `options` name the values of each, the first of which holds unless another is chosen. A
module has no options: its `if` compares words that its parameters gave.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dowager.errors import Fault, Span
from dowager.language.text.entries import texts
from dowager.language.text.system_file import Choices
from dowager.language.text.vocabulary import guess
from dowager.language.text.yaml_values import Entries, Items, Text, Value, within

IF = "if"
"""The key that says under which choices a use, a section, a rule or a change is there."""

_MAY = ("use", "words", "sections", "change")
"""The keys of a document within which an `if` may stand."""
_NAME = re.compile(r"[A-Za-z_]\w*$", re.ASCII)
_HANDED_ON = re.compile(r"\$\{?\s*(\w+)", re.ASCII)
_VALUE = re.compile(r"\w+$", re.ASCII)
_TEST = re.compile(r"\s*(\w*)\s*(!?=)\s*(\w+(?:\s*\|\s*\w+)*)\s*$", re.ASCII)
_PARAMETER = re.compile(r"\s*\$(?:(\w+)|\{\s*(\w+)\s*\})", re.ASCII)
_RIGHT = "write such as `notrump=weak`, `notrump!=weak` or `notrump=weak|mini`"

Declared = Mapping[str, tuple[str, ...]]
"""The values of each option, the first as it is unless another is chosen."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that the `if` of a system may ask of: its own and those that it inherits.

    Attributes:
        declared: the values of each.
        chosen: what is chosen of each.
    """

    declared: Declared
    chosen: Mapping[str, str]

    def under(self, own: Declared, choices: Choices) -> Settings:
        """Return the settings of a system that extends one with these.

        Args:
            own: the options that it declares itself.
            choices: what is chosen of them; of two choices the later holds.
        """
        usual = {name: values[0] for name, values in own.items()}
        right = {name: value for name, value in choices if value in own.get(name, ())}
        return Settings({**self.declared, **own}, {**self.chosen, **usual, **right})


def declared_options(document: Entries, faults: list[Fault]) -> dict[str, tuple[str, ...]]:
    """Return the options that a system declares, each with its values."""
    value = document.get("options")
    if value is None or (isinstance(value, Text) and value.null):
        return {}
    if not isinstance(value, Entries):
        message = "`options` takes names with values: {notrump: [strong, weak]}"
        faults.append(Fault(value.span, message))
        return {}
    options: dict[str, tuple[str, ...]] = {}
    for key, listed in value:
        if not _NAME.match(key.text):
            faults.append(Fault(key.span, f"{key.text!r} cannot name an option; write one word"))
        options[key.text] = listed_values(key, listed, faults) or ("",)
    return options


def listed_values(name: Text, listed: Value, faults: list[Fault]) -> tuple[str, ...]:
    """Return the values that are listed for an option, or for a parameter of a module.

    Args:
        name: the option.
        listed: the list: two different words or more.
        faults: where faults go.
    """
    values = texts(listed, name.text, faults)
    wrong = [text for text in values if not _VALUE.match(text.text)]
    faults.extend(Fault(text.span, f"{text.text!r} is no value; one word") for text in wrong)
    if len({text.text for text in values}) < max(len(values), 2):
        faults.append(Fault(listed.span, f"{name.text!r} needs two different values or more"))
    return tuple(text.text for text in values)


def unasked(document: Entries, declared: Declared) -> list[Text]:
    """Return the options of a system that no `if` of its file asks for and no module is given."""
    asked = set(_asked(document))
    options = document.get("options")
    keys = [key for key, _ in options] if isinstance(options, Entries) else []
    return [key for key in keys if key.text in declared and key.text not in asked]


def asked_options(document: Entries, declared: Declared) -> list[str]:
    """Return the options that a system's file declares, asks of or hands on."""
    asked = set(_asked(document)) | set(declared_options(document, []))
    return [name for name in declared if name in asked]


def _asked(document: Entries) -> Iterator[str]:
    """Yield the options that the tests and the arguments within a file name."""
    for value in within(document):
        if isinstance(value, Entries):
            yield from Chooser.asked(value)
        elif isinstance(value, Text):
            yield from _HANDED_ON.findall(value.text)


def unknown_choices(choices: Choices, declared: Declared) -> list[str]:
    """Return what is wrong with choices from some options, in words."""
    wrong = []
    known = "; ".join(f"{name}: {', '.join(values)}" for name, values in declared.items())
    for name, value in choices:
        if name not in declared:
            there = f"the options are {known}" if known else "the system has no options"
            wrong.append(f"no option {name!r}{guess(name, declared, there)}")
        elif value not in declared[name]:
            values = declared[name]
            known = guess(value, values, f"its values are {', '.join(values)}")
            wrong.append(f"the option {name!r} has no value {value!r}{known}")
    return wrong


@dataclass(frozen=True, slots=True)
class Test:
    """A test of an `if`: which values of an option, or of a module's parameter, it lets through.

    Attributes:
        name: the option.
        values: the values that it names.
        equal: whether it lets these through, and not the others.
        text: the test as it is written.
        span: where it stands.
    """

    name: str
    values: tuple[str, ...]
    equal: bool
    text: str
    span: Span

    def holds(self, value: str) -> bool:
        """Whether the test lets a value through."""
        return (value in self.values) == self.equal


def read_test(text: Text) -> Test | None:
    """Return the test that a text is; None when it is none."""
    match = _TEST.match(text.text)
    if match is None:
        return None
    values = tuple(value.strip() for value in match[3].split("|"))
    return Test(match[1], values, match[2] == "=", text.text.strip(), text.span)


def conditions_within(document: Entries) -> Iterator[tuple[Test, ...]]:
    """Yield, for each `if` of a file, the tests that must hold for what it stands at to be there.

    They are its own and those of all within which it stands; a module's parameters count as names.
    """
    yield from _conditions(document, ())


def _conditions(value: Value, above: tuple[Test, ...]) -> Iterator[tuple[Test, ...]]:
    match value:
        case Items(items):
            for item in items:
                yield from _conditions(item, above)
        case Entries(pairs):
            if value.key(IF) is not None:
                written = map(any_test, texts(value.get(IF), IF, []))
                above = (*above, *(test for test in written if test))
                yield above
            for _, part in pairs:
                yield from _conditions(part, above)
        case Text():
            return


def any_test(text: Text) -> Test | None:
    """Return a test of an option, or of a module's parameter: `$style=1430`; None if it is none."""
    match = _PARAMETER.match(text.text)
    if match is None:
        return read_test(text)
    test = read_test(Text((match[1] or match[2]) + text.text[match.end() :], text.span))
    return test and replace(test, text=text.text.strip())


def values_left(tests: Sequence[Test], declared: Declared) -> dict[str, tuple[str, ...]]:
    """Return the values of each option that all of some tests let through.

    Args:
        tests: the tests.
        declared: the values of options; of others those that a test names count, and if none does,
            nothing is said of them.
    """
    left: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(test.name for test in tests):
        mine = [test for test in tests if test.name == name]
        named = next((test.values for test in mine if test.equal), None)
        values = declared.get(name, named)
        if values is not None:
            left[name] = tuple(v for v in values if all(test.holds(v) for test in mine))
    return left


def check_tests(document: Entries, faults: list[Fault], settings: Settings) -> None:
    """Report each `if` of a system's file, reached or not, that is no test, or can never hold.

    Args:
        document: the file as it is written.
        faults: where faults go.
        settings: the options that an `if` may ask of.
    """
    chooser = Chooser(settings.declared, settings.chosen, faults)
    for value in within(document):
        if isinstance(value, Entries):
            chooser.holds(value)
    check_conditions(document, faults, settings.declared)


def check_conditions(document: Entries, faults: list[Fault], declared: Declared) -> None:
    """Report each `if` of a file, reached or not, that can never hold with those around it.

    Args:
        document: the file as it is written.
        faults: where faults go.
        declared: the values of a system's options, or the words that a module's parameters take.
    """
    told: set[Span] = set()
    for tests in conditions_within(document):
        if any(test.span in told for test in tests):
            continue
        left = values_left(tests, declared)
        never = next((name for name, values in left.items() if not values), None)
        mine = [test for test in tests if test.name == never]
        if mine and all(_is_known(test, declared) for test in mine):
            told.add(mine[-1].span)
            faults.append(Fault(mine[-1].span, _never(mine)))


def _is_known(test: Test, declared: Declared) -> bool:
    """Whether all values that a test names are values of its option, as far as one can say."""
    known = declared.get(test.name)
    return known is None or set(test.values) <= set(known)


def _never(tests: Sequence[Test]) -> str:
    """Return in words that tests of one option let none of its values through."""
    here = tests[-1].span.line
    said = [
        test.text + (f" (line {test.span.line})" if test.span.line != here else "")
        for test in tests
    ]
    listed = " and ".join([", ".join(said[:-1]), said[-1]] if said[:-1] else said)
    leave = "leave" if len(said) > 1 else "leaves"
    return f"this can never hold: {listed} {leave} no value of {tests[-1].name}"


@dataclass(frozen=True, slots=True)
class Chooser:
    """Leaves out of a document what its `if` excludes.

    Attributes:
        declared: the options of the system whose file it is; None for a module.
        chosen: what is chosen of each.
        faults: where faults go.
    """

    declared: Declared | None
    chosen: Mapping[str, str]
    faults: list[Fault]

    def document(self, document: Entries) -> Entries:
        """Return a document with those uses, sections, rules and changes that are there."""
        pairs = ((key, self._part(value) if key.text in _MAY else value) for key, value in document)
        there = ((key, value) for key, value in pairs if value is not None)
        return Entries(tuple(there), document.span)

    def _part(self, value: Value) -> Value | None:
        """Return a value without the parts that are not there; None when it is not there itself."""
        match value:
            case Items(items, span):
                there = (self._part(item) for item in items)
                return Items(tuple(item for item in there if item is not None), span)
            case Entries(pairs, span) if self.holds(value):
                parts = ((key, self._part(part)) for key, part in pairs if key.text != IF)
                return Entries(tuple((key, part) for key, part in parts if part is not None), span)
            case Entries():
                return None
            case Text():
                return value

    def holds(self, item: Entries) -> bool:
        """Whether all that its `if` says is so; what is wrong with it becomes a fault."""
        said = [self._test(text) for text in texts(item.get(IF), IF, self.faults)]
        return all(said)

    @staticmethod
    def asked(item: Entries) -> list[str]:
        """Return the options that its `if`, which is without faults, asks of."""
        tests = (read_test(text) for text in texts(item.get(IF), IF, []))
        return [test.name for test in tests if test]

    def _test(self, text: Text) -> bool:
        test = read_test(text)
        if test is None:
            self.faults.append(Fault(text.span, f"{text.text!r} is no choice; {_RIGHT}"))
            return True
        if self.declared is None:
            return test.holds(test.name)
        wrong = unknown_choices(tuple((test.name, value) for value in test.values), self.declared)
        self.faults.extend(Fault(text.span, words) for words in wrong[:1])
        return bool(wrong) or test.holds(self.chosen[test.name])

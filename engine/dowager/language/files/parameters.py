"""Parameters of modules: their defaults, the words that each takes, and the arguments given.

`style: {one of: ["1430", "0314"]}` takes one of these words, the first unless another is given. Any
other value of a parameter is its default, and the parameter takes what stands where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dowager.errors import Fault
from dowager.language.files.options import IF, any_test, check_conditions, listed_values
from dowager.language.text.entries import texts
from dowager.language.text.vocabulary import guess
from dowager.language.text.yaml_values import Entries, Text, Value, within

ONE_OF = "one of"
"""The key of a parameter's words."""

_NAME = re.compile(r"[A-Za-z_]\w*$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a module.

    Attributes:
        default: what it is without an argument; a null text when it needs one.
        words: the words of which an argument is one; empty when it may be anything.
    """

    default: Value
    words: tuple[str, ...] = ()


def declared_parameters(module: Entries, faults: list[Fault]) -> dict[str, Parameter]:
    """Return the parameters of a module by name; what is wrong with them becomes a fault."""
    parameters = module.get("parameters")
    if parameters is None or (isinstance(parameters, Text) and parameters.null):
        return {}
    if not isinstance(parameters, Entries):
        message = "`parameters` takes names with defaults: {after: 1NT}"
        faults.append(Fault(parameters.span, message))
        return {}
    for key, _ in parameters:
        if not _NAME.match(key.text):
            message = f"{key.text!r} cannot name a parameter; write one word"
            faults.append(Fault(key.span, message))
    return {key.text: _parameter(key, value, faults) for key, value in parameters}


def _parameter(key: Text, value: Value, faults: list[Fault]) -> Parameter:
    if not isinstance(value, Entries):
        return Parameter(value)
    listed = value.get(ONE_OF)
    if listed is None or len(value.pairs) > 1:
        message = f"write a default, or the words that it takes: {key.text}: {{one of: [yes, no]}}"
        faults.append(Fault(value.span, message))
        return Parameter(Text("", value.span))
    words = listed_values(key, listed, faults)
    return Parameter(Text(words[0] if words else "", value.span), words)


def argument_values(
    module: Text, parameters: Mapping[str, Parameter], given: Entries | None, faults: list[Fault]
) -> dict[str, Value]:
    """Return the value of each parameter of a module where it is used.

    Args:
        module: its name, where it is used.
        parameters: its parameters.
        given: the arguments given there.
        faults: where faults go; in place of a wrong argument the default is taken.
    """
    values = {name: parameter.default for name, parameter in parameters.items()}
    for key, value in given or ():
        parameter = parameters.get(key.text)
        if parameter is None:
            known = guess(key.text, values, f"it has {', '.join(values) or 'none'}")
            message = f"module {module.text!r} has no parameter {key.text!r}{known}"
            faults.append(Fault(key.span, message))
        elif wrong := _wrong_word(value, parameter.words):
            message = f"{key.text!r} of the module {module.text!r} cannot be {wrong}"
            faults.append(Fault(value.span, message))
        else:
            values[key.text] = value
    for name in lacking(parameters, values):
        message = f"module {module.text!r} needs the argument {name!r}"
        faults.append(Fault(module.span, message))
    return values


def _wrong_word(value: Value, words: tuple[str, ...]) -> str:
    """Return what a parameter cannot be, and what it can; nothing if it may be this value."""
    word = value.text if isinstance(value, Text) else ""
    if not words or word in words:
        return ""
    said = repr(word) if isinstance(value, Text) else "a list"
    return f"{said}{guess(word, words, _choice_of(words))}"


def _choice_of(words: tuple[str, ...]) -> str:
    return f"it is one of {', '.join(words)}"


def lacking(parameters: Mapping[str, Parameter], values: Mapping[str, Value]) -> list[str]:
    """Return the parameters of a module that have neither a default nor an argument."""
    empty = [name for name, value in values.items() if isinstance(value, Text) and value.null]
    return [name for name in empty if not parameters[name].words]


def check_module_choices(module: Entries, faults: list[Fault]) -> None:
    """Report each `if` of a module, as it is written, that compares no parameter.

    A word that the parameter compared does not take, and an `if` that can never hold, are reported,
    too.
    """
    parameters = declared_parameters(module, faults)
    declared = {name: each.words for name, each in parameters.items() if each.words}
    check_conditions(module, faults, declared)
    for value in within(module):
        for text in texts(value.get(IF), IF, faults) if isinstance(value, Entries) else ():
            faults.extend(Fault(text.span, words) for words in _wrong_choice(text, parameters))


def _wrong_choice(text: Text, parameters: Mapping[str, Parameter]) -> Iterator[str]:
    """Yield what is wrong with one `if` of a module, in words."""
    if "$" not in text.text:
        yield (
            f"{text.text!r} names no parameter; a module has no options: "
            "write such as `$style=1430`, and let the system give `style`"
        )
    test = any_test(text)
    if test is None or test.name not in parameters:
        return
    words = parameters[test.name].words
    for word in test.values if words else ():
        if word not in words:
            yield f"{test.name!r} is never {word!r}{guess(word, words, _choice_of(words))}"

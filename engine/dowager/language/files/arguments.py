"""Arguments of modules: what takes the place of `$name` in their texts.

In a condition an argument counts as a whole, as if it stood in brackets: with `a or b` for `$p`,
`$p and c` is `(a or b) and c`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dowager.errors import Fault
from dowager.language.compile.rule import RULE_KEYS
from dowager.language.compile.section import SECTION_KEYS
from dowager.language.text.keys import MEANING_KEYS, KeyKind
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value, spliced

_PARAMETER = re.compile(r"\$(?:(\w+)|\{\s*(\w+)\s*(?:([+-])\s*(\d)\s*)?\})", re.ASCII)
"""A parameter in a text: `$after`, `${level}D`, and `${level+1}D` of one that is a number."""

_CONDITION_KINDS = (KeyKind.CONDITION, KeyKind.CONDITIONS, KeyKind.MEANING)
_CONDITIONS = frozenset(
    name
    for keys in (RULE_KEYS, SECTION_KEYS, MEANING_KEYS)
    for name, key in keys.items()
    if key.kind in _CONDITION_KINDS
) | {"define", "use", "words"}
"""The keys whose texts may be conditions; an argument that is handed on may be part of one."""

_OPERATOR = re.compile(r"\b(?:or|and|not|in)\b|\.\.|[<>=!]=|[-+*/<>]", re.ASCII)
_BEFORE = re.compile(rf"({_OPERATOR.pattern})\s*$", re.ASCII)
_AFTER = re.compile(rf"\s*({_OPERATOR.pattern})", re.ASCII)
_ALONE = 7
_BINDING = {"or": 1, "and": 2, "not": 3, "in": 4, "..": 4, "+": 5, "-": 5, "*": 6, "/": 6}
"""How closely operators bind; comparisons do as `in` does, what has no operator as `_ALONE`."""

_COMPARING = 4
_NESTED = re.compile(r"\([^(){}]*\)|\{[^(){}]*\}|\"[^\"]*\"|'[^']*'")


def substitute(
    value: Value, values: Mapping[str, Value], faults: list[Fault], condition: bool = False
) -> Value:
    """Return a document with `$name` and `${name}` replaced by arguments.

    A text that is one `$name` and nothing else becomes the argument itself, which may be a list;
    within a longer text the argument must be a word, and within a condition it stays a whole.

    Args:
        value: the document, or a part of it.
        values: the arguments.
        faults: where faults go.
        condition: whether it stands where conditions do.
    """
    match value:
        case Text():
            return _substitute_text(value, values, faults, condition)
        case Items(items, span):
            return Items(tuple(substitute(each, values, faults, condition) for each in items), span)
        case Entries(pairs, span):
            return Entries(
                tuple(
                    (key, value)
                    if key.text == "parameters"
                    else (
                        key,
                        substitute(value, values, faults, condition or key.text in _CONDITIONS),
                    )
                    for key, value in pairs
                ),
                span,
            )


def _substitute_text(
    value: Text, values: Mapping[str, Value], faults: list[Fault], condition: bool
) -> Value:
    if "$" not in value.text:
        return value
    whole = _PARAMETER.fullmatch(value.text.strip())
    if whole and not whole.group(3) and (whole.group(1) or whole.group(2)) in values:
        return values[whole.group(1) or whole.group(2)]
    changes: list[tuple[int, int, str]] = []
    for match in _PARAMETER.finditer(value.text):
        name = match.group(1) or match.group(2)
        argument = values.get(name)
        if not isinstance(argument, Text):
            wrong = "a list, not a word" if argument else f"not a parameter{closest(name, values)}"
            faults.append(Fault(value.at(match.start()), f"${name} is {wrong}"))
        elif match.group(3) and not argument.text.isdigit():
            message = f"${name} is {argument.text!r}, not a number to count from"
            faults.append(Fault(value.at(match.start()), message))
        else:
            words = _counted(argument.text, match)
            if condition and _falls_apart(value.text, match, words):
                words = f"({words})"
            changes.append((match.start(), match.end(), words))
    return spliced(value, changes)


def _counted(argument: str, match: re.Match[str]) -> str:
    """Return an argument, or the number so far above or below it that a text asks for."""
    if not match.group(3):
        return argument
    return str(int(argument) + int(match.group(3) + match.group(4)))


def _falls_apart(text: str, match: re.Match[str], argument: str) -> bool:
    """Whether, without brackets, the operators beside a parameter would part its argument."""
    inner = argument
    while (outer := _NESTED.sub(" ", inner)) != inner:
        inner = outer
    # the range 15..17 is a whole after `in`
    found = [operator for operator in _OPERATOR.findall(inner) if operator != ".."]
    loosest = min(map(_binding, found), default=_ALONE)
    before, after = _BEFORE.search(text[: match.start()]), _AFTER.match(text, match.end())
    left, right = (beside[1] if beside else "" for beside in (before, after))
    tightest = max(_binding(left), _binding(right))
    parted = loosest == _binding(left) and left in ("-", "/")
    return loosest < tightest or parted or loosest == tightest == _COMPARING


def _binding(operator: str) -> int:
    """Return how closely an operator binds; 0 when there is none."""
    return _BINDING.get(operator, _COMPARING) if operator else 0

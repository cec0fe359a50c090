"""What was read, as the condition or the number that its place asks for."""

from __future__ import annotations

from dataclasses import replace

from dowager.language.text.extremes import Extreme, Read, Side
from dowager.language.text.other_notations import plus_written_before
from dowager.language.text.tokens import Wrong
from dowager.language.tree import expression as ex


def as_truth(node: Read, offset: int) -> ex.TruthExpr:
    """Return a condition as such; a defined word will have to turn out to be one.

    Raises:
        Wrong: it is a number.
    """
    if isinstance(node, ex.DefinedWord):
        return replace(node, wanted="condition")
    if isinstance(node, Extreme):
        raise Wrong(offset, f"`{node.word}` is a number; expected a condition: max(S, H) >= 5")
    if isinstance(node, ex.NUMBERS):
        right = plus_written_before(node) or "expected a condition, such as `hcp >= 12`"
        raise Wrong(offset, f"this is a number; {right}")
    return node


def as_number(node: Read, offset: int) -> ex.NumberExpr:
    """Return a number as such; a defined word will have to turn out to be one.

    Raises:
        Wrong: it is a condition.
    """
    if isinstance(node, ex.DefinedWord):
        return replace(node, wanted="number")
    if isinstance(node, ex.NUMBERS):
        return node
    if isinstance(node, Extreme):
        raise Wrong(offset, f"`{node.word}` stands alone on one side of a comparison")
    raise Wrong(offset, "this is a condition; expected a number")


def as_side(node: Read, offset: int) -> Side:
    """Return one side of a comparison: a number, or an extreme of some.

    Raises:
        Wrong: it is a condition.
    """
    return node if isinstance(node, Extreme) else as_number(node, offset)

"""Reading `tune:`: which defined numbers may be varied by measurement, and within what bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dowager.errors import Fault, Span
from dowager.language.text.used_file import UsedFile
from dowager.language.text.yaml_values import Entries, Text, Value

_NUMBER = r"\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:\s+by\s+({_NUMBER}))?$")
_MOST_VALUES = 100


@dataclass(frozen=True, slots=True)
class TunableNumber:
    """A defined number with the values that it may take.

    Attributes:
        word: the defined word.
        written: its number as it stands in the file.
        span: where the number stands.
        low: the least value.
        high: the greatest value.
        step: what lies between two values.
    """

    word: str
    written: str
    span: Span
    low: Fraction
    high: Fraction
    step: Fraction

    @property
    def value(self) -> Fraction:
        """The number itself."""
        return Fraction(self.written)

    def values(self) -> list[Fraction]:
        """Return the values that it may take, ascending, its own among them or not."""
        count = int((self.high - self.low) / self.step)
        return [self.low + self.step * number for number in range(count + 1)]


def tunable_numbers(parts: Sequence[UsedFile], faults: list[Fault]) -> tuple[TunableNumber, ...]:
    """Return the numbers that files declare to be tunable; what is wrong becomes a fault.

    A file declares numbers that it defines itself: `define: {raise_total: 35}` and
    `tune: {raise_total: 33..37 by 0.5}`. Without `by` the step is 1.
    """
    return tuple(number for part in parts for number in _of_file(part.document, faults))


def _of_file(document: Entries, faults: list[Fault]) -> Iterator[TunableNumber]:
    tune, define = document.get("tune"), document.get("define")
    if tune is None or (isinstance(tune, Text) and tune.null):
        return
    if not isinstance(tune, Entries):
        faults.append(Fault(tune.span, "`tune` takes defined numbers with ranges: {total: 33..37}"))
        return
    defined = define if isinstance(define, Entries) else ()
    bodies = {head.text.strip(): body for head, body in defined}
    for word, bounds in tune:
        number = _number(word, bodies.get(word.text), bounds, faults)
        if number is not None:
            yield number


def _number(
    word: Text, body: Value | None, bounds: Value, faults: list[Fault]
) -> TunableNumber | None:
    if not isinstance(body, Text) or not re.fullmatch(_NUMBER, body.text.strip()):
        faults.append(
            Fault(word.span, f"`define` gives {word.text!r} no plain number here, such as 35")
        )
        return None
    match = _RANGE.match(bounds.text.strip()) if isinstance(bounds, Text) else None
    low, high, step = map(Fraction, match.groups(default="1")) if match else (1, 0, 1)
    if not low < high or not 0 < step <= high - low or (high - low) / step >= _MOST_VALUES:
        faults.append(
            Fault(bounds.span, "write a range of numbers, such as 33..37 or 33..37 by 0.5")
        )
        return None
    return TunableNumber(
        word.text, body.text.strip(), body.span, Fraction(low), Fraction(high), Fraction(step)
    )

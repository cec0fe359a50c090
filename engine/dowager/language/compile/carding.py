"""What defenders agree on: the card led from each holding, and what high and low cards mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS
from dowager.errors import Span
from dowager.language.text.holding_notation import decide, fitting, led_from, undecided


@dataclass(frozen=True, slots=True)
class Lead:
    """A line of the leads: from these holdings this card.

    Lines that say the same are equal, wherever they stand and whatever they are called.

    Attributes:
        span: where it stands.
        holdings: patterns such as `KQx+`; see `holding_notation.fitting`.
        card: the letter of a rank, or a word such as `4th`; see `holding_notation.led_from`.
        name: the usual name.
    """

    span: Span = field(compare=False)
    holdings: tuple[str, ...]
    card: str
    name: str = field(compare=False)

    @property
    def location(self) -> str:
        """`file:line`."""
        return self.span.location

    @property
    def written(self) -> str:
        """The line in words: `K from KQ or KQx+`."""
        return f"{self.card} from {' or '.join(self.holdings)}"


@dataclass(frozen=True, slots=True)
class Carding:
    """Leads and signals; the first line that fits a holding decides its lead.

    Every holding of one or more cards has a line, and the card that it says: the loader checks.

    Attributes:
        source: the book or booklet.
        suit_leads: the lines against suit contracts, in order.
        notrump_leads: the lines against notrump, in order.
        attitude_high: whether a high card encourages; else a low one does (upside down).
        count_high_even: whether high-low shows an even number; else low-high does (upside down).
    """

    source: str = field(compare=False)
    suit_leads: tuple[Lead, ...]
    notrump_leads: tuple[Lead, ...]
    attitude_high: bool
    count_high_even: bool
    _lines: tuple[NDArray[np.int16], ...] = field(init=False, repr=False, compare=False)
    _tables: tuple[NDArray[np.int8], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        both = (self.suit_leads, self.notrump_leads)
        lines = tuple(_deciding(leads) for leads in both)
        tables = tuple(_led(leads, decided) for leads, decided in zip(both, lines, strict=True))
        object.__setattr__(self, "_lines", lines)
        object.__setattr__(self, "_tables", tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a copy or a kept system needs: what was written, not the tables."""
        leads = (self.source, self.suit_leads, self.notrump_leads)
        return Carding, (*leads, self.attitude_high, self.count_high_even)

    def lead(self, holding: int, notrump: bool) -> int:
        """Return the rank, 0 (two) to 12 (ace), led from a 13-bit holding; -1 from a void."""
        return int(self._tables[notrump][holding])

    def lead_table(self, notrump: bool) -> NDArray[np.int8]:
        """Return the rank that `lead` gives for each of the 8,192 holdings; read-only."""
        return self._tables[notrump]

    def leads(self, notrump: bool) -> tuple[Lead, ...]:
        """Return the lines against notrump, or against suit contracts."""
        return self.notrump_leads if notrump else self.suit_leads

    def line(self, holding: int, notrump: bool) -> Lead | None:
        """Return the line that decides the lead from a holding; None for a void."""
        line = int(self._lines[notrump][holding])
        return self.leads(notrump)[line] if line >= 0 else None

    def words(self) -> tuple[str, ...]:
        """Return the agreements, a line of text for each."""
        against = (("suit contracts", self.suit_leads), ("notrump", self.notrump_leads))
        leads = [
            f"Against {contract}: {lead.written}" + (f" ({lead.name})" if lead.name else "")
            for contract, lines in against
            for lead in lines
        ]
        attitude = "high" if self.attitude_high else "low"
        count = "high-low" if self.count_high_even else "low-high"
        return (
            *leads,
            f"Attitude: a {attitude} card encourages",
            f"Count: {count} shows an even number",
        )


def _deciding(leads: tuple[Lead, ...]) -> NDArray[np.int16]:
    """Return for each holding the index of the line that decides it, -1 without one."""
    lines = undecided()
    for index, lead in enumerate(leads):
        for pattern in lead.holdings:
            decide(lines, fitting(pattern), index)
    lines.setflags(write=False)
    return lines


def _led(leads: tuple[Lead, ...], lines: NDArray[np.int16]) -> NDArray[np.int8]:
    """Return the rank led from each holding, given which line decides it."""
    table = np.full(ALL_HOLDINGS.shape, -1, dtype=np.int8)
    for index, lead in enumerate(leads):
        own = lines == index
        table[own] = led_from(lead.card)[own]
    table.setflags(write=False)
    return table

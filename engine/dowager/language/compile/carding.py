"""Owns what defenders agree on: the card led from a holding, and what high and low cards say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dowager.errors import Span
from dowager.language.text.holding_notation import fitting, led_from, nobody, take


@dataclass(frozen=True, slots=True)
class Lead:
    """One line of the leads: from these holdings this card, as they are written.

    Attributes:
        span: where the line stands; lines that agree alike are equal wherever they stand, and
            whatever they are called.
        holdings: patterns such as `KQx+`; see `holdings.fitting`.
        card: a rank letter, or a word such as `4th`; see `holdings.led_from`.
        name: the field's term.
    """

    span: Span = field(compare=False)
    holdings: tuple[str, ...]
    card: str
    name: str = field(compare=False)

    @property
    def place(self) -> str:
        """`file:line`, as the line interfaces print it."""
        return f"{self.span.file}:{self.span.line}"

    @property
    def written(self) -> str:
        """The line in words: `K from KQ or KQx+`."""
        return f"{self.card} from {' or '.join(self.holdings)}"


@dataclass(frozen=True, slots=True)
class Carding:
    """Leads and signals as agreed; the first line that fits a holding decides its lead.

    Every holding of one card or more has a line, and the card it says: the loader sees to it.

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
    _owners: tuple[NDArray[np.int16], NDArray[np.int16]] = field(
        init=False, repr=False, compare=False
    )
    _tables: tuple[NDArray[np.int8], NDArray[np.int8]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        both = (self.suit_leads, self.notrump_leads)
        owners = tuple(_owners(leads) for leads in both)
        tables = tuple(_table(leads, who) for leads, who in zip(both, owners, strict=True))
        object.__setattr__(self, "_owners", owners)
        object.__setattr__(self, "_tables", tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a copy or a kept system needs: what was written, not the tables."""
        agreed = (self.source, self.suit_leads, self.notrump_leads)
        return Carding, (*agreed, self.attitude_high, self.count_high_even)

    def lead(self, holding: int, notrump: bool) -> int:
        """Return the rank, 0 (two) to 12 (ace), led from a 13-bit holding; -1 from a void."""
        return int(self._tables[notrump][holding])

    def lead_table(self, notrump: bool) -> NDArray[np.int8]:
        """Return what `lead` says of each of the 8,192 holdings; not to be written to."""
        return self._tables[notrump]

    def leads(self, notrump: bool) -> tuple[Lead, ...]:
        """Return the lines against notrump, or against suit contracts."""
        return self.notrump_leads if notrump else self.suit_leads

    def line(self, holding: int, notrump: bool) -> Lead | None:
        """Return the line that decides the lead from a holding; None for a void."""
        number = int(self._owners[notrump][holding])
        return self.leads(notrump)[number] if number >= 0 else None

    def words(self) -> tuple[str, ...]:
        """Return what is agreed, a line of text for each agreement."""
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


def _owners(leads: tuple[Lead, ...]) -> NDArray[np.int16]:
    """Return for each holding the number of the line that decides it, -1 without one."""
    owners = nobody()
    for number, lead in enumerate(leads):
        for pattern in lead.holdings:
            take(owners, fitting(pattern), number)
    owners.setflags(write=False)
    return owners


def _table(leads: tuple[Lead, ...], owners: NDArray[np.int16]) -> NDArray[np.int8]:
    """Return the rank led from each holding."""
    table = np.full(8192, -1, dtype=np.int8)
    for number, lead in enumerate(leads):
        own = owners == number
        table[own] = led_from(lead.card)[own]
    table.setflags(write=False)
    return table

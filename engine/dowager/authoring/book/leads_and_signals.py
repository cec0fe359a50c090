"""Owns leads and signals in a book: each agreement, with holdings that show the card led."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dowager.authoring.book.contents import Defence, LeadLine
from dowager.cards import RANKS, holding_name
from dowager.language.compile import Carding, Lead
from dowager.language.text import fitting

_EXAMPLES = 3


def defence_of(carding: Carding | None) -> Defence | None:
    """Return a system's leads and signals; None when it says nothing of them."""
    if carding is None:
        return None
    return Defence(
        source=carding.source,
        suit=tuple(_line(lead, carding, False) for lead in carding.suit_leads),
        notrump=tuple(_line(lead, carding, True) for lead in carding.notrump_leads),
        attitude="high" if carding.attitude_high else "low",
        count="high-low" if carding.count_high_even else "low-high",
    )


def _line(lead: Lead, carding: Carding, notrump: bool) -> LeadLine:
    shown = tuple(_shown(holding, carding, notrump) for holding in _some(lead, carding, notrump))
    return LeadLine(lead.written, lead.name, lead.location, shown)


def _some(lead: Lead, carding: Carding, notrump: bool) -> Iterator[int]:
    """Yield a few holdings whose lead the line decides, of each of its patterns if possible."""
    found: list[int] = []
    for pattern in lead.holdings:
        held = np.flatnonzero(fitting(pattern)).tolist()
        own = [one for one in held if carding.line(one, notrump) is lead]
        # The middle one: neither the lowest spot cards nor every honour.
        own = [one for one in own if one not in found]
        if own:
            found.append(own[len(own) // 2])
    return iter(found[:_EXAMPLES])


def _shown(holding: int, carding: Carding, notrump: bool) -> tuple[str, int]:
    cards = holding_name(holding)
    return cards, cards.index(RANKS[carding.lead(holding, notrump)])

"""Leads and signals in a book: each agreement, with holdings that show the card led."""

from __future__ import annotations

import numpy as np

from dowager.authoring.book.contents import Defence, LeadLine
from dowager.cards import RANKS, holding_name
from dowager.language.compile import Carding, Lead
from dowager.language.text import fitting

_EXAMPLES = 3


def defence_of(carding: Carding | None) -> Defence | None:
    """Return a system's leads and signals; None when it has none."""
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
    examples = _examples(lead, carding, notrump)[:_EXAMPLES]
    shown = tuple(_with_card(holding, carding, notrump) for holding in examples)
    return LeadLine(lead.written, lead.name, lead.location, shown)


def _examples(lead: Lead, carding: Carding, notrump: bool) -> list[int]:
    """Return holdings whose lead the line decides, one of each of its patterns if possible."""
    examples: list[int] = []
    for pattern in lead.holdings:
        own = [
            holding
            for holding in np.flatnonzero(fitting(pattern)).tolist()
            if carding.line(holding, notrump) is lead and holding not in examples
        ]
        if own:  # the middle one: neither the lowest spot cards nor every honour
            examples.append(own[len(own) // 2])
    return examples


def _with_card(holding: int, carding: Carding, notrump: bool) -> tuple[str, int]:
    """Return a holding as text, with the index in it of the card that is led."""
    cards = holding_name(holding)
    return cards, cards.index(RANKS[carding.lead(holding, notrump)])

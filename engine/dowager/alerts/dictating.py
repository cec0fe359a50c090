"""Alert information that an operator types, put into the protocol's grammar.

Source: Blue Chip's text, version 18, "Pausing for manual alerting", items 4 and 5: the table
manager converts the operator's words, and says nothing beyond what the protocol defines.
"""

from __future__ import annotations

from dowager.alerts.reading import read_alert
from dowager.alerts.writing import write_alert
from dowager.errors import InputError
from dowager.knowledge.public import Disclosure
from dowager.language.tree import TRUE


def dictated(text: str) -> str:
    """Return what somebody typed as alert information, such as `5+ spades, 10-12 HCP`.

    Raises:
        InputError: some of it cannot be understood, or the grammar has no words for it; the message
            says what.
    """
    read = read_alert(text)
    if read.ignored:
        raise InputError(f"cannot be understood: {'; '.join(read.ignored)}")
    if read.beyond != TRUE:
        raise InputError(
            "the protocol has no words for all of that; say points, cards in a suit, points in a"
            " suit, aces and kings, and separate alternatives by `Alternatively,`"
        )
    if read.disclosure == Disclosure():
        raise InputError("that says nothing about the hand")
    return write_alert(read.disclosure)

"""The public Python interface, behind `import dowager`.

`table` answers questions about auctions between two systems; `answers` are the values it answers
with; `systems` loads systems, `authoring` checks, compares, counts and documents them, `practice`
finds deals to practise; `files` reads boards; `arguments` takes strings wherever values are meant.
"""

from dowager.api.answers import (
    Alternative,
    CallMeaning,
    CardChoice,
    CardValue,
    Decision,
    Inference,
    Reason,
)
from dowager.api.table import Table

__all__ = [
    "Alternative",
    "CallMeaning",
    "CardChoice",
    "CardValue",
    "Decision",
    "Inference",
    "Reason",
    "Table",
]

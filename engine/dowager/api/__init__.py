"""The public Python interface, behind `import dowager`.

`table` answers questions about auctions between two systems, with a `decision`, an `inference` or
a `card_choice`; `systems` loads systems, `authoring` checks, compares, counts and documents them,
`practice` finds deals to practise; `files` reads boards; `arguments` takes strings wherever values
are meant.
"""

from typing import TYPE_CHECKING

from dowager.api.decision import Decision, Reason, Rival
from dowager.api.table import Table
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.api.card_choice import CardChoice, CardValue
    from dowager.api.inference import Alternative, CallMeaning, Inference
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_choice": "CardChoice CardValue",
            "inference": "Alternative CallMeaning Inference",
        },
    )

__all__ = [
    "Alternative",
    "CallMeaning",
    "CardChoice",
    "CardValue",
    "Decision",
    "Inference",
    "Reason",
    "Rival",
    "Table",
]

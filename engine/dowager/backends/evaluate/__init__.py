"""Conditions and numbers evaluated, for one hand or for arrays of hands.

`one_hand` walks the tree; `arrays` turns it into numpy steps; `lookup_tables` merges sums
into one table for each suit. `deals` tests conditions on four hands.
"""

from typing import TYPE_CHECKING

from dowager.backends.evaluate.lookup_tables import Linear, merged, within
from dowager.backends.evaluate.one_hand import hand_test, hand_value
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.backends.evaluate.arrays import HandArray, array_test, array_value
    from dowager.backends.evaluate.deals import (
        DealArray,
        deal_array,
        deal_array_test,
        deal_test,
        given_hands,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "arrays": "HandArray array_test array_value",
            "deals": "DealArray deal_array deal_array_test deal_test given_hands",
        },
    )

__all__ = [
    "DealArray",
    "HandArray",
    "Linear",
    "array_test",
    "array_value",
    "deal_array",
    "deal_array_test",
    "deal_test",
    "given_hands",
    "hand_test",
    "hand_value",
    "merged",
    "within",
]

"""Controls: ace 2 and king 1 as a number; first- or second-round control as a condition."""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, ranged, summed

CONTROLS = honour_table("controls", lambda honours, _: 2 * ("A" in honours) + ("K" in honours))


def _best_round(honours: str, length: int) -> int:
    """Return 2 for a control of the first round, 1 for one of the second only, else 0."""
    if length == 0 or "A" in honours:
        return 2
    return int(length == 1 or "K" in honours)


_ROUND = honour_table("control_round", _best_round)


FEATURES = [
    HandFeature(
        name="controls",
        about="controls, ace 2 and king 1; of the hand, or of the suit named",
        source="The Official Encyclopedia of Bridge ('controls')",
        define=summed(CONTROLS),
        arities=(0, 1),
        words="controls",
    ),
    HandFeature(
        name="control",
        about="first- or second-round control: ace, king, void or singleton",
        source="The Official Encyclopedia of Bridge ('control')",
        define=ranged(_ROUND, 1, None),
        arities=(1,),
        words="a control in {0}",
        negative="no control in {0}",
    ),
    HandFeature(
        name="first_round",
        about="first-round control: ace or void",
        source="The Official Encyclopedia of Bridge ('first-round control')",
        define=ranged(_ROUND, 2, None),
        arities=(1,),
        words="first-round control in {0}",
        negative="no first-round control in {0}",
    ),
]

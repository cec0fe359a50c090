"""The length of a suit. In rules a bare suit means its length: `S >= 5`, `M == 4`."""

from __future__ import annotations

import numpy as np

from dowager.cards import LENGTH_OF
from dowager.language.tree.hand_feature import HandFeature, summed
from dowager.language.tree.nodes import SuitTable

LENGTH = SuitTable("length", LENGTH_OF.astype(np.int8))


FEATURES = [
    HandFeature(
        name="length",
        about="how many cards of a suit; a bare suit means the same",
        source="Laws of Duplicate Bridge, definitions",
        define=summed(LENGTH),
        arities=(1,),
        words="{0}",
    )
]

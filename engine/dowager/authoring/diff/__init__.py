"""What differs between two systems in what they mean, not in how they are written.

`compare_systems` compares; `changed_sections` says where a difference can begin, and
`swapped_rules` proves what makes none; `rows` puts differences together; `revisions` unpacks
systems from git.
"""

from dowager.authoring.diff.compare_systems import Comparison, DiffVerdict, Parting, compare
from dowager.authoring.diff.revisions import system_at
from dowager.authoring.diff.rows import (
    DifferenceRow,
    comparison_object,
    difference_rows,
    location_of,
)
from dowager.authoring.shared.differences import Aspect, Difference, attributes
from dowager.authoring.shared.extent import Extent
from dowager.authoring.shared.own_quizzes import quizzed

__all__ = [
    "Aspect",
    "Comparison",
    "DiffVerdict",
    "Difference",
    "DifferenceRow",
    "Extent",
    "Parting",
    "attributes",
    "compare",
    "comparison_object",
    "difference_rows",
    "location_of",
    "quizzed",
    "system_at",
]

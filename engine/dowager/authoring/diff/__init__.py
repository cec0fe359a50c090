"""What differs between two systems in what they mean, not in how they are written.

`compare_systems` compares; `changed_sections` says where a difference can begin, and
`swapped_rules` proves what makes none; `revisions` unpacks systems from git.
"""

from dowager.authoring.diff.compare_systems import Comparison, DiffVerdict, Parting, compare
from dowager.authoring.diff.revisions import system_at
from dowager.authoring.shared.differences import Aspect, Difference, attributes
from dowager.authoring.shared.extent import Extent
from dowager.authoring.shared.own_quizzes import quizzed

__all__ = [
    "Aspect",
    "Comparison",
    "DiffVerdict",
    "Difference",
    "Extent",
    "Parting",
    "attributes",
    "compare",
    "quizzed",
    "system_at",
]

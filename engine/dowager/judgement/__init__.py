"""Judgement: another call than the rules', where deals bid to the end say that it is better.

`near_misses` are the calls that may be considered, `rollout` tries them on the same deals, and
`judge` decides. How judgement stays understood: docs/explanation/judgement.md.
"""

from dowager.judgement.judge import Judge, Judged, Worth
from dowager.judgement.near_misses import near_misses, one_unit_away

__all__ = ["Judge", "Judged", "Worth", "near_misses", "one_unit_away"]

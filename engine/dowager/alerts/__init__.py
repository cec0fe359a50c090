"""Alert information: what a call discloses, as text, and what any such text says of a hand.

`writing` keeps to the closed grammar of the Blue Chip protocol; `reading` understands that and much
of what programs and people write otherwise, by the table of `phrases`. No protocol is needed.
"""

from dowager.alerts.phrases import phrases
from dowager.alerts.reading import ReadAlert, read_alert
from dowager.alerts.writing import write_alert

__all__ = ["ReadAlert", "phrases", "read_alert", "write_alert"]

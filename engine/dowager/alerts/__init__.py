"""Alert information: what a call discloses, as text, and what any such text says of a hand.

`writing` keeps to the closed grammar of the Blue Chip protocol; `reading` understands that and much
else that programs and people write, by the table of `phrases`. Neither needs a protocol.
"""

from dowager.alerts.phrases import phrases
from dowager.alerts.reading import ReadAlert, read_alert
from dowager.alerts.writing import write_alert

__all__ = ["ReadAlert", "phrases", "read_alert", "write_alert"]

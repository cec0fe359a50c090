"""Alert information: what a call discloses, as text, and what any such text says of a hand.

`writing` keeps to the closed grammar of the Blue Chip protocol; `reading` understands that and much
else that programs and people write, by the table of `phrases`; `dictating` puts what an operator
types into the grammar. None of them needs a protocol.
"""

from dowager.alerts.dictating import dictated
from dowager.alerts.phrases import phrases
from dowager.alerts.reading import ReadAlert, read_alert
from dowager.alerts.writing import write_alert

__all__ = ["ReadAlert", "dictated", "phrases", "read_alert", "write_alert"]

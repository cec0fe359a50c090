"""The protocol of the programs that tables start themselves."""

from __future__ import annotations

from dowager.protocols.pipe import PIPE
from dowager.table import BrainProtocol

BRAINS: BrainProtocol = PIPE
"""What programs speak that a table starts itself."""

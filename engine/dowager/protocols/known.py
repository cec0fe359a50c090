"""The protocols that tables and robots can speak, by their names on the command line."""

from __future__ import annotations

from dowager.protocols.bluechip import BLUE_CHIP
from dowager.protocols.pipe import PIPE
from dowager.table import BrainProtocol, TableProtocol

PROTOCOLS: dict[str, TableProtocol] = {
    protocol.name: protocol
    for protocol in (
        BLUE_CHIP,  # the first is the default; a new protocol needs its folder, and an entry here
    )
}

BRAINS: BrainProtocol = PIPE
"""What programs speak that a table starts itself."""

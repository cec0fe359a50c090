"""The protocols that tables and robots can speak, by their names on the command line."""

from __future__ import annotations

from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import TableProtocol

PROTOCOLS: dict[str, TableProtocol] = {
    protocol.name: protocol
    for protocol in (
        BLUE_CHIP,  # the first is the default; a new protocol needs its folder, and an entry here
    )
}

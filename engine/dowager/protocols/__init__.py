"""The languages that programs speak at a table: bytes in, events out; no sockets, no clock.

A folder for each protocol, behind the port of `dowager.table`; `known` lists them by name, which is
all that other floors import, beside both sides of `epe321`, which secure WebSockets carry.
`line_buffer` cuts bytes into lines, for any protocol.
"""

from dowager.protocols.epe321 import EPE_321, epe321_player, epe321_table, without_passwords
from dowager.protocols.known import BRAINS, PROTOCOLS

__all__ = ["BRAINS", "EPE_321", "PROTOCOLS", "epe321_player", "epe321_table", "without_passwords"]

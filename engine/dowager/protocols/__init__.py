"""The languages that programs speak at a table: bytes in, events out; no sockets, no clock.

A folder for each protocol, behind the port of `dowager.table`; `known` lists them by name, which is
all that other floors import. `line_buffer` cuts bytes into lines, for any protocol.
"""

from dowager.protocols.known import BRAINS, PROTOCOLS

__all__ = ["BRAINS", "PROTOCOLS"]

"""The Blue Chip Table Manager protocol, version 18: both sides of it.

`messages` are what both sides say; `line_reader` and `line_writer` have their lines, `dialect` the
forms in use. `client` is our program at somebody's table, `client_handler` our table's conversation
with one client. `protocol` offers both to tables and robots.
"""

from dowager.protocols.bluechip.protocol import BLUE_CHIP

__all__ = ["BLUE_CHIP"]

"""The languages that programs speak at a table: bytes in, events out; no sockets, no clock.

A folder for each protocol, behind the port of `dowager.table`; `known` lists them by name, and
`brains` has that of programs that a table starts; other floors import these alone, beside both
sides of `epe321`, which secure WebSockets carry. `line_buffer` cuts bytes into lines.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.protocols.brains import BRAINS
    from dowager.protocols.epe321 import EPE_321, epe321_player, epe321_table, without_passwords
    from dowager.protocols.known import PROTOCOLS
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "brains": "BRAINS",
            "epe321": "EPE_321 epe321_player epe321_table without_passwords",
            "known": "PROTOCOLS",
        },
    )

__all__ = ["BRAINS", "EPE_321", "PROTOCOLS", "epe321_player", "epe321_table", "without_passwords"]

"""The EPE 321 protocol of the University of Pretoria: both sides of it, for rubber bridge.

`json_messages` are what both sides say; `lenient_json` and `json_values` read what students write,
`message_reader` and `message_writer` have the messages. `table_side` is a host's conversation with
a client; `player_side` our program at somebody's host, which follows the board (`followed_board`)
and the rubber (`followed_rubber`). `protocol_sides` offers both, `passwords` hides them from logs.
A message is a line here: `net` carries it in a WebSocket.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.protocols.epe321.passwords import without_passwords
    from dowager.protocols.epe321.protocol_sides import EPE_321, epe321_player, epe321_table
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "passwords": "without_passwords",
            "protocol_sides": "EPE_321 epe321_player epe321_table",
        },
    )

__all__ = ["EPE_321", "epe321_player", "epe321_table", "without_passwords"]

"""The client's side of the Blue Chip protocol: our own program at somebody's table.

`client` is the port's `PlayerSide`. `client_moves` says what each message does in each state, by
functions in `between_boards` (log-on and the end too), `calling`, `playing` and `claiming`. They
work on a `conversation`: all that the client knows, and what it has to say.
"""

from dowager.protocols.bluechip.client.client import Client
from dowager.protocols.bluechip.client.conversation import ClientState

__all__ = ["Client", "ClientState"]

"""A Blue Chip client: our own program at somebody's table.

`client` is the port's `PlayerConversation`. `client_moves` says what each message does in each
state, by functions in `between_boards` (log-on and the end too), `calling`, `playing` and
`claiming`; `awaiting` says what it waits for. They work on a `client_session`: all that the client
knows, and what it has to say.
"""

from dowager.protocols.bluechip.client.client import Client
from dowager.protocols.bluechip.client.client_session import ClientState

__all__ = ["Client", "ClientState"]

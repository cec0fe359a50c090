"""The client's side of the Blue Chip protocol: our own program at somebody's table.

`client` is the port's `PlayerSide`; `transitions` says what each message does in each state, by
functions of `session` (log-on, between boards, the end), `auction`, `play` and `claims`; they work
on a `conversation`, which is all that the client knows and has to say.
"""

from dowager.protocols.bluechip.client.client import Client
from dowager.protocols.bluechip.client.conversation import State

__all__ = ["Client", "State"]

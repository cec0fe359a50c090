"""The pipe protocol: brains in any language, by standard input and output.

`brain_handler` is the manager's side, and `substitute` acts for a brain that cannot; `brain_client`
is our own brain's side, which keeps what INFO says in `brain_info` and takes back actions by
`taken_back`. Both sides write `pipe_lines`.
"""

from dowager.protocols.pipe.brain_client import BrainClient
from dowager.protocols.pipe.brain_handler import BrainHandler
from dowager.protocols.pipe.pipe_protocol import PIPE

__all__ = ["PIPE", "BrainClient", "BrainHandler"]

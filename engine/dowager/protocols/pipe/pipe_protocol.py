"""The pipe protocol as a protocol of the port for brains."""

from __future__ import annotations

from functools import partial

from dowager.protocols.pipe.brain_client import BrainClient
from dowager.protocols.pipe.brain_handler import BrainHandler
from dowager.protocols.pipe.substitute import Substitute
from dowager.table import (
    BrainKeeper,
    BrainProtocol,
    BrainTerms,
    NewTableConversation,
)


def _handler(terms: BrainTerms, keeper: BrainKeeper) -> NewTableConversation:
    return partial(BrainHandler, terms, keeper)


def _substitute(terms: BrainTerms) -> NewTableConversation:
    return partial(Substitute, terms)


PIPE = BrainProtocol(handler=_handler, substitute=_substitute, brain=BrainClient)
"""The pipe protocol; `docs/reference/pipe-protocol.md` describes it."""

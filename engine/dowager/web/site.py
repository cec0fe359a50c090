"""What all parts of the server share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from dowager.services.registry import Fields
from dowager.web.serve_options import ServeOptions
from dowager.web.served_systems import ServedSystems
from dowager.web.workers import Workers

_SYSTEM_FIELDS = ("system", "opponents", "other")
"""The fields of questions that name systems."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """What all parts of the server share.

    Attributes:
        options: how the server is run.
        workers: the processes that think.
        systems: the systems that requests may name.
    """

    options: ServeOptions
    workers: Workers
    systems: ServedSystems

    async def ask(
        self, name: str, fields: Fields, client: str = "", seconds: float | None = None
    ) -> Fields:
        """Return a service's answer about systems that are served; see `Workers.ask`."""
        return await self.workers.ask(name, self.named(fields), client, seconds)

    def named(self, fields: Fields) -> Fields:
        """Return a question in which every system is one that can be loaded.

        Raises:
            InputError: a system is not served.
        """
        texts = {"system": self.options.system, **fields}
        names = {key: texts[key] for key in _SYSTEM_FIELDS if isinstance(texts.get(key), str)}
        return fields | {key: self.systems.resolve(name) for key, name in names.items()}


def client_of(request: HTTPConnection) -> str:
    """Return who asks: the address of a connection."""
    return request.client.host if request.client else ""

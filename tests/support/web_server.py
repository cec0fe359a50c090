"""A server started as its owner starts it, and a client that asks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from support.commands import PATIENCE, Program, started

_PATIENCE = 6 * PATIENCE


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs.

    Attributes:
        program: the server.
        address: where it is, `http://127.0.0.1:PORT`.
        client: asks it.
    """

    program: Program
    address: str
    client: httpx.Client

    def ask(self, path: str, **fields: object) -> object:
        """Return the answer to a JSON object; anything but an answer fails the test."""
        answer = self.client.post(path, json=fields)
        assert answer.status_code == 200, answer.text
        found: object = answer.json()
        return found


@contextmanager
def serving(*words: str | Path, patience: float = _PATIENCE) -> Iterator[Served]:
    """Start a server at a free port; it ends with the block.

    Args:
        words: further options.
        patience: the seconds after which it is killed; more for one that many tests ask.
    """
    with started("serve", "--no-browser", "--port", "0", *words, patience=patience) as program:
        line = program.line_with(lambda line: "http://" in line)
        address = line.split()[3].rstrip("/")
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield Served(program, address, client)

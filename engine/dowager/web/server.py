"""The server: listens, says where, and ends in good order."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from dowager.errors import InputError
from dowager.net import on_signals
from dowager.web.app import new_app
from dowager.web.serve_options import ServeOptions
from dowager.web.served_systems import ServedSystems
from dowager.web.site import Site
from dowager.web.workers import Workers

_MOST_CONNECTIONS = 1000
_MOST_OF_A_MESSAGE = 64 << 10
_IDLE = 10


def serve(options: ServeOptions, opened: Callable[[str], None]) -> None:
    """Serve until a signal ends the program.

    Args:
        options: how.
        opened: takes the address, `http://127.0.0.1:8400/`, once the server listens.

    Raises:
        InputError: the port is taken, the address is not this machine's, or there is no system of
            a name.
    """
    systems = ServedSystems(options.folders)
    system = systems.resolve(options.system)
    listener = _listener(options)
    workers = Workers(options, system)
    try:
        workers.start()
        site = Site(options, workers, systems)
        asyncio.run(_served(site, listener, lambda: opened(address(options.host, listener))))
    finally:
        workers.close()
        listener.close()


def _listener(options: ServeOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((options.host, options.port))
    except (OSError, OverflowError) as error:
        listener.close()
        number = getattr(error, "errno", None)
        why = os.strerror(number) if number and number > 0 else str(error)
        where = f"{options.host}, port {options.port}"
        raise InputError(f"cannot listen at {where}: {why}") from error
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Return where a browser on this machine finds the server."""
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{here}:{listener.getsockname()[1]}/"


class _Server(uvicorn.Server):
    """Serves until it is told to stop; signals are its owner's to handle."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield

    def stop(self, why: str) -> None:
        """End in good order, or at once when asked again."""
        self.force_exit = self.should_exit
        self.should_exit = True


async def _served(site: Site, listener: socket.socket, opened: Callable[[], None]) -> None:
    config = uvicorn.Config(
        new_app(site),
        log_level="error",
        access_log=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=2,
        ws="websockets-sansio",
        ws_max_size=_MOST_OF_A_MESSAGE,
        server_header=False,
        proxy_headers=False,
    )
    server = _Server(config)
    on_signals(server.stop)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        opened()
    await running

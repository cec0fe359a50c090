"""The options by which `sit` connects to a host of secure WebSockets, and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from dowager import net, protocols  # most of their names are imported where they are used
from dowager.errors import InputError
from dowager.net import PASSWORD_VARIABLE
from dowager.net.streams import OpenStreams, open_tcp
from dowager.table import NewPlayerConversation

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--epe321",
        "uri",
        metavar="wss://HOST:PORT",
        help="A host of rubber bridge by the EPE 321 protocol, in place of --host, --port and"
        " --protocol.",
    ),
    click.option("--alias", help="The player's name there, in place of --team. Default: Dowager."),
    click.option(
        "--password", envvar=PASSWORD_VARIABLE, show_envvar=True, help="The host's password."
    ),
    click.option("--insecure", is_flag=True, help="Trust whatever certificate the host has."),
    click.option(
        "--certificate",
        type=click.Path(path_type=Path),
        help="The host's certificate, as the only one to trust.",
    ),
)


def websocket_options(function: _Function) -> _Function:
    """Add `--epe321` (as `uri`), `--alias`, `--password`, `--insecure` and `--certificate`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a player connects.

    Attributes:
        host: the address.
        port: the port.
        name: the player's name there, the alias or the team's; None for the usual one.
        new_conversation: makes our conversation.
        open: connects.
    """

    host: str
    port: int
    name: str | None
    new_conversation: NewPlayerConversation
    open: OpenStreams = open_tcp


def websocket_destination(
    uri: str, alias: str | None, password: str | None, insecure: bool, certificate: Path | None
) -> Destination:
    """Return the destination that the options name.

    Raises:
        InputError: an option is wrong, or a package is missing.
    """
    net.require_websockets()
    host, port = _host_and_port(uri)
    context = net.client_context(certificate, insecure)
    name = "Dowager" if alias is None else alias.strip()
    if not 1 <= len(name) <= 100 or not name.isprintable():
        raise InputError(f"no alias {name!r}: it has 1 to 100 letters that can be printed")
    speaks = protocols.epe321_player(password or "")
    return Destination(host, port, name, speaks, net.open_websocket(uri, context))


def _host_and_port(uri: str) -> tuple[str, int]:
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(f"no address {uri!r}: {error}") from error
    if parts.scheme != "wss" or not host:
        raise InputError(f"no address {uri!r}; write wss://HOST:PORT")
    return host, 443 if port is None else port

"""The options by which a table listens for secure WebSockets, and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dowager.errors import InputError
from dowager.net import (
    PASSWORD_VARIABLE,
    Door,
    Identity,
    accept_websockets,
    host_context,
    own_identity,
    require_websockets,
)
from dowager.protocols import epe321_table

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--certificate",
        type=click.Path(path_type=Path),
        help="The host's certificate, with --key. Default: one of its own.",
    ),
    click.option("--key", type=click.Path(path_type=Path), help="The key of --certificate."),
    click.option(
        "--identity",
        type=click.Path(path_type=Path),
        help="The folder of the host's own certificate. Default: the user's data folder.",
    ),
)


def identity_options(function: _Function) -> _Function:
    """Add `--certificate`, `--key` and `--identity`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def host_identity(certificate: Path | None, key: Path | None, folder: Path | None) -> Identity:
    """Return the certificate and key that are named, or the host's own.

    Raises:
        InputError: only one of them is named, or the host's own cannot be made.
    """
    if (certificate is None) != (key is None):
        raise InputError("--certificate and --key go together")
    if certificate is not None and key is not None:
        return Identity(certificate, key)
    if folder is None:
        from platformdirs import user_data_path

        folder = user_data_path("dowager", appauthor=False) / "epe321"
    return own_identity(folder)


def door_options(function: _Function) -> _Function:
    """Add `--epe321` (as `secure_port`), `--password` and those of `identity_options`."""
    password = click.option(
        "--password", envvar=PASSWORD_VARIABLE, show_envvar=True, default="",
        help="What players of EPE 321 must know. Default: nothing.",
    )  # fmt: skip
    port = click.option(
        "--epe321", "secure_port", metavar="PORT", type=click.IntRange(0, 65535),
        help="Let players of the EPE 321 protocol in, too, by secure WebSockets at this port.",
    )  # fmt: skip
    return port(password(identity_options(function)))


def secure_door(
    port: int, password: str, certificate: Path | None, key: Path | None, folder: Path | None
) -> Door:
    """Return the door of a table for players of EPE 321.

    Args:
        port: where it listens; 0 takes a free port.
        password: what players must know; empty for nothing.
        certificate: the host's certificate; None for one of its own.
        key: the certificate's key.
        folder: where the host's own certificate is kept; None for the user's data folder.

    Raises:
        InputError: the certificate cannot be used, or a package is missing.
    """
    require_websockets()
    context = host_context(host_identity(certificate, key, folder))
    return Door(epe321_table(password), port, streams=accept_websockets(context))


def secure_address(host: str, port: int) -> str:
    """Return where players connect: `wss://127.0.0.1:3210`."""
    return f"wss://[{host}]:{port}" if ":" in host else f"wss://{host}:{port}"

"""Hosts of EPE 321 on 127.0.0.1: in this process with whoever connects, certificates, programs."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import endplay._dds  # noqa: F401  # robots think in threads, which must not load the solver at once
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import ClientConnection, connect

from dowager.cards import Seat, random_deal
from dowager.net import (
    Door,
    Handlers,
    Host,
    HostOptions,
    Identity,
    SitOptions,
    WireLog,
    accept_websockets,
    client_context,
    host_context,
    open_websocket,
    own_identity,
    sit,
)
from dowager.protocols import epe321_player, epe321_table
from dowager.table import BoardFinished, Robot, RubberBoards, TableManager, TableOptions
from support.commands import Program, started
from support.instant_clients import play_rubbers_instantly
from support.systems import shipped


class RubberHost:
    """A host in this process.

    Args:
        folder: where its certificate is made.
        password: what players must know.
        deals: how many there are.
        limits: the time limits of `HostOptions`.
    """

    def __init__(self, folder: Path, password: str = "", deals: int = 400, **limits: float) -> None:
        self.identity = own_identity(folder)
        random = Random(4)
        self.boards = RubberBoards(iter([random_deal(random) for _ in range(deals)]))
        self.manager = TableManager(self.boards, TableOptions(trick_pause=0), self.boards.score)
        self.reports: list[str] = []
        self.finished: list[BoardFinished] = []
        self.port = 0
        self.open = asyncio.Event()
        handlers = Handlers(self.reports.append, self.finished.append, opened=self._opened)
        door = Door(
            epe321_table(password), 0, streams=accept_websockets(host_context(self.identity))
        )
        self.host = Host(self.manager, HostOptions((door,), **limits), handlers, WireLog(None))

    def _opened(self, ports: Sequence[int]) -> None:
        self.port = ports[0]
        self.open.set()

    @property
    def uri(self) -> str:
        return f"wss://127.0.0.1:{self.port}"

    def robot(
        self, alias: str, password: str = "", context: ssl.SSLContext | None = None
    ) -> asyncio.Task[str]:
        """Let a robot of ours connect; the task gives what ended it early."""
        context = context or client_context(self.identity.certificate)
        natural = shipped("natural")
        options = SitOptions(
            "127.0.0.1",
            self.port,
            alias,
            epe321_player(password),
            seconds=0,
            connect=0,
            reconnect=0,
            open=open_websocket(self.uri, context),
        )
        work = sit(options, lambda at: Robot(at, natural), lambda text: None, WireLog(None))
        return asyncio.create_task(work)

    def client(self, **options: Any) -> connect:
        """Connect the library's own client."""
        trusting = client_context(insecure=True)
        return connect(self.uri, ssl=trusting, proxy=None, **options)

    async def plain(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect a bare socket."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def secured(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect by TLS, without a WebSocket."""
        context = client_context(insecure=True)
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=context)

    async def play(self, session: asyncio.Task[str]) -> None:
        """Let four clients play to the end, and see that they could."""
        players = [
            asyncio.create_task(play_rubbers_instantly(self.uri, f"P{seat}")) for seat in Seat
        ]
        assert await session == "", self.reports
        assert await asyncio.gather(*players) == [True] * 4


async def opened(host: RubberHost) -> asyncio.Task[str]:
    """Open a host and return its session."""
    session = asyncio.create_task(host.host.run())
    await host.open.wait()
    return session


async def closed(client: ClientConnection) -> int | None:
    """Wait until a host has closed a connection; return the code that it gave."""
    await client.wait_closed()
    return client.close_code


def certificate(folder: Path, days: int, name: str = "localhost") -> Identity:
    """Make a certificate of some days from yesterday on, and its key."""
    folder.mkdir(parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    names = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    start = datetime.now(UTC) - timedelta(days=10)
    made = (
        x509.CertificateBuilder()
        .subject_name(names)
        .issuer_name(names)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=10 + days))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    identity = Identity(folder / "host.crt", folder / "host.key")
    identity.key.write_bytes(private)
    identity.certificate.write_bytes(made.public_bytes(pem))
    return identity


QUICK = ("--pause", "0", "--seconds-per-board", "0", "--system", "natural")


def start_host(folder: Path, *words: str | Path) -> AbstractContextManager[Program]:
    """Start a host as a program, without pauses, at a free port."""
    own = ("--epe321", "--port", "0", "--identity", folder / "identity")
    return started("host", *own, *QUICK, *words, err_to_out=True)


def address_of(host: Program) -> str:
    """Return the address that a host says it listens at."""
    return host.line_with(lambda line: "wss://" in line).split()[-1]


def start_player(address: str, alias: str, *words: str | Path) -> AbstractContextManager[Program]:
    """Start a robot of ours as a program."""
    quick = ("--seconds-per-board", "0", "--system", "natural", "--insecure")
    return started("sit", "--epe321", address, "--alias", alias, *quick, *words, err_to_out=True)

"""Lines carried by secure WebSockets: each message is one line, whatever frames it comes in.

The library `websockets` has the protocol; sockets, TLS and time-outs are here. A message is cut off
at a size, a peer that shows no sign of life is given up, and nobody waits for one that does not
read. Binary messages are read like text.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Any

from dowager.errors import InputError
from dowager.net.streams import OpenStreams, Reader, Streams, Writer

if TYPE_CHECKING:
    from websockets.client import ClientProtocol
    from websockets.frames import Frame
    from websockets.protocol import Protocol
    from websockets.server import ServerProtocol

LONGEST_MESSAGE = 16_000
"""Bytes of a message; those of EPE 321 have some hundreds. A longer one ends the connection."""
_HANDSHAKE = 10.0
"""Seconds for the handshake of TLS, and for that of the WebSocket."""
_SILENCE, _SILENCES = 10.0, 3
"""Seconds without a byte after which the peer is pinged, and how often before it is given up."""
_GOODBYE = 1.0
"""Seconds in which a peer may answer that we close."""


class WebSocketStream:
    """A connection that carries messages: its own `Reader` and `Writer`.

    Args:
        reader: gives the bytes of the connection.
        writer: takes them.
        protocol: the side of the WebSocket protocol that we have.
        context: makes the connection secure before the first byte is read; None if it is already.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        protocol: Protocol,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._protocol = protocol
        self._context = context
        self._plain = writer  # it would close the connection if nobody had it
        self._message = bytearray()  # what has come of a message in frames
        self._lines: list[bytes] = []
        self._reading = False
        self._over = asyncio.Event()
        self._heard_at = asyncio.get_running_loop().time()
        self._silences = 0

    # -- what comes in -----------------------------------------------------------------------------

    async def read(self, n: int = -1, /) -> bytes:
        """Return the messages that have come, a line each; none when there will be no more.

        Raises:
            OSError: the connection is broken, or the peer shows no sign of life.
        """
        if self._context is not None:
            context, self._context = self._context, None
            self._reader, self._writer = await _secured(self._plain.transport, context)
        while not self._lines and not self._over.is_set():
            await self.hear()
        lines, self._lines = self._lines, []
        return b"".join(lines)

    async def hear(self) -> None:
        """Take what comes next: bytes, or nothing for a while.

        Raises:
            OSError: as `read`.
        """
        self._reading = True
        try:
            async with asyncio.timeout_at(self._heard_at + _SILENCE):
                data = await self._reader.read(65_536)
        except TimeoutError:
            self._ping()
        else:
            self._heard_at, self._silences = asyncio.get_running_loop().time(), 0
            self._take(data)
        finally:
            self._reading = False
        async with asyncio.timeout(_SILENCE):  # answers to pings, for a peer that does not read
            await self._writer.drain()

    def _ping(self) -> None:
        """Ask a silent peer for a sign of life.

        Raises:
            ConnectionError: it has given none for too long.
        """
        self._silences += 1
        self._heard_at += _SILENCE
        if self._silences > _SILENCES or not self._is_open:
            raise ConnectionError("no sign of life")
        self._protocol.send_ping(b"")
        self._pass_on()

    def _take(self, data: bytes) -> None:
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
            self._over.set()
        for event in self._protocol.events_received():
            self._happened(event)
        self._pass_on()

    def _happened(self, event: Any) -> None:
        """Answer a request for a WebSocket, or take a frame."""
        from websockets.frames import Opcode
        from websockets.http11 import Request, Response

        if isinstance(event, Request):
            server: Any = self._protocol
            server.send_response(server.accept(event))
        elif isinstance(event, Response):
            return  # the answer to our own request, which the protocol has looked at
        elif event.opcode is Opcode.CLOSE:
            self._over.set()
        elif event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._add(event)

    def _add(self, frame: Frame) -> None:
        """Add a frame to its message; line ends in it are blanks, as JSON has none that count."""
        self._message += frame.data
        if frame.fin:
            text = bytes(self._message).replace(b"\n", b" ").replace(b"\r", b" ")
            self._lines.append(text + b"\n")
            self._message.clear()

    def _pass_on(self) -> None:
        """Write what the protocol has to say; when it says that all is over, close."""
        for data in self._protocol.data_to_send():
            if data:
                self._writer.write(data)
            else:
                self._over.set()
                self._writer.close()

    @property
    def _is_open(self) -> bool:
        return self._protocol.state.name == "OPEN"

    # -- what goes out -----------------------------------------------------------------------------

    @property
    def transport(self) -> asyncio.WriteTransport:
        """What carries the bytes."""
        return self._writer.transport

    def get_extra_info(self, name: str, default: Any = None, /) -> Any:
        """Return what is known of the transport."""
        return self._writer.get_extra_info(name, default)

    def write(self, data: bytes, /) -> None:
        """Send a line as a message; nothing while there is no WebSocket."""
        if self._is_open:
            self._protocol.send_text(data.rstrip(b"\r\n"))
            self._pass_on()

    async def drain(self) -> None:
        """Wait until not too many bytes wait to go out."""
        await self._writer.drain()

    def close(self) -> None:
        """Say that we close; `wait_closed` does."""
        if self._is_open:
            self._protocol.send_close(1000)
            self._pass_on()
        else:
            self._over.set()

    async def wait_closed(self) -> None:
        """Wait a little for the peer to answer that we close, and close the connection."""
        try:
            async with asyncio.timeout(_GOODBYE):
                while not self._over.is_set():
                    await (self._over.wait() if self._reading else self.hear())
        except (OSError, TimeoutError):
            pass  # it is closed without an answer
        self._writer.close()
        await self._writer.wait_closed()


# -- as a host -------------------------------------------------------------------------------------


def accept_websockets(context: ssl.SSLContext) -> Streams:
    """Return what takes clients' connections for secure WebSockets.

    Both handshakes happen at the first read, so that whoever takes part in none of them is a
    stranger like others.
    """
    from websockets.server import ServerProtocol

    def streams(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[Reader, Writer]:
        protocol: ServerProtocol = ServerProtocol(max_size=LONGEST_MESSAGE)
        stream = WebSocketStream(reader, writer, protocol, context)
        return stream, stream

    return streams


async def _secured(
    transport: asyncio.WriteTransport, context: ssl.SSLContext
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return the streams of a connection that a client has opened, once it is secure.

    `StreamWriter.start_tls` does not survive a client that goes in the middle of it.

    Raises:
        OSError: the client takes no part in the handshake.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    secure = await loop.start_tls(
        transport, protocol, context, server_side=True, ssl_handshake_timeout=_HANDSHAKE
    )
    if not secure:
        raise ConnectionError("the client has gone")
    protocol.connection_made(secure)
    return reader, asyncio.StreamWriter(secure, protocol, reader, loop)


# -- as a client -----------------------------------------------------------------------------------


def open_websocket(uri: str, context: ssl.SSLContext) -> OpenStreams:
    """Return what connects to a host of secure WebSockets.

    Args:
        uri: the whole address, `wss://HOST:PORT` and perhaps a path.
        context: which certificates are trusted.
    """

    async def connect(host: str, port: int) -> tuple[Reader, Writer]:
        try:
            reader, writer = await asyncio.open_connection(
                host, port, ssl=context, ssl_handshake_timeout=_HANDSHAKE
            )
        except ssl.SSLCertVerificationError as error:
            raise InputError(_not_trusted(uri, error)) from error
        except ssl.SSLError as error:
            raise InputError(f"{uri} speaks no TLS: {error.reason}") from error
        stream = await _opened(uri, reader, writer)
        return stream, stream

    return connect


def _not_trusted(uri: str, error: ssl.SSLCertVerificationError) -> str:
    why = error.verify_message or str(error)
    return (
        f"the certificate of {uri} is not trusted: {why}; give the host's certificate with"
        " --certificate, or --insecure to trust whatever is there"
    )


async def _opened(
    uri: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> WebSocketStream:
    """Return the WebSocket of a new connection.

    Raises:
        InputError: there is none.
        OSError: the connection is broken.
    """
    from websockets.client import ClientProtocol
    from websockets.uri import parse_uri

    protocol: ClientProtocol = ClientProtocol(parse_uri(uri), max_size=LONGEST_MESSAGE)
    protocol.send_request(protocol.connect())
    stream = WebSocketStream(reader, writer, protocol)
    writer.writelines(protocol.data_to_send())
    try:
        async with asyncio.timeout(_HANDSHAKE):
            while protocol.state.name == "CONNECTING" and protocol.handshake_exc is None:
                await stream.hear()
    except TimeoutError as error:
        writer.transport.abort()
        raise InputError(f"there is no WebSocket at {uri}: no answer") from error
    if protocol.state.name != "OPEN" and protocol.handshake_exc is not None:
        writer.transport.abort()
        raise InputError(f"there is no WebSocket at {uri}: {protocol.handshake_exc}")
    return stream

"""EPE 321 over real sockets: rubbers, certificates, and clients who mean no good."""

from __future__ import annotations

import asyncio
import json
import ssl
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.net import (
    accept_websockets,
    client_context,
    host_context,
    open_websocket,
    own_identity,
    websocket_streams,
    websockets_extra,
)
from dowager.net.connections import MOST_OF_AN_ADDRESS
from support.epe321_hosts import RubberHost, certificate, closed, opened
from support.instant_clients import play_rubbers_instantly
from support.local_tables import run_session, until

CONNECT = json.dumps({"Type": "CONNECT_REQUEST", "Id": 1, "Alias": "Ann", "Password": "x"})


def hosted(folder: Path, work: Callable[[RubberHost], Awaitable[None]], **how: Any) -> RubberHost:
    """Do something at a host, then let four clients play there to the end."""

    async def run() -> RubberHost:
        host = RubberHost(folder, deals=1, **how)
        session = await opened(host)
        await work(host)
        await host.play(session)
        return host

    host = run_session(run())
    assert len(host.finished) == 1
    return host


def test_four_robots_play_a_rubber(tmp_path: Path) -> None:
    async def run() -> RubberHost:
        host = RubberHost(tmp_path)
        session = await opened(host)
        robots = [host.robot(f"P{seat}") for seat in Seat]
        assert await session == ""
        assert await asyncio.gather(*robots) == [""] * 4
        return host

    host = run_session(run())
    assert host.boards.rubber.over
    assert len(host.finished) == len(host.boards.rubber.boards)


# -- certificates ----------------------------------------------------------------------------------


def test_a_certificate_is_made_once_and_is_its_hosts_own(tmp_path: Path) -> None:
    first, other = own_identity(tmp_path / "a"), own_identity(tmp_path / "b")
    made = first.certificate.read_bytes()
    assert own_identity(tmp_path / "a") == first and first.certificate.read_bytes() == made
    assert other.certificate.read_bytes() != made
    assert stat.S_IMODE(first.key.stat().st_mode) == 0o600
    host_context(first)


@pytest.mark.parametrize("spoil", ["run out", "torn", "without a key"])
def test_a_certificate_that_is_of_no_use_is_made_again(tmp_path: Path, spoil: str) -> None:
    identity = certificate(tmp_path, days=-1 if spoil == "run out" else 5)
    if spoil == "torn":
        identity.certificate.write_bytes(identity.certificate.read_bytes()[:90])
    elif spoil == "without a key":
        identity.key.unlink()
    before = identity.certificate.read_bytes()
    assert own_identity(tmp_path).certificate.read_bytes() != before
    host_context(own_identity(tmp_path))


def test_a_certificate_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    one, other = certificate(tmp_path / "a", 5), certificate(tmp_path / "b", 5)
    mixed = type(one)(one.certificate, other.key)
    for identity in (mixed, type(one)(tmp_path / "none", other.key)):
        with pytest.raises(InputError, match="cannot use"):
            host_context(identity)
    with pytest.raises(InputError, match="cannot use"):
        client_context(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="no certificate in"):
        own_identity(tmp_path / "file")


def _opening(folder: Path, days: int, context: ssl.SSLContext | None = None) -> str:
    """Open a WebSocket to a host whose certificate lasts some days; return why it cannot be."""
    identity = certificate(folder, days)

    async def run() -> str:
        streams = accept_websockets(host_context(identity))

        async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            stream, _ = streams(reader, writer)
            try:
                await stream.read(1)
            except OSError:
                writer.transport.abort()

        server = await asyncio.start_server(come, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        uri = f"wss://127.0.0.1:{port}"
        trusted = context or client_context(identity.certificate)
        try:
            _, writer = await open_websocket(uri, trusted)("127.0.0.1", port)
        except InputError as error:
            return str(error)
        finally:
            server.close()
        writer.close()
        await writer.wait_closed()
        return ""

    return run_session(run())


def test_which_certificates_are_trusted(tmp_path: Path) -> None:
    assert _opening(tmp_path, 5) == ""
    assert "expired" in _opening(tmp_path, -1)
    assert _opening(tmp_path, -1, client_context(insecure=True)) == ""
    unknown = _opening(tmp_path, 5, client_context())
    assert "not trusted" in unknown and "--insecure" in unknown
    other = certificate(tmp_path / "other", 5)
    assert "not trusted" in _opening(tmp_path, 5, client_context(other.certificate))


def test_old_tls_is_refused(tmp_path: Path) -> None:
    identity = own_identity(tmp_path)
    assert host_context(identity).minimum_version is ssl.TLSVersion.TLSv1_2
    for context in (client_context(), client_context(identity.certificate)):
        assert context.minimum_version is ssl.TLSVersion.TLSv1_2


def test_what_is_no_host_is_one_line(tmp_path: Path) -> None:
    """A port where nobody speaks TLS, and one where nobody speaks WebSocket."""

    async def run(secure: bool) -> str:
        context = host_context(own_identity(tmp_path)) if secure else None

        async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(10)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(come, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        connect = open_websocket(f"wss://127.0.0.1:{port}", client_context(insecure=True))
        with pytest.raises(InputError) as error:
            await connect("127.0.0.1", port)
        server.close()
        return str(error.value)

    assert "speaks no TLS" in run_session(run(False))
    assert "there is no WebSocket" in run_session(run(True))


def test_a_package_that_is_missing_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websockets_extra, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"EPE 321 needs .* pip install 'dowager\[epe321\]'"):
        websockets_extra.require_websockets()


# -- clients who mean no good ----------------------------------------------------------------------


def test_a_wrong_password_is_no_way_in(tmp_path: Path) -> None:
    async def run() -> None:
        host = RubberHost(tmp_path, "secret", deals=1)
        session = await opened(host)
        fault = await host.robot("Eve", "guess")
        assert "password is wrong" in fault
        async with host.client() as client:
            await client.send(CONNECT)
            answer = json.loads(await client.recv())
            assert (answer["Type"], answer["Description"]) == ("CONNECT_UNSUCCESSFUL", "OTHER")
            assert await closed(client) == 1000
        players = (play_rubbers_instantly(host.uri, f"P{seat}", "secret") for seat in Seat)
        assert await asyncio.gather(*players) == [True] * 4
        assert await session == ""

    run_session(run())


def test_the_fifth_client_is_told_that_the_lobby_is_full(tmp_path: Path) -> None:
    async def run() -> None:
        host = RubberHost(tmp_path, deals=1, act=0.5)
        session = await opened(host)
        clients = [await host.client() for _ in range(5)]
        for client in clients:
            await client.send(CONNECT)
        answer = json.loads(await clients[4].recv())
        assert answer["Description"] == "LOBBY_FULL"
        host.host.stop("enough")
        assert await session == "enough"
        assert await closed(clients[0]) == 1000

    run_session(run())


def test_messages_that_are_too_long_end_their_connection_only(tmp_path: Path) -> None:
    async def work(host: RubberHost) -> None:
        for size in (websocket_streams.LONGEST_MESSAGE + 1, 3_000_000):
            async with host.client() as client:
                with suppress(ConnectionClosed):  # it may be cut off before all is out
                    await client.send("[" * size)
                assert await closed(client) in (1009, 1006)
        async with host.client() as client:

            async def endless() -> Any:
                while True:
                    yield "[" * 1000

            with pytest.raises(ConnectionClosed):
                await client.send(endless())

    hosted(tmp_path, work)


def test_messages_in_many_frames_and_binary_ones_are_read(tmp_path: Path) -> None:
    async def work(host: RubberHost) -> None:
        ping = '{"Type": "PING",\n "Id": 1}\r\n'
        async with host.client() as client:
            await client.send(iter(ping))
            assert json.loads(await client.recv())["Type"] == "PONG"
            await client.send(ping.encode())
            assert json.loads(await client.recv())["Id"] == 2

    hosted(tmp_path, work)


def test_garbage_at_every_layer_harms_nobody(tmp_path: Path) -> None:
    async def work(host: RubberHost) -> None:
        hello = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
        for garbage in (b"", b"\x00" * 5000, b"\x16\x03\x01" + b"\xff" * 600, hello):
            reader, writer = await host.plain()
            writer.write(garbage)
            writer.write_eof()
            await _swallow(reader)
            writer.close()
        for garbage in (b"\x00" * 90_000, hello, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500):
            reader, writer = await host.secured()
            writer.write(garbage)
            await _swallow(reader)
            writer.close()
        async with host.client() as client:
            for text in ("", "{", "[]", "\x00", '{"Type": "BID_SEND"}'):
                await client.send(text)
            client.transport.write(b"\xff" * 100)  # no frame of any protocol
            with pytest.raises(ConnectionClosed):
                await client.recv()

    hosted(tmp_path, work)


async def _swallow(reader: asyncio.StreamReader) -> None:
    """Read until the other side has closed, in whatever way."""
    try:
        while await reader.read(4096):
            pass
    except OSError:
        pass


def test_a_hundred_connections_do_not_lock_players_out(tmp_path: Path) -> None:
    """Bare sockets, TLS without a WebSocket, and WebSockets that say nothing."""

    async def work(host: RubberHost) -> None:
        crowd: list[Any] = []
        for number in range(100):
            match number % 3:
                case 0:
                    crowd.append(await host.plain())
                case 1:
                    crowd.append(await host.secured())
                case _:
                    crowd.append(await host.client())
            assert len(list(host.host.connections)) <= MOST_OF_AN_ADDRESS

    host = hosted(tmp_path, work)
    assert [text for text in host.reports if "too many connections from 127.0.0.1" in text]


def test_a_client_that_does_not_read_is_given_up(tmp_path: Path) -> None:
    """It floods the host with pings, and reads no answer."""

    async def work(host: RubberHost) -> None:
        client = await host.client(max_queue=1)
        before = len(list(host.host.connections))
        assert before == 1
        ping = '{"Type": "PING", "Id": 1, "more": "' + "x" * 2000 + '"}'
        try:
            async with asyncio.timeout(30):
                while len(list(host.host.connections)):
                    await asyncio.gather(*(client.send(ping) for _ in range(50)))
        except (ConnectionClosed, TimeoutError):
            pass
        client.transport.abort()
        await until(lambda: not len(list(host.host.connections)))

    hosted(tmp_path, work)


def test_a_player_who_gives_no_sign_of_life_loses_his_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He neither reads nor answers the WebSocket's own pings; his socket stays open."""
    monkeypatch.setattr(websocket_streams, "_SILENCE", 0.05)

    async def run() -> None:
        host = RubberHost(tmp_path, deals=1)
        session = await opened(host)
        client = await host.client()
        await client.send(CONNECT)
        await until(lambda: host.manager.session.posts[Seat.NORTH].connection is not None)
        client.transport.pause_reading()
        await until(lambda: host.manager.session.posts[Seat.NORTH].connection is None)
        monkeypatch.undo()
        client.transport.abort()
        await host.play(session)

    run_session(run())


def test_a_client_in_silence_is_pinged_in_the_words_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dowager.net import connections

    monkeypatch.setattr(connections, "SECONDS_OF_SILENCE", 0.1)

    async def work(host: RubberHost) -> None:
        async with host.client() as client:
            assert json.loads(await client.recv())["Type"] == "PING"
            await client.send('{"Type": "PONG", "Id": 7}')

    hosted(tmp_path, work)

"""The head of a request, between the network and the application: neither endless nor for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn import Config, Server

from tests import loops
from tracker.web import protocol

LINE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the length of all headers, or at /body of the body, which is read to its end."""
    assert scope["type"] == "http"
    size = sum(len(value) for _name, value in scope["headers"])
    if scope["path"] == "/body":
        size, message = 0, {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            size += len(message.get("body", b""))
    body = f"{size}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


async def _serving(scenario: Any) -> None:
    config = Config(
        hello,
        port=0,
        http="tracker.web.protocol:BoundedHttp",
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_keep_alive=1,
    )
    server = Server(config)
    held = config.bind_socket()
    task = asyncio.create_task(server._serve(sockets=[held]))  # without handlers of signals
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(scenario(held.getsockname()[1]), 10)
    finally:
        server.should_exit = True
        await task


def serving(scenario: Any) -> None:
    """Run what talks to a server at a port."""
    loops.run(_serving(scenario))


async def answer(port: int, *chunks: bytes) -> bytes:
    """Send something, and return all that comes until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
        return await reader.read()
    except ConnectionError:  # it was closed while more was sent
        return b""
    finally:
        writer.close()


def status(said: bytes) -> str:
    return said.split(b"\r\n")[0].decode()


def test_usual_requests_are_answered_one_after_the_other() -> None:
    async def scenario(port: int) -> None:
        last = LINE + b"Connection: close\r\n\r\n"
        said = await answer(
            port, LINE + b"\r\n", LINE + b"Cookie: " + b"x" * 8000 + b"\r\n\r\n", last
        )
        assert said.count(b"HTTP/1.1 200") == 3

    serving(scenario)


def test_an_endless_header_is_given_up() -> None:
    async def scenario(port: int) -> None:
        said = await answer(port, LINE + b"X-Endless: ", *[b"x" * 16 * 1024] * 8)
        assert status(said) in ("HTTP/1.1 431 Request Header Fields Too Large", "")

    serving(scenario)


def test_many_small_headers_are_given_up_and_a_long_address_too() -> None:
    async def scenario(port: int) -> None:
        many = await answer(port, LINE, *[b"X-Many: %b\r\n" % (b"x" * 1000)] * 100)
        long = await answer(port, b"GET /", *[b"x" * 1000] * 100)
        for said in (many, long):
            assert status(said) in ("HTTP/1.1 431 Request Header Fields Too Large", "")

    serving(scenario)


@pytest.mark.parametrize("begun", [b"", LINE, LINE + b"\r\n" + LINE])
def test_a_head_that_never_ends_is_given_up(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)

    async def scenario(port: int) -> None:
        said = await asyncio.wait_for(answer(port, begun), 5)
        assert status(said[said.rfind(b"HTTP/1.1") :]) == "HTTP/1.1 408 Request Timeout"

    serving(scenario)


TRAILERS = [b"X-Many: %b\r\n" % (b"x" * 1000)] * 400


@pytest.mark.parametrize("trailers", [TRAILERS, [b"X-Endless: ", *[b"x" * 1000] * 400]])
@pytest.mark.parametrize("path", [b"/", b"/body"])  # with the answer out, and without
def test_endless_trailers_are_given_up(path: bytes, trailers: list[bytes]) -> None:
    async def scenario(port: int) -> None:
        sent = answer(port, b"POST " + path + CHUNKED, b"0\r\n", *trailers)
        await asyncio.wait_for(sent, 5)  # sooner than anything that is only slow

    serving(scenario)


CLOSING = CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


def test_trailers_are_no_headers() -> None:
    async def scenario(port: int) -> None:
        said = await answer(port, b"POST /" + CLOSING + b"0\r\n" + TRAILERS[0] + b"\r\n")
        size = len(b"localhost" + b"chunked" + b"close")
        assert said.endswith(b"\r\n\r\n2\r\n%d\r\n0\r\n\r\n" % size)

    serving(scenario)


def test_a_body_in_many_small_chunks_is_read_whole() -> None:
    async def scenario(port: int) -> None:
        chunks = [b"1\r\nx\r\n" * 1000] * 40
        said = await answer(port, b"POST /body" + CLOSING, *chunks, b"0\r\n\r\n")
        assert said.endswith(b"\r\n\r\n5\r\n40000\r\n0\r\n\r\n")

    serving(scenario)


@pytest.mark.parametrize(
    ("sent", "more"),
    [
        (b"POST /" + CHUNKED, b"1"),
        (LINE + b"Content-Length: 99999999999\r\n\r\n", b"x"),
        (LINE + b"Content-Length: 1\r\n\r\n", b"x"),
        (LINE + b"\r\n", b"\r\n"),
    ],
    ids=["chunked", "large", "whole", "line"],
)
def test_who_sends_something_after_the_answer_and_then_nothing_is_given_up(
    sent: bytes, more: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)

    async def scenario(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        assert status(await reader.readuntil(b"\r\n\r\n")) == "HTTP/1.1 200 OK"
        await asyncio.sleep(0.1)
        writer.write(more)
        await asyncio.wait_for(reader.read(), 5)
        writer.close()

    serving(scenario)


def test_a_slow_body_and_a_slow_answer_are_not_its_business(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)

    async def slow(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n")
        writer.write(b"Connection: close\r\n\r\nx")
        await asyncio.sleep(0.5)
        writer.write(b"y")
        assert status(await reader.read()) == "HTTP/1.1 200 OK"
        writer.close()

    serving(slow)

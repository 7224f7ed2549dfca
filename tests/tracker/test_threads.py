"""Requests between the server and Django: who is slow, large or gone holds no thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from threading import get_ident
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tests import loops
from tracker import threads
from tracker.middleware import MAX_BODY

Sent = list[dict[str, Any]]


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.read())


async def asked(
    served: threads.Threads, *chunks: bytes, length: int | None = None, query: bytes = b""
) -> Sent:
    """Send a request in chunks; return the messages of its answer."""
    sent: Sent = []
    whole = sum(map(len, chunks)) if length is None else length
    coming = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    if length is None:
        coming += [{"type": "http.request", "body": b"", "more_body": False}]
    coming += [{"type": "http.disconnect"}]
    waiting = iter(coming)

    async def receive() -> dict[str, Any]:
        return next(waiting)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-length", str(whole).encode())] if whole else []
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": query}
    await served(scope | {"headers": headers}, receive, send)
    return sent


def body_of(sent: Sent) -> bytes:
    """Return the body of an answer that was sent to its end."""
    assert not sent[-1].get("more_body")
    return b"".join(message["body"] for message in sent[1:])


def answered(answer: Callable[[HttpRequest], HttpResponseBase], *chunks: bytes, **how: Any) -> Sent:
    return loops.run(asked(threads.Threads(answer), *chunks, **how))


@pytest.mark.parametrize("size", [0, 5, threads.SMALL, threads.SMALL + 1, 3 * threads.SMALL])
def test_a_body_arrives_whole(size: int) -> None:
    data = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    halves = (data[: size // 2], data[size // 2 :])
    assert body_of(answered(echo, *halves)) == data


def test_what_says_it_is_too_long_is_not_read() -> None:
    assert body_of(answered(echo, b"abc", length=MAX_BODY + 1)) == b""


def test_who_is_gone_before_all_is_sent_gets_no_answer_and_nothing_is_done() -> None:
    def never(_request: HttpRequest) -> HttpResponse:
        raise AssertionError

    assert answered(never, b"abc", length=9) == []


def test_headers_and_every_cookie_are_sent() -> None:
    def answer(_request: HttpRequest) -> HttpResponse:
        response = HttpResponse("ok", status=201, headers={"X-Reader": "é"})
        response.set_cookie("a", "1")
        response.set_cookie("b", "2", httponly=True)
        return response

    start = answered(answer)[0]
    assert start["status"] == 201
    assert (b"x-reader", b"\xe9") in start["headers"]
    cookies = [value for name, value in start["headers"] if name == b"set-cookie"]
    assert cookies == [b"a=1; Path=/", b"b=2; HttpOnly; Path=/"]


def test_a_query_that_is_no_text_is_refused() -> None:
    assert answered(echo, query=b"\xff")[0]["status"] == 400


def test_rows_are_read_in_the_thread_that_answers() -> None:
    seen = []

    def rows() -> Iterator[bytes]:
        for row in (b"a\n", b"b\n"):
            seen.append(get_ident())
            yield row

    def answer(_request: HttpRequest) -> StreamingHttpResponse:
        seen.append(get_ident())
        return StreamingHttpResponse(rows())

    assert body_of(answered(answer)) == b"a\nb\n"
    assert len(seen) == 3
    assert len(set(seen)) == 1


def test_a_file_is_sent_whole_and_closed() -> None:
    file = io.BytesIO(b"x" * (2 * threads.CHUNK + 1))
    sent = answered(lambda _request: FileResponse(file))
    assert len(body_of(sent)) == 2 * threads.CHUNK + 1
    assert file.closed


@pytest.mark.parametrize(
    "large",
    [
        lambda: FileResponse(io.BytesIO(b"x" * threads.CHUNK)),
        lambda: StreamingHttpResponse([b"x" * threads.CHUNK]),
        lambda: HttpResponse(b"x" * threads.CHUNK),
    ],
    ids=["file", "rows", "page"],
)
def test_phones_that_read_slowly_hold_no_thread(
    large: Callable[[], HttpResponseBase], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "THREADS", 1)

    def answer(request: HttpRequest) -> HttpResponseBase:
        return large() if request.GET else HttpResponse("ok")

    async def scenario() -> None:
        served = threads.Threads(answer)
        read = asyncio.Event()

        async def receive() -> dict[str, Any]:
            return {"type": "http.disconnect"}

        async def slowly(_message: Any) -> None:
            await read.wait()

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"file=1"}
        slow = asyncio.create_task(served(scope | {"headers": []}, receive, slowly))
        await asyncio.sleep(0.05)
        assert body_of(await asyncio.wait_for(asked(served), 5)) == b"ok"
        read.set()
        await slow

    loops.run(scenario())


async def _silent() -> dict[str, Any]:
    await asyncio.sleep(9)
    raise AssertionError


def test_phones_that_send_nothing_of_what_they_said_are_told_to_and_others_upload(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "UPLOADS", 1)
    monkeypatch.setattr(threads, "PATIENCE", 0.1)

    async def scenario() -> None:
        served, sent = threads.Threads(echo), Sent()

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b""}
        scope |= {"headers": [(b"content-length", b"99999")]}
        silent = asyncio.create_task(served(scope, _silent, send))
        await asyncio.sleep(0)
        large = b"x" * (threads.SMALL + 1)
        assert body_of(await asyncio.wait_for(asked(served, large), 5)) == large
        await silent
        assert sent[0]["status"] == 408
        assert (b"connection", b"close") in sent[0]["headers"]

    loops.run(scenario())


def test_a_full_disk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_args: Any, **_how: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(threads, "_read", full)
    assert answered(echo, b"abc")[0]["status"] == 503

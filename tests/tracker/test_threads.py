"""Requests between the server and Django: who is slow, large or gone holds no thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from threading import Event, get_ident
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tests import loops
from tracker.web import threads
from tracker.web.middleware import MAX_BODY

Sent = list[dict[str, Any]]


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.read())


async def asked(
    served: threads.Threads,
    *chunks: bytes,
    length: int | None = None,
    query: bytes = b"",
    method: str = "POST",
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
    scope = {"type": "http", "method": method, "path": "/", "query_string": query}
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


def test_forms_that_wait_for_the_database_leave_threads_to_pages() -> None:
    locked = Event()

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "POST":
            locked.wait(20)
        return HttpResponse("ok")

    async def scenario() -> None:
        served = threads.Threads(answer)
        forms = [asyncio.create_task(asked(served)) for _form in range(2 * threads.THREADS)]
        try:
            await asyncio.sleep(0.05)
            page = await asyncio.wait_for(asked(served, method="GET"), 5)
        finally:
            locked.set()
        assert body_of(page) == b"ok"
        assert [body_of(form) for form in await asyncio.gather(*forms)] == [b"ok"] * len(forms)

    loops.run(scenario())


class Trickle:
    """A phone that has sent so much of a large body, and then sends nothing."""

    def __init__(self, served: threads.Threads, size: int, address: str = "192.0.2.1") -> None:
        self.sent, self._size = Sent(), size
        headers = [(b"content-length", str(MAX_BODY).encode())]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b""}
        scope |= {"headers": headers, "client": (address, 1)}
        self.task = asyncio.create_task(served(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._size:
            await asyncio.sleep(9)
            raise AssertionError
        chunk, self._size = b"x" * self._size, 0
        return {"type": "http.request", "body": chunk, "more_body": True}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)


LARGE = b"x" * (threads.SMALL + 1)


def test_phones_that_send_nothing_of_what_they_said_are_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "BODY_TIMEOUT_S", 0.1)

    async def scenario() -> None:
        silent = Trickle(threads.Threads(echo), 0)
        await silent.task
        assert silent.sent[0]["status"] == 408
        assert (b"connection", b"close") in silent.sent[0]["headers"]
        assert (b"x-content-type-options", b"nosniff") in silent.sent[0]["headers"]
        assert b"content-security-policy" in dict(silent.sent[0]["headers"])

    loops.run(scenario())


def test_many_who_trickle_delay_no_upload_of_others() -> None:
    async def scenario() -> None:
        served = threads.Threads(echo)
        slow = [Trickle(served, threads.SMALL + 1, f"192.0.2.{n % 4}") for n in range(200)]
        await asyncio.sleep(0)
        assert body_of(await asyncio.wait_for(asked(served, LARGE), 1)) == LARGE
        for each in slow:
            each.task.cancel()

    loops.run(scenario())


def test_one_address_fills_its_own_share_of_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "ROOM_OF_ONE", 2 * len(LARGE))
    monkeypatch.setattr(threads, "ROOM_SECONDS", 0.2)

    async def scenario() -> None:
        served = threads.Threads(echo)
        first, second, third = (Trickle(served, len(LARGE)) for _phone in range(3))
        await third.task
        assert third.sent[0]["status"] == 503
        assert body_of(await asyncio.wait_for(asked(served, LARGE), 1)) == LARGE  # of another
        first.task.cancel()
        await asyncio.sleep(0)
        fourth = Trickle(served, len(LARGE))  # there is room again
        await asyncio.sleep(0.5)
        assert not fourth.sent
        for each in (second, fourth):
            each.task.cancel()

    loops.run(scenario())


def test_all_together_fill_no_more_than_the_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "ROOM", 2 * len(LARGE))
    monkeypatch.setattr(threads, "ROOM_SECONDS", 0.2)

    async def scenario() -> None:
        served = threads.Threads(echo)
        slow = [Trickle(served, len(LARGE), f"192.0.2.{number}") for number in range(2)]
        await asyncio.sleep(0)
        assert (await asked(served, LARGE))[0]["status"] == 503
        assert body_of(await asked(served, b"a small form")) == b"a small form"
        for each in slow:
            each.task.cancel()
        await asyncio.sleep(0)
        assert body_of(await asked(served, LARGE)) == LARGE

    loops.run(scenario())


def test_a_full_disk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_args: Any, **_how: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(threads, "_read", full)
    refused = answered(echo, b"abc")[0]
    assert refused["status"] == 503
    headers = {name.lower(): value for name, value in refused["headers"]}
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert b"default-src 'none'" in headers[b"content-security-policy"]

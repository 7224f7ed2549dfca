"""Clients that send one byte at a time keep their connection, and delay nobody else."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

from tests.soak.installation import new_installation

SLOW = 60  # more than there are threads
COOKIE = b"a" * 32  # without it nothing is read of what is sent
HEAD = b"POST /account/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken=%b\r\n" % COOKIE
BODY = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 999\r\n\r\nusername="
SOON = 10.0  # seconds; far below what the slow ones would take


def test_slow_uploads_do_not_block_other_visitors(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    place = tmp_path / "data"
    with (
        new_installation(
            kind, place, static=static, like=migrated, workers=1, forked=True
        ) as installation,
        ExitStack() as opened,
    ):
        installation.start()
        for number in range(SLOW):
            slow = opened.enter_context(socket.create_connection(("127.0.0.1", installation.port)))
            slow.sendall(HEAD + BODY if number % 2 else HEAD)  # amid the body, amid the headers
        phone = HTTPConnection("127.0.0.1", installation.port, timeout=SOON)
        for path in ("/healthz", "/", "/account/sign-in", "/readyz"):
            phone.request("GET", path)
            answer = phone.getresponse()
            assert answer.read()
            assert answer.status == 200, path
        phone.close()
        assert installation.faults() == []

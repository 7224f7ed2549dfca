"""``make cluster``: check that two instances behind nginx share their state."""

from __future__ import annotations

import io
import json
import re
import socket
import ssl
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import requests
from PIL import Image

from tests.cluster.machines import SITE, Cluster, cluster, missing, very_file
from tests.soak.browser import carried
from tests.soak.players import party

MOST = int(re.findall(r"limit_conn \w+ (\d+);", SITE)[0])
PASSWORD = "a lantern over the table"
PHOTO = re.compile(r'/g/\w+/photos/[\w-]+(?=[/"])')


class Phone(requests.Session):
    """A browser that can switch between the instances and stays signed in."""

    def __init__(self, built: Cluster, at: str) -> None:
        super().__init__()
        self.trust_env = False  # no bundle of certificates but this one
        self.verify = built.certificate
        self.at = at

    def request(self, method: Any, url: Any, *args: Any, **more: Any) -> requests.Response:
        """Send a request to the current instance."""
        more.setdefault("headers", {"Referer": f"{self.at}/"})
        more.setdefault("allow_redirects", False)
        more["timeout"] = 30
        return super().request(method, f"{self.at}{url}", *args, **more)

    def send_form(self, page: str, to: str, filled: dict[str, Any], **more: Any) -> str:
        """Fill in the form of a page, send it, and return where it leads."""
        hidden = carried(self.get(page).text, to)
        answer = self.post(to, data={**hidden, **filled}, **more)
        assert answer.status_code == 302, (to, answer.status_code, answer.text[:1500])
        return answer.headers["Location"]


def main() -> int:
    """Start the cluster, run the checks, and report the result."""
    if lacking := missing():
        print("A cluster needs: " + "; ".join(lacking), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="cluster-") as place:
        here = Path(place)
        try:
            with cluster(here) as built:
                print("Two instances answer behind nginx.")
                held(very_file(built.certificate))
                walk(built)
        except BaseException:
            for name in ("log", "error.log"):
                if (here / name).exists():
                    print((here / name).read_text()[-3000:], file=sys.stderr)
            raise
    print("All of it held.")
    return 0


def walk(built: Cluster) -> None:
    """Use the site, switching from one instance to the other."""
    one, two = built.each
    phone = Phone(built, one)
    code = phone.send_form("/start", "/start", party("Two Machines")).strip("/").split("/")[1]
    keep = phone.get("/account").text
    hidden = dict(re.findall(r'name="(csrfmiddlewaretoken)" value="([^"]+)"', keep))
    made = phone.post("/account/keep", data={**hidden, "username": "zuza", "password": PASSWORD})
    assert made.status_code == 302, made.text[:1500]
    held("an account made on one")
    phone.at = two
    plan = f"/c/{code}/plan"
    phone.send_form(plan, plan, {"nemesis": "Maelstrom", "nemesis_life": "99"})
    moved = phone.get(f"/c/{code}/games/1/", allow_redirects=False)
    game = moved.headers["Location"]
    phone.send_form(game, f"{game}notes", {"text": "written on the second"})
    phone.at = one
    assert "written on the second" in phone.get(game).text
    held("a campaign recorded on the other, and read on the first")
    _photos(phone, built, game)
    _sheets(phone, built, game)
    _limits(built)
    _live(phone, built, game)
    _statics(phone, built)
    _connections(built)
    _kill(phone, built, game)


def _photos(phone: Phone, built: Cluster, game: str) -> None:
    one, two = built.each
    out = io.BytesIO()
    Image.new("RGB", (600, 400), "teal").save(out, "JPEG")
    file = {"pictures": ("table.jpg", out.getvalue(), "image/jpeg")}
    phone.at = one
    phone.send_form(game, f"{game}photos", {}, files=file)
    address = PHOTO.findall(phone.get(game).text)[0]
    phone.at = two
    seen = phone.get(address)
    assert (seen.status_code, seen.headers["Content-Type"]) == (200, "image/webp"), seen.status_code
    stranger = Phone(built, two)
    assert stranger.get(address).status_code == 404
    assert not list(built.here.glob("?/media/**/*.webp")), "nothing lies in a data directory"
    held("a photo sent to one and seen on the other, by who may")


def _sheets(phone: Phone, built: Cluster, game: str) -> None:
    seen, took = [], []
    for at in built.each:
        phone.at = at
        begun = time.monotonic()
        # The address of the site is on a sheet: it is the same sheet under the same name alone.
        headers = {"Referer": f"{at}/", "Host": built.both.removeprefix("https://")}
        seen.append(phone.get(f"{game}sheet.pdf", headers=headers).content)
        took.append(f"{1000 * (time.monotonic() - begun):.0f} ms")
    assert seen[0].startswith(b"%PDF")
    assert seen[0] == seen[1], "compiled once: the very same bytes"
    held(f"a sheet compiled by one and handed out by both ({', then '.join(took)})")


def _limits(built: Cluster) -> None:
    answers = []
    for number in range(10):
        guesser = Phone(built, built.each[number % 2])
        page = guesser.get("/account/sign-in").text
        hidden = dict(re.findall(r'name="(csrfmiddlewaretoken|next)" value="([^"]*)"', page))
        sent = {**hidden, "username": "zuza", "password": f"wrong {number}"}
        answers.append(guesser.post("/account/sign-in", data=sent).status_code)
    assert answers == [422] * 8 + [429] * 2, answers
    held("wrong passwords counted together: eight, and no more on either")


def _live(phone: Phone, built: Cluster, game: str) -> None:
    one, two = built.each
    phone.at = one
    page = phone.get(f"{game}live").text
    hidden = dict(re.findall(r'name="(csrfmiddlewaretoken)" value="([^"]+)"', page))
    assert phone.post(f"{game}live/open", data=hidden).status_code == 302
    page = phone.get(f"{game}live").text
    hidden = dict(re.findall(r'name="(csrfmiddlewaretoken)" value="([^"]+)"', page))
    looker = Phone(built, two)
    looker.cookies.update(phone.cookies)
    heard: list[float] = []
    begun: list[float] = []

    def look() -> None:
        with looker.get(f"{game}live/events", stream=True) as stream:
            for line in stream.iter_lines():
                if begun and line.startswith(b"data:"):
                    heard.append(time.monotonic())
                    return

    listening = threading.Thread(target=look, daemon=True)
    listening.start()
    time.sleep(2)
    begun.append(time.monotonic())
    move = {"kind": "dial", "whose": "gravehold", "by": -3}
    sent = {**hidden, "move": json.dumps(move), "token": "phone-12", "seen": "0"}
    headers = {"Referer": f"{one}/", "Accept": "application/json"}
    assert phone.post(f"{game}live/move", data=sent, headers=headers).status_code == 200
    listening.join(20)
    assert heard, "no event came"
    held(f"a move on one seen on the other after {1000 * (heard[0] - begun[0]):.0f} ms")


def _statics(phone: Phone, built: Cluster) -> None:
    phone.at = built.both
    address = re.findall(r'href="(/static/[^"]+\.css)"', phone.get("/").text)[0]
    headers = phone.get(address).headers
    assert "immutable" in headers["Cache-Control"], headers
    held("static files cached, pages not: " + phone.get("/").headers["Cache-Control"])


def _connections(built: Cluster) -> None:
    """Begin requests and never end them: one address has so many under way, and no more."""
    port = int(built.both.rpartition(":")[2])
    trust = ssl.create_default_context(cafile=built.certificate)
    head = b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
    with ExitStack() as opened:
        for _number in range(MOST + 1):
            plain = socket.create_connection(("127.0.0.1", port), 10)
            last = opened.enter_context(trust.wrap_socket(plain, server_hostname="localhost"))
            last.sendall(head)
        assert last.recv(100).startswith(b"HTTP/1.1 429"), "one more than there may be"
    held(f"{MOST} requests under way from one address, and no more")


def _kill(phone: Phone, built: Cluster, game: str) -> None:
    """Kill one instance while notes are written: every acknowledged note is stored."""
    phone.at = built.both
    for number in range(12):
        if number == 4:
            built.kill(0)
        phone.send_form(game, f"{game}notes", {"text": f"note number {number}."})
    text = phone.get(game).text
    assert all(f"note number {number}." in text for number in range(12))
    held("one instance killed in the middle: twelve of twelve notes are there")


def held(what: str) -> None:
    print(f"  {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

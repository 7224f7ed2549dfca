"""Phones tonight: the address in the home network, in the terminal and on the start page."""

from __future__ import annotations

import io
import os
import socket
from typing import Any
from unittest import mock

import pytest
import segno
from django.test import Client

from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.clients import client_of
from tracker import command_line
from tracker.web import phones

pytestmark = pytest.mark.django_db
URL = "http://192.168.1.20:8000/"
SAID = "On your phones"


@pytest.fixture(autouse=True)
def served_to_phones(settings: Any) -> None:
    settings.PHONES_URL = URL


def test_who_sits_at_the_machine_sees_the_address_on_every_start_page() -> None:
    owner, player = f.person("Zuza"), f.person("Ada")
    f.start_campaign(person=owner)
    one_offs.game(player)
    for client in (Client(), client_of(owner), client_of(player)):
        page = client.get("/").content.decode()
        assert SAID in page
        assert URL in page
        assert page.count("data:image/svg+xml") == 1


@pytest.mark.parametrize(
    "sender",
    [
        {"REMOTE_ADDR": "192.168.1.33"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.168.1.33"},
        {"REMOTE_ADDR": ""},
    ],
)
def test_nobody_else_sees_it(client: Client, sender: dict[str, Any]) -> None:
    assert SAID not in client.get("/", **sender).content.decode()


def test_behind_a_proxy_nobody_sees_it(client: Client, settings: Any) -> None:
    settings.PROXIES = 1
    assert SAID not in client.get("/").content.decode()


def test_without_phones_there_is_nothing_to_see(client: Client, settings: Any) -> None:
    settings.PHONES_URL = ""
    assert SAID not in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("found", "expected"),
    [("192.168.1.20", "192.168.1.20"), ("127.0.0.1", ""), ("93.184.216.34", ""), (None, "")],
)
def test_the_home_network_has_a_private_address(
    found: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            if found is None:
                raise OSError("no route")

        def getsockname(self) -> Any:
            return (found, 1)

    monkeypatch.setattr(socket, "socket", Probe)
    assert phones.home_address() == expected


def test_the_terminal_shows_the_code_of_the_address() -> None:
    drawn = io.StringIO()
    segno.make(URL, micro=False).terminal(drawn, compact=True)
    assert command_line.terminal_code(URL) == drawn.getvalue()
    assert len(drawn.getvalue().splitlines()) > 10


def test_outside_a_home_network_it_says_so_and_serves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phones, "home_address", lambda: "")
    with pytest.raises(SystemExit, match="No home network was found"):
        command_line.main(["--phones"])


def hosts_with_phones(monkeypatch: pytest.MonkeyPatch, **variables: str) -> list[str]:
    """Return the host names that the site would answer to."""
    monkeypatch.setattr(phones, "home_address", lambda: "192.168.1.20")
    listen = mock.Mock(side_effect=SystemExit("listens"))
    monkeypatch.setattr(command_line, "_bound", listen)
    with mock.patch.dict(os.environ, variables):
        with pytest.raises(SystemExit, match="listens"):
            command_line.main(["--phones"])
        return os.environ["BREACHKEEPER_ALLOWED_HOSTS"].split(",")


def test_phones_are_answered_whatever_names_the_site_has(monkeypatch: pytest.MonkeyPatch) -> None:
    for named in ("", "games.example.org"):
        hosts = hosts_with_phones(monkeypatch, BREACHKEEPER_ALLOWED_HOSTS=named)
        assert {"192.168.1.20", "localhost", *filter(None, [named])} <= set(hosts)
        assert "" not in hosts


def test_phones_and_debug_pages_do_not_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "_bound", mock.Mock(side_effect=AssertionError))
    monkeypatch.setenv("BREACHKEEPER_DEBUG", "on")
    with pytest.raises(SystemExit, match="could read Django's debug pages"):
        command_line.main(["--phones"])


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_link_that_leads_to_this_machine_alone_says_so(host: str, settings: Any) -> None:
    settings.PHONES_URL, settings.ALLOWED_HOSTS = "", ["*"]
    game = one_offs.game()
    seats = f"/g/{game.code}/seats"
    warning = "Phones can’t open this link: it works on this computer only."
    here = one_offs.owner(game).get(seats, headers={"host": f"{host}:8000"})
    assert warning in here.content.decode()
    assert f"http://{host}:8000/" in here.content.decode()
    settings.PHONES_URL = URL
    for elsewhere in (f"{host}:8000", "games.example.org"):
        shown = one_offs.owner(game).get(seats, headers={"host": elsewhere}).content.decode()
        assert warning not in shown
        assert (URL if host in elsewhere else "http://games.example.org/") in shown

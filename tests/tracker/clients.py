"""A client for each kind of visitor, and what the forms of a page carry."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from campaign.memory import memory
from campaign.models import Campaign, Game, Person, Role
from tests.campaign import factories

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Answer: TypeAlias = "_MonkeyPatchedWSGIResponse"  # what a client returns
HTMX = {"HX-Request": "true"}
_MESSAGE = re.compile(r'<form class="notice.*?</form>', re.DOTALL)  # its button undoes
_FIELD = re.compile(r'<input type="hidden" name="(revision|token)" value="([^"]*)"')


def client_of(person: Person | None) -> Client:
    """Return a browser in which somebody is signed in."""
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def keeper(campaign: Campaign) -> Client:
    """Return the keeper's browser."""
    return client_of(factories.keeper_of(campaign))


def member(campaign: Campaign, role: Role = Role.PLAYER, name: str = "Piotr") -> Client:
    """Return the browser of somebody who joined with a role."""
    person = factories.person(name)
    factories.join(campaign, person, role)
    return client_of(person)


def stranger() -> Client:
    """Return the browser of somebody who belongs to no campaign."""
    return client_of(factories.person("Nobody"))


def hidden_fields(client: Client, url: str) -> dict[str, str]:
    """Return the revision and token that the first form on a page carries, after its messages."""
    page = client.get(url)
    assert page.status_code == 200, page.status_code
    return hidden_fields_of(page)


def hidden_fields_of(response: Any) -> dict[str, str]:
    """Return the revision and token that the first form of an answer carries."""
    found: dict[str, str] = {}
    for name, value in _FIELD.findall(_MESSAGE.sub("", response.content.decode())):
        found.setdefault(name, value)
    return found


def fresh_fields(url: str) -> dict[str, str]:
    """Return the hidden fields of a form as if its page had just been opened."""
    carries, found = {"token": secrets.token_urlsafe(12)}, resolve(urlsplit(url).path)
    if code := found.kwargs.get("code"):
        in_campaign = found.route.startswith("c/")
        records = Campaign.objects if in_campaign else Game.objects.select_related("campaign")
        found_row = records.get(code=code)
        record = found_row.record if isinstance(found_row, Game) else found_row
        carries["revision"] = str(record.revision)
    return carries


def send(client: Client, url: str, data: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """Send a form that is not stale."""
    return client.post(url, {**fresh_fields(url), **(data or {})}, **more)


def status_by_role(url: str, campaign: Campaign, *, method: str = "get") -> dict[str, int]:
    """Return the status that each kind of visitor gets."""
    visitors = {
        "keeper": keeper(campaign),
        "player": member(campaign, Role.PLAYER, "Player"),
        "reader": member(campaign, Role.READER, "Reader"),
        "stranger": stranger(),
        "anonymous": Client(),
    }
    return {who: getattr(client, method)(url).status_code for who, client in visitors.items()}


def query_count(campaign: Campaign, url: str) -> int:
    """Return how many queries a page makes for the keeper when nothing is cached."""
    return queries_of(keeper(campaign), url)


def queries_of(client: Client, url: str) -> int:
    """Return how many queries a page makes when nothing is cached."""
    memory.clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)

"""Browsers in which somebody is signed in already."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext

from campaign.models import Person


def session_of(person: Person) -> str:
    """Return the key of a session in which somebody is signed in."""
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def sign_in(context: BrowserContext, person: Person, base_url: str) -> None:
    """Sign somebody in to every page of a browser."""
    name, value = settings.SESSION_COOKIE_NAME, session_of(person)
    context.add_cookies([{"name": name, "value": value, "url": base_url}])

import logging
from unittest import mock

import pytest
from django.db import OperationalError, connections
from django.test import Client


@pytest.mark.django_db
def test_is_well_when_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"
    assert "no-store" in response["Cache-Control"]


def test_is_unwell_when_the_database_does_not_and_keeps_the_reason_to_itself(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    failure = OperationalError("password of keeper@db refused")
    with mock.patch.object(type(connections["default"]), "cursor", side_effect=failure):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert response.content == b"unavailable\n"
    assert "keeper@db" in caplog.text
    assert caplog.records[0].levelno == logging.ERROR


def test_changes_nothing(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_pages_carry_the_security_headers(client: Client) -> None:
    headers = client.get("/healthz").headers
    policy = headers["Content-Security-Policy"]
    for directive in (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ):
        assert directive in policy.split("; ")
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"

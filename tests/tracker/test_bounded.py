"""Sheets and pictures are made elsewhere: what takes too much is killed, and the site goes on."""

from __future__ import annotations

import queue
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.campaign import factories
from tracker.bounded import pool
from tracker.bounded.pool import WorkBusy, WorkFailed, WorkRefused
from tracker.bounded.work import Work

ENDLESS = "#for i in range(9000) { for j in range(9000) { let _ = calc.sin(i * j) } }"
GREEDY = "#let all = range(400000000)"


def compiled(source: str) -> bytes:
    values = {"format": "pdf", "pixels_per_inch": 72, "files": ["main.typ"], "fonts": 0}
    head = '#set document(title: "t")\n#set text(lang: "en")\n'
    return pool.do("sheet", Work(values, [(head + source).encode()])).blobs[0]


def test_what_takes_too_long_is_killed_and_the_next_is_made(settings: Any) -> None:
    compiled("warm")
    settings.JOB_SECONDS = 0.4
    with pytest.raises(WorkRefused) as refused:
        compiled(ENDLESS)
    assert str(refused.value) == "too long"
    settings.JOB_SECONDS = 10
    assert compiled("next").startswith(b"%PDF-")


def test_what_takes_too_much_memory_is_given_up_and_the_next_is_made() -> None:
    with pytest.raises((WorkRefused, WorkFailed)):
        compiled(GREEDY)
    assert compiled("next").startswith(b"%PDF-")


def test_a_fault_of_ours_is_raised_with_its_reason() -> None:
    with pytest.raises(WorkFailed, match="unknown variable: nothing"):
        compiled("#nothing")


def test_few_jobs_run_at_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_idle", queue.LifoQueue())
    settings.JOB_SECONDS = 0.05
    with pytest.raises(WorkBusy):
        compiled("late")


@pytest.mark.django_db
def test_a_sheet_that_is_given_up_is_answered_with_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = factories.planned_campaign(name="Never compiled")
    client.force_login(campaign.memberships.get(role="keeper").person)
    client.raise_request_exception = False

    def refuse(_job: str, _work: Work) -> Work:
        raise WorkRefused("too long")

    monkeypatch.setattr(pool, "do", refuse)
    response = client.get(reverse("chronicle_pdf", args=[campaign.code]))
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert "This takes too long" in response.content.decode()

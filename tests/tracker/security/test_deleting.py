"""Deleting: an account and its campaigns go for good, with their pictures; others' records stay."""

from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session as BrowserSession
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaign.models import Campaign, Change, Game, Invite, Person, Photo, Role
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.services.photos import photos_add
from tests.campaign import factories
from tests.tracker.security.site import Site, jpeg
from tracker.pictures.uploads import read_picture

pytestmark = pytest.mark.django_db


def files() -> set[str]:
    return {path.name for path in Path(settings.MEDIA_ROOT).rglob("*.webp")}


def go(client: Client, word: str = "delete", *, passes_on: bool = False) -> int:
    """Delete an account; its campaigns go with it, or pass to whom the page suggests."""
    form = client.get("/account/delete").context["form"]
    heirs = {
        row["heir"].html_name: row["heir"].initial if passes_on else row.NOBODY for row in form.rows
    }
    return client.post("/account/delete", {"word": word, **heirs}).status_code


def test_deleting_an_account_deletes_its_campaigns_and_their_pictures(
    site: Site, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    sample, before = site.sample, files()
    portrait = sample.campaign.mages.get(seat=1).portrait
    code, mine = sample.campaign.code, {sample.photo.name, portrait, sample.one_off_photo.name}
    client, player = site.client("keeper"), site.client("player")
    keeper = site.person("keeper").pk
    with django_capture_on_commit_callbacks(execute=True):
        assert go(client) == 302
    assert not Person.objects.filter(pk=keeper).exists()
    assert not Campaign.objects.filter(code=code).exists()
    assert not Game.objects.filter(owner=keeper).exists()
    gone = {name.partition(".")[0] for name in before - files()}
    assert gone == mine
    assert files(), "the other campaign keeps its own"
    for browser in (client, player):
        assert browser.get(f"/c/{code}/").status_code == 404
    assert Client().get(f"/join/{sample.join_token}").status_code == 404


@pytest.mark.parametrize("passes_on", [False, True])
def test_no_row_names_a_deleted_person(site: Site, passes_on: bool) -> None:
    keeper = site.person("keeper")
    Person.objects.filter(pk=keeper.pk).update(display_name="Zuza Kowalska", username="zuzakow")
    with override_settings(RATE_LIMITS=True):
        Client().post("/account/sign-in", {"username": "zuzakow", "password": "wrong"})
    kept = Campaign.objects.filter(memberships__person=keeper, memberships__role=Role.KEEPER)
    codes = set(kept.values_list("code", flat=True))
    assert go(site.client("keeper"), passes_on=passes_on) == 302
    assert set(Campaign.objects.filter(code__in=codes).values_list("code", flat=True)) == (
        codes if passes_on else set()
    )
    rows = [
        row
        for model in apps.get_models()
        if model is not BrowserSession
        for row in model._base_manager.values()
    ]
    told = [row for row in rows if "Kowalska" in str(row) or "zuzakow" in str(row)]
    assert told == []


def test_others_campaigns_keep_the_record_under_a_former_player(site: Site) -> None:
    sample, player = site.sample, site.person("player")
    campaign = sample.campaign
    campaign.refresh_from_db()
    factories.record(campaign, Noted("Written by who has gone."), game=2, person=player)
    photos_add(
        game=factories.game_of_campaign(campaign, 2), person=player, pictures=[read_picture(jpeg())]
    )
    facts = campaign.games.get(number=2).facts.count()
    assert go(site.client("player")) == 302
    assert campaign.games.get(number=2).facts.count() == facts
    assert Photo.objects.filter(game__campaign=campaign).count() == 2
    assert not Change.objects.filter(person=player.pk).exists()
    page = site.client("keeper").get(reverse("history", args=[campaign.code])).content.decode()
    assert "Written by who has gone." in page
    assert "by a former player" in page
    people = site.client("keeper").get(reverse("people", args=[campaign.code])).content.decode()
    assert "Player</" not in people


def test_an_invitation_outlives_the_person_who_made_it(site: Site) -> None:
    Invite.objects.filter(pk=site.sample.invite.pk).update(made_by=site.person("player"))
    assert go(site.client("player")) == 302
    page = Client().get(f"/join/{site.sample.join_token}")
    assert page.status_code == 200
    assert site.person("player").display_name.encode() not in page.content


def test_nothing_is_deleted_without_the_word_or_without_signing_in(site: Site) -> None:
    for word in ("", "yes", "DELETE EVERYTHING", "\0"):
        assert go(site.client("keeper"), word) == 422
    assert Client().post("/account/delete", {"word": "delete"}).status_code == 302
    assert Person.objects.filter(pk=site.person("keeper").pk).exists()


def test_a_guest_is_deleted_like_anybody(site: Site) -> None:
    assert go(site.client("guest")) == 302
    assert not Person.objects.filter(pk=site.person("guest").pk).exists()
    assert site.client("guest").get("/account").status_code == 302

"""Support work: staff look everything up, lock somebody out, and change nothing that was played."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import (
    Campaign,
    Change,
    Fact,
    Game,
    Invite,
    Passkey,
    Person,
    PublicDeck,
    PushSubscription,
    Role,
)
from campaign.services.accounts import NOTIFIED
from campaign.services.ashes.public_decks import deck_report
from campaign.services.people import invite_make
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import decks
from tracker.admin import support
from tracker.people.passkeys import WITH_PASSKEY

pytestmark = pytest.mark.django_db

MODELS = sorted(model._meta.model_name or "" for model in support._registry)
LISTS = [f"admin:campaign_{name}_changelist" for name in MODELS]


@pytest.fixture(autouse=True)
def known_content_types() -> None:
    """Forget the ids of models: a test that empties the database numbers them anew."""
    ContentType.objects.clear_cache()


@pytest.fixture
def staff() -> Person:
    return Person.objects.create_user("helper", "pass-1234", display_name="Hela", is_staff=True)


@pytest.fixture
def helper(staff: Person) -> Client:
    """Return the browser of somebody of the staff, with none of Django's permissions."""
    return with_passkey(clients.client_of(staff))


def with_passkey(client: Client) -> Client:
    """Return a browser whose visitor has signed in by passkey."""
    session = client.session
    session[WITH_PASSKEY] = Passkey.objects.create(
        person_id=session["_auth_user_id"], credential=session["_auth_user_id"], public_key=b"x"
    ).pk
    session.save()
    return client


def test_a_session_ends_with_the_passkey_that_opened_it(staff: Person, helper: Client) -> None:
    assert helper.get("/admin/").status_code == 200
    staff.passkeys.all().delete()
    assert helper.get("/admin/")["Location"] == "/account/passkeys"


@pytest.fixture
def campaign() -> Campaign:
    """Return a campaign with one of everything that is listed."""
    kept = factories.settled_campaign()
    keeper = factories.keeper_of(kept)
    assert keeper is not None
    factories.join(kept, factories.person("Marek", username="marek"))
    invite_make(campaign=kept, person=keeper, role=Role.PLAYER)
    one_offs.played(keeper)
    decks.public(keeper)
    return kept


def page_of(row: Any) -> str:
    return reverse(f"admin:campaign_{row._meta.model_name}_change", args=[row.pk])


def one_of_each() -> list[Any]:
    return [model._default_manager.earliest("pk") for model in support._registry]


# --- the door ---


def test_only_staff_is_let_in(campaign: Campaign, helper: Client) -> None:
    keeper = clients.keeper(campaign)
    urls = [reverse("admin:index"), *map(reverse, LISTS), *map(page_of, one_of_each())]
    for url in urls:
        assert helper.get(url).status_code == 200, url
        assert keeper.get(url).status_code == 404, url
        assert keeper.post(url).status_code == 404, url
    answer = Client().get(url, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/sign-in?next=%2Fadmin%2F"), url


def test_a_helper_who_was_locked_out_is_out_at_once(staff: Person, helper: Client) -> None:
    Person.objects.filter(pk=staff.pk).update(is_active=False)
    assert helper.get(reverse("admin:index")).status_code == 302


def test_there_is_no_second_door(staff: Person) -> None:
    client = Client()
    answer = client.get(reverse("admin:login"), {"next": "/admin/campaign/fact/"})
    assert answer["Location"] == "/account/sign-in?next=%2Fadmin%2Fcampaign%2Ffact%2F"
    client.post(reverse("admin:login"), {"username": "helper", "password": "pass-1234"})
    assert "_auth_user_id" not in client.session
    sent = {"username": "helper", "password": "pass-1234", "next": "/admin/campaign/fact/"}
    assert client.post("/account/sign-in", sent)["Location"] == "/admin/campaign/fact/"
    assert client.get("/admin/campaign/fact/")["Location"] == "/account/passkeys"
    with_passkey(client)
    assert client.get("/admin/campaign/fact/").status_code == 200
    assert client.get(reverse("admin:login"))["Location"] == "/admin/"
    assert client.get(reverse("admin:password_change"))["Location"] == "/account/password"


@pytest.mark.parametrize("then", ["https://evil.example/", "//evil.example"])
def test_the_door_leads_nowhere_else(staff: Person, then: str) -> None:
    client = Client()
    redirect = client.get(reverse("admin:login"), {"next": then})
    assert redirect["Location"].startswith("/account/sign-in?next=")
    shown = client.get(redirect["Location"])
    sent = {
        "username": "helper",
        "password": "pass-1234",
        "next": shown.context["next"],
    }
    assert client.post("/account/sign-in", sent)["Location"] == "/"


def test_whoever_signs_out_there_is_notified_no_more(staff: Person, helper: Client) -> None:
    listening = PushSubscription.objects.create(person=staff, endpoint="https://push.example/1")
    session = helper.session
    session[NOTIFIED] = listening.pk
    session.save()
    answer = helper.post(reverse("admin:logout"), follow=True)
    assert "_auth_user_id" not in helper.session
    assert not staff.push_subscriptions.exists()
    assert answer.redirect_chain[-1][0] == "/"


def test_who_guesses_a_helpers_password_is_slowed_down(staff: Person) -> None:
    with override_settings(RATE_LIMITS=True):
        client, url = Client(), f"/account/sign-in?next={reverse('admin:index')}"
        said = [
            client.post(url, {"username": "helper", "password": "wrong"}).status_code
            for _ in range(9)
        ]
        assert said[-1] == 429


# --- read, and nothing else ---


def test_nothing_is_added_changed_or_deleted(campaign: Campaign, helper: Client) -> None:
    rows = [row for row in one_of_each() if not isinstance(row, Person | PublicDeck)]
    assert len(rows) == len(MODELS) - 2
    before = factories.everything()
    for row in rows:
        name = row._meta.model_name
        assert helper.post(page_of(row), {"name": "Mine now", "kind": "note"}).status_code == 403
        for what, args in (("add", []), ("delete", [row.pk])):
            url = reverse(f"admin:campaign_{name}_{what}", args=args)
            assert helper.get(url).status_code == 403, url
            assert helper.post(url, {"post": "yes"}).status_code == 403, url
        sent = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        helper.post(reverse(f"admin:campaign_{name}_changelist"), sent)
    assert factories.everything() == before


def test_not_even_an_administrator_changes_a_fact(campaign: Campaign) -> None:
    root = with_passkey(clients.client_of(Person.objects.create_superuser("root", "pass-1234")))
    fact = Fact.objects.earliest("pk")
    for what in ("change", "delete"):
        url = reverse(f"admin:campaign_fact_{what}", args=[fact.pk])
        assert root.post(url, {"post": "yes"}).status_code == 403


def test_what_lets_people_in_is_not_listed_nor_how_they_are_reached() -> None:
    rows = {"campaign", "change", "fact", "game", "invite", "membership", "person", "publicdeck"}
    assert set(MODELS) == rows


def test_a_fact_tells_what_it_says(campaign: Campaign, helper: Client) -> None:
    for fact in Fact.objects.all():
        assert helper.get(page_of(fact)).status_code == 200
    grown = factories.standing_fact(campaign, "growth")
    assert "Ember Reed" in helper.get(page_of(grown)).content.decode()


# --- people ---


def test_somebody_is_locked_out_and_let_in_again(helper: Client, staff: Person) -> None:
    marek = factories.person("Marek", username="marek")
    phone = clients.client_of(marek)
    assert phone.get("/account").status_code == 200
    changed = {"is_staff": "on", "is_superuser": "on", "username": "mine", "password": "x"}
    assert helper.post(page_of(marek), changed).status_code == 302
    assert phone.get("/account").status_code == 302
    locked = Person.objects.get(pk=marek.pk)
    assert (locked.is_active, locked.is_staff, locked.is_superuser) == (False, False, False)
    assert (locked.username, locked.password) == ("marek", marek.password)
    assert helper.post(page_of(marek), {"is_active": "on"}).status_code == 302
    assert Person.objects.get(pk=marek.pk).is_active
    entries = LogEntry.objects.values_list("user", "object_repr", "change_message")
    number = f"person {marek.pk}"
    assert sorted(entries) == [
        (staff.pk, number, "active: False"),
        (staff.pk, number, "active: True"),
    ]


def test_a_public_deck_is_taken_down_and_put_back_and_nothing_else_of_it_is_changed(
    helper: Client,
) -> None:
    public = decks.public(factories.person()).published
    deck_report(public=public, text="Rude name")
    page = helper.get(page_of(public)).content.decode()
    assert "Rude name" in page
    sent = {"is_taken_down": "on", "author": "Nobody", "description": "x"}
    assert helper.post(page_of(public), sent).status_code == 302
    public.refresh_from_db()
    assert (public.is_taken_down, public.author) == (True, "Zuza")
    assert helper.post(page_of(public), {}).status_code == 302
    public.refresh_from_db()
    assert not public.is_taken_down
    url = reverse("admin:campaign_publicdeck_delete", args=[public.pk])
    assert helper.post(url, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("model", [Person, PublicDeck])
def test_what_is_deleted_while_it_is_changed_is_not_found(
    model: Any, helper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks.public(factories.person("Zuza"))
    row, rows = model.objects.latest("pk"), support._registry[model]
    save = rows.save_model

    def deleted_meanwhile(request: Any, obj: Any, form: Any, change: bool) -> None:
        model.objects.filter(pk=obj.pk).delete()
        save(request, obj, form, change)

    monkeypatch.setattr(rows, "save_model", deleted_meanwhile)
    assert helper.post(page_of(row), {}).status_code == 404
    assert not LogEntry.objects.exists()


def test_nobody_locks_out_the_staff_or_makes_or_deletes_people(
    helper: Client, staff: Person
) -> None:
    other = Person.objects.create_user("boss", "pass-1234", is_staff=True)
    for person in (staff, other):
        assert helper.post(page_of(person), {}).status_code == 403
    assert helper.post(reverse("admin:campaign_person_add"), {}).status_code == 403
    marek = factories.person("Marek")
    url = reverse("admin:campaign_person_delete", args=[marek.pk])
    assert helper.post(url, {"post": "yes"}).status_code == 403
    assert Person.objects.filter(is_active=True).count() == 3


def test_no_secret_is_shown(campaign: Campaign, helper: Client) -> None:
    Change.objects.filter(campaign=campaign).update(token=None)
    Change.objects.filter(pk=campaign.changes.earliest("pk").pk).update(token="secret-of-a-form")
    marek = Person.objects.get(username="marek")
    secrets = [marek.password, Invite.objects.get().token_hash, "secret-of-a-form"]
    secrets.append(marek.password.rsplit("$", 1)[1])
    for url in [*map(reverse, LISTS), *map(page_of, one_of_each()), page_of(marek)]:
        shown = helper.get(url).content.decode()
        assert not [secret for secret in secrets if secret in shown], url


@pytest.mark.parametrize(
    ("model", "column"),
    [
        (Person, "password"),
        (Campaign, "keeper_code_hash"),
        (Invite, "token_hash"),
        (Game, "invite_key"),
        (Change, "token"),
    ],
)
def test_no_secret_is_told_letter_by_letter(model: Any, column: str, helper: Client) -> None:
    url = reverse(f"admin:campaign_{model._meta.model_name}_changelist")
    for way in ("startswith", "gt", "regex", "in"):
        assert helper.get(url, {f"{column}__{way}": "a"}).status_code == 400, way
    assert helper.get(url, {column: "a"}).status_code == 400


def test_a_list_is_filtered_by_what_it_offers(campaign: Campaign, helper: Client) -> None:
    for url in map(reverse, LISTS):
        found = helper.get(url).context["cl"]
        offered = [
            choice["query_string"] for each in found.filter_specs for choice in each.choices(found)
        ]
        for query in offered:
            assert helper.get(url + query).status_code == 200, url + query
        for column in {field.attname for field in found.model._meta.concrete_fields}:
            lookups = (f"{column}__startswith", f"{column}__regex", f"{column}__range")
            assert not [each for each in lookups if found.model_admin.lookup_allowed(each, "a")]


# --- lists ---


@pytest.mark.parametrize("name", sorted(set(MODELS) - {"person", "publicdeck"}))
def test_everything_is_found_by_a_campaigns_code_and_nothing_by_anothers(
    name: str, campaign: Campaign, helper: Client
) -> None:
    other = factories.settled_campaign(name="Elsewhere")
    keeper = factories.keeper_of(other)
    assert keeper is not None
    invite_make(campaign=other, person=keeper, role=Role.PLAYER)
    url = reverse(f"admin:campaign_{name}_changelist")
    code = one_offs.game().code if name == "oneoffgame" else campaign.code
    found = helper.get(url, {"q": code.lower()}).context["cl"].queryset
    assert found.exists()
    assert found.count() < found.model.objects.count()
    assert not helper.get(url, {"q": "22222222"}).context["cl"].queryset.exists()


def test_a_campaign_and_its_people_are_found_by_name(campaign: Campaign, helper: Client) -> None:
    url = reverse("admin:campaign_campaign_changelist")
    for asked in ("long watch", "marek"):
        assert list(helper.get(url, {"q": asked}).context["cl"].queryset) == [campaign]
    url = reverse("admin:campaign_person_changelist")
    assert [p.username for p in helper.get(url, {"q": "MAREK"}).context["cl"].queryset] == ["marek"]


def test_a_list_asks_the_same_however_long_it_is(campaign: Campaign, helper: Client) -> None:
    def asked() -> dict[str, int]:
        counts = {}
        for url in map(reverse, LISTS):
            with CaptureQueriesContext(connection) as queries:
                assert helper.get(url).status_code == 200
            counts[url] = len(queries)
        return counts

    few = asked()
    assert max(few.values()) <= 12
    for number in range(5):
        more = factories.settled_campaign(name=f"Watch {number}")
        keeper = factories.keeper_of(more)
        assert keeper is not None
        invite_make(campaign=more, person=keeper, role=Role.READER)
        one_offs.shared(one_offs.game(factories.person(f"Player {number}")))
        decks.public(factories.person(f"Author {number}"))
    assert asked() == few


def test_the_admin_needs_no_looser_policy(helper: Client) -> None:
    policy = helper.get(reverse("admin:index"))["Content-Security-Policy"]
    assert policy == Client().get("/")["Content-Security-Policy"]
    assert "unsafe" not in policy

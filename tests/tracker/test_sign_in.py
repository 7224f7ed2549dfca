"""Signing in: by name and password, back to where one was, with what a guest has."""

import tracemalloc

import pytest
from django.test import Client

from campaign.models import Campaign, Membership, Person, Role
from tests.campaign import factories as f
from tests.tracker.clients import client_of

pytestmark = pytest.mark.django_db

URL = "/account/sign-in"
RIGHT = {"username": "anna", "password": "pass-1234"}


@pytest.fixture
def anna() -> Person:
    return f.person("Anna", username="anna")


def test_a_name_and_its_password_let_somebody_in(client: Client, anna: Person) -> None:
    client.get(URL)
    answer = client.post(URL, RIGHT)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_the_session_key_is_new(client: Client, anna: Person) -> None:
    session = client.session
    session["left"] = "by somebody else"
    session.save()
    before = client.session.session_key
    client.post(URL, RIGHT)
    assert client.session.session_key != before


def test_a_wrong_name_and_a_wrong_password_are_the_same_mistake(
    client: Client, anna: Person
) -> None:
    said = []
    for username in ("anna", "nobody", "n" * 60_000):  # SQLite compares with no longer ones
        page = client.post(URL, {"username": username, "password": "wrong"})
        assert page.status_code == 422
        said.append(page.context["form"].errors.as_json())
        assert "_auth_user_id" not in client.session
    assert said[0] == said[1] == said[2]


def test_somebody_who_was_shut_out_is_told_nothing_more(client: Client, anna: Person) -> None:
    wrong = client.post(URL, {"username": "nobody", "password": "wrong"})
    anna.is_active = False
    anna.save()
    page = client.post(URL, RIGHT)
    assert page.status_code == 422
    assert page.context["form"].errors.as_json() == wrong.context["form"].errors.as_json()


def test_a_guest_has_no_name_to_be_guessed(client: Client) -> None:
    f.person("Zuza")
    for username in ("", "None", "Zuza"):
        assert client.post(URL, {"username": username, "password": ""}).status_code == 422


@pytest.mark.parametrize("field", ["username", "password"])
def test_both_are_asked_for(client: Client, anna: Person, field: str) -> None:
    page = client.post(URL, RIGHT | {field: ""})
    assert page.status_code == 422
    assert field in page.context["form"].errors


def test_it_leads_back_to_where_one_was(client: Client, anna: Person) -> None:
    page = client.get(URL, {"next": "/start"})
    assert 'name="next" value="/start"' in page.content.decode()
    assert client.post(URL, RIGHT | {"next": "/start"})["Location"] == "/start"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "http:///elsewhere.example",
        " https://elsewhere.example/",
    ],
)
def test_it_leads_nowhere_else(client: Client, anna: Person, elsewhere: str) -> None:
    assert elsewhere.strip() not in client.get(URL, {"next": elsewhere}).content.decode()
    assert client.post(URL, RIGHT | {"next": elsewhere})["Location"] == "/"


def test_who_is_signed_in_already_goes_on(anna: Person) -> None:
    assert client_of(anna).get(URL, {"next": "/start"})["Location"] == "/start"


def test_a_guest_is_offered_to_take_the_campaigns_along(anna: Person) -> None:
    zuza = f.person("Zuza")
    campaign = f.start_campaign(person=zuza, name="Begun as a guest")
    client = client_of(zuza)
    page = client.get(URL)
    assert "Begun as a guest" in page.content.decode()
    assert page.context["form"]["take"].value() is True
    client.post(URL, RIGHT | {"take": "on"})
    assert Membership.objects.get(campaign=campaign).person == anna
    assert not Person.objects.filter(pk=zuza.pk).exists()
    assert client.get(f"/c/{campaign.code}/settings").status_code == 200


def test_the_better_of_two_roles_is_kept(anna: Person) -> None:
    zuza = f.person("Zuza")
    campaign = f.start_campaign(person=zuza)
    f.join(campaign, anna, Role.READER)
    client_of(zuza).post(URL, RIGHT | {"take": "on"})
    only = Membership.objects.get(campaign=campaign)
    assert (only.person, only.role) == (anna, Role.KEEPER)


def test_a_guest_may_leave_them_behind(anna: Person) -> None:
    zuza = f.person("Zuza")
    campaign = f.start_campaign(person=zuza)
    client = client_of(zuza)
    client.post(URL, RIGHT | {"asked": "on"})
    assert Membership.objects.get(campaign=campaign).person == zuza
    assert client.get(f"/c/{campaign.code}/").status_code == 404


def test_a_guest_with_nothing_is_asked_nothing_and_forgotten(anna: Person) -> None:
    zuza = f.person("Zuza")
    client = client_of(zuza)
    assert "take" not in client.get(URL).context["form"].fields
    client.post(URL, RIGHT)
    assert list(Person.objects.all()) == [anna]


def test_a_wrong_password_moves_nothing(anna: Person) -> None:
    zuza = f.person("Zuza")
    f.start_campaign(person=zuza)
    client_of(zuza).post(URL, {"username": "anna", "password": "wrong", "take": "on"})
    assert Campaign.objects.of(zuza).count() == 1


def test_a_name_far_too_long_is_refused_before_it_is_unfolded(client: Client) -> None:
    username = "ﷺ" * 200_000  # eighteen letters each, once they are normalised
    tracemalloc.start()
    answer = client.post(URL, {"username": username, "password": "nine piles, no more"})
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 422
    assert peak < 10_000_000  # 20 MB and more once it is unfolded


def test_the_form_is_not_taken_from_another_site(anna: Person) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(URL, RIGHT).status_code == 403


def test_the_password_is_never_in_the_page(client: Client, anna: Person) -> None:
    page = client.post(URL, {"username": "anna", "password": "a wrong secret"})
    assert "a wrong secret" not in page.content.decode()
    assert "no-store" in page["Cache-Control"]

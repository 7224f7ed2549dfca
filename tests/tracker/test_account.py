"""Accounts: a guest keeps everything; names, passwords and people can change, or go."""

import pytest
from django.test import Client

from campaign.models import Campaign, Game, Person, Role
from campaign.services.aeons_end import mage_rename
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.clients import client_of
from tracker.forms import account

pytestmark = pytest.mark.django_db

PASSWORD = "nine piles, no more"


@pytest.mark.parametrize("path", ["", "/password", "/delete", "/keep", "/name"])
def test_nobody_is_asked_to_sign_in_first(client: Client, path: str) -> None:
    answer = client.get(f"/account{path}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/sign-in?next=%2Faccount")


def test_a_guest_takes_a_name_and_a_password_and_keeps_everything() -> None:
    zuza = f.person("Zuza")
    campaign = f.start_campaign(person=zuza)
    client = client_of(zuza)
    before = client.session.session_key
    answer = client.post("/account/keep", {"username": "zuza", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/account")
    assert client.session.session_key != before
    assert client.get(f"/c/{campaign.code}/").status_code == 200
    elsewhere = Client()
    elsewhere.post("/account/sign-in", {"username": "ZUZA", "password": PASSWORD})
    assert elsewhere.get(f"/c/{campaign.code}/").status_code == 200
    assert Person.objects.get().display_name == "Zuza"


def test_a_guest_without_a_name_is_called_by_the_new_one() -> None:
    guest = f.person("")
    client_of(guest).post("/account/keep", {"username": "zuza", "password": PASSWORD})
    guest.refresh_from_db()
    assert guest.display_name == "zuza"


@pytest.mark.parametrize(
    ("username", "password", "field"),
    [
        ("", PASSWORD, "username"),
        ("Anna", PASSWORD, "username"),
        ("two words", PASSWORD, "username"),
        ("Adm1n", PASSWORD, "username"),
        ("suppоrt", PASSWORD, "username"),  # with a Cyrillic letter
        ("x" * 61, PASSWORD, "username"),
        ("zuza", "", "password"),
        ("zuza", "9 signs..", "password"),
        ("zuza", "password1", "password"),
        ("zuzanna-k", "zuzanna-k", "password"),
    ],
)
def test_a_name_or_a_password_that_will_not_do_is_refused(
    username: str, password: str, field: str
) -> None:
    f.person("Anna", username="anna")
    guest = f.person("Zuza")
    client = client_of(guest)
    page = client.post("/account/keep", {"username": username, "password": password})
    assert page.status_code == 422
    assert list(page.context["keep_form"].errors) == [field]
    if password:
        assert password not in page.content.decode().replace(username, "")
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.get("/account").status_code == 200


def test_who_has_a_name_is_not_given_another() -> None:
    anna = f.person("Anna", username="anna")
    client_of(anna).post("/account/keep", {"username": "other", "password": PASSWORD})
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_somebody_changes_what_they_are_called() -> None:
    zuza = f.person("Zuza")
    client = client_of(zuza)
    assert client.post("/account/name", {"display_name": "  Zuza   K. "}).status_code == 302
    zuza.refresh_from_db()
    assert zuza.display_name == "Zuza K."


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "Zu\u202eza", "\u200b"])
def test_a_name_that_nobody_can_read_is_refused(name: str) -> None:
    zuza = f.person("Zuza")
    page = client_of(zuza).post("/account/name", {"display_name": name})
    assert page.status_code == 422
    zuza.refresh_from_db()
    assert zuza.display_name == "Zuza"


def test_a_name_that_is_far_too_long_is_not_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    normalised: list[str] = []

    def normalise(name: str) -> str:
        normalised.append(name)
        return name

    monkeypatch.setattr(account, "one_line", normalise)
    form = account.NameForm({"display_name": "a" + "\u0301\u0316" * 100})
    assert not form.is_valid()
    assert not normalised


def test_a_name_that_is_too_long_is_refused_in_one_sentence() -> None:
    page = client_of(f.person("Zuza")).post("/account/name", {"display_name": "x" * 61})
    found = page.context["name_form"].errors["display_name"]
    assert found == ["At most 60 characters; this has 61."]


def test_a_new_password_needs_the_old_one_and_signs_others_out() -> None:
    anna = f.person("Anna", username="anna")
    here, there = client_of(anna), client_of(anna)
    refused = here.post("/account/password", {"old": "wrong", "password": PASSWORD})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["old"]
    done = here.post("/account/password", {"old": "pass-1234", "password": PASSWORD})
    assert (done.status_code, done["Location"]) == (302, "/account")
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_a_weak_new_password_is_refused() -> None:
    anna = f.person("Anna", username="anna")
    page = client_of(anna).post("/account/password", {"old": "pass-1234", "password": "12345678"})
    assert page.status_code == 422
    assert "password" in page.context["form"].errors


def test_a_guest_has_no_password_to_change() -> None:
    assert client_of(f.person("Zuza")).get("/account/password")["Location"] == "/account"


def test_signing_out_takes_a_post_and_then_nobody_is_there() -> None:
    client = client_of(f.person("Anna", username="anna"))
    assert client.get("/account/sign-out")["Location"] == "/account"
    assert "_auth_user_id" in client.session
    client.post("/account/sign-out")
    assert "_auth_user_id" not in client.session


def test_a_guest_is_not_signed_out_of_the_only_browser_that_knows_them() -> None:
    client = client_of(f.person("Zuza"))
    answer = client.post("/account/sign-out", follow=True)
    assert "_auth_user_id" in client.session
    assert "couldn’t come back" in answer.content.decode()


def test_the_page_before_deleting_lists_what_goes_and_what_stays() -> None:
    anna = f.person("Anna", username="anna")
    mine = f.start_campaign(person=anna, name="Mine")
    shared = f.start_campaign(name="Somebody else’s")
    f.join(shared, anna, Role.PLAYER)
    f.join(mine, f.person("Piotr"), Role.PLAYER)
    alone = f.start_campaign(person=anna, name="Alone")
    page = client_of(anna).get("/account/delete")
    assert page.context["going"] == [alone]
    assert page.context["staying"] == [shared]
    assert "Keeper of “Mine” after you" in page.content.decode()


def test_a_campaign_with_others_passes_to_an_heir_unless_its_keeper_says_otherwise() -> None:
    anna, piotr = f.person("Anna", username="anna"), f.person("Piotr")
    left, deleted = (f.start_campaign(person=anna, name=name) for name in ("Left", "Deleted"))
    for campaign in (left, deleted):
        f.join(campaign, piotr, Role.PLAYER)
    heirs = {f"heir_{left.pk}": left.memberships.get(person=piotr).pk}
    stranger = {f"heir_{left.pk}": left.memberships.get(person=anna).pk}
    client = client_of(anna)
    word = {"word": "delete", f"heir_{deleted.pk}": "nobody"}
    assert client.post("/account/delete", word | stranger).status_code == 422
    assert client.post("/account/delete", word | heirs).status_code == 302
    assert list(Campaign.objects.all()) == [left]
    assert left.memberships.get().person == piotr
    assert left.memberships.get().role == Role.KEEPER


def test_the_name_of_a_deleted_account_is_gone_from_mages_pages_and_the_log() -> None:
    anna, piotr = f.person("Anna", username="anna"), f.person("Piotr")
    campaign = f.planned_campaign(person=anna)
    f.join(campaign, piotr, Role.PLAYER)
    mage_rename(**f.signed(campaign, anna), seat=1, name="Ilva", player="Anna")
    f.record_win(campaign)
    heir = {f"heir_{campaign.pk}": campaign.memberships.get(person=piotr).pk}
    client_of(anna).post("/account/delete", {"word": "delete"} | heir)
    client = client_of(piotr)
    for page in ("", "mages", "games/1/", "games/1/setup", "people", "history"):
        assert "Anna" not in client.get(f"/c/{campaign.code}/{page}", follow=True).content.decode()
    assert "Anna" not in client.get("/log").content.decode()


def test_a_slip_of_the_thumb_deletes_nothing() -> None:
    anna = f.person("Anna", username="anna")
    f.start_campaign(person=anna)
    client = client_of(anna)
    for word in ("", "yes", "anna"):
        assert client.post("/account/delete", {"word": word}).status_code == 422
    assert Campaign.objects.exists()
    assert Person.objects.filter(pk=anna.pk).exists()


@pytest.mark.parametrize("username", [None, "anna"])
def test_deleting_everything_leaves_others_campaigns_standing(username: str | None) -> None:
    anna = f.person("Anna", username=username)
    f.start_campaign(person=anna, name="Mine")
    shared = f.start_campaign(name="Somebody else’s")
    f.join(shared, anna, Role.PLAYER)
    client = client_of(anna)
    answer = client.post("/account/delete", {"word": "Delete "})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert list(Campaign.objects.all()) == [shared]
    assert not Person.objects.filter(pk=anna.pk).exists()
    assert "_auth_user_id" not in client.session


def test_deleting_changes_nothing_of_anybody_else() -> None:
    piotr = f.person("Piotr", username="piotr")
    f.start_campaign(person=piotr)
    client_of(f.person("Anna")).post("/account/delete", {"word": "delete"})
    assert Person.objects.filter(pk=piotr.pk).exists()
    assert Campaign.objects.count() == 1


def test_every_page_says_who_is_signed_in(client: Client) -> None:
    assert 'href="/account/sign-in"' in client.get("/").content.decode()
    assert "Zuza" in client_of(f.person("Zuza")).get("/start").content.decode()
    assert "Guest" in client_of(f.person("")).get("/start").content.decode()
    anna = client_of(f.person("Anna", username="anna"))
    assert "Anna" in anna.get("/start").content.decode()
    assert 'href="/account/sign-in"' not in anna.get("/").content.decode()


def test_deleting_everything_says_what_becomes_of_single_evenings() -> None:
    anna = f.person("Anna", username="anna")
    one_offs.played(anna)
    shared = one_offs.played(anna)
    one_offs.shared(shared)
    page = client_of(anna).get("/account/delete").content.decode()
    assert "1 one-off game, with its result and photos" in page
    assert "1 one-off game in which others play too, or that you shared with a campaign" in page
    client_of(anna).post("/account/delete", {"word": "delete"})
    assert list(Game.objects.values_list("pk", flat=True)) == [shared.pk]


def test_nobody_takes_a_name_that_looks_like_that_of_somebody_they_play_with() -> None:
    campaign = f.start_campaign(person=f.person("Zuza"))
    ola = f.person("Ola")
    f.join(campaign, ola)
    page = client_of(ola).post("/account/name", {"display_name": "ZUZА"})  # a Cyrillic letter
    assert page.status_code == 422
    assert "Somebody here is already called Zuza" in page.content.decode()
    ola.refresh_from_db()
    assert ola.display_name == "Ola"


@pytest.mark.parametrize("spelling", ["\u0131nigo", "INIGO", "\u0130nigo", "ｉnigo"])
def test_another_spelling_of_a_name_is_taken_and_signs_in(spelling: str) -> None:
    inigo = f.person("Inigo", username="inigo")
    guest = client_of(f.person("Zuza"))
    form = {"username": spelling, "password": "a lantern over the table"}
    assert guest.post("/account/keep", form).status_code == 422
    client = Client()
    answer = client.post("/account/sign-in", {"username": spelling, "password": "pass-1234"})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(inigo.pk)


def test_two_accounts_of_an_older_release_with_spellings_of_one_name_both_sign_in() -> None:
    older, newer = f.person("Inigo", username="inigo"), f.person("Other", username="other")
    Person.objects.filter(pk=newer.pk).update(username="\u0131nigo", username_key="=\u0131nigo")
    for spelling, person in (("INIGO", older), ("\u0131nigo", newer)):
        client = Client()
        client.post("/account/sign-in", {"username": spelling, "password": "pass-1234"})
        assert client.session["_auth_user_id"] == str(person.pk)
    form = {"username": "\u0131nigo", "password": "a lantern over the table"}
    assert client_of(f.person("Zuza")).post("/account/keep", form).status_code == 422

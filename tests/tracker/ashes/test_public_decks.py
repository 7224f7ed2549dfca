"""Public decks: published by their owner, found, copied, reported, taken down; and versions."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from campaign.models import PublicDeck, SavedDeck
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import public_decks as services
from campaign.services.ashes.decks import MAX_VERSIONS, deck_delete
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db


def at(name: str, *args: object) -> str:
    return reverse(name, args=args)


def reborn() -> Deck:
    return ready_deck(selectors.catalogue(), "reborn-the-grave-king")


# --- copies ---


def copied(client: Client, name: str, key: str) -> str:
    """Copy a deck, and return the page of the copy."""
    edit = client.post(at(f"{name}_copy", key)).headers["Location"]
    return client.get(edit.removesuffix("/edit")).content.decode()


def test_a_copy_says_which_deck_it_was_copied_from_and_so_does_a_copy_of_it() -> None:
    author, reader = factories.person(), factories.person(username="reader")
    public = decks.public(author).published
    client = clients.client_of(reader)
    page = copied(client, "public_deck", public.code)
    assert "Copied from:" in page
    assert at("public_deck", public.code) in page
    assert "(by Zuza)" in page
    mine = reader.decks.get()
    assert at("public_deck", public.code) in copied(client, "deck", mine.code)
    services.deck_publish(saved=mine, author="", description="")
    seen = clients.stranger().get(at("public_deck", mine.published.code)).content.decode()
    assert at("public_deck", public.code) in seen
    ready = copied(client, "ready_deck", "the-iron-men")
    assert at("ready_deck", "the-iron-men") in ready


def test_of_a_deck_that_is_private_again_its_copies_say_nothing_and_stay() -> None:
    made, reader = decks.public(factories.person()), factories.person(username="reader")
    client = clients.client_of(reader)
    client.post(at("public_deck_copy", made.published.code))
    services.deck_unpublish(saved=made)
    page = client.get(at("deck", reader.decks.get().code)).content.decode()
    assert "Copied from:" not in page
    assert "by Zuza" not in page


# --- publishing ---


def test_an_owner_publishes_a_deck_and_nothing_of_them_is_shown_but_the_name_they_chose() -> None:
    owner = factories.person("Zuzanna Kowalska", username="zuza-k")
    made = decks.saved(owner)
    client = clients.client_of(owner)
    sent = {"author": "Z.", "description": "Slow, but <b>strong</b>."}
    answer = client.post(at("deck_publish", made.code), sent)
    page = clients.stranger().get(answer.headers["Location"]).content.decode()
    assert "by Z." in page
    assert "&lt;b&gt;strong&lt;/b&gt;" in page
    for private in ("Zuzanna", "zuza-k", made.code):
        assert private not in page
    assert (
        clients.client_of(factories.person()).post(at("deck_publish", made.code), sent).status_code
        == 404
    )


def test_a_guest_makes_an_account_before_publishing() -> None:
    guest = factories.person()
    made, client = decks.saved(guest), clients.client_of(guest)
    answers = [
        client.get(at("deck_publish", made.code)),
        client.post(at("deck_publish", made.code)),
    ]
    assert [answer.headers["Location"] for answer in answers] == [at("account")] * 2
    with pytest.raises(RulesError):
        services.deck_publish(saved=made, author="", description="")
    assert not PublicDeck.objects.exists()


@pytest.mark.parametrize(
    "author",
    [
        "Breachkeeper Support",
        "support",
        "Team Breachkeeper",
        "ВreachKeeper2",
        "ada",
        "ADA",
        "root_x",
    ],
)
def test_nobody_publishes_under_the_name_of_the_site_or_of_another_account(author: str) -> None:
    factories.person("Ada", username="ada")
    owner = factories.person("Zuza", username="zuza")
    made = decks.saved(owner)
    sent = {"author": author, "description": ""}
    answer = clients.client_of(owner).post(at("deck_publish", made.code), sent)
    assert answer.status_code == 422
    assert "belongs to somebody else" in answer.content.decode()
    assert not PublicDeck.objects.exists()


@pytest.mark.parametrize("author", ["", "zuza", "Zuza", "Rooted", "Helpful Hal"])
def test_an_own_name_is_fine(author: str) -> None:
    owner = factories.person("Zuza", username="zuza")
    services.deck_publish(saved=decks.saved(owner), author=author, description="")
    assert PublicDeck.objects.get().author == author


def test_one_person_publishes_so_many_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_PUBLIC", 2)
    owner = factories.person(username="zuza")
    first, second, third = (decks.saved(owner) for _ in range(3))
    for made in (first, second, first):  # once more is no deck more
        services.deck_publish(saved=made, author="", description="")
    client = clients.client_of(owner)
    refused = client.post(at("deck_publish", third.code), {"author": "", "description": ""})
    assert "as many decks as one person can" in refused.content.decode()
    assert PublicDeck.objects.count() == 2


@override_settings(RATE_LIMITS=True)
def test_publishing_again_and_again_is_limited() -> None:
    owner = factories.person(username="zuza")
    made, client = decks.saved(owner), clients.client_of(owner)
    sent = {"author": "", "description": ""}
    answers = [client.post(at("deck_publish", made.code), sent).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]


def test_a_public_deck_stays_as_it_was_published() -> None:
    made = decks.public(factories.person())
    code = made.published.code
    decks.changed_to(made, decks.whole("Another name"))
    page = clients.stranger().get(at("public_deck", code)).content.decode()
    assert "Iron, but better" in page
    assert "Another name" not in page


def test_a_deck_that_cannot_be_played_cannot_be_published() -> None:
    owner = factories.person(username="zuza")
    made = decks.saved(owner, decks.whole(cards={"anchornaut": 3}))
    answer = clients.client_of(made.owner).post(at("deck_publish", made.code), {"author": ""})
    assert answer.status_code == 422
    assert "Only a deck that is ready to play" in answer.content.decode()
    assert not PublicDeck.objects.exists()


def test_a_deck_that_is_taken_back_or_deleted_is_gone() -> None:
    first, second = (decks.public(factories.person()) for _ in range(2))
    codes = [each.published.code for each in (first, second)]
    clients.client_of(first.owner).post(at("deck_unpublish", first.code))
    deck_delete(saved=second)
    assert [clients.stranger().get(at("public_deck", code)).status_code for code in codes] == [
        404
    ] * 2


# --- finding and copying ---


def test_public_decks_are_found_by_phoenixborn_dice_set_and_card(client: Client) -> None:
    decks.public(factories.person())
    decks.public(factories.person(), replace(reborn(), name="Grave"))

    def found(**asked: str) -> list[str]:
        page = client.get(at("public_decks"), asked, headers={"HX-Request": "true"})
        return re.findall(r'<h3><a href="[^"]+">([^<]+)</a>', page.content.decode())

    assert found() == ["Grave", "Iron, but better"]
    assert found(phoenixborn="james-endersight") == ["Grave"]
    assert found(dice="natural") == ["Iron, but better"]
    assert found(set="reborn-the-grave-king") == ["Grave"]
    assert found(set="ashes") == ["Iron, but better"]
    assert found(q="hammer knight") == ["Iron, but better"]
    assert found(q="grav") == ["Grave"]
    assert found(q="no such thing") == []


def test_a_page_of_a_card_names_the_public_decks_that_have_it(client: Client) -> None:
    decks.public(factories.person(), replace(reborn(), name="Grave"))
    assert "Grave" in client.get(at("card", "reborn", "vengeance")).content.decode()
    assert "Grave</a>" not in client.get(at("card", "first", "vengeance")).content.decode()


def test_a_public_deck_is_copied_in_one_tap(client: Client) -> None:
    made = decks.public(factories.person())
    client.post(at("public_deck_copy", made.published.code))
    copied = SavedDeck.objects.exclude(pk=made.pk).get()
    assert selectors.deck_of(copied) == decks.whole()


# --- reporting ---


def test_whoever_reports_a_deck_is_thanked_and_support_takes_it_down(client: Client) -> None:
    made = decks.public(factories.person())
    public = made.published
    url = at("public_deck_report", public.code)
    assert client.post(url, {"text": ""}).status_code == 422
    assert client.post(url, {"text": "Rude name"}).status_code == 302
    assert [report.text for report in public.reports.all()] == ["Rude name"]
    PublicDeck.objects.update(is_taken_down=True)
    assert client.get(at("public_deck", public.code)).status_code == 404
    owner = clients.client_of(made.owner)
    assert "Support took this deck down" in owner.get(at("deck", made.code)).content.decode()
    owner.post(at("deck_unpublish", made.code))
    owner.post(at("deck_publish", made.code), {"author": "", "description": ""})
    assert client.get(at("public_deck", public.code)).status_code == 404


def test_so_many_reports_are_kept_and_no_more() -> None:
    public = decks.public(factories.person()).published
    for number in range(services.MAX_REPORTS + 2):
        services.deck_report(public=public, text=f"Report {number}")
    assert public.reports.count() == services.MAX_REPORTS


# --- versions ---


def test_each_saved_version_is_compared_and_can_be_restored() -> None:
    made = decks.saved()
    cards = {**decks.whole().cards, "anchornaut": 1}
    decks.changed_to(made, decks.whole(cards=cards))
    client = clients.client_of(made.owner)
    page = client.get(at("deck_history", made.code)).content.decode()
    assert "−2 Anchornaut" in page
    client.post(at("deck_version_restore", made.code, 1))
    made.refresh_from_db()
    assert (made.revision, selectors.deck_of(made)) == (3, decks.whole())
    assert [version.revision for version in made.versions.all()] == [3, 2, 1]
    assert client.post(at("deck_version_restore", made.code, 99)).status_code == 404


def test_a_deck_from_before_its_history_gets_one_when_it_is_saved() -> None:
    made = decks.saved()
    made.versions.all().delete()
    decks.changed_to(made, decks.whole("New name"))
    names = [version.deck["name"] for version in made.versions.all()]
    assert names == ["New name", "Iron, but better"]


def test_of_very_many_versions_the_oldest_go() -> None:
    made = decks.saved()
    for number in range(MAX_VERSIONS + 3):
        decks.changed_to(made, decks.whole(f"Name {number}"))
    assert made.versions.count() == MAX_VERSIONS

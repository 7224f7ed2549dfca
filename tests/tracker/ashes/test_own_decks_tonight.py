"""Somebody's own decks in tonight's start form: a game keeps its copy."""

import pytest
from django.urls import reverse

from campaign.models import Game
from campaign.selectors.unredacted import full_setup
from campaign.services.ashes.decks import deck_delete
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db
START = f"{reverse('one_off_new')}?system=ashes"


def test_playable_decks_are_offered_and_unfinished_ones_are_not() -> None:
    person = factories.person()
    decks.saved(person, decks.whole("Iron, but better"))
    decks.saved(person, decks.whole("Half of it", cards={"anchornaut": 3}))
    page = clients.client_of(person).get(START).content.decode()
    assert "Iron, but better" in page
    assert "Half of it" not in page
    assert reverse("drafts") in page
    assert "Iron, but better" not in clients.stranger().get(START).content.decode()


def test_a_game_keeps_its_copy_of_a_deck_that_is_deleted() -> None:
    made = decks.saved()
    client = clients.client_of(made.owner)
    sent = {"token": "a-token-of-a-form", "deck_1": f"own:{made.code}", "deck_2": "random"}
    assert client.post(START, sent).status_code == 302
    deck_delete(saved=made)
    game = Game.objects.get()
    assert client.get(reverse("one_off", args=[game.code])).status_code == 200
    assert full_setup(game).seats[0].deck == decks.whole()

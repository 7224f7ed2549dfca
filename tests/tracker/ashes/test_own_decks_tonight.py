"""Somebody's own decks in tonight's start form: a game keeps its copy."""

import pytest
from django.urls import reverse

from campaign.models import Game
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.selectors.unredacted import full_setup
from campaign.services.ashes.decks import deck_delete
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import decks, duels
from tracker.systems.ashes.words.terms import card_name

pytestmark = pytest.mark.django_db
START = f"{reverse('new_game')}?system=ashes"


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
    assert client.get(reverse("game", args=[game.code])).status_code == 200
    assert full_setup(game).seats[0].deck == decks.whole()


def test_the_first_five_of_a_game_are_chosen_in_secret_on_the_players_phone() -> None:
    """P. 4, step 3: a deck without favourites is played too."""
    deck = decks.whole("Without stars", first_five=())
    seats = (SeatChoice("Ada", deck=deck), SeatChoice("Bo", duels.SNAKES))
    game = duels.duel(choices=DuelChoices(seats))
    ada, bo = factories.person("Ada"), factories.person("Bo")
    for number, person, name in ((1, ada, "Ada"), (2, bo, "Bo")):
        seat_take(game=game, key=game.invite_key, number=number, person=person, name=name)
    address = reverse("seat_choose", args=[game.code, 1])
    phone = clients.client_of(ada)
    assert "First Five of this game" in phone.get(address).content.decode()
    five = list(deck.cards)[:5]
    sent = {"token": "a-token-of-a-form", "deck": "kept:1", "five": five[:4]}
    few = phone.post(address, sent)
    assert few.status_code == 422
    assert "The First Five are five different cards; chosen: 4." in few.content.decode()
    assert phone.post(address, {**sent, "five": five}).status_code == 302
    assert set(full_setup(Game.objects.get()).seats[0].chosen_five) == set(five)
    own = phone.get(reverse("duel_own_deck", args=[game.code, 1])).content.decode()
    theirs = clients.client_of(bo)
    shared = theirs.get(reverse("game", args=[game.code])).content.decode()
    assert "Take the First Five that you chose on your phone" in shared
    sheet = theirs.get(reverse("sheet_json", args=[game.code])).json()
    assert sheet["seats"][0]["first_five"] == []
    names = [str(card_name(key)) for key in five]
    assert all(name in own.split("The whole deck")[0] for name in names)
    # Somebody else who changes the set-up leaves them as they are.
    other = reverse("seat_choose", args=[game.code, 2])
    again = {"token": "another-token-of-it", "deck": f"ready:{duels.IRON}"}
    assert theirs.post(other, again).status_code == 302
    assert set(full_setup(Game.objects.get()).seats[0].chosen_five) == set(five)


def test_a_random_reborn_deck_is_shown_as_chosen_on_the_players_phone() -> None:
    seats = tuple(SeatChoice(name, drawn_from=Edition.REBORN) for name in ("Ada", "Bo"))
    game = duels.duel(choices=DuelChoices(seats))
    ada = factories.person("Ada")
    seat_take(game=game, key=game.invite_key, number=1, person=ada, name="Ada")
    page = clients.client_of(ada).get(reverse("seat_choose", args=[game.code, 1]))
    assert '<option value="random-reborn" selected>' in page.content.decode()

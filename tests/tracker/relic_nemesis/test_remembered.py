"""What a group typed in earlier games is offered in the next, corrected and forgotten there."""

from __future__ import annotations

import pytest

from campaign.models import Game, Person
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.choices import Choices, SeatChoice
from campaign.rules.relic_nemesis.moves import StartEntered, StartValues
from campaign.selectors.relic_nemesis import scenarios_typed, sheets_read
from campaign.selectors.unredacted import full_facts, full_setup
from campaign.services.live import table_open
from campaign.services.one_offs import game_start
from tests.campaign import factories
from tests.one_off_play import planned
from tests.tracker.clients import client_of
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.sent_forms import Sent

pytestmark = pytest.mark.django_db
LUXURIA = "luxuria"


@pytest.fixture
def owner() -> Person:
    return factories.person("Ola")


def kept(owner: Person, *, life: int | None = 6, value: int = 3) -> Game:
    """Play a game in which the first keeps Luxuria, and everybody sees it."""
    game, which = relic_games.dealt_to_first(LUXURIA, owner)
    relic_games.keep(game, 1, which, life=life, value=value)
    return relic_games.keep(game, 2)


def test_a_sheet_that_was_read_is_offered_and_used_in_the_next_game(owner: Person) -> None:
    kept(owner)
    game, _which = relic_games.dealt_to_first(LUXURIA, owner)
    relic_games.held(game)
    client, address = client_of(owner), f"/g/{game.code}/deal/1"
    page = client.post(address, {"look": "1"}).content.decode()
    assert "Luxuria: " in page
    assert "used for fields you leave empty" in page
    assert "Correct or clear it there" in page
    fields = Sent(page, address).fields
    fields |= {"kept": LUXURIA, "attribute": "willpower", "value": "", "life": ""}
    assert client.post(address, fields).status_code == 302
    place = full_facts(Game.objects.get(pk=game.pk)).planned.choices.places[0]
    assert (place.kept, place.attribute) == (LUXURIA, Attribute.WILLPOWER)
    assert (place.value, place.life) == (3, 6)


def test_the_latest_game_counts_and_what_is_cleared_there_is_forgotten(owner: Person) -> None:
    first = kept(owner)
    second = kept(owner, life=7)
    assert sheets_read(owner.pk)[LUXURIA].life == 7
    assert sheets_read(owner.pk, besides=second)[LUXURIA].life == 6
    client = client_of(owner)
    for game in (first, second):
        address = f"/g/{game.code}/deal/1"
        fields = Sent(client.get(address).content.decode(), address).fields
        assert client.post(address, {**fields, "value": "", "life": ""}).status_code == 302
    assert LUXURIA not in sheets_read(owner.pk)


def test_what_is_entered_at_the_live_table_is_remembered_too(owner: Person) -> None:
    game = kept(owner, life=None)
    table_open(game=game, person=owner)
    relic_games.move(game, StartEntered((StartValues(1, life=5),)))
    assert sheets_read(owner.pk)[LUXURIA].life == 5
    later = kept(owner, life=None)
    table_open(game=later, person=owner)
    page = client_of(owner).get(f"/g/{later.code}/start").content.decode()
    assert 'value="5"' in page


def test_a_sheet_that_is_still_secret_is_not_told(owner: Person) -> None:
    game, which = relic_games.dealt_to_first(LUXURIA, owner)
    relic_games.keep(game, 1, which, life=6)
    assert not full_setup(game).is_revealed
    assert sheets_read(owner.pk) == {}


def test_others_games_are_not_looked_into(owner: Person) -> None:
    kept(owner)
    assert sheets_read(factories.person("Jan").pk) == {}
    assert sheets_read(None) == {}


def test_a_typed_scenario_is_offered_to_its_owner_again(owner: Person) -> None:
    places = tuple(SeatChoice(name) for name in relic_games.NAMES[:4])
    game_start(person=owner, system="relic-nemesis", choices=Choices(places, "Hunt at dawn"))
    assert scenarios_typed(owner) == ("Hunt at dawn",)
    address = "/play?system=relic-nemesis"
    client = client_of(owner)
    page = client.get(address).content.decode()
    assert "Entered in earlier games" in page
    fields = Sent(page, address).fields
    answer = client.post(address, {**fields, "scenario": "typed:Hunt at dawn"})
    game = Game.objects.get(code=answer.headers["Location"].split("/")[2])
    assert planned(game)["choices"]["scenario"] == "Hunt at dawn"
    stranger = client_of(factories.person("Jan"))
    assert "Hunt at dawn" not in stranger.get(address).content.decode()

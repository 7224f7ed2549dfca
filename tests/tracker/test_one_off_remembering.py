"""What is drawn once of a one-off game is shown to nobody else, and no longer than it is true."""

import datetime
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from campaign.memory import memory
from campaign.models import OneOffGame, Person, Role
from campaign.selectors.one_off import one_off_choices, one_off_pack
from campaign.services.campaigns import campaign_rename, mage_rename
from campaign.services.one_off import one_off_change
from tests.campaign import factories
from tests.tracker import doors, evenings

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="token" value="([^"]+)"')
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FORM = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)
PAGES = ("one_off", "one_off_change", "one_off_result")
PLAYED = ("one_off", "one_off_correct")


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    memory.clear()


def url(page: str, game: OneOffGame) -> str:
    return reverse(page, args=[game.code])


def text(client: Client, page: str, game: OneOffGame) -> str:
    answer = client.get(url(page, game))
    assert answer.status_code == 200, page
    return answer.content.decode()


def plain(client: Client, page: str, game: OneOffGame) -> str:
    """Return a page without what is another one each time."""
    told = text(client, page, game)
    told = re.sub(r'(name="(?:csrfmiddlewaretoken|token)" value=")[^"]*', r"\1", told)
    return re.sub(r'X-CSRFToken": "[^"]*', "", told)


@pytest.fixture
def game() -> OneOffGame:
    return evenings.game()


@pytest.fixture
def played() -> OneOffGame:
    return evenings.played()


def everywhere(game: OneOffGame, played: OneOffGame) -> list[tuple[str, OneOffGame]]:
    return [*((page, game) for page in PAGES), *((page, played) for page in PLAYED)]


def test_every_form_has_a_token_of_its_own_each_time(game: OneOffGame, played: OneOffGame) -> None:
    for page, each in everywhere(game, played):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(each.owner)
        seen: set[str] = set()
        for _time in range(2):
            told = text(strict, page, each)
            assert all(CSRF.search(form) for form in FORM.findall(told)), page
            tokens = set(TOKEN.findall(told))
            assert tokens, page
            assert not tokens & seen, page
            seen |= tokens


def test_a_page_drawn_for_others_is_the_same_as_one_drawn_anew(
    game: OneOffGame, played: OneOffGame
) -> None:
    for page, each in everywhere(game, played):
        campaign = evenings.shared(each)
        player = factories.person("Player")
        factories.join(campaign, player)
        factories.start_campaign(person=player, name="The player's own")
        readers = [evenings.owner(each), doors.client_of(player), doors.keeper(campaign)]
        if page == "one_off":
            readers.append(doors.member(campaign, Role.READER, "Reader"))
        for _time in range(2):
            remembered = [plain(client, page, each) for client in readers]
        for client, once in zip(readers, remembered, strict=True):
            memory.clear()
            assert plain(client, page, each) == once, page


def test_nobody_is_offered_the_mages_of_another(game: OneOffGame) -> None:
    campaign = evenings.shared(game)
    mine = factories.start_campaign(person=game.owner, name="Owned alone")
    player = doors.member(campaign, Role.PLAYER, "Player")
    assert mine.name in text(evenings.owner(game), "one_off_change", game)
    told = text(player, "one_off_change", game)
    assert mine.name not in told
    assert campaign.name in told
    assert mine.name in text(evenings.owner(game), "one_off_change", game)


def test_who_may_only_look_is_shown_nothing_to_change_it_with(game: OneOffGame) -> None:
    campaign = evenings.shared(game)
    text(evenings.owner(game), "one_off", game)
    told = text(doors.member(campaign, Role.READER), "one_off", game)
    ways = ("one_off_change", "one_off_roll", "one_off_share", "one_off_delete", "one_off_result")
    assert not any(url(way, game) in told for way in ways)


def test_new_names_of_ones_own_mages_and_campaigns_are_offered_at_once(game: OneOffGame) -> None:
    mine = factories.start_campaign(person=game.owner)
    client = evenings.owner(game)
    text(client, "one_off_change", game)
    mage_rename(**factories.signed(mine), seat=1, name="Xenia", player="Ola")
    assert ">Xenia<" in text(client, "one_off_change", game)
    campaign_rename(**factories.signed(mine), name="The Short Watch", language="en")
    told = text(client, "one_off_change", game)
    assert 'label="The Short Watch"' in told
    assert "The Long Watch" not in told


def test_cards_of_a_last_game_are_spoken_of_once_there_is_one(game: OneOffGame) -> None:
    client = evenings.owner(game)
    assert 'name="fresh"' not in text(client, "one_off_change", game)
    evenings.played(game.owner)
    assert 'name="fresh"' in text(client, "one_off_change", game)


def test_another_language_is_another_page(game: OneOffGame) -> None:
    client = evenings.owner(game)
    english = {page: plain(client, page, game) for page in PAGES}
    client.cookies["django_language"] = "pl"
    polish = {page: plain(client, page, game) for page in PAGES}
    assert all("Nemezis" in polish[page] for page in ("one_off", "one_off_change"))
    assert all(english[page] != polish[page] for page in PAGES)
    client.cookies["django_language"] = "en"
    assert {page: plain(client, page, game) for page in PAGES} == english


def test_another_language_of_the_box_is_seen_at_once(game: OneOffGame) -> None:
    client = evenings.owner(game)
    before = text(client, "one_off_change", game)
    one_off_change(
        game=game,
        revision=game.revision,
        person=game.owner,
        choices=one_off_choices(game),
        seed=game.seed,
        language="pl",
    )
    after = text(client, "one_off_change", game)
    polish = {card.name.in_language("pl") for card in one_off_pack(game).cards}
    assert any(name in after and name not in before for name in polish)


def test_tomorrow_the_form_proposes_another_day(game: OneOffGame) -> None:
    client = evenings.owner(game)
    now = datetime.datetime(2030, 5, 4, 20, 0, tzinfo=datetime.UTC)
    for day in (now, now + datetime.timedelta(1)):
        with time_machine.travel(day, tick=False):
            client.force_login(game.owner)
            assert f'value="{day.date().isoformat()}"' in text(client, "one_off_result", game)


def test_who_wrote_the_result_down_is_told_by_the_name_they_go_by(played: OneOffGame) -> None:
    campaign = evenings.shared(played)
    readers = [evenings.owner(played), doors.member(campaign, Role.READER, "Reader")]
    assert all(f"by {played.owner}" in text(client, "one_off", played) for client in readers)
    Person.objects.filter(pk=played.owner_id).update(display_name="Ola")
    assert all("by Ola" in text(client, "one_off", played) for client in readers)


def test_what_is_refused_is_remembered_by_nobody(game: OneOffGame) -> None:
    client = evenings.owner(game)
    before = plain(client, "one_off_change", game)
    sent = doors.carried(client, url("one_off_change", game))
    answer = client.post(
        url("one_off_change", game), {**sent, "mages": "2", "player_1": "Typed by me", "way": "no"}
    )
    assert answer.status_code == 422
    assert "Typed by me" in answer.content.decode()
    assert plain(client, "one_off_change", game) == before

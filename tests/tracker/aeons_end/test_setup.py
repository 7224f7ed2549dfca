"""The set-up sheet as a checklist for the table."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from campaign.memory import memory
from campaign.models import Campaign, Game, Role
from campaign.rules.aeons_end.legacy.facts import BasicLeft, DecisionClosed, SealOpened
from campaign.selectors.campaigns import campaign_state
from campaign.services.aeons_end import mage_rename
from campaign.services.campaigns import campaign_rename
from campaign.services.games import game_undo
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tracker.systems.aeons_end.shared.presenters.setup import SetupTable

pytestmark = pytest.mark.django_db

STEP = re.compile(r'data-step="([0-9a-f]+)"')
KEY = re.compile(r'data-checklist="([^"]+)"')


def url_of(campaign: Campaign, game: int = 1) -> str:
    return f"{game_at(campaign, game)}setup"


def sheet(campaign: Campaign, game: int = 1) -> str:
    answer = clients.keeper(campaign).get(url_of(campaign, game))
    assert answer.status_code == 200
    return answer.content.decode()


def table(campaign: Campaign, game: int = 1) -> SetupTable:
    memory.clear()
    shown = clients.keeper(campaign).get(url_of(campaign, game)).context["table"]
    assert isinstance(shown, SetupTable)
    return shown


def texts(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_first_sheet_says_everything_to_lay_out() -> None:
    page = texts(sheet(factories.planned_campaign()))
    for said in (
        "Set up Maelstrom",
        "The green mat, side B up.",
        "Gravehold: dial to 30.",
        "Ilva: 2 cards.",
        "Nemesis: 2 cards.",
        "Shuffle the turn-order deck.",
        "Maelstrom: life dial to 99.",
        "build the nemesis deck as the story cards say",
        "Maelstrom: the support deck beside its mat, face down, not shuffled.",
        "Draw the top card of the nemesis deck and put it into play.",
        "When a mage is exhausted",
        "Gravehold takes double the damage",
    ):
        assert said in page, said
    assert "Changed since last time" not in page


def begun_second() -> Campaign:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    return campaign


def test_what_the_chapter_asks_for_stands_before_the_table() -> None:
    campaign = begun_second()
    page = sheet(campaign, 2)
    assert page.index("Before you set up") < page.index("data-checklist")
    assert "Open envelope 2" in texts(page)
    assert "Place section S in the rulebook." in texts(page)
    assert "support deck" not in page
    for part in ("seals", "sections"):
        assert f"{game_at(campaign, 2)}aftermath/{part}" in page
    factories.record(campaign, SealOpened("envelope-2"))
    page = sheet(campaign, 2)
    assert "Open envelope 2" not in texts(page)
    assert "/aftermath/seals" not in page
    assert "/aftermath/sections" in page


def test_a_reader_is_told_what_comes_first_without_the_buttons() -> None:
    campaign = begun_second()
    page = clients.member(campaign, Role.READER).get(url_of(campaign, 2)).content.decode()
    assert "Open envelope 2" in page
    assert "/aftermath/seals" not in page


def test_what_was_not_so_in_the_box_is_not_asked_for_by_an_earlier_sheet() -> None:
    campaign = begun_second()
    factories.record(campaign, DecisionClosed("section:S", reason=factories.REASON))
    factories.record_win(campaign)
    factories.settle_all(campaign)
    factories.plan(campaign)
    assert "Before you set up" not in sheet(campaign, 2)
    assert "Before you set up" in sheet(campaign, 3)


@pytest.mark.parametrize(
    ("mages", "said"),
    [
        (1, ["Ilva: 4 cards."]),
        (2, ["Ilva: 2 cards.", "Torrin: 2 cards."]),
        (3, ["Ilva: 1 card.", "Maes: 1 card.", "Wild (X): 1 card."]),
        (4, ["Ilva / Torrin: 2 cards.", "Maes / Oda: 2 cards.", "Set out 2 pair tokens"]),
    ],
)
def test_the_turn_order_deck_fits_the_number_of_mages(mages: int, said: list[str]) -> None:
    page = texts(sheet(factories.planned_campaign(mages=mages)))
    assert all(line in page for line in said)


def test_the_market_is_nine_piles_to_tick() -> None:
    page = sheet(factories.planned_campaign())
    assert page.count("pile--choice") == 9
    assert "Fire Chakram" in page


def test_breaches_are_drawn_as_they_lie() -> None:
    page = sheet(factories.planned_campaign(mages=1))
    assert "Breach I, open" in page
    assert "Breach II, closed: 2 to focus, 4 to open" in page
    assert "Breach III, closed: 3 to focus, 7 to open" in page


def test_every_tick_has_a_name_of_its_own() -> None:
    ids = STEP.findall(sheet(factories.third_chapter(mages=4), 3))
    assert len(ids) > 30
    assert len(set(ids)) == len(ids)


def test_ticks_are_kept_under_campaign_and_game_not_under_the_revision() -> None:
    campaign = factories.planned_campaign()
    before = sheet(campaign)
    factories.record(campaign, SealOpened("~pouch", "Pouch"))
    after = sheet(campaign)
    assert KEY.findall(before) == KEY.findall(after)
    assert KEY.findall(before)[0].startswith(f"{campaign.code}:1:")
    assert STEP.findall(before) == STEP.findall(after)


def test_a_game_that_is_undone_and_planned_anew_has_nothing_ticked() -> None:
    campaign = factories.planned_campaign()
    before = sheet(campaign)
    game_undo(**factories.signed(campaign), game=1)
    factories.plan(campaign)
    assert STEP.findall(before) == STEP.findall(sheet(campaign))
    assert KEY.findall(before) != KEY.findall(sheet(campaign))


def test_the_tick_of_what_changes_goes_and_those_of_the_rest_stay() -> None:
    campaign = factories.third_chapter()
    before = STEP.findall(sheet(campaign, 3))
    card = campaign_state(campaign).pool[0]
    factories.record(campaign, BasicLeft(card.key, reason=factories.REASON))
    after = STEP.findall(sheet(campaign, 3))
    assert len(before) == len(after)
    assert len(set(before) - set(after)) == 2  # the tier it left, and the whole deck


def test_what_changed_since_last_time_is_listed_and_marked() -> None:
    campaign = factories.played_through(3)
    factories.plan(campaign)
    shown = table(campaign, 4)
    assert any("slot 3 now has Mark 3-1" in change for change in shown.changes)
    assert any("New in the market: Ember Reed 3.1" in change for change in shown.changes)
    mat, breaches, hand, deck, ability, life = shown.mages[0].steps
    assert mat.changed
    assert breaches.breaches
    assert len(hand.cards) == len(deck.cards) == 5
    # Its starter cards came a chapter earlier.
    assert not any(step.changed for step in (breaches, hand, deck))
    assert ability.charges
    assert ability.changed
    assert not life.changed
    assert [place.pile.name for place in shown.piles if place.pile.changed] == [
        "Ember Reed 3.1",
        "Ember Reed 3.2",
    ]


def test_only_the_tier_that_changed_is_marked() -> None:
    campaign = factories.played_through(3)
    factories.plan(campaign)
    nemesis = table(campaign, 4).nemesis
    assert [step.changed for step in nemesis if step.tier] == [True, False, False]


def test_the_market_comes_first_and_what_comes_by_the_dozen_is_one_line() -> None:
    listed = table(factories.third_chapter(), 3).changes
    assert "New in the market" in listed[0]
    assert sum("market" in change for change in listed[:4]) == 4
    assert sum("basic card" in change for change in listed) == 1
    assert sum("in the rulebook" in change for change in listed) == 1


def test_from_chapter_three_the_deck_is_counted_tier_by_tier() -> None:
    page = texts(sheet(factories.third_chapter(), 3))
    for said in ("3 of its own and 3 basic: 6 cards", "3 of its own and 5 basic: 8 cards"):
        assert said in page
    assert "tier 1 on top, then 2, then 3: 24 cards" in page
    assert "Pale Thing 1.2" in page


def test_a_pool_that_does_not_fit_the_table_is_said_on_the_sheet() -> None:
    campaign = factories.third_chapter()
    card = campaign_state(campaign).pool[0]
    factories.record(campaign, BasicLeft(card.key, reason=factories.REASON))
    assert len(table(campaign, 3).problems) == 1
    assert "notice--warning" in sheet(campaign, 3)


def test_the_sections_in_the_rulebook_are_listed_with_the_players_words() -> None:
    page = texts(sheet(factories.third_chapter(), 3))
    assert "In your rulebook" in page
    assert "Our words about S" in page


def test_an_earlier_game_shows_the_sheet_it_was_laid_out_by() -> None:
    campaign = factories.third_chapter()
    first = texts(sheet(campaign, 1))
    assert "Set up Maelstrom" in first
    assert "Ember Reed" not in first
    assert "enter the result" not in first


def test_the_result_is_one_tap_away_for_who_may_write_it() -> None:
    campaign = factories.planned_campaign()
    assert f"{game_at(campaign, 1)}result" in sheet(campaign)
    reader = clients.member(campaign, Role.READER)
    page = reader.get(url_of(campaign)).content.decode()
    assert f"{game_at(campaign, 1)}result" not in page
    assert f"{game_at(campaign, 1)}restore" in page


def test_a_sheet_that_was_drawn_before_follows_what_changed_since() -> None:
    campaign = factories.planned_campaign()
    url = url_of(campaign)
    client = clients.keeper(campaign)
    client.get(url)
    mage_rename(**factories.signed(campaign), seat=1, name="Ashen", player="Ola")
    page = client.get(url).content.decode()
    assert "Ashen" in page
    assert "Ilva" not in page


def test_a_sheet_is_drawn_in_the_language_of_who_reads_it() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    english = client.get(url_of(campaign)).content
    polish = client.get(url_of(campaign), headers={"accept-language": "pl"}).content
    assert b'<html lang="en"' in english
    assert b'<html lang="pl"' in polish


def test_the_demo_is_open_to_everybody() -> None:
    campaign = factories.planned_campaign(demo=True)
    assert Client().get(url_of(campaign)).status_code == 200


@pytest.mark.parametrize("number", [0, 2, 123456789012345678901234567890])
def test_a_game_that_is_not_there_is_not_found(number: int) -> None:
    campaign = factories.planned_campaign()
    url = f"{game_at(campaign, number)}setup"
    assert clients.keeper(campaign).get(url).status_code == 404


def test_nothing_is_sent_to_the_sheet() -> None:
    campaign = factories.planned_campaign()
    assert clients.keeper(campaign).post(url_of(campaign)).status_code == 405


def begin(campaign: Campaign, client: Client, game: int = 2) -> HttpResponse:
    return clients.send(client, f"{game_at(campaign, game)}begun", {}, page=url_of(campaign, game))


def test_all_that_the_chapter_asks_for_is_noted_with_one_tap() -> None:
    campaign = begun_second()
    client = clients.keeper(campaign)
    assert "All done" in sheet(campaign, 2)
    answer = begin(campaign, client)
    assert answer["Location"] == url_of(campaign, 2)
    campaign.refresh_from_db()
    state = campaign_state(campaign)
    assert "envelope-2" in state.seals
    assert "S" in state.sections
    assert "Before you set up" not in sheet(campaign, 2)


def test_a_letter_that_only_the_sticker_shows_is_left_to_the_players() -> None:
    campaign = factories.played_through(4)
    factories.plan(campaign)
    answer = begin(campaign, clients.keeper(campaign), 5)
    assert answer["Location"] == f"{game_at(campaign, 5)}aftermath/sections"
    campaign.refresh_from_db()
    state = campaign_state(campaign)
    assert "X" in state.sections
    assert "I" not in state.sections
    page = sheet(campaign, 5)
    assert "Before you set up" in page
    assert "All done" not in page


def test_the_tap_changes_nothing_once_the_game_is_played() -> None:
    campaign = begun_second()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url_of(campaign, 2))
    factories.record_win(campaign)
    before = factories.everything()
    assert client.post(f"{game_at(campaign, 2)}begun", held).status_code == 302
    assert factories.everything() == before


def test_a_tap_notes_what_somebody_else_has_not_noted_meanwhile() -> None:
    campaign = begun_second()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url_of(campaign, 2))
    factories.record(campaign, SealOpened("envelope-2"), person=factories.person("Piotr"))
    answer = client.post(f"{game_at(campaign, 2)}begun", held)
    assert answer.status_code == 302
    campaign.refresh_from_db()
    assert "S" in campaign_state(campaign).sections


def test_a_tap_on_a_stale_sheet_says_what_changed_and_notes_nothing() -> None:
    campaign = begun_second()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url_of(campaign, 2))
    campaign_rename(**factories.signed(campaign), name="Another name")
    answer = client.post(f"{game_at(campaign, 2)}begun", held)
    assert answer.status_code == 409
    assert "Something changed meanwhile" in answer.content.decode()
    campaign.refresh_from_db()
    assert "S" not in campaign_state(campaign).sections


def test_only_who_may_record_notes_it() -> None:
    campaign = begun_second()
    reader = clients.member(campaign, Role.READER)
    page = reader.get(url_of(campaign, 2)).content.decode()
    assert "Before you set up" in page
    assert "All done" not in page
    url = f"{game_at(campaign, 2)}begun"
    assert reader.post(url).status_code == 403
    assert clients.stranger().post(url).status_code == 404
    assert Client().post(url).status_code == 404


def test_what_is_noted_on_its_own_page_leads_back_to_the_sheet_once_all_is_done() -> None:
    campaign = begun_second()
    client = clients.keeper(campaign)
    pages = [f"{game_at(campaign, 2)}aftermath/{part}" for part in ("seals", "sections")]
    answer = clients.send(client, pages[0], {"due": ["envelope-2"]})
    assert answer["Location"] == pages[1]
    answer = clients.send(client, pages[1], {"tick_S": "on"})
    assert answer["Location"] == url_of(campaign, 2)


def test_one_mage_alone_is_told_the_solo_rules() -> None:
    page = sheet(factories.planned_campaign(mages=1))
    assert "You are your own ally." in page


# --- ticks ---

JSON = {"Accept": "application/json"}


def ticks_url(campaign: Campaign, game: int = 1) -> str:
    return f"{game_at(campaign, game)}ticks"


def test_a_tick_of_one_phone_is_on_every_other_and_belongs_to_the_game() -> None:
    campaign = factories.planned_campaign()
    one, other = clients.keeper(campaign), clients.member(campaign, Role.PLAYER)
    first, second, *_ = STEP.findall(sheet(campaign))
    for client, step in ((one, first), (other, second)):
        answer = client.post(ticks_url(campaign), {"sheet": "setup", "tick": step}, headers=JSON)
    assert set(answer.json()["ticked"]) == {first, second}
    assert one.get(ticks_url(campaign), headers=JSON).json() == answer.json()
    page = sheet(campaign)
    for step in (first, second):
        assert re.search(rf'value="{step}"[^>]* checked>', page)
    other.post(ticks_url(campaign), {"sheet": "setup", "untick": first}, headers=JSON)
    assert Game.objects.get().ticks == {"setup": [second]}


def test_without_scripts_a_form_saves_all_ticks_of_its_sheet() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    first, second, *_ = STEP.findall(sheet(campaign))
    Game.objects.update(ticks={"setup": [first], "restore": ["kept"]})
    answer = client.post(ticks_url(campaign), {"sheet": "setup", "tick": [second]})
    assert (answer.status_code, answer["Location"]) == (302, url_of(campaign))
    assert Game.objects.get().ticks == {"setup": [second], "restore": ["kept"]}


def test_ticking_makes_no_form_stale_and_nonsense_is_no_tick() -> None:
    campaign = factories.planned_campaign()
    before = Campaign.objects.get().revision
    sent = {"sheet": "setup", "tick": ["<b>", "x" * 100, ""]}
    answer = clients.keeper(campaign).post(ticks_url(campaign), sent, headers=JSON)
    assert answer.json() == {"ticked": []}
    assert clients.keeper(campaign).post(ticks_url(campaign), {"sheet": "odd"}).status_code == 302
    assert Campaign.objects.get().revision == before


def test_a_reader_sees_the_ticks_and_makes_none() -> None:
    campaign = factories.planned_campaign()
    reader = clients.member(campaign, Role.READER)
    page = reader.get(url_of(campaign)).content.decode()
    assert re.search(r'name="tick"[^>]* disabled>', page)
    assert reader.post(ticks_url(campaign), {"tick": "a1"}).status_code == 403


def test_starting_again_asks() -> None:
    assert "Clear all ticks, on every phone?" in sheet(factories.planned_campaign())

"""The history: everything in words, by whom, and what was taken back struck out."""

import re

import pytest

from campaign.exchange.document import encode
from campaign.models import Campaign, Fact, Role
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.selectors import history as selectors
from campaign.services.facts import fact_replace, fact_withdraw
from campaign.services.games import game_undo
from tests.campaign import exchange, factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.reading import main_text_of
from tracker.views import history

pytestmark = pytest.mark.django_db


def page_of(campaign: Campaign, query: str = "") -> str:
    return clients.keeper(campaign).get(at(campaign, "history") + query).content.decode()


def test_the_first_line_is_that_the_campaign_began() -> None:
    page = read(factories.start_campaign(), "history")
    assert "The campaign began" in page
    assert "by Zuza" in page
    assert "Undo" not in page
    assert "Look at the campaign" not in page


def test_writes_are_told_newest_first_by_whom() -> None:
    campaign = factories.planned_campaign()
    ola = factories.person("Ola")
    factories.join(campaign, ola)
    factories.record_loss(campaign, person=ola, note="A hard evening")
    page = read(campaign, "history")
    result, planned = page.index("Result and note"), page.index("Planned: chapter")
    assert result < planned < page.index("The campaign began")
    assert "Lost: Gravehold fell." in page
    assert "Note: A hard evening" in page
    assert "by Ola" in page
    assert "Planned: chapter 1 against Maelstrom." in page
    assert page.count("Game 1") == 1  # its card's name, and no entry repeats it


def test_a_withdrawn_entry_is_struck_out_with_who_withdrew_it() -> None:
    campaign = factories.played_campaign()
    note = factories.record(campaign, Noted("Never mind"))
    ola = factories.person("Ola")
    factories.join(campaign, ola)
    fact_withdraw(**factories.signed(campaign, ola), fact=note.pk)
    html = page_of(campaign)
    assert html.count("<s>Note: Never mind</s>") == 2
    assert "Deleted by Ola" in html
    assert "Note deleted" in html


def test_a_correction_shows_what_stood_before() -> None:
    campaign = factories.played_campaign()
    note = factories.record(campaign, Noted("Twelve lives"))
    fact_replace(**factories.signed(campaign), fact=note.pk, by=Noted("Eleven lives"))
    html = page_of(campaign)
    corrected = html.split("Note corrected")[1].split("</li>\n      <li")[0]
    assert "Note: Eleven lives" in corrected
    assert "<s>Note: Twelve lives</s>" in corrected


def test_a_file_may_say_that_a_new_name_deleted_an_entry() -> None:
    campaign = factories.planned_campaign()
    note = factories.record(campaign, Noted("By candlelight"))
    fact_withdraw(**factories.signed(campaign), fact=note.pk)
    document = exchange.document_of(campaign)
    document["changes"][-1]["kind"] = "rename"
    copy = exchange.bring_in(encode(document))
    assert "By candlelight" in read(copy, "history")


def test_an_undone_game_stays_struck_out() -> None:
    campaign = factories.played_campaign()
    game_undo(**factories.signed(campaign), game=1)
    page = read(campaign, "history")
    assert "Game 1 was undone, and 1 entry with it" in page
    html = page_of(campaign)
    assert "<s>Planned: chapter 1 against Maelstrom.</s>" in html
    assert html.count("is-withdrawn") == 2


def test_typed_names_keep_their_capitals_even_when_withdrawn() -> None:
    campaign = factories.play_game(factories.play_game(factories.start_campaign()))
    game_undo(**factories.signed(campaign), game=2)
    assert "banished: Ember Reed 1.1" in read(campaign, "history")


def test_a_settled_game_can_be_looked_at_and_forked_from() -> None:
    campaign = factories.play_game(factories.play_game(factories.start_campaign()))
    html = page_of(campaign)
    assert at(campaign, "mages", after=1) in html
    assert at(campaign, "fork", after=1) in html
    assert at(campaign, "undo") in html
    reader = clients.member(campaign, Role.READER).get(at(campaign, "history"))
    assert at(campaign, "fork") in reader.content.decode()
    assert at(campaign, "undo") not in reader.content.decode()


def test_many_entries_of_one_write_are_folded() -> None:
    campaign = factories.play_game(factories.play_game(factories.start_campaign()))
    page = read(campaign, "history")
    assert re.search(r"\d\d entries", page)
    assert re.search(r"\d more", page)


def test_ways_to_withdraw_are_shown_to_who_asks_for_them_and_may() -> None:
    campaign = factories.settled_campaign()
    assert "/withdraw" not in page_of(campaign)
    html = page_of(campaign, "?withdraw")
    ways = re.findall(r"/facts/(\d+)/withdraw", html)
    kinds = {Fact.objects.get(pk=pk).kind for pk in ways}
    assert kinds == {"growth"}
    reader = clients.member(campaign, Role.READER).get(at(campaign, "history") + "?withdraw")
    assert "/withdraw" not in reader.content.decode()


def test_older_writes_are_on_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "SHOWN", 1)
    campaign = factories.settled_campaign()
    seen: list[str] = []
    url: str | None = at(campaign, "history")
    while url:
        html = clients.keeper(campaign).get(url).content.decode()
        seen += re.findall(r"<h3>(.*?)</h3>", html)
        older = re.search(r'rel="next" href="(\?page=\d+)"', html)
        url = at(campaign, "history") + older.group(1) if older else None
    assert len(seen) == campaign.changes.count()
    assert len(set(seen)) == len(seen)
    assert seen[-1] == "The campaign began"
    assert 'rel="prev" href="?page=' in html
    assert "View an earlier state" not in html
    withdrawing = page_of(campaign, "?withdraw")
    assert 'rel="next" href="?withdraw=&amp;page=2"' in withdrawing


def test_a_page_shows_no_more_than_so_many_changes_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selectors, "OF_A_GAME", 2)
    monkeypatch.setattr(history, "SHOWN", 1)
    campaign = factories.played_campaign()
    for number in range(3):
        factories.record(campaign, Noted(f"Note number {number}"))
    first, second, third = (page_of(campaign, f"?page={page}") for page in (1, 2, 3))
    assert re.findall("Note number .", first) == ["Note number 2", "Note number 1"]
    assert re.findall("Note number .", second) == ["Note number 0"]
    assert "Planned: chapter" in third


def test_a_whole_campaign_written_at_once_is_one_line() -> None:
    page = read(factories.long_campaign(5), "history")
    assert "Games 1 to 5: entered together" in page


def test_a_passer_by_may_fork_the_demo() -> None:
    campaign = factories.start_campaign(demo=True)
    factories.plan(campaign)
    response = clients.client_of(None).get(at(campaign, "history"))
    assert at(campaign, "fork") in response.content.decode()
    assert "Undo" not in main_text_of(response)


def test_withdrawing_is_offered_only_where_an_entry_can_be_withdrawn_by_itself() -> None:
    campaign = factories.played_campaign()
    factories.record(campaign, Noted("Never mind"))
    assert "Delete an entry" in page_of(campaign)
    at_once = factories.finished_campaign()
    first = at_once.changes.filter(recorded_facts__isnull=False).order_by("pk")[0]
    Fact.objects.filter(game__campaign=at_once).update(recorded=first)
    assert "Undo game" in page_of(at_once)
    assert "Delete an entry" not in page_of(at_once)


def test_who_came_from_the_history_is_led_back_there() -> None:
    campaign = factories.played_campaign()
    factories.record(campaign, Noted("Never mind"))
    way = re.search(r'href="([^"]+/withdraw\?[^"]*)"', page_of(campaign, "?withdraw"))
    assert way is not None
    page = clients.keeper(campaign).get(way[1]).content.decode()
    assert f'href="{at(campaign, "history")}?withdraw"' in page

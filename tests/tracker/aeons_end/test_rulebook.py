"""The rulebook's sections, and the players' notes about them."""

import pytest

from campaign.models import Campaign, Fact, Role
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, SectionUnlocked
from campaign.selectors.campaigns import campaign_state
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.reading import main_text_of

pytestmark = pytest.mark.django_db


def second_chapter() -> Campaign:
    """Return a campaign in which section S is due."""
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    return campaign


def with_section(note: str = "Cards grow", letter: str = "S") -> Campaign:
    campaign = second_chapter()
    factories.record(campaign, SectionUnlocked("S", letter, note))
    return campaign


def test_a_fresh_rulebook_has_every_section_sealed_with_its_moment_and_page() -> None:
    page = read(factories.start_campaign(), "rulebook")
    assert "0 of 24 sections are unlocked" in page
    assert page.count("sealed") == 24
    assert "Section K: Nemesis setup sealed start of chapter 3 · page 10" in page
    assert "replaces" not in page
    assert "The letter may be I or J." in page


def test_a_due_section_leads_to_where_it_is_unlocked() -> None:
    campaign = second_chapter()
    response = clients.keeper(campaign).get(at(campaign, "rulebook"))
    assert "1 section is due now." in main_text_of(response)
    assert f"{game_at(campaign, 2)}aftermath/sections" in response.content.decode()
    reader = clients.member(campaign, Role.READER).get(at(campaign, "rulebook"))
    assert "1 section is due now." in main_text_of(reader)
    assert "aftermath" not in reader.content.decode()


def test_an_unlocked_section_says_since_when_and_what_the_players_wrote() -> None:
    page = read(with_section("Cards\ngrow <b>"), "rulebook")
    assert "unlocked in game 2 · page 18–19 Cards grow <b>" in page
    campaign = factories.third_chapter()
    factories.record(campaign, SectionUnlocked("K", "K"))
    assert "It replaces steps 7 and 8 of the set-up." in read(campaign, "rulebook")


def test_a_section_the_box_does_not_have_says_so_with_the_reason() -> None:
    campaign = second_chapter()
    factories.record(campaign, DecisionClosed("section:S", reason="no such sticker"))
    page = read(campaign, "rulebook")
    assert "not in your box" in page
    assert "no such sticker" in page


def test_a_letter_of_the_players_own_stands_in_its_place() -> None:
    campaign = factories.played_through(2)
    assert "Section Y" in read(campaign, "rulebook")
    url = at(campaign, "section_note", "Y")
    assert (
        clients.send(clients.keeper(campaign), url, {"letter": "v", "note": ""}).status_code == 302
    )
    page = read(campaign, "rulebook")
    assert "Section V" in page
    assert "Section Y" not in page


def test_a_look_back_has_no_notes_to_change() -> None:
    campaign = factories.played_through(2)
    assert "Add a note to section S" in read(campaign, "rulebook")
    page = read(campaign, "rulebook", after=1)
    assert "As it was after game 1" in page
    assert page.count("sealed") == 24
    assert "Add a note to section" not in page


def test_a_note_is_replaced_and_the_old_one_stays_in_the_log() -> None:
    campaign = with_section("First words")
    url = at(campaign, "section_note", "S")
    client = clients.member(campaign, Role.PLAYER)
    assert "First words" in client.get(url).content.decode()
    answer = clients.send(client, url, {"letter": "S", "note": "Better words"})
    assert answer["Location"] == at(campaign, "rulebook") + "#section-S"
    campaign.refresh_from_db()
    unlocked = campaign_state(campaign).sections.get("S")
    assert unlocked is not None
    assert (unlocked.note, unlocked.game) == ("Better words", 2)
    assert Fact.objects.filter(kind="section").count() == 2
    assert Fact.objects.not_withdrawn().filter(kind="section").count() == 1


def test_htmx_gets_the_form_alone_when_something_does_not_fit() -> None:
    campaign = with_section()
    url = at(campaign, "section_note", "S")
    client = clients.keeper(campaign)
    answer = clients.send(client, url, {"letter": "", "note": "Kept words"}, headers=clients.HTMX)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<html" not in html
    assert html.strip().startswith("<form")
    assert "Kept words" in html
    good = clients.send(client, url, {"letter": "S", "note": "Kept words"}, headers=clients.HTMX)
    assert good["HX-Redirect"].endswith("#section-S")


def test_another_letter_than_the_packs_needs_a_reason() -> None:
    campaign = with_section()
    url = at(campaign, "section_note", "S")
    client = clients.keeper(campaign)
    refused = clients.send(client, url, {"letter": "Q", "note": "Kept"})
    assert refused.status_code == 422
    assert 'name="reason"' in refused.content.decode()
    said = {"letter": "Q", "note": "Kept", "reason": "printed so"}
    assert clients.send(client, url, said).status_code == 302
    assert "Your box said otherwise: printed so" in read(campaign, "rulebook")


def test_a_stale_note_is_told_what_changed_and_keeps_what_was_typed() -> None:
    campaign = with_section()
    url = at(campaign, "section_note", "S")
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url)
    factories.record_win(campaign)
    answer = client.post(url, {**held, "letter": "S", "note": "Slow words"})
    assert answer.status_code == 409
    assert "Slow words" in answer.content.decode()
    assert "Won: the nemesis fell." in main_text_of(answer)


@pytest.mark.parametrize("section", ["A", "ZZ", "s", "<b>"])
def test_there_is_no_note_about_a_section_that_is_not_in(section: str) -> None:
    campaign = with_section()
    url = at(campaign, "section_note", section)
    assert clients.keeper(campaign).get(url).status_code == 404


@pytest.mark.parametrize("letter", ["A/B", "/", "?", "#", "%2F"])
def test_whatever_is_printed_on_a_sticker_the_rulebook_opens(letter: str) -> None:
    campaign = second_chapter()
    client = clients.keeper(campaign)
    url = at(campaign, "aftermath_sections", 2)
    said = {"other_letter": letter, "other_note": "A new one", "reason": "Card 9"}
    assert clients.send(client, url, said).status_code == 302
    assert "A new one" in read(campaign, "rulebook")
    page = clients.keeper(campaign).get(at(campaign, "section_note", letter))
    assert "A new one" in page.content.decode()

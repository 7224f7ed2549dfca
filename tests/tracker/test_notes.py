"""Notes about a game."""

from typing import Any

import pytest

from campaign.models import Campaign, Fact, Role
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.services import writes
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.clients import Answer

pytestmark = pytest.mark.django_db


def game_url(campaign: Campaign) -> str:
    return game_at(campaign, 1)


def write(campaign: Campaign, text: str, **more: Any) -> Answer:
    client = clients.keeper(campaign)
    url = game_url(campaign)
    return clients.send(client, f"{url}notes", {"text": text}, **more)


def signed(campaign: Campaign, token: str = "a-token-of-its-own") -> dict[str, object]:
    return {"revision": campaign.revision, "token": token}


def test_a_note_is_written_and_shown() -> None:
    campaign = factories.planned_campaign()
    answer = write(campaign, "First line.\n\nSecond line.")
    assert answer["Location"] == f"{game_url(campaign)}#notes"
    page = clients.keeper(campaign).get(game_url(campaign)).content.decode()
    assert "<p>First line.</p>" in page
    assert "<p>Second line.</p>" in page


def test_a_note_can_be_written_about_an_earlier_game() -> None:
    campaign = factories.played_through(2)
    assert write(campaign, "Looking back.").status_code == 302
    assert Fact.objects.get(kind="note").game.number == 1


def test_htmx_gets_the_notes_alone() -> None:
    campaign = factories.planned_campaign()
    page = write(campaign, "Brief.", headers=clients.HTMX).content.decode()
    assert page.lstrip().startswith('<section id="notes"')
    assert "Brief." in page
    assert "<title>" not in page


def test_a_form_that_htmx_sends_for_a_whole_page_leads_back_to_it() -> None:
    campaign = factories.planned_campaign()
    answer = write(campaign, "Brief.", headers=clients.HTMX, HTTP_HX_BOOSTED="true")
    assert answer["Location"] == f"{game_url(campaign)}#notes"


def test_after_a_note_through_htmx_the_page_is_as_after_a_reload() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    own_form = f'hx-post="{game_url(campaign)}notes"'
    # The result above will quote the first note, so the form asks for the whole page.
    assert own_form not in client.get(game_url(campaign)).content.decode()
    write(campaign, "Quoted above.")
    part = write(campaign, "In the list.", headers=clients.HTMX).content.decode()
    assert "In the list." in part
    assert "Quoted above." not in part
    assert own_form in part


@pytest.mark.parametrize("text", ["", "   \n ", "x" * 4001, "a\x00b"])
def test_what_is_no_note_is_refused_and_stays(text: str) -> None:
    campaign = factories.planned_campaign()
    answer = write(campaign, text)
    assert answer.status_code == 422
    assert answer.context["in_campaign"].note_form.errors
    assert not Fact.objects.filter(kind="note").exists()


def test_a_note_sent_twice_is_written_once() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    filled = {**signed(campaign), "text": "Once."}
    url = f"{game_url(campaign)}notes"
    assert [client.post(url, filled).status_code for _ in range(2)] == [302, 302]
    assert Fact.objects.filter(kind="note").count() == 1


def test_a_stale_note_keeps_its_words_and_says_what_changed() -> None:
    campaign = factories.planned_campaign()
    filled = {**signed(campaign), "text": "My words."}
    factories.record_win(campaign)
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}notes", filled)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "My words." in page
    assert "Zuza saved first" not in page  # it was herself
    assert "You saved something else meanwhile" in page


def test_a_note_is_taken_back() -> None:
    campaign = factories.planned_campaign()
    note = factories.record(campaign, Noted("Wrong."))
    url = f"{game_url(campaign)}notes/{note.pk}/delete"
    answer = clients.keeper(campaign).post(url, signed(campaign))
    assert answer.status_code == 302
    note.refresh_from_db()
    assert note.withdrawn is not None
    assert "Wrong." not in clients.keeper(campaign).get(game_url(campaign)).content.decode()


def test_taking_it_back_twice_does_no_harm() -> None:
    campaign = factories.planned_campaign()
    note = factories.record(campaign, Noted("Wrong."))
    url = f"{game_url(campaign)}notes/{note.pk}/delete"
    client, filled = clients.keeper(campaign), signed(campaign)
    assert [client.post(url, filled).status_code for _ in range(2)] == [302, 302]


def test_only_notes_are_taken_back_here() -> None:
    campaign = factories.played_campaign()
    result = Fact.objects.get(kind="played")
    url = f"{game_url(campaign)}notes/{result.pk}/delete"
    clients.keeper(campaign).post(url, signed(campaign))
    result.refresh_from_db()
    assert result.withdrawn is None


def test_nobody_takes_back_a_note_of_another_campaign() -> None:
    mine, yours = factories.planned_campaign(), factories.planned_campaign(name="Yours")
    note = factories.record(yours, Noted("Ours."))
    url = f"{game_url(mine)}notes/{note.pk}/delete"
    clients.keeper(mine).post(url, signed(mine))
    note.refresh_from_db()
    assert note.withdrawn is None


def test_a_stale_withdrawal_says_what_changed() -> None:
    campaign = factories.planned_campaign()
    note = factories.record(campaign, Noted("Wrong."))
    filled = signed(campaign)
    factories.record_win(campaign)
    url = f"{game_url(campaign)}notes/{note.pk}/delete"
    assert clients.keeper(campaign).post(url, filled).status_code == 409


def test_who_may_write_a_note() -> None:
    campaign = factories.planned_campaign()
    filled = {**signed(campaign), "text": "Mine."}
    url = f"{game_url(campaign)}notes"
    answered = {
        "player": clients.member(campaign, Role.PLAYER).post(url, filled).status_code,
        "reader": clients.member(campaign, Role.READER).post(url, filled).status_code,
        "stranger": clients.stranger().post(url, filled).status_code,
        "anonymous": clients.client_of(None).post(url, filled).status_code,
    }
    assert answered == {"player": 302, "reader": 403, "stranger": 404, "anonymous": 404}
    assert Fact.objects.filter(kind="note").count() == 1


def test_a_note_is_sent_not_asked_for() -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).get(f"{game_url(campaign)}notes")
    assert (answer.status_code, answer["Location"]) == (302, game_url(campaign))


def test_a_game_has_so_many_notes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writes, "MAX_NOTES", 2)
    campaign = factories.played_campaign()
    answers = [write(campaign, text) for text in ("One.", "Two.", "Three.")]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    client, url = clients.keeper(campaign), f"{game_url(campaign)}correct"
    refused = clients.send(client, url, {"result": "loss", "note": "Three."})
    assert refused.status_code == 422
    assert "At most 2 are possible here, not 3." in refused.content.decode()
    assert clients.send(client, url, {"result": "loss", "note": ""}).status_code == 302
    assert Fact.objects.filter(kind="note").count() == 2

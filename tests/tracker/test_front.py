"""A campaign's front page: the one next step, and where everything stands."""

import datetime
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaign.memory import memory
from campaign.models import Campaign, Role
from campaign.rules.aeons_end.legacy.facts import Noted
from tests.addresses import game_at, path_at
from tests.campaign import factories as f
from tests.tracker import clients

pytestmark = pytest.mark.django_db


def keeper_opens(client: Client, campaign: Campaign) -> Any:
    """Return the front page, drawn anew, as its keeper gets it."""
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    memory.clear()
    page = client.get(f"/c/{campaign.code}/")
    assert page.status_code == 200
    return page


def keeper_sees(client: Client, campaign: Campaign) -> str:
    """Return what the keeper reads on the front page."""
    return str(keeper_opens(client, campaign).content.decode())


def test_in_the_middle_of_the_aftermath_chapter_nemesis_and_result_are_named(
    client: Client,
) -> None:
    text = keeper_sees(client, f.second_game(won=False))
    assert "Chapter 2 against Hollow Regent 2: lost" in text


def test_before_the_first_game_the_next_step_is_to_plan_it(client: Client) -> None:
    campaign = f.start_campaign()
    text = keeper_sees(client, campaign)
    assert f'href="/c/{campaign.code}/plan"' in text
    assert "not played yet" in text
    assert text.count('data-state="ahead"') == 6
    assert text.count('data-state="here"') == 1


def test_a_planned_game_leads_to_its_sheet_and_its_result(client: Client) -> None:
    campaign = f.planned_campaign()
    text = keeper_sees(client, campaign)
    assert f'href="{game_at(campaign, 1)}setup"' in text
    assert f'href="{game_at(campaign, 1)}result"' in text


def test_a_played_game_leads_to_its_aftermath(client: Client) -> None:
    campaign = f.played_campaign()
    assert f'href="{game_at(campaign, 1)}aftermath"' in keeper_sees(client, campaign)


def test_when_all_is_decided_the_game_is_to_be_settled(client: Client) -> None:
    campaign = f.answer_all(f.played_campaign())
    assert "Finish the aftermath" in keeper_sees(client, campaign)


def test_who_comes_back_sees_when_it_was_last_played(client: Client) -> None:
    campaign = f.planned_campaign()
    f.record_win(campaign, played_on=datetime.date(2026, 3, 14))
    assert "last played 14 March 2026" in keeper_sees(client, campaign)


def test_the_latest_day_counts_not_the_last_one_written_down(client: Client) -> None:
    campaign = f.planned_campaign()
    f.record_loss(campaign, played_on=datetime.date(2026, 3, 14))
    f.settle_all(campaign, onward=False)
    f.plan(campaign)
    f.record_win(campaign, played_on=datetime.date(2025, 1, 2))
    assert "last played 14 March 2026" in keeper_sees(client, campaign)


def test_the_path_shows_what_was_won_and_what_was_lost(client: Client) -> None:
    campaign = f.start_campaign()
    f.play_game(campaign, won=False)
    f.play_game(campaign)
    text = keeper_sees(client, campaign)
    assert text.count('data-state="lost"') == 1
    assert text.count('data-state="won"') == 1
    assert text.count('data-state="ahead"') == 4
    assert "2 games played: 1 won, 1 lost." in text


def test_a_chapter_lost_and_won_at_the_second_try_is_won(client: Client) -> None:
    campaign = f.settled_campaign()  # chapter 1 goes on either way, so chapter 2 it is
    f.play_game(campaign, won=False, onward=False)
    f.play_game(campaign)
    text = keeper_sees(client, campaign)
    assert (text.count('data-state="won"'), text.count('data-state="lost"')) == (2, 0)


def test_the_mages_and_the_market_are_there(client: Client) -> None:
    campaign = f.start_campaign(mages=4)
    text = keeper_sees(client, campaign)
    for seat, name in enumerate(f.NAMES, start=1):
        assert name in text
        assert f'href="/c/{campaign.code}/mages/{seat}"' in text
    assert text.count('class="pile') >= 9
    assert "Fire Chakram" in text


def test_an_ability_is_shown_once_a_mage_has_one(client: Client) -> None:
    campaign = f.played_through(2)
    assert "Mark 3-1" not in keeper_sees(client, campaign)
    f.play_game(campaign)
    assert "Mark 3-1" in keeper_sees(client, campaign)


def test_what_changed_last_time_is_told_with_the_dozens_in_one_line(client: Client) -> None:
    campaign = f.played_through(2)
    page = keeper_opens(client, campaign)
    told = [unescape(line) for line in re.findall(r"<li>(.*?)</li>", page.content.decode())]
    assert sum("basic cards have joined" in line for line in told) == 1
    sections = [line for line in told if line.endswith("in the rulebook.")]
    assert len(sections) == 1
    assert " and " in sections[0]
    assert any("Ember Reed 2.1" in line for line in told)


def test_with_a_game_planned_the_changes_are_those_since_the_last_table(client: Client) -> None:
    campaign = f.settled_campaign()
    f.plan(campaign)
    assert "New in the market: Ember Reed 1.1" in keeper_sees(client, campaign)


def test_the_last_game_is_told_with_its_notes(client: Client) -> None:
    campaign = f.planned_campaign()
    f.record_loss(campaign, note="The mirror stayed in the box.")
    f.record(campaign, Noted("<b>Never again</b>"))
    text = keeper_sees(client, campaign)
    assert "Gravehold is at 0." in text
    assert "The mirror stayed in the box." in text
    assert "&lt;b&gt;Never again" in text


def test_a_finished_campaign_closes_with_what_it_adds_up_to(client: Client) -> None:
    campaign = f.settled_campaign()
    f.play_game(campaign, won=False, onward=False)
    f.play_through(campaign)
    page = keeper_opens(client, campaign)
    text = page.content.decode()
    assert re.findall(r"<dd>(\d+)</dd>", text) == ["8", "7", "1", "12"]
    assert text.count('data-state="won"') == 7
    assert 'data-state="here"' not in text
    assert "The story is over; the mages are not." in text
    assert "Propose dates" not in text


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_a_member_sees_it_and_only_who_plays_gets_buttons(client: Client, role: Role) -> None:
    campaign = f.planned_campaign()
    piotr = f.person("Piotr")
    f.join(campaign, piotr, role)
    client.force_login(piotr)
    text = client.get(f"/c/{campaign.code}/").content.decode()
    assert (game_at(campaign, 1, "result") in text) is (role is Role.PLAYER)
    assert game_at(campaign, 1, "setup") in text
    assert f"/c/{campaign.code}/settings" not in text


@pytest.mark.parametrize("make", [f.start_campaign, f.played_campaign])
def test_a_reader_is_offered_nothing_to_write(client: Client, make: type[Campaign]) -> None:
    campaign = make()
    rita = f.person("Rita")
    f.join(campaign, rita, Role.READER)
    client.force_login(rita)
    text = client.get(f"/c/{campaign.code}/").content.decode()
    for path in ("plan", "games/1/aftermath", "games/1/result"):
        assert f'href="{path_at(campaign, path)}"' not in text


def test_strangers_and_nobody_find_nothing(client: Client) -> None:
    campaign = f.start_campaign()
    assert client.get(f"/c/{campaign.code}/").status_code == 404
    client.force_login(f.person("Stranger"))
    assert client.get(f"/c/{campaign.code}/").status_code == 404
    assert client.get("/c/NOTTHERE/").status_code == 404
    assert client.get(f"/c/{campaign.code}{campaign.code}/").status_code == 404


def test_everybody_looks_at_the_demo_and_is_told_that_it_is_one(client: Client) -> None:
    campaign = f.settled_campaign(demo=True)
    text = client.get(f"/c/{campaign.code}/").content.decode()
    assert "This is a demo" in text
    assert f'href="/c/{campaign.code}/fork"' in text
    assert 'href="/start"' in text
    assert f'href="/c/{campaign.code}/plan"' not in text
    assert "This is a demo" not in keeper_sees(client, f.start_campaign())


def test_a_campaign_that_was_put_aside_says_so(client: Client) -> None:
    campaign = f.start_campaign()
    Campaign.objects.update(archived_at=datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC))
    assert "is archived" in keeper_sees(client, campaign)


def test_the_code_is_read_however_it_is_typed(client: Client) -> None:
    campaign = f.start_campaign()
    keeper_sees(client, campaign)
    assert client.get(f"/c/{campaign.code.lower()}/").status_code == 200


def test_what_is_drawn_for_one_role_is_not_shown_to_another(client: Client) -> None:
    campaign = f.planned_campaign()
    assert game_at(campaign, 1, "result") in keeper_sees(client, campaign)
    assert "/settings" in client.get(f"/c/{campaign.code}/").content.decode()
    reader = f.person("Rita")
    f.join(campaign, reader, Role.READER)
    client.force_login(reader)
    assert game_at(campaign, 1, "result") not in client.get(f"/c/{campaign.code}/").content.decode()


def test_a_new_entry_is_seen_at_once(client: Client) -> None:
    campaign = f.planned_campaign()
    assert "The last game" not in keeper_sees(client, campaign)
    f.record_win(campaign)
    assert "The last game" in client.get(f"/c/{campaign.code}/").content.decode()


def test_nothing_but_looking_is_answered(client: Client) -> None:
    campaign = f.start_campaign()
    keeper_sees(client, campaign)
    assert client.post(f"/c/{campaign.code}/").status_code == 405


def test_the_keeper_invites_the_others_until_every_mage_has_a_phone() -> None:
    campaign = f.start_campaign()  # two mages
    keeper, front = clients.keeper(campaign), f"/c/{campaign.code}/"
    page = keeper.get(front).content.decode()
    assert "One player has no phone here yet." in page
    form = {"kind": "join", "role": "player", "days": "14", "on_front": "1", "token": "a-new-form"}
    for _tap in range(2):
        made = keeper.post(f"/c/{campaign.code}/people/invite", form)
        assert made.headers["Location"] == f"{front}#invite"
    assert campaign.invites.count() == 1
    shown = keeper.get(front).content.decode()
    assert "QR code of the link below" in shown
    link = re.search(r"/join/[\w-]+", shown)
    assert link is not None
    player = clients.member(campaign, Role.READER)
    assert "Invite the others" not in player.get(front).content.decode()
    newcomer = Client()
    clients.send(newcomer, link[0], {"display_name": "Kim"})
    assert "Invite the others" not in keeper.get(front).content.decode()

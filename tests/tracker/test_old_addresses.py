"""The addresses that a campaign's games had lead to those that they have."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from campaign.models import Campaign, Game
from campaign.services.games import game_undo
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.photos import jpeg
from tracker.views.app_shell import worker_script

pytestmark = pytest.mark.django_db

# Every page that had such an address: what follows "/c/<code>/games/<number>/".
READ = (
    *("", "result", "correct", "rules", "rules.pdf", "share.png", "bgstats"),
    *("live", "live/state", "live/events", "live/log", "live/moves.json", "live/replay.svg"),
    *("sheet.pdf", "sheet.png", "sheet.txt", "sheet.json"),
    *("plan", "setup", "restore", "restore.pdf", "complete", "reward", "reward/correct"),
    *("aftermath", "aftermath/verdict", "aftermath/sections", "aftermath/seals"),
    *("aftermath/ordered", "aftermath/growth", "aftermath/stickers", "aftermath/sticker"),
    *("aftermath/sticker/1/2a", "aftermath/evolution", "aftermath/pool", "aftermath/close"),
)
WRITTEN = (
    *("result", "correct", "plan", "begun", "settle", "ticks", "notes", "notes/7/delete"),
    *("photos", "photos/abc/caption", "photos/abc/delete", "reward", "reward/correct"),
    *("live/open", "live/move", "live/clear", "aftermath/growth", "aftermath/sticker/1/2a"),
)
MEMBERS = ("keeper", "player", "reader")


def old(campaign: Campaign, page: str = "", number: int = 1) -> str:
    return f"/c/{campaign.code}/games/{number}/{page}"


@pytest.mark.parametrize("page", READ)
def test_an_old_link_leads_who_may_see_the_game_to_its_address(page: str) -> None:
    campaign = factories.planned_campaign()
    answers = clients.status_by_role(old(campaign, page), campaign)
    assert answers == {**dict.fromkeys(MEMBERS, 302), "stranger": 404, "anonymous": 404}
    answer = clients.keeper(campaign).get(old(campaign, page) + "?look=table&q=a%26b")
    assert answer["Location"] == f"{game_at(campaign, 1)}{page}?look=table&q=a%26b"


@pytest.mark.parametrize("page", WRITTEN)
def test_a_form_of_a_page_that_is_still_open_is_sent_on(page: str) -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).post(old(campaign, page), {"token": "one-two-three"})
    assert (answer.status_code, answer["Location"]) == (308, f"{game_at(campaign, 1)}{page}")
    assert clients.stranger().post(old(campaign, page)).status_code == 404


def test_what_was_typed_into_such_a_form_is_saved() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    carried = clients.hidden_fields(client, game_at(campaign, 1))
    sent = {**carried, "text": "We held the gate."}
    assert client.post(old(campaign, "notes"), sent, follow=True).status_code == 200
    assert "We held the gate." in client.get(game_at(campaign, 1)).content.decode()


def test_there_is_no_old_address_of_a_game_that_is_not_there() -> None:
    campaign = factories.planned_campaign()
    for number in ("0", "2", "99999999999999999999999"):
        assert (
            clients.keeper(campaign).get(f"/c/{campaign.code}/games/{number}/").status_code == 404
        )


def test_a_photo_is_found_by_its_old_address(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    sent = {**clients.hidden_fields(client, game_at(campaign, 1)), "pictures": [jpeg()]}
    client.post(game_at(campaign, 1, "photos"), sent)
    (photo,) = factories.game_of_campaign(campaign, 1).photos.all()
    for thumb in ("", "/thumb"):
        url = f"/c/{campaign.code}/photos/{photo.name}{thumb}"
        assert client.get(url, follow=True).status_code == 200
        assert clients.stranger().get(url).status_code == 404


def test_a_phone_still_reads_offline_what_it_kept_at_an_old_address() -> None:
    campaign = factories.planned_campaign()
    shell = worker_script().split("\n")[0].removeprefix("const SHELL = ").removesuffix(";")
    patterns = [re.compile(each) for each in json.loads(shell)["kept"]]
    for page in ("setup", "restore", "rules"):
        for path in (old(campaign, page), game_at(campaign, 1) + page):
            assert any(pattern.search(path) for pattern in patterns), path
    assert not any(pattern.search(old(campaign, "result")) for pattern in patterns)


# --- a game that was undone ---


def undone() -> tuple[Campaign, Game]:
    """Return a campaign, and its game that was undone."""
    campaign = factories.planned_campaign()
    game = factories.game_of_campaign(campaign, 1)
    game_undo(game=1, **factories.signed(campaign))
    return campaign, game


def test_the_code_of_an_undone_game_leads_to_the_game_in_its_place() -> None:
    campaign, game = undone()
    client = clients.keeper(campaign)
    assert client.get(f"/g/{game.code}/setup").status_code == 404
    factories.plan(campaign)
    instead = game_at(campaign, 1)
    assert instead != f"/g/{game.code}/"
    answer = client.get(f"/g/{game.code}/live?look=table")
    assert (answer.status_code, answer["Location"]) == (302, f"{instead}live?look=table")
    sent = client.post(f"/g/{game.code}/result", {})
    assert (sent.status_code, sent["Location"]) == (308, f"{instead}result")
    assert clients.stranger().get(f"/g/{game.code}/").status_code == 404

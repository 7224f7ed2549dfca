"""How much one person may have."""

from __future__ import annotations

import pytest
from django.test import override_settings

from campaign.exchange.exporting import export_json
from campaign.exchange.refusals import Refused
from campaign.models import Campaign, Person
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.services import games
from campaign.services.campaigns import campaign_fork
from tests.campaign import exchange
from tests.campaign import factories as f

pytestmark = pytest.mark.django_db


@override_settings(MAX_CAMPAIGNS=20)
def test_somebody_keeps_so_many_campaigns_however_they_come() -> None:
    guest = f.person("Zuza")
    first = f.start_campaign(person=guest)
    f.start_campaign(person=guest)
    with f.refused("campaign.no_room"):
        f.start_campaign(person=guest)
    with f.refused("campaign.no_room"):
        campaign_fork(campaign=first, person=guest, after=0, name="Again")
    with pytest.raises(Refused, match="campaigns"):
        exchange.bring_in(export_json(first), guest)
    assert Campaign.objects.of(guest).count() == 2
    f.start_campaign(person=Person.objects.create_user("anna"))


@override_settings(MAX_GAMES=20)
def test_somebody_has_so_many_one_off_games() -> None:
    guest = f.person("Zuza")
    for _time in range(2):
        f.start_game(person=guest, choices=open_choices(2))
    with f.refused("one_off.no_room"):
        f.start_game(person=guest, choices=open_choices(2))
    assert guest.games.count() == 2


@override_settings(MAX_ENTRIES=2)
def test_a_record_has_so_many_entries_however_they_come() -> None:
    campaign = f.planned_campaign()
    assert campaign.revision == 2
    with f.refused("record.no_room"):
        f.record_win(campaign)
    with override_settings(MAX_ENTRIES=1), pytest.raises(Refused, match="entries"):
        exchange.bring_in(export_json(campaign), Person.objects.create_user("anna"))


def test_a_campaign_has_no_more_games_than_its_file_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAX_IN_CAMPAIGN", 2)
    campaign = f.planned_campaign()
    games.game_undo(game=1, **f.signed(campaign))
    f.plan(campaign)
    games.game_undo(game=1, **f.signed(campaign))
    with f.refused("record.no_room"):
        f.plan(campaign)
    exchange.bring_in(export_json(campaign), Person.objects.create_user("anna"))

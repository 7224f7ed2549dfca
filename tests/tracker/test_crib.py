"""Rules at a glance: every entry of every game is short, placed and written in all languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from campaign.services.live import table_open
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tracker.faces.crib import MAX_WORDS, Crib, Entry
from tracker.faces.registry import FACES

CRIBS: dict[str, Crib[Any]] = {slug: face.crib for slug, face in FACES.items() if face.crib}
ENTRIES = [
    pytest.param(slug, entry, id=f"{slug} {entry.id}")
    for slug, crib in CRIBS.items()
    for entry in crib.entries
]
PAGES = re.compile(r"(?:\d+(?:–\d+)?)(?:, \d+(?:–\d+)?)*")  # "12, 14–15"


@pytest.mark.parametrize(("slug", "entry"), ENTRIES)
def test_an_entry_is_short_in_every_language(slug: str, entry: Entry[Any]) -> None:
    del slug
    assert not entry.page or PAGES.fullmatch(entry.page)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            assert len(str(entry.text).split()) <= MAX_WORDS, language
            assert len(str(entry.title).split()) <= 6, language


@pytest.mark.parametrize("slug", CRIBS)
def test_every_entry_has_an_id_of_its_own_and_moments_that_the_page_lists(slug: str) -> None:
    crib = CRIBS[slug]
    ids = [entry.id for entry in crib.entries]
    assert len(ids) == len(set(ids))
    assert {moment for entry in crib.entries for moment in entry.moments} <= set(crib.moments)
    assert len({moment.key for moment in crib.moments}) == len(crib.moments)


@pytest.mark.django_db
def test_who_sees_a_campaign_sees_its_rules() -> None:
    campaign = factories.planned_campaign()
    for page in ("rules", "rules.pdf"):
        seen = clients.status_by_role(f"{game_at(campaign, 1)}{page}", campaign)
        assert {role for role, status in seen.items() if status == 200} == {
            *("keeper", "player", "reader")
        }


@pytest.mark.django_db
def test_the_page_of_a_live_game_leads_back_to_the_table() -> None:
    game = one_offs.game()
    client, address = one_offs.owner(game), f"/g/{game.code}/rules"
    assert f'href="/g/{game.code}/live"' not in client.get(address).content.decode()
    table_open(game=game, person=game.owner)
    assert f'href="/g/{game.code}/live"' in client.get(address).content.decode()


@pytest.mark.django_db
def test_the_game_and_its_live_page_lead_to_the_rules() -> None:
    game = one_offs.game()
    client, address = one_offs.owner(game), f'href="/g/{game.code}/rules"'
    assert address in client.get(f"/g/{game.code}/").content.decode()
    table_open(game=game, person=game.owner)
    assert address in client.get(f"/g/{game.code}/live").content.decode()

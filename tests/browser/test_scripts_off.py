"""Every flow is complete with scripts off."""

from __future__ import annotations

import pytest

from campaign.models import Campaign
from campaign.selectors import campaigns as selectors
from tests.browser.table import Table
from tests.marks import thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("chapters", [1, thorough(2)])
def test_chapters_can_be_played_with_scripts_off(bare_table: Table, chapters: int) -> None:
    bare_table.look_closely = False  # axe is a script itself
    code = bare_table.start()
    for chapter in range(1, chapters + 1):
        bare_table.plan(chapter)
        bare_table.result(chapter, won=True)
        bare_table.settle(chapter)
    state = selectors.campaign_state(Campaign.objects.get(code=code))
    assert state.ended == chapters
    assert not state.pool  # asked for once section K says how many there are, before chapter 3
    assert len(state.market) == 9

"""Every flow is complete with scripts off."""

from __future__ import annotations

import pytest

from campaign.models import Campaign
from campaign.selectors import campaigns as selectors
from tests.browser.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_chapters_can_be_played_with_scripts_off(bare_table: Table) -> None:
    bare_table.look_closely = False  # axe is a script itself
    code = bare_table.start()
    bare_table.plan(1)
    bare_table.result(1, won=True)
    bare_table.settle(1)
    bare_table.plan(2)
    bare_table.result(2, won=True)
    bare_table.settle(2)
    state = selectors.campaign_state(Campaign.objects.get(code=code))
    assert state.ended == 2
    assert len(state.pool) == 15
    assert len(state.market) == 9

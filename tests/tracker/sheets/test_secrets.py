"""A sheet shows nothing that the campaign does not know."""

import json

import pytest

from campaign.models import Campaign
from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.core.sheet import plain
from campaign.selectors import campaigns as selectors
from tests.campaign import factories
from tests.tracker.sheets.reading import text_of
from tests.tracker.sheets.tables import documents, pictures, squashed
from tracker.sheets.compiler import Document, compile_document

pytestmark = pytest.mark.django_db


def secrets(campaign: Campaign) -> set[str]:
    """Return every name of the pack, in every language, that this campaign may not be shown."""
    pack = get_pack(campaign.system)
    known = knowing(selectors.campaign_state(campaign), pack)
    hidden = [(key, name) for key, name, _by in pack.names() if key not in known]
    ids = {key for key, _name in hidden if "-" in key}
    return ids | {squashed(name) for _key, name in hidden if len(name) > 4}


def data_of(document: Document) -> str:
    return squashed(json.dumps(plain(document.data), ensure_ascii=False))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_sheet_names_what_the_table_has_not_opened(language: str) -> None:
    campaign = factories.third_chapter(language=language)
    hidden = secrets(campaign)
    assert len(hidden) > 40, "there is something to hide"
    for name, document in {**documents(campaign), **pictures(campaign)}.items():
        told = data_of(document)
        if name not in pictures(campaign):
            told += squashed(text_of(compile_document(document)))
        assert {secret for secret in hidden if secret in told} == set(), name

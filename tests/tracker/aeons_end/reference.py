"""What the tests of the reference pages share: addresses, words of an answer, counted queries."""

from __future__ import annotations

from campaign.models import Campaign
from tests.addresses import page_at
from tests.tracker import clients
from tests.tracker.reading import main_text_of

MAX_QUERIES = 12


def at(campaign: Campaign, page: str, *more: object, after: int | None = None) -> str:
    """Return the address of a page, now or as it was after a game."""
    url = page_at(campaign, page, *more)
    return url if after is None else f"{url}?after={after}"


def read(campaign: Campaign, page: str, *more: object, after: int | None = None) -> str:
    """Return what the keeper reads on a page."""
    response = clients.keeper(campaign).get(at(campaign, page, *more, after=after))
    assert response.status_code == 200
    return main_text_of(response)


LOOKED_AT = {"keeper": 200, "player": 200, "reader": 200, "stranger": 404, "anonymous": 404}
WRITTEN_AT = {"keeper": 200, "player": 200, "reader": 403, "stranger": 404, "anonymous": 404}

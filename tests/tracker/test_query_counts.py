"""Every page asks the database as often for much as for little, and never often."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from campaign.memory import memory
from campaign.models import Person
from tests.benchmarks import _site as site
from tests.benchmarks._site import Page
from tests.campaign import factories
from tests.tracker import doors
from tests.tracker.reference import MOST_QUERIES

pytestmark = pytest.mark.django_db

PAGES = sorted(site.pages_of_the_site())
FORM = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)
TOKEN = re.compile(r'name="token" value="([^"]+)"')


@dataclass(frozen=True)
class Asked:
    """A page, and whose browsers there are to ask for it."""

    page: Page
    browsers: dict[str, Client]

    def cost(self) -> int:
        """Return how often the page asks the database when nothing is remembered."""
        client = self.browsers[self.page.who]
        memory.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(self.page.url).status_code == 200, self.page.url
        return len(asked)


def told(games: int, *, campaigns: int, evenings: int, members: int) -> dict[str, list[Asked]]:
    """Return the pages of a site by their names."""
    built = site.build(
        factories.long_story(games), campaigns=campaigns, evenings=evenings, members=members
    )
    # The next site has a keeper of the same name.
    Person.objects.filter(pk=built.keeper.pk).update(username=f"zuza-{games}")
    browsers = {
        "keeper": doors.client_of(built.keeper),
        "guest": doors.client_of(built.guest),
        "anybody": Client(),
    }
    found: dict[str, list[Asked]] = {}
    for page in site.measured(built.pages()).values():
        found.setdefault(page.name, []).append(Asked(page, browsers))
    return found


@pytest.fixture(scope="module")
def sites(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[dict[str, list[Asked]], dict[str, list[Asked]]]]:
    """Build a small site and a large one beside it."""
    with django_db_blocker.unblock(), transaction.atomic():
        memory.clear()
        small = told(3, campaigns=1, evenings=4, members=2)
        large = told(30, campaigns=10, evenings=30, members=10)
        yield small, large
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_costs_the_same_for_little_and_for_much(
    name: str, sites: tuple[dict[str, list[Asked]], dict[str, list[Asked]]]
) -> None:
    small, large = sites
    for little, much in zip(small[name], large[name], strict=True):
        few, many = little.cost(), much.cost()
        assert many <= few, (much.page.what, few, many)
        assert many <= MOST_QUERIES, (much.page.what, many)


def test_every_page_of_the_site_is_counted_here(
    sites: tuple[dict[str, list[Asked]], dict[str, list[Asked]]],
) -> None:
    assert sorted(sites[0]) == PAGES


def test_every_form_of_every_page_has_a_token_of_its_own_each_time(
    sites: tuple[dict[str, list[Asked]], dict[str, list[Asked]]],
) -> None:
    for asked in (each for pages in sites[0].values() for each in pages):
        client = asked.browsers[asked.page.who]
        first, second = (client.get(asked.page.url).content.decode() for _time in range(2))
        assert all("csrfmiddlewaretoken" in form for form in FORM.findall(second)), asked.page
        assert not set(TOKEN.findall(first)) & set(TOKEN.findall(second)), asked.page

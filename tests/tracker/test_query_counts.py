"""Every page makes the same few queries however much data there is."""

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
from tests.benchmarks._building import build
from tests.benchmarks._site import Page
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import clients
from tests.tracker.aeons_end.reference import MAX_QUERIES

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)
TOKEN = re.compile(r'name="token" value="([^"]+)"')


@dataclass(frozen=True)
class MeasuredPage:
    """A page, and the clients that open it."""

    page: Page
    browsers: dict[str, Client]

    def cost(self) -> int:
        """Return how many queries the page makes when nothing is cached."""
        memory.clear()
        with CaptureQueriesContext(connection) as queries:
            self.body()
        return len(queries)

    def body(self) -> str:
        """Return the HTML of the page."""
        response = self.browsers[self.page.who].get(self.page.url)
        assert response.status_code == 200, self.page.url
        return response.content.decode()


Pages = dict[str, list[MeasuredPage]]
Sites = tuple[Pages, Pages]


def pages_by_name(games: int, *, campaigns: int, evenings: int, members: int) -> Pages:
    """Return the pages of a site by their names."""
    built = build(
        factories.long_story(games), campaigns=campaigns, evenings=evenings, members=members
    )
    # The next site has a keeper of the same name.
    renamed = f"zuza-{games}"
    keeper = Person.objects.filter(pk=built.keeper.pk)
    keeper.update(username=renamed, username_key=renamed)
    browsers = {
        "keeper": clients.client_of(built.keeper),
        "guest": clients.client_of(built.guest),
        "anybody": Client(),
    }
    found: Pages = {}
    for page in site.measured(built.pages()).values():
        found.setdefault(page.name, []).append(MeasuredPage(page, browsers))
    return found


@pytest.fixture(scope="module", params=[10, thorough(30)])
def sites(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Sites]:
    """Build a small site and a large one beside it."""
    games = int(request.param)
    with django_db_blocker.unblock(), transaction.atomic():
        memory.clear()
        small = pages_by_name(3, campaigns=1, evenings=4, members=2)
        large = pages_by_name(games, campaigns=games // 3, evenings=games, members=games // 3)
        yield small, large
        transaction.set_rollback(True)


# One test for all pages: each worker that took some of them would build both sites.
def test_a_page_makes_as_many_queries_for_much_data_as_for_little(sites: Sites) -> None:
    small, large = sites
    assert sorted(small) == sorted(site.pages_of_the_site())
    grown, many = {}, {}
    for name in small:
        for little, much in zip(small[name], large[name], strict=True):
            costs = little.cost(), much.cost()
            if costs[1] > costs[0]:
                grown[much.page.what] = costs
            if costs[1] > MAX_QUERIES:
                many[much.page.what] = costs[1]
    assert not grown
    assert not many


@pytest.mark.thorough
def test_every_form_of_every_page_has_a_token_of_its_own_each_time(sites: Sites) -> None:
    for page in (each for pages in sites[0].values() for each in pages):
        first = page.body()
        forms = FORM.findall(first)
        assert all("csrfmiddlewaretoken" in form for form in forms), page.page
        if tokens := set(TOKEN.findall(first)):
            assert not tokens & set(TOKEN.findall(page.body())), page.page

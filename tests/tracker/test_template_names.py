"""Every name in every template is known."""

import pytest
from django.test import Client

from tests.benchmarks import _site as site
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.template_names import unknown_names

pytestmark = pytest.mark.django_db


def test_no_page_reads_a_name_that_it_was_not_given() -> None:
    built = site.build(factories.long_story(3), campaigns=4, evenings=4, members=2)
    browsers = {
        "keeper": clients.client_of(built.keeper),
        "guest": clients.client_of(built.guest),
        "anybody": Client(),
    }
    with unknown_names() as found:
        for page in built.pages():
            response = browsers[page.who].get(page.url)
            assert response.status_code == 200, page.url
            for extra in ({"HX-Request": "true"},):
                browsers[page.who].get(page.url, headers=extra)
    assert not found, "\n".join(map(str, sorted(found)))

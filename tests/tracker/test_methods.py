"""Reading and writing are all there is: any other method is refused before anybody is looked up."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.campaign import factories
from tests.tracker import clients

pytestmark = pytest.mark.django_db

OTHERS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "POST ", "")


@pytest.mark.parametrize("method", OTHERS)
def test_another_method_is_refused_in_words_and_asks_the_database_nothing(
    method: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keeper = clients.keeper(factories.start_campaign())
    with django_assert_num_queries(0):
        answer = keeper.generic(method, "/start")
    assert answer.status_code == 405
    assert answer.content == b"Method not allowed\n"
    assert answer.headers["Allow"] == "GET, HEAD, POST"
    assert answer.headers["Content-Type"] == "text/plain"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Content-Security-Policy" in answer.headers


def test_writing_to_what_is_only_read_gets_a_page_of_the_site() -> None:
    answer = Client().post("/")
    assert answer.status_code == 405
    assert b"<main" in answer.content

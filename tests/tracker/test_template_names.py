"""No template reads a name that it was not given, which Django would take for empty."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from campaign.models import Campaign, Invite, Role
from tests.benchmarks import _site as site
from tests.benchmarks._building import build
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.template_names import UnknownName, unknown_names
from tracker.charts.shares import RatePicture
from tracker.forms.people import JoinForm
from tracker.web.display import Display

pytestmark = pytest.mark.django_db


def told(found: set[UnknownName]) -> str:
    """Return the unknown names, one a line."""
    return "\n".join(map(str, sorted(found)))


def built() -> site.Site:
    return build(factories.long_story(3), campaigns=4, evenings=4, members=2)


def browsers(of: site.Site) -> dict[str, Client]:
    return {
        "keeper": clients.client_of(of.keeper),
        "guest": clients.client_of(of.guest),
        "anybody": Client(),
    }


@contextmanager
def undone() -> Iterator[None]:
    """Take back what happened inside, so that the next page is the same."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_no_page_reads_a_name_that_it_was_not_given() -> None:
    small = built()
    asked = browsers(small)
    with unknown_names() as found:
        for page in small.pages():
            assert asked[page.who].get(page.url).status_code == 200, page.url
    assert not told(found)


@pytest.mark.thorough
def test_nor_does_a_part_a_refused_form_or_a_page_that_others_see() -> None:
    small = built()
    asked = browsers(small)
    reader = clients.member(small.growing, Role.READER)
    Campaign.objects.filter(pk=small.played.pk).update(demo=True)
    with unknown_names() as found:
        for page in small.pages():
            asked[page.who].get(page.url, headers={"HX-Request": "true"})
            reader.get(page.url)
            with undone():
                asked[page.who].post(page.url, {})
        for name in ("campaign", "mages", "market", "nemesis", "results", "history", "people"):
            Client().get(reverse(name, args=[small.played.code]))
        for name in ("home", "account", "log", "statistics", "decks", "drafts", "new_game"):
            clients.stranger().get(reverse(name))
        Client().get("/nowhere")
    assert not told(found)


# --- the watcher itself ---


def unknown_in(template: str, values: dict[str, object]) -> set[str]:
    """Return the expressions of a template whose names are unknown."""
    with unknown_names() as found:
        render_to_string(template, values)
    return {name.expression for name in found}


def test_a_name_that_is_written_out_has_to_be_there() -> None:
    # Its other parameters are only asked for, and documented.
    assert unknown_in("includes/page_head.html", {}) == {"title"}


def test_an_attribute_has_to_be_there_even_if_it_is_only_asked_for() -> None:
    drawn = RatePicture(rates=(), ticks=(), base=0, mark=None)
    assert not unknown_in("plays/rates.html", {"drawn": drawn})
    assert unknown_in("plays/rates.html", {"drawn": object()}) == {
        "drawn.mark",
        "drawn.rates",
        "drawn.ticks",
    }


@pytest.mark.parametrize("named", [True, False])
def test_a_form_may_leave_a_field_out(named: bool) -> None:
    invite = Invite(campaign=Campaign(name="The Long Watch"), role=Role.PLAYER)
    values = {
        "form": JoinForm(named=named),
        "invite": invite,
        "kept_from": "",
        "display": Display(),
        "request": RequestFactory().get("/"),
        "user": AnonymousUser(),
    }
    assert not unknown_in("people/join.html", values)

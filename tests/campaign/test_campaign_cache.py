"""A campaign that is built once and copied is, to the last row, what the services would write."""

from collections.abc import Callable
from typing import Any

import pytest

from campaign.models import Campaign, Change
from campaign.selectors.campaigns import campaign_state
from tests.campaign import factories
from tests.campaign.campaign_cache import ANEW, _links, built_once, highest_keys, rows_since

pytestmark = pytest.mark.django_db


def told(build: Callable[[], object]) -> dict[str, list[dict[str, Any]]]:
    """Return what is written meanwhile, without keys, codes, stamps and times."""
    before = highest_keys()
    build()
    written = rows_since(before)
    places = {m: {row[m._meta.pk.attname]: n for n, row in enumerate(rows)} for m, rows in written}
    found: dict[str, list[dict[str, Any]]] = {}
    for model, rows in written:
        links = {f.attname: places.get(f.related_model, {}) for f in _links(model)}
        own = [f.attname for f in model._meta.concrete_fields if f.default in ANEW or f.primary_key]
        own += [f.attname for f in model._meta.concrete_fields if getattr(f, "auto_now_add", False)]
        found[model.__name__] = [
            {
                name: links[name].get(value, "another") if name in links and value else value
                for name, value in row.items()
                if name not in own or name in links
            }
            for row in rows
        ]
        if model.__name__ == "Person":  # no password, and another one each time
            for row in found["Person"]:
                assert str(row.pop("password")).startswith("!")
    return found


def step_by_step(chapters: int) -> Campaign:
    campaign = factories.start_campaign(mages=2)
    for _chapter in range(chapters):
        factories.play_game(campaign)
    return campaign


def planned() -> Campaign:
    campaign = factories.start_campaign(mages=2)
    factories.plan(campaign)
    return campaign


def played() -> Campaign:
    campaign = planned()
    factories.record_win(campaign)
    return campaign


@pytest.mark.parametrize(
    ("kept", "steps"),
    [
        (factories.planned_campaign, planned),
        (factories.played_campaign, played),
        (factories.settled_campaign, lambda: step_by_step(1)),
    ],
)
def test_a_copy_is_what_the_services_write(
    kept: Callable[..., Campaign], steps: Callable[[], Campaign]
) -> None:
    kept(mages=2)
    assert told(lambda: kept(mages=2)) == told(steps)


def test_a_long_story_is_copied_with_all_that_was_decided() -> None:
    twice = built_once(lambda: step_by_step(4))
    first = told(twice)
    assert told(twice) == first
    assert first == told(lambda: step_by_step(4))


def test_a_copy_is_a_campaign_of_its_own() -> None:
    first, second = factories.settled_campaign(), factories.settled_campaign()
    assert first.code != second.code
    assert first.stamp != second.stamp
    assert factories.keeper_of(first) != factories.keeper_of(second)
    factories.play_game(second)
    assert len(campaign_state(first).games) == 1
    assert len(campaign_state(second).games) == 2
    second.refresh_from_db()
    assert second.revision == Change.objects.filter(campaign=second).count()


def test_a_copy_is_kept_and_signed_by_whoever_asks_for_it() -> None:
    for name in ("Ada", "Bea"):
        keeper = factories.person(name)
        campaign = factories.settled_campaign(person=keeper)
        assert factories.keeper_of(campaign) == keeper
        assert set(campaign.changes.values_list("person", flat=True)) == {keeper.pk}


def test_other_words_build_another_campaign() -> None:
    assert factories.planned_campaign(mages=3).mages.count() == 3
    assert factories.planned_campaign(mages=1).mages.count() == 1
    assert factories.planned_campaign(mages=1, name="Alone").name == "Alone"

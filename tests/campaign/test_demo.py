"""The demo: made by the services, rich, the same every time, and silent about the sealed box."""

import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models
from django.utils import timezone

from campaign.demo import box, make_demo, stories
from campaign.models import Campaign, Fact, Membership
from campaign.packs import all_packs
from campaign.rules.aeons_end.catalogue.pack import KnownFrom
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.facts import (
    CardEvolved,
    CardTransformed,
    Noted,
    StickerPlaced,
)
from campaign.rules.aeons_end.legacy.notation import write
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.core.keys import is_typed
from campaign.selectors import campaigns as selectors

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """Make the demo once for the whole module: it is written through the services, fact by fact."""
    with django_db_blocker.unblock():
        codes = [campaign.code for campaign in make_demo()]
    yield codes
    with django_db_blocker.unblock():
        Campaign.objects.filter(code__in=codes).delete()


def _demo(*options: str) -> list[str]:
    out = StringIO()
    call_command("demo", *options, stdout=out)
    return out.getvalue().splitlines()


def _campaigns(codes: list[str]) -> list[Campaign]:
    return [Campaign.objects.get(code=code) for code in codes]


def _stored(campaign: Campaign) -> Iterator[str]:
    """Yield every text in every row that belongs to a campaign, whatever the table."""
    seen: set[tuple[type[models.Model], object]] = set()
    rows: list[models.Model] = [campaign]
    while rows:
        row = rows.pop()
        if (type(row), row.pk) in seen:
            continue
        seen.add((type(row), row.pk))
        for field in row._meta.get_fields():
            if field.auto_created and not field.concrete:
                related = field.related_model
                if related is None or isinstance(related, str):
                    continue
                column = field.remote_field.name
                rows.extend(related._default_manager.filter(**{column: row}))
            elif isinstance(field, (models.CharField, models.TextField)):
                yield str(getattr(row, field.attname) or "")


def test_it_prints_two_codes_one_a_line(demo: list[str]) -> None:
    codes = _demo("--once")
    assert codes == demo
    assert len(codes) == 2


def test_nobody_keeps_it_and_everybody_sees_that_it_is_a_demo(demo: list[str]) -> None:
    campaigns = _campaigns(demo)
    assert all(campaign.demo for campaign in campaigns)
    assert not Membership.objects.exists()
    assert all(deed.person is None for campaign in campaigns for deed in campaign.deeds.all())


def test_one_is_finished_and_one_waits_in_chapter_three(demo: list[str]) -> None:
    finished, open_one = (selectors.campaign_state(c) for c in _campaigns(demo))
    assert finished.finished
    assert len(finished.games) == 10
    assert [game.chapter for game in finished.games] == [1, 2, 2, 3, 4, 5, 6, 6, 7, 7]
    assert {game.won for game in finished.games} == {True, False}
    assert len(finished.seats) == 2
    assert len(open_one.seats) == 3
    assert open_one.current is not None
    assert open_one.current.chapter == 3
    step = selectors.campaign_next_step(_campaigns(demo)[1])
    assert step.kind is StepKind.PLAY
    assert step.decisions == ()


def test_there_is_something_of_everything_to_see(demo: list[str]) -> None:
    for campaign in _campaigns(demo):
        record, pack = selectors.campaign_record(campaign), selectors.campaign_pack(campaign)
        state = selectors.campaign_state(campaign)
        kinds = {type(entry.fact) for entry in record.entries}
        assert {CardEvolved, CardTransformed, Noted, StickerPlaced} <= kinds
        assert state.grown == set(range(1, state.ended + 1))
        due = {slot.id for slot in pack.slots if state.reached(slot.moment)}
        assert all({s.slot for s in mat.stickers} == due for mat in state.mats)
        played = [game for game in state.games if game.tally is not None]
        days = [record.evenings[game.number].played_on for game in played]
        assert all(days)
        assert days == sorted(day for day in days if day)
        assert all(record.evenings[game.number].minutes for game in played)
    assert Fact.objects.exclude(reason="").exists(), "nobody's box ever said otherwise"
    assert Fact.objects.exclude(withdrawn=None).exists(), "nobody ever corrected an entry"


def test_every_sheet_of_it_can_be_laid_out(demo: list[str]) -> None:
    for campaign in _campaigns(demo):
        for game in selectors.campaign_state(campaign).games:
            sheet = selectors.session_setup(campaign, game=game.number)
            assert sheet is not None
            assert sheet.problems == ()


def test_it_gives_nothing_away(demo: list[str]) -> None:
    for campaign in _campaigns(demo):
        pack, state = selectors.campaign_pack(campaign), selectors.campaign_state(campaign)
        known = knowing(state, pack)
        texts = [text for text in _stored(campaign) if text]
        assert any("Tallow King" in text for text in texts), "the search misses what is there"
        everything = "\n".join(texts).casefold()
        secrets = [(key, name) for key, name, _known in pack.names() if key not in known]
        assert secrets, "a pack without secrets proves nothing"
        for key, name in secrets:
            assert not re.search(rf"\b{re.escape(name.casefold())}\b", everything), name
            assert key not in texts


def test_what_is_not_printed_on_the_open_box_is_typed(demo: list[str]) -> None:
    pack = next(pack for pack in all_packs() if pack.slug == "aeons-end-legacy")
    from_start = {key for key, _name, known in pack.names() if known.by is KnownFrom.START}
    for campaign in _campaigns(demo):
        keys = selectors.campaign_state(campaign).recorded_keys()
        assert {key for key in keys if not is_typed(key)} <= from_start


def test_what_is_invented_stands_in_no_pack() -> None:
    invented = {pile.name for offer in box.OFFERS.values() for pile in offer}
    invented |= {card.name for card in box.BASICS} | {foe.name for foe in box.NEMESES.values()}
    for tale in (stories.LANTERN_YEAR, stories.SALT_ROAD):
        for evening in tale.evenings:
            for fact in evening.facts:
                if isinstance(fact, StickerPlaced):
                    invented.add(fact.sticker.name)
                if isinstance(fact, CardTransformed):
                    invented.add(fact.into.name)
    folded = {name.casefold() for name in invented if name}
    assert len(folded) > 60
    for pack in all_packs():
        assert not folded & {name.casefold() for _key, name, _known in pack.names()}


def test_once_leaves_it_as_it_is(demo: list[str]) -> None:
    before = Fact.objects.count()
    assert _demo("--once") == demo
    assert Fact.objects.count() == before


def test_reset_makes_the_same_anew_and_leaves_other_campaigns_alone(demo: list[str]) -> None:
    ours = Campaign.objects.create(name="Ours", system="aeons-end-legacy", pack_version=1)
    told = [write(selectors.campaign_record(c).story) for c in _campaigns(demo)]
    new = _demo("--reset")
    assert not set(demo) & set(new)
    assert [c.code for c in Campaign.objects.filter(demo=True).order_by("pk")] == new
    assert [write(selectors.campaign_record(c).story) for c in _campaigns(new)] == told
    assert Campaign.objects.filter(pk=ours.pk).exists()


def test_once_and_reset_do_not_go_together() -> None:
    with pytest.raises(CommandError, match="not allowed with"):
        _demo("--once", "--reset")


def test_the_search_for_secrets_looks_into_every_table(demo: list[str]) -> None:
    texts = list(_stored(_campaigns(demo)[0]))
    for known in ("Ember Lash", "Black Deluge", "Hanka", "Nine life. Nine!", "~ash rain"):
        assert known in texts
    tables = {model.__name__ for model in apps.get_app_config("campaign").get_models()}
    assert {"Closing", "GrowthPile", "Note", "SealOpening", "SectionUnlock"} <= tables


def test_its_history_reads_as_evenings_that_were_played(demo: list[str]) -> None:
    today = timezone.localdate()
    for campaign in _campaigns(demo):
        evenings = selectors.campaign_record(campaign).evenings
        times = list(campaign.deeds.order_by("pk").values_list("at", flat=True))
        assert times == sorted(times)
        assert campaign.created_at == times[0]
        assert times[-1] < timezone.now() - timedelta(days=1)
        assert timezone.localdate(times[0]) > today - timedelta(days=366)
        for game in campaign.sessions.standing():
            facts = Fact.objects.filter(session=game).select_related("recorded")
            sat_down = [game.recorded.at, *(fact.recorded.at for fact in facts)]
            played = evenings.get(game.number)
            hours = timedelta(minutes=(played.minutes or 0) if played else 0)
            assert max(sat_down) - min(sat_down) < hours + timedelta(hours=1)
            if played:
                assert timezone.localdate(min(sat_down)) == played.played_on


def test_the_evenings_are_a_week_or_more_apart(demo: list[str]) -> None:
    for campaign in _campaigns(demo):
        evenings = selectors.campaign_record(campaign).evenings
        days = [evenings[game].played_on for game in sorted(evenings)]
        apart = [later - day for day, later in pairwise(day for day in days if day)]
        assert min(apart) >= timedelta(days=7)

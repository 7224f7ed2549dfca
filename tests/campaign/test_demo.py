"""The demo: imported from its files in each language, rich, never old, and silent about the box."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import timezone

from campaign.demo import FOLDER, ORIGINAL, make_demo
from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Membership
from campaign.packs import all_packs, get_pack
from campaign.rules.aeons_end.catalogue.pack import KnownFrom, Pack
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.facts import (
    CardEvolved,
    CardTransformed,
    Noted,
    Played,
    StickerPlaced,
)
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.core.keys import is_typed
from tracker.systems.aeons_end.shared import selectors

pytestmark = pytest.mark.django_db
LANGUAGES = [language for language, _name in settings.LANGUAGES]


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """Make the demo once for the whole module."""
    with django_db_blocker.unblock():
        codes = [campaign.code for campaign in make_demo(LANGUAGES)]
    yield codes
    with django_db_blocker.unblock():
        Campaign.objects.filter(code__in=codes).delete()


def _demo(*options: str) -> list[str]:
    out = StringIO()
    call_command("demo", *options, stdout=out)
    return out.getvalue().splitlines()


def _campaigns(codes: list[str]) -> list[Campaign]:
    return [Campaign.objects.get(code=code) for code in codes]


def _texts(value: Any) -> Iterator[str]:
    """Yield every text of a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def test_it_prints_a_code_a_line_and_once_leaves_it_as_it_is(demo: list[str]) -> None:
    codes = _demo("--once")
    assert codes == demo
    assert len(codes) == 2 * len(LANGUAGES)
    assert Campaign.objects.filter(demo=True).count() == len(codes)


def test_once_makes_the_languages_that_are_missing(demo: list[str]) -> None:
    gone = Campaign.objects.filter(demo=True, language="fr")
    codes_gone = {campaign.code for campaign in gone}
    gone.delete()
    codes = _demo("--once")
    assert set(demo) - set(codes) == codes_gone
    made = Campaign.objects.filter(code__in=set(codes) - set(demo))
    assert [campaign.language for campaign in made] == ["fr", "fr"]


def test_each_language_has_a_demo_in_its_own_words(demo: list[str]) -> None:
    originals = {c.name: set(_texts(json.loads(export_json(c)))) for c in _campaigns(demo)[:2]}
    english = set().union(*originals.values())
    for language in set(LANGUAGES) - {ORIGINAL}:
        file = FOLDER / "words" / f"{language}.json"
        words = json.loads(file.read_text(encoding="utf-8"))
        assert words.keys() <= english, "words that the demo does not have"
        for campaign in Campaign.objects.filter(demo=True, language=language):
            texts = set(_texts(json.loads(export_json(campaign))))
            assert not texts & (words.keys() - set(words.values()))


@pytest.mark.parametrize(
    ("language", "invented", "printed"),
    [
        ("en", "Owl-Eye Quartz", "Gravity Node"),
        ("pl", "Kwarc sowie oko", "Węzeł Grawitacyjny"),
        ("fr", "Quartz œil-de-chouette", "Nœud Gravitationnel"),
        ("de", "Eulenaugenquarz", "Gravity Node"),
    ],
)
def test_a_visitor_is_led_to_the_demo_in_the_language_of_the_page(
    demo: list[str], client: Client, language: str, invented: str, printed: str
) -> None:
    found = client.get("/demo", headers={"accept-language": language})
    campaign = Campaign.objects.get(code=found["Location"].split("/")[2])
    assert campaign.language == language
    market = client.get(f"{found['Location']}market", headers={"accept-language": language})
    assert invented in market.content.decode()
    assert printed in market.content.decode()


def test_nobody_keeps_it_and_everybody_sees_that_it_is_a_demo(demo: list[str]) -> None:
    campaigns = _campaigns(demo)
    assert all(campaign.demo for campaign in campaigns)
    assert not Membership.objects.exists()


def test_one_is_finished_and_one_waits_in_chapter_three(demo: list[str]) -> None:
    finished, open_one = (selectors.campaign_state(c) for c in _campaigns(demo)[:2])
    assert finished.finished
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
    facts = []
    for campaign in _campaigns(demo):
        record, pack = selectors.campaign_facts(campaign), get_pack(campaign.system)
        state = selectors.campaign_state(campaign)
        kinds = {type(entry.fact) for entry in record.entries}
        assert {CardEvolved, CardTransformed, Noted, StickerPlaced} <= kinds
        assert state.grown == set(range(1, state.ended + 1))
        due = {slot.id for slot in pack.slots if state.reached(slot.moment)}
        assert all({s.slot for s in mat.stickers} == due for mat in state.mats)
        facts += json.loads(export_json(campaign))["facts"]
    assert any(fact["says"].get("reason") for fact in facts), "nobody's box ever said otherwise"
    assert any("withdrawn" in fact for fact in facts), "nobody ever corrected an entry"


def test_every_sheet_of_it_can_be_drawn(demo: list[str]) -> None:
    for campaign in _campaigns(demo):
        for game in selectors.campaign_state(campaign).games:
            sheet = selectors.campaign_sheet(campaign, game=game.number)
            assert sheet is not None
            assert sheet.problems == ()


def test_it_gives_nothing_away(demo: list[str]) -> None:
    pack = next(pack for pack in all_packs() if pack.slug == "aeons-end-legacy")
    from_start = {key for key, _name, known in pack.names() if known.by is KnownFrom.START}
    for campaign in _campaigns(demo):
        state = selectors.campaign_state(campaign)
        assert {key for key in state.recorded_keys() if not is_typed(key)} <= from_start
        known = knowing(state, pack)
        texts = list(_texts(json.loads(export_json(campaign))))
        if campaign.language == ORIGINAL:
            assert "The Tallow King" in texts, "the search misses what is there"
        everything = "\n".join(texts).casefold()
        secrets = [(key, name) for key, name, _known in pack.names() if key not in known]
        assert secrets, "a pack without secrets proves nothing"
        for key, name in secrets:
            assert not re.search(rf"\b{re.escape(name.casefold())}\b", everything), name
            assert key not in texts


def test_what_is_invented_stands_in_no_pack(demo: list[str]) -> None:
    invented: set[str] = set()
    for campaign in _campaigns(demo):
        state = selectors.campaign_state(campaign)
        invented |= {key[1:] for key in state.recorded_keys() if is_typed(key)}
        invented |= {s.name.casefold() for mat in state.mats for s in mat.stickers if s.name}
    assert len(invented) > 60
    for pack in (pack for pack in all_packs() if isinstance(pack, Pack)):
        assert not invented & {name.casefold() for _key, name, _known in pack.names()}


def test_reset_makes_the_same_again_and_leaves_other_campaigns_alone(demo: list[str]) -> None:
    ours = Campaign.objects.create(name="Ours", system="aeons-end-legacy", pack_version=1)
    before = [export_json(campaign) for campaign in _campaigns(demo)]
    new = _demo("--reset")
    assert not set(demo) & set(new)
    assert [c.code for c in Campaign.objects.filter(demo=True).order_by("pk")] == new
    assert [export_json(campaign) for campaign in _campaigns(new)] == before
    assert Campaign.objects.filter(pk=ours.pk).exists()


def test_once_and_reset_do_not_go_together() -> None:
    with pytest.raises(CommandError, match="not allowed with"):
        _demo("--once", "--reset")


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def test_its_evenings_are_recent_and_in_the_evening_whatever_the_clock(zone: str) -> None:
    with override_settings(TIME_ZONE=zone):
        last = []
        for campaign in make_demo():
            entries = selectors.campaign_facts(campaign).entries
            results = [entry.fact for entry in entries if isinstance(entry.fact, Played)]
            played = [result.played_on for result in results if result.played_on]
            assert len(played) == len(results) > 2
            assert min(later - day for day, later in pairwise(played)) >= timedelta(days=7)
            assert all(result.minutes for result in results)
            times = [timezone.localtime(change.at) for change in campaign.changes.order_by("pk")]
            assert times == sorted(times)
            assert campaign.created_at == times[0]
            assert {at.hour for at in times} <= {19, 20, 21, 22, 23}
            assert set(played) <= {at.date() for at in times}
            last.append(times[-1].date())
        assert max(last) == timezone.localdate() - timedelta(days=7)

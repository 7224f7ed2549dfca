"""A campaign goes into a file and comes out of it the same, fact by fact and byte for byte."""

import io
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.demo import make_demo
from campaign.exchange.document import VERSION, encode
from campaign.exchange.exporting import export_json
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.refusals import Refused
from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Membership, Person, Role
from campaign.records import NO_NAMES
from campaign.rules.aeons_end.legacy.facts import Noted, Story
from campaign.selectors import campaigns as selectors
from campaign.selectors.history import history
from campaign.selectors.names import names_in
from campaign.services.campaigns import campaign_delete, campaign_fork
from campaign.services.facts import fact_record
from campaign.services.people import person_delete
from tests.campaign import exchange, factories
from tests.campaign.exchange import bring_in, document_of, live
from tests.campaign.factories import signed
from tests.marks import one_in, thorough
from tests.rules.aeons_end.legacy_strategies import stories
from tracker.systems.aeons_end.shared.words.record import CampaignWords
from tracker.words import who
from tracker.words.history import campaign_change

pytestmark = pytest.mark.django_db


def goes_round(campaign: Campaign) -> Campaign:
    """Assert that a campaign's file comes back the same; return the campaign it made."""
    data = export_json(campaign)
    copy = bring_in(data)
    assert export_json(copy) == data
    assert selectors.campaign_facts(copy).story == selectors.campaign_facts(campaign).story
    assert selectors.campaign_state(copy) == selectors.campaign_state(campaign)
    return copy


@settings(max_examples=one_in(5))
@given(stories(max_games=5), st.randoms(use_true_random=False))
def test_a_random_campaign_with_a_past_goes_round(story: Story, rng: Random) -> None:
    goes_round(live(factories.store(story), rng))


@settings(max_examples=one_in(12))
@given(stories(max_games=2), st.randoms(use_true_random=False))
def test_a_campaign_written_fact_by_fact_goes_round(story: Story, rng: Random) -> None:
    goes_round(live(exchange.told_by_services(story), rng, steps=8))


def test_the_demo_goes_round() -> None:
    for campaign in make_demo():
        copy = goes_round(campaign)
        assert not copy.demo


def test_a_past_leaves_all_kinds_of_traces() -> None:
    # What the properties above rest on: without these rows they would prove little.
    rng = Random(7)
    campaigns = [live(factories.settled_campaign(), rng, steps=30) for _ in range(3)]
    facts = Fact.objects.filter(game__campaign__in=campaigns)
    assert facts.exclude(replaces=None).exists()
    assert facts.exclude(withdrawn=None).exists()
    assert Game.objects.filter(campaign__in=campaigns).exclude(withdrawn=None).exists()
    kinds = set(Change.objects.filter(campaign__in=campaigns).values_list("kind", flat=True))
    never = {ChangeKind.FORK, ChangeKind.IMPORT, ChangeKind.CHANGE, ChangeKind.ROLL}
    assert kinds >= set(ChangeKind.values) - never


def test_the_importer_keeps_the_new_campaign_and_plays_on() -> None:
    marek = factories.person("Marek")
    copy = bring_in(export_json(factories.settled_campaign()), marek)
    assert Membership.objects.get(campaign=copy).person == marek
    assert Membership.objects.get(campaign=copy).role == Role.KEEPER
    factories.play_game(copy)
    assert len(selectors.campaign_state(copy).games) == 2


def test_an_import_is_told_in_the_history_and_not_in_the_file() -> None:
    campaign = factories.settled_campaign()
    copy = bring_in(export_json(campaign), factories.person("Marek"))
    event = history(copy)[0]
    assert campaign_change(event, CampaignWords()) == "The campaign was imported from a file."
    assert who(event.change, NO_NAMES) == "by Marek"
    again = bring_in(export_json(copy))
    assert again.changes.filter(kind=ChangeKind.IMPORT).count() == 1


def test_who_wrote_what_stays_a_name() -> None:
    campaign = factories.start_campaign(person=factories.person("Zuza"))
    nameless, gone = factories.person(""), factories.person("Gone")
    for person in (nameless, gone):
        factories.join(campaign, person)
    factories.plan(campaign)
    fact_record(**signed(campaign, nameless), game=1, fact=Noted("one"))
    fact_record(**signed(campaign, gone), game=1, fact=Noted("two"))
    person_delete(person=gone)
    copy = goes_round(campaign)
    said = [who(deed, names_in(copy)) for deed in copy.changes.exclude(kind=ChangeKind.IMPORT)]
    assert said == ["by Zuza", "by Zuza", "by a guest", "by a former player"]
    assert set(copy.changes.values_list("person__display_name", flat=True)) == {None, "Importer"}


def test_a_file_has_nothing_of_the_database_in_it() -> None:
    keeper = factories.person("Zuza", username="zuza-signs-in")
    campaign = factories.settled_campaign(person=keeper)
    deed = campaign.changes.first()
    Change.objects.filter(pk=deed.pk).update(token="a-secret-token")
    text = export_json(campaign).decode()
    for secret in (campaign.code, campaign.stamp, "a-secret-token", "zuza-signs-in", "pass-1234"):
        assert secret not in text
    # Two campaigns told alike have the same file, whatever their ids are.
    twin = bring_in(export_json(campaign))
    assert twin.pk != campaign.pk
    assert export_json(twin).decode() == text


def test_a_fork_goes_round() -> None:
    campaign = factories.settled_campaign()
    keeper = factories.keeper_of(campaign)
    fork = campaign_fork(campaign=campaign, person=keeper, after=1, name="Another way")
    assert goes_round(fork).forked_after == 1


def test_a_deleted_campaign_comes_back_from_its_file() -> None:
    campaign = factories.settled_campaign()
    data = export_json(campaign)
    campaign_delete(campaign=campaign)
    assert export_json(bring_in(data)) == data


def test_a_file_imported_twice_is_two_campaigns_and_a_form_sent_twice_is_one() -> None:
    data = export_json(factories.planned_campaign())
    marek = factories.person("Marek")
    first, second = bring_in(data, marek), bring_in(data, marek, token="one-form")
    assert first.code != second.code
    assert bring_in(data, marek, token="one-form") == second
    assert Campaign.objects.of(marek).count() == 2


def test_a_name_that_came_past_the_forms_does_not_spoil_the_file() -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    keeper.members.update(person=None)  # or the name would be that of the member
    Person.objects.filter(pk=keeper.pk).update(display_name=" two\u202espaces ")
    data = export_json(campaign)
    assert json.loads(data)["changes"][0]["who"] == ""
    assert export_json(bring_in(data)) == data


def test_the_file_is_one_line_with_its_keys_sorted() -> None:
    data = export_json(factories.planned_campaign(name="Straż – 龍"))
    assert data.count(b"\n") == 1
    assert data.endswith(b"}\n")
    assert "Straż – 龍".encode() in data
    assert encode(json.loads(data)) == data


# SQLite takes a few hundred rows at a time, so a longer campaign needs some more queries.
@pytest.mark.parametrize(("games", "queries"), [(60, 60), thorough(300, 110)])
def test_a_long_campaign_is_exported_and_imported_with_few_queries(
    games: int, queries: int, django_assert_max_num_queries: object
) -> None:
    campaign = factories.long_campaign(games)
    with django_assert_max_num_queries(12):  # type: ignore[operator] # a fixture of pytest-django
        data = export_json(campaign)
    brought = read_file(io.BytesIO(data), pictures=exchange.no_pictures)
    with django_assert_max_num_queries(queries):  # type: ignore[operator] # a fixture of pytest-django
        copy = file_import(person=factories.person("Marek"), brought=brought)
    assert export_json(copy) == data


# --- older versions ---

V1 = Path(__file__).parents[1] / "upgrade" / "november_2026" / "exports" / "49KMYHJT.json"


def test_a_file_of_version_one_is_upgraded() -> None:
    copy = bring_in(V1.read_bytes())
    data = export_json(copy)
    assert json.loads(data)["version"] == VERSION
    assert export_json(bring_in(data)) == data
    old = json.loads(V1.read_bytes())
    assert len(old["games"]) == Game.objects.filter(campaign=copy).count() > 0
    facts = sum(len(game["facts"]) for game in old["games"])
    assert Fact.objects.filter(game__campaign=copy).exclude(kind="planned").count() == facts


@pytest.mark.parametrize("key", ["mages", "deeds", "games"])
def test_a_broken_file_of_version_one_is_refused(key: str) -> None:
    document = json.loads(V1.read_bytes())
    del document[key]
    with pytest.raises(Refused):
        bring_in(encode(document))


def test_two_facts_of_one_number_are_not_upgraded() -> None:
    document = json.loads(V1.read_bytes())
    facts = [fact for game in document["games"] for fact in game["facts"]]
    facts[1]["number"] = facts[0]["number"]
    with pytest.raises(Refused, match=r"file\.unfit"):
        bring_in(encode(document))


@pytest.mark.parametrize("version", [-1, 0, VERSION + 1, 10**30, True, "1", None, 1.5, [1]])
def test_a_file_of_no_known_version_is_refused(version: object) -> None:
    document = document_of(factories.planned_campaign()) | {"version": version}
    assert exchange.faults(json.dumps(document).encode())

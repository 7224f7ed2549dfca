"""Fork a campaign into a second one."""

import pytest
from django.test import Client

from campaign.models import Campaign, Invite, Membership, Person, Role
from campaign.selectors.campaigns import campaign_state
from campaign.services.people import invite_make
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import LOOKED_AT, at
from tests.tracker.reading import main_text_of
from tracker.people.access import LOOKS

pytestmark = pytest.mark.django_db

FILLED = {"after": "1", "name": "Another way"}


def looking_on(campaign: Campaign) -> Client:
    """Return the browser of somebody who came by a link to look on."""
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    client = Client()
    session = client.session
    session[LOOKS] = {campaign.code: Invite.objects.get(campaign=campaign).pk}
    session.save()
    return client


def test_a_fork_shares_the_story_up_to_a_game_and_is_its_makers() -> None:
    campaign = factories.played_through(2)
    reader = factories.person("Rita")
    factories.join(campaign, reader, Role.READER)
    answer = clients.send(clients.client_of(reader), at(campaign, "fork"), FILLED)
    fork = Campaign.objects.get(forked_from=campaign)
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{fork.code}/")
    assert (fork.name, fork.forked_after) == ("Another way", 1)
    assert campaign_state(fork) == campaign_state(campaign, after=1)
    assert Membership.objects.get(campaign=fork).person == reader
    assert Membership.objects.get(campaign=fork).role == Role.KEEPER
    campaign.refresh_from_db()
    assert len(campaign_state(campaign).games) == 2


def test_the_token_of_another_form_forks_nothing() -> None:
    campaign = factories.played_through(1)
    used = campaign.changes.latest("pk")
    used.token = "a-token-used-before"
    used.save()
    sent = FILLED | {"revision": str(campaign.revision), "token": used.token}
    answer = clients.keeper(campaign).post(at(campaign, "fork"), sent)
    assert answer.headers["Location"] == f"/c/{campaign.code}/"
    assert not Campaign.objects.filter(forked_from=campaign).exists()


def test_the_page_proposes_the_latest_game_or_the_one_asked_for() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    page = client.get(at(campaign, "fork")).content.decode()
    assert '<option value="2" selected>' in page
    assert "The Long Watch (fork)" in page
    assert (
        '<option value="1" selected>' in client.get(at(campaign, "fork", after=1)).content.decode()
    )


def test_a_campaign_without_a_game_can_be_forked_too() -> None:
    campaign = factories.start_campaign(name="n" * 80)
    client = clients.keeper(campaign)
    answer = clients.send(client, at(campaign, "fork"), {"after": "0", "name": "Again"})
    assert answer.status_code == 302
    assert Campaign.objects.get(name="Again").forked_after == 0


def test_the_same_form_twice_makes_one_fork() -> None:
    campaign = factories.settled_campaign()
    client = clients.keeper(campaign)
    form = {**clients.hidden_fields(client, at(campaign, "fork")), **FILLED}
    first, second = (client.post(at(campaign, "fork"), form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Campaign.objects.filter(forked_from=campaign).count() == 1


@pytest.mark.parametrize(
    "bad",
    [{"after": "9"}, {"after": "x"}, {"after": ""}, {"name": ""}, {"name": "n" * 81}],
)
def test_a_bad_entry_comes_back_with_what_was_typed(bad: dict[str, str]) -> None:
    campaign = factories.settled_campaign()
    answer = clients.send(clients.keeper(campaign), at(campaign, "fork"), {**FILLED, **bad})
    assert answer.status_code == 422
    assert "Please check these entries" in main_text_of(answer)
    assert ("name" in bad) or ('value="Another way"' in answer.content.decode())
    assert not Campaign.objects.filter(forked_from=campaign).exists()


def test_a_passer_by_forks_the_demo_and_becomes_a_guest_who_keeps_it() -> None:
    campaign = factories.settled_campaign(demo=True)
    client = Client()
    people = Person.objects.count()
    answer = clients.send(client, at(campaign, "fork"), FILLED)
    fork = Campaign.objects.get(forked_from=campaign)
    assert answer["Location"] == f"/c/{fork.code}/"
    assert Person.objects.count() == people + 1
    assert fork.demo is False
    assert client.get(f"/c/{fork.code}/mages").status_code == 200
    assert Client().get(f"/c/{fork.code}/mages").status_code == 404


def test_looking_at_the_form_makes_no_guest() -> None:
    campaign = factories.settled_campaign(demo=True)
    people = Person.objects.count()
    assert Client().get(at(campaign, "fork")).status_code == 200
    Client().post(at(campaign, "fork"), {**FILLED, "name": ""})
    assert Person.objects.count() == people


def test_who_looks_on_by_a_link_forks_only_when_signed_in() -> None:
    campaign = factories.settled_campaign()
    client = looking_on(campaign)
    assert client.get(at(campaign, "mages")).status_code == 200
    assert client.get(at(campaign, "fork")).status_code == 403
    assert client.post(at(campaign, "fork"), FILLED).status_code == 403
    assert at(campaign, "fork") not in client.get(at(campaign, "history")).content.decode()


def test_who_belongs_may_fork_and_a_stranger_may_not() -> None:
    campaign = factories.settled_campaign()
    assert clients.status_by_role(at(campaign, "fork"), campaign) == LOOKED_AT
    assert clients.stranger().post(at(campaign, "fork"), FILLED).status_code == 404
    assert not Campaign.objects.filter(forked_from=campaign).exists()

"""An evening with a journal: started, planned, played, finished; by keeper, member and stranger."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.models import Campaign, Person, Play, Role
from campaign.rules.journal.changes import Counted, Marked
from campaign.rules.journal.progress import Step, next_step
from tests.addresses import path_at
from tests.campaign import factories
from tests.rules.journal.journals import COMPANIES, DEMOS, LOST, WON
from tests.tracker.clients import Answer
from tests.tracker.journal.kept import begun, planned, played, send, shown, state_of
from tests.tracker.sent_forms import Sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client: Client) -> Person:
    """Return who keeps the journals, signed in."""
    person = factories.person("Ann")
    client.force_login(person)
    return person


def start(client: Client, given: dict[str, object]) -> Answer:
    """Send the form that starts a journal."""
    fields = Sent(client.get("/journal/start").content.decode(), "").fields
    return client.post("/journal/start", {**fields, **given})


def test_a_journal_begins_with_a_name_and_players_alone(client: Client) -> None:
    start(client, {"name": "Our box", "player_1": "Ann", "player_2": "Bo"})
    campaign = Campaign.objects.get()
    state = state_of(campaign)
    assert [seat.name for seat in state.seats] == ["Ann", "Bo"]
    assert state.description.name == "Our box"
    page = shown(client, campaign)
    assert "The next evening" in page

    send(client, campaign, "journal/plan", {"own_chapter": "The first night"})
    assert "The first night" in shown(client, campaign, "journal/evening")
    refused = send(client, campaign, "journal/new/thing", {"name": "The torn map"})
    assert "Choose what kind of thing it is." in refused.content.decode()
    given = {"own_kind": "Scroll", "name": "The torn map", "places": "in the bag, burnt"}
    send(client, campaign, "journal/new/thing", given)
    state = state_of(campaign)
    assert state.place("~the torn map") == "in the bag"
    assert "The torn map" in shown(client, campaign, "journal/box")
    send(client, campaign, "games/1/result", {"result": "win"})
    send(client, campaign, "journal/evening", {}, form="evening")
    assert next_step(state_of(campaign)).step is Step.PLAN

    send(client, campaign, "journal/new/chapter", {"name": "The second night"})
    assert "The second night" in shown(client, campaign)
    send(client, campaign, "journal/plan", {})
    send(client, campaign, "games/2/result", {"result": "win"})
    send(client, campaign, "journal/evening", {}, form="evening")
    assert "Plan the evening" in shown(client, campaign)
    send(client, campaign, "journal/plan", {"own_chapter": "The third night"})
    assert "The third night" in shown(client, campaign, "journal/evening")


def test_a_description_comes_as_a_file_pasted_or_as_an_example(client: Client) -> None:
    text = (DEMOS / "delta.json").read_bytes()
    file = SimpleUploadedFile("delta.json", text, content_type="application/json")
    given = {"name": "Ours", "player_1": "Ann"}
    for how in ({"file": file}, {"pasted": text.decode()}, {"example": "delta"}):
        assert start(client, {**given, **how}).status_code == 302
    names = {state_of(campaign).description.name for campaign in Campaign.objects.all()}
    assert names == {"Barges of the delta"}


def test_faults_of_a_description_are_named_by_path_and_sealed_ones_by_number(
    client: Client,
) -> None:
    wrong = (
        (DEMOS / "lighthouse.json")
        .read_text()
        .replace('"id": "ada", "kind": "keeper"', '"id": "ada", "kind": "kepper"')
        .replace('"id": "buoy-1", "kind": "buoy"', '"id": "buoy-1", "kind": "CANARY"')
    )
    answer = start(client, {"name": "Ours", "player_1": "Ann", "pasted": wrong})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "begins.things[0].kind" in page
    assert "begins.seals[0].inside: Faults behind this seal: 1." in page
    assert page.count("CANARY") == 1  # only in what was pasted, which stays
    assert not Campaign.objects.exists()


def test_a_plain_evening_is_planned_played_and_finished(client: Client, keeper: Person) -> None:
    campaign = begun(keeper)
    assert "January" in shown(client, campaign)
    send(client, campaign, "journal/plan", {"thing_1": "ada", "thing_2": "bruno", "plays_3": ""})
    answer = send(client, campaign, "games/1/result", {"result": "loss", "note": "So close."})
    assert answer.headers["Location"].endswith("/journal/evening")
    assert "+2 (4 → 6)" in shown(client, campaign, "journal/evening")
    page = shown(client, campaign, "journal/evening")
    fields = Sent(page, "evening").fields
    client.post(f"/c/{campaign.code}/journal/evening", {**fields, "offered": ["0"]})
    state = state_of(campaign)
    assert state.games[-1].is_settled
    assert state.counts == {("supplies", ""): 6}
    assert "Try 2 of 2" in shown(client, campaign)
    play = Play.objects.get()
    assert (play.result, play.seats.count()) == ("loss", 2)
    for page in ("story", "history", "games/1/", "journal/restore", "log"):
        url = "/log" if page == "log" else path_at(campaign, page)
        assert "January" in client.get(url).content.decode() or page == "journal/restore"


def test_an_evening_for_points_has_places(client: Client, keeper: Person) -> None:
    campaign = planned(keeper, "spring", description="delta", playing=COMPANIES)
    given = {"number_1": "48", "number_2": "", "number_3": "61"}
    refused = send(client, campaign, "games/1/result", given)
    assert "Enter the points of everybody who played." in refused.content.decode()
    send(client, campaign, "games/1/result", {**given, "number_2": "48"})
    assert "Cy: 61, Ann: 48, Bo: 48." in shown(client, campaign, "games/1/")
    seats = Play.objects.get().seats.order_by("seat").values_list("place", "score", "result")
    assert list(seats) == [(2, 48, "loss"), (2, 48, "loss"), (1, 61, "win")]
    page = shown(client, campaign, "journal/evening")
    assert "Heron Company, Bank: +48 (0 → 48)" in page


def test_things_change_and_each_change_can_be_undone(client: Client, keeper: Person) -> None:
    campaign = planned(keeper)
    thing = "journal/thing?thing=salt-bay"
    for given, what in (
        ({"do": "count", "counter": "damage", "owner": "salt-bay", "by": "1"}, "1 cracked"),
        ({"do": "mark", "slot": "site", "mark": "boathouse"}, "Boathouse"),
        ({"do": "name", "name": "Home"}, "Home"),
    ):
        answer = send(client, campaign, thing, given, form="salt-bay")
        assert answer.status_code == 302, what
        assert what in shown(client, campaign, thing)
    state = state_of(campaign)
    assert state.name("salt-bay") == "Home"
    fields = {"revision": campaign.revision, "token": "t" * 12}
    client.post(f"/c/{campaign.code}/undo-last", fields)
    assert state_of(campaign).name("salt-bay") == "Salt Bay"


def test_what_the_box_knows_better_is_saved_with_a_reason(client: Client, keeper: Person) -> None:
    campaign = planned(keeper)
    thing = "journal/thing?thing=ada"
    given = {"do": "mark", "slot": "skill", "mark": "boathouse"}
    answer = send(client, campaign, thing, given, form="ada")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This mark goes elsewhere: Boathouse." in page
    assert "Your box says otherwise?" in page
    send(client, campaign, thing, {**given, "reason": "Page 3 says so."}, form="ada")
    assert state_of(campaign).marks_on("ada")


def test_a_seal_that_is_due_is_opened_before_its_chapter_is_planned(
    client: Client, keeper: Person
) -> None:
    campaign = played(keeper, WON)
    page = shown(client, campaign)
    assert "Open: Crate 1" in page
    assert "red buoy" not in page
    refused = send(client, campaign, "journal/plan", {})
    assert "Open this first: Crate 1." in refused.content.decode()
    answer = send(client, campaign, "journal/sealed", {"seal": "crate-1"}, form="sealed")
    assert answer.status_code == 302
    assert "The red buoy" in shown(client, campaign)
    assert send(client, campaign, "journal/plan", {"thing_3": "dora"}).status_code == 302
    assert state_of(campaign).games[-1].playing[3] == "dora"


def test_two_phones_that_count_at_once_both_count(client: Client, keeper: Person) -> None:
    campaign = planned(keeper)
    given = {"revision": campaign.revision, "counter": "wrecks", "owner": "", "by": "1"}
    for token in ("one-phone-1", "other-phone-2"):
        url = f"/c/{campaign.code}/journal/numbers"
        assert client.post(url, {**given, "token": token}).status_code == 302
    assert state_of(campaign).counts["wrecks", ""] == 2


def test_a_number_that_begins_anew_in_each_game_is_counted_while_one_goes_on(
    client: Client, keeper: Person
) -> None:
    campaign = played(keeper, WON)
    assert "Wrecks" not in shown(client, campaign, "journal/numbers")
    given = {"revision": campaign.revision, "counter": "wrecks", "owner": "", "by": "1"}
    url = f"/c/{campaign.code}/journal/numbers"
    answer = client.post(url, {**given, "token": "one-phone-1"})
    assert answer.status_code == 422
    assert "begins anew in the next game" in answer.content.decode()


def test_a_reminder_comes_up_when_its_chapter_is_planned(client: Client, keeper: Person) -> None:
    campaign = planned(keeper)
    given = {"chapter": "february", "text": "Read section 42."}
    send(client, campaign, "journal/new/reminder", given)
    send(client, campaign, "games/1/result", {"result": "win"})
    assert "Read section 42." not in shown(client, campaign, "journal/evening")
    send(client, campaign, "journal/evening", {}, form="evening")
    assert "Read section 42." in shown(client, campaign, "journal/plan")
    send(client, campaign, "journal/sealed", {"seal": "crate-1"}, form="sealed")
    send(client, campaign, "journal/plan", {})
    assert "Remember: Read section 42." in shown(client, campaign, "journal/evening")


def test_members_record_readers_read_and_strangers_find_nothing(
    client: Client, keeper: Person
) -> None:
    campaign = planned(keeper)
    reader, player = factories.person("Cy"), factories.person("Bo")
    factories.join(campaign, reader, Role.READER)
    factories.join(campaign, player, Role.PLAYER)
    for who, allowed in ((reader, 403), (player, 302)):
        client.force_login(who)
        assert "Salt Bay" in shown(client, campaign, "journal/box")
        given = {
            "revision": state_of(campaign) and campaign.revision,
            "token": "count-wrecks",
            "counter": "wrecks",
            "by": "1",
        }
        answer = client.post(f"/c/{campaign.code}/journal/numbers", given)
        assert answer.status_code == allowed
    assert Client().get(f"/c/{campaign.code}/journal/box").status_code == 404


def test_the_restore_list_says_how_the_box_is_put_back(client: Client, keeper: Person) -> None:
    changes = (Counted("damage", 2, "salt-bay"), Marked("ada", "skill", "steady-hand"))
    campaign = played(keeper, LOST, *changes)
    page = shown(client, campaign, "journal/restore")
    assert "Salt Bay" in page
    assert "Damage: 2 flooded" in page
    assert "Skill: Steady hand" in page
    assert "Still sealed: Crate 1" in page
    send(client, campaign, "journal/sealed", {"seal": "crate-1"}, form="sealed")
    assert "Already open: Crate 1" in shown(client, campaign, "journal/restore")
    assert "North Cape" not in page

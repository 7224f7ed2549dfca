"""What is drawn once of somebody's log is theirs alone, and shown no longer than it is true."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace

import pytest
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaign.memory import KEPT_OF_A_LOG, log_memory, memory
from campaign.models import Campaign, Membership, OneOffGame, Person, Role
from campaign.plays import log_stamp
from campaign.rules.aeons_end.outcome import Ending, Result
from campaign.services.accounts import person_rename
from campaign.services.campaigns import (
    campaign_archive,
    campaign_delete,
    campaign_fork,
    campaign_rename,
    mage_rename,
)
from campaign.services.games import game_undo
from campaign.services.one_off import (
    one_off_delete,
    one_off_record,
    one_off_reopen,
    one_off_share,
)
from campaign.services.people import member_remove, person_delete, person_merge
from tests.campaign import factories
from tests.tracker import doors, evenings
from tracker.admin import PersonAdmin, support

pytestmark = pytest.mark.django_db

LOST = replace(
    evenings.WON,
    result=Result.LOSS,
    ending=Ending.GRAVEHOLD_FALLEN,
    gravehold_life=0,
    nemesis_life=9,
)


@dataclass(frozen=True)
class House:
    """A campaign and its people, with games of each of them; all look at their own logs."""

    campaign: Campaign
    other: Campaign  # the owner's alone
    keeper: Person
    owner: Person  # of evenings that some of the others see
    former: Person  # has left, and took along an evening that was played among them
    guest: Person  # looks on, and has an evening of their own
    stranger: Person
    alone: OneOffGame
    shared: OneOffGame
    waiting: OneOffGame  # shared, and still to be played
    left: OneOffGame

    @property
    def readers(self) -> dict[str, Client]:
        people = {name: getattr(self, name) for name in ("keeper", "owner", "former", "guest")}
        people["stranger"] = self.stranger
        return {name: doors.client_of(person) for name, person in people.items()}


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """Build the house once; each test puts back what it moved."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture
def warm(built: House) -> House:
    """Return the house as it was built; what was drawn of it before may be remembered."""
    return deepcopy(built)


@pytest.fixture
def house(warm: House) -> House:
    """Return the house as it was built, with nothing remembered."""
    memory.clear()
    return warm


@contextmanager
def forgetting() -> Iterator[None]:
    """Remember nothing meanwhile."""
    held, memory._held = memory._held, OrderedDict()
    yield
    memory._held = held


def build() -> House:
    campaign = factories.settled_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    owner, former, guest = (factories.person(name) for name in ("Ola", "Fela", "Gia"))
    for who, role in ((owner, Role.PLAYER), (former, Role.PLAYER), (guest, Role.READER)):
        factories.join(campaign, who, role)
    games = {
        "alone": evenings.played(owner),
        "shared": evenings.played(owner),
        "waiting": evenings.game(owner),
        "left": evenings.played(former),
    }
    for name in ("shared", "waiting", "left"):
        one_off_share(game=games[name], person=games[name].owner, campaign=campaign)
    evenings.played(guest)
    _leave(campaign, former)
    stranger = factories.person("Sol", username="sol")
    evenings.played(stranger)
    return House(
        campaign=Campaign.objects.get(pk=campaign.pk),
        other=factories.start_campaign(person=owner, name="Elsewhere"),
        keeper=keeper,
        owner=owner,
        former=former,
        guest=guest,
        stranger=stranger,
        **games,
    )


def _leave(campaign: Campaign, person: Person) -> None:
    place = Membership.objects.get(campaign=campaign, person=person)
    member_remove(membership=place, person=person)


def _record(game: OneOffGame, person: Person) -> None:
    told = {"revision": game.revision, "person": person, "tally": LOST}
    one_off_record(game=game, **told, players=("Ewa", "Jan"))


def _rename(house: House) -> None:
    campaign_rename(**factories.signed(house.campaign), name="The Short Watch")


def _rename_mage(house: House) -> None:
    mage_rename(**factories.signed(house.campaign), seat=1, name="Xenia", player="Ola")


def _reopen(house: House) -> None:
    game = house.shared
    one_off_reopen(game=game, revision=game.revision, person=house.owner)


def _share(game: OneOffGame, campaign: Campaign | None) -> None:
    one_off_share(game=game, person=game.owner, campaign=campaign)


def _play(house: House) -> None:
    factories.plan(house.campaign)
    factories.record_loss(house.campaign)


def _undo(house: House) -> None:
    game_undo(**factories.signed(house.campaign), game=factories.last_game(house.campaign))


def _fork(house: House) -> None:
    campaign_fork(campaign=house.campaign, person=house.owner, after=0, name="Another way")


# Each way to write to what somebody's log shows, and whose log is another then.
WRITES: dict[str, tuple[Callable[[House], object], set[str]]] = {
    "an evening is played": (
        lambda house: _record(house.waiting, house.owner),
        {"owner", "keeper", "guest"},
    ),
    "another records an evening": (
        lambda house: _record(house.waiting, house.keeper),
        {"owner", "keeper", "guest"},
    ),
    "a result is corrected": (
        lambda house: _record(house.shared, house.owner),
        {"owner", "keeper", "guest"},
    ),
    "a result is taken back": (_reopen, {"owner", "keeper", "guest"}),
    "an evening is deleted": (lambda house: one_off_delete(game=house.alone), {"owner"}),
    "a shared evening is deleted": (
        lambda house: one_off_delete(game=house.shared),
        {"owner", "keeper", "guest"},
    ),
    "an evening is shared": (
        lambda house: _share(house.alone, house.campaign),
        {"owner", "keeper", "guest"},
    ),
    "an evening is shared with others": (
        lambda house: _share(house.shared, house.other),
        {"owner", "keeper", "guest"},
    ),
    "an evening is shared no longer": (
        lambda house: _share(house.shared, None),
        {"owner", "keeper", "guest"},
    ),
    "a campaign is renamed": (_rename, {"owner", "keeper", "guest"}),
    "a mage is renamed": (_rename_mage, {"owner", "keeper", "guest"}),
    "a game of a campaign is played": (_play, {"owner", "keeper", "guest"}),
    "a game of a campaign is undone": (_undo, {"owner", "keeper", "guest"}),
    "a campaign is put aside": (
        lambda house: campaign_archive(**factories.signed(house.campaign)),
        set(),
    ),
    "a campaign is told otherwise": (_fork, {"owner"}),
    "a campaign is deleted": (
        lambda house: campaign_delete(campaign=house.campaign),
        {"owner", "keeper", "guest"},
    ),
    "somebody leaves": (lambda house: _leave(house.campaign, house.guest), {"guest"}),
    "somebody joins": (lambda house: factories.join(house.campaign, house.stranger), {"stranger"}),
    "somebody is called otherwise": (
        lambda house: person_rename(person=house.owner, display_name="Olga"),
        set(),
    ),
    "a guest becomes somebody": (
        lambda house: person_merge(guest=house.owner, into=house.stranger),
        {"stranger"},
    ),
    # What was played among others stays as it was, in the keeper's hands.
    "an account is deleted": (lambda house: person_delete(person=house.owner), set()),
    "the keeper's account is deleted": (
        lambda house: person_delete(person=house.keeper),
        {"owner", "guest"},
    ),
}
LOG, NUMBERS = reverse("log"), reverse("statistics")
PAGES = (LOG, f"{LOG}?page=oldest", f"{LOG}?result=win", NUMBERS, f"{NUMBERS}?since=2024-01-01")


def told(client: Client, url: str, **headers: str) -> str:
    """Return an answer without what is another one each time."""
    answer = client.get(url, **headers)  # type: ignore[arg-type] # headers are words
    if answer.status_code == 302:
        return "nobody"
    text = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", answer.content.decode())
    return re.sub(r'X-CSRFToken": "[^"]*', "", text)


def body(text: str) -> str:
    """Return what stands on a page under its head, which names who is signed in."""
    return text.partition("<main")[2]


@pytest.mark.parametrize("write", WRITES)
def test_every_write_is_seen_at_once_by_all_who_may(write: str, warm: House) -> None:
    done, whose = WRITES[write]
    readers = warm.readers
    before = {name: _both(client) for name, client in readers.items()}
    assert all(len(log_memory(getattr(warm, name))) >= 2 for name in readers)
    done(warm)
    after = {name: _both(client) for name, client in readers.items()}
    with forgetting():
        assert {name: _both(client) for name, client in readers.items()} == after
    here = {name for name, pages in after.items() if "nobody" not in pages}
    changed = {n for n in here if [*map(body, before[n])] != [*map(body, after[n])]}
    assert changed == whose


def _both(client: Client) -> list[str]:
    return [told(client, LOG), told(client, NUMBERS)]


def test_what_is_remembered_is_shown_to_nobody_else(house: House) -> None:
    for _time in range(2):
        pages = {name: told(client, LOG) for name, client in house.readers.items()}
    assert house.alone.code in pages["owner"]
    for name in ("keeper", "former", "guest", "stranger"):
        assert house.alone.code not in pages[name]
    assert house.shared.code in pages["guest"]
    assert house.shared.code not in pages["former"]


def test_a_page_and_its_part_and_each_language_are_drawn_apart(house: House) -> None:
    client = doors.client_of(house.owner)
    for _time in range(2):
        page, part = told(client, LOG), told(client, LOG, **doors.HTMX)
        polish = told(client, LOG, HTTP_ACCEPT_LANGUAGE="pl")
        assert "<main" in page
        assert part.strip().startswith('<div id="plays"')
        assert "<main" not in part
        assert 'lang="pl"' in polish
        assert body(polish) != body(page)


def test_who_looks_again_is_not_counted_for_again(house: House) -> None:
    client = doors.client_of(house.owner)
    for url in PAGES:
        client.get(url)
        with CaptureQueriesContext(connection) as asked:
            client.get(url)
        assert len(asked) == 3, url  # the session, the person, the stamps


def test_nonsense_in_an_address_takes_nobody_elses_place(house: House) -> None:
    client, before = doors.client_of(house.owner), len(memory)
    for day in range(1, KEPT_OF_A_LOG):
        client.get(f"{LOG}?since=2024-02-{day:02}")
        client.get(f"{LOG}?page=older.2024-02-{day:02}.o.{day}")
    mine = log_memory(house.owner)
    assert len(mine) == KEPT_OF_A_LOG
    assert len(memory) == before + 1


def test_all_logs_together_take_so_much_memory_and_no_more(
    monkeypatch: pytest.MonkeyPatch, house: House
) -> None:
    monkeypatch.setattr("campaign.memory.LOGS_HEAVIEST", 10_000)
    first, second = log_memory(house.owner), log_memory(house.keeper)
    first.keep(("a",), "a" * 4_000)
    second.keep(("b",), "b" * 4_000)
    log_memory(house.owner)  # has come again
    first.keep(("c",), "c" * 4_000)
    assert first.get(("a",))
    assert first.get(("c",))
    assert second.get(("b",)) is None  # asked for the longest ago
    first.keep(("d",), "d" * 20_000)
    assert len(first) == 0


def test_an_address_that_makes_no_sense_is_not_remembered(house: House) -> None:
    client = doors.client_of(house.owner)
    client.get(LOG)
    held = len(log_memory(house.owner))
    for asked in ("nemesis=nobody", "since=yesterday", "since=2024-02-02&until=2024-02-01"):
        for url in (LOG, NUMBERS):
            assert client.get(f"{url}?{asked}").status_code == 422
    assert len(log_memory(house.owner)) == held


def test_support_work_leaves_a_stamp_as_it_is(house: House) -> None:
    read = Person.objects.get(pk=house.owner.pk)
    one_off_delete(game=house.alone)
    stamp = log_stamp(Person.objects.get(pk=house.owner.pk))
    read.is_active = False
    admin = PersonAdmin(Person, support)
    admin.save_model(RequestFactory().post("/"), read, None, change=True)
    now = Person.objects.get(pk=house.owner.pk)
    assert not now.is_active
    assert log_stamp(now) == stamp

"""The streams of a draft: every phone hears of a change at once, and none of another's hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from campaign.models import Game, Person
from campaign.rules.ashes.draft import Stage
from campaign.services.announcements import changed
from campaign.services.ashes.drafts import draft_begin
from campaign.services.live import moved
from campaign.services.seats import seat_free, seat_leave, seat_take
from tests import loops
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import drafting
from tests.tracker.streams import Phone, cookies_of, in_thread, path_of, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    return [factories.person(name) for name in ("Ada", "Bo", "Cy")]


def phone_of(draft: Game, person: Person) -> Phone:
    """Return a phone that shows the page of a draft as it is now."""
    page = clients.client_of(person).get(f"/g/{draft.code}/draft").content.decode()
    shown = re.search(r'data-stamp="([^"]*)"', page)
    return Phone(path_of(draft), cookies_of(person), query=f"page={shown[1] if shown else ''}")


def pick(draft: Game) -> None:
    drafting.move(draft, drafting.state_of(draft), Random(5))


def play_on(draft: Game, until: Stage) -> None:
    while drafting.state_of(draft).stage is not until:
        pick(draft)


def test_every_phone_hears_of_every_pick_and_of_no_card(people: list[Person]) -> None:
    draft = drafting.begun(*people)
    play_on(draft, Stage.CARDS)
    hands = drafting.state_of(draft).hands
    cards = {card for hand in hands for card in hand}
    assert len(cards) == 27
    phones = [Phone(path_of(draft), cookies_of(person), query="page=old") for person in people]

    async def scenario() -> list[dict[str, Any]]:
        async with serving() as connect:
            events = []
            for phone in phones:
                await connect(phone)
                events.append(await phone.next())  # it had not said what it shows
            for _pick in range(4):  # the fourth is of the next hands
                await in_thread(pick, draft)
                events += [await phone.next() for phone in phones]
            return events

    events = loops.run(scenario())
    assert {(*event,) for event in events} == {("event", "data", "stamp")}
    assert len({event["stamp"] for event in events}) == 5
    sent = json.dumps(events)
    assert not any(card in sent for card in cards)


def test_a_phone_that_shows_the_latest_is_told_nothing(people: list[Person]) -> None:
    draft = drafting.begun(*people)
    waits = people[drafting.state_of(draft).waiting_for[1] - 1]
    phones = [phone_of(draft, waits), Phone(path_of(draft), cookies_of(waits), query="page=old")]

    async def scenario() -> None:
        async with serving() as connect:
            for phone in phones:
                await connect(phone)
            await phones[1].next()
            assert phones[0].quiet
            await in_thread(pick, draft)
            assert await phones[0].next() == await phones[1].next()

    loops.run(scenario())


def leave(draft: Game, people: list[Person]) -> None:
    seat_leave(game=draft, number=3, person=people[2])


def sit(draft: Game, _people: list[Person]) -> None:
    new = factories.person("Di")
    seat_take(game=draft, number=4, person=new, key=draft.invite_key, name="Di")


def begin(draft: Game, people: list[Person]) -> None:
    draft_begin(game=draft, person=people[0], rng=Random(7))


@pytest.mark.parametrize("here", [True, False], ids=["in this process", "in another"])
@pytest.mark.parametrize("change", [sit, leave, begin])
def test_the_lobby_hears_who_sits_down_or_leaves_and_that_it_begins(
    change: Callable[[Game, list[Person]], None],
    here: bool,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draft = drafting.opened(*people)
    phones = [phone_of(draft, person) for person in people[:2]]

    async def scenario() -> None:
        async with serving() as connect:
            for phone in phones:
                await connect(phone)
            if not here:
                monkeypatch.setattr(changed, "receivers", [])
                changed.sender_receivers_cache.clear()
            await in_thread(change, draft, people)
            for phone in phones:
                assert (await phone.next())["event"] == "page"

    loops.run(scenario())
    changed.sender_receivers_cache.clear()


def test_who_loses_their_seat_hears_no_more_and_a_stranger_nothing(people: list[Person]) -> None:
    draft = drafting.begun(*people)
    theirs, other = phone_of(draft, people[2]), phone_of(draft, people[1])
    strangers = [
        Phone(path_of(draft), "", query="page=old"),
        Phone(path_of(draft), cookies_of(factories.person("Eve")), query="page=old"),
    ]

    async def scenario() -> None:
        async with serving() as connect:
            for phone in (theirs, other, *strangers):
                await connect(phone)
            assert [phone.status for phone in strangers] == [404, 404]
            await in_thread(lambda: seat_free(game=draft, number=3, owner=people[0], bars=True))
            await theirs.ended.wait()
            assert not other.ended.is_set()
            assert all(phone.quiet for phone in strangers)

    loops.run(scenario())


def test_no_other_process_is_told_what_a_player_picked(people: list[Person]) -> None:
    draft = drafting.begun(*people)
    told: list[dict[str, Any]] = []

    def hear(**signal: Any) -> None:
        told.append(signal)

    moved.connect(hear)
    changed.connect(hear)
    try:
        pick(draft)
    finally:
        moved.disconnect(hear)
        changed.disconnect(hear)
    assert told == [{"signal": changed, "sender": Game, "game": draft.pk}]

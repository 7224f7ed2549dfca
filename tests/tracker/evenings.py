"""One-off games for the tests of their pages."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.memory import memory
from campaign.models import Campaign, OneOffGame, Person, Role
from campaign.pictures import Picture
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.services.one_off import one_off_record, one_off_share, one_off_start
from tests.campaign import factories
from tests.tracker import doors

WON = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0, lives=(4, 7))


def game(person: Person | None = None, *, mages: int = 2, **more: Any) -> OneOffGame:
    """Set a game up; without a person, a new guest owns it."""
    owner = person or factories.person()
    # A nemesis whose dial stands for its defeat, unless the test chooses.
    more.setdefault("choices", replace(open_choices(mages), nemesis="umbra-titan"))
    return one_off_start(person=owner, **more)


def played(person: Person | None = None, **more: Any) -> OneOffGame:
    """Set a game up and win it."""
    return record(game(person, **more))


def record(made: OneOffGame, pictures: Sequence[Picture] = ()) -> OneOffGame:
    """Win a game."""
    return one_off_record(
        game=made,
        revision=made.revision,
        person=made.owner,
        tally=WON,
        played_on=datetime.date(2024, 3, 9),
        minutes=70,
        note="What a night.",
        pictures=pictures,
    )


def shared(made: OneOffGame) -> Campaign:
    """Share a game with the people of a campaign that somebody else keeps."""
    campaign = factories.start_campaign()
    factories.join(campaign, made.owner, Role.PLAYER)
    one_off_share(game=made, person=made.owner, campaign=campaign)
    return campaign


def owner(made: OneOffGame) -> Client:
    """Return the owner's browser."""
    return doors.client_of(made.owner)


def answers(made: OneOffGame, url: str, *, method: str = "get") -> dict[str, int]:
    """Return what each kind of visitor is answered."""
    campaign = shared(made)
    visitors = {
        "stranger": doors.stranger(),
        "anonymous": Client(),
        "reader": doors.member(campaign, Role.READER, "Reader"),
        "player": doors.member(campaign, Role.PLAYER, "Player"),
        "keeper": doors.keeper(campaign),
        "owner": owner(made),
    }
    return {who: getattr(client, method)(url).status_code for who, client in visitors.items()}


def queries(made: OneOffGame, url: str) -> int:
    """Return how often a page asks the database when nothing is remembered."""
    client = owner(made)
    memory.clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)

"""One-off games for the tests of their pages."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.test import Client

from campaign.models import Campaign, Game, Person, Role
from campaign.pictures import Picture
from campaign.records import GameFacts
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.one_off.choices import Choices, open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.unredacted import full_facts, full_setup
from campaign.services.one_offs import game_share
from tests.campaign import factories
from tests.campaign.factories import end_game, start_game
from tests.tracker import clients

WON = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0, lives=(4, 7))


def game(person: Person | None = None, *, mages: int = 2, **more: Any) -> Game:
    """Set a game up; without a person, a new guest owns it."""
    owner = person or factories.person()
    # A nemesis whose dial stands for its defeat, unless the test chooses.
    more.setdefault("choices", replace(open_choices(mages), nemesis="umbra-titan"))
    return start_game(person=owner, **more)


def played(person: Person | None = None, **more: Any) -> Game:
    """Set a game up and win it."""
    return record(game(person, **more))


def record(made: Game, pictures: Sequence[Picture] = ()) -> Game:
    """Win a game."""
    return end_game(
        game=made,
        revision=made.revision,
        person=made.owner,
        tally=WON,
        played_on=datetime.date(2024, 3, 9),
        minutes=70,
        note="What a night.",
        pictures=pictures,
    )


def setup(made: Game) -> Any:
    """Return what was drawn for a game."""
    return full_setup(made).game


def choices(made: Game) -> Choices:
    """Return what players chose for a game."""
    chosen: Choices = stored_record(made).planned.choices
    return chosen


def stored_record(made: Game) -> GameFacts:
    """Return all that stands in a game, as it is in the database now."""
    return full_facts(Game.objects.get(pk=made.pk))


def seed(made: Game) -> str:
    """Return what draws a game again."""
    return stored_record(made).planned.seed


def result(made: Game) -> Any:
    """Return how a game ended, which has to be known."""
    played = stored_record(made).played
    assert played is not None
    return played


def is_played(made: Game) -> bool:
    """Say whether a game has a result."""
    return stored_record(made).played is not None


def shared(made: Game) -> Campaign:
    """Share a game with the people of a campaign that somebody else keeps."""
    campaign = factories.start_campaign()
    factories.join(campaign, made.owner, Role.PLAYER)
    game_share(game=made, person=made.owner, campaign=campaign)
    return campaign


def owner(made: Game) -> Client:
    """Return the owner's browser."""
    return clients.client_of(made.owner)


def status_by_role(made: Game, url: str, *, method: str = "get") -> dict[str, int]:
    """Return the status that each kind of visitor gets."""
    campaign = shared(made)
    visitors = {
        "stranger": clients.stranger(),
        "anonymous": Client(),
        "reader": clients.member(campaign, Role.READER, "Reader"),
        "player": clients.member(campaign, Role.PLAYER, "Player"),
        "keeper": clients.keeper(campaign),
        "owner": owner(made),
    }
    return {who: getattr(client, method)(url).status_code for who, client in visitors.items()}


def query_count(made: Game, url: str) -> int:
    """Return how many queries a page makes when nothing is cached."""
    return clients.queries_of(owner(made), url)

"""Journals that tests keep: started and played through services, read and written through pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaign.models import Campaign, ChangeKind, Person
from campaign.rules.core.facts import Fact, Noted
from campaign.rules.core.keys import typed_key
from campaign.rules.core.story import Story
from campaign.rules.journal.changes import Counted, Marked, Moved
from campaign.rules.journal.description import (
    Addition,
    Chapter,
    Counter,
    Description,
    Kind,
    Seal,
    Slot,
    Thing,
)
from campaign.rules.journal.games import Planned, Playing, Settled
from campaign.rules.journal.state import Opening, State
from campaign.rules.journal.systems import SLUG
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_plan
from campaign.services.plays import campaign_plays_update
from campaign.services.writes import CampaignWrite
from tests.addresses import path_at
from tests.rules.journal.journals import GROUP, KEEPERS, WON, described
from tests.tracker.sent_forms import Sent
from tracker.systems.journal.selectors import journal_state

HEROES = 12  # things of a long journal that players play
PLAYERS = (Playing(1, "thing-1"), Playing(2, "thing-2"), Playing(3, "thing-3"))


def begun(person: Person, description: Any = "lighthouse") -> Campaign:
    """Start a journal with one of the demo descriptions, or with another one."""
    found = described(description) if isinstance(description, str) else description
    return campaign_start(
        person=person,
        name="Our year",
        seats=(),
        system=SLUG,
        opening=Opening(found, GROUP),
    )


def entered(campaign: Campaign, person: Person, *facts: Fact) -> Campaign:
    """Record facts in the latest game; a plan begins the next."""
    for fact in facts:
        campaign.refresh_from_db()
        who: dict[str, Any] = {"person": person, "revision": campaign.revision}
        if isinstance(fact, Planned):
            game_plan(campaign=campaign, plan=fact, **who)
        else:
            game = campaign.games.not_withdrawn().count()
            fact_record(campaign=campaign, game=game, fact=fact, **who)
    campaign.refresh_from_db()
    return campaign


def planned(person: Person, chapter: str = "january", **more: Any) -> Campaign:
    """Start a journal and plan its first evening."""
    playing = tuple(more.pop("playing", KEEPERS))
    campaign = begun(person, **more)
    return entered(campaign, person, Planned(chapter, playing))


def played(person: Person, result: Fact, *facts: Fact) -> Campaign:
    """Start a journal and play its first evening to the end."""
    return entered(planned(person), person, result, *facts, Settled())


def long_journal(person: Person, state: int = 0, *, things: int = 400, games: int = 60) -> Campaign:
    """Store a journal with so many things and evenings, and one that is planned, or played too."""
    story = long_story(things, games)
    if state:
        story = story.with_fact(games + 1, Planned("night", PLAYERS))
    if state > 1:
        story = story.with_fact(games + 1, WON)
    campaign = campaign_start(
        person=person, name="The long year", seats=(), system=SLUG, opening=story.opening
    )
    campaign.revision = 2
    campaign.save(update_fields=["revision"])
    change = campaign.changes.create(revision=2, kind=ChangeKind.RECORD, person=person)
    CampaignWrite(change, campaign, campaign.stamp).enter_games(story.games)
    campaign_plays_update(campaign)
    return campaign


def long_story(things: int, games: int) -> Story[Any]:
    """Return the story of a journal: in every evening something is counted, marked and moved."""
    places, slots = ("in the deck", "gone"), (Slot("mark", "Mark", 9),)
    kinds = (Kind("hero", "Hero", places, slots, played=True), Kind("card", "Card", places, slots))
    description = Description(
        "The long year",
        begins=Addition(
            kinds=kinds,
            things=tuple(
                Thing(f"thing-{n}", "hero" if n < HEROES else "card", f"Card {n}")
                for n in range(things)
            ),
            counters=(Counter("fame", "Fame", live=True), Counter("wear", "Wear", "card")),
            chapters=(Chapter("night", "Night", tries=0, next=("night",)),),
            seals=tuple(Seal(f"box-{n}", "Box", str(n)) for n in range(20)),
        ),
    )
    story: Story[Any] = Story((), {}, Opening(description, GROUP))
    for game in range(1, games + 1):
        facts: list[Fact] = [Planned("night", PLAYERS), WON, Counted("fame", 1)]
        for step in range(3):
            thing = f"thing-{HEROES + (game * 7 + step) % (things - HEROES)}"
            facts += [
                Counted("wear", 1, thing),
                Marked(thing, "mark", typed_key("bent"), "bent", reason="We ran out of room."),
                Moved(thing, "gone" if game % 2 else "in the deck"),
            ]
        facts += [Noted("What a night."), Settled()]
        for fact in facts:
            story = story.with_fact(game, fact)
    return story


def state_of(campaign: Campaign) -> State:
    """Return the state now."""
    campaign.refresh_from_db()
    return journal_state(campaign)


def shown(client: Client, campaign: Campaign, page: str = "") -> str:
    """Return a page of a journal."""
    answer = client.get(path_at(campaign, page))
    assert answer.status_code == 200, (page, answer.status_code)
    return answer.content.decode()


def send(
    client: Client, campaign: Campaign, page: str, given: dict[str, Any], *, form: str = ""
) -> Any:
    """Fill in the form of a page and send it."""
    fields = Sent(shown(client, campaign, page), form).fields
    return client.post(path_at(campaign, page), {**fields, **given})

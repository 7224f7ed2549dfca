"""What the site of the benchmarks holds: campaigns, games, people and decks, so many of each."""

from __future__ import annotations

import datetime
from dataclasses import replace

from django.test import Client
from django.utils import timezone

from campaign.models import Campaign, Evening, Game, LiveTable, Membership, Person, Role, SavedDeck
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import Noted, Story
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.one_off.choices import Collection, open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.evenings.agreement import Answer
from campaign.rules.journal.live import NextRound, NextTurn, Turned
from campaign.selectors.ashes import catalogue
from campaign.services.ashes.decks import collection_set
from campaign.services.campaigns import campaign_archive
from campaign.services.live import move_make, table_open
from campaign.services.mails import mail_set
from campaign.services.one_offs import game_share, game_start
from campaign.services.people import invite_make
from campaign.services.seats import seat_take
from tests import one_off_play
from tests.benchmarks._site import MAGES, Site
from tests.campaign import factories, next_evenings
from tests.campaign.factories import end_game, start_game
from tests.cases import ONE_OFFS
from tests.rules.aeons_end.legacy_stories import LOSS, Teller
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import decks, drafting, duels
from tests.tracker.journal.kept import long_journal
from tests.tracker.relic_nemesis import relic_games
from tracker.faces.registry import one_off_faces
from tracker.people.mail_links import mail_url
from tracker.systems.aeons_end.shared.shelf import save

MINE = "aeons-end-war-eternal"  # whose games the keeper has by the dozen
TALLIES = (
    Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0),
    Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0, nemesis_life=23),
)


def build(before: Story, *, campaigns: int, evenings: int, members: int) -> Site:
    """Build a site: one story continued to each state, and so many of everything else."""
    keeper = Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    planned = Teller(story=before).plan().answer_all().story
    growing = Teller(story=planned).play().tell(Noted("We held the gate."))
    growing.answer_all(but=(DecisionKind.GROWTH, DecisionKind.EVOLUTION, DecisionKind.SLOT))
    stories = {
        "settled": before,
        "planned": planned,
        "played": Teller(story=planned).play(LOSS).story,
        "growing": growing.story,
    }
    told = {
        name: factories.spread(
            factories.store(story, person=keeper, name=f"The Long Watch, {name}")
        )
        for name, story in stories.items()
    }
    _more_campaigns(keeper, campaigns)
    token = _people(told["growing"], keeper, members)
    played = _evenings(keeper, told["growing"], evenings)
    evening = start_game(person=keeper, choices=open_choices(MAGES))
    for live in (evening, factories.game_of_campaign(told["planned"], len(planned.games))):
        _play_live(live, keeper)
    duel = duels.under_way(keeper)
    duels.played(keeper)  # with a ready-made deck, whose page has a record then
    seat_take(game=duel, key=duel.invite_key, number=1, person=keeper, name="Zuza")
    seat_take(game=duel, key=duel.invite_key, number=2, person=factories.person("Bo"), name="Bo")
    series = get_pack("aeons-end")
    save(keeper, Collection(boxes=tuple(series.boxes), finished=tuple(series.boxes)))
    made = Site(
        keeper=keeper,
        shelf=game_start(person=keeper, system=series.slug, choices=open_choices(MAGES)),
        guest=Person.objects.guest(display_name="Gia"),
        evening=evening,
        evening_played=played,
        relic_game=relic_games.under_way(keeper),
        expeditions=_expeditions(keeper),
        journals=_journals(keeper),
        duel=duel,
        token=token,
        systems={system: _games_of(system, keeper) for system in one_off_faces() if system != MINE},
        deck=_decks(keeper, evenings),
        draft=drafting.begun(keeper, factories.person("Bo")),
        next_evening=_next_evening(told["growing"], keeper),
        mail_link=_mail_link(keeper),
        **told,
    )
    # The first visit of a day notes the day, with one query more.
    Membership.objects.update(seen_on=timezone.localdate())
    return made


def _play_live(game: Game, keeper: Person) -> None:
    """Play a game for two dozen moves."""
    table_open(game=game, person=keeper)
    for turn in range(6):
        for move in (Dial(Whose.GRAVEHOLD, -1), Enter(NemesisKind.MINION, f"Drone {turn}", 5)):
            seen = LiveTable.objects.get(game=game).sequence
            move_make(game=game, person=keeper, move=move, seen=seen)
        for seat in (1, 2):
            move_make(game=game, person=keeper, move=Life(seat, -1))


def _expeditions(keeper: Person) -> tuple[Campaign, Campaign, Campaign, Campaign]:
    """Return expeditions: with a full barracks, lost, at a story node, with a reward to correct."""
    full = expeditions.begun(keeper, big_pockets=True)
    for _battle in range(3):
        expeditions.win(full)
    waiting = expeditions.lost(keeper)
    return full, waiting, expeditions.reading(keeper), expeditions.consoled(keeper)


def _journals(keeper: Person) -> tuple[Campaign, Campaign, Campaign]:
    """Return long journals: between two evenings, at the live table, before the aftermath."""
    between, at_table, played = (long_journal(keeper, state) for state in range(3))
    game = factories.game_of_campaign(at_table, factories.last_game(at_table))
    table_open(game=game, person=keeper)
    for move in (Turned(0, 1), NextTurn(), NextRound()) * 8:
        seen = LiveTable.objects.get(game=game).sequence
        move_make(game=game, person=keeper, move=move, seen=seen)
    return between, at_table, played


def _games_of(system: str, keeper: Person) -> tuple[Game, Game]:
    """Start two games of a system through its pages, and finish one of them."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    planned, played = (one_off_play.started(client, system) for _ in range(2))
    one_off_play.send(client, played, "result", ONE_OFFS[system].result)
    return planned, played


def _decks(keeper: Person, number: int) -> SavedDeck:
    """Save some decks, and one with cards of every set; return that one."""
    for _each in range(number):
        decks.saved(keeper)
    collection_set(person=keeper, sets=[each.slug for each in catalogue().sets])
    return decks.public(keeper)


def _more_campaigns(keeper: Person, number: int) -> None:
    """Start more campaigns; every fourth is archived."""
    for each in range(number):
        made = factories.start_campaign(mages=MAGES, person=keeper, name=f"Campaign {each}")
        if each % 4 == 3:
            campaign_archive(**factories.signed(made, keeper))


def _people(campaign: Campaign, keeper: Person, number: int) -> str:
    """Add members and as many invitations; return the token of one."""
    token = ""
    for each in range(number):
        role = (Role.READER, Role.PLAYER)[each % 2]
        factories.join(campaign, factories.person(f"Member {each}"), role)
        _invite, token = invite_make(campaign=campaign, person=keeper, role=role)
    return token


def _mail_link(person: Person) -> str:
    made = mail_set(person=person, address="ada@example.org", language="en", site="")
    return mail_url(made)


def _next_evening(campaign: Campaign, keeper: Person) -> Evening:
    """Propose dates to which all members have answered."""
    made = next_evenings.proposed(campaign, keeper, days=(3, 5, 9), place="At Ada’s")
    for member in campaign.memberships.exclude(person=keeper).select_related("person"):
        for number in range(2):
            next_evenings.answer(made, member.person, Answer.MAYBE, number)
    return made


def _evenings(keeper: Person, among: Campaign, number: int) -> Game:
    """Play one-off games, a third of them only set up; return the latest that was played."""
    for each in range(number):
        choices = replace(open_choices(MAGES), nemesis="umbra-titan")
        made = start_game(person=keeper, choices=choices, seed=f"evening {each}")
        if each % 3 == 2:
            continue  # still to be played
        end_game(
            game=made,
            revision=made.revision,
            person=keeper,
            tally=replace(TALLIES[each % 2], lives=(5,) * MAGES),
            played_on=datetime.date(2024, 3, 9) + datetime.timedelta(each),
            minutes=60 + each,
            note="What a night.",
        )
        game_share(game=made, person=keeper, campaign=among)
        latest = made
    return latest

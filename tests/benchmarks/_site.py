"""Every page of the site, each where it has most to show: for figures and for counted queries.

The table of who may do what knows every address; an address is measured here or left out by name,
and tests/tracker/test_query_counts.py fails until somebody has decided which.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.urls import reverse

from campaign.models import Campaign, Game, Person, Role
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import MarketGrown, Noted, Story
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.selectors.campaigns import campaign_pack, campaign_state
from campaign.services.campaigns import campaign_archive
from campaign.services.one_offs import game_share
from campaign.services.people import invite_make
from tests.campaign import factories
from tests.campaign.factories import end_game, start_game
from tests.rules.legacy_stories import LOSS, Teller
from tests.tracker.security.table import TABLE

MAGES = 4
TALLIES = (
    Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0),
    Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0, nemesis_life=23),
)

# What a browser reads and is no page.
FILES = {
    *("healthz", "readyz", "manifest", "service_worker", "complete"),
    *("portrait", "photo", "photo_thumb", "one_off_photo", "one_off_photo_thumb"),
    *("share", "game_share", "mat_png"),
    *("setup_pdf", "restore_pdf", "mat_pdf", "mats_pdf", "slips_pdf", "results_pdf"),
    *("chronicle_pdf", "one_off_sheet_pdf", "one_off_export", "log_csv", "log_bgstats"),
}
# What leads elsewhere in whatever state: there is nothing to draw.
LEADING = {"demo", "set_language", "look", "aftermath_slot", "game_bgstats", "one_off_bgstats"}
# What answers a GET by leading to the page it is a button of.
BUTTONS = {"keep", "display_name", "archive", "invite"}


def pages_of_the_site() -> set[str]:
    """Return the names of all addresses that show a page to somebody."""
    read = {name for name, row in TABLE.items() if row.read and not row.button}
    return read - FILES - LEADING - BUTTONS


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name, its address, and whose browser asks ("keeper", "guest" or "anybody")."""

    name: str
    url: str
    what: str
    who: str = "keeper"


@dataclass(frozen=True, slots=True)
class Site:
    """A keeper with campaigns at each point where a page has most to show, and with evenings."""

    keeper: Person
    guest: Person
    growing: Campaign
    settled: Campaign
    planned: Campaign
    played: Campaign
    evening: Game
    evening_played: Game
    token: str

    def pages(self) -> Iterator[Page]:
        """Yield every page."""
        now, ahead = (self.growing.code,), (self.settled.code,)
        game = (*now, factories.last_game(self.growing))
        planned = (self.planned.code, factories.last_game(self.planned))
        played = (self.played.code, factories.last_game(self.played))
        places = {
            (): ("home", "start", "import", "offline", "account", "password", "delete_account"),
            now: (
                *("campaign", "mages", "market", "nemesis", "rulebook", "results", "history"),
                *("campaign_statistics", "print", "people", "settings", "leave", "undo", "fork"),
                *("export", "delete_campaign"),
            ),
            ahead: ("plan",),
            planned: ("setup", "restore", "result"),
            game: (
                *("game", "correct", "aftermath_seals", "aftermath_growth", "aftermath_evolution"),
                *("aftermath_pool", "aftermath_close"),
            ),
            played: ("aftermath", "aftermath_verdict", "aftermath_sections"),
            (*now, 1): ("mage",),
            (*now, self._section()): ("section_note",),
            (*now, self._fact()): ("fact_withdraw", "fact_anew"),
            (*now, self._member()): ("remove_member", "hand_over"),
            (*game, *self._slot()): ("aftermath_sticker",),
            (self.evening.code,): ("one_off", "one_off_change", "one_off_result"),
            (self.evening_played.code,): ("one_off_correct", "one_off_delete"),
        }
        for args, names in places.items():
            for name in names:
                yield Page(name, reverse(name, args=args), name.replace("_", " "))
        for name in ("one_off_new", "log", "statistics"):
            yield Page(name, reverse(name), name.replace("_", " "))
        yield from self._others()

    def _others(self) -> Iterator[Page]:
        """Yield pages as somebody else finds them, and in another state."""
        mages = reverse("mages", args=[self.growing.code])
        ahead = reverse("campaign", args=[self.settled.code])
        ended = reverse("one_off", args=[self.evening_played.code])
        asked = {"nemesis": "umbra-titan", "result": "win"}
        yield Page("home", reverse("home"), "home, nobody yet", "anybody")
        yield Page("sign_in", reverse("sign_in"), "sign in", "guest")
        yield Page("join", reverse("join", args=[self.token]), "join", "guest")
        yield Page("campaign", ahead, "campaign, nothing planned")
        yield Page("mages", f"{mages}?after=2", "mages, as they were")
        yield Page("one_off", ended, "one off, played")
        filters = "&".join(f"{name}={value}" for name, value in asked.items())
        yield Page("log", f"{reverse('log')}?{filters}", "log, filtered")
        yield Page("log", f"{reverse('log')}?page=oldest", "log, oldest page")

    def _section(self) -> str:
        state = campaign_state(self.growing)
        return state.sections[0].section

    def _fact(self) -> int:
        return factories.standing_fact(self.growing, MarketGrown.kind).pk

    def _member(self) -> int:
        return self.growing.memberships.filter(role=Role.READER).earliest("pk").pk

    def _slot(self) -> tuple[int, str]:
        """Return a slot that is open, and whose."""
        state = campaign_state(self.growing)
        due = open_decisions(state, campaign_pack(self.growing))
        slot = next(decision for decision in due if decision.kind is DecisionKind.SLOT)
        return slot.seat or 1, slot.subject


def build(before: Story, *, campaigns: int, evenings: int, members: int) -> Site:
    """Build a site: a story so far, told on to each point, and so many of everything else."""
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
        name: factories.store(story, person=keeper, name=f"The Long Watch, {name}")
        for name, story in stories.items()
    }
    _more_campaigns(keeper, campaigns)
    token = _people(told["growing"], keeper, members)
    played = _evenings(keeper, told["growing"], evenings)
    return Site(
        keeper=keeper,
        guest=Person.objects.guest(display_name="Gia"),
        evening=start_game(person=keeper, choices=open_choices(MAGES)),
        evening_played=played,
        token=token,
        **told,
    )


def _more_campaigns(keeper: Person, number: int) -> None:
    """Fill the shelf; every fourth campaign is put away."""
    for each in range(number):
        made = factories.start_campaign(mages=MAGES, person=keeper, name=f"Campaign {each}")
        if each % 4 == 3:
            campaign_archive(**factories.signed(made, keeper))


def _people(campaign: Campaign, keeper: Person, number: int) -> str:
    """Let people in, and make as many invitations; return the token of one."""
    token = ""
    for each in range(number):
        role = (Role.READER, Role.PLAYER)[each % 2]
        factories.join(campaign, factories.person(f"Member {each}"), role)
        _invite, token = invite_make(campaign=campaign, person=keeper, role=role)
    return token


def _evenings(keeper: Person, among: Campaign, number: int) -> Game:
    """Play one-off games, and only lay a third of them out; return the latest that was played."""
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


def measured(pages: Iterator[Page]) -> dict[str, Page]:
    """Return the pages by what they are called, which no two share."""
    found: dict[str, Page] = {}
    for page in pages:
        assert page.what not in found, page.what
        found[page.what] = page
    return found

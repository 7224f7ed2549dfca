"""Every page of the site in its fullest state, for benchmarks and query counts.

The table of who may do what knows every address; an address is measured here or left out by name,
and tests/tracker/test_query_counts.py fails until somebody has decided which.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Draft, Game, LiveTable, Person, Role, SavedDeck
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import MarketGrown, Noted, Story
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.one_off.choices import Collection, open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.ashes import catalogue, deck_of
from campaign.selectors.campaigns import campaign_state
from campaign.services.ashes.decks import collection_set
from campaign.services.campaigns import campaign_archive
from campaign.services.live import move_make, table_open
from campaign.services.one_offs import game_share, game_start
from campaign.services.people import invite_make
from campaign.services.seats import seat_take
from tests import test_conformance as conformance
from tests.campaign import factories
from tests.campaign.factories import end_game, start_game
from tests.rules.aeons_end.legacy_stories import LOSS, Teller
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import decks, drafting, duels
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.table import TABLE
from tracker.systems.aeons_end.shelf import save
from tracker.systems.registry import one_off_faces

MAGES = 4
MINE = "aeons-end-war-eternal"  # whose games the keeper has by the dozen
TALLIES = (
    Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=11, nemesis_life=0),
    Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0, nemesis_life=23),
)

# What a browser reads and is no page.
FILES = {
    *("healthz", "readyz", "manifest", "service_worker", "complete", "one_off_complete"),
    "expedition_complete",
    *("portrait", "photo", "photo_thumb", "one_off_photo", "one_off_photo_thumb"),
    *("share", "share_png", "mat_png", "one_off_share_png", "look_share_png"),
    *("setup_pdf", "restore_pdf", "mat_pdf", "mats_pdf", "slips_pdf", "results_pdf"),
    *("chronicle_pdf", "one_off_sheet_pdf", "one_off_sheet_json", "one_off_export"),
    *("live_state", "live_moves", "one_off_live_state", "one_off_live_moves"),
    *("log_csv", "log_bgstats", "duel_deck_pdf", "duel_proxies_pdf", "decks_export"),
    *("relic_seat_pdf", "relic_seat_json"),
    *(
        f"{kind}{name}"
        for kind in ("", "ready_", "shared_", "public_")
        for name in ("deck_list", "deck_json", "deck_list_pdf", "deck_proxies_pdf")
    ),
    *("live_events", "one_off_live_events", "export_account", "api_openapi"),
}
# What leads elsewhere in whatever state: there is nothing to draw.
LEADING = {
    *("demo", "set_language", "look", "aftermath_slot", "game_bgstats", "one_off_bgstats"),
    "passkey_link",
}
# What answers a GET by leading to the page it is a button of.
BUTTONS = {"keep", "display_name", "archive", "invite"}


def pages_of_the_site() -> set[str]:
    """Return the names of all URLs that render a page for somebody."""
    read = {name for name, row in TABLE.items() if row.read and not row.button}
    return read - FILES - LEADING - BUTTONS


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name, its URL, and who opens it ("keeper", "guest" or "anybody")."""

    name: str
    url: str
    what: str
    who: str = "keeper"


@dataclass(frozen=True, slots=True)
class Site:
    """A keeper with campaigns in the states where pages are fullest, and with one-off games."""

    keeper: Person
    guest: Person
    growing: Campaign
    settled: Campaign
    planned: Campaign
    played: Campaign
    evening: Game
    evening_played: Game
    relic_game: Game
    # To be set up, lost, at a story node, with a reward after a loss.
    expeditions: tuple[Campaign, Campaign, Campaign, Campaign]
    duel: Game
    shelf: Game
    token: str
    systems: dict[str, tuple[Game, Game]]  # of every other system: one planned, one played
    deck: SavedDeck
    draft: Draft

    def pages(self) -> Iterator[Page]:
        """Yield every page."""
        for args, names in self._places().items():
            for name in names:
                yield Page(name, reverse(name, args=args), name.replace("_", " "))
        for name in ("one_off_new", "log", "statistics", "boxes", "exclusions", "patterns"):
            yield Page(name, reverse(name), name.replace("_", " "))
        yield from self._others()
        for system, games in self.systems.items():
            yield from _of_a_system(system, *games)

    def _places(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        """Return the names of pages by the arguments of their URLs."""
        now, ahead = (self.growing.code,), (self.settled.code,)
        game = (*now, factories.last_game(self.growing))
        planned = (self.planned.code, factories.last_game(self.planned))
        played = (self.played.code, factories.last_game(self.played))
        return {
            (): (
                *(
                    "home",
                    "start",
                    "expedition_start",
                    "import",
                    "offline",
                    "account",
                    "password",
                    "delete_account",
                ),
                *("recovery_codes", "browsers", "confirm", "passkeys"),
                *("api_tokens", "api_docs", "webhooks"),
                *(
                    "decks",
                    "deck_new",
                    "deck_import",
                    "card_sets",
                    "cards",
                    "public_decks",
                    "drafts",
                ),
            ),
            now: (
                *("campaign", "mages", "market", "nemesis", "rulebook", "results", "history"),
                "story",
                *("seals", "bookmark"),
                *("campaign_statistics", "print", "people", "settings", "leave", "undo", "fork"),
                *("keeper_code", "my_mage"),
                *("export", "delete_campaign", "names"),
            ),
            ahead: ("plan",),
            planned: ("setup", "restore", "result", "correct_plan", "live", "live_log"),
            game: (
                *("game", "correct", "aftermath_seals", "aftermath_growth", "aftermath_evolution"),
                *("aftermath_pool", "aftermath_stickers", "aftermath_close", "aftermath_ordered"),
            ),
            played: ("aftermath", "aftermath_verdict", "aftermath_sections"),
            (*now, 1): ("mage",),
            (*now, self._section()): ("section_note",),
            (*now, self._fact()): ("entry_delete", "entry_reenter"),
            (*now, self._member()): ("remove_member", "hand_over"),
            (*game, *self._slot()): ("aftermath_sticker",),
            (self.evening.code,): (
                *("one_off", "one_off_change", "one_off_result", "one_off_live"),
                *("one_off_live_log", "one_off_table", "one_off_seats"),
            ),
            (self.deck.code,): ("deck", "deck_edit", "deck_hand", "deck_publish", "deck_history"),
            (self.deck.published.code,): ("public_deck", "public_deck_hand"),
            (self.draft.code,): ("draft",),
            (self.deck.share_key,): ("shared_deck", "shared_deck_hand"),
            ("the-iron-men",): ("ready_deck", "ready_deck_hand"),
            ("first", "anchornaut"): ("card",),
            (self.evening_played.code,): ("one_off_correct", "one_off_delete"),
            (self.duel.code, 1): ("duel_own_deck", "one_off_seat_choose"),
            (self.expeditions[0].code,): (
                *("expedition_battle", "expedition_barracks", "expedition_battles"),
                "expedition_recipe",
            ),
            (self.expeditions[1].code, 1): ("expedition_reward",),
            (self.expeditions[2].code,): ("expedition_node",),
            (self.expeditions[3].code, 1): ("expedition_correct_reward",),
            (self.duel.code, 2): ("one_off_seat_free",),
            (self.relic_game.code,): ("relic_start", "relic_battle", "relic_duel"),
            (self.relic_game.code, 1): ("relic_deal", "relic_defeat", "relic_seat"),
        }

    def _others(self) -> Iterator[Page]:
        """Yield pages that somebody else opens, or that are in another state."""
        mages = reverse("mages", args=[self.growing.code])
        ahead = reverse("campaign", args=[self.settled.code])
        ended = reverse("one_off", args=[self.evening_played.code])
        asked = {"nemesis": "umbra-titan", "result": "win"}
        yield Page("home", reverse("home"), "home, nobody yet", "anybody")
        yield Page("sign_in", reverse("sign_in"), "sign in", "guest")
        yield Page("recover", reverse("recover"), "recover", "guest")
        yield Page("join", reverse("join", args=[self.token]), "join", "guest")
        invited = reverse("invitation", args=[self.evening.invite_key])
        yield Page("invitation", invited, "join a game", "guest")
        joining = reverse("draft_join", args=[self.draft.join_key])
        yield Page("draft_join", joining, "join a draft", "guest")
        yield Page("campaign", ahead, "campaign, nothing planned")
        front = reverse("campaign", args=[self.expeditions[0].code])
        yield Page("campaign", front, "campaign, an expedition")
        setup = reverse("setup", args=[self.expeditions[1].code, 1])
        yield Page("setup", setup, "setup, of an expedition")
        yield Page("mages", f"{mages}?after=2", "mages, as they were")
        yield Page("one_off", ended, "one off, played")
        duel = reverse("one_off_live", args=[self.duel.code])
        yield Page("one_off_live", duel, "ashes, one off live")
        shelf = reverse("one_off", args=[self.shelf.code])
        yield Page("one_off", shelf, "one off, every box")
        yield Page("one_off_change", f"{shelf}change", "one off change, every box")
        shared = reverse("shared_table") + TABLE["shared_table"].query
        yield Page("shared_table", shared, "shared table")
        filters = "&".join(f"{name}={value}" for name, value in asked.items())
        yield Page("log", f"{reverse('log')}?{filters}", "log, filtered")
        yield Page("log", f"{reverse('log')}?page=oldest", "log, oldest page")
        yield Page("statistics", f"{reverse('statistics')}?filter", "statistics, to be filtered")

    def finders(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Return forms that search all sets for cards: their URLs and fields."""
        deck = deck_of(self.deck)
        held = {f"n_{key}": n for key, n in deck.cards.items()}
        held |= {"do": "find", "phoenixborn": deck.phoenixborn, "show": "all"}
        url = reverse("deck_edit", args=[self.deck.code])
        asked = {"any": {}, "by name": {"q": "sp"}, "by type": {"type": "ally"}}
        return {f"find a card: {how}": (url, {**held, **more}) for how, more in asked.items()}

    def _section(self) -> str:
        state = campaign_state(self.growing)
        return next(iter(state.sections))

    def _fact(self) -> int:
        return factories.standing_fact(self.growing, MarketGrown.kind).pk

    def _member(self) -> int:
        return self.growing.memberships.filter(role=Role.READER).earliest("pk").pk

    def _slot(self) -> tuple[int, str]:
        """Return the seat and the name of an open slot."""
        state = campaign_state(self.growing)
        due = open_decisions(state, get_pack(self.growing.system))
        slot = next(decision for decision in due if decision.kind is DecisionKind.SLOT)
        return slot.seat or 1, slot.subject


def _of_a_system(system: str, planned: Game, played: Game) -> Iterator[Page]:
    """Yield the pages of two games of a system."""
    yield Page("one_off_new", f"{reverse('one_off_new')}?system={system}", f"{system}, new")
    shown = {
        "planned": (planned, ("one_off", "one_off_change", "one_off_result")),
        "played": (played, ("one_off", "one_off_correct")),
    }
    for state, (game, names) in shown.items():
        for name in names:
            what = f"{system}, {state}: {name.replace('_', ' ')}"
            yield Page(name, reverse(name, args=[game.code]), what)


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
    seat_take(game=duel, number=1, person=keeper, name="Zuza")
    seat_take(game=duel, number=2, person=factories.person("Bo"), name="Bo")
    series = get_pack("aeons-end")
    save(keeper, Collection(boxes=tuple(series.boxes), finished=tuple(series.boxes)))
    return Site(
        keeper=keeper,
        shelf=game_start(person=keeper, system=series.slug, choices=open_choices(MAGES)),
        guest=Person.objects.guest(display_name="Gia"),
        evening=evening,
        evening_played=played,
        relic_game=relic_games.under_way(keeper),
        expeditions=_expeditions(keeper),
        duel=duel,
        token=token,
        systems={system: _games_of(system, keeper) for system in one_off_faces() if system != MINE},
        deck=_decks(keeper, evenings),
        draft=drafting.begun(keeper, factories.person("Bo")),
        **told,
    )


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


def _games_of(system: str, keeper: Person) -> tuple[Game, Game]:
    """Start two games of a system through its pages, and finish one of them."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    planned, played = (conformance.started(client, system) for _ in range(2))
    conformance.send(client, played, "result", conformance.CASES[system].result)
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


def measured(pages: Iterator[Page]) -> dict[str, Page]:
    """Return the pages by their titles, which are unique."""
    found: dict[str, Page] = {}
    for page in pages:
        assert page.what not in found, page.what
        found[page.what] = page
    return found

"""Every page of the site in its fullest state, for benchmarks and query counts.

The table of who may do what knows every address; an address is measured here or left out by name,
and tests/tracker/test_query_counts.py fails until somebody has decided which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import Campaign, Evening, Game, Person, Role, SavedDeck
from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import MarketGrown
from campaign.selectors.campaigns import campaign_state
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker.security.rows import url_name
from tests.tracker.security.table import TABLE
from tracker.systems.aeons_end.one_off.shared_setups import key_of

MAGES = 4
# What a browser reads and is no page.
FILES = {
    *("healthz", "readyz", "manifest", "service_worker", "complete", "game_complete"),
    *("portrait", "photo", "photo_thumb"),
    *("share", "share_png", "mat_png", "look_share_png"),
    *("journal_description_file", "journal_restore_pdf", "journal_slips_pdf"),
    *(
        "sheet_pdf",
        "sheet_png",
        "sheet_text",
        "sheet_json",
        "restore_pdf",
        "mat_pdf",
        "mats_pdf",
        "slips_pdf",
        "results_pdf",
    ),
    *("chronicle_pdf", "poster_pdf", "export_game"),
    *("game_news", "live_state", "live_moves", "live_replay", "crib_pdf"),
    *("log_csv", "log_bgstats", "duel_deck_pdf", "duel_proxies_pdf", "decks_export"),
    *("relic_seat_pdf", "relic_seat_json"),
    *(
        f"{kind}{name}"
        for kind in ("", "ready_", "shared_", "public_")
        for name in (
            *("deck_list", "deck_json", "deck_ashes_live"),
            *("deck_list_pdf", "deck_sleeve_pdf", "deck_proxies_pdf"),
        )
    ),
    *("evening_ics", "calendar_feed", "previously_png"),
    *("live_events", "export_account", "api_openapi"),
    "export_schema",
}
# What leads elsewhere in whatever state: there is nothing to draw.
LEADING = {
    *("demo", "set_language", "look", "aftermath_slot", "game_bgstats", "passkey_link"),
    *("old_game", "old_game_page", "old_photo", "old_photo_thumb"),
    *("old_draft", "old_draft_page", "old_draft_join"),
}
# What answers a GET by leading to the page it is a button of.
BUTTONS = {"notices_subscribe", "notices_mail", "keep", "display_name", "archive", "invite"}


def pages_of_the_site() -> set[str]:
    """Return the names of all URLs that render a page for somebody."""
    read = {url_name(name) for name, row in TABLE.items() if row.read and not row.button}
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
    # To be planned, planned, played; each with 400 things and 60 evenings.
    journals: tuple[Campaign, Campaign, Campaign]
    duel: Game
    shelf: Game
    token: str
    systems: dict[str, tuple[Game, Game]]  # of every other system: one planned, one played
    deck: SavedDeck
    draft: Game
    next_evening: Evening  # of the growing campaign
    mail_link: str  # of the keeper's address

    def pages(self) -> Iterator[Page]:
        """Yield every page."""
        for args, names in self._places().items():
            for name in names:
                yield Page(name, reverse(name, args=args), name.replace("_", " "))
        for name in ("game", "result", "live", "live_log", "crib"):
            yield Page(name, reverse(name, args=[self.evening.code]), f"one off {name}")
        played = reverse("correct", args=[self.evening_played.code])
        yield Page("correct", played, "one off correct")
        for name in ("new_game", "log", "statistics", "boxes", "exclusions", "patterns"):
            yield Page(name, reverse(name), name.replace("_", " "))
        yield from self._others()
        for system, games in self.systems.items():
            yield from _of_a_system(system, *games)

    def _places(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        """Return the names of pages by the arguments of their URLs."""
        now, ahead = (self.growing.code,), (self.settled.code,)
        game, planned, played = (
            (factories.game_of_campaign(campaign, factories.last_game(campaign)).code,)
            for campaign in (self.growing, self.planned, self.played)
        )
        return {
            (): (
                *(
                    "home",
                    "start",
                    "expedition_start",
                    "journal_start",
                    "import",
                    "offline",
                    "account",
                    "password",
                    "delete_account",
                ),
                *("recovery_codes", "browsers", "confirm", "passkeys"),
                *("api_tokens", "api_docs", "webhooks", "calendar", "notices"),
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
                *("seals", "bookmark", "first_evening"),
                *("campaign_statistics", "print", "people", "settings", "leave", "undo", "fork"),
                *("keeper_code", "my_mage", "evenings", "previously"),
                *("export", "delete_campaign", "names"),
            ),
            ahead: ("plan",),
            planned: ("setup", "restore", "result", "correct_plan", "live", "live_log", "crib"),
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
            (self.evening.code,): (*("change", "game_table", "seats", "game_evenings"),),
            (self.deck.code,): (
                *("deck", "deck_edit", "deck_hand", "deck_publish", "deck_history"),
                *("deck_about", "deck_own_cards"),
            ),
            (self.next_evening.key,): ("evening", "evening_call_off"),
            (self.deck.published.code,): ("public_deck", "public_deck_hand"),
            (self.draft.code,): ("draft",),
            (self.deck.share_key,): ("shared_deck", "shared_deck_hand"),
            ("the-iron-men",): ("ready_deck", "ready_deck_hand"),
            ("first", "anchornaut"): ("card",),
            (self.evening_played.code,): ("delete_game",),
            (self.duel.code, 1): ("duel_own_deck", "seat_choose"),
            (self.expeditions[0].code,): (
                *("expedition_battle", "expedition_barracks", "expedition_battles"),
                "expedition_recipe",
            ),
            (self._battle(1),): ("expedition_reward",),
            (self.expeditions[2].code,): ("expedition_node",),
            (self._battle(3),): ("expedition_correct_reward",),
            (self.journals[0].code,): ("journal_plan",),
            (self.journals[1].code,): ("journal_evening", "journal_numbers", "journal_restore"),
            (self.journals[2].code,): (*("journal_box", "journal_sealed", "journal_description"),),
            (self.journals[2].code, "thing"): ("journal_new",),
            (self.duel.code, 2): ("seat_free",),
            (self.relic_game.code,): ("relic_start", "relic_battle", "relic_duel"),
            (self.relic_game.code, 1): ("relic_deal", "relic_defeat", "relic_seat"),
        }

    def _others(self) -> Iterator[Page]:
        """Yield pages that somebody else opens, or that are in another state."""
        mages = reverse("mages", args=[self.growing.code])
        ahead = reverse("campaign", args=[self.settled.code])
        ended = reverse("game", args=[self.evening_played.code])
        asked = {"nemesis": "umbra-titan", "result": "win"}
        yield Page("home", reverse("home"), "home, nobody yet", "anybody")
        yield Page("sign_in", reverse("sign_in"), "sign in", "guest")
        yield Page("recover", reverse("recover"), "recover", "guest")
        yield Page("join", reverse("join", args=[self.token]), "join", "guest")
        yield Page("mail_link", self.mail_link, "link in an e-mail", "guest")
        invited = reverse("invitation", args=[self.evening.invite_key])
        yield Page("invitation", invited, "join a game", "guest")
        dates = reverse("evening", args=[self.next_evening.key])
        yield Page("evening", dates, "evening, by its link", "guest")
        none_yet = reverse("evenings", args=[self.settled.code])
        yield Page("evenings", none_yet, "evenings, none proposed")
        drafting = reverse("game", args=[self.draft.code])
        yield Page("game", drafting, "game, a draft")
        yield Page("campaign", ahead, "campaign, nothing planned")
        front = reverse("campaign", args=[self.expeditions[0].code])
        yield Page("campaign", front, "campaign, an expedition")
        setup = game_at(self.expeditions[1], 1, "setup")
        yield Page("setup", setup, "setup, of an expedition")
        for name in ("story", "campaign_statistics"):
            url = reverse(name, args=[self.expeditions[0].code])
            yield Page(name, url, f"{name}, of an expedition")
        for name in ("campaign", "story", "campaign_statistics", "history"):
            url = reverse(name, args=[self.journals[1].code])
            yield Page(name, url, f"{name}, of a journal")
        for name in ("game", "result", "live"):
            url = game_at(self.journals[1], factories.last_game(self.journals[1]), name)
            yield Page(name, url, f"{name}, of a journal")
        changing = reverse("journal_evening", args=[self.journals[2].code])
        yield Page("journal_evening", changing, "journal evening, played")
        thing = reverse("journal_thing", args=[self.journals[2].code])
        yield Page("journal_thing", f"{thing}?thing=thing-1", "journal thing")
        came = game_at(self.expeditions[0], 1, "expedition_came")
        yield Page("expedition_came", came, "expedition_came")
        yield Page("mages", f"{mages}?after=2", "mages, as they were")
        yield Page("game", ended, "one off, played")
        duel = reverse("live", args=[self.duel.code])
        yield Page("live", duel, "ashes, one off live")
        shelf = reverse("game", args=[self.shelf.code])
        yield Page("game", shelf, "one off, every box")
        yield Page("change", f"{shelf}change", "one off change, every box")
        shared = reverse("shared_table") + TABLE["shared_table"].query
        yield Page("shared_table", shared, "shared table")
        short = reverse("shared_game", args=[key_of(self.shelf)])
        yield Page("shared_game", short, "shared game")
        filters = "&".join(f"{name}={value}" for name, value in asked.items())
        yield Page("log", f"{reverse('log')}?{filters}", "log, filtered")
        yield Page("log", f"{reverse('log')}?page=oldest", "log, oldest page")
        yield Page("statistics", f"{reverse('statistics')}?filter", "statistics, to be filtered")
        one_game = f"{reverse('statistics')}?game=aeons_end"
        yield Page("statistics", one_game, "statistics, of one game")

    def filters(self) -> dict[str, str]:
        """Return addresses that filter all cards, of which htmx reloads the list."""
        url = reverse("cards")
        asked = {
            "in the browser": "",
            "in the browser, by name": "?q=sp",
            "in the browser, by dice and type": "?type=ally&type=ready-spell&dice=charm&match=any",
            "in the browser, of my sets": "?owned=1&sort=cost",
        }
        build = reverse("deck_edit", args=[self.deck.code])
        building = {"any": "", "by name": "?q=sp", "by type": "?type=ally"}
        return {
            **{f"find a card: {how}": f"{url}{query}" for how, query in asked.items()},
            **{f"find a card: {how}": f"{build}{query}" for how, query in building.items()},
        }

    def _battle(self, expedition: int) -> str:
        """Return the code of the first battle of an expedition."""
        return factories.game_of_campaign(self.expeditions[expedition], 1).code

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
    yield Page("new_game", f"{reverse('new_game')}?system={system}", f"{system}, new")
    shown = {
        "planned": (planned, ("game", "change", "result")),
        "played": (played, ("game", "correct")),
    }
    for state, (game, names) in shown.items():
        for name in names:
            what = f"{system}, {state}: {name.replace('_', ' ')}"
            yield Page(name, reverse(name, args=[game.code]), what)


def measured(pages: Iterator[Page]) -> dict[str, Page]:
    """Return the pages by their titles, which are unique."""
    found: dict[str, Page] = {}
    for page in pages:
        assert page.what not in found, page.what
        found[page.what] = page
    return found

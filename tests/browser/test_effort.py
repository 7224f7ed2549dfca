"""What is left to tap and to type after a game is counted, with and without a live table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from campaign.models import Campaign, LiveTable
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Evolve
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.turn_order import NEMESIS
from campaign.rules.core.live import Move
from campaign.services.live import move_make, table_open
from tests.browser.table import Table
from tests.campaign import factories
from tracker.systems.aeons_end.shared import selectors

pytestmark = pytest.mark.django_db(transaction=True)

EVOLVED = 5  # cards, each with a sticker
STICKER = "One more damage"


class Counting(Table):
    """A table that counts taps and typed fields."""

    taps = fields = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        super().tap(target)

    def mark(self, target: Locator) -> None:
        self.taps += 1
        super().mark(target)

    def choose(self, selector: str, value: str) -> None:
        self.taps += 1
        super().choose(selector, value)

    def write(self, selector: str, text: str) -> None:
        self.fields += 1
        super().write(selector, text)


def spare(campaign: Campaign) -> list[str]:
    """Return the names of cards that can take a sticker: the first has had one."""
    namer = selectors.namer_of(campaign)
    cards = selectors.campaign_state(campaign).pool[-EVOLVED:]
    return [namer.name(card) for card in cards]


def play_live(campaign: Campaign) -> None:
    """Play the game live; what is tapped meanwhile is not counted here."""
    game = factories.game_of_campaign(campaign, factories.last_game(campaign))
    table_open(game=game, person=None)
    moves: list[Move] = [DrawTurn(NEMESIS)]
    moves += [Evolve(name, text=STICKER) for name in spare(campaign)]
    moves += [Dial(Whose.GRAVEHOLD, -8), Dial(Whose.NEMESIS, -99)]
    moves += [Life(1, -12), Life(2, -3), Life(3, -10), Life(4, -7)]
    for move in moves:
        seen = LiveTable.objects.get(game=game).sequence
        move_make(game=game, person=None, move=move, seen=seen)


def enter(table: Table) -> None:
    """Enter the same result by hand."""
    table.pick("result", "win")
    table.pick("ending_win", "nemesis_defeated")
    shown = {"gravehold_life": 12, "nemesis_life": 0, "minutes": 95, "life_2": 7, "life_4": 3}
    for name, value in shown.items():
        table.write(f"[name={name}]", str(value))
    for seat in (1, 3):
        table.mark(table.page.locator(f"[name=exhausted_{seat}]"))


def evolve(table: Table, names: list[str]) -> None:
    """Enter the same stickers by hand."""
    for name in names:
        table.mark(table.page.locator(f"label:has-text('{name}') [name=card]"))
        table.pick("happened", "sticker")
        table.write("[name=text]", STICKER)
        table.send()
    table.press("All entered")


def afterwards(table: Counting, campaign: Campaign, *, live: bool) -> tuple[int, int]:
    """Do what is left after a game until it is settled; return taps and typed fields."""
    page, game = table.page, factories.last_game(campaign)
    names = spare(campaign)
    table.go(f"games/{game}/live" if live else f"games/{game}/")
    table.taps = table.fields = 0
    table.tap(page.locator(".live-end__on" if live else "main a[href$='/result']").first)
    if not live:
        enter(table)
    table.send()
    table.tap(page.locator("main a[href*='/aftermath']").first)
    if live:  # what was noted comes first
        table.press("Save all and finish")
    for _ in range(60):
        if page.url.endswith("/aftermath"):
            opened = page.locator(".decisions__card:not(.is-done) h3 a").first
            if not opened.count():
                break
            table.tap(opened)
        if page.url.endswith("/evolution"):
            evolve(table, names)
        else:
            table.decide(game, onward=True, evolve="")
    table.press("Finish the aftermath")
    return table.taps, table.fields


@pytest.mark.thorough
def test_the_live_table_halves_what_is_left_to_do(page: Page, base_url: str) -> None:
    counted = {}
    for live in (False, True):
        campaign = factories.played_through(3, mages=4)
        factories.plan(campaign)
        table = Counting(page, look_closely=False)
        table.sit_down(campaign, base_url)
        if live:
            play_live(campaign)
        counted[live] = afterwards(table, campaign, live=live)
        page.context.clear_cookies()
    (taps, fields), (live_taps, live_fields) = counted[False], counted[True]
    assert 2 * live_taps <= taps, counted
    assert 2 * live_fields <= fields, counted


MOST_TAPS, MOST_FIELDS = 20, 8
# Of cards that a pack knows, the name is enough; for three mages.
EIGHTEEN = """Ambush, Conduct, Daze, Creeping Curse, Endless Chasm
Caustic Cocoon, Drain, Hunted, Sap, Tremor, Humming Hive
Annihilate, Facet Ogre, Flash of Decay, Gathering Storm, Maddening Spectre, Scatter, Suffocate"""


def test_the_aftermath_of_chapter_two_is_twenty_taps_and_eight_fields(
    page: Page, base_url: str
) -> None:
    """Legacy's longest evening: stickers on six slots, sections, growth, 18 basic cards.

    Two of them had evolved at the live table.
    """
    campaign = factories.settled_campaign(mages=3)
    factories.plan(campaign)
    game = factories.game_of_campaign(campaign, factories.last_game(campaign))
    table_open(game=game, person=None)
    for card in ("Ambush", "Drain"):
        seen = LiveTable.objects.get(game=game).sequence
        move_make(game=game, person=None, move=Evolve(card, text=STICKER), seen=seen)
    factories.record_win(campaign)
    table = Counting(page, look_closely=False)
    table.sit_down(campaign, base_url)
    table.go(f"games/{game.number}/")
    table.taps = table.fields = 0
    table.tap(page.locator("main a[href*='/aftermath']").first)
    table.press("Enter them")  # the basic cards, before they can evolve
    table.write("[name=names]", EIGHTEEN)
    table.send()
    table.send()  # the envelope is ticked already
    table.mark(page.locator("[name=letter_Y]").first)
    table.press("Save all")
    for seat in (1, 2, 3):
        table.pick(f"brings_{seat}_2a", "starter-spell-hand")
        table.write(f"[name=name_{seat}_2a]", f"Starter of {seat}")
        table.pick(f"brings_{seat}_2b", "ability-5")
    table.send()
    for place, name in enumerate(("Conductive Grit", "Void Mill")):
        table.write(f"[name=name_{place}]", name)
    for place in (1, 8):
        table.mark(page.locator("[name=banish]").nth(place))
    table.send()
    for card in ("ambush", "drain"):  # how many stickers fit on it, only the box knows
        table.write(f"[name=spaces_{card}]", "2")
    table.press("Save all and finish")
    table.press("Finish the aftermath")
    assert table.taps <= MOST_TAPS, table.taps
    assert table.fields <= MOST_FIELDS, table.fields

"""A whole evening of Relic: Nemesis on a phone, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.models import Game, Play
from tests.browser.keyboard import Keyboard
from tests.browser.table import Table
from tests.tracker.relic_nemesis import relic_games

pytestmark = pytest.mark.django_db(transaction=True)


def take_seats(table: Table, names: tuple[str, ...]) -> None:
    """Take the seats of those who choose on this phone: only it shows their sheets."""
    table.press("Seats and invitation")
    table.look()
    for name in names:
        table.write('[name="name"]', name)
        table.press(f"Sit here {name}")
    table.tap(table.page.locator(f'main a[href="/g/{table.code}/"]').first)


def begin(table: Table) -> None:
    """Say who plays, draw the roles, and let both nemeses keep a sheet in secret."""
    page = table.page
    page.goto("/play?system=relic-nemesis")
    table.look()
    page.locator('[name="players"][value="5"]').check(force=True)
    for seat, name in enumerate(relic_games.NAMES, start=1):
        page.locator(f'[name="player_{seat}"]').fill(name)
    for seat in relic_games.NEMESES:
        page.locator(f'[name="wish_{seat}"][value="nemesis"]').check(force=True)
    page.locator('[name="scenario"]').select_option("master-collector")
    table.press("Draw the roles")
    table.code = Game.objects.get().code
    table.look()
    take_seats(table, relic_games.NAMES[:2])
    page.get_by_role("link", name="Own set-up sheet").first.click()
    table.press("I am Ola: show my sheets")
    expect(page.locator("main")).to_contain_text("show it to nobody")
    table.look()
    page.get_by_role("link", name="Set-up sheet").click()
    page.get_by_role("link", name="View the sheets").first.click()
    for name in relic_games.NAMES[:2]:
        expect(page.get_by_role("heading", level=1)).to_have_text(name)  # hand it over
        table.press(f"I am {name}: show my sheets")
        table.look()
        page.locator('[name="kept"]').first.check(force=True)
        page.locator('[name="value"]').fill("5")
        page.locator('[name="life"]').fill("4")
        table.press("Keep this sheet")
    expect(page.locator(".messages")).to_contain_text("Everybody has chosen")
    table.look()


def throw(table: Table, side: str, *faces: int) -> None:
    """Tap the faces of dice; without scripts the form is sent for a die that explodes."""
    for die, face in enumerate(faces, start=1):
        row = table.page.locator(f'[name="{side}_shown_{die}"][value="{face}"]')
        row.check(force=True)
        send = table.page.get_by_role("button", name="Use these dice")
        if send.is_visible():
            send.click()


def fight(table: Table) -> None:
    """Lose a battle against a character, with dice that are tapped."""
    page = table.page
    page.get_by_role("link", name="Battle").first.click()
    page.locator('[name="n_attribute"]').fill("5")
    page.locator('[name="o_attribute"]').fill("4")
    throw(table, "n", 1)
    throw(table, "o", 6, 2)
    expect(page.locator("#end")).to_contain_text("takes the bounty")
    table.look()
    table.press("Apply")


def enter(table: Table, what: int, by: str) -> None:
    """Type a change of a dial: which in the list, and by how much."""
    page = table.page
    page.locator("summary", has_text="Change by a number").click()
    page.locator("#type_what").select_option(index=what)
    page.locator("#type_by").fill(by)
    page.locator("#type").get_by_role("button", name="Change").click()


def duel(table: Table) -> None:
    """Play the duel of the rulebook: the challenger loses 2 life."""
    page = table.page
    page.get_by_role("link", name="Skill duel").click()
    for name, number in (("attribute", "6"), ("support", "3")):
        page.locator(f'[name="c_{name}"]').fill(number)
    for name, number in (("attribute", "3"), ("support", "4")):
        page.locator(f'[name="d_{name}"]').fill(number)
    throw(table, "c", 2)
    throw(table, "d", 4)
    expect(page.locator("#end")).to_contain_text("Zuza loses 2 life.")
    table.look()
    table.press("Apply")


def finish(table: Table) -> None:
    """Win by infamy, and save the result that is filled in."""
    page = table.page
    enter(table, 1, "25")
    expect(page.locator(".live-turn__who")).to_contain_text("has won")
    end = page.locator(".live-end").get_by_role("link", name="Enter the result")
    expect(end).not_to_have_attribute("data-deaf", "")
    table.tap(end)
    expect(page.locator('[name="ending"][value="infamy"]')).to_be_checked()
    table.look()
    table.press("Save the result")
    expect(page.locator(".ending")).to_contain_text("25 infamy")
    table.look()
    play = Play.objects.get()
    assert (play.ending, play.seats.get(seat=1).result) == ("infamy", "win")


@pytest.mark.thorough  # in the suite a game is played by keyboard
def test_a_hunt_from_the_lots_to_the_result(table: Table) -> None:
    begin(table)
    page = table.page
    page.get_by_role("link", name="Play live").first.click()
    table.press("Start")
    table.look()
    page.get_by_role("link", name="Battle").first.click()
    page.locator('[name="n_attribute"]').fill("5")
    page.locator('[name="o_attribute"]').fill("4")
    odds = page.locator("#chance")
    expect(odds).to_contain_text("57%")
    throw(table, "n", 6)
    expect(page.locator('[name="n_shown_2"]')).to_have_count(6)  # it exploded
    page.locator('[name="n_shown_1"][value="6"]').click(force=True)  # a second tap takes it back
    expect(page.locator('[name="n_shown_2"]')).to_have_count(0)
    expect(odds).to_contain_text("57%")
    page.go_back()
    fight(table)
    expect(page.locator('[data-counter="life-1"] output')).to_have_text("3")
    page.get_by_role("link", name="Defeated").first.click()
    table.look()
    table.press("Apply defeat")
    expect(page.locator('[data-counter="life-1"] output')).to_have_text("4")
    life = page.locator('[data-counter="life-3"] output')
    page.get_by_role("link", name="Enter what everybody starts with").click()
    table.look()
    for seat in (3, 4, 5):
        page.locator(f'[name="life_{seat}"]').fill("5")
    table.press("To the table")
    expect(life).to_have_text("5")
    duel(table)
    expect(life).to_have_text("3")
    page.locator(".live__part--last button").click()
    expect(life).to_have_text("5")
    finish(table)
    page.get_by_role("link", name="Correct the result").click()
    page.locator('[name="defeats_1"]').fill("2")
    table.press("Save the correction")
    assert Play.objects.get().tags.get(kind="defeats", number=2)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".messages")).to_contain_text("Undone")
    assert Play.objects.get().tags.get(kind="defeats", number=1)


@pytest.mark.thorough  # in the suite an evening and a campaign do without
def test_a_hunt_needs_no_scripts(bare_table: Table) -> None:
    bare_table.look_closely = False  # axe is a script itself
    begin(bare_table)
    bare_table.page.get_by_role("link", name="Play live").first.click()
    bare_table.press("Start")
    fight(bare_table)
    bare_table.console.clear()  # Chromium notes the 422 of each form that asks for more dice
    expect(bare_table.page.locator('[data-counter="life-1"] output')).to_have_text("3")
    finish(bare_table)


def test_a_hunt_is_begun_and_counted_by_keyboard_alone(keyboard: Keyboard) -> None:
    page = keyboard.page
    page.goto("/play?system=relic-nemesis")
    keyboard.pick("players", "3")
    for seat, name in enumerate(relic_games.NAMES[:3], start=1):
        keyboard.write(f'[name="player_{seat}"]', name)
    keyboard.pick("wish_1", "nemesis")
    keyboard.choose('[name="scenario"]', "master-collector")
    keyboard.press("Draw the roles")
    keyboard.code = Game.objects.get().code
    take_seats(keyboard, relic_games.NAMES[:1])
    keyboard.tap(page.get_by_role("link", name="View the sheets"))
    keyboard.press(f"I am {relic_games.NAMES[0]}: show my sheets")
    keyboard.mark(page.locator('[name="kept"]').first)
    keyboard.write('[name="value"]', "5")
    keyboard.write('[name="life"]', "4")
    keyboard.press("Keep this sheet")
    keyboard.tap(page.get_by_role("link", name="Play live").first)
    keyboard.press("Start")
    keyboard.reach(page.locator('[data-counter="infamy-1"] .live-counter__more'))
    page.keyboard.press("Enter")
    expect(page.locator('[data-counter="infamy-1"] output')).to_have_text("1")

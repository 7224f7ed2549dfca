"""Everything that a group needs fits on a phone, in every language, without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from campaign.models import Game, LiveTable
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.live.turns import Act, DrawTurn
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.turn_order import NEMESIS, TurnCard, TurnKind
from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice
from campaign.rules.relic_nemesis.moves import Dial as HuntDial
from campaign.rules.relic_nemesis.moves import Turned, TurnEnded
from campaign.selectors.ashes import catalogue
from campaign.services.live import move_make, table_open
from tests.browser.conftest import PHONE
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games
from tracker.web.records import game_url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

LANGUAGES = ("en", "pl", "fr", "de")
PAIR = TurnCard(TurnKind.PAIR, (1, 2))
FOES: tuple[Move, ...] = (
    Enter(NemesisKind.MINION, "Deep Abomination", 6),
    Enter(NemesisKind.MINION, "Catacomb Drone", 5),
    Dial(Whose.TOKENS, -1),
    DrawTurn(NEMESIS),
)
OVERLAP = """() => {
  const boxes = (names) =>
    [...document.querySelectorAll(names)].map((each) => each.getBoundingClientRect());
  // What is looked up, and what happens once in a while, stands below.
  const below = ["last", "market", "end", "crib", "who"].map((name) => `.live__part--${name}`);
  const parts = boxes(`.live__part:not(${below}) > *`);
  const bars = boxes(".live-turn__taps, .live-last__said");
  return Math.max(...parts.map((box) => box.bottom)) - Math.min(...bars.map((box) => box.top));
}"""


# Every button in sight that something else lies over, looked for at its middle and near its edges.
COVERED = """() => {
  const found = [];
  const buttons = document.querySelectorAll(
    ".live__head a, .live-turn button, .live-turn summary, .live-turn a, .live__part--last button");
  for (const button of buttons) {
    const box = button.getBoundingClientRect();
    if (!box.width || !button.checkVisibility()) continue;
    const said = button.textContent.trim() || button.ariaLabel;
    if (box.left < 0 || box.right > innerWidth) found.push(`${said}: off screen`);
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
      const at = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (at && !button.contains(at)) {
        found.push(`${said} under ${at.className}`);
        break;
      }
    }
  }
  return found;
}"""
LARGER = "document.documentElement.style.fontSize = '125%'"


def played(game: Game, *moves: Move) -> Game:
    table_open(game=game, person=game.owner)
    for move in moves:
        seen = LiveTable.objects.get(game=game).sequence
        move_make(game=game, person=game.owner, move=move, seen=seen)
    return game


def one_off() -> Game:
    chosen = replace(open_choices(4), nemesis="umbra-titan")
    game = one_offs.game(choices=chosen, seed="4")
    return played(game, DrawTurn(TurnCard(TurnKind.MAGE, (1,))), *FOES)


def exhausted() -> Game:
    return played(one_off(), *[Life(1, -1)] * 10)


def gravehold_fallen() -> Game:
    return played(one_off(), *[Dial(Whose.GRAVEHOLD, -1)] * 30)


def first_chapter() -> Game:
    campaign = factories.planned_campaign(mages=4)
    return played(factories.game_of_campaign(campaign, 1), DrawTurn(PAIR), Act(1), *FOES)


def later_chapter() -> Game:
    game = factories.plan(factories.played_through(3, mages=4))
    return played(game, DrawTurn(PAIR), Act(1), *FOES)


def melee_of_three() -> Game:
    return duels.under_way(factories.person())


def melee_of_six() -> Game:
    return played(duels.duel(None, *list(catalogue().decks)[:6]))


def hunt_of_four() -> Game:
    places = tuple(
        SeatChoice(name, Role.NEMESIS if seat == 1 else Role.CHARACTER)
        for seat, name in enumerate(relic_games.NAMES[:4], start=1)
    )
    choices = Choices(places, scenario="master-collector")
    game = factories.start_game(person=factories.person(), system=SLUG, choices=choices, seed="5")
    lives = (Turned(seat, HuntDial.LIFE, 5) for seat in (2, 3, 4))
    return played(relic_games.keep(game, 1), Turned(1, HuntDial.INFAMY, 3), *lives)


def hunt_of_five() -> Game:
    """Two nemeses and three characters."""
    game = relic_games.revealed(factories.person())
    lives = (Turned(seat, HuntDial.LIFE, 5) for seat in (3, 4, 5))
    return played(game, Turned(1, HuntDial.INFAMY, 3), *lives)


def hunt_in_the_turn_of_a_nemesis() -> Game:
    game = hunt_of_four()
    return relic_games.move(game, *(TurnEnded(seat) for seat in (2, 3, 4)))


@pytest.mark.parametrize(
    "made",
    [
        *(one_off, exhausted, gravehold_fallen, first_chapter, later_chapter),
        *(hunt_of_four, hunt_of_five, hunt_in_the_turn_of_a_nemesis),
    ],
)
def test_a_full_table_fits_without_scrolling(
    made: Callable[[], Game], browser: Browser, base_url: str
) -> None:
    game = made()
    person = game.owner or factories.keeper_of(game.campaign)
    address, over = base_url + game_url(game, "live"), {}
    for language in LANGUAGES:
        context = browser.new_context(viewport=PHONE, locale=language)
        sign_in(context, person, base_url)
        page = context.new_page()
        page.goto(address)
        over[language] = page.evaluate(OVERLAP)
        context.close()
    assert max(over.values()) <= 0, over


# Rings that are squeezed, or lie over a button beside them.
SQUEEZED = """() => [...document.querySelectorAll(".live-ring")].filter((ring) => {
  const box = ring.getBoundingClientRect();
  const [less, more] = [...ring.parentElement.querySelectorAll("button")]
    .map((button) => button.getBoundingClientRect());
  const isRound = Math.abs(box.width - box.height) < 1;
  const isClear = box.left >= less.right && box.right <= more.left;
  return box.width && !(isRound && isClear);
}).map((ring) => ring.parentElement.ariaLabel)"""


@pytest.mark.parametrize("made", [one_off, later_chapter])
def test_a_dial_is_round_on_a_phone_of_any_width(
    made: Callable[[], Game], browser: Browser, base_url: str
) -> None:
    game = made()
    context = browser.new_context(viewport=PHONE)
    sign_in(context, game.owner or factories.keeper_of(game.campaign), base_url)
    page = context.new_page()
    page.goto(base_url + game_url(game, "live"))
    for width in range(320, 640, 10):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SQUEEZED) == [], width
    context.close()


# Which lives of a duel something else lies over, or are off the screen.
UNSEEN_LIVES = """() => [...document.querySelectorAll(".duel-lives > li")].filter((life) => {
  const box = life.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !life.contains(at);
}).map((life) => life.textContent)"""


def test_of_a_duel_every_life_stays_in_sight(browser: Browser, base_url: str) -> None:
    game = melee_of_three()
    context = browser.new_context(viewport=PHONE, locale="en")
    sign_in(context, game.owner, base_url)
    page = context.new_page()
    page.goto(base_url + game_url(game, "live"))
    assert page.locator(".duel-lives > li").count() == 3
    for way in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {way})")
        assert page.evaluate(UNSEEN_LIVES) == [], way
    context.close()


@pytest.mark.parametrize("made", [one_off, exhausted, first_chapter, melee_of_three, hunt_of_five])
def test_nothing_covers_a_button_on_a_narrow_phone_or_in_larger_text(
    made: Callable[[], Game], browser: Browser, base_url: str
) -> None:
    game = made()
    person = game.owner or factories.keeper_of(game.campaign)
    covered = {}
    for language in LANGUAGES:
        context = browser.new_context(viewport=PHONE, locale=language)
        sign_in(context, person, base_url)
        page = context.new_page()
        page.goto(base_url + game_url(game, "live"))
        for width in (360, 390, 430):
            page.set_viewport_size({"width": width, "height": 800})
            covered[language, width, "as it is"] = page.evaluate(COVERED)
        page.evaluate(LARGER)
        covered[language, 430, "larger"] = page.evaluate(COVERED)
        context.close()
    assert {where: found for where, found in covered.items() if found} == {}


# What of the table cannot be seen on a device without scrolling: off its screen, or cut.
UNSEEN = """() => {
  const found = [];
  if (document.documentElement.scrollHeight > innerHeight) found.push("the page scrolls");
  for (const part of document.querySelectorAll(".live__part:not(:empty)")) {
    const box = part.getBoundingClientRect();
    if (!part.checkVisibility() || !box.height) continue;
    const { part: name } = part.dataset;
    if (box.top < -1 || box.bottom > innerHeight + 1) found.push(`${name} is below or above`);
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name} is beside`);
  }
  for (const button of document.querySelectorAll(".live-turn__taps .button")) {
    const end = (part) => part.getBoundingClientRect().bottom;
    if (end(button) > end(button.closest(".live-turn"))) found.push(`${button.textContent} is cut`);
  }
  return found;
}"""


@pytest.mark.parametrize(
    "made",
    [
        *(one_off, exhausted, first_chapter, melee_of_three, hunt_of_five),
        hunt_in_the_turn_of_a_nemesis,
    ],
)
def test_a_tablet_in_the_middle_and_a_television_show_the_whole_table(
    made: Callable[[], Game], browser: Browser, base_url: str
) -> None:
    game = made()
    context = browser.new_context(viewport=PHONE, locale="en")
    sign_in(context, game.owner or factories.keeper_of(game.campaign), base_url)
    page = context.new_page()
    unseen = {}
    for look, width, height in (("table", 1024, 768), ("screen", 1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{base_url}{game_url(game, 'live')}?look={look}")
        unseen[look] = page.evaluate(UNSEEN)
    context.close()
    assert unseen == {"table": [], "screen": []}


LIFE = ".duellist__life .live-counter__value"
LIVES_IN_SIGHT = """(life) => Array.from(document.querySelectorAll(life))
  .map((life) => life.getBoundingClientRect())
  .filter(({ top, left, bottom, right }) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth).length"""


@pytest.mark.parametrize(("look", "size"), [("table", (1024, 768)), ("screen", (1920, 1080))])
def test_of_six_in_a_melee_every_life_is_in_sight(
    look: str, size: tuple[int, int], browser: Browser, base_url: str
) -> None:
    game = melee_of_six()
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en")
    sign_in(context, game.owner, base_url)
    page = context.new_page()
    page.goto(f"{base_url}{game_url(game, 'live')}?look={look}")
    in_sight = page.evaluate(LIVES_IN_SIGHT, LIFE)
    context.close()
    assert in_sight == 6


# Words on a ground that is nearly as dark: what is large and high in contrast is black on white.
PALE = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => (part / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (part) => {
    const { backgroundColor: own } = getComputedStyle(part);
    return own.endsWith(", 0)") && part.parentElement ? ground(part.parentElement) : own;
  };
  const pale = (part) => {
    const both = [light(getComputedStyle(part).color), light(ground(part))];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05) < 4.5;
  };
  const has_words = (part) =>
    [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.querySelectorAll(".live__parts :is(p, span, b, h2, output, li, dd, dt, a)")]
    .filter((part) => !part.closest(".turn-cards")) // drawn, with a back of their own
    .filter((part) => part.checkVisibility() && has_words(part) && pale(part))
    .map((part) => `${part.className}: ${part.textContent.trim()}`);
}"""


@pytest.mark.parametrize("made", [one_off, melee_of_three, hunt_of_five])
def test_large_and_high_contrast_words_stand_on_white(
    made: Callable[[], Game], browser: Browser, base_url: str
) -> None:
    game = made()
    context = browser.new_context(viewport=PHONE, locale="en")
    sign_in(context, game.owner or factories.keeper_of(game.campaign), base_url)
    page = context.new_page()
    page.goto(base_url + game_url(game, "live"))
    page.evaluate("document.body.classList.add('live--middle')")
    pale = page.evaluate(PALE)
    context.close()
    assert pale == []

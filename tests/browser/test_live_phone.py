"""The scripts of a live game: keys, sounds, reconnecting. Nothing is really sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from campaign.rules.ashes.moves import FirstChosen, PhaseEnded, Wounded
from campaign.rules.ashes.table import RoundPhase
from campaign.services.live import move_make, table_open
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.test_live_streams import HURT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

STREAM = """
window.EventSource = class {
  static OPEN = 1;
  heard = {};
  readyState = 1;
  constructor() { window.stream = this; setTimeout(() => this.onopen()); }
  addEventListener(name, listener) { this.heard[name] = listener; }
  close() { this.readyState = 2; }
};
"""
SOUNDS = """
window.buzzed = [];
window.tones = [];
navigator.vibrate = (pattern) => buzzed.push(pattern);
const node = { connect: (next) => next, start() {}, stop() {} };
const volume = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
window.AudioContext = class {
  resume() {}
  createGain() { return { ...node, gain: volume }; }
  createOscillator() { return { ...node, frequency: { set value(is) { tones.push(is); } } }; }
};
"""
TURN = """([sequence, acting]) => stream.heard.parts({ data: JSON.stringify({
  since: sequence - 1,
  sequence,
  parts: { turn: `<section data-acting="${acting}" data-turn="${sequence}">
    <h2 class="live-turn__who">Turn ${sequence}</h2></section>` },
}) })"""
# Every stream breaks at once, and nobody waits as long as they say.
BROKEN = """
window.delays = [];
const later = window.setTimeout;
window.setTimeout = (work, delay = 0) => {
  if (delay < 250) return later(work, delay);
  delays.push(delay);
  if (delays.length < 7) later(work);
};
const chances = [0, 0.5, 0.25, 0.75, 0, 0.5, 0.99];
Math.random = () => chances.shift();
window.fetch = () => Promise.reject(new TypeError("no network"));
window.EventSource = class {
  static OPEN = 1;
  constructor() { later(() => this.onerror()); }
  addEventListener() {}
  close() {}
};
"""


QUEUED = """() => {
  const { key } = document.querySelector("[data-live]").dataset;
  return localStorage.getItem(`live:${document.body.dataset.holder}:${key}`) ?? "[]";
}"""


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for a condition that no element shows."""
    for _ in range(250):
        if holds():
            return
        page.wait_for_timeout(20)


def opened(page: Page, base_url: str, *scripts: str) -> None:
    """Open a live game of three mages in which one move was made."""
    person = factories.person()
    game = one_offs.game(person, mages=3)
    table_open(game=game, person=person)
    move_make(game=game, person=person, move=HURT)
    sign_in(page.context, person, base_url)
    for script in scripts:
        page.add_init_script(script)
    page.goto(f"{base_url}/g/{game.code}/live")


def test_every_key_makes_its_move(page: Page, base_url: str) -> None:
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        fields = parse_qs(route.request.post_data or "")
        moves = json.loads(fields["moves"][0])
        sent.extend(json.loads(each["move"]) for each in moves)
        answers = [{"token": each["token"], "sequence": 1} for each in moves]
        route.fulfill(json={"answers": answers})

    def press(keys: list[str], all_sent: int) -> None:
        for key in keys:
            page.keyboard.press(key)
        until(page, lambda: len(sent) == all_sent and page.evaluate(QUEUED) == "[]")

    opened(page, base_url, STREAM)
    page.locator("[data-live][data-connected]").wait_for()
    page.route("**/live/move", answer)
    page.locator("#add > summary").click()
    page.locator("#add_name").press("n")  # a letter of a name
    page.locator("h1").click()
    page.keyboard.press("Control+g")
    for keys, all_sent in ((["u"], 1), (["p"], 2), (["d"], 3), (["n", "n", "Shift+G"], 5)):
        press(keys, all_sent)
    press(["g", "n"], 7)
    dial = {"kind": "dial"}
    moves = [
        {"kind": "undo", "of": 1},
        {"kind": "clock", "runs": False, "on": 0},
        {"kind": "draw", "on": 0},
        {**dial, "whose": "nemesis", "by": -2},
        {**dial, "whose": "gravehold", "by": 1},
        {**dial, "whose": "gravehold", "by": -1},
        {**dial, "whose": "nemesis", "by": -1},
    ]
    assert sent == moves


def test_turns_have_sounds_if_they_are_on_for_this_phone(page: Page, base_url: str) -> None:
    opened(page, base_url, STREAM, SOUNDS)
    page.locator("[data-live][data-connected]").wait_for()

    def heard(sequence: int, acting: int) -> tuple[Any, Any]:
        page.evaluate(TURN, [sequence, acting])
        expect(page.locator("[data-announce]")).to_have_text(f"Turn {sequence}")
        taken: tuple[Any, Any] = tuple(page.evaluate("[buzzed.splice(0), tones.splice(0)]"))
        return taken

    page.locator("[data-phone] > summary").click()
    page.locator("[data-i-am]").select_option("3")
    silent: tuple[Any, Any] = ([], [])
    own, nemesis = ([[80, 60, 80]], [660]), ([250], [165])
    assert [heard(2, 3), heard(3, 0)] == [silent, silent]
    page.locator("[data-switch=sound]").check()
    assert page.evaluate("[buzzed.splice(0), tones.splice(0)]") == list(own), "a sample"
    assert [heard(4, 3), heard(5, 1), heard(6, 0)] == [own, silent, nemesis]
    page.locator("[data-switch=sound]").uncheck()
    assert [heard(7, 3), heard(8, 0)] == [silent, silent]


def test_that_moves_wait_to_be_sent_is_said_once(page: Page, base_url: str) -> None:
    opened(page, base_url, STREAM)
    page.locator("[data-live][data-connected]").wait_for()
    page.context.set_offline(True)
    page.locator(".live-counter__less").first.click()
    for _ in range(3):
        page.locator("[data-end]").first.click()
        page.wait_for_timeout(300)
    expect(page.locator("[data-said] p")).to_have_count(1)
    expect(page.locator("[data-said]")).to_contain_text("Moves are waiting to be sent.")
    page.locator("[data-said] button").click()
    expect(page.locator("[data-said] p")).to_have_count(0)


def test_your_own_seat_comes_first(page: Page, base_url: str) -> None:
    person = factories.person()
    sign_in(page.context, person, base_url)
    for game, part in (
        (duels.under_way(person), "seat-2"),
        (relic_games.under_way(person), "board-2"),
    ):
        page.goto(f"{base_url}/g/{game.code}/live")
        page.locator("[data-phone] > summary").click()
        page.locator("[data-i-am]").select_option("2")
        own, other = (page.locator(f"[data-part='{name}']") for name in (part, f"{part[:-1]}1"))
        assert own.bounding_box()["y"] < other.bounding_box()["y"]


def test_nothing_lies_over_the_ending(page: Page, base_url: str) -> None:
    person = factories.person()
    game = duels.duel(person)
    table_open(game=game, person=person)
    for seen, move in enumerate((FirstChosen(2), PhaseEnded(RoundPhase.PREPARATION))):
        move_make(game=game, person=person, move=move, seen=seen)
    sign_in(page.context, person, base_url)
    page.goto(f"{base_url}/g/{game.code}/live")
    page.get_by_role("button", name="Card into play").first.click()
    expect(page.locator("[popover]:popover-open")).to_have_count(1)
    move_make(game=game, person=person, move=Wounded(1, 30), seen=2)  # on another phone
    expect(page.locator(".live-end__on")).to_be_visible()
    expect(page.locator("[popover]:popover-open")).to_have_count(0)


def test_a_phone_reconnects_with_growing_and_random_delays(page: Page, base_url: str) -> None:
    opened(page, base_url, BROKEN)
    until(page, lambda: page.evaluate("delays.length") == 7)
    # 500 ms, doubled up to 6 s, each from half of it to one and a half.
    assert page.evaluate("delays") == [250, 1000, 1500, 5000, 3000, 6000, 8940]

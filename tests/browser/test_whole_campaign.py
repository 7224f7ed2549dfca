"""A campaign by keyboard alone, with an undo and a fork on the way; in `make thorough` to its end.

On every kind of page the first stop leads past the navigation and no way is longer than the page;
whatever has the focus shows it, and every page is reached by its links.
"""

from __future__ import annotations

import re

import pytest

from campaign.models import Campaign
from campaign.selectors import campaigns as selectors
from tests.browser.keyboard import Keyboard

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_plays_takes_a_game_back_and_forks(unseen_keyboard: Keyboard) -> None:
    table = unseen_keyboard
    code = table.start()
    table.plan(1)
    table.result(1, won=False)
    table.settle(1)
    table.plan(2)
    table.result(2, won=True)
    _take_back(table, "Sallow Tide")
    assert len(selectors.campaign_state(Campaign.objects.get(code=code)).games) == 1
    _fork(table)


def _take_back(table: Keyboard, foe: str) -> None:
    """Undo the last game."""
    table.go("history")
    table.go("undo")
    table.says(re.compile(foe))
    table.send()


def _fork(table: Keyboard) -> None:
    """Look back, and fork the story."""
    for path in ("mages", "mages/1", "history", "fork"):
        table.go(path)
    table.write("[name=name]", "The other way")
    table.send()
    fork = Campaign.objects.get(forked_from__code=table.code)
    assert fork.name == "The other way"


@pytest.mark.thorough
def test_a_table_plays_seven_chapters_to_the_end(unseen_keyboard: Keyboard) -> None:
    table = unseen_keyboard
    code = table.start()
    table.says(re.compile("chapter 1", re.IGNORECASE))

    # Chapter 1 goes on, win or lose.
    table.plan(1)
    table.result(1, won=False)
    table.settle(1)

    # Chapter 2 is lost and played again, then won: sections, stickers, the pool of basics.
    table.plan(2)
    table.result(2, won=False)
    table.settle(2, onward=False)
    table.plan(2)
    table.result(3, won=True)
    table.settle(3)

    # Chapter 3, entered as won by mistake: undone, and played as it was.
    table.plan(3)
    table.result(4, won=True)
    _take_back(table, "Warden of Husks")
    assert len(selectors.campaign_state(Campaign.objects.get(code=code)).games) == 3
    table.plan(3)
    table.result(4, won=True)
    table.settle(4, evolve="sticker")

    _fork(table)
    table.page.goto(f"/c/{code}/")

    for chapter, game in ((4, 5), (5, 6), (6, 7), (7, 8)):
        table.plan(chapter)
        table.result(game, won=chapter != 6)
        table.settle(game, evolve="transformed" if chapter == 4 else "")

    table.go()
    state = selectors.campaign_state(Campaign.objects.get(code=code))
    assert state.finished
    assert [game.won for game in state.games] == [False, False, True, True, True, True, False, True]
    assert any(card.evolved_from for card in state.pool)
    assert all(len(mat.stickers) == 5 for mat in state.mats)

"""Three chapters' aftermath, decided page by page by somebody whose browser runs no scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.state import GameStatus
from tests.addresses import game_at
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker.aeons_end.decisions import at, fresh, state, unknown
from tests.tracker.clients import hidden_fields, keeper, member, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db

_OPEN = re.compile(r'<h3><a href="([^"]*)">')


class Table:
    """Somebody at the table, who does whatever the walk asks for first."""

    def __init__(self, campaign: Campaign, client: Client) -> None:
        self.campaign = campaign
        self.client = client
        self.pages: list[str] = []

    def walk(self) -> None:
        """Decide everything that is open."""
        for _step in range(60):
            page = html_of(self.client.get(at(self.campaign)))
            found = _OPEN.search(page)
            if not found:
                break
            url = found[1]
            name = url.removeprefix(at(self.campaign) + "/").split("?")[0]
            self.pages.append(name)
            getattr(self, name.split("/")[0])(url)
        else:
            pytest.fail(f"the walk has no end: {self.pages}")
        fresh(self.campaign)

    def settle(self) -> None:
        """Finish the aftermath."""
        game = factories.last_game(self.campaign)
        data = hidden_fields(self.client, at(self.campaign))
        response = self.client.post(game_at(self.campaign, game, "settle"), data)
        assert response.status_code == 302, text_of(response)
        assert state(self.campaign).games[-1].phase is GameStatus.SETTLED

    def _send(self, url: str, **data: object) -> None:
        response = send(self.client, url, data)
        assert response.status_code == 302, text_of(response)

    def seals(self, url: str) -> None:
        due = re.findall(r'name="due" value="([^"]*)"', html_of(self.client.get(url)))
        self._send(url, due=due)

    def verdict(self, url: str) -> None:
        # The first time the chapter is played again, then the story goes on.
        lost = [game for game in state(self.campaign).games if not game.won]
        self._send(url, onward="no" if len(lost) == 1 else "yes")

    def sections(self, url: str) -> None:
        self._send(url, all="1", letter_Y="Y", letter_I="J")

    def sticker(self, url: str) -> None:
        seat, slot = url.split("/")[-2:]
        kinds = {
            "2a": {"kind": "starter", "name": f"Fife {seat}", "where": "hand", "card_kind": "gem"},
            "2b": {"kind": "ability", "name": f"Veil {seat}", "charges": "4"},
            "3": {"kind": "breach", "breach_turns": str(int(seat) % 4)},
        }
        self._send(url, **kinds[slot])

    def growth(self, url: str) -> None:
        chapter = state(self.campaign).games[-1].chapter
        market = [pile.key for pile in state(self.campaign).market]
        data: dict[str, object] = {"take": ["1", "2"], "banish": market[:2]}
        for place in range(4):
            data[f"name_{place}"] = f"Reed {chapter}.{place}"
            data[f"kind_{place}"] = "spell"
            data[f"cost_{place}"] = str(place + 2)
        self._send(url, **data)

    def pool(self, url: str) -> None:
        now = state(self.campaign)
        missing = list(factories.missing_basics(now, factories.pack_of(self.campaign)))
        rows = [unknown(card.name, card.tier, "minion") for card in missing]
        names = ", ".join(card.name for card in missing)
        self._send(url, names=names, **{k: v for row in rows for k, v in row.items()})

    def evolution(self, url: str) -> None:
        page = html_of(self.client.get(url))
        if "All entered" not in page:
            card = re.search(r'name="card" value="([^"]*)"', page)
            assert card is not None
            again = "free space" in page
            counted = {} if again else {"spaces": "3"}
            self._send(url, card=card[1], happened="sticker", text="Stings.", **counted)
        game = factories.last_game(self.campaign)
        data = {**hidden_fields(self.client, url), "decision": f"evolution:{game}"}
        assert self.client.post(at(self.campaign, "close"), data).status_code == 302


@pytest.mark.parametrize("mages", [2, thorough(1), thorough(4)])
def test_three_chapters_are_walked_through_and_settled(mages: int) -> None:
    campaign = factories.start_campaign(mages=mages)
    table = Table(campaign, member(campaign))
    for won in (True, False, False, True):
        factories.plan(campaign)
        table.walk()  # what comes before the game
        (factories.record_win if won else factories.record_loss)(campaign)
        table.walk()
        table.settle()
    now = state(campaign)
    assert now.ended == 3
    assert [game.chapter for game in now.games] == [1, 2, 2, 3]
    assert now.grown == {1, 2, 3}
    assert len(now.market) == 9
    assert len(now.pool) == {1: 11, 2: 15, 4: 22}[mages]
    assert len(now.sections) == 1 + 7 + 8 + 3
    assert {len(mat.stickers) for mat in now.mats} == {3}
    assert {mat.breaches[-1].number for mat in now.mats} == {"IV"}
    assert {name.split("/")[0] for name in table.pages} == {
        "seals",
        "verdict",
        "sections",
        "sticker",
        "growth",
        "pool",
        "evolution",
    }


def test_what_was_decided_stands_in_the_walk_of_each_game() -> None:
    campaign = factories.start_campaign()
    table = Table(campaign, keeper(campaign))
    for _chapter in range(3):
        factories.plan(campaign)
        factories.record_win(campaign)
        table.walk()
        table.settle()
    first, second, third = (text_of(table.client.get(at(campaign, "", game))) for game in (1, 2, 3))
    assert "Reed 1.1" in first
    assert "Fife 1" not in first
    assert "Fife 1" in second
    assert "15 entries" in third

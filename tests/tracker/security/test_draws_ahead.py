"""What chance has decided and nobody may know yet: hands of a draft, an expedition's next draw.

In a draft every card that is neither open nor a player's own is a canary. An expedition is asked
twice: with another seed for all that is still to come, nothing that anybody is sent may change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Game
from campaign.models.records import new_stamp
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.draws import opened_battle, rewarded
from campaign.rules.aeons_end.expeditions.state import Step
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage
from campaign.rules.core.sheet import plain
from campaign.selectors import ashes as selectors
from campaign.selectors.campaigns import campaign_state
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end import expeditions
from tests.tracker.api.clients import BASE, Program
from tests.tracker.ashes import drafting
from tests.tracker.security.api_table import operations
from tests.tracker.security.canaries import text_of
from tests.tracker.security.site import url_patterns
from tests.tracker.security.test_canaries import EVERYWHERE
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.expeditions.words import expedition_words
from tracker.web import sheet_response

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with what a sheet or a picture is made of."""

    def written(document: Document, _form: object = None) -> bytes:
        return json.dumps([document.title, plain(document.data), document.foot]).encode()

    monkeypatch.setattr(sheet_response, "compile_document", written)


# --- drafts ---


def at_draft(draft: Game) -> Iterator[str]:
    """Yield every address that has the game of a draft in it, and those of everybody."""
    for name, pattern in url_patterns().items():
        address = str(pattern.pattern)
        if address.startswith("g/") and set(pattern.pattern.converters) == {"code"}:
            yield reverse(name, args=[draft.code])
    yield from map(reverse, (*EVERYWHERE, "drafts", "decks", "decks_export"))


def hidden_from(state: DraftState, seat: int | None) -> dict[str, str]:
    """Return the cards that somebody must not know of, with their names; None is no player."""
    dealt = {key for hand in (*state.hands, *state.taken) for key in hand} | set(state.deck)
    known = set(state.revealed)
    if seat is not None:
        known |= {*state.taken[seat - 1]}
        known |= {*state.hands[seat - 1]} if seat in state.waiting_for else set()
    cards = {key: selectors.catalogue().card(state.edition, key) for key in dealt - known}
    return {key: card.name.en for key, card in cards.items() if card is not None}


def named_in(text: str, cards: dict[str, str]) -> set[str]:
    words = {*re.findall(r'(?<=")[^"]*(?=")', text), *re.findall(r"(?<=>)[^<]*(?=<)", text)}
    return {key for key, name in cards.items() if words & {key, name}}


def test_nobody_is_sent_a_hand_of_a_draft_wherever_they_look() -> None:
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy")]
    draft, rng = drafting.begun(*people), Random(3)
    phones = {seat: clients.client_of(person) for seat, person in enumerate(people, start=1)}
    readers = {**phones, None: clients.stranger()}
    programs = {seat: Program(person).client for seat, person in enumerate(people, start=1)}
    reads = [each.path for each in operations() if each.method == "GET" and "{" not in each.path]
    looked, own = set[Stage](), 0
    while (state := drafting.state_of(draft)).stage is not Stage.DONE:
        if state.stage not in looked and len(state.waiting_for) < 3:
            looked.add(state.stage)
            for seat, reader in readers.items():
                cards = hidden_from(state, seat)
                assert len(cards) > 20
                sent = {url: text_of(reader.get(url)) for url in at_draft(draft)}
                if seat in programs:
                    sent |= {path: text_of(programs[seat].get(BASE + path)) for path in reads}
                assert [url for url, text in sent.items() if named_in(text, cards)] == []
                mine = hidden_from(state, None).keys() - cards.keys()
                own += len(named_in(" ".join(sent.values()), hidden_from(state, None)) & mine)
        drafting.move(draft, state, rng)
    assert looked == set(Stage) - {Stage.DONE}
    assert own  # they are shown their own


# --- expeditions ---


def lost_once() -> Campaign:
    """Return an expedition whose first battle was lost, and a gem came."""
    return expeditions.consoled(factories.person("Zuza"))


def won_once() -> Campaign:
    """Return an expedition whose first battle was won, with its reward still to come."""
    campaign = expeditions.begun(factories.person("Zuza"))
    expeditions.end(campaign, Result.WIN)
    return campaign


def at_expedition(campaign: Campaign) -> Iterator[str]:
    """Yield every address that has a campaign or its latest game in it."""
    games = campaign.games.not_withdrawn().order_by("number")
    latest = games.last()
    for name, pattern in url_patterns().items():
        parts, route = set(pattern.pattern.converters), str(pattern.pattern)
        record = {"c/": campaign, "g/": latest}.get(route[:2])
        if record and parts <= {"code", "number"} and not name.endswith("events"):
            given = {"code": record.code, "number": len(games) or 1}
            yield reverse(name, kwargs={part: given[part] for part in parts})
    yield from map(reverse, ("home", "log", "log_csv", "statistics", "account", "export_account"))


def named(campaign: Campaign, client: Client, program: Client) -> dict[str, list[str]]:
    """Return what of its boxes is named by each answer that the keeper is sent, in order."""
    words = expedition_words(campaign)
    keys = (*everything(campaign), *campaign_state(campaign).stock.ranked)
    names = {re.escape(name) for key in keys for name in (key, words.card(key))}
    find = re.compile(rf"\b({'|'.join(sorted(names, key=len, reverse=True))})\b")
    sent = {url: text_of(client.get(url)) for url in at_expedition(campaign)}
    for each in operations():
        path = each.path.replace("{code}", campaign.code)
        if each.method == "GET" and path.startswith("/campaigns/") and "{" not in path:
            sent[path] = text_of(program.get(BASE + path))
    return {url: find.findall(text) for url, text in sent.items()}


def everything(campaign: Campaign) -> list[str]:
    """Return the ids of all that can come."""
    stock = campaign_state(campaign).stock
    by_kind = (*stock.piles.values(), *stock.treasures.values(), *stock.upgraded.values())
    return [*stock.mages, *chain.from_iterable(by_kind)]


def drawn_next(campaign: Campaign) -> Any:
    """Return what the seed draws next: a reward, or a battle."""
    state = campaign_state(campaign)
    return rewarded(state) if state.step is Step.REWARD else opened_battle(state)


@pytest.mark.parametrize("start", [lost_once, won_once])
def test_nothing_tells_what_an_expedition_draws_next(start: Callable[[], Campaign]) -> None:
    campaign = start()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client, program = clients.client_of(keeper), Program(keeper).client
    before, next_before = named(campaign, client, program), drawn_next(campaign)
    assert len(before) > 40
    assert any(before.values())
    campaign.opening["recipe"]["seed"] = "7"
    campaign.stamp = new_stamp()
    campaign.save()
    assert drawn_next(campaign) != next_before
    after = named(campaign, client, program)
    changed = {url: (before[url], after[url]) for url in before if before[url] != after[url]}
    assert not changed

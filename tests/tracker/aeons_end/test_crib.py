"""Rules at a glance of Aeon's End: what a group sees when, and numbers that the engine has too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from django.utils import translation

from campaign.models import Campaign, Game
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.expeditions.state import POINTS
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import Table
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.turn_order import NEMESIS
from campaign.rules.core.live import Move
from campaign.selectors.games import sheet_for
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tracker.presenters.crib import crib_sections, live_crib
from tracker.systems.aeons_end.crib.boxes import BOXES_CRIB
from tracker.systems.aeons_end.crib.legacy import LEGACY_CRIB

pytestmark = pytest.mark.django_db

# What no text of chapter 1 may hint at, in the four languages.
SEALED = re.compile(
    r"charge|abilit|evol|transform|breach iv|nemesis token|\blink\b|destroy a breach"
    r"|ładun|zdolno|ewoluc|przemian|brama iv|żeton\w* nemezis|\bwięź"
    r"|capacité|évol|brèche iv|jetons? némésis|\blien\b"
    r"|fähigkeit|entwick|verwand|riss iv|energie|verkettung|nemesis-?marker",
    re.IGNORECASE,
)


def ids_of(campaign: Campaign) -> set[str]:
    game = factories.game_of_campaign(campaign, factories.last_game(campaign))
    return {entry.id for entry in LEGACY_CRIB.shown(game)}


def text_of(game: Game) -> str:
    return "\n".join(f"{entry.title} {entry.text}" for entry in LEGACY_CRIB.shown(game))


@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_chapter_1_hints_at_nothing_sealed(language: str) -> None:
    campaign = factories.planned_campaign()
    game = factories.game_of_campaign(campaign, 1)
    with translation.override(language):
        assert not SEALED.findall(text_of(game))
    assert "steps" not in [section.key for section in crib_sections(game, LEGACY_CRIB)]


def test_the_rules_grow_with_what_a_campaign_has_unlocked() -> None:
    first = ids_of(factories.planned_campaign())
    assert {"l.support", "l.grow", "a.cast"} <= first
    assert first.isdisjoint({"l.evolve", "l.deck", "l.charge", "l.steps", "l.bonus", "l.tokens"})
    third = factories.played_through(3)
    factories.plan(third)
    assert {"l.evolve", "l.transform", "l.deck"} <= ids_of(third)
    last = factories.played_through(6)
    factories.plan(last)
    assert {"l.charge", "l.steps", "l.starter"} <= ids_of(last)


@pytest.mark.parametrize(("mages", "shown"), [(1, {"a.alone", "w.alone"}), (3, {"a.wild"})])
def test_the_number_of_mages_decides(mages: int, shown: set[str]) -> None:
    ids = {entry.id for entry in BOXES_CRIB.shown(one_offs.game(mages=mages))}
    assert ids & {"a.alone", "w.alone", "a.wild", "a.pair"} == shown


def test_only_expeditions_speak_of_barracks() -> None:
    one_off = {entry.id for entry in BOXES_CRIB.shown(one_offs.game())}
    assert not any(key.startswith("x.") for key in one_off)
    campaign = expeditions.begun(factories.person())
    expeditions.set_up(campaign)
    shown = {entry.id for entry in BOXES_CRIB.shown(factories.game_of_campaign(campaign, 1))}
    assert {"x.nine", "x.mages", "x.win", "x.tries", "x.points"} <= shown
    assert shown.isdisjoint({"x.pockets", "x.treasure", "x.upgraded", "x.five"})


def keys_at(game: Game, moves: Iterable[Move]) -> list[str]:
    table = LIVE.table(LIVE.begin(sheet_for(game)))
    for move in moves:
        table = LIVE.apply(table, LIVE.decide(table, move, Random(1)), 0)
    shown = live_crib(game, table)
    assert shown is not None
    return [section.key for section in shown.sections]


def test_every_phase_shows_its_own_rules() -> None:
    game = one_offs.game()
    first: Table = LIVE.table(LIVE.begin(sheet_for(game)))
    mage = DrawTurn(next(card for card in first.next_cards if card != NEMESIS))
    minion = Enter(NemesisKind.MINION, tokens=5, drawn=False)
    cases: dict[tuple[Move, ...], list[str]] = {
        (): ["turn", "any"],
        (mage,): ["casting", "main", "drawing", "turn", "any"],
        (DrawTurn(NEMESIS),): ["nemesis-draw", "nemesis", "any"],
        (minion, DrawTurn(NEMESIS)): ["nemesis-main", "nemesis", "any"],
        (mage, Life(1, -10)): ["steps", "any"],
        (Dial(Whose.GRAVEHOLD, -30),): ["end", "any"],
    }
    assert {moves: keys_at(game, moves) for moves in cases} == cases


def test_the_wild_card_is_explained_when_it_comes() -> None:
    game = one_offs.game(mages=3)
    table: Table = LIVE.table(LIVE.begin(sheet_for(game)))
    wild = next(card for card in table.next_cards if len(card.seats) == 3)
    assert keys_at(game, [DrawTurn(wild)]) == ["choosing", "any"]


def numbers(key: str) -> list[int]:
    crib: Any = next(each for each in BOXES_CRIB.entries if each.id == key)
    with translation.override("en"):
        return [int(number) for number in re.findall(r"\d+", str(crib.text))]


def test_the_numbers_are_those_of_the_engine() -> None:
    pack: Any = get_pack("aeons-end-war-eternal")
    basics = [n for m in (1, 2, 3, 4) for n in (m, *pack.basics_by_mages[m])]
    assert numbers("w.deck") == [1, *basics]
    assert numbers("x.points") == list(POINTS) + [0] * (4 - len(POINTS))

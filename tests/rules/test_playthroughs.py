"""The rulebook's examples and a whole campaign, as files of plain values.

Between the facts of a file stand expectations: about the campaign as it stands after those facts.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.rules.aeons_end.legacy.decisions import next_step
from campaign.rules.aeons_end.legacy.facts import FACTS, Seat, Story
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import State, knowing
from campaign.rules.aeons_end.nemesis_deck import tier_counts
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.aeons_end.turn_order import TurnDeck, TurnKind, act, turn_cards
from campaign.rules.core.keys import is_typed
from campaign.rules.core.serialize import from_plain, to_plain
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.chances import draw
from tests.rules.packs import legacy

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.json"))
Expected = dict[str, str]

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def told(path: Path) -> Iterator[tuple[Story, Expected]]:
    """Yield the story fact by fact, each time with what the file expects then."""
    file: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    story = Story(tuple(from_plain(Seat, seat) for seat in file["seats"]))
    for game in file["games"]:
        for entry in game["facts"]:
            if "expect" in entry:
                yield story, entry["expect"]
                continue
            says = {key: value for key, value in entry.items() if key != "kind"}
            fact = from_plain(FACTS[entry["kind"]], says)
            assert to_plain(fact) == says
            story = story.with_fact(game["number"], fact)
            yield story, {}


def whole(path: Path) -> Story:
    return [story for story, _expected in told(path)][-1]


def listed(values: list[str]) -> str:
    return "; ".join(values)


def nemesis(state: State) -> str:
    found = sheet(state).body.nemesis
    return f"{found.name} {found.life}"


def sheet(state: State) -> SetupSheet:
    return setup_sheet(state, legacy())


def turn_order(state: State, _what: str) -> str:
    cards = sheet(state).as_dict()["turn_order"]
    return listed([f"{card['card']} x{card['count']}" for card in cards])


def step(state: State, _what: str) -> str:
    found = next_step(state, legacy())
    decisions = listed([decision.key for decision in found.decisions])
    return f"{found.kind} {found.chapter} {decisions}".strip()


def nemesis_deck(state: State, _what: str) -> str:
    nemesis = sheet(state).body.nemesis
    if nemesis.by_story:
        return "by story"
    return f"{nemesis.total}: " + " ".join(str(tier.total) for tier in nemesis.tiers)


def hand(state: State, seat: str) -> str:
    return listed([card.name for card in sheet(state).body.mages[int(seat) - 1].hand])


def deck(state: State, seat: str) -> str:
    return listed([card.name for card in sheet(state).body.mages[int(seat) - 1].deck])


def breaches(state: State, seat: str) -> str:
    found = sheet(state).body.mages[int(seat) - 1].breaches
    return listed([f"{b.number} {b.open_cost or b.state}" for b in found])


def ability(state: State, seat: str) -> str:
    mage = sheet(state).body.mages[int(seat) - 1]
    return f"{mage.ability.name} {mage.ability.charges}" if mage.ability else ""


def sticker_count(state: State, key: str) -> str:
    (card,) = [card for card in state.pool if card.key == key]
    return str(len(card.stickers))


FINDS: dict[str, Callable[[State, str], str]] = {
    "next": step,
    "turn-order": turn_order,
    "pair-tokens": lambda state, _: str(sheet(state).body.pair_tokens),
    "nemesis": lambda state, _: nemesis(state),
    "nemesis-deck": nemesis_deck,
    "market": lambda state, _: listed([pile.key for pile in state.market]),
    "market-size": lambda state, _: str(len(state.market)),
    "banished": lambda state, _: listed([pile.key for pile in state.banished]),
    "basics": lambda state, _: " ".join(map(str, tier_counts(state.pool))),
    "retired": lambda state, _: listed([card.key for card in state.gone.values()]),
    "sticker-count": sticker_count,
    "hand": hand,
    "deck": deck,
    "breaches": breaches,
    "ability": ability,
    "sections": lambda state, _: " ".join(section.letter for section in state.sections.values()),
}


@each_file
def test_the_campaign_is_as_the_file_expects(path: Path) -> None:
    checked = 0
    for story, expected in told(path):
        state = replay(story, legacy()) if expected else None
        for asked, value in expected.items():
            assert state is not None
            what, _, about = asked.partition(" ")
            assert FINDS[what](state, about) == value, asked
            checked += 1
    assert checked > 2


@each_file
def test_a_file_gives_away_nothing_beyond_chapter_one(path: Path) -> None:
    story = whole(path)
    state = replay(story, legacy())
    open_from_the_start = knowing(replay(story.until(0), legacy()), legacy())
    named = state.recorded_keys()
    assert all(is_typed(key) or key in open_from_the_start for key in named)


def test_a_pairs_token_goes_out_with_the_first_card_and_comes_back_with_the_second() -> None:
    story = whole(FILES[0].with_name("four_mages_in_pairs.json"))
    pairs = replay(story.until(1), legacy()).games[0].pairs
    assert pairs is not None
    turns = TurnDeck(turn_cards(4, pairs=pairs))
    thrud, ramzel = 3, 4
    rng = Random(2)
    tokens: list[frozenset[int]] = []
    while not turns.round_over:
        card, turns = draw(turns, rng)
        if card.kind is TurnKind.NEMESIS:
            continue
        if card.seats == (thrud, ramzel):
            actor = thrud if not tokens else ramzel
            assert turns.may_act == ((thrud, ramzel) if not tokens else (ramzel,))
            turns = act(turns, actor)
            tokens.append(turns.tokens & {thrud, ramzel})
        else:
            turns = act(turns, turns.may_act[0])
    assert tokens == [{thrud}, set()]

"""The rulebook's examples and a whole campaign, as files in the notation.

A line ``# expect …`` in a file is about the campaign as it stands at that line.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from campaign.rules.aeons_end.legacy.decisions import next_step
from campaign.rules.aeons_end.legacy.notation import read, write
from campaign.rules.aeons_end.legacy.replay import replay
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import State, knowing
from campaign.rules.aeons_end.nemesis_deck import tier_counts
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.aeons_end.turn_order import TurnDeck, TurnKind, act, draw, legacy_deck, may_act
from campaign.rules.core.keys import is_typed
from tests.rules.packs import legacy

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
EXPECT = "# expect "


def expectations() -> list[tuple[str, int, str]]:
    """Find every expectation: the file, the line and what it says."""
    return [
        (path.stem, number, line.strip().removeprefix(EXPECT))
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.strip().startswith(EXPECT)
    ]


def listed(values: list[str]) -> str:
    return "; ".join(values)


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
    nemesis = sheet(state).nemesis
    if nemesis.by_story:
        return "by story"
    return f"{nemesis.total}: " + " ".join(str(tier.total) for tier in nemesis.tiers)


def hand(state: State, what: str) -> str:
    seat = what.split()[0]
    cards = sheet(state).mages[int(seat) - 1].hand
    return f"{seat} {listed([card.name for card in cards])}"


def deck(state: State, what: str) -> str:
    seat = what.split()[0]
    cards = sheet(state).mages[int(seat) - 1].deck
    return f"{seat} {listed([card.name for card in cards])}"


def breaches(state: State, what: str) -> str:
    seat = what.split()[0]
    found = sheet(state).mages[int(seat) - 1].breaches
    return f"{seat} {listed([f'{b.number} {b.open_cost or b.state}' for b in found])}"


def ability(state: State, what: str) -> str:
    seat = what.split()[0]
    mage = sheet(state).mages[int(seat) - 1]
    return f"{seat} {mage.ability} {mage.charges}"


def sticker_count(state: State, what: str) -> str:
    key = what.rpartition(" ")[0]
    (card,) = [card for card in state.pool if card.key == key]
    return f"{key} {len(card.stickers)}"


FINDS: dict[str, Callable[[State, str], str]] = {
    "next": step,
    "turn-order": turn_order,
    "pair-tokens": lambda state, _: str(sheet(state).pair_tokens),
    "nemesis": lambda state, _: f"{sheet(state).nemesis.name} {sheet(state).nemesis.life}",
    "nemesis-deck": nemesis_deck,
    "market": lambda state, _: listed([pile.key for pile in state.market]),
    "market-size": lambda state, _: str(len(state.market)),
    "banished": lambda state, _: listed([pile.key for pile in state.banished]),
    "basics": lambda state, _: " ".join(map(str, tier_counts(state.pool))),
    "retired": lambda state, _: listed([card.key for card in state.retired]),
    "sticker-count": sticker_count,
    "hand": hand,
    "deck": deck,
    "breaches": breaches,
    "ability": ability,
    "sections": lambda state, _: " ".join(section.letter for section in state.sections),
}


@pytest.mark.parametrize(
    ("file", "line", "expected"), expectations(), ids=lambda value: str(value)[:40]
)
def test_the_campaign_is_as_the_file_expects(file: str, line: int, expected: str) -> None:
    lines = (FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    state = replay(read("\n".join(lines[:line])), legacy())
    what, _, value = expected.partition(" ")
    assert FINDS[what](state, value) == value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_written_as_the_notation_writes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = [line for line in text.splitlines() if not line.strip().startswith("#")]
    story = read(text)
    assert write(story) == "\n".join(plain) + "\n"
    assert read(write(story)) == story
    replay(story, legacy())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_gives_away_nothing_beyond_chapter_one(path: Path) -> None:
    story = read(path.read_text(encoding="utf-8"))
    state = replay(story, legacy())
    open_from_the_start = knowing(replay(story, legacy(), until=0), legacy())
    named = state.recorded_keys()
    assert all(is_typed(key) or key in open_from_the_start for key in named)


def test_a_pairs_token_goes_out_with_the_first_card_and_comes_back_with_the_second() -> None:
    story = read((FOLDER / "four_mages_in_pairs.txt").read_text(encoding="utf-8"))
    pairs = replay(story, legacy(), until=1).games[0].pairs
    assert pairs is not None
    turns = TurnDeck(legacy_deck(4, pairs))
    thrud, ramzel = 3, 4
    rng = Random(2)
    tokens: list[frozenset[int]] = []
    while not turns.round_over:
        card, turns = draw(turns, rng)
        if card.kind is TurnKind.NEMESIS:
            continue
        if card.seats == (thrud, ramzel):
            actor = thrud if not tokens else ramzel
            assert may_act(turns, card) == ((thrud, ramzel) if not tokens else (ramzel,))
            turns = act(turns, card, actor)
            tokens.append(turns.tokens & {thrud, ramzel})
        else:
            turns = act(turns, card, may_act(turns, card)[0])
    assert tokens == [{thrud}, set()]

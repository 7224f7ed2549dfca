"""Many random set-ups and expeditions, held against the tables of the rulebooks.

``python -m tests.rules.aeons_end.many 10000 2000``; `make thorough` takes fewer. The numbers
here are copied from the books' tables, not taken from the engine.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.expeditions.setup import setup_sheet
from campaign.rules.aeons_end.expeditions.state import State
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.rules.aeons_end.one_off.setup import Drawn, resolve
from campaign.rules.aeons_end.sheet import SetupSheet
from tests.rules.aeons_end.expeditions.rambler import Ramble, check_sizes
from tests.rules.packs import series, war_eternal

BASICS = {1: (1, 3, 7), 2: (3, 5, 7), 3: (5, 6, 7), 4: (8, 7, 7)}  # WE 10
TOTALS = {1: 20, 2: 24, 3: 27, 4: 31}
LIVES = {  # WE 20: mages, Gravehold, change of the nemesis' life
    "beginner": (12, 35, -10),
    "normal": (10, 30, 0),
    "expert": (10, 30, 0),
    "extinction": (8, 25, 10),
}
MARKET = {"gem": (3, 7), "relic": (2, 5), "spell": (4, 5)}  # piles, cards of a pile: WE 11


def player_cards(mages: int, solo_cards: int) -> int:
    """Return how many turn-order cards the players have (WE 8, 20)."""
    return {1: solo_cards}.get(mages, 4)


def random_setup(rng: Random) -> tuple[Choices, Drawn]:
    """Draw a table of War Eternal by any options."""
    mages = rng.randint(1, 4)
    choices = Choices(
        (SeatChoice(),) * mages,
        difficulty=rng.choice(sorted(LIVES)),
        paired=mages == 4 and rng.random() < 0.5,
        partner=rng.randint(2, 4),
        solo_cards=rng.choice((3, 4)) if mages == 1 else 3,
        solo_life=rng.choice((None, 10, 12, 15)) if mages == 1 else None,
        deck_out=rng.choice(list(DeckOutTiming)),
    )
    return choices, resolve(war_eternal(), choices, rng)


def check_setup(choices: Choices, drawn: Drawn) -> None:
    """Hold a table against the book."""
    mages = len(choices.places)
    life, gravehold, change = LIVES[choices.difficulty]
    assert {mat.life for mat in drawn.mats} == {choices.solo_life or life}
    assert len({mat.mage for mat in drawn.mats}) == mages
    assert drawn.gravehold_life == gravehold
    printed = drawn.nemesis.life
    assert drawn.nemesis_life == (printed if printed is None else printed + change)
    kinds = Counter(str(card.kind) for card in drawn.turn_cards)
    assert kinds.pop("nemesis") == 2
    assert sum(kinds.values()) == player_cards(mages, choices.solo_cards)
    assert kinds["wild"] == (mages == 3)
    assert kinds["pair"] == (4 if choices.paired else 0)
    assert tuple(len(tier) for tier in drawn.basics) == BASICS[mages]
    assert sum(tier.total for tier in drawn.tiers) == TOTALS[mages]
    assert [tier.own for tier in drawn.tiers] == [3, 3, 3]
    assert len({card.id for card in drawn.market}) == 9
    for kind, (piles, copies) in MARKET.items():
        found = [card for card in drawn.market if card.kind == kind]
        assert len(found) == piles
        assert {card.copies for card in found} == {copies}


def check_battle(state: State, sheet: SetupSheet) -> None:
    """Hold the sheet and the live table of an expedition's latest try against the book."""
    body, game = sheet.body, state.tries[-1]
    assert body.battle is not None
    mages = len(game.choices.places)
    assert (body.gravehold_life, {mage.life for mage in body.mages}) == (30, {10})
    counts = Counter({turn.card: 0 for turn in body.turn_order})
    for turn in body.turn_order:
        counts[turn.card] += turn.count
    assert counts.pop("unleash", 0) == body.battle.unleash_card
    assert counts.pop("nemesis") == 2 - body.battle.unleash_card
    assert sum(counts.values()) == player_cards(mages, 3)
    assert tuple(tier.basic for tier in body.nemesis.tiers) == BASICS[mages]
    assert body.nemesis.total == TOTALS[mages]
    assert len(body.market) == 9
    start = LIVE.begin(sheet)
    assert len(start.turn_cards) == player_cards(mages, 3) + 2
    assert start.deck == tuple(3 + basic for basic in BASICS[mages])


def check_setups(count: int, seed: int = 0) -> Counter[str]:
    """Draw and check so many tables; return how many there were of each size."""
    seen: Counter[str] = Counter()
    for number in range(count):
        choices, drawn = random_setup(Random(f"{seed} {number}"))
        check_setup(choices, drawn)
        seen[f"{len(choices.places)} mages"] += 1
    return seen


def check_expeditions(count: int, seed: int = 0) -> Counter[str]:
    """Play and check so many expeditions; return what happened."""
    seen: Counter[str] = Counter()
    for number in range(count):
        ramble = Ramble(Random(f"{seed} {number}")).go()
        story, pack = ramble.told.story, series()
        for game in story.games:
            state = RULES.replay(story.until(game), pack)
            check_sizes(state)
            sheet = setup_sheet(state, pack)
            check_battle(state, sheet)
            seen["tries"] += 1
            seen[f"{len(sheet.body.mages)} mages"] += 1
            seen["unleash cards"] += (
                sheet.body.battle is not None and sheet.body.battle.unleash_card
            )
        seen["expeditions"] += 1
    return seen


if __name__ == "__main__":
    setups, expeditions = map(int, sys.argv[1:3])
    print("set-ups:", dict(check_setups(setups)))  # noqa: T201 # a command
    print("expeditions:", dict(check_expeditions(expeditions)))  # noqa: T201

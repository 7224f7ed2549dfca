"""Carry an expedition on after an early entry was corrected.

What was drawn later stays as it was, wherever it still fits. What does not is drawn again with the
generator of its own draw; where a group had chosen a thing that another one took the place of, it
has that one instead. A battle that was fought stays the same battle against the same nemesis.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.battle import Choices
from campaign.rules.aeons_end.expeditions.draws import found, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Found, Planned, Played, Rewarded
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.state import State
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import RulesError
from campaign.rules.core.story import Story, retroactive


def carried_on(before: Story[Any], corrected: Story[Any], pack: Series) -> Story[Any]:
    """Return the corrected story with everything that was drawn later made to fit it.

    ``before`` has the same facts in the same places. What cannot be made to fit stays as it is: a
    replay then names it.
    """
    state = RULES.begin(pack, corrected.seats, corrected.opening)
    instead: dict[str, str] = {}
    games: dict[int, tuple[Fact, ...]] = {}
    for number, facts in corrected.games.items():
        new: list[Fact] = []
        fought = any(isinstance(fact, Played) for fact in facts)
        for old, fact in zip(before.games[number], facts, strict=True):
            kept = fact if fact is not old else _fitting(state, pack, number, fact, instead)
            if fought and not _same_battle(old, kept):
                kept = old
            instead.update(_replaced(state.stock, old, kept))
            state = RULES.apply(state, pack, kept)
            new.append(kept)
        games[number] = tuple(new)
    return replace(corrected, games=games)


def _fitting(
    state: State, pack: Series, number: int, fact: Fact, instead: Mapping[str, str]
) -> Fact:
    """Return a fact with what took the place of others; drawn again if it does not fit then."""
    if isinstance(fact, Planned):
        fact = replace(fact, choices=_chosen_again(fact.choices, instead))
    if not retroactive(RULES.problems(state, pack, number, fact)):
        return fact
    try:
        match fact:
            case Planned():
                return planned(state, pack, fact.choices, reason=fact.reason)
            case Rewarded():
                return rewarded(state, chosen=fact.chosen, level=fact.level, onward=fact.onward)
            case Found():
                return found(state)
    except RulesError:
        return fact
    return fact


def _same_battle(old: Fact, new: Fact) -> bool:
    """Say whether a set-up is still of the same battle against the same nemesis."""
    match old, new:
        case Planned(), Planned():
            return (old.node, old.drawn.nemesis) == (new.node, new.drawn.nemesis)
    return True


def _chosen_again(choices: Choices, instead: Mapping[str, str]) -> Choices:
    def those(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(instead.get(key, key) for key in keys)

    places = tuple(
        replace(
            place,
            mage=instead.get(place.mage, place.mage),
            treasures=those(place.treasures),
        )
        for place in choices.places
    )
    return replace(
        choices, places=places, piles=those(choices.piles), treasures=those(choices.treasures)
    )


def _replaced(stock: Stock, old: Fact, new: Fact) -> Iterator[tuple[str, str]]:
    """Yield what a draw brought before, each with what it brings instead."""
    match old, new:
        case (Rewarded(came=was), Rewarded(came=now)) | (Found(came=was), Found(came=now)):
            for before, after in _alike(stock, was, now):
                gone = [key for key in before if key not in after]
                came = [key for key in after if key not in before]
                yield from zip(gone, came, strict=False)


def _alike(stock: Stock, was: Came, now: Came) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield what came of each kind, before and now; any pile can take the place of another."""
    yield was.mages, now.mages
    yield was.piles, now.piles
    levels = sorted({stock.level_of(key) for key in (*was.treasures, *now.treasures)})
    for level in levels:
        yield (
            [key for key in was.treasures if stock.level_of(key) == level],
            [key for key in now.treasures if stock.level_of(key) == level],
        )

"""Expeditions as a kind of campaign: the system's interface."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.facts import FACTS, ONCE_PER_GAME, Planned
from campaign.rules.aeons_end.expeditions.plays import expedition_plays
from campaign.rules.aeons_end.expeditions.recipe import Outfit
from campaign.rules.aeons_end.expeditions.rewards import unknown_problems
from campaign.rules.aeons_end.expeditions.route import route_faults
from campaign.rules.aeons_end.expeditions.setup import setup_sheet
from campaign.rules.aeons_end.expeditions.state import ExpeditionFact, State, first_state
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES, FIRST_PILES, stock_of
from campaign.rules.core import entries
from campaign.rules.core.facts import Fact, Noted
from campaign.rules.core.problems import Problem, not_overruled
from campaign.rules.core.story import ReplayError, Story
from campaign.rules.core.system import CampaignRules


@dataclass(frozen=True, slots=True)
class NoSeat:
    """There is no party that stays."""


class ExpeditionRules(CampaignRules[Series, Any, State]):
    """Expeditions: who plays, and with which mage, is said for each try."""

    seat = NoSeat
    facts: Mapping[str, type[Fact]] = FACTS
    once_per_game = ONCE_PER_GAME
    opening = Outfit
    setup_sheet = staticmethod(setup_sheet)
    plays = staticmethod(expedition_plays)

    def begin(self, pack: Series, seats: tuple[Any, ...], opening: Any = None) -> State:
        """Return the state before the first try, or raise ``ReplayError`` for a wrong opening."""
        problems = (*self.party_problems(pack, seats), *self.opening_problems(pack, opening))
        if problems or opening is None:
            raise ReplayError(problems, game=0, index=0, fact=None)
        return first_state(pack, opening)

    def problems(self, state: State, pack: Series, game: int, fact: Fact) -> tuple[Problem, ...]:
        """Return every problem of a fact that its reason does not overrule."""
        latest = len(state.tries)
        problems: list[Problem] = []
        if isinstance(fact, Planned):
            if game != latest + 1:
                numbers = {"expected": latest + 1, "actual": game}
                problems.append(Problem("plan.game_number", numbers))
        elif not latest or game != latest:
            return (Problem("game.not_there", {"game": game}),)
        if isinstance(fact, Noted):
            problems += [] if fact.text.strip() else [Problem("note.empty", path="text")]
        else:
            problems += cast(ExpeditionFact, fact).problems(state, pack)
        return not_overruled(problems, fact.reason)

    def apply(self, state: State, pack: Series, fact: Fact) -> State:
        if isinstance(fact, Noted):
            return state  # a note is for people
        return cast(ExpeditionFact, fact).apply(state, pack)

    def party_problems(self, _pack: Series, seats: tuple[Any, ...]) -> tuple[Problem, ...]:
        """Return a problem for a party: an expedition has none that stays."""
        return (Problem("party.seats", {"seats": ()}, "seats"),) if seats else ()

    def opening_problems(self, pack: Series, opening: Any) -> tuple[Problem, ...]:
        """Return everything that is wrong with the start of an expedition as it was drawn."""
        if not isinstance(opening, Outfit):
            return (Problem("expedition.no_opening"),)
        return (*entries.entry_problems(opening), *_outfit_problems(pack, opening))

    def as_set_up(self, story: Story[Any], _pack: Series, game: int) -> Story[Any]:
        """Return the story as it was when a try was set up: planned."""
        planned = tuple(fact for fact in story.games[game] if isinstance(fact, Planned))
        return replace(story, games={**story.until(game).games, game: planned})


def _outfit_problems(pack: Series, outfit: Outfit) -> Iterator[Problem]:
    recipe, came = outfit.recipe, outfit.came
    if recipe.route is None or any(route_faults(recipe.route)):
        yield Problem("expedition.no_variant", {"variant": recipe.variant}, "variant")
    unknown = tuple(box for box in recipe.boxes if box not in pack.boxes)
    if unknown:
        yield Problem("one_off.box_unknown", {"boxes": unknown}, "boxes")
    if not 1 <= len(outfit.players) <= FIRST_MAGES:
        size = {"least": 1, "most": FIRST_MAGES, "actual": len(outfit.players)}
        yield Problem("party.size", size, "players")
    stock = stock_of(pack, recipe.boxes)
    yield from unknown_problems(stock, came)
    if len(set(came.keys)) != len(came.keys):
        yield Problem("expedition.twice", {"names": came.keys}, "came")
    kinds = [stock.kind_of(pile) for pile in came.piles]
    named = recipe.route is not None and recipe.route.start is not None
    if not named and {kind: kinds.count(kind) for kind in FIRST_PILES} != FIRST_PILES:
        yield Problem("expedition.reward_size", {}, "came")
    if len(came.mages) != FIRST_MAGES:
        yield Problem("expedition.reward_size", {}, "came")


RULES = ExpeditionRules()

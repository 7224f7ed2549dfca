"""The first battle of a new expedition, without a database: for the command line."""

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.draws import outfitted, planned
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.setup import setup_sheet
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.story import Story


def first_battle(pack: Series, recipe: Recipe, players: int, *, language: str = "en") -> SetupSheet:
    """Return the sheet of the first battle, with the first mages and all nine piles."""
    story: Story[None] = Story((), opening=outfitted(pack, recipe, ("",) * players))
    state = RULES.replay(story, pack)
    plan = planned(state, pack, suggested_choices(state))
    return setup_sheet(RULES.replay(story.with_fact(1, plan), pack), pack, language=language)

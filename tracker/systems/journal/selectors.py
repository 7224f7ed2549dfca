"""Reads of journals, in their own types."""

from campaign.models import Campaign, Game
from campaign.rules.journal.state import GameState, State
from campaign.selectors.campaigns import campaign_facts, campaign_state

__all__ = ["campaign_facts"]


def journal_state(campaign: Campaign, *, after: int | None = None) -> State:
    """Return the state of a journal, now or after a game."""
    state: State = campaign_state(campaign, after=after)
    return state


def game_state(game: Game) -> GameState:
    """Return a game of a journal."""
    if game.campaign is None or game.number is None:
        raise TypeError("A one-off game is no game of a journal.")
    return journal_state(game.campaign).games[game.number - 1]

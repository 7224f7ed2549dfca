"""Let everybody's win rates count a finished game, or take that back."""

from campaign.models import CountedGame, Game
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.live import is_closed
from campaign.selectors.seeing import game_setup


def game_count(*, game: Game) -> None:
    """Let everybody's win rates count a game that is over."""
    if not is_closed(game):
        raise RulesError([Problem("duel.not_over")])
    if game_setup(game).chimera is not None:
        raise RulesError([Problem("duel.not_counted")])
    CountedGame.objects.get_or_create(game=game)


def game_uncount(*, game: Game) -> None:
    """Count a game no more for anybody but those who played it."""
    CountedGame.objects.filter(game=game).delete()

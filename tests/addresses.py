"""The addresses of a campaign's games, by their numbers."""

from django.urls import NoReverseMatch, reverse

from campaign.models import Campaign, Game

NO_GAME = "22222222"  # a code that no game has


def game_at(campaign: Campaign, number: int = 1, page: str = "game", *args: object) -> str:
    """Return the address of a page of the game that has a number now."""
    games = Game.objects.not_withdrawn().filter(campaign=campaign, number=number)
    code = games.values_list("code", flat=True).first() or NO_GAME
    return reverse(page, args=[code, *args])


def path_at(campaign: Campaign, path: str) -> str:
    """Return the address of a page: ``mages`` of a campaign, or ``games/2/result`` of a game."""
    kind, _, below = path.partition("/")
    if kind != "games":
        return reverse("campaign", args=[campaign.code]) + path
    number, _, page = below.partition("/")
    return game_at(campaign, int(number)) + page


def page_at(campaign: Campaign, page: str, *args: object) -> str:
    """Return the address of a page of a campaign, or of a game of it, whose number comes first."""
    try:
        return reverse(page, args=[campaign.code, *args])
    except NoReverseMatch:
        number, *more = args
        return game_at(campaign, int(str(number)), page, *more)

"""Games that everybody's win rates count: their owner says so, and takes it back."""

import pytest

from campaign.models import CountedGame, Game, Person
from campaign.selectors.ashes import PUBLIC_LEAST, public_rates
from campaign.services.ashes.counted_games import game_count
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.ashes import duels

pytestmark = pytest.mark.django_db


def counted(game: Game, person: Person, **sent: str) -> int:
    """Send the form of a game; return the status of the answer."""
    return clients.client_of(person).post(f"/g/{game.code}/counted", sent).status_code


def test_only_the_owner_lets_a_game_be_counted_and_takes_it_back() -> None:
    owner, player, stranger = (factories.person(name) for name in ("Ada", "Bo", "Cy"))
    game = duels.played(owner)
    seat_take(game=game, key=game.invite_key, number=2, person=player, name="Bo")
    page = clients.client_of(owner).get(f"/g/{game.code}/").content.decode()
    assert "Count this game in everybody’s win rates" in page
    assert "everybody’s win rates" not in (
        clients.client_of(player).get(f"/g/{game.code}/").content.decode()
    )
    assert counted(game, player, counted="1") == 403
    assert counted(game, stranger, counted="1") == 404
    assert not CountedGame.objects.exists()
    assert counted(game, owner, counted="1") == 302
    assert CountedGame.objects.get().game == game
    counted(game, owner)
    assert not CountedGame.objects.exists()


def test_a_game_that_is_not_over_is_not_counted() -> None:
    owner = factories.person("Ada")
    game = duels.duel(owner)
    assert counted(game, owner, counted="1") == 302
    assert not CountedGame.objects.exists()


def test_from_ten_public_games_on_everybody_sees_win_rates_and_no_names() -> None:
    owner, other = factories.person("Ada"), factories.person("Bo")
    duels.played(other, players=("Mia", "Nell"))
    games = [duels.played(owner, winner=1 + (n % 5 == 0)) for n in range(PUBLIC_LEAST)]
    client = clients.client_of(other)
    for game in games[:-1]:
        game_count(game=game)
    assert public_rates() is None
    assert "All players" not in client.get("/log/statistics").content.decode()
    game_count(game=games[-1])
    rates = public_rates()
    assert rates is not None
    assert rates.games == PUBLIC_LEAST
    assert rates.results["coal-roarkwin", "win"] == 8
    assert rates.won["maeoni-viper", "coal-roarkwin"] == 2
    page = client.get("/log/statistics").content.decode()
    assert "All players: by Phoenixborn" in page
    assert "Bruno" not in page

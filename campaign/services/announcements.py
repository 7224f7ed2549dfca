"""Tell every process that something else is to be seen of a one-off game."""

from django.db import connection, transaction
from django.dispatch import Signal

from campaign.models import Game

CHANGES = "game_changes"  # of PostgreSQL's notifications

changed = Signal()  # sent with the id of a ``game`` after commit, in the process that wrote


def announce_change(game: Game) -> None:
    """Tell of a change after commit, and not what it was: that may be a secret."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANGES, str(game.pk)])
    transaction.on_commit(lambda: changed.send(Game, game=game.pk))

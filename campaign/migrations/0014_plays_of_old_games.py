"""Write the plays of one-off games whose set-up was not stored yet: what was counted of them.

Every other play is written from its game once all migrations are applied (post_migrate).
"""

from typing import Any

from django.db import migrations

WITHOUT_LIFE = frozenset({"hollow-crown"})  # of all nemeses that these games could be played with


def fill(apps: Any, _editor: Any) -> None:
    """Copy results, mages and piles; ``nemesis`` shows nothing where it has no life."""
    games, plays, seats, tags = (
        apps.get_model("campaign", name) for name in ("OneOffGame", "Play", "PlaySeat", "PlayTag")
    )
    old = games.objects.filter(result__in=("win", "loss"), setup=None)
    for game in old.prefetch_related("mages", "piles").iterator(chunk_size=500):
        play = plays.objects.create(
            one_off=game,
            system=game.system,
            played_on=game.played_on,
            minutes=game.minutes,
            result=game.result,
            ending=game.ending,
            against=game.nemesis,
            difficulty=game.difficulty,
        )
        seats.objects.bulk_create(
            seats(
                play=play,
                seat=mage.seat,
                key=mage.key,
                name=mage.name,
                player=mage.player,
                colour=mage.colour,
                result=game.result,
            )
            for mage in game.mages.all()
        )
        has_life = game.nemesis not in WITHOUT_LIFE
        numbers = [("dial", "gravehold", game.gravehold_life)]
        if has_life:
            numbers += [("dial", "nemesis", game.nemesis_life), ("start", "nemesis", 1)]
        tags.objects.bulk_create(
            [
                *(
                    tags(play=play, kind=kind, key=key, number=number)
                    for kind, key, number in numbers
                    if number is not None
                ),
                *(tags(play=play, kind="pile", key=pile.key) for pile in game.piles.all()),
            ]
        )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0013_plays")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

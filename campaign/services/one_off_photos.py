"""Photos of one-off games: add and delete. They leave the game's revision as it is."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from campaign.models import OneOffGame, OneOffPhoto, Person, sizes
from campaign.pictures import Picture, forget_pictures, keeping
from campaign.rules.core.problems import Problem, RulesError
from campaign.services.entries import text_problems
from campaign.services.one_off import SentBefore
from campaign.services.photos import no_room, photo_columns, too_many
from campaign.services.writing import refuse


def one_off_photos_add(
    *,
    game: OneOffGame,
    person: Person | None,
    pictures: Sequence[Picture],
    caption: str = "",
    token: str = "",
) -> list[OneOffPhoto]:
    """Add photos to a game: all of them, or none."""
    refuse(text_problems("token", token, sizes.TOKEN))
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping(pictures) as names, transaction.atomic():
        held = OneOffGame.objects.select_for_update().filter(pk=game.pk).first()
        if held is None:
            raise RulesError([Problem("one_off.not_there")])
        if token and held.photos.filter(token=token).exists():
            raise SentBefore(held)
        refuse(too_many(held.photos.count() + len(pictures)))
        refuse(no_room(person, len(pictures)))
        rows = photo_columns(names, pictures, caption, person)
        return OneOffPhoto.objects.bulk_create(
            OneOffPhoto(game=held, token=token, **row) for row in rows
        )


def one_off_photo_delete(*, photo: OneOffPhoto) -> None:
    """Delete a photo, its files as well."""
    with transaction.atomic():
        OneOffPhoto.objects.filter(pk=photo.pk).delete()
        forget_pictures([photo.name])

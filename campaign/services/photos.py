"""Photos of the table: add, caption, delete. They do not touch the story: no entry gets stale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import (
    Campaign,
    Deed,
    DeedKind,
    Mage,
    OneOffGame,
    OneOffPhoto,
    Person,
    Photo,
    Session,
    TablePhoto,
)
from campaign.pictures import Picture, forget_pictures, keeping
from campaign.rules.core.problems import Problem, RulesError
from campaign.services.writing import AlreadyDone, refuse

PHOTOS_MOST = 24  # of one game
# Of one person, over all games, undone ones and brought in ones too: a disk has an end.
PHOTOS_OF_A_GUEST = 500
PHOTOS_OF_AN_ACCOUNT = 5_000
CAPTION_LONGEST = 140


def photos_add(
    *,
    campaign: Campaign,
    person: Person | None,
    game: int,
    pictures: Sequence[Picture],
    caption: str = "",
    token: str | None = None,
) -> list[Photo]:
    """Add photos to a game: all of them, or none."""
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping(pictures) as names, transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if token and (done := held.deeds.filter(token=token).first()):
            raise AlreadyDone(done)
        session = held.sessions.standing().filter(number=game).first()
        if session is None:
            raise RulesError([Problem("game.not_there", {"game": game})])
        refuse(too_many(session.photos.count() + len(pictures)))
        refuse(no_room(person, len(pictures)))
        _log(held, person, DeedKind.RECORD, game, token)
        rows = photo_columns(names, pictures, caption, person)
        return Photo.objects.bulk_create(Photo(session=session, **row) for row in rows)


def too_many(photos: int) -> Iterator[Problem]:
    """Yield what stands against so many photos of one game."""
    if photos > PHOTOS_MOST:
        yield Problem("photo.too_many", {"most": PHOTOS_MOST}, "pictures")


def no_room(person: Person | None, adding: int) -> Iterator[Problem]:
    """Yield what stands against so many more photos of one person."""
    if person is None or not adding:
        return
    most = PHOTOS_OF_A_GUEST if person.is_guest else PHOTOS_OF_AN_ACCOUNT
    tables = (Photo.objects, OneOffPhoto.objects)
    if sum(table.filter(added_by=person).count() for table in tables) + adding > most:
        yield Problem("photo.no_room", {"most": most}, "pictures")


def photo_columns(
    names: Sequence[str], pictures: Sequence[Picture], caption: str, person: Person | None
) -> Iterator[dict[str, Any]]:
    """Yield what every photo has, whatever game it is of."""
    for name, picture in zip(names, pictures, strict=True):
        yield {
            "name": name,
            "caption": caption.strip()[:CAPTION_LONGEST],
            "width": picture.width,
            "height": picture.height,
            "added_by": person,
        }


def photo_caption(*, photo: TablePhoto, caption: str) -> TablePhoto:
    """Write another line under a photo."""
    photo.caption = caption.strip()[:CAPTION_LONGEST]
    # No save: somebody may have deleted it meanwhile, and then there is nothing to write under.
    type(photo)._default_manager.filter(pk=photo.pk).update(caption=photo.caption)
    return photo


def photo_delete(*, photo: Photo, person: Person | None) -> None:
    """Delete a photo, its files as well."""
    session = photo.session
    with transaction.atomic():
        gone, _rows = Photo.objects.filter(pk=photo.pk).delete()
        if gone:
            _log(session.campaign, person, DeedKind.WITHDRAW, session.number)
        forget_pictures([photo.name])


def photos_inherit(*, session: Session) -> None:
    """Give a game that was just planned the photos of the one that was undone in its place."""
    undone = Photo.objects.filter(
        session__campaign=session.campaign_id, session__number=session.number
    ).exclude(session__withdrawn=None)
    # As many as a game can have; what an older release left beyond that stays where it is.
    fit = list(undone.order_by("added_at", "pk").values_list("pk", flat=True)[:PHOTOS_MOST])
    Photo.objects.filter(pk__in=fit).update(session=session)


def photos_delete(*, session: Session, person: Person | None) -> None:
    """Delete all photos of a game, their files as well."""
    with transaction.atomic():
        for photo in session.photos.select_related("session__campaign"):
            photo_delete(photo=photo, person=person)


def one_off_photos_forget(*, games: QuerySet[OneOffGame]) -> None:
    """Let the files of games go with them, which whoever calls deletes in this transaction."""
    # Held, so that nobody adds a photo meanwhile whose file would stay behind.
    list(games.select_for_update().values_list("pk", flat=True))
    forget_pictures(OneOffPhoto.objects.filter(game__in=games).values_list("name", flat=True))


def picture_names(campaigns: QuerySet[Campaign]) -> list[str]:
    """Return the names of campaigns' pictures: portraits, and photos, of undone games too."""
    photos = Photo.objects.filter(session__campaign__in=campaigns).values_list("name", flat=True)
    portraits = Mage.objects.filter(campaign__in=campaigns).exclude(portrait="")
    return [*photos, *portraits.values_list("portrait", flat=True)]


def _log(
    campaign: Campaign, person: Person | None, kind: DeedKind, game: int, token: str | None = None
) -> None:
    Deed.objects.create(
        campaign=campaign,
        revision=None,
        kind=kind,
        person=person,
        detail=f"photo {game}",
        token=token or None,
    )

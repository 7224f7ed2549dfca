"""Photos of games. They bump no revision, so no form becomes stale."""

from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Campaign, ChangeDetail, ChangeKind, Game, Person, Photo
from campaign.pictures import Picture, picture_remove_on_commit, storing
from campaign.records.own_tables import party_rows
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import text_problems
from campaign.services.locks import lock_game, lock_rows
from campaign.services.writes import AlreadyDone

MAX_PHOTOS = 24  # of one game
# Per person over all games, undone and imported ones included.
PHOTOS_OF_A_GUEST = 500
PHOTOS_OF_AN_ACCOUNT = 5_000
CAPTION_LONGEST = 140


def photos_add(
    *,
    game: Game,
    person: Person | None,
    pictures: Sequence[Picture],
    caption: str = "",
    token: str | None = None,
) -> list[Photo]:
    """Add photos to a game: all of them, or none."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    # Files outside the transaction: if it fails, even on commit, they are removed.
    with storing(pictures) as stored, transaction.atomic():
        held = lock_game(game)
        if token and (done := held.record.changes.filter(token=token).first()):
            raise AlreadyDone(done)
        refuse(photo_problems(held, person, len(pictures)))
        _log(held, person, ChangeKind.RECORD, token)
        return photos_store(game=held, person=person, stored=stored, caption=caption)


def photos_store(
    *, game: Game, person: Person | None, stored: Mapping[str, Picture], caption: str = ""
) -> list[Photo]:
    """Create the rows of photos whose files are stored, in the caller's transaction."""
    return Photo.objects.bulk_create(
        Photo(
            game=game,
            name=name,
            caption=caption.strip()[:CAPTION_LONGEST],
            width=picture.width,
            height=picture.height,
            added_by=person,
        )
        for name, picture in stored.items()
    )


def photo_problems(game: Game, person: Person | None, adding: int) -> Iterator[Problem]:
    """Yield the problems of adding so many photos to a game."""
    if adding and game.photos.count() + adding > MAX_PHOTOS:
        yield Problem("photo.too_many", {"most": MAX_PHOTOS}, "pictures")
    yield from photo_quota_problems(person, adding)


def photo_quota_problems(person: Person | None, adding: int) -> Iterator[Problem]:
    """Yield a problem if adding so many photos would exceed a person's quota."""
    if person is None or not adding:
        return
    most = PHOTOS_OF_A_GUEST if person.is_guest else PHOTOS_OF_AN_ACCOUNT
    if Photo.objects.filter(added_by=person).count() + adding > most:
        yield Problem("photo.no_room", {"most": most}, "pictures")


def photo_caption(*, photo: Photo, caption: str) -> None:
    """Change the caption of a photo."""
    # No save(): it would fail if the photo was deleted meanwhile.
    Photo.objects.filter(pk=photo.pk).update(caption=caption.strip()[:CAPTION_LONGEST])


def photo_delete(*, photo: Photo, person: Person | None) -> None:
    """Delete a photo and its files."""
    with transaction.atomic():
        gone, _rows = Photo.objects.filter(pk=photo.pk).delete()
        if gone:
            _log(photo.game, person, ChangeKind.WITHDRAW)
        picture_remove_on_commit([photo.name])


def photos_inherit(*, game: Game) -> None:
    """Move the photos of an undone game to the one just planned in its place."""
    undone = Photo.objects.filter(game__campaign=game.campaign, game__number=game.number).exclude(
        game__withdrawn=None
    )
    # Up to a game's limit; an older release may have left more.
    fit = list(undone.order_by("added_at", "pk").values_list("pk", flat=True)[:MAX_PHOTOS])
    Photo.objects.filter(pk__in=fit).update(game=game)


def photo_files_remove(*, games: QuerySet[Game]) -> None:
    """Delete the photo files of games on commit; the caller deletes the games."""
    # Locked, so that nobody adds a photo meanwhile whose file would be orphaned.
    lock_rows(games.only("pk"))
    picture_remove_on_commit(Photo.objects.filter(game__in=games).values_list("name", flat=True))


def campaign_files_remove(*, campaign: Campaign) -> None:
    """Delete a campaign's picture files on commit: portraits, and photos of undone games too."""
    photos = Photo.objects.filter(game__campaign=campaign).values_list("name", flat=True)
    picture_remove_on_commit([*photos, *party_rows(campaign).portraits(campaign).values()])


def _log(game: Game, person: Person | None, kind: ChangeKind, token: str | None = None) -> None:
    payload = to_plain(ChangeDetail(photos_of=game.number))
    game.record.changes.create(kind=kind, person=person, payload=payload, token=token or None)

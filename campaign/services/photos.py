"""Pictures of tables and of mages. They are no part of the story, so no entry gets stale."""

from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Campaign, ChangeKind, Game, Mage, Person, Photo
from campaign.pictures import Picture, forget_pictures, keeping
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, or_refuse, refuse
from campaign.rules.core.texts import text_problems
from campaign.services.writing import AlreadyDone

PHOTOS_MOST = 24  # of one game
# Of one person, over all games, undone ones and brought in ones too: a disk has an end.
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
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping(pictures) as stored, transaction.atomic():
        record, held = _hold(game)
        if token and (done := record.changes.filter(token=token).first()):
            raise AlreadyDone(done)
        refuse(photo_problems(held, person, len(pictures)))
        _log(held, person, ChangeKind.RECORD, token)
        return photos_store(game=held, person=person, stored=stored, caption=caption)


def photos_store(
    *, game: Game, person: Person | None, stored: Mapping[str, Picture], caption: str = ""
) -> list[Photo]:
    """Store the rows of photos whose files are stored, in the caller's transaction."""
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
    """Yield what stands against so many more photos of a game."""
    if adding and game.photos.count() + adding > PHOTOS_MOST:
        yield Problem("photo.too_many", {"most": PHOTOS_MOST}, "pictures")
    yield from no_room(person, adding)


def no_room(person: Person | None, adding: int) -> Iterator[Problem]:
    """Yield what stands against so many more photos of one person."""
    if person is None or not adding:
        return
    most = PHOTOS_OF_A_GUEST if person.is_guest else PHOTOS_OF_AN_ACCOUNT
    if Photo.objects.filter(added_by=person).count() + adding > most:
        yield Problem("photo.no_room", {"most": most}, "pictures")


def photo_caption(*, photo: Photo, caption: str) -> None:
    """Write another line under a photo."""
    # No save: somebody may have deleted it meanwhile, and then there is nothing to write under.
    Photo.objects.filter(pk=photo.pk).update(caption=caption.strip()[:CAPTION_LONGEST])


def photo_delete(*, photo: Photo, person: Person | None) -> None:
    """Delete a photo, its files as well."""
    with transaction.atomic():
        gone, _rows = Photo.objects.filter(pk=photo.pk).delete()
        if gone:
            _log(photo.game, person, ChangeKind.WITHDRAW)
        forget_pictures([photo.name])


def photos_inherit(*, game: Game) -> None:
    """Give a game that was just planned the photos of the one that was undone in its place."""
    undone = Photo.objects.filter(
        game__campaign=game.campaign_id, game__number=game.number
    ).exclude(game__withdrawn=None)
    # As many as a game can have; what an older release left beyond that stays where it is.
    fit = list(undone.order_by("added_at", "pk").values_list("pk", flat=True)[:PHOTOS_MOST])
    Photo.objects.filter(pk__in=fit).update(game=game)


def photos_forget(*, games: QuerySet[Game]) -> None:
    """Let the files of games go with them, which whoever calls deletes in this transaction."""
    # Held, so that nobody adds a photo meanwhile whose file would stay behind.
    list(games.select_for_update().values_list("pk", flat=True))
    forget_pictures(Photo.objects.filter(game__in=games).values_list("name", flat=True))


def pictures_forget(*, campaign: Campaign) -> None:
    """Let the files of a campaign go with it: portraits, and photos, of undone games too."""
    photos = Photo.objects.filter(game__campaign=campaign).values_list("name", flat=True)
    forget_pictures([*photos, *campaign.mages.values_list("portrait", flat=True)])


def _hold(game: Game) -> tuple[Campaign | Game, Game]:
    """Lock a game that stands, and before it its campaign; return what counts its changes."""
    if game.campaign_id is not None:
        campaign = Campaign.objects.select_for_update().get(pk=game.campaign_id)
        held = campaign.games.standing().filter(number=game.number).first()
        return campaign, or_refuse(held, Problem("game.not_there", {"game": game.number}))
    alone = Game.objects.select_for_update().filter(pk=game.pk).first()
    held = or_refuse(alone, Problem("one_off.not_there"))
    return held, held


def _log(game: Game, person: Person | None, kind: ChangeKind, token: str | None = None) -> None:
    detail = f"photo {game.number}"
    record = game.campaign or game
    record.changes.create(kind=kind, person=person, detail=detail, token=token or None)


# --- portraits ---


def portrait_set(*, mage: Mage, picture: Picture | None) -> None:
    """Give a mage a portrait, or take it away; the one before it goes for good."""
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping([picture] if picture else []) as stored, transaction.atomic():
        held = Mage.objects.select_for_update().get(pk=mage.pk)
        forget_pictures([held.portrait])
        held.portrait = mage.portrait = next(iter(stored), "")
        held.save(update_fields=["portrait"])

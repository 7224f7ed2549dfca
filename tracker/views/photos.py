"""Photos of the table: sent, shown to who may look, captioned, deleted."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.models import Photo
from campaign.services.photos import photo_caption, photo_delete, photos_add
from tracker.access import Access, Need, campaign_access, session_access
from tracker.forms.keepsakes import CaptionForm, PhotosForm
from tracker.limits import files_of
from tracker.pages import go
from tracker.posting import posted, to_game
from tracker.uploads import picture_response
from tracker.views.games import game_page


@posted(to_game)
def photos(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Add photos to a game."""
    access, session = session_access(request, code, number, Need.RECORD)
    form = PhotosForm(request.POST, files_of(request))
    if form.put(lambda sent: photos_add(game=session, person=access.person, **sent)):
        return _back(request, access, number)
    return game_page(request, access, session, photos_form=form, part="photos", status=422)


@require_safe
def photo(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Hand out a photo."""
    access = campaign_access(request, code)
    return picture_response(request, _photo(access, name).name)


@require_safe
def photo_thumb(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Hand out a photo's thumbnail."""
    access = campaign_access(request, code)
    return picture_response(request, _photo(access, name).name, thumb=True)


@posted(to_game)
def photo_edit(request: HttpRequest, code: str, number: int, name: str) -> HttpResponse:
    """Write another line under a photo."""
    access, _session = session_access(request, code, number, Need.RECORD)
    found = _photo(access, name, game=number)
    write_caption(request, found)
    return _back(request, access, number)


@posted(to_game)
def delete(request: HttpRequest, code: str, number: int, name: str) -> HttpResponse:
    """Delete a photo; deleted already is what was wanted."""
    access, session = session_access(request, code, number, Need.RECORD)
    found = session.photos.filter(name=name).select_related("game__campaign").first()
    if found is not None:
        photo_delete(photo=found, person=access.person)
    return _back(request, access, number)


def write_caption(request: HttpRequest, photo: Photo) -> None:
    """Write what was sent under a photo, or say what is wrong with it."""
    form = CaptionForm(request.POST)
    if form.is_valid():
        photo_caption(photo=photo, caption=form.cleaned_data["caption"])
        return
    for error in form.errors["caption"]:
        messages.error(request, str(error))


def _photo(access: Access, name: str, *, game: int | None = None) -> Photo:
    """Return a photo of a standing game, or nothing at all."""
    photos = Photo.objects.filter(game__campaign=access.campaign, game__withdrawn=None, name=name)
    found = photos.filter(game__number=game).first() if game else photos.first()
    if found is None:
        raise Http404
    return found


def _back(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    if getattr(request, "htmx", False):
        _access, session = session_access(request, access.campaign.code, number)
        return game_page(request, access, session, part="photos")
    url = reverse("game", kwargs={"code": access.campaign.code, "number": number})
    return go(request, f"{url}#photos")

"""Photos of a one-off game: sent, shown to who may see the game, captioned, deleted."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.models import Photo
from campaign.services.photos import photo_delete, photos_add
from tracker.access import Need, OneOffAccess, one_off_access
from tracker.forms.keepsakes import PhotosForm
from tracker.limits import files_of
from tracker.pages import go
from tracker.posting import posted, to_one_off
from tracker.uploads import picture_response
from tracker.views.one_off import game_page
from tracker.views.photos import write_caption


@posted(to_one_off)
def photos(request: HttpRequest, code: str) -> HttpResponse:
    """Add photos to a game."""
    access = one_off_access(request, code, Need.RECORD)
    form = PhotosForm(request.POST, files_of(request))
    if form.put(lambda sent: photos_add(game=access.game, person=access.person, **sent)):
        return _back(request, access)
    return game_page(request, access, photos_form=form, part="photos", status=422)


@require_safe
def photo(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Hand out a photo."""
    return picture_response(request, _photo(one_off_access(request, code), name).name)


@require_safe
def photo_thumb(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Hand out a photo's thumbnail."""
    return picture_response(request, _photo(one_off_access(request, code), name).name, thumb=True)


@posted(to_one_off)
def photo_edit(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Write another line under a photo."""
    access = one_off_access(request, code, Need.RECORD)
    write_caption(request, _photo(access, name))
    return _back(request, access)


@posted(to_one_off)
def delete(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Delete a photo; deleted already is what was wanted."""
    access = one_off_access(request, code, Need.RECORD)
    found = access.game.photos.filter(name=name).first()
    if found is not None:
        photo_delete(photo=found, person=access.person)
    return _back(request, access)


def _photo(access: OneOffAccess, name: str) -> Photo:
    """Return a photo of this game, or nothing at all."""
    found = access.game.photos.filter(name=name).first()
    if found is None:
        raise Http404
    return found


def _back(request: HttpRequest, access: OneOffAccess) -> HttpResponse:
    if getattr(request, "htmx", False):
        return game_page(request, access, part="photos")
    return go(request, f"{reverse('one_off', args=[access.game.code])}#photos")

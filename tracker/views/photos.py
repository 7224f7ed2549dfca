"""Photos of a game: upload, show, caption, delete."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from campaign.rules.core.problems import RulesError
from campaign.services.photos import photo_caption, photo_delete, photos_add
from campaign.services.writes import AlreadyDone
from tracker.forms.notes_photos import CaptionForm, PhotosForm
from tracker.people.access import Need, game_access
from tracker.people.limits import files_of
from tracker.pictures.uploads import picture_response
from tracker.views.games import back_to_part, game_page
from tracker.web.entries import INVALID, Refusal
from tracker.web.post_only import posted, to_game


@posted(to_game)
def photos(request: HttpRequest, code: str) -> HttpResponse:
    """Add photos to a game."""
    access, game = game_access(request, code, Need.WRITE)
    form = PhotosForm(request.POST, files_of(request))
    refusal = Refusal(INVALID)
    if not form.is_valid():
        return game_page(request, access, game, photos_form=form, refusal=refusal, part="photos")
    try:
        photos_add(game=game, person=access.person, **form.cleaned_data)
    except AlreadyDone:
        pass
    except RulesError as error:
        form.refuse(error.problems)
        return game_page(request, access, game, photos_form=form, refusal=refusal, part="photos")
    return back_to_part(request, access, game, "photos")


@require_safe
def photo(request: HttpRequest, code: str, name: str, *, thumb: bool = False) -> HttpResponse:
    """Return a photo of a game, or its thumbnail."""
    _access, game = game_access(request, code)
    picture = get_object_or_404(game.photos.all(), name=name)
    return picture_response(request, picture.name, thumb=thumb)


@posted(to_game)
def photo_edit(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Change the caption of a photo."""
    access, game = game_access(request, code, Need.WRITE)
    picture = get_object_or_404(game.photos.all(), name=name)
    form = CaptionForm(request.POST)
    if form.is_valid():
        photo_caption(photo=picture, caption=form.cleaned_data["caption"])
    for error in form.errors.get("caption", ()):
        messages.error(request, str(error))
    return back_to_part(request, access, game, "photos")


@posted(to_game)
def delete(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Delete a photo; one that is gone already is no error."""
    access, game = game_access(request, code, Need.WRITE)
    picture = game.photos.filter(name=name).first()
    if picture is not None:
        picture.game = game
        photo_delete(photo=picture, person=access.person)
    return back_to_part(request, access, game, "photos")

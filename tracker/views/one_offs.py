"""One-off games: start, change, draw again, undo, reopen, share, delete, print."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game, Person, Play
from campaign.rules.core.problems import RulesError
from campaign.selectors import games as selectors
from campaign.services import one_offs as services
from tracker.forms.campaigns import spoken
from tracker.forms.one_offs import BareForm, StartGameForm
from tracker.people.access import Need, game_access, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.presenters.games import photo_views
from tracker.sheets.compiler import Format
from tracker.sheets.game_share import game_share_document
from tracker.sheets.response import setup_response, sheet_response
from tracker.systems.face import Recent
from tracker.systems.registry import face_of, one_off_face, one_off_faces
from tracker.views.games import game_page
from tracker.views.history import say_why_not, undo_or_redo
from tracker.web.pages import form_page, game_url, go, page, record_page, say_done, sent
from tracker.web.post_only import posted, to_game


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A system of which a game can be started."""

    url: str
    name: str
    lead: str
    is_chosen: bool


def new(request: HttpRequest) -> HttpResponse:
    """Start a game of the system in ``?system=``: what the form does not choose is drawn."""
    faces, known = one_off_faces(), person_of(request)
    system = request.GET.get("system") or _offered_first(faces, known)
    if system not in faces:
        raise Http404
    form = faces[system].start_form(sent(request), person=known)
    if form.is_valid():
        try:
            return redirect(game_url(_start(request, system, form)))
        except RulesError as error:
            form.refuse(error.problems)
    games = [
        GameOffer(
            url=reverse("one_off_new", query={"system": slug}),
            name=face_of(slug).name,
            lead=str(face.lead),
            is_chosen=slug == system,
        )
        for slug, face in faces.items()
    ]
    context = {
        "folder": face_of(system).folder,
        "styles": face_of(system).styles,
        "action": reverse("one_off_new", query={"system": system}),
        "games": games,
        "recent": recent_games(known) if known else (),
    }
    return page(request, "one_off/new.html", context, form=form)


def _offered_first(systems: Iterable[str], person: Person | None) -> str:
    """Return the first system of which somebody owns boxes, or else the first of all."""
    mine = (slug for slug in systems if person and face_of(slug).is_owned_by(person))
    return next(mine, next(iter(systems)))


def recent_games(person: Person) -> tuple[Recent, ...]:
    """Return somebody's latest games, those without a result first."""
    return tuple(
        one_off_face(game.system).recent(game, record)
        for game, record in selectors.recent_games(person)
    )


@posted(to_game)
def roll(request: HttpRequest, code: str) -> HttpResponse:
    """Draw again everything that is not kept."""
    access, game = game_access(request, code, need=Need.RECORD)
    if selectors.standing_result(game) is not None:
        return go(request, game_url(game))
    form = one_off_face(game.system).roll_form(request.POST, access=access, game=game)
    if form.enter_game(lambda who: services.game_roll(game=game, **who, choices=form.choices())):
        return go(request, game_url(game))
    return game_page(request, access, game, roll_form=form, status=form.status)


def change(request: HttpRequest, code: str) -> HttpResponse:
    """Choose parts of the set-up instead of drawing them."""
    access, game = game_access(request, code, need=Need.RECORD)
    posting = request.method == "POST"
    if not posting and selectors.standing_result(game) is not None:
        return go(request, game_url(game))
    form = one_off_face(game.system).change_form(sent(request), access=access, game=game)
    if form.enter_game(
        lambda who: services.game_change(
            game=game,
            **who,
            choices=form.choices(),
            seed=form.cleaned_data.get("seed") or None,
            language=form.cleaned_data.get("language"),
        )
    ):
        return go(request, game_url(game))
    template = f"{face_of(game.system).folder}/one_off/change.html"
    return form_page(request, form, template, {"game": game})


@posted(to_game)
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last change (a roll, a choice, a result, a correction), or redo it."""
    access, game = game_access(request, code, need=Need.RECORD)
    undo_or_redo(request, access)
    return go(request, game_url(game))


@posted(to_game)
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Delete the result: the game is planned again."""
    access, game = game_access(request, code, need=Need.RECORD)
    form = BareForm(request.POST, access=access)
    stands = selectors.standing_result(game) is not None
    if not stands or form.enter_game(lambda who: services.game_reopen(game=game, **who)):
        say_done(request, access, _("Result deleted."))
    else:
        say_why_not(request, access, form, _("The result could not be deleted. Try again."))
    return go(request, game_url(game))


@posted(to_game)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Share a game with the members of a campaign, or with nobody."""
    access, game = game_access(request, code, need=Need.KEEP)
    chosen = request.POST.get("campaign")
    offered = selectors.campaigns_to_share(access.member)
    campaign = next((each for each in offered if str(each.pk) == chosen), None)
    others = Person.objects.filter(memberships__campaign=campaign).exclude(pk=game.owner_id or 0)
    if chosen and campaign is None:
        messages.error(request, _("Choose a campaign in which you enter games."))
    elif campaign and (why := face_of(game.system).kept_from(game, others)):
        messages.error(request, why)
    else:
        services.game_share(game=game, person=access.member, campaign=campaign)
        text = _("The people of %(campaign)s can see this game now.")
        said = text % {"campaign": campaign} if campaign else _("Only you see this game now.")
        messages.success(request, said)
    return go(request, game_url(game))


def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a game for good, after a confirmation page."""
    access, game = game_access(request, code, need=Need.KEEP)
    if request.method == "POST":
        services.game_delete(game=game)
        messages.success(request, _("Game deleted."))
        return go(request, "one_off_new")
    record = selectors.one_off_record(game)
    context = {
        "game": game,
        "name": one_off_face(game.system).recent(game, record).title,
        "seed": selectors.shown_seed(game, record),
        "is_played": record.played is not None,
        "photos": game.photos.count(),
    }
    return record_page(request, access, "one_off/delete.html", context)


@require_safe
def sheet_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Return the set-up sheet of a game."""
    _access, game = game_access(request, code)
    return setup_response(request, game, lambda: selectors.game_sheet(game))


@require_safe
def share_png(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a game that was played."""
    _access, game = game_access(request, code)
    play = get_object_or_404(Play.objects.with_rows(), game=game)
    play.game = game
    names = request.GET.get("names") == "1"
    return sheet_response(
        request,
        lambda: game_share_document(play, names=names),
        name=game.code,
        shows=("one-off", game.stamp, names),
        form=Format.PNG,
    )


@require_safe
def sheet_json(request: HttpRequest, code: str) -> JsonResponse:
    """Return the set-up sheet of a game as JSON."""
    _access, game = game_access(request, code)
    headers = {"Cache-Control": "private, no-store"}
    return JsonResponse(selectors.game_sheet(game).as_dict(), headers=headers)


def lost_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is known of a game whose set-up can no longer be drawn."""
    access, game = game_access(request, code)
    record = selectors.one_off_record(game)
    face = one_off_face(game.system)
    context: dict[str, Any] = {
        "game": game,
        "line": face.recent(game, record),
        "box": face_of(game.system).name,
        "note": record.note,
        "photos": photo_views(game),
        "seed": selectors.shown_seed(game, record),
    }
    status = 200 if request.method in ("GET", "HEAD") else 409
    return record_page(request, access, "one_off/lost.html", context, status=status)


def _start(request: HttpRequest, system: str, form: StartGameForm) -> Game:
    """Start the game that a valid form describes."""
    token = form.cleaned_data["token"]
    with person_or_guest(request, form=token) as person:
        return services.game_start(
            person=person,
            system=system,
            choices=form.choices(),
            seed=form.cleaned_data["seed"],
            language=spoken(),
            token=form_key(token),
        )

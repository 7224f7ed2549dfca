"""One-off games: start, change, draw again, undo, reopen, share, delete."""

from collections.abc import Iterable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.rules.core.problems import RulesError
from campaign.selectors import games as selectors
from campaign.selectors.admission import closed_in, game_is_closed_to
from campaign.selectors.campaigns import people_of
from campaign.selectors.seats import others_seated
from campaign.selectors.seeing import game_setup, seen_facts
from campaign.services import one_offs as services
from campaign.services.seats import game_again, game_remove
from tracker.faces.one_offs import Recent
from tracker.faces.registry import face_of, one_off_face, one_off_faces
from tracker.forms.campaigns import spoken
from tracker.forms.one_offs import BareForm, PlanAgainForm, StartGameForm
from tracker.people.access import Need, one_off_access, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import AGAIN, AGAIN_FROM, DRAWS, address_of
from tracker.presenters.games import photo_views
from tracker.presenters.offers import one_off_tiles
from tracker.views.games import game_page
from tracker.views.history import say_why_not, undo_or_redo
from tracker.web.entries import NOT_SENT, Refusal, attempt, save
from tracker.web.pages import (
    asked_by_htmx,
    form_page,
    go,
    page,
    record_page,
    say_done,
    say_problems,
    sent,
)
from tracker.web.post_only import one_button_key, posted, to_game
from tracker.web.records import game_url, opening_of
from tracker.words.records import closed_boxes


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
    context = {
        "folder": face_of(system).folder,
        "styles": face_of(system).styles,
        "look": face_of(system).look,
        "action": reverse("new_game", query={"system": system}),
        "name": face_of(system).name,
        "games": one_off_tiles(system),
        "recent": recent_games(known) if known else (),
    }
    return page(request, "one_off/new.html", context, form=form)


def _offered_first(systems: Iterable[str], person: Person | None) -> str:
    """Return the system of somebody's latest game, or one of which they own boxes, or the first."""
    if person and (latest := selectors.latest_system(person)) in set(systems):
        return latest
    mine = (slug for slug in systems if person and one_off_face(slug).is_owned_by(person))
    return next(mine, next(iter(systems)))


def recent_games(person: Person) -> tuple[Recent, ...]:
    """Return somebody's latest games, those without a result first."""
    return tuple(
        one_off_face(game.system).recent(game, record)
        for game, record in selectors.recent_games(person)
        if not game_is_closed_to(game, person)
    )


@posted(to_game)
def roll(request: HttpRequest, code: str) -> HttpResponse:
    """Draw again everything that is not kept."""
    access, game = one_off_access(request, code, Need.WRITE)
    if selectors.result_of(game) is not None or opening_of(game):
        return go(request, game_url(game))
    DRAWS.take(address_of(request))
    face = one_off_face(game.system)
    form, before = (
        face.roll_form(request.POST, access=access, game=game),
        game_setup(game),
    )
    done = attempt(
        form, lambda: services.game_roll(game=game, choices=form.choices(), **form.signature())
    )
    if done.refusal is not None:
        return game_page(request, access, game, roll_form=form, refusal=done.refusal, part="game")
    access, game = one_off_access(request, code, Need.WRITE)
    came = ""  # the answer to the first tap has said it
    if done.before is None:
        differences = face.words(game).differences(before, game_setup(game))
        came = " ".join(differences) or _("The draw gave the same again.")
    if not asked_by_htmx(request):
        if came:
            messages.success(request, came)
        return go(request, f"{game_url(game)}#roll")
    again = face.roll_form(None, access=access, game=game)
    again.tick_as_sent(request.POST)
    again.turn_over(before)
    return game_page(request, access, game, roll_form=again, came=came, part="game")


def change(request: HttpRequest, code: str) -> HttpResponse:
    """Choose parts of the set-up instead of drawing them."""
    access, game = one_off_access(request, code, Need.WRITE)
    posting = request.method == "POST"
    if (not posting and selectors.result_of(game) is not None) or opening_of(game):
        return go(request, game_url(game))
    form = one_off_face(game.system).change_form(sent(request), access=access, game=game)
    if not posting or form.only_opens:
        return _change_page(request, game, form, NOT_SENT)
    DRAWS.take(address_of(request))
    refusal = save(
        form,
        lambda: services.game_change(
            game=game,
            choices=form.choices(),
            seed=form.cleaned_data.get("seed") or None,
            language=form.cleaned_data.get("language"),
            **form.signature(),
        ),
    )
    if refusal is not None:
        return _change_page(request, game, form, refusal)
    return go(request, game_url(game))


def _change_page(
    request: HttpRequest, game: Game, form: PlanAgainForm, refusal: Refusal
) -> HttpResponse:
    template = f"{face_of(game.system).folder}/one_off/change.html"
    return form_page(request, form, template, {}, refusal=refusal, game=game)


@posted(to_game)
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last change (a roll, a choice, a result, a correction), or redo it."""
    access, game = one_off_access(request, code, Need.WRITE)
    undo_or_redo(request, access)
    if "in_place" in request.POST and asked_by_htmx(request):
        access, game = one_off_access(request, code, Need.WRITE)
        said = " ".join(str(message) for message in messages.get_messages(request))
        return game_page(request, access, game, came=said, part="game")
    return go(request, game_url(game))


@posted(to_game)
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Delete the result: the game is planned again."""
    access, game = one_off_access(request, code, Need.WRITE)
    form = BareForm(request.POST, access=access)
    if selectors.result_of(game) is not None:
        refusal = save(form, lambda: services.game_reopen(game=game, **form.signature()))
        if refusal is not None:
            otherwise = _("The result could not be deleted. Try again.")
            say_why_not(request, form, refusal, otherwise)
            return go(request, game_url(game))
    say_done(request, access, _("Result deleted."))
    return go(request, game_url(game))


@posted(to_game)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Share a game with the members of a campaign, or with nobody."""
    access, game = one_off_access(request, code, Need.KEEP)
    chosen = request.POST.get("campaign")
    offered = selectors.campaigns_to_share(access.member)
    campaign = next((candidate for candidate in offered if str(candidate.pk) == chosen), None)
    others = people_of(campaign.pk if campaign else None).exclude(pk=game.owner_id or 0)
    if chosen and campaign is None:
        messages.error(request, _("Choose a campaign in which you enter games."))
    elif campaign and (closed := closed_in(game, others)):
        messages.error(request, closed_boxes(closed))
    else:
        services.game_share(game=game, person=access.member, campaign=campaign)
        text = _("The people of %(campaign)s can see this game now.")
        said = text % {"campaign": campaign} if campaign else _("Only you see this game now.")
        messages.success(request, said)
    return go(request, game_url(game))


@posted(to_game)
def play_again(request: HttpRequest, code: str) -> HttpResponse:
    """Start another game with the same choices, in which everybody is asked to sit again."""
    access, game = one_off_access(request, code, Need.WRITE)
    token = one_button_key(request)
    if token is None:
        return go(request, game_url(game))
    AGAIN.take(str(access.member.pk))
    AGAIN_FROM.take(address_of(request))
    face = one_off_face(game.system)
    try:
        choices = face.again(game, access.member)
        made, asked = game_again(game=game, choices=choices, person=access.member, token=token)
    except RulesError as error:
        say_problems(request, error, face.words(game).sentence)
        return go(request, game_url(game))
    if asked:
        messages.success(request, _("The others are asked on their phones to take their seats."))
    return go(request, game_url(made))


def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a game from one's log, after a confirmation page.

    It is deleted for good unless somebody else has a seat: then it stays theirs.
    """
    access, game = one_off_access(request, code)
    if not (access.may_keep or access.seats):
        raise PermissionDenied
    if request.method == "POST":
        deleted = game_remove(game=game, person=access.member)
        said = _("Game deleted.") if deleted else _("The game is no longer in your log.")
        messages.success(request, said)
        return go(request, "new_game")
    facts = seen_facts(game)
    context = {
        "stays": not access.may_keep or others_seated(game, access.member),
        "name": one_off_face(game.system).recent(game, facts).title,
        "seed": facts.planned.seed,
        "is_played": facts.played is not None,
        "photos": game.photos.count(),
    }
    return record_page(request, access, "one_off/delete.html", context, game=game)


def lost_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is known of a game whose set-up can no longer be drawn."""
    access, game = one_off_access(request, code)
    facts = seen_facts(game)
    box, line = face_of(game.system).name, one_off_face(game.system).recent(game, facts)
    context = {
        "line": line,
        "box": box,
        "kicker": f"{box} · {line.detail}",
        "note": facts.note,
        "photos": photo_views(game),
        "seed": facts.planned.seed,
    }
    status = 200 if request.method in ("GET", "HEAD") else 409
    return record_page(request, access, "one_off/lost.html", context, game=game, status=status)


def _start(request: HttpRequest, system: str, form: StartGameForm) -> Game:
    """Start the game that a valid form describes."""
    token = form.cleaned_data["token"]
    DRAWS.take(address_of(request))
    with person_or_guest(request, form=token) as person:
        return services.game_start(
            person=person,
            system=system,
            choices=form.choices(),
            seed=form.cleaned_data.get("seed", ""),
            language=spoken(),
            token=form_key(token),
        )

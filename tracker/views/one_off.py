"""One evening: a game of a box without a campaign, from the number of mages to its sheet."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import Game, Person
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.core.problems import RulesError
from campaign.selectors import games as selectors
from campaign.selectors.history import Happening, history
from campaign.services import AlreadyDone
from campaign.services.one_offs import (
    game_change,
    game_delete,
    game_roll,
    game_share,
    game_start,
    game_undo_last,
)
from tracker.access import Need, OneOffAccess, one_off_access, person_of
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.keepsakes import PhotosForm
from tracker.guests import find_or_make_guest, form_key, sign_in
from tracker.pages import go, page
from tracker.posting import posted, to_one_off
from tracker.presenters.photos import one_off_photo_views
from tracker.presenters.stale import StaleNote
from tracker.systems.aeons_end.forms.one_off.change import ChangeForm
from tracker.systems.aeons_end.forms.one_off.game import (
    BOX,
    BareForm,
    RollForm,
    ShareForm,
    StartOneOffForm,
)
from tracker.systems.aeons_end.presenters import one_off as presenter
from tracker.systems.aeons_end.presenters.one_off_stale import stale_note
from tracker.systems.aeons_end.words import sentence

GET_OR_POST = ["GET", "HEAD", "POST"]


@require_http_methods(GET_OR_POST)
def new(request: HttpRequest) -> HttpResponse:
    """Ask how many mages sit down, and draw everything else."""
    form = StartOneOffForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made, person = _start(request, form)
        except RulesError as error:
            form.refuse(error.problems)
        else:
            if person_of(request) is None:
                sign_in(request, person)
            return redirect("one_off", code=made.code)
    known = person_of(request)
    context = {"form": form, "recent": selectors.recent_games(known) if known else ()}
    return page(request, "one_off/new.html", context, status=422 if form.errors else 200)


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Show how to lay a game out, or how it ended."""
    return game_page(request, one_off_access(request, code))


@posted(to_one_off)
def roll(request: HttpRequest, code: str) -> HttpResponse:
    """Draw again whatever is not kept."""
    access = one_off_access(request, code, Need.RECORD)
    if access.is_played:
        return go(request, "one_off", code=access.game.code)
    form = RollForm(request.POST, one_off=access)
    if form.put(lambda who: game_roll(**who, choices=form.made())):
        return go(request, "one_off", code=access.game.code)
    return game_page(request, access, roll_form=form, status=form.status)


@posted(to_one_off)
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last change of a game: a table that was drawn again, or its result."""
    access = one_off_access(request, code, Need.RECORD)
    form = BareForm(request.POST, one_off=access)
    if form.put(lambda who: game_undo_last(**who)):
        messages.success(request, _("The last change is undone."))
    elif note := stale_note(form):
        messages.error(request, written_meanwhile(note))
    else:
        messages.info(request, _("There is nothing to undo any more."))
    return go(request, "one_off", code=access.game.code)


def written_meanwhile(note: StaleNote) -> str:
    """Say that somebody else was quicker, where a form is no more than a button."""
    if not note.who:
        return _("You wrote to this game yourself meanwhile. Look at it again.")
    return _("%(who)s wrote to this game meanwhile. Look at it again.") % {"who": note.who}


@require_http_methods(GET_OR_POST)
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Choose mages, nemesis, market and the rest."""
    access = one_off_access(request, code, Need.RECORD)
    if access.is_played and request.method != "POST":
        return go(request, "one_off", code=access.game.code)
    form = ChangeForm(request.POST if request.method == "POST" else None, one_off=access)
    if request.method == "POST" and form.put(
        lambda who: game_change(
            **who,
            choices=form.made(),
            seed=form.cleaned_data["seed"],
            language=form.cleaned_data["language"],
        )
    ):
        return go(request, "one_off", code=access.game.code)
    context = {
        "access": access,
        "game": access.game,
        "form": form,
        "stale": stale_note(form),
    }
    return page(request, "aeons_end/one_off/change.html", context, part="form", status=form.status)


@posted(to_one_off)
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Say what the choices come to while they are being made; nothing is kept."""
    access = one_off_access(request, code, Need.RECORD)
    form = ChangeForm(request.POST, one_off=access)
    context = {"access": access, "game": access.game, "form": form, "answer": form.answer()}
    return page(request, "aeons_end/one_off/change.html", context, part="answer")


@posted(to_one_off)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Let the people of a campaign in, or nobody else again."""
    access = one_off_access(request, code, Need.KEEP)
    form = ShareForm(request.POST, one_off=access)
    if form.is_valid():
        campaign = form.cleaned_data["campaign"]
        try:
            game_share(game=access.game, person=access.person, campaign=campaign)
        except RulesError as error:
            for problem in error.problems:
                messages.error(request, sentence(problem))
        else:
            text = _("The people of %(campaign)s can see this game now.")
            said = text % {"campaign": campaign} if campaign else _("Only you see this game now.")
            messages.success(request, said)
    else:
        messages.error(request, _("Choose a campaign in which you write down games."))
    return go(request, "one_off", code=access.game.code)


@require_http_methods(GET_OR_POST)
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a game for good, after asking."""
    access = one_off_access(request, code, Need.KEEP)
    if request.method == "POST":
        game_delete(game=access.game)
        messages.success(request, _("The game is deleted."))
        return go(request, "one_off_new")
    context = {
        "access": access,
        "game": access.game,
        "nemesis": selectors.game_sheet(access.game).body.nemesis.name,
        "photos": access.game.photos.count(),
    }
    return page(request, "one_off/delete.html", context)


def game_page(
    request: HttpRequest,
    access: OneOffAccess,
    *,
    roll_form: RollForm | None = None,
    photos_form: PhotosForm | None = None,
    part: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with a game's page, or with its part."""
    found = access.game
    sheet = selectors.game_sheet(found)
    may_roll = access.may_record and not access.is_played
    happened = history(found, size=presenter.SHOWN)
    context = {
        "access": access,
        "game": found,
        "sheet": sheet,
        "box": selectors.box(found.system).name.in_language(found.language),
        "difficulty": selectors.game_setup(found).game.difficulty.name.in_language(found.language),
        "ended": presenter.ended(found, access.record),
        "table": presenter.one_off_table(found),
        "key": f"g:{found.code}",
        "notes": presenter.rule_notes(sheet),
        "stickers": presenter.stickers(sheet),
        "roll": (roll_form or RollForm(one_off=access)) if may_roll else None,
        "undo": undo_form(access, happened),
        "changes": presenter.change_lines(found, happened),
        "stale": stale_note(roll_form) if roll_form else None,
        "photos": one_off_photo_views(found),
        "photos_form": photos_form or PhotosForm(),
        "share": tuple(selectors.campaigns_to_share(access.person).values_list("pk", "name"))
        if access.may_keep
        else None,
    }
    return page(request, "one_off/game.html", context, part=part, status=status)


def undo_form(access: OneOffAccess, happened: Iterable[Happening]) -> BareForm | None:
    """Return the button that undoes the last change, where there is something to undo."""
    last = next((each for each in happened if each.change.revision is not None), None)
    if last is None or not (access.may_record and last.can_be_undone):
        return None
    return BareForm(one_off=access)


def _start(request: HttpRequest, form: StartOneOffForm) -> tuple[Game, Person]:
    """Set the game up that this form asks for; sent twice, it is the one that is there already.

    In one transaction with its guest: where the game is refused, nobody is left behind.
    """
    token = form.cleaned_data["token"]
    spoken = (get_language() or "en")[:2]
    with transaction.atomic():
        person = person_of(request) or find_or_make_guest(request, form=token)
        try:
            made = game_start(
                person=person,
                system=BOX,
                choices=open_choices(form.cleaned_data["mages"]),
                seed=form.cleaned_data["seed"],
                language=spoken if spoken in dict(BOX_LANGUAGES) else "en",
                token=form_key(token),
            )
        except AlreadyDone as done:
            made = done.change.game or made
    return made, person

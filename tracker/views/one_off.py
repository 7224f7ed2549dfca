"""One evening: a game of a box without a campaign, from the number of mages to its sheet."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import OneOffGame, Person
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.core.problems import RulesError
from campaign.selectors import one_off as selectors
from campaign.services.one_off import (
    SentBefore,
    one_off_change,
    one_off_delete,
    one_off_roll,
    one_off_share,
    one_off_start,
)
from tracker.access import Need, OneOffAccess, one_off_access, person_of
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.keepsakes import PhotosForm
from tracker.guests import find_or_make_guest, form_key, sign_in
from tracker.pages import go, page
from tracker.posting import posted, to_one_off
from tracker.presenters.photos import one_off_photo_views
from tracker.systems.aeons_end.forms.one_off.change import ChangeForm
from tracker.systems.aeons_end.forms.one_off.game import (
    RollForm,
    ShareForm,
    StartOneOffForm,
)
from tracker.systems.aeons_end.presenters import one_off as presenter
from tracker.systems.aeons_end.presenters.one_off_stale import stale_note
from tracker.systems.aeons_end.words import sentence
from tracker.views.one_off_last import keep_last, last_of, table_of

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
    if access.game.is_played:
        return go(request, "one_off", code=access.game.code)
    form = RollForm(request.POST, one_off=access)
    before, last = table_of(access.game), last_of(request, access.game)
    if "last" in request.POST and last:
        done = form.put(
            lambda who: one_off_change(
                **who, choices=last.made(), seed=last.seed, language=last.language
            )
        )
    elif "last" in request.POST:  # another phone wrote since, or this one put it back already
        messages.info(request, _("There is no earlier table to put back any more."))
        return go(request, "one_off", code=access.game.code)
    else:
        done = form.put(lambda who: one_off_roll(**who, choices=form.made()))
    if done:
        keep_last(request, access.game, before)
        return go(request, "one_off", code=access.game.code)
    access.game.refresh_from_db()
    return game_page(request, access, roll_form=form, status=form.status)


@require_http_methods(GET_OR_POST)
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Choose mages, nemesis, market and the rest."""
    access = one_off_access(request, code, Need.RECORD)
    if access.game.is_played and request.method != "POST":
        return go(request, "one_off", code=access.game.code)
    form = ChangeForm(request.POST if request.method == "POST" else None, one_off=access)
    before = table_of(access.game)
    if request.method == "POST" and form.put(
        lambda who: one_off_change(
            **who,
            choices=form.made(),
            seed=form.cleaned_data["seed"],
            language=form.cleaned_data["language"],
        )
    ):
        keep_last(request, access.game, before)
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
            one_off_share(game=access.game, person=access.person, campaign=campaign)
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
        one_off_delete(game=access.game)
        messages.success(request, _("The game is deleted."))
        return go(request, "one_off_new")
    context = {
        "access": access,
        "game": access.game,
        "nemesis": selectors.nemesis_name(access.game),
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
    sheet = selectors.one_off_setup_sheet(found)
    may_roll = access.may_record and not found.is_played
    context = {
        "access": access,
        "game": found,
        "sheet": sheet,
        "box": selectors.one_off_pack(found).name.in_language(found.language),
        "recorded_by": _recorded_by(access),
        "difficulty": selectors.one_off_setup(found).difficulty.name.in_language(found.language),
        "ended": presenter.ended(found),
        "table": presenter.one_off_table(found),
        "key": f"g:{found.code}",
        "notes": presenter.rule_notes(sheet),
        "stickers": presenter.stickers(sheet),
        "roll": (roll_form or RollForm(one_off=access)) if may_roll else None,
        "last_table": last_of(request, found) if may_roll else None,
        "stale": stale_note(roll_form) if roll_form else None,
        "photos": one_off_photo_views(found),
        "photos_form": photos_form or PhotosForm(),
        "share": selectors.names_to_share(access.person) if access.may_keep else None,
    }
    return page(request, "one_off/game.html", context, part=part, status=status)


def _recorded_by(access: OneOffAccess) -> str:
    """Return who wrote the result down, by the name they go by now."""
    game = access.game
    mine = game.recorded_by_id == access.person.pk
    return str((access.person if mine else game.recorded_by) or "")


def _start(request: HttpRequest, form: StartOneOffForm) -> tuple[OneOffGame, Person]:
    """Set the game up that this form asks for; sent twice, it is the one that is there already.

    In one transaction with its guest: where the game is refused, nobody is left behind.
    """
    token = form.cleaned_data["token"]
    spoken = (get_language() or "en")[:2]
    with transaction.atomic():
        person = person_of(request) or find_or_make_guest(request, form=token)
        try:
            made = one_off_start(
                person=person,
                choices=open_choices(form.cleaned_data["mages"]),
                seed=form.cleaned_data["seed"],
                language=spoken if spoken in dict(BOX_LANGUAGES) else "en",
                token=form_key(token),
            )
        except SentBefore as before:
            made = before.game
    return made, person

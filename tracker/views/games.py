"""A game, of a campaign or one-off: its page, result, corrections, notes, ticked steps."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.models.games import NOTE, PLAYED
from campaign.rules.core.facts import Ended, Noted
from campaign.selectors import campaigns, games
from campaign.selectors.history import history
from campaign.selectors.live import has_table
from campaign.services.facts import fact_record, fact_withdraw
from campaign.services.games import SETUP, game_amend, game_record, game_tick
from campaign.services.writing import AlreadyDone
from tracker.forms.entry import EntryForm, InvalidEntry
from tracker.forms.fields import sent_number
from tracker.forms.notes_photos import NoteForm, PhotosForm
from tracker.forms.one_offs import BareForm, PlanAgainForm
from tracker.forms.results import ResultForm, compare
from tracker.people.access import Access, Need, game_access
from tracker.people.limits import files_of
from tracker.presenters import games as presenter
from tracker.presenters.games import NextStep, ReopenButton, photo_views, ticks_of
from tracker.presenters.seats import seats_view
from tracker.systems.registry import campaign_face, face_of, one_off_face
from tracker.views.live import DIGITS, Meanwhile, meanwhile_of, picture_of
from tracker.views.live import initial_of as live_initial
from tracker.web.entries import CONFLICT, NOT_SAVED, NOT_SENT, Refusal, refuse, somebody_else
from tracker.web.pages import asked_by_htmx, form_page, go, record_page, say_done, sent
from tracker.web.post_only import posted, to_game
from tracker.web.records import game_face, game_url, pages_of

# Problems of a correction that the page offers a way out of.
AFTERMATH_BREAKS, LATER_BREAKS = "story.aftermath_breaks", "story.later_fact_breaks"
CHANGES_SHOWN = 12  # on the page of a one-off game
STOP_POLLING = 286  # a status of htmx


@require_safe
def game(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show a game: its result, its set-up, what was recorded, photos."""
    access, game = game_access(request, code, number)
    return game_page(request, access, game)


# --- its result ---


def result(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Enter how a game ended."""
    access, game = game_access(request, code, number, Need.RECORD)
    if request.method == "POST":
        return _record_result(request, access, game)
    if "live" in request.GET:
        return _result_polled(request, game)
    if games.result_of(game) is not None:
        return go(request, game_url(game))
    form = _result_form(request, access, game)
    form.initial = {**form.initial, **live_initial(game)}
    return _result_page(request, form, NOT_SENT)


def _result_polled(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the moves that were made at the live table while the form is open."""
    moves = meanwhile_of(game, sent_number(request.GET.get("live"), DIGITS))
    if moves is None:
        return HttpResponse(status=STOP_POLLING)  # somebody has saved the result
    return render(request, "live/meanwhile.html", {"meanwhile": moves})


def _record_result(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Save the result that was sent, unless somebody was faster."""
    form = _result_form(request, access, game)
    try:
        form.check()
        if (meanwhile := _live_meanwhile(request, game)) is not None and meanwhile.moves:
            return _result_page(request, form, Refusal(CONFLICT))
        game_record(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            pictures=form.cleaned_data["pictures"],
            **form.signature(),
        )
    except AlreadyDone:
        pass
    except InvalidEntry as invalid:
        return _result_page(request, form, refuse(form, invalid))
    except NOT_SAVED as error:
        refusal = refuse(form, error)
        theirs = games.result_of(game)
        if theirs is not None:
            return _result_meanwhile(request, form, refusal, theirs)
        return _result_page(request, form, refusal)
    say_done(request, access, _("Result saved."))
    return go(request, game_url(game))


def correct(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Correct a result; refused where a later entry depends on it."""
    access, game = game_access(request, code, number, Need.RECORD)
    stands = games.result_of(game)
    if request.method == "POST":
        # If it was deleted while somebody was correcting it, what they typed is a first result.
        if stands is None:
            return _record_result(request, access, game)
        return _amend_result(request, access, game, stands)
    if stands is None:
        return go(request, game_url(game, "result"))
    return _result_page(request, _result_form(request, access, game, stands), NOT_SENT)


def _amend_result(request: HttpRequest, access: Access, game: Game, stands: Ended) -> HttpResponse:
    """Save the correction that was sent, unless somebody was faster."""
    form = _result_form(request, access, game, stands)
    try:
        form.check()
        game_amend(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            pictures=form.cleaned_data["pictures"],
            without=form.without(),
            along=form.along(),
            **form.signature(),
        )
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        refusal = refuse(form, error)
        written = (row for event in refusal.events for row in event.recorded)
        if any(row.kind == PLAYED and row.game_id == game.pk for row in written):
            theirs = games.result_of(game) or stands
            return _result_meanwhile(request, form, refusal, theirs)
        return _result_page(request, form, refusal)
    say_done(request, access, pages_of(access.record).result_corrected(game))
    return go(request, game_url(game))


def _result_form(
    request: HttpRequest, access: Access, game: Game, stands: Ended | None = None
) -> ResultForm:
    """Return the form of a result, bound to what was sent if it was."""
    files = files_of(request) if request.method == "POST" else None
    face = game_face(game)
    return face.result_form(sent(request), files, access=access, game=game, stands=stands)


def _result_page(request: HttpRequest, form: ResultForm, refusal: Refusal) -> HttpResponse:
    game = form.game
    pages = pages_of(game.record)
    context = {
        "heading": game_face(game).heading(game),
        "correcting": form.correcting,
        "going": _withdrawn_with(form) if AFTERMATH_BREAKS in refusal.codes else (),
        "may_undo_later": LATER_BREAKS in refusal.codes,
        "is_one_off": pages.is_one_off,
        "lead": pages.correction_lead if form.correcting else "",
        "reopen": _reopen_button(form),
        "meanwhile": _live_meanwhile(request, game),
        # Without scripts, a browser loses the chosen files.
        "photos_again": bool(request.FILES) and not getattr(request, "htmx", False),
    }
    template = "games/result.html"
    return form_page(
        request, form, template, context, refusal=refusal, current="campaign", game=game
    )


def _live_meanwhile(request: HttpRequest, game: Game) -> Meanwhile | None:
    """Return the moves of a live game since the form was opened that was sent, or is shown now."""
    return meanwhile_of(game, sent_number(request.POST.get("live_seen"), DIGITS))


def _reopen_button(form: ResultForm) -> ReopenButton | None:
    """Return the button that deletes the result of a one-off game instead of correcting it."""
    game = form.game
    if not (form.correcting and pages_of(game.record).is_one_off):
        return None
    return ReopenButton(
        url=game_url(game, "reopen"), revision=game.revision, token=f"{form['token'].value()}.back"
    )


@dataclass(frozen=True, slots=True)
class WithdrawnEntries:
    """Entries that a corrected result contradicts, in one sentence."""

    ids: tuple[int, ...]
    text: str


def _withdrawn_with(form: ResultForm) -> list[WithdrawnEntries]:
    """Return the entries that are withdrawn with the old result if the correction is sent again."""
    campaign, number = form.access.campaign, form.game.number
    words = campaign_face(campaign.system).words(campaign)
    entries = campaigns.amend_preview(
        campaign, game=number, played=form.played(), along=form.along()
    )
    ids = iter(entry.id for entry in entries)
    return [
        WithdrawnEntries(tuple(islice(ids, len(group))), words.facts(group))
        for group in words.groups([entry.fact for entry in entries])
    ]


def _result_meanwhile(
    request: HttpRequest, form: ResultForm, refusal: Refusal, theirs: Ended
) -> HttpResponse:
    """Answer a result for a game that has one: shown beside it, unless it says nothing new."""
    game, access = form.game, form.access
    stored = game_face(game).result_form(None, None, access=access, game=game, stands=theirs)
    compared = compare(form, stored)
    if compared.says_nothing_new and not request.FILES:
        messages.info(request, _("This result is already entered."))
        return go(request, game_url(game))
    row = game.facts.not_withdrawn().select_related("recorded__person").get(kind=PLAYED)
    context = {
        "heading": game_face(game).heading(game),
        "who": somebody_else(row.recorded, access),
        "compared": compared,
        "action": game_url(game, "correct"),
        "photos_again": bool(request.FILES),
    }
    template = "games/compare.html"
    return form_page(request, form, template, context, refusal=refusal, game=game, status=CONFLICT)


# --- notes, and the steps of its sheets ---


@posted(to_game)
def note(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Add a note to a campaign's game."""
    access, game = game_access(request, code, number, Need.RECORD)
    form = NoteForm(request.POST, access=access)
    try:
        form.check()
        fact = Noted(form.cleaned_data["text"])
        fact_record(campaign=access.campaign, game=number, fact=fact, **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        refusal = refuse(form, error)
        return game_page(request, access, game, note_form=form, refusal=refusal, part="notes")
    return back_to_part(request, access, game, "notes")


@posted(to_game)
def note_delete(request: HttpRequest, code: str, number: int, fact: int) -> HttpResponse:
    """Delete a note."""
    access, game = game_access(request, code, number, Need.RECORD)
    form = EntryForm(request.POST, access=access)
    is_note = game.facts.not_withdrawn().filter(pk=fact, kind=NOTE).exists()
    if not is_note:  # it is gone already; other kinds of facts are not deleted here
        return back_to_part(request, access, game, "notes")
    try:
        form.check()
        fact_withdraw(campaign=access.campaign, fact=fact, **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        return game_page(request, access, game, refusal=refuse(form, error), part="notes")
    return back_to_part(request, access, game, "notes")


def ticks(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Tick steps of a sheet; a script gets the steps that any phone has ticked."""
    posting = request.method == "POST"
    _access, game = game_access(request, code, number, Need.RECORD if posting else Need.LOOK)
    asks = "application/json" in request.headers.get("Accept", "")
    sheet = (request.POST if posting else request.GET).get("sheet", SETUP)
    if posting:
        untick = request.POST.getlist("untick") if asks else None
        game_tick(game=game, sheet=sheet, tick=request.POST.getlist("tick"), untick=untick)
    if asks:
        return JsonResponse({"ticked": game.ticks.get(sheet, [])})
    return go(request, pages_of(game.record).sheet_url(game, sheet))


# --- its page ---


def game_page(
    request: HttpRequest,
    access: Access,
    game: Game,
    *,
    note_form: NoteForm | None = None,
    photos_form: PhotosForm | None = None,
    roll_form: PlanAgainForm | None = None,
    refusal: Refusal = NOT_SENT,
    came: str = "",
    part: str | None = None,
) -> HttpResponse:
    """Render a game's page, or its part; ``refusal`` is of the form on it that was sent.

    ``came`` is what was drawn just now, in words.
    """
    face = game_face(game)
    result = games.result_of(game)
    context: dict[str, Any] = {
        "heading": face.heading(game),
        "played": result,
        "ended": face.ended(game, result) if result is not None else None,
        "live_url": _live_url(access, game),
        "is_live": result is None and has_table(game),
        "picture": picture_of(game) if result is not None else None,
        "share_url": game_url(game, "share_png"),
        "share_names_url": f"{game_url(game, 'share_png')}?names=1",
        "photos": photo_views(game),
        "photos_form": photos_form or PhotosForm(),
        "stale": refusal.stale,
        "came": came,
    }
    if game.campaign is None:
        template = "one_off/game.html"
        context |= _one_off(access, game, roll_form, is_played=result is not None)
        context["seats"] = seats_view(request, access, game)
    else:
        template = "games/game.html"
        note_form = note_form or NoteForm(access=access)
        context |= _in_campaign(access, game, note_form, is_ended=result is not None)
    return record_page(
        request,
        access,
        template,
        context,
        current="results",
        game=game,
        part=part,
        status=refusal.status,
    )


def _live_url(access: Access, game: Game) -> str:
    """Return the URL of the live page; "" if there is nothing to see."""
    if face_of(game.system).live is None or games.result_of(game) is not None:
        return ""
    if not access.may_record and not has_table(game):
        return ""
    return game_url(game, "live")


def _in_campaign(
    access: Access, game: Game, note_form: NoteForm, *, is_ended: bool
) -> dict[str, Any]:
    facts = presenter.recorded_facts(game)
    notes = [row for row in facts if row.kind == NOTE]
    token = str(note_form["token"].value())
    actions = campaign_face(game.system).actions(access, game)
    main = next((action for action in actions if action.style == "large"), None)
    if is_ended and main is not None:  # it stands with the result
        actions.remove(main)
        step = NextStep(main.label, main.url)
    else:
        step = NextStep(_("Continue the campaign"), reverse("campaign", args=[game.campaign.code]))
    return {
        "actions": actions,
        "next_step": step,
        "notes": presenter.game_notes(access, notes, token, is_ended=is_ended),
        "note_form": note_form,
        "written": tuple(presenter.written(game, [row for row in facts if row.kind != NOTE])),
    }


def _one_off(
    access: Access, game: Game, roll_form: PlanAgainForm | None, *, is_played: bool
) -> dict[str, Any]:
    face = one_off_face(game.system)
    may_roll = access.may_record and not is_played
    roll = (roll_form or face.roll_form(None, access=access, game=game)) if may_roll else None
    events = history(game, size=CHANGES_SHOWN)
    last = next((event for event in events if event.change.revision is not None), None)
    undoes = access.may_record and last is not None and last.can_be_undone
    record = games.one_off_record(game)
    share = None
    if access.may_keep and access.person is not None:
        share = list(games.campaigns_to_share(access.person))
    another = reverse("one_off_new", query={"system": game.system})
    return {
        "next_step": NextStep(_("Play again with the same people"), form="again")
        if access.may_record
        else NextStep(_("Another game"), another),
        "setup": face.setup(game),
        "key": f"g:{game.code}",
        "ticks": ticks_of(access, game, next_url=_live_url(access, game) if may_roll else ""),
        "quote": record.note,
        "recorded_by": presenter.recorded_by(game) if is_played else "",
        "seed": games.shown_seed(game, record),
        "roll": roll,
        "undo_form": BareForm(access=access, auto_id="undo_%s") if undoes else None,
        "changes": presenter.changes(game, events),
        "share": share,
    }


def back_to_part(request: HttpRequest, access: Access, game: Game, part: str) -> HttpResponse:
    """Answer a write on a game's page: render the part that changed, or redirect to it."""
    if asked_by_htmx(request):
        return game_page(request, access, game, part=part)
    return go(request, f"{game_url(game)}#{part}")

"""A game, of a campaign or one-off: its page, result, corrections, notes, ticked steps."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game, LiveTable
from campaign.models.games import NOTE, PLAYED
from campaign.rules.core.facts import Ended, Noted
from campaign.selectors import campaigns, games
from campaign.selectors.history import history
from campaign.services.facts import fact_record, fact_withdraw
from campaign.services.games import RESTORE, SETUP, game_amend, game_record, game_tick
from tracker.forms.entry import EntryForm
from tracker.forms.notes_photos import NoteForm, PhotosForm
from tracker.forms.one_offs import BareForm, PlanAgainForm
from tracker.forms.results import ResultForm, compare
from tracker.people.access import Access, Need, game_access
from tracker.people.limits import files_of
from tracker.presenters import games as presenter
from tracker.presenters.games import ReopenButton, photo_views, ticks_of
from tracker.presenters.history import somebody_else, stale_note
from tracker.systems.registry import campaign_face, face_of, game_face, one_off_face
from tracker.views.live import initial_of as live_initial
from tracker.views.live import picture_of
from tracker.web.pages import asked_by_htmx, form_page, game_url, go, record_page, say_done, sent
from tracker.web.post_only import posted, to_game

CHANGES_SHOWN = 12  # on the page of a one-off game


@require_safe
def game(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show a game: its result, its set-up, what was recorded, photos."""
    access, found = game_access(request, code, number)
    return game_page(request, access, found)


def result(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Enter how a game ended."""
    access, found = game_access(request, code, number, Need.RECORD)
    if request.method != "POST" and games.standing_result(found) is not None:
        return go(request, game_url(found))
    return _enter_result(request, access, found)


def _enter_result(request: HttpRequest, access: Access, found: Game) -> HttpResponse:
    form = _result_form(request, access, found)
    if not form.is_bound:
        form.initial = {**form.initial, **live_initial(found)}
    if form.enter_game(
        lambda who: game_record(
            game=found,
            **who,
            played=form.played(),
            note=form.cleaned_data["note"],
            pictures=form.cleaned_data.get("pictures", ()),
        )
    ):
        say_done(request, access, _("Result saved."))
        return go(request, game_url(found))
    stands = games.standing_result(found) if request.method == "POST" else None
    if stands is not None and form.could_be_read:
        form.status = 409
        return _result_meanwhile(request, form, stands)
    return _result_page(request, form)


def _result_meanwhile(request: HttpRequest, form: ResultForm, stands: Ended) -> HttpResponse:
    """Answer a result for a game that has one: shown beside it, unless it says nothing new."""
    found, access = form.game, form.access
    standing = game_face(found).result_form(None, None, access=access, game=found, stands=stands)
    compared = compare(form, standing)
    if compared.says_nothing_new and not request.FILES:
        messages.info(request, _("This result is already entered."))
        return go(request, game_url(found))
    written = found.facts.standing().select_related("recorded__person").get(kind=PLAYED)
    context = {
        "game": found,
        "heading": game_face(found).heading(found),
        "who": somebody_else(written.recorded, access),
        "compared": compared,
        "action": game_url(found, "correct"),
        "photos_again": bool(request.FILES),
    }
    return form_page(request, form, "games/compare.html", context)


def correct(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Correct a result; refused where a later entry depends on it."""
    access, found = game_access(request, code, number, Need.RECORD)
    stands = games.standing_result(found)
    if stands is None and request.method != "POST":
        return go(request, game_url(found, "result"))
    if stands is None:  # deleted while somebody was correcting it: keep what they typed
        return _enter_result(request, access, found)
    form = _result_form(request, access, found, stands)
    if form.enter_game(
        lambda who: game_amend(
            game=found,
            **who,
            played=form.played(),
            note=form.cleaned_data.get("note"),
            pictures=form.cleaned_data.get("pictures", ()),
            without=form.without(),
            along=form.along(),
        )
    ):
        is_one_off = found.campaign_id is None
        text = _("Result corrected.") if is_one_off else _("Result of game %(number)s corrected.")
        say_done(request, access, text % {"number": found.number})
        return go(request, game_url(found))
    written = (row for happened in form.stale for row in happened.recorded)
    if any(row.kind == PLAYED and row.game_id == found.pk for row in written):
        return _result_meanwhile(request, form, games.standing_result(found) or stands)
    return _result_page(request, form)


@posted(to_game)
def note(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Add a note to a campaign's game."""
    access, found = game_access(request, code, number, Need.RECORD)
    form = NoteForm(request.POST, access=access)
    if form.enter(
        lambda who: fact_record(**who, game=number, fact=Noted(form.cleaned_data["text"]))
    ):
        return back_to_part(request, access, found, "notes")
    return game_page(request, access, found, note_form=form, part="notes", status=form.status)


@posted(to_game)
def note_delete(request: HttpRequest, code: str, number: int, fact: int) -> HttpResponse:
    """Delete a note."""
    access, found = game_access(request, code, number, Need.RECORD)
    form = EntryForm(request.POST, access=access)
    is_note = found.facts.standing().filter(pk=fact, kind=NOTE).exists()
    # One that is gone already needs no deletion; other kinds of facts are not deleted here.
    if not is_note or form.enter(lambda who: fact_withdraw(**who, fact=fact)):
        return back_to_part(request, access, found, "notes")
    shown = NoteForm(access=access)
    shown.stale = form.stale
    return game_page(request, access, found, note_form=shown, part="notes", status=form.status)


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
    if game.campaign_id is None:
        return go(request, game_url(game))
    return go(request, game_url(game, RESTORE if sheet == RESTORE else SETUP))


def game_page(
    request: HttpRequest,
    access: Access,
    found: Game,
    *,
    note_form: NoteForm | None = None,
    photos_form: PhotosForm | None = None,
    roll_form: PlanAgainForm | None = None,
    part: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a game's page, or its part."""
    face = game_face(found)
    stands = games.standing_result(found)
    context: dict[str, Any] = {
        "game": found,
        "heading": face.heading(found),
        "played": stands,
        "ended": face.ended(found, stands) if stands is not None else None,
        "live_url": _live_url(access, found),
        "picture": picture_of(found) if stands is not None else None,
        "share_url": game_url(found, "share_png"),
        "share_names_url": f"{game_url(found, 'share_png')}?names=1",
        "photos": photo_views(found),
        "photos_form": photos_form or PhotosForm(),
    }
    if found.campaign_id is not None:
        form = note_form or NoteForm(access=access)
        context |= _in_campaign(access, found, form, is_ended=stands is not None)
        template = "games/game.html"
    else:
        context |= _one_off(access, found, roll_form, is_played=stands is not None)
        template = "one_off/game.html"
    return record_page(
        request, access, template, context, current="results", part=part, status=status
    )


def _live_url(access: Access, found: Game) -> str:
    """Return the URL of the live page; "" if there is nothing to see."""
    if face_of(found.system).live is None or games.standing_result(found) is not None:
        return ""
    if not access.may_record and not LiveTable.objects.filter(game=found).exists():
        return ""
    return game_url(found, "live")


def _in_campaign(
    access: Access, found: Game, note_form: NoteForm, *, is_ended: bool
) -> dict[str, Any]:
    facts = presenter.recorded_facts(found)
    notes = [row for row in facts if row.kind == NOTE]
    token = str(note_form["token"].value())
    return {
        "actions": campaign_face(found.system).actions(access, found),
        "notes": presenter.game_notes(access, notes, token, is_ended=is_ended),
        "note_form": note_form,
        "stale": stale_note(access, note_form.stale),
        "written": tuple(presenter.written(found, [row for row in facts if row.kind != NOTE])),
    }


def _one_off(
    access: Access, found: Game, roll_form: PlanAgainForm | None, *, is_played: bool
) -> dict[str, Any]:
    face = one_off_face(found.system)
    may_roll = access.may_record and not is_played
    roll = (roll_form or face.roll_form(None, access=access, game=found)) if may_roll else None
    happened = history(found, size=CHANGES_SHOWN)
    last = next((each for each in happened if each.change.revision is not None), None)
    undoes = access.may_record and last is not None and last.can_be_undone
    record = games.one_off_record(found)
    share = None
    if access.may_keep and access.person is not None:
        share = list(games.campaigns_to_share(access.person).values_list("pk", "name"))
    return {
        **face.setup(found),
        "key": f"g:{found.code}",
        "ticks": ticks_of(access, found, next_url=_live_url(access, found) if may_roll else ""),
        "quote": record.note,
        "recorded_by": presenter.recorded_by(found) if is_played else "",
        "seed": games.shown_seed(found, record),
        "roll": roll,
        "stale": stale_note(access, roll_form.stale) if roll_form else None,
        "undo_form": BareForm(access=access, auto_id="undo_%s") if undoes else None,
        "changes": presenter.changes(found, happened),
        "share": share,
    }


def back_to_part(request: HttpRequest, access: Access, found: Game, part: str) -> HttpResponse:
    """Answer a write on a game's page: render the part that changed, or redirect to it."""
    if asked_by_htmx(request):
        return game_page(request, access, found, part=part)
    return go(request, f"{game_url(found)}#{part}")


def _result_form(
    request: HttpRequest, access: Access, found: Game, stands: Ended | None = None
) -> ResultForm:
    """Return the form of a result, bound to what was sent if it was."""
    files = files_of(request) if request.method == "POST" else None
    face = game_face(found)
    return face.result_form(sent(request), files, access=access, game=found, stands=stands)


def _result_page(request: HttpRequest, form: ResultForm) -> HttpResponse:
    found = form.game
    stays = form.correcting and found.campaign_id is not None
    context = {
        "game": found,
        "heading": game_face(found).heading(found),
        "correcting": form.correcting,
        "is_one_off": found.campaign_id is None,
        "going": _going(form),
        "may_undo_later": "story.later_fact_breaks" in form.refused,
        "lead": _("What was decided later stays, as long as it still fits.") if stays else "",
        "reopen": _reopen_button(form),
        # Without scripts, a browser loses the chosen files.
        "photos_again": bool(request.FILES) and not getattr(request, "htmx", False),
    }
    return form_page(request, form, "games/result.html", context, current="campaign")


def _reopen_button(form: ResultForm) -> ReopenButton | None:
    """Return the button that deletes the result of a one-off game instead of correcting it."""
    game = form.game
    if not form.correcting or game.campaign_id is not None:
        return None
    return ReopenButton(
        url=game_url(game, "reopen"), revision=game.revision, token=f"{form['token'].value()}.back"
    )


@dataclass(frozen=True, slots=True)
class WithdrawnEntries:
    """Entries that a corrected result contradicts, in one sentence."""

    ids: tuple[int, ...]
    text: str


def _going(form: ResultForm) -> list[WithdrawnEntries]:
    """Return the entries that contradict a corrected result."""
    if "story.aftermath_breaks" not in form.refused:
        return []
    access, number = form.access, form.game.number or 0
    words = campaign_face(form.game.system).words(access.campaign)
    going = campaigns.amend_preview(
        access.campaign, game=number, played=form.played(), along=form.along()
    )
    ids = iter(entry.id for entry in going)
    return [
        WithdrawnEntries(tuple(islice(ids, len(group))), words.facts(group))
        for group in words.groups([entry.fact for entry in going])
    ]

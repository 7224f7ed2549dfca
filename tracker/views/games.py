"""A game from plan to result: planning, its page, how it ended, corrections, notes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import Game
from campaign.rules.aeons_end.legacy.facts import Noted, Played
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.selectors import campaigns as selectors
from campaign.services.facts import fact_record, fact_withdraw
from campaign.services.games import game_amend, game_record
from tracker.access import Access, Need, session_access
from tracker.forms.entry import EntryForm, by
from tracker.forms.keepsakes import NoteForm, PhotosForm
from tracker.pages import campaign_page, go
from tracker.posting import posted, to_game
from tracker.presenters.photos import photo_views
from tracker.presenters.stale import evening, stale_note
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.forms.games import CorrectForm, ResultForm
from tracker.systems.aeons_end.presenters.game import (
    game_state,
    game_view,
    note_views,
    played_of,
    signed_entries,
)

GET_OR_POST = ["GET", "HEAD", "POST"]


@require_safe
def game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show one game: how it stands, what was decided, what was written and photographed."""
    access, session = session_access(request, code, number)
    return game_page(request, access, session)


@require_http_methods(GET_OR_POST)
def result(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter how a game ended."""
    access, session = session_access(request, code, number, Need.RECORD)
    state = game_state(access, number)
    if request.method != "POST" and state.phase is not Phase.PLANNED:
        return go(request, "game", code=access.campaign.code, number=number)
    seats = selectors.campaign_state(access.campaign).seats
    data = request.POST if request.method == "POST" else None
    form = ResultForm(data, access=access, game=state, seats=seats)
    if request.method == "POST" and form.enter(
        lambda who: game_record(
            **by(who), game=session, played=form.played(), note=form.cleaned_data["note"]
        )
    ):
        return go(request, "aftermath", code=access.campaign.code, number=number)
    if request.method == "POST" and (found := played_of(access, number)):
        return _result_meanwhile(request, access, session, form, found)
    return _result_page(request, access, session, form)


def _result_meanwhile(
    request: HttpRequest,
    access: Access,
    session: Game,
    form: ResultForm,
    stands: Played,
) -> HttpResponse:
    """Answer a result of a game that has one: the same goes on, another becomes a correction."""
    code, number = access.campaign.code, session.number
    note = form.data.get("note", "").strip()
    if form.is_valid() and not note and _is_same(form, stands):
        messages.info(request, _("That result is entered already."))
        return go(request, "aftermath", code=code, number=number)
    correction = CorrectForm(form.data, access=access, game=form.game, seats=form.seats)
    correction.status = 409
    told = stale_note(form.access, form.stale)
    text = (
        _("You entered a result meanwhile: %(what)s Save this one as a correction.")
        if told and not told.who
        else _("%(who)s entered a result meanwhile: %(what)s Save yours as a correction.")
    )
    namer = selectors.campaign_namer(access.campaign)
    said = {
        "who": told.who if told else _("Somebody"),
        "what": " ".join(
            (
                words.fact(stands, namer, form.seats),
                *evening(stands.played_on, stands.minutes),
            )
        ),
    }
    action = reverse("correct", args=[code, number])
    meanwhile = {"text": text % said, "note": note, "action": action}
    return _result_page(request, access, session, correction, meanwhile=meanwhile)


def _is_same(form: ResultForm, stands: Played) -> bool:
    """Say whether a valid form has nothing in it that the standing result has not."""
    typed = form.cleaned_data
    pairs = (
        (typed["played_on"], stands.played_on),
        (typed["minutes"], stands.minutes),
        (typed["reason"].strip(), stands.reason),
    )
    same = all(mine in (None, "", theirs) for mine, theirs in pairs)
    return same and form.tally() == stands.tally


@require_http_methods(GET_OR_POST)
def correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct how a game ended; refused where a later entry rests on it."""
    access, session = session_access(request, code, number, Need.RECORD)
    found = played_of(access, number)
    if found is None:
        return go(request, "result", code=access.campaign.code, number=number)
    form = CorrectForm(
        request.POST if request.method == "POST" else None,
        initial=CorrectForm.initial_of(found),
        access=access,
        game=game_state(access, number),
        seats=selectors.campaign_state(access.campaign).seats,
    )
    if request.method == "POST" and form.enter(
        lambda who: game_amend(
            **by(who), game=session, played=form.played(), without=form.without()
        )
    ):
        text = _("The result of game %(number)s is corrected.")
        messages.success(request, text % {"number": number})
        opened = game_state(access, number).phase is not Phase.SETTLED
        return go(
            request, "aftermath" if opened else "game", code=access.campaign.code, number=number
        )
    return _result_page(request, access, session, form)


def _going(access: Access, number: int, form: ResultForm) -> list[tuple[list[int], str]]:
    """Return what would be withdrawn along with a result that its aftermath does not fit."""
    if "story.aftermath_breaks" not in form.refused:
        return []
    played = form.played()
    story = selectors.campaign_record(access.campaign).story
    namer, typed = selectors.campaign_namer(access.campaign), words.typed_names(story)
    going = selectors.amend_preview(access.campaign, game=number, played=played)
    ids = iter(entry.id for entry in going)
    return [
        (list(islice(ids, len(facts))), words.facts(facts, namer, story.seats, typed=typed))
        for facts in words.gathered([entry.fact for entry in going])
    ]


@posted(to_game)
def note(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Write something down about a game."""
    access, session = session_access(request, code, number, Need.RECORD)
    form = NoteForm(request.POST, access=access)
    if form.enter(lambda who: fact_record(**who, game=number, fact=form.fact())):
        return _back(request, access, session, "notes")
    return game_page(request, access, session, note_form=form, part="notes", status=form.status)


@posted(to_game)
def note_delete(request: HttpRequest, code: str, number: int, fact: int) -> HttpResponse:
    """Take a note back."""
    access, session = session_access(request, code, number, Need.RECORD)
    form = EntryForm(request.POST, access=access)
    entries = selectors.campaign_record(access.campaign).entries
    is_note = any(
        entry.id == fact and entry.game == number and isinstance(entry.fact, Noted)
        for entry in entries
    )
    # Gone already is what was wanted; what is no note is none of this page's business.
    if not is_note or form.enter(lambda who: fact_withdraw(**who, fact=fact)):
        return _back(request, access, session, "notes")
    shown = NoteForm(access=access)
    shown.stale = form.stale
    return game_page(request, access, session, note_form=shown, part="notes", status=form.status)


def game_page(
    request: HttpRequest,
    access: Access,
    session: Game,
    *,
    note_form: NoteForm | None = None,
    photos_form: PhotosForm | None = None,
    part: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with a game's page, or with its part."""
    notes = note_form or NoteForm(access=access)
    signed = signed_entries(access, session)
    context: dict[str, Any] = {
        "session": session,
        "game": game_view(access, session, signed),
        "notes": note_views(access, session, signed),
        "photos": photo_views(access, session),
        "note_form": notes,
        "stale": stale_note(notes.access, notes.stale),
        "photos_form": photos_form or PhotosForm(),
    }
    return campaign_page(
        request,
        access,
        "games/game.html",
        context,
        current="results",
        part=part,
        status=status,
    )


def _back(request: HttpRequest, access: Access, session: Game, part: str) -> HttpResponse:
    """Answer a write on a game's page: with the part it changed, or with the way back to it."""
    if getattr(request, "htmx", False):
        return game_page(request, access, session, part=part)
    url = reverse("game", kwargs={"code": access.campaign.code, "number": session.number})
    return go(request, f"{url}#{part}")


def _result_page(
    request: HttpRequest,
    access: Access,
    session: Game,
    form: ResultForm,
    *,
    meanwhile: Mapping[str, str] | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "meanwhile": meanwhile,
        "session": session,
        "stale": stale_note(form.access, form.stale),
        "nemesis": selectors.campaign_namer(access.campaign).foe(form.game.foe),
        "correcting": isinstance(form, CorrectForm),
        "going": _going(access, session.number, form),
    }
    return campaign_page(
        request,
        access,
        "games/result.html",
        context,
        current="campaign",
        part="form",
        status=form.status,
    )

"""A game, of a campaign or one-off: its page, notes, ticked steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import trigger_client_event

from campaign.models import Campaign, Game
from campaign.models.games import NOTE
from campaign.rules.core.facts import Noted
from campaign.selectors import games
from campaign.selectors.games import entries_of
from campaign.selectors.history import HistoryEvent, history
from campaign.selectors.live import AN_EVENING, has_table, is_live
from campaign.selectors.seeing import seen_facts
from campaign.services.facts import fact_record, fact_withdraw
from campaign.services.games import SETUP, game_tick
from tracker.charts import Chart
from tracker.faces.games import Action, Heading
from tracker.faces.registry import campaign_face, face_of, one_off_face
from tracker.forms.entry import EntryForm
from tracker.forms.notes_photos import NoteForm, PhotosForm
from tracker.forms.one_offs import BareForm, PlanAgainForm
from tracker.people.access import Access, Need, campaign_game_access, game_access
from tracker.pictures.look import EndingForm
from tracker.presenters import games as presenter
from tracker.presenters.games import (
    ChangeView,
    GameNotes,
    NextStep,
    PhotoView,
    Sitting,
    Ticks,
    photo_views,
    ticks_of,
)
from tracker.presenters.news import Asker, News, news_at, news_of_plan
from tracker.presenters.seats import SeatsView, seats_view
from tracker.views.live import picture_of
from tracker.web.entries import NOT_SENT, Refusal, save
from tracker.web.pages import asked_by_htmx, go, record_page
from tracker.web.post_only import posted, to_game
from tracker.web.records import game_face, game_url, opening_of

CHANGES_SHOWN = 12  # on the page of a one-off game


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a game: its result, its set-up, what was recorded, photos."""
    access, game = game_access(request, code)
    return game_page(request, access, game)


# --- notes, and the steps of its sheets ---


@posted(to_game)
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Add a note to a campaign's game."""
    access, game = campaign_game_access(request, code, Need.WRITE)
    form = NoteForm(request.POST, access=access)

    def add() -> None:
        fact = Noted(form.cleaned_data["text"])
        fact_record(campaign=access.campaign, game=game.number, fact=fact, **form.signature())

    refusal = save(form, add)
    if refusal is not None:
        return game_page(request, access, game, note_form=form, refusal=refusal, part="notes")
    return back_to_part(request, access, game, "notes")


@posted(to_game)
def note_delete(request: HttpRequest, code: str, fact: int) -> HttpResponse:
    """Delete a note."""
    access, game = campaign_game_access(request, code, Need.WRITE)
    form = EntryForm(request.POST, access=access)
    is_note = game.facts.not_withdrawn().filter(pk=fact, kind=NOTE).exists()
    if not is_note:  # it is gone already; other kinds of facts are not deleted here
        return back_to_part(request, access, game, "notes")
    refusal = save(
        form, lambda: fact_withdraw(campaign=access.campaign, fact=fact, **form.signature())
    )
    if refusal is not None:
        return game_page(request, access, game, refusal=refusal, part="notes")
    return back_to_part(request, access, game, "notes")


def ticks(request: HttpRequest, code: str) -> HttpResponse:
    """Tick steps of a sheet; a script gets the steps that any phone has ticked."""
    posting = request.method == "POST"
    _access, game = game_access(request, code, Need.WRITE if posting else Need.LOOK)
    asks = "application/json" in request.headers.get("Accept", "")
    sheet = (request.POST if posting else request.GET).get("sheet", SETUP)
    if posting:
        untick = request.POST.getlist("untick") if asks else None
        game_tick(game=game, sheet=sheet, tick=request.POST.getlist("tick"), untick=untick)
    if asks:
        return JsonResponse({"ticked": game.ticks.get(sheet, [])})
    return go(request, game_face(game).sheet_url(game, sheet))


# --- its page ---


@dataclass(frozen=True, slots=True)
class GamePage:
    """What the page of any game shows."""

    heading: Heading
    played: Any | None  # its result: what was recorded, in its system's own type
    ended: object | None  # how it ended, for the system's own template
    form: EndingForm | None  # in which that is drawn
    live_url: str  # of the live table; "" if there is nothing to see
    is_live: bool
    opening: Action | None  # what has to be done before it can be played
    crib_url: str  # of the rules at a glance; "" if this game has none
    picture: Chart | None  # of the live game that was played
    share_url: str  # of the picture to share
    share_names_url: str  # the same with the players' names
    photos: Sequence[PhotoView]
    photos_form: PhotosForm

    @property
    def fits_bgstats(self) -> bool:
        """Say whether BG Stats takes it, which needs a day."""
        return self.played is not None and self.played.played_on is not None


@dataclass(frozen=True, slots=True)
class CampaignPart:
    """What only the page of a campaign's game shows."""

    news: News | None  # None once it has ended
    actions: Sequence[Action]
    next_step: NextStep
    notes: GameNotes
    note_form: NoteForm
    written: Sequence[Sitting]


@dataclass(frozen=True, slots=True)
class OneOffPart:
    """What only the page of a one-off game shows."""

    came: str  # what was drawn just now, in words
    news: News | None  # None if it ended on another evening
    setup: object  # for the system's own template
    sheet_key: str  # under which a browser keeps ticked steps
    ticks: Ticks
    seats: SeatsView
    next_step: NextStep
    note: str
    recorded_by: str
    seed: str
    roll: PlanAgainForm | None  # None if nothing is drawn again
    undo_form: BareForm | None  # None if there is nothing to undo
    changes: Sequence[ChangeView]
    campaigns_to_share: Sequence[Campaign]  # none for whoever may not share it


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
    shown = _shown(access, game, photos_form or PhotosForm())
    if game.campaign is None:
        template = "one_off/game.html"
        one_off = _one_off(access, game, shown, roll_form=roll_form, came=came)
        context = {"page": shown, "one_off": one_off}
    else:
        template = "games/game.html"
        in_campaign = _in_campaign(access, game, shown, note_form or NoteForm(access=access))
        context = {"page": shown, "in_campaign": in_campaign}
    return record_page(
        request,
        access,
        template,
        {**context, "heading": shown.heading, "stale": refusal.stale},
        current="results",
        game=game,
        part=part,
        status=refusal.status,
    )


def _shown(access: Access, game: Game, photos_form: PhotosForm) -> GamePage:
    face = game_face(game)
    result = games.result_of(game)
    share_url = game_url(game, "share_png")
    heading = face.heading(game)
    ended = face.ended(game, result) if result is not None else None
    opening = opening_of(game) if result is None else None
    return GamePage(
        heading=heading,
        played=result,
        ended=ended,
        form=face.ending_form(ended, heading) if ended is not None else None,
        live_url="" if opening else _live_url(access, game),
        is_live=result is None and is_live(game),
        opening=opening,
        crib_url=game_url(game, "crib") if face_of(game.system).crib else "",
        picture=picture_of(game) if result is not None else None,
        share_url=share_url,
        share_names_url=f"{share_url}?names=1",
        photos=photo_views(game),
        photos_form=photos_form,
    )


def _live_url(access: Access, game: Game) -> str:
    """Return the URL of the live page; "" if there is nothing to see."""
    if face_of(game.system).live is None or games.result_of(game) is not None:
        return ""
    if not access.may_record and not has_table(game):
        return ""
    return game_url(game, "live")


def _in_campaign(access: Access, game: Game, shown: GamePage, note_form: NoteForm) -> CampaignPart:
    facts = entries_of(game)
    notes = [row for row in facts if row.kind == NOTE]
    entries = [row for row in facts if row.kind != NOTE]
    is_ended = shown.played is not None
    token = str(note_form["token"].value())
    actions = campaign_face(game.system).actions(access, game)
    main = next((action for action in actions if action.style == "large"), None)
    if is_ended and main is not None:  # it stands with the result
        actions.remove(main)
        step = NextStep(main.label, main.url)
    else:
        label = _("Continue the campaign") if access.may_record else _("Open the campaign")
        step = NextStep(label, reverse("campaign", args=[access.campaign.code]))
    return CampaignPart(
        news=None if is_ended else news_of_plan(access, game, is_live=shown.is_live),
        actions=actions,
        next_step=step,
        notes=presenter.game_notes(access, notes, token, is_ended=is_ended),
        note_form=note_form,
        written=tuple(presenter.written(access.campaign, entries)),
    )


def _one_off(
    access: Access,
    game: Game,
    shown: GamePage,
    *,
    roll_form: PlanAgainForm | None,
    came: str,
) -> OneOffPart:
    face = one_off_face(game.system)
    may_roll = access.may_record and shown.played is None and shown.opening is None
    events = history(game, size=CHANGES_SHOWN)
    last = next((event for event in events if event.change.revision is not None), None)
    undoes = access.may_record and last is not None and last.can_be_undone
    facts = seen_facts(game)
    may_share = access.may_keep and access.person is not None
    return OneOffPart(
        came=came,
        news=_one_off_news(access, game, shown, events),
        setup=face.setup(game),
        sheet_key=f"g:{game.code}",
        ticks=ticks_of(access, game, next_url=shown.live_url if may_roll else ""),
        seats=seats_view(access, game),
        next_step=_after_one_off(access, game),
        note=facts.note,
        recorded_by=presenter.recorded_by(game, events) if shown.played is not None else "",
        seed=facts.planned.seed,
        roll=(roll_form or face.roll_form(None, access=access, game=game)) if may_roll else None,
        undo_form=BareForm(access=access, auto_id="undo_%s") if undoes else None,
        changes=presenter.changes(game, events),
        campaigns_to_share=list(games.campaigns_to_share(access.member)) if may_share else (),
    )


def _one_off_news(
    access: Access, game: Game, shown: GamePage, events: Sequence[HistoryEvent]
) -> News | None:
    """Return the news of a game: a planned one changes, one that has just ended is played again."""
    latest = events[0].change if events else None
    seen = latest.pk if latest is not None else 0
    if shown.played is None:
        return news_of_plan(access, game, is_live=shown.is_live, latest=seen)
    if not access.seats or latest is None or timezone.now() - latest.at > AN_EVENING:
        return None
    return news_at(access, game, Asker.ENDED, latest=seen)


def _after_one_off(access: Access, game: Game) -> NextStep:
    if access.may_record:
        return NextStep(_("Play again with the same people"), form="again")
    return NextStep(_("Another game"), reverse("new_game", query={"system": game.system}))


def back_to_part(request: HttpRequest, access: Access, game: Game, part: str) -> HttpResponse:
    """Answer a write on a game's page: render the part that changed, or redirect to it."""
    if asked_by_htmx(request):
        # ``keepTyped`` of app.js lets go of what was typed.
        return trigger_client_event(game_page(request, access, game, part=part), "arrived")
    return go(request, f"{game_url(game)}#{part}")

"""Games, of a campaign or one-off: read them and their set-up sheets, start one, enter results.

``corrections`` has the results that are corrected.
"""

import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field

from campaign.models import Game, Play
from campaign.models.games import NOTE
from campaign.rules.core import sizes
from campaign.rules.core.facts import Noted
from campaign.selectors.admission import game_is_closed_to
from campaign.selectors.games import games_in, games_of, result_of, sheet_for
from campaign.selectors.names import author_of, names_in
from campaign.selectors.plays import plays_in
from campaign.selectors.seeing import seen_facts_of
from campaign.services.facts import fact_record
from campaign.services.games import game_record
from campaign.services.one_offs import game_start
from tracker.api.answers import Paged, PageQuery, page_of, reads, writes
from tracker.api.entries import (
    EntryIn,
    FieldOut,
    Revision,
    StartIn,
    Token,
    described,
    filled_in,
    saved,
)
from tracker.api.plays import PlayOut
from tracker.api.problems import refused
from tracker.api.repeats import entry_key
from tracker.api.starts import started
from tracker.api.tokens import ReadToken, RecordToken, owner_of
from tracker.faces.registry import one_off_face, one_off_faces
from tracker.forms.campaigns import spoken
from tracker.forms.notes_photos import NoteForm
from tracker.forms.results import ResultForm
from tracker.people.access import Access, Need, campaign_access, campaign_game_access, game_access
from tracker.people.limits import DRAWS, address_of
from tracker.views.live import initial_of as live_initial
from tracker.web.entries import INVALID
from tracker.web.records import game_face, game_url

router = Router(tags=["Games"], auth=ReadToken())
RECORDS = RecordToken()


class GameOut(Schema):
    """A game."""

    system: str
    campaign: str = Field(description="The campaign's code; empty for a one-off game.")
    number: int | None = Field(description="Of the game in its campaign.")
    code: str = Field(description="Of the game: `/games/{code}`.")
    title: str = Field(description="Whom or what it is played against.")
    url: str = Field(description="Of its page.")
    play: PlayOut | None = Field(description="How it ended; null until it has a result.")


class GamesPage(Paged):
    """A page of games."""

    items: list[GameOut]


class NoteOut(Schema):
    """A note about a game."""

    text: str
    who: str = Field(description="Empty if unknown.")
    at: datetime.datetime


class OneGameOut(GameOut):
    """A game with its notes."""

    revision: int = Field(description="Of its record: send it with an entry.")
    notes: list[NoteOut]


class ResultFormOut(Schema):
    """The form of a result."""

    revision: int = Field(description="Send it with the result.")
    fields: list[FieldOut]


class NoteIn(Schema):
    """A note about a campaign's game."""

    model_config = ConfigDict(extra="forbid")

    revision: Revision
    token: Token
    text: str = Field(min_length=1, max_length=sizes.NOTE)


# --- one-off games ---


@router.get("/games", response=reads(GamesPage), summary="My one-off games")
def list_games(request: HttpRequest, query: Query[PageQuery]) -> GamesPage:
    """Return the one-off games that you own or have a seat in, the latest first."""
    person = owner_of(request)
    rows, numbers = page_of(games_of(person).order_by("-created_at", "-pk"), query.page)
    games = [game for game in rows if not game_is_closed_to(game, person)]
    records, plays = seen_facts_of(games), plays_in(games)
    return GamesPage(
        items=[
            _game(
                request,
                game,
                title=one_off_face(game.system).recent(game, records[game.pk]).title,
                play=plays.get(game.pk),
            )
            for game in games
            if game.pk in records
        ],
        **numbers,
    )


@router.post("/games", response=writes(OneGameOut), auth=RECORDS, summary="Start a one-off game")
def start_game(request: HttpRequest, body: StartIn) -> Status[OneGameOut]:
    """Start a one-off game; GET …/systems/{system}/start says which fields there are."""
    person, system = owner_of(request), body.system
    if system not in one_off_faces():
        raise refused(INVALID, "one_off.system_unknown", _("This game has no one-off games."))
    DRAWS.take(address_of(request))
    form = filled_in(
        lambda data: one_off_face(system).start_form(data, person=person),
        body.fields,
        token=body.token,
    )

    def begin(token: str) -> Game:
        return game_start(
            person=person,
            system=system,
            choices=form.choices(),
            seed=form.cleaned_data.get("seed", ""),
            language=spoken(),
            token=token,
        )

    status, game = started(request, body, form, begin)
    return Status(status, one_game(request, game))


# --- games of a campaign ---


@router.get("/campaigns/{code}/games", response=reads(GamesPage), summary="The games of a campaign")
def list_campaign_games(request: HttpRequest, code: str, query: Query[PageQuery]) -> GamesPage:
    """Return the games of a campaign, the first one first."""
    campaign = campaign_access(request, code).campaign
    games, numbers = page_of(games_in(campaign), query.page)
    plays = plays_in(games)
    for game in games:
        game.campaign = campaign
    return GamesPage(
        items=[_game(request, game, title=_title(game), play=plays.get(game.pk)) for game in games],
        **numbers,
    )


# --- any game ---


@router.get("/games/{code}", response=reads(OneGameOut), summary="A game")
def get_game(request: HttpRequest, code: str) -> OneGameOut:
    """Return a game of a campaign, a one-off game of yours, or one that is shared with you."""
    _access, game = game_access(request, code)
    return one_game(request, game)


@router.get("/games/{code}/sheet", response=reads(dict[str, Any]), summary="Its set-up sheet")
def get_game_sheet(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return how to set up a game."""
    _access, game = game_access(request, code)
    return sheet_out(game)


@router.get("/games/{code}/result", response=reads(ResultFormOut), summary="Its result form")
def get_game_result_form(request: HttpRequest, code: str) -> ResultFormOut:
    """Return the fields of the result of a game."""
    return result_form_out(*game_access(request, code, Need.WRITE))


@router.post(
    "/games/{code}/result", response=writes(OneGameOut), auth=RECORDS, summary="Enter its result"
)
def enter_game_result(request: HttpRequest, code: str, body: EntryIn) -> Status[OneGameOut]:
    """Enter how a game ended, with a note."""
    return enter_result(request, *game_access(request, code, Need.WRITE), body)


@router.post("/games/{code}/notes", response=writes(OneGameOut), auth=RECORDS, summary="Add a note")
def add_game_note(request: HttpRequest, code: str, body: NoteIn) -> Status[OneGameOut]:
    """Add a note to a campaign's game; a one-off game has the one of its result."""
    return add_note(request, *campaign_game_access(request, code, Need.WRITE), body)


# --- what any game answers, by its code or (``numbered_games``) by its number ---


def _result_form(access: Access, game: Game, data: Any) -> ResultForm:
    form = game_face(game).result_form(data, None, access=access, game=game, stands=None)
    form.initial = {**form.initial, **live_initial(game)}
    return form


def result_form_out(access: Access, game: Game) -> ResultFormOut:
    """Return the form of a result, unless it is entered."""
    if result_of(game) is not None:
        raise refused(409, "result.already_entered", _("This game already has a result."))
    fields = described(_result_form(access, game, None))
    return ResultFormOut(revision=access.record.revision, fields=fields)


def enter_result(
    request: HttpRequest, access: Access, game: Game, body: EntryIn
) -> Status[OneGameOut]:
    """Enter a result, unless somebody was faster."""
    form = filled_in(
        lambda data: _result_form(access, game, data),
        body.fields,
        revision=body.revision,
        token=entry_key(request, body, body.token, access.record.changes),
    )

    def enter() -> None:
        note = form.cleaned_data["note"]
        game_record(game=game, played=form.played(), note=note, **form.signature())

    return Status(saved(form, enter), one_game(request, game))


def add_note(request: HttpRequest, access: Access, game: Game, body: NoteIn) -> Status[OneGameOut]:
    """Add a note to a campaign's game."""
    form = filled_in(
        lambda data: NoteForm(data, access=access),
        {"text": body.text},
        revision=body.revision,
        token=entry_key(request, body, body.token, access.record.changes),
    )

    def add() -> None:
        fact = Noted(form.cleaned_data["text"])
        fact_record(campaign=access.campaign, game=game.number, fact=fact, **form.signature())

    return Status(saved(form, add), one_game(request, game))


def sheet_out(game: Game) -> dict[str, Any]:
    """Return the set-up sheet of a game as everybody may see it."""
    try:
        return sheet_for(game).as_dict()
    except LookupError as undone:  # a moment ago
        raise Http404 from undone


def one_game(request: HttpRequest, game: Game) -> OneGameOut:
    """Return a game as it is now."""
    rows = game.facts.not_withdrawn().filter(kind=NOTE).select_related("recorded__person")
    names = names_in(game.record)
    found = _game(request, game, title=_title(game), play=plays_in([game]).get(game.pk))
    return OneGameOut(
        **found.model_dump(),
        revision=game.record.revision,
        notes=[
            NoteOut(
                text=row.payload["text"],
                who=author_of(row.recorded, names) or "",
                at=row.recorded.at,
            )
            for row in rows.order_by("place")
        ],
    )


def _game(request: HttpRequest, game: Game, *, title: str, play: Play | None) -> GameOut:
    return GameOut(
        system=game.system,
        campaign=game.campaign.code if game.campaign else "",
        number=game.number or None,
        code=game.code,
        title=title,
        url=request.build_absolute_uri(game_url(game)),
        play=PlayOut.of(play) if play else None,
    )


def _title(game: Game) -> str:
    return game_face(game).heading(game).title

"""Games, of a campaign or one-off: read them and their set-up sheets, start one, enter results.

``corrections`` has the results that are corrected.
"""

import datetime
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field

from campaign.models import Game, Person, Play
from campaign.models.games import NOTE
from campaign.rules.core import sizes
from campaign.rules.core.facts import Noted
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import to_plain
from campaign.selectors.admission import game_is_closed_to
from campaign.selectors.games import games_of, result_of, sheet_for
from campaign.selectors.seeing import one_off_records
from campaign.services.facts import fact_record
from campaign.services.games import game_record
from campaign.services.one_offs import game_start
from campaign.services.writes import AlreadyDone
from tracker.api.answers import Key, Paged, PageQuery, page_of, reads, writes
from tracker.api.entries import (
    EntryIn,
    FieldOut,
    FieldsIn,
    Revision,
    Token,
    by_form,
    described,
    filled_in,
    invalid,
    not_saved,
)
from tracker.api.plays import PlayOut
from tracker.api.problems import Refusal, Refused, refused
from tracker.api.tokens import ReadToken, RecordToken, owner_of
from tracker.faces.registry import one_off_face, one_off_faces
from tracker.forms.campaigns import spoken
from tracker.forms.notes_photos import NoteForm
from tracker.forms.results import ResultForm
from tracker.people.access import Access, Need, campaign_access, game_access
from tracker.people.guests import form_key
from tracker.people.limits import DRAWS, address_of
from tracker.views.live import initial_of as live_initial
from tracker.web.entries import INVALID, NOT_SAVED
from tracker.web.records import game_face, game_url

router = Router(tags=["Games"], auth=ReadToken())
RECORDS = RecordToken()


class GameOut(Schema):
    """A game."""

    system: str
    campaign: str = Field(description="The campaign's code; empty for a one-off game.")
    number: int | None = Field(description="Of the game in its campaign.")
    code: str = Field(description="Of a one-off game; empty for a campaign's.")
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


class StartIn(FieldsIn):
    """A one-off game to start; what the fields do not choose is drawn."""

    system: Key = Field(description="The slug of a game that has one-off games.")
    token: Token


class NoteIn(Schema):
    """A note about a campaign's game."""

    model_config = ConfigDict(extra="forbid")

    revision: Revision
    token: Token
    text: str = Field(min_length=1, max_length=sizes.NOTE)


# --- one-off games ---


@router.get("/games", response=reads(GamesPage), summary="My one-off games")
def one_offs(request: HttpRequest, query: Query[PageQuery]) -> GamesPage:
    """Return the one-off games that you own or have a seat in, the latest first."""
    person = owner_of(request)
    rows, numbers = page_of(games_of(person).order_by("-created_at", "-pk"), query.page)
    games = [game for game in rows if not game_is_closed_to(game, person)]
    records, plays = one_off_records(games), _plays(games)
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
def start(request: HttpRequest, body: StartIn) -> Status[OneGameOut]:
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
    if not form.is_valid():
        raise invalid(form)
    token = form_key(body.token)
    try:
        with transaction.atomic():
            # Of several that come at once, one starts the game, and the others find it.
            Person.objects.select_for_update().get(pk=person.pk)
            is_repeated = person.change_set.filter(token=token).exists()
            game = game_start(
                person=person,
                system=system,
                choices=form.choices(),
                seed=form.cleaned_data.get("seed", ""),
                language=spoken(),
                token=token,
            )
    except RulesError as error:
        problems = by_form(form, error.problems, form.sentence)
        raise Refused(INVALID, Refusal(problems=list(problems))) from error
    if is_repeated and not _was_started_so(game, system, form.choices()):
        raise refused(409, "api.token_used", _("This token has started another game."))
    return Status(200 if is_repeated else 201, one_game(request, game))


def _was_started_so(game: Game, system: str, choices: Any) -> bool:
    """Say whether a game was started with these choices, whatever was changed since."""
    first = game.facts.order_by("pk").first()
    return (
        game.system == system
        and first is not None
        and (first.payload.get("choices") == to_plain(choices))
    )


@router.get("/games/{code}", response=reads(OneGameOut), summary="A one-off game")
def one_off(request: HttpRequest, code: str) -> OneGameOut:
    """Return a one-off game of yours, or one that is shared with you."""
    _access, game = game_access(request, code)
    return one_game(request, game)


@router.get("/games/{code}/sheet", response=reads(dict[str, Any]), summary="Its set-up sheet")
def one_off_sheet(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return how to set up a one-off game."""
    _access, game = game_access(request, code)
    return _sheet(game)


@router.get("/games/{code}/result", response=reads(ResultFormOut), summary="Its result form")
def one_off_result_form(request: HttpRequest, code: str) -> ResultFormOut:
    """Return the fields of the result of a one-off game."""
    return _result_form_out(*game_access(request, code, need=Need.RECORD))


@router.post(
    "/games/{code}/result", response=writes(OneGameOut), auth=RECORDS, summary="Enter its result"
)
def one_off_result(request: HttpRequest, code: str, body: EntryIn) -> Status[OneGameOut]:
    """Enter how a one-off game ended, with a note."""
    access, game = game_access(request, code, need=Need.RECORD)
    return _enter_result(request, access, game, body)


# --- games of a campaign ---


@router.get("/campaigns/{code}/games", response=reads(GamesPage), summary="The games of a campaign")
def campaign_games(request: HttpRequest, code: str, query: Query[PageQuery]) -> GamesPage:
    """Return the games of a campaign, the first one first."""
    campaign = campaign_access(request, code).campaign
    rows = Game.objects.not_withdrawn().filter(campaign=campaign).order_by("number")
    games, numbers = page_of(rows, query.page)
    plays = _plays(games)
    for game in games:
        game.campaign = campaign
    return GamesPage(
        items=[_game(request, game, title=_title(game), play=plays.get(game.pk)) for game in games],
        **numbers,
    )


@router.get(
    "/campaigns/{code}/games/{int:number}",
    response=reads(OneGameOut),
    summary="A game of a campaign",
)
def campaign_game(request: HttpRequest, code: str, number: int) -> OneGameOut:
    """Return a game of a campaign."""
    _access, game = game_access(request, code, number)
    return one_game(request, game)


@router.get(
    "/campaigns/{code}/games/{int:number}/sheet",
    response=reads(dict[str, Any]),
    summary="Its set-up sheet",
)
def campaign_sheet(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Return how to set up a game of a campaign."""
    _access, game = game_access(request, code, number)
    return _sheet(game)


@router.get(
    "/campaigns/{code}/games/{int:number}/result",
    response=reads(ResultFormOut),
    summary="Its result form",
)
def campaign_result_form(request: HttpRequest, code: str, number: int) -> ResultFormOut:
    """Return the fields of the result of a campaign's game."""
    return _result_form_out(*game_access(request, code, number, Need.RECORD))


@router.post(
    "/campaigns/{code}/games/{int:number}/result",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Enter its result",
)
def campaign_result(
    request: HttpRequest, code: str, number: int, body: EntryIn
) -> Status[OneGameOut]:
    """Enter how a campaign's game ended, with a note."""
    access, game = game_access(request, code, number, Need.RECORD)
    return _enter_result(request, access, game, body)


@router.post(
    "/campaigns/{code}/games/{int:number}/notes",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Add a note",
)
def note(request: HttpRequest, code: str, number: int, body: NoteIn) -> Status[OneGameOut]:
    """Add a note to a campaign's game."""
    access, game = game_access(request, code, number, Need.RECORD)
    form = filled_in(
        lambda data: NoteForm(data, access=access),
        {"text": body.text},
        revision=body.revision,
        token=body.token,
    )
    status = 201
    try:
        form.check()
        fact = Noted(form.cleaned_data["text"])
        fact_record(campaign=access.campaign, game=number, fact=fact, **form.signature())
    except AlreadyDone:
        status = 200
    except NOT_SAVED as error:
        raise not_saved(form, error) from error
    return Status(status, one_game(request, game))


# --- any game ---


def _result_form(access: Access, game: Game, data: Any) -> ResultForm:
    form = game_face(game).result_form(data, None, access=access, game=game, stands=None)
    form.initial = {**form.initial, **live_initial(game)}
    return form


def _result_form_out(access: Access, game: Game) -> ResultFormOut:
    if result_of(game) is not None:
        raise refused(409, "result.already_entered", _("This result is already entered."))
    fields = described(_result_form(access, game, None))
    return ResultFormOut(revision=access.record.revision, fields=fields)


def _enter_result(
    request: HttpRequest, access: Access, game: Game, body: EntryIn
) -> Status[OneGameOut]:
    form = filled_in(
        lambda data: _result_form(access, game, data),
        body.fields,
        revision=body.revision,
        token=body.token,
    )
    status = 201
    try:
        form.check()
        game_record(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            **form.signature(),
        )
    except AlreadyDone:
        status = 200
    except NOT_SAVED as error:
        raise not_saved(form, error) from error
    return Status(status, one_game(request, game))


def _sheet(game: Game) -> dict[str, Any]:
    try:
        return sheet_for(game).as_dict()
    except LookupError as undone:  # a moment ago
        raise Http404 from undone


def one_game(request: HttpRequest, game: Game) -> OneGameOut:
    """Return a game as it is now."""
    rows = game.facts.not_withdrawn().filter(kind=NOTE).select_related("recorded__person")
    found = _game(request, game, title=_title(game), play=_plays([game]).get(game.pk))
    return OneGameOut(
        **found.model_dump(),
        revision=game.record.revision,
        notes=[
            NoteOut(
                text=row.payload["text"], who=str(row.recorded.person or ""), at=row.recorded.at
            )
            for row in rows.order_by("place")
        ],
    )


def _game(request: HttpRequest, game: Game, *, title: str, play: Play | None) -> GameOut:
    return GameOut(
        system=game.system,
        campaign=game.campaign.code if game.campaign else "",
        number=game.number or None,
        code="" if game.campaign else game.code,
        title=title,
        url=request.build_absolute_uri(game_url(game)),
        play=PlayOut.of(play) if play else None,
    )


def _title(game: Game) -> str:
    return game_face(game).heading(game).title


def _plays(games: list[Game]) -> dict[int, Play]:
    """Return the plays of games that have a result, by the ids of the games."""
    return {play.game_id: play for play in Play.objects.with_rows().filter(game__in=games)}

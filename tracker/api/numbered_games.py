"""Games of a campaign by their numbers: addresses from before every game had a code.

They stay in this version of the API, and do what ``games`` and ``corrections`` do.
"""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from tracker.api import corrections, games
from tracker.api.answers import reads, writes
from tracker.api.corrections import CorrectionIn
from tracker.api.entries import EntryIn
from tracker.api.games import NoteIn, OneGameOut, ResultFormOut
from tracker.api.tokens import ReadToken, RecordToken
from tracker.people.access import Need, numbered_access

router = Router(tags=["Games by number"], auth=ReadToken())
RECORDS = RecordToken()
GAME = "/campaigns/{code}/games/{int:number}"


@router.get(GAME, response=reads(OneGameOut), summary="A game of a campaign", deprecated=True)
def get_campaign_game(request: HttpRequest, code: str, number: int) -> OneGameOut:
    """Use `GET /games/{code}`."""
    _access, game = numbered_access(request, code, number)
    return games.one_game(request, game)


@router.get(
    f"{GAME}/sheet", response=reads(dict[str, Any]), summary="Its set-up sheet", deprecated=True
)
def get_campaign_game_sheet(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Use `GET /games/{code}/sheet`."""
    _access, game = numbered_access(request, code, number)
    return games.sheet_out(game)


@router.get(
    f"{GAME}/result", response=reads(ResultFormOut), summary="Its result form", deprecated=True
)
def get_campaign_game_result_form(request: HttpRequest, code: str, number: int) -> ResultFormOut:
    """Use `GET /games/{code}/result`."""
    return games.result_form_out(*numbered_access(request, code, number, Need.WRITE))


@router.post(
    f"{GAME}/result",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Enter its result",
    deprecated=True,
)
def enter_campaign_game_result(
    request: HttpRequest, code: str, number: int, body: EntryIn
) -> Status[OneGameOut]:
    """Use `POST /games/{code}/result`."""
    return games.enter_result(request, *numbered_access(request, code, number, Need.WRITE), body)


@router.post(
    f"{GAME}/notes",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Add a note",
    deprecated=True,
)
def add_campaign_game_note(
    request: HttpRequest, code: str, number: int, body: NoteIn
) -> Status[OneGameOut]:
    """Use `POST /games/{code}/notes`."""
    return games.add_note(request, *numbered_access(request, code, number, Need.WRITE), body)


@router.get(
    f"{GAME}/correction",
    response=reads(ResultFormOut),
    summary="The form that corrects it",
    deprecated=True,
)
def get_campaign_game_correction_form(
    request: HttpRequest, code: str, number: int
) -> ResultFormOut:
    """Use `GET /games/{code}/correction`."""
    return corrections.correction_form_out(*numbered_access(request, code, number, Need.WRITE))


@router.post(
    f"{GAME}/correction",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Correct its result",
    deprecated=True,
)
def correct_campaign_game_result(
    request: HttpRequest, code: str, number: int, body: CorrectionIn
) -> Status[OneGameOut]:
    """Use `POST /games/{code}/correction`."""
    return corrections.correct(request, *numbered_access(request, code, number, Need.WRITE), body)

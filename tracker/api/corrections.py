"""Results that are corrected, by the form of the page."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router, Status
from pydantic import Field

from campaign.models import Game
from campaign.rules.core import sizes
from campaign.rules.core.facts import Ended
from campaign.rules.core.problems import Problem
from campaign.selectors.games import result_of
from campaign.services.games import game_amend
from tracker.api.answers import reads, writes
from tracker.api.entries import MAX_VALUES, EntryIn, described, filled_in, saved
from tracker.api.games import OneGameOut, ResultFormOut, one_game
from tracker.api.problems import Refused, WithdrawnOut, by_rules
from tracker.api.repeats import entry_key
from tracker.api.tokens import ReadToken, RecordToken
from tracker.forms.results import ResultForm
from tracker.people.access import Access, Need, game_access
from tracker.views.corrections import AFTERMATH_BREAKS, withdrawn_with
from tracker.web.entries import CONFLICT
from tracker.web.records import game_face

router = Router(tags=["Games"], auth=ReadToken())
RECORDS = RecordToken()


class CorrectionIn(EntryIn):
    """A corrected result; fields that are left out keep what was entered."""

    withdraw: Annotated[
        list[Annotated[int, Field(strict=True, ge=1, le=sizes.MAX_INTEGER)]],
        Field(max_length=MAX_VALUES),
    ] = Field(
        default=[],
        description="Entries that no longer fit and may go, as a refusal has named them.",
    )


@router.get(
    "/games/{code}/correction", response=reads(ResultFormOut), summary="The form that corrects it"
)
def get_game_correction_form(request: HttpRequest, code: str) -> ResultFormOut:
    """Return the fields of the result of a game, with what was entered."""
    return correction_form_out(*game_access(request, code, Need.WRITE))


@router.post(
    "/games/{code}/correction",
    response=writes(OneGameOut),
    auth=RECORDS,
    summary="Correct its result",
)
def correct_game_result(request: HttpRequest, code: str, body: CorrectionIn) -> Status[OneGameOut]:
    """Correct how a game ended.

    A note that is sent replaces that of a one-off game, and is added to those of a campaign's. It
    is refused if a later entry depends on the old result. Entries of its own aftermath that no
    longer fit are named in the refusal (`withdraws`): send their ids to let them go.
    """
    return correct(request, *game_access(request, code, Need.WRITE), body)


# --- what any game answers, by its code or (``numbered_games``) by its number ---


def _standing(game: Game) -> Ended:
    """Return the result that is corrected; refuse if there is none."""
    stands = result_of(game)
    if stands is None:
        problem = Problem("result.not_recorded", {"game": game.number})
        raise Refused(CONFLICT, by_rules([problem]))
    return stands


def correction_form_out(access: Access, game: Game) -> ResultFormOut:
    """Return the form of a result that is entered."""
    stands = _standing(game)
    form = game_face(game).result_form(None, None, access=access, game=game, stands=stands)
    return ResultFormOut(revision=access.record.revision, fields=described(form))


def correct(
    request: HttpRequest, access: Access, game: Game, body: CorrectionIn
) -> Status[OneGameOut]:
    """Save a correction, unless somebody was faster."""
    stands = _standing(game)
    form = filled_in(
        lambda data: game_face(game).result_form(
            data, None, access=access, game=game, stands=stands
        ),
        body.fields,
        revision=body.revision,
        token=entry_key(request, body, body.token, access.record.changes),
        withdraw=body.withdraw,
    )

    def amend() -> None:
        game_amend(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            without=form.without(),
            along=form.along(),
            **form.signature(),
        )

    try:
        status = saved(form, amend)
    except Refused as refused:
        if any(problem.code == AFTERMATH_BREAKS for problem in refused.refusal.problems):
            refused.refusal.withdraws = _withdraws(form)
        raise
    return Status(status, one_game(request, game))


def _withdraws(form: ResultForm) -> list[WithdrawnOut]:
    """Return the entries of the aftermath that the correction contradicts."""
    return [
        WithdrawnOut(ids=list(entries.ids), sentence=entries.text)
        for entries in withdrawn_with(form)
    ]

"""The steps of a campaign: what its group enters between two games, by the forms of the pages."""

from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Router, Schema, Status
from pydantic import Field

from tracker.api.answers import Key, reads, writes
from tracker.api.campaigns import CampaignStateOut, state_of
from tracker.api.entries import EntryIn, FieldOut, described, filled_in, saved
from tracker.api.problems import refused
from tracker.api.repeats import entry_key
from tracker.api.tokens import ReadToken, RecordToken
from tracker.faces.registry import campaign_face
from tracker.people.access import Need, campaign_access

router = Router(tags=["Campaigns"], auth=ReadToken())


class StepOut(Schema):
    """Something that can be entered now, with its form."""

    id: str = Field(description="Send the form to …/steps/{id}.")
    title: str
    game: int | None = Field(description="The number of the game that it belongs to.")
    fields: list[FieldOut]


class StepsOut(Schema):
    """What can be entered now."""

    revision: int = Field(description="Send it with an entry.")
    steps: list[StepOut]


@router.get("/campaigns/{code}/steps", response=reads(StepsOut), summary="Its open steps")
def list_campaign_steps(request: HttpRequest, code: str) -> StepsOut:
    """Return what the group can enter now: the plan of the next game, or what follows a result.

    Which steps there are depends on the game: see docs/api. A result is entered in its game.
    """
    access = campaign_access(request, code, Need.WRITE)
    steps = campaign_face(access.campaign.system).steps(access)
    return StepsOut(
        revision=access.record.revision,
        steps=[
            StepOut(id=step.id, title=step.title, game=step.game, fields=described(step.form(None)))
            for step in steps
        ],
    )


@router.post(
    "/campaigns/{code}/steps/{step}",
    response=writes(CampaignStateOut),
    auth=RecordToken(),
    summary="Enter a step",
)
def enter_campaign_step(
    request: HttpRequest, code: str, step: Annotated[Key, Path()], body: EntryIn
) -> Status[CampaignStateOut]:
    """Enter an open step; the answer is the campaign as it is then."""
    access = campaign_access(request, code, Need.WRITE)
    key = entry_key(request, body, body.token, access.record.changes)
    if access.record.changes.filter(token=key).exists():  # its step is not open any more
        return Status(200, state_of(request, access))
    steps = campaign_face(access.campaign.system).steps(access)
    found = next((each for each in steps if each.id == step), None)
    if found is None:
        raise refused(409, "step.not_open", _("This step is not open now."), "step")
    form = filled_in(found.form, body.fields, revision=body.revision, token=key)
    status = saved(form, lambda: found.save(form))
    return Status(status, state_of(request, campaign_access(request, code)))
